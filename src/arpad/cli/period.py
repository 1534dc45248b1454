"""`arpad period`: a book's next list closed, one player's line explained, a whole list verified by the reference."""

from __future__ import annotations

import argparse
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.checking import InputError
from arpad.cli.list import has_engine
from arpad.cli.options import whole
from arpad.cli.progress import Progress
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from arpad.engine.book import Book
    from arpad.engine.closing import Closed

SHOWN = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, said in (
        ("close", "make the list of a month from the book, and write it into the book"),
        ("preview", "the same, without writing anything"),
        ("explain", "one player's line by the reference, and whether the list agrees"),
        ("verify", "every rated player's line by the reference, compared with the list"),
    ):
        one = actions.add_parser(name, help=said, description=said, allow_abbrev=False)
        one.add_argument("folder", metavar="BOOK", help="the folder of the book")
        one.add_argument("month", metavar="YYYY-MM", type=_month, help="the list, by year and month")
        if name == "explain":
            one.add_argument("player", metavar="FIDE-ID", type=whole, help="the player")
            one.add_argument("--kind", choices=KINDS, default=KINDS[0], help="the kind of chess")
        one.add_argument("--edition", help="an edition's id or the path of a TOML file, instead of those in force")
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        one.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _month(text: str) -> date:
    if not re.fullmatch(r"\d{4}-\d{2}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no month such as 2026-11")
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{text!r} is no month such as 2026-11") from fault


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    if not has_engine():
        raise InputError.of(
            "no_engine", "Periods need the extra `engine`: pip install 'arpad[engine]'.", "arpad period"
        )
    from arpad.engine.book import Book  # noqa: PLC0415 - the extra may be missing

    with Progress("opening the book") as progress:
        book = Book.open(Path(given.folder))
        match given.action:
            case "explain":
                return _explained(book, given)
            case "verify":
                return _verified(book, given, progress)
        return _closed(book, given, progress)


def _closed(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    from arpad.engine.closing import close_book, write  # noqa: PLC0415 - the extra may be missing

    if given.action == "close" and given.month in book.list_dates:
        said = f"The book has a list of {given.month} already. A published list stays as it is; use another book."
        raise InputError.of("list_there", said, given.folder)
    closed = close_book(book, given.month, given.edition, progress.stage)
    if given.action == "close":
        progress.stage("writing")
        write(book, closed)
    data = _data(closed, written=given.action == "close")
    return Answer(data, _text(data))


def _data(closed: Closed, *, written: bool) -> dict[str, Any]:
    return {
        "list": closed.list_date.isoformat(),
        "written": written,
        "kinds": {
            kind: {
                "edition": one.law.id,
                "events": one.events.height,
                "rated": int(one.ratings["rating"].is_not_null().sum()),
                "changed": one.changes.players.height,
                "entered": int(one.newcomers["published"].is_not_null().sum()),
                "points": int(one.changes.players["change"].sum()),
                "biggest": [
                    {"fide_id": row["fide_id"], "change": row["change"], "new_rating": row["new_rating"]}
                    for row in one.changes.players.sort(
                        one.changes.players["change"].abs().alias("size"), "fide_id", descending=[True, False]
                    )
                    .head(SHOWN)
                    .iter_rows(named=True)
                ],
            }
            for kind, one in closed.kinds.items()
        },
    }


def _text(data: dict[str, Any]) -> str:
    head = ["kind", "edition", "events", "rated", "changed", "entered", "points"]
    rows = [(kind, *(one[name] for name in head[1:])) for kind, one in data["kinds"].items()]
    said = "written into the book" if data["written"] else "a preview, nothing was written"
    return f"List of {data['list']}: {said}\n\n{table(head, rows)}"


def _explained(book: Book, given: argparse.Namespace) -> Answer:
    from arpad.cli.period_answer import period_answer  # noqa: PLC0415 - only here
    from arpad.engine.closing import reference_periods  # noqa: PLC0415 - the extra may be missing

    found = dict(reference_periods(book, given.kind, given.month, given.edition, only=given.player))
    if given.player not in found:
        said = f"{given.player} was not rated on the list before, or has no game that the list of {given.month} rates."
        raise InputError.of("no_period", said, "FIDE-ID")
    made = period_answer(found[given.player])
    listed = _listed(book, given.month, given.kind).get(given.player) if given.month in book.list_dates else None
    agrees = None if given.month not in book.list_dates else listed == made.data["new_rating"]
    said = {
        None: "The book has no list of that month yet.",
        True: "The list agrees.",
        False: f"THE LIST DISAGREES: it has {listed}, the reference {made.data['new_rating']}.",
    }[agrees]
    data = {**made.data, "listed": listed, "agrees": agrees}
    return Answer(data, f"{made.text}\n\n{said}", made.lines, made.warnings, code=1 if agrees is False else 0)


def _listed(book: Book, month: date, kind: str) -> dict[int, int | None]:
    return dict(book.rating_list(month).select("fide_id", f"{kind}_rating").iter_rows())


def _verified(book: Book, given: argparse.Namespace, progress: Progress) -> Answer:
    from arpad.engine.closing import reference_periods  # noqa: PLC0415 - the extra may be missing
    from arpad.regulations.player_period import rate_player  # noqa: PLC0415 - only here

    if given.month not in book.list_dates:
        raise InputError.of("no_list", f"The book has no list of {given.month}; close it first.", given.folder)
    compared, different = 0, []
    for kind in KINDS:
        listed = _listed(book, given.month, kind)
        progress.stage(f"verifying {kind} chess")
        for one, period in reference_periods(book, kind, given.month, given.edition):
            found = rate_player(period)
            if found.reason is None:
                compared += 1
                if listed.get(one) != found.new_rating:
                    different.append(
                        {"kind": kind, "fide_id": one, "listed": listed.get(one), "reference": found.new_rating}
                    )
    text = f"{compared} lines compared with the reference, {len(different)} differ."
    if different:
        rows = [tuple(one.values()) for one in different[:SHOWN]]
        text += "\n\n" + table(["kind", "FIDE id", "listed", "reference"], rows)
    data = {"list": given.month.isoformat(), "compared": compared, "different": different}
    return Answer(data, text, code=1 if different else 0)
