"""The list that is being made: its day, how it stands, as of which decision, and what came since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.office.roles import federations_seen
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.preview_list import next_day as next_list_day
from arpad.storage.models import EventRow, Job, LogEntry, Preview
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.events import events_seen
from arpad.storage.queries.systems import closed_list

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.person import Person
    from arpad.storage.models import ListVersion, RatingSystem

PREVIEW_JOB = "list.preview"


@dataclass(frozen=True, slots=True)
class ListBeingMade:
    """The list being made, as it was worked out last."""

    preview: Preview | None
    since: int
    """How many decisions were made after it was worked out."""
    job: Job | None
    """The work that brings it up, where it waits or runs."""
    closed: ListVersion | None
    """The list that is closed and not published yet; the one being made comes after it."""
    open_events: int

    @property
    def list_date(self) -> date | None:
        """The day of the list."""
        return None if self.preview is None else self.preview.list_date


def next_list(person: Person, system: RatingSystem) -> ListBeingMade:
    """Give how the list being made stands."""
    preview = Preview.objects.filter(rating_system=system).first()
    after = 0 if preview is None else LogEntry.objects.filter(number__gt=preview.as_of_entry).count()
    job = Job.objects.filter(kind=PREVIEW_JOB, state__in=("waiting", "running")).defer("lines").first()
    rows = EventRow.objects.filter(rating_system=system, rated_for__isnull=True, withdrawn=False)
    seen = federations_seen(person, "list.preview")
    if seen is not None:
        rows = rows.filter(federation__in=seen)
    return ListBeingMade(preview, after, job, closed_list(system), rows.count())


def next_day(system: RatingSystem) -> date | None:
    """Give the day of the list that is made next, the earliest of all kinds of chess; None without any list."""
    return next_list_day(DatabaseBook(system))


def preview_data(person: Person, system: RatingSystem, preview: Preview) -> dict[str, Any]:
    """Give what the list being made says; to whoever acts for a federation, what concerns its players and events."""
    data = archived_json(preview.data)
    seen = federations_seen(person, "list.preview")
    return data if seen is None else _for_federations(data, seen, person, system)


def _for_federations(
    data: dict[str, Any], seen: frozenset[str], person: Person, system: RatingSystem
) -> dict[str, Any]:
    """Leave out of a preview whoever belongs to other federations, and events held elsewhere."""

    def own(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [row for row in rows if row.get("federation") in seen]

    def own_of_kinds(of_kinds: Mapping[str, dict[str, Any]], name: str) -> dict[str, Any]:
        shown = {kind: {**said_of, name: own(said_of[name])} for kind, said_of in of_kinds.items()}
        return {kind: {**said_of, "count": len(said_of[name])} for kind, said_of in shown.items() if said_of[name]}

    visible = events_seen(person, system, [event["event_id"] for event in data["event_states"]])
    return {
        **data,
        "gains": {kind: own(rows) for kind, rows in data["gains"].items()},
        "losses": {kind: own(rows) for kind, rows in data["losses"].items()},
        "movements": {name: own_of_kinds(of_kinds, "first") for name, of_kinds in data["movements"].items()},
        "newcomers": own_of_kinds(data["newcomers"], "first"),
        "corrections": {
            kind: {**corrected, "events": [], "players": own(corrected["players"])}
            for kind, corrected in data["corrections"].items()
        },
        "event_states": [event for event in data["event_states"] if event["event_id"] in visible],
    }
