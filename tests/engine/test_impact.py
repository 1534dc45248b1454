"""What a change of a book does to people, before it is made: the next list and the lists that it touches."""

from __future__ import annotations

from datetime import date

import polars as pl
import pytest
from small_books import SmallBook

from arpad.book.change import changed
from arpad.book.memory import MemoryBook
from arpad.book.view import list_name
from arpad.engine.compare.impact import impact
from arpad.engine.period.close_list import close
from arpad.model.problems import RefusedError

BEFORE, NEXT = date(2026, 8, 1), date(2026, 9, 1)
DAYS = (date(2026, 8, 3), date(2026, 8, 15))


def small() -> SmallBook:
    """Three players of 2000 with K 20; the first beats the second twice, the third draws with the second."""
    small_book = SmallBook()
    for number in (1, 2, 3):
        small_book.player(number)
        small_book.rated(BEFORE, number, 2000)
    small_book.event(1, *DAYS, [(1, 2, 100), (2, 1, 0), (3, 2, 50)])
    return small_book


def changes(rows: pl.DataFrame) -> dict[int, tuple[int | None, int | None]]:
    """Give the ratings before and after, by player, in their order."""
    return {player: (before, after) for player, before, after in rows.select("player", "before", "after").iter_rows()}


def test_the_next_list_with_a_change_and_without() -> None:
    """Without the event nobody gains: +20 and -20 are gone, and the third player, who drew, is not named for points."""
    view = small().view()
    change = changed(view, {"events": view.table("events").with_columns(withdrawn=pl.lit(value=True))})
    outcome = impact(view, change)

    assert outcome.next_lists == {"standard": NEXT, "rapid": NEXT, "blitz": NEXT}
    assert changes(outcome.rows) == {1: (2020, 2000), 2: (1980, 2000), 3: (2000, 2000)}
    assert outcome.rows["name"].to_list() == ["Player, 1", "Player, 2", "Player, 3"]
    assert outcome.rows["list"].unique().to_list() == [NEXT]
    assert outcome.rows.filter(pl.col("player") == 3).select("played_before", "played_after").row(0) == (101, 100)
    assert outcome.players == 3
    assert close(view, NEXT).frame["standard_rating"].to_list() == [2020, 1980, 2000]


def test_who_is_not_touched_is_not_named() -> None:
    """Another result of one game: two players of three."""
    view = small().view()
    other = view.table("games").with_columns(
        white_score=pl.when(pl.col("round") == 1).then(50).otherwise("white_score").cast(pl.Int32),
        black_score=pl.when(pl.col("round") == 1).then(50).otherwise("black_score").cast(pl.Int32),
    )

    assert changes(impact(view, changed(view, {"games": other})).rows) == {1: (2020, 2010), 2: (1980, 1990)}


def test_k_and_games_are_compared_too() -> None:
    """A birth date that makes a junior: the rating is the same, K of the next list is not."""
    view = small().view()
    is_first = pl.col("fide_id") == 1
    born = view.table("players").with_columns(
        birth_date=pl.when(is_first).then(date(2012, 5, 1)).otherwise("birth_date"),
        birth_year=pl.when(is_first).then(2012).otherwise("birth_year").cast(pl.Int32),
    )
    rows = impact(view, changed(view, {"players": born})).rows

    assert rows.select("player", "before", "after", "k_before", "k_after").rows() == [(1, 2020, 2020, 20, 40)]


def test_a_list_that_is_touched_is_compared() -> None:
    """A line of a list that is there: it is named with its list, and the next list follows from it."""
    view = small().view()
    is_third = pl.col("fide_id") == 3
    lines = view.table(list_name(BEFORE)).with_columns(
        standard_rating=pl.when(is_third).then(2050).otherwise("standard_rating").cast(pl.Int32)
    )
    rows = impact(view, changed(view, {}, {BEFORE: lines})).rows

    assert rows["list"].unique(maintain_order=True).to_list() == [NEXT, BEFORE]
    assert changes(rows.filter(pl.col("list") == BEFORE)) == {3: (2000, 2050)}
    assert changes(rows.filter(pl.col("list") == NEXT))[3] == (2000, 2049)


def test_a_book_without_lists_has_no_next_one() -> None:
    """Nothing can be compared, and nothing is wrong."""
    view = MemoryBook(small().frames())
    outcome = impact(view, changed(view, {"events": view.table("events").head(0)}))

    assert (outcome.rows.height, dict(outcome.next_lists), outcome.notes) == (0, {}, ())


def test_a_list_that_is_taken_away_is_not_compared() -> None:
    """Nobody changes on a list that is no longer there; the list that is made next is another one then."""
    small_book = small()
    for number in (1, 2, 3):
        small_book.rated(NEXT, number, 2001)
    view = small_book.view()
    outcome = impact(view, changed(view, {}, {NEXT: None}))

    assert (outcome.rows.height, dict(outcome.next_lists)) == (0, {})


def test_a_change_after_which_no_list_can_be_made_is_refused() -> None:
    """A correction of somebody the book does not have."""
    view = small().view()
    row = {"kind": "standard", "fide_id": 99, "list": NEXT, "rating": 2100}
    table = view.table("corrections")
    with pytest.raises(RefusedError, match="99"):
        impact(view, changed(view, {"corrections": pl.concat([table, pl.DataFrame([row], schema=table.schema)])}))


def test_what_has_to_be_decided_by_hand_is_said() -> None:
    """An event with which somebody entered the list is taken back: the first rating cannot be worked out again."""
    small_book = small()
    small_book.player(4)
    for number in (1, 2, 3):
        small_book.rated(NEXT, number, 2000)
    small_book.rated(BEFORE, 4, None)
    small_book.rated(NEXT, 4, 1900)
    small_book.event(2, *DAYS, [(4, number, 50) for number in (1, 2, 3, 1, 2)], rated_for=NEXT)
    view = small_book.view()
    events = view.table("events").with_columns(
        withdrawn=pl.col("event_id") == 2,
        withdrawn_for=pl.when(pl.col("event_id") == 2).then(date(2026, 10, 1)),
    )

    assert [note.code for note in impact(view, changed(view, {"events": events})).notes] == ["rerated_by_hand"]
