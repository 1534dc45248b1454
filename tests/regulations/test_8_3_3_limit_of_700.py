"""K times the games of a period is at most 700: binding from 2017 (reconstructed), before that only a remark."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import PlayerResult, explain, notices, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

# edition: list, first day of an event
BINDING = {
    "fide-2017-07": (date(2019, 3, 1), date(2019, 2, 1)),
    "fide-2021-02": (date(2021, 6, 1), date(2021, 5, 1)),
    "fide-2022-01": (date(2023, 6, 1), date(2023, 5, 1)),
    "fide-2024-03": (date(2024, 6, 1), date(2024, 5, 1)),
    "fide-2025-10": (date(2025, 12, 1), date(2025, 11, 1)),
    "fide-2026-01": (date(2026, 6, 1), date(2026, 5, 1)),
}
NOT_BINDING = {
    "fide-2003-07": (date(2004, 4, 1), date(2004, 2, 1)),
    "fide-2006-04": (date(2007, 4, 1), date(2007, 2, 1)),
    "fide-2009-07": (date(2010, 3, 1), date(2010, 2, 1)),
    "fide-2011-07": (date(2012, 3, 1), date(2012, 2, 1)),
    "fide-2012-07": (date(2013, 3, 1), date(2013, 2, 1)),
    "fide-2013-07": (date(2014, 3, 1), date(2014, 2, 1)),
    "fide-2014-07": (date(2016, 3, 1), date(2016, 2, 1)),
}
# Before the limit there was a remark on K and games, which binds nobody.
REMARKS = {name: "14.3" if name in {"fide-2003-07", "fide-2006-04"} else "12.3" for name in NOT_BINDING}
EVERY_BINDING = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.article("8.3.3 [5]", edition=name)) for name in BINDING]
)
EVERY_NOT_BINDING = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.article(REMARKS[name], edition=name)) for name in NOT_BINDING]
)


def period(name: str, k: int | None, *games: int, unrated: int = 0, wins: int = 0) -> RatingPeriod:
    """A period of events with so many games against equals: draws, of which some are wins; K given."""
    listed, first = (BINDING | NOT_BINDING)[name]
    events = []
    for index, number in enumerate(games):
        played = [Game(2000, 50)] * number
        if index == 0:
            played = [Game(2000, 100)] * wins + played[wins:] + [Game(None, 100)] * unrated
        day = first.replace(day=1 + index)
        events.append(Event(day, day, 2000, tuple(played)))
    return RatingPeriod("standard", listed, Player(2000, k=k), tuple(events))


def rated(name: str, k: int | None, *games: int, **more: int) -> PlayerResult:
    """The result of such a period."""
    return rate_player(period(name, k, *games, **more))


@EVERY_BINDING
@pytest.mark.parametrize(
    ("k", "games", "expected"),
    [
        # 700 / 18 = 38.9, 700 / 36 = 19.4, 700 / 71 = 9.86, 700 / 39 = 17.9.
        pytest.param(40, 17, 40, id="40 x 17 = 680"),
        pytest.param(40, 18, 38, id="40 x 18 = 720"),
        pytest.param(40, 19, 36, id="40 x 19 = 760"),
        pytest.param(20, 35, 20, id="20 x 35 = 700"),
        pytest.param(20, 36, 19, id="20 x 36 = 720"),
        pytest.param(20, 39, 17, id="20 x 39 = 780"),
        pytest.param(10, 70, 10, id="10 x 70 = 700"),
        pytest.param(10, 71, 9, id="10 x 71 = 710"),
        pytest.param(40, 70, 10, id="40 x 70 = 2800"),
    ],
)
def test_k_is_the_largest_whole_number_within_700(name: str, k: int, games: int, expected: int) -> None:
    """If K times n exceeds 700, K becomes the largest whole number for which it does not."""
    result = rated(name, k, games)

    assert (k, expected) == (result.k, result.k_applied)


@EVERY_BINDING
def test_the_reduced_k_makes_the_change(name: str) -> None:
    """18 games against equals, two of them won and the rest drawn: 1.00 times 38, not times 40."""
    result = rated(name, 40, 18, wins=2)
    expected = (100, 3800, 38, 2038)

    assert expected == (result.sum, result.unrounded, result.change, result.new_rating)


@pytest.mark.parametrize(
    ("rating", "expected"),
    [
        # 19 draws with 2200. From 2000: .26 each, 4.94 times 36 = 177.84. From 2100: .14 each, 2.66 times 36 = 95.76.
        pytest.param(2000, (40, 36, 494, 17784, 178, 2178), id="2000"),
        pytest.param(2100, (40, 36, 266, 9576, 96, 2196), id="2100"),
        pytest.param(2200, (40, 36, 0, 0, 0, 2200), id="2200"),
    ],
)
@pytest.mark.article("8.3.3 [5]", edition="fide-2024-03")
def test_nineteen_draws_of_a_junior(rating: int, expected: tuple[int, ...]) -> None:
    """A junior's 19 draws with 2200 are worth 36 times the sum."""
    event = Event(date(2024, 5, 1), date(2024, 5, 20), rating, (Game(2200, 50),) * 19)
    player = Player(rating, born=Born(2012), games=100, highest=rating)
    result = rate_player(RatingPeriod("standard", date(2024, 6, 1), player, (event,)))
    numbers = (result.sum, result.unrounded, result.change, result.new_rating)

    assert expected == (result.k, result.k_applied, *numbers)


