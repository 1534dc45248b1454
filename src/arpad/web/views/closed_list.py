"""The closed list before it is published: looked at beside integrity, changes, newcomers; published or thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render

from arpad.model.problems import ArpadError
from arpad.office.publish_list import PublishList
from arpad.office.roles import may
from arpad.office.throw_away_list import ThrowAwayList
from arpad.pages.integrity import integrity_parts
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.deeds.throw_away_list import throw_away_list
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.lists import sizes_of
from arpad.storage.queries.people import names_of
from arpad.storage.queries.record import waiting
from arpad.storage.queries.systems import closed_list, rating_system
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import day_field
from arpad.web.outcomes import answered, origin
from arpad.web.views.lists import INTEGRITY, SUMMARY, download, summary_sections
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.models import ListVersion, RatingSystem


class PublishForm(DeedForm):
    """Publish the list that was seen."""

    valid_from = day_field(required=False)


@page("list.preview")
def closed_page(request: HttpRequest, person: Person, part: str = "") -> HttpResponse:
    """Show the closed list: its numbers and changes, or the watch over the scale."""
    system, version = _closed()
    if system is None or version is None:
        return render(request, "office/closed_none.html", {"system": system})
    context = _context(person, system, version)
    context["part"] = part
    try:
        if part == "scale":
            watch = archived_json(version.files[INTEGRITY])
            context["parts"] = [each for each in integrity_parts(watch) if not each.startswith("<h1")]
        else:
            context["parts"] = list(
                summary_sections(archived_json(version.files[SUMMARY]), says("summary", "to_be_published"))
            )
    except (ArpadError, KeyError) as problem:
        context["problem"] = problem
    return render(request, "office/closed.html", context)


def _closed() -> tuple[RatingSystem | None, ListVersion | None]:
    system = rating_system()
    return system, None if system is None else closed_list(system)


def _context(person: Person, system: RatingSystem, version: ListVersion) -> dict[str, Any]:
    sizes = sizes_of(version)
    return {
        "system": system,
        "version": version,
        "names": names_of([version.closed_by]),
        "files": [(name, sizes[name]) for name in sorted(version.files)],
        "may_publish": may(person, "list.publish"),
        "may_throw_away": may(person, "list.throw_away"),
        "asked": [line for line in waiting(person) if line.row.deed == "list.publish"],
    }


@page("list.preview")
def closed_file(request: HttpRequest, person: Person, name: str) -> HttpResponse:  # noqa: ARG001 - the deed says who may
    """Hand a file of the closed list over, to be looked at before it is published."""
    from django.http import Http404  # noqa: PLC0415 - beside its only use

    _, version = _closed()
    if version is None or name not in version.files:
        raise Http404
    return download(f"{version.list_date:%Y-%m}-closed-{name}", version.files[name])


@page("list.publish", "list.publish")
def publish_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Publish the closed list: what will be recorded is shown first, the button names the deed."""
    system, version = _closed()
    if system is None or version is None:
        return render(request, "office/closed_none.html", {"system": system})
    form = PublishForm(request, "list.publish", initial={"seen": version.list_hash, "valid_from": version.valid_from})

    def deed() -> Any:  # noqa: ANN401 - what came of it
        asked = PublishList(str(form.cleaned_data["seen"]), form.cleaned_data["valid_from"], form.why)
        return publish_list(person_of(request), system, version.list_date, asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "lists")
    context = _context(person, system, version) | {"form": form, **_versions(form, version)}
    return render(request, "office/publish.html", context, status=422 if form.errors else 200)


@page("list.throw_away", "list.throw_away")
def throw_away_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Throw the closed list away: its events wait to be rated again."""
    system, version = _closed()
    if system is None or version is None:
        return render(request, "office/closed_none.html", {"system": system})
    form = DeedForm(request, "list.throw_away", initial={"seen": version.list_hash})

    def deed() -> Any:  # noqa: ANN401 - what came of it
        asked = ThrowAwayList(form.why, str(form.cleaned_data["seen"]))
        return throw_away_list(person_of(request), system, version.list_date, asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "next_list")
    context = _context(person, system, version) | {"form": form, **_versions(form, version)}
    return render(request, "office/throw_away.html", context, status=422 if form.errors else 200)


def _versions(form: DeedForm, version: ListVersion) -> dict[str, Any]:
    """Give both versions, where the list is another now than the person has seen."""
    seen = str(form["seen"].value() or "")
    return {"seen_hash": seen} if seen and seen != version.list_hash else {}
