"""The account of points: worked out by hand on a small book, and even on every made-up world."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made_books import BookMaker
from small_books import SmallBook

from arpad.engine.book_schema import TABLES
from arpad.engine.book_world import world
from arpad.engine.closing import Closed, close
from arpad.engine.integrity import integrity
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar

SEPTEMBER, OCTOBER, NOVEMBER = date(2026, 9, 1), date(2026, 10, 1), date(2026, 11, 1)
IDLE, DEAD, BANNED, NEWCOMER = 8, 9, 10, 11


def small_book() -> SmallBook:
    """One case of each item; the numbers of each stand at its test."""
    book = SmallBook()
    for number in range(1, 8):
        book.player(number, born=2012 if number == 2 else 1990)
    book.player(IDLE)
    book.player(DEAD, died=date(2026, 10, 20))
    book.player(BANNED)
    book.player(NEWCOMER)
    ratings = {1: 2000, 2: 1900, 3: 1400, 4: 1400, 5: 1500, 6: 1800, 7: 2700, IDLE: 1700, DEAD: 1650, BANNED: 1750}
    coefficients = {2: 40, 6: 40, 7: 10}
    for number, rating in ratings.items():
        if number != 6:
            book.rated(SEPTEMBER, number, rating, coefficients.get(number, 20))
        book.rated(OCTOBER, number, rating, coefficients.get(number, 20), played=5 if number == 6 else 100)
    book.rated(SEPTEMBER, NEWCOMER, None, played=0)
    book.rated(OCTOBER, NEWCOMER, None, played=0)
    book.event(1, date(2026, 10, 5), date(2026, 10, 9), [(1, 2, 100), (3, 4, 0)])
    book.event(2, date(2026, 9, 29), date(2026, 10, 4), [(6, 1, 100)])
    book.event(3, date(2026, 10, 10), date(2026, 10, 12), [(7, 1, 100)])
    newcomer = [(NEWCOMER, IDLE, 50)] * 5
    book.event(4, date(2026, 10, 10), date(2026, 10, 15), newcomer)
    book.tables["corrections"].append({"kind": "standard", "fide_id": 5, "list": NOVEMBER, "rating": 1512})
    return book


def items(book: SmallBook, closed: Closed) -> dict[str, int]:
    """The items of the account of standard chess, in hundredths."""
    found = integrity(closed, book.frames(), book.rating_list)["kinds"]["standard"]["points"]
    assert found["opening"] + sum(one["points"] for one in found["items"]) == found["closing"]
    return {one["item"]: one["points"] for one in found["items"]}


def without(closed: Closed, *numbers: int) -> Closed:
    """The list without the ratings of some players, as when somebody is taken off it."""
    gone = pl.col("fide_id").is_in(list(numbers))
    rating = pl.when(gone).then(None).otherwise(pl.col("standard_rating")).alias("standard_rating")
    return replace(closed, frame=closed.frame.with_columns(rating))


class TestByHand:
    """Each item from its own cause, in hundredths of a point."""

    book = small_book()
    closed = book.closed(NOVEMBER)

    def test_unequal_k(self) -> None:
        """1 (2000, K 20) beats 2 (1900, K 40): W - We is 0.36 and -0.36, so the surplus K of 20 takes 7.20.

        7 (2700, K 10) beats 1 (2000, K 20): the surplus K of 10 is on the loser, whose 0.08 is expected: -0.80.
        """
        assert items(self.book, self.closed)["unequal_k"] == 20 * -36 + 10 * -8

    @pytest.mark.article("8.3.1", edition="fide-2025-10")
    def test_expectations_that_do_not_add_up(self) -> None:
        """7 is exempt from the limit of 400 and wins 0.01, his opponent loses 0.08: 0.07 are lost, at K 10."""
        assert items(self.book, self.closed)["uneven"] == 10 * (1 - 8)

    def test_a_game_for_one_player(self) -> None:
        """6 entered the list after the event began: it counts for him (1800 against 2000, K 40, 0.76), not for 1."""
        assert items(self.book, self.closed)["one_sided"] == 40 * 76

    def test_nothing_is_left_to_whole_events(self) -> None:
        """In this edition every game is worked out by itself."""
        assert items(self.book, self.closed)["not_separated"] == 0

    def test_rounding(self) -> None:
        """1: 20 * (36 - 8) is 5.60, rounded 6; 2: -14.40, rounded -14; 6: 30.40, rounded 30; 7: 0.10, rounded 0."""
        assert items(self.book, self.closed)["rounding"] == 40 + 40 - 40 - 10

    def test_a_correction(self) -> None:
        """5 goes from 1500 to 1512 without a game."""
        assert items(self.book, self.closed)["corrections"] == 1200

    @pytest.mark.article("7.1.4", edition="fide-2024-03")
    def test_below_the_floor(self) -> None:
        """3 loses 10 points at 1400 and takes 1390 with him; the 10 are 4's."""
        assert items(self.book, self.closed)["below_floor"] == -139_000

    def test_a_first_rating(self) -> None:
        """Five draws against 1700: (5 * 1700 + 3600) / 7 and half the points, 1729."""
        assert items(self.book, self.closed)["first_ratings"] == 172_900

    def test_deaths_and_exclusions(self) -> None:
        """Who is taken off the list takes his points with him, each under his own cause."""
        book = small_book()
        ban = {"fide_id": BANNED, "since": OCTOBER, "scope": "list", "reason": "a decision"}
        book.tables["exclusions"].append(ban)
        found = items(book, without(self.closed, DEAD, BANNED, IDLE))

        assert (found["deaths"], found["exclusions"], found["other_exits"]) == (-165_000, -175_000, -170_000)

    def test_a_return(self) -> None:
        """Who was on a list before, and makes a rating anew, returns."""
        book = small_book()
        book.lists[OCTOBER][-1]["standard_highest"] = 1450
        found = items(book, book.closed(NOVEMBER))

        assert (found["first_ratings"], found["returns"]) == (0, 172_900)

    def test_nothing_is_unexplained(self) -> None:
        """The account comes out even."""
        assert items(self.book, self.closed)["residual"] == 0

    @pytest.mark.article("12.3", edition="fide-2003-07")
    @pytest.mark.article("10.3", edition="fide-2009-07")
    @pytest.mark.article("10.3", edition="fide-2014-07")
    def test_points_without_a_cause_raise_an_alarm(self) -> None:
        """Five points given by hand to somebody who did not play are unexplained, and said to be so."""
        more = pl.col("standard_rating") + pl.when(pl.col("fide_id") == IDLE).then(5).otherwise(0)
        wrong = replace(self.closed, frame=self.closed.frame.with_columns(standard_rating=more.cast(pl.Int32)))
        alarms = integrity(wrong, self.book.frames(), self.book.rating_list)["kinds"]["standard"]["alarms"]

        assert items(self.book, wrong)["residual"] == 500
        words = [one["words"] for one in alarms if one["figure"] == "residual"]
        assert len(words) == 1
        assert words[0].startswith("The account of points does not come out even: 5.00 points are unexplained.")

    def test_games_of_an_excluded_player_make_no_points(self) -> None:
        """Both sides lose the game; nothing of it is in any item."""
        book = small_book()
        book.tables["exclusions"].append({"fide_id": 2, "since": OCTOBER, "scope": "games", "reason": "a decision"})
        found = items(book, book.closed(NOVEMBER))

        assert (found["unequal_k"], found["not_separated"]) == (10 * -8, 0)