@EVERY_BINDING
@pytest.mark.parametrize(
    ("games", "expected"),
    [
        pytest.param((9, 8), 40, id="9 + 8 = 17"),
        pytest.param((9, 9), 38, id="9 + 9 = 18"),
        pytest.param((6, 6, 6), 38, id="6 + 6 + 6 = 18"),
        pytest.param((1,) * 18, 38, id="18 events"),
    ],
)
def test_all_events_of_the_period_count_together(name: str, games: tuple[int, ...], expected: int) -> None:
    """N is the number of games over all events of the period, and the reduced K holds for each of them."""
    result = rated(name, 40, *games)

    assert (expected,) * len(games) == result.k_applied_to


@EVERY_BINDING
def test_games_that_do_not_count_are_not_in_n(name: str) -> None:
    """17 rated games and five against unrated opponents leave K at 40."""
    assert rated(name, 40, 17, unrated=5).k_applied == 40


@pytest.mark.article("8.3.3 [5]", edition="fide-2017-07")
def test_events_with_different_k_are_limited_one_by_one() -> None:
    """With 40 in one event and 20 in another, 20 games in all reduce the 40 to 35 and leave the 20."""
    events = (
        Event(date(2019, 2, 1), date(2019, 2, 4), 2000, (Game(2000, 100),) * 10),
        Event(date(2019, 2, 5), date(2019, 2, 9), 2000, (Game(2000, 100),) * 10),
    )
    player = Player(2000, born=Born(1970), games=20, highest=2000)
    result = rate_player(RatingPeriod("standard", date(2019, 3, 1), player, events))
    # 40 x 20 = 800, so 35; 20 x 20 = 400. W - We is 5.00 in each: 175 + 100.
    expected = ([40, 20], (35, 20), 27500, 275, None)
    actual = (
        [event.k for event in result.events],
        result.k_applied_to,
        result.unrounded,
        result.change,
        result.k_applied,
    )

    assert expected == actual


@EVERY_BINDING
def test_the_list_keeps_the_unreduced_k(name: str) -> None:
    """The reduction is for the calculation only: K on the list being made is not reduced."""
    listed, first = BINDING[name]
    event = Event(first, first, 2000, (Game(2000, 50),) * 39)
    player = Player(2000, born=Born(1970), games=300, highest=2000)
    result, lines = explain(RatingPeriod("standard", listed, player, (event,)))
    expected = (20, 17, [20])

    assert expected == (result.k, result.k_applied, [line.value for line in lines if line.name == "next_k"])


@EVERY_BINDING
def test_a_binding_limit_needs_no_remark(name: str) -> None:
    """Where the limit binds there is nothing to warn of."""
    assert "k_load_remark" not in [notice.code for notice in notices(rated(name, 40, 30))]


