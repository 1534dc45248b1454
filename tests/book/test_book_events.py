"""What `arpad book check` says of events by their days: long ones and their parts, and those that no list rates."""

from __future__ import annotations

import time
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from running import arpad
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.event_checks import event_problems
from arpad.book.folder import Book
from arpad.book.schema import EVENTS
from arpad.book.tables import TableFile, fitted
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

GAME = [(1, 2, 100)]


def doubts(
    book: SmallBook, lists: Collection[date] = (), closed: Collection[date] = (), about: About | None = None
) -> dict[str, str]:
    """Give the problems of the events of a book: code and message."""
    files = {name: TableFile(name, frame, is_text=False) for name, frame in book.frames().items()}
    return {
        event_problem.code: event_problem.message
        for event_problem in event_problems(files, (about or About()).rulebook(), lists, closed)
    }


def of_events(*events: tuple[int, date, date, dict[str, Any]], unplayed: Collection[int] = ()) -> SmallBook:
    """Make a book of events with a game each, but for those that are not played."""
    book = SmallBook()
    for number, start, end, more in events:
        book.event(number, start, end, () if number in unplayed else GAME, **more)
    return book


def month(number: int, first: date, **more: Any) -> tuple[int, date, date, dict[str, Any]]:  # noqa: ANN401 - columns
    """Give an event of a few days in a month that is a part of event 1."""
    return number, first.replace(day=3), first.replace(day=20), {"part_of": 1} | more


class TestParts:
    """A long event is reported every month; its parts are events of their own (settled reading 6)."""

    @pytest.mark.article("4.1", edition="fide-2024-03")
    def test_a_month_without_games_is_named(self) -> None:
        """From October to February, and nothing came for December and January."""
        parts = [month(2, date(2024, 10, 1)), month(3, date(2024, 11, 1)), month(4, date(2025, 2, 1))]
        messages = doubts(of_events((1, date(2024, 10, 3), date(2025, 2, 20), {}), *parts, unplayed={1}))

        assert set(messages) == {"part_month_missing"}
        assert "event 1 (Event 1)" in messages["part_month_missing"]
        assert "no part of it has games in 2024-12, 2025-01 (fide-2024-03 4.1" in messages["part_month_missing"]

    @pytest.mark.article("4.13", edition="fide-2014-07")
    @pytest.mark.parametrize(("last", "missing"), [(date(2015, 12, 31), False), (date(2016, 1, 1), True)])
    def test_90_days_in_2014(self, last: date, missing: bool) -> None:
        """More than 90 days, first and last counted: 3 October to 31 December are 90, a day more is too much."""
        parts = [month(2, date(2015, 10, 1)), (3, last, last, {"part_of": 1})]
        messages = doubts(of_events((1, date(2015, 10, 3), last, {}), *parts, unplayed={1}))

        assert ("part_month_missing" in messages) == missing
        assert not missing or "2015-11, 2015-12 (" in messages["part_month_missing"]

    def test_the_first_part_may_be_the_event_that_others_name(self) -> None:
        """Then it has games, and covers its own month and no other."""
        first = (1, date(2024, 10, 3), date(2024, 10, 20), {})

        assert doubts(of_events(first, month(2, date(2024, 11, 1)), month(3, date(2024, 12, 1)))) == {}
        messages = doubts(of_events(first, month(2, date(2024, 12, 1))))
        assert "has games in 2024-11 (" in messages["part_month_missing"]

    def test_a_part_that_was_withdrawn_covers_nothing(self) -> None:
        """Unless its re-rated form, which is a part as well, stands in its place."""
        first = (1, date(2024, 10, 3), date(2024, 10, 20), {})
        gone = month(2, date(2024, 11, 1), withdrawn=True, withdrawn_for=date(2025, 2, 1), rated_for=date(2024, 12, 1))
        rest = month(3, date(2024, 12, 1))
        anew = month(4, date(2024, 11, 1), replaces=2)

        assert "2024-11" in doubts(of_events(first, gone, rest))["part_month_missing"]
        assert doubts(of_events(first, gone, rest, anew)) == {}

    def test_a_month_that_is_not_over_is_not_missing(self) -> None:
        """The newest list is of December: what will be played then cannot be there yet."""
        whole = (1, date(2024, 10, 3), date(2025, 2, 20), {})
        book = of_events(whole, month(2, date(2024, 10, 1)), unplayed={1})

        assert "has games in 2024-11 (" in doubts(book, [date(2024, 12, 1)])["part_month_missing"]
        assert doubts(book, [date(2024, 11, 1)]) == {}

    @pytest.mark.parametrize("start", [date(2008, 10, 3), date(2012, 10, 3)])
    def test_earlier_editions_ask_for_no_monthly_reports(self, start: date) -> None:
        """Before 2014 parts may be as long as they are."""
        last = start.replace(year=start.year + 1, month=2)
        parts = [(2, start, start, {"part_of": 1}), (3, last, last, {"part_of": 1})]

        assert doubts(of_events((1, start, last, {}), *parts, unplayed={1})) == {}

    def test_a_part_of_another_kind_of_chess(self) -> None:
        """It is told, and covers no month of the event."""
        first = (1, date(2024, 10, 3), date(2024, 10, 20), {})
        other = month(2, date(2024, 11, 1), kind="rapid")
        messages = doubts(of_events(first, other, month(3, date(2024, 12, 1))))

        assert set(messages) == {"part_of_other_kind", "part_month_missing"}
        assert "event 2 (Event 2) is rapid, and event 1 (Event 1), of which it is a part, standard" in messages[
            "part_of_other_kind"
        ]  # fmt: skip

    def test_a_part_of_a_part(self) -> None:
        """Parts name the whole event, not each other."""
        first = (1, date(2024, 10, 3), date(2024, 10, 20), {})
        messages = doubts(of_events(first, month(2, date(2024, 11, 1)), month(3, date(2024, 11, 1), part_of=2)))

        assert messages == {
            "part_of_part": "events, row 3: event 3 (Event 3) is a part of event 2 (Event 2), itself a part of event 1."
        }


