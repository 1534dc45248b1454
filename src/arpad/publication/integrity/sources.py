"""From where the account of points has its items: each from its own source, and none from the list it is to explain.

The list before, corrections and withdrawn events give the base; the rule of the edition, asked once more for the events
of the period, gives the change; one-off adjustments, first ratings and who is not listed come after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.columns import ColumnFrame
from arpad.engine.everybody import UNRATED
from arpad.engine.ids import Places
from arpad.engine.period.adjustments import adjusted, of_list
from arpad.engine.period.close_kind import rerated_bases
from arpad.engine.period.list_line import base_ratings, listed_after_floor
from arpad.model.period import STANDARD
from arpad.regulations.rules.listing import LISTED
from arpad.regulations.rules.rated_period import RATED_PERIOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.book.view import Period
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.publication.integrity.lines import Lines
    from arpad.regulations.adjustments import Adjustment


Given = tuple[Column, Column]
"""What some players have: their places, and a value for each."""


@dataclass(frozen=True, slots=True)
class Published:
    """A list as it was published: its lines in the book, and by places why a player is not on it."""

    lines: Lines
    off: Column

    def rated(self) -> Column:
        """Give the places of those on the list."""
        rating = self.lines.of("rating")
        return np.flatnonzero((rating != UNRATED) & (self.off == LISTED))

    def rated_among(self, places: Column) -> Column:
        """Give those of some players who are on the list."""
        own: Column = places[(self.lines.of("rating")[places] != UNRATED) & (self.off[places] == LISTED)]
        return own

    def left_out(self) -> Column:
        """Give the places of those who have a rating in the book and are not on the list."""
        off = np.flatnonzero(self.off != LISTED)
        own: Column = off[self.lines.of("rating")[off] != UNRATED]
        return own

    def points(self) -> int:
        """Give the sum of its ratings, with those of nobody in the book."""
        rating, of_nobody = self.lines.of("rating"), self.lines.ratings_of_nobody
        listed = int(rating.sum(dtype=np.int64)) - int(rating[self.left_out()].sum(dtype=np.int64))
        return listed + int(of_nobody.sum(dtype=np.int64))


@dataclass(frozen=True, slots=True)
class PlayedEvents(ColumnFrame):
    """A row for each player, event and list at whose ratings it was rated, in this order: what it was worth."""

    player: Column
    event: Column
    """The place among the events of the list."""
    k: Column
    """Before any limit."""
    k_applied: Column
    games: Column
    sum: Column
    """W - We."""

    @classmethod
    def of(cls, closed: ClosedKind, places: Places) -> PlayedEvents:
        """Take the events of everybody who played for a list."""
        rows = closed.changes.events
        player, event = places.of(rows["fide_id"]), Places(closed.events["event_id"]).of(rows["event_id"])
        return cls(player, event, *(rows[name].to_numpy() for name in ("k", "k_applied", "games", "sum")))


@dataclass(frozen=True, slots=True)
class AccountInputs:
    """What the account of one kind of chess is made from; columns of everybody are by places."""

    period: Period
    closed: ClosedKind
    places: Places
    played: PlayedEvents
    now: Published
    last: Published
    """The list before."""

    @property
    def one_offs(self) -> Sequence[Adjustment]:
        """The one-off adjustments of the list."""
        return of_list(self.closed.law, self.period.list_date, self.period.adjustments)

    def entered(self) -> Given:
        """Give those whose first rating is published, with it."""
        entered = self.closed.newcomers.filter(pl.col("published").is_not_null())
        return self.places.of(entered["fide_id"].cast(pl.Int64)), entered["published"].to_numpy()


@dataclass(frozen=True, slots=True)
class Moved(ColumnFrame):
    """What the games of the period gave everybody who played: places, and the change, before and after rounding."""

    player: Column
    unrounded: Column
    change: Column


def changes(inputs: AccountInputs) -> Moved:
    """Ask the rule of the period for everybody who played, from the sums of events.

    Where the list was made from a table of all differences, this is another way to the same numbers.
    """
    played = inputs.played
    is_first = np.diff(played.player, prepend=-1) != 0
    moved = played.player[is_first]
    # K and games make the change; the base rating does not matter here.
    rating = {"rating": np.zeros(len(moved), dtype=np.int64)}
    parts = {"k": played.k, "sum": played.sum, "games": played.games}
    whole = Arrays(RATED_PERIOD, inputs.closed.law).run(rating, parts, np.cumsum(is_first) - 1).whole
    return Moved(moved, whole["unrounded"], whole["list_change"])


def _corrected(inputs: AccountInputs) -> Given:
    """Give the bases that the rating office corrected by hand."""
    return _bases(inputs, inputs.period.table("corrections"))


def _rerated(inputs: AccountInputs) -> Given:
    """Give the bases that withdrawn and re-rated events change, worked out from these events.

    Where the rating office corrected a base by hand, that is among them as well.
    """
    if not inputs.period.table("events").select((pl.col("withdrawn_for") == inputs.period.list_date).any()).item():
        nobody = np.zeros(0, dtype=np.int64)
        return nobody, nobody
    return _bases(inputs, rerated_bases(inputs.period).corrections)


def _bases(inputs: AccountInputs, corrections: pl.DataFrame) -> Given:
    """Give what a table of corrections says of the list."""
    own = (pl.col("kind") == inputs.period.kind) & (pl.col("list") == inputs.period.list_date)
    rows = corrections.filter(own)
    places = inputs.places.of(rows["fide_id"].cast(pl.Int64))
    known = places >= 0
    return places[known], rows["rating"].to_numpy()[known]


@dataclass(frozen=True, slots=True)
class Steps(ColumnFrame):
    """Everybody whom the account concerns, step by step from the last rating to the one that must follow; 0 is none."""

    last: Column
    highest: Column
    corrected: Column
    start: Column
    """After corrections, withdrawn events and standing in."""
    reached: Column
    """After the games."""
    adjusted: Column
    """After one-offs."""
    published: Column
    """A first rating."""
    due: Column
    """What follows: the rating in the book, nothing below the floor."""
    rated: Column
    """What the list says."""
    reason: Column
    """Why the player is not listed."""
    was_reason: Column
    """Why the player was not listed before."""


def steps(inputs: AccountInputs, moved: Moved) -> Steps:
    """Follow everybody whom the account concerns through the steps; `moved` is what the games gave.

    Below them stand the ratings of the list before that belong to nobody in the book.
    """
    law, now, before = inputs.closed.law, inputs.now, inputs.last
    entered, corrections, rerated = inputs.entered(), _corrected(inputs), _rerated(inputs)
    at = _concerned(inputs, (moved.player, entered[0], corrections[0], rerated[0]))
    of_nobody = before.lines.ratings_of_nobody

    def taken(column: Column) -> Column:
        """Take a column of everybody."""
        return np.append(column[at], np.zeros_like(of_nobody)).astype(np.int64)

    def put(places: Column, values: Column) -> Column:
        """Put what some of the concerned have into a column of all of them; 0 is nothing."""
        column = np.zeros(len(at) + len(of_nobody), dtype=np.int64)
        column[np.searchsorted(at, places)] = values
        return column

    last, rated = np.append(before.lines.of("rating")[at], of_nobody).astype(np.int64), taken(now.lines.of("rating"))
    corrected, anew, published = (put(*given) for given in (corrections, rerated, entered))
    own = np.select([corrected != UNRATED, anew != UNRATED], [corrected, anew], last)
    standard = np.zeros_like(own) if inputs.period.kind == STANDARD else taken(before.lines.standard())
    # A player whose standard rating stands in enters the list by playing only.
    has_played = put(moved.player, np.ones(len(moved), dtype=np.int64)) != 0
    start = np.where((own == UNRATED) & has_played, base_ratings(law, own, standard), own)
    starts = start != UNRATED
    reached = np.where(starts, start + put(moved.player, moved.change), UNRATED)
    after = adjusted(law, reached, standard, inputs.one_offs)
    due = np.where(starts, listed_after_floor(law, after), published)
    highest, reason, was_reason = (taken(column) for column in (before.lines.of("highest"), now.off, before.off))
    return Steps(last, highest, corrected, start, reached, after, published, due, rated, reason, was_reason)


def _concerned(inputs: AccountInputs, causes: Sequence[Column]) -> Column:
    """Give the places of those who moved, or may have; `causes` are the places of those who had a cause to.

    Without one-off adjustments nobody else can move: all others are left out, and enter both sums of the account alike.
    """
    last, rated = (of.lines.of("rating") for of in (inputs.last, inputs.now))
    is_concerned = (last != rated) | (inputs.now.off != inputs.last.off)
    for places in causes:
        is_concerned[places] = True
    if inputs.one_offs:
        is_concerned |= rated != UNRATED
    return np.flatnonzero(is_concerned)
