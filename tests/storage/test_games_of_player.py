"""The games of a player: those with either colour, found by an index on both databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.db.models import Q
from office_books import imported_book

from arpad.storage.models import GameRow
from arpad.storage.queries.games import events_of, games_of, newest_games

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("office")
def test_games_with_either_colour_are_looked_up(tmp_path: Path) -> None:
    """They are all there, the newest events first, and no other game of the book is looked at."""
    system = imported_book(tmp_path / "book")
    for number in GameRow.objects.order_by("row_number").values_list("white", flat=True)[:200:20]:
        rows = list(GameRow.objects.filter(Q(white=number) | Q(black=number)).order_by("-event_id", "round"))
        assert newest_games(system, number, 1000) == rows
        assert newest_games(system, number, 2) == rows[:2]
        assert events_of(system, number) == sorted({row.event_id for row in rows})
    if connection.vendor == "sqlite":
        plan = games_of(system, 1).explain()
        assert all(f"USING INDEX game_{colour}" in plan for colour in ("white", "black")), plan
