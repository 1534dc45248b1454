"""The golden book: list after list over more than two years, against lines that were worked out by hand.

What the book and its cases are is told in `docs/explanation/golden-book.md`. No case was made by a program.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arpad.book.folder import Book
from arpad.book.list_hash import canonical_hash
from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.book.view import Period
from arpad.engine.period.close_list import Closed, close
from arpad.engine.reference.lines import Reference
from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar

DATA = Path(__file__).resolve().parents[1].joinpath("data")
HASHES = "hashes.txt"
OF_KIND = ("rating", "games", "k", "played", "highest", "last")


@dataclass(frozen=True)
class Golden:
    """A golden book: its folder and its last list."""

    folder: str
    last: date

    @property
    def place(self) -> Path:
        """Where it is."""
        return DATA.joinpath(self.folder)

    def cases(self) -> list[dict[str, Any]]:
        """Give the lines that were worked out by hand."""
        content = tomllib.loads(self.place.joinpath("cases.toml").read_text(encoding="utf-8"))
        cases: list[dict[str, Any]] = content["case"]
        return cases

    def hashes(self) -> dict[date, str]:
        """Give the recorded hash of every list."""
        lines = self.place.joinpath(HASHES).read_text(encoding="utf-8").splitlines()
        return {date.fromisoformat(day): hash_ for day, hash_ in (line.split() for line in lines)}


TODAY = Golden("golden-book", date(2025, 12, 1))
IN_2009 = Golden("golden-book-2009", date(2011, 7, 1))
BOOKS = [TODAY, IN_2009]


@dataclass(frozen=True)
class Made:
    """A list that was made, and what it was made from."""

    closed: Closed
    tables: dict[str, pl.DataFrame]


@cache
def made_lists(golden: Golden, seed: int | None = None) -> tuple[dict[date, Made], dict[date, pl.DataFrame]]:
    """Make list after list, each from the one before; with a seed, all rows of every table and list are shuffled."""
    book = Book.open(golden.place)

    def mixed(frame: pl.DataFrame) -> pl.DataFrame:
        return frame if seed is None else frame.sample(fraction=1, shuffle=True, seed=seed)

    first = book.list_dates[0]
    lists = {first: mixed(book.rating_list(first))}
    given = {name: book.table(name) for name in TABLES if book.has(name) or name != "adjustments"}
    events, pool = given["events"], given["pool"]
    made_by_day: dict[date, Made] = {}
    for day in days_of_lists(first, golden.last):
        tables = {name: mixed(frame) for name, frame in (given | {"pool": pool}).items()}
        tables["events"] = mixed(as_known_for(events, given["events"], day))
        closed = close(MemoryBook(tables, lists), day)
        made_by_day[day] = Made(closed, tables)
        lists[day] = mixed(closed.frame)
        events, pool = closed.events, closed.pool
    return made_by_day, lists


def days_of_lists(after: date, last: date) -> list[date]:
    """Give the days of the standard lists after one, up to the last."""
    days = calendar("standard")
    months = [date(year, month, 1) for year in range(after.year, last.year + 1) for month in range(1, 13)]
    return [day for day in months if after < day <= last and days.is_list_date(day)]


def as_known_for(events: pl.DataFrame, given: pl.DataFrame, day: date) -> pl.DataFrame:
    """Give the events as the office knows them when it makes a list: nothing is taken back before its list."""
    decided = given.select("event_id", is_gone=pl.col("withdrawn") & (pl.col("withdrawn_for").fill_null(day) <= day))
    return events.join(decided, on="event_id").with_columns(withdrawn="is_gone").drop("is_gone")


def marks(case: dict[str, Any]) -> list[pytest.MarkDecorator]:
    """Mark a case with its articles."""
    pairs = [article.split(" ", 1) for article in case["articles"]]
    return [pytest.mark.article(article, edition=edition) for edition, article in pairs]


@pytest.mark.parametrize(
    ("golden", "case"),
    [pytest.param(book, case, id=case["id"], marks=marks(case)) for book in BOOKS for case in book.cases()],
)
def test_case(golden: Golden, case: dict[str, Any]) -> None:
    """The line of the list is the one that was worked out by hand."""
    kind = case.get("kind", "standard")
    lines = made_lists(golden)[1][case["list"]].filter(pl.col("fide_id") == case["fide_id"])
    line = lines.row(0, named=True)
    shown = {name: line[f"{kind}_{name}"] for name in OF_KIND} | {"flag": line["flag"]}
    expected = {name: case[name] for name in shown if name in case}
    if case.get("unrated"):
        expected["rating"] = None

    assert "rating" in expected
    assert {name: shown[name] for name in expected} == expected, case["working"]


@pytest.mark.parametrize("golden", BOOKS, ids=lambda golden: golden.folder)
def test_cases_are_told_apart(golden: Golden) -> None:
    """Every case has an id of its own and its working, and no two are about the same line."""
    cases = golden.cases()
    lines = {(case["list"], case.get("kind", "standard"), case["fide_id"]) for case in cases}

    assert len({case["id"] for case in cases}) == len(lines) == len(cases)
    assert all(case["working"] and case["articles"] for case in cases)


@pytest.mark.parametrize("golden", BOOKS, ids=lambda golden: golden.folder)
def test_every_case_is_on_the_page(golden: Golden) -> None:
    """The page of the golden book has a row for each case, with its articles."""
    page = DATA.parents[1].joinpath("docs", "explanation", "golden-book.md").read_text(encoding="utf-8").splitlines()
    rows = [f"| `{case['id']}` | {case['shows']} | {', '.join(case['articles'])} |" for case in golden.cases()]

    assert [row for row in rows if row not in page] == []


@pytest.mark.parametrize("golden", BOOKS, ids=lambda golden: golden.folder)
def test_no_list_changes_unnoticed(golden: Golden) -> None:
    """Every list has the hash that was recorded for it."""
    players = Book.open(golden.place).table("players")
    hashes = {day: canonical_hash(made_list.closed.frame, players) for day, made_list in made_lists(golden)[0].items()}

    assert hashes == golden.hashes()


@pytest.mark.parametrize("golden", BOOKS, ids=lambda golden: golden.folder)
@pytest.mark.parametrize("seed", [1, 2])
def test_order_of_rows_does_not_matter(golden: Golden, seed: int) -> None:
    """The rows of all tables and lists in another order: the same lists, part results and events."""
    plain, shuffled = made_lists(golden)[0], made_lists(golden, seed)[0]
    pool = ["kind", "fide_id", "event_id"]

    for day, made_list in plain.items():
        other = shuffled[day].closed
        assert made_list.closed.frame.sort("fide_id").equals(other.frame.sort("fide_id")), day
        assert made_list.closed.pool.sort(pool).equals(other.pool.sort(pool)), day
        assert made_list.closed.events.sort("event_id").equals(other.events.sort("event_id")), day


@pytest.mark.parametrize("golden", BOOKS, ids=lambda golden: golden.folder)
def test_reference_agrees_with_every_line(golden: Golden) -> None:
    """Worked out alone by the scalar rules, everybody's rating, games and K are those of every list."""
    made_by_day, lists = made_lists(golden)
    wrong = [
        (day, kind, both_reading, line, expected)
        for day, each in made_by_day.items()
        for kind in each.closed.kinds
        for both_reading, line, expected in both_readings(each, lists, kind, day)
        if line != expected
    ]

    assert wrong == []


