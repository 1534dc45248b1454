"""What waits about reports: numbers that are asked for and given, reports that came by links, and links that end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render

from arpad.office.number_requests import SOURCES, VALUES, WAYS, GiveNumber, WithdrawRequest
from arpad.office.roles import may
from arpad.office.uploads import EndLink, SetAside
from arpad.storage.deeds import report_corrections, reports
from arpad.storage.models import UploadLink
from arpad.storage.queries.report_queues import RequestLine, open_request, open_requests
from arpad.storage.queries.reports import uploads_waiting
from arpad.web.access import page, person_of
from arpad.web.event_deed_forms import EventDeedForm, offer, office_words
from arpad.web.forms import choice_field, several_field, text_field, whole_field
from arpad.web.outcomes import answered, origin
from arpad.web.small_deeds import SmallDeedForm
from arpad.web.views.event_deeds import form_context, not_now, shown_event
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.models import ReportDelivery
    from arpad.storage.queries.event_pages import EventAsShown

_LARGEST_NUMBER = 2**53 - 1


@page("registration.read")
def numbers_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the numbers that are asked for: who each player is by the report, and since when."""
    lines = [
        (
            line,
            may(person, "report.give_number", line.row.event.federation),
            may(person, "report.withdraw_number", line.row.event.federation),
        )
        for line in open_requests(person)
    ]
    return render(request, "office/number_requests.html", {"lines": lines})


class GiveNumberForm(EventDeedForm):
    """The number of a player, how the player came to it, who the player is, and from where that is known."""

    fide_id = whole_field(min_value=1, max_value=_LARGEST_NUMBER)
    way = choice_field([])
    name = text_field()
    born = text_field(max_length=10)
    sex = choice_field([])
    of_federation = text_field(max_length=3)

    def __init__(self, request: HttpRequest, deed: str, person: Person, event: EventAsShown, line: RequestLine) -> None:
        known = {"name": line.name, "born": line.born, "sex": line.sex, "of_federation": line.row.federation}
        super().__init__(request, deed, person, event, initial=known)

    def ask(self, event: EventAsShown) -> None:  # noqa: ARG002 - the same for every event
        """Offer how somebody comes to a number, and from where it is known who somebody is."""
        offer(self, "way", [(way, office_words("number_way", way)) for way in WAYS])
        offer(self, "sex", [(sex, says("sex_of_one", letter)) for sex, letter in (("m", "M"), ("w", "F"))])
        sources = [("", says("choice", "not_said")), *((code, office_words("number_source", code)) for code in SOURCES)]
        for value in VALUES:
            self.fields[f"source_{value}"] = choice_field(sources, as_list=True)
        self.order_fields(["fide_id", "way", *_beside_their_sources()])

    @property
    def given(self) -> GiveNumber:
        """What was typed."""
        given = self.cleaned_data
        return GiveNumber(
            number=given["fide_id"],
            way=given["way"],
            name=given["name"],
            born=given["born"],
            sex=given["sex"],
            federation=given["of_federation"].upper(),
            sources=tuple((value, given[f"source_{value}"]) for value in VALUES),
            **self.act,
        )


def _beside_their_sources() -> list[str]:
    return [name for value in VALUES for name in (_FIELD_OF.get(value, value), f"source_{value}")]


_FIELD_OF = {"federation": "of_federation"}


def _asked_for(person: Person, number: int) -> tuple[RequestLine, EventAsShown]:
    line = open_request(person, number)
    if line is None:
        raise Http404
    return line, shown_event(person, line.row.event_id)


