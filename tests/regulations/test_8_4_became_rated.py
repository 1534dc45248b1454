"""8.4 of 2009 as printed: only who was rated *before the event* counts as rated in it (E 27, R-026).

By the edition, as in the other four documents, it is enough to be on the list before the event is rated. As printed,
nobody speaks of a player who entered the list meanwhile, so such an event is not rated for this player. The other half
of the sentence, that a rated player is unrated for the opponents, would leave nothing to rate, and is not followed.
"""

from __future__ import annotations

from datetime import date

import pytest
from small_books import SmallBook

from arpad import explain, rate_player
from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.model.period import Event, Game, Player, RatingPeriod

PRINT, LIST, DAY = "fide-2009-07-print", date(2010, 5, 1), date(2010, 2, 20)
AS_PRINTED = pytest.mark.article("8.4", edition="fide-2009-07")


def period(name: str | None, rating: int | None) -> RatingPeriod:
    """An event that began with this rating, of a player who has 2000 now."""
    event = Event(DAY, DAY, rating, (Game(1900, 100), Game(2100, 50)))
    return RatingPeriod("standard", LIST, Player(2000, k=15), (event,), name)


@AS_PRINTED
@pytest.mark.parametrize(
    ("name", "rating", "games", "change"),
    [
        # .64 + .36 = 1.00; 0.50 times 15, half up.
        pytest.param(None, None, 2, 8, id="entered meanwhile"),
        pytest.param(PRINT, None, 0, 0, id="entered meanwhile, as printed"),
        pytest.param(PRINT, 2000, 2, 8, id="rated before, as printed"),
    ],
)
def test_a_period(name: str | None, rating: int | None, games: int, change: int) -> None:
    """As printed, an event that began without a rating is not rated for who has one now."""
    result = rate_player(period(name, rating))

    assert (result.events[0].working.whole["games"], result.change) == (games, change)


@AS_PRINTED
def test_the_explanation_shows_the_print() -> None:
    """The edition counts two games, the print none; the games that do not count have a reason and the article."""
    _, lines = explain(period(None, None))
    printed = {line.name: line.printed for line in lines if line.event == 0 and line.printed is not None}
    _, of_print = explain(period(PRINT, None))
    reasons = [(line.shown, line.citations[-1].article) for line in of_print if line.name == "uncounted"]

    assert (printed["games"], printed["sum"]) == ("0", "0.00")
    assert reasons == [("became_rated_later", "8.4"), ("became_rated_later", "8.4")]


@AS_PRINTED
@pytest.mark.parametrize("system", ["swiss", "roundrobin"])
def test_a_book(system: str) -> None:
    """A list made by the print, and the reference behind it: also in a round robin with its table."""
    small_book = SmallBook()
    for number in range(1, 5):
        small_book.player(number, 1970)
        if number > 1:
            small_book.rated(date(2010, 1, 1), number, 1900 + 50 * number, k=15)
        small_book.rated(date(2010, 3, 1), number, 1900 + 50 * number, k=15)
    games = [(player, other, 50) for player in range(1, 5) for other in range(player + 1, 5)]
    small_book.event(1, DAY, date(2010, 3, 20), games, system=system, rated_for=LIST)
    games_by_edition = {}
    for name in ("fide-2009-07", PRINT):
        closed = close_kind(Period(small_book.view(name), "standard", LIST))
        reference = Reference(Period(small_book.view(name), "standard", LIST))
        games_by_edition[name] = closed.ratings.filter(fide_id=1)["games"].item()

        assert closed.ratings.filter(fide_id=1)["rating"].item() == reference.expected(1).rating
        assert games_by_edition[name] == reference.expected(1).games

    assert games_by_edition == {"fide-2009-07": 3, PRINT: 0}
