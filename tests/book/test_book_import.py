"""Rating lists and reports become a book, whatever the order of the files; nothing is taken twice."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from reports import pairs
from running import answer, arpad
from single_lists import line, single
from taken import take_list, take_number, take_reports

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.imports.lists import Imported, list_day
from arpad.events.intake import judged_by, read_report
from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.writer import write_trf
from arpad.model.report import Dropped, Report
from arpad.regulations.rulebook import Rulebook

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A new book."""
    return Book.create(tmp_path / "book", About())


@pytest.fixture
def two_lists(tmp_path: Path) -> tuple[Path, Path]:
    """Two lists of the same players."""
    old = single(
        tmp_path, "standard_sep25.txt", "SEP25", line(11, "Old, Name", 2410, 9, 10), line(12, "Un, Moved", 1700, 3, 40)
    )
    new = single(
        tmp_path, "standard_oct25.txt", "OCT25", line(11, "New, Name", 2390, 0, 10), line(12, "Un, Moved", 1720, 4, 20)
    )
    return old, new


def test_lists_carry_on(book: Book, two_lists: tuple[Path, Path]) -> None:
    """Games add up, the highest stays, the last day is of the last period with games; K shows the least of both."""
    done = Imported()
    for place in two_lists:
        day = list_day(place)
        assert day is not None
        take_list(book, place, day, None, done)
    columns = book.rating_list(date(2025, 10, 1)).select(pl.col("^standard_.*$"))

    assert book.list_dates == (date(2025, 9, 1), date(2025, 10, 1))
    assert columns.row(0) == (2390, 0, 10, 30, 2410, date(2025, 8, 31))
    assert columns.row(1) == (1720, 4, 20, 30, 1720, date(2025, 9, 30))
    assert book.table("players")["name"].to_list() == ["New, Name", "Un, Moved"]
    assert done.problems == []
    assert Book.open(book.folder).problems() == []


def test_kinds_of_the_same_month_join(book: Book, tmp_path: Path, two_lists: tuple[Path, Path]) -> None:
    """A standard and a rapid list of the same month are one list of the book."""
    rapid = single(
        tmp_path, "rapid_sep25.txt", "SEP25", line(12, "Un, Moved", 1650, 7, 20), line(13, "Only, Rapid", 1500, 0, 20)
    )
    done = Imported()
    take_list(book, two_lists[0], date(2025, 9, 1), None, done)
    take_list(book, rapid, date(2025, 9, 1), None, done)
    rating_list = book.rating_list(date(2025, 9, 1))

    assert rating_list["fide_id"].to_list() == [11, 12, 13]
    assert rating_list["standard_rating"].to_list() == [2410, 1700, None]
    assert rating_list["rapid_rating"].to_list() == [None, 1650, 1500]
    assert rating_list["standard_games"].to_list() == [9, 3, 0]
    assert [list_["kinds"] for list_ in done.lists] == [["standard"], ["rapid"]]
    assert done.problems == []


def test_what_an_import_remarks(book: Book, tmp_path: Path, two_lists: tuple[Path, Path]) -> None:
    """A list that is there already, comes late, has a number twice or is none is told; the newer person data stay."""
    old, new = two_lists
    twice = single(
        tmp_path, "blitz_oct25.txt", "OCT25", line(12, "Un, Moved", 1650, 7, 20), line(12, "Un, Moved", 1600, 7, 20)
    )
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("This is no rating list.\n", encoding="utf-8")
    done = Imported()
    take_list(book, new, date(2025, 10, 1), None, done)
    take_list(book, new, date(2025, 10, 1), None, done)
    take_list(book, old, date(2025, 9, 1), None, done)
    take_list(book, twice, date(2025, 10, 1), None, done)
    take_list(book, nothing, date(2025, 10, 1), None, done)

    assert [problem.code for problem in done.problems] == [
        "list_twice",
        "list_out_of_order",
        "id_twice",
        "list_refused",
    ]
    assert list_day(nothing) is None
    assert book.table("players")["name"].to_list() == ["New, Name", "Un, Moved"]
    assert book.rating_list(date(2025, 10, 1))["blitz_rating"].to_list() == [None, 1650]


def report(file: str = "spring-open.trf", event: str | None = None, **changes: object) -> Report:
    """Read the made-up report; the event may have another name."""
    tournament = read_trf(DATA.joinpath("spring-open.trf").read_bytes()).tournament
    tournament = replace(tournament, name=event or tournament.name)
    return replace(Report(file, tournament, date(2025, 5, 2), date(2025, 5, 4), "standard", "swiss"), **changes)  # type: ignore[arg-type]


def test_report_becomes_an_event(book: Book) -> None:
    """Played games only, white first, with their days; who has no number gets a negative one."""
    done = Imported()
    take_reports(book, [report()], done)
    games, players = book.table("games"), book.table("players")

    assert book.table("events").row(0)[:7] == (
        1, "Made-up Spring Open", "standard", "swiss", 1, date(2025, 5, 2), date(2025, 5, 4),
    )  # fmt: skip
    assert games.row(0) == (1, 1, date(2025, 5, 2), 99000011, 99000042, 100, 0)
    assert games.height == 8
    assert players["fide_id"].to_list()[:2] == [-1, 99000011]
    assert players.row(0)[1:4] == ("Pryce, Fern", "WLS", "F")
    assert players.filter(pl.col("fide_id") == 99000042).row(0)[8:10] == (2001, None)
    assert [problem.code for problem in done.problems] == ["without_number"]
    assert [problem.code for problem in Book.open(book.folder).problems()] == ["no_lists"]


