"""Two runs at once: one writes, the other is refused with who holds the book; what is killed holds nobody up."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest
from processes import ENVIRONMENT, started
from running import answer, arpad

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.durable.journal import JOURNAL
from arpad.book.durable.lock import LOCK, BusyError, writing
from arpad.book.folder import Book
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.lab.world.world import World

DATA = Path(__file__).parents[1] / "data"
HOLDING = """
import sys
from pathlib import Path
from arpad.book.durable.lock import writing
with writing(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(600, 2, 5)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up world as a book."""
    folder = tmp_path_factory.mktemp("sound") / "book"
    book = Book.create(folder, About())
    book.apply(changed(book, drawn().tables, drawn().lists))
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    """A copy for every test."""
    return Path(shutil.copytree(sound, tmp_path / "book"))


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run another process that holds a folder until it is ended or its input closes."""
    words = [sys.executable, "-c", HOLDING, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "held\n"
        try:
            yield running
        finally:
            running.kill()


def commands(folder: Path) -> list[tuple[str, ...]]:
    """Give the commands that write into a book."""
    return [
        ("period", "close", str(folder), "2026-11"),
        ("book", "import", str(folder), str(DATA / "spring-open.trf")),
        ("replay", str(folder), "--from", "2026-11", "--to", "2026-11", "--out", str(folder / "replays" / "in-force")),
    ]


@pytest.mark.parametrize("number", range(3))
def test_the_second_writer_is_refused_until_the_first_is_killed(number: int, folder: Path) -> None:
    """The sentence says which process, since when, by which command, and what to do; nothing is written."""
    words = commands(folder)[number]
    held = folder / "replays" / "in-force" if words[0] == "replay" else folder
    held.mkdir(parents=True, exist_ok=True)
    before = {place: place.stat().st_mtime_ns for place in folder.rglob("*") if place.is_file()}
    with holder(held) as other:
        code, out, err = arpad(*words)

        assert (code, out) == (1, "")
        assert f"being written by process {other.pid} (-c {held}), since 20" in err
        assert "Wait until that one ends, or end it." in err
        assert err.count("\n") == 1
        before[held / LOCK] = held.joinpath(LOCK).stat().st_mtime_ns
        assert {place: place.stat().st_mtime_ns for place in folder.rglob("*") if place.is_file()} == before
        other.kill()
        other.wait()

        assert held.joinpath(LOCK).exists()
        assert arpad(*words)[0] == 0
        assert not held.joinpath(LOCK).exists()


def test_readers_need_no_lock(folder: Path) -> None:
    """Check and preview go on while another process holds the book, and see nothing strange in it."""
    with holder(folder):
        assert answer("book", "check", str(folder))["problems"] == []
        assert answer("period", "preview", str(folder), "2026-11")["written"] is False


def test_a_reader_waits_until_files_are_in_their_places(folder: Path) -> None:
    """A journal whose writer lives is not carried out by a reader: two would move the same files."""
    new = folder / ".players.unfinished.parquet"
    shutil.copy(folder / "players.parquet", new)
    sentence = '{"moves": [[".players.unfinished.parquet", "players.parquet"]], "removed": []}'
    with holder(folder) as other:
        folder.joinpath(JOURNAL).write_text(sentence, encoding="utf-8")
        threading.Timer(0.5, other.kill).start()
        Book.open(folder)
        assert other.wait() < 0

    assert not new.exists()
    assert not folder.joinpath(JOURNAL).exists()


def test_two_runs_at_the_same_moment(sound: Path, folder: Path) -> None:
    """Both close the same month and both import: each is done whole or refused, and what is done is as if alone."""
    alone = Path(shutil.copytree(sound, folder.parent / "alone"))
    answer("period", "close", str(alone), "2026-11")
    close, bring, _ = commands(folder)
    running = [started(*words) for words in (close, bring, close, bring)]
    ended = [(process.communicate()[1], process.returncode) for process in running]
    book = Book.open(folder)

    assert 0 in {code for _, code in ended}
    assert all("being written by process" in err or "already" in err for err, code in ended if code)
    assert ended[0][1] + ended[2][1] > 0
    assert book.table("events").filter(name="Spring Open").height <= 1
    if date(2026, 11, 1) in book.list_dates:
        of_alone = Book.open(alone).rating_list(date(2026, 11, 1))
        shared = book.rating_list(date(2026, 11, 1)).join(of_alone.select("fide_id"), on="fide_id", how="semi")
        assert shared.equals(of_alone)


def test_who_holds_it_may_ask_again_and_others_may_not(folder: Path) -> None:
    """Within a thread the lock nests; another thread of the same process is another writer."""
    refused: list[str] = []

    def other() -> None:
        try:
            with writing(folder):
                refused.append("")
        except BusyError as fault:
            refused.append(str(fault))

    with writing(folder):
        with writing(folder):
            pass
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert "another thread of this process" in refused[0]
    other()
    assert refused[1] == ""


def test_what_another_run_changed_is_not_written_over(folder: Path) -> None:
    """A book that was read before another run wrote refuses to write, and says what changed."""
    early, other = Book.open(folder), Book.open(folder)
    other.apply(changed(other, {"players": other.table("players").with_columns(title=pl.lit("GM"))}))
    with pytest.raises(RefusedError, match="The table players of book was changed by another run"):
        early.apply(changed(early, {"events": early.table("events").head(0)}))

    assert Book.open(folder).table("events").height
    assert Book.open(folder).table("players")["title"].unique().to_list() == ["GM"]


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """A mistyped name of a book leaves nothing behind."""
    assert arpad("period", "close", str(tmp_path / "boook"), "2026-11")[0] == 1
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_came_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    """Two runs see that a table is not there; the second to write it would undo the first."""
    folder = tmp_path / "book"
    Book.create(folder, About())
    early, other = Book.open(folder), Book.open(folder)
    row = {"federation": "AAA", "name": "", "officer": "", "contact": ""}
    tables = {"federations": pl.DataFrame([row], schema=early.table("federations").schema)}
    change = changed(early, tables)
    other.apply(changed(other, tables))
    with pytest.raises(RefusedError, match="federations"):
        early.apply(change)
