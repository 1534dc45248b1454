"""What commands read that take reports: files with the facts beside them, rating lists, and each verdict."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.commands.trf import read_bytes
from arpad.cli.options import day, edition_name, list_day
from arpad.events.facts import EventFacts
from arpad.events.intake import facts_beside, facts_of, read_report, with_given
from arpad.events.rating_lists import NoLists
from arpad.formats.trf.text import MAX_BYTES
from arpad.library.reports import faults_of, findings_of, lists_of, refuse_broken, refuse_mixed, taken_in
from arpad.model.period import KINDS, SYSTEMS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.events.intake import ReadReport
    from arpad.events.rating_lists import Lists, RatingLists
    from arpad.model.report import Report


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read: the events, their kind of chess, the lists, and what was found about them."""

    reports: list[Report]
    kind: str
    lists: Lists
    findings: list[str]
    refused: bool
    """At least one event would not be rated."""


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what every command takes that reads reports to rate them."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="TRF files; several are rated as one period")
    parser.add_argument(
        "--edition", type=edition_name, help="an edition's id or the path of a TOML file, instead of the one in force"
    )
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; found from the time control otherwise")
    parser.add_argument("--for", dest="list_date", type=list_day, metavar="YYYY-MM", help="the list being made")
    parser.add_argument(
        "--list", dest="lists", action="append", default=[], metavar="[DATE=]FILE", help="a rating list; repeatable"
    )
    parser.add_argument("--facts", metavar="FILE", help="a TOML file with what a report does not say")
    parser.add_argument("--start", type=day, metavar="DATE", help="the first day, where the report has none")
    parser.add_argument("--end", type=day, metavar="DATE", help="the last day, where the report has none")
    parser.add_argument("--system", choices=SYSTEMS)


def read_file(name: str, facts: str | None, options: EventFacts, encoding: str | None = None) -> ReadReport:
    """Read a report, with the facts of a file that is named or lies beside it; options go before them."""
    data = read_bytes(name, MAX_BYTES + 1)
    place = facts or (None if name == "-" else facts_beside(name))
    known = EventFacts() if place is None else facts_of(read_bytes(place), Path(place).name)
    shown = "standard input" if name == "-" else Path(name).name
    return read_report(shown, data, with_given(known, options), encoding)


def options_of(given: argparse.Namespace) -> EventFacts:
    """Give the facts that have an option in every command that rates reports."""
    return EventFacts(kind=given.kind, system=given.system, start=given.start, end=given.end)


def read_reports(given: argparse.Namespace) -> Reading:
    """Read all files; refuse all that cannot be rated, with every reason at once."""
    read = [read_file(name, given.facts, options_of(given)) for name in given.files]
    refuse_broken([fault for report in read for fault in faults_of(report)])
    reading, kinds = judged_reports(read, given.edition, lists_of(given.lists, read), several=len(read) > 1)
    refuse_mixed(kinds, "--kind")
    return reading


def judged_reports(
    read: Sequence[ReadReport], edition: str | None, lists: RatingLists | None, *, several: bool
) -> tuple[Reading, set[str]]:
    """Check what was read; give it ready to be rated, and the kinds of chess it is."""
    taken = taken_in(read, edition, lists)
    findings = [
        f"{report.file}: {finding}" if several else finding
        for report, verdict in zip(taken.reports, taken.verdicts, strict=True)
        for finding in findings_of(verdict)
    ]
    reading = Reading(taken.reports, taken.reports[0].kind, lists or NoLists(), findings, taken.is_refused)
    return reading, taken.kinds
