"""2003: a rated player is measured against the average of his event, each opponent first brought within 350 points."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from arpad import PlayerResult, edition, explain, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod
from arpad.regulations.workings.crosstable import Entrant, RoundRobin
from arpad.regulations.workings.round_robin import round_robin
from arpad.regulations.workings.round_robin_parts import robin_parts
from arpad.regulations.workings.warnings import notices

if TYPE_CHECKING:
    from pathlib import Path

LIST = date(2004, 4, 1)
START = date(2004, 2, 10)
END = date(2004, 2, 18)


def event(rating: int, opponents: list[int | None], scores: list[int], **more: str) -> Event:
    """An event under the edition of 2003: opponents and scores in hundredths, in order."""
    games = tuple(Game(opponent, score) for opponent, score in zip(opponents, scores, strict=True))
    return Event(START, END, rating, games, **more)


def period(rating: int, k: int, *events: Event) -> RatingPeriod:
    """A period of a player whose K is given."""
    return RatingPeriod("standard", LIST, Player(rating, k=k), events)


def rated(rating: int, opponents: list[int | None], scores: list[int], k: int = 15) -> PlayerResult:
    """The result of a period with one event."""
    return rate_player(period(rating, k, event(rating, opponents, scores)))


def numbers(result: PlayerResult, expected: dict[str, int]) -> dict[str, int]:
    """The numbers of the first event (average, expectation, We and so on) and, by their names, those of the period."""
    whole = result.events[0].working.whole
    return {name: whole[name] if name in whole else getattr(result, name) for name in expected}


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_the_average_of_the_opponents_gives_one_expectation_for_all_games() -> None:
    """Rc is the average of the opponents, and We is its PD times the number of games."""
    result = rated(2300, [2200, 2400, 2250, 2350], [100, 50, 50, 50])
    # Rc: 9200 / 4 = 2300. D = 0, PD .50, We 4 times .50 = 2.00. W - We = 0.50. Times 15: 7.50, half up 8.
    expected = {
        "average": 2300,
        "average_difference": 0,
        "average_expectation": 50,
        "expected": 200,
        "sum": 50,
        "unrounded": 750,
        "change": 8,
    }

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.4", edition="fide-2003-07")
def test_the_expectation_is_not_the_sum_of_the_games() -> None:
    """The PD of the average is used, not the PD of each game (14.4 says that this assumes a straight table)."""
    result = rated(2400, [2050, 2400], [100, 50], k=10)
    # Rc: (2050 + 2400) / 2 = 2225, D = 175, PD .73, We 1.46. Game by game it would be .89 + .50 = 1.39.
    expected = {"expected": 146, "sum": 4}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.3", edition="fide-2003-07")
@pytest.mark.article("10.5.7", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("rating", "average", "points", "k", "expected"),
    [
        pytest.param(2600, 2366, 8, 10, {"average_difference": 234, "expected": 711, "unrounded": 890}, id="A"),
        pytest.param(2500, 2344, 7, 10, {"average_difference": 156, "expected": 639, "unrounded": 610}, id="B"),
        pytest.param(2400, 2344, 6, 10, {"average_difference": 56, "expected": 522, "unrounded": 780}, id="D"),
        pytest.param(2150, 2359, 4, 15, {"average_difference": -209, "expected": 207, "unrounded": 2895}, id="F"),
        pytest.param(2300, 2353, 3, 15, {"average_difference": -53, "expected": 387, "unrounded": -1305}, id="G"),
        pytest.param(2300, 2353, 1, 15, {"average_difference": -53, "expected": 387, "unrounded": -4305}, id="J"),
    ],
)
def test_the_printed_lines_of_the_rated_players(
    rating: int, average: int, points: int, k: int, expected: dict[str, int]
) -> None:
    """With the printed Rc (B: 2344, E 3) nine games give the printed D, We and change of the example."""
    result = rated(rating, [average] * 9, [100] * points + [0] * (9 - points), k)

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.1", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("opponent", "counted", "average"),
    [
        pytest.param(2051, 349, 2051, id="349 above"),
        pytest.param(2050, 350, 2050, id="350 above"),
        pytest.param(2049, 350, 2050, id="351 above counts as 350"),
        pytest.param(1850, 350, 2050, id="550 above counts as 350"),
        pytest.param(2749, -349, 2749, id="349 below"),
        pytest.param(2750, -350, 2750, id="350 below"),
        pytest.param(2751, -350, 2750, id="351 below counts as 350"),
        pytest.param(2900, -350, 2750, id="500 below counts as 350"),
    ],
)
def test_a_difference_of_more_than_350_counts_as_350(opponent: int, counted: int, average: int) -> None:
    """An opponent more than 350 points away, on either side, is brought to exactly 350."""
    working = rated(2400, [opponent], [50], k=10).events[0].working

    assert [counted] == working.parts["counted_difference"]
    assert average == working.whole["average"]


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_each_opponent_is_limited_before_the_average_is_taken() -> None:
    """The limit moves the single opponent, not the difference from the average."""
    result = rated(2400, [1900, 2400], [100, 100], k=10)
    # 1900 counts as 2050. Rc: (2050 + 2400) / 2 = 2225, D = 175, PD .73, We 1.46.
    # From the average of the true ratings, 2150, D would be 250 (below the limit) and PD .81.
    expected = {"average": 2225, "expected": 146, "sum": 54, "unrounded": 540, "change": 5}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_the_limit_works_for_the_lower_rated_too() -> None:
    """A much stronger opponent is brought down to 350 above the player before the average is taken."""
    result = rated(2200, [2600, 2000], [0, 100])
    # 2600 counts as 2550. Rc: (2550 + 2000) / 2 = 2275, D = -75, PD .40, We 0.80. Unlimited: D = -100, PD .36.
    expected = {"average": 2275, "expected": 80, "unrounded": 300, "change": 3}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.1", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("opponents", "expected"),
    [
        pytest.param([2300, 2301], 2301, id="a half goes up"),
        pytest.param([2300, 2300, 2301], 2300, id="a third goes down"),
        pytest.param([2300, 2301, 2301], 2301, id="two thirds go up"),
        pytest.param([2300, 2300, 2300, 2301], 2300, id="a quarter goes down"),
    ],
)
def test_the_average_is_rounded_half_up(opponents: list[int | None], expected: int) -> None:
    """D has to be a whole number, so Rc is rounded, a half upwards (E 29 f)."""
    result = rated(2304, opponents, [50] * len(opponents))

    assert expected == result.events[0].working.whole["average"]


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_the_rounding_of_the_average_can_decide_the_expectation() -> None:
    """With Rc 2300.5 rounded to 2301 the difference from 2304 is 3 and PD .50; rounded down it would be 4 and .51."""
    result = rated(2304, [2300, 2301], [50, 50])
    expected = {"average_difference": 3, "expected": 100, "change": 0}

    assert expected == numbers(result, expected)


@pytest.mark.article("6.4", edition="fide-2003-07")
@pytest.mark.article("6.4.1", edition="fide-2003-07")
@pytest.mark.parametrize("system", ["swiss", "team"])
def test_unrated_opponents_do_not_count(system: str) -> None:
    """In a Swiss or team event the games against unrated opponents are neither in n, nor in W, nor in Rc."""
    one = event(2300, [2200, None, 2300, None], [100, 100, 50, 0], system=system)
    result = rate_player(period(2300, 15, one))
    # Rc: (2200 + 2300) / 2 = 2250, D = 50, PD .57, We 1.14; W 1.5 from the two games that count. 0.36 times 15.
    expected = {"games": 2, "score": 150, "average": 2250, "expected": 114, "unrounded": 540, "change": 5}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.5", edition="fide-2003-07")
def test_each_event_has_its_own_average() -> None:
    """The change is worked out event by event and only then added up."""
    first = event(2300, [2200, 2200], [100, 100])
    second = Event(date(2004, 2, 20), date(2004, 2, 22), 2300, (Game(2500, 0),))
    result = rate_player(period(2300, 15, first, second))
    # First: Rc 2200, D = 100, PD .64, We 1.28, W 2: 0.72. Second: Rc 2500, D = -200, PD .24, W 0: -0.24.
    # 0.48 times 15 = 7.20. As one event: Rc 2300, We 1.50, 0.50 times 15 = 7.50.
    expected = ([72, -24], 48, 720, 7)
    actual = ([one.working.whole["sum"] for one in result.events], result.sum, result.unrounded, result.change)

    assert expected == actual


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_a_round_robin_of_rated_players_has_the_average_of_the_opponents() -> None:
    """Rc = (Ra (n + 1) - R) / n is, where all are rated, the average of the opponents."""
    one = event(2400, [2300, 2350, 2250], [100, 50, 50], system="roundrobin")
    result = rate_player(period(2400, 10, one))
    # Field 2400, 2300, 2350, 2250: Ra 2325. Rc of the first: (2325 times 4 - 2400) / 3 = 2300. D = 100, PD .64.
    expected = {"average": 2300, "expected": 192, "sum": 8}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.3", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("name", "difference", "expectation"),
    [
        # R - Rc: 2400 - 2300. As printed R - Ra: 2400 - 2325, the average of the whole field (E 4).
        pytest.param("fide-2003-07", 100, 64, id="from Rc"),
        pytest.param("fide-2003-07-print", 75, 60, id="as printed, from Ra"),
    ],
)
def test_the_difference_is_taken_from_the_average_of_the_opponents(
    name: str, difference: int, expectation: int
) -> None:
    """D is the player's rating less Rc, with PD from table b; the print takes the average of the field instead."""
    one = event(2400, [2300, 2350, 2250], [100, 50, 50], system="roundrobin")
    result = rate_player(RatingPeriod("standard", LIST, Player(2400, k=10), (one,), name))
    expected = {"average_difference": difference, "average_expectation": expectation}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.4", edition="fide-2003-07")
