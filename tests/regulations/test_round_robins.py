"""Round robins with unrated players, to 2021: small tables worked out by hand, beside the printed ones elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arpad import Entrant, RefusedError, RoundRobin, edition
from arpad.regulations.workings.crosstable import rated_how
from arpad.regulations.workings.round_robin import round_robin

WON, DREW, LOST = 100, 50, 0
SMALL = [Entrant("A", 2200, 20), Entrant("B", None), Entrant("C", 2100, 20)]
"""A draws with B and beats C, B draws with C: A 1.5, B 1, C ½."""
SMALL_RESULTS = [[[], [DREW], [WON]], [[DREW], [], [DREW]], [[LOST], [DREW], []]]


def table(name: str, entrants: list[Entrant], upper: dict[str, list[int]], announced: int | None = None) -> RoundRobin:
    """Work out a table given by the scores of the first player of each pair, such as `AB`."""
    names = [entrant.id for entrant in entrants]
    results: list[list[list[int]]] = [[[] for _ in names] for _ in names]
    for pair, scores in upper.items():
        one, other = names.index(pair[0]), names.index(pair[1])
        results[one][other] = scores
        results[other][one] = [100 - score for score in scores]
    return round_robin(edition(name), entrants, results, announced)


@pytest.mark.article("8.21 (b) I", edition="fide-2014-07")
@pytest.mark.article("8.21 (b) II", edition="fide-2014-07")
@pytest.mark.article("8.21 (b) III", edition="fide-2014-07")
@pytest.mark.article("8.52", edition="fide-2014-07")
@pytest.mark.article("8.52", edition="fide-2009-07")
@pytest.mark.parametrize("name", ["fide-2009-07", "fide-2014-07", "mssz-2017-01", "fide-2017-07", "fide-2021-02"])
def test_three_players_game_by_game(name: str) -> None:
    """The dp of A and C, 193 and -193, cancel: Ra 2150 is B's rating. A expects .57 and .64, C .36 and .43."""
    found = round_robin(edition(name), SMALL, SMALL_RESULTS)
    a, b, c = found.rows

    assert (found.rar, found.dpa, found.ra) == (2150, 0, 2150)
    assert (a.p, a.dp, c.p, c.dp) == (75, 193, 25, -193)
    assert (b.rc, b.ru, b.rc_new, b.ru_new) == (2150, 2150, 2150, 2150)
    assert (a.expected, a.sum, a.change) == (121, 29, 580)
    assert (c.expected, c.sum, c.change) == (79, -29, -580)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.article("10.2.1b", edition="fide-2003-07")
@pytest.mark.article("10.2.1b (i)", edition="fide-2003-07")
@pytest.mark.article("10.2.1b (ii)", edition="fide-2003-07")
@pytest.mark.article("10.2.1b (iii)", edition="fide-2003-07")
def test_three_players_by_the_average() -> None:
    """2003: A's opponents average (3 x 2150 - 2200)/2 = 2125, D 75 is PD .60; C's 2175, D -75 is .40."""
    a, b, c = round_robin(edition("fide-2003-07"), SMALL, SMALL_RESULTS).rows

    assert (a.rc, a.rc_new, a.difference, a.pd, a.expected, a.sum, a.change) == (2125, 2125, 75, 60, 120, 30, 600)
    assert (c.rc, c.difference, c.pd, c.expected, c.sum) == (2175, -75, 40, 80, -30)
    assert b.ru_new == 2150


@pytest.mark.article("8.21 (b)(iii)", edition="fide-2009-07")
@pytest.mark.article("8.21 (b)(ii)", edition="fide-2009-07")
@pytest.mark.article("8.21 (b)(i)", edition="fide-2009-07")
def test_double_round_robin_counts_opponents_once() -> None:
    """The n of the rule is the number of opponents, 2, also where each is met twice (E 25).

    A 3½ of 4 is .88 and 336, C 1½ is .38 and -87: dpa 124.5, Ra = 2150 - 124.5 x 2/3 = 2067. B has 1 of 4, .25, dp
    -193 x 2/3 = -128.67: 1938.
    """
    games = {"AB": [WON, WON], "AC": [WON, DREW], "BC": [DREW, DREW]}
    found = table("fide-2009-07", SMALL, games)
    a, b, c = found.rows

    assert (found.dpa, found.ra) == (Fraction(249, 2), 2067)
    assert (a.games, a.p, a.dp, c.p, c.dp) == (4, 88, 336, 38, -87)
    assert (b.p, b.dp, b.ru, b.ru_new) == (25, -193, 1938, 1938)
    # A: twice D 262 is PD .82, twice 100 is .64; C: twice 162 is .71, twice -100 is .36.
    assert (a.expected, c.expected) == (292, 214)


