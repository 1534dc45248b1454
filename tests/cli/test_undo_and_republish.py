"""What becomes of a closed list: undone until it is sent, then published again, and the first issue stays."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_books import BookMaker
from running import answer, arpad
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.closings import closings, undone
from arpad.book.folder import Book
from arpad.book.list_hash import canonical_hash
from arpad.book.log import entries
from arpad.book.memory import MemoryBook
from arpad.book.record_checks import record_problems
from arpad.book.schema import RECORD
from arpad.engine.period.close_list import close
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError
from arpad.publication.issue import Kept, issued

if TYPE_CHECKING:
    from arpad.book.change import Store

OCTOBER, NOVEMBER, DECEMBER = date(2026, 10, 1), date(2026, 11, 1), date(2026, 12, 1)
DONE = ("--why", "A report was forgotten.", "--yes")


def small_book() -> SmallBook:
    """Three rated players and an event of October."""
    small = SmallBook()
    for number, rating in ((1, 2000), (2, 2100), (3, 2200)):
        small.player(number)
        small.rated(OCTOBER, number, rating)
    small.event(1, date(2026, 10, 10), date(2026, 10, 12), [(1, 2, 100), (2, 3, 50)])
    return small


@pytest.fixture
def book(tmp_path: Path) -> str:
    """A book of three players with the list of November closed."""
    small = small_book()
    own = Book.create(tmp_path / "book", About("Three players"), "csv")
    own.apply(changed(own, small.frames(), small.every_list()))
    answer("period", "close", str(own.folder), "2026-11")
    return str(own.folder)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up book with two open months."""
    made_up = world(150, 2, 9)
    own = Book.create(tmp_path_factory.mktemp("drawn") / "book", About("Made up", seed=9))
    own.apply(changed(own, made_up.tables, made_up.lists))
    return own.folder


