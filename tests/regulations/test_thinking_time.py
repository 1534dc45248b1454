"""The rules on thinking time, asked by themselves: each limit from both sides, and what is consulted for it."""

from __future__ import annotations

from datetime import date

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.rules.thinking_time import EACH_THE_LEAST, EQUAL_NOT_ASKED, SAME_FOR_BOTH, UNEQUAL
from arpad.regulations.workings.thinking_time import (
    LimitsKept,
    TimeNeeded,
    first_control,
    is_approved,
    is_by_event,
    is_enough_by_name,
    is_of_kind,
    is_open,
    is_too_fast,
    limits_kept,
    moves_counted,
    time_needed,
    time_of_class,
    times_of_both,
)

HIGH = ("time_120_from", "time_high_minutes")
MIDDLE = ("time_90_from", "time_middle_minutes")
LOW = ("time_low_minutes",)
IN_NO_CLASS = ("time_90_from", "time_60_below")


@pytest.mark.parametrize(
    ("name", "best", "needed"),
    [
        *((name, 2200, TimeNeeded(120, 120, 120, HIGH)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        *((name, 2199, TimeNeeded(90, 90, 90, MIDDLE)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        *((name, 1600, TimeNeeded(90, 90, 90, MIDDLE)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        *((name, 1599, TimeNeeded(60, 60, 60, LOW)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        ("fide-2024-03", 2400, TimeNeeded(120, 120, 120, HIGH)),
        ("fide-2024-03", 2399, TimeNeeded(90, 90, 90, MIDDLE)),
        ("fide-2024-03", 1800, TimeNeeded(90, 90, 90, MIDDLE)),
        ("fide-2024-03", 1799, TimeNeeded(60, 60, 60, LOW)),
        ("fide-2014-07-print", 2200, TimeNeeded(90, 90, 90, MIDDLE)),
        ("fide-2014-07-print", 1601, TimeNeeded(90, 90, 90, MIDDLE)),
        ("fide-2014-07-print", 1600, TimeNeeded(None, 60, 90, IN_NO_CLASS)),
        ("fide-2014-07-print", 1599, TimeNeeded(60, 60, 60, LOW)),
        ("fide-2014-07-print", None, TimeNeeded(60, 60, 60, LOW)),
    ],
)
def test_the_class_of_a_rating_and_what_it_consults(name: str, best: int | None, needed: TimeNeeded) -> None:
    """A class cites its own limit and minutes only; as printed in 2014, 1600 is in none (E 30)."""
    assert time_of_class(edition(name), best) == needed


def test_the_event_decided_and_later_the_two_players() -> None:
    """The best of the event makes all games long to 2020, then only those of that player."""
    old, new = edition("fide-2014-07"), edition("fide-2024-03")

    assert (is_by_event(old), is_by_event(new)) == (True, False)
    assert (time_needed(old, 2500, None).minutes, time_needed(new, 2500, None).minutes) == (120, 60)
    assert time_needed(new, 2500, 2500).minutes == 120
    assert moves_counted(new) == 60


@pytest.mark.parametrize(
    ("best", "seconds", "answer"),
    [
        # the answer: too fast, open
        (1600, 3599, (True, False)),
        (1600, 3600, (False, True)),
        (1600, 5399, (False, True)),
        (1600, 5400, (False, False)),
        (1601, 5399, (True, False)),
        (1601, 5400, (False, False)),
    ],
)
def test_a_time_is_compared_to_the_second(best: int, seconds: int, answer: tuple[bool, bool]) -> None:
    """Below the least it is too fast, from the most on it is enough; between the two it is open."""
    law = edition("fide-2014-07-print")
    needed = time_of_class(law, best)

    assert (is_too_fast(law, seconds, needed), is_open(law, seconds, needed)) == answer


def test_a_faster_control_needs_a_name_an_approval_and_an_edition() -> None:
    """None of the three is enough without the others."""
    named = edition("fide-2026-01")

    assert is_approved(named, is_named=True, was_approved=True)
    assert not is_approved(named, is_named=False, was_approved=True)
    assert not is_approved(named, is_named=True, was_approved=False)
    assert not is_approved(edition("fide-2024-03"), is_named=True, was_approved=True)


def test_only_an_edition_that_names_controls_lets_them_pass_by_name() -> None:
    """2003 names three (1.1.4), later editions none."""
    assert is_enough_by_name(edition("fide-2003-07"), is_example=True)
    assert not is_enough_by_name(edition("fide-2003-07"), is_example=False)
    assert not is_enough_by_name(edition("fide-2009-07"), is_example=True)


@pytest.mark.parametrize(
    ("name", "kind", "seconds", "broken"),
    [
        ("fide-rb-2012-01", "rapid", 899, "minutes_from"),
        ("fide-rb-2012-01", "rapid", 900, None),
        ("fide-rb-2012-01", "rapid", 3599, None),
        ("fide-rb-2012-01", "rapid", 3600, "minutes_below"),
        ("fide-rb-2022-01", "rapid", 600, "minutes_above"),
        ("fide-rb-2022-01", "rapid", 601, None),
        ("fide-rb-2022-01", "blitz", 600, None),
        ("fide-rb-2022-01", "blitz", 601, "minutes_up_to"),
        ("fide-rb-2024-03", "blitz", 180, "minutes_above"),
        ("fide-rb-2024-03", "blitz", 181, None),
    ],
)
def test_the_limits_of_rapid_and_blitz(name: str, kind: str, seconds: int, broken: str | None) -> None:
    """Each limit is in it or not, to the second; one player's time is enough to break it."""
    law, day = edition(name, kind), date(2013, 5, 3)

    assert limits_kept(law, kind, day, (seconds, 1200 if kind == "rapid" else 500)) == LimitsKept(broken, False)
    assert is_of_kind(law, kind, seconds) is (broken is None)


@pytest.mark.parametrize(
    ("kind", "seconds", "is_doubtful"),
    [
        ("rapid", 600, False),
        ("rapid", 601, True),
        ("rapid", 899, True),
        ("rapid", 900, False),
        ("rapid", 3600, False),
        ("blitz", 299, False),
        ("blitz", 600, False),
        ("blitz", 601, True),
        ("blitz", 899, True),
        ("blitz", 900, False),
    ],
)
def test_between_the_border_of_the_laws_and_that_of_the_edition_it_is_open(
    kind: str, seconds: int, is_doubtful: bool
) -> None:
    """From July 2014 on, more than 10 minutes and less than 15; the day before nothing is open (R-035)."""
    law = edition("fide-rb-2012-01", kind)
    days = (date(2014, 6, 30), date(2014, 7, 1), None)

    open_on = [limits_kept(law, kind, day, (seconds, seconds)).is_doubtful for day in days]

    assert open_on == [False, is_doubtful, False]


def test_an_hour_is_standard_chess() -> None:
    """The minutes of the lowest class are the least of standard chess; an edition without limits has no rapid."""
    law = edition("fide-2024-03")

    assert (is_of_kind(law, "standard", 3600), is_of_kind(law, "standard", 3599)) == (True, False)
    assert not is_of_kind(law, "rapid", 1200)


@pytest.mark.parametrize(
    ("name", "moves", "answer"),
    [
        # the answer: as asked, refused
        *((name, 39, (False, False)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        *((name, 40, (True, False)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        *((name, 41, (False, False)) for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")),
        ("fide-2014-07-print", 41, (False, True)),
        ("fide-2024-03", 29, (False, True)),
        ("fide-2024-03", 30, (True, False)),
        ("fide-2024-03", 31, (True, False)),
        ("fide-2024-03", None, (True, False)),
    ],
)
def test_the_first_control_is_advice_or_a_duty(name: str, moves: int | None, answer: tuple[bool, bool]) -> None:
    """40 moves were advice, as printed in 2014 a duty (E 31); at least 30 are a duty."""
    assert first_control(edition(name), moves) == answer


def test_an_edition_without_a_first_control_takes_any() -> None:
    """Rapid and blitz have one control."""
    assert first_control(edition("fide-rb-2012-01", "rapid"), 20) == (True, False)


def test_both_times() -> None:
    """Asked for in rapid and blitz, and as printed in 2024; the edition of 2024 is content with the least for each."""
    rapid, new = edition("fide-rb-2024-03", "rapid"), edition("fide-2024-03")
    printed, old = edition("fide-2024-03-print"), edition("fide-2014-07")

    assert [times_of_both(law, is_same=False) for law in (rapid, printed)] == [UNEQUAL, UNEQUAL]
    assert [times_of_both(law, is_same=True) for law in (rapid, printed)] == [SAME_FOR_BOTH, SAME_FOR_BOTH]
    assert (times_of_both(new, is_same=False), times_of_both(new, is_same=True)) == (EACH_THE_LEAST, EQUAL_NOT_ASKED)
    assert {times_of_both(old, is_same=is_same) for is_same in (False, True)} == {EQUAL_NOT_ASKED}