@pytest.mark.article("6.2", edition="fide-2009-07")
@pytest.mark.article("6.43", edition="fide-2009-07")
@pytest.mark.article("6.4", edition="fide-2014-07")
@pytest.mark.parametrize("name", ["fide-2009-07", "fide-2014-07"])
def test_play_off_stays_in_the_round_robin(name: str) -> None:
    """Only a game that was not played makes it a Swiss event; one more between A and C counts like the others (R-031).

    A has 2½ of 3, .83 and 273, C the rest: dpa 0, Ra 2150 is B's rating. A expects .57 and twice .64, C twice .36 and
    .43.
    """
    found = table(name, SMALL, {"AB": [DREW], "AC": [WON, WON], "BC": [DREW]})
    a, b, c = found.rows

    assert (found.method, found.cycles, found.dpa, found.ra, found.notes) == ("roundrobin", 1, 0, 2150, ())
    assert (a.games, a.p, a.dp, c.p, c.dp, b.ru_new) == (3, 83, 273, 17, -273, 2150)
    assert (a.expected, a.sum, c.expected, c.sum) == (185, 65, 115, -65)


@pytest.mark.article("6.2", edition="fide-2003-07")
@pytest.mark.article("6.4.3", edition="fide-2003-07")
def test_play_off_by_the_average() -> None:
    """2003: the opponents' average has everybody once, A 2125 and C 2175; three games make We 1.80 and 1.20."""
    a, _, c = table("fide-2003-07", SMALL, {"AB": [DREW], "AC": [WON, WON], "BC": [DREW]}).rows

    assert (a.rc_new, a.difference, a.pd, a.expected, a.sum) == (2125, 75, 60, 180, 70)
    assert (c.rc_new, c.pd, c.expected, c.sum) == (2175, 40, 120, -70)


def test_play_off_of_an_unrated_player() -> None:
    """The n of the rule stays the number of opponents, 2, although B has three games.

    A 1½ of 2 is 193, C 2 of 3 is .67 and 125: dpa 159, Ra = 2150 - 159 x 2/3 = 2044. B has ½ of 3, .17, dp -273 x 2/3
    = -182: 1862.
    """
    found = table("fide-2014-07", SMALL, {"AB": [WON], "AC": [DREW], "BC": [DREW, LOST]})
    b = found.rows[1]

    assert (found.dpa, found.ra) == (159, 2044)
    assert (b.games, b.p, b.dp, b.ru, b.ru_new) == (3, 17, -273, 1862, 1862)


@pytest.mark.parametrize(
    ("games", "announced", "method", "cycles"),
    [
        ({"AB": [DREW], "AC": [WON, WON], "BC": [DREW]}, None, "roundrobin", 1),
        ({"AB": [DREW, DREW], "AC": [WON, WON], "BC": [DREW]}, None, "swiss", 2),
        ({"AB": [DREW, DREW], "AC": [WON, WON], "BC": [DREW]}, 1, "roundrobin", 1),
        ({"AB": [DREW, DREW], "AC": [WON, WON], "BC": [DREW, DREW]}, 1, "roundrobin", 2),
        ({"AB": [DREW], "AC": [WON], "BC": [DREW]}, 2, "swiss", 2),
        ({"AB": [DREW], "AC": [WON, WON], "BC": []}, None, "swiss", 1),
    ],
)
def test_how_often_everybody_should_have_met(
    games: dict[str, list[int]], announced: int | None, method: str, cycles: int
) -> None:
    """As announced; where nothing is said, as often as most pairs did, so that one short cell is a missing game."""
    found = table("fide-2014-07", SMALL, games, announced)

    assert (found.method, found.cycles) == (method, cycles)