def content(folder: Path) -> dict[str, bytes]:
    """Give all files but the log and the record, which tell of everything that was done."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in files
        if path.name not in {RECORD, "log.parquet", "log.csv"}
    }


def refused(*words: str, code: int = 1) -> str:
    """Run a command that is refused; give its first sentence."""
    exit_code, out, _ = arpad(*words, "--json")

    assert exit_code == code, out
    return str(json.loads(out)["problems"][0]["message"])


def rating(folder: str, month: date, player: int) -> int:
    """Give a standard rating from a list of a book."""
    frame = Book.open(Path(folder)).rating_list(month)
    assert frame is not None
    return int(frame.filter(pl.col("fide_id") == player)["standard_rating"][0])


class TestUndo:
    """`arpad book undo`."""

    def test_everything_is_as_before_byte_for_byte(self, drawn: Path, tmp_path: Path) -> None:
        """Two months closed, undone one after the other, and closed again: the same bytes at every step."""
        folder = Path(shutil.copytree(drawn, tmp_path / "book"))
        steps = [content(folder)]
        for month in ("2026-11", "2026-12"):
            answer("period", "close", str(folder), month)
            steps.append(content(folder))
        assert [len(step) for step in steps] == sorted(len(step) for step in steps)
        for before in (steps[1], steps[0]):
            answer("book", "undo", str(folder), *DONE)
            assert content(folder) == before
            assert record_problems(folder) == []
        for month, after in (("2026-11", steps[1]), ("2026-12", steps[2])):
            answer("period", "close", str(folder), month)
            assert content(folder) == after
        assert arpad("period", "verify", str(folder), "2026-11")[0] == 0

    def test_shown_first_and_asked(self, book: str) -> None:
        """Without `--yes` and without a terminal nothing is done; whoever changes is shown."""
        before = content(Path(book))
        code, out, _ = arpad("book", "undo", book, "--why", "Too early.")

        assert code == 2
        assert "2 players change" in out or "3 players change" in out
        assert "To go on, give --yes" in out
        assert content(Path(book)) == before

    def test_the_log_keeps_it(self, book: str) -> None:
        """What, why, and which closing."""
        undoing = answer("book", "undo", book, *DONE)
        newest = entries(Book.open(Path(book)))[-1]

        assert (undoing["deed"], undoing["done"], undoing["list"]) == ("undo", True, "2026-11-01")
        assert (newest.deed, newest.why, newest.list_date) == ("undo", "A report was forgotten.", NOVEMBER)
        assert closings(Book.open(Path(book))) == {}
        assert refused("book", "undo", book, *DONE).startswith("The list of 2026-10 was imported")

    def test_not_after_it_was_sent(self, book: str) -> None:
        """Others have it then; the sentence says what can be done instead."""
        answer("period", "sent", book, "2026-11", "--why", "Mailed to the federations.", "--yes")
        sentence = refused("book", "undo", book, *DONE)

        assert "marked as sent" in sentence
        assert "arpad period republish" in sentence
        assert "Nothing needs to be done" in refused("period", "sent", book, "2026-11", *DONE)
        assert Book.open(Path(book)).list_dates[-1] == NOVEMBER

    def test_what_came_since_stays(self, book: str) -> None:
        """An event that came in between is rated with the rest, one annulled since is not."""
        own = Book.open(Path(book))
        small = SmallBook()
        small.event(2, date(2026, 10, 20), date(2026, 10, 21), [(1, 3, 100)])
        more = small.frames()
        tables = {name: pl.concat([own.table(name), more[name]]) for name in ("events", "games")}
        own.apply(changed(own, tables))
        answer("book", "annul", book, "1", "--why", "Never played.", "--yes")
        answer("book", "undo", book, *DONE)
        closed = answer("period", "close", book, "2026-11")

        assert closed["kinds"]["standard"]["events"] == 1
        assert rating(book, NOVEMBER, 2) == 2100
        assert rating(book, NOVEMBER, 1) > 2000

    def test_a_corrected_result_is_rated_at_once(self, book: str) -> None:
        """What stands in the place of an event is rated in its own right then."""
        first = rating(book, NOVEMBER, 1)
        answer("book", "correct", book, "result", "1", "1", "1", "2", "0-1", "--why", "Mistyped.", "--yes")
        answer("book", "undo", book, *DONE)
        answer("period", "close", book, "2026-11")

        assert rating(book, NOVEMBER, 1) < 2000 < first
        assert arpad("period", "verify", book, "2026-11")[0] == 0
        assert arpad("book", "check", book, "--deep")[0] == 0

    def test_a_list_of_a_book_without_lists(self, tmp_path: Path) -> None:
        """The part results from before the first list come back from the log."""
        small = small_book()
        small.lists.clear()
        own = Book.create(tmp_path / "book", About(seed=1))
        own.apply(changed(own, small.frames()))
        before = content(own.folder)
        answer("period", "close", str(own.folder), "2026-11")
        answer("book", "undo", str(own.folder), *DONE)
        assert content(own.folder) == before

    def test_nothing_to_undo(self, tmp_path: Path) -> None:
        """A book without lists, and one whose newest list was imported."""
        Book.create(tmp_path / "empty", About())
        assert "no closing to undo" in refused("book", "undo", str(tmp_path / "empty"), *DONE)


def stored(store: Store) -> dict[str, pl.DataFrame]:
    """Give everything that closing changes."""
    lists = {f"{day}": store.table(f"lists/{day:%Y-%m}") for day in store.list_dates}
    pools = {f"pool {day}": store.table(f"pools/{day:%Y-%m}") for day in store.pool_dates}
    return {name: store.table(name) for name in ("events", "pool", "games", "players")} | lists | pools


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_close_undo_close_gives_the_same_hash(seed: int) -> None:
    """Books with all traps of a list, withdrawn and re-rated events among them: undone, every table is as it was."""
    chance = Random(seed)  # noqa: S311 - no secret
    made_up = BookMaker(chance, "standard", date(2024, chance.randint(4, 12), 1)).book()
    store = MemoryBook(made_up.tables, made_up.lists)
    day = made_up.list_date
    before = stored(store)
    hashes = []
    for _ in range(2):
        closed = close(store, day)
        store.apply(issued(store, closed, store, Kept()))
        hashes.append(canonical_hash(store.table(f"lists/{day:%Y-%m}"), store.table("players")))
        store.apply(undone(store, "once more"))
        after = stored(store)
        assert after.keys() == before.keys()
        assert all(after[name].equals(frame.select(after[name].columns)) for name, frame in before.items())
    assert hashes[0] == hashes[1]


def test_a_book_in_memory_is_undone_alike() -> None:
    """What is published is gone with the list."""
    small = small_book()
    store = MemoryBook(small.frames(), small.every_list())
    store.apply(issued(store, close(store, NOVEMBER), store, Kept()))
    assert list(store.published) == [NOVEMBER]
    store.apply(undone(store, "Too early."))
    assert (store.list_dates, store.pool_dates, store.published) == ((OCTOBER,), (), {})
    with pytest.raises(RefusedError, match="was imported"):
        undone(store, "Once more.")


class TestRepublish:
    """`arpad period republish`."""

    @pytest.fixture
    def revised(self, book: str) -> str:
        """The list of November sent, a result corrected, and the list published again."""
        answer("period", "sent", book, "2026-11", "--why", "Mailed.", "--yes")
        answer("book", "correct", book, "result", "1", "1", "1", "2", "0-1", "--why", "Mistyped.", "--yes")
        answer("period", "republish", book, "2026-11", "--why", "A mistyped result.", "--yes")
        return book

    def test_who_changes_is_shown_first(self, book: str) -> None:
        """The list as it was published beside the revised one; nothing is done without `--yes`."""
        answer("book", "correct", book, "result", "1", "1", "1", "2", "0-1", "--why", "Mistyped.", "--yes")
        before = content(Path(book))
        shown = answer("period", "republish", book, "2026-11", "--why", "A mistyped result.", code=2)
        of_list = [row for row in shown["changes"] if row["list"] == "2026-11-01"]

        assert {row["player"] for row in of_list} == {1, 2}
        assert all(row["before"] != row["after"] for row in of_list)
        assert content(Path(book)) == before

    def test_nothing_is_published_again_that_would_be_the_same(self, book: str) -> None:
        """Neither at once nor after it was sent, nor after a revision; a corrected name is something else."""
        before = content(Path(book))
        assert "Nothing was changed" in refused("period", "republish", book, "2026-11", *DONE)
        answer("period", "sent", book, "2026-11", "--why", "Mailed.", "--yes")
        assert "would come out as it was published" in refused("period", "republish", book, "2026-11", *DONE)
        assert content(Path(book)) == before
        answer("book", "correct", book, "player", "1", "--name", "Kestrel, Ada", "--why", "Married.", "--yes")
        answer("period", "republish", book, "2026-11", *DONE)
        assert "Nothing was changed" in refused("period", "republish", book, "2026-11", *DONE)

    def test_the_first_issue_is_kept_as_it_was(self, book: str) -> None:
        """Every published file byte for byte, and the list of the book."""
        first = {name: data for name, data in content(Path(book)).items() if name.startswith("published/2026-11/")}
        listed = Path(book, "lists/2026-11.csv").read_bytes()
        answer("book", "correct", book, "result", "1", "1", "1", "2", "0-1", "--why", "Mistyped.", "--yes")
        answer("period", "republish", book, "2026-11", "--why", "A mistyped result.", "--yes")
        now = content(Path(book))

        assert {name.replace("2026-11/", "2026-11-1/"): data for name, data in first.items()}.items() <= now.items()
        assert now["originals/2026-11-1.csv"] == listed
        assert now["published/2026-11/list.txt"] != first["published/2026-11/list.txt"]
        assert record_problems(Path(book)) == []
        assert arpad("book", "check", book, "--deep")[0] == 0

    def test_the_next_list_goes_on_from_the_revised_one(self, revised: str) -> None:
        """The correction is carried out once: the next list takes nothing back any more."""
        revised_rating = rating(revised, NOVEMBER, 1)
        assert revised_rating < 2000
        answer("period", "close", revised, "2026-12", "--force", "--why", "No event in November.")
        assert rating(revised, DECEMBER, 1) == revised_rating
        assert "base of later ones" in refused("period", "republish", revised, "2026-11", *DONE)

    def test_verify_and_explain_know_both(self, revised: str) -> None:
        """The revised list is made again byte for byte; whoever asks hears what the first issue had, and why."""
        verified = answer("period", "verify", revised, "2026-11")
        assert verified["made_again"]["same_list"]
        assert verified["made_again"]["different"] == []
        code, out, _ = arpad("period", "explain", revised, "2026-11", "1")
        assert code == 0
        assert "published again, as issue 2, because: A mistyped result. Issue 1 had 20" in out
        with Path(revised, "published/2026-11-1/list.txt").open("ab") as listed:
            listed.write(b" ")
        assert arpad("period", "verify", revised, "2026-11")[0] == 4

    def test_a_revised_list_is_revised_again_and_not_undone(self, revised: str) -> None:
        """Each issue is kept; each is sent for itself."""
        assert "marked as sent" in refused("book", "undo", revised, *DONE)
        answer("period", "sent", revised, "2026-11", "--why", "The revised list was mailed.", "--yes")
        event = Book.open(Path(revised)).table("events").filter(~pl.col("withdrawn"))["event_id"].max()
        answer("book", "annul", revised, str(event), "--why", "Never played.", "--yes")
        answer("period", "republish", revised, "2026-11", "--why", "Never played.", "--yes")

        assert closings(Book.open(Path(revised)))[NOVEMBER].issue == 3
        assert rating(revised, NOVEMBER, 1) == 2000
        assert {"originals/2026-11-1.csv", "originals/2026-11-2.csv"} <= set(content(Path(revised)))
        assert record_problems(Path(revised)) == []


def test_only_lists_that_the_book_closed(book: str) -> None:
    """An imported list, and one that is not there, is neither sent nor published again."""
    for action in ("sent", "republish"):
        assert "was imported" in refused("period", action, book, "2026-10", *DONE)
        assert "no list of 2027-01" in refused("period", action, book, "2027-01", *DONE)


def test_a_book_with_traps_is_undone_in_its_folder(tmp_path: Path) -> None:
    """One of the books of the property, with files, so that bytes are compared."""
    made_up = BookMaker(Random(4), "standard", date(2024, 6, 1)).book()  # noqa: S311 - no secret
    own = Book.create(tmp_path / "book", About(seed=4))
    own.apply(changed(own, made_up.tables, made_up.lists))
    before = content(own.folder)
    answer("period", "close", str(own.folder), "2024-06")
    answer("book", "undo", str(own.folder), *DONE)
    assert content(own.folder) == before
