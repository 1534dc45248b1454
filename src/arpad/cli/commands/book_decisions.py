"""`arpad book` where a book is put right: annul, replace, correct, exclude, merge; and its log and its events."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.asked_player import number_of
from arpad.cli.commands.book_import import judged_report, refused_report
from arpad.cli.decision import SHOWN, add_decision, carried_out, why_of
from arpad.cli.options import born, coefficient, day, player, player_number, rating, whole
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.documents.decisions import events_data, log_data
from arpad.documents.schema import InputError
from arpad.model.period import KINDS
from arpad.model.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arpad.book.change import Change
    from arpad.book.folder import Book
    from arpad.book.imports.lists import Imported
    from arpad.book.log import BookLogEntry

SCOPES = ("games", "list", *KINDS)
RESULTS = {
    "1-0": (100, 0),
    "0-1": (0, 100),
    "½-½": (50, 50),
    "0.5-0.5": (50, 50),
    "1/2-1/2": (50, 50),
    "0-0": (0, 0),
    "½-0": (50, 0),
    "0-½": (0, 50),
    "unplayed": None,
}
_PLAYER = "the player's number in the book, or words of the name"
_ASKED = ("player", "white", "black", "old", "new")
"""The arguments that name a player."""
_FEDERATION = re.compile(r"[A-Z]{3}")
_ACTIONS = {
    "annul": "let no list rate an event; if one has, the next list takes its changes back",
    "replace": "put a corrected report into the place of an event",
    "correct": "correct a result, an event, a player, or the base of a rating",
    "exclude": "let a player's games not be rated, or a player not be listed, for a time",
    "merge": "put two numbers of one person together",
    "log": "everything that was done to a book: what, when, why, before and after",
    "events": "the events of a book, with their numbers and what became of them",
}

CORRECTED = {
    "result": "the result of a game",
    "event": "the days or the kind of chess of an event, or who played in it",
    "player": "what the book says of a player: birth, sex, federation, name, number, K, count of games",
    "base": "the rating from which the next list starts for a player",
}


def add_decisions(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Say what the commands take that put a book right."""
    for name, summary in _ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        action.add_argument("folder", metavar="BOOK", help="the folder of the book")
        OPTIONS[name](action)
        if name != "correct":
            _add_common(action, decides=name not in {"log", "events"})


def _add_common(action: argparse.ArgumentParser, *, decides: bool) -> None:
    if decides:
        add_decision(action)
    action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
    action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _event(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "event", metavar="EVENT", type=whole, help="the number of the event; `arpad book events` shows it"
    )


def _annul(action: argparse.ArgumentParser) -> None:
    _event(action)
    action.add_argument(
        "--back", action="store_true", help="take the annulment back, as long as no list has carried it out"
    )


def _replace(action: argparse.ArgumentParser) -> None:
    _event(action)
    action.add_argument("report", metavar="REPORT", help="the corrected tournament report")
    action.add_argument("--kind", choices=KINDS, help="the kind of chess of the report, whatever it says")
    action.add_argument(
        "--unchecked", action="store_true", help="take an event and games too that the regulations would not rate"
    )


def _correct(action: argparse.ArgumentParser) -> None:
    whats = action.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, summary in CORRECTED.items():
        what = whats.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        OF_CORRECT[name](what)
        _add_common(what, decides=True)


def _result(what: argparse.ArgumentParser) -> None:
    _event(what)
    what.add_argument("round", metavar="ROUND", type=whole, help="the round of the game")
    what.add_argument("white", metavar="WHITE", type=player, help="the player with the white pieces")
    what.add_argument("black", metavar="BLACK", type=player, help="the player with the black pieces")
    what.add_argument(
        "score", metavar="RESULT", type=_score, help="1-0, ½-½, 0-1, 0-0; or unplayed, which takes the game out"
    )


