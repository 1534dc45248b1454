"""First ratings: a performance is held to the floor of its own time, what is published to that of the list (8.33)."""

from __future__ import annotations

from datetime import date

import pytest
from small_books import SmallBook

from arpad import first_rating
from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

PLAYER = 1
EARLY = date(2012, 6, 10)
"""The floor is 1200."""
LATE = date(2012, 7, 10)
"""The floor is 1000."""
LISTED, BEFORE = date(2014, 7, 1), date(2014, 6, 1)
"""The first list of the edition of 2014; what is older than 26 months is gone."""
SECOND = date(2014, 5, 10)


def both(*events: tuple[date, date, int, int, int]) -> list[tuple[int, int | None, int | None]]:
    """Give games, rating and what is published, by the rules and from the part results of a book.

    An event is its day, its list, games, the opponents' rating, points in hundredths.
    """
    small_book = SmallBook()
    small_book.player(PLAYER, 1980)
    small_book.rated(BEFORE, PLAYER, None, played=0)
    played: list[Event] = []
    for number, (day, due, games, opponent, score) in enumerate(events, 1):
        scores = [max(0, min(100, score - 100 * index)) for index in range(games)]
        played.append(Event(day, day, None, tuple(Game(opponent, score) for score in scores)))
        small_book.tables["pool"].append(
            {
                "kind": "standard", "fide_id": PLAYER, "event_id": number, "start": day, "end": day, "due": due,
                "system": "swiss", "games": games, "score": score, "opponents": games * opponent, "cycles": 1,
            }
        )  # fmt: skip
    alone = first_rating(RatingPeriod("standard", LISTED, Player(None, born=Born(1980, 1, 1)), tuple(played)))
    rows = close_kind(Period(small_book.view(), "standard", LISTED)).newcomers.rows(named=True)
    listed = [(row["games"], row["ru"], row["published"]) for row in rows]
    return [(alone.games, alone.rating, alone.published), *(listed or [(0, None, None)])]


@pytest.mark.article("8.33", edition="fide-2014-07")
@pytest.mark.article("8.31", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("day", "due", "opponent", "games"),
    [
        pytest.param(EARLY, date(2012, 7, 1), 1199, 0, id="below the floor of its time"),
        pytest.param(EARLY, date(2012, 7, 1), 1200, 9, id="at the floor of its time"),
        pytest.param(LATE, date(2012, 8, 1), 999, 0, id="below the floor since July 2012"),
        pytest.param(LATE, date(2012, 8, 1), 1000, 9, id="at the floor since July 2012"),
    ],
)
def test_a_first_performance_is_held_to_the_floor_of_its_time(day: date, due: date, opponent: int, games: int) -> None:
    """Nine games, half of the points: 1199 of June 2012 is dropped, though the list of July 2014 goes down to 1000."""
    expected = (games, opponent if games else None, opponent if games else None)

    assert both((day, due, 9, opponent, 450)) == [expected] * 2


@pytest.mark.article("8.33", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("opponent", "reached", "published"),
    [
        # 4.5 of 9 against 1200, and nothing of 3: 4.5 of 12 are .38, dp -87.
        pytest.param(1200, 1113, 1113, id="at least the floor of the list"),
        # (9 x 1200 + 3 x 747)/12 - 87 = 999.75; with 743 it is 998.75.
        pytest.param(747, 1000, 1000, id="exactly the floor of the list"),
        pytest.param(743, 999, None, id="a point less"),
    ],
)
def test_what_is_published_is_held_to_the_floor_of_the_list(opponent: int, reached: int, published: int | None) -> None:
    """A later event brings the rating below the 1200 of the first: it is published from 1000 on."""
    first = (EARLY, date(2012, 7, 1), 9, 1200, 450)
    later = (SECOND, LISTED, 3, opponent, 0)

    assert both(first, later) == [(12, reached, published)] * 2
