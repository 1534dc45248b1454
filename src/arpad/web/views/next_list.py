"""The list being made: how it stands as of which decision, the checklist before closing, each player explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render

from arpad.model.period import KINDS
from arpad.model.problems import ArpadError
from arpad.office.close_list import CloseList
from arpad.office.roles import may
from arpad.pages.letter import letter_parts
from arpad.pages.preview import preview_parts
from arpad.storage.deeds.close_list import close_list
from arpad.storage.queries.checklist import checklist_of
from arpad.storage.queries.explained import explained_letter
from arpad.storage.queries.next_list import next_day, next_list, preview_data
from arpad.storage.queries.players import open_kind, player
from arpad.storage.queries.systems import rating_system
from arpad.web.access import page
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import tick_field
from arpad.web.outcomes import answered, origin

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.pages.html import Fragment


class CloseForm(DeedForm):
    """Close the list, in spite of what speaks against it where that is ticked."""

    is_forced = tick_field()


@page("list.preview", "list.preview")
def next_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the list being made as it was worked out last; a form asks to work it out now."""
    system = rating_system()
    if system is None:
        return render(request, "office/next_list.html", {"system": None})
    if request.method == "POST":
        from arpad.storage.deeds.preview_list import ask_preview  # noqa: PLC0415 - loads the engine

        return redirect("job", ask_preview(person, system).number)
    state = next_list(person, system)
    parts: list[Fragment] = []
    problem = None
    if state.preview is not None:
        try:
            parts = _parts(preview_data(person, system, state.preview))
        except ArpadError as damaged:
            problem = damaged
    context = {"system": system, "state": state, "parts": parts, "problem": problem, "list_date": next_day(system)}
    return render(request, "office/next_list.html", context | {"may_close": may(person, "list.close")})


def _parts(data: dict[str, Any]) -> list[Fragment]:
    left_out = ("<h1", "<footer", '<p class="note"')
    return [part for part in preview_parts(data) if not part.startswith(left_out)]


@page("list.preview", "list.close")
def checklist_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what to look at before the list is closed; the form closes it."""
    system = rating_system()
    day = None if system is None else next_day(system)
    if system is None or day is None:
        raise Http404
    state = next_list(person, system)
    items = checklist_of(person, system, state)
    may_close = may(person, "list.close") and state.closed is None
    form = CloseForm(request, "list.close") if may_close or request.method == "POST" else None
    if form is not None:

        def deed() -> Any:  # noqa: ANN401 - what came of it
            asked = CloseList(bool(form.cleaned_data["is_forced"]), form.why)
            return close_list(person_now(request), system, day, asked, origin(request))

        outcome = form.done(deed)
        if outcome is not None:
            return answered(request, outcome, "closed")
    context = {"system": system, "state": state, "items": items, "form": form, "list_date": day}
    status = 422 if form is not None and form.errors else 200
    return render(request, "office/checklist.html", context, status=status)


def person_now(request: HttpRequest) -> Person:
    """Give the person as it is after the proof that came with a form."""
    from arpad.web.access import person_of  # noqa: PLC0415 - beside its only use

    return person_of(request)


@page("list.preview")
def next_player(request: HttpRequest, person: Person, number: int, kind: str = "") -> HttpResponse:
    """Explain the line of a player on the list being made, in each kind of chess."""
    system = rating_system()
    shown = None if system is None else player(person, system, number)
    day = None if system is None else next_day(system)
    if shown is None or system is None or day is None or (kind and kind not in KINDS):
        raise Http404
    kind = kind or open_kind(system, number)
    parts: list[Fragment] = []
    problem = None
    try:
        letter = explained_letter(system, day, number, kind)
        parts = [part for part in letter_parts(letter) if not part.startswith(("<h1", "<footer"))]
    except ArpadError as refused:
        problem = refused
    context = {
        "shown": shown,
        "system": system,
        "list_date": day,
        "kind": kind,
        "kinds": KINDS,
        "parts": parts,
        "problem": problem,
    }
    return render(request, "office/next_player.html", context)
