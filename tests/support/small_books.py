"""Books of a few players, written by hand: tables and lists for tests that work numbers out on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.memory import MemoryBook
from arpad.book.schema import LIST, TABLES
from arpad.engine.period.close_list import close
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from arpad.book.schema import BookTable
    from arpad.engine.period.close_list import Closed

_EMPTY: dict[type[pl.DataType], Any] = {pl.String: "", pl.Boolean: False}


def rows_of(table: BookTable, rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Make a table from rows that name only what matters; the rest is nothing, empty or zero."""
    blank = {
        name: None if column.null or column.kind == pl.Date else _EMPTY.get(type(column.kind), 0)
        for name, column in table.columns.items()
    }
    return pl.DataFrame([blank | dict(row) for row in rows], schema=table.schema, orient="row")


@dataclass
class SmallBook:
    """A book in the making: players with their ratings on lists, and games."""

    tables: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {name: [] for name in TABLES if name != "adjustments"}
    )
    lists: dict[date, list[dict[str, Any]]] = field(default_factory=dict)

    def player(self, number: int, born: int = 1990, **more: Any) -> None:  # noqa: ANN401 - cells of any kind
        """Add a player."""
        person = {"fide_id": number, "name": f"Player, {number}", "federation": "AAA", "sex": "M", "birth_year": born}
        self.tables["players"].append(person | more)

    def rated(self, day: date, number: int, rating: int | None, k: int = 20, played: int = 100, **more: Any) -> None:  # noqa: ANN401
        """Put a player on the standard list of a day."""
        made = {"rating": rating, "k": None if rating is None else k, "played": played, "highest": rating} | more
        self.lists.setdefault(day, []).append(
            {"fide_id": number, **{f"standard_{name}": value for name, value in made.items()}}
        )

    def event(self, number: int, start: date, end: date, games: Iterable[tuple[int, int, int]], **more: Any) -> None:  # noqa: ANN401
        """Add an event with games, each a round of its own: white, black, white's score in hundredths."""
        about = {"event_id": number, "name": f"Event {number}", "kind": "standard", "system": "swiss", "cycles": 1}
        self.tables["events"].append(about | {"start": start, "end": end, "ratings": "start"} | more)
        for place, (white, black, score) in enumerate(games, 1):
            scores = {"white_score": score, "black_score": 100 - score}
            self.tables["games"].append({"event_id": number, "round": place, "white": white, "black": black} | scores)

    def frames(self) -> dict[str, pl.DataFrame]:
        """Give the tables."""
        return {name: rows_of(TABLES[name], rows) for name, rows in self.tables.items()}

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day."""
        return rows_of(LIST, self.lists[day]) if day in self.lists else None

    def every_list(self) -> dict[date, pl.DataFrame]:
        """Give all lists."""
        return {day: rows_of(LIST, rows) for day, rows in self.lists.items()}

    def view(self, edition: str | None = None, rulebook: Rulebook | None = None) -> MemoryBook:
        """Give the book in memory, by the editions in force, by another one, or by another rulebook."""
        return MemoryBook(self.frames(), self.every_list(), rulebook or Rulebook(edition=edition))

    def closed(self, day: date) -> Closed:
        """Make the list of a day."""
        return close(self.view(), day)
