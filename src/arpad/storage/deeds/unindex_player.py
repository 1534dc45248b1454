"""A page that search engines are to pass by: what the log says of it last is what the site does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.office.unindex_player import DEED, UnindexPlayer, UnindexState
from arpad.office.unindex_player import unindex_player as decided
from arpad.storage import log
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.models import PlayerRow
from arpad.storage.site.player_sheet import is_unindexed

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem


def unindex_player(
    person: Person,
    system: RatingSystem,
    asked: UnindexPlayer,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide whether search engines are to pass a player's page by, and write it down."""
    with transaction.atomic():
        row = PlayerRow.objects.filter(rating_system=system, fide_id=asked.player).first()
        federation = None if row is None else row.federation
        state = UnindexState(
            circumstances(DEED, about=[asked.player]), system.key, federation, is_unindexed(system, asked.player)
        )
        decision = decided(person, asked, state)
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)
