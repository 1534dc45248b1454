"""A made-up rating office: the same for seed and day, its reports sound, and what they give is what was played."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

import polars as pl
import pytest
from made_up_office import begun, gone_through

from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.engine.period.close_list import close
from arpad.events.intake import facts_of, judged_by, read_report
from arpad.events.verdict import DROPS, REFUSES, UNKNOWN, WARNING, YES
from arpad.lab.office_world.carried_out import change_of_step
from arpad.lab.office_world.cast import SECOND_NUMBERS
from arpad.lab.office_world.people import FEDERATIONS
from arpad.lab.office_world.story import ClosingStep, PutRight, RevisingStep, TakeIn, request_of, steps
from arpad.lab.office_world.world import EVENT_COLUMNS, GAME_COLUMNS, OfficeWorld, office_world
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from arpad.book.view import BookView
    from arpad.lab.office_world.reports import ReportBytes

DAY = date(2026, 11, 18)


@cache
def small(seed: int = 15, day: date = DAY) -> OfficeWorld:
    """Make up a small office once for all tests."""
    return office_world(day, 400, 4, seed)


@cache
def finished(seed: int = 15, day: date = DAY) -> MemoryBook:
    """Go through everything that happened in a small office, once for all tests."""
    book = begun(small(seed, day))
    gone_through(small(seed, day), book)
    return book


def reports(world: OfficeWorld) -> list[ReportBytes]:
    """Write all reports of an office, with the ratings of its first list alone."""
    return [world.report(event, {world.first_list: world.people.first_list}) for event in world.events]


def played(book: BookView) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give events and games as the office tells them, without those that were put right."""
    events = book.table("events").filter(pl.col("replaces").is_null())
    games = book.table("games").join(events.select("event_id", "name"), on="event_id", how="inner")
    return events.select(EVENT_COLUMNS).sort("name"), games.select(GAME_COLUMNS).sort(GAME_COLUMNS, nulls_last=True)


def test_same_seed_and_day_give_the_same_bytes() -> None:
    """An office is made again byte by byte; another seed or day gives another."""
    first, again = (office_world(DAY, 400, 4, 15) for _ in range(2))
    other_seed, other_day = office_world(DAY, 400, 4, 16), office_world(DAY + timedelta(days=1), 400, 4, 15)

    assert reports(first) == reports(again)
    assert reports(first) != reports(other_seed)
    assert len(other_day.events) >= len(first.events)
    for name, table in first.tables.items():
        assert table.equals(again.tables[name])


def test_the_period_of_the_open_list_holds_the_day() -> None:
    """The list being made is the next one, whatever day of the month it is, and so many are closed before it."""
    for day in (date(2026, 11, 1), date(2026, 11, 30), date(2027, 2, 28)):
        world = office_world(day, 200, 3, 1)

        assert world.lists[-2] <= day < world.open_list
        assert len(world.lists) == 3 + 2
        assert all(event.received <= day for event in world.events)
        assert any(event.end > world.lists[-2] - timedelta(days=3) for event in world.events)


def test_an_office_of_the_size_that_is_shown() -> None:
    """Three federations, three thousand players, two years of monthly lists, events of every system and kind."""
    world = office_world(DAY)

    assert world.people.players["federation"].unique().sort().to_list() == sorted(code.code for code in FEDERATIONS)
    assert (world.people.size, len(world.lists)) == (3000, 26)
    assert len({event.name for event in world.events}) == len(world.events)
    assert {event.series.system for event in world.events} == {"swiss", "roundrobin", "team", "match", "scheveningen"}
    assert {event.series.kind for event in world.events} == set(KINDS)
    assert 8 * 24 <= len(world.events) <= 15 * 25
    assert world.people.players["fide_id"].is_sorted()
    assert world.people.players["name"].is_unique().all()


def test_nobody_plays_in_two_places_on_a_day() -> None:
    """Whoever is at an event is at no other on the days of its rounds."""
    world = office_world(DAY, 800, 6, 3)
    seen: set[tuple[int, date]] = set()
    for event in world.events:
        days = {(player, day) for player in event.players for day in event.round_dates}

        assert not days & seen, event.name
        assert not set(event.arbiters) & set(event.players)
        seen |= days


def test_every_report_can_be_rated() -> None:
    """Reports have no faults, every event can be rated, and only what the story is about is asked."""
    world, book = small(), begun(small())
    asked = set()
    for step in steps(world):
        if isinstance(step, TakeIn):
            lists = {day: book.table(f"lists/{day:%Y-%m}") for day in book.list_dates}
            for event in step.events:
                report = world.report(event, lists)
                read = read_report(report.name, report.trf, facts_of(report.facts, report.facts_name))
                judged = judged_by(read, Rulebook())

                assert (read.faults, judged.verdict.rateable) == ((), YES), event.name
                assert not judged.report.left_out, event.name
                asked |= {
                    finding.code
                    for finding in judged.verdict.findings
                    if finding.severity in {REFUSES, DROPS, UNKNOWN, WARNING}
                }
        change = change_of_step(world, book, step)
        if change is not None:
            book.apply(change)

    assert asked <= {"no_fide_id", "report_received", "upload", "list_missing"}


