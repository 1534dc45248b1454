"""`arpad period`: a made-up month closed, verified by the reference, explained line by line; a wrong line is loud."""

from __future__ import annotations

import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from running import answer, arpad
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.documents.schema import faults


@pytest.fixture(scope="module")
def open_world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make up a small world."""
    place = tmp_path_factory.mktemp("open") / "book"
    arpad("book", "world", str(place), "--players", "1500", "--months", "1", "--seed", "3")
    return place


@pytest.fixture(scope="module")
def closed_world(open_world: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """The same with its month closed, and what closing it answered."""
    place = Path(shutil.copytree(open_world, tmp_path_factory.mktemp("closed") / "book"))
    return place, answer("period", "close", str(place), "2026-11")


@pytest.fixture
def book(open_world: Path, tmp_path: Path) -> str:
    """A copy for every test."""
    return str(shutil.copytree(open_world, tmp_path / "book"))


@pytest.fixture
def closed_book(closed_world: tuple[Path, Any], tmp_path: Path) -> str:
    """A copy for every test, with its month closed."""
    return str(shutil.copytree(closed_world[0], tmp_path / "book"))


@pytest.fixture
def biggest(closed_world: tuple[Path, Any]) -> Any:  # noqa: ANN401 - of the answer
    """The biggest change of standard chess, as closing answered it."""
    return closed_world[1]["kinds"]["standard"]["biggest"][0]


def test_close_verify_explain(book: str) -> None:
    """The list is written, every line of it is the reference's, and one line can be explained."""
    closed = answer("period", "close", book, "2026-11")
    verified = answer("period", "verify", book, "2026-11")
    biggest = closed["kinds"]["standard"]["biggest"][0]
    explained = answer("period", "explain", book, "2026-11", str(biggest["fide_id"]))

    assert faults(closed, "period.close.output") == []
    assert faults(verified, "period.verify.output") == []
    assert faults(explained, "period.explain.output") == []
    assert closed["written"]
    assert verified["compared"] > 50
    assert verified["different"] == []
    assert (explained["working"]["change"], explained["agrees"]) == (biggest["change"], True)
    assert explained["listed"] == explained["expected"]
    assert "fide-2026-01" in arpad("period", "explain", book, "2026-11", str(biggest["fide_id"]))[1]


def test_the_book_stays_sound(closed_book: str) -> None:
    """After a close the book has its new list, its events know it, and the check finds no error."""
    opened = Book.open(Path(closed_book))

    assert opened.list_dates == (date(2026, 10, 1), date(2026, 11, 1))
    assert opened.table("events")["rated_for"].drop_nulls().len() > 0
    assert arpad("book", "check", closed_book)[0] == 0


def test_a_published_list_stays_as_it_is(book: str) -> None:
    """A list is closed once; a preview writes nothing."""
    assert answer("period", "preview", book, "2026-11")["written"] is False
    assert Book.open(Path(book)).list_dates == (date(2026, 10, 1),)
    assert arpad("period", "close", book, "2026-11")[0] == 0

    code, _, err = arpad("period", "close", book, "2026-11")
    assert code == 2
    assert "already" in err


def test_a_wrong_line_is_found_and_told(closed_book: str, biggest: Any) -> None:  # noqa: ANN401 - of an answer
    """A list that was tampered with disagrees, loudly."""
    player = biggest["fide_id"]
    opened = Book.open(Path(closed_book))
    wrong = opened.rating_list(date(2026, 11, 1)).with_columns(
        standard_rating=pl.when(pl.col("fide_id") == player)
        .then(pl.col("standard_rating") - 1)
        .otherwise("standard_rating")
    )
    opened.apply(changed(opened, {}, {date(2026, 11, 1): wrong}))
    verified = answer("period", "verify", closed_book, "2026-11", code=1)

    assert [row["fide_id"] for row in verified["different"]] == [player]
    code, out, _ = arpad("period", "explain", closed_book, "2026-11", str(player))
    assert code == 1
    assert "THE LIST DISAGREES" in out


