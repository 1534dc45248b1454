"""The people of a made-up world and the list they stand on: who is rated, how high, with which K, when last seen.

The proportions are those of the list of October 2026 where it is known, else guesses that are marked as such. Column
are drawn as fractions here and become whole before anything is written: nothing in this module is a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.model.period import AFTER_THE_YEAR, ASSOCIATIONS, KINDS
from arpad.regulations.catalogue import in_force
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT

if TYPE_CHECKING:
    from collections.abc import Sequence

Chance = np.random.Generator

REGISTERED = 1_900_000
RATED = {"standard": 569_655, "rapid": 479_695, "blitz": 318_040}
"""Of so many registered players, so many had a rating in October 2026."""
PLAYED_IN_PERIOD = {"standard": 45_874, "rapid": 38_000, "blitz": 21_000}
"""Of the rated, those with a game in the period of the list; rapid and blitz are guesses."""
PLAYED_IN_YEAR = {"standard": 218_099, "rapid": 190_000, "blitz": 125_000}
"""The same for twelve months; rapid and blitz are guesses."""
K_SHARES = {40: 335_711, 20: 226_977, 10: 6_966}
"""Of the standard ratings; what is drawn below is tuned to come near it."""
FEDERATIONS = tuple(f"{first}{second}X" for first in "ABCDEFGHIJ" for second in "ABCDEFGHIJKLMNOPQRST")
"""Two hundred federations that do not exist."""

_WOMEN = 0.15
_JUNIOR_AGE, _YOUNGEST = 18, 6
_JUNIORS = 0.33
_FLOOR, _HIGHEST = 1400, 2880
_SPREAD = 2.0
_STRONG, _TOP, _ABOVE_TOP = 2200, 2400, 0.3
_IDS_FROM, _ID_GAP = 100_000, 40
_MOST_GAMES = 4000
_EPOCH = date(1970, 1, 1)
_NAME_PARTS = (
    ("Al", "Ber", "Cal", "Dor", "Es", "Fal", "Gis", "Hol", "Ir", "Jas", "Kel", "Lor", "Mer", "Nad", "Or", "Pel", "Rus",
     "Sil", "Tor", "Ul", "Ves", "Wen", "Yar", "Zel"),
    ("a", "e", "i", "o", "an", "el", "im", "or", "und", "ar"),
    ("bek", "dan", "fors", "gard", "ini", "kov", "land", "mar", "nes", "ost", "quin", "rand", "sen", "tas", "vik"),
)  # fmt: skip
_OTHERS = ("NA", "FA", "IA", "FI", "NI", "DI", "IO,IA", "FST,FI")
_ONLINE = ("ACM", "AFM", "AIM", "AGM")
_TITLES = (("GM", 2500, 0.85), ("IM", 2400, 0.7), ("FM", 2300, 0.8), ("CM", 2200, 0.3))
_WOMENS_TITLES = (("WGM", 2300, 0.7), ("WIM", 2200, 0.6), ("WFM", 2100, 0.5), ("WCM", 2000, 0.4))


@dataclass(slots=True)
class OfKind:
    """What everybody is in one kind of chess; 0 stands for unrated."""

    rating: Column
    strength: Column
    """The real strength, from which results are drawn."""
    recency: Column
    """From 0, seen in the last period, to 1, not seen for years; 2 for the unrated."""
    games: Column
    played: Column
    highest: Column
    last: Column
    """Days since 1970 began; 0 where there was no game."""

    @property
    def is_rated(self) -> Column:
        """True for those with a rating."""
        return np.asarray(self.rating > 0)


@dataclass(slots=True)
class Population:
    """Everybody, in the order of their numbers."""

    fide_id: Column
    federation: Column
    """The place in `FEDERATIONS`."""
    woman: Column
    birth_year: Column
    """0 where not known."""
    junior: Column
    kinds: dict[str, OfKind]
    died: Column
    """Days since 1970 began; 0 for the living."""

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.fide_id)


def people(chance: Chance, size: int, day: date) -> Population:
    """Make up so many people as of the day of a list."""
    fide_id = _IDS_FROM + np.cumsum(chance.integers(1, _ID_GAP, size, dtype=np.int64))
    weights = 1.0 / (np.arange(len(FEDERATIONS)) + 3.0)
    federation = chance.choice(len(FEDERATIONS), size, p=weights / weights.sum()).astype(np.int16)
    woman = chance.random(size) < _WOMEN
    junior = chance.random(size) < _JUNIORS
    age = np.where(
        junior,
        chance.integers(_YOUNGEST + 1, _JUNIOR_AGE + 1, size),
        _JUNIOR_AGE + 1 + np.minimum(chance.gamma(1.6, 14.0, size), 75.0).astype(np.int64),
    )
    birth_year = np.where(~junior & (chance.random(size) < 0.03), 0, day.year - age)  # noqa: PLR2004 - a share
    talent = chance.gamma(_SPREAD, np.where(junior, 119.0, 161.5), size)
    engaged = chance.standard_normal(size)
    kinds = {}
    for kind in KINDS:
        kinds[kind] = _of_kind(chance, kind, day, junior, talent, engaged, birth_year)
    return Population(fide_id, federation, woman, birth_year, junior, kinds, _died(chance, kinds, birth_year, day))


def _died(chance: Chance, kinds: dict[str, OfKind], birth_year: Column, day: date) -> Column:
    """Let some die of those who were not seen for years."""
    size = len(birth_year)
    gone = kinds[KINDS[0]].is_rated & (birth_year > 0) & (chance.random(size) < 0.01)  # noqa: PLR2004 - a share
    for kind in kinds.values():
        gone &= kind.recency > 0.5  # noqa: PLR2004 - not seen for more than a year
    latest = np.max([kind.last for kind in kinds.values()], axis=0)
    died = np.minimum(latest + chance.integers(1, 300, size), (day - _EPOCH).days - 1)
    return np.where(gone, died, 0)


def _of_kind(  # noqa: PLR0913, PLR0917 - the columns of the people
    chance: Chance, kind: str, day: date, junior: Column, talent: Column, engaged: Column, birth_year: Column
) -> OfKind:
    size = len(talent)
    count = round(size * RATED[kind] / REGISTERED)
    rated = np.zeros(size, dtype=bool)
    rated[_first(-(0.8 * engaged + 0.6 * chance.standard_normal(size)), count)] = True
    # A rating is at the floor or above it; a player below has none, and is weaker.
    level = _FLOOR + np.abs(talent + chance.normal(0.0, 30.0 if kind == KINDS[0] else 60.0, size))
    level = np.where(level > _TOP, _TOP + (level - _TOP) * _ABOVE_TOP, level)
    rating = np.where(rated, np.clip(level, _FLOOR, _HIGHEST), 0).astype(np.int32)
    hidden = chance.normal(0.0, 60.0, size) + junior * chance.exponential(50.0, size)
    strength = (np.where(rated, level, level - 150.0) + hidden).astype(np.int32)
    recency = np.full(size, 2.0)
    seen = np.flatnonzero(rated)
    drawn = chance.random(len(seen)) * np.where(junior[seen], 0.6, 1.0)
    recency[seen[np.argsort(drawn, kind="stable")]] = (np.arange(len(seen)) + 0.5) / max(len(seen), 1)
    in_period = recency < PLAYED_IN_PERIOD[kind] / RATED[kind]
    games = np.where(in_period, 1 + np.minimum(chance.gamma(2.2, 2.4, size), 40.0).astype(np.int32), 0)
    more = np.exp(chance.normal(3.54, 1.3, size)) + (rating >= _STRONG) * (rating - _STRONG + 100)
    played = np.where(rated, games + 5 + np.minimum(more, _MOST_GAMES).astype(np.int32), 0)
    fallen = np.where(chance.random(size) < 0.35, 0.0, chance.exponential(22.0, size))  # noqa: PLR2004 - a share
    highest = np.where(rated, np.minimum(rating + fallen, _HIGHEST), 0).astype(np.int32)
    last = _last_days(chance, kind, day, recency, birth_year)
    return OfKind(rating, strength, recency, games.astype(np.int32), played.astype(np.int32), highest, last)


def _first(order: Column, count: int) -> Column:
    """Give the places of the smallest so many."""
    return np.argsort(order, kind="stable")[:count]


def _last_days(chance: Chance, kind: str, day: date, recency: Column, birth_year: Column) -> Column:
    """Give the day of everybody's last game."""
    today = (day - _EPOCH).days
    size = len(recency)
    in_period = recency < PLAYED_IN_PERIOD[kind] / RATED[kind]
    in_year = recency < PLAYED_IN_YEAR[kind] / RATED[kind]
    back = np.where(
        in_period,
        chance.integers(3, 31, size),
        np.where(
            in_year,
            chance.integers(31, 364, size),
            366 + np.minimum(chance.exponential(1500.0, size), 7000.0).astype(np.int64),
        ),
    )
    # Nobody played as a baby: a young player was seen not long ago.
    most = np.where(birth_year > 0, 366 * (day.year - birth_year - _YOUNGEST) + 366, back)
    return np.where(recency <= 1, today - np.minimum(back, np.maximum(most, np.where(in_year, back, 366))), 0)


