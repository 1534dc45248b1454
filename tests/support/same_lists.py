"""Whether an open period gives the list of the whole: in everything that is written, and in how it came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from arpad.engine.period.close_list import Closed


def same_list(given: Closed, whole: Closed) -> None:
    """The same lines, part results and events, and in every kind of chess the same way to them."""
    assert given.frame.equals(whole.frame)
    assert given.pool.equals(whole.pool)
    assert given.events.sort("event_id").equals(whole.events.sort("event_id"))
    assert list(given.kinds) == list(whole.kinds)
    for kind, of_kind in whole.kinds.items():
        own = given.kinds[kind]
        assert own.law is of_kind.law
        assert own.ratings.equals(of_kind.ratings)
        assert own.changes.players.equals(of_kind.changes.players)
        assert own.changes.events.equals(of_kind.changes.events)
        assert own.newcomers.equals(of_kind.newcomers)
        assert own.pool.sort("fide_id", "event_id").equals(of_kind.pool.sort("fide_id", "event_id"))
        assert own.events.equals(of_kind.events)
        assert list(map(str, own.notes)) == list(map(str, of_kind.notes))


def part_of(whole: Closed, part: Closed, players: list[int]) -> None:
    """Who was worked out again has the lines of the whole; and whoever was not, has no line in the part."""
    theirs = pl.col("fide_id").is_in(players)
    assert part.frame.equals(whole.frame.filter(theirs))
    for kind, of_kind in part.kinds.items():
        assert of_kind.ratings.equals(whole.kinds[kind].ratings.filter(theirs))
        assert of_kind.changes.players.equals(whole.kinds[kind].changes.players.filter(theirs))
        assert of_kind.changes.events.equals(whole.kinds[kind].changes.events.filter(theirs))
