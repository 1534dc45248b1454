"""Tables a and b, every cell, against a second form typed from the documents; and the misprints of the prints."""

from __future__ import annotations

from itertools import pairwise

import pytest

from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import edition

# Table a: dp for a score of .00, .01, … .99, 1.0, ten in a row.
DP = [
    *(-800, -677, -589, -538, -501, -470, -444, -422, -401, -383),
    *(-366, -351, -336, -322, -309, -296, -284, -273, -262, -251),
    *(-240, -230, -220, -211, -202, -193, -184, -175, -166, -158),
    *(-149, -141, -133, -125, -117, -110, -102, -95, -87, -80),
    *(-72, -65, -57, -50, -43, -36, -29, -21, -14, -7),
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
]

# Table b: the largest difference at which the higher-rated player's expectation is .50, .51, … .99; above that 1.0.
LAST_OF_CLASS = [
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
]
BEYOND = 2000
"""More than any two ratings differ."""

TEXTS = ["fide-2003-07", "fide-2009-07", "fide-2014-07", "mssz-2017-01", "fide-2024-03"]
TEXTS_AND_TWINS = [
    *TEXTS,
    "fide-2003-07-print",
    "fide-2009-07-print",
    "fide-2014-07-print",
    "mssz-2017-01-print",
    "fide-2024-03-print",
]
OTHERS = [
    "fide-2006-04",
    "fide-2011-07",
    "fide-2012-07",
    "fide-2013-07",
    "fide-2017-07",
    "fide-2021-02",
    "fide-2022-01",
    "fide-2025-10",
    "fide-2026-01",
    "fide-rb-2012-01",
    "fide-rb-2022-01",
    "fide-rb-2022-10",
    "fide-rb-2024-03",
    "fide-rb-2024-12",
]
OPEN_ENDS = ["fide-2003-07", "fide-2003-07-print", "fide-2006-04"]
CLOSED_ENDS = [name for name in TEXTS_AND_TWINS + OTHERS if name not in [*OPEN_ENDS, "fide-2024-03-print"]]
MISPRINTED_B = ["fide-2003-07-print", "fide-2009-07-print"]
CLEAN_B = [name for name in TEXTS_AND_TWINS + OTHERS if name not in MISPRINTED_B]


def difference(name: str, per_cent: int) -> int:
    """Give dp of a score in table a of an edition."""
    return edition(name).table("percentage_table").at(per_cent)


def expectation(name: str, gap: int) -> int:
    """Give PD of a difference in table b of an edition, in hundredths."""
    return edition(name).table("expectation_table").at(gap)


def typed_expectation(gap: int) -> int:
    """Give PD by the second form of table b: the number of classes that end below the difference."""
    higher = 50 + sum(last < abs(gap) for last in LAST_OF_CLASS)
    return higher if gap >= 0 else 100 - higher


def refusal_of(name: str, table: str, key: int) -> str:
    """Ask for a cell that is not there, and give the sentence of the refusal."""
    with pytest.raises(RefusedError) as refusal:
        edition(name).table(table).at(key)
    problem = refusal.value.problems[0]

    assert problem.code == "table_cell"
    return problem.message


def test_the_second_form_is_complete() -> None:
    """The typed tables have 101 and 50 entries, from 0 to 800 and to 735."""
    expected = 101, 50, 800, 735
    actual = len(DP), len(LAST_OF_CLASS), DP[-1], LAST_OF_CLASS[-1]

    assert expected == actual


@pytest.mark.parametrize("name", CLOSED_ENDS)
@pytest.mark.article("8.1(a)", edition="fide-2009-07")
@pytest.mark.article("8.1 a", edition="fide-2014-07")
@pytest.mark.article("App. I 8.1 a", edition="mssz-2017-01")
@pytest.mark.article("8.1 a", edition="fide-2024-03")
def test_every_cell_of_table_a(name: str) -> None:
    """Table a gives the typed difference for each of the 101 percentages, the ends as 800."""
    expected = DP
    actual = [difference(name, per_cent) for per_cent in range(101)]

    assert expected == actual


@pytest.mark.parametrize("name", OPEN_ENDS)
@pytest.mark.article("10.1a", edition="fide-2003-07")
def test_every_cell_of_table_a_with_open_ends(name: str) -> None:
    """In 2003 table a is the same for the 99 percentages between 0 and 100."""
    expected = DP[1:100]
    actual = [difference(name, per_cent) for per_cent in range(1, 100)]

    assert expected == actual


