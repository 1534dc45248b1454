"""One-off adjustments are data of FIDE's lists: they hold under its authority, and where a book or a replay says so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from running import answer, arpad
from small_books import SmallBook, rows_of

from arpad import explain, rate_player
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.book.view import Period
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference
from arpad.engine.replay.replay import replay
from arpad.engine.replay.rules import APPLIED, LEFT_OUT, OF_BOOK
from arpad.model.period import Player, RatingPeriod
from arpad.publication.integrity.report import integrity
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

BASE, COMPRESSED = date(2024, 2, 1), date(2024, 3, 1)
OWN = """id = "own"
derives = "fide-2024-03"
title = "Rules of our own"
{more}
[provisions]
k_top_from = {{ article = "1", value = 2500 }}
"""
RULES = {
    "in force": (None, 1700),
    "fide-2022-01": ("fide-2022-01", 1700),
    "fide-2024-03-print": ("fide-2024-03-print", 1700),
    "mssz-2017-01": ("mssz-2017-01", 1500),
    "a file derived from FIDE": ("", 1700),
    "a file of authority fide": ('authority = "fide"', 1700),
    "a file of another authority": ('authority = "club"', 1500),
}


def named(rules: str, folder: Path) -> tuple[str | None, int]:
    """Give the name of the rules, written into a file where they are one, and what 1500 becomes under them."""
    name, rating = RULES[rules]
    if rules.startswith("a file"):
        place = folder / "own.toml"
        place.write_text(OWN.format(more=name), encoding="utf-8")
        name = str(place)
    return name, rating


def book_of() -> SmallBook:
    """Player 1 has 1500, and does not play."""
    book = SmallBook()
    book.player(1)
    book.rated(BASE, 1, 1500)
    return book


def lines(book: SmallBook, name: str | None, tables: dict[str, pl.DataFrame]) -> set[int | None]:
    """Give the rating by closing, by the reference, and by the working; all points are explained."""
    view = MemoryBook(tables, book.every_list(), Rulebook(edition=name))
    closed = close(view, COMPRESSED)
    reference = Reference(Period(view, "standard", COMPRESSED))
    points = integrity(closed, view)["kinds"]["standard"]["points"]
    assert [point["points"] for point in points["items"] if point["item"] == "residual"] == [0]
    worked, _ = explain(reference.period(1))
    return {closed.frame["standard_rating"][0], reference.expected(1).rating, worked.new_rating}


@pytest.mark.parametrize("rules", RULES)
def test_the_authority_decides(rules: str, tmp_path: Path) -> None:
    """Whether the edition is shipped or a file plays no part."""
    name, rating = named(rules, tmp_path)
    book = book_of()

    assert lines(book, name, book.frames()) == {rating}
    period = RatingPeriod("standard", COMPRESSED, Player(1500, k=20), (), name)
    assert rate_player(period).new_rating == rating


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("ids", [["fide-2024-03-compression"], []])
def test_what_a_book_names_holds_under_any_authority(rules: str, ids: list[str], tmp_path: Path) -> None:
    """The Hungarian list is FIDE's since 2011, so its book may name FIDE's one-offs; an empty table has none."""
    name, _ = named(rules, tmp_path)
    book = book_of()
    rows = [{"list": COMPRESSED, "kind": "standard", "id": text} for text in ids]
    tables = book.frames() | {"adjustments": rows_of(TABLES["adjustments"], rows)}

    assert lines(book, name, tables) == {1700 if ids else 1500}


def test_a_period_may_name_them() -> None:
    """As a book does: by name, whatever the authority."""
    period = RatingPeriod("standard", COMPRESSED, Player(1500, k=20), (), "mssz-2017-01")

    assert rate_player(replace(period, one_offs=("fide-2024-03-compression",))).new_rating == 1700
    assert rate_player(replace(period, edition=None, one_offs=())).new_rating == 1500


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same book on disk."""
    small, book = book_of(), Book.create(tmp_path / "book", About())
    tables = {name: frame for name, frame in small.frames().items() if TABLES[name].needed}
    book.apply(changed(book, tables, {BASE: small.rating_list(BASE)}))
    return tmp_path / "book"


@pytest.mark.parametrize(
    ("name", "chosen", "rating"),
    [
        (None, OF_BOOK, 1700),
        (None, LEFT_OUT, 1500),
        (None, APPLIED, 1700),
        ("mssz-2017-01", OF_BOOK, 1500),
        ("mssz-2017-01", APPLIED, 1700),
        ("fide-2022-01", LEFT_OUT, 1500),
    ],
)
def test_a_replay_chooses(folder: Path, tmp_path: Path, name: str | None, chosen: str, rating: int) -> None:
    """As the book has it, left out, or applied under whatever rules."""
    out = tmp_path / "out"
    asked = None if name is None else Rulebook(edition=name)
    (replayed,) = list(replay(Book.open(folder), COMPRESSED, COMPRESSED, asked, out, one_offs=chosen))
    given = [] if name is None else ["--edition", name]
    other = str(tmp_path / "other")
    span = ("--from", "2024-03", "--to", "2024-03")
    document = answer("replay", str(folder), *span, *given, "--out", other, "--one-offs", chosen)

    assert _rating(replayed.place) == rating
    assert document["one_offs"] == chosen
    assert document["lists"][0]["sha256"] == replayed.facts["sha256"]


def _rating(place: Path) -> int:
    import polars as pl  # noqa: PLC0415 - only here

    rating: int = pl.read_parquet(place)["standard_rating"][0]
    return rating


def test_another_choice_is_not_continued(folder: Path, tmp_path: Path) -> None:
    """A replay that left them out does not go on with them, and the usual folders are two."""
    span = ("replay", str(folder), "--from", "2024-03", "--to", "2024-03")
    out = ("--out", str(tmp_path / "out"))
    answer(*span, *out, "--one-offs", LEFT_OUT)
    code, _, err = arpad(*span, *out)

    assert (code, "changed since out was begun" in err) == (1, True)
    assert answer(*span)["folder"] != answer(*span, "--one-offs", LEFT_OUT)["folder"]
