"""What waits for a second person: confirmed or declined, and what became of earlier requests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render

from arpad.office.roles import DEEDS
from arpad.storage.deeds.confirm import confirm, decline
from arpad.storage.deeds.invite import Invited
from arpad.storage.queries.record import waiting, waiting_one
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.outcomes import answered, origin
from arpad.web.views.people import invited_answer
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person


@page("deed.read")
def waiting_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what waits, and what was decided lately."""
    context = {"open": waiting(person), "decided": waiting(person, is_open=False)[:50]}
    return render(request, "office/waiting.html", context)


@page("deed.read")
def waiting_one_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show a deed that waits: what was asked for, by whom, why, and its facts."""
    return _shown(request, person, number)


def _shown(request: HttpRequest, person: Person, number: int, form: DeedForm | None = None) -> HttpResponse:
    line = waiting_one(person, number)
    if line is None:
        raise Http404
    facts = [(name, value if isinstance(value, str) else json.dumps(value)) for name, value in line.row.facts.items()]
    is_open = line.row.decided_at is None
    may_decline = is_open and (line.is_own or line.may_confirm)
    context: dict[str, Any] = {
        "line": line,
        "deed": DEEDS.get(line.row.deed),
        "facts": facts,
        "is_open": is_open,
        "confirm": form if form and form.deed.code == "deed.confirm" else _form(request, "deed.confirm"),
        "decline": form if form and form.deed.code == "deed.decline" else _form(request, "deed.decline"),
        "form": form,
        "may_confirm": is_open and line.may_confirm,
        "may_decline": may_decline,
    }
    return render(request, "office/waiting_one.html", context, status=422 if form is not None and form.errors else 200)


def _form(request: HttpRequest, deed: str) -> DeedForm:
    form = DeedForm(request, deed, auto_id=f"id_{deed.rpartition('.')[2]}_%s")
    if request.method == "POST":
        form.is_bound = False
    return form


@page("deed.confirm", "deed.confirm", methods=("POST",))
def confirm_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Confirm, as a second person."""
    if waiting_one(person, number) is None:
        raise Http404
    form = DeedForm(request, "deed.confirm", auto_id="id_confirm_%s")
    outcome = form.done(lambda: confirm(person_of(request), number, origin(request)))
    if outcome is None:
        return _shown(request, person, number, form)
    return invited_answer(request, outcome) if isinstance(outcome, Invited) else answered(request, outcome, "waiting")


@page("deed.read", "deed.read", methods=("POST",))
def decline_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Decline what waits, or take back what one asked for oneself."""
    line = waiting_one(person, number)
    if line is None:
        raise Http404
    form = DeedForm(request, "deed.decline", auto_id="id_decline_%s")
    outcome = form.done(lambda: decline(person_of(request), number, form.why, origin(request)))
    if outcome is None:
        return _shown(request, person, number, form)
    messages.success(request, says("done", "taken_back" if line.is_own else "declined"), "good")
    return redirect("waiting")
