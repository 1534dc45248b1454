"""6.4 of 2003: one unrated *player* is allowed in a Scheveningen event, however often this one was met (E 19)."""

from __future__ import annotations

from datetime import date

import pytest
from small_books import SmallBook

from arpad import rate_player
from arpad.book.view import Period
from arpad.engine.reference.lines import Reference
from arpad.model.period import Event, Game, Player, RatingPeriod

DAYS = {
    "fide-2003-07": (date(2004, 1, 1), date(2004, 4, 1), date(2004, 2, 10)),
    "fide-2006-04": (date(2007, 1, 1), date(2007, 4, 1), date(2007, 2, 10)),
}
EDITIONS = [pytest.param(name, marks=pytest.mark.article("6.4", edition=name)) for name in DAYS]


def games(*unrated: str) -> tuple[Game, ...]:
    """Draws with a rated opponent, twice, and with unrated ones."""
    rated = (Game(2000, 50, opponent_id="A"), Game(2000, 50, opponent_id="A"))
    return rated + tuple(Game(None, 50, opponent_id=text) for text in unrated)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("unrated", "counted"), [("X", 2), ("XX", 2), ("XY", 0), ("XXYY", 0)])
def test_a_period(name: str, unrated: str, counted: int) -> None:
    """The same unrated opponent twice is one unrated player: the games against the others are rated."""
    _, listed, day = DAYS[name]
    event = Event(day, day, 2000, games(*unrated), system="scheveningen")
    result = rate_player(RatingPeriod("standard", listed, Player(2000, k=15), (event,)))

    assert result.events[0].law.id == name
    assert result.events[0].working.whole["games"] == counted


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("unrated", "counted"), [((), 4), ((4,), 2), ((3, 4), 0)])
def test_a_book(name: str, unrated: tuple[int, ...], counted: int) -> None:
    """Two against two, everybody twice: player 1 met 3 and 4, of whom some are unrated."""
    before, listed, day = DAYS[name]
    small_book = SmallBook()
    for number in range(1, 5):
        small_book.player(number, 1970)
        if number not in unrated:
            small_book.rated(before, number, 2000, k=15)
    small_book.event(
        1, day, day, [(player, other, 50) for player in (1, 2) for other in (3, 4)] * 2, system="scheveningen"
    )
    closed = small_book.closed(listed).kinds["standard"].ratings.filter(fide_id=1)
    reference = Reference(Period(small_book.view(), "standard", listed)).expected(1)

    assert (closed["games"].item(), reference.games) == (counted, counted)
    assert closed["rating"].item() == reference.rating
