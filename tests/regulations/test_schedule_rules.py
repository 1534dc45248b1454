"""The schedule as rules: each limit from both sides, and what it cites."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.consulted import answer
from arpad.regulations.rules import conditions, schedule


@pytest.mark.parametrize(
    ("name", "kind", "most", "noted"),
    [
        ("fide-2009-07", "standard", 3, ("rounds_per_day",)),
        ("fide-2014-07", "standard", schedule.NO_LIMIT, ()),
        ("fide-rb-2012-01", "rapid", 15, ("rounds_per_day_rapid",)),
        ("fide-rb-2012-01", "blitz", 30, ("rounds_per_day_blitz",)),
    ],
)
def test_a_day_has_so_many_rounds(name: str, kind: str, most: int, noted: tuple[str, ...]) -> None:
    """Each kind of chess has its own number, and cites it alone; without one no day is too full."""
    law, facts = edition(name, kind), {"is_rapid": kind == "rapid", "is_blitz": kind == "blitz"}
    full, fuller = (answer(law, schedule.ROUNDS_A_DAY, rounds=rounds, **facts) for rounds in (most, most + 1))

    assert (full["rounds_allowed"], full.by("rounds_allowed").noted) == (most, noted)
    assert (full["has_too_many_rounds"], fuller["has_too_many_rounds"]) == (False, bool(noted))


def test_a_day_has_so_many_hours() -> None:
    """Twelve hours are allowed to the second."""
    law = edition("fide-2024-03")
    full, fuller = (answer(law, schedule.HOURS_A_DAY, seconds=seconds) for seconds in (43200, 43201))

    assert (full["hours_allowed"], full.by("hours_allowed").noted) == (12, ("hours_per_day",))
    assert (full["has_too_many_hours"], fuller["has_too_many_hours"]) == (False, True)


LENGTHS = {"knows_days": True, "first_day": 20100901}
ABOUT = {
    "league": conditions.NO,
    "team_championship": conditions.NOT_SAID,
    "may_be_league": False,
    "is_approved": False,
}


@pytest.mark.parametrize(
    ("last_day", "more", "lasting"),
    [
        (20101129, {}, schedule.WITHIN),
        (20101130, {}, schedule.TOO_LONG),
        (20101130, {"league": conditions.YES}, schedule.EXCEPTED),
        (20101130, {"is_approved": True}, schedule.LET),
        (20101130, {"league": conditions.NOT_SAID, "may_be_league": True}, schedule.OPEN),
        (20101130, {"league": conditions.NOT_SAID}, schedule.TOO_LONG),
    ],
)
def test_an_event_lasts_ninety_days_at_most(last_day: int, more: dict[str, int], lasting: int) -> None:
    """Leagues may last longer, and others by approval."""
    answered = answer(edition("fide-2009-07"), schedule.DURATION, **LENGTHS, last_day=last_day, **ABOUT | more)

    assert answered["lasting"] == lasting
    assert answered.by("is_over_limit", "is_let").noted == ("duration_limit", "duration_approval")


@pytest.mark.parametrize(
    ("name", "last_day", "reported"),
    [
        ("fide-2009-07", 20101231, schedule.NOT_ASKED),
        ("fide-2024-03", 20100930, schedule.WHOLE),
        ("fide-2024-03", 20101001, schedule.IN_PARTS),
    ],
)
def test_a_long_event_is_reported_in_parts(name: str, last_day: int, reported: int) -> None:
    """From the thirty-first day on."""
    assert answer(edition(name), schedule.MONTHLY_PARTS, **LENGTHS, last_day=last_day)["reported"] == reported
