"""Who has another K on the list being made than on the list before, and why: the one fact without which it would stay.

K of a list is decided from rating, highest rating, count of games, age and the edition. Each fact is set back to what
it was on the list before, one at a time: where K then is as it was, that fact is the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.view import Period
from arpad.model.period import Born
from arpad.model.problems import EditionError
from arpad.regulations.workings.coefficient import Facts, coefficient, is_by_officer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.regulations.edition import Edition

GAMES, RATING, BIRTHDAY, EDITION, OFFICER, SEVERAL = CAUSES = (
    "games", "rating", "birthday", "edition", "officer", "several",
)  # fmt: skip
"""Enough games; a rating reached, or left again; an age; another edition; an officer's decision; several together."""


@dataclass(frozen=True, slots=True)
class KChange:
    """A player whose K changes in a kind of chess, and because of what."""

    fide_id: int
    name: str
    kind: str
    before: int
    after: int
    cause: str


@dataclass(frozen=True, slots=True)
class KChanges:
    """How many players change K, by kind of chess, and of each kind the first of them with the reason."""

    counts: dict[str, int]
    first: tuple[KChange, ...]


def k_changes(closed: Closed, view: BookView, shown: int = 50) -> KChanges:
    """Give who changes K on a list, in the order of numbers; of each kind of chess so many with the reason."""
    counts: dict[str, int] = {}
    first: list[KChange] = []
    for kind, closed_kind in closed.kinds.items():
        period = Period(view, kind, closed.list_date)
        before = None if period.base_day is None else period.rating_list(period.base_day)
        if before is None or period.base_day is None:
            continue
        rows = _changed(before, closed_kind.ratings, kind)
        if rows.height:
            counts[kind] = rows.height
        people = view.table("players").select("fide_id", "name", "birth_year", "birth_date")
        named = rows.head(shown).join(people, on="fide_id", how="left", maintain_order="left")
        laws = _law_before(period), closed_kind.law
        first += _explained(named, kind, laws, (period.base_day, closed.list_date))
    return KChanges(counts, tuple(first))


def _law_before(period: Period) -> Edition | None:
    """Give the edition of the list before; None where none is known for that day."""
    try:
        return None if period.base_day is None else period.calendar.edition(period.base_day)
    except EditionError:
        return None


def _changed(before: pl.DataFrame, ratings: pl.DataFrame, kind: str) -> pl.DataFrame:
    names = {f"{part}_before": f"{kind}_{part}" for part in ("rating", "k", "played", "highest")}
    old = before.select("fide_id", **{new: pl.col(name) for new, name in names.items()})
    now = ratings.select(pl.col("fide_id").cast(pl.Int64), "rating", "k", "played", "highest")
    both = now.join(old, on="fide_id", how="inner")
    return both.drop_nulls(["k", "k_before", "rating", "rating_before"]).filter(pl.col("k") != pl.col("k_before")).sort(
        "fide_id"
    )  # fmt: skip


def _explained(
    rows: pl.DataFrame, kind: str, laws: tuple[Edition | None, Edition], days: tuple[date, date]
) -> Iterator[KChange]:
    for row in rows.iter_rows(named=True):
        cause = OFFICER if is_by_officer(laws[1]) else cause_of(row, laws, days)
        yield KChange(row["fide_id"], row["name"] or "", kind, row["k_before"], row["k"], cause)


def cause_of(row: dict[str, Any], laws: tuple[Edition | None, Edition], days: tuple[date, date]) -> str:
    """Set one fact at a time back to what it was, and see with which of them K stays as it was."""
    law_before, law = laws
    day_before, day = days
    born, was = _born(row), row["k_before"]
    facts = Facts(row["rating"], row["highest"], row["played"], born)
    tries = {
        GAMES: (law, replace(facts, games=row["played_before"]), day),
        RATING: (law, replace(facts, rating=row["rating_before"], highest=row["highest_before"]), day),
        BIRTHDAY: (law, facts, day_before),
        EDITION: (law_before, facts, day),
    }
    for cause, (by, known, on) in tries.items():
        if by is not None and not is_by_officer(by) and coefficient(by, known, on).k == was:
            return cause
    return SEVERAL


def _born(row: dict[str, Any]) -> Born | None:
    birthday = row["birth_date"]
    if birthday is not None:
        return Born(birthday.year, birthday.month, birthday.day)
    return None if row["birth_year"] is None else Born(row["birth_year"])
