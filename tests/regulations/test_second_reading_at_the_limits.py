"""Both readings of rated players at every limit of the law, with numbers worked out by hand from the articles."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from readings_compared import rated_alike
from second_reading import E2003, E2009, E2014, E2024, FLOOR, LIMIT
from strategies import EDGES, EDITIONS, WITH_ROUND_ROBINS

from arpad.model.period import Born, Event, Game, Player, RatingPeriod

LISTS = {E2003: date(2004, 4, 1), E2009: date(2010, 3, 1), E2014: date(2016, 3, 1), E2024: date(2024, 6, 1)}
DAYS = {E2003: date(2004, 2, 2), E2009: date(2010, 1, 12), E2014: date(2016, 2, 3), E2024: date(2024, 5, 6)}
FAR_BEYOND = 500
OF_AGE = Born(1980, 1, 1)


def met(opponent: int | None, score: int, times: int = 1) -> tuple[Game, ...]:
    """Some games with the same rating and score."""
    return tuple(Game(opponent, score) for _ in range(times))


def event(name: str, rating: int | None, games: tuple[Game, ...], after: int = 0, **more: Any) -> Event:  # noqa: ANN401
    """An event of one day, so many days after the usual one."""
    day = DAYS[name] + timedelta(days=after)
    return Event(day, day, rating, games, **more)


def rated(name: str, player: Player, *events: Event) -> RatingPeriod:
    """A rated player's period."""
    return RatingPeriod("standard", LISTS[name], player, events, name)


# ---------------------------------------------------------------------------------------------------------------------
# Rated players
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("apart", EDGES)
def test_every_edge_of_the_table(name: str, apart: int) -> None:
    """One game with every difference at which something changes, from both sides."""
    for opponent in (2000 - apart, 2000 + apart):
        rated_alike(name, rated(name, Player(2000, k=40), event(name, 2000, met(opponent, 100))))


@pytest.mark.parametrize("name", EDITIONS)
def test_the_largest_difference(name: str) -> None:
    """A win at the limit and beyond it is worth the same: 0.11 in 2003, 0.08 later; with the true 500 it were 0.04."""
    for apart in (LIMIT[name], FAR_BEYOND):
        result = rated_alike(name, rated(name, Player(2000, k=10), event(name, 2000, met(2000 - apart, 100))))

        assert result.unrounded == (110 if name == E2003 else 80)


@pytest.mark.parametrize(("name", "down"), [(E2003, -2), (E2009, -2), (E2014, -2), (E2024, -3)])
def test_a_half(name: str, down: int) -> None:
    """193 points apart the weaker expects 0.25: with K 10 a loss costs 2.50, and a win at 0.75 brings 2.50."""
    lost = rated_alike(name, rated(name, Player(2000, k=10), event(name, 2000, met(2193, 0))))
    won = rated_alike(name, rated(name, Player(2000, k=10), event(name, 2000, met(1807, 100))))

    assert (lost.unrounded, lost.change) == (-250, down)
    assert (won.unrounded, won.change) == (250, 3)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_floor(name: str) -> None:
    """A point lost at the floor: not published. A point lost just above it: published at the floor."""
    for rating, published in ((FLOOR[name], None), (FLOOR[name] + 1, FLOOR[name])):
        result = rated_alike(name, rated(name, Player(rating, k=10), event(name, rating, met(rating + FAR_BEYOND, 0))))

        assert (result.change, result.new_rating) == (-1, published)


@pytest.mark.parametrize(
    ("name", "games", "highest", "k"),
    [
        (E2003, 29, 2200, 25),
        (E2003, 30, 2200, 15),
        (E2003, 29, 2400, 25),
        (E2003, 30, 2399, 15),
        (E2003, 30, 2400, 10),
        (E2009, 29, 2399, 25),
        (E2009, 30, 2399, 15),
        (E2009, 29, 2400, 10),
        (E2014, 29, 2399, 40),
        (E2014, 30, 2399, 20),
        (E2014, 29, 2400, 10),
        (E2024, 29, 2399, 40),
        (E2024, 30, 2399, 20),
        (E2024, 29, 2400, 10),
    ],
)
def test_k_by_games_and_highest(name: str, games: int, highest: int, k: int) -> None:
    """30 games and 2400 published, each just reached and just missed."""
    player = Player(2200, born=OF_AGE, games=games, highest=highest)
    result = rated_alike(name, rated(name, player, event(name, 2200, met(2200, 100))))

    assert result.k == k


@pytest.mark.parametrize(
    ("name", "born", "highest", "k"),
    [
        (E2014, Born(1998, 2, 3), 2200, 20),  # of age on the first day of the event
        (E2014, Born(1998, 2, 4), 2200, 40),
        (E2014, Born(1998, 2, 4), 2299, 40),
        (E2014, Born(1998, 2, 4), 2300, 20),
        (E2014, Born(1998, 2, 4), 2400, 10),
        (E2014, Born(1998), 2200, 40),
        (E2014, Born(1997), 2200, 20),
        (E2024, Born(2005, 12, 31), 2200, 20),
        (E2024, Born(2006, 1, 1), 2200, 40),
        (E2024, Born(2006, 1, 1), 2299, 40),
        (E2024, Born(2006, 1, 1), 2300, 20),
        (E2024, Born(2006), 2200, 40),
    ],
)
def test_k_of_juniors(name: str, born: Born, highest: int, k: int) -> None:
    """The 18th birthday, the end of its year, and 2300 published."""
    player = Player(2200, born=born, games=100, highest=highest)
    result = rated_alike(name, rated(name, player, event(name, 2200, met(2200, 100))))

    assert result.k == k


