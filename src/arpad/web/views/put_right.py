"""Putting right: choose what, say how it should be, see who else changes, then decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render

from arpad.model.problems import ArpadError
from arpad.storage.deeds.corrections import request_data, request_of
from arpad.storage.deeds.put_right import KIND as LOOK
from arpad.storage.deeds.put_right import put_right
from arpad.storage.deeds.typed_values import FORGOTTEN
from arpad.storage.jobs.asking import ask
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.events import event, event_names
from arpad.storage.queries.people import names_of
from arpad.storage.queries.players import player, player_names, values_of
from arpad.storage.queries.systems import rating_system
from arpad.storage.queries.work import job
from arpad.web.access import Page, page, person_of, place_refusal
from arpad.web.deed_forms import DeedForm
from arpad.web.outcomes import answered, origin
from arpad.web.put_right_forms import FORMS, request_of_form
from arpad.web.tables import csv_answer
from arpad.web.views.work import REFRESH
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.models import Job, RatingSystem
    from arpad.web.forms import OfficeForm

_SHOWN = 200
"""So many who change are shown on the page; the file has all."""


@page("player.correct")
def put_right_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what can be put right, as far as the person may."""
    carried = {
        name: request.GET[name] for name in ("player", "event") if request.GET.get(name, "").lstrip("-").isdigit()
    }
    choices = [
        (what, says("put_right", what), says("put_right", f"{what}_words"))
        for what, (_, deed) in FORMS.items()
        if place_refusal(person, deed) is None and _fits(what, carried)
    ]
    query = "&".join(f"{name}={value}" for name, value in carried.items())
    context = {"choices": choices, "carried": carried, "query": f"?{query}" if query else ""}
    return render(request, "office/put_right.html", context)


def _fits(what: str, carried: dict[str, str]) -> bool:
    """Tell whether something fits what the person comes from: a player, an event, or nothing in particular."""
    of_events = {"result", "event", "annul", "late_report", "events_apart"}
    return not carried or ("event" in carried) == (what in of_events)


def _form_page(what: str) -> Page:
    form_class, deed = FORMS[what]

    def form_page(request: HttpRequest, person: Person) -> HttpResponse:
        """Say how something should be; then who else changes is worked out."""
        system = rating_system()
        if system is None:
            raise Http404
        initial = {"old": request.GET.get("player"), **request.GET.dict()}
        form = form_class(request.POST or None, initial=initial)
        if request.method == "POST" and form.is_valid() and _is_there(form, person, system):
            asked = request_of_form(what, form.cleaned_data)
            job_input = {"system": system.key, "request": request_data(asked)}
            return redirect("put_right_look", ask(LOOK, job_input, person).number)
        context = {
            "form": form,
            "what": what,
            "words": says("put_right", what),
            "now": _as_it_stands(form, person, system),
        }
        return render(request, "office/put_right_form.html", context, status=422 if form.errors else 200)

    return page(deed, deed)(form_page)


FORM_PAGES = {what: _form_page(what) for what in FORMS}
"""By its name in the address, the page of each thing that can be put right."""


def _is_there(form: OfficeForm, person: Person, system: RatingSystem) -> bool:
    """Look whether the event or the players are there for this person; who belongs to others is not."""
    given = form.cleaned_data
    for name in ("player", "old", "new", "other_player"):
        if name in given and player(person, system, given[name]) is None:
            form.add_error(name, says("wrong", "no_such_player"))
    for name in ("event", "other_event"):
        if name in given and event(person, system, given[name]) is None:
            form.add_error(name, says("wrong", "no_such_event"))
    return not form.errors


def _as_it_stands(form: OfficeForm, person: Person, system: RatingSystem) -> list[tuple[str, object]]:
    """Give what the book says now of the event or the player that the form names."""
    typed: dict[str, str] = {name: str(form[name].value() or "") for name in ("player", "event") if name in form.fields}
    given: dict[str, Any] = {
        name: int(text) for name, text in typed.items() if text.lstrip("-").isdigit() and len(text) < _DIGITS
    }
    return _of_book(given, person, system)


def _of_book(asked: Mapping[str, Any], person: Person, system: RatingSystem) -> list[tuple[str, object]]:
    """Give what the book says now of the player, or else the event, that is named."""
    if "player" in asked and (shown := player(person, system, asked["player"])) is not None:
        values = values_of(shown.row)
        return [(says("label", field), value) for field, value in values.items() if value and field in _NOW]
    if "event" in asked and (of_event := event(person, system, asked["event"])) is not None:
        row = of_event.row
        return [(says("label", field), getattr(row, field)) for field in ("name", "start", "end", "kind")]
    return []


_DIGITS = 19
"""Numbers of fewer digits have 63 bits."""
_NOW = ("name", "federation", "sex", "birth_year", "birth_date")


