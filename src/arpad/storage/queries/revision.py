"""What a revised list may have in it: what was put right since the list was closed, and late reports where allowed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.period import KINDS
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.workings.revised_list import LATE_REPORT
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.causes import CORRECTIONS, REPORTS, allowed_by_rulebook, put_right_since
from arpad.storage.queries.record import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.person import Person
    from arpad.storage.models import ListVersion, RatingSystem
    from arpad.storage.queries.record import LogLine


class PossibleCause(NamedTuple):
    """A decision that a revised list may have in it."""

    line: LogLine
    is_late: bool
    """True for reports that came after the list was closed."""


def possible_causes(person: Person, system: RatingSystem, version: ListVersion) -> list[PossibleCause]:
    """Give what was put right since a list was closed, to whoever may read the log; reports where the rulebook allows.

    The oldest come first.
    """
    day = version.list_date
    is_late_allowed = any(LATE_REPORT in grounds for grounds in _allowed(DatabaseBook(system), day))
    entries = put_right_since(system, day, (*CORRECTIONS, *(REPORTS if is_late_allowed else ())))
    lines = lines_of(person, [entry.number for entry in entries])
    return [PossibleCause(line, line.entry.code in REPORTS) for line in lines]


def _allowed(book: DatabaseBook, day: date) -> Iterator[frozenset[str]]:
    """Give for what the rulebook lets a list be revised, for every kind of chess that it knows on that day."""
    for kind in KINDS:
        with suppress(NoEditionError):
            yield allowed_by_rulebook(book, day, [kind]).grounds
