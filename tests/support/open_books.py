"""Books of an open period in which many players do not meet: so that an event touches some of them and not all."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
from made_books import BookMaker, MadeBook

from arpad.book.memory import MemoryBook
from arpad.model.period import KINDS
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import date


_ENOUGH = 9
"""With so many games against rated players a result counts by every edition."""


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


class LinkedMaker(SparseMaker):
    """The same, with round robins whose tables depend on one another through unrated players."""

    unrated_share = 0.35

    def book(self) -> MadeBook:
        """Make everything up, and add such events where there is one of whose days they can be."""
        made_up = super().book()
        tables, newest = made_up.tables, made_up.lists[self.list_days[1]]
        ratings = [pl.col(f"{kind}_rating") for kind in (self.kind, "standard")]
        is_unrated = pl.all_horizontal(rating.is_null() for rating in ratings)
        unrated, rated = (newest.filter(which)["fide_id"].to_list() for which in (is_unrated, ratings[0].is_not_null()))
        is_usual = (pl.col("kind") == self.kind) & ~pl.col("withdrawn") & pl.col("rated_for").is_null()
        usual = tables["events"].filter(is_usual & pl.col("replaces").is_null()).to_dicts()
        if len(unrated) > 1 and len(rated) > _ENOUGH and usual:
            chosen = self.chance.sample(unrated, 2)
            tables["pool"] = tables["pool"].filter(~pl.col("fide_id").is_in(chosen))
            self._link(tables, self.chance.choice(usual), chosen, rated)
        return made_up

    def _link(
        self, tables: dict[str, pl.DataFrame], usual: dict[str, Any], unrated: Sequence[int], rated: Sequence[int]
    ) -> None:
        """Add a Swiss event and two round robins, one after the other.

        By the first result of the first player the only point of the second one counts in the first round robin; and
        by that the second one is in the table of the last.
        """
        first, second = unrated
        days = [usual["start"] - timedelta(days=before) for before in (2, 1, 0)]
        opponents = self.chance.sample(rated, _ENOUGH)
        self._add(tables, usual, days[0], "swiss", {(first, opponent): 50 for opponent in opponents})
        field = self.chance.sample(rated, 4)
        draws = dict.fromkeys(combinations(field, 2), 50)
        losses = {(other, loser): 100 for other in field for loser in unrated}
        self._add(tables, usual, days[1], "roundrobin", draws | losses | {(second, first): 100})
        self._add(tables, usual, days[2], "roundrobin", draws | {(other, second): 100 for other in field})

    @staticmethod
    def _add(
        tables: dict[str, pl.DataFrame],
        usual: dict[str, Any],
        start: date,
        system: str,
        games: dict[tuple[int, int], int],
    ) -> None:
        """Add an event that is usual but for its start, its system and its games: pairs, and white's points."""
        number = int(tables["events"]["event_id"].max() or 0) + 1  # type: ignore[arg-type] # whole numbers
        own = {"event_id": number, "name": f"Event {number}", "system": system, "start": start, "ratings": "start"}
        played = [
            {"event_id": number, "round": turn, "white": white, "black": black, "white_score": points,
             "black_score": 100 - points}
            for turn, ((white, black), points) in enumerate(games.items(), 1)
        ]  # fmt: skip
        for name, rows in (("events", [usual | own | {"cycles": 1, "team_championship": False}]), ("games", played)):
            new = pl.DataFrame(rows, schema=tables[name].schema, orient="row")
            tables[name] = pl.concat([tables[name], new])


def open_book(seed: int, kind: str, list_date: date) -> MadeBook:
    """Make up a book from a number; every second one with tables that depend on one another."""
    maker = LinkedMaker if seed % 2 == 0 else SparseMaker
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
