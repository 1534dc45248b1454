"""Lists as the office sees them when it decides: their stage, what is closed and not published, the guards."""

from __future__ import annotations

import json
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from arpad.library.guards import closing_guards
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.list_stages import OPEN, ListState
from arpad.storage.archived_files import archive
from arpad.storage.models import ListVersion, LogEntry, Preview, RatingSystem
from arpad.storage.part_of_book import open_events
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.model.problems import Problem
    from arpad.storage.database_book import DatabaseBook


DOUBTS = "doubts"
"""Under this name the data of the list being made hold what is in doubt in the book."""


def system_of(key: str) -> RatingSystem:
    """Give a rating system by its key; refused where the office has none of that key."""
    system = RatingSystem.objects.filter(key=key, is_ready=True).first()
    if system is None:
        raise RefusedError.of(WORDS, "no_system", key, key=key)
    return system


def version_of(system: RatingSystem, day: date) -> ListVersion | None:
    """Give the newest version of the list of a day, unless it was thrown away."""
    versions = ListVersion.objects.filter(rating_system=system, list_date=day)
    return versions.exclude(stage=ListVersion.THROWN_AWAY).order_by("-revision").first()


def list_state(system: RatingSystem, day: date) -> ListState:
    """Give the list of a day as it stands in the office."""
    version = version_of(system, day)
    later = ListVersion.objects.filter(rating_system=system, list_date__gt=day)
    is_newest = not later.exclude(stage=ListVersion.THROWN_AWAY).exists()
    if version is None:
        return ListState(system.key, day, OPEN, is_newest=is_newest)
    closed_on = office_day(version.closed_at)
    return ListState(system.key, day, version.stage, version.revision, version.list_hash, closed_on, is_newest)


def unpublished_before(system: RatingSystem, day: date) -> date | None:
    """Give an earlier list that was closed, and neither published nor thrown away."""
    waiting = ListVersion.objects.filter(rating_system=system, stage=ListVersion.CLOSED, list_date__lt=day).first()
    return None if waiting is None else waiting.list_date


def office_day(at: datetime | None = None) -> date:
    """Give the calendar day of a moment, or of now, in the zone of the office."""
    return (at or now()).astimezone(ZoneInfo(settings_in_force().zone)).date()


def end_of_day(day: date) -> datetime:
    """Give the moment at which a day is over, in the zone of the office."""
    return datetime.combine(day + timedelta(days=1), time.min, ZoneInfo(settings_in_force().zone))


def guards(book: DatabaseBook, day: date, doubts: Sequence[str] | None = None) -> list[Problem]:
    """Give what speaks against closing a list now; a made-up book has no public, and needs no guard.

    `doubts` are those of the book, where they are known; else all of it is read for them.
    """
    if book.about.seed is not None:
        return []
    return list(closing_guards(book, open_events(book, day), day, doubts))


def known_doubts(book: DatabaseBook, day: date) -> list[str] | None:
    """Give what is in doubt in the book, as the list being made found it; None where something has changed since."""
    preview = Preview.objects.filter(rating_system=book.system, list_date=day).first()
    if preview is None or office_day(preview.worked_out_at) != office_day():
        return None
    if LogEntry.objects.filter(number__gt=preview.as_of_entry, facts__book__system=book.system.key).exists():
        return None
    doubts: list[str] | None = json.loads(archive().read(preview.data)).get(DOUBTS)
    return doubts
