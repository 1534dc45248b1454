"""An entry list held against what the office knows, before play: who has no number, who is unknown, which class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django import forms
from django.shortcuts import render

from arpad.model.problems import RefusedError
from arpad.office.entry_file import entries_of
from arpad.storage.queries.entries import checked_entries
from arpad.web.access import page
from arpad.web.event_deed_forms import bytes_of, plain_name
from arpad.web.forms import OfficeForm, long_field
from arpad.web.views.event_deeds import shown_event
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest, HttpResponse

    from arpad.office.check_entries import EntriesChecked
    from arpad.office.person import Person

TYPED = "entries"
_MOST_SIGNS = 200_000


class EntryListForm(OfficeForm):
    """An entry list: a file, or typed, a number and a name on each line."""

    words_of: ClassVar[str] = "event"
    entry_file = forms.FileField(required=False)
    entries = long_field(required=False, max_length=_MOST_SIGNS)

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        given = dict(self.cleaned_data)
        if given.get("entry_file") is None and not str(given.get("entries") or "").strip():
            self.add_error("entry_file", says("event_missing", "entry_file"))
        return given

    @property
    def given(self) -> tuple[bytes, str]:
        """The list as bytes, with what it is called."""
        file = self.cleaned_data.get("entry_file")
        if file is None:
            return str(self.cleaned_data["entries"]).encode(), TYPED
        return bytes_of(file), plain_name(file)


class EntryFault(NamedTuple):
    """A line of an entry list with what is wrong with it."""

    what: str
    line: int
    number: int | None
    name: str
    known: str = ""
    """Whom the office knows under the number."""


@page("event.amend", "event.amend")
def entries_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Check an entry list of an event; nothing is kept of it."""
    event = shown_event(person, number)
    is_sent = request.method == "POST"
    form = EntryListForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    checked: EntriesChecked | None = None
    if is_sent and form.is_valid():
        try:
            checked = checked_entries(person, number, entries_of(*form.given))
        except RefusedError as refused:
            form.take(refused)
    faults = [] if checked is None else sorted(_faults(checked), key=lambda fault: fault.line)
    context = {"event": event, "form": form, "checked": checked, "lines": faults, "tab": "entries"}
    return render(request, "office/event_entries.html", context, status=422 if form.errors else 200)


def _faults(checked: EntriesChecked) -> Iterator[EntryFault]:
    for what in ("without_number", "unknown", "twice"):
        for entry in getattr(checked, what):
            yield EntryFault(what, entry.line, entry.number, entry.name)
    for entry, player in checked.other_names:
        yield EntryFault("other_names", entry.line, entry.number, entry.name, player.name)