@pytest.mark.parametrize(("listed", "k"), [(date(2025, 1, 1), 40), (date(2025, 2, 1), 20)])
@pytest.mark.article("8.3.3 [4]", edition="fide-2024-03")
def test_k_of_the_list_before(listed: date, k: int) -> None:
    """18 in 2024: the list of January has K of December, that of February K of January."""
    day = listed - timedelta(days=20)
    player = Player(2200, born=Born(2006, 3, 1), games=100, highest=2200)
    result = rated_alike(
        E2024, RatingPeriod("standard", listed, player, (Event(day, day, 2200, met(2200, 100)),), E2024)
    )

    assert result.k == k


@pytest.mark.parametrize(
    ("name", "after", "ks"),
    [
        (E2003, 0, (25, 15)),  # at the calculation, in the order of the end
        (E2009, 0, (25, 25)),  # ended on the day on which the other began
        (E2009, 1, (25, 15)),
        (E2014, 0, (40, 40)),
        (E2014, 1, (40, 20)),
        (E2024, 1, (40, 40)),  # K of the list before
    ],
)
def test_the_thirtieth_game(name: str, after: int, ks: tuple[int, int]) -> None:
    """The first event brings the games to 30; from which event on it tells."""
    earlier = event(name, 2200, met(2200, 50, 5))
    two = event(name, 2200, met(2200, 50, 2), after)
    two = Event(two.start, two.end + timedelta(days=1), 2200, two.games)
    result = rated_alike(name, rated(name, Player(2200, born=OF_AGE, games=25, highest=2200), two, earlier))

    assert {event_result.k for event_result in result.events if event_result.event is earlier} == {ks[0]}
    assert {event_result.k for event_result in result.events if event_result.event is two} == {ks[1]}


@pytest.mark.parametrize(
    ("k", "games", "reduced"), [(40, 17, 40), (40, 18, 38), (20, 35, 20), (20, 36, 19), (10, 70, 10), (10, 71, 9)]
)
@pytest.mark.article("8.3.3 [5]", edition="fide-2024-03")
def test_700(k: int, games: int, reduced: int) -> None:
    """K times the games at 700 or below, and just above; before 2024 there is no such limit."""
    for name in EDITIONS:
        half = games // 2
        events = (event(name, 2200, met(2200, 100, half)), event(name, 2200, met(2200, 100, games - half), 2))
        result = rated_alike(name, rated(name, Player(2200, k=k), *events))

        assert result.k_applied == (reduced if name == E2024 else k)
        assert result.unrounded == (result.k_applied or 0) * games * 50


@pytest.mark.parametrize("name", EDITIONS)
def test_which_rating(name: str) -> None:
    """An event begun with another rating, one begun without: the change is added to the last published rating."""
    earlier = rated_alike(name, rated(name, Player(2200, k=20), event(name, 2100, met(2100, 100))))
    without = rated_alike(name, rated(name, Player(2200, k=20), event(name, None, met(2200, 100))))

    assert (earlier.new_rating, without.new_rating) == (2210, 2210)


@pytest.mark.parametrize(
    ("name", "system", "own", "unrated", "games"),
    [
        (E2003, "swiss", 2200, 2, 2),
        (E2003, "scheveningen", 2200, 1, 2),
        (E2003, "scheveningen", 2200, 2, 0),
        (E2003, "scheveningen", None, 1, 0),
        (E2003, "match", None, 0, 2),
        (E2009, "scheveningen", 2200, 2, 2),
        (E2009, "match", None, 0, 0),
        (E2014, "match", None, 0, 0),
        (E2024, "match", None, 0, 0),
        (E2024, "match", 2200, 0, 2),
        (E2024, "roundrobin", 2200, 3, 2),
    ],
)
def test_events_with_unrated_players(name: str, system: str, own: int | None, unrated: int, games: int) -> None:
    """Games against unrated players, and matches and Scheveningen events with too many of them, do not count."""
    played = met(2200, 100, 2) + met(None, 100, unrated)
    result = rated_alike(name, rated(name, Player(2200, k=10), event(name, own, played, system=system)))

    assert result.change == 5 * games


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
def test_a_round_robin_with_unrated_players_needs_its_crosstable(name: str) -> None:
    """No change without it."""
    played = met(2200, 100, 2) + met(None, 100)
    result = rated_alike(name, rated(name, Player(2200, k=10), event(name, 2200, played, system="roundrobin")))

    assert result.change is None


@pytest.mark.parametrize("name", [E2009, E2014, E2024])
def test_2400_with_something_known(name: str) -> None:
    """Who is rated 2400 has had it published: K 10 from 2009 on. With nothing known but the rating no K is given."""
    result = rated_alike(name, rated(name, Player(2400, highest=2400), event(name, 2400, met(2400, 100))))

    assert result.change == 5


@pytest.mark.parametrize(("name", "k"), [(E2003, 15), (E2009, 15), (E2014, 20)])
def test_30_games_now_are_enough(name: str, k: int) -> None:
    """Who completes 30 games in the period has 30, though those before it are not known."""
    earlier = event(name, 2200, met(2200, 50, 30))
    two = event(name, 2200, met(2200, 100), 2)
    result = rated_alike(name, rated(name, Player(2200, born=OF_AGE, highest=2200), earlier, two))

    assert [event_result.k for event_result in result.events] == [None, k]


@pytest.mark.article("10.5.1 [2]", edition="fide-2003-07")
def test_350_within_an_average() -> None:
    """Two opponents 500 below count as 1650: Rc 1765, D 235, .79; one point further away it were 236 and .80."""
    games = met(1500, 100, 2) + met(1995, 100)
    result = rated_alike(E2003, rated(E2003, Player(2000, k=10), event(E2003, 2000, games)))

    assert result.unrounded == 10 * (300 - 3 * 79)
