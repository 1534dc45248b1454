"""Everybody of a book as columns: places, births, associations; and what a list says of everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.columns import ColumnFrame
from arpad.engine.ids import Places
from arpad.model.period import AFTER_THE_YEAR, BORN_LONG_AGO

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.engine.arrays import Column

UNRATED = 0
NO_K = -1
NO_DAY = -(1 << 30)
EPOCH = date(1970, 1, 1)
_RATINGS = frozenset(("rating", "standard"))


def day_number(day: date) -> int:
    """Give a day as columns of days hold it."""
    return (day - EPOCH).days


def day_of(number: int) -> date:
    """Give the day that stands in a column of days."""
    return EPOCH + timedelta(days=number)


@dataclass(frozen=True, slots=True)
class Everybody:
    """The players of a book in the order of their FIDE numbers."""

    places: Places
    born: Column
    """The birthday as yyyymmdd; the end of the year where only that is known."""
    birth_year: Column
    in_association: Column

    @property
    def size(self) -> int:
        """Count everybody."""
        return len(self.places)

    def only(self, places: Column) -> Everybody:
        """Give some of the players, by places in their order."""
        numbers = Places(pl.Series(self.places.numbers[places]))
        return Everybody(numbers, self.born[places], self.birth_year[places], self.in_association[places])


def people_of(players: pl.DataFrame) -> Everybody:
    """Take what the rules ask of everybody."""
    places = Places(players["fide_id"])
    by_number = players if places.is_sorted else players.sort("fide_id").unique("fide_id", keep="first").sort("fide_id")
    years, born = by_number["birth_year"].fill_null(0).to_numpy(), by_number["birth_date"]
    born_on = years * np.int32(10_000) + np.int32(AFTER_THE_YEAR)
    if born.null_count() < by_number.height:
        known = born.is_not_null().to_numpy()
        born_on[known] = _as_numbers(born.drop_nulls().to_physical().to_numpy())
        years = born_on // np.int32(10_000)
    # A player with no known birth date is taken for an adult.
    days = np.where(years == 0, np.int32(BORN_LONG_AGO.as_number()), born_on)
    return Everybody(places, days, years, by_number["association"].is_not_null().to_numpy())


def _as_numbers(days: Column) -> Column:
    """Give days as yyyymmdd; there are far fewer days than people, so each is worked out once."""
    first = int(days.min())
    each = pl.Series(np.arange(first, int(days.max()) + 1, dtype=np.int32)).cast(pl.Date)
    numbers = (each.dt.year() * 10_000 + each.dt.month().cast(pl.Int32) * 100 + each.dt.day()).to_numpy()
    as_numbers: Column = numbers[days - first]
    return as_numbers


@dataclass(frozen=True, slots=True)
class ListColumns(ColumnFrame):
    """What a list says of everybody about one kind of chess, by places (int32); 0 is unrated, -1 no known K."""

    rating: Column
    standard: Column
    k: Column
    played: Column
    highest: Column
    last: Column


def listed(frame: pl.DataFrame | None, kind: str, players: Everybody, *, ratings_only: bool = False) -> ListColumns:
    """Take the columns of a kind of chess; where there is no list, nobody is rated.

    With `ratings_only` it is as if nothing else were known, which needs no room.
    """
    if frame is None:
        nobody = np.zeros(players.size, dtype=np.int32)
        return ListColumns(nobody, nobody, nobody + NO_K, nobody, nobody, nobody + NO_DAY)
    # A list of a book has everybody in the order of places, as a rule.
    is_everybody = np.array_equal(frame["fide_id"].to_numpy(), players.places.numbers)
    places = np.zeros(0, dtype=np.int64) if is_everybody else players.places.of(frame["fide_id"])
    names = {"rating": UNRATED, "k": NO_K, "played": 0, "highest": 0, "last": NO_DAY}
    wanted: Mapping[str, tuple[str, int]] = {
        **{name: (f"{kind}_{name}", absent) for name, absent in names.items()},
        "standard": ("standard_rating", UNRATED),
    }
    if_absent = {column: absent for name, (column, absent) in wanted.items() if name in _RATINGS or not ratings_only}
    values = frame.select(pl.col(column).to_physical().fill_null(absent) for column, absent in if_absent.items())
    taken = {column: values[column].to_numpy() for column in if_absent}
    if not is_everybody:
        taken = {column: _scattered(taken[column], places, players.size, if_absent[column]) for column in taken}
    unknown = {column: absent for column, absent in wanted.values() if column not in taken}
    taken |= {column: np.broadcast_to(np.int32(absent), (players.size,)) for column, absent in unknown.items()}
    return ListColumns(**{name: taken[column] for name, (column, _) in wanted.items()})


def _scattered(values: Column, places: Column, size: int, absent: int) -> Column:
    """Put values in the order of places; whoever is not on the list has nothing."""
    scattered = np.full(size, absent, dtype=np.int32)
    known = places >= 0
    scattered[places[known]] = values[known]
    return scattered
