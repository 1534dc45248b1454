"""By which rules the lists of a book are made: the editions in force, a federation's own, or with monthly lists."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, MONTHLY, edition

if TYPE_CHECKING:
    from arpad.engine.book import About
    from arpad.regulations.calendar import Calendar

_NATIONAL = {"mssz": "mssz-2017-01"}
"""The editions of authorities that stand over FIDE's: they have no lists by themselves for other kinds of chess."""
_MONTHLY_FROM = (
    (date(2012, 7, 1), None),
    (date(2009, 7, 1), f"fide-2009-07{MONTHLY}"),
    (date(2003, 7, 1), f"fide-2003-07{MONTHLY}"),
)
"""From which list on which switch holds, the newest first; from July 2012 on all lists are monthly anyway."""


def rules_name(about: About, list_date: date, kind: str = KINDS[0]) -> str | None:
    """Name the edition by which a list of a book is made; None where it is the one in force.

    National regulations, and the monthly lists of 2003 (9.3) and 2009 (7.3), are about standard chess only: for rapid
    and blitz FIDE's editions of the day hold.
    """
    if kind != KINDS[0]:
        return None
    if about.authority != DEFAULT_AUTHORITY:
        return _NATIONAL.get(about.authority)
    if not about.monthly_regime:
        return None
    return next((name for first, name in _MONTHLY_FROM if list_date >= first), None)


def name_for(kind: str, list_date: date, name: str | None) -> str | None:
    """Give the name of an edition where it knows a kind of chess; None, which means those in force, where not."""
    return name if name is not None and kind in edition(name, on=list_date).kinds else None


def calendar_of(kind: str, list_date: date, name: str | None) -> Calendar:
    """Give the calendar for a kind of chess: of the named edition where it knows that kind, else of those in force."""
    return calendar(kind, name=name_for(kind, list_date, name))
