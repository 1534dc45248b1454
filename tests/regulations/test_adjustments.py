"""One-off adjustments: what FIDE once did to all ratings of a list."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arpad.regulations.adjustments import Adjustment, adjustments
from arpad.regulations.catalogue import edition

LAW = edition("fide-2024-03")
COMPRESSION_DAY = date(2024, 3, 1)
LIFT_DAY = date(2022, 10, 1)


def only(list_date: date, kind: str) -> Adjustment:
    """Give the one adjustment of a list."""
    (adjustment,) = adjustments(list_date, kind)
    return adjustment


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
@pytest.mark.parametrize(
    ("rating", "adjusted"),
    [
        (1000, 1400),
        (1001, 1401),
        (1002, 1401),
        (1003, 1402),
        (1500, 1700),
        (1600, 1760),
        (1700, 1820),
        (1900, 1940),
        (1996, 1998),
        (1997, 1998),
        (1998, 1999),
        (1999, 1999),
        (2000, 2000),
        (2001, 2001),
        (2882, 2882),
    ],
)
def test_the_compression_of_march_2024(kind: str, rating: int, adjusted: int) -> None:
    """A rating below 2000 gains 40 % of what it lacks to 2000, rounded; from 2000 on nothing changes."""
    expected = adjusted
    actual = only(COMPRESSION_DAY, kind).adjusted(LAW, rating)

    assert expected == actual


def test_the_compression_never_overtakes() -> None:
    """A higher rating stays no lower after the compression, and none passes 2000."""
    ratings = range(1000, 2001)
    adjusted = [only(COMPRESSION_DAY, "standard").adjusted(LAW, rating) or 0 for rating in ratings]

    assert adjusted == sorted(adjusted)
    assert (adjusted[0], adjusted[-1]) == (1400, 2000)


def test_the_compression_needs_no_other_rating() -> None:
    """It is worked out from the rating alone, whatever the standard rating is."""
    expected = 1700
    actual = only(COMPRESSION_DAY, "rapid").adjusted(LAW, 1500, 2400)

    assert expected == actual


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
@pytest.mark.parametrize(
    ("rating", "standard", "adjusted"),
    [
        (2283, 2732, 2632),
        (1499, 1600, 1500),
        (1500, 1600, 1500),
        (1501, 1600, 1501),
        (1000, 1600, 1500),
        (1700, 1600, 1700),
    ],
)
def test_the_lift_of_october_2022(kind: str, rating: int, standard: int, adjusted: int) -> None:
    """A rapid or blitz rating more than 100 below standard is lifted to standard - 100; exactly 100 below it stays."""
    expected = adjusted
    actual = only(LIFT_DAY, kind).adjusted(LAW, rating, standard)

    assert expected == actual


def test_the_lift_needs_the_standard_rating() -> None:
    """Where the standard rating is not known the lifted rating is not known, and nothing is guessed."""
    expected = None
    actual = only(LIFT_DAY, "blitz").adjusted(LAW, 1500)

    assert expected == actual


@pytest.mark.parametrize(
    ("list_date", "kind", "names"),
    [
        (LIFT_DAY, "standard", []),
        (LIFT_DAY, "rapid", ["fide-2022-10-lift"]),
        (LIFT_DAY, "blitz", ["fide-2022-10-lift"]),
        (COMPRESSION_DAY, "standard", ["fide-2024-03-compression"]),
        (COMPRESSION_DAY, "rapid", ["fide-2024-03-compression"]),
        (COMPRESSION_DAY, "blitz", ["fide-2024-03-compression"]),
        (LIFT_DAY - timedelta(days=1), "rapid", []),
        (LIFT_DAY + timedelta(days=1), "rapid", []),
        (COMPRESSION_DAY - timedelta(days=1), "standard", []),
        (COMPRESSION_DAY + timedelta(days=1), "standard", []),
        (date(2024, 4, 1), "standard", []),
    ],
)
def test_an_adjustment_is_of_one_list_and_its_kinds(list_date: date, kind: str, names: list[str]) -> None:
    """Adjustments are data of a list: the compression is of all kinds, the lift of rapid and blitz only."""
    expected = names
    actual = [adjustment.id for adjustment in adjustments(list_date, kind)]

    assert expected == actual


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_no_other_list_was_adjusted(kind: str) -> None:
    """Of all days from July 2003 to 2030 only those two have an adjustment."""
    days = [date(2003, 7, 1) + timedelta(days=offset) for offset in range(10046)]
    expected = [COMPRESSION_DAY] if kind == "standard" else [LIFT_DAY, COMPRESSION_DAY]
    actual = [day for day in days if adjustments(day, kind)]

    assert expected == actual


@pytest.mark.parametrize(("list_date", "kind"), [(LIFT_DAY, "rapid"), (COMPRESSION_DAY, "standard")])
def test_an_adjustment_names_its_grounds(list_date: date, kind: str) -> None:
    """An adjustment says in words what was done, from which source, and how sure that is."""
    adjustment = only(list_date, kind)

    assert adjustment.confidence == "H"
    assert adjustment.words
    assert adjustment.source
