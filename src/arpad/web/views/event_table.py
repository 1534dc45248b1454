"""Every event in one table, with its stages as filters: those of the office, and those that only the book has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.shortcuts import render

from arpad.model.period import KINDS
from arpad.office.roles import GRANTED
from arpad.office.stages import AWAITED, DUE, OWNERS, SENT, STAGES
from arpad.storage.queries.event_pages import federations_to_register
from arpad.storage.queries.event_tables import EventInTable, counts_by_stage, office_events
from arpad.storage.queries.paging import RowsOfTable
from arpad.storage.queries.systems import federation_choices, rating_system
from arpad.web.access import page, place_refusal
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.templatetags.office import role_name
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.queries.paging import AskedRows

_COLUMNS = (
    TableColumn("number", number=True, wide=True),
    TableColumn("name", order="name"),
    TableColumn("federation", order="federation", wide=True),
    TableColumn("kind", order="kind", wide=True),
    TableColumn("days", order="end", falls_first=True),
    TableColumn("due", order="due", wide=True),
    TableColumn("rated_for", order="rated_for", falls_first=True, wide=True),
    TableColumn("stage"),
)
_GROUPS = {
    "before": STAGES[1 : STAGES.index(AWAITED)],
    "report": STAGES[STAGES.index(AWAITED) : STAGES.index(SENT)],
    "fide": STAGES[STAGES.index(SENT) : STAGES.index(DUE)],
    "list": STAGES[STAGES.index(DUE) :],
}
"""The stages as the page groups them: before the report, the report, with FIDE, lists and what ended otherwise."""


class StageLink(NamedTuple):
    """A stage as a filter: its words, how many events stand there, and the address of the table with them."""

    words: str
    code: str
    events: int
    address: str
    is_on: bool


class StageGroup(NamedTuple):
    """Stages that belong together."""

    words: str
    links: tuple[StageLink, ...]


@page("registration.read")
def events_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show events, wherever they stand."""
    system = rating_system()
    roles = [role for role in GRANTED if any(role in owners for owners in OWNERS.values())]
    filters = (
        Filter("q"),
        Filter("federation", federation_choices(system, person, "registration.read")),
        Filter("kind", tuple((kind, says("kind", kind)) for kind in KINDS)),
        Filter("turn", tuple((role, role_name(role).capitalize()) for role in roles)),
        Filter("list", kind="text"),
        Filter("stage", tuple((stage, known("event_stage", stage)) for stage in STAGES[1:]), kind="hidden"),
        Filter("festival", kind="hidden"),
    )
    listing = TableOnPage(request, _COLUMNS, "-end", filters, "events")

    def query(asked: AskedRows) -> RowsOfTable[EventInTable]:
        return RowsOfTable([], 0) if system is None else office_events(person, system, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    counts = {} if system is None else counts_by_stage(person, system, listing.asked)
    context = {
        "listing": listing.fill(query),
        "system": system,
        "groups_of_stages": list(_stage_groups(listing, counts)),
        "total": sum(counts.values()),
        "may_register": system is not None and bool(federations_to_register(person, system, "event.register")),
        "may_accept": place_refusal(person, "report.accept") is None,
        "may_note": place_refusal(person, "event.note_unregistered") is None,
    }
    return render(request, "office/events.html", context)


def _stage_groups(listing: TableOnPage, counts: Mapping[str, int]) -> Iterator[StageGroup]:
    chosen = listing.asked.wanted("stage")
    for group, stages in _GROUPS.items():
        links = tuple(
            StageLink(
                known("event_stage", stage), stage, counts.get(stage, 0),
                listing.address_with(stage="" if stage == chosen else stage), stage == chosen,
            )
            for stage in stages if stage in counts or stage == chosen
        )  # fmt: skip
        if links:
            yield StageGroup(says("stage_group", group), links)


def _cells(line: EventInTable) -> dict[str, Any]:
    return {
        "number": line.number or None,
        "book_event": line.book_event or None,
        "part": line.part or None,
        "name": line.name,
        "federation": line.federation,
        "kind": line.kind,
        "start": line.start,
        "end": line.end,
        "stage": line.stage,
        "due_on": line.due_on,
        "rated_for": line.list_date,
    }
