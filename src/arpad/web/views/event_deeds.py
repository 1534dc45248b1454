"""What is done with an event, each deed on a page of its own: what it asks, what stands there, and what came since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render

from arpad.office.ask_approval import AskApproval
from arpad.office.cancel_event import CancelEvent
from arpad.office.cut_short_event import CutShortEvent
from arpad.office.event_case import EventAct
from arpad.office.event_checks import approval_matters
from arpad.office.event_letters import Remind
from arpad.office.postpone_event import PostponeEvent
from arpad.office.record_approval import RecordApproval
from arpad.office.refuse_registration import RefuseRegistration
from arpad.office.register_event import TakeUpRegistration
from arpad.office.send_to_fide import FideAnswer, NoteFideList, SendRegistration, SendToFide
from arpad.office.stages import stage_problems
from arpad.storage.deeds import event_approvals, fide_exchange, registrations
from arpad.storage.events.letters import remind
from arpad.storage.queries.event_pages import entries_since, office_event, reasons_given
from arpad.storage.queries.report_pages import report_of_event
from arpad.web.access import Page, page, person_of
from arpad.web.event_deed_forms import (
    AskApprovalForm,
    CutShortForm,
    EventDeedForm,
    FideAnswerForm,
    FideListForm,
    FideSendForm,
    ReasonForm,
    RecordApprovalForm,
    RefuseRegistrationForm,
)
from arpad.web.outcomes import answered
from arpad.web.views.report_deeds import REPORT_DEEDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.queries.event_pages import EventAsShown

    Done = Callable[[Person, int, Any], DeedOutcome]

CONFLICT = 409


@dataclass(frozen=True, slots=True)
class DeedPage:
    """A deed about an event as a page: its code, its form, and what does it."""

    deed: str
    form: type[EventDeedForm]
    done: Done
    is_grave: bool = False
    shows_needs: bool = False
    """True where what the event needs an approval for stands above the form."""
    template: str = "event_deed.html"


def _take_up(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return registrations.take_up_registration(person, number, TakeUpRegistration(**form.act), form.along())


def _cancel(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return registrations.cancel(person, number, CancelEvent(**form.act), form.along())


def _postpone(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return registrations.postpone(person, number, PostponeEvent(**form.act), form.along())


def _cut_short(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    given = form.cleaned_data
    asked = CutShortEvent(last_day=given["last_day"], rounds=given["rounds"], **form.act)
    return registrations.cut_short(person, number, asked, form.along())


def _refuse_registration(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    given = form.cleaned_data
    asked = RefuseRegistration(decided_on=given["decided_on"], document=given["document"], **form.act)
    return registrations.refuse(person, number, asked, form.along())


def _declare_empty(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return registrations.declare_part_empty(person, number, EventAct(**form.act), form.along())


def _remind(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return remind(person, number, Remind(**form.act), form.along())


def _ask_approval(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return event_approvals.ask(person, number, AskApproval(what=form.cleaned_data["what"], **form.act), form.along())


def _record_approval(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    given = form.cleaned_data
    asked = RecordApproval(
        what=given["what"],
        body=given["body"],
        decided_on=given["decided_on"],
        is_granted=given["verdict"] == "granted",
        document=given["document"],
        consulted=given.get("consulted") or "",
        **form.act,
    )
    return event_approvals.record(person, number, asked, form.along())


def _fide_registration(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    given = form.cleaned_data
    asked = SendRegistration(sha256="", sent_on=given["sent_on"], fide_code=given["fide_code"], **form.act)
    return fide_exchange.send_registered(person, number, asked, form.along())


def _fide_answer(form: EventDeedForm) -> FideAnswer:
    given = {name: form.cleaned_data[name] for name in ("answer", "answered_on", "document", "fide_code")}
    return FideAnswer(**given, **form.act)


def _fide_registration_answer(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return fide_exchange.keep_registered(person, number, _fide_answer(form), form.along())


def _fide_report_answer(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    return fide_exchange.keep_fide_answer(person, number, _fide_answer(form), form.along())


def _fide_send(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    given = form.cleaned_data
    asked = SendToFide(sha256="", sent_on=given["sent_on"], fide_code=given["fide_code"], **form.act)
    return fide_exchange.send_file(person, number, asked, form.along())


def _fide_list(person: Person, number: int, form: EventDeedForm) -> DeedOutcome:
    asked = NoteFideList(list=form.cleaned_data["list"], seen_on=form.cleaned_data["seen_on"], **form.act)
    return fide_exchange.note_on_list(person, number, asked, form.along())


EVENT_DEEDS: dict[str, DeedPage] = {
    "take-up": DeedPage("event.take_up", ReasonForm, _take_up),
    "ask-approval": DeedPage("approval.ask", AskApprovalForm, _ask_approval, shows_needs=True),
    "record-approval": DeedPage("approval.record", RecordApprovalForm, _record_approval, shows_needs=True),
    "refuse-registration": DeedPage("event.refuse_registration", RefuseRegistrationForm, _refuse_registration, True),
    "postpone": DeedPage("event.postpone", ReasonForm, _postpone),
    "cancel": DeedPage("event.cancel", ReasonForm, _cancel, is_grave=True),
    "cut-short": DeedPage("event.cut_short", CutShortForm, _cut_short),
    "declare-empty": DeedPage("part.declare_empty", ReasonForm, _declare_empty),
    "remind": DeedPage("letter.remind", ReasonForm, _remind),
    "fide-registration": DeedPage("fide.send_registration", FideSendForm, _fide_registration),
    "fide-registration-answer": DeedPage("fide.answer_registration", FideAnswerForm, _fide_registration_answer),
    "fide-send": DeedPage("fide.send", FideSendForm, _fide_send),
    "fide-answer": DeedPage("fide.answer", FideAnswerForm, _fide_report_answer),
    "fide-list": DeedPage("fide.note_list", FideListForm, _fide_list),
}
"""By its name in the address, what can be done with an event; amending has a page of its own."""
EVENT_DEEDS |= {
    name: DeedPage(deed, form, done, name == "refuse", template=template)
    for name, (deed, form, done, template) in REPORT_DEEDS.items()
}
ADDRESS_OF = {"event.amend": "office_event_amend", "report.link": "event_link"} | {
    each.deed: f"office_event_{name.replace('-', '_')}" for name, each in EVENT_DEEDS.items()
}
"""By deed, the name of the address of its page."""


def shown_event(person: Person, number: int) -> EventAsShown:
    """Give an event of the office; a 404 where there is none that the person may see."""
    event = office_event(person, number)
    if event is None:
        raise Http404
    return event


def not_now(request: HttpRequest, person: Person, event: EventAsShown, deed: str) -> HttpResponse | None:
    """Answer that a deed cannot be done at the stage of the event, and whose turn it is; None where it can."""
    case = event.case
    problems = stage_problems(person, case.event, case.stage, deed, case.federation, case.office)
    if not problems and deed in event.deeds_of(person):
        return None
    context = {"event": event, "deed": deed, "problems": problems}
    return render(request, "office/event_not_now.html", context, status=CONFLICT)


def _deed_page(name: str) -> Page:
    spec = EVENT_DEEDS[name]

    def deed_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
        """Ask what a deed about an event needs, and do it."""
        event = shown_event(person, number)
        refused = not_now(request, person, event, spec.deed)
        if refused is not None:
            return refused
        form = spec.form(request, spec.deed, person, event)
        if "more" in request.POST:
            form.is_bound, form.initial = False, {**form.initial, **request.POST.dict()}
        outcome = form.done(lambda: spec.done(person_of(request), number, form))
        if outcome is not None:
            return answered(request, outcome, "office_event", number)
        context = {"spec": spec, **form_context(person, event, form)}
        if spec.deed.startswith(("report.", "appeal.")):
            context |= {"report": report_of_event(event), "given": reasons_given(event)}
        return render(request, f"office/{spec.template}", context, status=422 if form.errors else 200)

    return page(spec.deed, spec.deed)(deed_page)


def form_context(person: Person, event: EventAsShown, form: Any) -> dict[str, Any]:  # noqa: ANN401 - a form of either kind
    """Give what stands around the form of a deed: the event, and what came since the person looked at it."""
    since: list[Any] = []
    if form.is_overtaken:
        event = shown_event(person, event.row.number)
        since = entries_since(event.row, form.seen_entry or 0)
        form.look_again(event.row.changed_by)
    return {"event": event, "form": form, "since": since, "needs": approval_matters(event.case)}


DEED_PAGES = {name: _deed_page(name) for name in EVENT_DEEDS}
"""By its name in the address, the page of each deed."""
