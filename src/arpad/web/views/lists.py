"""Published lists in all their revisions, with the files of each, as downloads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render

from arpad.model.problems import ArpadError
from arpad.pages.integrity import integrity_parts
from arpad.pages.law import CitedArticles
from arpad.pages.summary import biggest_changes, corrections_section, movements_section, numbers_section
from arpad.storage.queries.archived import archived_bytes, archived_json
from arpad.storage.queries.lists import list_version, published_lists, sizes_of, thrown_away
from arpad.storage.queries.people import names_of
from arpad.storage.queries.systems import closed_list, rating_system
from arpad.web.access import page
from arpad.web.middleware import DOWNLOADED
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from django.http import HttpRequest

    from arpad.office.person import Person
    from arpad.pages.html import Fragment
    from arpad.storage.models import ListVersion, RatingSystem

SUMMARY, INTEGRITY = "summary.json", "integrity.json"
_KINDS = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xml": "application/xml",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "parquet": "application/octet-stream",
    "zip": "application/zip",
}


@page("list.read")
def lists(request: HttpRequest, person: Person) -> HttpResponse:
    """Show every published list with its revisions."""
    system = rating_system()
    context = {
        "system": system,
        "lists": published_lists(system) if system is not None else [],
        "closed": closed_list(system) if system is not None else None,
        "thrown_away": thrown_away(person, system) if system is not None else [],
    }
    return render(request, "office/lists.html", context)


@page("list.read")
def one_list(request: HttpRequest, person: Person, year: int, month: int, revision: int | None = None) -> HttpResponse:  # noqa: ARG001 - everybody inside reads lists
    """Show a list in a revision, or in the newest: its numbers, biggest changes, who came and went, its files."""
    system, version = _version(year, month, revision)
    others = next((day.versions for day in published_lists(system) if day.list_date == version.list_date), ())
    summary, problem = _data(version, SUMMARY)
    sizes = sizes_of(version)
    context = {
        "system": system,
        "version": version,
        "revisions": others,
        "names": names_of([version.closed_by, version.published_by, version.second]),
        "files": [(name, digest, sizes[name]) for name, digest in sorted(version.files.items())],
        "parts": list(summary_sections(summary)) if summary is not None else (),
        "problem": problem,
        "is_newest": revision is None or (bool(others) and others[0].revision == version.revision),
    }
    return render(request, "office/one_list.html", context)


@page("list.read")
def list_integrity(request: HttpRequest, person: Person, year: int, month: int, revision: int) -> HttpResponse:  # noqa: ARG001 - as above
    """Show the watch over the scale of a list."""
    system, version = _version(year, month, revision)
    watch, problem = _data(version, INTEGRITY)
    parts = [part for part in integrity_parts(watch) if not part.startswith("<h1")] if watch is not None else []
    context = {"system": system, "version": version, "parts": parts, "problem": problem}
    return render(request, "office/list_integrity.html", context)


@page("list.read")
def list_file(request: HttpRequest, person: Person, year: int, month: int, revision: int, name: str) -> HttpResponse:  # noqa: ARG001, PLR0913, PLR0917 - the address
    """Hand a file of a list over, as a download and nothing else."""
    _, version = _version(year, month, revision)
    digest = version.files.get(name)
    if digest is None:
        raise Http404
    return download(f"{month_name(version)}-r{version.revision}-{name.replace('/', '-')}", digest)


def download(name: str, digest: str) -> HttpResponse:
    """Give a file of the archive as a download that a browser can do nothing else with."""
    try:
        content = archived_bytes(digest)
    except ArpadError as damaged:
        return HttpResponse(damaged.sentence(), content_type="text/plain; charset=utf-8", status=503)
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in ".-_") else "-" for sign in name)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}"',
        "Content-Security-Policy": DOWNLOADED,
        "ETag": f'"{digest}"',
        "X-Content-Type-Options": "nosniff",
    }
    kind = _KINDS.get(safe.rpartition(".")[2].lower(), "application/octet-stream")
    return HttpResponse(content, content_type=kind, headers=headers)


def month_name(version: ListVersion) -> str:
    """Give the month of a list as addresses have it."""
    return f"{version.list_date:%Y-%m}"


def _version(year: int, month: int, revision: int | None) -> tuple[RatingSystem, ListVersion]:
    system = rating_system()
    version = None if system is None else list_version(system, year, month, revision)
    if system is None or version is None:
        raise Http404
    return system, version


def _data(version: ListVersion, name: str) -> tuple[Mapping[str, Any] | None, ArpadError | None]:
    """Give the data of a list, and what is wrong with them where they are damaged."""
    digest = version.files.get(name)
    if digest is None:
        return None, None
    try:
        return archived_json(digest), None
    except ArpadError as damaged:
        return None, damaged
    except json.JSONDecodeError:
        return None, None


def summary_sections(summary: Mapping[str, Any], lines: str = "") -> Iterator[Fragment]:
    """Give the sections of a summary as fragments: numbers, changes, who came and went, corrections, articles."""
    cited = CitedArticles()
    yield from numbers_section(summary, cited, lines or says("summary", "published"))
    yield from biggest_changes(summary, cited)
    yield from movements_section(summary, cited)
    yield from corrections_section(summary)
    yield from cited.section()
