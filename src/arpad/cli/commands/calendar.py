"""`arpad calendar DATE`: the list in force, the lists an event can reach, closing dates and deadlines around a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.options import day
from arpad.cli.wording import WORDS
from arpad.documents.calendar import calendar_data, days_around
from arpad.model.clock import today
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, edition
from arpad.regulations.package_data import words
from arpad.regulations.terms.ints import citations

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from arpad.regulations.edition import Citation


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("date", nargs="?", type=day, help="the day asked about; today if not given")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; standard if not given")
    parser.add_argument("--authority", default=DEFAULT_AUTHORITY, help="fide, or mssz for the Hungarian federation")
    parser.add_argument("--edition", metavar="ID|FILE", help="one edition for all days, instead of the day's")
    parser.add_argument("--received", type=day, metavar="DATE", help="when the report of an event ending on DATE came")
    parser.add_argument("--official", action="store_true", help="the event is an official FIDE event")


def answer(given: argparse.Namespace) -> Answer:
    """Give the calendar around a day."""
    given.date = given.date or today()
    if given.received is not None and given.received < given.date:
        raise RefusedError.of(WORDS, "received", received=given.received, end=given.date)
    kind = given.kind or (edition(given.edition).kind if given.edition else KINDS[0])
    days = calendar(kind, given.authority, given.edition)
    around = days_around(days, given.date, official=given.official, received=given.received)
    rows = [(words("line", line.name), line.value, _cited(line.citations)) for line in around.lines]
    rows += [
        (f"Registration of {lead.of} starting on this day, at the latest", lead.last_day.isoformat(), str(cited))
        for lead, cited in around.registrations
    ]
    text = f"{given.date}, {around.law.kind}, {around.law.id}\n" + table(["what", "day", "article"], rows)
    latest = around.days["latest_list"]
    if around.too_late and latest is not None:
        cited = _cited(citations(days.edition(latest), ("late_report_lists",)))
        text += f"\nThe report came too late: the event is not rated [{cited}]."
    return Answer(calendar_data(around), text, around.lines, headings=("",))


def _cited(cited: Iterable[Citation]) -> str:
    return "; ".join(str(citation) for citation in cited)
