"""The inbox: duties in order of urgency, notes, who has what in hand, stand-ins, and one's own calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse

from arpad.office.duties import KINDS, NUMBER, UPLOAD, URGENCIES
from arpad.office.duties_calendar import duty_words
from arpad.office.keep_inbox import WAITED_FOR, NameStandIn
from arpad.office.letters import MATTERS
from arpad.office.roles import may
from arpad.office.wording import WORDS as OFFICE
from arpad.storage.deeds import inbox as deeds
from arpad.storage.queries.inbox import (
    DutyLine,
    assignable,
    inbox,
    matter,
    own_calendar,
    possible_stand_ins,
    stand_ins,
)
from arpad.storage.queries.systems import federation_choices, rating_system
from arpad.web.access import page, person_of
from arpad.web.forms import choice_field, day_field, long_field, tick_field
from arpad.web.outcomes import answered, origin
from arpad.web.small_deeds import SmallDeedForm, small_deed
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpRequest, HttpResponse

    from arpad.office.duties import OfficeDuty
    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.queries.inbox import MatterPage
    from arpad.storage.queries.paging import AskedRows

from arpad.storage.queries.paging import RowsOfTable

_COLUMNS = (
    TableColumn("duty"),
    TableColumn("urgency"),
    TableColumn("due", wide=True),
    TableColumn("federation", wide=True),
    TableColumn("waiting_for", wide=True),
    TableColumn("assignee", wide=True),
)
_PLACES = {
    "question": ("question", "number"),
    "event": ("event", "number"),
    "registration": ("office_event", "number"),
    "deed": ("waiting_one", "number"),
    "letter": ("letter", "number"),
    "player": ("player", "number"),
}
"""By what a duty is about, the page of it."""
_QUEUES = {NUMBER: "numbers", UPLOAD: "uploads"}
"""The kinds of duties that are done on the page of a queue."""


def place_of(duty: OfficeDuty) -> str:
    """Give the page on which a duty is done."""
    return reverse(_QUEUES[duty.kind]) if duty.kind in _QUEUES else address_of(duty.of, duty.number)


def address_of(of: str, number: int) -> str:
    """Give the page of what a duty is about."""
    if of in _PLACES:
        name, part = _PLACES[of]
        return reverse(name, kwargs={part: number})
    return reverse("matter", args=[of, number]) if of in MATTERS else reverse("outbox")


@page("inbox.read")
def inbox_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show the duties that the person sees, the most urgent first."""
    kinds = tuple((kind, says("duty_kind", kind)) for kind in KINDS)
    filters = (
        Filter("urgency", tuple((each, says("urgency", each)) for each in URGENCIES)),
        Filter("kind", kinds),
        Filter("federation", federation_choices(rating_system(), person, "inbox.read")),
        Filter("whose", (("own", says("filter", "own")), ("nobody", says("filter", "nobody")))),
    )
    listing = TableOnPage(request, _COLUMNS, "", filters, "inbox")
    shown = inbox(person)

    def query(asked: AskedRows) -> RowsOfTable[DutyLine]:
        lines = [line for line in shown.lines if _fits(line, asked)]
        first = max(asked.page - 1, 0) * asked.size
        return RowsOfTable(lines[first : first + asked.size], len(lines))

    if form == "csv":
        return listing.exported(query, _cells)
    listing.fill(query)
    context = {
        "listing": listing,
        "rows": [(line, place_of(line.duty), duty_words(line.duty)) for line in listing.rows],
        "next": None if shown.next is None else (
            shown.next, place_of(shown.next.duty), duty_words(shown.next.duty)
        ),
        "stands_in_for": shown.stands_in_for,
        "matters": MATTERS,
    }  # fmt: skip
    return render(request, "office/inbox.html", context)


def _fits(line: DutyLine, asked: AskedRows) -> bool:
    whose = asked.wanted("whose")
    return (
        asked.wanted("urgency") in {"", line.urgency}
        and asked.wanted("kind") in {"", line.duty.kind}
        and asked.wanted("federation") in {"", line.duty.federation}
        and (not whose or (line.is_own if whose == "own" else line.duty.assignee is None))
    )


def _cells(line: DutyLine) -> dict[str, Any]:
    duty = line.duty
    return {
        "urgency": line.urgency,
        "kind": duty.kind,
        "of": duty.of,
        "number": duty.number,
        "due": duty.due,
        "federation": duty.federation,
        "since": duty.since,
        "waiting_for": duty.waiting_for,
        "assignee": line.assignee,
    }


@page("inbox.read")
def matter_page(request: HttpRequest, person: Person, of: str, number: int) -> HttpResponse:
    """Show what is kept in hand of something: who has it, for whom it waits, and what was noted."""
    shown = _shown(person, of, number)
    context = {
        "shown": shown,
        "address": address_of(of, number),
        "words": OFFICE.say("matter", of, {}),
        "may": may(person, "inbox.note", shown.federation),
    }
    return render(request, "office/matter.html", context)


def _shown(person: Person, of: str, number: int) -> MatterPage:
    shown = matter(person, of, number)
    if shown is None:
        raise Http404
    return shown


class AssignForm(SmallDeedForm):
    """Who has it in hand."""

    account = choice_field((), as_list=True, required=False)

    def __init__(self, request: HttpRequest, people: Sequence[tuple[int, str]], **more: Any) -> None:  # noqa: ANN401 - as Django's
        super().__init__(request, "inbox.assign", **more)
        nobody = ("", says("inbox", "nobody"))
        self.fields["account"].choices = [nobody, *((str(record), name) for record, name in people)]  # type: ignore[attr-defined] # a choice