def test_a_game_has_no_change_of_its_own() -> None:
    """By the average of the event no single game has an expectation or a change."""
    result, lines = explain(period(2300, 15, event(2300, [2200, 2400], [100, 50])))
    expected = {"difference", "counted_difference"}

    assert result.events[0].working.parts.keys() & {"expected", "change"} == set()
    assert expected == {line.name for line in lines if line.game is not None}


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_an_event_without_rated_opponents_changes_nothing() -> None:
    """Where no game counts, the sum is 0 and the rating stays."""
    result = rated(2300, [None, None], [100, 50])
    expected = {"games": 0, "sum": 0, "change": 0, "new_rating": 2300}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.1", edition="fide-2003-07")
def test_an_event_without_rated_opponents_has_no_average() -> None:
    """There is no average of nobody, so the explanation states neither Rc nor D nor PD."""
    _, lines = explain(period(2300, 15, event(2300, [None, None], [100, 50])))
    stated = {line.name for line in lines if line.event == 0}

    assert stated & {"average", "average_difference", "average_expectation"} == set()


def met(*pairs: tuple[str, int]) -> tuple[Game, ...]:
    """Draws against opponents with these names and ratings."""
    return tuple(Game(rating, 50, opponent_id=name) for name, rating in pairs)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("rating", "games", "expected"),
    [
        # n is the number of opponents: (2000 + 2100 + 2350) / 3 = 2150, D = -150, PD .30, We 5 times .30; W 2.5.
        pytest.param(
            2000,
            met(("A", 2000), ("B", 2100), ("C", 2400), ("C", 2400), ("C", 2400)),
            {"games": 5, "average": 2150, "expected": 150, "sum": 100},
            id="two play-off games with 2400",
        ),
        # (2000 + 2200) / 2 = 2100; by games it would be 2133.
        pytest.param(
            2100,
            met(("A", 2000), ("B", 2200), ("B", 2200)),
            {"games": 3, "average": 2100, "average_difference": 0, "expected": 150, "sum": 0},
            id="a play-off with 2200",
        ),
        # Everybody twice: the same either way.
        pytest.param(
            2100,
            met(("A", 2000), ("B", 2200), ("B", 2200), ("A", 2000)),
            {"games": 4, "average": 2100, "expected": 200},
            id="a double round robin",
        ),
    ],
)
def test_a_play_off_does_not_change_the_average_of_a_round_robin(
    rating: int, games: tuple[Game, ...], expected: dict[str, int]
) -> None:
    """In Rc = (Ra (n + 1) - R) / n everybody is once; We is PD for each game (R-039)."""
    one = Event(START, END, rating, games, system="roundrobin")

    assert expected == numbers(rate_player(period(rating, 15, one)), expected)


