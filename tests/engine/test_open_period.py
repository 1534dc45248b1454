"""An open period with one event more is the period worked out at once with that event; and so with one event less.

Here are its cases, one by one. Books of all editions and kinds of chess, of which events come and go, are tried
together with the preview of the period: `tests/publication/test_open_preview.py`.
"""

from __future__ import annotations

from datetime import date
from itertools import combinations

import polars as pl
from open_books import in_memory, open_book, rows_of_events
from same_lists import same_list
from small_books import SmallBook

from arpad.engine.period.close_list import close
from arpad.engine.period.open_period import OpenPeriod


def test_every_event_of_books_with_linked_tables_taken_away() -> None:
    """Tables of 2014 that depend on one another; and the books have steps that leave players alone or reach further."""
    kind, list_date = "standard", date(2014, 8, 1)
    seen = {"parts": 0, "left alone": 0, "through tables": 0, "tables kept": 0}
    for seed in (0, 2, 4, 12):
        book = open_book(seed, kind, list_date)
        whole = OpenPeriod.of(in_memory(book), list_date)
        for number in book.tables["events"]["event_id"].to_list():
            after = whole.without_events([number])

            same_list(after.closed, close(in_memory(book, [number]), list_date))
            if after.renewed.part is not None:
                _, games = rows_of_events(book, [number])
                seen["parts"] += 1
                seen["left alone"] += len(after.renewed.players) < book.tables["players"].height
                seen["through tables"] += len(after.renewed.players) > len({*games["white"], *games["black"]})
                seen["tables kept"] += len(after.kinds[kind].tables.events) > 0
    assert min(seen.values()) > 3, seen


ZERO_BEFORE, ZERO_LIST = date(2014, 7, 1), date(2014, 8, 1)


def test_an_event_touches_the_round_robin_of_its_unrated_player() -> None:
    """2014 6.1: with a result elsewhere, an unrated player without a point is in the table, so all of it changes."""
    book = SmallBook()
    ratings = {1: 2000, 2: 2100, 3: 1900, 4: 2050, 5: None, 6: 2000, 7: 2000}
    for player, rating in ratings.items():
        book.player(player)
        book.rated(ZERO_BEFORE, player, rating)
    pairs = [(player, other, 100 if other == 5 else 50) for player, other in combinations((1, 2, 3, 4, 5), 2)]
    book.event(1, date(2014, 7, 5), date(2014, 7, 10), pairs, system="roundrobin")
    book.event(3, date(2014, 7, 5), date(2014, 7, 10), [(6, 7, 50)])
    without = OpenPeriod.of(book.view(), ZERO_LIST)
    book.event(2, date(2014, 7, 2), date(2014, 7, 3), [(5, 6, 50)])
    all_of_it = book.view()
    new = pl.col("event_id") == 2
    period = without.with_events(all_of_it.table("events").filter(new), all_of_it.table("games").filter(new))

    assert period.renewed.players.tolist() == [1, 2, 3, 4, 5, 6]
    assert not period.closed.frame.equals(without.closed.frame)
    same_list(period.closed, close(all_of_it, ZERO_LIST))


def test_from_2022_on_an_event_touches_its_own_players() -> None:
    """The same event today: nobody of the round robin but the player who is in both."""
    before, list_date = date(2026, 8, 1), date(2026, 9, 1)
    book = SmallBook()
    for player in range(1, 8):
        book.player(player)
        book.rated(before, player, None if player == 5 else 2000)
    pairs = [(player, other, 50) for player, other in combinations((1, 2, 3, 4, 5), 2)]
    book.event(1, date(2026, 8, 5), date(2026, 8, 10), pairs, system="roundrobin")
    without = OpenPeriod.of(book.view(), list_date)
    book.event(2, date(2026, 8, 2), date(2026, 8, 3), [(5, 6, 50)])
    all_of_it = book.view()
    new = pl.col("event_id") == 2
    period = without.with_events(all_of_it.table("events").filter(new), all_of_it.table("games").filter(new))

    assert period.renewed.players.tolist() == [5, 6]
    same_list(period.closed, close(all_of_it, list_date))
    same_list(period.without_events([2]).closed, without.closed)


