"""A book in a folder and one in memory: the same answers, the same lists, and the same tables after the same change."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest
from single_lists import line, single

from arpad.book.about import About
from arpad.book.change import Change, TableChange, changed
from arpad.book.folder import Book
from arpad.book.imports.lists import Imported, list_taken
from arpad.book.imports.reports import reports_taken
from arpad.book.list_hash import canonical_hash
from arpad.book.memory import MemoryBook
from arpad.book.renumber import renumbered
from arpad.book.schema import TABLES
from arpad.book.view import Period, list_name
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference
from arpad.formats.trf.reader import read_trf
from arpad.lab.world.world import world
from arpad.model.clock import VARIABLE
from arpad.model.problems import RefusedError
from arpad.model.report import Report
from arpad.publication.issue import Kept, issue, issued
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from arpad.book.change import Store

MADE = world(300, 2, 7, date(2026, 10, 1))
FIRST, SECOND = date(2026, 11, 1), date(2026, 12, 1)
REPORT = Path(__file__).parents[1] / "data" / "spring-open.trf"


@pytest.fixture
def folder(tmp_path: Path) -> Book:
    """The made-up book in a folder."""
    book = Book.create(tmp_path / "book", About())
    book.apply(changed(book, MADE.tables, MADE.lists))
    return book


@pytest.fixture
def memory() -> MemoryBook:
    """The same in memory."""
    return MemoryBook(MADE.tables, MADE.lists)


@pytest.fixture(autouse=True)
def same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the logs of both say the same time."""
    monkeypatch.setenv(VARIABLE, "2026-10-20")


def reported(store: Store) -> Change:
    """Work out how a report comes into a book."""
    tournament = read_trf(REPORT.read_bytes()).tournament
    days = date(2026, 10, 4), date(2026, 10, 9)
    change = reports_taken(store, [Report("spring.trf", tournament, *days, "standard", "swiss")], Imported())
    assert change is not None
    return change


def tables_of(store: Store) -> dict[str, pl.DataFrame]:
    """Give all tables and lists, in the order of their keys."""
    tables = {name: store.table(name).sort(table.key) for name, table in TABLES.items()}
    return tables | {list_name(day): store.table(list_name(day)) for day in store.list_dates}


def same(store: Store, other: Store) -> bool:
    """Tell whether two books hold the same."""
    first, second = tables_of(store), tables_of(other)
    return first.keys() == second.keys() and all(first[name].equals(second[name]) for name in first)


def test_both_make_the_same_lists(folder: Book, memory: MemoryBook) -> None:
    """List after list: the same hash, part results and events; then the reference reads the same of both."""
    for day in (FIRST, SECOND):
        closed = close(folder, day)
        hashes = [
            canonical_hash(book_list.frame, folder.table("players")) for book_list in (closed, close(memory, day))
        ]
        assert hashes[0] == hashes[1]
        memory.apply(issued(memory, closed, memory, Kept()))
        issue(folder, closed)
        assert same(folder, memory)
    players = close(memory, FIRST).frame.filter(pl.col("standard_games") > 0)["fide_id"].head(5).to_list()
    references = [Reference(Period(store, "standard", FIRST), players) for store in (folder, memory)]
    assert [references[0].expected(player) for player in players] == [
        references[1].expected(player) for player in players
    ]


def test_a_list_of_before_is_made_from_the_part_results_of_before(folder: Book, memory: MemoryBook) -> None:
    """After the next list, both give the part results from which the one before was made."""
    was = folder.pool_before(FIRST)
    issue(folder, close(folder, FIRST))
    memory.apply(issued(memory, close(memory, FIRST), memory, Kept()))
    assert folder.pool_dates == memory.pool_dates == (date(2026, 10, 1),)
    assert folder.pool_before(FIRST).equals(was)
    assert memory.pool_before(FIRST).equals(was)
    assert not memory.pool_before(SECOND).equals(was)


def test_the_same_change_leaves_the_same_tables(folder: Book, memory: MemoryBook) -> None:
    """A report comes into both; what it changes is said before anything is written."""
    change = reported(folder)
    assert same(folder, memory)
    assert change.tables["events"].added["name"].to_list() == ["Made-up Spring Open"]
    assert change.tables["events"].removed.height == 0
    assert (change.lists, [reason.message for reason in change.reasons]) == ((), ["Made-up Spring Open is reported."])
    folder.apply(change)
    memory.apply(reported(memory))
    assert same(folder, memory)
    assert same(Book.open(folder.folder), memory)


def test_a_number_and_a_list_come_into_both(folder: Book, memory: MemoryBook, tmp_path: Path) -> None:
    """A player's number is replaced wherever it stands, and a list is imported; both are worked out from a view."""
    old = folder.table("players")["fide_id"][0]
    place = single(tmp_path, "standard_jan27.txt", "JAN27", line(old + 10**9, "New, Name", 2390, 0, 10))
    for store in (folder, memory):
        change, renumbering = renumbered(store, old, old + 10**9)
        assert renumbering.rows["players"] == 1
        store.apply(change)
        list_change = list_taken(store, place, date(2027, 1, 1), None, Imported())
        assert list_change is not None
        store.apply(list_change)
    assert same(folder, memory)
    assert memory.list_dates[-1] == date(2027, 1, 1)


def test_a_change_from_other_tables_is_refused(memory: MemoryBook) -> None:
    """Two changes are worked out from the same book; the second would undo the first."""
    first, second = reported(memory), reported(memory)
    memory.apply(first)
    before = tables_of(memory)
    with pytest.raises(RefusedError, match="was changed"):
        memory.apply(second)
    assert all(frame.equals(tables_of(memory)[name]) for name, frame in before.items())


def test_rows_before_and_after() -> None:
    """A row that changed is both: one that goes and one that comes; a new table has only those that come."""
    before = pl.DataFrame({"number": [1, 2, 3], "k": [10, None, 40]})
    after = pl.DataFrame({"number": [1, 2, 4], "k": [20, None, 40]})
    change = TableChange(before, after)
    assert change.removed.rows() == [(1, 10), (3, 40)]
    assert change.added.rows() == [(1, 20), (4, 40)]
    assert TableChange(None, after).added.height == 3
    assert TableChange(None, after).removed.height == 0


def test_a_view_by_another_rulebook() -> None:
    """The law of a list is that of the book from which it is made."""
    own, other = (MemoryBook(MADE.tables, MADE.lists, Rulebook(edition=name)) for name in (None, "fide-2014-07"))
    laws = [close(view, FIRST).kinds["standard"].law.id for view in (own, other)]
    assert laws == ["fide-2026-01", "fide-2014-07"]
