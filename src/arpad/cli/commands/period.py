"""`arpad period`: a book's next list closed or previewed, explained, verified, compared with a published one."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.commands import period_decisions as decisions
from arpad.cli.commands.period_compare import arguments as compare_arguments
from arpad.cli.commands.period_compare import compared
from arpad.cli.commands.period_preview import arguments as preview_arguments
from arpad.cli.commands.period_preview import previewed
from arpad.cli.commands.period_reference import arguments as explain_arguments
from arpad.cli.commands.period_reference import explained
from arpad.cli.commands.period_verify import verified
from arpad.cli.options import UsageError, month
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.documents.book_lists import closed_list_data
from arpad.documents.schema import InputError
from arpad.library.books import made_list, refuse_late
from arpad.library.extras import need_engine
from arpad.library.guards import refuse_unguarded
from arpad.library.room import change_often, look_seldom, share_room
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.folder import Book
    from arpad.book.view import BookView

_EDITION = "an edition's id or the path of a TOML file, instead of the law of the book"
_EDITION_FOR = {"close": "an edition's id or the path of a TOML file: the law of the book from its first list on"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in (
        ("close", "make the list of a month from the book, and write it into the book with all that is published"),
        ("preview", "the open period: the same, without writing anything"),
        ("explain", "one player's line by the reference, and whether the list agrees"),
        ("verify", "every player's line by the reference, compared with the list"),
        ("compare", "every difference from a published list, with its class and a sentence"),
        *decisions.ACTIONS.items(),
    ):
        action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        action.add_argument("folder", metavar="BOOK", help="the folder of the book")
        if name == "preview":
            preview_arguments(action)
        else:
            action.add_argument("month", metavar="YYYY-MM", type=month, help="the list, by year and month")
        if name == "explain":
            explain_arguments(action)
        if name == "compare":
            compare_arguments(action)
        if name == "verify":
            action.add_argument(
                "--mend",
                action="store_true",
                help="put damaged published files back that came out as they were recorded",
            )
        if name == "close":
            action.add_argument(
                "--force",
                action="store_true",
                help="although events may still end, none is there, or problems are open",
            )
            action.add_argument(
                "--why", metavar="TEXT", default="", help="the reason, for the log; needed with --force"
            )
        if name in decisions.ACTIONS:
            decisions.arguments(action, name)
        else:
            action.add_argument("--edition", metavar="ID|FILE", help=_EDITION_FOR.get(name, _EDITION))
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    if given.action == "close":
        share_room()
        look_seldom()
        change_often()
    need_engine("periods", "arpad period")
    if given.action == "close" and given.force and not given.why.strip():
        raise UsageError.of(WORDS, "usage", "--force", says="force_without_why")
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book, refuse_damaged  # noqa: PLC0415 - the extra may be missing

    if given.action in decisions.ACTIONS:
        return _decided(given)
    held = writing(Path(given.folder)) if given.action == "close" else nullcontext()
    try:
        with held, Progress("opening the book") as progress:
            if given.action == "verify":
                return verified(given, progress)
            if given.action == "preview":
                refuse_damaged(Path(given.folder), published=False)
            book = Book.open(Path(given.folder), closing=given.month if given.action == "close" else None)
            match given.action:
                case "explain":
                    return explained(book, given)
                case "close" | "preview":
                    return _closed(book, given, progress)
        return compared(book, given.month, Path(given.official), given)
    except OSError as fault:
        place = fault.filename or given.folder
        raise InputError.of(WORDS, "not_carried_out", given.folder, place=place, why=fault.strerror) from fault


def _decided(given: argparse.Namespace) -> Answer:
    decide = decisions.marked_as_sent if given.action == "sent" else decisions.published_again
    return decide(given, Path(given.folder))


def _closed(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    from arpad.book.view import seen_by  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.counts import counts_of_list  # noqa: PLC0415 - the extra may be missing

    is_real = given.action == "close"
    view = seen_by(book, given.edition)
    closing = None
    if is_real:
        refuse_late(book, given.month, given.folder)
        closing = given.why, refuse_unguarded(book, view, given.month, force=given.force)
    new_list = made_list(book, view, given.month or _open_list(view), closing=closing, stage=progress.stage)
    closed = new_list.closed
    notes = tuple({note.message: note for of_kind in closed.kinds.values() for note in of_kind.notes}.values())
    data = closed_list_data(closed.list_date, counts_of_list(closed), new_list.published, notes)
    if not is_real:
        return Answer(*previewed(book, view, closed, data, given), warnings=notes)
    return Answer(data, _text(data), warnings=notes)


def _open_list(book: BookView) -> date:
    """Give the list that comes after the newest one of the book."""
    from arpad.book.view import open_list  # noqa: PLC0415 - the extra may be missing

    days = [day for kind in KINDS if (day := open_list(book, kind)) is not None]
    if not days:
        raise InputError.of(WORDS, "no_list", "YYYY-MM", says="no_period_open")
    return min(days)


def _text(data: dict[str, Any]) -> str:
    head = ["kind", "edition", "events", "rated", "changed", "entered", "points"]
    rows = [(kind, *(counts[name] for name in head[1:])) for kind, counts in data["kinds"].items()]
    published = f"Published in {data['published']}: list.txt, list.xml, tables, summary.html and integrity.html."
    return f"List of {data['list']}: written into the book\n\n{table(head, rows)}\n\n{published}"