def both_readings(
    made_list: Made, lists: dict[date, pl.DataFrame], kind: str, day: date
) -> list[tuple[int, tuple[Any, ...], tuple[Any, ...]]]:
    """Give everybody's line on a list, and the one by the reference."""
    reference = Reference(Period(MemoryBook(made_list.tables, lists), kind, day))
    frame = made_list.closed.frame.select("fide_id", f"{kind}_rating", f"{kind}_games", f"{kind}_k")
    lines = []
    for row, *line in frame.iter_rows():
        expected = reference.expected(row)
        lines.append((row, tuple(line), (expected.rating, expected.games, expected.k)))
    return lines


def test_every_kind_is_made_every_month() -> None:
    """Standard, rapid and blitz are on each of the 29 lists from August 2023 on."""
    made_by_day = made_lists(TODAY)[0]

    assert len(made_by_day) == 29
    assert all(tuple(made_list.closed.kinds) == KINDS for made_list in made_by_day.values())


@pytest.mark.article("7.11 [1]", edition="fide-2009-07")
def test_lists_of_2009_are_made_every_two_months() -> None:
    """In September, November, January, March, May and July, and of standard chess only."""
    made_by_day = made_lists(IN_2009)[0]

    assert [day.month for day in made_by_day] == [9, 11, 1, 3, 5, 7] * 2
    assert all(tuple(made_list.closed.kinds) == ("standard",) for made_list in made_by_day.values())
