"""Which events of a newcomer count by the documents as printed: each article keeps the events of which it speaks.

2003: 6.4.2 asks for three rated opponents; the four of 11.3.1 decide what a column of a report shows (E 18). 2009: 6.41
is about Swiss and team events, 8.21 about the first event, and 6.1 keeps a later zero (E 17). 2014: 8.21 asks for a
point in the first event only and for three games in later ones only, 6.31 for half a point in Swiss and team events
(E 15, E 16).
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arpad import edition, explain, first_rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.round_robin import round_robin

LISTED = {
    "fide-2003-07-print": date(2005, 1, 1),
    "fide-2009-07-print": date(2010, 5, 1),
    "fide-2014-07-print": date(2015, 5, 1),
}
FIRST = {"fide-2009-07-print": (9, 450), "fide-2014-07-print": (5, 250)}
"""A first event that counts: games and score."""


def played(  # noqa: PLR0913, PLR0917 - what an event is
    name: str, days: int, games: int, score: int, system: str = "swiss", opponent: int = 2000
) -> Event:
    """An event so many days before the list: some games, with wins first, then a draw, then losses."""
    day = LISTED[name] - timedelta(days)
    scores = [max(0, min(100, score - 100 * index)) for index in range(games)]
    average = opponent if system == "roundrobin" else None
    every = tuple(Game(opponent, score, opponent_id=at) for at, score in enumerate(scores))
    return Event(day, day, None, every, system=system, average=average)


def reasons(name: str, *events: Event) -> list[str]:
    """How each event is judged by the print."""
    period = RatingPeriod("standard", LISTED[name], Player(None, born=Born(1980, 1, 1)), events, name)
    return [event.reason for event in first_rating(period).events]


def later(name: str, *given: int, system: str = "swiss", opponent: int = 2000) -> str:
    """How an event of so many games and so many points is judged after one that counts."""
    first = played(name, 75, *FIRST[name])
    found = reasons(name, first, played(name, 45, *given, system=system, opponent=opponent))

    assert found[0] == "counts"
    return found[1]


@pytest.mark.article("6.4.2", edition="fide-2003-07")
def test_2003_three_rated_opponents_as_printed() -> None:
    """Three are enough, two are not."""
    name = "fide-2003-07-print"

    assert reasons(name, played(name, 60, 3, 150)) == ["counts"]
    assert reasons(name, played(name, 60, 2, 150)) == ["too_few_rated"]


@pytest.mark.article("6.41", edition="fide-2009-07")
@pytest.mark.article("6.1", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("games", "score", "system", "expected"),
    [
        pytest.param(4, 50, "swiss", "score_too_low", id="half a point in a Swiss event"),
        pytest.param(4, 100, "swiss", "counts", id="a point in a Swiss event"),
        pytest.param(4, 50, "team", "score_too_low", id="half a point in a team event"),
        pytest.param(9, 50, "roundrobin", "counts", id="half a point in a round robin"),
        pytest.param(9, 0, "roundrobin", "counts", id="nothing in a round robin"),
        pytest.param(2, 100, "swiss", "too_few_rated", id="two games"),
    ],
)
def test_2009_a_later_event_as_printed(games: int, score: int, system: str, expected: str) -> None:
    """6.41 asks a point of every Swiss and team event; a later round robin counts, whatever the score."""
    assert later("fide-2009-07-print", games, score, system=system) == expected


@pytest.mark.article("8.21 [1]", edition="fide-2009-07")
@pytest.mark.parametrize(("score", "expected"), [(50, "score_too_low"), (100, "counts")])
def test_2009_a_first_round_robin_as_printed(score: int, expected: str) -> None:
    """8.21 asks a point of the first event, also of a round robin."""
    name = "fide-2009-07-print"

    assert reasons(name, played(name, 60, 9, score, "roundrobin")) == [expected]


@pytest.mark.article("6.41", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("opponent", "system", "expected"),
    [
        # One of four is .25 and -193; the print asks for more than 1200.
        pytest.param(1393, "swiss", "performance_below_floor", id="1200"),
        pytest.param(1394, "swiss", "counts", id="1201"),
        pytest.param(1393, "roundrobin", "counts", id="1200 in a round robin"),
    ],
)
def test_2009_the_rating_reached_in_a_later_event_as_printed(opponent: int, system: str, expected: str) -> None:
    """6.41 asks of every Swiss and team event that the rating reached is above the lowest published one."""
    assert later("fide-2009-07-print", 4, 100, system=system, opponent=opponent) == expected


@pytest.mark.article("8.21 [1]", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("games", "score", "expected"),
    [
        pytest.param(4, 50, "score_too_low", id="half a point"),
        pytest.param(4, 100, "counts", id="a point"),
        pytest.param(2, 100, "counts", id="a point from two games: three are asked of later events"),
    ],
)
def test_2014_a_first_event_as_printed(games: int, score: int, expected: str) -> None:
    """As printed, less than a point in the first event is left out."""
    name = "fide-2014-07-print"

    assert reasons(name, played(name, 60, games, score)) == [expected]


@pytest.mark.article("8.21 [1]", edition="fide-2014-07")
@pytest.mark.article("6.31", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("games", "score", "system", "expected"),
    [
        pytest.param(2, 200, "swiss", "too_few_rated", id="two games"),
        pytest.param(3, 50, "swiss", "counts", id="half a point from three"),
        pytest.param(3, 0, "swiss", "score_too_low", id="nothing from three"),
        pytest.param(5, 0, "roundrobin", "counts", id="nothing in a round robin"),
    ],
)
def test_2014_a_later_event_as_printed(games: int, score: int, system: str, expected: str) -> None:
    """As printed, later events need three games against rated opponents; Swiss and team events half a point (6.31)."""
    assert later("fide-2014-07-print", games, score, system=system) == expected


@pytest.mark.article("6.31", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("part_result", "expected"), [(False, [None, "score_too_low"]), (True, ["too_few_rated", "too_few_rated"])]
)
def test_2014_a_round_robin_with_an_unplayed_game_as_printed(part_result: bool, expected: list[str | None]) -> None:
    """B and D, unrated, met two rated players each: a first event of theirs needs a point, a later one three games."""
    name, win, loss, draw, none = "fide-2014-07-print", [100], [0], [50], []
    lines = [[none, loss, draw, win], [win, none, draw, none], [draw, draw, none, draw], [loss, none, draw, none]]
    entrants = [
        Entrant("A", 2000),
        Entrant("B", None, part_result=part_result),
        Entrant("C", 2000),
        Entrant("D", None, part_result=part_result),
    ]
    rows = round_robin(edition(name), entrants, lines, 1).rows

    assert [rows[1].dropped, rows[3].dropped] == expected


@pytest.mark.article("8.21 [1]", edition="fide-2014-07")
def test_what_the_print_would_drop_is_shown() -> None:
    """Half a point in a first event counts; the explanation says that the print leaves the event out."""
    name = "fide-2014-07-print"
    period = RatingPeriod("standard", LISTED[name], Player(None), (played(name, 60, 5, 50),))
    lines = explain(period).lines
    found = [line for line in lines if line.name == "event_counts"]

    assert [line.printed for line in found] == ["the score is too low for an unrated player's event"]
