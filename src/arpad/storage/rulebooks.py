"""By which law a rating system goes, without its book being opened; an own edition is taken out of the archive."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.book.about import About
from arpad.book.schema import EDITIONS
from arpad.model.period import KINDS
from arpad.model.problems import EditionError
from arpad.office.canonical import fingerprint
from arpad.regulations.catalogue import edition
from arpad.storage.archived_files import archive
from arpad.storage.opening import open_now

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arpad.regulations.edition import Edition
    from arpad.regulations.rulebook import Rulebook
    from arpad.storage.models import RatingSystem


def about_of(system: RatingSystem) -> About:
    """Give what the book of a rating system says of itself."""
    monthly = system.monthly_regime
    days = tuple(map(date.fromisoformat, monthly)) if isinstance(monthly, list) else bool(monthly)
    return About(system.title, system.authority, days, system.seed, system.edition)


def rulebook_of(system: RatingSystem) -> Rulebook:
    """Give the law by which a rating system goes."""
    files: Mapping[str, str] = system.rulebook_files
    folder = open_now().work / "rulebooks" / fingerprint(files)
    for name, sha256 in files.items():
        place = folder / EDITIONS / name
        if not place.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            archive().copy_to(sha256, place)
    return _rulebook(about_of(system), str(folder))


@lru_cache(8)
def _rulebook(about: About, folder: str) -> Rulebook:
    return about.rulebook(Path(folder))


def law_of_first_day(system: RatingSystem, kind: str, start: date) -> Edition:
    """Give the edition in force on the first day of an event, for its kind of chess."""
    return rulebook_of(system).law_of_event(kind or KINDS[0], start)


def law_named_by(system: RatingSystem) -> Callable[[str, str, date], Edition]:
    """Give what finds an edition by its id, as it stood for an event of a kind of chess that began on a day."""
    rulebook = rulebook_of(system)

    def named(law: str, kind: str, start: date) -> Edition:
        kind = kind or KINDS[0]
        try:
            of_day = rulebook.law_of_event(kind, start)
        except EditionError:
            return edition(law)
        # The rulebook of the office may be another by now; the event keeps the law under which it was registered.
        return of_day if of_day.id == law else edition(law, kind, start)

    return named
