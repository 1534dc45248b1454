"""What an officer is told of a player's public page: whether there is one, and if not, which article keeps it off."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from arpad.model.period import STANDARD
from arpad.model.problems import ArpadError
from arpad.regulations.workings.listing import ListingFacts, listing_of
from arpad.storage.models import ExclusionRow, ExemptionRow, SuspensionRow
from arpad.storage.rulebooks import rulebook_of
from arpad.storage.site.player_sheet import is_unindexed
from arpad.storage.site.shown import Presence, shown_player

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import Model

    from arpad.regulations.edition import Citation
    from arpad.storage.models import PlayerRow, RatingSystem


class PublicPresence(NamedTuple):
    """Whether a player has a public page, and why it is so."""

    presence: Presence
    last_list: date | None
    """The last list on which the player stood."""
    reason: str
    """The code of what keeps the player off the newest list; empty where nothing in the tables does."""
    citations: tuple[Citation, ...]
    is_minor: bool
    is_unindexed: bool
    """True where the person asked that search engines pass the page by."""

    @property
    def has_page(self) -> bool:
        """Tell whether there is a public page."""
        return self.presence is not Presence.NONE


def public_presence(system: RatingSystem, row: PlayerRow) -> PublicPresence | None:
    """Say what of a player is public and why; None before there is a list."""
    if system.newest is None:
        return None
    shown = shown_player(system, row.fide_id)
    presence = Presence.NONE if shown is None else shown.presence
    reason, citations = ("", ()) if presence is Presence.LISTED else _why_off(system, row, system.newest.list_date)
    return PublicPresence(
        presence, None if shown is None else shown.last_list, reason or "", citations,
        shown is not None and shown.is_minor, is_unindexed(system, row.fide_id),
    )  # fmt: skip


def _why_off(system: RatingSystem, row: PlayerRow, day: date) -> tuple[str | None, tuple[Citation, ...]]:
    """Ask the edition of a list why a player may not be on it."""
    number = row.fide_id
    facts = ListingFacts(
        row.died is not None and row.died <= day,
        _holds(ExclusionRow, system, day, fide_id=number, scope="list"),
        bool(row.federation) and _holds(SuspensionRow, system, day, federation=row.federation),
        bool(row.federation),
        _holds(ExemptionRow, system, day, fide_id=number),
        number > 0,
    )
    try:
        return listing_of(rulebook_of(system).law(STANDARD, day), facts)
    except ArpadError:
        return None, ()


def _holds(model: type[Model], system: RatingSystem, day: date, **of: object) -> bool:
    """Tell whether a row that holds for a time holds on a day."""
    rows = model._default_manager.filter(rating_system=system, since__lte=day, **of)  # noqa: SLF001 - Django's own way to say it
    return rows.filter(Q(until__isnull=True) | Q(until__gte=day)).exists()
