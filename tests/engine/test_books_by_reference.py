"""Every line of a list made over columns is that of the reference: all editions, kinds and systems, with every trap."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_books import BookMaker, MadeBook, RobinMaker
from small_books import SmallBook

from arpad.engine.book_memory import MemoryBook
from arpad.engine.book_schema import FLAGS, TABLES
from arpad.engine.book_view import Period
from arpad.engine.close import ClosedKind, close_kind
from arpad.engine.inactivity import flags
from arpad.engine.reference import Expected, Reference
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

LISTS = [
    ("standard", date(2003, 10, 1), None),
    ("standard", date(2004, 4, 1), None),
    ("standard", date(2006, 4, 1), None),
    ("standard", date(2006, 7, 1), None),
    ("standard", date(2009, 7, 1), None),
    ("standard", date(2009, 9, 1), None),
    ("standard", date(2011, 7, 1), None),
    ("standard", date(2011, 11, 1), None),
    ("standard", date(2012, 7, 1), None),
    ("standard", date(2013, 8, 1), None),
    ("standard", date(2014, 8, 1), None),
    ("standard", date(2017, 7, 1), None),
    ("standard", date(2018, 2, 1), None),
    ("standard", date(2021, 3, 1), None),
    ("standard", date(2022, 1, 1), None),
    ("standard", date(2022, 2, 1), None),
    ("standard", date(2023, 6, 1), None),
    ("standard", date(2024, 3, 1), None),
    ("standard", date(2024, 4, 1), None),
    ("standard", date(2025, 10, 1), None),
    ("standard", date(2025, 11, 1), None),
    ("standard", date(2026, 2, 1), None),
    ("rapid", date(2004, 1, 1), None),
    ("rapid", date(2013, 3, 1), None),
    ("rapid", date(2022, 2, 1), None),
    ("rapid", date(2022, 10, 1), None),
    ("rapid", date(2024, 3, 1), None),
    ("rapid", date(2025, 1, 1), None),
    ("blitz", date(2014, 5, 1), None),
    ("blitz", date(2022, 11, 1), None),
    ("blitz", date(2025, 6, 1), None),
    ("standard", date(2017, 3, 1), "mssz-2017-01"),
    ("standard", date(2018, 3, 1), "fide-2009-07"),
    ("standard", date(2004, 4, 1), "fide-2003-07-print"),
    ("standard", date(2010, 5, 1), "fide-2009-07-print"),
    ("standard", date(2015, 3, 1), "fide-2014-07-print"),
    ("standard", date(2026, 1, 1), "fide-2014-07"),
]
"""A list in the middle of each edition's time, and those at the seams, where two editions meet in one list."""