@pytest.mark.article("8.58 [1]", edition="fide-2009-07")
@pytest.mark.article("8.58 [1]", edition="fide-2014-07")
@pytest.mark.parametrize("name", ["fide-2009-07", "fide-2014-07"])
def test_opponent_far_away_counts_at_the_limit(name: str) -> None:
    """B loses to A and draws with C: p .25, and A is more than 400 above him.

    A 2600 has 2 of 2, dp 800; C 2000 has ½ of 2, dp -193; dpa 303.5, Ra = 2300 - 303.5 x 2/3 = 2097.67, so 2098.
    B: -193 x 2/3 = -128.67, 1969. A counts as 2369 for him, 231 less: 2098 - 231/2 = 1982.5, so 1983, and B 1854.
    """
    strong = [Entrant("A", 2600, 10), Entrant("B", None), Entrant("C", 2000, 20)]
    a, b, c = table(name, strong, {"AB": [WON], "AC": [WON], "BC": [DREW]}).rows

    assert (b.rc, b.ru, b.limited, b.rc_new, b.ru_new) == (2098, 1969, (("A", 2369),), 1983, 1854)
    # A: 746 and 600 count as 400, .92 each; C against 1854: D 146 is .70, against A .08.
    assert (a.expected, c.expected) == (184, 78)


@pytest.mark.parametrize(
    ("name", "score", "part_result", "dropped"),
    [
        pytest.param("fide-2003-07", DREW, False, True, marks=pytest.mark.article("6.1", edition="fide-2003-07")),
        pytest.param("fide-2003-07", WON, False, False, marks=pytest.mark.article("6.1", edition="fide-2003-07")),
        pytest.param("fide-2009-07", LOST, False, True, marks=pytest.mark.article("6.1", edition="fide-2009-07")),
        pytest.param("fide-2009-07", LOST, True, True, marks=pytest.mark.article("6.1", edition="fide-2009-07")),
        pytest.param("fide-2009-07", DREW, False, False, marks=pytest.mark.article("6.1", edition="fide-2009-07")),
        pytest.param("fide-2014-07", LOST, False, True, marks=pytest.mark.article("6.1", edition="fide-2014-07")),
        pytest.param("fide-2014-07", LOST, True, False, marks=pytest.mark.article("6.1", edition="fide-2014-07")),
        pytest.param("fide-2014-07", DREW, False, False, marks=pytest.mark.article("6.1", edition="fide-2014-07")),
    ],
)
def test_player_dropped_for_the_opponents(name: str, score: int, part_result: bool, dropped: bool) -> None:
    """Who has too little is left out of the table, and the opponents have no game against that player."""
    field = [Entrant("A", 2200, 20), Entrant("B", None, part_result=part_result), Entrant("C", 2100, 20)]
    field.append(Entrant("D", 2000, 20))
    games = {"AB": [WON], "AC": [DREW], "AD": [DREW], "BC": [score], "BD": [LOST], "CD": [DREW]}
    a, b, c, d = table(name, field, games).rows

    assert (b.dropped is not None, b.ru_new is None) == (dropped, dropped)
    assert [one.games for one in (a, c, d)] == [2 if dropped else 3] * 3
    assert a.score == (100 if dropped else 200)
    # 2009: after an earlier result the zero counts for the player: three games at 2100.
    own = (b.rc, b.counts_for_player) == (2100, True)
    assert own == (name == "fide-2009-07" and part_result)


@pytest.mark.article("6.1", edition="fide-2009-07")
@pytest.mark.parametrize("name", ["fide-2009-07", "fide-2011-07", "fide-2013-07"])
@pytest.mark.parametrize("part_result", [False, True])
def test_zero_after_a_result_counts_for_the_player_only(name: str, *, part_result: bool) -> None:
    """R-043: A, C and U draw, so Ra is 2000; B's first Ru is 2000 - 800 x 3/4 = 1400, and everybody counts at 1800."""
    field = [Entrant("A", 2000, 15), Entrant("B", None, part_result=part_result), Entrant("C", 2000, 15)]
    field.append(Entrant("U", None))
    games = {"AB": [WON], "AC": [DREW], "AU": [DREW], "BC": [LOST], "BU": [LOST], "CU": [DREW]}
    found = table(name, field, games)
    a, b, _, u = found.rows

    assert (found.ra, a.games, a.sum, u.games, u.ru_new) == (2000, 2, 0, 2, 2000)
    assert (b.dropped, b.counts_for_player) == ("score_too_low", part_result)
    assert (b.rc, b.ru, b.rc_new, b.ru_new) == ((2000, 1400, 1800, 1200) if part_result else (None,) * 4)
    assert b.limited == ((("A", 1800), ("C", 1800), ("U", 1800)) if part_result else ())


