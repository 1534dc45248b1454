"""The log of a book, and changes that take something away: in a folder and in memory alike, all or nothing."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import After, Change, changed
from arpad.book.folder import Book
from arpad.book.log import MOST_ROWS, BookLogEntry, entries, with_rows
from arpad.book.memory import MemoryBook
from arpad.book.renumber import renumbered
from arpad.book.view import list_name, pool_name
from arpad.model.clock import VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store

BEFORE, LIST = date(2026, 8, 1), date(2026, 9, 1)


def small() -> SmallBook:
    """Two players on two lists, and their game."""
    small_book = SmallBook()
    for number in (1, 2):
        small_book.player(number)
        small_book.rated(BEFORE, number, 2000)
        small_book.rated(LIST, number, 2010)
    small_book.event(1, date(2026, 8, 3), date(2026, 8, 15), [(1, 2, 100)], rated_for=LIST)
    return small_book


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A small book without a log, on a day that is set."""
    monkeypatch.setenv(VARIABLE, "2026-09-20")
    tables = {name: frame for name, frame in small().frames().items() if name != "log"}
    tables[pool_name(BEFORE)] = tables["pool"]
    if request.param == "memory":
        return MemoryBook(tables, small().every_list())
    book = Book.create(tmp_path / "book", About())
    book.apply(changed(book, tables, small().every_list()))
    return book


def again(store: Store) -> Store:
    """Give a book as another run sees it."""
    return Book.open(store.folder) if isinstance(store, Book) else store


def titled(store: Store, title: str) -> Change:
    """Give everybody a title."""
    return changed(store, {"players": store.table("players").with_columns(title=pl.lit(title))})


def test_a_book_without_a_log_has_no_entries(store: Store) -> None:
    """Older books have none, and a change without an entry writes none."""
    store.apply(titled(store, "CM"))

    assert not again(store).has("log")
    assert entries(again(store)) == []


def test_entries_are_kept_in_order(store: Store) -> None:
    """What, when and why, the list, the facts; the number and the time are those of the writing."""
    for title, why in (("CM", "a title congress"), ("FM", "another one, with „quotes“")):
        entry = BookLogEntry("correct", why, LIST, {"title": title, "since": BEFORE})
        store.apply(with_rows(titled(store, title), entry))
    first, second = entries(again(store))

    assert (first.number, first.at, first.deed, first.list_date) == (1, "2026-09-20T00:00:00Z", "correct", LIST)
    assert (second.number, second.why) == (2, "another one, with „quotes“")
    assert second.facts == {"title": "FM", "since": "2026-08-01"}
    assert [row["title"] for row in second.before["players"]] == ["CM", "CM"]
    assert [row["title"] for row in second.after["players"]] == ["FM", "FM"]
    assert second.before.keys() == second.after.keys() == {"players"}


def test_of_many_rows_the_number_is_kept(store: Store) -> None:
    """A log does not hold a list of half a million."""
    person = store.table("players").head(1)
    many = pl.concat(
        [person.with_columns(fide_id=pl.lit(100 + number, dtype=pl.Int64)) for number in range(MOST_ROWS + 1)]
    )
    players = pl.concat([store.table("players"), many])
    store.apply(with_rows(changed(store, {"players": players}), BookLogEntry("import")))

    assert entries(again(store))[0].after == {"players": MOST_ROWS + 1}
    assert entries(again(store))[0].before == {}


def test_what_is_no_json_is_nothing(store: Store) -> None:
    """Somebody edited the table by hand; the entry stays readable."""
    store.apply(Change({}, entry=BookLogEntry("import", facts={"file": "a.trf"})))
    broken = store.table("log").with_columns(facts=pl.lit("{file"), before=pl.lit("[1]"))
    store.apply(changed(store, {"log": broken}))

    assert [(entry.deed, entry.facts, entry.before) for entry in entries(again(store))] == [("import", {}, {})]


def test_signs_that_no_encoding_knows_are_no_reason_to_fail(store: Store) -> None:
    """A file may have been named by another system."""
    store.apply(Change({}, entry=BookLogEntry("import", "it came \udce9arly", facts={"file": "a\udcff.trf"})))
    (entry,) = entries(again(store))

    assert (entry.why, entry.facts) == ("it came ?arly", {"file": "a?.trf"})


def test_changes_of_the_house_are_logged(store: Store) -> None:
    """A number that is replaced says whose and where."""
    change, _ = renumbered(store, 1, 77)
    store.apply(change)
    (entry,) = entries(again(store))

    assert (entry.deed, entry.facts["old"], entry.facts["new"]) == ("renumber", 1, 77)
    assert entry.facts["rows"]["players"] == 1


def test_tables_lists_and_part_results_can_be_taken_away(store: Store) -> None:
    """A list, the part results that were kept and a table are gone, the rest is as it was, and the log says why."""
    change = changed(
        store, {pool_name(BEFORE): None, "exclusions": None}, {LIST: None}, entry=BookLogEntry("undo", "early")
    )
    after = After(store, change)

    assert (after.list_dates, after.pool_dates, after.has("exclusions")) == ((BEFORE,), (), False)
    assert (after.rating_list(LIST), after.table("exclusions").height) == (None, 0)
    assert (store.list_dates, store.pool_dates) == ((BEFORE, LIST), (BEFORE,))
    assert change.lists == (LIST,)
    assert change.tables[list_name(LIST)].removed.height == 2
    assert change.tables[list_name(LIST)].added.height == 0
    store.apply(change)
    for book in (store, again(store)):
        assert (book.list_dates, book.pool_dates) == ((BEFORE,), ())
        assert book.rating_list(LIST) is None
        assert not book.has("exclusions")
        assert book.table("players").height == 2
        assert [entry.why for entry in entries(book)] == ["early"]


def test_what_was_published_can_be_taken_away(store: Store) -> None:
    """The folder of a list is gone with all that is in it, and another list's is not."""

    def publish(folder: Path) -> None:
        folder.joinpath("deeper").mkdir(parents=True)
        folder.joinpath("deeper", "list.txt").write_text("made up", encoding="utf-8")

    store.apply(Change({}, published={BEFORE: publish, LIST: publish}))
    store.apply(Change({}, unpublished=(LIST,)))
    if isinstance(store, Book):
        assert store.published(BEFORE).joinpath("deeper", "list.txt").is_file()
        assert not store.published(LIST).exists()
        # What is not there cannot be taken away, and nothing is wrong with that.
        store.apply(Change({}, unpublished=(LIST,)))
    else:
        assert isinstance(store, MemoryBook)
        assert list(store.published) == [BEFORE]


def test_a_view_of_what_will_be(store: Store) -> None:
    """Before anything is written: other tables, another list, and everything else as it is."""
    list_then = store.table(list_name(LIST)).with_columns(standard_rating=pl.lit(2222, dtype=pl.Int32))
    change = changed(store, {"players": store.table("players").head(1)}, {date(2026, 10, 1): list_then})
    after = After(store, change)

    assert after.list_dates == (BEFORE, LIST, date(2026, 10, 1))
    assert after.table("players").height == 1
    assert after.table("games").equals(store.table("games"))
    assert after.rating_list(date(2026, 10, 1)).equals(list_then)  # type: ignore[union-attr]
    assert after.rulebook is store.rulebook
    assert after.pool_before(LIST).equals(store.pool_before(LIST))
