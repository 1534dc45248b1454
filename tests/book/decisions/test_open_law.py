"""What an edition leaves to the office, in its book: the engine reads it from the next list on."""

from __future__ import annotations

from datetime import date

import polars as pl
import pytest

from arpad.book.about import About
from arpad.book.decisions.open_law import (
    SetAdjustment,
    SetCoefficient,
    SetMonthlyLists,
    article_of_coefficient,
    article_of_monthly_lists,
    with_adjustment,
    with_coefficient,
    with_monthly_lists,
)
from arpad.book.log import entries
from arpad.book.memory import MemoryBook
from arpad.engine.period.close_list import close
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError
from arpad.regulations.rulebook import Rulebook

LIST = date(2027, 1, 1)


@pytest.fixture(scope="module")
def tables() -> tuple[dict[str, pl.DataFrame], dict[date, pl.DataFrame]]:
    """Give a small world."""
    drawn = world(400, 1, 5)
    return drawn.tables, drawn.lists


@pytest.fixture
def book(tables: tuple[dict[str, pl.DataFrame], dict[date, pl.DataFrame]]) -> MemoryBook:
    """Give it as a book by the edition of 2003, which leaves K of the rapid list to the officer."""
    return MemoryBook(*tables, Rulebook(edition="fide-2003-07"))


def test_k_of_the_rapid_list_is_what_was_decided(book: MemoryBook) -> None:
    """For everybody, for one player; the same list again sets another."""
    player = book.table("lists/2026-10").drop_nulls("rapid_rating")["fide_id"][0]
    for request in (
        SetCoefficient("rapid", LIST, 20, "first"),
        SetCoefficient("rapid", LIST, 15, "minutes 4"),
        SetCoefficient("rapid", LIST, 10, "minutes 4", player),
    ):
        book.apply(with_coefficient(book, request))
    k = close(book, LIST, only=["rapid"]).kinds["rapid"].ratings.drop_nulls("rating")

    assert book.table("coefficients").height == 2
    assert dict(k.select("fide_id", "k").iter_rows())[player] == 10
    assert set(k.filter(pl.col("fide_id") != player)["k"].to_list()) == {15}
    assert [entry.sentence() for entry in entries(book)][1:] == [
        "K 15 (rapid) from 2027-01-01 on", f"K 10 (rapid) from 2027-01-01 on for {player}",
    ]  # fmt: skip
    with pytest.raises(RefusedError):
        with_coefficient(book, SetCoefficient("rapid", LIST, 10, "w", 999))


def test_only_an_edition_that_leaves_k_open_is_cited() -> None:
    """2003 does for rapid chess, for standard chess it does not, nor does any later one."""
    assert article_of_coefficient(Rulebook(edition="fide-2003-07"), "rapid", LIST) == "fide-2003-07 15.0 b"
    assert article_of_coefficient(Rulebook(edition="fide-2003-07"), "standard", LIST) == ""
    assert article_of_coefficient(Rulebook(), "rapid", LIST) == ""


def test_a_named_adjustment_leaves_those_that_held_anyway(tables: tuple[dict, dict]) -> None:  # type: ignore[type-arg]
    """Where a table names some, no others hold: so those of the authority are named with it."""
    book = MemoryBook(*tables)
    change = with_adjustment(book, SetAdjustment(date(2024, 3, 1), "rapid", "fide-2022-10-lift", "once more"))
    book.apply(change)
    names = set(book.table("adjustments").rows())

    assert (date(2024, 3, 1), "rapid", "fide-2022-10-lift") in names
    assert (date(2024, 3, 1), "standard", "fide-2024-03-compression") in names
    assert entries(book)[-1].sentence() == "fide-2022-10-lift (rapid)"


def test_monthly_lists_begin_where_it_was_decided() -> None:
    """With the articles of both texts; the rulebook then makes lists every month."""
    days = (date(2005, 7, 1), date(2010, 7, 1))
    change = with_monthly_lists(Rulebook(), About(), SetMonthlyLists(days, "decided"))

    assert article_of_monthly_lists(Rulebook(), days) == "fide-2003-07 9.3; fide-2009-07 7.3"
    assert article_of_monthly_lists(Rulebook(), (date(2026, 7, 1),)) == ""
    assert change.law is not None
    assert change.law.about.monthly_regime == days
    assert change.law.rulebook.calendar("standard", date(2005, 8, 1)).next_list(date(2005, 7, 1)) == date(2005, 8, 1)
