"""The index of a rating system is asked for, where its newest list changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.office.person import MACHINE
from arpad.storage.jobs.asking import ask

if TYPE_CHECKING:
    from arpad.storage.models import Job, RatingSystem

KIND = "search.rebuild"


def ask_rebuild(system: RatingSystem) -> Job:
    """Ask that the index is built for the newest list."""
    return ask(KIND, {"system": system.key, "list_version": system.newest_id}, MACHINE)
