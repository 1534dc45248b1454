"""`arpad office` where something is put right: who else changes is shown first; then it is done, or waits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.asked_player import number_of
from arpad.cli.commands.book_decisions import CORRECTED, OF_CORRECT, OPTIONS
from arpad.cli.office_outcome import outcome_answer, worked
from arpad.cli.office_session import session, system_of
from arpad.cli.options import player_number, whole
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.models import RatingSystem

_SHOWN = 20
_ASKED = ("player", "white", "black", "old", "new")
"""The arguments that name a player."""


def _with(name: str) -> Callable[[argparse.ArgumentParser], None]:
    """Give what adds the arguments of a deed of books, and those of an office."""

    def add(action: argparse.ArgumentParser) -> None:
        OPTIONS[name](action)
        _add_office(action)

    return add


def _correct(action: argparse.ArgumentParser) -> None:
    whats = action.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, summary in CORRECTED.items():
        what = whats.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        OF_CORRECT[name](what)
        _add_office(what)


def _add_office(action: argparse.ArgumentParser) -> None:
    action.add_argument("--why", default="", metavar="TEXT", help="why, without names; kept in the log")
    action.add_argument("--dry-run", action="store_true", help="show who changes and by how much, and do nothing")
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


def _replace(action: argparse.ArgumentParser) -> None:
    action.add_argument("event", metavar="EVENT", type=whole, help="the number of the event")
    action.add_argument("report", metavar="REPORT", help="the corrected tournament report")
    _add_office(action)


def _take_in(action: argparse.ArgumentParser) -> None:
    action.add_argument("event", metavar="EVENT", type=whole, help="the number of the event whose report came late")
    _add_office(action)


def _distinct(action: argparse.ArgumentParser) -> None:
    what = "the number of an event, or of a player; of a player without a FIDE number it is negative"
    action.add_argument("number", metavar="NUMBER", type=player_number, help=what)
    action.add_argument("other", metavar="OTHER", type=player_number, help="the number of the other one")
    _add_office(action)


_ERASED = ("player", "account", "question", "letter", "note", "request", "report")


def _erase(action: argparse.ArgumentParser) -> None:
    action.add_argument("of", choices=_ERASED, help="whose personal values")
    action.add_argument(
        "number",
        metavar="NUMBER",
        type=player_number,
        help="the number of the player, account, question, letter, note or request, or of the event of a report",
    )
    action.add_argument("--why", default="", metavar="TEXT", help="the legal ground, without names; kept in the log")


def _unindex(action: argparse.ArgumentParser) -> None:
    action.add_argument("player", metavar="PLAYER", type=player_number, help="the number of the player")
    action.add_argument("--again", action="store_true", help="let search engines show the page again")
    action.add_argument("--why", default="", metavar="TEXT", help="why, without names; kept in the log")
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "annul": ("let no list rate an event; if one has, the next list takes its changes back", _with("annul")),
    "correct": ("correct a result, an event, a player, or the base of a rating", _correct),
    "distinct": ("rule that two events were both played, or that two namesakes are two people", _distinct),
    "exclude": ("let a player's games not be rated, or a player not be listed, for a time", _with("exclude")),
    "merge": ("put two numbers of one person together", _with("merge")),
    "replace": ("put a corrected report into the place of an event", _replace),
    "take-in": ("take a late report into the list being made; somebody else confirms it", _take_in),
    "erase": ("erase somebody's personal values beside the log; the log still verifies", _erase),
    "unindex": ("have search engines pass a player's public page by, as the player asked", _unindex),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    now_in = session(given)
    if given.action == "erase":
        return _erased(given, now_in)
    if given.action == "unindex":
        return _unindexed(given, now_in)
    return _replaced(given, now_in) if given.action == "replace" else _put_right(given, now_in)


def _erased(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.keep_office import Erase  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.erase_person import erase_person  # noqa: PLC0415 - the same

    asked = Erase(given.number, given.why, given.of)
    return outcome_answer(erase_person(now_in.person, asked, now_in.origin), given, now_in)


def _unindexed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.unindex_player import UnindexPlayer  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.unindex_player import unindex_player  # noqa: PLC0415 - the same

    asked = UnindexPlayer(given.player, given.why, is_unindexed=not given.again)
    return outcome_answer(unindex_player(now_in.person, system_of(given), asked, now_in.origin), given, now_in)


def _replaced(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.replace_event import look, replace_event  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.take_in_reports import Delivered  # noqa: PLC0415 - the same

    system, place = system_of(given), Path(given.report)
    report = Delivered(place.name, read_whole(place, MOST_IN_RECORD))
    _refuse_everywhere(now_in, "event.replace")
    with Progress("replace") as progress:
        shown = look(system, given.event, report, given.why, progress.stage)
    if given.dry_run:
        return Answer({"outcome": "dry_run", "impact": shown}, WORDS.say("office", "dry_run", {}))
    outcome = replace_event(now_in.person, system, given.event, report, given.why, shown, now_in.origin)
    answer = outcome_answer(outcome, given, now_in)
    return Answer({**answer.data, "impact": shown}, answer.text)


def _refuse_everywhere(now_in: Session, code: str) -> None:
    """Refuse who has no right to a deed for any federation; who has some is asked again when it is decided."""
    from arpad.office.roles import refusal  # noqa: PLC0415 - needs an office that is open

    seen = [refusal(now_in.person, code, federation) for federation in _federations(now_in)]
    if all(seen):
        raise RefusedError([problem for problem in seen[:1] if problem is not None])


_CODES = {"merge": "player.merge", "exclude": "player.exclude", "take-in": "late_report.take_in"}


def _put_right(given: argparse.Namespace, now_in: Session) -> Answer:
    """Show who else changes, and put it right unless it is only tried."""
    from arpad.office.put_right import deed_of  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
    from arpad.storage.deeds.put_right import put_right  # noqa: PLC0415 - the same

    system = system_of(given)
    _look_up(given, DatabaseBook(system))
    request = _request(given)
    code = _CODES.get(given.action) or deed_of(request)
    _refuse_everywhere(now_in, code)
    shown = _looked(request, system, now_in)
    text = _impact_text(shown)
    if given.dry_run:
        data = {"outcome": "dry_run", "impact": shown["impact"], "rows": shown["rows"], "notes": shown["notes"]}
        return Answer(data, f"{text}\n\n{WORDS.say('office', 'dry_run', {})}")
    outcome = put_right(now_in.person, system, request, shown["impact"], now_in.origin)
    answer = outcome_answer(outcome, given, now_in)
    return Answer({**answer.data, "impact": shown["impact"]}, f"{text}\n\n{answer.text}")


def _federations(now_in: Session) -> list[str]:
    """Give the federations for which the person holds a role, the whole office among them."""
    return sorted({grant.federation for grant in now_in.person.grants} | {""})


def _looked(request: Any, system: RatingSystem, now_in: Session) -> dict[str, Any]:  # noqa: ANN401 - a request of a book
    """Work out who else changes, as a job like that of the browser."""
    from arpad.storage.deeds.corrections import request_data  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.put_right import KIND  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - the same
    from arpad.storage.queries.archived import archived_json  # noqa: PLC0415 - the same

    job = ask(KIND, {"system": system.key, "request": request_data(request)}, now_in.person)
    result = worked(job, now_in).result or {}
    return {**result, **archived_json(result["data"])}


def _impact_text(shown: dict[str, Any]) -> str:
    rows = shown["rows"]
    lines = [*shown["says"], ""]
    if not rows:
        lines.append(WORDS.say("office", "nobody_changes", {}))
    else:
        head = ["list", "kind", "player", "name", "before", "after"]
        cells = [[row[name] if row[name] is not None else "unrated" for name in head] for row in rows[:_SHOWN]]
        lines.append(table(head, cells))
        if len(rows) > _SHOWN:
            lines.append(WORDS.say("office", "more_rows", {"count": len(rows) - _SHOWN}))
    return "\n".join([*lines, *shown["notes"]])


def _look_up(given: argparse.Namespace, book: Any) -> None:  # noqa: ANN401 - a book of the office
    """Put numbers into the places of names by which a command names players."""
    for name in _ASKED:
        asked = getattr(given, name, None)
        if isinstance(asked, list):
            setattr(given, name, [[number_of(book, each) for each in pair] for pair in asked])
        elif asked is not None:
            setattr(given, name, number_of(book, asked))


def _request(given: argparse.Namespace) -> Any:  # noqa: ANN401, PLR0911 - a request of a book, one for each action
    """Give what is asked for, as a request of a book."""
    from arpad.book.decisions.annul import Annul  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.decisions.exclude import Exclude  # noqa: PLC0415 - the same
    from arpad.book.decisions.keep_apart import KeepEventsApart, KeepPlayersApart  # noqa: PLC0415 - the same
    from arpad.book.decisions.merge import Merge  # noqa: PLC0415 - the same
    from arpad.office.take_in_late_report import TakeInLateReport  # noqa: PLC0415 - the same

    match given.action:
        case "annul":
            return Annul(given.event, given.why, given.back)
        case "exclude":
            return Exclude(given.player, given.since, given.scope, given.why, given.until)
        case "distinct" if min(given.number, given.other) < 0:
            return KeepPlayersApart(given.number, given.other, given.why)
        case "distinct":
            return KeepEventsApart(given.number, given.other, given.why)
        case "merge":
            return Merge(given.old, given.new, given.why)
        case "take-in":
            return TakeInLateReport(given.event, given.why)
    return _correction(given)


def _correction(given: argparse.Namespace) -> Any:  # noqa: ANN401 - a request of a book
    from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult  # noqa: PLC0415 - the extra is needed
    from arpad.book.decisions.correct_player import CorrectLine, CorrectNumber, CorrectPerson  # noqa: PLC0415 - the same

    why = given.why
    match given.what:
        case "result":
            return CorrectResult(given.event, given.round, given.white, given.black, given.score, why)
        case "event":
            days = {"start": given.start, "end": given.end, "received": given.received}
            return CorrectEvent(given.event, why, kind=given.kind, players=dict(given.player), **days)
        case "base":
            return CorrectLine(given.player, why, given.kind, given.rating)
    person = (given.born, given.sex, given.federation, given.name)
    groups = [
        given.number is not None,
        any(value is not None for value in person),
        given.k is not None or given.games is not None,
    ]
    if sum(groups) != 1:
        raise InputError.of(WORDS, "what_is_right", "office correct player", given=any(groups))
    if groups[0]:
        return CorrectNumber(given.player, given.number, why)
    if groups[1]:
        return CorrectPerson(given.player, why, *person)
    return CorrectLine(given.player, why, given.kind, k=given.k, played=given.games)
