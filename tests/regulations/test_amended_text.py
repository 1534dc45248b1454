"""`arpad article`: an article as it stands today, through the amendments of its text; readings and errata."""

from __future__ import annotations

import pytest
from running import answer, arpad

from arpad.regulations.amended_text import amended_by, edition_of, followed, text_of
from arpad.regulations.register import register, registered, remark, remarks


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the day."""
    monkeypatch.setenv("ARPAD_TODAY", "2026-10-15")


def test_an_article_alone_is_that_of_today() -> None:
    """The edition in force is an amendment without a register; its text is that of 2024."""
    document = answer("article", "8.3.3")

    assert document["edition"] == "fide-2026-01"
    assert {row["edition"] for row in document["rows"]} == {"fide-2024-03"}
    assert "8.3.3 of fide-2026-01 is that of fide-2024-03, unchanged." in arpad("article", "8.3.3")[1]


def test_amendments_of_an_article_are_followed() -> None:
    """8.3.1 was amended in October 2025, 1.1 from 2026 on by an amendment that was not seen."""
    limit, control = answer("article", "8.3.1"), answer("article", "1.1")

    assert [row["edition"] for row in limit["rows"]] == ["fide-2025-10"]
    assert control["rows"][0]["edition"] == "fide-2024-03"
    assert [(amendment["edition"], amendment["later"]) for amendment in control["amendments"]] == [
        ("fide-2026-01", False)
    ]
    assert control["amendments"][0]["provisions"][0]["key"] == "time_faster_by_approval"
    assert "amended by fide-2026-01, from 2026-01-01:" in arpad("article", "1.1")[1]
    assert "(reconstructed)" in arpad("article", "1.1")[1]


def test_a_text_says_what_was_changed_later() -> None:
    """Whoever asks 2024 is told of 2025."""
    asked = followed("fide-2024-03", "8.3.1")

    assert [row.edition for row in asked.rows] == ["fide-2024-03"]
    assert [amendment.edition for amendment in asked.later] == ["fide-2025-10"]
    out = arpad("article", "fide-2024", "8.3.1")[1]
    assert "amended later by fide-2025-10, from 2025-10-01:" in out
    assert "2650" in out


def test_the_day_may_be_another_one() -> None:
    """On a day of 2015 the article is that of 2014."""
    assert answer("article", "8.54", "--on", "2015-06-01")["edition"] == "fide-2014-07"
    assert answer("article", "--on", "2015-06-01")["edition"] == "fide-2014-07"


def test_an_article_that_today_has_not_is_found_elsewhere() -> None:
    """The answer names the texts that have it."""
    problem = answer("article", "8.54", code=2)["problems"][0]

    assert "fide-2026-01 has no article '8.54'; fide-2009-07, fide-2014-07, mssz-2017-01 have one" in problem["message"]
    assert "`arpad article fide-2014-07 8.54`" in problem["message"]
    assert "Close to it are" in answer("article", "8.3.99", code=2)["problems"][0]["message"]


def test_editions_are_named_in_many_ways() -> None:
    """By the beginning of the id, the print, or an amendment without a register of its own."""
    assert [edition_of(name) for name in ("fide-2014", "fide-2024-03-print", "fide-2026", "fide-2025-10")] == [
        "fide-2014-07",
        "fide-2024-03",
        "fide-2026-01",
        "fide-2025-10",
    ]
    assert amended_by("fide-2026-01") == ("fide-2026-01", "fide-2025-10", "fide-2024-03")
    assert (text_of("fide-2026-01"), text_of("fide-2017-07")) == ("fide-2024-03", "fide-2014-07")
    for name in ("fide-2099", "fide-rb-2024-12", "nonsense"):
        assert answer("article", name, "8.3", code=2)["problems"][0]["code"] == "no_register"


@pytest.mark.parametrize("words", [("R-005",), ("r-5",), ("R", "005")])
def test_a_reading_is_shown_with_its_words(words: tuple[str, ...]) -> None:
    """What the texts say, what arpad does, and the articles that it is about."""
    document = answer("article", *words)

    assert (document["article"], document["edition"]) == ("R-005", None)
    assert document["remark"]["title"] == "A junior who once had 2300"
    assert {row["edition"] for row in document["rows"]} & {"fide-2014-07", "fide-2024-03"}
    out = arpad("article", *words)[1]
    assert out.startswith("R-005 · A junior who once had 2300\n")
    assert "\n  articles    fide-" in out


@pytest.mark.parametrize("words", [("E 13",), ("E", "13"), ("e13",)])
def test_an_erratum_is_shown_with_its_words(words: tuple[str, ...]) -> None:
    """The same for what is misprinted."""
    assert answer("article", *words)["remark"]["title"] == "How often a round robin is corrected"


def test_a_remark_that_is_not_there() -> None:
    """The known ones are named."""
    assert "R-001 to R-" in answer("article", "R-999", code=2)["problems"][0]["message"]


def test_every_remark_of_the_register_can_be_shown() -> None:
    """No row names a reading or an erratum that has no words."""
    named = {name for edition in registered() for row in register(edition) for name in (*row.readings, *row.errata)}

    assert named <= remarks().keys()
    assert all(remark(name).text and remark(name).title for name in named)


def test_tests_are_shown_when_they_are_asked_for() -> None:
    """A person who reads the law is not interrupted by them; JSON has them always."""
    plain, full = (arpad("article", "fide-2014", "8.54", *words)[1] for words in ((), ("--tests",)))

    assert "tests/regulations" not in plain
    assert "tests/regulations/test_8_54_difference_cap_game_by_game.py" in full
    assert answer("article", "fide-2014", "8.54")["rows"][0]["tested_by"]


@pytest.mark.parametrize("written", ["Art. 8.3.3", "art.8.3.3", "article 8.3.3", "§8.3.3", "§ 8.3.3"])
def test_an_article_is_found_however_it_is_called(written: str) -> None:
    """People write a word or a sign before its number."""
    assert answer("article", *written.split(), "--on", "2025-11-07") == answer("article", "8.3.3", "--on", "2025-11-07")
