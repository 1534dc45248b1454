"""The calculators of the site: the answers of the library, addresses that hold them, faults beside their fields."""

from __future__ import annotations

import html
import re
from datetime import date

import pytest
from django.test import Client

import arpad

pytestmark = pytest.mark.usefixtures("office")
DAY = "2025-05-02"


def _text(name: str, **asked: str) -> str:
    page = Client().get(f"/calculators/{name}/", asked)
    assert page.status_code == 200, name
    return html.unescape(re.sub(r"<[^>]+>", " ", page.content.decode())).replace("\N{MINUS SIGN}", "-")


def _answer(name: str, **asked: str) -> str:
    """Give the answer of a page, blanks as in a sentence."""
    page = Client().get(f"/calculators/{name}/", asked).content.decode()
    answer = re.search(r'<p class="answer">(.*?)</p>', page)
    assert answer is not None, page[-3000:]
    return html.unescape(re.sub(r"<[^>]+>", "", answer[1])).replace("\N{MINUS SIGN}", "-")


def test_answers_are_those_of_the_library() -> None:
    """Each calculator asks what a program would ask."""
    day = date(2025, 5, 2)
    assert _answer("expected", rating="2600", opponent="2150", on=DAY) == str(arpad.expected(2600, 2150, on=day))
    assert _answer("performance", opponents="2410 2387, 2295;2501", score="2½", on=DAY) == str(
        arpad.performance([2410, 2387, 2295, 2501], 2.5, on=day)
    )
    needed = _answer("needed", rating="1956", target="2000", opponents="1900 1950 2000 2050 2100", k="40", on=DAY)
    assert needed == str(arpad.needed(1956, 2000, [1900, 1950, 2000, 2050, 2100], k=40, on=day))
    assert "K = 40" in _answer("coefficient", rating="1956", born="2012", games_before="99", highest="1990", on=DAY)


def test_an_event_game_by_game() -> None:
    """The new rating of the library, every game in FIDE's columns, and articles that lead to their pages."""
    games = [arpad.Game(1787, 1), arpad.Game(2505, 0.5), arpad.Game(None, 0)]
    result = arpad.change(2282, games, k=20, on=date(2025, 5, 2))
    text = _text("event", rating="2282", k="20", games="1787 1\n2505 ½\nunrated 0", on=DAY)
    assert f"2282 → {result.new_rating}" in text
    assert "does not count" in text
    page = Client().get("/calculators/event/", {"rating": "2282", "k": "20", "games": "1787 1", "on": DAY})
    assert 'href="/regulations/fide-2024-03/8.3.' in page.content.decode()


def test_a_first_rating_says_why_it_is_none_yet() -> None:
    """With too few games."""
    text = _text("initial", opponents="1800 1750", score="1", on=DAY)
    assert "would not be published" in text


def test_two_editions_side_by_side() -> None:
    """An answer by each, with its name."""
    asked = {"rating": "2800", "opponent": "2200", "edition": "fide-2024-03", "beside": "fide-2025-10"}
    page = Client().get("/calculators/expected/", asked).content.decode()
    answers = re.findall(r'<p class="answer">(.*?)</p>', page)
    assert len(answers) == 2
    assert answers[0] != answers[1]


def test_faults_stand_beside_their_fields_and_what_was_typed_stays() -> None:
    """All at once, in sentences, each where its field says."""
    asked = {"rating": "many", "games": "1990 7\n2000 1", "on": "yesterday"}
    page = Client().get("/calculators/event/", asked).content.decode()
    for name in ("rating", "games", "on"):
        assert f'id="id_{name}_fault"' in page, name
        assert f"id_{name}_fault" in re.search(rf'<(?:input|textarea)[^>]*id="id_{name}"[^>]*>', page)[0]  # type: ignore[index]
    assert "many" in page
    assert "Line 1, “1990 7”, is no game" in html.unescape(page)
    assert '<p class="answer">' not in page


def test_as_this_player() -> None:
    """A number fills in what is left empty; nothing of somebody without a page, and no birthday of anybody."""
    from arpad.storage.models import PlayerRow, Standing  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    rated = Standing.objects.filter(standard_rating__isnull=False).order_by("fide_id")
    numbers = list(rated.values_list("fide_id", flat=True)[:50])
    shown = may_be_named(system, numbers)
    number = next(each for each in numbers if each in shown)
    row = PlayerRow.objects.get(fide_id=number)
    page = Client().get("/calculators/coefficient/", {"player": str(number)}).content.decode()
    assert "K = " in page or "K " in page
    assert f'name="born" value="{row.birth_year}"' in page or row.birth_year is None
    assert row.birth_date is None or f"{row.birth_date}" not in page
    begun = Client().get("/calculators/needed/", {"player": str(number)}).content.decode()
    assert 'class="fault"' not in begun
    assert re.search(r'name="rating" value="\d+"', begun)
    nobody = Client().get("/calculators/coefficient/", {"player": "999999999", "rating": "2000"}).content.decode()
    assert "Nobody with this number has a page here" in nobody


def test_an_answer_is_an_address_and_nothing_else_is_remembered() -> None:
    """The example of each calculator is a link, and opens as its answer; no cookie."""
    for name in ("expected", "event", "initial", "performance", "needed", "coefficient"):
        page = Client().get(f"/calculators/{name}/").content.decode()
        example = html.unescape(re.search(r'href="(\?[^"]+)"', page)[1])  # type: ignore[index]
        came = Client().get(f"/calculators/{name}/{example}")
        assert came.status_code == 200
        assert '<p class="answer">' in came.content.decode(), name
        assert not came.cookies
