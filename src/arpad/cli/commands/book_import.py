"""`arpad book import` and `distinct`: rating lists and tournament reports come into a book, all in one change.

A file that cannot be taken is refused with its reasons, and the others are taken. What is taken is written at once: a
run that is stopped leaves the book as it was.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.cli.answer import Answer, table
from arpad.cli.file_problems_text import problems_text
from arpad.cli.options import UsageError, list_day, player_number
from arpad.cli.output import put
from arpad.cli.progress import Progress
from arpad.cli.report_input import known_facts, read_file
from arpad.cli.wording import WORDS
from arpad.documents.book import distinct_data, has_errors, imported_data
from arpad.documents.schema import InputError
from arpad.events.facts import EventFacts
from arpad.events.intake import judged_by
from arpad.events.verdict import NO, REFUSES
from arpad.model.period import KINDS
from arpad.model.problems import ERROR, ArpadError
from arpad.model.report import Report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from datetime import date

    from arpad.book.folder import Book
    from arpad.book.imports.lists import Imported
    from arpad.book.imports.together import Gathered
    from arpad.model.problems import FileProblem, RefusedError
    from arpad.regulations.rulebook import Rulebook

_SUFFIXES = frozenset((".trf", ".trfx", ".txt", ".xml", ".csv", ".zip", ".parquet"))
_PEEKED = 1 << 16
_SHOWN_REASONS = 5
"""Reasons of a refused report that are told, the others counted."""
_SHOWN_EVENTS = 20
_REPORT = re.compile(rb"^(?:\xef\xbb\xbf)?(?:0[0-9]2|001|013|XX[A-Z])(?: |\t|\r?$)", re.MULTILINE)
_FORM = b"Rating report, form "
_PARQUET, _ZIP = b"PAR1", b"PK\x03\x04"


def _import_arguments(action: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    action.add_argument("files", metavar="FILE", nargs="+", help="rating lists, tournament reports, or folders of them")
    action.add_argument("--date", type=list_day, metavar="YYYY-MM", help="the day of a list, where nothing says it")
    action.add_argument("--kind", choices=KINDS, help="the kind of chess of all these files, whatever they say")
    action.add_argument(
        "--unchecked", action="store_true", help="take events and games too that the regulations would not rate"
    )
    near = action.add_mutually_exclusive_group()
    near.add_argument(
        "--replace", action="store_true", help="a report that is nearly the same as an event not yet rated replaces it"
    )
    near.add_argument(
        "--distinct",
        action="store_true",
        help="a report that is nearly the same as an event is another one; with --why",
    )
    action.add_argument("--why", default="", help="why, in a few words; kept in the log of the book")
    action.add_argument("--all", action="store_true", help="show every problem")


def _imported(given: argparse.Namespace, folder: Path) -> Answer:
    """Import the files that are named, and say what came into the book."""
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.imports.history import Past  # noqa: PLC0415 - the same
    from arpad.book.imports.lists import Imported  # noqa: PLC0415 - the same
    from arpad.book.imports.together import Gathered  # noqa: PLC0415 - the same

    if given.distinct and not given.why.strip():
        raise UsageError.of(WORDS, "why_missing", "--why", option="--distinct")
    with writing(folder), Progress("checking the book") as progress:
        book = Book.open(folder)
        done = Imported(past=Past(book.forget), called=given.folder)
        done.players_before = book.table("players").height
        lists, reports = _told_apart(_files(given.files))
        gathered = Gathered(book)
        _gather_lists(given, (book, gathered), lists, done, progress)
        _gather_reports(given, gathered, reports, done, progress)
        done.players_after = gathered.view.table("players").height
        if not gathered.is_empty:
            progress.stage("writing")
            book.apply(gathered.change)
    return _answer(folder, done, len(lists) + len(reports), every=given.all)


def _distinct_arguments(action: argparse.ArgumentParser) -> None:
    for number in ("event", "other"):
        action.add_argument(
            number,
            metavar=number.upper(),
            type=player_number,
            help="the number of an event; or of a player, where one of the two has no FIDE number but a negative one",
        )
    action.add_argument("--why", required=True, help="why both count, in a few words; kept in the log of the book")


def _distinct(given: argparse.Namespace, folder: Path) -> Answer:
    """Keep in the log that two events which are nearly the same were both played, or that two namesakes are two."""
    from arpad.book.duplicate_checks import distinct, distinct_players  # noqa: PLC0415 - the same
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load

    with writing(folder), Progress("checking the book"):
        book = Book.open(folder)
        numbers = sorted((given.event, given.other))
        are_players = numbers[0] < 0
        say = distinct_players if are_players else distinct
        book.apply(say(book, given.event, given.other, given.why, folder.name))
    of_events, of_players = "events {} and {} were both played", "{} and {} are two players"
    what = (of_players if are_players else of_events).format(*numbers)
    return Answer(
        distinct_data(folder.name, numbers, given.why), f"{folder.name}: {what}, as the log says now: {given.why}"
    )


def _files(names: list[str]) -> list[Path]:
    """Give the files that are named, and those in folders that are; none twice."""
    files: dict[Path, None] = {}
    for name in names:
        place = Path(name or "''")
        if place.is_dir():
            inside = (path for path in sorted(place.rglob("*")) if path.is_file() and path.suffix.lower() in _SUFFIXES)
            files |= dict.fromkeys(inside)
        elif place.is_file():
            files[place] = None
        else:
            raise InputError.of(WORDS, "not_opened", name, says="no_place", name=name)
    return list(files)


def _told_apart(files: list[Path]) -> tuple[list[Path], list[Path]]:
    """Tell lists from reports by their first bytes."""
    lists: list[Path] = []
    reports: list[Path] = []
    for place in files:
        with place.open("rb") as stream:
            start = stream.read(_PEEKED)
        is_list = start.startswith((_PARQUET, _ZIP)) or place.suffix.lower() in {".xml", ".csv"}
        is_report = not is_list and (start.startswith(_FORM) or _REPORT.search(start) is not None)
        (reports if is_report else lists).append(place)
    return lists, reports


def _gather_lists(
    given: argparse.Namespace, into: tuple[Book, Gathered], places: list[Path], done: Imported, progress: Progress
) -> None:
    from arpad.book.imports.lists import list_day as day_of_list_file  # noqa: PLC0415 - the same
    from arpad.book.imports.lists import list_taken  # noqa: PLC0415 - the same
    from arpad.book.imports.together import fit_at_once  # noqa: PLC0415 - the same
    from arpad.book.problems import problem  # noqa: PLC0415 - an extra, and slow to load

    book, gathered = into
    dated: list[tuple[date, str, Path]] = []
    for place in places:
        list_date = given.date or day_of_list_file(place)
        if list_date is None:
            done.problems.append(problem("list_date_missing", file=place.name))
        else:
            dated.append((list_date.replace(day=1), place.name, place))
    is_whole = fit_at_once([place for _, _, place in dated])
    if not is_whole:
        in_steps = problem("import_in_steps", lists=len(dated))
        put(f"arpad: {in_steps.message}", sys.stderr)
        done.problems.append(in_steps)
    for on, name, place in sorted(dated):
        progress.stage(f"importing {name}")
        change = list_taken(gathered.view, place, on, given.kind, done)
        if change is not None and is_whole:
            gathered.add(change)
        elif change is not None:
            book.apply(change)


def _gather_reports(
    given: argparse.Namespace, gathered: Gathered, places: list[Path], done: Imported, progress: Progress
) -> None:
    from arpad.book.imports import rulings  # noqa: PLC0415 - the same
    from arpad.book.imports.reports import reports_taken  # noqa: PLC0415 - the same

    progress.stage("reading reports", len(places))
    namesakes = Counter(place.name for place in places)
    reports = []
    for number, place in enumerate(places):
        progress.reached(number)
        name = place.name if namesakes[place.name] == 1 else str(place)
        done.places[name] = str(place)
        report = judged_report(place, given.kind, gathered.view.rulebook, unchecked=given.unchecked)
        if isinstance(report, Report):
            reports.append(replace(report, file=name))
        else:
            done.problems.append(_refused(name, report))
    progress.stage("comparing with the book")
    ruling = rulings.REPLACE if given.replace else rulings.DISTINCT if given.distinct else rulings.REFUSE
    change = reports_taken(gathered.view, reports, done, ruling, given.why.strip())
    if change is not None:
        gathered.add(change)


def _refused(file: str, reasons: list[dict[str, Any]]) -> FileProblem:
    """Say why a report is refused: the first reasons, the others counted."""
    from arpad.book.problems import problem  # noqa: PLC0415 - an extra, and slow to load

    shown = reasons[:_SHOWN_REASONS]
    return problem("report_refused", file=file, reasons=shown, more=len(reasons) - len(shown))


def refused_report(file: str, reasons: list[dict[str, Any]]) -> RefusedError:
    """Give the refusal of a report that can stand in the place of no event."""
    from arpad.book.folder import refusal  # noqa: PLC0415 - an extra, and slow to load

    return refusal(file, [_refused(file, reasons)])


def judged_report(
    place: Path, kind: str | None, rulebook: Rulebook, *, unchecked: bool
) -> Report | list[dict[str, Any]]:
    """Read a report and judge it by the law of the book; where it is refused, give every reason, and its line."""
    try:
        read = read_file(str(place), known_facts(str(place), None, EventFacts()))
    except ArpadError as fault:
        return [{"line": None, "fault": problem} for problem in fault.problems]
    read = replace(read, facts=replace(read.facts, kind=read.facts.kind or kind))
    if read.faults:
        return [{"line": fault.line, "fault": fault} for fault in read.faults]
    created = judged_by(read, rulebook)
    if unchecked:
        return replace(created.report, dropped={})
    if created.verdict.rateable == NO:
        findings = [finding for finding in created.verdict.findings if finding.severity == REFUSES]
        return [{"line": None, "fault": finding} for finding in findings]
    return created.report


def _answer(folder: Path, done: Imported, files: int, *, every: bool) -> Answer:
    """Say what came into a book, and what did not."""
    data = imported_data(folder.name, done)
    new = [event for event in done.events if not event["replaced"]]
    games = sum(int(str(event["games"])) for event in new)
    what = f"{len(done.lists)} list(s), {len(new)} event(s) with {games} games"
    lines = [f"{folder.name}: {what} and {data['players_added']} new players came into the book."]
    refused = {str(fault.facts["file"]) for fault in done.problems if fault.severity == ERROR}
    if refused:
        lines.append(f"{len(refused)} of {files} file(s) were not taken; what is wrong with each stands below.")
    if len(new) < len(done.events):
        lines.append(f"{len(done.events) - len(new)} event(s) were replaced.")
    lines += [f"list of {of_day['list']}: {of_day['players']} players ({of_day['file']})" for of_day in done.lists]
    if done.events:
        head = ["event", "name", "kind", "system", "players", "games", "file"]
        rows = [[event[key if key != "event" else "event_id"] for key in head] for event in done.events]
        shown = rows if every else rows[:_SHOWN_EVENTS]
        lines.append(table(head, shown))
        if len(rows) > len(shown):
            lines.append(f"… and {len(rows) - len(shown)} more; --all shows them.")
    lines += problems_text(done.problems, every=every)
    return Answer(data, "\n".join(lines), code=1 if has_errors(done.problems) else 0)


class _Action(NamedTuple):
    """A part of `arpad book`: what it takes, and what it does with a folder."""

    arguments: Callable[[argparse.ArgumentParser], None]
    answer: Callable[[argparse.Namespace, Path], Answer]


IMPORTS = {"import": _Action(_import_arguments, _imported), "distinct": _Action(_distinct_arguments, _distinct)}
