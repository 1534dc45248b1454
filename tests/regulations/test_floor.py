"""Who falls below the lowest published rating leaves the list: *delisted* until 2024, *unrated* since."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import PlayerResult, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

EDITIONS = [
    # edition, kind, article, list, day of an event, floor, status below it
    ("fide-2003-07", "standard", "9.2.1", date(2004, 4, 1), date(2004, 2, 10), 1801, "delisted"),
    ("fide-2006-04", "standard", "9.2.1", date(2007, 4, 1), date(2007, 2, 10), 1401, "delisted"),
    ("fide-2009-07", "standard", "7.21", date(2010, 3, 1), date(2010, 2, 10), 1200, "delisted"),
    ("fide-2011-07", "standard", "7.21", date(2012, 3, 1), date(2012, 2, 10), 1200, "delisted"),
    ("fide-2012-07", "standard", "7.21", date(2013, 3, 1), date(2013, 2, 10), 1000, "delisted"),
    ("fide-2013-07", "standard", "7.21", date(2014, 3, 1), date(2014, 2, 10), 1000, "delisted"),
    ("fide-2014-07", "standard", "7.21", date(2016, 3, 1), date(2016, 2, 10), 1000, "delisted"),
    ("fide-2017-07", "standard", "7.21", date(2019, 3, 1), date(2019, 2, 10), 1000, "delisted"),
    ("fide-2021-02", "standard", "7.21", date(2021, 6, 1), date(2021, 5, 10), 1000, "delisted"),
    ("fide-2022-01", "standard", "7.21", date(2023, 6, 1), date(2023, 5, 10), 1000, "delisted"),
    ("fide-2024-03", "standard", "7.2.1", date(2024, 6, 1), date(2024, 5, 10), 1400, "unrated"),
    ("fide-2025-10", "standard", "7.2.1", date(2025, 12, 1), date(2025, 11, 10), 1400, "unrated"),
    ("fide-2026-01", "standard", "7.2.1", date(2026, 6, 1), date(2026, 5, 10), 1400, "unrated"),
    ("fide-rb-2012-01", "rapid", "7.21", date(2015, 6, 1), date(2015, 5, 10), 1000, "delisted"),
    ("fide-rb-2012-01", "blitz", "7.21", date(2021, 6, 1), date(2021, 5, 10), 1000, "delisted"),
    ("fide-rb-2022-10", "rapid", "7.21", date(2023, 6, 1), date(2023, 5, 10), 1000, "delisted"),
    ("fide-rb-2024-03", "rapid", "7.2.1", date(2024, 6, 1), date(2024, 5, 10), 1400, "unrated"),
    ("fide-rb-2024-12", "blitz", "7.2.1", date(2025, 6, 1), date(2025, 5, 10), 1400, "unrated"),
]
EVERY = pytest.mark.parametrize(
    ("kind", "listed", "day", "floor", "status"),
    [
        pytest.param(
            kind, listed, day, floor, status, marks=pytest.mark.article(article, edition=name), id=f"{name}-{kind}"
        )
        for name, kind, article, listed, day, floor, status in EDITIONS
    ],
)


def after_a_loss(kind: str, listed: date, day: date, rating: int) -> PlayerResult:
    """A player who loses to an equal with K 10: 5 points less."""
    event = Event(day, day, rating, (Game(rating, 0),))
    return rate_player(RatingPeriod(kind, listed, Player(rating, k=10), (event,)))


@EVERY
def test_exactly_the_lowest_rating_is_published(kind: str, listed: date, day: date, floor: int, status: str) -> None:
    """A rating of exactly the floor stays on the list."""
    result = after_a_loss(kind, listed, day, floor + 5)
    expected = (-5, floor, floor, "rated")

    assert expected == (result.change, result.reached, result.new_rating, result.status)
    assert status != result.status


@EVERY
def test_one_point_less_is_not(kind: str, listed: date, day: date, floor: int, status: str) -> None:
    """One point below the floor there is no new rating; what was reached is still told, with the status."""
    result = after_a_loss(kind, listed, day, floor + 4)
    expected = (-5, floor - 1, None, status)

    assert expected == (result.change, result.reached, result.new_rating, result.status)


@EVERY
def test_a_player_far_above_is_rated(kind: str, listed: date, day: date, floor: int, status: str) -> None:
    """The floor does not touch who stays above it."""
    result = after_a_loss(kind, listed, day, floor + 500)
    expected = (floor + 495, "rated")

    assert expected == (result.new_rating, result.status)
    assert status != result.status


@pytest.mark.parametrize(
    ("listed", "day", "rating", "new_rating", "status"),
    [
        # 2006 has 1401 (reconstructed), 2009 has 1200, 2012 has 1000.
        pytest.param(date(2009, 4, 1), date(2009, 2, 10), 1305, None, "delisted", id="April 2009: 1401"),
        pytest.param(date(2009, 7, 1), date(2009, 5, 10), 1305, 1300, "rated", id="July 2009: 1200"),
        pytest.param(date(2012, 5, 1), date(2012, 4, 10), 1105, None, "delisted", id="May 2012: 1200"),
        pytest.param(date(2012, 7, 1), date(2012, 6, 10), 1105, 1100, "rated", id="July 2012: 1000"),
        pytest.param(date(2024, 2, 1), date(2024, 1, 10), 1305, 1300, "rated", id="February 2024: 1000"),
        pytest.param(date(2024, 4, 1), date(2024, 2, 29), 1305, None, "unrated", id="April 2024: 1400"),
    ],
)
def test_the_edition_of_the_list_decides(
    listed: date, day: date, rating: int, new_rating: int | None, status: str
) -> None:
    """The floor is the one of the list being made, not of the day of the event (settled reading 12)."""
    result = after_a_loss("standard", listed, day, rating)

    assert (new_rating, status) == (result.new_rating, result.status)


@pytest.mark.parametrize(
    ("listed", "day"),
    [
        pytest.param(
            date(2004, 4, 1),
            date(2004, 2, 10),
            marks=pytest.mark.article("15.0 a", edition="fide-2003-07"),
            id="fide-2003-07",
        ),
        pytest.param(
            date(2007, 4, 1),
            date(2007, 2, 10),
            marks=pytest.mark.article("15.0 a", edition="fide-2006-04"),
            id="fide-2006-04",
        ),
    ],
)
@pytest.mark.parametrize("rating", [1605, 1604, 1405])
def test_the_rapid_list_of_2003_has_no_floor(listed: date, day: date, rating: int) -> None:
    """Article 15 asks for 1600 to enter the rapid list and says nothing of leaving it."""
    result = after_a_loss("rapid", listed, day, rating)

    assert (rating - 5, "rated") == (result.new_rating, result.status)


class TestMarch2024:
    """The list of 1 March 2024: first the period, then 40 % of what is missing to 2000, then the floor of 1400."""

    LIST = date(2024, 3, 1)

    @pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
    @pytest.mark.parametrize(
        ("rating", "points", "expected"),
        [
            # 40 % of 1000, 500, 400, 300, 100; of 3: 1.2; of 2: 0.8; of 1: 0.4.
            pytest.param(1000, 400, 1400, id="1000"),
            pytest.param(1500, 200, 1700, id="1500"),
            pytest.param(1600, 160, 1760, id="1600"),
            pytest.param(1700, 120, 1820, id="1700"),
            pytest.param(1900, 40, 1940, id="1900"),
            pytest.param(1997, 1, 1998, id="1997"),
            pytest.param(1998, 1, 1999, id="1998"),
            pytest.param(1999, 0, 1999, id="1999"),
            pytest.param(2000, 0, 2000, id="2000"),
            pytest.param(2400, 0, 2400, id="2400"),
        ],
    )
    def test_who_did_not_play_is_lifted_too(self, kind: str, rating: int, points: int, expected: int) -> None:
        """Every rating below 2000 gains 40 % of what it lacks, rounded."""
        result = rate_player(RatingPeriod(kind, self.LIST, Player(rating, k=20), ()))

        assert result.adjustment is not None
        assert (points, expected) == (result.adjustment[1], result.new_rating)

    @pytest.mark.parametrize(
        ("rating", "reached", "new_rating", "status"),
        [
            # 1505 - 5 = 1500, + 200. 1005 - 5 = 1000, + 400. 1004 - 5 = 999, 40 % of 1001 is 400.4: + 400.
            pytest.param(1505, 1700, 1700, "rated", id="1505"),
            pytest.param(1005, 1400, 1400, "rated", id="1005 reaches the floor exactly"),
            pytest.param(1004, 1399, None, "unrated", id="1004 misses it by a point"),
        ],
    )
    def test_after_the_period_and_before_the_floor(
        self, rating: int, reached: int, new_rating: int | None, status: str
    ) -> None:
        """1000 after the period is far below 1400, but the adjustment comes first."""
        result = after_a_loss("standard", self.LIST, date(2024, 2, 10), rating)

        assert (-5, reached, new_rating, status) == (result.change, result.reached, result.new_rating, result.status)

    @pytest.mark.parametrize("listed", [date(2024, 2, 1), date(2024, 4, 1)])
    def test_only_on_that_list(self, listed: date) -> None:
        """Neither the list before nor the one after has an adjustment."""
        result = rate_player(RatingPeriod("standard", listed, Player(1700, k=20), ()))
        expected = (None, 1700)

        assert expected == (result.adjustment, result.new_rating)
