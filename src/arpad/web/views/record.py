"""The log: every decision in order, filtered, exported, each with its facts and what else the same click changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render

from arpad.office.roles import DEEDS
from arpad.storage.queries.record import LogLine, log, log_entry
from arpad.web.access import page
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.templatetags.office import deed_words
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.queries.paging import AskedRows, RowsOfTable

_COLUMNS = (
    TableColumn("number", number=True, order="number", falls_first=True),
    TableColumn("at"),
    TableColumn("done"),
    TableColumn("by", wide=True),
    TableColumn("reason", wide=True),
)


@page("log.read")
def log_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show the log, the newest first."""
    codes = tuple((code, deed_words(code)) for code, deed in DEEDS.items() if deed.changes)
    filters = (
        Filter("q"),
        Filter("code", codes),
        Filter("by", kind="text"),
        Filter("since", kind="date"),
        Filter("until", kind="date"),
        Filter("alone", (("1", says("filter", "alone_only")),)),
        Filter("conflict", (("1", says("filter", "conflict_only")),)),
        Filter("request", kind="hidden"),
    )
    listing = TableOnPage(request, _COLUMNS, "-number", filters, "log")

    def query(asked: AskedRows) -> RowsOfTable[LogLine]:
        return log(person, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    return render(request, "office/log.html", {"listing": listing.fill(query)})


def _cells(line: LogLine) -> dict[str, Any]:
    entry = line.entry
    return {
        "number": entry.number,
        "at": entry.at.isoformat(),
        "code": entry.code,
        "sentence": line.sentence,
        "by": entry.by,
        "second": entry.second,
        "by_one_person": entry.by_one_person,
        "reason": entry.reason,
        "facts": json.dumps(entry.facts, sort_keys=True),
        "request": entry.request,
        "hash": entry.hash,
    }


@page("log.read")
def log_entry_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show an entry of the log with its facts, its sealed values and its place in the chain."""
    shown = log_entry(person, number)
    if shown is None:
        raise Http404
    facts = [(name, _written(value)) for name, value in sorted(shown.line.entry.facts.items())]
    return render(request, "office/log_entry.html", {"shown": shown, "entry": shown.line.entry, "facts": facts})


def _written(value: Any) -> str:  # noqa: ANN401 - any JSON
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