WHOLE = [
    pytest.param(date(2024, 10, 1), 30, "", marks=pytest.mark.article("4.1", edition="fide-2024-03")),
    pytest.param(date(2024, 10, 1), 31, "fide-2024-03 4.1", marks=pytest.mark.article("4.1", edition="fide-2024-03")),
    pytest.param(date(2015, 10, 1), 90, "", marks=pytest.mark.article("4.13", edition="fide-2014-07")),
    pytest.param(date(2015, 10, 1), 91, "fide-2014-07 4.13", marks=pytest.mark.article("4.13", edition="fide-2014-07")),
    pytest.param(date(2010, 10, 1), 300, ""),
]


@pytest.mark.parametrize(("start", "days", "cited"), WHOLE)
def test_a_long_event_without_parts(start: date, days: int, cited: str) -> None:
    """One event of so many days, the first and the last of them counted."""
    messages = doubts(of_events((1, start, start + timedelta(days=days - 1), {})))

    assert set(messages) == ({"long_event_whole"} if cited else set())
    assert cited in messages.get("long_event_whole", "")


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.article("4.13", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("start", "days", "system", "is_named"),
    [
        (date(2004, 10, 1), 1, "swiss", True),
        (date(2004, 10, 1), 200, "swiss", True),
        (date(2004, 10, 1), 90, "team", True),
        (date(2004, 10, 1), 91, "team", False),
        (date(2008, 10, 1), 91, "team", False),
        (date(2010, 10, 1), 1, "swiss", False),
        (date(2014, 10, 1), 1, "swiss", True),
    ],
)
def test_ratings_of_each_game_where_the_edition_has_none(
    start: date, days: int, system: str, *, is_named: bool
) -> None:
    """To 2009 only a long league has them, from 2014 on no event, whatever is asked; that is said."""
    end = start + timedelta(days=days - 1)
    messages = doubts(of_events((1, start, end, {"ratings": "game", "system": system}), (2, start, start, {})))

    assert set(messages) == ({"ratings_at_start"} if is_named else set())
    assert not is_named or messages["ratings_at_start"].startswith(
        f"events, row 1: event 1 (Event 1) began on {start}, and"
    )