@pytest.mark.article("10.5.1", edition="fide-2003-07")
@pytest.mark.parametrize("system", ["swiss", "team", "scheveningen"])
def test_elsewhere_the_average_is_that_of_the_games(system: str) -> None:
    """A Swiss or team event has no formula with n: who was met twice is twice among the opponents."""
    one = Event(START, END, 2100, met(("A", 2000), ("B", 2200), ("B", 2200)), system=system)
    expected = {"average": 2133, "average_difference": -33}

    assert expected == numbers(rate_player(period(2100, 15, one)), expected)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_without_names_every_game_is_against_somebody_else() -> None:
    """A note asks for names where the number of opponents says that somebody was met more often than the cycles."""
    games = tuple(Game(rating, 50) for rating in (2000, 2200, 2200))
    open_question = Event(START, END, 2100, games, system="roundrobin", field=2)
    result = rate_player(period(2100, 15, open_question))

    assert numbers(result, {"average": 2133}) == {"average": 2133}
    assert [notice.code for notice in notices(result)] == ["opponents_not_named_in_robin"]
    for plain in (
        Event(START, END, 2100, games, system="roundrobin"),
        Event(START, END, 2100, games, system="roundrobin", field=3),
        Event(START, END, 2100, met(("A", 2000), ("B", 2200), ("B", 2200)), system="roundrobin", field=2),
    ):
        assert notices(rate_player(period(2100, 15, plain))) == ()


