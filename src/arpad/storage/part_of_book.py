"""A part of a book in the database, by named queries: of one player, or of the events that the next list may rate.

What a line of a list depends on is said in `engine.compare.concerned`: the player's own events and everybody in them,
and what the book says of these. Where an edition lets a line reach further, the whole book is read instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl
from django.db.models import F, Q

from arpad.book.change import described
from arpad.book.schema import TABLES
from arpad.book.view import LaidOver
from arpad.engine.compare.concerned import reaches_only_its_own
from arpad.storage.archived_files import read_lines
from arpad.storage.book_tables import in_order
from arpad.storage.models import MODELS, EventRow
from arpad.storage.queries.games import events_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from django.db.models import QuerySet

    from arpad.book.view import BookView
    from arpad.storage.database_book import DatabaseBook
    from arpad.storage.models.book_rows import BookRow

_COLUMNS = {"adjustments": {"id": F("adjustment")}}
"""Columns that a model calls otherwise."""
_OF_PLAYERS = frozenset(
    ("players", "pool", "corrections", "line_corrections", "exclusions", "exemptions", "coefficients")
)
"""Tables whose rows are about players; what they say of nobody in particular is read, too."""
_TOLD_BY_EVENTS = "import"
"""The entries of the book's log that say nothing of a line: what came in stands in the events."""


def rows_of(book: DatabaseBook, name: str, where: Q) -> pl.DataFrame:
    """Give some rows of a table of a book, in the order of its key."""
    table = TABLES[name]
    columns = [_COLUMNS.get(name, {}).get(column, F(column)) for column in table.schema]
    rows = _rows(name).filter(where, rating_system=book.system).values_list(*columns)
    return in_order(name, pl.DataFrame(list(rows), schema=table.schema, orient="row"))


def _rows(name: str) -> QuerySet[BookRow]:
    return MODELS[name]._default_manager.all()  # noqa: SLF001 - Django's own way to say it


@dataclass(frozen=True)
class PartOfBook(LaidOver):
    """A book of which some tables are read in part; a small table is read when it is asked for, and alone."""

    below: DatabaseBook
    tables: dict[str, pl.DataFrame]
    players: frozenset[int] | None = None
    """Whom the lines of lists and part results are about; None for everybody."""

    def table(self, name: str) -> pl.DataFrame:
        """Give a table, or the part of it that is there."""
        if name not in self.tables:
            if name in TABLES:
                where = self._about_them() if name in _OF_PLAYERS else Q()
                there = name in self.below.states
                self.tables[name] = rows_of(self.below, name, where) if there else TABLES[name].empty()
            elif self.players is not None and name in self.below.files:
                self.tables[name] = read_lines(self.below.files[name], described(name), self.players)
            else:
                self.tables[name] = self.below.table(name)
                self.below.let_go(name)
        return self.tables[name]

    def _about_them(self) -> Q:
        return Q() if self.players is None else Q(fide_id__in=self.players) | Q(fide_id__isnull=True)

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the lines of a list; None where the book has none of that day."""
        return self.table(f"lists/{day:%Y-%m}") if day in self.list_dates else None

    def is_published(self, day: date) -> bool:
        """Tell whether a list was made in this office, and not only taken over."""
        return self.below.is_published(day)

    def published_file(self, day: date, name: str) -> bytes | None:
        """Give a file that was published with a list."""
        return self.below.published_file(day, name)

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made, or was made."""
        from arpad.book.view import kept_pool  # noqa: PLC0415 - beside its only use

        return kept_pool(self, list_date)


def open_events(book: DatabaseBook, day: date) -> BookView:
    """Give a book with those events only that the list of a day may rate, or takes back."""
    where = Q(rated_for__isnull=True) | Q(rated_for=day) | Q(withdrawn=True, withdrawn_for=day)
    return PartOfBook(book, {"events": rows_of(book, "events", where)})


def about_player(book: DatabaseBook, day: date, kind: str, number: int) -> BookView | None:
    """Give the part of a book from which the line of a player on a list follows; None where that may be all of it."""
    taken_back = EventRow.objects.filter(rating_system=book.system, withdrawn=True, withdrawn_for=day)
    again = {rated_for for rated_for in taken_back.values_list("rated_for", flat=True) if rated_for is not None}
    own_games = Q(event_id__in=events_of(book.system, number))
    of_list = Q(rated_for__isnull=True) | Q(rated_for=day) | Q(rated_for__in=again)
    events = rows_of(book, "events", own_games & of_list)
    games = rows_of(book, "games", Q(event_id__in=events["event_id"].to_list()))
    everybody = frozenset({number, *games["white"].to_list(), *games["black"].to_list()})
    log = rows_of(book, "log", ~Q(deed=_TOLD_BY_EVENTS))
    tables: Mapping[str, pl.DataFrame] = {"events": events, "games": games, "log": log}
    part = PartOfBook(book, dict(tables), everybody)
    return part if reaches_only_its_own(part, day, again, [kind]) else None
