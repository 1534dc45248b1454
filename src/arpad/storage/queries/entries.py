"""An entry list checked before play, by the ratings of the list for which the event is registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.office.check_entries import KnownPlayer, check_entries
from arpad.office.registration_facts import FEMALE, MALE
from arpad.storage.events.rows import case_of
from arpad.storage.models import ListVersion, PlayerRow, Standing
from arpad.storage.queries.registration_page import registration_row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.office.check_entries import EntriesChecked, ListedEntry
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

_SEXES = {"M": MALE, "F": FEMALE}
"""How a registration writes the sex that a book has."""


def checked_entries(person: Person, number: int, entries: Sequence[ListedEntry]) -> EntriesChecked | None:
    """Check an entry list of an event; None where there is none that the person may see."""
    row = registration_row(person, number)
    if row is None:
        return None
    case = case_of(row)
    numbers = {entry.number for entry in entries if entry.number is not None}
    kind = case.values.get("kind") or KINDS[0]
    return check_entries(case, entries, known_players(row.rating_system, numbers, kind, row.for_list))


def known_players(
    system: RatingSystem, numbers: set[int], kind: str, day: date | None = None
) -> dict[int, KnownPlayer]:
    """Give what the office knows of players, with the rating on the list of a day, or on the newest before it."""
    ratings = _ratings(system, numbers, kind, day)
    rows = PlayerRow.objects.filter(rating_system=system, fide_id__in=numbers).only("fide_id", "name", "sex")
    return {
        row.fide_id: KnownPlayer(row.fide_id, row.name, _SEXES.get(row.sex, ""), ratings.get(row.fide_id))
        for row in rows
    }


def _ratings(system: RatingSystem, numbers: set[int], kind: str, day: date | None) -> dict[int, int]:
    """Give ratings as they stood on a list: of each player the newest line that is not younger than it."""
    versions = ListVersion.objects.filter(rating_system=system, stage=ListVersion.PUBLISHED, generation__gt=0)
    version = (versions if day is None else versions.filter(list_date__lte=day)).order_by("-list_date").first()
    generation = system.generation if version is None else version.generation
    column = f"{kind}_rating"
    rows = Standing.objects.filter(rating_system=system, fide_id__in=numbers, generation__lte=generation)
    newest = {row.fide_id: row for row in rows.order_by("generation").only("fide_id", "is_off", column)}
    return {
        number: rating
        for number, row in newest.items()
        if not row.is_off and (rating := getattr(row, column)) is not None
    }