@page("player.correct", "player.correct")
def look_page(request: HttpRequest, person: Person, number: int, form: str = "") -> HttpResponse:
    """Show who else changes, then decide."""
    system, shown = rating_system(), job(person, number)
    if system is None or shown is None or shown.row.kind != LOOK or shown.row.asked_by != person.record:
        raise Http404
    asked = shown.row.input["request"]
    what = _WHATS[asked["what"]]
    context: dict[str, Any] = {
        "shown": shown,
        "job": shown.row,
        "refresh": REFRESH,
        "what": what,
        "words": says("put_right", what),
        "share": 100 * shown.row.done // shown.row.of if shown.row.of else None,
        "asked": _in_words(asked, system),
        "is_forgotten": FORGOTTEN in shown.row.input,
    }
    if shown.row.state != "done" or shown.row.result is None:
        return render(request, "office/put_right_look.html", context)
    try:
        data = archived_json(shown.row.result["data"])
    except ArpadError as damaged:
        return render(request, "office/put_right_look.html", context | {"problem": damaged})
    if form == "csv":
        return csv_answer("who-else-changes", data["rows"])
    return _decide(request, person, system, shown.row, context | _who_changes(data))


_WHATS = {
    "annul": "annul",
    "result": "result",
    "event": "event",
    "person": "player",
    "number": "renumber",
    "line": "base",
    "exclude": "exclude",
    "merge": "merge",
    "late_report": "late_report",
    "events_apart": "events_apart",
    "players_apart": "players_apart",
}
_LABELS = {"other": "other", "born": "birth_date", "base": "rating", "scores": "result"}


def _in_words(asked: dict[str, Any], system: RatingSystem) -> list[tuple[str, str]]:
    """Give what is put right with names beside numbers."""
    numbers = {name: asked[name] for name in ("player", "white", "black", "old", "new") if name in asked}
    names = player_names(system, list(numbers.values()))
    events = event_names(system, [asked["event"]]) if "event" in asked else {}
    words = []
    for name, value in asked.items():
        if name in {"what", "why"} or value in (None, "", {}, False):
            continue
        if name in numbers:
            written = f"{names.get(value, '')} ({value})"
        elif name == "event":
            written = f"{events.get(value, '')} ({value})"
        elif name == "scores":
            written = says("result", " ".join(map(str, value)))
        elif name == "born":
            written = "-".join(f"{part:02}" for part in value.values() if part is not None)
        else:
            written = str(value)
        words.append((says("label", _LABELS.get(name, name)), written))
    return words


def _who_changes(data: dict[str, Any]) -> dict[str, Any]:
    """Give the rows with their changes, and how many there are."""
    rows = [
        {**row, "change": None if row["before"] is None or row["after"] is None else row["after"] - row["before"]}
        for row in data["rows"]
    ]
    return {
        "rows": rows[:_SHOWN],
        "count": len(rows),
        "players": len({row["player"] for row in rows}),
        "notes": data["notes"],
    }


def _decide(
    request: HttpRequest, person: Person, system: RatingSystem, row: Job, context: dict[str, Any]
) -> HttpResponse:
    """Ask for reason and proof below who else changes, and put it right."""
    result = row.result or {}
    deed = FORMS[context["what"]][1]
    form = DeedForm(request, deed, initial={"seen": str(result["as_of"])})
    asked = row.input["request"]

    def put_it_right() -> Any:  # noqa: ANN401 - what came of it
        wanted = request_of({**asked, "why": form.why})
        return put_right(person_of(request), system, wanted, result["impact"], origin(request))

    outcome = None if _is_outdated(system, result) else form.done(put_it_right)
    if outcome is not None:
        if outcome.entry is not None and request.POST.get("way") == "revised":
            return redirect("revise")
        return answered(request, outcome, *_then(context["what"], asked))
    return render(
        request,
        "office/put_right_look.html",
        context | {
            "form": form,
            "is_outdated": _is_outdated(system, result),
            "now": _of_book(asked, person, system) if _is_outdated(system, result) else (),
            "names": names_of([person.record]),
            "may_revise": context["what"] != "late_report" and place_refusal(person, "list.revise") is None,
            "way": request.POST.get("way", "next"),
        },
        status=422 if form.errors else 200,
    )  # fmt: skip


def _is_outdated(system: RatingSystem, result: dict[str, Any]) -> bool:
    """Tell whether somebody was faster: the book is another now than when it was looked at."""
    return bool(result.get("as_of") != system.version)


def _then(what: str, asked: dict[str, Any]) -> tuple[str, int]:
    """Give the page to go to: that of the event or of the player."""
    if "event" in asked:
        return "event", asked["event"]
    return "player", asked["new"] if what == "merge" else asked["number"] if what == "renumber" else asked["player"]
