"""Lengths of time as the regulations give them: days, months, rating periods; before or after a day."""

from __future__ import annotations

import re
from datetime import date, timedelta

DURATION = re.compile(r"(\d{1,3}) (day|month|period)s?")
MONTH_BEFORE_LAST = "last day of the month before last"
CLOSING = re.compile(rf"(\d{{1,3}}) (day|month)s? (before|after)|{MONTH_BEFORE_LAST}")
MONTHS_A_YEAR = 12


def written_day(day: date) -> int:
    """Give a day as rules take it, a whole number yyyymmdd: eighteen years later is 180000 more.

    >>> written_day(date(2025, 3, 31))
    20250331
    """
    return day.year * 10_000 + day.month * 100 + day.day


def day_as_written(written: int) -> date:
    """Give the day that rules give as a whole number yyyymmdd.

    >>> day_as_written(20250331)
    datetime.date(2025, 3, 31)
    """
    months, day = divmod(written, 100)
    return date(*divmod(months, 100), day)


def shifted_months(day: date, months: int) -> date:
    """The same day number so many months later (or earlier), or the last day of that month if it is shorter (E 55).

    >>> shifted_months(date(2025, 3, 31), -1)
    datetime.date(2025, 2, 28)
    """
    from calendar import monthrange  # noqa: PLC0415 - slow to import, and no single calculation shifts a day

    index = day.year * MONTHS_A_YEAR + day.month - 1 + months
    year, month = divmod(index, MONTHS_A_YEAR)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def shifted(day: date, duration: str, sign: int) -> date:
    """The day a duration such as "7 days" or "1 month" before (sign -1) or after (sign +1) another."""
    matched = DURATION.fullmatch(duration)
    if not matched or matched[2] == "period":
        raise ValueError(f"{duration!r} is not a length in days or months.")
    if matched[2] == "month":
        return shifted_months(day, sign * int(matched[1]))
    return day + sign * timedelta(days=int(matched[1]))


def closing_day(list_date: date, closing: str) -> date:
    """The closing day of a list, from words such as "3 days before".

    >>> closing_day(date(2004, 4, 1), "last day of the month before last")
    datetime.date(2004, 2, 29)
    """
    if closing == MONTH_BEFORE_LAST:
        return shifted_months(list_date, -1) - timedelta(days=1)
    length, _, side = closing.rpartition(" ")
    return shifted(list_date, length, -1 if side == "before" else 1)


def shifted_day(written: int, length: str) -> int:
    """The day to which a length leads, both as rules write days: "7 days" lead to one after, "3 days before" say so.

    >>> shifted_day(20251231, "1 month"), shifted_day(20260101, "3 days before")
    (20260131, 20251229)
    """
    day = day_as_written(written)
    return written_day(closing_day(day, length) if CLOSING.fullmatch(length) else shifted(day, length, 1))
