"""The schedule as rules: each limit from both sides, and what it cites."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.consulted import answer
from arpad.regulations.rules import schedule


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
