"""The order of rows, the files they stand in and the form of these files never change a list."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.durable.journal import write_frame
from arpad.book.folder import Book
from arpad.book.frames.lists import read_list
from arpad.book.list_hash import list_hash
from arpad.engine.period.close_list import close
from arpad.engine.replay.inputs import fingerprint
from arpad.engine.replay.replay import replay
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.lab.world.world import World, world

if TYPE_CHECKING:
    from pathlib import Path

FIRST, LAST = date(2026, 11, 1), date(2027, 1, 1)


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(1500, 3, 21)


def shuffled(whole: World, seed: int) -> World:
    """Give the same rows in another order."""
    tables = {name: frame.sample(fraction=1, shuffle=True, seed=seed) for name, frame in whole.tables.items()}
    lists = {day: frame.sample(fraction=1, shuffle=True, seed=seed) for day, frame in whole.lists.items()}
    return World(tables, lists)


def book_of(folder: Path, whole: World, form: str = "parquet", parts: int = 1) -> Book:
    """Write a world as a book, some of its tables in several files."""
    book = Book.create(folder, About(), form)
    book.apply(changed(book, whole.tables, whole.lists))
    for name in ("events", "games", "pool", "players") if parts > 1 else ():
        folder.joinpath(f"{name}.{form}").unlink()
        for number in range(parts):
            rows = whole.tables[name].gather_every(parts, number)
            write_frame(folder.joinpath(name, f"part-{number}.{'csv' if number % 2 else 'parquet'}"), rows)
    return Book.open(folder)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], str]:
    """The hashes of the lists as they usually are, and the fingerprint of the book."""
    book = book_of(tmp_path_factory.mktemp("usual") / "book", drawn())
    return [list_.facts["sha256"] for list_ in replay(book, FIRST, LAST)], fingerprint(book, FIRST, None)


@pytest.mark.parametrize(
    ("seed", "form", "parts"), [(1, "parquet", 1), (2, "csv", 1), (3, "parquet", 5), (4, "csv", 3), (5, "parquet", 40)]
)
def test_same_hash(seed: int, form: str, parts: int, usual: tuple[list[str], str], tmp_path: Path) -> None:
    """Rows in any order, tables in any number of files, CSV or Parquet or both: the same lists."""
    book = book_of(tmp_path / "book", shuffled(drawn(), seed), form, parts)
    closed = close(book, FIRST)

    assert [list_.facts["sha256"] for list_ in replay(book, FIRST, LAST)] == usual[0]
    assert fingerprint(book, FIRST, None) == usual[1]
    assert list_hash(closed.frame, book.table("players")) == usual[0][0]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_list_of_a_book_is_read_like_any_other(suffix: str, tmp_path: Path, usual: tuple[list[str], str]) -> None:
    """The hash of the frame is that of its file, in any order and form, with the names of the players beside."""
    book = book_of(tmp_path / "book", drawn())
    frame = close(book, FIRST).frame.sample(fraction=1, shuffle=True, seed=8)
    place = tmp_path / "other" / "lists" / f"2026-11.{suffix}"
    write_frame(place, frame)
    write_frame(place.parent.parent / "players.csv", book.table("players"))
    findings = Findings()
    with place.open("rb") as stream:
        source = opened(str(place), stream, findings)
        assert source is not None
        rating_list = read_list(source, findings)

    assert rating_list is not None
    assert (rating_list.raw_hash(), rating_list.about.list_date) == (usual[0][0], FIRST)
    assert not findings.problems


def test_a_list_of_a_book_that_is_damaged(tmp_path: Path) -> None:
    """Without the players there are no names; with damaged ones a sentence says so."""
    place = tmp_path / "lists" / "2026-10.parquet"
    write_frame(place, drawn().lists[date(2026, 10, 1)])
    for players, is_read in ((None, True), (pl.DataFrame({"fide_id": ["x"]}), False)):
        findings = Findings()
        if players is not None:
            write_frame(tmp_path / "players.parquet", players)
        with place.open("rb") as stream:
            source = opened(str(place), stream, findings)
            assert source is not None
            assert (read_list(source, findings) is not None) == is_read
        assert bool(findings.problems) != is_read
