"""Rapid and blitz: limits of thinking time to the second, equal times for both, and the kind that follows from them.

2012: rapid at least 15 and less than 60 minutes, blitz at least 5 and less than 15. Attested from 2022 on: rapid more
than 10 and less than 60, blitz at most 10. From March 2024 blitz more than 3 and at most 10.
"""

from __future__ import annotations

from datetime import date

import pytest
from made_events import event, finding_of, verdict

from arpad.events.verdict import DROPS, NO, PASSES, REFUSES, UNKNOWN, WARNING

DAY_2013, DAY_2018, DAY_2023, DAY_2025 = date(2013, 5, 3), date(2018, 5, 4), date(2023, 5, 5), date(2025, 5, 2)

LIMITS = [
    # day, kind, first second that fits, last second that fits, and how the limits are said
    (DAY_2013, "rapid", 900, 3599, "at least 15 and less than 60 minutes"),
    (DAY_2013, "blitz", 300, 899, "at least 5 and less than 15 minutes"),
    (DAY_2023, "rapid", 601, 3599, "more than 10 and less than 60 minutes"),
    (DAY_2023, "blitz", 0, 600, "at most 10 minutes"),
    (DAY_2025, "rapid", 601, 3599, "more than 10 and less than 60 minutes"),
    (DAY_2025, "blitz", 181, 600, "more than 3 and at most 10 minutes"),
]


def seconds_of(control: int) -> str:
    """Write a control in seconds so that it can only be read so."""
    return f"W{control}-B{control}"


@pytest.mark.parametrize(("day", "kind", "least", "most", "words"), LIMITS)
def test_limits_to_the_second(day: date, kind: str, least: int, most: int, words: str) -> None:
    """The first and the last second fit, those beside them do not; a begun minute is not rounded up."""
    for seconds, fits in ((max(least - 1, 0), least == 0), (least, True), (most, True), (most + 1, False)):
        given = verdict(event([1700, 1600], start=day, rounds=1, time=seconds_of(seconds)), kind=kind)
        outside = "too_fast" if seconds < least else "too_slow"
        code, severity = ("time_control", PASSES) if fits else (outside, REFUSES)

        assert finding_of(given, code).severity == severity, seconds
        assert f"({words})" in finding_of(given, code).message


@pytest.mark.parametrize(
    ("day", "seconds", "kind"),
    [
        *((DAY_2013, seconds, "blitz") for seconds in (300, 841, 870, 899)),
        *((DAY_2013, seconds, "rapid") for seconds in (900, 901, 3599)),
        *((DAY_2025, seconds, "blitz") for seconds in (181, 600)),
        *((DAY_2025, seconds, "rapid") for seconds in (601, 659, 660, 3599)),
        *((DAY_2025, seconds, "standard") for seconds in (3600,)),
    ],
)
def test_the_kind_follows_from_exact_limits(day: date, seconds: int, kind: str) -> None:
    """2013: 841 to 899 seconds are blitz, not rapid. 2025: 601 to 659 are rapid, not blitz."""
    given = verdict(event([1700, 1600], start=day, rounds=1, time=seconds_of(seconds)))

    assert (given.kind, given.used["kind"].sentence()) == (kind, "from the thinking time")
    assert finding_of(given, "time_control").severity == PASSES


def test_increments_count_sixty_times() -> None:
    """3 minutes and 2 seconds a move are 5 minutes: the announcement of 2011 names them as enough."""
    for text, fits in (("3+2", True), ("3+1", False), ("4+1", True), ("4 min", False)):
        given = verdict(event([1700, 1600], start=DAY_2013, rounds=1, time=text), kind="blitz")

        assert (
            any(finding.code == "time_control" and finding.severity == PASSES for finding in given.findings) is fits
        ), text