def test_an_event_that_is_there_is_replaced() -> None:
    """A report that comes again with another result, and with somebody else: who left it is worked out again, too."""
    before, list_date = date(2026, 8, 1), date(2026, 9, 1)
    days, small = (date(2026, 8, 5), date(2026, 8, 10)), [SmallBook(), SmallBook()]
    for book, games in zip(small, ([(1, 2, 100), (3, 4, 100)], [(1, 3, 0), (3, 4, 100)]), strict=True):
        for player in (1, 2, 3, 4, 5):
            book.player(player)
            book.rated(before, player, 2000)
        book.event(1, *days, games)
        book.event(2, *days, [(4, 5, 50)])
    first, second = (book.view() for book in small)
    own = pl.col("event_id") == 1
    period = OpenPeriod.of(first, list_date)
    after = period.with_events(second.table("events").filter(own), second.table("games").filter(own))

    assert after.renewed.players.tolist() == [1, 2, 3, 4]
    assert after.closed.frame["standard_rating"].to_list() == [1990, 2000, 2020, 1990, 2000]
    same_list(after.closed, close(second, list_date))


def test_an_event_that_is_rated_anew_works_everything_out_again() -> None:
    """What was rated for an earlier list corrects the bases of others, so no part is enough."""
    before, list_date = date(2026, 8, 1), date(2026, 9, 1)
    book = SmallBook()
    for player in (1, 2, 3):
        book.player(player)
        book.rated(date(2026, 7, 1), player, 2000)
        book.rated(before, player, 2000)
    book.event(1, date(2026, 7, 2), date(2026, 7, 3), [(1, 2, 100)], rated_for=before)
    period = OpenPeriod.of(book.view(), list_date)
    withdrawn = book.view().table("events").with_columns(withdrawn=pl.lit(value=True), withdrawn_for=pl.lit(list_date))
    changed_book = SmallBook(book.tables, book.lists).view()
    after = period.without_events([1]).with_events(withdrawn, changed_book.table("games"))

    assert after.renewed.part is None
    assert after.closed.frame["standard_rating"].to_list() == [1990, 2010, 2000]


def test_players_who_come_with_an_event_enter_the_list() -> None:
    """A report names somebody whom the book did not know; and with the event the stand-in goes again."""
    before, list_date = date(2026, 8, 1), date(2026, 9, 1)
    book = SmallBook()
    for player in (2, 4):
        book.player(player)
        book.rated(before, player, 2000)
    book.event(1, date(2026, 8, 2), date(2026, 8, 3), [(2, 4, 100)])
    first_view = book.view()
    first = OpenPeriod.of(first_view, list_date)
    book.player(3)
    book.player(-1)
    book.event(2, date(2026, 8, 2), date(2026, 8, 3), [(3, 4, 50), (-1, 4, 50)])
    book.tables["players"].sort(key=lambda player: player["fide_id"])
    second_view = book.view()
    second = first.in_book(second_view, [2])

    assert second.renewed.players.tolist() == [-1, 3, 4]
    same_list(second.closed, close(second_view, list_date))
    third = second.in_book(first_view, [2])
    assert third.renewed.players.tolist() == [-1, 3, 4]
    same_list(third.closed, first.closed)


def test_what_is_known_of_a_player_is_worked_out_again_where_it_is_named() -> None:
    """Another birth gives another K on the next list."""
    before, list_date = date(2026, 8, 1), date(2026, 9, 1)
    book = SmallBook()
    for player in (1, 2):
        book.player(player)
        book.rated(before, player, 1900)
    first = OpenPeriod.of(book.view(), list_date)
    book.tables["players"][0]["birth_year"] = 2015
    second = first.in_book(book.view(), [], [1])

    assert second.renewed.players.tolist() == [1]
    assert second.closed.frame["standard_k"].to_list() == [40, 20]
    same_list(second.closed, close(book.view(), list_date))


def test_a_decision_that_came_into_the_book_works_everything_out_again() -> None:
    """A base corrected by hand is no event; nobody has to name it."""
    before, list_date = date(2026, 8, 1), date(2026, 9, 1)
    book = SmallBook()
    for player in (1, 2):
        book.player(player)
        book.rated(before, player, 2000)
    first = OpenPeriod.of(book.view(), list_date)
    same = first.in_book(book.view(), [])
    book.tables["corrections"].append({"kind": "standard", "fide_id": 2, "list": list_date, "rating": 1950})
    second = first.in_book(book.view(), [])

    assert same.renewed.players.tolist() == []
    assert second.renewed.part is None
    assert second.closed.frame["standard_rating"].to_list() == [2000, 1950]