@pytest.mark.parametrize("ratings", ["start", "game"])
def test_declared_ratings_come_into_the_book(book: Book, ratings: str) -> None:
    """Whether ratings are those of the first day or of each game's is kept as it was declared."""
    take_reports(book, [report(ratings=ratings, team_championship=True)], Imported())

    assert book.table("events")["ratings"].to_list() == [ratings]
    assert book.table("events")["team_championship"].to_list() == [True]


def test_nothing_is_taken_twice(book: Book) -> None:
    """The same report again, in the same import or a later one, changes nothing."""
    done = Imported()
    take_reports(book, [report(), report("copy.trf")], done)
    take_reports(book, [report("again.trf")], done)

    assert [problem.code for problem in done.problems if problem.code == "report_twice"] == ["report_twice"] * 2
    assert (book.table("events").height, book.table("games").height, book.table("players").height) == (1, 8, 6)


def test_a_report_is_known_again_after_a_player_got_his_number(book: Book) -> None:
    """The book has the number now, the report has not; with another result it is not the same any more."""
    take_reports(book, [report()], Imported())
    take_number(book, -1, 99000066)
    done = Imported()
    take_reports(book, [report("again.trf")], done)
    assert [problem.code for problem in done.problems] == ["report_twice"]
    score = pl.when(pl.col("black") == 99000066).then(100 - pl.col("white_score")).otherwise("white_score")
    games = book.table("games")
    book.apply(changed(book, {"games": games.with_columns(white_score=score, black_score=100 - score)}))
    assert not book.table("games").equals(games)
    take_reports(book, [report("again.trf")], done)

    assert [problem.code for problem in done.problems] == ["report_twice", "near_duplicate"]
    assert book.table("events").height == 1


def test_games_that_are_left_out_are_told(book: Book) -> None:
    """A game that was ruled out does not come into the book."""
    done = Imported()
    take_reports(book, [report("other.trf", dropped={(1, 1, 4): Dropped("ruled_out", "Ruled out.")})], done)

    assert book.table("games").height == 7
    assert done.problems[-1].code == "games_left_out"


def test_order_of_files_does_not_matter(tmp_path: Path) -> None:
    """Events and negative numbers are given in the order of days and names."""
    reports = [
        report("b.trf", "Second", kind="rapid"),
        report("a.trf", "First"),
        report("c.trf", start=date(2025, 5, 1), kind="blitz"),
    ]
    tables = []
    for number, given in enumerate((reports, reports[::-1])):
        book = Book.create(tmp_path / str(number), About())
        take_reports(book, given, Imported())
        tables.append([book.table(name) for name in ("players", "events", "games")])

    assert all(table.equals(other) for table, other in zip(*tables, strict=True))
    assert tables[0][1]["name"].to_list() == ["Made-up Spring Open", "First", "Second"]


def test_colours_that_are_not_known(book: Book) -> None:
    """Without colours the lower starting number is taken as white, and that is said."""
    text = DATA.joinpath("spring-open.trf").read_text(encoding="utf-8")
    for colour in "wb":
        for result in "1=0+-":
            text = text.replace(f" {colour} {result}", f" - {result}")
    tournament = read_trf(text.encode()).tournament
    done = Imported()
    take_reports(book, [replace(report(), tournament=tournament)], done)

    assert "colours_unknown" in {problem.code for problem in done.problems}
    assert book.table("games").row(0)[3:5] == (99000011, 99000042)


CLUB = """
id = "club"
derives = "fide-2024-03"
title = "A club in which 90 minutes are enough for everybody"

[provisions]
time_120_from = { article = "1.1", value = "none" }
"""


def test_reports_are_judged_by_the_law_of_the_book(tmp_path: Path) -> None:
    """From 2400 on FIDE asks for 120 minutes; a club that does not takes a game of 90 minutes into its book."""
    place = tmp_path / "event.trf"
    tournament = replace(pairs([2450, 2450], [[(1, 2, "1")]], date(2025, 5, 2)), federation="AAA", time="90 min")
    place.write_text(write_trf(replace(tournament, chief_arbiter="Quill, Rosa")), encoding="utf-8")
    place.with_suffix(".toml").write_text('kind = "standard"\nsystem = "swiss"\n', encoding="utf-8")
    club = tmp_path / "club.toml"
    club.write_text(CLUB, encoding="utf-8")
    came_in = {}
    for name, words in {"fide": (), "club": ("--edition", str(club))}.items():
        answer("book", "init", str(tmp_path / name), *words)
        came_in[name] = len(
            json.loads(arpad("book", "import", str(tmp_path / name), str(place), "--json")[1])["events"]
        )

    assert came_in == {"fide": 0, "club": 1}


def test_an_own_edition_does_not_decide_which_kind_of_chess_an_event_is(tmp_path: Path) -> None:
    """The club's rules are for standard chess; an event of 15 minutes is rapid, and judged by FIDE's rapid rules."""
    club = tmp_path / "club.toml"
    club.write_text(CLUB, encoding="utf-8")
    tournament = replace(pairs([2450, 2450], [[(1, 2, "1")]], date(2025, 5, 2)), federation="AAA", time="15 min")
    read = read_report("event.trf", write_trf(tournament).encode())
    judged = [judged_by(read, Rulebook(edition=name)).verdict for name in (None, str(club))]

    assert [(verdict.kind, verdict.edition) for verdict in judged] == [("rapid", "fide-rb-2024-12")] * 2
