"""An office with a small book, the cast of the pages and an event to go through its life, on a day that is set."""

from __future__ import annotations

import os
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from django.conf import settings
from office_events import system_with_book
from office_reports import file_of, tournament_of, with_entry
from offices import office as new_office
from web_offices import OWN, add_cast

from arpad.model.clock import VARIABLE
from arpad.storage.opening import open_office
from arpad.storage.settings import read_settings
from arpad.web.django_settings import web_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.storage.models import RatingSystem
    from arpad.storage.opening import OfficeFolder

BEFORE, PLAYED = date(2026, 10, 9), date(2026, 10, 19)
"""A day before the event begins, too late to register it in time; and one after it ended."""
FACTS = {
    "federation": OWN, "name": "Open of Győr", "start": "2026-10-10", "end": "2026-10-16", "place": "Győr",
    "zone": "Europe/Budapest", "kind": "standard", "system": "swiss", "organiser": "711", "chief_arbiter": "712",
    "time_control": "5400+30",
}  # fmt: skip
"""What is typed to register it."""
ANSWERS = {"hybrid": "no", "suspended_federations": "-", "norms": "no"}
"""What is answered about the report, where that is not yes."""


@contextmanager
def office_of_life(database: str, folder: Path) -> Iterator[tuple[OfficeFolder, RatingSystem]]:
    """Give an office with a book and people, open with its pages."""
    kept = os.environ.get(VARIABLE)
    with new_office(database, folder) as office:
        on(BEFORE)
        open_office(office.folder, web_settings(read_settings(office.folder)))
        settings.ALLOWED_HOSTS = ["*"]
        system = system_with_book()
        add_cast()
        yield office, system
    if kept is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = kept


def on(day: date) -> None:
    """Let it be a day."""
    os.environ[VARIABLE] = day.isoformat()


def broken_report(system: RatingSystem) -> bytes:
    """Give a report with a line that cannot be read."""
    return doubtful_report(system).replace(b"\n001    5", b"\n001    x")


def doubtful_report(system: RatingSystem) -> bytes:
    """Give a report in order, but for the number of one player."""
    return file_of(with_entry(tournament_of(system), 3, fide_id=99)).data