def player_frame(chance: Chance, players: Population) -> pl.DataFrame:
    """Give the table of players: names, titles and birth dates come here."""
    size = players.size
    standard = players.kinds[KINDS[0]]
    title, womens = np.full(size, "", dtype="<U3"), np.full(size, "", dtype="<U3")
    for given, titles, among in ((_WOMENS_TITLES, womens, players.woman), (_TITLES, title, np.ones(size, dtype=bool))):
        drawn = chance.random(size)
        for name, least, share in reversed(given):
            titles[among & (standard.highest >= least) & (drawn < share)] = name
    title = np.where(title == "", womens, title)
    some = chance.random(size)
    others = np.where(some < 0.02, chance.integers(1, len(_OTHERS) + 1, size), 0)  # noqa: PLR2004 - a share
    online = np.where(some > 0.995, chance.integers(1, len(_ONLINE) + 1, size), 0)  # noqa: PLR2004 - a share
    association = np.where(chance.random(size) < 0.001, chance.integers(1, 4, size), 0)  # noqa: PLR2004 - a share
    known = (players.birth_year > 0) & (chance.random(size) < 0.3)  # noqa: PLR2004 - a share
    born = _days(players.birth_year) + chance.integers(0, 365, size)
    return pl.DataFrame(
        {
            "fide_id": players.fide_id,
            "name": names(chance, size),
            "federation": _picked(FEDERATIONS, players.federation),
            "sex": _picked(("M", "F"), players.woman),
            "title": pl.Series(title),
            "womens_title": pl.Series(womens),
            "other_titles": _picked(("", *_OTHERS), others),
            "foa_title": _picked(("", *_ONLINE), online),
            "birth_year": _maybe(players.birth_year, players.birth_year > 0, pl.Int32()),
            "birth_date": _maybe(born, known, pl.Date()),
            "association": _picked(("", *ASSOCIATIONS), association).replace("", None),
            "died": _maybe(players.died, players.died > 0, pl.Date()),
        }
    )


