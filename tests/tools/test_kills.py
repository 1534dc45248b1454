"""What kills came to is added up by command, and a line that was left half is none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import kills

if TYPE_CHECKING:
    from pathlib import Path


def line(command: str, number: int, state: str, **more: object) -> dict[str, Any]:
    """Give what is kept of a kill."""
    of_kill = {"command": command, "number": number, "state": state, "mixed": [], "is_equal_after_rerun": True}
    return {**of_kill, "seconds": 2.0, "cpu": 1.5, **more}


def test_kills_are_counted_by_command() -> None:
    """A run that ended before its kill is none; a mixed book and a rerun that comes to something else are named."""
    mixed = line("undo", 0, "journal", mixed=["players.parquet"])
    unequal = line("annul", 0, "writing", is_equal_after_rerun=False)
    figures = kills.figures([line("undo", 1, "done"), line("undo", 2, "ended"), mixed, unequal], ("undo", "close"))

    assert figures["kills"] == 3
    assert figures["kills_of_the_six_deeds"] == 2
    assert figures["ended_before_the_kill"] == 1
    assert (figures["mixed_books"], figures["unequal_reruns"]) == (1, 1)
    assert figures["cpu_seconds_each"] == 1.5
    assert figures["commands"]["undo"] == {
        "kills": 2,
        "left": {"done": 1, "journal": 1},
        "mixed": 1,
        "unequal_reruns": 0,
    }
    assert figures["wrong"] == [mixed, unequal]


def test_what_is_done_is_read_again(tmp_path: Path) -> None:
    """As far as it was written."""
    place = tmp_path / "kept"
    whole = json.dumps(line("undo", 1, "done"))

    assert kills.lines_of(place) == []
    place.write_text(f"{whole}\n{whole[:20]}", encoding="utf-8")
    assert [kept["number"] for kept in kills.lines_of(place)] == [1]