def test_both_players_and_all_rounds_are_looked_at() -> None:
    """Black's ten minutes are no rapid chess in 2025, nor are the ten minutes of round 2."""
    black = verdict(event([1700, 1600], start=DAY_2025, rounds=1, time="W900-B600"), kind="rapid")
    tournament = event([1700, 1600, 1500, 1400], start=DAY_2025, time="15+10")
    second = verdict(tournament, kind="rapid", time_controls=((2, "600"),))

    assert finding_of(black, "too_fast").severity == REFUSES
    assert "Black 10 minutes" in finding_of(black, "too_fast").message
    assert finding_of(second, "too_fast").severity == DROPS
    assert "round 2" in finding_of(second, "too_fast").message
    assert {(game.round, game.reason) for game in second.dropped} == {(2, "too_fast")}


def test_a_time_that_is_too_slow_is_not_called_too_fast() -> None:
    """60 minutes are no rapid chess: the sentence names the limit that is broken, and what it could be."""
    slow = finding_of(verdict(event([1700, 1600], start=DAY_2025, rounds=1, time="60 min"), kind="rapid"), "too_slow")

    assert "outside the limits of rapid chess (more than 10 and less than 60 minutes)" in slow.message
    assert "standard" in slow.fix


def test_rounds_whose_time_is_not_known_are_open() -> None:
    """A round whose own control cannot be read is not judged by that of the others."""
    tournament = event([1700, 1600, 1500, 1400], start=DAY_2025, time="15+10")
    given = verdict(tournament, kind="rapid", time_controls=((2, "as announced"),))

    assert finding_of(given, "time_control").severity == UNKNOWN
    assert "round 2" in finding_of(given, "time_control").message
    assert given.rateable == "unknown"


EQUAL = [("fide-rb-2024-12", DAY_2025), ("fide-rb-2012-01", DAY_2013)]


@pytest.mark.parametrize(("name", "day"), EQUAL)
def test_a_round_with_unequal_times(name: str, day: date) -> None:
    """Its games are left out, the others stay; nobody is told that both have the same time."""
    tournament = event([1700, 1600, 1500, 1400], start=day, time="15+10")
    given = verdict(tournament, kind="rapid", time_controls=((2, "W900+10-B1200+10"),))
    unequal = finding_of(given, "equal_times")

    assert given.edition == name
    assert (unequal.severity, unequal.rounds) == (DROPS, (2,))
    assert "round 2" in unequal.message
    assert {(game.round, game.reason) for game in given.dropped} == {(2, "equal_times")}
    assert given.rateable != NO


def test_unequal_times_in_all_rounds_refuse_the_event() -> None:
    """Whether they stand in the main control or in each round's."""
    tournament = event([1700, 1600, 1500, 1400], start=DAY_2025, time="15+10")
    everywhere = tuple((number, "W900+10-B1200+10") for number in (1, 2, 3))

    for given in (
        verdict(tournament, kind="rapid", time_controls=everywhere),
        verdict(event([1700, 1600], start=DAY_2025, rounds=1, time="W900+10-B1200+10"), kind="rapid"),
    ):
        assert (finding_of(given, "equal_times").severity, given.rateable) == (REFUSES, NO)


def test_equal_times_in_a_round_of_its_own_mend_unequal_ones() -> None:
    """White and Black differ in the main control only, by which nobody played."""
    tournament = event([1700, 1600, 1500, 1400], start=DAY_2025, time="W900+10-B1200+10")
    given = verdict(tournament, kind="rapid", time_controls=tuple((number, "900+10") for number in (1, 2, 3)))

    assert finding_of(given, "equal_times").severity == PASSES


def test_before_play_a_round_with_unequal_times_is_a_warning() -> None:
    """It can still be mended."""
    tournament = event([1700, 1600, 1500, 1400], start=DAY_2025, rounds=0, time="15+10")
    given = verdict(tournament, kind="rapid", time_controls=((2, "W900+10-B1200+10"),))

    assert finding_of(given, "equal_times").severity == WARNING