BOOKS = max(5, settings.default.max_examples // 5)
"""For each list: there are many lists, and a fifth of the profile for each finds as much together."""


def made(seed: int, kind: str, list_date: date, name: str | None) -> MadeBook:
    """Make up a book from a number."""
    book = BookMaker(Random(seed), kind, list_date, name).made()  # noqa: S311 - chance, no secrets
    return with_activity(book, Random(seed))  # noqa: S311 - the same


def with_activity(book: MadeBook, chance: Random) -> MadeBook:
    """Add what the flags depend on: women, who was inactive, and games on all lists of the window or on some."""
    window = list(lists_of_window(book))
    reaches_back = window[: chance.randint(0, len(window))] if chance.random() < 0.5 else window
    newest = book.lists[max(book.lists)]
    lists = {**dict.fromkeys(reaches_back, newest), **book.lists}

    def drawn(frame: pl.DataFrame, values: tuple[str, ...] | tuple[int, ...], dtype: pl.DataType) -> pl.Series:
        return pl.Series([chance.choice(values) for _ in range(frame.height)], dtype=dtype)

    for day, frame in lists.items():
        games, shown = drawn(frame, (0, 0, 0, 1, 2, 3, 4), pl.Int32()), drawn(frame, FLAGS, pl.String())
        lists[day] = frame.with_columns(standard_games=games, flag=shown)
    players = book.tables["players"]
    players = players.with_columns(sex=drawn(players, ("", "M", "F"), pl.String()))
    return MadeBook({**book.tables, "players": players}, lists, book.kind, book.list_date, book.name)


def lists_of_window(book: MadeBook) -> Iterator[date]:
    """Give the days of the lists of the last year and a half, the newest first."""
    days = calendar(book.kind, name=book.name)
    before = days.list_before(book.list_date)
    while before is not None and (book.list_date - before).days < 18 * 31:
        yield before
        before = days.list_before(before)


def closed(book: MadeBook) -> ClosedKind:
    """Close it over columns."""
    return close_kind(book.period)


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_every_line_is_that_of_the_reference(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """Everything a list says of everybody; where the reference refuses, so do the columns."""
    book = made(seed, kind, list_date, name)
    try:
        found = closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            reference_lines(book)
        return

    assert listed_lines(book, found) == reference_lines(book)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize("name", [None, "fide-2003-07-print"])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_round_robins_with_play_offs(name: str | None, seed: int) -> None:
    """Where the average of the event decides, by the edition and as printed; where the print cannot, both refuse."""
    book = RobinMaker(Random(seed), "standard", date(2004, 4, 1), name).made()  # noqa: S311 - chance, no secrets
    try:
        found = closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            reference_lines(book)
        return

    assert listed_lines(book, found) == reference_lines(book)


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS[2::3])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_a_player_alone_has_the_line_that_he_has_among_all(
    kind: str, list_date: date, name: str | None, seed: int
) -> None:
    """The reference of one player reads less of the book, and nothing less than decides about him."""
    book = made(seed, kind, list_date, name)
    try:
        lines = reference_lines(book)
    except RefusedError:
        return
    for one in sorted(lines)[:3]:
        alone = Reference(Period(MemoryBook(book.tables, book.lists, Rulebook(edition=name)), kind, list_date), {one})
        # Of part results of earlier lists only sums are known, so nobody is named there.
        games = [len(event.games) for event in alone.period(one).events if event.due in {None, list_date}]

        assert alone.expected(one) == lines[one]
        assert [len(met) for event, met in alone.named(one) if event] == games


def test_earlier_results_of_an_unrated_opponent_decide_about_a_round_robin_for_one_player_too() -> None:
    """Who has no point in a round robin is left out of its table if it is the first event; here it is the second."""
    book, before, day = SmallBook(), date(2014, 7, 1), date(2014, 8, 1)
    ratings = {1: 2000, 2: 2100, 3: 1900, 4: 2050, 5: None}
    for one, rating in ratings.items():
        book.player(one)
        book.rated(before, one, rating)
    pairs = [(one, other, 100 if other == 5 else 50) for one, other in combinations(ratings, 2)]
    book.event(1, date(2014, 7, 5), date(2014, 7, 10), pairs, system="roundrobin")
    earlier = {
        "start": date(2014, 5, 1),
        "end": date(2014, 5, 9),
        "due": date(2014, 6, 1),
        "system": "swiss",
        "cycles": 1,
    }
    sums = {"games": 5, "score": 250, "opponents": 9500}
    book.tables["pool"].append({"kind": "standard", "fide_id": 5, "event_id": 900, **earlier, **sums})
    lines = []
    for tables in (book.frames(), {**book.frames(), "pool": TABLES["pool"].empty()}):
        whole = Reference(Period(MemoryBook(tables, book.every_list()), "standard", day))
        alone = Reference(Period(MemoryBook(tables, book.every_list()), "standard", day), {1})
        lines.append(whole.expected(1))

        assert alone.expected(1) == lines[-1]
    assert lines[0].games == lines[1].games + 1


def listed_lines(book: MadeBook, found: ClosedKind) -> dict[int, Expected]:
    """Give everybody's line as the columns have it; the flag belongs to standard chess."""
    columns = ["rating", "games", "k", "played", "highest", "last"]
    frame = found.ratings.select("fide_id", *columns).with_columns(flag=pl.lit(None, dtype=pl.String))
    if book.kind == "standard":
        own = frame.select("fide_id", **{f"standard_{name}": name for name in columns})
        own = own.join(book.tables["players"].select("fide_id", "sex"), on="fide_id", maintain_order="left")
        frame = frame.with_columns(flag=flags(own, book.period))
    return {row[0]: Expected(*row[1:]) for row in frame.iter_rows()}


def reference_lines(book: MadeBook) -> dict[int, Expected]:
    """Give everybody's line by the reference."""
    reference = Reference(book.period)
    return {one: reference.expected(one) for one in book.tables["players"]["fide_id"].to_list()}


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS[::3])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_order_of_rows_never_matters(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """All tables and lists shuffled: the same list, the same pool."""
    book = made(seed, kind, list_date, name)
    mixed = MadeBook(
        {one: frame.sample(fraction=1, shuffle=True, seed=seed % 1000) for one, frame in book.tables.items()},
        {day: frame.sample(fraction=1, shuffle=True, seed=seed % 1000) for day, frame in book.lists.items()},
        book.kind,
        book.list_date,
        book.name,
    )
    try:
        one = closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            closed(mixed)
        return
    other = closed(mixed)
    keys = ["fide_id", "event_id"]

    assert one.ratings.equals(other.ratings)
    assert one.pool.sort(keys).equals(other.pool.sort(keys))
    assert one.changes.players.equals(other.changes.players)
    assert one.changes.events.equals(other.changes.events)


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS[1::3])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_events_add_up_to_periods(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """The working by event, asked for later, comes to what the list was made from."""
    try:
        found = closed(made(seed, kind, list_date, name))
    except RefusedError:
        return
    events = found.changes.events.filter(pl.col("games") > 0)
    sums = events.group_by("fide_id").agg(
        pl.col("games").sum(), pl.col("sum").sum(), unrounded=(pl.col("k_applied") * pl.col("sum")).sum()
    )

    assert sums.sort("fide_id").equals(found.changes.players.select("fide_id", "games", "sum", "unrounded"))