def list_frame(players: Population, day: date) -> pl.DataFrame:
    """Give the list of a day; K is what the edition of the day says."""
    columns: dict[str, pl.Series] = {"fide_id": pl.Series(players.fide_id)}
    for kind, ratings in players.kinds.items():
        rated = ratings.is_rated
        columns |= {
            f"{kind}_rating": _maybe(ratings.rating, rated, pl.Int32()),
            f"{kind}_games": pl.Series(ratings.games, dtype=pl.Int32),
            f"{kind}_k": _maybe(_coefficients(players, ratings, kind, day), rated, pl.Int32()),
            f"{kind}_played": pl.Series(ratings.played, dtype=pl.Int32),
            f"{kind}_highest": _maybe(ratings.highest, rated, pl.Int32()),
            f"{kind}_last": _maybe(ratings.last, ratings.last > 0, pl.Date()),
        }
    standard = players.kinds[KINDS[0]]
    inactive = standard.is_rated & (standard.recency >= PLAYED_IN_YEAR[KINDS[0]] / RATED[KINDS[0]])
    columns["flag"] = _picked(("", "w", "i", "wi"), players.woman + 2 * inactive)
    return pl.DataFrame(columns)


def _coefficients(players: Population, ratings: OfKind, kind: str, day: date) -> Column:
    size = players.size
    whole = {
        "rating": ratings.rating.astype(np.int64),
        "highest": ratings.highest.astype(np.int64),
        "games": ratings.played.astype(np.int64),
        "day": np.full(size, day.year * 10_000 + day.month * 100 + day.day, dtype=np.int64),
        "year": np.full(size, day.year, dtype=np.int64),
        "born": players.birth_year * 10_000 + AFTER_THE_YEAR,
        "birth_year": players.birth_year.astype(np.int64),
    }
    rated = Arrays(DEVELOPMENT_COEFFICIENT, in_force(day, kind)).run(whole, {}, np.zeros(0, dtype=np.int64))
    return np.broadcast_to(rated.whole["k"], (size,))


def names(chance: Chance, size: int) -> pl.Series:
    """Make up names of syllables."""
    pool = pl.Series([first + middle + last for first in _NAME_PARTS[0] for middle in _NAME_PARTS[1]
                      for last in _NAME_PARTS[2]])  # fmt: skip
    family, given = (pool.gather(chance.integers(0, len(pool), size)) for _ in range(2))
    return (
        pl.DataFrame({"family": family, "given": given})
        .select(pl.concat_str("family", "given", separator=", "))
        .to_series()
    )


def _picked(choices: Sequence[str], places: Column) -> pl.Series:
    return pl.Series(choices, dtype=pl.String).gather(pl.Series(places.astype(np.uint32)))


def _maybe(values: Column, known: Column, kind: pl.DataType) -> pl.Series:
    """Give a column with nothing where nothing is known."""
    whole = pl.DataFrame({"value": pl.Series(values.astype(np.int32)), "known": pl.Series(known)})
    return whole.select(pl.when("known").then("value")).to_series().cast(kind)


def _days(years: Column) -> Column:
    """Give the first day of years, as days since 1970."""
    return (
        (np.maximum(years, 1).astype(np.int64) - 1970).astype("datetime64[Y]").astype("datetime64[D]").astype(np.int64)
    )
