"""Who is on a list, and how steady adults moved: numbers, means and percentiles, in whole numbers throughout.

Everything is worked out from counts of equal ratings, so the order of rows cannot matter: a mean is a quotient of two
sums, rounded once, and a percentile is the rating at its nearest rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.everybody import NO_DAY
from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.publication.integrity.measures import BAND, PERCENTILES, STEADY_FROM, STEADY_TO
from arpad.publication.listing import is_recent
from arpad.regulations.workings.coefficient import newcomers_k

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.engine.everybody import Everybody
    from arpad.publication.integrity.lines import Lines
    from arpad.regulations.edition import Edition

AGES = ((0, "to 11"), (12, "12-15"), (16, "16-19"), (20, "20-29"), (30, "30-38"), (39, "39-49"), (50, "50-64"),
        (65, "65 on"))  # fmt: skip
"""The first age of each group."""
_NOT_KNOWN = 1000
"""An age beyond all others, for players of whom none is known."""
_GROUPS = (*AGES, (_NOT_KNOWN, "?"))
_NOBODY = {"group": "all", "number": 0, "active": 0, "mean": None, "active_mean": None} | {
    f"p{percentile}": None for percentile in PERCENTILES
}

NOT_COMPARED = dict.fromkeys(("number", "mean", "up", "down", "still"))
"""What is told of steady adults where there is no earlier list."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A column of few different texts: the texts in their order, and for each row which of them it has."""

    different: tuple[str, ...]
    which: Column

    @classmethod
    def of(cls, column: pl.Series) -> Texts:
        """Take a column of texts; where there is none, it is empty."""
        texts = column.fill_null("")
        different = texts.unique().sort()
        return cls(tuple(different.to_list()), texts.cast(pl.Enum(different)).to_physical().to_numpy())


@dataclass(frozen=True, slots=True)
class People:
    """Who everybody is, by places; of players without a rating nothing is asked, so they stand in any group."""

    is_steady: Column
    """Whether the strength of a player of this age is held to be stable."""
    age_and_sex: Column
    """The age group times the number of sexes, and the sex."""
    sexes: tuple[str, ...]
    federation: Column
    federations: tuple[str, ...]


def people(players: Everybody, persons: pl.DataFrame, is_rated: Column, list_date: date) -> People:
    """Take from the rows of the table of players what is told apart; `is_rated` says by places whose rows these are."""
    sex, federation = Texts.of(persons["sex"]), Texts.of(persons["federation"])
    at = np.flatnonzero(is_rated)
    age = _ages(players.birth_year[at], list_date)
    groups = np.searchsorted([first for first, _ in _GROUPS], np.arange(_NOT_KNOWN + 1), side="right") - 1
    age_and_sex, of_federation = np.zeros((2, players.size), dtype=np.int32)
    age_and_sex[at] = groups[age] * len(sex.different) + sex.which
    of_federation[at] = federation.which
    is_steady = np.zeros(players.size, dtype=bool)
    is_steady[at] = _is_steady(age)
    return People(is_steady, age_and_sex, sex.different, of_federation, federation.different)


def _ages(birth_year: Column, list_date: date) -> Column:
    """Give ages in the year of a list; whoever is born later has none yet."""
    age = np.clip(np.int32(list_date.year) - birth_year, 0, _NOT_KNOWN)
    age[birth_year == 0] = _NOT_KNOWN
    return age


def _is_steady(age: Column) -> Column:
    return (age >= STEADY_FROM) & (age <= STEADY_TO)


def adults(players: Everybody, list_date: date) -> Column:
    """Tell whose age in the year of a list is one at which strength is held to be stable, by places."""
    return _is_steady(_ages(players.birth_year, list_date))


