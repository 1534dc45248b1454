"""The passes over a period are pure functions of partitions: divided at will, they come to the same list.

Events are divided at random for the event pass, players for the player pass, and round robins with everything that
their unrated players did for the table pass. What the parts give, put together, is what the whole gives.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, replace
from datetime import date
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lists_of_editions import LISTS
from made_books import BookMaker, RobinMaker
from small_books import SmallBook

from arpad.book.list_hash import canonical_hash
from arpad.book.view import Period
from arpad.engine.everybody import day_of
from arpad.engine.period.close_kind import ClosedKind, close_kind
from arpad.engine.period.close_list import close
from arpad.engine.period.event_pass import event_pass
from arpad.engine.period.frames import EventFrames, EventPartition, PlayerPartition, Sums, Tables
from arpad.engine.period.player_pass import event_changes, player_changes, player_pass
from arpad.engine.period.round_robins import table_pass
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from made_books import MadeBook

    from arpad.engine.period.close_list import Closed

BOOKS = max(5, settings.default.max_examples // 5)


def book_of(seed: int, kind: str, list_date: date) -> MadeBook:
    """Make up a book from a number; every third is one of round robins."""
    maker = RobinMaker if kind == "standard" and seed % 3 == 0 else BookMaker
    return maker(Random(seed), kind, list_date).book()  # noqa: S311 - chance, no secrets


def divided(numbers: Sequence[int], chance: Random) -> list[list[int]]:
    """Divide numbers at random into one, two or seven parts, in any order; a part may be empty."""
    parts: list[list[int]] = [[] for _ in range(chance.choice((1, 2, 7)))]
    for number in numbers:
        chance.choice(parts).append(number)
    return chance.sample(parts, len(parts))


def linked_events(partition: EventPartition) -> list[list[int]]:
    """Group events that share a player: a cruder link than the unrated ones, and so enough for the table pass."""
    group = {event: event for event in partition.events["event_id"].to_list()}
    of_player: dict[int, set[int]] = defaultdict(set)
    for event, white, black in partition.games.select("event_id", "white", "black").iter_rows():
        if event in group:
            of_player[white].add(event)
            of_player[black].add(event)
    for events in of_player.values():
        joined = {group[event] for event in events}
        group = {event: min(joined) if of in joined else of for event, of in group.items()}
    groups: dict[int, list[int]] = defaultdict(list)
    for event, of in group.items():
        groups[of].append(event)
    return list(groups.values())


def columns_of(sums: dict[int, Sums]) -> dict[int, pl.DataFrame]:
    """Add up sums, in the order of players; a player without a game has none."""
    return {
        law: frame.frame().group_by("fide_id").agg(pl.all().sum()).filter(pl.col("games") > 0).sort("fide_id")
        for law, frame in sums.items()
    }


def same_tables(parts: Tables, whole: Tables) -> None:
    """The same rows, in a defined order, and the same notes."""
    for name in ("events", "games", "parts"):
        frame, other = getattr(parts, name).frame(), getattr(whole, name).frame()
        assert frame.sort(frame.columns).equals(other.sort(frame.columns))
    assert sorted(map(str, parts.notes)) == sorted(map(str, whole.notes))


def same_frames(parts: EventFrames, whole: EventFrames) -> None:
    """The same rows, in a defined order; sums of a player in several partitions added up, the latest day taken."""
    key = ["fide_id", "event_id", "list_day"]
    sums, of_whole = columns_of(dict(parts.sums)), columns_of(dict(whole.sums))
    assert {law for law, frame in sums.items() if frame.height} == {law for law, f in of_whole.items() if f.height}
    assert all(frame.equals(of_whole[law]) for law, frame in sums.items())
    assert parts.rows.frame().sort(key).equals(whole.rows.frame().sort(key))
    assert parts.parts.sort(key[:2]).equals(whole.parts.sort(key[:2]))
    days, of_days = (
        frames.last.frame().group_by("fide_id").agg(pl.col("last").max()).sort("fide_id") for frames in (parts, whole)
    )
    assert days.equals(of_days.filter(pl.col("fide_id").is_in(days["fide_id"].implode())))


def by_events(partition: EventPartition, chance: Random) -> EventFrames:
    """Run the event pass over parts of the events."""
    parts = divided(partition.events["event_id"].to_list(), chance)
    return EventFrames.joined([event_pass(partition.of_events(part)) for part in parts])


def by_players(partition: PlayerPartition, chance: Random, rows: EventFrames) -> dict[str, pl.DataFrame]:
    """Run the player pass over parts of the players, and put together what it gives."""
    frames = []
    for part in divided(partition.players.places.numbers.tolist(), chance):
        of_part = partition.of_players(part)
        closed = player_pass(of_part)
        frames.append(
            {
                "lines": closed.lines,
                "newcomers": closed.newcomers,
                "pool": closed.pool,
                "players": player_changes(of_part, closed.moves),
                "events": event_changes(of_part, rows.of_players(np.array(part, dtype=np.int64)).rows),
            }
        )
    return {name: pl.concat([frame[name] for frame in frames], how="vertical_relaxed") for name in frames[0]}


def closed_or_none(book: MadeBook) -> ClosedKind | None:
    """Close a book; None where it is refused."""
    try:
        return close_kind(book.period)
    except RefusedError:
        return None


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_divided_at_will_the_passes_come_to_the_same_list(kind: str, list_date: date, seed: int) -> None:
    """Tables, event rows, changes, newcomers, part results and lines; and so the hash of the list."""
    book, chance = book_of(seed, kind, list_date), Random(seed)  # noqa: S311 - chance, no secrets
    try:
        listed = close(book.period.view, list_date, only=(kind,))
    except RefusedError:
        assert closed_or_none(book) is None
        return
    whole = listed.kinds[kind]
    of_events, of_players = whole.changes.of_events, whole.changes.of_players

    tables = [table_pass(of_events.of_events(part)) for part in linked_events(of_events)]
    same_tables(Tables.joined(tables), of_events.tables)

    frames = by_events(of_events, chance)
    same_frames(frames, event_pass(of_events))
    every_row = by_events(replace(of_events, row_per_event=True), chance)

    together = by_players(replace(of_players, frames=frames), chance, every_row)
    assert together["lines"].sort("fide_id").equals(whole.ratings)
    assert together["newcomers"].sort("fide_id").equals(whole.newcomers.sort("fide_id"))
    key = ["fide_id", "event_id"]
    assert together["pool"].sort(key).equals(whole.pool.sort(key))
    assert together["players"].sort("fide_id").equals(whole.changes.players)
    assert together["events"].sort(*key, "list_day").equals(whole.changes.events)
    same_hash(book, listed, together["lines"].sort("fide_id"))


def same_hash(book: MadeBook, listed: Closed, lines: pl.DataFrame) -> None:
    """Put the lines of the parts into the list that `close` makes: its hash stays."""
    players = book.tables["players"]
    own = {
        f"{book.kind}_{name}": lines[name].cast(listed.frame.schema[f"{book.kind}_{name}"])
        for name in ("rating", "games", "k", "played", "highest", "last")
    }
    assert canonical_hash(listed.frame.with_columns(**own), players) == canonical_hash(listed.frame, players)


def test_a_table_apart_from_the_other_events_of_its_unrated_players_is_another_one() -> None:
    """Why tables have a pass of their own: without a point a player is in the table only after a result that counts."""
    book, before, day = SmallBook(), date(2014, 7, 1), date(2014, 8, 1)
    ratings = {1: 2000, 2: 2100, 3: 1900, 4: 2050, 5: None}
    for player, rating in ratings.items():
        book.player(player)
        book.rated(before, player, rating)
    book.event(1, date(2014, 7, 2), date(2014, 7, 3), [(5, other, 50) for other in (1, 2, 3, 4)])
    pairs = [(player, other, 100 if other == 5 else 50) for player, other in combinations(ratings, 2)]
    book.event(2, date(2014, 7, 5), date(2014, 7, 10), pairs, system="roundrobin")
    of_events = close_kind(Period(book.view(), "standard", day)).changes.of_events

    assert linked_events(of_events) == [[1, 2]]
    together, apart = of_events.tables, table_pass(of_events.of_events([2]))
    assert 5 in together.games.fide_id
    assert 5 not in apart.games.fide_id


def test_the_books_have_what_divides_them() -> None:
    """Players with events in several parts, tables, sums and rows, and earlier games that K counts really occur."""
    seen = dict.fromkeys(("tables", "sums", "rows", "parts", "completed", "events of one player"), 0)
    for kind, list_date in LISTS:
        for seed in range(9):
            whole = closed_or_none(book_of(seed, kind, list_date))
            if whole is None:
                continue
            of_players = whole.changes.of_players
            frames = event_pass(whole.changes.of_events)
            seen["tables"] += len(whole.changes.of_events.tables.games) > 0
            seen["sums"] += any(sums.games.any() for sums in frames.sums.values())
            seen["rows"] += len(frames.rows) > 0
            seen["parts"] += frames.parts.height > 0
            seen["completed"] += any(len(games) for games in of_players.completed.values())
            seen["events of one player"] += len(np.unique(frames.rows.fide_id)) < len(frames.rows)

    assert min(seen.values()) > 2, seen


def test_frames_hold_nothing_but_columns() -> None:
    """What stands between the passes can be written to any file and sent anywhere."""
    for seed in range(5):
        whole = closed_or_none(book_of(seed, "standard", date(2014, 8, 1)))

        assert whole is not None
        frames, completed = whole.changes.of_players.frames, whole.changes.of_players.completed
        for frame in (frames.rows, frames.last, *frames.sums.values(), *completed.values()):
            assert all(isinstance(getattr(frame, field.name), np.ndarray) for field in fields(frame))
        assert {day_of(day) for day in frames.rows.started.tolist()} <= set(whole.changes.of_players.lists)
