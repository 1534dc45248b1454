"""Bringing things in: a book, a rating list, or reports of events."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from django import forms
from django.core.exceptions import ValidationError
from django.shortcuts import render

from arpad.model.bounded import read_stream
from arpad.model.period import KINDS
from arpad.storage.deeds.import_book import ImportBook, import_book
from arpad.storage.deeds.take_in_reports import Delivered, take_in_reports
from arpad.storage.queries.systems import rating_system
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import ManyFilesField, choice_field, day_field
from arpad.web.outcomes import answered, origin
from arpad.web.uploads import kept_upload
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.files.uploadedfile import UploadedFile
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person

_MOST_REPORTS = 500
_MOST_OF_REPORT = 20 << 20


class ImportForm(DeedForm):
    """A book or a list; the day and the kind of chess only where the file does not tell them."""

    file = forms.FileField()
    list_date = day_field(required=False)
    kind = choice_field([("", ""), *((kind, says("kind", kind)) for kind in KINDS)], as_list=True, required=False)


class ReportsForm(DeedForm):
    """Reports of events, each with its file of facts beside it where there is one."""

    reports = ManyFilesField()

    def clean_reports(self) -> list[Delivered]:
        """Read the files: a file of facts belongs to the report of the same name."""
        files: Sequence[UploadedFile[Any]] = self.request.FILES.getlist("reports")
        if len(files) > _MOST_REPORTS or any((file.size or 0) > _MOST_OF_REPORT for file in files):
            raise ValidationError(says("wrong", "too_many"))
        read = {PurePosixPath((file.name or "").replace("\\", "/")).name: _bytes_of(file) for file in files}
        stems = {name.rpartition(".")[0]: data for name, data in read.items() if name.lower().endswith(".toml")}
        reports = {name: data for name, data in read.items() if not name.lower().endswith(".toml")}
        return [Delivered(name, data, stems.get(name.rpartition(".")[0])) for name, data in reports.items()]


def _bytes_of(file: UploadedFile[Any]) -> bytes:
    """Read a file that was sent; its size was looked at before."""
    return read_stream(cast("BinaryIO", file), _MOST_OF_REPORT)


@page("book.import", "book.import")
def import_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the form proves the person anew
    """Import a book or a list: decided at once, carried out as a job."""
    form = ImportForm(request, "book.import")

    def deed() -> Any:  # noqa: ANN401 - what came of it
        given = form.cleaned_data
        place = kept_upload(given["file"])
        asked = ImportBook(place, form.why, "", given["list_date"], given["kind"] or None)
        return import_book(person_of(request), asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "lists")
    context = {"form": form, "system": rating_system(), "tab": "book"}
    return render(request, "office/import.html", context, status=422 if form.errors else 200)


@page("book.import", "book.import")
def reports_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the form proves the person anew
    """Take reports of events in: all of a delivery, or none of it."""
    system = rating_system()
    form = ReportsForm(request, "book.import")

    def deed() -> Any:  # noqa: ANN401 - what came of it
        assert system is not None  # noqa: S101 - asked below
        return take_in_reports(person_of(request), system, form.cleaned_data["reports"], form.why, origin(request))

    outcome = form.done(deed) if system is not None else None
    if outcome is not None:
        return answered(request, outcome, "events")
    context = {"form": form, "system": system, "tab": "reports"}
    return render(request, "office/import_reports.html", context, status=422 if form.errors else 200)
