"""`arpad trf`: a tournament report, shown, checked, its games listed, compared, or written in another version."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.file_problems_text import counted, problems_text
from arpad.cli.options import listed_file
from arpad.cli.output_form import output_form
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.documents.parts import as_text
from arpad.documents.report import (
    Converted,
    checked_data,
    converted_data,
    games_data,
    listed_games_data,
    report_data,
    report_differences_data,
    tournament_data,
)
from arpad.documents.schema import InputError
from arpad.events.computer_table import computer_table
from arpad.events.form_changes import changes_from_list
from arpad.events.package import as_sent
from arpad.events.rating_lists import RatingLists, asked_of
from arpad.formats.forms_2003.computer_table import write_computer_table
from arpad.formats.forms_2003.report_forms import report_bytes, write_form
from arpad.formats.trf.compare import CHANGES, report_differences
from arpad.formats.trf.problems import LENIENT, PROFILES, RATING
from arpad.formats.trf.reader import TrfReport, read_trf
from arpad.formats.trf.text import MAX_BYTES
from arpad.formats.trf.writer import PROGRAMS, TRF16, TRF26, write_trf
from arpad.model.bounded import MOST_IN_TOML, read_most
from arpad.regulations.catalogue import edition, in_force

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.model.tournament import Tournament

SAME, JSON, TABLE = "same", "json", "computer-table"
_FORMS = {"form1": 1, "form2": 2, "form3": 3}
_SUFFIXES = {JSON: (".json",), TABLE: (".txt",), **dict.fromkeys(_FORMS, (".txt",))}
_OF_REPORTS = (".trf", ".trfx", ".txt", ".tab")
"""How the name of what is written may end, by what is written; reports have several."""


_DIFFERENCE_HEAD = ["change", "round", "player", "opponent", "what", "before", "after"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in (
        ("show", "what the report says: the event, its players, how it was written"),
        ("check", "everything that is wrong with it, each with line, column and what to do"),
        ("games", "every game once, and for each round without a game the reason"),
        ("diff", "what a newer report of the same event says otherwise: event, players, games"),
        ("convert", "write it as TRF16, TRF26, JSON, a form of 2003, or the same bytes again"),
    ):
        action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        action.add_argument("file", metavar="FILE", help="a TRF file, or - for standard input")
        action.add_argument("--encoding", help="the encoding of the file, where the guess is wrong, such as iso8859-2")
        action.add_argument(
            "--profile",
            choices=PROFILES,
            default=RATING if name == "check" else LENIENT,
            help="what is asked of the file: lenient reads what can be read, rating what a rating office needs, "
            "submission what TRF26 makes mandatory",
        )
        action.add_argument(
            "--all", action="store_true", help="show every problem, also where there are many of one code"
        )
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        if name == "convert":
            action.add_argument(
                "--to", choices=(TRF16, TRF26, JSON, SAME, *_FORMS, TABLE), default=TRF16, help="what to write"
            )
            action.add_argument("--for", dest="program", choices=tuple(PROGRAMS), help="what this program reads")
            action.add_argument("--plain", action="store_true", help="only what was understood, in the usual order")
            action.add_argument(
                "--list",
                dest="current",
                type=listed_file,
                metavar="[YYYY-MM=]FILE",
                help="of a form of 2003: the current rating list; whoever differs from it is marked",
            )
            action.add_argument(
                "--remark",
                dest="remarks",
                action="append",
                default=[],
                metavar="TEXT",
                help="of a form of 2003: an explanation or an unusual event; repeatable",
            )
            action.add_argument("--newline", choices=("crlf", "lf"), default="crlf", help="how lines end")
            action.add_argument("-o", "--output", metavar="FILE", help="where to write; standard output otherwise")
        if name == "diff":
            action.add_argument("newer", metavar="NEWER", help="the newer report")
        if name == "games":
            action.add_argument("--unplayed", action="store_true", help="only rounds without a game")


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    if given.action == "convert" and given.output:
        output_form(given.output, dict.fromkeys(_SUFFIXES.get(given.to, _OF_REPORTS), given.to), given.to)
    report, name = _read(given.file, given), _name(given.file)
    if not report.readable and given.action != "convert":
        return _refused(report, name)
    match given.action:
        case "show":
            return Answer(report_data(report, name), "\n".join(_shown(report, name, every=given.all)), code=0)
        case "check":
            return _checked(report, name, every=given.all)
        case "games":
            return _games(report, name, only_unplayed=given.unplayed)
        case "diff":
            return _differing(report, name, given)
    return _converted(report, given, name)


def _read(file: str, given: argparse.Namespace) -> TrfReport:
    """Read a report: a TRF, a form of 2003, or one of them in a package."""
    sent = as_sent(_name(file), read_bytes(file, MAX_BYTES + 1))
    return read_trf(report_bytes(sent.report), profile=given.profile, encoding=known_encoding(given.encoding))


def _name(file: str) -> str:
    return "standard input" if file == "-" else Path(file).name


def read_bytes(name: str, limit: int = MOST_IN_TOML + 1) -> bytes:
    """Read a file or standard input, at most so many bytes of it; one more than facts may have where none are named."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise InputError.of(WORDS, "not_opened", name, says="input_closed")
            return sys.stdin.buffer.read(limit)
        return read_most(name, limit)
    except IsADirectoryError as fault:
        raise InputError.of(WORDS, "not_opened", name, says="is_folder", name=name) from fault
    except OSError as fault:
        raise InputError.of(WORDS, "not_opened", name, name=name, why=fault.strerror) from fault
    except ValueError as fault:
        raise InputError.of(WORDS, "not_opened", name, says="no_file", name=name, why=str(fault)) from fault


