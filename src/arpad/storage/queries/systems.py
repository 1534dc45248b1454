"""Whose rules the office serves, and the list that is being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.storage.models import FederationRow, ListVersion, RatingSystem

if TYPE_CHECKING:
    from arpad.office.person import Person


def rating_system() -> RatingSystem | None:
    """Give the rating system that the office serves; None until a book was imported."""
    return RatingSystem.objects.filter(is_ready=True).select_related("newest").order_by("number").first()


def closed_list(system: RatingSystem) -> ListVersion | None:
    """Give the list that is closed and waits to be published; None where none does."""
    return ListVersion.objects.filter(rating_system=system, stage=ListVersion.CLOSED).first()


def federation_choices(system: RatingSystem | None, person: Person, deed: str) -> tuple[tuple[str, str], ...]:
    """Give the federations among which a person can choose, with their names."""
    from arpad.office.roles import federations_seen  # noqa: PLC0415 - beside its only use

    if system is None:
        return ()
    rows = FederationRow.objects.filter(rating_system=system).order_by("federation")
    seen = federations_seen(person, deed)
    if seen is not None:
        rows = rows.filter(federation__in=seen)
    return tuple((row.federation, f"{row.federation}, {row.name}" if row.name else row.federation) for row in rows)