@pytest.mark.parametrize(
    ("seconds", "kind", "severity"),
    [
        (600, "blitz", PASSES),
        (601, "blitz", UNKNOWN),
        (899, "blitz", UNKNOWN),
        (601, "rapid", UNKNOWN),
        (899, "rapid", UNKNOWN),
        (900, "rapid", PASSES),
        (600, "rapid", REFUSES),
        (900, "blitz", REFUSES),
        (299, "blitz", REFUSES),
    ],
)
def test_from_july_2014_the_border_is_not_known(seconds: int, kind: str, severity: str) -> None:
    """Between the border of the Laws (10 minutes) and that of the announcement (15) the answer is open (R-035)."""
    given = verdict(event([1700, 1600], start=DAY_2018, rounds=1, time=seconds_of(seconds)), kind=kind)
    outside = "too_slow" if (seconds, kind) == (900, "blitz") else "too_fast"
    finding = finding_of(given, outside if severity == REFUSES else "time_control")

    assert finding.severity == severity
    if severity == UNKNOWN:
        assert {reading for citation in finding.citations for reading in citation.readings} == {"R-035"}
        assert given.rateable == "unknown"


def test_rounds_that_are_wrong_in_different_ways_refuse_the_event_together() -> None:
    """Ten minutes in round 1, sixty in round 2, unequal times in round 3: no game is left."""
    tournament = event([1700, 1600, 1500, 1400], start=DAY_2025, time="15+10")
    of_limits = verdict(tournament, kind="rapid", time_controls=((1, "600"), (2, "3600"), (3, "600")))
    of_all = verdict(tournament, kind="rapid", time_controls=((1, "600"), (2, "3600"), (3, "W900+10-B1200+10")))

    assert [finding_of(of_limits, code).severity for code in ("too_fast", "too_slow")] == [REFUSES, REFUSES]
    assert [finding_of(of_all, code).severity for code in ("too_fast", "too_slow")] == [DROPS, DROPS]
    assert (finding_of(of_all, "nothing_left").severity, of_all.rateable) == (REFUSES, NO)


@pytest.mark.parametrize(
    ("kind", "time", "ratings", "fix"),
    [
        # As standard chess 70 minutes are enough below 1800 only.
        ("rapid", "70 min", [1700, 1600], "Report it as standard chess: see --kind."),
        ("rapid", "70 min", [1900, 1600], "Nothing can mend it after play."),
        ("rapid", "70 min", [1900, 1600, 1500], "Report it as standard chess: see --kind."),
        ("blitz", "100 min", [2300, 2500], "Nothing can mend it after play."),
        # Black's time is one of rapid chess, White's is not; or both are, and they differ.
        ("blitz", "W3700-B1200", [1700, 1600], "Nothing can mend it after play."),
        ("blitz", "W1500-B1200", [1700, 1600], "Nothing can mend it after play."),
        ("blitz", "W1200-B1200", [1700, 1600], "Report it as rapid chess: see --kind."),
        ("standard", "W3000-B500", [1700, 1600], "Nothing can mend it after play."),
        ("standard", "W500-B500", [1700, 1600], "As blitz they may be: see --kind."),
    ],
)
def test_another_kind_is_named_only_where_its_time_fits(kind: str, time: str, ratings: list[int], fix: str) -> None:
    """Both players' time has to fit, for rapid and blitz it has to be the same, and for standard chess long enough."""
    given = verdict(event(ratings, start=DAY_2025, cycles=1, time=time), kind=kind)

    assert {finding.fix for finding in given.findings if finding.code in {"too_fast", "too_slow"}} == {fix}


def test_in_the_time_of_one_class_for_all_the_best_player_decides() -> None:
    """In 2013 a standard game of an event with a player of 2300 needs 120 minutes: 100 are no help."""
    for best, fix in ((2300, "Nothing can mend it after play."), (2100, "Report it as standard chess: see --kind.")):
        given = verdict(event([best, 1600, 1500], start=DAY_2013, cycles=1, time="100 min"), kind="rapid")

        assert finding_of(given, "too_slow").fix == fix
