"""Registering events: by hand or copied, a section of a festival, a whole season; amending; what nobody registered."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render

from arpad.model.problems import RefusedError
from arpad.office.amend_event import AmendEvent
from arpad.office.event_checks import declarations_are_locked
from arpad.office.note_unregistered import NoteUnregistered
from arpad.office.register_event import RegisterEvent
from arpad.office.registration_facts import BEFORE_ROUND_1
from arpad.office.roles import ARBITER, ORGANISER
from arpad.office.season_file import season_lines
from arpad.storage.deeds import registrations
from arpad.storage.deeds.season import copied_values, register_season
from arpad.storage.events.carrying_out import Along
from arpad.storage.queries.event_pages import federations_to_register, never_registered
from arpad.storage.queries.systems import rating_system
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.event_deed_forms import LookedAtForm, bytes_of
from arpad.web.forms import choice_field, day_field, long_field, text_field
from arpad.web.outcomes import answered, origin
from arpad.web.registration_forms import FactsForm
from arpad.web.views.event_deeds import form_context, not_now, shown_event
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.office.season_file import SeasonRow
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.models import RatingSystem

YEAR = timedelta(weeks=52)
"""After so long a day falls on the same day of the week."""
SEASON = "season.csv"
MOST_SIGNS = 1_000_000
_OWN_FACT = {ORGANISER: "organiser", ARBITER: "chief_arbiter"}
"""By role, the fact in which somebody who registers an event stands as a rule."""


def _system() -> RatingSystem:
    system = rating_system()
    if system is None:
        raise Http404
    return system


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None  # noqa: PLR2004 - 63 bits


def section_of(values: dict[str, Any]) -> dict[str, Any]:
    """Give what a section of a festival has in common with another: everything but its name and its players."""
    shared = {name: value for name, value in values.items() if name not in {"name", "expected"}}
    return shared if shared.get("festival") else {**shared, "festival": values.get("name", "")}


def _begun_with(request: HttpRequest, person: Person) -> tuple[dict[str, Any], str, str]:
    """Give the facts with which a registration begins, its federation, and what it was begun from."""
    copied, section = _number(request, "copy"), _number(request, "section")
    if copied is not None:
        event = shown_event(person, copied)
        start = event.case.values.get("start")
        later = {} if start is None else copied_values(person, copied, start + YEAR, {})
        return later, event.case.federation, "copy"
    if section is not None:
        event = shown_event(person, section)
        return section_of(event.case.values), event.case.federation, "section"
    own = {fact: person.number for role, fact in _OWN_FACT.items() if person.number and role in person.roles}
    return own, "", ""


@page("event.register", "event.register")
def new_event_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Register an event: every fact that can be known before play."""
    system = _system()
    values, federation, begun_from = _begun_with(request, person)
    federations = federations_to_register(person, system, "event.register")
    form = FactsForm(
        request, "event.register", values=values, federations=federations, initial={"federation": federation}
    )
    came: list[int] = []

    def deed() -> DeedOutcome:
        given = form.cleaned_data
        asked = RegisterEvent(values=form.values, reason=form.why)
        outcome, number = registrations.register(
            person_of(request), system, given["federation"], asked, Along(origin(request))
        )
        came.append(number)
        return outcome

    outcome = form.done(deed)
    if outcome is not None:
        if "another" in request.POST:
            messages.success(request, says("done", "decided", entry=outcome.entry or 0), "good")
            return redirect(f"{request.path}?section={came[0]}")
        return answered(request, outcome, "office_event", came[0])
    context = {"form": form, "begun_from": begun_from, "values": values, "federations": federations}
    return render(request, "office/event_new.html", context, status=422 if form.errors else 200)


class AmendForm(FactsForm, LookedAtForm):
    """The facts of an event as they should be, bound to what the person looked at."""

    def take(self, refused: Any) -> None:  # noqa: ANN401 - a refusal, or problems
        """Show what was refused; where somebody was faster, the next answer counts for what stands there now."""
        problems = list(refused.problems if hasattr(refused, "problems") else refused)
        self.is_overtaken = any(problem.code == "event_changed" for problem in problems)
        super().take(problems)
        if self.is_overtaken:
            return
        for problem in problems:
            if problem.code == "no_reason":
                self.add_error("reason", problem.sentence())


