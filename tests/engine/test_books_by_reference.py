"""Every line of a list made over columns is that of the reference: all editions, kinds and systems, with every trap.

The same lines are those of the second reading, which knows the law in force and nothing of arpad.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from drawn_books import BOOKS, LISTS, drawn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_books import BookMaker, MadeBook, RevisedMaker, RobinMaker
from second_reading_period import Period as SecondReading
from small_books import SmallBook

from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.book.view import Period
from arpad.engine.period.close_kind import ClosedKind, close_kind
from arpad.engine.period.inactivity import flags
from arpad.engine.reference.lines import Expected, Reference
from arpad.engine.reference.quiet import ShortReference
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.engine.period.withdrawals import Rerated

    Holds = Callable[[MadeBook, ClosedKind, dict[int, Expected], int], None]

ROBINS = [(date(2004, 4, 1), None), (date(2006, 4, 1), None), (date(2006, 7, 1), None),
          (date(2004, 4, 1), "fide-2003-07-print")]  # fmt: skip
"""Lists with round robins in which the average of the event decides."""


def closed(book: MadeBook) -> ClosedKind:
    """Close it over columns."""
    return close_kind(book.period)


def closed_unless_refused(book: MadeBook) -> ClosedKind | None:
    """Close it over columns; None where it is refused, and then the reference refuses it too."""
    try:
        return closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            reference_lines(book)
        return None


def shuffled(book: MadeBook, seed: int) -> MadeBook:
    """Give the same book with the rows of all tables and lists in another order."""
    return MadeBook(
        {name: frame.sample(fraction=1, shuffle=True, seed=seed % 1000) for name, frame in book.tables.items()},
        {day: frame.sample(fraction=1, shuffle=True, seed=seed % 1000) for day, frame in book.lists.items()},
        book.kind,
        book.list_date,
        book.name,
    )


def order_of_rows_never_matters(book: MadeBook, made_from: ClosedKind, _: dict[int, Expected], seed: int) -> None:
    """All tables and lists shuffled: the same list, the same pool."""
    other = closed(shuffled(book, seed))
    keys = ["fide_id", "event_id"]

    assert made_from.ratings.equals(other.ratings)
    assert made_from.pool.sort(keys).equals(other.pool.sort(keys))
    assert made_from.changes.players.equals(other.changes.players)
    assert made_from.changes.events.equals(other.changes.events)


def events_add_up_to_periods(_: MadeBook, made_from: ClosedKind, __: dict[int, Expected], ___: int) -> None:
    """The working by event, asked for later, comes to what the list was made from."""
    events = made_from.changes.events.filter(pl.col("games") > 0)
    sums = events.group_by("fide_id").agg(
        pl.col("games").sum(), pl.col("sum").sum(), unrounded=(pl.col("k_applied") * pl.col("sum")).sum()
    )

    assert sums.sort("fide_id").equals(made_from.changes.players.select("fide_id", "games", "sum", "unrounded"))


def player_alone_has_the_line_among_all(
    book: MadeBook, made_from: ClosedKind, lines: dict[int, Expected], _: int
) -> None:
    """The reference of one player reads less of the book, and nothing less than decides about that player."""
    for player in sorted(lines)[:3]:
        alone = Reference(book.period, {player}, rerated=made_from.rerated)
        # Of part results of earlier lists only sums are known, so nobody is named there.
        games = [len(event.games) for event in alone.period(player).events if event.due in {None, book.list_date}]

        assert alone.expected(player) == lines[player]
        assert [len(met) for event, met in alone.named(player) if event] == games


ALSO = (order_of_rows_never_matters, events_add_up_to_periods, player_alone_has_the_line_among_all)
"""What else holds of a book that is closed and read by the reference; of every third list, for each takes time."""


@pytest.mark.parametrize(
    ("kind", "list_date", "name", "also"), [(*row, ALSO[place % len(ALSO)]) for place, row in enumerate(LISTS)]
)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
@example(seed=48632)  # the pool has a part result of the new form of an event that an earlier list rated
def test_every_line_is_that_of_the_reference(
    kind: str, list_date: date, name: str | None, also: Holds, seed: int
) -> None:
    """Everything a list says of everybody; where the reference refuses, so do the columns, in any order of rows."""
    book = drawn(seed, kind, list_date, name)
    try:
        made_from = closed(book)
    except RefusedError:
        with pytest.raises(RefusedError):
            reference_lines(book)
        with pytest.raises(RefusedError):
            closed(shuffled(book, seed))
        return
    lines = reference_lines(book, made_from.rerated)

    assert listed_lines(book, made_from) == lines
    if name is None:
        assert short_lines(made_from) == second_reading(book)
    also(book, made_from, lines, seed)


@pytest.mark.parametrize(("kind", "list_date"), [(kind, day) for kind, day, name in LISTS if name is None])
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_events_that_had_begun_keep_the_ratings_then_published(kind: str, list_date: date, seed: int) -> None:
    """Of revised lists: three readings of the same text have the same lines (R-044)."""
    book = RevisedMaker(Random(seed), kind, list_date).book()  # noqa: S311 - chance, no secrets
    made_from = closed_unless_refused(book)
    if made_from is None:
        return

    assert listed_lines(book, made_from) == reference_lines(book, made_from.rerated)
    assert short_lines(made_from) == second_reading(book)


def test_a_revised_list_moves_lines_of_the_made_up_books() -> None:
    """Without what was kept, or with the first issue for everybody, lines are others: the property can fail."""
    moved = Counter[str]()
    for seed in range(40):
        book = RevisedMaker(Random(seed), "standard", date(2025, 11, 1)).book()  # noqa: S311 - the same
        nothing_kept = replace(book, tables={**book.tables, "issues": book.tables["issues"].clear()})
        moved["kept"] += second_reading(book) != second_reading(nothing_kept)
        moved["issues"] += book.tables["issues"].height
    assert moved["kept"] >= 5
    assert moved["issues"] >= 20


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize(("list_date", "name"), ROBINS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
@example(seed=1122)  # games of a player who was unrated then are counted at the rating that the period has
def test_round_robins_with_play_offs(list_date: date, name: str | None, seed: int) -> None:
    """Where the average of the event decides, by the edition and as printed; where the print cannot, both refuse.

    Everybody is in it once, with and without unrated players (R-039).
    """
    book = RobinMaker(Random(seed), "standard", list_date, name).book()  # noqa: S311 - chance, no secrets
    made_from = closed_unless_refused(book)
    if made_from is None:
        return

    assert listed_lines(book, made_from) == reference_lines(book, made_from.rerated)
    if name is None:
        assert short_lines(made_from) == second_reading(book)


def test_earlier_results_of_an_unrated_opponent_decide_about_a_round_robin_for_one_player_too() -> None:
    """Who has no point in a round robin is left out of its table if it is the first event; here it is the second."""
    book, before, day = SmallBook(), date(2014, 7, 1), date(2014, 8, 1)
    ratings = {1: 2000, 2: 2100, 3: 1900, 4: 2050, 5: None}
    for player, rating in ratings.items():
        book.player(player)
        book.rated(before, player, rating)
    pairs = [(player, other, 100 if other == 5 else 50) for player, other in combinations(ratings, 2)]
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


def listed_lines(book: MadeBook, closed_kind: ClosedKind) -> dict[int, Expected]:
    """Give everybody's line as the columns have it; the flag belongs to standard chess."""
    columns = ["rating", "games", "k", "played", "highest", "last"]
    frame = closed_kind.ratings.select("fide_id", *columns).with_columns(flag=pl.lit(None, dtype=pl.String))
    if book.kind == "standard":
        own = frame.select("fide_id", **{f"standard_{name}": name for name in columns})
        own = own.join(book.tables["players"].select("fide_id", "sex"), on="fide_id", maintain_order="left")
        frame = frame.with_columns(flag=flags(own, book.period))
    return {row[0]: Expected(*row[1:]) for row in frame.iter_rows()}