def table(name: str, cells: list[list[list[int]]], *ratings: int | None, cycles: int | None = 1) -> RoundRobin:
    """A round robin of A, B, C, D."""
    entrants = [Entrant(letter, rating) for letter, rating in zip("ABCD", ratings, strict=False)]
    return round_robin(edition(name), entrants, cells, cycles)


DRAWS = [[[] if i == j else [50] for j in range(4)] for i in range(4)]
"""Everybody drew with everybody."""


def with_more(cells: list[list[list[int]]], one: int, other: int, more: int) -> list[list[list[int]]]:
    """Let two draw so many games more, or fewer."""
    made = [[list(cell) for cell in line] for line in cells]
    for i, j in ((one, other), (other, one)):
        made[i][j] = [50] * (len(made[i][j]) + more)
    return made


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("cells", "rc", "sum_of_it"),
    [
        # A (2000) met 2000, 2100 and 2400 (as 2350): 2150, We .30 a game.
        pytest.param(DRAWS, 2150, 60, id="single"),
        pytest.param(with_more(DRAWS, 0, 3, 2), 2150, 100, id="two play-offs with D"),
        # B and C did not play: a Swiss event, by games: (2000 + 2100 + 3 * 2350) / 5 = 2230, PD .21.
        pytest.param(with_more(with_more(DRAWS, 0, 3, 2), 1, 2, -1), 2230, 145, id="an unplayed game"),
    ],
)
def test_the_crosstable_of_rated_players(cells: list[list[list[int]]], rc: int, sum_of_it: int) -> None:
    """`round_robin` has the same average as the player's own period."""
    row = table("fide-2003-07", cells, 2000, 2000, 2100, 2400).rows[0]

    assert (row.rc, row.sum) == (rc, sum_of_it)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_a_smaller_round_robin_has_everybody_once() -> None:
    """D, unrated, has half a point and is left out: A met B and C, C three times (E 25 c)."""
    cells = with_more(DRAWS, 0, 2, 2)
    for other in (0, 1):
        cells[3][other], cells[other][3] = [0], [100]
    row = table("fide-2003-07", cells, 2000, 2000, 2300, None).rows[0]

    # (2000 + 2300) / 2 = 2150, D = -150, PD .30, four games.
    assert (row.games, row.rc, row.expected) == (4, 2150, 120)


