"""What an index of players has of each: the place by rating, the words of the name, and marks to choose by.

Words are those that two spellings of a name share: accents, capitals, hyphens and the order of names do not matter. A
mark begins with a sign that no word of a name has, so nobody types one by accident.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.near_duplicates import name_key
from arpad.model.period import KINDS
from arpad.storage.site.age_groups import AGE_GROUPS, narrowest_group

if TYPE_CHECKING:
    from datetime import date

SIGN = "_"
"""What no word of a name has: so many before its beginning of so many letters, and one more before a mark."""
BEGUN = 3
"""Beginnings of so many letters are words of their own."""
FEDERATION, TITLE, SEX, AGE, ACTIVE, INACTIVE, HIDDEN = (f"{SIGN * (BEGUN + 1)}{letter}" for letter in "ftsyaix")
ACTIVITIES = ("active", "inactive")
_TITLES = ("title", "womens_title")


@dataclass(frozen=True, slots=True)
class WantedPlayers:
    """Whom a search is about, besides the name; what is empty leaves nobody out."""

    federations: tuple[str, ...] | None = None
    """Those whose players may be given; None for all."""
    title: str = ""
    sex: str = ""
    age: str = ""
    activity: str = ""
    is_shown: bool = False
    """True where only who has a public page may be given."""

    @property
    def is_narrowed(self) -> bool:
        """True where more is asked than a name and a federation."""
        return bool(self.title or self.sex or self.age or self.activity or self.is_shown)

    @property
    def marks(self) -> list[tuple[str, ...]]:
        """The marks that a player has to have, one of each group."""
        groups = [tuple(f"{FEDERATION}{name.lower()}" for name in self.federations or ())]
        groups += [tuple(f"{mark}{value.lower()}" for value in (value,) if value)
                   for mark, value in ((TITLE, self.title), (SEX, self.sex))]  # fmt: skip
        groups += [bands(self.age), tuple({"active": (ACTIVE,), "inactive": (INACTIVE,)}.get(self.activity, ()))]
        return [group for group in groups if group]


def bands(age: str) -> tuple[str, ...]:
    """Give the marks of an age group: each player has that of the narrowest group only.

    >>> bands("U10"), bands("50+"), bands("everybody")
    (('____yu8', '____yu10'), ('____y50', '____y65'), ())
    """
    wanted = next((group for group in AGE_GROUPS if group.name == age), None)
    if wanted is None:
        return ()
    within = [each.name for each in AGE_GROUPS if wanted.least <= each.least and each.most <= wanted.most]
    return tuple(f"{AGE}{name.strip('+').lower()}" for name in within)


def indexed(
    players: pl.DataFrame,
    rating_list: pl.DataFrame | None,
    day: date | None = None,
    shown: pl.Series | None = None,
) -> pl.DataFrame:
    """Give place, number, words and marks of every player: the best rated first, in standard chess before the others.

    `day` is that of the list, for the age groups; who is not among the `shown` has no public page. Words of names that
    are known already stand as `words` among the players.

    >>> players = pl.DataFrame({"fide_id": [1, 2], "name": ["Éber, Ada", ""], "federation": ["HUN", ""]})
    >>> indexed(players, None).rows()
    [(1, 1, 'ada eber', '____fhun'), (2, 2, '', '')]
    """
    ratings = [f"{kind}_rating" for kind in KINDS]
    frame = players
    if rating_list is not None:
        columns = [name for name in (*ratings, "flag") if name in rating_list.columns]
        frame = players.join(rating_list.select("fide_id", *columns), on="fide_id", how="left", maintain_order="left")
    words = pl.col("words") if "words" in players.columns else words_of_name(pl.col("name"))
    marks = pl.concat_str(_marks(frame, ratings, day, shown), separator=" ", ignore_nulls=True)
    order = [pl.col(name) for name in ratings if rating_list is not None]
    # Put in order when little is left of everybody.
    rows = frame.select("fide_id", *order, words=words, marks=marks)
    if order:
        rows = rows.sort([*order, "fide_id"], descending=[*(True for _ in order), False], nulls_last=True)
    return rows.with_row_index("place", 1).select(pl.col("place").cast(pl.Int64), "fide_id", "words", "marks")


def words_of_name(name: pl.Expr) -> pl.Expr:
    """Give the words of a name as an index has them, in order; nothing in them where there are none.

    >>> pl.DataFrame({"name": ["Éber, Ada", "?"]}).select(words_of_name(pl.col("name"))).to_series().to_list()
    ['ada eber', '']
    """
    return name_key(name).fill_null("")


def _marks(frame: pl.DataFrame, ratings: list[str], day: date | None, shown: pl.Series | None) -> list[pl.Expr]:
    """Give the marks of each player, as far as the columns are there."""
    marks = [_mark(FEDERATION, "federation")]
    marks += [_mark(TITLE, name) for name in _TITLES if name in frame.columns]
    if "sex" in frame.columns:
        marks.append(_mark(SEX, "sex"))
    if "birth_year" in frame.columns and day is not None:
        marks.append(AGE + narrowest_group("birth_year", day).str.to_lowercase().str.strip_chars("+"))
    if "flag" in frame.columns:
        is_off = pl.col("flag").str.contains("i", literal=True).fill_null(value=False)
        is_rated = pl.any_horizontal(pl.col(name).is_not_null() for name in ratings)
        marks.append(pl.when(is_rated).then(pl.when(is_off).then(pl.lit(INACTIVE)).otherwise(pl.lit(ACTIVE))))
    if shown is not None:
        marks.append(pl.when(~pl.col("fide_id").is_in(shown.implode())).then(pl.lit(HIDDEN)))
    return marks


def _mark(mark: str, column: str) -> pl.Expr:
    return pl.when(pl.col(column) != "").then(mark + pl.col(column).str.to_lowercase())