@page("report.give_number", "report.give_number")
def give_number_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Close a request with the number of the player; it comes into the report, and into the book where that is."""
    line, event = _asked_for(person, number)
    refused = not_now(request, person, event, "report.give_number")
    if refused is not None:
        return refused
    form = GiveNumberForm(request, "report.give_number", person, event, line)
    outcome = form.done(lambda: report_corrections.give_number(person_of(request), number, form.given, form.along()))
    if outcome is not None:
        return answered(request, outcome, "numbers")
    return _about_request(request, person, event, line, form)


@page("report.withdraw_number", "report.withdraw_number")
def withdraw_number_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Take a request back: the player was not there, or is somebody else."""
    line, event = _asked_for(person, number)
    refused = not_now(request, person, event, "report.withdraw_number")
    if refused is not None:
        return refused
    form = EventDeedForm(request, "report.withdraw_number", person, event)

    def deed() -> DeedOutcome:
        return report_corrections.withdraw_number(person_of(request), number, WithdrawRequest(**form.act), form.along())

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "numbers")
    return _about_request(request, person, event, line, form)


def _about_request(
    request: HttpRequest, person: Person, event: EventAsShown, line: RequestLine, form: EventDeedForm
) -> HttpResponse:
    context = {"spec": {"deed": form.deed.code}, "line": line, **form_context(person, event, form)}
    return render(request, "office/number_request.html", context, status=422 if form.errors else 200)


class SetUploadsAsideForm(SmallDeedForm):
    """Which of what came by links is set aside, all with one reason."""

    words_of = "event"
    HAS_REASON = True
    waiting = several_field([])

    def __init__(self, request: HttpRequest, rows: list[ReportDelivery]) -> None:
        super().__init__(request, "upload.set_aside")
        self.fields["waiting"].choices = [  # type: ignore[attr-defined] # a field with choices
            (str(row.number), says("upload", "of_event", name=row.event.name, at=f"{row.sent_at:%Y-%m-%d}"))
            for row in rows
        ]


@page("registration.read", "upload.set_aside")
def uploads_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what came by links and waits; what is ticked is set aside with a reason, as much of it as there is."""
    rows = uploads_waiting(person)
    own = [row for row in rows if may(person, "upload.set_aside", row.event.federation)]
    form = SetUploadsAsideForm(request, own) if own else None
    if form is not None:
        asked = form
        outcomes = form.done(lambda: _set_aside(request, own, asked))
        if outcomes is not None:
            messages.success(request, says("done", "set_aside", count=len(form.cleaned_data["waiting"])), "good")
            return redirect("uploads")
    may_take = {row.number for row in rows if may(person, "report.take_in", row.event.federation)}
    context = {"rows": rows, "form": form, "may_take": may_take}
    return render(request, "office/uploads.html", context, status=422 if form is not None and form.errors else 200)


def _set_aside(request: HttpRequest, rows: list[ReportDelivery], form: SetUploadsAsideForm) -> list[DeedOutcome]:
    """Set uploads aside, those of each federation by a decision of their own."""
    ticked = {int(number) for number in form.cleaned_data["waiting"]}
    of: dict[str, list[int]] = {}
    for row in rows:
        if row.number in ticked:
            of.setdefault(row.event.federation, []).append(row.number)
    person = person_of(request)
    return [
        reports.set_aside(person, federation, SetAside(numbers, form.why), origin(request))
        for federation, numbers in of.items()
    ]


@page("report.end_link", "report.end_link")
def end_link_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """End a link before its day."""
    row = UploadLink.objects.filter(number=number, ended_entry__isnull=True).first()
    if row is None:
        raise Http404
    event = shown_event(person, row.event_id)
    refused = not_now(request, person, event, "report.end_link")
    if refused is not None:
        return refused
    form = EventDeedForm(request, "report.end_link", person, event)
    outcome = form.done(
        lambda: reports.end_link(person_of(request), number, EndLink(**form.act), form.along())
    )  # fmt: skip
    if outcome is not None:
        return answered(request, outcome, "event_link", row.event_id)
    context = {"spec": {"deed": "report.end_link"}, **form_context(person, event, form)}
    return render(request, "office/event_deed.html", context, status=422 if form.errors else 200)
