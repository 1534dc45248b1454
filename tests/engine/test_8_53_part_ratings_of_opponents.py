"""Part ratings that unrated opponents have from earlier events do not count for the players who meet them (8.53)."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import combinations

import pytest
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.regulations.workings.period import rate_player

A, B, C, D, UNRATED = 1, 2, 3, 4, 9
EARLIER = 77
PART_AVERAGE = 2400
"""The average of the opponents in the earlier event: eight games, half of the points, so a part rating of 2400."""

EACH_EDITION = pytest.mark.parametrize(
    ("before", "listed", "name"),
    [
        pytest.param(
            *(date(2010, 5, 1), date(2010, 7, 1), None), marks=pytest.mark.article("8.53", edition="fide-2009-07")
        ),
        pytest.param(
            *(date(2016, 5, 1), date(2016, 6, 1), None), marks=pytest.mark.article("8.53", edition="fide-2014-07")
        ),
        pytest.param(
            *(date(2017, 5, 1), date(2017, 6, 1), "mssz-2017-01"),
            marks=pytest.mark.article("App. I 8.53", edition="mssz-2017-01"),
        ),
    ],
)
KNOWN = pytest.mark.parametrize("with_part_rating", [False, True])


def book(before: date, *, with_part_rating: bool) -> SmallBook:
    """Four players with 2000, and one without a rating, who may have a part result from an earlier event."""
    small_book = SmallBook()
    for number in (A, B, C, D, UNRATED):
        small_book.player(number, 1980)
        small_book.rated(before, number, None if number == UNRATED else 2000, played=0 if number == UNRATED else 100)
    if with_part_rating:
        day = before - timedelta(days=20)
        small_book.tables["pool"].append(
            {
                "kind": "standard", "fide_id": UNRATED, "event_id": EARLIER, "start": day, "end": day, "due": before,
                "system": "swiss", "games": 8, "score": 400, "opponents": 8 * PART_AVERAGE, "cycles": 1,
            }
        )  # fmt: skip
    return small_book


def sums(small_book: SmallBook, listed: date, name: str | None) -> dict[int, int]:
    """Give the sum of every player's changes before K, in hundredths; columns and reference say the same."""
    players = close_kind(Period(small_book.view(name), "standard", listed)).changes.players
    of_columns = dict(players.select("fide_id", "sum").iter_rows())
    reference = Reference(Period(small_book.view(name), "standard", listed))

    assert {player: rate_player(reference.period(player)).sum for player in of_columns} == of_columns
    return of_columns


@EACH_EDITION
@KNOWN
def test_in_a_swiss_event(before: date, listed: date, name: str | None, *, with_part_rating: bool) -> None:
    """A beats the unrated player and B: only the game with B counts, 1 - 0.50."""
    small = book(before, with_part_rating=with_part_rating)
    small.event(1, before + timedelta(days=4), before + timedelta(days=9), [(A, UNRATED, 100), (A, B, 100)])

    assert sums(small, listed, name) == {A: 50, B: -50}


@EACH_EDITION
@KNOWN
def test_in_a_round_robin(before: date, listed: date, name: str | None, *, with_part_rating: bool) -> None:
    """The unrated player loses to A, beats B, draws the rest: 50 %, so Ru is Ra of this table, 1998.

    A has 63 % (dp 95) and B 38 % (dp -87), the others 50 %: dpa 2, Ra = 2000 - 2 x 4/5. Against 1998 all expect 0.50. A
    part rating of 2400 would make it 0.08.
    """
    small = book(before, with_part_rating=with_part_rating)
    results = {(A, UNRATED): 100, (B, UNRATED): 0}
    games = [(*pair, results.get(pair, 50)) for pair in combinations((A, B, C, D, UNRATED), 2)]
    small.event(1, before + timedelta(days=4), before + timedelta(days=9), games, system="roundrobin")

    assert sums(small, listed, name) == {A: 50, B: -50, C: 0, D: 0}