def known_encoding(name: str | None) -> str | None:
    """Give the name of an encoding as it is; refuse one that is not known."""
    if name is not None:
        try:
            b"abc".decode(name)
        except (LookupError, ValueError) as fault:  # what Python says of a name with a NUL in it
            raise InputError.of(WORDS, "unknown_encoding", "--encoding", name=name) from fault
    return name


def _refused(report: TrfReport, name: str) -> Answer:
    return Answer(report_data(report, name), "\n".join([f"{name}: not read.", *problems_text(report.problems)]), code=1)


def _shown(report: TrfReport, name: str, *, every: bool) -> list[str]:
    tournament = report.tournament
    days = f"{tournament.start or '?'} to {tournament.end or '?'}"
    place = ", ".join(part for part in (tournament.city, tournament.federation) if part)
    lines = [f"{tournament.name or name}", f"{days}{f', {place}' if place else ''}"]
    facts = {
        "system": tournament.type_code or tournament.system,
        "time": tournament.time,
        "chief arbiter": tournament.chief_arbiter,
    }
    lines += [f"{key}: {value}" for key, value in facts.items() if value]
    rated = sum(entry.rating is not None for entry in tournament.entries)
    teams = f", {len({team.name for team in tournament.teams})} teams" if tournament.teams else ""
    size = f"{len(tournament.entries)} players, {rated} rated, {tournament.rounds} rounds{teams}"
    lines += [f"{size}; {report.version.upper()}, {report.text.encoding}; {counted(report.problems)}", ""]
    head = ["no", "title", "name", "rating", "fed", "FIDE id", "points", "played", "rank"]
    played = _played(report)
    rows = [
        (
            entry.number,
            entry.title,
            entry.name,
            entry.rating,
            entry.federation,
            entry.fide_id,
            None if entry.points is None else f"{entry.points // 100}.{entry.points // 10 % 10}",
            played.get(entry.number, 0),
            entry.rank,
        )
        for entry in tournament.entries
    ]
    return [*lines, table(head, rows), *([""] if report.problems else []), *problems_text(report.problems, every=every)]


def _played(report: TrfReport) -> dict[int, int]:
    counts: dict[int, int] = {}
    for game in games_data(report.tournament):
        if game["played"]:
            for number in (game["first"], game["second"]):
                counts[number] = counts.get(number, 0) + 1
    return counts


