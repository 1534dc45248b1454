"""Both readings of newcomers and crosstables at every limit, with numbers worked out by hand from the articles."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from readings_compared import crosstable_alike, first_alike, made_crosstable, read_crosstable, swiss_alike
from second_reading import E2003, E2009, E2014, E2024
from second_reading_first import closing
from strategies import EDITIONS, WITH_ROUND_ROBINS, RoundRobinGiven

from arpad import first_rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

if TYPE_CHECKING:
    from arpad.regulations.workings.round_robin import Row


def met(opponent: int | None, score: int, times: int = 1) -> tuple[Game, ...]:
    """Some games with the same rating and score."""
    return tuple(Game(opponent, score) for _ in range(times))


# ---------------------------------------------------------------------------------------------------------------------
# First ratings
# ---------------------------------------------------------------------------------------------------------------------

POOLS = {E2003: date(2005, 4, 1), E2009: date(2011, 3, 1), E2014: date(2016, 3, 1), E2024: date(2025, 6, 1)}
OLDEST = {E2003: date(2003, 3, 2), E2009: date(2009, 2, 23), E2014: date(2013, 12, 30), E2024: date(2023, 3, 30)}
"""The day after the closing of the list that is eight periods, two years or 26 months before."""


def newcomer(name: str, *given: tuple[Game, ...] | Event, **known: Any) -> RatingPeriod:  # noqa: ANN401
    """A newcomer's period; games without an event are one of a day, in the order given."""
    first = POOLS[name] - timedelta(days=80)
    events = tuple(
        games if isinstance(games, Event) else Event(day := first + timedelta(days=at), day, None, games)
        for at, games in enumerate(given)
    )
    return RatingPeriod("standard", POOLS[name], Player(None, **known), events, name)


def of_kind(name: str, system: str, unrated: int = 1, **more: Any) -> Event:  # noqa: ANN401
    """Nine draws against 1900 and wins against unrated players, in an event of some kind."""
    day = POOLS[name] - timedelta(days=70)
    return Event(day, day, None, DRAWS + met(None, 100, unrated), system=system, **more)