@page("inbox.assign", "inbox.assign")
def assign_page(request: HttpRequest, person: Person, of: str, number: int) -> HttpResponse:
    """Say who has something in hand."""
    shown = _shown(person, of, number)
    form = AssignForm(request, assignable(shown.federation), initial={"account": shown.held.assignee or person.record})

    def deed() -> DeedOutcome:
        account = form.cleaned_data["account"]
        return deeds.assign(person_of(request), of, number, int(account) if account else None, origin(request))

    return _about(request, form, of, number, deed)


class WaitForm(SmallDeedForm):
    """For whom it waits."""

    waiting_for = choice_field(
        [("", says("inbox", "us")), *((whom, OFFICE.say("waited_for", whom, {})) for whom in WAITED_FOR)],
        as_list=True, required=False,
    )  # fmt: skip


@page("inbox.wait", "inbox.wait")
def wait_page(request: HttpRequest, person: Person, of: str, number: int) -> HttpResponse:
    """Say for whom something waits."""
    shown = _shown(person, of, number)
    form = WaitForm(request, "inbox.wait", initial={"waiting_for": shown.held.waiting_for})

    def deed() -> DeedOutcome:
        return deeds.wait_for(person_of(request), of, number, form.cleaned_data["waiting_for"], origin(request))

    return _about(request, form, of, number, deed)


class NoteForm(SmallDeedForm):
    """What is noted."""

    note = long_field(max_length=4000)


@page("inbox.note", "inbox.note")
def note_page(request: HttpRequest, person: Person, of: str, number: int) -> HttpResponse:
    """Keep a note."""
    _shown(person, of, number)
    form = NoteForm(request, "inbox.note", places={"words": "note"})

    def deed() -> DeedOutcome:
        return deeds.note(person_of(request), of, number, form.cleaned_data["note"], origin(request))

    return _about(request, form, of, number, deed)


def _about(
    request: HttpRequest, form: SmallDeedForm, of: str, number: int, deed: Callable[[], DeedOutcome]
) -> HttpResponse:
    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "matter", of, number)
    facts = [(OFFICE.say("matter", of, {}), number)]
    return small_deed(request, form, form.deed.code, [("inbox", ()), ("matter", (of, number))], facts=facts)


class StandInForm(SmallDeedForm):
    """Who stands in, and on which days."""

    stand_in = choice_field((), as_list=True)
    first_day = day_field()
    last_day = day_field()

    def __init__(self, request: HttpRequest, people: Sequence[tuple[int, str]], **more: Any) -> None:  # noqa: ANN401 - as Django's
        super().__init__(request, "stand_in.name", **more)
        self.fields["stand_in"].choices = [("", ""), *((str(record), name) for record, name in people)]  # type: ignore[attr-defined] # a choice


@page("stand_in.name", "stand_in.name")
def stand_ins_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show who stands in for one, or for whom one does; a form names somebody."""
    people = possible_stand_ins(person)
    form = StandInForm(request, people)

    def deed() -> DeedOutcome:
        given = form.cleaned_data
        asked = NameStandIn(int(given["stand_in"]), given["first_day"], given["last_day"])
        return deeds.name_stand_in(person_of(request), asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "stand_ins")
    context = {"form": form, "rows": stand_ins(person), "people": people}
    return render(request, "office/stand_ins.html", context, status=422 if form.errors else 200)


@page("stand_in.end", "stand_in.end")
def end_stand_in_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Be back before the last day."""
    rows = [line for line in stand_ins(person) if line.row.number == number and line.row.account == person.record]
    if not rows or rows[0].row.ended_at is not None:
        raise Http404
    form = SmallDeedForm(request, "stand_in.end")
    outcome = form.done(lambda: deeds.end_stand_in(person_of(request), number, origin(request)))
    if outcome is not None:
        return answered(request, outcome, "stand_ins")
    facts = [(says("label", "stand_in"), rows[0].stand_in)]
    return small_deed(request, form, "stand_in.end", [("inbox", ()), ("stand_ins", ())], facts=facts)


@page("own.calendar", "own.calendar")
def calendar_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Make a new address for the calendar of one's own duties; it is shown once."""
    link = ""
    if request.method == "POST":
        _, token = deeds.renew_calendar(person, origin(request))
        link = request.build_absolute_uri(reverse("duties_calendar", args=[token]))
    row = own_calendar(person)
    form = DigestForm(request, initial={"digest": row is not None and row.has_digest})
    return render(request, "office/calendar.html", {"row": row, "link": link, "form": form})


class DigestForm(SmallDeedForm):
    """Whether one's own duties come by mail."""

    digest = tick_field()

    def __init__(self, request: HttpRequest, **more: Any) -> None:  # noqa: ANN401 - as Django's
        super().__init__(request, "own.digest", **more)


@page("own.digest", "own.digest")
def digest_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Choose whether one's own duties come by mail every morning."""
    row = own_calendar(person)
    form = DigestForm(request, initial={"digest": row is not None and row.has_digest})

    def deed() -> DeedOutcome:
        return deeds.choose_digest(person_of(request), wanted=form.cleaned_data["digest"], origin=origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        messages.success(request, says("done", "decided", entry=outcome.entry or 0), "good")
        return redirect("calendar")
    return small_deed(request, form, "own.digest", [("inbox", ()), ("calendar", ())])