class TestNotRated:
    """An event that no list rates any more is told, with the list for which it was due."""

    @pytest.mark.article("9.1 [3]", edition="fide-2024-03")
    @pytest.mark.parametrize(("received", "late"), [(date(2024, 8, 29), False), (date(2024, 8, 30), True)])
    def test_a_report_after_the_third_list(self, received: date, late: bool) -> None:
        """An event of June 2024 is due for July; the list of September is the last, its reports close 3 days before."""
        end = date(2024, 6, 20)
        messages = doubts(of_events((1, end, end, {"received": received})))

        assert set(messages) == ({"event_not_rated"} if late else set())
        assert not late or "was due for the list of 2024-07-01; its report came on 2024-08-30" in messages[
            "event_not_rated"
        ]  # fmt: skip
        assert not late or "too late for the list of 2024-09-01" in messages["event_not_rated"]

    @pytest.mark.article("0.3", edition="fide-2024-03")
    def test_an_official_event_has_no_last_list(self) -> None:
        """It is always rated (R-034), for the list that is open when its report comes."""
        end, received = date(2024, 6, 20), date(2024, 8, 30)

        assert doubts(of_events((1, end, end, {"received": received, "official": True}))) == {}
        assert calendar().list_that_rates(end, received, official=True) == date(2024, 10, 1)

    def test_a_late_report_is_rated_in_editions_without_a_limit(self) -> None:
        """2009 sets none."""
        end = date(2010, 6, 20)

        assert doubts(of_events((1, end, end, {"received": date(2012, 6, 1)}))) == {}

    @pytest.mark.parametrize(
        ("more", "is_named"),
        [
            ({}, True),
            ({"rated_for": date(2024, 7, 1)}, False),
            ({"withdrawn": True}, False),
            ({"received": date(2024, 7, 10)}, False),
            ({"received": date(2024, 6, 21)}, True),
        ],
    )
    def test_an_event_whose_list_was_closed_without_it(self, more: dict[str, Any], is_named: bool) -> None:
        """It came into the book after the list of July was made, and nothing says when its report came."""
        end, july = date(2024, 6, 20), date(2024, 7, 1)
        messages = doubts(of_events((1, end, end, more)), [date(2024, 6, 1), july], [july])

        assert messages == (
            {"event_not_rated": "events, row 1: event 1 (Event 1) was due for the list of 2024-07-01, which was closed "
                                "without it."}
            if is_named else {}
        )  # fmt: skip

    def test_a_list_that_was_imported_rated_what_it_rated(self) -> None:
        """Only lists that were closed in the book can have left something behind."""
        end, july = date(2024, 6, 20), date(2024, 7, 1)

        assert doubts(of_events((1, end, end, {})), [date(2024, 6, 1), july], []) == {}
        assert doubts(of_events((1, end, end, {})), [july, date(2024, 8, 1)], [date(2024, 8, 1)]) == {}

    def test_a_re_rated_event_that_takes_nobodys_place(self) -> None:
        """The one it replaces must have been rated, and be taken back by a list."""
        end, july, august = date(2024, 6, 20), date(2024, 7, 1), date(2024, 8, 1)
        gone = {"withdrawn": True, "withdrawn_for": august, "rated_for": july}
        lists = [july, august]

        def of(form: date | None = None, **more: Any) -> str:  # noqa: ANN401 - columns of the event before
            events = of_events((1, end, end, gone | more), (2, end, end, {"replaces": 1, "rated_for": form}))
            return doubts(events, lists, lists).get("event_not_rated", "")

        assert of(form=july) == ""
        assert of(withdrawn_for=date(2024, 9, 1), rated_for=None) == ""
        assert "event 2 (Event 2) stands in the place of event 1, which no list takes back" in of(withdrawn_for=None)
        assert "event 2 (Event 2) stands in the place of event 1, which was never rated" in of(rated_for=None)

    @pytest.mark.parametrize(
        ("kind", "end", "is_named"),
        [("rapid", date(2010, 6, 20), True), ("blitz", date(2005, 1, 3), True), ("rapid", date(2005, 1, 3), False)],
    )
    def test_a_kind_of_chess_without_regulations(self, kind: str, end: date, is_named: bool) -> None:
        """Rapid had none from July 2009 to 2011, and blitz none before 2012."""
        messages = doubts(of_events((1, end, end, {"kind": kind})))

        assert ("event_not_rated" in messages) == is_named
        assert not is_named or f"began on {end}, when no regulations of {kind} chess" in messages["event_not_rated"]

    def test_monthly_lists_of_2003(self) -> None:
        """With them an event is due for another list than without, and the one that holds is asked."""
        end = date(2004, 6, 10)
        lists, august = [date(2004, 7, 1), date(2004, 8, 1)], date(2004, 8, 1)
        book = of_events((1, end, end, {}))

        assert "2004-08-01" in doubts(book, lists, [august], About(monthly_regime=True))["event_not_rated"]
        assert doubts(book, lists, [august], About()) == {}


