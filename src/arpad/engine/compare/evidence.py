"""What speaks for a class of a difference: other bases that are known of a player, and results that would explain it.

Every question is asked of the reference: a player's period is rated once more with one thing changed, and only what
comes to the published rating exactly is an answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.engine.period.close_kind import rerated_bases
from arpad.engine.reference.lines import Reference
from arpad.model.numbers import Hundredths, Rating
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from arpad.book.view import Period
    from arpad.model.period import RatingPeriod
    from arpad.regulations.workings.period import PlayerResult

_SCORES = {0: "0", 50: "0.5", 100: "1"}
_HALF, _FULL = 50, 100
_ROUNDING = 100
"""Hundredths by which rounding can move what a result is worth."""


class OtherBase(NamedTuple):
    """A rating that a player's change may have been added to instead of the book's, and where it stands."""

    rating: int
    says: str
    """The name of what it is; the words stand in the section `base`."""
    month: str = ""
    events: tuple[int, ...] = ()
    is_published: bool = False
    """True where it was the player's rating on the list before, so that the games are rated at it as well."""


class OtherResult(NamedTuple):
    """A game that, had it ended otherwise, would give the published rating."""

    event: str
    round: int | None
    opponent: int
    was: int
    instead: int

    def facts(self, name: str) -> dict[str, str]:
        """Give what its words tell, with the name of the opponent."""
        number = "" if self.round is None else str(self.round)
        scores = {"was": _SCORES[self.was], "instead": _SCORES[self.instead]}
        return {"event": self.event, "round": number, "opponent": name, **scores}


class Evidence:
    """Asks the reference about the players whose rating differs from a published one."""

    def __init__(self, period: Period, players: Collection[int], previous: pl.DataFrame | None = None) -> None:
        self._period, self._kind, self._month = period, period.kind, period.list_date
        self.reference = Reference(period, players)
        self._players = frozenset(players)
        self._known: dict[int, list[OtherBase]] = {}
        for player, base in self._bases(previous):
            self._known.setdefault(player, []).append(base)

    def base(self, player: int, by: int) -> OtherBase | None:
        """Give the known base from which the rating differs by so many points; None where nothing speaks for one."""
        if self.reference.base(player)[1] is None:
            return None
        return next((other for other in self._known.get(player, ()) if by in self._shifts(player, other)), None)

    def _shifts(self, player: int, other: OtherBase) -> Iterator[int | None]:
        """Give the points that another base makes: added to it, and with games rated at it if it was published."""
        period = self.reference.period(player)
        reached = rate_player(period).new_rating
        with_base = replace(period.player, rating=Rating(other.rating))
        yield _shift(reached, replace(period, player=with_base))
        if other.is_published:
            listed = self.reference.listed(player)
            events = tuple(
                replace(event, rating=Rating(other.rating)) if event.rating == listed else event
                for event in period.events
            )
            yield _shift(reached, replace(period, player=with_base, events=events))

    def results(self, player: int, by: int) -> list[OtherResult]:
        """Give every game whose other result moves the rating by so many points."""
        period = self.reference.period(player)
        if period.player.rating is None and period.player.standard is None:
            return []
        rated = rate_player(period)
        reached = rated.new_rating
        if not _may_be_a_result(rated, by):
            return []
        other_results: list[OtherResult] = []
        for place, (event, (name, met)) in enumerate(zip(period.events, self.reference.named(player), strict=True)):
            for index, (game, opponent) in enumerate(zip(event.games, met, strict=True)):
                for score in _SCORES:
                    # More points never cost points, so only results in the direction of the difference are asked.
                    if (score - game.score) * by <= 0:
                        continue
                    games = list(event.games)
                    games[index] = replace(game, score=Hundredths(score))
                    events = list(period.events)
                    events[place] = replace(event, games=tuple(games))
                    if _shift(reached, replace(period, events=tuple(events))) == by:
                        other_results.append(OtherResult(name, game.round, opponent, int(game.score), score))
        # Where the opponent's rating differs as well, that game is the likelier one.
        return sorted(other_results, key=lambda result: result.opponent not in self._players)

    def differs_too(self, player: int) -> bool:
        """Tell whether a player is one of those whose rating differs."""
        return player in self._players

    def _bases(self, previous: pl.DataFrame | None) -> Iterator[tuple[int, OtherBase]]:
        """Give every other base that is known of the players, the likeliest first."""
        column = f"{self._kind}_rating"
        if previous is not None:
            for player, rating in self._ratings(previous, column):
                yield player, OtherBase(rating, "published", is_published=True)
        later = self._period.table("corrections").filter(
            (pl.col("kind") == self._kind) & (pl.col("list") > self._month)
        )
        for player, rating, day in later.sort("list").select("fide_id", "rating", "list").iter_rows():
            own, base = self.reference.expected(player).rating if player in self._players else None, None
            if own is not None:
                base = self.reference.base(player)[1]
            if own is not None and base is not None:
                # A correction for the next list says what this one should have had; the change stays the same.
                yield player, OtherBase(base + rating - own, "correction", f"{day:%Y-%m}")
        before = self.reference.list_before
        frame = None if before is None else self._period.rating_list(before)
        if before is not None and frame is not None:
            for player, rating in self._ratings(frame, column):
                yield player, OtherBase(rating, "corrected", f"{before:%Y-%m}")
        yield from self._taken_back()

    def _ratings(self, frame: pl.DataFrame, column: str) -> Iterator[tuple[int, int]]:
        own = frame.filter(pl.col("fide_id").is_in(list(self._players)) & pl.col(column).is_not_null())
        yield from own.select("fide_id", column).iter_rows()

    def _taken_back(self) -> Iterator[tuple[int, OtherBase]]:
        """Give the bases as they are when withdrawn events of earlier lists are taken back with this list already."""
        events = self._period.table("events")
        later = pl.col("withdrawn_for").is_null() | (pl.col("withdrawn_for") > self._month)
        early = (pl.col("kind") == self._kind) & pl.col("withdrawn") & (pl.col("rated_for") < self._month) & later
        gone = events.filter(early)
        played = self._period.table("games").join(gone.select("event_id"), on="event_id", how="semi")
        if not self._players & {*played["white"].to_list(), *played["black"].to_list()}:
            return
        now = pl.when(early).then(pl.lit(self._month)).otherwise("withdrawn_for").alias("withdrawn_for")
        mended = rerated_bases(self._period.instead(events=events.with_columns(now))).corrections
        own = mended.filter(
            (pl.col("kind") == self._kind)
            & (pl.col("list") == self._month)
            & pl.col("fide_id").is_in(list(self._players))
        )
        numbers = tuple(sorted(gone["event_id"].to_list()))
        for player, rating in own.select("fide_id", "rating").iter_rows():
            yield player, OtherBase(rating, "withdrawn", events=numbers)


def _may_be_a_result(rated: PlayerResult, by: int) -> bool:
    """Tell whether so many points can be half a point or a whole one times K at all: most differences cannot."""
    if rated.adjustment is not None:
        return True
    worth = (k * score for k in set(rated.k_applied_to) if k is not None for score in (_HALF, _FULL))
    return any(abs(_FULL * abs(by) - points) <= _ROUNDING for points in worth)


def _shift(reached: int | None, other: RatingPeriod) -> int | None:
    """Give the points between what was reached and another outcome of the period; None where one is no rating."""
    instead = rate_player(other).new_rating
    return None if reached is None or instead is None else instead - reached
