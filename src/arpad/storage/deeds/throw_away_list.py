"""Throw a closed list away: its events wait to be rated again, what was made of it stays in the archive and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.book.closings import undone
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.decision import Waiting
from arpad.office.throw_away_list import ThrowAwayList, ThrowAwayState
from arpad.office.throw_away_list import throw_away_list as decided
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.lists import list_state
from arpad.storage.models import ListVersion
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem


def throw_away_list(
    person: Person,
    system: RatingSystem,
    day: date,
    asked: ThrowAwayList,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide whether a closed list is thrown away, and do it."""
    state = ThrowAwayState(circumstances("list.throw_away"), list_state(system, day))
    decision = decided(person, asked, state)
    if isinstance(decision, Waiting):
        raise TypeError("no second person is asked for")
    book = DatabaseBook(system)
    prepared = book.prepared(undone(book, decision.reason))
    with transaction.atomic():
        entry = prepared.write(decision, origin.request, origin.system_user)
        changed = ListVersion.objects.filter(
            rating_system=system, list_date=day, stage=ListVersion.CLOSED, list_hash=state.list.list_hash
        ).update(
            stage=ListVersion.THROWN_AWAY,
            thrown_away_at=now(),
            thrown_away_by=decision.by,
            reason=decision.reason,
        )
        if changed != 1:
            raise RefusedError.of(WORDS, "list_changed", f"{day:%Y-%m}", month=f"{day:%Y-%m}")
    return DeedOutcome(decision, entry.number)
