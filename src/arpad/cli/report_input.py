"""What commands read that take reports: files with the facts beside them, rating lists, and each verdict."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.options import day
from arpad.cli.trf import read_bytes
from arpad.events.facts import EventFacts
from arpad.events.intake import facts_beside, facts_of, judged, read_report, with_given
from arpad.events.rating_lists import NoLists, RatingLists, asked_of
from arpad.events.verdict import DROPS, NO, REFUSES, WARNING
from arpad.formats.trf_text import MAX_BYTES
from arpad.model.period import KINDS, SYSTEMS
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.events.intake import ReadReport
    from arpad.events.rating_lists import Lists
    from arpad.events.verdict import Finding, Verdict
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
    parser.add_argument("--edition", help="an edition's id or the path of a TOML file, instead of the one in force")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; found from the time control otherwise")
    parser.add_argument("--for", dest="list_date", type=day, metavar="DATE", help="the list being made")
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
    refuse_broken([fault for each in read for fault in faults_of(each)])
    reading, kinds = judged_reports(read, given.edition, lists_of(given.lists, read), several=len(read) > 1)
    refuse_mixed(kinds)
    return reading


def refuse_broken(faults: list[Problem]) -> None:
    """Refuse reports that are broken, with every reason."""
    if faults:
        raise RefusedError(faults)


def refuse_mixed(kinds: set[str]) -> str:
    """Refuse events of different kinds of chess; else give the one kind."""
    if len(kinds) > 1:
        named = ", ".join(sorted(kinds))
        said = f"The events are of different kinds of chess: {named}. Rate each kind alone, or --kind."
        raise RefusedError.of("kinds_mixed", said)
    return next(iter(kinds))


def judged_reports(
    read: Sequence[ReadReport], edition: str | None, lists: RatingLists | None, *, several: bool
) -> tuple[Reading, set[str]]:
    """Check what was read; give it ready to be rated, and the kinds of chess it is."""
    events = [judged(each, edition=edition, lists=lists) for each in read]
    kinds = {each.report.kind for each in events}
    findings = [f"{each.report.file}: {said}" if several else said for each in events for said in _said(each.verdict)]
    refused = any(each.verdict.rateable == NO for each in events)
    reports = [each.report for each in events]
    return Reading(reports, next(iter(kinds)), lists or NoLists(), findings, refused), kinds


def lists_of(names: Sequence[str], read: Sequence[ReadReport]) -> RatingLists | None:
    """Read rating lists, as far as they speak of the players of some reports; None where none is named."""
    if not names:
        return None
    lists = RatingLists(asked_of([each.tournament for each in read]))
    for name in names:
        lists.add(name)
    return lists


def _said(verdict: Verdict) -> list[str]:
    """Say what a check found that matters to the numbers."""
    words = {REFUSES: "Not rated", DROPS: "Games left out", WARNING: "Check"}
    return [_sentence(words[one.severity], one) for one in verdict.findings if one.severity in words]


def _sentence(word: str, one: Finding) -> str:
    cited = "; ".join(str(citation) for citation in one.citations)
    return f"{word}: {one.message}{f' [{cited}]' if cited else ''}"


def faults_of(read: ReadReport) -> list[Problem]:
    """Say what makes a report unfit to be rated."""
    return [
        Problem(
            fault.code,
            f"{read.name}:{fault.line or ''}",
            f"{read.name}{f', line {fault.line}' if fault.line else ''}: {fault.message}",
        )
        for fault in read.faults
    ]
