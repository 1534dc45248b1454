"""What an imported list says of a past: carried on over gaps, and proved by K as the edition of the day has it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from running import answer
from single_lists import line as line_of
from single_lists import single
from taken import take_list

from arpad.book.about import About
from arpad.book.folder import Book
from arpad.book.imports.history import proved_by_k
from arpad.book.imports.lists import Imported
from arpad.engine.everybody import people_of
from arpad.engine.period.coefficients import KFacts, k_by_history, written_day
from arpad.regulations.catalogue import in_force

if TYPE_CHECKING:
    from pathlib import Path

NOTHING = (None, None)


def line(fide_id: int, rating: int, games: int, k: int, born: int = 1990) -> str:
    """Write a line of a single list; the name follows from the number."""
    return line_of(fide_id, f"Player, {fide_id}", rating, games, k, born)


def imported(book: Book, done: Imported, day: date, *lines: str, kind: str = "standard") -> None:
    """Import a list of a day."""
    name = f"{kind}_{day:%b%y}.txt".lower()
    take_list(book, single(book.folder.parent, name, f"{day:%b%y}".upper(), *lines), day, kind, done)
    assert not [problem for problem in done.problems if problem.code not in {"list_out_of_order", "list_replaced"}]


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A new book."""
    return Book.create(tmp_path / "book", About())


def past(book: Book, day: date, fide_id: int, kind: str = "standard") -> Any:  # noqa: ANN401 - a row
    """Give all games, the highest rating and the last day of a player on a list."""
    rows = book.rating_list(day).filter(pl.col("fide_id") == fide_id)
    return rows.select(f"{kind}_played", f"{kind}_highest", f"{kind}_last").row(0)


@pytest.mark.parametrize("is_one_run", [True, False])
def test_who_is_missing_from_a_list_keeps_his_past(book: Book, is_one_run: bool) -> None:
    """25 games in June, absent in July and August, 6 games in September are 31; the highest is that of June."""
    done = Imported()
    for month, lines in (
        (6, [line(11, 1504, 25, 40), line(12, 1700, 0, 40)]),
        (7, [line(12, 1700, 2, 40)]),
        (8, [line(12, 1700, 3, 40)]),
        (9, [line(11, 1410, 6, 40), line(12, 1700, 0, 40), line(13, 1500, 4, 40)]),
    ):
        done = done if is_one_run else Imported()
        imported(book, done, date(2026, month, 1), *lines)

    assert past(book, date(2026, 9, 1), 11) == (31, 1504, date(2026, 8, 31))
    assert past(book, date(2026, 9, 1), 12) == (5, 1700, date(2026, 7, 31))
    assert past(book, date(2026, 9, 1), 13) == (4, 1500, date(2026, 8, 31))


def test_a_list_of_another_kind_is_a_gap_too(book: Book) -> None:
    """Rapid chess on the list between has nothing to say of standard chess, though the player stands on it."""
    done = Imported()
    imported(book, done, date(2026, 6, 1), line(11, 1504, 25, 40))
    imported(book, done, date(2026, 7, 1), line(11, 1450, 5, 40), kind="rapid")
    imported(book, done, date(2026, 8, 1), line(11, 1510, 6, 40))

    assert past(book, date(2026, 8, 1), 11) == (31, 1510, date(2026, 7, 31))
    assert past(book, date(2026, 7, 1), 11, "rapid") == (5, 1450, date(2026, 6, 30))


def test_a_list_that_comes_between_counts_for_those_after_it(book: Book) -> None:
    """Lists of an import in any order: what is written last is carried on from what stands before it."""
    done = Imported()
    for month, rating, games in ((6, 1500, 4), (8, 1520, 5), (7, 1530, 3), (8, 1520, 5)):
        imported(book, done, date(2026, month, 1), line(11, rating, games, 40))

    assert past(book, date(2026, 8, 1), 11) == (12, 1530, date(2026, 7, 31))


def proved(kind: str, day: date, k: int | None, year: int | None = None, born: date | None = None) -> tuple[Any, ...]:
    """Give the games and the highest rating that K proves of somebody."""
    row = pl.DataFrame(
        {"k": [k], "birth_year": [year], "birth_date": [born]},
        schema={"k": pl.Int32, "birth_year": pl.Int32, "birth_date": pl.Date},
    )
    return row.select(
        *(column.alias(str(place)) for place, column in enumerate(proved_by_k(kind, day, pl.col("k"))))
    ).row(0)


