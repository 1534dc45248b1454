"""One-off adjustments are data of FIDE's lists: they hold under its authority, and where a book or a replay says so."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path
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
from arpad.documents.schema import faults
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference
from arpad.engine.replay.replay import replay
from arpad.engine.replay.rules import NONE, OF_BOOK, PUBLISHED, OneOffs
from arpad.model import bounded
from arpad.model.period import Player, RatingPeriod
from arpad.publication.integrity.report import integrity
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
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
        (None, NONE, 1500),
        (None, PUBLISHED, 1700),
        ("mssz-2017-01", OF_BOOK, 1500),
        ("mssz-2017-01", PUBLISHED, 1700),
        ("fide-2022-01", NONE, 1500),
    ],
)
def test_a_replay_chooses(folder: Path, tmp_path: Path, name: str | None, chosen: str, rating: int) -> None:
    """As the book has it, left out, or applied under whatever rules."""
    out = tmp_path / "out"
    asked = None if name is None else Rulebook(edition=name)
    (replayed,) = list(replay(Book.open(folder), COMPRESSED, COMPRESSED, asked, out, one_offs=OneOffs.chosen(chosen)))
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
    answer(*span, *out, "--one-offs", NONE)
    code, _, err = arpad(*span, *out)

    assert (code, "changed since out was begun" in err) == (1, True)
    assert answer(*span)["folder"] != answer(*span, "--one-offs", NONE)["folder"]


@pytest.mark.parametrize(("rows", "rating"), [("2024-03-01,standard,fide-2024-03-compression", 1700), ("", 1500)])
def test_a_file_names_the_one_offs_of_a_replay(folder: Path, tmp_path: Path, rows: str, rating: int) -> None:
    """Under any rules: those that it names, and no others."""
    place = tmp_path / "mine.csv"
    place.write_text(f"list,kind,id\n{rows}\n", encoding="utf-8")
    span = ("--from", "2024-03", "--to", "2024-03", "--edition", "mssz-2017-01")
    document = answer("replay", str(folder), *span, "--one-offs", str(place))

    assert document["folder"].endswith("mssz-2017-01-one-offs-mine")
    assert _rating(Path(document["lists"][0]["file"])) == rating


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("list,kind\n", "the first line must name the columns list,kind,id"),
        ("list,kind,id\n2024-04-01,standard,fide-2024-03-compression\n", "line 2: 2024-04-01, standard, fide-2024-03"),
        ("list,kind,id\n" + "\n" * 100_000, "has more than 100000 bytes"),
        (None, "cannot be read"),
    ],
)
def test_a_file_of_one_offs_that_cannot_be_followed_is_refused(
    folder: Path, tmp_path: Path, text: str | None, sentence: str
) -> None:
    """With what it should have been."""
    place = tmp_path / "mine.csv"
    if text is not None:
        place.write_text(text, encoding="utf-8")
    _, _, err = arpad("replay", str(folder), "--from", "2024-03", "--to", "2024-03", "--one-offs", str(place))

    assert sentence in err
    assert not folder.joinpath("replays").exists()


def test_a_pipe_of_one_offs_is_not_waited_for(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody writes into it; it is refused with a sentence, as any other file that cannot be read."""
    monkeypatch.setattr(bounded, "WRITER_WITHIN", 1)
    os.mkfifo(tmp_path / "pipe.csv")
    span = ("--from", "2024-03", "--to", "2024-03")
    code, _, err = arpad("replay", str(folder), *span, "--one-offs", str(tmp_path / "pipe.csv"))

    assert code == 2
    assert "nobody wrote into this pipe within 1 seconds" in err


def test_an_edition_of_ones_own_is_compressed_like_the_shipped_one(folder: Path, tmp_path: Path) -> None:
    """A file that derives from an edition of the same authority, and changes nothing, gives the same list."""
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\nderives = "fide-2022-01"\ntitle = "The same"\n', encoding="utf-8")
    span = ("replay", str(folder), "--from", "2024-03", "--to", "2024-03")
    for choice in (OF_BOOK, PUBLISHED, NONE):
        lists = [
            answer(*span, "--edition", name, "--one-offs", choice)["lists"][0] for name in ("fide-2022-01", str(own))
        ]
        assert lists[0]["sha256"] == lists[1]["sha256"]


def test_a_replay_says_what_it_did_to_the_scale(folder: Path) -> None:
    """Mean and median before and after: the one player of 1500 gains 200."""
    span = ("replay", str(folder), "--from", "2024-03", "--to", "2024-03")
    (standard, *_) = answer(*span)["scale"]

    assert standard["before"] == {"number": 1, "mean": "1500.00", "median": 1500}
    assert standard["after"] == {"number": 1, "mean": "1700.00", "median": 1700}
    assert standard["steady"]["number"] == 0
    assert "steady adults" in arpad(*span)[1]


def test_a_replay_says_which_one_offs_are_in_its_figures(folder: Path, tmp_path: Path) -> None:
    """A compression is no drift: it stands below the figures, with the way to leave it out."""
    span = ("replay", str(folder), "--from", "2024-03", "--to", "2024-03")
    sentence = "The one-off adjustment fide-2024-03-compression of the list of 2024-03 is in these figures (standard"
    own = tmp_path / "mine.csv"
    own.write_text("list,kind,id\n2024-03-01,standard,fide-2024-03-compression\n", encoding="utf-8")

    document = answer(*span)
    assert faults(document, "replay.output") == []
    assert {(row["list"], row["id"]) for row in document["one_offs_applied"]} == {
        ("2024-03-01", "fide-2024-03-compression")
    }
    assert sentence in arpad(*span)[1]
    assert "one_offs_applied" not in answer(*span, "--one-offs", NONE)
    assert "one-off adjustment" not in arpad(*span, "--one-offs", NONE)[1]
    assert f"{sentence})" in arpad(*span, "--one-offs", str(own))[1]