@pytest.mark.parametrize("name", OPEN_ENDS)
@pytest.mark.parametrize("per_cent", [0, 100])
@pytest.mark.article("10.1", edition="fide-2003-07")
def test_the_ends_of_table_a_are_undefined_in_2003(name: str, per_cent: int) -> None:
    """At 0 and 100 % the table of 2003 is blank: the question is refused, no 800 is put in."""
    message = refusal_of(name, "percentage_table", per_cent)

    assert f"{per_cent} %" in message
    assert "undefined" in message


@pytest.mark.parametrize("per_cent", [-1, 101])
def test_there_is_no_percentage_outside_the_table(per_cent: int) -> None:
    """A score below 0 or above 100 % is refused with the number."""
    message = refusal_of("fide-2024-03", "percentage_table", per_cent)

    assert str(per_cent) in message


@pytest.mark.parametrize("name", CLEAN_B)
@pytest.mark.article("10.1b", edition="fide-2003-07")
@pytest.mark.article("8.1(b)", edition="fide-2009-07")
@pytest.mark.article("8.1 b", edition="fide-2014-07")
@pytest.mark.article("App. I 8.1 b", edition="mssz-2017-01")
@pytest.mark.article("8.1 b", edition="fide-2024-03")
def test_every_cell_of_table_b(name: str) -> None:
    """Table b gives the typed expectation for every difference, of the higher and of the lower player."""
    gaps = range(-BEYOND, BEYOND + 1)
    expected = [typed_expectation(gap) for gap in gaps]
    actual = [expectation(name, gap) for gap in gaps]

    assert expected == actual


@pytest.mark.parametrize(
    ("gap", "per_cent"),
    [
        (0, 50),
        (3, 50),
        (-3, 50),
        (4, 51),
        (-4, 49),
        (344, 88),
        (345, 89),
        (357, 89),
        (358, 90),
        (400, 92),
        (-400, 8),
        (619, 98),
        (620, 99),
        (735, 99),
        (-735, 1),
        (736, 100),
        (-736, 0),
        (2882, 100),
        (-2882, 0),
    ],
)
@pytest.mark.article("8.1 b", edition="fide-2024-03")
def test_the_edges_of_table_b(gap: int, per_cent: int) -> None:
    """A class holds from its first to its last printed difference; above 735 the expectation is 1.0 and .00."""
    expected = per_cent
    actual = expectation("fide-2024-03", gap)

    assert expected == actual


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.article("10.1", edition="fide-2003-07")
@pytest.mark.article("8.1", edition="fide-2009-07")
@pytest.mark.article("8.1", edition="fide-2014-07")
@pytest.mark.article("App. I 8.1", edition="mssz-2017-01")
@pytest.mark.article("8.1", edition="fide-2024-03")
def test_the_two_expectations_of_a_game_sum_to_one(name: str) -> None:
    """PD of a difference and PD of its mirror image make one point, for every difference."""
    gaps = range(BEYOND + 1)
    expected = [100] * len(gaps)
    actual = [expectation(name, gap) + expectation(name, -gap) for gap in gaps]

    assert expected == actual


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.article("10.1", edition="fide-2003-07")
@pytest.mark.article("8.1", edition="fide-2009-07")
@pytest.mark.article("8.1", edition="fide-2014-07")
@pytest.mark.article("App. I 8.1", edition="mssz-2017-01")
@pytest.mark.article("8.1", edition="fide-2024-03")
def test_a_score_and_its_mirror_image_differ_by_the_sign(name: str) -> None:
    """The difference of 1 - p is minus that of p, for every percentage that the table has."""
    printed = range(1, 100) if name in OPEN_ENDS else range(101)
    expected = [-difference(name, per_cent) for per_cent in printed]
    actual = [difference(name, 100 - per_cent) for per_cent in printed]

    assert expected == actual


def test_a_higher_score_is_a_larger_difference() -> None:
    """Table a rises with every per cent."""
    differences = [difference("fide-2024-03", per_cent) for per_cent in range(101)]

    assert all(lower < higher for lower, higher in pairwise(differences))


