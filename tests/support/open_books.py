"""Books of an open period in which many players do not meet: so that an event touches some of them and not all."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
from made_books import BookMaker, MadeBook

from arpad.book.memory import MemoryBook
from arpad.model.period import KINDS
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date


class SparseMaker(BookMaker):
    """Makes up books of many players and small events, most of them of the same few systems."""

    systems = ("swiss", "swiss", "roundrobin", "roundrobin", "match", "scheveningen", "team")

    def __init__(self, chance: Random, kind: str, list_date: date, name: str | None = None) -> None:
        super().__init__(chance, kind, list_date, name)
        self.ids = [100 + 7 * place for place in range(chance.randint(18, 34))]

    def book(self) -> MadeBook:
        """Make everything up, with more events, also of the other kinds of chess."""
        for _ in range(self.chance.randint(3, 7)):
            self._event(self.list_date, self.chance.choice((self.kind, self.kind, self.kind, *KINDS)))
        return super().book()

    def _pairings(self, system: str) -> list[tuple[int, int, int]]:
        everybody = self.ids
        self.ids = self.chance.sample(everybody, self.chance.randint(4, 7))
        pairings = super()._pairings(system)
        self.ids = everybody
        return pairings

    def _player(self, fide_id: int) -> dict[str, Any]:
        """Add what is asked of a person when a list is published."""
        chance = self.chance
        return {
            **super()._player(fide_id),
            "name": f"Player {chance.choice('ABC')}",
            "federation": chance.choice(("AAX", "AAX", "BBX", "CCX", "")),
            "sex": chance.choice("MF"),
            "title": chance.choice(("", "", "", "FM")),
            "died": self.list_date.replace(day=1) if chance.random() < 0.04 else None,
        }


class SparseRobinMaker(SparseMaker):
    """The same, of round robins with unrated players."""

    systems = ("roundrobin", "roundrobin", "roundrobin", "swiss")
    unrated_share = 0.4


def open_book(seed: int, kind: str, list_date: date) -> MadeBook:
    """Make up a book from a number; every second one of round robins."""
    maker = SparseRobinMaker if seed % 2 == 0 else SparseMaker
    return maker(Random(seed), kind, list_date).book()  # noqa: S311 - chance, no secrets


def in_memory(book: MadeBook, without: Collection[int] = ()) -> MemoryBook:
    """Give a book without some events."""
    others = ~pl.col("event_id").is_in(list(without))
    left = {name: book.tables[name].filter(others) for name in ("events", "games")}
    return MemoryBook({**book.tables, **left}, book.lists, Rulebook(edition=book.name))


def rows_of_events(book: MadeBook, numbers: Collection[int]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give the rows of some events, and of their games."""
    named = pl.col("event_id").is_in(list(numbers))
    return book.tables["events"].filter(named), book.tables["games"].filter(named)