@pytest.mark.parametrize(
    ("kind", "day", "k", "proof"),
    [
        # 2003 and 2009: 25, 15, 10, and nothing of juniors.
        ("standard", date(2004, 1, 1), 25, NOTHING),
        ("standard", date(2004, 1, 1), 15, (30, None)),
        ("standard", date(2004, 1, 1), 10, (30, 2400)),
        ("standard", date(2010, 1, 1), 15, (30, None)),
        ("standard", date(2012, 1, 1), 30, NOTHING),
        ("standard", date(2012, 1, 1), 15, (30, None)),
        # A K that the edition does not know proves nothing.
        ("standard", date(2012, 1, 1), 20, NOTHING),
        ("standard", date(2026, 8, 1), 15, NOTHING),
        ("standard", date(2026, 8, 1), None, NOTHING),
        # 2014 on: a junior with 20 once had 2300.
        ("standard", date(2015, 1, 1), 20, (30, 2300)),
        ("standard", date(2018, 1, 1), 20, (30, 2300)),
        ("standard", date(2023, 1, 1), 20, (30, 2300)),
        ("standard", date(2026, 8, 1), 20, (30, 2300)),
        ("standard", date(2026, 8, 1), 10, (30, 2400)),
        ("standard", date(2026, 8, 1), 40, NOTHING),
        # Rapid and blitz: left to the officer, then no lists, then the same for all, then as standard chess.
        ("rapid", date(2004, 1, 1), 10, NOTHING),
        ("blitz", date(2011, 1, 1), 20, NOTHING),
        ("rapid", date(2018, 1, 1), 20, NOTHING),
        ("blitz", date(2023, 1, 1), 20, (30, 2300)),
        ("rapid", date(2026, 8, 1), 20, (30, 2300)),
    ],
)
def test_8_3_3_what_k_proves_of_a_junior(kind: str, day: date, k: int, proof: tuple[Any, ...]) -> None:
    """Each edition by its own provisions: the player is twelve."""
    assert proved(kind, day, k, day.year - 12) == proof


@pytest.mark.parametrize(
    ("day", "year", "born", "highest"),
    [
        # To the end of the year of the 18th birthday, whatever the day.
        (date(2026, 12, 1), 2008, None, 2300),
        (date(2026, 12, 1), 2008, date(2008, 1, 1), 2300),
        (date(2026, 12, 1), 2007, None, None),
        (date(2026, 12, 1), None, None, None),
        # Until the birthday in 2014: in its year the year alone proves nothing.
        (date(2015, 8, 1), 1997, None, None),
        (date(2015, 8, 1), 1998, None, 2300),
        (date(2015, 8, 1), 1997, date(1997, 8, 2), 2300),
        (date(2015, 8, 1), 1997, date(1997, 8, 1), None),
    ],
)
def test_8_56_and_8_3_3_only_who_is_surely_a_junior(
    day: date, year: int | None, born: date | None, highest: int | None
) -> None:
    """K 20 of who may be grown up proves only the games."""
    assert proved("standard", day, 20, year, born) == (30, highest)


@pytest.mark.parametrize(
    "day", [date(2004, 1, 1), date(2010, 1, 1), date(2015, 1, 1), date(2020, 1, 1), date(2026, 8, 1)]
)
@pytest.mark.parametrize("age", [10, 40])
def test_what_k_proves_gives_that_k_again(day: date, age: int) -> None:
    """The rule for K, asked with what was proved and nothing else, gives the K of the list."""
    law = in_force(day, "standard")
    for key in ("k_established", "k_top"):
        k = law.value(key)
        games, highest = proved("standard", day, k, day.year - age)
        person = {"fide_id": [1], "birth_year": [day.year - age], "birth_date": [None], "association": [None]}
        kinds = {"birth_year": pl.Int32, "birth_date": pl.Date, "association": pl.String}
        players = people_of(pl.DataFrame(person, schema_overrides=kinds))
        known = (pl.Series([value or 0]).to_numpy() for value in (1400, highest, games))
        facts = KFacts(None, *known, written_day(day))

        assert k_by_history(law, players, facts).tolist() == [k]


def test_r_005_a_junior_who_once_had_2300_keeps_20_after_the_import(book: Book) -> None:
    """The next list shows 20 for him, and 40 for a junior who shows 40."""
    imported(book, Imported(), date(2026, 8, 1), line(11, 2290, 4, 20, 2010), line(12, 2290, 4, 40, 2010))
    answer("period", "close", str(book.folder), "2026-09", "--force", "--why", "Nothing was played.")
    rating_list = book.rating_list(date(2026, 9, 1))

    assert rating_list["standard_k"].to_list() == [20, 40]
    assert rating_list["standard_highest"].to_list() == [2300, 2290]
