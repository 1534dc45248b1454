"""The short way of the reference: everybody's line is that of the long one, and every fact it gathers is needed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from drawn_books import BOOKS, LISTS, with_activity
from hypothesis import given, settings
from hypothesis import strategies as st
from made_books import BookMaker

from arpad.engine.reference.activity import Activity, InWindow
from arpad.engine.reference.quiet import QuietFacts, ShortReference
from arpad.model.period import BORN_LONG_AGO
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from made_books import MadeBook

    from arpad.engine.reference.lines import Expected

PLAYERS = 60


def quiet_book(seed: int, kind: str, list_date: date, name: str | None) -> MadeBook:
    """Make up a book of many players of whom only a few have games or part results."""
    chance = Random(seed)  # noqa: S311 - made-up books, no secrets
    maker = BookMaker(chance, kind, list_date, name)
    maker.ids = [100 + 7 * place for place in range(PLAYERS)]
    book = with_activity(maker.book(), chance)
    few = chance.sample(maker.ids, PLAYERS // 5)
    games = book.tables["games"].filter(pl.col("white").is_in(few) & pl.col("black").is_in(few))
    pool = book.tables["pool"].filter(pl.col("fide_id").is_in(few))
    return replace(book, tables={**book.tables, "games": games, "pool": pool})


def differing(book: MadeBook) -> Iterator[int]:
    """Give the players whose line by the short way is another one than by the long way."""
    reference = ShortReference(book.period)
    for player in book.tables["players"]["fide_id"].to_list():
        if reference.short(player) != reference.expected(player):
            yield player


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS)
@settings(max_examples=max(5, BOOKS // 3))
@given(seed=st.integers(0, 10**9))
def test_every_line_by_the_short_way_is_that_of_the_long_one(
    kind: str, list_date: date, name: str | None, seed: int
) -> None:
    """All editions, most players without games; where the long way refuses a list, so does the short one.

    Books in which nearly everybody plays are tried where the lines of the long way are at hand:
    `test_books_by_reference.py`.
    """
    try:
        assert not list(differing(quiet_book(seed, kind, list_date, name)))
    except RefusedError:
        return


BLANK = QuietFacts(
    rating=2000, standard=None, played=50, highest=None, last=None, was_idle=False,
    born=BORN_LONG_AGO, is_woman=False, officers_k=20, window=InWindow(),
)  # fmt: skip
"""Facts of nobody in particular."""
SHOWING = {
    "standard": ("rapid", date(2022, 10, 1), None),
    "officers_k": ("rapid", date(2004, 1, 1), None),
    "window": ("standard", date(2004, 4, 1), None),
    "was_idle": ("standard", date(2004, 4, 1), None),
}
"""Facts that only some editions ask for, with a list of one that does."""
USUAL = ("standard", date(2026, 2, 1), None)
BY_RATING = ("standard", date(2015, 3, 1), "fide-2014-07-print")
"""A list of the printed edition that measures juniors by the rating; the others take the highest."""
SEEDS = range(20)


@pytest.mark.parametrize("field", QuietFacts._fields)
def test_without_any_of_its_facts_the_short_way_would_be_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that could be left out would be one too many, or one that the test above does not hold."""
    gathered = ShortReference.quiet_facts

    def without(reference: ShortReference, player: int) -> QuietFacts:
        facts = gathered(reference, player)
        return facts if facts.window is None and field == "window" else facts._replace(**{field: getattr(BLANK, field)})

    monkeypatch.setattr(ShortReference, "quiet_facts", without)
    assert any(list(differing(quiet_book(seed, *SHOWING.get(field, USUAL)))) for seed in SEEDS)


@pytest.mark.parametrize("part", ["games", "knows_all"])
def test_without_a_part_of_the_window_it_would_be_noticed(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of earlier lists, and what is not known of them; the third part is asked only of a player with a game."""
    gathered = Activity.in_window

    def without(activity: Activity, player: int, *, was_idle: bool) -> InWindow:
        return gathered(activity, player, was_idle=was_idle)._replace(**{part: getattr(InWindow(), part)})

    def short_lines(book: MadeBook) -> list[Expected]:
        reference = ShortReference(book.period)
        return [reference.short(player) for player in book.tables["players"]["fide_id"].to_list()]

    books = [quiet_book(seed, *SHOWING["window"]) for seed in SEEDS]
    lines = [short_lines(book) for book in books]
    monkeypatch.setattr(Activity, "in_window", without)
    assert [short_lines(book) for book in books] != lines


@pytest.mark.parametrize("place", range(3))
def test_without_the_limits_of_k_it_would_be_noticed(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings, highest ratings and numbers of games are told apart by the limits of the edition."""
    limits = ShortReference._limits.func  # noqa: SLF001 - what is broken here on purpose

    def fewer(reference: ShortReference) -> tuple[list[int], ...]:
        return tuple([] if index == place else values for index, values in enumerate(limits(reference)))

    monkeypatch.setattr(ShortReference, "_limits", property(fewer))
    assert any(list(differing(quiet_book(seed, *BY_RATING))) for seed in SEEDS)