def _checked(report: TrfReport, name: str, *, every: bool) -> Answer:
    head = f"{name}: {counted(report.problems)} (profile {report.profile})."
    text = "\n".join([head, *problems_text(report.problems, every=every)])
    return Answer(checked_data(report, name), text, code=1 if report.has_errors else 0)


def _games(report: TrfReport, name: str, *, only_unplayed: bool) -> Answer:
    games = [game for game in games_data(report.tournament) if not (only_unplayed and game["played"])]
    names = {entry.number: entry.name for entry in report.tournament.entries}
    rows = [
        (
            game["round"],
            _numbered_name(game["first"], names),
            {True: "w", False: "b", None: ""}[game["first_has_white"]],
            "-".join(result or "" for result in game["results"]) if game["second"] is not None else game["results"][0],
            "" if game["second"] is None else _numbered_name(game["second"], names),
            game["reason"] or "",
        )
        for game in games
    ]
    data = listed_games_data(report, name, games)
    text = table(["round", "player", "", "result", "opponent", "not played"], rows)
    played = data["played"]
    return Answer(data, f"{text}\n\n{played} games played, {len(games) - played} rounds without a game")


def _differing(report: TrfReport, name: str, given: argparse.Namespace) -> Answer:
    newer = _read(given.newer, given)
    if not newer.readable:
        return _refused(newer, _name(given.newer))
    differences = report_differences(report.tournament, newer.tournament)
    counts = {change: sum(each.change == change for each in differences) for change in CHANGES}
    rows = [
        (
            difference.change.replace("_", " "),
            difference.round,
            "" if difference.player is None else f"{difference.player} {difference.name}",
            "" if difference.opponent is None else f"{difference.opponent} {difference.opponent_name}",
            difference.fact.replace("_", " "),
            difference.before,
            difference.after,
        )
        for difference in differences
    ]
    text = "The reports say the same." if not rows else table(_DIFFERENCE_HEAD, rows)
    return Answer(report_differences_data((name, _name(given.newer)), counts, differences), text)


def _numbered_name(number: int, names: dict[int, str]) -> str:
    return f"{number} {names.get(number, '?')}".strip()


def _converted(report: TrfReport, given: argparse.Namespace, name: str) -> Answer:
    if not report.readable:
        return _refused(report, name)
    written = _written(report, given)
    if given.output:
        with whole_file(given.output) as out:
            out.write(written)
    text = written.decode(report.text.encoding if given.to == SAME else "utf-8", "replace")
    converted = Converted(given.to, len(written), None if given.output else text, given.output)
    shown = f"{given.output}: {len(written)} bytes written as {given.to}." if given.output else text.rstrip("\r\n")
    notes = problems_text(report.problems, every=given.all) if given.output else []
    is_content = not given.output
    return Answer(converted_data(report, name, converted), "\n".join([shown, *notes]), is_content=is_content)


def _changes(tournament: Tournament, current: str | None) -> Mapping[int, str] | None:
    """Say where players differ from the current list; None where it is not given."""
    if current is None:
        return None
    lists = RatingLists(asked_of([tournament]))
    lists.add(current)
    of_day = lists.on(lists.days[-1])
    return None if of_day is None else changes_from_list(tournament, of_day)


def _written(report: TrfReport, given: argparse.Namespace) -> bytes:
    if given.to == SAME:
        return report.text.to_bytes()
    if given.to == JSON:
        return (as_text(tournament_data(report.tournament)) + "\n").encode()
    if given.to in _FORMS:
        return write_form(
            report.tournament, _FORMS[given.to], _changes(report.tournament, given.current), given.remarks
        ).encode()
    if given.to == TABLE:
        law = edition("fide-2003-07") if report.tournament.start is None else in_force(report.tournament.start)
        return write_computer_table(computer_table(report.tournament, law)).encode()
    source = None if given.plain or given.program else report
    newline = "\r\n" if given.newline == "crlf" else "\n"
    return write_trf(report.tournament, given.to, program=given.program, source=source, newline=newline).encode(
        "utf-8", "replace"
    )