@pytest.mark.parametrize(("seed", "day"), [(15, DAY), (16, date(2025, 3, 2)), (17, date(2027, 1, 31))])
def test_what_the_bytes_give_is_what_was_played(seed: int, day: date) -> None:
    """The events and games of a book made by import are those of the office, and the players too."""
    world, book = small(seed, day), begun(small(seed, day))
    for step in steps(world):
        if isinstance(step, TakeIn | ClosingStep):
            change = change_of_step(world, book, step)
            assert change is not None
            book.apply(change)
    events, games = played(book)
    slips = world.people.players.filter(pl.col("fide_id") == world.cast.numbers(world.people)["nameless"])
    own = games.with_columns(pl.col("white", "black").replace({-1: None}))

    assert events.equals(world.event_table(world.events))
    assert own.sort(GAME_COLUMNS, nulls_last=True).equals(world.game_table(world.events))
    assert book.table("players").filter(pl.col("fide_id") < 0)["name"].to_list() == slips["name"].to_list()


def test_closing_the_imported_book_equals_closing_the_tables() -> None:
    """List by list, a book made from bytes and one made from the office's own tables give the same lines."""
    world, imported = small(), begun(small())
    own = begun(world)
    for step in steps(world):
        if not isinstance(step, TakeIn | ClosingStep):
            continue
        if isinstance(step, TakeIn):
            change = change_of_step(world, imported, step)
            assert change is not None
            imported.apply(change)
            own = with_tables(world, own, imported)
            continue
        for book in (imported, own):
            change = change_of_step(world, book, step)
            assert change is not None
            book.apply(change)

        first, second = (book.rating_list(step.list_date) for book in (imported, own))
        assert first is not None
        assert second is not None
        assert first.equals(second), step.list_date

    assert imported.list_dates == world.lists[:-1]
    assert close(imported, world.open_list).frame.equals(close(own, world.open_list).frame)


def with_tables(world: OfficeWorld, own: MemoryBook, imported: MemoryBook) -> MemoryBook:
    """Give a book with events and games as the office tells them; only their numbers are those of the other book."""
    numbers = imported.table("events").select("name", "event_id", "rated_for")
    events = world.event_table(world.events).join(numbers, on="name", how="inner")
    empty = TABLES["events"].schema
    for name, value in (("withdrawn", False), ("part_of", None), ("replaces", None), ("withdrawn_for", None)):
        events = events.with_columns(pl.lit(value, dtype=empty[name]).alias(name))
    games = world.game_table(world.events).join(numbers, on="name", how="inner")
    games = games.with_columns(pl.col("white", "black").fill_null(-1)).select(list(TABLES["games"].schema))
    tables = {
        **{name: own.table(name) for name in TABLES},
        "players": imported.table("players"),
        "events": events.select(list(empty)).sort("event_id"),
        "games": games,
    }
    pools = {f"pools/{day:%Y-%m}": own.table(f"pools/{day:%Y-%m}") for day in own.pool_dates}
    lists = {day: own.table(f"lists/{day:%Y-%m}") for day in own.list_dates}
    return MemoryBook({**tables, **pools}, lists)


def test_the_story_leaves_something_to_notice() -> None:
    """In the open period somebody gains more than 200, a newcomer is a game short, and numbers are wrong."""
    world, book = small(), finished()
    numbers = world.cast.numbers(world.people)
    closed = close(book, world.open_list)
    before = book.rating_list(world.lists[-2])
    assert before is not None
    of_comet = pl.col("fide_id") == numbers["comet"]
    gained = closed.frame.filter(of_comet)["standard_rating"][0] - before.filter(of_comet)["standard_rating"][0]
    names = book.table("players").filter(pl.col("name").is_duplicated())["fide_id"].to_list()
    pool = closed.pool.filter((pl.col("fide_id") == numbers["hasty"]) & (pl.col("kind") == "standard"))

    assert gained > 200
    assert {numbers["mistyped"], numbers["nameless"], numbers["twice_again"], -1} <= set(names)
    assert SECOND_NUMBERS["twice_again"] in names
    assert SECOND_NUMBERS["twice"] not in book.table("players")["fide_id"].to_list()
    assert pool["games"].to_list() in ([3], [4])


def test_everything_was_put_right_once() -> None:
    """A result, an event, two numbers, an exclusion, a birth and a revised list are in the log of the book."""
    world, book = small(), finished()
    deeds = book.table("log")["deed"].to_list()

    assert {step.what for step in steps(world) if isinstance(step, PutRight)} == {
        "result", "annul", "merge", "exclude", "born", "number",
    }  # fmt: skip
    assert [deeds.count(deed) for deed in ("annul", "merge", "exclude", "republish")] == [1, 1, 1, 1]
    assert deeds.count("correct") == 3
    assert deeds.count("close") == deeds.count("sent") == len(world.lists) - 2
    assert sum(isinstance(step, RevisingStep) for step in steps(world)) == 1


def test_a_request_names_the_event_that_stands() -> None:
    """An event that was put right is known by its name and the number of its newest form."""
    world, book = small(), finished()
    step = next(step for step in steps(world) if isinstance(step, PutRight) and step.what == "result")
    request = request_of(step, book.table("events"))
    events = book.table("events").filter(pl.col("name") == step.event)

    assert request.event == events.filter(pl.col("replaces").is_not_null())["event_id"][0]  # type: ignore[union-attr] # of an event


def test_too_small_an_office_is_refused() -> None:
    """With a handful of players there is no story to tell."""
    with pytest.raises(RefusedError, match="200 players and 3 months"):
        office_world(DAY, 20, 4)