def test_every_doubt_is_told_by_the_command(tmp_path: Path) -> None:
    """`arpad book check` says them, and the book can be used all the same."""
    end = date(2024, 6, 20)
    events_made = of_events((1, end, end, {"received": date(2025, 1, 5)}), (2, date(2024, 7, 1), date(2024, 9, 1), {}))
    events_made.player(1)
    events_made.player(2)
    book = Book.create(tmp_path / "book", About(title="made up"))
    book.apply(changed(book, {name: events_made.frames()[name] for name in ("players", "events", "games")}))
    code, text, _ = arpad("book", "check", str(tmp_path / "book"))

    assert code == 0
    assert "warning  event_not_rated: events.parquet, row 1: event 1 (Event 1) was due for" in text
    assert "warning  long_event_whole: events.parquet, row 2: event 2 (Event 2) lasts" in text
    Book.open(tmp_path / "book")


def test_a_large_book_takes_no_time() -> None:
    """Two hundred thousand events of ten years, a quarter of them parts: columns, not rows."""
    size = 200_000
    number = pl.col("event_id")
    frame = pl.DataFrame({"event_id": pl.int_range(1, size + 1, eager=True)}).with_columns(
        kind=pl.lit("standard"),
        start=pl.lit(date(2014, 8, 1)) + pl.duration(days=number // 60),
        ratings=pl.lit("start"),
        part_of=pl.when(number % 4 == 0).then(number - 1),
    )
    frame = frame.with_columns(end=pl.col("start") + pl.duration(days=number % 5))
    events = fitted(frame.with_columns(received=pl.col("end") + pl.duration(days=number % 20)), EVENTS)
    files = {
        "events": TableFile("events", events, is_text=False),
        "games": TableFile("games", events.select("event_id"), is_text=False),
    }
    begun = time.process_time()
    problems = list(event_problems(files, About().rulebook(), [], []))

    assert problems == []
    assert time.process_time() - begun < 10


WITHDRAWN = {
    "no list takes it back": ({"withdrawn": True, "rated_for": date(2026, 9, 1)}, "names no list that takes it back"),
    "the flag is missing": ({"withdrawn_for": date(2026, 10, 1)}, "withdrawn is not set"),
    "no later list": (
        {"withdrawn": True, "rated_for": date(2026, 9, 1), "withdrawn_for": date(2026, 9, 1)},
        "which is not a later one",
    ),
    "no list that day": (
        {"withdrawn": True, "rated_for": date(2026, 9, 1), "withdrawn_for": date(2026, 10, 15)},
        "no list of standard chess is made that day",
    ),
}


@pytest.mark.parametrize(("columns", "words"), WITHDRAWN.values(), ids=WITHDRAWN.keys())
def test_a_withdrawal_that_no_list_carries_out_is_told(columns: dict[str, Any], words: str) -> None:
    """The event stays rated, and nobody would know."""
    messages = doubts(of_events((1, date(2026, 8, 3), date(2026, 8, 9), columns)))

    assert words in messages["withdrawal_without_effect"]


def test_a_withdrawal_for_the_next_list_is_in_order() -> None:
    """What was rated and is taken back by a later list, and what was withdrawn before it was rated."""
    taken = {"withdrawn": True, "rated_for": date(2026, 9, 1), "withdrawn_for": date(2026, 10, 1)}
    book = of_events(
        (1, date(2026, 8, 3), date(2026, 8, 9), taken), (2, date(2026, 8, 3), date(2026, 8, 9), {"withdrawn": True})
    )

    assert doubts(book) == {}


def test_a_form_that_came_after_the_withdrawal_is_told() -> None:
    """The list that took the event back was closed without the new form; no other list rates it."""
    taken = {"withdrawn": True, "rated_for": date(2026, 9, 1), "withdrawn_for": date(2026, 10, 1)}
    days = (date(2026, 8, 3), date(2026, 8, 9))
    lists = [date(2026, 9, 1), date(2026, 10, 1)]
    messages = doubts(of_events((1, *days, taken), (2, *days, {"replaces": 1})), lists, lists)

    assert "which the list of 2026-10-01 took back without it" in messages["event_not_rated"]
