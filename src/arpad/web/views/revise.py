"""A revised list of the same date, for an error of the office: worked out and compared first, then decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render

from arpad.office.revise_list import BY_RULEBOOK, ERRORS, ReviseList
from arpad.office.wording import WORDS as OFFICE
from arpad.storage.deeds.revise_list import LOOK, revise_list
from arpad.storage.jobs.asking import ask
from arpad.storage.queries.differences import differences
from arpad.storage.queries.lists import list_version
from arpad.storage.queries.record import lines_of
from arpad.storage.queries.revision import possible_causes
from arpad.storage.queries.systems import rating_system
from arpad.storage.queries.work import job
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import OfficeForm, choice_field, several_field, tick_field
from arpad.web.outcomes import answered, origin
from arpad.web.tables import csv_answer
from arpad.web.views.work import REFRESH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse, QueryDict

    from arpad.office.person import Person
    from arpad.storage.models import ListVersion, RatingSystem
    from arpad.storage.queries.revision import PossibleCause


class CausesForm(OfficeForm):
    """Which of the decisions since the list was closed are in the revised list; the others wait for the next one."""

    def __init__(self, causes: Sequence[PossibleCause], data: QueryDict | None) -> None:
        super().__init__(data)
        initial = [str(cause.line.entry.number) for cause in causes if not cause.is_late]
        words = [(str(cause.line.entry.number), cause_words(cause)) for cause in causes]
        self.fields["causes"] = several_field(words, initial=initial)
        self._words()


def cause_words(cause: PossibleCause) -> str:
    """Give a decision in a line: its number, what it did, why, and who decided."""
    entry = cause.line.entry
    return " · ".join(part for part in (str(entry.number), cause.line.sentence, entry.reason, cause.line.by) if part)


class ReviseForm(DeedForm):
    """Which error it was, and with which ratings events go on that had begun."""

    error = choice_field((code, OFFICE.say("office_error", code, {})) for code in (*ERRORS, BY_RULEBOOK))
    events_keep_ratings = tick_field()


def _newest() -> tuple[RatingSystem, ListVersion]:
    system = rating_system()
    if system is None or system.newest is None:
        raise Http404
    return system, system.newest


@page("list.revise", "list.revise")
def revise_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Say what a revised list is for; a form works it out."""
    system, version = _newest()
    causes = possible_causes(person, system, version)
    form = CausesForm(causes, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        named = sorted(map(int, form.cleaned_data["causes"]))
        job_input = {
            "system": system.key,
            "list": version.list_date.isoformat(),
            "causes": named,
            "as_of": system.version,
        }
        return redirect("revise_look", ask(LOOK, job_input, person).number)
    context = {"version": version, "causes": causes, "form": form}
    return render(request, "office/revise.html", context, status=422 if form.errors else 200)


@page("list.revise", "list.revise")
def revise_look_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show what the revised list would be, then decide."""
    (system, version), shown = _newest(), job(person, number)
    if shown is None or shown.row.kind != LOOK:
        raise Http404
    context: dict[str, Any] = {
        "version": version,
        "shown": shown,
        "job": shown.row,
        "refresh": REFRESH,
        "looked": shown.row.result,
        "share": 100 * shown.row.done // shown.row.of if shown.row.of else None,
    }
    looked = shown.row.result
    if shown.row.state != "done" or looked is None:
        return render(request, "office/revise_look.html", context)
    context |= {"in_it": lines_of(person, looked["causes"]), "waits": lines_of(person, looked["waits"])}
    initial = {"seen": looked["revised_hash"], "events_keep_ratings": True}
    form = ReviseForm(request, "list.revise", initial=initial)

    def deed() -> Any:  # noqa: ANN401 - what came of it
        given = form.cleaned_data
        causes, keep = tuple(looked["causes"]), given["events_keep_ratings"]
        asked = ReviseList(given["error"], causes, keep, looked["list_hash"], given["seen"], form.why)
        return revise_list(person_of(request), system, version.list_date, asked, looked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "lists")
    context |= {"form": form, "is_outdated": looked["as_of"] != system.version}
    return render(request, "office/revise_look.html", context, status=422 if form.errors else 200)


@page("list.read")
def difference_page(  # noqa: PLR0913, PLR0917 - the address
    request: HttpRequest,
    person: Person,  # noqa: ARG001 - everybody inside reads lists
    year: int,
    month: int,
    revision: int,
    form: str = "",
) -> HttpResponse:
    """Show what a revised list changed against the one before it."""
    system = rating_system()
    version = None if system is None else list_version(system, year, month, revision)
    before = None if system is None or revision < 2 else list_version(system, year, month, revision - 1)  # noqa: PLR2004 - the second
    if system is None or version is None or before is None:
        raise Http404
    rows = differences(system, before, version)
    if form == "csv":
        return csv_answer(
            f"{year}-{month:02}-r{revision}-difference", ({**row, "besides": " ".join(row["besides"])} for row in rows)
        )
    context = {"version": version, "before": before, "rows": rows[:500], "count": len(rows)}
    return render(request, "office/list_difference.html", context)
