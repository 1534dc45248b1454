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
_IN_A_ROW = re.compile(r"\d{4}[./\-]\d\d[./\-]\d\d|\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4}")
_WHOLE = re.compile(r"([12]\d{3})[./\-](\d\d)[./\-](\d\d)", re.ASCII)
_LONGEST_TEXT = 40
"""No date has more characters; what has more is not searched for one."""
_PARTLY = re.compile(r"(\d{4})(?:[./\- ] *(\d\d?)?(?:[./\- ] *0{0,2})?)?", re.ASCII)
"""A year, perhaps with a month, and no day."""
_MONTH_NUMBERS = range(13)
_UNBORN = 2030
"""A birth date with a year of two digits lies before this."""
_SAFE_DAY = 28
"""Every month has this day."""
_MOST_MOVED = 8
_LONGEST = timedelta(days=800)
_YEARS = range(1900, 2200)
_PIVOT = 70

ROUND_COLUMN, ROUND_STEP, ROUND_WIDTH = 91, 10, 8


@dataclass(frozen=True, slots=True)
class DateReading:
    """The days a text can mean, by the order of year, month and day."""

    text: str
    by_order: tuple[tuple[str, date], ...]

    @property
    def days(self) -> tuple[date, ...]:
        """The different days, the preferred one first."""
        return tuple(dict.fromkeys(day for _, day in self.by_order))

    def by(self, order: str) -> date | None:
        """Give the day by an order, or None where that is no date; a text with one meaning has it in every order."""
        days = self.days
        return days[0] if len(days) == 1 else next((day for written, day in self.by_order if written == order), None)


def reading(text: str) -> DateReading:
    """Find every day that a text can mean.

    >>> [str(day) for day in reading("10.09.13").days]
    ['2010-09-13', '2013-09-10', '2013-10-09']
    >>> reading("May 29, 2020").days
    (datetime.date(2020, 5, 29),)
    """
    if len(text) > _LONGEST_TEXT:
        return DateReading(text, ())
    worded = _WORDED.fullmatch(text)
    if worded:
        month = next((number for name, number in _MONTHS.items() if worded[2].casefold().startswith(name)), None)
        day = worded[1] or worded[3]
        worded_day = _date(int(worded[4]), month, int(day)) if month and day else None
        return DateReading(text, (("ymd", worded_day),) if worded_day else ())
    match = _COMPACT.fullmatch(text) or _GROUPS.fullmatch(text)
    if not match:
        return DateReading(text, ())
    groups = match.groups()
    found_by = [(order, _ordered(groups, order)) for order in ORDERS]
    return DateReading(text, tuple((order, day) for order, day in found_by if day is not None))


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


def span(start: DateReading, end: DateReading) -> tuple[date | None, date | None, bool]:
    """Choose the first and the last day; True where another order would also make a tournament, on other days."""
    by_order = [(start.by(order), end.by(order)) for order in ORDERS]
    fitting = [(first, last) for first, last in by_order if first and last and timedelta(0) <= last - first <= _LONGEST]
    if fitting:
        return *fitting[0], len(set(fitting)) > 1
    pairs = [(last - first, first, last) for first in start.days for last in end.days if first <= last]
    if pairs:
        _, first, last = min(pairs)
        return first, last, True
    return next(iter(start.days), None), next(iter(end.days), None), len(start.days) > 1 or len(end.days) > 1


def in_columns(text: str) -> list[str]:
    """Cut the record of round dates at its columns; the texts may be empty.

    >>> in_columns("132" + " " * 88 + "24/11/23  24/11/24")
    ['24/11/23', '24/11/24']
    """
    return [
        text[column : column + ROUND_WIDTH].strip() for column in range(ROUND_COLUMN, len(text.rstrip()), ROUND_STEP)
    ]