LOADS = [
    ("fide-2003-07", "14.3", date(2003, 10, 1), 15, 50, 750),
    ("fide-2009-07", "12.3", date(2009, 9, 1), 15, 50, 750),
    ("fide-2014-07", "12.3", date(2014, 9, 1), 20, 35, 700),
]


@pytest.mark.parametrize(
    ("edition", "article", "base", "k", "games", "limit"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in LOADS],
)
def test_k_times_games_above_the_limit(  # noqa: PLR0913, PLR0917 - a row of the table above
    edition: str, article: str, base: date, k: int, games: int, limit: int
) -> None:
    """Exactly the product is no warning; one game more is one for both players, with the article."""
    made = calendar("standard").next_list(base)
    assert made is not None
    found = []
    for number in (games, games + 1):
        book = SmallBook()
        for one in (1, 2):
            book.player(one)
            book.rated(base, one, 2100, k)
        start = base.replace(day=3)
        book.event(1, start, start.replace(day=20), [(1, 2, 50)] * number)
        found.append(integrity(book.closed(made), book.frames(), book.rating_list)["kinds"]["standard"]["load"][0])

    assert (found[0]["limit"], found[0]["binding"], found[0]["players"]) == (limit, False, [])
    assert found[1]["players"] == [
        {"fide_id": one, "k": k, "games": games + 1, "product": k * (games + 1)} for one in (1, 2)
    ]
    assert found[1]["citation"] == {"edition": edition, "article": article, "standing": "in force"}