def _of_event(what: argparse.ArgumentParser) -> None:
    _event(what)
    what.add_argument("--start", type=day, metavar="DATE", help="the first day")
    what.add_argument("--end", type=day, metavar="DATE", help="the last day")
    what.add_argument("--kind", choices=KINDS, help="the kind of chess")
    what.add_argument("--received", type=day, metavar="DATE", help="the day on which its report came")
    what.add_argument(
        "--player",
        nargs=2,
        action="append",
        default=[],
        type=player,
        metavar=("WRONG", "RIGHT"),
        help="the number that stands in the games of the event, and the player who played them; repeatable",
    )


def _player(what: argparse.ArgumentParser) -> None:
    what.add_argument("player", metavar="PLAYER", type=player, help=_PLAYER)
    what.add_argument("--born", type=born, metavar="DATE|YEAR", help="the birth date, or only its year")
    what.add_argument("--sex", choices=("M", "F"), help="the sex")
    what.add_argument("--federation", type=_federation, metavar="FED", help="the federation, three capital letters")
    what.add_argument("--name", metavar="NAME", help="family name, comma, given names")
    what.add_argument("--number", type=player_number, metavar="NUMBER", help="the FIDE number; nobody may have it yet")
    what.add_argument("--k", type=coefficient, help="K that holds for the next list")
    what.add_argument("--games", type=whole, metavar="N", help="all rated games up to the newest list")
    what.add_argument("--kind", choices=KINDS, default=KINDS[0], help="the kind of chess of --k and --games; standard")


def _base(what: argparse.ArgumentParser) -> None:
    what.add_argument("player", metavar="PLAYER", type=player, help=_PLAYER)
    what.add_argument("rating", metavar="RATING", type=rating, help="the rating from which the next list starts")
    what.add_argument("--kind", choices=KINDS, default=KINDS[0], help="the kind of chess; standard")


def _exclude(action: argparse.ArgumentParser) -> None:
    action.add_argument("player", metavar="PLAYER", type=player, help=_PLAYER)
    action.add_argument("--since", type=day, metavar="DATE", required=True, help="the first day")
    action.add_argument("--until", type=day, metavar="DATE", help="the last day; without it there is no end")
    action.add_argument(
        "--scope",
        choices=SCOPES,
        default=SCOPES[0],
        help="games: they are not rated; list: the player is on no list; a kind of chess: not on that list; games",
    )


def _merge(action: argparse.ArgumentParser) -> None:
    action.add_argument("old", metavar="OLD", type=player, help="the number that goes")
    action.add_argument("new", metavar="NEW", type=player, help="the number that stays")


def _log(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "entry", metavar="ENTRY", type=whole, nargs="?", help="one entry, with the rows before and after"
    )
    action.add_argument("--all", action="store_true", help="show every entry")


def _events(action: argparse.ArgumentParser) -> None:
    action.add_argument("text", metavar="TEXT", nargs="?", default="", help="only events in whose names this stands")
    action.add_argument("--all", action="store_true", help="show every event")


OF_CORRECT: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "result": _result,
    "event": _of_event,
    "player": _player,
    "base": _base,
}
OPTIONS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "annul": _annul,
    "replace": _replace,
    "correct": _correct,
    "exclude": _exclude,
    "merge": _merge,
    "log": _log,
    "events": _events,
}


def _score(text: str) -> tuple[int, int] | None:
    if text not in RESULTS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a result; write 1-0, ½-½, 0-1, 0-0 or unplayed")
    return RESULTS[text]


def _federation(text: str) -> str:
    if not _FEDERATION.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a federation; write three capital letters, such as HUN")
    return text


def decided(given: argparse.Namespace, folder: Path) -> Answer:
    """Do what is asked."""
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.imports.lists import Imported  # noqa: PLC0415 - the same
    from arpad.engine.compare.impact import impact  # noqa: PLC0415 - the same

    with Progress("checking the book") as progress:
        book = Book.open(folder)
        if given.action == "log":
            return _logged(given, book)
        if given.action == "events":
            return _listed(given, book)
        _look_up(given, book)
        done = Imported(called=given.folder)
        change = _CHANGES[given.action](given, book, why_of(given), done)
        outcome = impact(book, change, progress.stage)
    return carried_out(given, book, change, outcome, done.problems)


