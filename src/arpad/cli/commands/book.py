"""`arpad book`: a book is made, checked, filled from lists and reports, a player renumbered, or a world made up."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.commands import book_keeping as keeping
from arpad.cli.commands.book_answers import adopted, checked, created, imported, renumbered
from arpad.cli.commands.book_decisions import add_decisions, decided
from arpad.cli.options import day, list_day, player_number, whole
from arpad.cli.progress import Progress
from arpad.cli.report_input import read_file
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.events.facts import EventFacts
from arpad.events.intake import judged_by
from arpad.events.verdict import NO, REFUSES
from arpad.library.extras import need_engine
from arpad.model.period import KINDS
from arpad.model.problems import NOTE, ArpadError, Problem
from arpad.model.report import Report
from arpad.regulations.catalogue import DEFAULT_AUTHORITY

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from arpad.book.folder import Book
    from arpad.book.imports.lists import Imported
    from arpad.cli.answer import Answer
    from arpad.model.problems import FileProblem, RefusedError
    from arpad.regulations.rulebook import Rulebook

FORMS = ("parquet", "csv")
_SUFFIXES = frozenset((".trf", ".trfx", ".txt", ".xml", ".csv", ".zip", ".parquet"))
_PEEKED = 1 << 16
_SHOWN = 5
"""Reasons of a refused report that are told, the others counted."""
_REPORT = re.compile(rb"^(?:\xef\xbb\xbf)?(?:0[0-9]2|001|013|XX[A-Z])(?: |\t|\r?$)", re.MULTILINE)
_FORM = b"Rating report, form "
_PARQUET, _ZIP = b"PAR1", b"PK\x03\x04"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in (
        ("init", "make a book without players, lists and events in a new folder"),
        ("check", "everything that is wrong with a book, table by table, and what to do"),
        ("import", "put rating lists and tournament reports into a book"),
        ("adopt", "verify every list that was closed in a book by an edition, and record it as the book's law"),
        ("renumber", "put a FIDE number in the place of a player's number, in all tables and lists at once"),
        ("world", "make up a world of any size as a book; the same seed gives the same world"),
        *keeping.ACTIONS.items(),
    ):
        action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        action.add_argument("folder", metavar="BOOK", help="the folder of the book")
        if name in {"init", "world"}:
            action.add_argument("--title", default="", help="what the book is called")
            action.add_argument("--form", choices=FORMS, default=FORMS[0], help="how tables are written")
        if name == "init":
            action.add_argument("--authority", default=DEFAULT_AUTHORITY, help="whose regulations hold: fide or mssz")
            action.add_argument(
                "--monthly-regime",
                nargs="*",
                type=day,
                metavar="DATE",
                help="the optional monthly lists of 2003 and 2009 had begun: at once, or on these days",
            )
        if name in {"init", "adopt"}:
            action.add_argument(
                "--edition",
                metavar="ID|FILE",
                required=name == "adopt",
                help="the edition by which all lists are made: an id, or a TOML file, which is copied into the book",
            )
        if name in {"check", *keeping.ACTIONS}:
            keeping.arguments(name, action)
        if name == "import":
            action.add_argument(
                "files", metavar="FILE", nargs="+", help="rating lists, tournament reports, or folders of them"
            )
            action.add_argument(
                "--date", type=list_day, metavar="YYYY-MM", help="the day of a list, where nothing says it"
            )
            action.add_argument("--kind", choices=KINDS, help="the kind of chess of all these files, whatever they say")
            action.add_argument(
                "--unchecked", action="store_true", help="take events and games too that the regulations would not rate"
            )
            action.add_argument("--all", action="store_true", help="show every problem")
        if name == "renumber":
            action.add_argument("old", metavar="OLD", type=player_number, help="the number in the book, such as -1")
            action.add_argument(
                "new", metavar="NEW", type=player_number, help="the FIDE number; nobody may have it yet"
            )
        if name == "world":
            action.add_argument("--players", type=whole, default=20_000, metavar="N", help="registered players; 20000")
            action.add_argument("--months", type=whole, default=1, metavar="N", help="months with games; 1")
            action.add_argument("--seed", type=whole, default=1, metavar="N", help="what chance begins with; 1")
            action.add_argument(
                "--list", dest="first", type=list_day, metavar="YYYY-MM", help="the day of its list; 2026-10-01"
            )
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    add_decisions(actions)


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    need_engine("books", "arpad book")
    if "\0" in given.folder:
        raise InputError.of(WORDS, "not_carried_out", "BOOK", says="no_folder", name=given.folder)
    folder = Path(given.folder or "''")
    folder = folder if folder.name not in {"", ".."} else folder.resolve()
    try:
        return _DEEDS.get(given.action, decided)(given, folder)
    except OSError as fault:
        place = fault.filename or given.folder
        raise InputError.of(WORDS, "not_carried_out", given.folder, place=place, why=fault.strerror) from fault


def _created(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.about import About, unknown_authority  # noqa: PLC0415 - the same
    from arpad.book.change import Change  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.law import kept_law  # noqa: PLC0415 - the same
    from arpad.book.log import LogEntry  # noqa: PLC0415 - the same
    from arpad.regulations.rulebook import Rulebook, monthly_fault  # noqa: PLC0415 - only here

    fault = unknown_authority(given.authority)
    if fault is not None:
        raise InputError.of(WORDS, "unknown_authority", "--authority", fault=fault)
    days = given.monthly_regime
    of_days = monthly_fault(days or ())
    if of_days is not None:
        raise InputError.of(WORDS, "monthly_regime", "--monthly-regime", fault=of_days)
    about = About(given.title, given.authority, tuple(days) if days else days is not None)
    law = None if given.edition is None else kept_law(about, Rulebook(edition=given.edition))
    book = Book.create(folder, about, given.form)
    if law is not None:
        reason = Problem.of(WORDS, "begins_with_law", severity=NOTE)
        entry = LogEntry("adopt", facts={"edition": law.rulebook.edition_id, "lists": 0})
        book.apply(Change({}, (reason,), law=law, entry=entry))
    return created(book, given.form)


def _checked(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.folder import opened  # noqa: PLC0415 - an extra, and slow to load

    with Progress("checking the book"):
        book, problems = opened(folder)
        if book is not None:
            problems += book.problems()
        damage, code = keeping.deep_problems(folder) if given.deep else ([], 0)
        return checked(folder, book, [*problems, *damage], every=given.all, code=code)


def _imported(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.imports.history import Past  # noqa: PLC0415 - the same
    from arpad.book.imports.lists import Imported  # noqa: PLC0415 - the same

    with writing(folder), Progress("checking the book") as progress:
        book = Book.open(folder)
        done = Imported(past=Past(book.forget))
        done.players_before = book.table("players").height
        lists, reports = _told_apart(_files(given.files))
        _import_lists(given, book, lists, done, progress)
        _import_reports(given, book, reports, done, progress)
        done.players_after = book.table("players").height
    return imported(folder, done, every=given.all)


def _renumbered(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.renumber import renumbered as renumbering  # noqa: PLC0415 - the same

    with writing(folder), Progress("checking the book") as progress:
        book = Book.open(folder)
        progress.stage("writing")
        change, done = renumbering(book, given.old, given.new, folder.name)
        book.apply(change)
        return renumbered(book, given.old, given.new, done)


def _adopted(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.engine.compare.adoption import adoption  # noqa: PLC0415 - the same
    from arpad.regulations.rulebook import Rulebook  # noqa: PLC0415 - only here

    with writing(folder), Progress("checking the book") as progress:
        book = Book.open(folder)
        law_adoption = adoption(book, Rulebook(edition=given.edition), progress)
        book.apply(law_adoption.change)
    return adopted(book, law_adoption)


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


def _import_lists(
    given: argparse.Namespace, book: Book, places: list[Path], done: Imported, progress: Progress
) -> None:
    from arpad.book.imports.lists import list_day, list_taken  # noqa: PLC0415 - the same
    from arpad.book.problems import problem  # noqa: PLC0415 - an extra, and slow to load

    dated: list[tuple[date, str, Path]] = []
    for place in places:
        list_date = given.date or list_day(place)
        if list_date is None:
            done.problems.append(problem("list_date_missing", file=place.name))
        else:
            dated.append((list_date.replace(day=1), place.name, place))
    for on, name, place in sorted(dated):
        progress.stage(f"importing {name}")
        change = list_taken(book, place, on, given.kind, done)
        if change is not None:
            book.apply(change)


def _import_reports(
    given: argparse.Namespace, book: Book, places: list[Path], done: Imported, progress: Progress
) -> None:
    from arpad.book.imports.reports import reports_taken  # noqa: PLC0415 - an extra, and slow to load

    progress.stage("reading reports", len(places))
    reports = []
    for number, place in enumerate(places):
        progress.reached(number)
        report = judged_report(place, given.kind, book.rulebook, unchecked=given.unchecked)
        if isinstance(report, Report):
            reports.append(report)
        else:
            done.problems.append(_refused(place.name, report))
    progress.stage("writing")
    change = reports_taken(book, reports, done)
    if change is not None:
        book.apply(change)


def _refused(file: str, reasons: list[dict[str, Any]]) -> FileProblem:
    """Say why a report is refused: the first reasons, the others counted."""
    from arpad.book.problems import problem  # noqa: PLC0415 - an extra, and slow to load

    shown = reasons[:_SHOWN]
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
        read = read_file(str(place), None, EventFacts())
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


def _world(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.about import About  # noqa: PLC0415 - the same
    from arpad.book.change import changed  # noqa: PLC0415 - the same
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.lab.world.world import FIRST_LIST, MOST_MONTHS, MOST_PLAYERS, world  # noqa: PLC0415 - the same

    for name, most in (("players", MOST_PLAYERS), ("months", MOST_MONTHS)):
        if getattr(given, name) > most:
            raise InputError.of(WORDS, "too_many", f"--{name}", most=most, what=name)
    with Progress("making up a world") as progress:
        Book.refuse_occupied(folder)
        new_world = world(given.players, given.months, given.seed, given.first or FIRST_LIST, progress.stage)
        progress.stage("writing")
        title = given.title or f"A made-up world of {given.players} players"
        folder.mkdir(parents=True, exist_ok=True)
        with writing(folder):
            book = Book.create(folder, About(title, seed=given.seed), given.form)
            book.apply(changed(book, new_world.tables, new_world.lists))
        return created(book, given.form)


_DEEDS: dict[str, Callable[[argparse.Namespace, Path], Answer]] = {
    "init": _created,
    "check": _checked,
    "import": _imported,
    "renumber": _renumbered,
    "adopt": _adopted,
    "world": _world,
    **dict.fromkeys(keeping.ACTIONS, keeping.answer),
}
"""What is done by name; everything else puts a book right."""
