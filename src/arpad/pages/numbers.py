"""Numbers as pages write them: thin spaces between thousands, a true minus, hundredths; a dash where there is none."""

from __future__ import annotations

import re

from arpad.model.numbers import HALF_AWAY, MINUS, decimal, grouped, rounded_quotient
from arpad.pages.wording import says
from arpad.publication.integrity.measures import A_POINT, LAST_BAND, STEP

NONE = "\u2013"
"""A dash where there is nothing."""


def difference(first: int) -> str:
    """Write a band of rating differences; the first leaves equals out.

    >>> difference(0), difference(25), difference(800)
    ('1-24', '25-49', '800 and more')
    """
    return says("span", "and_more", first=first) if first == LAST_BAND else f"{max(first, 1)}-{first + STEP - 1}"


def between(low: int | None, high: int | None) -> str:
    """Write limits in hundredths, of which either may be missing.

    >>> between(140000, None), between(None, 600)
    ('from 1400.00', 'to 6.00')
    """
    if low is None and high is None:
        return NONE
    if high is None:
        return says("span", "from", low=points_text(low))
    if low is None:
        return says("span", "to", high=points_text(high))
    return says("span", "between", low=points_text(low), high=points_text(high))


def whole(value: int | None) -> str:
    """Write a whole number in groups of three."""
    return NONE if value is None else grouped(value)


def plain(value: int | None) -> str:
    """Write a rating or a difference: the digits alone."""
    return NONE if value is None else with_minus(str(value))


def gain(value: int | None) -> str:
    """Write a change in whole points with its sign; nothing where there is none.

    >>> gain(12), gain(0), gain(None)
    ('+12', '0', '')
    """
    return "" if value is None else ("+" if value > 0 else "") + grouped(value)


def direction(change: int | None) -> str:
    """Name the look of a change: up, down, or neither."""
    return "" if not change else "up" if change > 0 else "down"


def nearest(value: int) -> str:
    """Write hundredths without them, for an axis."""
    return whole(rounded_quotient(value, A_POINT, HALF_AWAY))


def rounded(value: int) -> str:
    """Write a change given in hundredths as whole points, with its sign."""
    return ("+" if value > 0 else "") + nearest(value)


def exact(value: int) -> str:
    """Write hundredths in full, in groups of three."""
    sign = MINUS if value < 0 else ""
    return f"{sign}{whole(abs(value) // A_POINT)}.{abs(value) % A_POINT:02d}"


def change(value: int) -> str:
    """Write a change given in hundredths in full, with its sign."""
    return ("+" if value > 0 else "") + exact(value)


def points_text(value: int | None) -> str:
    """Write hundredths as points; a dash where there is nothing."""
    return NONE if value is None else with_minus(decimal(value))


def signed(value: int | None) -> str:
    """Write a change in hundredths, with its sign; a dash where there is nothing."""
    return NONE if value is None else with_minus(f"{'+' if value > 0 else ''}{decimal(value)}")


def halves(value: int | None) -> str:
    """Write the points of a standing, given in hundredths; nothing where there are none.

    >>> halves(250), halves(50), halves(0), halves(333)
    ('2½', '½', '0', '3.33')
    """
    if value is None:
        return ""
    if value % 50:
        return points_text(value)
    whole_points, half = divmod(value, 100)
    return f"{whole_points or '' if half else whole_points}{'½' if half else ''}"


def with_minus(words: str) -> str:
    """Write the sign of a number as a minus, and leave hyphens within words alone."""
    return re.sub(r"(?<!\w)-(?=\d)", MINUS, words)
