"""What is known of a player's past when a list is imported: what earlier lists of the book say, and what K proves.

FIDE's lists do not say how many games a player played in all, how high the rating ever was, or when the player
played last. From list to list that is carried on, also over lists on which the player is missing; K shows that it is
at least so much.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.schema import LIST
from arpad.book.view import list_name
from arpad.model.period import KINDS
from arpad.regulations.catalogue import NoEditionError, in_force
from arpad.regulations.workings.shown_by_k import shown_by_k

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from arpad.book.view import BookView

_PARTS = ("played", "highest", "last")
_COLUMNS = ["fide_id", *(f"{kind}_{part}" for kind in KINDS for part in _PARTS)]
_NOT_KNOWN = pl.lit(None, dtype=pl.Int32)


@dataclass(slots=True)
class Past:
    """What the lists before a day say of everybody: of each kind of chess, the newest list that says anything.

    It is kept from one list of an import to the next, so that every list of the book is looked at once.
    """

    looked_at: Callable[[date], None] = lambda _: None
    """Told of each list when it is not needed any more."""
    _known: pl.DataFrame = field(default_factory=lambda: LIST.empty().select(_COLUMNS))
    _days: tuple[date, ...] = ()

    def before(self, book: BookView, day: date) -> pl.DataFrame:
        """Give what is known before a list; rows of the players of whom something is."""
        days = tuple(list_date for list_date in book.list_dates if list_date < day)
        if days[: len(self._days)] != self._days:
            self.forget()
        for list_date in days[len(self._days) :]:
            self._known = _gone_on(self._known, book.table(list_name(list_date)))
            self.looked_at(list_date)
        self._days = days
        return self._known

    def forget(self) -> None:
        """Begin anew, where a list that was looked at has changed."""
        self._known, self._days = LIST.empty().select(_COLUMNS), ()

    def changed(self, day: date) -> None:
        """Take note that a list was written."""
        if day in self._days:
            self.forget()


def _gone_on(known: pl.DataFrame, newer: pl.DataFrame) -> pl.DataFrame:
    """Put what a newer list says in the place of what was known, kind by kind, where it says anything."""
    says = {
        kind: (pl.col(f"{kind}_played") > 0)
        | pl.any_horizontal(pl.col(f"{kind}_highest", f"{kind}_last").is_not_null())
        for kind in KINDS
    }
    columns = newer.filter(pl.any_horizontal(says.values())).select(
        "fide_id",
        *(pl.when(says[kind]).then(f"{kind}_{part}").alias(f"{kind}_{part}") for kind in KINDS for part in _PARTS),
    )
    both = known.join(columns, on="fide_id", how="full", coalesce=True, suffix=" new")
    # Of each kind all three or none are of the newer list; the games are a number in any case.
    newest = {
        name: pl.when(pl.col(f"{name.partition('_')[0]}_played new").is_not_null())
        .then(f"{name} new")
        .otherwise(name)
        .alias(name)
        for name in _COLUMNS[1:]
    }
    return both.select("fide_id", *newest.values())


def carried(kind: str, day: date) -> list[pl.Expr]:
    """Give the columns of a kind of chess with what is carried on: all games, the highest rating, the last day.

    The frame has the list's own columns, what was known before, and `birth_year` and `birth_date`.
    """
    rating, k = pl.col(f"{kind}_rating").cast(pl.Int32), pl.col(f"{kind}_k").cast(pl.Int32)
    games = pl.col(f"{kind}_games").cast(pl.Int32).fill_null(0)
    least_games, least_highest = proved_by_k(kind, day, k)
    played = pl.max_horizontal(pl.col(f"{kind}_played").fill_null(0) + games, least_games)
    last = pl.when(games > 0).then(pl.lit(day - timedelta(days=1))).otherwise(f"{kind}_last")
    return [
        rating.alias(f"{kind}_rating"),
        games.alias(f"{kind}_games"),
        k.alias(f"{kind}_k"),
        played.alias(f"{kind}_played"),
        pl.max_horizontal(rating, f"{kind}_highest", least_highest).alias(f"{kind}_highest"),
        last.alias(f"{kind}_last"),
    ]


def proved_by_k(kind: str, day: date, k: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """Give the fewest games, and the lowest highest rating, that a K on the list of a day proves, by its edition.

    A junior has to be one for certain: where only the year of birth is known, as if born on its first day.
    """
    try:
        shown = shown_by_k(in_force(day, kind), day)
    except NoEditionError:
        return _NOT_KNOWN, _NOT_KNOWN
    born = pl.coalesce("birth_date", pl.date(pl.col("birth_year"), 1, 1))
    is_junior = (born >= shown.juniors_from).fill_null(value=False)

    def proved(what: str) -> pl.Expr:
        of_juniors, of_all = (
            pl.coalesce(
                _NOT_KNOWN,
                *(
                    pl.when(k == number).then(getattr(proof, what))
                    for number, proof in proofs.items()
                    if getattr(proof, what)
                ),
            )
            for proofs in (shown.of_juniors, shown.of_all)
        )
        return pl.when(is_junior).then(of_juniors).otherwise(of_all)

    return proved("games"), proved("highest")