@pytest.mark.article("10.5.3", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("name", "differences"),
    [
        pytest.param("fide-2003-07", [234, 156, 56, -209, -53, -53], id="from Rc(new)"),
        pytest.param("fide-2003-07-print", [252, 152, 52, -198, -48, -48], id="as printed, from Ra"),
    ],
)
def test_the_difference_in_a_crosstable(name: str, differences: list[int]) -> None:
    """The print takes D from Ra, the average of the whole table: in the example 2348 for everybody (E 4)."""
    points = {"A": 8, "B": 7, "C": 7, "D": 6, "E": 6, "F": 4, "G": 3, "H": 2, "I": 1, "J": 1}
    ratings = {"A": 2600, "B": 2500, "D": 2400, "F": 2150, "G": 2300, "J": 2300}
    entrants = [Entrant(letter, ratings.get(letter), 10) for letter in points]
    made = round_robin(edition(name), entrants, beaten(list(points.values())), 1)
    rows = [row for row in made.rows if row.entrant.rating is not None]

    assert made.ra == 2348
    assert [row.difference for row in rows] == differences
    for row in rows:
        assert row.pd is not None
        assert row.expected == 9 * row.pd


@pytest.mark.article("10.5.3", edition="fide-2003-07")
def test_the_difference_in_a_crosstable_of_rated_players() -> None:
    """Four rated players: as printed, D is taken from Ra 2125, by the edition from Rc."""
    of_print = table("fide-2003-07-print", DRAWS, 2000, 2000, 2100, 2400).rows[0]
    of_edition = table("fide-2003-07", DRAWS, 2000, 2000, 2100, 2400).rows[0]

    assert (of_print.difference, of_edition.difference) == (-125, -150)


@pytest.mark.article("10.5.3", edition="fide-2003-07")
def test_the_parts_of_a_crosstable_have_that_difference() -> None:
    """A player's own period, with the average that the table gives, comes to the same."""
    law = edition("fide-2003-07-print")
    entrants = [Entrant("A", 2000), Entrant("B", 2300), Entrant("C", 2100), Entrant("D", None)]
    cells = [[[(1, score) for score in cell] for cell in line] for line in DRAWS]
    made, parts = robin_parts(law, entrants, cells, 1)
    for row, part in zip(made.rows[:3], parts[:3], strict=True):
        one = Event(START, END, row.entrant.rating, part.games, system=part.system, average=part.average)
        result = rate_player(RatingPeriod("standard", LIST, Player(row.entrant.rating, k=15), (one,), law.id))

        assert row.difference == (row.entrant.rating or 0) - (made.ra or 0)
        assert result.sum == row.sum


def beaten(points: list[int]) -> list[list[list[int]]]:
    """A crosstable in which everybody has so many wins: the strongest beat those who may still lose."""
    size = len(points)
    cells: list[list[list[int]]] = [[[] for _ in points] for _ in points]
    wanted = dict(enumerate(points))
    for one in sorted(wanted, key=lambda index: -points[index]):
        others = sorted(
            (other for other in range(size) if other != one and not cells[one][other]), key=lambda index: wanted[index]
        )
        for place, other in enumerate(others):
            won = place < wanted[one]
            cells[one][other], cells[other][one] = ([100], [0]) if won else ([0], [100])
            wanted[other] -= 0 if won else 1
        wanted[one] = 0

    assert [sum(score for cell in line for score in cell) for line in cells] == [100 * each for each in points]
    return cells


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_the_other_reading_of_play_offs_can_be_selected(tmp_path: Path) -> None:
    """With `average_counts` on games, the play-off counts in the average too: 2230 and 1.45 (R-039)."""
    place = tmp_path / "games.toml"
    place.write_text(
        'id = "games"\nderives = "fide-2003-07"\ntitle = "2003, the average by games (R-039)"\n[provisions]\n'
        'average_counts = { article = "10.5.1 [3]", value = "games" }\n',
        encoding="utf-8",
    )
    games = met(("A", 2000), ("B", 2100), ("C", 2400), ("C", 2400), ("C", 2400))
    one = Event(START, END, 2000, games, system="roundrobin")
    result = rate_player(RatingPeriod("standard", LIST, Player(2000, k=15), (one,), str(place)))
    expected = {"average": 2230, "sum": 145}

    assert expected == numbers(result, expected)


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_the_average_of_a_round_robin_cites_its_reading() -> None:
    """The line of Rc names R-039 in a round robin, and not in a Swiss event."""
    for system, cited in (("roundrobin", True), ("swiss", False)):
        one = Event(START, END, 2100, met(("A", 2000), ("B", 2200), ("B", 2200)), system=system)
        _, lines = explain(period(2100, 15, one))
        readings = {
            reading for line in lines if line.name == "average" for each in line.citations for reading in each.readings
        }

        assert ("R-039" in readings) is cited