@pytest.mark.parametrize(
    ("column", "wrong"),
    [
        ("standard_played", pl.col("standard_played") + 1),
        ("standard_highest", pl.col("standard_highest") + 1),
        ("standard_last", pl.col("standard_last") + pl.duration(days=1)),
        ("rapid_last", pl.col("rapid_last") + pl.duration(days=1)),
        ("flag", pl.lit("wi")),
    ],
)
def test_verify_looks_at_everything_a_list_says(closed_book: str, column: str, wrong: pl.Expr) -> None:
    """Games so far, highest rating, last day and flag are compared as well, also of who did not play."""
    opened = Book.open(Path(closed_book))
    list_ = opened.rating_list(date(2026, 11, 1))
    known = list_.filter(pl.col("rapid_last").is_not_null(), pl.col("standard_last").is_not_null())
    player = known.filter(pl.col("standard_games") == 0, pl.col("rapid_games") == 0, pl.col("flag") == "")["fide_id"][0]
    mended = pl.when(pl.col("fide_id") == player).then(wrong).otherwise(column).alias(column)
    opened.apply(changed(opened, {}, {date(2026, 11, 1): list_.with_columns(mended)}))
    verified = answer("period", "verify", closed_book, "2026-11", code=1)
    kind = verified["different"][0]["kind"]

    assert faults(verified, "period.verify.output") == []
    assert [(row["fide_id"], row["field"]) for row in verified["different"]] == [(player, column.rpartition("_")[2])]
    assert answer("period", "explain", closed_book, "2026-11", str(player), "--kind", kind, code=1)


def test_explain_names_people_and_the_article_of_k(closed_book: str, biggest: Any) -> None:  # noqa: ANN401 - as above
    """The player, the opponents and the events have names, and K the articles by which it holds."""
    player = biggest["fide_id"]
    names = dict(Book.open(Path(closed_book)).table("players").select("fide_id", "name").iter_rows())
    explained = answer("period", "explain", closed_book, "2026-11", str(player))
    ks = [line for line in explained["explanation"] if line["name"] == "k"]
    games = [game for event in explained["working"]["events"] for game in event["games"]]
    text = arpad("period", "explain", closed_book, "2026-11", str(player))[1]

    assert explained["name"] == names[player]
    assert text.startswith(f"{player} {names[player]}\n")
    assert games
    assert all(game["opponent_name"] == names[game["opponent_id"]] for game in games)
    assert all(game["opponent_name"] in text for game in games)
    assert ks
    assert all("8.3.3" in [cited["article"] for cited in line["citations"]] for line in ks)
    assert "K: 20  [as given]" not in text


@pytest.mark.parametrize(
    ("day", "before", "articles"),
    [
        (date(2004, 4, 1), date(2004, 1, 1), {"10.5.4a"}),
        (date(2014, 8, 1), date(2014, 7, 1), {"8.56"}),
        (date(2026, 8, 1), date(2026, 7, 1), {"8.3.3"}),
    ],
)
def test_k_has_the_article_of_its_time(tmp_path: Path, day: date, before: date, articles: set[str]) -> None:
    """At calculation (2003), at the start of the event (2014), by the list before (2026): each cites its own."""
    small_book = SmallBook()
    for number, rating in ((1, 2000), (2, 2100)):
        small_book.player(number)
        small_book.rated(before, number, rating, k=15 if day.year < 2014 else 20)
    small_book.event(1, before, before + timedelta(days=3), [(1, 2, 100)])
    book = Book.create(tmp_path / "old", About())
    book.apply(changed(book, small_book.frames(), {before: small_book.rating_list(before)}))
    explained = answer("period", "explain", str(book.folder), f"{day:%Y-%m}", "1")
    cited = [line["citations"] for line in explained["explanation"] if line["name"] == "k"]

    assert explained["working"]["change"] > 0
    assert len(cited) == 1
    assert articles <= {citation["article"] for citation in cited[0]}


