"""What the front of the site shows: the newest list in brief, the one being made, and the days that come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.documents.calendar import days_around
from arpad.model.period import KINDS, STANDARD
from arpad.model.problems import ArpadError
from arpad.regulations.calendar import calendar
from arpad.storage.models import Preview
from arpad.storage.queries.archived import archived_json
from arpad.storage.site.shown import may_be_named
from arpad.storage.site.shown_table import table_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from arpad.regulations.edition import Citation
    from arpad.storage.models import ListVersion, RatingSystem

GAINS = 5
"""So many of the biggest gains stand on the front."""
DAYS = ("event_closing", "report_closing", "next_list")
"""The days that come, as the calendar names them."""


@dataclass(frozen=True, slots=True)
class KindInBrief:
    """A kind of chess on a list."""

    kind: str
    listed: int
    entered: int
    events: int
    games: int


@dataclass(frozen=True, slots=True)
class Gain:
    """A player who gained much on a list."""

    number: int
    name: str
    federation: str
    before: int
    after: int
    change: int


@dataclass(frozen=True, slots=True)
class ListInBrief:
    """A list, or one that is being made, in a few figures."""

    day: date
    kinds: Sequence[KindInBrief]
    gains: Sequence[Gain]
    """In standard chess; only who has a public page."""
    worked_out_at: datetime | None = None

    @property
    def is_empty(self) -> bool:
        """True where no event has come in yet."""
        return not any(kind.events for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class ComingDay:
    """A day that comes, and the article from which it follows."""

    what: str
    day: date
    citations: tuple[Citation, ...]


def newest_in_brief(system: RatingSystem) -> ListInBrief | None:
    """Give the newest list; None where there is none, or one without a summary."""
    version: ListVersion | None = system.newest
    digest = None if version is None else version.files.get("summary.json")
    if version is None or digest is None:
        return None
    return _brief(system, version.list_date, archived_json(digest))


def made_in_brief(system: RatingSystem) -> ListInBrief | None:
    """Give the list that is being made, as it was worked out last; None where it was not."""
    preview = Preview.objects.filter(rating_system=system).first()
    if preview is None or (system.newest is not None and preview.list_date <= system.newest.list_date):
        return None
    return _brief(system, preview.list_date, archived_json(preview.data), preview.worked_out_at)


def coming_days(system: RatingSystem, today: date) -> list[ComingDay]:
    """Give the days that come, the nearest first."""
    try:
        days = calendar(STANDARD, system.authority, system.edition)
        coming = days.next_list(today)
        around = days_around(days, today)
    except ArpadError:
        return []
    known: Mapping[str, date | None] = {
        "event_closing": days.closing_of_events(coming).day if coming else None,
        "report_closing": days.closing_of_reports(coming).day if coming else None,
        "next_list": coming,
    }
    cited = {line.name: line.citations for line in around.lines}
    rows = [ComingDay(what, day, cited.get(what, ())) for what in DAYS if (day := known[what]) and day >= today]
    return sorted(rows, key=lambda row: row.day)


def fingerprint_of(system: RatingSystem, today: date) -> str:
    """Give what the front follows from, as text."""
    preview = Preview.objects.filter(rating_system=system).values_list("data", flat=True).first() or ""
    table = table_of(system)
    newest = "" if system.newest is None else system.newest.list_hash
    return "/".join((newest, preview, "" if table is None else str(table), today.isoformat()))


def _brief(system: RatingSystem, day: date, data: Mapping[str, Any], at: datetime | None = None) -> ListInBrief:
    kinds = [
        KindInBrief(kind, of["listed"], of["entered"], of["events"], of["games"])
        for kind in KINDS
        if (of := data["kinds"].get(kind)) is not None
    ]
    rows = data["gains"].get(STANDARD, ())
    named = may_be_named(system, [row["fide_id"] for row in rows])
    gains = [
        Gain(row["fide_id"], row["name"], row["federation"], row["before"], row["after"], row["change"])
        for row in rows
        if row["fide_id"] in named
    ]
    return ListInBrief(day, kinds, gains[:GAINS], at)
