"""`arpad check`: can this event be rated? Every condition of its edition, each with its article and what to do."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.trf import known_encoding
from arpad.cli.file_problems_text import problems_text
from arpad.cli.options import day
from arpad.cli.report_input import read_file
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.documents.verdict import broken_report_data, doubts, verdict_data
from arpad.events.facts import EVENT_SYSTEMS, EventFacts, read_facts
from arpad.events.intake import verdict_on, with_given
from arpad.events.verdict import DROPS, NO, NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.library.reports import lists_of
from arpad.model.period import KINDS
from arpad.regulations.catalogue import DEFAULT_AUTHORITY

if TYPE_CHECKING:
    import argparse

    from arpad.events.intake import ReadReport
    from arpad.events.verdict import Finding, Verdict
    from arpad.model.problems import FileProblem

SHOWN_OF_A_CODE = 5
HEADINGS = {
    REFUSES: "Refuses the event",
    DROPS: "Games that cannot be rated",
    WARNING: "To be mended or made sure of",
    UNKNOWN: "Not known here",
    NOTE: "To be known",
    PASSES: "In order",
}
_FLAGS = {
    "official": "it is an official event of FIDE or a continent",
    "norms": "title norms can be made",
    "national_championship": "it is a national championship",
    "league": "it is a league",
}
_PAIR = re.compile(r"([a-z_]+)\s*=\s*(.+)", re.DOTALL)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "file", metavar="EVENT.trf", help="a tournament report, or its entries before round 1; - reads standard input"
    )
    parser.add_argument(
        "--edition", metavar="ID|FILE", help="an edition by id or path, instead of that of the first day"
    )
    parser.add_argument("--authority", default=DEFAULT_AUTHORITY, help="fide, or mssz for the Hungarian federation")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; from the thinking time if not given")
    parser.add_argument("--system", choices=EVENT_SYSTEMS, help="how it was paired; from the report if not given")
    parser.add_argument("--time-control", metavar="TIME", help="the thinking time, such as 90+30")
    parser.add_argument(
        "--facts",
        metavar="FILE",
        help="what a report does not carry, as TOML; event.toml or NAME.toml beside the report if there is one",
    )
    parser.add_argument("--registered", type=day, metavar="DATE", help="the day of registration")
    parser.add_argument("--received", type=day, metavar="DATE", help="the day on which FIDE received the report")
    parser.add_argument("--start", type=day, metavar="DATE", help="the first day, where the report has none")
    parser.add_argument("--end", type=day, metavar="DATE", help="the last day, where the report has none")
    for name, summary in _FLAGS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", default=None, help=summary)
    parser.add_argument(
        "--fact", action="append", default=[], metavar="KEY=VALUE", help="any other fact, as it would stand in the TOML"
    )
    parser.add_argument(
        "--list", dest="lists", action="append", default=[], metavar="[DATE=]FILE", help="a rating list; repeatable"
    )
    parser.add_argument("--encoding", help="the encoding of the report, where the guess is wrong")
    parser.add_argument("--all", action="store_true", help="show every finding, also where there are many of one code")


def answer(given: argparse.Namespace) -> Answer:
    """Check the event."""
    report = read_file(given.file, given.facts, _options(given), known_encoding(given.encoding))
    name = report.name
    if report.faults:
        return _broken(report)
    lists = lists_of(given.lists, [report])
    verdict = verdict_on(report, edition=given.edition, authority=given.authority, lists=lists)
    problems = doubts(report.problems, () if lists is None else lists.problems)
    text = "\n".join(
        [f"{name}: {verdict.summary}", *_groups(verdict, every=given.all), *_doubts(problems, every=given.all)]
    )
    return Answer(verdict_data(verdict, name, problems), text, code=1 if verdict.rateable == NO else 0)


def _options(given: argparse.Namespace) -> EventFacts:
    """Give the facts of the command: those with an option of their own, then the others, which go before them."""
    own = {fact.name: getattr(given, fact.name, None) for fact in fields(EventFacts)}
    return with_given(EventFacts(**own), read_facts("\n".join(map(_line, given.fact)), "--fact"))


def _line(text: str) -> str:
    match = _PAIR.fullmatch(text.strip())
    if not match or "\n" in text:
        raise InputError.of(WORDS, "bad_fact", "--fact", text=text)
    return f"{match[1]} = {match[2]}"


def _broken(report: ReadReport) -> Answer:
    head = f"{report.name}: refused. The report is broken, and nothing was checked."
    more = ["The first day can also be given with --start."] if report.faults[0].code == "start_missing" else []
    text = "\n".join([head, *problems_text(report.faults), *more])
    return Answer(broken_report_data(report.name, report.problems), text, code=1)


def _groups(verdict: Verdict, *, every: bool) -> list[str]:
    groups: list[str] = []
    for severity, heading in HEADINGS.items():
        findings = verdict.of(severity)
        if not findings:
            continue
        groups += ["", heading]
        counts: dict[str, int] = {}
        for finding in findings:
            counts[finding.code] = counts.get(finding.code, 0) + 1
            if every or counts[finding.code] <= SHOWN_OF_A_CODE:
                groups += _lines(finding)
        more = {code: count - SHOWN_OF_A_CODE for code, count in counts.items() if count > SHOWN_OF_A_CODE}
        if not every:
            groups += [f"  … and {count} more of {code}; --all shows them." for code, count in more.items()]
    return groups


def _lines(finding: Finding) -> list[str]:
    first = f"  {finding}"
    return [first, f"    {finding.fix}"] if finding.fix and finding.severity != PASSES else [first]


def _doubts(problems: list[FileProblem], *, every: bool) -> list[str]:
    return ["", "About the files", *problems_text(problems, every=every)] if problems else []