def round_texts(text: str) -> tuple[list[str], int | None]:
    """Give the texts of the round dates in one record, and by how many columns they are moved.

    None where they stand in no columns at all and were taken in their order.

    >>> round_texts("132" + " " * 87 + "24/11/23            24/11/25")
    (['24/11/23', '', '24/11/25'], -1)
    >>> round_texts("132 2024/11/23 2024/11/24")
    (['2024/11/23', '2024/11/24'], None)
    """
    cut = in_columns(text)
    placed = [(match.start() + 4, match.group()) for match in _IN_A_ROW.finditer(text[4:])]
    row = [written for _, written in placed]
    if not row or [written for written in cut if written] == row:
        before = text[4:ROUND_COLUMN].strip()
        return (cut, 0) if cut or not before else ([before], None)
    moved = placed[0][0] - ROUND_COLUMN
    if abs(moved) > _MOST_MOVED or any((at - placed[0][0]) % ROUND_STEP for at, _ in placed):
        return row, None
    texts = [""] * ((placed[-1][0] - placed[0][0]) // ROUND_STEP + 1)
    for at, written in placed:
        texts[(at - placed[0][0]) // ROUND_STEP] = written
    return texts, moved


@dataclass(frozen=True, slots=True)
class RoundDays:
    """The days of the rounds, and what was chosen."""

    days: tuple[date | None, ...]
    order: str
    """The order of year, month and day for all that are not `alone`."""
    unreadable: tuple[int, ...] = ()
    """Rounds whose text is no date."""
    alone: tuple[int, ...] = ()
    """Rounds that lie in the event only in an order of their own."""
    doubtful: bool = False
    """Another order than year, month, day was taken, and it would make other days."""


def round_days(texts: Iterable[str], start: date | None, end: date | None) -> RoundDays:
    """Choose the day of each round: one order for all that lie in the event, else for each round what lies in it."""
    readings = [reading(text) if text else None for text in texts]
    unreadable = tuple(
        number
        for number, round_reading in enumerate(readings, 1)
        if round_reading is not None and not round_reading.days
    )
    low, high = start or date.min, end or date.max
    several = any(round_reading is not None and len(round_reading.days) > 1 for round_reading in readings)
    for order in ORDERS:
        days = [round_reading.by(order) if round_reading is not None else None for round_reading in readings]
        if all(
            round_reading is None or not round_reading.days or (day is not None and low <= day <= high)
            for round_reading, day in zip(readings, days, strict=True)
        ):
            return RoundDays(tuple(days), order, unreadable, (), several and order != ORDERS[0])
    chosen: list[date | None] = []
    alone: list[int] = []
    for number, round_reading in enumerate(readings, 1):
        if round_reading is None or not round_reading.days:
            chosen.append(None)
            continue
        inside = [day for day in round_reading.days if low <= day <= high]
        chosen.append(inside[0] if inside else round_reading.days[0])
        if inside and inside[0] != round_reading.days[0]:
            alone.append(number)
    return RoundDays(tuple(chosen), ORDERS[0], unreadable, tuple(alone))


def born(text: str) -> tuple[Born | None, bool]:
    """Read a birth date, or only a year; the second is False where something stands there that is neither.

    >>> born("1969.01.01"), born("1978"), born("0000/00/00"), born("1980/05/00")[0]
    ((Born(1969, month=1, day=1), True), (Born(1978), True), (None, True), Born(1980, month=5))
    """
    whole = _WHOLE.fullmatch(text)
    if whole:
        year, month, day = int(whole[1]), int(whole[2]), int(whole[3])
        if year >= _YEARS[0] and 1 <= month <= 12 and 1 <= day <= _SAFE_DAY:  # noqa: PLR2004 - months
            return Born(year, month, day), True
    return _born(text.strip())


def _born(bare: str) -> tuple[Born | None, bool]:
    if not bare.strip("./- 0") or bare[:4] == "0000":
        return None, True
    partly = _PARTLY.fullmatch(bare)
    if partly and int(partly[1]) in _YEARS and int(partly[2] or 0) in _MONTH_NUMBERS:
        return Born(int(partly[1]), int(partly[2] or 0) or None), True
    birth = reading(bare)
    if not birth.days:
        return None, False
    day = birth.days[0]
    if re.search(r"\d{4}", bare):
        return Born(day.year, day.month, day.day), len(birth.days) == 1
    return Born(day.year - 100 if day.year >= _UNBORN else day.year, day.month, day.day), False
