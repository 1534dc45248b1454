"""The games of a period as evidence: what was expected and what was scored, and which points each game made.

A game takes nothing from the scale as long as one player loses what the other wins. Where it does not come out even,
the reason is one of three: unequal K, expectations or results that do not add up to one, or a game that counts for
one of the two alone. W - We of a single game is asked of the edition's own rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import UNRATED, listed
from arpad.engine.period.event_pass import EventColumns
from arpad.engine.period.games import period_games, sources_of, without_unrateable
from arpad.model.period import ROUND_ROBIN
from arpad.model.problems import RefusedError
from arpad.publication.integrity.measures import LAST_BAND, STEP, WATCHED_FROM, WATCHED_TO
from arpad.publication.integrity.people import hundredths_mean
from arpad.regulations.rules.performance import EXPECTATION
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.book.view import Period
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.regulations.edition import Edition

A_GAME = 100
"""Hundredths that the two players of a game share."""
_LARGEST = 4000


@dataclass(frozen=True, slots=True)
class SidesOfGames:
    """The games of a period, each twice: the first half of the rows are the white sides, the second half the black."""

    frame: pl.DataFrame
    """player, event_id, law, own and against (null is unrated), score, system."""
    laws: tuple[Edition, ...]

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.frame.height // 2


@dataclass(frozen=True, slots=True)
class WorthOfSides:
    """What the rule says of each side: W - We in hundredths, and whether the game counts for the player."""

    change: Column
    counts: Column


def sides(period: Period, closed: ClosedKind, at_hand: Callable[[date], pl.DataFrame | None]) -> SidesOfGames:
    """Take the games of the events of a list from the book, with both ratings of the list that holds for each game.

    Which of them are rated, and at which ratings, is asked as it was when the list was made.
    """
    events, laws, people = closed.events, closed.changes.played.laws, closed.changes.people
    games_table, exclusions = period.table("games"), period.table("exclusions")
    without_ratings, keys, started = period_games(games_table, events, exclusions, people, period.calendar, laws)
    sources = sources_of(keys, lambda day: listed(at_hand(day), period.kind, people), people)
    games = without_unrateable(sources.rated(without_ratings), EventColumns.of(events, started), laws)
    whites = (games.white, games.white_rating, games.black_rating, games.white_score)
    blacks = (games.black, games.black_rating, games.white_rating, games.black_score)
    player, own, against, score = (np.concatenate(both).astype(np.int64) for both in zip(whites, blacks, strict=True))
    rows = pl.DataFrame({"player": people.places.numbers[player], "own": own, "against": against, "score": score})
    of_events = events.select("event_id", "law", "system")[np.concatenate([games.event, games.event])]
    return SidesOfGames(rows.with_columns(*of_events, pl.col("own", "against").replace(UNRATED, None)), tuple(laws))


def worth(of: SidesOfGames, base: Column) -> WorthOfSides:
    """Ask the rule for every side; `base` is the rating from which the list starts, below zero for the unrated.

    A player rated after the event began plays it at the base. Each game is asked for itself, so what an edition
    works out over a whole event (the averages of 2003, the one upgrade of 2022) is not in it.
    """
    rows = of.frame
    was_unrated = rows["own"].is_null().to_numpy()
    own = np.where(was_unrated, base, rows["own"].fill_null(0).to_numpy()).astype(np.int64)
    system = rows["system"]
    inputs = {
        "rating": own,
        "was_unrated": was_unrated,
        "is_match": (system == "match").to_numpy(),
        "is_round_robin": (system == ROUND_ROBIN).to_numpy(),
        "is_scheveningen": (system == "scheveningen").to_numpy(),
        "table_average": np.zeros(rows.height, dtype=np.int64),
        "opponent": rows["against"].fill_null(0).to_numpy().astype(np.int64),
        "unrated": rows["against"].is_null().to_numpy(),
        "score": rows["score"].to_numpy().astype(np.int64),
    }
    change = np.zeros(rows.height, dtype=np.int64)
    counts = np.zeros(rows.height, dtype=bool)
    law_of = rows["law"].to_numpy()
    for place, law in enumerate(of.laws):
        of_law = np.flatnonzero((law_of == place) & (own >= 0))
        if not len(of_law):
            continue
        part = {name: column[of_law] for name, column in inputs.items()}
        of_game = {name: part.pop(name) for name in ("opponent", "unrated", "score")}
        of_game["order"] = np.zeros(len(of_law), dtype=np.int64)
        rated = Arrays(RATED_EVENT, law).run(part, of_game, np.arange(len(of_law))).whole
        change[of_law], counts[of_law] = rated["sum"], rated["games"] > 0
    return WorthOfSides(np.where(counts, change, 0), counts)


def expectation(of: SidesOfGames, sides_worth: WorthOfSides) -> dict[str, Any]:
    """Compare expectation and result of the higher-rated player, by the difference of the two ratings.

    A game between equals says nothing about favourites, nor does one whose two scores do not share one point.
    """
    half = of.games
    rows = of.frame
    mirrored = np.concatenate([np.arange(half, 2 * half), np.arange(half)])
    score = rows["score"].to_numpy().astype(np.int64)
    rated = (rows["own"].is_not_null() & rows["against"].is_not_null()).to_numpy()
    gap = (rows["own"].fill_null(0) - rows["against"].fill_null(0)).to_numpy().astype(np.int64)
    shared = score + score[mirrored] == A_GAME
    evidence = rated & sides_worth.counts & shared
    used = evidence & (gap > 0)
    by_table = np.zeros(len(gap), dtype=np.int64)
    law_of = rows["law"].to_numpy()
    for place, law in enumerate(of.laws):
        of_law = used & (law_of == place)
        cells = _table(law)[np.minimum(gap[of_law], _LARGEST)]
        by_table[of_law] = cells
    rest = pl.DataFrame(
        {"gap": gap[used], "score": score[used], "table": by_table[used], "counted": (score - sides_worth.change)[used]}
    ).filter(pl.col("table") >= 0)
    bands = (
        rest.group_by(band=pl.min_horizontal(pl.col("gap") // STEP * STEP, pl.lit(LAST_BAND, pl.Int64)))
        .agg(pl.len().alias("games"), pl.col("score", "table", "counted").sum())
        .sort("band")
    )
    watched = rest.filter(pl.col("gap").is_between(WATCHED_FROM, WATCHED_TO))
    return {
        "games": rest.height,
        "equals": int((evidence & (gap == 0)).sum()) // 2,
        "bands": [
            {
                "from": row["band"],
                "games": row["games"],
                **{name: hundredths_mean(row[name], row["games"]) for name in ("score", "table", "counted")},
            }
            for row in bands.iter_rows(named=True)
        ],
        "watched": {
            "games": watched.height,
            "excess": hundredths_mean(int((watched["table"] - watched["score"]).sum()), watched.height),
        },
    }


def _table(law: Edition) -> Column:
    """Give the expectation of the higher-rated for every difference; below zero where a print leaves it open."""
    return np.array([_expected(law, gap) for gap in range(_LARGEST + 1)], dtype=np.int64)


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
