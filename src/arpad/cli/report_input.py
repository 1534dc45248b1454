"""What commands read that take reports: files with the facts beside them, rating lists, and each verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.commands.trf import known_encoding, read_bytes
from arpad.cli.options import add_lists, add_no_defaults, day, edition_name, list_day
from arpad.cli.progress import Progress
from arpad.cli.report_defaults import PeriodDefaults
from arpad.cli.wording import WORDS
from arpad.events.facts import EventFacts
from arpad.events.intake import facts_beside, facts_of, read_report, sent_facts, with_given
from arpad.events.package import as_sent
from arpad.events.rating_lists import NoLists
from arpad.formats.trf.text import MAX_BYTES
from arpad.library.reports import faults_of, findings_of, lists_of, refuse_broken, refuse_mixed, taken_in
from arpad.model.period import KINDS, SYSTEMS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.events.defaults import TakenDefault
    from arpad.events.intake import ReadReport
    from arpad.events.number_doubts import Proposal
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
    accepted: list[tuple[str, Proposal]]
    """The numbers of players that were taken instead of those of the reports, each with its file."""
    read: list[ReadReport]
    """The reports as they were read; none where helpers read them."""
    defaults: tuple[TakenDefault, ...] = ()
    """The facts and rating lists that were taken from files of defaults."""


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what every command takes that reads reports to rate them."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="TRF files; several are rated as one period")
    parser.add_argument(
        "--edition", type=edition_name, help="an edition's id or the path of a TOML file, instead of the one in force"
    )
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; found from the time control otherwise")
    parser.add_argument("--for", dest="list_date", type=list_day, metavar="YYYY-MM", help="the list being made")
    add_lists(parser)
    parser.set_defaults(accept_ids=False)
    parser.add_argument("--facts", metavar="FILE", help="a TOML file with what a report does not say")
    parser.add_argument("--start", type=day, metavar="DATE", help="the first day, where the report has none")
    parser.add_argument("--end", type=day, metavar="DATE", help="the last day, where the report has none")
    parser.add_argument("--system", choices=SYSTEMS)
    parser.add_argument("--encoding", help="the encoding of the reports, where the guess is wrong, such as cp1252")
    add_no_defaults(parser)


def defaults_for(given: argparse.Namespace) -> PeriodDefaults:
    """Read the files of defaults for the reports that a command names, unless it wants none."""
    return PeriodDefaults(given.files, given.lists, is_asked=not given.no_defaults)


def known_facts(name: str, facts: str | None, options: EventFacts) -> EventFacts:
    """Read the facts of a report from a file that is named or lies beside it; options go before them."""
    place = facts or (None if name == "-" else facts_beside(name))
    known = EventFacts() if place is None else facts_of(read_bytes(place), Path(place).name)
    return with_given(known, options)


def read_file(name: str, facts: EventFacts, encoding: str | None = None) -> ReadReport:
    """Read a report, with what is known besides."""
    return read_report(_shown(name), read_bytes(name, MAX_BYTES + 1), facts, encoding)


def _shown(name: str) -> str:
    return "standard input" if name == "-" else Path(name).name


def read_files(
    given: argparse.Namespace, names: Sequence[str], defaults: PeriodDefaults
) -> tuple[list[ReadReport], tuple[TakenDefault, ...]]:
    """Read some of the reports that a command names, as its options say; give also what was taken from defaults."""
    encoding, options = known_encoding(given.encoding), options_of(given)
    read: list[ReadReport] = []
    taken: list[TakenDefault] = []
    for name in names:
        sent = as_sent(_shown(name), read_bytes(name, MAX_BYTES + 1))
        known = with_given(sent_facts(sent, _shown(name)), known_facts(name, given.facts, options))
        by_default, of_report = defaults.facts_for(name, known)
        read.append(read_report(_shown(name), sent.report, with_given(by_default, known), encoding))
        taken += of_report
    return read, tuple(dict.fromkeys(taken))


def options_of(given: argparse.Namespace) -> EventFacts:
    """Give the facts that have an option in every command that rates reports."""
    return EventFacts(kind=given.kind, system=given.system, start=given.start, end=given.end)


def read_reports(given: argparse.Namespace, defaults: PeriodDefaults) -> Reading:
    """Read all files; refuse all that cannot be rated, with every reason at once."""
    read, taken = read_files(given, given.files, defaults)
    refuse_broken([*defaults.refusals, *(fault for report in read for fault in faults_of(report))])
    with Progress("reading the rating list") as progress:
        lists = lists_of(defaults.lists, read, progress)
    reading, kinds = judged_reports(read, given, lists, several=len(read) > 1)
    refuse_mixed(kinds, "--kind")
    return replace(reading, defaults=(*taken, *defaults.taken_lists))


def taken_lines(defaults: Sequence[TakenDefault]) -> list[str]:
    """Say which facts and lists were taken from files of defaults, each on a line."""
    return [WORDS.say("check", "from_default", {"taken": default.sentence()}) for default in defaults]


def judged_reports(
    read: Sequence[ReadReport], given: argparse.Namespace, lists: RatingLists | None, *, several: bool
) -> tuple[Reading, set[str]]:
    """Check what was read; give it ready to be rated, and the kinds of chess it is."""
    taken = taken_in(read, given.edition, lists, accept_ids=given.accept_ids)
    findings = [
        f"{report.file}: {finding}" if several else finding
        for report, verdict in zip(taken.reports, taken.verdicts, strict=True)
        for finding in findings_of(verdict)
    ]
    accepted = [(report.name, proposal) for report in taken.read for proposal in report.accepted]
    kind = taken.reports[0].kind
    reading = Reading(taken.reports, kind, lists or NoLists(), findings, taken.is_refused, accepted, taken.read)
    return reading, taken.kinds