@EVERY_NOT_BINDING
@pytest.mark.parametrize(("k", "games"), [(40, 18), (25, 40), (15, 60), (10, 100)])
def test_before_2017_k_is_never_reduced(name: str, k: int, games: int) -> None:
    """Whatever the number of games, K stays what it is."""
    result = rated(name, k, games, wins=2)

    assert (k, k * 100) == (result.k_applied, result.unrounded)


@pytest.mark.parametrize(
    ("rating", "expected"),
    [
        # K 40 for all 19 draws: 4.94 times 40 = 197.60, 2.66 times 40 = 106.40.
        pytest.param(2000, (40, 19760, 198, 2198), id="2000"),
        pytest.param(2100, (40, 10640, 106, 2206), id="2100"),
        pytest.param(2200, (40, 0, 0, 2200), id="2200"),
    ],
)
@pytest.mark.article("8.56", edition="fide-2014-07")
def test_nineteen_draws_of_a_junior_in_2014(rating: int, expected: tuple[int, int, int, int]) -> None:
    """The same 19 draws were worth 40 times the sum in 2014, as was remarked at the time."""
    event = Event(date(2014, 7, 10), date(2014, 7, 20), rating, (Game(2200, 50),) * 19)
    player = Player(rating, born=Born(2002, 5, 1), games=100, highest=rating)
    result = rate_player(RatingPeriod("standard", date(2014, 8, 1), player, (event,)))

    assert expected == (result.k_applied, result.unrounded, result.change, result.new_rating)


@pytest.mark.parametrize(
    ("name", "article", "k", "games", "product"),
    [
        pytest.param("fide-2003-07", "14.3", 10, 75, None, id="2003, 10 x 75 = 750"),
        pytest.param("fide-2003-07", "14.3", 10, 76, 760, id="2003, 10 x 76 = 760"),
        pytest.param("fide-2003-07", "14.3", 15, 50, None, id="2003, 15 x 50 = 750"),
        pytest.param("fide-2003-07", "14.3", 15, 51, 765, id="2003, 15 x 51 = 765"),
        pytest.param("fide-2003-07", "14.3", 25, 30, None, id="2003, 25 x 30 = 750"),
        pytest.param("fide-2003-07", "14.3", 25, 31, 775, id="2003, 25 x 31 = 775"),
        pytest.param("fide-2009-07", "12.3", 15, 50, None, id="2009, 15 x 50 = 750"),
        pytest.param("fide-2009-07", "12.3", 15, 51, 765, id="2009, 15 x 51 = 765"),
        pytest.param("fide-2014-07", "12.3", 10, 70, None, id="2014, 10 x 70 = 700"),
        pytest.param("fide-2014-07", "12.3", 10, 71, 710, id="2014, 10 x 71 = 710"),
        pytest.param("fide-2014-07", "12.3", 20, 35, None, id="2014, 20 x 35 = 700"),
        pytest.param("fide-2014-07", "12.3", 20, 36, 720, id="2014, 20 x 36 = 720"),
        pytest.param("fide-2014-07", "12.3", 40, 17, None, id="2014, 40 x 17 = 680"),
        pytest.param("fide-2014-07", "12.3", 40, 18, 720, id="2014, 40 x 18 = 720"),
    ],
)
def test_the_remark_gives_a_warning_only(name: str, article: str, k: int, games: int, product: int | None) -> None:
    """Above 750 (2003, 2009) or 700 (2014) a notice quotes the remark; the change is the same as without it."""
    result = rated(name, k, games, wins=2)
    remarks = [notice.message for notice in notices(result) if notice.code == "k_load_remark"]

    assert (product is not None) == (len(remarks) == 1)
    assert all(str(product) in message and f"{name} {article}" in message for message in remarks)
    assert (k, k * 100) == (result.k_applied, result.unrounded)


@pytest.mark.article("12.3", edition="fide-2014-07")
def test_the_remark_counts_all_events_too() -> None:
    """Nine and nine games with K 40 are 18 games of the period."""
    codes = [notice.code for notice in notices(rated("fide-2014-07", 40, 9, 9))]

    assert "k_load_remark" in codes
