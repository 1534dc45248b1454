"""The games of a period as evidence: what was expected and what was scored, and which points each game made.

A game takes nothing from the scale as long as one player loses what the other wins. Where it does not come out even,
the reason is one of three: unequal K, expectations or results that do not add up to one, or a game that counts for
one of the two alone. W - We of a single game is asked of the edition's own rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import UNRATED
from arpad.engine.period.events import EventColumns
from arpad.engine.period.games import Sources, period_games, without_unrateable
from arpad.engine.period.list_line import base_ratings
from arpad.model.problems import RefusedError
from arpad.publication.integrity.measures import LAST_BAND, STEP, WATCHED_FROM, WATCHED_TO
from arpad.publication.integrity.people import hundredths_mean
from arpad.regulations.rules.performance import EXPECTATION
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.crosstable import has_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.book.view import Period
    from arpad.engine.ids import Places
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.publication.integrity.lines import Lines
    from arpad.regulations.edition import Edition

A_GAME = 100
"""Hundredths that the two players of a game share."""
_LARGEST = 4000


@dataclass(frozen=True, slots=True)
class SidesOfGames:
    """The games of a period, each twice: the first half of the rows are the white sides, the second half the black."""

    player: Column
    """By places, as everywhere."""
    event: Column
    """The place among the events of the list."""
    own: Column
    """0 is unrated."""
    against: Column
    score: Column
    events: EventColumns
    laws: tuple[Edition, ...]

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.player) // 2

    def worked_out_as_a_whole(self) -> Column:
        """Tell for each event whether an edition does not value its games one by one.

        These are the averages of 2003, the one upgrade of 2022, and the tables of round robins with unrated players.
        """
        has_games = np.zeros(len(self.events), dtype=bool)
        has_games[self.event] = True
        by_law = np.array([_is_whole(law) for law in self.laws], dtype=bool)
        by_table = np.array([has_tables(law) for law in self.laws], dtype=bool)
        law = self.events.law
        return has_games & (by_law[law] | (by_table[law] & self.events.is_round_robin))


def _is_whole(law: Edition) -> bool:
    return any(RATED_EVENT.gives(law, quantity) for quantity in ("average", "upgraded_above"))


@dataclass(frozen=True, slots=True)
class WorthOfSides:
    """What the rule says of each side: W - We in hundredths, and whether the game counts for the player."""

    change: Column
    counts: Column


def sides(period: Period, closed: ClosedKind, places: Places, lines: Callable[[date], Lines]) -> SidesOfGames:
    """Take the games of the events of a list from the book, with both ratings of the list that holds for each game.

    Which of them are rated, and at which ratings, is asked as it was when the list was made.
    """
    events, laws = closed.events, closed.changes.laws
    games_table, exclusions = period.table("games"), period.table("exclusions")
    without_ratings, keys, started = period_games(games_table, events, exclusions, places, period.calendar, laws)
    ratings = [base_ratings(law, lines(day).of("rating"), lines(day).standard()) for day, law in keys]
    table = np.concatenate(ratings) if ratings else np.zeros(len(places), dtype=np.int32)
    columns = EventColumns.of(events, started)
    sources = Sources(keys, table, len(places))
    games = sources.rated(without_unrateable(without_ratings, sources, columns, laws))
    player, own, against, score = (np.concatenate(both) for both in zip(*games.sides(), strict=True))
    return SidesOfGames(player, np.concatenate([games.event] * 2), own, against, score, columns, tuple(laws))


def worth(of: SidesOfGames, base: Column) -> WorthOfSides:
    """Ask the rule for every side; `base` is the rating from which the list starts, below zero for the unrated.

    A player rated after the event began plays it at the base. Each game is asked for itself, so what an edition
    works out over a whole event (the averages of 2003, the one upgrade of 2022) is not in it.
    """
    was_unrated = of.own == UNRATED
    own = np.where(was_unrated, base, of.own)
    law_of = of.events.law[of.event]
    change, counts = np.zeros(len(own), dtype=np.int64), np.zeros(len(own), dtype=bool)
    for place, law in enumerate(of.laws):
        rows = np.flatnonzero((law_of == place) & (own >= 0))
        if not len(rows):
            continue
        event, nothing = of.event[rows], np.zeros(len(rows), dtype=np.int64)
        player = {
            "rating": own[rows],
            "was_unrated": was_unrated[rows],
            "is_match": of.events.is_match[event],
            "is_round_robin": of.events.is_round_robin[event],
            "is_scheveningen": of.events.is_scheveningen[event],
            "table_average": nothing,
        }
        game = {
            "opponent": of.against[rows],
            "unrated": of.against[rows] == UNRATED,
            "score": of.score[rows],
            "order": nothing,
        }
        rated = Arrays(RATED_EVENT, law).run(player, game, None, ("sum", "games")).whole
        change[rows], counts[rows] = rated["sum"], rated["games"] > 0
    return WorthOfSides(np.where(counts, change, 0), counts)


def expectation(of: SidesOfGames, sides_worth: WorthOfSides) -> dict[str, Any]:
    """Compare expectation and result of the higher-rated player, by the difference of the two ratings.

    A game between equals says nothing about favourites, nor does one whose two scores do not share one point.
    """
    half = of.games
    shared = of.score[:half] + of.score[half:] == A_GAME
    is_evidence = (of.own != UNRATED) & (of.against != UNRATED) & sides_worth.counts & np.concatenate([shared, shared])
    gaps = of.own - of.against
    used = np.flatnonzero(is_evidence & (gaps > 0))
    gap, score = gaps[used].astype(np.int64), of.score[used].astype(np.int64)
    law_of, by_table = of.events.law[of.event[used]], np.zeros(len(used), dtype=np.int64)
    for place, law in enumerate(of.laws):
        own = law_of == place
        if own.any():
            by_table[own] = _table(law)[np.minimum(gap[own], _LARGEST)]
    is_in_table = by_table >= 0
    numbers = {"score": score, "table": by_table, "counted": score - sides_worth.change[used]}
    gap, numbers = gap[is_in_table], {name: column[is_in_table] for name, column in numbers.items()}
    watched = (gap >= WATCHED_FROM) & (gap <= WATCHED_TO)
    excess = int((numbers["table"] - numbers["score"])[watched].sum())
    number = int(np.count_nonzero(watched))
    return {
        "games": len(gap),
        "equals": int(np.count_nonzero(is_evidence & (gaps == 0))) // 2,
        "bands": _bands(gap, numbers),
        "watched": {"games": number, "excess": hundredths_mean(excess, number)},
    }


def _bands(gap: Column, numbers: Mapping[str, Column]) -> list[dict[str, Any]]:
    """Give the means of all numbers by bands of differences."""
    band = np.minimum(gap // STEP, LAST_BAND // STEP)
    games = np.bincount(band, minlength=LAST_BAND // STEP + 1).tolist()
    sums = {name: np.zeros(len(games), dtype=np.int64) for name in numbers}
    for name, column in numbers.items():
        np.add.at(sums[name], band, column)
    return [
        {
            "from": place * STEP,
            "games": count,
            **{name: hundredths_mean(int(column[place]), count) for name, column in sums.items()},
        }
        for place, count in enumerate(games)
        if count
    ]


def _table(law: Edition) -> Column:
    """Give the expectation of the higher-rated for every difference; below zero where a print leaves it open."""
    gaps = np.arange(_LARGEST + 1)
    try:
        column: Column = Arrays(EXPECTATION, law).run({"counted_difference": gaps}, {}, None).whole["expectation"]
    except RefusedError:
        return np.array([_expected(law, gap) for gap in gaps.tolist()], dtype=np.int64)
    return column


def _expected(law: Edition, gap: int) -> int:
    try:
        return int(ints(EXPECTATION, law).run({"counted_difference": gap}, {}).whole["expectation"])
    except RefusedError:
        return -1


def points_of_games(of: SidesOfGames, sides_worth: WorthOfSides, k: Column) -> Mapping[str, int]:
    """Split what the games made, in hundredths of a point, by the reason why a game does not come out even.

    `k` is the coefficient of each side, zero for a player in no account. Of two players the one with the higher K moves
    more: what the surplus K gave or took is the unequal K. The rest, at the lower K, is zero unless expectations or
    scores do not add up to one.
    """
    half = of.games
    change, counts = sides_worth.change, sides_worth.counts & (k > 0)
    white, black = slice(0, half), slice(half, 2 * half)
    both = counts[white] & counts[black]
    lower = np.minimum(k[white], k[black])
    of_the_higher = np.where(k[white] >= k[black], change[white], change[black])
    surplus = (np.maximum(k[white], k[black]) - lower) * of_the_higher
    uneven = lower * (change[white] + change[black])
    alone = np.where(counts, k * change, 0)
    return {
        "games_of_both": int(both.sum()),
        "games_of_one": int((counts[white] ^ counts[black]).sum()),
        "unequal_k": int(surplus[both].sum()),
        "uneven": int(uneven[both].sum()),
        "one_sided": int((alone[white] + alone[black])[~both].sum()),
    }