def _look_up(given: argparse.Namespace, book: Book) -> None:
    """Put numbers into the places of names by which a command names players."""
    for name in _ASKED:
        asked = getattr(given, name, None)
        if isinstance(asked, list):
            setattr(given, name, [[number_of(book, player_of_event) for player_of_event in pair] for pair in asked])
        elif asked is not None:
            setattr(given, name, number_of(book, asked))


def _annulled(given: argparse.Namespace, book: Book, why: str, _: Imported) -> Change:
    from arpad.book.decisions.annul import Annul, annulled  # noqa: PLC0415 - the extra may be missing

    return annulled(book, Annul(given.event, why, given.back))


def _replaced(given: argparse.Namespace, book: Book, why: str, done: Imported) -> Change:
    from pathlib import Path  # noqa: PLC0415 - few commands need it

    from arpad.book.decisions.replace import Replace, replaced  # noqa: PLC0415 - the extra may be missing

    place = Path(given.report)
    report = judged_report(place, given.kind, book.rulebook, unchecked=given.unchecked)
    if not isinstance(report, Report):
        raise refused_report(place.name or str(place), report)
    return replaced(book, Replace(given.event, report, why), done)


def _corrected(given: argparse.Namespace, book: Book, why: str, _: Imported) -> Change:
    from arpad.book.decisions.correct_event import (  # noqa: PLC0415 - the extra may be missing
        CorrectEvent,
        CorrectResult,
        with_event,
        with_result,
    )
    from arpad.book.decisions.correct_player import CorrectLine, with_line  # noqa: PLC0415 - the same

    match given.what:
        case "result":
            sides = (given.white, given.black)
            return with_result(book, CorrectResult(given.event, given.round, *sides, given.score, why))
        case "event":
            days = {"start": given.start, "end": given.end, "received": given.received}
            players = dict(given.player)
            return with_event(book, CorrectEvent(given.event, why, kind=given.kind, players=players, **days))
        case "base":
            return with_line(book, CorrectLine(given.player, why, given.kind, given.rating))
    return _corrected_player(given, book, why)


def _corrected_player(given: argparse.Namespace, book: Book, why: str) -> Change:
    from arpad.book.decisions.correct_player import (  # noqa: PLC0415 - the extra may be missing
        CorrectLine,
        CorrectNumber,
        CorrectPerson,
        with_line,
        with_number,
        with_person,
    )

    person = (given.born, given.sex, given.federation, given.name)
    groups = [
        given.number is not None,
        any(value is not None for value in person),
        given.k is not None or given.games is not None,
    ]
    if sum(groups) != 1:
        raise InputError.of(WORDS, "what_is_right", "book correct player", given=any(groups))
    if groups[0]:
        return with_number(book, CorrectNumber(given.player, given.number, why))
    if groups[1]:
        return with_person(book, CorrectPerson(given.player, why, *person))
    return with_line(book, CorrectLine(given.player, why, given.kind, k=given.k, played=given.games))


def _excluded(given: argparse.Namespace, book: Book, why: str, _: Imported) -> Change:
    from arpad.book.decisions.exclude import Exclude, excluded  # noqa: PLC0415 - the extra may be missing

    return excluded(book, Exclude(given.player, given.since, given.scope, why, given.until))


def _merged(given: argparse.Namespace, book: Book, why: str, _: Imported) -> Change:
    from arpad.book.decisions.merge import Merge, merged  # noqa: PLC0415 - the extra may be missing

    return merged(book, Merge(given.old, given.new, why))


