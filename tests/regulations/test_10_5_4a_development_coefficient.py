"""2003 (and presumed until June 2009): K 25, 15 or 10, at the calculation, event by event; for 10 also 30 games."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import Facts, PlayerResult, coefficient, edition, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

pytestmark = pytest.mark.article("10.5.4a", edition="fide-2003-07")

DAY = date(2004, 4, 1)
OWN = 2000


def event(first: int, last: int, games: int, *, score: int = 50, opponent: int | None = OWN) -> Event:
    """An event of February 2004, all of whose games are alike."""
    return Event(date(2004, 2, first), date(2004, 2, last), OWN, (Game(opponent, score),) * games)


def rated(games: int | None, *events: Event, highest: int = OWN) -> PlayerResult:
    """The period of a player with so many games before it, for the list of April 2004."""
    return rate_player(RatingPeriod("standard", DAY, Player(OWN, games=games, highest=highest), events))


def ks(result: PlayerResult) -> list[int | None]:
    """K of each event."""
    return [event.k for event in result.events]


@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2006-04"])
@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(Facts(2000, 2000, 0), 25, id="new"),
        pytest.param(Facts(2000, 2000, 29), 25, id="29 games"),
        pytest.param(Facts(2000, 2000, 30), 15, id="30 games"),
        pytest.param(Facts(2399, 2399, 500), 15, id="2399"),
        pytest.param(Facts(2400, 2400, 500), 10, id="2400"),
        pytest.param(Facts(2300, 2400, 500), 10, id="once 2400"),
        pytest.param(Facts(2300, 2399, 500), 15, id="never 2400"),
        pytest.param(Facts(2500, 2500, 29), 25, id="2400 with 29 games"),
        pytest.param(Facts(2500, 2500, 30), 10, id="2400 with 30 games"),
        pytest.param(Facts(2300, 2400, 29), 25, id="once 2400, 29 games"),
        pytest.param(Facts(2000, 2000, 100, Born(1995, 5, 1)), 15, id="a junior like anybody"),
    ],
)
def test_the_classes(name: str, facts: Facts, expected: int) -> None:
    """25 below 30 games; 10 only with both a published 2400 and 30 games; 15 otherwise; no junior rule."""
    assert expected == coefficient(edition(name), facts, DAY).k


@pytest.mark.parametrize(
    ("facts", "possible", "missing"),
    [
        pytest.param(Facts(2300, None, 100), (10, 15), ("highest",), id="highest"),
        pytest.param(Facts(2300, 2300, None), (15, 25), ("games",), id="games"),
        pytest.param(Facts(2450, None, None), (10, 25), ("games",), id="games, for 2400 is known"),
        pytest.param(Facts(2300, None, None), (10, 15, 25), ("highest", "games"), id="both"),
    ],
)
def test_what_is_not_known(facts: Facts, possible: tuple[int, ...], missing: tuple[str, ...]) -> None:
    """Where a missing fact decides, K is not given but the values it may have, and what is missing."""
    answer = coefficient(edition("fide-2003-07"), facts, DAY)

    assert (None, possible, missing) == (answer.k, answer.possible, answer.missing)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(Facts(2300, None, 29), 25, id="new, whatever the highest"),
        pytest.param(Facts(2450, None, 30), 10, id="2450 now"),
        pytest.param(Facts(2300, 2350, 30, None), 15, id="without a birth date"),
    ],
)
def test_what_is_not_known_and_does_not_matter(facts: Facts, expected: int) -> None:
    """A missing fact that cannot change K is not asked for."""
    answer = coefficient(edition("fide-2003-07"), facts, DAY)

    assert (expected, (expected,), ()) == (answer.k, answer.possible, answer.missing)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        pytest.param(20, [25, 25, 25], id="20 + 4 + 5"),
        pytest.param(21, [25, 25, 15], id="21 + 4 + 5 = 30"),
        pytest.param(25, [25, 25, 15], id="25 + 4, then 34"),
        pytest.param(26, [25, 15, 15], id="26 + 4 = 30"),
        pytest.param(30, [15, 15, 15], id="30"),
    ],
)
def test_games_are_counted_event_by_event(before: int, expected: list[int]) -> None:
    """K changes between events: the event in which 30 is reached is still played out with 25."""
    assert expected == ks(rated(before, event(1, 3, 4), event(5, 9, 5), event(10, 12, 3)))


def test_the_change_is_the_sum_of_the_events() -> None:
    """Each event's W - We is multiplied by its own K before they are added up."""
    result = rated(26, event(1, 3, 4, score=100), event(5, 9, 5, score=100))
    # We 2.00 and 2.50: 2.00 times 25 = 50, 2.50 times 15 = 37.50; 87.50, half up 88.
    expected = (8750, 88, None)

    assert expected == (result.unrounded, result.change, result.k)


