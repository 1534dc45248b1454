"""The rulebook of a rating office: by which law each of its lists is made, and by which calendar.

An office goes by an authority's editions, each for its days; by an own edition for all days; or by FIDE's with the
optional monthly lists of 2003 (9.3) and 2009 (7.3). What holds is asked here, and nowhere else.
"""

from __future__ import annotations

import hashlib
import os
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar_in_force, named_calendar
from arpad.regulations.catalogue import (
    DEFAULT_AUTHORITY,
    SHIPPED,
    authority_edition,
    catalogue_of,
    monthly_from,
    monthly_text,
)
from arpad.regulations.merging import ReadPath, is_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

MONTHLY_AT_ONCE = (date(2003, 7, 1), date(2009, 7, 1))
"""The first days of the two texts that have optional monthly lists."""
_FIRST_OF_JULY = (7, 1)


class Rulebook:
    """By which law lists are made. A file of its own is read once, and holds as it was read as long as the rulebook.

    >>> from datetime import date
    >>> Rulebook().law("standard", date(2015, 5, 1)).id
    'fide-2014-07'
    >>> Rulebook("mssz").law("rapid", date(2020, 5, 1)).id
    'fide-rb-2012-01'
    """

    def __init__(
        self, authority: str = DEFAULT_AUTHORITY, edition: str | None = None, monthly: Sequence[date] = ()
    ) -> None:
        self.authority = authority
        self.catalogue = SHIPPED if edition is None else catalogue_of(edition)
        """What was read of the office's own edition."""
        self.edition = edition
        """The one edition by which all lists are made, by id or path; None where the authority's hold by their days."""
        if edition is not None and is_path(edition):
            self.edition = ReadPath.of(os.path.abspath(edition), self.catalogue)  # noqa: PTH100 - see package_data.py
        self.monthly = tuple(sorted(monthly))
        """The days on which optional monthly lists began."""

    @property
    def edition_id(self) -> str | None:
        """The id of the office's own edition; None where it has none."""
        return None if self.edition is None else self.catalogue.edition(self.edition).id

    def name(self, kind: str, day: date) -> str | None:
        """Name the edition by which the list of a day is made; None where it is the one in force.

        An edition holds for the kinds of chess that it is for. National regulations, and optional monthly lists, are
        about standard chess only: for rapid and blitz FIDE's editions of the day hold.
        """
        if self.edition is not None:
            return self.edition if kind in self.kinds else None
        if kind != KINDS[0]:
            return None
        if self.authority != DEFAULT_AUTHORITY:
            return authority_edition(self.authority)
        return monthly_from(self.monthly) if self.monthly and day >= self.monthly[0] else None

    def calendar(self, kind: str, day: date) -> Calendar:
        """Give the calendar by which the list of a day is made for a kind of chess."""
        name = self.name(kind, day)
        return (
            calendar_in_force(kind, DEFAULT_AUTHORITY) if name is None else named_calendar(self.catalogue, name, kind)
        )

    def law(self, kind: str, day: date) -> Edition:
        """Give the edition by which the list of a day is made for a kind of chess."""
        return self.calendar(kind, day).edition(day)

    def law_of_event(self, kind: str, start: date) -> Edition:
        """Give the edition under which an event begins."""
        return self.calendar(kind, start).edition_of_event(start)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of chess that the office's own edition is for; all of them where it has none."""
        own = KINDS if self.edition is None else self.catalogue.kinds_of(self.edition)
        return tuple(kind for kind in KINDS if kind in own)

    def list_for(self, kind: str, end: date, received: date | None, *, official: bool = False) -> date | None:
        """Give the list that rates an event, as making one list after the other would; None where none does."""
        due = self.calendar(kind, end).list_that_rates(end, received, official=official)
        if due is None or self.name(kind, due) == self.name(kind, end):
            return due
        # The rules changed before that list: it is the newer ones that say which list rates the event.
        then, newer = self.name(kind, due), self.calendar(kind, due)
        later = newer.list_that_rates(end, received, official=official)
        # Where they name a list from before the change, which did not take it, the event is rated as soon as it can be.
        return later if later is not None and self.name(kind, later) == then else next(newer.lists_from(due), None)

    def is_current(self) -> bool:
        """Tell whether the files that were read are still the same."""
        return self.catalogue.is_current()

    def sources(self) -> tuple[str, ...]:
        """Give the paths of the files that the office's own edition was read from; none for an edition by id."""
        if self.edition is None or not is_path(self.edition):
            return ()
        for kind in self.kinds:
            self.catalogue.edition(self.edition, kind)
        return self.catalogue.sources()


def is_same_text(law: Edition, other: Edition) -> bool:
    """Tell whether two editions are the same, word for word."""
    return law is other or (law.id == other.id and content_hash(law) == content_hash(other))


def content_hash(law: Edition) -> str:
    """Give a hash of everything that an edition says: its provisions with their articles, and its tables."""
    words = hashlib.sha256()
    for key, provision in sorted(law.provisions.items()):
        words.update(f"{key} {provision}\n".encode())
    for name, table in sorted(law.tables.items()):
        words.update(f"{name} {sorted(table.cells().items())}\n".encode())
    return words.hexdigest()


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
