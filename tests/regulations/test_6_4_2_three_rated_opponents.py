"""What an unrated player's event must have: three rated *opponents* in 2003 and 2006, three *games* in 2009.

Article 6.4.2 of 2003 speaks of opponents, 6.41 of 2009 of games against rated players.
"""

from __future__ import annotations

from datetime import date

import pytest

from arpad import FirstRating, edition, first_rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.opponents import rated_opponents
from arpad.regulations.workings.round_robin import round_robin
from arpad.regulations.workings.warnings import notices

DAYS = {
    "fide-2003-07": (date(2005, 1, 1), date(2004, 11, 5)),
    "fide-2006-04": (date(2008, 1, 1), date(2007, 11, 5)),
    "fide-2009-07": (date(2010, 5, 1), date(2010, 3, 5)),
}
"""A list of each edition, and a day of an event that is rated for it."""

OF_2003 = pytest.mark.article("6.4.2", edition="fide-2003-07")
OF_2006 = pytest.mark.article("6.4.2", edition="fide-2006-04")
OF_2009 = pytest.mark.article("6.41", edition="fide-2009-07")
WITH_OPPONENTS = [pytest.param("fide-2003-07", marks=OF_2003), pytest.param("fide-2006-04", marks=OF_2006)]


def judged(name: str, *games: Game, system: str = "swiss") -> FirstRating:
    """Work out the first rating that one event gives."""
    listed, day = DAYS[name]
    event = Event(day, day, None, games, system=system)
    made = first_rating(RatingPeriod("standard", listed, Player(None, born=Born(1980, 1, 1)), (event,)))

    assert made.events[0].law.id == name
    return made


def met(*opponents: str, rating: int = 2000) -> tuple[Game, ...]:
    """Draws against some opponents, in this order."""
    return tuple(Game(rating, 50, opponent_id=opponent) for opponent in opponents)


@pytest.mark.parametrize("name", WITH_OPPONENTS)
def test_a_match_is_against_one_opponent(name: str) -> None:
    """Ten games against the same player are no event with three rated opponents, so there is no first rating."""
    made = judged(name, *(Game(2000, 50),) * 10, system="match")

    assert (made.events[0].reason, made.games, made.published) == ("too_few_rated", 0, None)
    assert made.events[0].provision == "event_minimum_rated_opponents"


@pytest.mark.parametrize("name", WITH_OPPONENTS)
@pytest.mark.parametrize(
    ("opponents", "counts"),
    [
        pytest.param("AAAAABBBBB", False, id="ten games, two opponents"),
        pytest.param("AAAABBBBBC", True, id="ten games, three opponents"),
        pytest.param("ABC", True, id="three games, three opponents"),
    ],
)
def test_opponents_are_counted_once(name: str, opponents: str, counts: bool) -> None:
    """A league in which the same two players were met again and again does not count."""
    made = judged(name, *met(*opponents), system="team")

    assert made.events[0].counts is counts
    assert made.games == (len(opponents) if counts else 0)


@pytest.mark.parametrize("name", WITH_OPPONENTS)
def test_unrated_opponents_are_none_of_the_three(name: str) -> None:
    """Two rated opponents, one of them twice, and two unrated ones."""
    made = judged(name, *met("A", "A", "B"), Game(None, 100, opponent_id="C"), Game(None, 100, opponent_id="D"))

    assert made.events[0].reason == "too_few_rated"


@OF_2009
@pytest.mark.parametrize(("opponents", "counts"), [("AAA", True), ("AA", False), ("ABA", True)])
def test_2009_counts_games(opponents: str, counts: bool) -> None:
    """Three games against the same rated opponent are three games."""
    made = judged("fide-2009-07", *met(*opponents), system="team")

    assert made.events[0].counts is counts


def test_who_the_opponent_was_may_not_be_known() -> None:
    """Without an id every game is against somebody else, save in a match; one id is one opponent."""

    def number(*games: Game, system: str = "swiss") -> int:
        return rated_opponents(Event(date(2004, 11, 5), date(2004, 11, 5), None, games, system=system))

    assert number(Game(2000, 50), Game(2000, 50), Game(None, 50)) == 2
    assert number(*met("A", "A"), Game(2000, 50)) == 2
    assert number(*(Game(2000, 50),) * 4, system="match") == 1
    assert number(Game(None, 50), system="match") == 0


@pytest.mark.parametrize("name", WITH_OPPONENTS)
def test_a_note_says_where_it_rests_on_that(name: str) -> None:
    """Nine games against opponents with two ratings: whether they were three is not known, so a note asks for ids.

    Three different ratings are three opponents, since in an event everybody has one rating.
    """
    unknown = judged(name, *(Game(2000, 50),) * 5, *(Game(2100, 50),) * 4)
    proven = judged(name, *(Game(2000, 50),) * 5, Game(2100, 50), Game(2050, 50))

    assert (unknown.events[0].counts, proven.events[0].counts) == (True, True)
    assert [notice.code for notice in notices(unknown)] == ["opponents_not_named"]
    assert notices(proven) == ()
    assert notices(judged(name, *met(*"AAABBC"))) == ()
    assert notices(judged(name, *(Game(2000, 50),) * 10, system="match")) == ()


@OF_2009
def test_2009_needs_no_ids() -> None:
    """Where games are counted, nobody need know who the opponents were."""
    assert notices(judged("fide-2009-07", *(Game(2000, 50),) * 9)) == ()


@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07"])
def test_a_double_round_robin_with_an_unplayed_game(name: str) -> None:
    """B met A and C twice, D never: four games against two rated opponents, rated like a Swiss event (6.4.3; 6.43)."""
    twice, none = [50, 50], []
    lines = [
        [none, twice, twice, twice],
        [twice, none, twice, none],
        [twice, twice, none, twice],
        [twice, none, twice, none],
    ]
    entrants = [Entrant("A", 2200), Entrant("B", None), Entrant("C", 2100), Entrant("D", 2150)]
    row = round_robin(edition(name), entrants, lines, 2).rows[1]

    assert (row.games, row.dropped) == (4, "too_few_rated" if name == "fide-2003-07" else None)
