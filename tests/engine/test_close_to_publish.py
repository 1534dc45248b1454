"""A list that is published is made two kinds of chess at a time, and is the same list, made the same way."""

from __future__ import annotations

import shutil
from datetime import date
from typing import TYPE_CHECKING

import pytest

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.schema import RATINGS
from arpad.book.view import Instead, list_name, ratings_of
from arpad.engine.period.close_list import close, close_to_publish
from arpad.lab.world.world import world
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

FIRST = date(2026, 11, 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up book in a folder."""
    place, whole = tmp_path_factory.mktemp("world") / "book", world(1500, 1, 21)
    book = Book.create(place, About())
    book.apply(changed(book, whole.tables, whole.lists))
    return place


def test_it_is_the_same_list(folder: Path) -> None:
    """Every line, every change, every part result and every event are those of `close`."""
    usual, published = close(Book.open(folder), FIRST), close_to_publish(Book.open(folder), FIRST)

    assert published.frame.equals(usual.frame)
    assert published.pool.equals(usual.pool)
    assert published.events.equals(usual.events)
    assert list(published.kinds) == list(usual.kinds) == list(KINDS)
    for kind, of_kind in published.kinds.items():
        same = usual.kinds[kind]
        assert of_kind.changes.players.equals(same.changes.players)
        assert of_kind.changes.events.equals(same.changes.events)
        assert of_kind.changes.laws == same.changes.laws
        assert of_kind.ratings.equals(same.ratings)
        assert of_kind.newcomers.equals(same.newcomers)
        assert of_kind.notes == same.notes


def test_what_it_was_made_from_is_let_go(folder: Path) -> None:
    """The lists and games of a kind of chess are not held any longer than they are needed."""
    changes = close_to_publish(Book.open(folder), FIRST).kinds["standard"].changes

    assert not changes.of_events.lists
    assert not changes.of_events.games.height
    assert not len(changes.of_players.base)


def test_a_day_without_a_list_is_refused(folder: Path) -> None:
    """As `close` does."""
    with pytest.raises(RefusedError, match="2026-11-02"):
        close_to_publish(Book.open(folder), date(2026, 11, 2))


def test_reading_begins_while_the_book_is_opened(folder: Path) -> None:
    """What is read ahead is what is read when it is asked for, and a table that cannot be read is told only then."""
    ahead, usual = Book.open(folder, closing=FIRST), Book.open(folder)
    names = ("players", list_name(usual.list_dates[-1]), "games")
    assert all(ahead.table(name).equals(usual.table(name)) for name in names)

    broken = folder.parent / "broken"
    shutil.copytree(folder, broken)
    broken.joinpath("games.parquet").write_bytes(b"no table")
    opened_anyway = Book.open(broken, checked=False, closing=FIRST)
    assert opened_anyway.table("players").equals(usual.table("players"))
    with pytest.raises(RefusedError, match="games"):
        opened_anyway.table("games")


def test_ratings_are_read_alone(folder: Path) -> None:
    """A book gives the ratings of a list that it does not hold without reading the rest, and the same ones."""
    book, day = Book.open(folder), Book.open(folder).list_dates[0]
    whole = Book.open(folder).rating_list(day)
    book.forget(day)
    alone = ratings_of(Instead(book), day)

    assert whole is not None
    assert alone is not None
    assert alone.equals(whole.select(RATINGS))
    assert ratings_of(book, date(1999, 1, 1)) is None
