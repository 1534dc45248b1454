"""What holds in every edition for every period: order never matters, more points never cost points, games are fair."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from chances import SEEDS, Chance, made_by
from hypothesis import given
from hypothesis import strategies as st

from arpad import PlayerResult, explain, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

# kind, list, first day on which an event may begin, number of days after it
SEASONS = [
    ("standard", date(2004, 4, 1), date(2004, 1, 20), 35),
    ("standard", date(2006, 7, 1), date(2006, 3, 20), 60),
    ("standard", date(2008, 4, 1), date(2008, 1, 20), 35),
    ("standard", date(2009, 9, 1), date(2009, 6, 20), 50),
    ("standard", date(2011, 9, 1), date(2011, 6, 20), 50),
    ("standard", date(2012, 8, 1), date(2012, 6, 20), 30),
    ("standard", date(2014, 3, 1), date(2014, 1, 25), 25),
    ("standard", date(2014, 8, 1), date(2014, 6, 20), 30),
    ("standard", date(2016, 3, 1), date(2016, 1, 25), 25),
    ("standard", date(2017, 8, 1), date(2017, 6, 20), 30),
    ("standard", date(2021, 3, 1), date(2021, 1, 20), 30),
    ("standard", date(2022, 2, 1), date(2021, 12, 20), 30),
    ("standard", date(2023, 1, 1), date(2022, 11, 25), 25),
    ("standard", date(2024, 3, 1), date(2024, 1, 25), 25),
    ("standard", date(2024, 4, 1), date(2024, 2, 20), 30),
    ("standard", date(2025, 11, 1), date(2025, 9, 20), 30),
    ("standard", date(2026, 2, 1), date(2025, 12, 20), 30),
    ("rapid", date(2004, 4, 1), date(2004, 1, 20), 35),
    ("rapid", date(2015, 6, 1), date(2015, 4, 25), 25),
    ("blitz", date(2022, 2, 1), date(2021, 12, 20), 30),
    ("rapid", date(2022, 11, 1), date(2022, 9, 20), 30),
    ("blitz", date(2024, 4, 1), date(2024, 2, 20), 30),
    ("rapid", date(2025, 1, 1), date(2024, 11, 20), 30),
    ("blitz", date(2025, 11, 1), date(2025, 9, 20), 30),
]
NATIONAL = [
    ("standard", date(2017, 3, 1), date(2017, 1, 10), 30),
    ("standard", date(2017, 8, 1), date(2017, 6, 20), 30),
    ("standard", date(2023, 3, 1), date(2023, 1, 10), 30),
]
SCORES = (0, 50, 100)
MOST = 2900

LOWEST = 1000
EVERY_SEASON = [(*season, None) for season in SEASONS] + [(*season, "mssz-2017-01") for season in NATIONAL]


def rating_from(chance: Chance) -> int:
    """A rating anywhere, or at an end."""
    return chance.near(LOWEST, MOST, range(LOWEST, MOST + 1))


def game_from(chance: Chance) -> Game:
    """A game against a rated opponent, one near a limit, or an unrated one."""
    limit = chance.choice((1500, 2000, 2001, 2400, 2600, 2601))
    turn = chance.choice((None, chance.randint(1, 11)))
    return Game(chance.choice((None, rating_from(chance), limit)), chance.choice(SCORES), round=turn)


def player_from(chance: Chance, kind: str, listed: date) -> Player:
    """A rated player: with a K that is given, or with a history that may be partly unknown."""
    rating = rating_from(chance)
    if chance.one_in(2) or (kind == "rapid" and listed.year < 2009):
        return Player(rating, k=chance.choice((10, 15, 20, 25, 30, 40)))
    return Player(
        rating,
        born=chance.choice((None, Born(chance.randint(listed.year - 22, listed.year - 14), 7, 1))),
        games=chance.choice((None, chance.randint(0, 60))),
        highest=chance.choice((None, chance.randint(rating, MOST))),
    )


def period_from(chance: Chance) -> RatingPeriod:
    """A period under any edition or at the seam of two: up to four events, no two on the same days."""
    kind, listed, first, length, name = chance.choice(EVERY_SEASON)
    days = {(chance.randint(0, length), chance.randint(0, 9)) for _ in range(chance.randint(0, 4))}
    # A player has one rating on a list: that of the beginning depends on the month only.
    begun_with = {month: chance.choice((None, rating_from(chance))) for month in range(1, 13)}
    events = tuple(
        Event(
            start := first + timedelta(days=offset),
            start + timedelta(days=more),
            begun_with[start.month],
            tuple(chance.some(lambda: game_from(chance), 0, 12)),
            system=chance.choice(("swiss", "team", "roundrobin", "match")),
        )
        for offset, more in chance.shuffled(sorted(days))
    )
    return RatingPeriod(kind, listed, player_from(chance, kind, listed), events, name)


def periods() -> st.SearchStrategy[RatingPeriod]:
    """Periods of rated players."""
    return made_by(period_from)


def numbers(result: PlayerResult) -> dict[str, Any]:
    """The numbers of a period, without the working."""
    names = ("sum", "k", "k_applied", "unrounded", "change", "reached", "new_rating", "status", "reason")
    return {name: getattr(result, name) for name in names}


def of_events(result: PlayerResult) -> dict[tuple[date, date], tuple[Any, ...]]:
    """K and the sums of each event, by its days."""
    return {
        (event.event.start, event.event.end): (event.law.id, event.rating, event.k, event.working.whole)
        for event in result.events
    }


@given(periods(), SEEDS.map(Chance))
def test_the_order_of_the_events_never_matters(given_period: RatingPeriod, mixing: Chance) -> None:
    """In whatever order the events are given, each has the same K and sum, and the period the same change."""
    events = mixing.shuffled(given_period.events)
    result, other = rate_player(given_period), rate_player(replace(given_period, events=tuple(events)))

    assert numbers(result) == numbers(other)
    assert of_events(result) == of_events(other)


@given(periods(), SEEDS.map(Chance))
def test_the_order_of_the_games_never_matters(given_period: RatingPeriod, mixing: Chance) -> None:
    """In whatever order the games of an event are given, it is worth the same."""
    events = [replace(event, games=tuple(mixing.shuffled(event.games))) for event in given_period.events]
    result, other = rate_player(given_period), rate_player(replace(given_period, events=tuple(events)))

    assert numbers(result) == numbers(other)
    assert of_events(result) == of_events(other)


@given(periods(), st.data())
def test_more_points_never_cost_points(given_period: RatingPeriod, data: st.DataObject) -> None:
    """A better result in one game never makes the sum, the product or the change smaller."""
    improvable = [
        (at, place)
        for at, event in enumerate(given_period.events)
        for place, game in enumerate(event.games)
        if game.score < SCORES[-1]
    ]
    if not improvable:
        return
    at, place = data.draw(st.sampled_from(improvable))
    event = given_period.events[at]
    better = replace(event.games[place], score=event.games[place].score + 50)
    changed = replace(event, games=(*event.games[:place], better, *event.games[place + 1 :]))
    events = (*given_period.events[:at], changed, *given_period.events[at + 1 :])
    result, other = rate_player(given_period), rate_player(replace(given_period, events=events))

    assert result.reason == other.reason
    for name in ("sum", "unrounded", "change"):
        before, after = getattr(result, name), getattr(other, name)
        assert (before is None) == (after is None)
        assert before is None or before <= after


BY_GAME = [season for season in SEASONS if season[2] >= date(2006, 4, 1)]


@given(
    st.sampled_from(BY_GAME),
    st.integers(1000, 2649),
    st.integers(1000, 2649),
    st.lists(st.sampled_from(SCORES), min_size=1, max_size=8),
    st.sampled_from([10, 15, 20, 25, 40]),
)
def test_what_one_wins_the_other_loses(
    season: tuple[str, date, date, int], first: int, second: int, scores: list[int], k: int
) -> None:
    """Two players with the same K meet in an event, neither is exempt: before rounding the changes add up to 0."""
    kind, listed, start, length = season
    day = start + timedelta(days=length)

    def unrounded(own: int, opponent: int, points: list[int]) -> int | None:
        event = Event(day, day, own, tuple(Game(opponent, score) for score in points))
        return rate_player(RatingPeriod(kind, listed, Player(own, k=k), (event,))).unrounded

    changes = unrounded(first, second, scores), unrounded(second, first, [100 - score for score in scores])

    assert changes[0] is not None
    assert changes[1] is not None
    assert changes[0] + changes[1] == 0


@pytest.mark.article("8.3.1", edition="fide-2025-10")
@given(st.integers(2650, MOST), st.integers(1000, 2649), st.sampled_from(SCORES))
def test_the_exemption_never_favours_the_higher_rated(own: int, opponent: int, score: int) -> None:
    """From 2650 on a player never gets more from a game than the limit of 400 would give him."""

    def unrounded(listed: date, day: date) -> int:
        event = Event(day, day, own, (Game(opponent, score),))
        return rate_player(RatingPeriod("standard", listed, Player(own, k=10), (event,))).unrounded or 0

    exempt = unrounded(date(2025, 12, 1), date(2025, 11, 10))
    limited = unrounded(date(2025, 6, 1), date(2025, 5, 10))

    assert exempt <= limited
    assert (exempt == limited) or own - opponent > 400


@given(periods())
def test_with_and_without_the_working_the_numbers_are_the_same(given_period: RatingPeriod) -> None:
    """Plain and explained, a period has the same numbers, event by event and game by game."""
    plain, noted = rate_player(given_period), rate_player(given_period, explained=True)
    explained, lines = explain(given_period)

    assert numbers(plain) == numbers(noted) == numbers(explained)
    for event, other in zip(plain.events, explained.events, strict=True):
        assert (event.k, event.rating, event.working.whole, event.working.parts) == (
            other.k,
            other.rating,
            other.working.whole,
            other.working.parts,
        )
    stated = {line.name: line.value for line in lines if line.event is None}
    ks = {line.event: line.value for line in lines if line.name == "k"}

    assert ks == {at: event.k for at, event in enumerate(plain.events) if event.k is not None}
    assert stated.get("list_change") == plain.change
    assert stated.get("unrounded") == plain.unrounded


@given(periods())
def test_every_line_of_every_explanation_is_cited(given_period: RatingPeriod) -> None:
    """Whatever happens in a period, only a given K has nothing to cite."""
    _, lines = explain(given_period)
    without = {line.name for line in lines if not line.citations}

    assert without <= ({"k"} if given_period.player.k is not None else set())


@given(periods())
def test_the_limit_of_700_holds(given_period: RatingPeriod) -> None:
    """Where the list's edition has the limit, K times the games of the period is at most 700; K is never raised."""
    result = rate_player(given_period)
    if result.change is None:
        return
    played = sum(event.working.whole["games"] for event in result.events)
    for event, applied in zip(result.events, result.k_applied_to, strict=True):
        if event.k is None or applied is None:
            continue
        assert applied <= event.k
        assert not result.law.has("k_load_limit") or applied * played <= 700
        assert result.law.has("k_load_limit") or applied == event.k


@given(periods())
def test_the_new_rating_is_the_old_one_and_the_change(given_period: RatingPeriod) -> None:
    """Rating, change and a one-off adjustment make what is reached; it is published from the floor on."""
    result = rate_player(given_period)
    if result.change is None:
        return
    lifted = (result.adjustment[1] if result.adjustment is not None else 0) or 0
    rating = given_period.player.rating or 0
    reached = rating + result.change + lifted
    floor = result.law.get("floor") or 0

    assert reached == result.reached
    assert (reached if reached >= floor else None) == result.new_rating
    assert (reached >= floor) == (result.status == "rated")
