"""First ratings: what a newcomer's games come to in every edition, worked out by hand in the comments."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest

from arpad import first_rating, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

ADULT = Born(1980, 1, 1)
NEWCOMER = Player(None, born=ADULT)
NINE = (2000, 2050, 2100, 2010, 2020, 2150, 2200, 2110, 2005)
"""Nine opponents: their sum is 18645, the average 2071.67."""


def played(day: date, opponents: tuple[int | None, ...], score: int, **more: object) -> Event:
    """Give an event of one day; a score in hundredths is made of wins first, then a draw, then losses."""
    scores = [max(0, min(100, score - 100 * index)) for index in range(len(opponents))]
    games = tuple(Game(opponent, score) for opponent, score in zip(opponents, scores, strict=True))
    return Event(day, day, None, games, **more)  # type: ignore[arg-type]


def published(listed: date, *events: Event, **more: object) -> int | None:
    """Give what a list publishes for a newcomer."""
    return first_rating(RatingPeriod("standard", listed, NEWCOMER, events, **more)).published  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("listed", "score", "rating"),
    [
        # 2003: Rc is 2072. 10.2.2 at 4.5; 10.2.3, two half points at 5.5; 10.2.4, p .33 and dp -125 at 3.
        pytest.param(date(2005, 1, 1), 450, 2072, marks=pytest.mark.article("10.2.2", edition="fide-2003-07")),
        pytest.param(date(2005, 1, 1), 550, 2097, marks=pytest.mark.article("10.2.3", edition="fide-2003-07")),
        pytest.param(date(2005, 1, 1), 300, 1947, marks=pytest.mark.article("10.2.4", edition="fide-2003-07")),
        # 2009: 12.5 for a half point by the notice (E 1).
        pytest.param(date(2010, 5, 1), 450, 2072, marks=pytest.mark.article("8.22", edition="fide-2009-07")),
        pytest.param(date(2010, 5, 1), 550, 2097, marks=pytest.mark.article("8.23", edition="fide-2009-07")),
        pytest.param(date(2010, 5, 1), 300, 1947, marks=pytest.mark.article("8.24", edition="fide-2009-07")),
        # 2011 and 2014: 15 for a half point, 2071.67 + 30.
        pytest.param(date(2012, 5, 1), 550, 2102, id="2011"),
        pytest.param(date(2015, 5, 1), 450, 2072, marks=pytest.mark.article("8.22", edition="fide-2014-07")),
        pytest.param(date(2015, 5, 1), 550, 2102, marks=pytest.mark.article("8.23", edition="fide-2014-07")),
        pytest.param(date(2015, 5, 1), 300, 1947, marks=pytest.mark.article("8.24", edition="fide-2014-07")),
        # 2017 and 2022: 20 for a half point, 2071.67 + 40.
        pytest.param(date(2018, 5, 1), 550, 2112, id="2017"),
        pytest.param(date(2023, 5, 1), 550, 2112, id="2022"),
        pytest.param(date(2023, 5, 1), 300, 1947, id="2022-below-half"),
        # 2024: (18645 + 3600)/11 = 2022.27; p = 6.5/11 = .59 and dp 65; p = 4/11 = .36 and dp -102.
        pytest.param(date(2025, 5, 1), 550, 2087, marks=pytest.mark.article("8.2.3", edition="fide-2024-03")),
        pytest.param(date(2025, 5, 1), 300, 1920, marks=pytest.mark.article("8.2.2", edition="fide-2024-03")),
    ],
)
def test_nine_games(listed: date, score: int, rating: int) -> None:
    """Half, more than half and less than half of the points, from one event, in every shape of the rule."""
    assert published(listed, played(listed - timedelta(45), NINE, score)) == rating


@pytest.mark.article("10.2.1a", edition="fide-2003-07")
@pytest.mark.article("10.3.2 [1]", edition="fide-2003-07")
@pytest.mark.article("8.32", edition="fide-2009-07")
@pytest.mark.article("8.21 (a)", edition="fide-2009-07")
def test_the_average_is_whole_in_2003_and_exact_from_2009() -> None:
    """Ten opponents of 2070.7 on average, 5.5 points: 2071 + 12.5 rounds to 2084, but 2070.7 + 12.5 to 2083."""
    opponents = (2071,) * 9 + (2068,)

    assert published(date(2005, 1, 1), played(date(2004, 11, 3), opponents, 550)) == 2084
    assert published(date(2010, 5, 1), played(date(2010, 3, 17), opponents, 550)) == 2083


@pytest.mark.article("8.2.3", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("opponents", "score", "rating"),
    [
        ((1766,) * 5, 50, 1546),  # (8830 + 3600)/7 = 1775.71; 1.5/7 = .21, dp -230
        ((2500,) * 5, 500, 2200),  # far above the highest first rating
        ((2200,) * 5, 350, 2188),  # (11000 + 3600)/7 = 2085.71; 4.5/7 = .64, dp 102: 2187.71
        ((1500,) * 8, 200, 1411),  # (12000 + 3600)/10 = 1560; 3/10 = .30, dp -149
    ],
)
def test_two_fictitious_draws(opponents: tuple[int, ...], score: int, rating: int) -> None:
    """The average with two opponents of 1800, and dp of the score with two draws; at most 2200."""
    assert published(date(2025, 5, 1), played(date(2025, 4, 10), opponents, score)) == rating


@pytest.mark.article("10.3", edition="fide-2003-07")
def test_event_ratings_weighted_by_games() -> None:
    """The printed example through the whole pool: 2280 from 5 games, 2400 from 10, 2000 from 5 make 2270."""
    events = [
        played(date(2004, 9, 10), (2280,) * 5, 250),
        played(date(2004, 9, 20), (2400,) * 10, 500),
        played(date(2004, 10, 20), (2000,) * 5, 250),
    ]
    first = first_rating(RatingPeriod("standard", date(2005, 1, 1), NEWCOMER, tuple(events)))

    assert (first.games, first.ru, first.published) == (20, Fraction(2270), 2270)
    assert [event.performance for event in first.events] == [2280, 2400, 2000]


@pytest.mark.article("8.3", edition="fide-2014-07")
@pytest.mark.article("8.21 (b)", edition="fide-2014-07")
@pytest.mark.article("8.25", edition="fide-2014-07")
def test_round_robin_and_swiss_in_one_pool() -> None:
    """Alone, a round robin lessens dp by n/(n+1); together with a Swiss event all games are one event (E 25)."""
    by_robin = played(date(2015, 3, 10), (2100,) * 9, 300, system="roundrobin", average=2100)
    swiss = played(date(2015, 4, 10), (2000,) * 3, 100)

    # p .33, dp -125, -125 x 9/10 = -112.5: 1987.5
    assert published(date(2015, 5, 1), by_robin) == 1988
    # (9 x 2100 + 3 x 2000)/12 = 2075; 4/12 = .33, dp -125
    assert published(date(2015, 5, 1), by_robin, swiss) == 1950


@pytest.mark.article("10.2.5", edition="fide-2003-07")
@pytest.mark.article("8.25", edition="fide-2009-07")
@pytest.mark.parametrize("listed", [date(2005, 1, 1), date(2010, 5, 1)])
def test_round_robin_below_half(listed: date) -> None:
    """2 of 9 against an average of 2150: p .22, dp -220, nine tenths of it are -198."""
    robin = played(listed - timedelta(45), (None,) * 9, 200, system="roundrobin", average=2150)

    assert published(listed, robin) == 1952


def test_round_robin_without_its_average_is_not_guessed() -> None:
    """Without the average of the crosstable, a round robin says what it needs."""
    robin = played(date(2015, 3, 10), (2100, None, 2200, 2000, 2050), 300, system="roundrobin")
    first = first_rating(RatingPeriod("standard", date(2015, 5, 1), NEWCOMER, (robin,)))

    assert (first.events[0].reason, first.published) == ("needs_average", None)


def test_two_editions_in_one_pool() -> None:
    """February by the edition of 2022, March by that of 2024; the formula is that of the list."""
    february = played(date(2024, 2, 10), (1700,) * 3, 200)
    march = played(date(2024, 3, 10), (1900,) * 2, 100)

    # (5100 + 3800 + 3600)/7 = 1785.71; (3 + 1)/7 = .57, dp 50
    assert published(date(2024, 4, 1), february, march) == 1836


@pytest.mark.parametrize(("listed", "k"), [(date(2005, 1, 1), 25), (date(2010, 5, 1), 25), (date(2015, 5, 1), 40)])
def test_coefficient_to_begin_with(listed: date, k: int) -> None:
    """A newcomer starts with the K of newcomers."""
    first = first_rating(RatingPeriod("standard", listed, NEWCOMER, (played(listed - timedelta(45), NINE, 450),)))

    assert first.k is not None
    assert first.k.k == k


def test_standard_rating_stands_in() -> None:
    """Who has a standard rating needs no first rating in rapid: it is changed from there."""
    player = Player(None, born=ADULT, standard=2100, games=100, highest=2150)
    event = Event(date(2025, 4, 5), date(2025, 4, 5), None, (Game(2100, 100),))
    result = rate_player(RatingPeriod("rapid", date(2025, 5, 1), player, (event,)))

    # K 20 times (1 - .50)
    assert (result.change, result.new_rating) == (10, 2110)


@pytest.mark.article("15.0 a", edition="fide-2003-07")
@pytest.mark.parametrize("listed", [date(2005, 1, 1), date(2009, 4, 1)])
@pytest.mark.parametrize(("opponent", "entered"), [(1590, None), (1599, None), (1600, 1600), (1601, 1601)])
def test_rapid_of_2003_enters_from_1600(listed: date, opponent: int, entered: int | None) -> None:
    """Article 15: the rapid list has no floor, but a newcomer enters it from 1600."""
    event = played(listed - timedelta(59), (opponent,) * 9, 450)
    first = first_rating(RatingPeriod("rapid", listed, NEWCOMER, (event,)))

    assert (first.rating, first.published) == (opponent, entered)
    assert first.reasons == (() if entered else ("below_the_entry",))
