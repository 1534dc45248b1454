"""A made-up world: the same for the same seed, sound, and in the proportions of October 2026."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.schema import LIST, TABLES
from arpad.lab.world.people import K_SHARES, PLAYED_IN_PERIOD, PLAYED_IN_YEAR, RATED, REGISTERED
from arpad.lab.world.world import FIRST_LIST, World, world
from arpad.model.period import KINDS, Born
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import in_force
from arpad.regulations.workings.coefficient import Facts, coefficient

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = 20_000


@cache
def made_up(months: int = 1, seed: int = 5) -> World:
    """Make a world once for all tests."""
    return world(PLAYERS, months, seed)


def written(folder: Path, seed: int, form: str) -> dict[str, bytes]:
    """Write a small world; give the bytes of its files."""
    drawn = world(1500, 1, seed)
    book = Book.create(folder, About(seed=seed), form)
    book.apply(changed(book, drawn.tables, drawn.lists))
    return {str(place.relative_to(folder)): place.read_bytes() for place in folder.rglob("*") if place.is_file()}


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_same_seed_same_bytes(form: str, tmp_path: Path) -> None:
    """A world is made again byte by byte; another seed gives another."""
    first, again, other = (written(tmp_path / name, seed, form) for name, seed in (("a", 3), ("b", 3), ("c", 4)))

    assert first == again
    assert all(first[name] != other[name] for name in (f"players.{form}", f"games.{form}", f"lists/2026-10.{form}"))


@pytest.mark.parametrize(("players", "months"), [(0, 1), (1, 1), (7, 2), (150, 3), (1200, 0)])
def test_small_worlds_are_sound(players: int, months: int, tmp_path: Path) -> None:
    """A world of any size opens without a problem that matters."""
    drawn = world(players, months, 2)
    book = Book.create(tmp_path / "w", About(seed=2))
    book.apply(changed(book, drawn.tables, drawn.lists))

    assert [problem.message for problem in Book.open(tmp_path / "w").problems()] == []
    assert drawn.tables["players"].height == players
    assert (drawn.tables["games"].height > 0) == (players > 7 and months > 0)


def test_tables_have_the_schema(tmp_path: Path) -> None:
    """Every table is as described, and a whole world is sound."""
    drawn = made_up(months=2)
    book = Book.create(tmp_path / "w", About())
    book.apply(changed(book, drawn.tables, drawn.lists))

    assert {name: table.schema for name, table in drawn.tables.items()} == {
        name: table.schema
        for name, table in TABLES.items()
        if name not in {"adjustments", "coefficients", "exemptions", "issues", "line_corrections", "log", "suspensions"}
    }
    assert drawn.lists[FIRST_LIST].schema == LIST.schema
    # Games without a point for anybody are rare, and asked about.
    assert {problem.code for problem in book.problems()} <= {"scores_under"}


@pytest.mark.parametrize("kind", KINDS)
def test_shares_of_the_list(kind: str) -> None:
    """So many are rated, active in the period and in the year as practice says, within a hundredth."""
    rows = made_up().lists[FIRST_LIST].filter(pl.col(f"{kind}_rating").is_not_null())
    shares = {
        "rated": (rows.height / PLAYERS, RATED[kind] / REGISTERED),
        "period": ((rows[f"{kind}_games"] > 0).sum() / rows.height, PLAYED_IN_PERIOD[kind] / RATED[kind]),
        "year": ((rows[f"{kind}_last"] >= date(2025, 10, 1)).sum() / rows.height, PLAYED_IN_YEAR[kind] / RATED[kind]),
    }

    assert {name for name, (share, wanted) in shares.items() if abs(share - wanted) > 0.015} == set()


def test_shares_of_k() -> None:
    """K 40, 20 and 10 are held by 59, 40 and 1 of 100, within three."""
    coefficients = made_up().lists[FIRST_LIST]["standard_k"].drop_nulls()
    whole = sum(K_SHARES.values())

    assert all(
        abs((coefficients == k).sum() / len(coefficients) - count / whole) < 0.03 for k, count in K_SHARES.items()
    )
    assert set(coefficients.unique()) == {10, 20, 40}


def test_k_is_that_of_the_edition() -> None:
    """The K of a player is what the scalar reference gives."""
    drawn = made_up()
    rows = drawn.tables["players"].join(drawn.lists[FIRST_LIST], on="fide_id").sample(300, seed=1)
    for row in rows.iter_rows(named=True):
        for kind in KINDS:
            if row[f"{kind}_rating"] is None:
                continue
            facts = Facts(
                row[f"{kind}_rating"],
                row[f"{kind}_highest"],
                row[f"{kind}_played"],
                Born(row["birth_year"] or 1900),
            )
            assert coefficient(in_force(FIRST_LIST, kind), facts, FIRST_LIST).k == row[f"{kind}_k"]


def test_shares_of_the_month() -> None:
    """A month of standard chess has 46 thousand players and 275 thousand player-games, all kinds 5,000 events."""
    drawn = made_up()
    games = drawn.tables["games"].join(drawn.tables["events"].select("event_id", "kind"), on="event_id")
    standard = games.filter(pl.col("kind") == "standard")
    rated = drawn.lists[FIRST_LIST].filter(pl.col("standard_rating").is_not_null())["fide_id"].implode()
    players = pl.concat([standard["white"], standard["black"]])
    both = standard.filter(pl.col("white").is_in(rated) | pl.col("black").is_in(rated))
    scale = REGISTERED / PLAYERS

    assert 36_000 < players.unique().is_in(rated).sum() * scale < 50_000
    assert 220_000 < (players.is_in(rated)).sum() * scale < 320_000
    assert both.height > 0.9 * standard.height
    assert 3_500 < drawn.tables["events"].height * scale < 6_500
    assert {"standard", "rapid", "blitz"} == set(drawn.tables["events"]["kind"].unique())


def test_newcomers_juniors_and_part_results() -> None:
    """There are unrated players with games, juniors, and part results of the unrated only."""
    drawn = made_up()
    listed = drawn.lists[FIRST_LIST]
    unrated = listed.filter(pl.col("standard_rating").is_null())["fide_id"].implode()
    pool = drawn.tables["pool"].filter(pl.col("kind") == "standard")

    assert drawn.tables["games"]["white"].is_in(unrated).any()
    assert 0.25 < (drawn.tables["players"]["birth_year"] >= 2008).mean() < 0.4  # type: ignore[operator]
    assert pool["fide_id"].is_in(unrated).all()
    assert (pool["score"] > 0).all()
    assert pool["games"].max() == 4


def test_results_follow_the_ratings() -> None:
    """The higher-rated player scores about what the table expects."""
    drawn = made_up(months=2)
    ratings = drawn.lists[FIRST_LIST].select("fide_id", rating="standard_rating").drop_nulls()
    events = drawn.tables["events"].filter(pl.col("kind") == "standard").select("event_id")
    games = drawn.tables["games"].join(events, on="event_id")
    games = games.join(ratings, left_on="white", right_on="fide_id")
    games = games.join(ratings, left_on="black", right_on="fide_id", suffix=" black")
    difference = games["rating"] - games["rating black"]
    table = in_force(FIRST_LIST).table("expectation_table")
    expected = sum(table.at(max(-735, min(735, points))) for points in difference.to_list()) / games.height
    even = games.filter(difference.abs() < 30)

    assert abs(games["white_score"].mean() - expected) < 8  # type: ignore[operator]
    assert 45 < even["white_score"].mean() < 62  # type: ignore[operator]
    assert games.filter(difference > 150)["white_score"].mean() > 58  # type: ignore[operator]


def test_swiss_opponents_meet_once() -> None:
    """In a Swiss system nobody meets an opponent twice, and nobody plays two games in a round."""
    drawn = made_up()
    events = drawn.tables["events"].filter(pl.col("system") == "swiss").select("event_id")
    games = drawn.tables["games"].join(events, on="event_id").select(
        "event_id",
        "round",
        low=pl.min_horizontal("white", "black"),
        high=pl.max_horizontal("white", "black"),
    )  # fmt: skip
    sides = pl.concat([games.select("event_id", "round", player=side) for side in ("low", "high")])

    assert games.select(pl.struct("event_id", "low", "high").is_unique().all()).item()
    assert sides.select(pl.struct("event_id", "round", "player").is_unique().all()).item()


def test_round_robins_are_complete() -> None:
    """In a round robin everybody meets everybody, as often as it has cycles."""
    drawn = made_up()
    robins = drawn.tables["events"].filter(pl.col("system") == "roundrobin")
    assert robins.height > 3
    for event, cycles in robins.select("event_id", "cycles").iter_rows():
        games = drawn.tables["games"].filter(pl.col("event_id") == event)
        size = pl.concat([games["white"], games["black"]]).n_unique()
        assert games.height == cycles * size * (size - 1) // 2


def test_events_are_of_their_months() -> None:
    """Events begin when a list is in force, and end in time for the lists that the months make."""
    events = made_up(months=2).tables["events"]
    days = calendar("standard")

    assert events["start"].min() >= FIRST_LIST  # type: ignore[operator]
    assert {days.list_for_event(day) for day in events["end"].unique().to_list()} == {
        date(2026, 11, 1),
        date(2026, 12, 1),
    }


@pytest.mark.parametrize("day", [date(2026, 10, 2), date(2009, 8, 1), date(1999, 1, 1)])
def test_no_world_without_lists(day: date) -> None:
    """A world begins with a list of every kind, or not at all."""
    with pytest.raises(RefusedError):
        world(10, 1, 1, day)
