"""The rules on thinking time, asked by themselves: each limit from both sides, and what is consulted for it."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.workings.thinking_time import (
    TimeNeeded,
    is_approved,
    is_by_event,
    is_open,
    is_too_fast,
    moves_counted,
    time_needed,
    time_of_class,
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
