"""Whom an event touches: the events and players of a list that have to be worked out again when it comes or goes.

A line of a list depends on the player's own games, on ratings of earlier lists and on the player's own history, and on
nothing else that happens in the period. So an event touches its own players, through everything that is added up or
counted by player: the change of the period and its rounding, the limit of K times games, K at the start of later events
and at calculation (games completed before), the results of which a first rating is made, the last game and the flag.
Opponents in other events are met at the ratings of lists that are published already, and the standard rating that
stands in for rapid and blitz is that of the list before, so nobody else follows from these.

Within an event everybody may depend on everybody: in a Scheveningen event on how many are unrated, in a round robin of
before 2022 on the whole table. Such a table also depends on other events: whether an unrated player without a point is
in it hangs on that player's results elsewhere (6.1 of 2009 and 2014). So an event touches the round robins of its
unrated players, and these those of theirs, and so on; and all their players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.period.games import rated_games
from arpad.engine.period.part_results import unrated_players
from arpad.model.period import ROUND_ROBIN
from arpad.regulations.workings.crosstable import has_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from arpad.engine.period.frames import EventPartition
    from arpad.regulations.edition import Edition


def tabled_robins(events: pl.DataFrame, laws: Sequence[Edition]) -> set[int]:
    """Give the round robins among the events of a list whose table may be worked out as a whole."""
    asked = [place for place, law in enumerate(laws) if has_tables(law)]
    robins = events.filter((pl.col("system") == ROUND_ROBIN) & pl.col("law").is_in(asked))
    return set(robins["event_id"].to_list())


def touched_events(
    events: Collection[int],
    robins: Collection[int],
    games: pl.DataFrame,
    gathered: Callable[[Collection[int]], EventPartition],
) -> set[int]:
    """Give some events of a list with the round robins that they touch; `gathered` gives what is read of some events.

    `robins` are those whose table may be worked out, `games` all games of the book.
    """
    touched = set(events)
    if not robins:
        return touched
    new = touched
    while new:
        unrated = unrated_numbers(gathered(new))
        met = set(events_of(games, unrated).to_list()) & set(robins)
        new = met - touched
        touched |= new
    return touched


def unrated_numbers(partition: EventPartition) -> pl.Series:
    """Give the players who were unrated in the events of a partition."""
    return pl.Series(partition.players.numbers[unrated_players(rated_games(partition).games)])


def events_of(games: pl.DataFrame, players: pl.Series) -> pl.Series:
    """Give the events in which some players have a game."""
    is_theirs = pl.col("white").is_in(players.implode()) | pl.col("black").is_in(players.implode())
    return games.filter(is_theirs)["event_id"].unique()


def players_of(games: pl.DataFrame, events: Collection[int]) -> pl.Series:
    """Give everybody who has a game in some events."""
    own = games.filter(pl.col("event_id").is_in(list(events)))
    return pl.concat([own["white"], own["black"]]).unique()
