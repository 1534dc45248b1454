"""Lists of the office in all their versions, and the files published with each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.roles import may
from arpad.storage.models import ArchivedFile, ListVersion

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

_PUBLIC = (ListVersion.PUBLISHED, ListVersion.REVISED)


@dataclass(frozen=True, slots=True)
class VersionsOfDay:
    """The list of a day with all its revisions, the newest first."""

    list_date: date
    versions: Sequence[ListVersion]

    @property
    def newest(self) -> ListVersion:
        """The revision that holds."""
        return self.versions[0]


def published_lists(system: RatingSystem) -> list[VersionsOfDay]:
    """Give every published list with its revisions, the newest first."""
    versions = (
        ListVersion.objects.filter(rating_system=system, stage__in=_PUBLIC)
        .defer("files")
        .order_by("-list_date", "-revision")
    )
    by_day: dict[date, list[ListVersion]] = {}
    for version in versions:
        by_day.setdefault(version.list_date, []).append(version)
    return [VersionsOfDay(day, revisions) for day, revisions in by_day.items()]


def thrown_away(person: Person, system: RatingSystem) -> list[ListVersion]:
    """Give the lists that were closed and thrown away, to whoever reads the log."""
    if not may(person, "log.read"):
        return []
    return list(
        ListVersion.objects.filter(rating_system=system, stage=ListVersion.THROWN_AWAY)
        .defer("files")
        .order_by("-closed_at")
    )


def list_version(system: RatingSystem, year: int, month: int, revision: int | None) -> ListVersion | None:
    """Give a published list of a month, in a revision or in the newest."""
    rows = ListVersion.objects.filter(
        rating_system=system, stage__in=_PUBLIC, list_date__year=year, list_date__month=month
    ).select_related("goes_on_from")
    if revision is not None:
        rows = rows.filter(revision=revision)
    return rows.order_by("-list_date", "-revision").first()


def sizes_of(version: ListVersion) -> dict[str, int]:
    """Give how large the files of a list are, by name."""
    sizes = dict(ArchivedFile.objects.filter(sha256__in=version.files.values()).values_list("sha256", "size"))
    return {name: sizes.get(digest, 0) for name, digest in version.files.items()}