def distribution(of: People, lines: Lines, rated: Column, law: Edition, inactive_from: date) -> dict[str, Any]:
    """Give number, active ones, mean and percentiles of the players at some places, rated on a list.

    Of all, and by band, age, sex and federation.
    """
    if not len(rated):
        return {"all": _NOBODY, "bands": [], "ages": [], "sexes": [], "federations": []}
    rating = lines.of("rating")[rated]
    active = is_recent(law, _days(lines.of("last")[rated]), inactive_from).to_numpy()
    sexes = len(of.sexes)
    lowest = int(rating.min())
    by_age_and_sex = counted(of.age_and_sex[rated], len(_GROUPS) * sexes, rating - lowest, active)
    # Below one another: for each age, for each sex, players and active ones by rating.
    cells = by_age_and_sex.reshape(len(_GROUPS), sexes, 2, -1)
    every = cells.sum(axis=(0, 1))
    band = (lowest + np.arange(every.shape[1])) // BAND
    bands = np.arange(int(band[0]), int(band[-1]) + 1)
    federations = counted(of.federation[rated], len(of.federations), rating - lowest, active)
    by_band = np.where(band == bands[:, np.newaxis, np.newaxis], every, 0)
    return {
        "all": described(("all",), every[np.newaxis], lowest)[0],
        "bands": described((bands * BAND).tolist(), by_band, lowest),
        "ages": described([name for _, name in _GROUPS], cells.sum(axis=1), lowest),
        "sexes": described(of.sexes, cells.sum(axis=0), lowest),
        "federations": described(of.federations, federations, lowest),
    }


def _days(last: Column) -> pl.Series:
    """Give days as a column in which nothing stands where none is known."""
    return pl.select(pl.when(pl.Series(last != NO_DAY)).then(pl.Series(last))).to_series()


def counted(group: Column, groups: int, rating: Column, active: Column) -> Column:
    """Count equal ratings within groups: for each group all players by rating, and the active ones."""
    size = int(rating.max(initial=0)) + 1
    cell = (group.astype(np.int64) * 2 + active) * size + rating
    cells = np.bincount(cell, minlength=2 * groups * size).reshape(groups, 2, size)
    # Counted apart were the inactive and the active.
    cells[:, 0] += cells[:, 1]
    return cells


def described(names: Sequence[str] | Sequence[int], cells: Column, lowest: int = 0) -> list[dict[str, Any]]:
    """Describe the groups that have anybody, in their order; `cells` are counted, from a lowest rating on."""
    ratings = lowest + np.arange(cells.shape[2], dtype=np.int64)
    numbers, points, upto = cells.sum(axis=2), cells @ ratings, np.cumsum(cells[:, 0], axis=1)
    groups = []
    for place in np.flatnonzero(numbers[:, 0]).tolist():
        (number, active), (sum_, active_sum) = numbers[place].tolist(), points[place].tolist()
        ranks = [-(-number * percentile // 100) for percentile in PERCENTILES]
        at_rank = ratings[np.searchsorted(upto[place], ranks)].tolist()
        groups.append(
            {
                "group": names[place],
                "number": number,
                "active": active,
                "mean": hundredths_mean(sum_, number),
                "active_mean": hundredths_mean(active_sum, active),
                **{f"p{percentile}": rating for percentile, rating in zip(PERCENTILES, at_rank, strict=True)},
            }
        )
    return groups


def described_alone(ratings: Column) -> dict[str, Any]:
    """Describe ratings that are not told apart, nor active from inactive players."""
    alone = np.zeros(len(ratings), dtype=np.int64)
    return described(("all",), counted(alone, 1, ratings, alone))[0] if len(ratings) else _NOBODY


def hundredths_mean(points: int, number: int) -> int | None:
    """Give a mean in hundredths, a half up; None of nothing.

    >>> hundredths_mean(4003, 2), hundredths_mean(-1, 3), hundredths_mean(0, 0)
    (200150, -33, None)
    """
    return rounded_quotient(100 * points, number, HALF_UP) if number else None


def steady(now: Lines, before: Lines, on_both: Column, law: Edition) -> dict[str, Any]:
    """Give how adults of stable strength moved from a list before to this one.

    `on_both` are the places of those of 20 to 38 years who are rated on both lists. Counted are the ones who played
    rated games in between and were no longer new on the first of them: a player with the K of a newcomer is still
    finding a level.
    """
    moved = on_both[now.of("played")[on_both] > before.of("played")[on_both]]
    if newcomers_k(law):
        # Where no K is known, it is below any.
        moved = moved[before.of("k")[moved] < newcomers_k(law)]
    change = now.of("rating")[moved] - before.of("rating")[moved]
    return {
        "number": len(moved),
        "mean": hundredths_mean(int(change.sum(dtype=np.int64)), len(moved)),
        "up": int(np.count_nonzero(change > 0)),
        "down": int(np.count_nonzero(change < 0)),
        "still": int(np.count_nonzero(change == 0)),
    }
