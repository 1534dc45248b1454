"""A made-up month, closed over columns: every player's line is that of the reference."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from arpad import Facts, coefficient, rate_player
from arpad.book.memory import MemoryBook
from arpad.book.view import Period
from arpad.engine.period.close_kind import ClosedKind, close_kind
from arpad.lab.world.world import world
from arpad.model.period import KINDS, Born, Event, Game, Player, RatingPeriod
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import NoEditionError, in_force

if TYPE_CHECKING:
    from arpad.lab.world.world import World

BASE, LISTED = date(2026, 10, 1), date(2026, 11, 1)


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(3000, 1, 7, BASE)


@cache
def closed(kind: str) -> ClosedKind:
    """The month of the made-up world, closed once for all these tests."""
    return close_kind(Period(MemoryBook(drawn().tables, drawn().lists), kind, LISTED))


@cache
def lines() -> dict[int, dict[str, Any]]:
    """Give the last list by player."""
    return {row["fide_id"]: row for row in drawn().lists[BASE].iter_rows(named=True)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_rated_player_is_that_of_the_reference(kind: str) -> None:
    """Change, new rating and K of the next list, player by player."""
    closed_kind, before = closed(kind), lines()
    law = in_force(LISTED, kind)
    events = {row["event_id"]: row for row in closed_kind.events.iter_rows(named=True)}
    games: dict[int, dict[int, list[Game]]] = {}

    def used(player: int) -> int | None:
        row = before.get(player, {})
        rating = row.get(f"{kind}_rating")
        return row.get("standard_rating") if rating is None and law.has("standard_stands_in") else rating

    for row in drawn().tables["games"].iter_rows(named=True):
        if row["event_id"] in events:
            for own, other in (("white", "black"), ("black", "white")):
                mine = games.setdefault(row[own], {}).setdefault(row["event_id"], [])
                mine.append(Game(used(row[other]), row[f"{own}_score"], row["round"]))
    people = {row["fide_id"]: row for row in drawn().tables["players"].iter_rows(named=True)}
    corrected = {
        row["fide_id"]: row["rating"]
        for row in drawn().tables["corrections"].iter_rows(named=True)
        if row["kind"] == kind and row["list"] == LISTED
    }
    checked = 0
    for row in closed_kind.ratings.iter_rows(named=True):
        player = row["fide_id"]
        old = before.get(player)
        base = corrected.get(player, used(player) if old else None)
        if old is None or base is None or player not in games:
            continue
        own = tuple(
            Event(
                events[number]["start"],
                events[number]["end"],
                used(player),
                tuple(played),
                system=events[number]["system"],
            )
            for number, played in games[player].items()
        )
        k = old[f"{kind}_k"]
        if k is None:
            continue
        result = rate_player(RatingPeriod(kind, LISTED, Player(base, k=k), own))
        person = people[player]
        day = person["birth_date"]
        born = Born(day.year, day.month, day.day) if day else Born(person["birth_year"] or 1900)
        played_now = sum(event.working.whole["games"] for event in result.events)

        assert row["rating"] == result.new_rating
        assert row["games"] == played_now
        if result.new_rating is not None:
            highest = max(old[f"{kind}_highest"] or 0, result.new_rating)
            facts = Facts(result.new_rating, highest, old[f"{kind}_played"] + played_now, born)
            assert row["k"] == coefficient(law, facts, LISTED).k
        checked += 1

    assert checked > 20


@pytest.mark.parametrize("kind", KINDS)
def test_who_did_not_play_keeps_his_rating(kind: str) -> None:
    """Nobody else moves, unless his base was corrected."""
    closed_kind, before = closed(kind), lines()
    moved = set(closed_kind.changes.players["fide_id"].to_list())
    mended = set(drawn().tables["corrections"].filter(pl.col("kind") == kind)["fide_id"].to_list())
    still = [row for row in closed_kind.ratings.iter_rows(named=True) if row["fide_id"] not in moved | mended]
    entered = set(closed_kind.newcomers.filter(pl.col("published").is_not_null())["fide_id"].to_list())

    assert all(
        row["rating"] == before[row["fide_id"]][f"{kind}_rating"] for row in still if row["fide_id"] not in entered
    )


@pytest.mark.parametrize("kind", KINDS)
def test_newcomers_enter_and_leave_the_pool(kind: str) -> None:
    """Who has a first rating is on the list and no longer in the pool; what has expired is gone."""
    closed_kind = closed(kind)
    entered = closed_kind.newcomers.filter(pl.col("published").is_not_null())
    listed = closed_kind.ratings.filter(pl.col("rating").is_not_null())

    assert set(entered["fide_id"]) <= set(listed["fide_id"])
    assert not set(entered["fide_id"]) & set(closed_kind.pool["fide_id"])
    assert closed_kind.pool["due"].min() is None or closed_kind.pool["due"].min() > calendar(kind).pooling_from(LISTED)


@pytest.mark.parametrize("kind", KINDS)
def test_order_of_rows_does_not_matter(kind: str) -> None:
    """The same tables in another order give the same list."""
    shuffled = {name: frame.sample(fraction=1, shuffle=True, seed=3) for name, frame in drawn().tables.items()}
    lists = {day: frame.sample(fraction=1, shuffle=True, seed=4) for day, frame in drawn().lists.items()}

    assert close_kind(Period(MemoryBook(shuffled, lists), kind, LISTED)).ratings.equals(closed(kind).ratings)


@pytest.mark.parametrize("table", ["events", "pool"])
def test_an_event_before_the_first_edition_is_named(table: str) -> None:
    """One wrong first day stops the list, so whoever makes it must learn which event and which table it is."""
    tables = dict(drawn().tables)
    rows = tables[table].filter(pl.col("kind") == "standard")
    number = rows["event_id"][0]
    if table == "pool":
        player = tables["players"]["fide_id"][0]
        rows = rows.head(1).with_columns(fide_id=pl.lit(player, dtype=pl.Int64), due=pl.lit(LISTED))
        tables["corrections"] = tables["corrections"].clear()
        unrated = drawn().lists[BASE].with_columns(standard_rating=pl.lit(None, dtype=pl.Int32))
        lists = {BASE: unrated}
    else:
        lists = dict(drawn().lists)
        rows = tables["events"].with_columns(rated_for=pl.lit(None, dtype=pl.Date))
    wrong = pl.when(pl.col("event_id") == number).then(pl.lit(date(1999, 1, 5))).otherwise("start")
    tables[table] = rows.with_columns(start=wrong, end=pl.lit(date(2026, 10, 10)))

    with pytest.raises(NoEditionError, match=f"Table {table}, event {number}: the first day is 1999-01-05"):
        close_kind(Period(MemoryBook(tables, lists), "standard", LISTED))
