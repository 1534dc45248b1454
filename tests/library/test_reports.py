"""Reports from Python: what `arpad check` and `arpad rate` say of a file, `arpad.check` and `arpad.rate` say too."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from running import answer

import arpad

DATA = Path(__file__).parents[1] / "data"
SPRING, BROKEN = DATA / "spring-open.trf", DATA / "spring-open-broken.trf"


def test_check_says_what_the_command_says() -> None:
    """The same verdict, findings and dropped games."""
    document = answer("check", str(SPRING))
    verdict = arpad.check(SPRING)

    assert verdict.rateable == document["rateable"]
    assert [finding.message for finding in verdict.findings] == [finding["message"] for finding in document["findings"]]
    assert len(verdict.dropped) == len(document["dropped"])


def test_rate_gives_the_numbers_of_the_command() -> None:
    """Everybody's row is the same."""
    document = answer("rate", str(SPRING), "--k", "20")
    rated = arpad.rate(SPRING, k=20)

    assert rated.list_date.isoformat() == document["list"]
    assert [(row.number, row.change, row.new, row.k) for row in rated] == [
        (player["number"], player["change"], player["new"], player["k"]) for player in document["players"]
    ]
    assert list(rated.findings) == document["findings"]


def test_a_report_may_be_a_path_its_text_or_bytes() -> None:
    """All of them are the same report."""
    changes = [
        [row.change for row in arpad.rate(report, k=20)]
        for report in (SPRING, str(SPRING), SPRING.read_bytes(), [SPRING], arpad.read_report(SPRING))
    ]

    assert all(change == changes[0] for change in changes)
    assert changes[0][0] == 8


def test_one_list_needs_no_brackets() -> None:
    """A path alone is a rating list, and not as many as it has letters."""
    examples = Path(arpad.__file__).parent / "examples"
    report, rating_list = examples / "spring-open.trf", examples / "standard_may25frl.txt"
    changes = [
        [row.change for row in arpad.rate(report, lists=of)] for of in (rating_list, str(rating_list), [rating_list])
    ]

    assert changes[0] == changes[1] == changes[2]
    assert arpad.check(report, lists=rating_list).rateable == arpad.check(report, lists=[rating_list]).rateable


def test_a_player_of_a_report_is_explained() -> None:
    """By starting number or FIDE number; a newcomer as well."""
    rated = arpad.rate(SPRING, k=20)
    result, lines = rated.explain(1)

    assert result.change == rated.players[0].change == 8
    assert any(line.name == "list_change" for line in lines)
    assert isinstance(rated.explain(6).result, arpad.FirstRating)
    assert rated.get(1) is rated.players[0]
    assert rated.get(rated.players[0].fide_id or 0) is rated.players[0]
    assert rated.get(99) is None
    with pytest.raises(arpad.ArpadError, match="Nobody in these reports has the starting number or FIDE number 99"):
        rated.explain(99)


def test_what_is_shown_and_printed() -> None:
    """A line at the prompt; printed, a line for each player."""
    report, rated = arpad.read_report(SPRING), arpad.rate(SPRING, k=20)

    assert repr(report) == "<ReadReport spring-open.trf: 6 players, 1 problem(s)>"
    assert str(report).startswith(
        "spring-open.trf: Made-up Spring Open, 2025-05-02 to 2025-05-04, 6 players.\nline 22:"
    )
    assert repr(rated) == "<RatedReports spring-open.trf: 6 players, standard list of 2025-06-01>"
    assert "1 Kestrel, Ada: 2.50 of 3, 2284 → 2292 (+8, K 20)" in str(rated)
    assert "6 Pryce, Fern: 0.50 of 2, unrated, 2 of 5 games" in str(rated)
    assert repr(arpad.check(report)) == "<Verdict unknown, fide-2024-03: 15 findings>"
    assert str(arpad.check(report)).startswith("Nothing refuses it, but 2 open questions could.\nwarning: no_fide_id: ")


def test_without_k_the_reason_is_said() -> None:
    """Where K is not known, the line says what to give."""
    assert "2284. K is not known: it may be" in str(arpad.rate(SPRING))


def test_a_broken_report_is_read_and_refused() -> None:
    """Reading tells the faults; checking and rating refuse, with every one of them."""
    report = arpad.read_report(BROKEN)

    assert report.faults
    assert "It is broken, and would be refused." in str(report)
    for refuse in (arpad.check, arpad.rate):
        with pytest.raises(arpad.RefusedError) as refused:
            refuse(report)
        assert len(refused.value.problems) == len(report.faults)


def test_facts_beside_a_report_and_given_ones(tmp_path: Path) -> None:
    """A TOML file beside the report is read; values that are given go before it."""
    place = tmp_path / "event.trf"
    place.write_bytes(SPRING.read_bytes())
    place.with_suffix(".toml").write_text("registered = 2025-04-01\nofficial = true\n", encoding="utf-8")
    beside = arpad.read_report(place).facts
    given = arpad.read_report(place, facts={"official": False, "received": date(2025, 5, 9)}).facts
    of_file = arpad.read_report(SPRING, facts=place.with_suffix(".toml")).facts

    assert (beside.registered, beside.official) == (date(2025, 4, 1), True)
    assert (given.registered, given.official, given.received) == (date(2025, 4, 1), False, date(2025, 5, 9))
    assert of_file == beside
    with pytest.raises(arpad.RefusedError, match=r"the key .offical. is not known\. Did you mean official\?"):
        arpad.read_report(SPRING, facts={"offical": True})


def test_the_kind_that_is_given_holds() -> None:
    """It goes before what the report says, and an unknown one is refused."""
    assert arpad.rate(SPRING, kind="rapid", k=20).kind == "rapid"
    with pytest.raises(arpad.ArpadError, match="there are: standard, rapid, blitz"):
        arpad.rate(SPRING, kind="classical")


def test_what_cannot_be_rated() -> None:
    """Nothing, what is no report, a file that is not there, and kinds that do not go together."""
    rapid = arpad.read_report(SPRING, facts={"kind": "rapid"})
    with pytest.raises(arpad.ArpadError, match="There is nothing to rate"):
        arpad.rate([])
    with pytest.raises(arpad.ArpadError, match="5 is no report"):
        arpad.rate([5])  # type: ignore[list-item]
    with pytest.raises(arpad.ArpadError, match=r"nothing\.trf' cannot be opened"):
        arpad.read_report("nothing.trf")
    with pytest.raises(arpad.RefusedError, match=r"different kinds of chess: rapid, standard\..* or give kind"):
        arpad.rate([SPRING, rapid])
