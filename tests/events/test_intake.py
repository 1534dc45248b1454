"""A report is taken in one way: read with its facts, refused with every reason, or judged and ready to be rated."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from made_events import DAYS, event, match

from arpad.events.facts import EventFacts
from arpad.events.intake import facts_beside, facts_of, judged, read_report, verdict_on, with_given
from arpad.events.verdict import NO
from arpad.formats.forms_2003.report_forms import report_bytes, write_form
from arpad.formats.trf.writer import write_trf
from arpad.model.problems import RefusedError

DATA = Path(__file__).parents[1] / "data"
DAY = DAYS["fide-2009-07"]


def test_facts_become_part_of_the_report() -> None:
    """What only the facts say is there when the event is rated."""
    tournament = event([2000, 2100, 2200, 2300], start=DAY)
    facts = EventFacts(
        kind="standard", system="team", official=True, team_championship=True, ratings="game", received=date(2010, 6, 1)
    )
    report = judged(read_report("event.trf", write_trf(tournament).encode(), facts)).report

    assert (report.file, report.start, report.end) == ("event.trf", DAY, tournament.end)
    assert (report.kind, report.system, report.official, report.team_championship) == ("standard", "team", True, True)
    assert (report.ratings, report.received) == ("game", date(2010, 6, 1))


@pytest.mark.parametrize(("cycles", "system"), [(1, "roundrobin"), (2, "roundrobin")])
def test_a_round_robin_says_how_often_everybody_was_to_meet(cycles: int, system: str) -> None:
    """A double round robin is rated as a round robin of two cycles."""
    tournament = event([2000, 2100, 2200, 2300], start=DAY, cycles=cycles)
    report = judged(read_report("event.trf", write_trf(tournament).encode())).report

    assert (report.system, report.cycles) == (system, cycles)


def test_a_knock_out_is_rated_like_a_swiss_event() -> None:
    """There is no rule of its own for it."""
    tournament = event([2000, 2100, 2200, 2300], start=DAY)
    read = read_report("event.trf", write_trf(tournament).encode(), EventFacts(system="knockout"))

    assert judged(read).report.system == "swiss"


def test_a_match_is_rated_as_a_match() -> None:
    """Two players, whatever the report calls it."""
    tournament = match([2000, 2100], "1=0", start=DAY)

    assert judged(read_report("event.trf", write_trf(tournament).encode())).report.system == "match"


def test_a_game_that_is_ruled_out_has_its_reason_and_its_sentence() -> None:
    """The code is kept beside the words, and decides."""
    tournament = event([2000, 2100, 2200, 2300], start=DAYS["fide-2024-03"])
    read = read_report("event.trf", write_trf(tournament).encode(), EventFacts(ruled_out=((1, 1, 4),)))
    report = judged(read).report
    (game, why), *others = report.dropped.items()

    assert (game, others, why.by_rule) == ((1, 1, 4), [], False)
    assert " " in why.words
    assert " " not in why.reason
    assert report.left_out == report.dropped


def test_a_gap_is_left_to_the_rule() -> None:
    """By the report's ratings a gap is too large; which list counts is known only when the game is rated."""
    tournament = event([2700, 2000, 2650, 2640], start=DAYS["fide-2024-03"], time="15 min")
    report = judged(read_report("event.trf", write_trf(tournament).encode(), EventFacts(kind="rapid"))).report

    assert report.dropped
    assert all(why.by_rule and why.words == why.reason for why in report.dropped.values())
    assert report.left_out == {}


def test_a_broken_report_has_every_fault() -> None:
    """They are there at once, and the others as problems."""
    read = read_report("broken.trf", (DATA / "spring-open-broken.trf").read_bytes())

    assert len(read.faults) > 1
    assert set(read.faults) <= set(read.problems)


def test_the_first_day_can_be_given() -> None:
    """Without it a report has a fault, and cannot be judged."""
    report = write_trf(event([2000, 2100, 2200, 2300], start=DAY, end=None)).encode()
    without = b"\r\n".join(line for line in report.splitlines() if not line.startswith((b"042", b"132")))
    read = read_report("event.trf", without)

    assert [fault.code for fault in read.faults] == ["start_missing"]
    with pytest.raises(RefusedError, match="first day"):
        judged(read)
    given = read_report("event.trf", without, EventFacts(start=DAY))
    assert given.faults == ()
    assert (judged(given).report.start, judged(given).report.end) == (DAY, DAY)


def test_a_verdict_is_that_of_the_check() -> None:
    """An event that was not played under the Laws is refused, and can be looked at all the same."""
    tournament = event([2000, 2100, 2200, 2300], start=DAYS["fide-2024-03"])
    read = read_report("event.trf", write_trf(tournament).encode(), EventFacts(laws_of_chess=False))

    assert verdict_on(read).rateable == NO
    assert judged(read).verdict == verdict_on(read)


def test_options_go_before_the_facts_of_a_file(tmp_path: Path) -> None:
    """The file beside a report is found by its name, or as event.toml; what is given besides wins."""
    report = tmp_path / "spring.trf"
    assert facts_beside(str(report)) is None
    (tmp_path / "event.toml").write_text('kind = "rapid"\nofficial = true\n', encoding="utf-8")
    assert facts_beside(str(report)) == str(tmp_path / "event.toml")
    (tmp_path / "spring.toml").write_text('kind = "blitz"\n', encoding="utf-8")
    assert facts_beside(str(report)) == str(tmp_path / "spring.toml")
    known = facts_of((tmp_path / "event.toml").read_bytes(), "event.toml")

    assert with_given(known, EventFacts(kind="standard")) == EventFacts(kind="standard", official=True)
    with pytest.raises(RefusedError, match="UTF-8"):
        facts_of(b"\xff\xfe", "event.toml")


def test_a_form_of_2003_is_a_report() -> None:
    """It is turned into a TRF first; anything else stays as it is."""
    tournament = event([2000, 2100, 2200, 2300], start=DAYS["fide-2003-07"])
    form = write_form(tournament, 2).encode()

    assert report_bytes(b"012 An event") == b"012 An event"
    assert len(read_report("form.txt", form).tournament.entries) == 4
    with pytest.raises(RefusedError, match="form cannot be read"):
        report_bytes(form[:60])