@page("event.amend", "event.amend")
def amend_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Amend what is registered of an event; what had to be declared before round 1 is locked from then on."""
    event = shown_event(person, number)
    refused = not_now(request, person, event, "event.amend")
    if refused is not None:
        return refused
    is_locked = declarations_are_locked(event.case, event.at)
    form = AmendForm(
        request, "event.amend", values=event.case.values, locked=BEFORE_ROUND_1 if is_locked else (),
        initial={"seen": str(event.row.changed_by)},
    )  # fmt: skip

    def deed() -> DeedOutcome:
        asked = AmendEvent(changes=form.changes, reason=form.why)
        return registrations.amend(person_of(request), number, asked, Along(origin(request), form.seen_entry))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "office_event", number)
    context = {"is_locked": is_locked, **form_context(person, event, form)}
    return render(request, "office/event_amend.html", context, status=422 if form.errors else 200)


class SeasonForm(LookedAtForm):
    """A season: a file, or its text as it was mended on the page."""

    words_of = "event"
    federation = choice_field([], as_list=True)
    season = forms.FileField(required=False)
    table = long_field(required=False, max_length=MOST_SIGNS)

    def clean(self) -> dict[str, Any]:
        """Take the text of the file, where one was sent."""
        given = dict(self.cleaned_data)
        if given.get("season") is not None:
            try:
                given["table"] = bytes_of(given["season"]).decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("season", says("wrong", "season_not_utf8"))
        if not str(given.get("table") or "").strip() and not self.errors:
            self.add_error("season", says("event_missing", "season"))
        return given


@page("event.register", "event.register")
def season_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Register a season from a table: first every line with its faults, then all of them or none."""
    system = _system()
    form = SeasonForm(request, "event.register")
    form.fields["federation"].choices = federations_to_register(person, system, "event.register")  # type: ignore[attr-defined] # a field with choices
    lines: list[SeasonRow] = []
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["table"]
        try:
            lines = season_lines(text.encode(), SEASON)
        except RefusedError as refused:
            form.take(refused)
        faults = sum(1 for line in lines if line.problems)
        if lines and not faults and "register" in request.POST:
            outcome = form.done(
                lambda: register_season(person_of(request), system, form.cleaned_data["federation"], text.encode(),
                                        SEASON, Along(origin(request)), form.why)
            )  # fmt: skip
            if outcome is not None:
                messages.success(request, says("done", "season", count=len(outcome)), "good")
                return redirect("events")
        form.replace_sent("table", text)
    faulty = sum(1 for line in lines if line.problems)
    context = {"form": form, "lines": lines, "faulty": faulty, "is_ready": bool(lines) and not faulty}
    return render(request, "office/season.html", context, status=422 if form.errors else 200)


class UnregisteredForm(DeedForm):
    """An event that became known."""

    words_of = "event"
    federation = choice_field([], as_list=True)
    name = text_field()
    start, end = day_field(), day_field()
    known_from = text_field()
    announced_unrated = choice_field(
        [("", says("choice", "not_known")), *((code, says("choice", code)) for code in ("yes", "no"))],
        as_list=True,
        required=False,
    )


@page("event.note_unregistered", "event.note_unregistered")
def note_unregistered_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Note an event that became known and was never registered."""
    system = _system()
    form = UnregisteredForm(request, "event.note_unregistered")
    form.fields["federation"].choices = federations_to_register(person, system, "event.note_unregistered")  # type: ignore[attr-defined] # a field with choices
    came: list[int] = []

    def deed() -> DeedOutcome:
        given = form.cleaned_data
        announced = {"yes": True, "no": False}.get(given["announced_unrated"])
        known = {name: given[name] for name in ("name", "start", "end", "known_from")}
        asked = NoteUnregistered(**known, announced_unrated=announced, reason=form.why)
        outcome, number = registrations.note(
            person_of(request), system, given["federation"], asked, Along(origin(request))
        )
        came.append(number)
        return outcome

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "office_event", came[0])
    return render(request, "office/event_note.html", {"form": form}, status=422 if form.errors else 200)


@page("registration.read")
def never_registered_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the events that became known and were never registered."""
    return render(request, "office/never_registered.html", {"events": never_registered(person)})
