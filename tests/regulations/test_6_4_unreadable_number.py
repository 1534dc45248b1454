"""6.4 of 2003 as printed: how many unrated players a match or a Scheveningen event may have cannot be read (E 19).

With one such player the sentence is kept whatever the lost word was; with more nobody can say. An ambiguous table is
refused, and so is this.
"""

from __future__ import annotations

from datetime import date

import pytest
from small_books import SmallBook

from arpad import RefusedError, explain, first_rating, rate_player
from arpad.book.view import Period
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference
from arpad.model.period import Event, Game, Player, RatingPeriod

LIST, START, END = date(2004, 4, 1), date(2004, 2, 10), date(2004, 2, 18)
PRINT = "fide-2003-07-print"
UNRATED = pytest.mark.article("6.4", edition="fide-2003-07")


def period(rating: int | None, *games: Game, system: str = "scheveningen", name: str | None = PRINT) -> RatingPeriod:
    """A period with one event; a rated player has K 15."""
    event = Event(START, END, rating, games, system=system)
    return RatingPeriod("standard", LIST, Player(rating, k=None if rating is None else 15), (event,), name)


@UNRATED
def test_two_unrated_players_are_refused() -> None:
    """Who met two unrated opponents, or was unrated and met one, gets a sentence and no number."""
    with pytest.raises(RefusedError, match=r"6\.4"):
        rate_player(period(2000, Game(None, 50), Game(None, 50), Game(2000, 100)))
    with pytest.raises(RefusedError, match=r"6\.4"):
        first_rating(period(None, Game(None, 50), *(Game(2000, 50),) * 9))
    with pytest.raises(RefusedError, match=r"6\.4"):
        first_rating(period(None, *(Game(None, 50),) * 4, system="match"))


@UNRATED
@pytest.mark.parametrize(
    ("games", "system"),
    [
        pytest.param((Game(None, 50), Game(2000, 100)), "scheveningen", id="one unrated opponent"),
        pytest.param((Game(None, 50, opponent_id="A"),) * 2 + (Game(2000, 100),), "scheveningen", id="the same twice"),
        pytest.param((Game(None, 50),) * 4, "match", id="a match with an unrated player"),
        pytest.param((Game(None, 50), Game(None, 50), Game(2000, 100)), "swiss", id="a Swiss event"),
    ],
)
def test_one_unrated_player_is_none_too_many(games: tuple[Game, ...], system: str) -> None:
    """Nothing is asked of the lost word, so the event is rated."""
    assert rate_player(period(2000, *games, system=system)).change is not None


@UNRATED
def test_the_explanation_says_that_the_print_cannot_decide() -> None:
    """Two unrated players: by the edition nothing of it is rated; the print is said to be unreadable there."""
    result, lines = explain(period(2000, Game(None, 50), Game(None, 50), Game(2000, 100), name=None))
    undecided = [line for line in lines if line.name == "as_printed"]

    assert result.change == 0
    assert [citation.article for line in undecided for citation in line.citations] == ["6.4"]
    assert "cannot be read" in undecided[0].value


def book(unrated: int, system: str = "scheveningen") -> SmallBook:
    """Three against three in 2004, with so many unrated players."""
    small_book = SmallBook()
    for number in range(1, 7):
        small_book.player(number, 1970)
        if number > unrated:
            small_book.rated(date(2004, 1, 1), number, 1900 + 20 * number, k=15)
    games = [(player, other, 50) for player in (1, 3, 5) for other in (2, 4, 6)]
    small_book.event(1, START, END, games, system=system)
    return small_book


@UNRATED
@pytest.mark.parametrize(
    ("unrated", "system", "refused"), [(2, "scheveningen", True), (1, "scheveningen", False), (2, "team", False)]
)
def test_a_book_is_refused_alike(unrated: int, system: str, refused: bool) -> None:
    """The list and the reference that explains it refuse the same books."""
    small = book(unrated, system)

    def closed() -> None:
        close(small.view(PRINT), LIST)

    def explained() -> None:
        Reference(Period(small.view(PRINT), "standard", LIST)).expected(5)

    for work_out in (closed, explained):
        if refused:
            with pytest.raises(RefusedError, match=r"6\.4"):
                work_out()
        else:
            work_out()


@UNRATED
def test_the_edition_of_2003_reads_one() -> None:
    """By the edition two are one too many, and nothing of the event is rated (E 19)."""
    small = book(2)

    assert small.closed(LIST).kinds["standard"].changes.players.height == 0
