"""Play-off games in round robins with unrated players, to 2021: a book's list, and its part results (R-031)."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING

import polars as pl
import pytest
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.view import Period
from arpad.engine.reference.lines import Reference
from arpad.regulations.workings.first_rating import first_rating

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, LIST = date(2014, 9, 1), date(2014, 10, 1)
DAYS = (date(2014, 9, 5), date(2014, 9, 9))
A, B, C = 1, 2, 3
GAMES = [(A, B, 100), (A, C, 50), (B, C, 50)]
"""B is unrated; A has 2200 and C 2100."""


def book(games: list[tuple[int, int, int]], cycles: int = 1) -> SmallBook:
    """A round robin of three."""
    small_book = SmallBook()
    for number, rating in {A: 2200, B: None, C: 2100}.items():
        small_book.player(number, 1980)
        small_book.rated(BEFORE, number, rating, played=0 if rating is None else 100)
    small_book.event(1, *DAYS, games, system="roundrobin", cycles=cycles)
    return small_book


@pytest.mark.article("6.4", edition="fide-2014-07")
def test_the_part_result_keeps_the_number_of_opponents() -> None:
    """B loses a play-off to C: three games, two opponents; Ra 2044 and -273 x 2/3 make 1862, also in the reference."""
    small = book([*GAMES, (B, C, 0)])
    closed = small.closed(LIST).kinds["standard"]
    row = closed.pool.filter(fide_id=B).row(0, named=True)

    assert (row["system"], row["games"], row["cycles"], row["average"], row["field"]) == ("roundrobin", 3, 1, 2044, 2)
    assert closed.newcomers.filter(fide_id=B)["ru"].to_list() == [1862]
    assert first_rating(Reference(Period(small.view(), "standard", LIST)).period(B)).rating == 1862


def test_without_a_play_off_games_over_cycles_say_it() -> None:
    """Nothing stands in the column then, in a single and in a double round robin."""
    for games, cycles in ((GAMES, 1), (GAMES * 2, 2)):
        row = book(games, cycles).closed(LIST).kinds["standard"].pool.filter(fide_id=B).row(0, named=True)

        assert (row["games"], row["cycles"], row["field"]) == (len(games) * 2 // 3, cycles, None)


def test_a_game_less_than_announced_makes_it_a_swiss() -> None:
    """The second cycle lacks the game of B and C: only B's games against rated opponents count, one by one."""
    row = book([*GAMES, *GAMES[:2]], 2).closed(LIST).kinds["standard"].pool.filter(fide_id=B).row(0, named=True)

    assert (row["system"], row["games"], row["opponents"], row["average"]) == ("swiss", 3, 6500, None)


@pytest.mark.article("6.43", edition="fide-2009-07")
@pytest.mark.article("6.2", edition="fide-2009-07")
def test_one_play_off_does_not_change_the_whole_table() -> None:
    """Ten players in 2010, one of them unrated, everybody met everybody; 1 and 2 play one game more.

    It moves the two, and by the average of the field the unrated player a little, but nobody else by more than a point.
    """
    ratings = []
    for more in ([], [(1, 2, 100)]):
        small_book = SmallBook()
        for number in range(1, 11):
            small_book.player(number, 1980)
            if number < 10:
                small_book.rated(date(2010, 1, 1), number, 2000 + 20 * number, k=15)
        games = [
            (combination, other, 50 if other < 10 else 100 if combination < 5 else 0)
            for combination, other in combinations(range(1, 11), 2)
        ]
        small_book.event(1, date(2010, 1, 5), date(2010, 1, 15), games + more, system="roundrobin")
        ratings.append(small_book.closed(date(2010, 3, 1)).frame["standard_rating"].to_list())
    without, with_it = ratings

    assert without == [2044, 2060, 2076, 2092, 2093, 2109, 2125, 2141, 2156, 2117]
    assert with_it == [2052, 2052, 2076, 2092, 2093, 2109, 2125, 2141, 2157, 2119]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_books_from_before_lack_the_column(tmp_path: Path, form: str) -> None:
    """A pool without the column is read as one in which nothing stands there."""
    small = book([*GAMES, (B, C, 0)])
    there = Book.create(tmp_path / "book", About(), form)
    lists = {BEFORE: small.rating_list(BEFORE)}
    there.apply(changed(there, {**small.frames(), "pool": small.closed(LIST).pool}, lists))  # type: ignore[arg-type]
    place = tmp_path / "book" / f"pool.{form}"
    old = (pl.read_csv(place) if form == "csv" else pl.read_parquet(place)).drop("field")
    (old.write_csv if form == "csv" else old.write_parquet)(place)
    pool = Book.open(tmp_path / "book").table("pool")

    assert (pool["field"].to_list(), pool.schema["field"]) == ([None], pl.Int32)
