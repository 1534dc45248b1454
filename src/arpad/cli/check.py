"""`arpad check`: can this event be rated? Every condition of its edition, each with its article and what to do."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.file_problems_text import problems_text
from arpad.cli.options import day
from arpad.cli.trf import known_encoding, read_bytes, report_bytes
from arpad.documents.schema import InputError
from arpad.documents.verdict import broken_report_data, doubts, verdict_data
from arpad.events.check import check, unfit
from arpad.events.check_official import NOTHING_LEFT
from arpad.events.facts import EVENT_SYSTEMS, EventFacts, read_facts
from arpad.events.rating_lists import RatingLists, asked_of
from arpad.events.verdict import DROPS, NO, NOTE, OPEN, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.formats.trf_codes import RATING
from arpad.formats.trf_reader import read_trf
from arpad.formats.trf_text import MAX_BYTES
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import DEFAULT_AUTHORITY

if TYPE_CHECKING:
    import argparse

    from arpad.events.verdict import Finding, Verdict
    from arpad.formats.trf_reader import TrfReport
    from arpad.model.file_problems import FileProblem

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
    for name, said in _FLAGS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", default=None, help=said)
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
    data = report_bytes(read_bytes(given.file, MAX_BYTES + 1))
    report = read_trf(data, profile=RATING, encoding=known_encoding(given.encoding))
    facts = event_facts(given.file, given.facts, given)
    name = "standard input" if given.file == "-" else Path(given.file).name
    faults = unfit(report, facts)
    if faults:
        return _broken(report, faults, name)
    lists = None
    if given.lists:
        lists = RatingLists(asked_of([report.tournament]))
        for one in given.lists:
            lists.add(one)
    verdict = check(report.tournament, facts, name=given.edition, authority=given.authority, lists=lists)
    problems = doubts(report.problems, () if lists is None else lists.problems)
    text = "\n".join([*_head(verdict, name), *_groups(verdict, every=given.all), *_doubts(problems, every=given.all)])
    return Answer(verdict_data(verdict, name, problems), text, code=1 if verdict.rateable == NO else 0)


def event_facts(report: str, file: str | None, given: argparse.Namespace | None = None) -> EventFacts:
    """Read the facts: from a file that was named or lies beside the report, then from options, which go before it."""
    place = file or _beside(report)
    made = EventFacts()
    if place is not None:
        try:
            made = read_facts(read_bytes(place).decode("utf-8-sig"), Path(place).name)
        except UnicodeDecodeError as fault:
            raise RefusedError.of("facts_not_toml", f"{Path(place).name} is not text in UTF-8: {fault}.") from fault
    if given is None:
        return made
    options = read_facts("\n".join(map(_line, given.fact)), "--fact")
    said = {one.name: getattr(given, one.name, None) for one in fields(EventFacts)}
    said |= {one.name: value for one in fields(EventFacts) if (value := getattr(options, one.name)) is not None}
    return replace(made, **{key: value for key, value in said.items() if value is not None})


def _beside(report: str) -> str | None:
    if report == "-":
        return None
    folder = Path(report).parent
    for place in (Path(report).with_suffix(".toml"), folder / "event.toml"):
        if place.is_file() and str(place) != report:
            return str(place)
    return None


def _line(text: str) -> str:
    found = _PAIR.fullmatch(text.strip())
    if not found or "\n" in text:
        message = f"{text!r} is no fact; write KEY=VALUE as in event.toml, such as norms=false."
        raise InputError.of("bad_fact", message, "--fact")
    return f"{found[1]} = {found[2]}"


def _broken(report: TrfReport, faults: list[FileProblem], name: str) -> Answer:
    head = f"{name}: refused. The report is broken, and nothing was checked."
    more = ["The first day can also be given with --start."] if faults[0].code == "start_missing" else []
    text = "\n".join([head, *problems_text(faults), *more])
    return Answer(broken_report_data(name, report.problems), text, code=1)


def _head(verdict: Verdict, name: str) -> list[str]:
    when = " Before play." if verdict.before_play else ""
    if verdict.rateable == NO:
        return [f"{name}: cannot be rated.{when}"]
    if any(one.code == NOTHING_LEFT for one in verdict.findings):
        return [f"{name}: nothing refuses it, but no game of it is left to be rated.{when}"]
    games = f" {len(verdict.dropped)} game(s) are left out." if verdict.dropped else ""
    if verdict.rateable == OPEN:
        questions = sum(one.severity == UNKNOWN and one.decides for one in verdict.findings)
        return [f"{name}: nothing refuses it, but {questions} question(s) are open.{games}{when}"]
    return [f"{name}: can be rated.{games}{when}"]


def _groups(verdict: Verdict, *, every: bool) -> list[str]:
    said: list[str] = []
    for severity, heading in HEADINGS.items():
        found = verdict.of(severity)
        if not found:
            continue
        said += ["", heading]
        counts: dict[str, int] = {}
        for one in found:
            counts[one.code] = counts.get(one.code, 0) + 1
            if every or counts[one.code] <= SHOWN_OF_A_CODE:
                said += _lines(one)
        more = {code: count - SHOWN_OF_A_CODE for code, count in counts.items() if count > SHOWN_OF_A_CODE}
        if not every:
            said += [f"  … and {count} more of {code}; --all shows them." for code, count in more.items()]
    return said


def _lines(one: Finding) -> list[str]:
    cited = "; ".join(str(citation) for citation in one.citations)
    first = f"  {one.code}: {one.message}{f' [{cited}]' if cited else ''}"
    return [first, f"    {one.fix}"] if one.fix and one.severity != PASSES else [first]


def _doubts(problems: list[FileProblem], *, every: bool) -> list[str]:
    return ["", "About the files", *problems_text(problems, every=every)] if problems else []