def round_robin(name: str, average: int, score: int, games: int, cycles: int = 1) -> Event:
    """A newcomer's round robin: so many hundredths out of so many games."""
    day = POOLS[name] - timedelta(days=70)
    scores = [100] * (score // 100) + [50] * (score % 100 // 50)
    played = tuple(Game(None, score) for score in scores + [0] * (games - len(scores)))
    return Event(day, day, None, played, system="roundrobin", average=average, cycles=cycles)


DRAWS = met(1900, 50, 9)
PRINTED = (
    met(2220, 0, 2) + met(2220, 100),
    met(2150, 100, 3) + met(2150, 0, 2),
    met(2200, 100, 2) + met(2200, 50) + met(2200, 0),
)
"""The example of 8.34."""

FIRST: list[tuple[str, str, RatingPeriod, int | None]] = [
    # 2003: nine games, three rated opponents, more than half a point, 1801
    ("nine games", E2003, newcomer(E2003, DRAWS), 1900),
    ("eight games", E2003, newcomer(E2003, DRAWS[:8]), None),
    ("half a point later", E2003, newcomer(E2003, DRAWS, met(1900, 0, 3) + met(1900, 50)), 1900),
    ("a point later", E2003, newcomer(E2003, DRAWS, met(1900, 0, 3) + met(1900, 100)), 1841),  # (9*1900 + 4*1707)/13
    ("two opponents", E2003, newcomer(E2003, DRAWS, met(2300, 100, 2)), 1900),
    ("three opponents", E2003, newcomer(E2003, DRAWS, met(2300, 100, 3)), 2010),  # (9*1900 + 3*2338)/12
    ("first below", E2003, newcomer(E2003, met(1800, 50, 9)), None),
    ("first at the floor", E2003, newcomer(E2003, met(1801, 50, 9)), 1801),
    ("half a point of the average", E2003, newcomer(E2003, met(1800, 50, 5) + met(1801, 50, 5)), 1801),
    ("weighted", E2003, newcomer(E2003, met(2000, 50, 5) + met(2000, 100), met(1900, 50, 4)), 1968),
    ("round robin above", E2003, newcomer(E2003, round_robin(E2003, 2348, 700, 9)), 2411),
    ("round robin below", E2003, newcomer(E2003, round_robin(E2003, 2348, 200, 9)), 2150),
    ("double", E2003, newcomer(E2003, round_robin(E2003, 2100, 300, 10, 2)), 1976),  # 2100 - 149 * 5/6
    # 2009: nine games or seven, a point in the first event, three rated opponents in any, 1200
    ("nine games", E2009, newcomer(E2009, DRAWS), 1900),
    ("eight games", E2009, newcomer(E2009, DRAWS[:8]), None),
    ("seven of a member", E2009, newcomer(E2009, DRAWS[:7], association="ICSC"), 1900),
    ("six of a member", E2009, newcomer(E2009, DRAWS[:6], association="ICSC"), None),
    ("half a point first", E2009, newcomer(E2009, met(1900, 0, 8) + met(1900, 50)), None),
    ("a point first", E2009, newcomer(E2009, met(1900, 0, 8) + met(1900, 100)), 1549),  # .11
    ("nothing later", E2009, newcomer(E2009, DRAWS, met(1900, 0, 3)), 1813),  # 4.5 of 12: .38 by the half, -87
    ("two opponents", E2009, newcomer(E2009, DRAWS, met(1900, 0, 2)), 1900),
    ("first below", E2009, newcomer(E2009, met(1199, 50, 9)), None),
    ("first at the floor", E2009, newcomer(E2009, met(1200, 50, 9)), 1200),
    ("below only later", E2009, newcomer(E2009, met(1200, 50, 9), met(1200, 0, 3)), None),
    ("the printed example", E2009, newcomer(E2009, *PRINTED), 2197),
    ("round robin alone", E2009, newcomer(E2009, round_robin(E2009, 2348, 200, 9)), 2150),
    ("round robin and more", E2009, newcomer(E2009, DRAWS[:3], round_robin(E2009, 1900, 200, 9)), 1742),  # .29
    ("match", E2009, newcomer(E2009, of_kind(E2009, "match")), None),
    # 2014: five games, half a point in the first event, 1000
    ("five games", E2014, newcomer(E2014, DRAWS[:5]), 1900),
    ("four games", E2014, newcomer(E2014, DRAWS[:4]), None),
    ("single games", E2014, newcomer(E2014, *[met(1900, 50)] * 5), 1900),
    ("nothing first", E2014, newcomer(E2014, met(2000, 0, 3), DRAWS), 1900),
    ("half a point first", E2014, newcomer(E2014, met(1900, 50) + met(1900, 0, 4)), 1534),  # .10
    ("nothing later", E2014, newcomer(E2014, DRAWS[:5], met(1900, 0, 3)), 1759),  # .31
    ("first below", E2014, newcomer(E2014, met(999, 50, 5)), None),
    ("first at the floor", E2014, newcomer(E2014, met(1000, 50, 5)), 1000),
    ("the printed example", E2014, newcomer(E2014, *PRINTED), 2199),
    ("round robin above", E2014, newcomer(E2014, round_robin(E2014, 2348, 700, 9)), 2423),
    ("no crosstable", E2014, newcomer(E2014, of_kind(E2014, "roundrobin")), None),
    # 2024: two draws against 1800, five games, nothing in the first event dropped, 1400 to 2200
    ("five games", E2024, newcomer(E2024, DRAWS[:5]), 1871),  # 13100/7
    ("four games", E2024, newcomer(E2024, DRAWS[:4]), None),
    ("cap", E2024, newcomer(E2024, met(2400, 100, 5)), 2200),  # 15600/7 + 309
    (
        "just below the cap",
        E2024,
        newcomer(E2024, met(2275, 50, 4) + met(2275, 100) + met(2273, 50)),
        2199,
    ),  # 17248/8 + 43
    ("nothing first", E2024, newcomer(E2024, met(1900, 0, 3), DRAWS[:5]), 1871),
    ("nothing later", E2024, newcomer(E2024, DRAWS[:5], met(1900, 0)), 1832),  # 3.5 of 8: .44 by the half, -43
    ("half of p", E2024, newcomer(E2024, met(1900, 100, 2) + met(1900, 0, 4)), 1788),  # 3 of 8: .38, -87
    ("half of Ru", E2024, newcomer(E2024, met(1900, 50, 5) + met(1904, 50)), 1876),  # 15004/8
    ("floor", E2024, newcomer(E2024, met(1561, 0, 3) + met(1562, 0) + met(1562, 50)), 1400),  # 11407/7 - 230
    ("just below the floor", E2024, newcomer(E2024, met(1561, 0, 4) + met(1562, 50)), None),  # 11406/7 - 230
    ("round robin", E2024, newcomer(E2024, of_kind(E2024, "roundrobin", average=2000)), 1882),  # 20700/11
    ("match", E2024, newcomer(E2024, of_kind(E2024, "match")), None),
]


@pytest.mark.parametrize(
    ("name", "period", "published"), [pytest.param(*text[1:], id=f"{text[1]} {text[0]}") for text in FIRST]
)
def test_first_ratings(name: str, period: RatingPeriod, published: int | None) -> None:
    """What is published, or nothing."""
    assert first_alike(name, period).published == published


@pytest.mark.article("9.1.4c", edition="fide-2003-07")
@pytest.mark.article("7.14(c)", edition="fide-2009-07")
@pytest.mark.article("7.14 c", edition="fide-2014-07")
@pytest.mark.article("7.1.4", edition="fide-2024-03")
@pytest.mark.parametrize("name", EDITIONS)
def test_the_oldest_event(name: str) -> None:
    """The last day on which an event is too old, and the first on which this list is the last to use it."""
    for more, published, expires in ((-1, False, None), (0, True, POOLS[name])):
        day = OLDEST[name] + timedelta(days=more)
        first = first_alike(name, newcomer(name, Event(day, day, None, DRAWS)))

        assert (first.published is not None, first.expires) == (published, expires)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_event_that_is_too_old_was_not_the_first(name: str) -> None:
    """What has expired counts no more, so a later event without points is the first, and is dropped."""
    old = OLDEST[name] - timedelta(days=30)
    first = first_alike(name, newcomer(name, Event(old, old, None, DRAWS), met(1900, 0, 9), DRAWS))

    assert [event.counts for event in first.events] == [False, False, True]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_last_event(name: str) -> None:
    """An event that ended on the closing day counts, one that ended on the day of the list does not."""
    for day, counts in ((closing(name, POOLS[name]), True), (POOLS[name], False)):
        first = first_alike(name, newcomer(name, Event(day, day, None, DRAWS)))

        assert (first.published is not None) == counts


@pytest.mark.parametrize("name", EDITIONS)
def test_the_day_after_the_closing(name: str) -> None:
    """An event that ended a day after the closing is taken as given, as every event of a period: it may be official."""
    day = closing(name, POOLS[name]) + timedelta(days=1)
    first = first_rating(newcomer(name, Event(day, day, None, DRAWS)))

    assert first.published is not None


@pytest.mark.article("7.14(f)", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("games", "others", "needed"), [((7,), 0, 7), ((6,), 0, 9), ((4, 3), 0, 7), ((3, 3), 2, 9), ((6,), 3, 9)]
)
def test_seven_games_at_team_championships(games: tuple[int, ...], others: int, needed: int) -> None:
    """Seven games of such events are enough; six are not, whatever was played elsewhere."""
    day = POOLS[E2009] - timedelta(days=40)
    events = [
        Event(day, day + timedelta(days=at), None, DRAWS[:count], system="team", team_championship=True)
        for at, count in enumerate(games)
    ]
    first = first_alike(E2009, newcomer(E2009, *events, DRAWS[:others]))

    assert first.needed == needed
    assert (first.published is not None) == (first.games >= needed)


@pytest.mark.parametrize(
    ("name", "opponent", "games", "known", "k"),
    [
        (E2003, 2400, 29, {}, 25),
        (E2003, 2400, 30, {}, 10),
        (E2003, 2399, 30, {}, 15),
        (E2009, 2399, 29, {}, 25),
        (E2009, 2399, 30, {}, 15),
        (E2009, 2400, 9, {}, 10),
        (E2014, 2399, 29, {}, 40),
        (E2014, 2299, 30, {"born": Born(1998, 3, 1)}, 20),  # 18 on the day of the list
        (E2014, 2299, 30, {"born": Born(1998, 3, 2)}, 40),
        (E2014, 2300, 30, {"born": Born(1998, 3, 2)}, 20),
        (E2014, 2299, 30, {}, None),
        (E2014, 2400, 5, {}, 10),
        (E2024, 1900, 29, {}, 40),
        (E2024, 1900, 30, {"born": Born(2006, 12, 31)}, 20),
        (E2024, 1900, 30, {"born": Born(2007, 1, 1)}, 40),
        (E2024, 1900, 5, {"highest": 2400}, 10),
        (E2024, 1900, 5, {"games": 25, "born": Born(1990)}, 20),
    ],
)
def test_the_first_k(name: str, opponent: int, games: int, known: dict[str, Any], k: int | None) -> None:
    """The games of the first rating count towards 30; the first list shows K by them, by age, 2300 and 2400."""
    first = first_alike(name, newcomer(name, met(opponent, 50, games), **known))

    assert first.published is not None
    assert first.k is not None
    assert first.k.k == k


def test_a_newcomer_in_a_scheveningen_event_2003() -> None:
    """With one more unrated player the event has more than one, and is not rated."""
    assert first_alike(E2003, newcomer(E2003, of_kind(E2003, "scheveningen"))).published is None


# ---------------------------------------------------------------------------------------------------------------------
# Crosstables
# ---------------------------------------------------------------------------------------------------------------------


def crosstable(ratings: list[int | None], *lines: str, part_results: tuple[int, ...] = ()) -> RoundRobinGiven:
    """A table of 1, = and 0, anything else for a game that was not played; K 10 for everybody who is rated."""
    scores = {"1": (100,), "=": (50,), "0": (0,)}
    return RoundRobinGiven(
        tuple(ratings),
        tuple(None if rating is None else 10 for rating in ratings),
        tuple(at in part_results for at in range(len(ratings))),
        tuple(tuple(scores.get(cell, ()) for cell in line) for line in lines),
    )


ONE_UNRATED = (".=1=1", "=.==1", "0=.1=", "==0.=", "00==.")
LAST_HAS_NOTHING = (".=111", "=.==1", "0=.=1", "0==.1", "0000.")


@pytest.mark.parametrize(("name", "limit"), [(E2003, 350), (E2009, 400), (E2014, 400)])
def test_too_far_away(name: str, limit: int) -> None:
    """Ru of E is exactly the limit below A, then one more: only then A counts as something else for E."""

    @cache
    def last_row(top: int) -> Row:
        table = crosstable_alike(name, crosstable([top, 2000, 2000, 2000, None], *ONE_UNRATED))
        assert table is not None
        return table.rows[-1]

    for apart, far in ((limit, 0), (limit + 1, 1)):
        # E has 1 of 4: .25, dp -193, so Ru = Ra - 193 * 4/5 = Ra - 154 to the nearest
        limited = None
        for top in range(1900, 2500):
            row = last_row(top)
            if top - (row.ru or 0) == apart:
                limited = row
                break

        assert limited is not None
        assert len(limited.limited) == far


@pytest.mark.article("6.1", edition="fide-2003-07")
@pytest.mark.article("6.1", edition="fide-2009-07")
@pytest.mark.article("6.1", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "score", "part_result", "left_out"),
    [
        (E2003, "=", False, True),
        (E2003, "=", True, True),
        (E2009, "=", False, False),
        (E2014, "=", False, False),
        (E2003, "0", True, True),
        (E2009, "0", True, True),
        (E2014, "0", False, True),
        (E2014, "0", True, False),
    ],
)
def test_too_few_points(name: str, score: str, part_result: bool, left_out: bool) -> None:
    """Half a point is too little in 2003, none also later; with a part result it counts in 2014."""
    against = {"=": "=", "0": "1"}[score]
    lines = (".=1=11", "=.==11", "0=.1=1", "==0.=1", f"00==.{against}", f"0000{score}.")
    parts = (5,) if part_result else ()
    table = crosstable_alike(name, crosstable([2100, 2000, 2000, 2000, None, None], *lines, part_results=parts))

    assert table is not None
    assert [row.dropped is not None for row in table.rows] == [False] * 5 + [left_out]
    # In 2009 the zero of a player with a part result is left out for the opponents only.
    assert table.rows[-1].counts_for_player == (name == E2009 and part_result)


