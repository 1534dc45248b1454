"""By which rules the lists of a book are made: the editions in force, a federation's own, or with monthly lists."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, edition, monthly_from, monthly_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.engine.book import About
    from arpad.regulations.calendar import Calendar

_NATIONAL = {"mssz": "mssz-2017-01"}
"""The editions of authorities that stand over FIDE's: they have no lists by themselves for other kinds of chess."""
MONTHLY_AT_ONCE = (date(2003, 7, 1), date(2009, 7, 1))
"""The first days of the two texts that have optional monthly lists."""
_FIRST_OF_JULY = (7, 1)


def rules_name(about: About, list_date: date, kind: str = KINDS[0]) -> str | None:
    """Name the edition, or the editions, by which a list of a book is made; None where it is the one in force.

    National regulations, and the monthly lists of 2003 (9.3) and 2009 (7.3), are about standard chess only: for rapid
    and blitz FIDE's editions of the day hold.
    """
    if kind != KINDS[0]:
        return None
    if about.authority != DEFAULT_AUTHORITY:
        return _NATIONAL.get(about.authority)
    days = monthly_days(about)
    return monthly_from(days) if days and list_date >= days[0] else None


def monthly_days(about: About) -> tuple[date, ...]:
    """Give the days on which the optional monthly lists of a book began: as it names them, or as early as can be."""
    if isinstance(about.monthly_regime, bool):
        return MONTHLY_AT_ONCE if about.monthly_regime else ()
    return about.monthly_regime


def monthly_fault(days: Sequence[date]) -> str | None:
    """Say why days cannot be those on which monthly lists began (2003 9.3, 2009 7.3); None where they can."""
    for day in days:
        if monthly_text(day) is None:
            return f"on {day} no text was in force that has optional monthly lists; those of 2003 and 2009 have them"
        if (day.month, day.day) != _FIRST_OF_JULY:
            return f"monthly lists begin on 1 July, not on {day}"
    texts = [monthly_text(day) for day in days]
    if len(texts) > len(set(texts)):
        return "of each text one day is named; the monthly lists of a text begin once"
    return None


def name_for(kind: str, list_date: date, name: str | None) -> str | None:
    """Give the name of an edition where it knows a kind of chess; None, which means those in force, where not."""
    return name if name is not None and kind in edition(name, on=list_date).kinds else None


def calendar_of(kind: str, list_date: date, name: str | None) -> Calendar:
    """Give the calendar for a kind of chess: of the named edition where it knows that kind, else of those in force."""
    return calendar(kind, name=name_for(kind, list_date, name))