def test_a_larger_difference_is_no_lower_expectation() -> None:
    """Table b never falls, and rises by one hundredth at a time."""
    expectations = [expectation("fide-2024-03", gap) for gap in range(-BEYOND, BEYOND + 1)]
    steps = {higher - lower for lower, higher in pairwise(expectations)}

    assert steps == {0, 1}
    assert (expectations[0], expectations[-1]) == (0, 100)


@pytest.mark.parametrize("per_cent", range(51, 100))
def test_dp_is_the_middle_of_its_class(per_cent: int) -> None:
    """From .51 to .99 dp is the whole part of the middle of the class with that expectation (the proof of E 14)."""
    of_class = [gap for gap in range(BEYOND) if expectation("fide-2024-03", gap) == per_cent]
    expected = (min(of_class) + max(of_class)) // 2
    actual = difference("fide-2024-03", per_cent)

    assert expected == actual


def test_table_b_leads_back_from_table_a() -> None:
    """The difference of a score is expected to score just that, for all 101 percentages."""
    expected = list(range(101))
    actual = [expectation("fide-2024-03", difference("fide-2024-03", per_cent)) for per_cent in range(101)]

    assert expected == actual


@pytest.mark.parametrize("gap", [201, 204, 206, -201, -206])
@pytest.mark.article("10.1b", edition="fide-2003-07-print")
def test_the_print_of_2003_contradicts_itself_from_201_to_206(gap: int) -> None:
    """The row printed 201-215 overlaps 198-206: both values are named, none is chosen."""
    message = refusal_of("fide-2003-07-print", "expectation_table", gap)
    both = ("76", "77") if gap > 0 else ("23", "24")

    assert all(word in message for word in [*both, "as printed", str(gap)])


def test_the_print_of_2003_is_otherwise_the_same() -> None:
    """Outside 201 to 206 the printed table b of 2003 gives what all the others give."""
    gaps = [gap for gap in range(-BEYOND, BEYOND + 1) if not 201 <= abs(gap) <= 206]
    expected = [typed_expectation(gap) for gap in gaps]
    actual = [expectation("fide-2003-07-print", gap) for gap in gaps]

    assert expected == actual


@pytest.mark.parametrize(
    ("gap", "printed", "right"),
    [(326, 87, 87), (327, 88, 87), (328, 88, 87), (329, 88, 88), (-326, 13, 13), (-327, 12, 13), (-328, 12, 13)],
)
@pytest.mark.article("8.1(b)", edition="fide-2009-07-print")
def test_the_print_of_2009_moves_two_differences_up(gap: int, printed: int, right: int) -> None:
    """Rows printed 316-326 and 327-344 give .88 for 327 and 328; the edition itself gives .87."""
    expected = printed, right
    actual = expectation("fide-2009-07-print", gap), expectation("fide-2009-07", gap)

    assert expected == actual


def test_the_print_of_2009_is_otherwise_the_same() -> None:
    """Outside 327 and 328 the printed table b of 2009 gives what all the others give."""
    gaps = [gap for gap in range(-BEYOND, BEYOND + 1) if abs(gap) not in {327, 328}]
    expected = [typed_expectation(gap) for gap in gaps]
    actual = [expectation("fide-2009-07-print", gap) for gap in gaps]

    assert expected == actual


@pytest.mark.article("8.1 a", edition="fide-2024-03-print")
def test_the_print_of_2024_gives_ten_per_cent_twice() -> None:
    """The first entry is printed .10 instead of 1.0: .10 stands there with 800 and with -366."""
    message = refusal_of("fide-2024-03-print", "percentage_table", 10)

    assert all(word in message for word in ["10", "800", "-366", "as printed"])


@pytest.mark.article("8.1 a", edition="fide-2024-03-print")
def test_the_print_of_2024_has_no_row_for_a_full_score() -> None:
    """With the first entry misprinted there is no 1.0: the question is refused, not answered with 800."""
    message = refusal_of("fide-2024-03-print", "percentage_table", 100)

    assert all(word in message for word in ["100 %", "no row"])


def test_the_print_of_2024_is_otherwise_the_same() -> None:
    """The other 99 percentages of the printed table a of 2024 are those of all the others."""
    left = [per_cent for per_cent in range(100) if per_cent != 10]
    expected = [DP[per_cent] for per_cent in left]
    actual = [difference("fide-2024-03-print", per_cent) for per_cent in left]

    assert expected == actual