@pytest.mark.article("10.1", edition="fide-2003-07")
@pytest.mark.parametrize(("name", "undefined"), [(E2003, True), (E2009, False), (E2014, False)])
def test_a_rated_player_with_all_points(name: str, undefined: bool) -> None:
    """2003 has no dp for 100 %, and so no average of the event; later it is 800."""
    lines = (".1111", "0.==1", "0=.1=", "0=0.=", "00==.")

    assert (crosstable_alike(name, crosstable([2100, 2000, 2000, 2000, None], *lines)) is None) == undefined


@pytest.mark.parametrize("name", [E2009, E2014])
def test_only_rated_players_stay(name: str) -> None:
    """Without the one who is left out, everybody's change is that of a table of four."""
    five = crosstable_alike(name, crosstable([2200, 2100, 2000, 1900, None], *LAST_HAS_NOTHING))

    assert five is not None
    assert [row.change for row in five.rows] == [250, -260, -240, 250, None]


def test_only_rated_players_stay_2003() -> None:
    """Then Rc is the mean of the opponents: B has 2033.33, D 67, .59, 1.5 - 1.77 times 10 = -2.70."""
    five = crosstable_alike(E2003, crosstable([2200, 2100, 2000, 1900, None], *LAST_HAS_NOTHING))

    assert five is not None
    assert [row.change for row in five.rows] == [220, -270, -230, 280, None]


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
def test_an_unplayed_game(name: str) -> None:
    """As a Swiss event: the game of A against the newcomer does not count, and he expects 0.64 from each other one."""
    lines = (".=1=1", "=.==1", "0=.1 ", "==0.=", "00 =.")
    table = swiss_alike(name, crosstable([2100, 2000, 2000, 2000, None], *lines))

    assert table.rows[0].expected == 3 * 64


@pytest.mark.parametrize(("name", "last"), [(E2003, "00= ."), (E2009, "000 ."), (E2014, "000 .")])
def test_too_few_points_and_an_unplayed_game(name: str, last: str) -> None:
    """Who has too few points is left out in a Swiss event too: no Ru for him."""
    lines = (".=1=1", "=.==1", f"0=.1{'=' if last[2] == '=' else '1'}", "==0. ", last)
    table = swiss_alike(name, crosstable([2100, 2000, 2000, 2000, None], *lines))

    assert table.rows[-1].ru is None


@pytest.mark.parametrize("name", [E2003, E2009])
def test_two_rated_opponents_and_an_unplayed_game(name: str) -> None:
    """Two wins against rated opponents are too few games in a Swiss event (6.4.2; 6.41)."""
    lines = (".=1= ", "=.== ", "0=.10", "==0.0", "  11.")
    table = crosstable([2100, 2000, 2000, 2000, None], *lines)
    ours, read = made_crosstable(name, table), read_crosstable(name, table)

    assert read is not None
    assert ours is not None
    assert read.rows[-1].dropped
    assert ours.rows[-1].dropped is not None
