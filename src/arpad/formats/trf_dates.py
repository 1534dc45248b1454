"""Dates as reports write them. A group of four digits is the year; otherwise the days of the event decide the order.

No order is ever chosen in silence: where another one would give another day, the reading says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from arpad.model.period import Born

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ORDERS = ("ymd", "dmy", "mdy", "ydm")
"""In the order in which they are preferred."""
_GROUPS = re.compile(r"\s*(\d{1,4})\s*[./\- ]\s*(\d{1,2})\s*[./\- ]\s*(\d{1,4})\.?(?:[ T]+\d{1,2}:\d{2}.*)?\s*")
_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})\s*")
_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "jan janvier enero januar", "feb fev", "mar mrz", "apr abr avr", "may mai mag", "jun giu", "jul lug",
            "aug ago aou", "sep set", "oct okt ott", "nov", "dec dez dic",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_WORDED = re.compile(r"\s*(?:(\d{1,2})\.?\s+)?([^\W\d]{3,12})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?,?\s+(\d{4})\s*")
_IN_A_ROW = re.compile(r"\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4}")
_LONGEST = timedelta(days=800)
_YEARS = range(1900, 2200)
_PIVOT = 70

ROUND_COLUMN, ROUND_STEP, ROUND_WIDTH = 91, 10, 8


@dataclass(frozen=True, slots=True)
class Reading:
    """The days a text can mean, by the order of year, month and day."""

    text: str
    days: tuple[tuple[str, date], ...]

    def by(self, order: str) -> date | None:
        """Give the day by an order, or None where that is no date."""
        return next((day for one, day in self.days if one == order), None)


def reading(text: str) -> Reading:
    """Find every day that a text can mean.

    >>> [str(day) for _, day in reading("10.09.13").days]
    ['2010-09-13', '2013-09-10', '2013-10-09']
    >>> reading("May 29, 2020").days
    (('ymd', datetime.date(2020, 5, 29)),)
    """
    worded = _WORDED.fullmatch(text)
    if worded:
        month = next((number for name, number in _MONTHS.items() if worded[2].casefold().startswith(name)), None)
        day = worded[1] or worded[3]
        found = _date(int(worded[4]), month, int(day)) if month and day else None
        return Reading(text, (("ymd", found),) if found else ())
    match = _COMPACT.fullmatch(text) or _GROUPS.fullmatch(text)
    if not match:
        return Reading(text, ())
    groups = match.groups()
    days: list[tuple[str, date]] = []
    for order in ORDERS:
        found = _ordered(groups, order)
        if found and found not in [day for _, day in days]:
            days.append((order, found))
    return Reading(text, tuple(days))


def _ordered(groups: Sequence[str], order: str) -> date | None:
    parts = dict(zip(order, groups, strict=True))
    long = [key for key, value in parts.items() if len(value) > 2]  # noqa: PLR2004 - more than two digits
    if any(key != "y" for key in long) or (long and order == "ydm") or (not long and len(parts["y"]) < 2):  # noqa: PLR2004 - a year has two at least
        return None
    year = int(parts["y"])
    if len(parts["y"]) == 2:  # noqa: PLR2004 - two digits
        year += 1900 if year >= _PIVOT else 2000
    return _date(year, int(parts["m"]), int(parts["d"]))


def _date(year: int, month: int | None, day: int) -> date | None:
    if year not in _YEARS:
        return None
    try:
        return date(year, month or 0, day)
    except ValueError:
        return None


def span(start: Reading, end: Reading) -> tuple[date | None, date | None, bool]:
    """Choose the first and the last day; True where another order would also make a tournament, on other days."""
    fitting = []
    for order in ORDERS:
        first, last = start.by(order), end.by(order)
        if first and last and timedelta(0) <= last - first <= _LONGEST:
            fitting.append((first, last))
    if fitting:
        return *fitting[0], len(fitting) > 1
    pairs = [
        (last - first, first, last) for _, first in start.days for _, last in end.days if timedelta(0) <= last - first
    ]
    if pairs:
        _, first, last = min(pairs)
        return first, last, True
    firsts, lasts = [day for _, day in start.days], [day for _, day in end.days]
    return (
        firsts[0] if firsts else None,
        lasts[0] if lasts else None,
        len(firsts) > 1 or len(lasts) > 1,
    )


def in_columns(text: str) -> list[str]:
    """Cut the record of round dates at its columns; the texts may be empty.

    >>> in_columns("132" + " " * 88 + "24/11/23  24/11/24")
    ['24/11/23', '24/11/24']
    """
    return [
        text[column : column + ROUND_WIDTH].strip() for column in range(ROUND_COLUMN, len(text.rstrip()), ROUND_STEP)
    ]


def in_a_row(text: str) -> list[str]:
    """Find dates wherever they stand in a record."""
    return _IN_A_ROW.findall(text[3:])


def round_days(
    texts: Iterable[str], start: date | None, end: date | None
) -> tuple[list[date | None], list[int], list[int]]:
    """Choose the day of each round: one order for all that lie in the event, else for each round what lies in it.

    Gives the days, the rounds whose text cannot be read, and those for which an order was chosen on their own.
    """
    readings = [reading(text) if text else None for text in texts]
    unreadable = [number for number, one in enumerate(readings, 1) if one is not None and not one.days]
    low, high = start or date.min, end or date.max
    for order in ORDERS:
        days = [one.by(order) if one is not None else None for one in readings]
        if all(
            one is None or not one.days or (day is not None and low <= day <= high)
            for one, day in zip(readings, days, strict=True)
        ):
            return days, unreadable, []
    chosen: list[date | None] = []
    alone: list[int] = []
    for number, one in enumerate(readings, 1):
        if one is None or not one.days:
            chosen.append(None)
            continue
        inside = [day for _, day in one.days if low <= day <= high]
        chosen.append(inside[0] if inside else one.days[0][1])
        if inside and inside[0] != one.days[0][1]:
            alone.append(number)
    return chosen, unreadable, alone


def born(text: str) -> tuple[Born | None, bool]:
    """Read a birth date, or only a year; the second is False where something stands there that is neither.

    >>> born("1969.01.01"), born("1978"), born("0000/00/00"), born("1980/00/00")[0]
    ((Born(year=1969, month=1, day=1), True), (Born(year=1978, month=None, day=None), True), (None, True), \
Born(year=1980, month=None, day=None))
    """
    bare = text.strip()
    if not bare.strip("./- 0"):
        return None, True
    digits = re.findall(r"\d+", bare)
    year = next((int(group) for group in digits if len(group) == 4), None)  # noqa: PLR2004 - a year
    if year == 0:
        return None, True
    found = reading(bare)
    if found.days and year is not None:
        day = found.days[0][1]
        return Born(day.year, day.month, day.day), True
    rest = [int(group) for group in digits if len(group) != 4]  # noqa: PLR2004 - not the year
    if year is not None and year in _YEARS and all(group == 0 or len(rest) < 2 for group in rest):  # noqa: PLR2004 - a day and a month
        return Born(year), True
    if found.days:
        day = found.days[0][1]
        return Born(day.year, day.month, day.day), False
    return None, False