@pytest.mark.article("6.4.3", edition="fide-2003-07")
@pytest.mark.article("6.43", edition="fide-2009-07")
@pytest.mark.article("6.4", edition="fide-2014-07")
@pytest.mark.parametrize(("name", "ru"), [("fide-2003-07", None), ("fide-2009-07", None), ("fide-2014-07", 2150)])
def test_unplayed_game_makes_it_a_swiss(name: str, ru: int | None) -> None:
    """A and C did not play: only games between rated players would count, and there are none.

    B has a draw with each of 2200 and 2100: two rated opponents are too few before 2011.
    """
    found = table(name, SMALL, {"AB": [DREW], "BC": [DREW]})
    a, b, c = found.rows

    assert (found.method, found.ra, [note.code for note in found.notes]) == ("swiss", None, ["as_swiss"])
    assert (a.games, a.change, c.games, c.change) == (0, 0, 0, 0)
    assert (b.games, b.score, b.ru, b.dropped) == (2, 100, ru, None if ru else "too_few_rated")


@pytest.mark.parametrize("name", ["fide-2022-01", "fide-2024-03", "fide-2025-10"])
def test_from_2022_unrated_opponents_do_not_count(name: str) -> None:
    """The method is gone: A and C have one game each, against each other."""
    found = table(name, SMALL, {"AB": [DREW], "AC": [WON], "BC": [DREW]})

    assert found.method == "swiss"
    # D 100: .64
    assert [row.sum for row in found.rows] == [36, None, -36]


@pytest.mark.parametrize(
    ("name", "has_unrated", "lacks", "worked_out", "like_swiss"),
    [
        pytest.param("fide-2003-07", True, False, True, False, id="2003 by the table"),
        pytest.param("fide-2003-07", True, True, True, True, id="2003 with a gap"),
        pytest.param("fide-2003-07", False, True, False, True, id="2003 of rated players with a gap: n is another"),
        pytest.param("fide-2003-07", False, False, False, False, id="2003 of rated players"),
        pytest.param("fide-2009-07", True, True, True, True, id="2009 with a gap"),
        pytest.param("fide-2009-07", False, True, False, False, id="2009 of rated players: game by game"),
        pytest.param("fide-2021-02", True, False, True, False, id="2021 by the table"),
        pytest.param("fide-2022-01", True, True, False, False, id="2022 has no tables"),
    ],
)
def test_how_a_round_robin_is_rated(
    name: str, has_unrated: bool, lacks: bool, worked_out: bool, like_swiss: bool
) -> None:
    """By its table with unrated players, to 2021; like a Swiss event with a gap, where the gap makes a difference."""
    how = rated_how(edition(name), has_unrated=has_unrated, lacks_a_game=lacks)

    assert (how["is_worked_out"], how["is_like_swiss"]) == (worked_out, like_swiss)


def test_nobody_rated_is_refused() -> None:
    """Without a rated player there is no average."""
    with pytest.raises(RefusedError, match="Nobody in this round robin is rated"):
        table("fide-2014-07", [Entrant("A", None), Entrant("B", None)], {"AB": [DREW]})


@pytest.mark.article("10.1", edition="fide-2003-07")
def test_all_points_are_undefined_in_2003() -> None:
    """A rated player with all points has no dp in 2003 (E 42); later editions have 800."""
    games = {"AB": [WON], "AC": [WON], "BC": [WON]}

    with pytest.raises(RefusedError, match="leaves dp undefined"):
        table("fide-2003-07", SMALL, games)
    assert table("fide-2009-07", SMALL, games).rows[0].dp == 800


def test_contradictions_are_all_named() -> None:
    """A table with three faults gets three sentences."""
    twice = [Entrant("A", 2200), Entrant("A", None), Entrant("C", 2100)]
    results = [[[DREW], [WON], [WON]], [[DREW], [], [DREW]], [[LOST, DREW], [DREW], []]]
    with pytest.raises(RefusedError) as refused:
        round_robin(edition("fide-2014-07"), twice, results)

    codes = ["player_twice", "against_himself", "more_than_a_point", "one_sided"]
    assert [problem.code for problem in refused.value.problems] == codes


def test_order_of_players_does_not_matter() -> None:
    """The same table written from the last player to the first gives everybody the same numbers."""
    there = round_robin(edition("fide-2014-07"), SMALL, SMALL_RESULTS)
    back = round_robin(edition("fide-2014-07"), SMALL[::-1], [line[::-1] for line in SMALL_RESULTS[::-1]])

    assert there.rows == back.rows[::-1]