def test_explain_says_when_the_list_shows_another_k(book: str) -> None:
    """A K that the player's history does not give holds because the list shows it (8.3.3), and that is said."""
    opened = Book.open(Path(book))
    closed = answer("period", "preview", book, "2026-11")
    player = closed["kinds"]["standard"]["biggest"][0]["fide_id"]
    last = opened.rating_list(date(2026, 10, 1))
    odd = pl.when(pl.col("fide_id") == player).then(pl.lit(15)).otherwise("standard_k").cast(pl.Int32)
    opened.apply(changed(opened, {}, {date(2026, 10, 1): last.with_columns(standard_k=odd)}))
    explained = answer("period", "explain", book, "2026-11", str(player))
    cited = [line["citations"] for line in explained["explanation"] if line["name"] == "k"]
    text = arpad("period", "explain", book, "2026-11", str(player))[1]

    assert [[each["article"] for each in every] for every in cited] == [["8.3.3"]] * len(cited)
    assert "K 15 is what the list of 2026-10-01 shows" in text


def test_a_standard_rating_that_stands_in_is_no_line(closed_book: str) -> None:
    """Who has no rapid rating and played no rapid game: the standard rating stands in, and nothing else is claimed."""
    list_ = Book.open(Path(closed_book)).rating_list(date(2026, 11, 1))
    idle = list_.filter(pl.col("rapid_rating").is_null(), pl.col("standard_rating").is_not_null())
    player = idle.filter(pl.col("standard_games") == 0).row(0, named=True)
    text = arpad("period", "explain", closed_book, "2026-11", str(player["fide_id"]), "--kind", "rapid")[1]

    assert f"the standard rating {player['standard_rating']} stands in" in text
    assert "entered only by playing" in text
    assert "[fide-rb-2024-12" in text
    assert "→" not in text


def test_same_list_from_the_same_book(tmp_path: Path) -> None:
    """Two books of one seed close to the same bytes."""
    lists = []
    for name in ("one", "two"):
        place = tmp_path / name
        arpad("book", "world", str(place), "--players", "800", "--months", "1", "--seed", "9")
        arpad("period", "close", str(place), "2026-11")
        lists.append((place / "lists" / "2026-11.parquet").read_bytes())

    assert lists[0] == lists[1]


def test_what_cannot_be_done_says_why(book: str) -> None:
    """No such month, no such player, no list yet, no book."""
    assert arpad("period", "verify", book, "2026-11")[0] == 2
    assert arpad("period", "explain", book, "2026-11", "1")[0] == 2
    assert arpad("period", "close", book, "2026-13")[0] == 2
    assert arpad("period", "close", book + "-nowhere", "2026-11")[0] in {1, 2}


def test_an_imported_list_is_not_held_against_the_reference(book: str) -> None:
    """What a list was made from that came from elsewhere is not there: verify refuses, explain says what is missing."""
    player = int(Book.open(Path(book)).table("players")["fide_id"][0])
    code, _, err = arpad("period", "verify", book, "2026-10")
    explained = answer("period", "explain", book, "2026-10", str(player))
    text = arpad("period", "explain", book, "2026-10", str(player))[1]

    assert code == 1
    assert "The list of 2026-10 was imported, not made in this book" in err
    assert "the list before it, of 2026-09, events that were rated for it and the part results" in err
    assert "Close the month again" not in err
    assert (explained["agrees"], faults(explained, "period.explain.output")) == (None, [])
    assert "was imported, not made in this book" in text
    assert "DISAGREES" not in text


def test_what_is_said_about_a_line_asks_for_nothing_that_a_book_cannot_be_given(tmp_path: Path) -> None:
    """A late report is told; a birthday, an opponent's number or a K is asked for by `arpad player` only."""
    small_book = SmallBook()
    for number, rating in ((1, 2000), (2, 2100)):
        small_book.player(number, born=2010)
        small_book.rated(date(2026, 8, 1), number, rating, k=40)
        small_book.rated(date(2026, 9, 1), number, rating, k=40)
    start = date(2026, 8, 3)
    small_book.event(1, start, start + timedelta(days=3), [(1, 2, 100)], received=date(2026, 9, 5))
    book = Book.create(tmp_path / "late", About())
    book.apply(changed(book, small_book.frames(), small_book.every_list()))
    text = arpad("period", "explain", str(book.folder), "2026-10", "1")[1]

    assert "Note: The event from 2026-08-03 to 2026-08-06 belonged by the calendar to the list of 2026-09-01" in text
    assert "Give" not in text