def test_the_order_is_that_of_the_last_days() -> None:
    """At the calculation events stand in order of their end, then of their start, however they are given."""
    long, short = event(1, 20, 4), event(5, 9, 5)
    early, late = event(1, 20, 4), event(2, 20, 5)
    expected = [15, 25]

    assert expected == ks(rated(26, long, short))
    assert expected == ks(rated(26, late, early))


def test_an_event_counts_even_if_it_ended_after_the_next_began() -> None:
    """What counts is the order of completion, not whether an event was over when the other began (as from 2009 on)."""
    assert ks(rated(26, event(1, 9, 4), event(5, 12, 5))) == [25, 15]


def test_games_against_unrated_opponents_do_not_count_towards_30() -> None:
    """Only games that were rated count."""
    assert ks(rated(26, event(1, 3, 4, opponent=None), event(5, 9, 5))) == [25, 25]


def test_two_events_alike_on_the_same_days_are_still_two() -> None:
    """Of two equal events one comes first: 28 + 2 = 30, so only one of them has 25."""
    played = event(1, 3, 2, score=100)
    result = rated(28, played, played)
    # 1.00 times 25 and 1.00 times 15.
    expected = (4000, 40)

    assert sorted(ks(result)) == [15, 25]
    assert expected == (result.unrounded, result.change)


@pytest.mark.parametrize(
    ("other", "fewer", "more"),
    [
        # Rated 2000 with 28 games: whichever of two events of two games comes first has 25, the other 15.
        pytest.param([(2000, 50), (2100, 0)], [(2000, 50), (2000, 100)], [(2000, 100), (2000, 100)], id="others"),
        # Four games each, against equals: 3 of 4 raised to 3.5, beside four draws.
        pytest.param(
            [(2000, 50)] * 4,
            [(2000, 0), (2000, 100), (2000, 100), (2000, 100)],
            [(2000, 50), (2000, 100), (2000, 100), (2000, 100)],
            id="the same opponents",
        ),
    ],
)
def test_more_points_never_cost_points_where_two_events_share_their_days(
    other: list[tuple[int, int]], fewer: list[tuple[int, int]], more: list[tuple[int, int]]
) -> None:
    """However two events of the same days are put in order, half a point more never makes the change smaller."""
    changes = []
    for games in (fewer, more):
        both = (tuple(Game(*game) for game in games), tuple(Game(*game) for game in other))
        events = [Event(date(2004, 2, 1), date(2004, 2, 3), OWN, games) for games in both]
        changes.append(rated(28, *events).unrounded or 0)

    assert changes[0] <= changes[1]


def test_a_rating_published_since_the_event_counts_at_the_calculation() -> None:
    """K is that of the calculation: 2400 published meanwhile gives 10, though the event was played with 2390."""
    played = Event(date(2003, 12, 27), date(2004, 1, 5), 2390, (Game(2390, 100),))
    player = Player(2405, games=100, highest=2405)
    result = rate_player(RatingPeriod("standard", DAY, player, (played,)))

    assert result.k == 10


def test_a_published_rating_of_the_event_is_part_of_the_history() -> None:
    """Who was listed with 2410 when the event began had 2400 published, even if his highest rating is not given."""
    played = Event(date(2003, 12, 27), date(2004, 1, 5), 2410, (Game(2410, 100),))
    result = rate_player(RatingPeriod("standard", DAY, Player(2395, games=100), (played,)))

    assert result.k == 10