def short_lines(made_from: ClosedKind) -> dict[int, tuple[int | date | None, ...]]:
    """Give rating, games, K, games so far and last rated game of everybody who is in the book."""
    frame = made_from.ratings.select("fide_id", "rating", "games", "k", "played", "last")
    return {row[0]: row[1:] for row in frame.iter_rows()}


def second_reading(book: MadeBook) -> dict[int, tuple[int | date | None, ...]]:
    """Give the same by the second reading, from plain rows; it refuses nothing."""
    tables = {name: frame.rows(named=True) for name, frame in book.tables.items()}
    lists = {day: frame.rows(named=True) for day, frame in book.lists.items()}
    made_from = SecondReading(tables, lists, book.kind, book.list_date)
    return {player: tuple(line) for player, line in made_from.new_list.items()}


def reference_lines(book: MadeBook, rerated: Rerated | None = None) -> dict[int, Expected]:
    """Give everybody's line by the reference, which is the same by the long way and by the short one."""
    reference = ShortReference(book.period, rerated=rerated)
    lines = {player: reference.expected(player) for player in book.tables["players"]["fide_id"].to_list()}

    assert {player: reference.short(player) for player in lines} == lines
    return lines


def test_the_books_have_what_they_are_for() -> None:
    """Withdrawn and re-rated events, other kinds of chess, exclusions and corrections really occur, and matter."""
    seen: Counter[str] = Counter()
    kind, list_date = "rapid", date(2025, 1, 1)
    for seed in range(60):
        book = BookMaker(Random(seed), kind, list_date).book()  # noqa: S311 - made-up books, no secrets
        events = book.tables["events"]
        own = events.filter(pl.col("kind") == kind)
        gone = own.filter(pl.col("rated_for").is_not_null() & (pl.col("withdrawn_for") == list_date))
        last = book.lists[max(book.lists)]
        corrected = book.tables["corrections"].filter(kind=kind, list=list_date)
        seen["withdrawn"] += gone.height
        seen["re-rated"] += own.filter(pl.col("replaces").is_in(gone["event_id"].implode())).height
        seen["withdrawn later"] += own.filter(pl.col("withdrawn_for") > list_date).height
        seen["withdrawn before"] += own.filter(pl.col("withdrawn_for") < list_date).height
        seen["rated by decision"] += own.filter(rated_for=list_date).height
        seen["of another kind"] += events.height - own.height
        seen["excluded"] += book.tables["exclusions"].filter(scope="games").height
        seen["corrected"] += corrected.height
        seen["standing in"] += last.filter(pl.col("rapid_rating").is_null(), pl.col("standard_rating") > 0).height
        plain = book.tables | {"exclusions": book.tables["exclusions"].head(0)}
        closed = [
            close_kind(Period(MemoryBook(tables, book.lists), kind, list_date)) for tables in (book.tables, plain)
        ]
        seen["exclusion that matters"] += not closed[0].ratings.equals(closed[1].ratings)

    assert len(seen) == 10
    assert min(seen.values()) > 5, seen
