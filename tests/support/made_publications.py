"""Small lists as they come out of a period, with players, decisions and earlier lists, to be published."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import polars as pl

from arpad.book.memory import MemoryBook
from arpad.book.schema import LIST, PLAYERS, TABLES
from arpad.book.tables import fitted
from arpad.engine.period.close_kind import ClosedKind
from arpad.engine.period.close_list import Closed
from arpad.engine.period.withdrawals import Rerated
from arpad.model.period import KINDS
from arpad.publication.publication import Publication, publication
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.period.close_kind import Changes

_NOBODY = dict.fromkeys(PLAYERS.columns, "") | {
    "birth_year": 1980, "birth_date": None, "association": None, "died": None, "federation": "AAX", "sex": "M",
}  # fmt: skip
_NO_LINE: dict[str, Any] = {
    "flag": "",
    **{f"{kind}_{part}": None for kind in KINDS for part in ("rating", "k", "highest", "last")},
    **{f"{kind}_{part}": 0 for kind in KINDS for part in ("games", "played")},
}
_CHANGES = ("fide_id", "rating", "games", "sum", "unrounded", "change", "new_rating")
_EVENTS = ("fide_id", "event_id", "rating", "k", "k_applied", "games", "sum")
_NEWCOMERS = {"fide_id": pl.Int64, "games": pl.Int64, "score": pl.Int64, "ru": pl.Int64, "published": pl.Int64,
              "reasons": pl.String}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Moved:
    """What a period came to, given instead of worked out."""

    players: pl.DataFrame
    events: pl.DataFrame


def of_list(*lines: dict[str, Any]) -> pl.DataFrame:
    """Make a list of a book from the columns that matter."""
    return _frame(LIST.schema, [_NO_LINE | line for line in lines])


def table(name: str, *rows: dict[str, Any]) -> pl.DataFrame:
    """Make a table of a book."""
    return fitted(pl.DataFrame(list(rows), schema=TABLES[name].schema, orient="row"), TABLES[name])


def _frame(schema: Any, rows: list[dict[str, Any]]) -> pl.DataFrame:  # noqa: ANN401 - what Polars takes
    return pl.DataFrame([[row.get(name) for name in schema] for row in rows], schema=schema, orient="row")


@dataclass
class MadeList:
    """A list to be published: its day, players, lines, and whatever else a test gives."""

    day: date
    players: list[dict[str, Any]]
    """Rows of the table of players; what is not given is that of somebody ordinary."""
    lines: list[dict[str, Any]]
    """Rows of the list; a player without one is unrated."""
    name: str | None = None
    kinds: tuple[str, ...] = ("standard",)
    changes: list[tuple[int, ...]] = field(default_factory=list)
    newcomers: list[tuple[Any, ...]] = field(default_factory=list)
    earlier: dict[date, pl.DataFrame] = field(default_factory=dict)
    tables: dict[str, pl.DataFrame] = field(default_factory=dict)

    def everything(self) -> dict[str, pl.DataFrame]:
        """Give all tables of the book."""
        players = _frame(
            PLAYERS.schema, [_NOBODY | {"name": f"Made, {player['fide_id']}"} | player for player in self.players]
        )
        return {name: table.empty() for name, table in TABLES.items()} | {"players": players} | self.tables

    def closed(self) -> Closed:
        """Give the list as a period makes it."""
        known = {line["fide_id"]: line for line in self.lines}
        frame = of_list(*({"fide_id": player["fide_id"]} | known.get(player["fide_id"], {}) for player in self.players))
        frame = frame.sort("fide_id")
        return Closed(
            self.day, frame, {kind: self._kind(frame, kind) for kind in self.kinds}, pl.DataFrame(), pl.DataFrame()
        )

    def _kind(self, frame: pl.DataFrame, kind: str) -> ClosedKind:
        law = edition(self.name, kind, self.day) if self.name else in_force(self.day, kind)
        parts = ("rating", "games", "k", "played", "highest", "last")
        ratings = frame.select("fide_id", **{part: pl.col(f"{kind}_{part}") for part in parts})
        moved = [row for row in self.changes if kind == self.kinds[0]]
        players = pl.DataFrame(moved, schema=dict.fromkeys(_CHANGES, pl.Int64), orient="row")
        events = players.select(
            "fide_id", "rating", "games", "sum", event_id=pl.lit(1, pl.Int64), k=pl.lit(20, pl.Int64),
            k_applied=pl.lit(20, pl.Int64),
        )  # fmt: skip
        entered = [row for row in self.newcomers if kind == self.kinds[0]]
        return ClosedKind(
            law,
            ratings,
            cast("Changes", Moved(players, events.select(_EVENTS))),
            pl.DataFrame(entered, schema=_NEWCOMERS, orient="row").with_columns(needed=pl.lit(5, pl.Int64)),
            TABLES["pool"].empty(),
            TABLES["events"].empty(),
            Rerated(TABLES["corrections"].empty(), TABLES["pool"].empty()),
        )

    def published(self) -> Publication:
        """Publish it."""
        return publication(self.closed(), MemoryBook(self.everything(), self.earlier, Rulebook(edition=self.name)))
