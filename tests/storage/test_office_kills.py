"""Deeds of an office killed at a moment: as before or as after, and the second try as if nothing had been.

`make office-kills` does so at many moments of every deed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import killed_offices as kills
import pytest

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = {
    "sqlite": {"close": 1, "backup": 2, "accept": 3},
    "postgresql": {"publish": 1, "restore": 2, "appeal": 1},
}
"""On each database some deeds, each killed once; `make office-kills` kills all of them on both."""


@pytest.mark.parametrize("database", kills.DATABASES)
def test_a_killed_deed_is_done_or_not_at_all(database: str, tmp_path: Path) -> None:
    """Nothing mixed or damaged, no job stuck, nothing sent that did not happen; the second try makes all equal."""
    begun = kills.begun(database, tmp_path, list(NUMBERS[database]))
    for deed, number in NUMBERS[database].items():
        unstopped = kills.whole(deed, begun[deed], tmp_path / "runs" / deed)
        assert unstopped.before != unstopped.after
        outcome = kills.killed(deed, number, unstopped, tmp_path / "runs" / deed)
        assert (outcome.mixed, outcome.unequal) == ((), ()), deed
        assert outcome.job in {"", "done"}, deed
