"""`arpad check`: can these events be rated? Every condition of their editions, each with its article and what to do."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.check_input import checked, lists_for, opened, shown_name
from arpad.cli.check_text import heads_text, reports_text
from arpad.cli.commands.trf import known_encoding
from arpad.cli.options import UsageError, add_lists, add_no_defaults, day
from arpad.cli.output_form import PAGE, output_form
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.documents.verdict import checked_report_data, checked_reports_data
from arpad.events.checked_report import CheckedReport
from arpad.events.facts import EVENT_SYSTEMS, EventFacts, fact_text, given_facts, read_facts
from arpad.events.intake import with_given
from arpad.events.package import FACTS_FILE, packed
from arpad.events.questions import with_answers
from arpad.model.period import KINDS
from arpad.regulations.catalogue import DEFAULT_AUTHORITY

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.cli.check_input import OpenedReport
    from arpad.events.rating_lists import RatingLists

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
        "files",
        metavar="EVENT.trf",
        nargs="+",
        help="tournament reports, or entries before round 1; - reads standard input",
    )
    parser.add_argument(
        "--edition", metavar="ID|FILE", help="an edition by id or path, instead of that of the first day"
    )
    parser.add_argument("--authority", default=DEFAULT_AUTHORITY, help="fide, or mssz for the Hungarian federation")
    _fact_arguments(parser)
    add_lists(parser)
    parser.add_argument("--encoding", help="the encoding of the report, where the guess is wrong")
    parser.add_argument(
        "--ask", action="store_true", help="ask the open questions on the terminal; the answers go into the facts file"
    )
    add_no_defaults(parser)
    parser.add_argument(
        "--strict", action="store_true", help="end with 1 also where there are warnings, or questions that decide"
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="show also what is in order, and every finding where there are many of a code",
    )
    parser.add_argument("-o", "--output", metavar="FILE.html", help="write everything as a page to show or to print")
    parser.add_argument(
        "--package",
        metavar="FILE.zip",
        help="write the report, everything that was said besides and what was found into one file to send",
    )


def _fact_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what a report does not."""
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


def answer(given: argparse.Namespace) -> Answer:
    """Check the events: 0 where nothing refuses any, 1 where something does, 2 where a file could not be read."""
    if given.output is not None:
        output_form(given.output, {PAGE: "html"})
    if given.ask and (len(given.files) > 1 or given.files == ["-"]):
        raise UsageError.of(WORDS, "ask_about_one", "--ask")
    if given.package is not None:
        output_form(given.package, {".zip": "package"})
        if len(given.files) > 1:
            raise UsageError.of(WORDS, "package_of_one", "--package")
    reports, written, places = _checked(given)
    data = checked_report_data(reports[0]) if len(reports) == 1 else checked_reports_data(reports)
    text = reports_text(reports, every=given.all)
    if given.output:
        from arpad.pages.check import check_page  # noqa: PLC0415 - only a page needs it

        with whole_file(given.output) as out:
            out.write(check_page(reports).encode())
        data["output"] = given.output
        text = "\n".join([*heads_text(reports), f"{given.output} written."])
    if written:
        data["facts_written"] = written
        pairs = tuple(f"{fact} = {value}" for fact, value in written["facts"].items())
        text = WORDS.say("check", "facts_written", {"file": written["file"], "facts": pairs}) + f"\n\n{text}"
    if given.package:
        (report,) = (place for place in places if not isinstance(place, CheckedReport))
        _write_package(given.package, report, data)
        text += "\n\n" + WORDS.say("check", "package_written", {"file": given.package})
        data["package"] = given.package
    return Answer(data, text, code=_code(reports, strict=given.strict))


def _write_package(place: str, report: OpenedReport, verdict: Mapping[str, Any]) -> None:
    """Write a report with all facts that hold for it and what was found, as one file to send."""
    facts = with_answers("", given_facts(report.read.facts), FACTS_FILE)
    findings = json.dumps(verdict, ensure_ascii=False, indent=1) + "\n"
    with whole_file(place) as out:
        out.write(packed(report.sent._replace(facts=facts.encode(), findings=findings.encode())))


def _code(reports: list[CheckedReport], *, strict: bool) -> int:
    if not all(report.is_read for report in reports):
        return 2
    return 0 if all(report.is_faultless(strict=strict) for report in reports) else 1


def _checked(
    given: argparse.Namespace,
) -> tuple[list[CheckedReport], dict[str, Any], list[OpenedReport | CheckedReport]]:
    """Read and check every file; give the reports, which answers were written into a facts file, and what was read."""
    options, encoding = _options(given), known_encoding(given.encoding)
    places: list[OpenedReport | CheckedReport] = []
    for name in given.files:
        try:
            places.append(opened(name, given, options, encoding))
        except InputError as fault:
            if len(given.files) == 1 or given.facts:
                raise
            places.append(CheckedReport(shown_name(name), None, refusals=tuple(fault.problems), is_read=False))
    lists = lists_for([place for place in places if not isinstance(place, CheckedReport)])
    written: dict[str, Any] = {}
    if given.ask:
        from arpad.cli.asked_questions import asked, written_answers  # noqa: PLC0415 - only whoever asks needs it

        (report,) = (place for place in places if not isinstance(place, CheckedReport))
        report, answers = asked(report, lambda place: checked(place, lists[place.lists], given))
        places = [report]
        if answers and report.facts_file is not None:
            file = written_answers(report.facts_file, answers)
            written = {"file": file, "facts": {fact: fact_text(value) for fact, value in answers.items()}}
    return list(_each_checked(places, lists, given)), written, places


def _each_checked(
    places: Sequence[OpenedReport | CheckedReport],
    lists: Mapping[tuple[str, ...], RatingLists | None],
    given: argparse.Namespace,
) -> Iterator[CheckedReport]:
    """Check every report; what is wrong with rating lists is told, and counted, with the first that uses them."""
    with_faults: set[tuple[str, ...]] = set()
    for place in places:
        if isinstance(place, CheckedReport):
            yield place
        else:
            yield checked(place, lists[place.lists], given, with_lists=place.lists not in with_faults)
            with_faults.add(place.lists)


def _options(given: argparse.Namespace) -> EventFacts:
    """Give the facts of the command: those with an option of their own, then the others, which go before them."""
    own = {fact.name: getattr(given, fact.name, None) for fact in fields(EventFacts)}
    return with_given(EventFacts(**own), read_facts("\n".join(map(_line, given.fact)), "--fact"))


def _line(text: str) -> str:
    match = _PAIR.fullmatch(text.strip())
    if not match or "\n" in text:
        raise InputError.of(WORDS, "bad_fact", "--fact", text=text)
    return f"{match[1]} = {match[2]}"
