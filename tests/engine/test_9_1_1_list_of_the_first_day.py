"""Which list gives the ratings of an event: the one in force on its first day, however long the event lasts."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.regulations.calendar import calendar
from arpad.regulations.workings.period import rate_player

PLAYER, OPPONENT = 1, 2
EACH_EDITION = pytest.mark.parametrize(
    "older",
    [
        # The older of two lists; the newer one follows it.
        pytest.param(date(2004, 7, 1), marks=pytest.mark.article("9.1.1", edition="fide-2003-07"), id="fide-2003-07"),
        pytest.param(
            date(2010, 7, 1), marks=pytest.mark.article("7.11 [1]", edition="fide-2009-07"), id="fide-2009-07"
        ),
        pytest.param(date(2015, 7, 1), marks=pytest.mark.article("7.11", edition="fide-2014-07"), id="fide-2014-07"),
        pytest.param(date(2025, 5, 1), marks=pytest.mark.article("7.1.1", edition="fide-2024-03"), id="fide-2024-03"),
    ],
)


def sums(older: date, start_after: int) -> tuple[int, int]:
    """Give the player's sum before K by columns and by the reference, for an event that is won.

    The player has 2000 on both lists, the opponent 2000 on the older and 2300 on the newer. The event begins so many
    days after the first day of the newer list.
    """
    newer = calendar().next_list(older)
    assert newer is not None
    start = newer + timedelta(days=start_after)
    end = newer + timedelta(days=6)
    listed = calendar().list_for_event(end)
    assert listed is not None
    small_book = SmallBook()
    for number in (PLAYER, OPPONENT):
        small_book.player(number, 1980)
        day = older
        while day < listed:
            small_book.rated(day, number, 2300 if number == OPPONENT and day > older else 2000)
            following = calendar().next_list(day)
            assert following is not None
            day = following
    small_book.event(1, start, end, [(PLAYER, OPPONENT, 100)])
    players = close_kind(Period(small_book.view(), "standard", listed)).changes.players
    alone = rate_player(Reference(Period(small_book.view(), "standard", listed)).period(PLAYER))
    assert alone.sum is not None
    return players.filter(fide_id=PLAYER)["sum"].item(), alone.sum


@EACH_EDITION
def test_an_event_keeps_the_ratings_of_its_first_day(older: date) -> None:
    """Begun on the last day of the older list, ended under the newer: 1 - 0.50 against 2000."""
    assert sums(older, -1) == (50, 50)


@EACH_EDITION
def test_an_event_of_the_first_day_of_a_list_has_that_list(older: date) -> None:
    """Begun on the day of the newer list: 1 - 0.15 against 2300."""
    assert sums(older, 0) == (85, 85)
