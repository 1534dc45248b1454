"""Ratings of the day of each game: leagues of more than 90 days in 2003, any event that announced it in 2009."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arpad import explain, notices, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

# A list in force from 1 January to 31 March 2004 and the next one; the event is rated for July 2004.
IN_2004 = date(2004, 1, 10)
LIST_2004 = date(2004, 7, 1)
# Lists of 1 January and 1 March 2010; rated for May 2010.
IN_2010 = date(2010, 2, 10)
LIST_2010 = date(2010, 5, 1)
NINETY_DAYS = timedelta(days=89)
"""From the first to the last of ninety days."""


def codes(listed: date, *events: Event) -> list[str]:
    """The codes of the notices about a period of a player rated 2300."""
    return [
        notice.code for notice in notices(rate_player(RatingPeriod("standard", listed, Player(2300, k=15), events)))
    ]


def league(start: date, end: date, *, system: str = "team", ratings: str = "game") -> Event:
    """An event with a game on its first and on its last day."""
    games = (Game(2200, 50, date=start), Game(2250, 50, date=end))
    return Event(start, end, 2300, games, system=system, ratings=ratings)


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param(0, "ratings_of_games_not_known", id="90 days"),
        pytest.param(1, "ratings_of_games_own", id="91 days"),
    ],
)
def test_a_league_of_more_than_90_days_may_use_the_list_of_each_game(more: int, code: str) -> None:
    """A league of 90 days has one list; on the 91st day the ratings of the day of each game are right."""
    event = league(IN_2004, IN_2004 + NINETY_DAYS + timedelta(days=more))

    assert codes(LIST_2004, event) == [code]


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.parametrize("system", ["swiss", "roundrobin", "match"])
def test_only_leagues_may(system: str) -> None:
    """An event of another system has the ratings of its first day, however long it lasts."""
    event = league(IN_2004, date(2004, 5, 20), system=system)

    assert "ratings_of_games_not_known" in codes(LIST_2004, event)


@pytest.mark.article("4.1.1", edition="fide-2003-07")
def test_a_long_league_with_the_ratings_of_its_first_day_is_asked_for_them() -> None:
    """In 2003 it is no choice: the notice names the article, the numbers are worked out as given."""
    event = league(IN_2004, date(2004, 5, 20), ratings="start")
    result = rate_player(RatingPeriod("standard", LIST_2004, Player(2300, k=15), (event,)))
    notes = notices(result)

    assert [notice.code for notice in notes] == ["ratings_of_games_asked"]
    assert "4.1.1" in notes[0].message
    # Rc 2225, D 75, PD .60, We 1.20, W 1.00.
    assert result.sum == -20


@pytest.mark.article("4.1.1", edition="fide-2003-07")
def test_the_games_of_each_list_are_rated_with_the_ratings_of_that_list() -> None:
    """Given list by list, each part has the player's rating of its list, and nothing is left to say."""
    winter = Event(IN_2004, date(2004, 3, 30), 2300, (Game(2200, 50),), system="team")
    spring = Event(date(2004, 4, 2), date(2004, 5, 20), 2330, (Game(2200, 50),), system="team")
    # D 100 is PD .64: -0.14. D 130 is PD .68: -0.18.
    result = rate_player(RatingPeriod("standard", LIST_2004, Player(2330, k=15), (winter, spring)))

    assert [event.working.whole["sum"] for event in result.events] == [-14, -18]
    assert [notice.code for notice in notices(result) if notice.code.startswith("ratings")] == []


@pytest.mark.article("4.13", edition="fide-2009-07")
@pytest.mark.parametrize("system", ["swiss", "team"])
def test_in_2009_any_event_may_choose_it(system: str) -> None:
    """The choice belongs to the organiser, so it is neither refused nor asked for."""
    chosen = league(IN_2010, date(2010, 3, 20), system=system)
    not_chosen = league(IN_2010, date(2010, 3, 20), system=system, ratings="start")

    assert codes(LIST_2010, chosen) == ["ratings_of_games_own"]
    assert codes(LIST_2010, not_chosen) == []


@pytest.mark.article("4.13", edition="fide-2009-07")
def test_within_one_list_the_choice_makes_no_difference() -> None:
    """Where all games fall under one list there is only one rating, and nothing to say."""
    assert codes(date(2010, 3, 1), league(IN_2010, date(2010, 2, 18))) == []


@pytest.mark.article("4.13", edition="fide-2009-07")
def test_the_ratings_of_the_first_day_hold_without_the_choice() -> None:
    """A player who has 2300 on the first day and 2330 meanwhile is measured with 2300; the sum is added to 2330."""
    event = Event(IN_2010, date(2010, 3, 20), 2300, (Game(2200, 100), Game(2400, 50)))
    result = rate_player(RatingPeriod("standard", LIST_2010, Player(2330, k=15), (event,)))
    # D 100: .64, change .36. D -100: .36, change .14. 0.50 times 15 is 7.50, half up 8.
    expected = ([100, -100], 750, 2338)

    assert expected == (result.events[0].working.parts["difference"], result.unrounded, result.new_rating)


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.article("4.13", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("start", "listed"), [(date(2015, 1, 10), date(2015, 6, 1)), (date(2024, 3, 10), date(2024, 6, 1))]
)
def test_later_editions_do_not_know_it(start: date, listed: date) -> None:
    """From 2014 on long events are reported in parts; ratings of each game's day are not known."""
    assert "ratings_of_games_not_known" in codes(listed, league(start, listed - timedelta(days=20)))


@pytest.mark.article("4.13", edition="fide-2009-07")
def test_the_lists_of_the_games_are_named() -> None:
    """An event with games in February and in March has the lists of January and March; without days, of the first."""
    dated = league(IN_2010, date(2010, 3, 20))
    undated = Event(IN_2010, date(2010, 3, 20), 2300, (Game(2200, 50),), ratings="game")
    _, lines = explain(RatingPeriod("standard", LIST_2010, Player(2300, k=15), (dated, undated)))

    cited = [(line.value, line.citations[0].article) for line in lines if line.name == "lists_of_games"]
    assert cited == [("2010-01-01, 2010-03-01", "4.13"), ("2010-01-01", "4.13")]