def tables_of(made: Any) -> dict[str, pl.DataFrame]:  # noqa: ANN401 - a world
    """The tables of a world, with those it does not need."""
    return {name: table.empty() for name, table in TABLES.items() if name != "adjustments"} | made.tables


FIRSTS = (date(2026, 9, 1), date(2024, 2, 1), date(2022, 9, 1), date(2018, 1, 1), date(2013, 1, 1))


@settings(max_examples=12)
@given(seed=st.integers(0, 2**20), first=st.sampled_from(FIRSTS), players=st.integers(300, 1500))
def test_the_account_is_even_on_every_world(seed: int, first: date, players: int) -> None:
    """Two lists after another, of every era, one-off adjustments included: nothing is unexplained."""
    made = world(players, 2, seed, first)
    tables, lists, day = tables_of(made), dict(made.lists), first
    for _ in range(2):
        day = calendar("standard").next_list(day)
        assert day is not None
        closed = close(tables, lists.get, day)
        for kind, one in integrity(closed, tables, lists.get)["kinds"].items():
            points = one["points"]
            sums = {each["item"]: each["points"] for each in points["items"]}
            listed = closed.frame[f"{kind}_rating"].sum()
            games = sum(each["points"] for each in points["items"] if each["group"] == "games")

            assert sums["residual"] == 0
            assert points["opening"] + sum(sums.values()) == points["closing"] == 100 * listed
            assert games == 100 * closed.kinds[kind].changes.players["change"].sum()
            if one["edition"] >= "fide-2025" and kind == KINDS[0]:
                assert sums["not_separated"] == 0
        lists[day] = closed.frame
        tables |= {"pool": closed.pool, "events": closed.events}


TRAPPED = (date(2026, 11, 1), date(2024, 3, 1), date(2022, 3, 1), date(2018, 3, 1), date(2015, 1, 1), date(2010, 1, 1),
           date(2004, 1, 1))  # fmt: skip


@settings(max_examples=40)
@given(seed=st.integers(0, 2**20), day=st.sampled_from(TRAPPED))
def test_the_account_is_even_on_books_with_all_the_traps(seed: int, day: date) -> None:
    """Corrections, exclusions, withdrawn events, round robins with unrated players: nothing is unexplained."""
    book = BookMaker(Random(seed), KINDS[0], day).made()  # noqa: S311 - made-up books, no secrets
    try:
        closed = close(book.tables, book.lists.get, day)
    except RefusedError:
        assume(condition=False)
    points = integrity(closed, book.tables, book.lists.get)["kinds"][KINDS[0]]["points"]
    sums = {each["item"]: each["points"] for each in points["items"]}

    assert sums["residual"] == 0
    assert points["opening"] + sum(sums.values()) == points["closing"]
    if day >= date(2024, 4, 1):
        assert sums["not_separated"] == 0
