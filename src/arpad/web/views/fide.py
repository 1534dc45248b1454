"""A federation under FIDE: what goes there and what came back; and FIDE's lists, held against what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from arpad.model.period import KINDS
from arpad.office.roles import may
from arpad.office.stages import UNDER_FIDE
from arpad.storage.deeds.ask_fide import ask_fide
from arpad.storage.deeds.compare_fide_list import KIND, ask_comparison
from arpad.storage.deeds.fide_exchange import fide_file, registration_file
from arpad.storage.queries.event_pages import with_fide
from arpad.storage.queries.fide_comparisons import comparison, comparisons, difference, differences_of
from arpad.storage.queries.systems import rating_system
from arpad.storage.queries.work import job
from arpad.storage.settings_in_force import settings_in_force
from arpad.web.access import page, person_of
from arpad.web.forms import choice_field, long_field
from arpad.web.middleware import DOWNLOADED
from arpad.web.outcomes import answered, origin
from arpad.web.small_deeds import SmallDeedForm, small_deed
from arpad.web.tables import csv_answer
from arpad.web.uploads import kept_upload
from arpad.web.views.event_deeds import shown_event
from arpad.web.views.office_event import deed_buttons
from arpad.web.views.work import REFRESH
from arpad.web.wording import says

if TYPE_CHECKING:
    from datetime import date

    from django.http import HttpRequest

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.models import Job, RatingSystem

_MOST_WORDS = 2000


@page("registration.read")
def with_fide_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what was accepted and goes to FIDE, and what comes next for each; and which of its lists were compared."""
    system = rating_system()
    events = [] if system is None else with_fide(person, system)
    of_fide = [
        (event, [b for b in deed_buttons(event, event.deeds_of(person)) if b.deed.startswith("fide.")])
        for event in events
    ]
    is_under_fide = settings_in_force().serves == UNDER_FIDE
    context = {
        "events": of_fide,
        "is_under_fide": is_under_fide,
        "comparisons": [] if system is None else comparisons(person, system),
        "may_compare": is_under_fide and may(person, "list.compare"),
    }
    return render(request, "office/with_fide.html", context)


@page("fide.send")
def fide_file_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Hand over the file that is sent to FIDE: the report with everything that was put right in it.

    Before there is a report it is that of the registration.
    """
    event = shown_event(person, number)
    if event.case.office != UNDER_FIDE:
        raise Http404
    name, data = (registration_file if event.case.report is None else fide_file)(person, number)
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Security-Policy": DOWNLOADED,
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(data, content_type="text/plain; charset=utf-8", headers=headers)


class CompareForm(SmallDeedForm):
    """A list of FIDE, and its month."""

    words_of = "event"
    fide_list = forms.FileField()
    list_month = forms.DateField(
        input_formats=["%Y-%m", "%Y-%m-%d"], widget=forms.DateInput(attrs={"placeholder": "2026-11"}, format="%Y-%m")
    )
    kind = choice_field([("", ""), *((kind, says("kind", kind)) for kind in KINDS)], as_list=True, required=False)

    def clean_list_month(self) -> date:
        """Refuse another day of a month than its first."""
        day: date = self.cleaned_data["list_month"]
        if day.day != 1:
            raise ValidationError(says("event_missing", "list_month"))
        return day


@page("list.compare", "list.compare")
def compare_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - asked for once more
    """Take a list of FIDE to be compared with what the office expected of its own reports; a worker does it."""
    system = _system()
    form = CompareForm(request, "list.compare")

    def deed() -> Job:
        given = form.cleaned_data
        place = kept_upload(given["fide_list"])
        return ask_comparison(
            person_of(request), system, place, given["list_month"], given["kind"] or None, origin(request)
        )

    asked = form.done(deed)
    if asked is not None:
        return redirect("compare_fide_work", asked.number)
    return small_deed(request, form, "list.compare", [("with_fide", ())])


@page("list.compare")
def compare_work_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show how far a comparison is; once it is done, what came of it."""
    shown = job(person, number)
    if shown is None or shown.row.kind != KIND:
        raise Http404
    row = shown.row
    if row.state == "done" and row.result:
        answer = redirect("fide_comparison", row.result["comparison"])
        # The script that loads a part of this page anew does not follow to another one: it is told to go there.
        goes_on = {"HX-Redirect": answer.headers["Location"]}
        return HttpResponse(headers=goes_on) if "HX-Request" in request.headers else answer
    share = 100 * row.done // row.of if row.of else None
    return render(
        request, "office/fide_compare_work.html", {"shown": shown, "job": row, "refresh": REFRESH, "share": share}
    )


@page("registration.read")
def comparison_page(request: HttpRequest, person: Person, number: int, form: str = "") -> HttpResponse:
    """Show what differs on a list of FIDE from what the office expected, each with what explains it."""
    row = comparison(number)
    if row is None:
        raise Http404
    lines = differences_of(person, row)
    if form == "csv":
        return csv_answer(f"fide-{row.list_date:%Y-%m}", [_cells(line.row.number, line.row.facts) for line in lines])
    context = {"row": row, "lines": lines, "may_ask": bool(lines) and _may_ask(person)}
    return render(request, "office/fide_comparison.html", context)


def _may_ask(person: Person) -> bool:
    """Tell whether a person answers questions, for whichever federation; whose difference it is, the row says."""
    return any(may(person, "question.answer", grant.federation) for grant in person.grants)


def _cells(number: int, facts: dict[str, Any]) -> dict[str, Any]:
    plain = {name: facts[name] for name in ("kind", "chess", "player")}
    lists = {name: ", ".join(map(str, facts[name])) for name in ("events", "fields", "expected", "listed")}
    return {"number": number, **plain, **lists, "says": facts["says"]}


class AskFideForm(SmallDeedForm):
    """What is asked of FIDE; without words, what explains the difference is said."""

    words_of = "event"
    question = long_field(required=False, max_length=_MOST_WORDS)


@page("question.answer", "question.answer")
def ask_fide_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Make a question to FIDE of a difference, with both values and all fingerprints as its evidence."""
    line = difference(person, number)
    if line is None or line.row.question is not None:
        raise Http404
    form = AskFideForm(request, "question.answer")
    came: list[int] = []

    def deed() -> DeedOutcome:
        outcome = ask_fide(person_of(request), number, form.cleaned_data["question"], origin(request))
        came.append(outcome.number)
        return outcome

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "question", came[0])
    facts = [
        (says("column", "player"), f"{line.name} ({line.row.player})"),
        *((name, f"{expected} → {listed}") for name, expected, listed in line.values),
        (says("column", "explained_by"), line.row.facts["says"]),
    ]
    way = [("with_fide", ()), ("fide_comparison", (line.row.comparison_id,))]
    return small_deed(request, form, "question.ask", way, facts=facts)


def _system() -> RatingSystem:
    system = rating_system()
    if system is None:
        raise Http404
    return system