_CHANGES: dict[str, Callable[[argparse.Namespace, Book, str, Imported], Change]] = {
    "annul": _annulled,
    "replace": _replaced,
    "correct": _corrected,
    "exclude": _excluded,
    "merge": _merged,
}


def _logged(given: argparse.Namespace, book: Book) -> Answer:
    from arpad.book.log import entries  # noqa: PLC0415 - the extra may be missing

    every = entries(book)
    if given.entry is not None:
        own = [entry for entry in every if entry.number == given.entry]
        if not own:
            raise InputError.of(WORDS, "no_entry", book.folder.name, number=given.entry, entries=len(every))
        return Answer(log_data(book.folder.name, own), "\n".join(_entry_lines(own[0])))
    shown = every if given.all else every[-SHOWN:]
    lines = [f"{book.folder.name}: {len(every)} {'entry' if len(every) == 1 else 'entries'} in the log."]
    if shown:
        head = ["entry", "at", "deed", "list", "about", "why"]
        lines += ["", table(head, [_row_of(entry) for entry in shown])]
    if len(every) > len(shown):
        lines.append(f"… and {len(every) - len(shown)} before them; --all shows them.")
    return Answer(log_data(book.folder.name, every), "\n".join(lines))


def _row_of(entry: BookLogEntry) -> list[object]:
    month = "" if entry.list_date is None else f"{entry.list_date:%Y-%m}"
    return [entry.number, entry.at, entry.deed, month, entry.sentence(), entry.why]


def _entry_lines(entry: BookLogEntry) -> list[str]:
    """Show one entry with the rows before and after, in the same columns; those without anything are left out."""
    lines = [f"Entry {entry.number}, {entry.at}: {entry.deed} {entry.sentence()}".rstrip()]
    lines += [f"Why: {entry.why}"] if entry.why else []
    for name in dict.fromkeys((*entry.before, *entry.after)):
        forms = {"before": entry.before.get(name), "after": entry.after.get(name)}
        every = [row for rows in forms.values() if isinstance(rows, list) for row in rows]
        head = [key for key in next(iter(every), ()) if any(_is_given(row.get(key)) for row in every)]
        for when, rows in forms.items():
            if isinstance(rows, int):
                lines += ["", f"{name}, {when}: {rows} rows"]
            elif rows:
                cells = [[row.get(key) for key in head] for row in rows[:SHOWN]]
                lines += ["", f"{name}, {when}:", table(head, cells)]
                lines += [f"… and {len(rows) - SHOWN} more; --json shows them."] if len(rows) > SHOWN else []
    return lines


def _is_given(value: object) -> bool:
    """Tell whether something stands in a cell; a score of 0 does."""
    return value is not None and value is not False and value != ""


def _listed(given: argparse.Namespace, book: Book) -> Answer:
    from arpad.book.event_states import event_states  # noqa: PLC0415 - the extra may be missing

    events = event_states(book, given.text)
    shown = events if given.all else events.tail(SHOWN)
    lines = [f"{book.folder.name}: {events.height} {'event' if events.height == 1 else 'events'}."]
    if shown.height:
        head = ["event", "name", "kind", "start", "end", "games", "state"]
        cells = [
            [row[key] for key in ("event_id", "name", "kind", "start", "end", "games")] + [_state(row)]
            for row in shown.iter_rows(named=True)
        ]
        lines += ["", table(head, cells)]
    if events.height > shown.height:
        lines.append(f"… and {events.height - shown.height} before them; --all shows them.")
    return Answer(events_data(book.folder.name, events), "\n".join(lines))


def _state(row: dict[str, object]) -> str:
    """Say what became of an event."""
    match row["state"]:
        case "replaced":
            return f"replaced by {row['replaced_by']}"
        case "annulled":
            back = row["withdrawn_for"]
            return "annulled" if back is None else f"annulled, taken back with the list of {back}"
        case "rated":
            return f"rated for {row['rated_for']}"
    return "open" if row["replaces"] is None else f"open, in the place of {row['replaces']}"
