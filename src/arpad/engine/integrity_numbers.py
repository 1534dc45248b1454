"""Numbers and tables as the page of the watch over the scale writes them: thin spaces, a true minus, hundredths."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from arpad.engine.integrity_games import LAST_BAND, STEP
from arpad.engine.integrity_points import A_POINT
from arpad.model.numbers import HALF_AWAY, decimal, rounded_quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

NONE = "\u2013"
"""A dash where there is nothing."""
_MINUS = "\u2212"


def folded_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table that is folded away behind its title."""
    return f"<details><summary>{escape(title)}</summary>{table(head, rows)}</details>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table that scrolls within itself on a narrow screen."""
    top = "".join(f"<th>{escape(one)}</th>" for one in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(one)}</td>' for one in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def counted(number: int, what: str) -> str:
    """Write a number of things.

    >>> counted(1, "game"), counted(0, "game")
    ('1 game', '0 games')
    """
    return f"{whole(number)} {what}{'' if number == 1 else 's'}"


def difference(first: int) -> str:
    """Write a band of rating differences; the first leaves equals out.

    >>> difference(0), difference(25), difference(800)
    ('1-24', '25-49', '800 and more')
    """
    return f"{first} and more" if first == LAST_BAND else f"{max(first, 1)}-{first + STEP - 1}"


def between(low: int | None, high: int | None) -> str:
    """Write limits in hundredths, of which either may be missing.

    >>> between(140000, None), between(None, 600)
    ('from 1400.00', 'to 6.00')
    """
    if low is None and high is None:
        return NONE
    if high is None:
        return f"from {points_text(low)}"
    return f"to {points_text(high)}" if low is None else f"{points_text(low)} to {points_text(high)}"


def whole(value: int | None) -> str:
    """Write a whole number in groups of three."""
    return NONE if value is None else f"{value:,}".replace(",", "\u202f").replace("-", _MINUS)


def nearest(value: int) -> str:
    """Write hundredths without them, for an axis."""
    return whole(rounded_quotient(value, A_POINT, HALF_AWAY))


def rounded(value: int) -> str:
    """Write a change given in hundredths as whole points, with its sign."""
    return ("+" if value > 0 else "") + nearest(value)


def exact(value: int) -> str:
    """Write hundredths in full, in groups of three."""
    sign = _MINUS if value < 0 else ""
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


def with_minus(words: str) -> str:
    """Write the sign of a number as a minus, and leave hyphens within words alone."""
    return re.sub(r"(?<!\w)-(?=\d)", _MINUS, words)
