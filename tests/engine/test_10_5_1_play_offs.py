"""2003, 10.5.1: play-offs in a round robin of rated players: the list of a book, and the reference behind it."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.reference.lines import Reference

BEFORE, LIST = date(2004, 1, 1), date(2004, 4, 1)
DAYS = (date(2004, 1, 5), date(2004, 1, 15))
A, B, C, D = 1, 2, 3, 4
GAMES = [(*pair, 50) for pair in combinations((A, B, C, D), 2)]
"""Everybody draws with everybody."""
PLAY_OFFS = [(A, D, 50), (D, A, 50)]


def book(games: list[tuple[int, int, int]], *ratings: int | None, **more: object) -> SmallBook:
    """A round robin of A, B, C and D in January 2004."""
    small_book = SmallBook()
    for number, rating in zip((A, B, C, D), ratings, strict=True):
        small_book.player(number, 1970)
        if rating is not None:
            small_book.rated(BEFORE, number, rating, k=15)
    small_book.event(1, *DAYS, games, system="roundrobin", **more)
    return small_book


def change(small_book: SmallBook, player: int, day: date = LIST) -> tuple[int, int]:
    """A player's W - We in hundredths, by the columns and by the reference."""
    closed = small_book.closed(day).kinds["standard"]
    row = closed.changes.events.filter(fide_id=player, event_id=1)
    reference = Reference(Period(small_book.view(), "standard", day))
    rating = reference.expected(player).rating

    assert closed.ratings.filter(fide_id=player)["rating"].to_list() == [rating]
    return row["sum"].sum(), row["games"].sum()


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("games", "expected"),
    [
        # (2000 + 2100 + 2350) / 3 = 2150, PD .30: 1.5 - 0.9, and with two games more 2.5 - 1.5.
        pytest.param(GAMES, (60, 3), id="no play-off"),
        pytest.param(GAMES + PLAY_OFFS, (100, 5), id="two play-off games"),
        # B and C did not play, so it is a Swiss event (6.4.3): 2230, PD .21: 2.5 - 1.05.
        pytest.param([game for game in GAMES if game[:2] != (B, C)] + PLAY_OFFS, (145, 5), id="an unplayed game"),
    ],
)
def test_everybody_is_rated(games: list[tuple[int, int, int]], expected: tuple[int, int]) -> None:
    """Every opponent is once in the average, and We is PD for each game (R-039)."""
    assert change(book(games, 2000, 2000, 2100, 2400), A) == expected


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_a_double_round_robin_lacks_a_game() -> None:
    """A met C once instead of twice: a Swiss event, and the average goes by games."""
    games = GAMES * 2
    games.remove((A, C, 50))

    # 2000, 2000, 2100, 2350, 2350: 2160, D = -160, PD .29: 2.5 - 1.45.
    assert change(book(games, 2000, 2000, 2100, 2400, cycles=2), A) == (105, 5)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_who_is_left_out_leaves_a_round_robin_of_the_others() -> None:
    """B, unrated, has half a point: A, C and D are a round robin of three, with two play-offs (E 25 c)."""
    games = [(white, other, 100 if other == B else 0 if white == B else 50) for white, other, _ in GAMES]
    games[0] = (A, B, 50)

    # (2100 + 2350) / 2 = 2225, D = -225, PD .22: 2.0 - 4 * .22.
    assert change(book(games + PLAY_OFFS, 2000, None, 2100, 2400), A) == (112, 4)


@pytest.mark.article("8.51", edition="fide-2009-07")
def test_from_2006_on_there_is_no_average() -> None:
    """Game by game a play-off is a game like any other."""
    small_book = SmallBook()
    for number, rating in zip((A, B, C, D), (2000, 2000, 2100, 2400), strict=True):
        small_book.player(number, 1970)
        small_book.rated(date(2010, 1, 1), number, rating, k=15)
    small_book.event(1, date(2010, 1, 5), date(2010, 1, 15), GAMES + PLAY_OFFS, system="roundrobin")

    # 2.5 - (.50 + .36 + 3 * .08).
    assert change(small_book, A, date(2010, 3, 1)) == (140, 5)
