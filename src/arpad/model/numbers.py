"""Exact numbers: hundredths, whole ratings, and the roundings the regulations know.

Scores, probabilities and changes before rounding are whole numbers of hundredths (a draw is 50), ratings are whole
numbers. A quotient is rounded once, where an article asks for it, in the way the edition names.
"""

from __future__ import annotations

import re
from typing import NewType

Rating = NewType("Rating", int)
"""A published rating: a whole number."""

Hundredths = NewType("Hundredths", int)
"""Points or probability times one hundred: a draw is 50, an expectation of .92 is 92."""

WIN = Hundredths(100)
DRAW = Hundredths(50)
LOSS = Hundredths(0)

HALF_UP = "half_up"
HALF_AWAY = "half_away_from_zero"
ENDING = "number_ending_in_1_or_0"
"""What two prints make of rounding a first rating: to the nearest number whose last digit is 1 or 0 (erratum E 29)."""
ROUNDINGS = (HALF_UP, HALF_AWAY, ENDING)

MINUS = "\u2212"
"""The minus of print, as wide as a plus; in data it is the hyphen of ASCII."""
_DECIMAL = re.compile(r"-?\d{1,9}(\.\d{1,2})?")


def rounded_quotient(dividend: int, divisor: int, half: str) -> int:
    """Divide exactly and round to the nearest whole number; a half goes where `half` says.

    >>> rounded_quotient(-250, 100, HALF_UP), rounded_quotient(-250, 100, HALF_AWAY)
    (-2, -3)
    >>> [rounded_quotient(value, 10, ENDING) for value in (20104, 20105, 20154, 20155, 20160)]
    [2010, 2011, 2011, 2020, 2020]
    """
    if divisor <= 0:
        raise ValueError(f"A quotient needs a divisor above zero, found {divisor}.")
    if half == HALF_AWAY and dividend < 0:
        return -((-2 * dividend + divisor) // (2 * divisor))
    if half not in ROUNDINGS:
        raise ValueError(f"No rounding is called {half!r}; there are: {', '.join(ROUNDINGS)}.")
    if half == ENDING:
        ten = dividend // (10 * divisor) * 10
        over = 2 * (dividend - ten * divisor)
        return ten + (0 if over < divisor else 1 if over < 11 * divisor else 10)
    return (2 * dividend + divisor) // (2 * divisor)


def hundredths(text: str) -> Hundredths:
    """Read a decimal with at most two places as hundredths.

    >>> hundredths("0.5"), hundredths("-2.50"), hundredths("12.5")
    (50, -250, 1250)
    """
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a decimal number with at most two places, such as 0.5 or -2.50.")
    whole, _, places = text.lstrip("-").partition(".")
    value = int(whole) * 100 + int((places + "00")[:2])
    return Hundredths(-value if text.startswith("-") else value)


def decimal(value: int) -> str:
    """Write hundredths with two decimals and an ASCII minus.

    >>> decimal(-250), decimal(92), decimal(0)
    ('-2.50', '0.92', '0.00')
    """
    sign = "-" if value < 0 else ""
    return f"{sign}{abs(value) // 100}.{abs(value) % 100:02d}"


def grouped(value: int) -> str:
    r"""Write a whole number for people: groups of three with a thin space between, and a true minus.

    >>> print(ascii(grouped(-1234567)))
    '\u22121\u202f234\u202f567'
    """
    return f"{value:,}".replace(",", "\u202f").replace("-", MINUS)


def counted(number: int, noun: str) -> str:
    """Write a number of things.

    >>> counted(1, "game"), counted(0, "game")
    ('1 game', '0 games')
    """
    return f"{grouped(number)} {noun}{'' if number == 1 else 's'}"
