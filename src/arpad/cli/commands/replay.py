"""`arpad replay`: a book's periods, month after month, under the editions in force or under another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.options import UsageError, month
from arpad.cli.progress import Progress
from arpad.documents.book_lists import ReplayedSpan, replay_data
from arpad.documents.schema import InputError
from arpad.library.extras import need_engine
from arpad.model.period import KINDS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from datetime import date

    from arpad.engine.replay.replay import Replayed

SHOWN = 24
NOTES_SHOWN = 20
SHORT = 16
"""So many digits of a hash tell two lists apart for a person; the data have all of them."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", metavar="BOOK", help="the folder of the book; its own lists are not touched")
    parser.add_argument(
        "--from", dest="first", metavar="YYYY-MM", type=month, required=True, help="the first list to make"
    )
    parser.add_argument("--to", dest="last", metavar="YYYY-MM", type=month, required=True, help="the last list to make")
    parser.add_argument(
        "--edition",
        metavar="ID|FILE",
        help="an edition's id or the path of a TOML file, instead of the book's own rules",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="where to write; BOOK/replays/EDITION if not given. What is there is continued"
    )
    parser.add_argument(
        "--one-offs",
        choices=("book", "apply", "leave-out"),
        default="book",
        help="FIDE's one-off adjustments of whole lists: as closing the book does, all of them, or none",
    )
    parser.add_argument("--all", action="store_true", help="show every list and every note")


def answer(given: argparse.Namespace) -> Answer:
    """Make the lists that are not there yet."""
    need_engine("A replay needs", "arpad replay")
    if given.last < given.first:
        sentence = f"--to {given.last:%Y-%m} is before --from {given.first:%Y-%m}. Exchange them."
        raise UsageError.of("usage", sentence, "command line")
    for name in (given.folder, given.out or ""):
        if "\0" in name:
            raise InputError.of("not_carried_out", f"{name!r} is no name of a folder. Check it.", name)
    try:
        return _replayed(given)
    except OSError as fault:
        sentence = f"{fault.filename or given.folder!r} cannot be read or written: {fault.strerror}. Check the path."
        raise InputError.of("not_carried_out", sentence, given.folder) from fault


def _replayed(given: argparse.Namespace) -> Answer:
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.engine.replay.inputs import kinds_of  # noqa: PLC0415 - the same
    from arpad.engine.replay.replay import replay, usual_folder  # noqa: PLC0415 - the same
    from arpad.engine.replay.rules import months_with_lists, names_of  # noqa: PLC0415 - the same
    from arpad.regulations.rulebook import Rulebook  # noqa: PLC0415 - only here

    with Progress("opening the book") as progress:
        book = Book.open(Path(given.folder or "''"))
        asked = None if given.edition is None else Rulebook(edition=given.edition)
        rulebook = asked or book.rulebook
        folder = Path(given.out) if given.out else usual_folder(book, asked, given.one_offs)
        total = len(months_with_lists(given.first, given.last, rulebook, kinds_of(asked)))
        done: list[Replayed] = []

        def stage(what: str) -> None:
            progress.stage(f"replaying {what}, {len(done)} of {total} lists done", total)
            progress.reached(len(done))

        span = (given.first, given.last)
        for replayed in replay(book, *span, asked, folder, stage, one_offs=given.one_offs):
            done.append(replayed)
            stage(f"{replayed.list_date:%Y-%m}")
    by = given.edition or " and ".join(names_of(rulebook, given.first, given.last)) or "the editions in force"
    return _answer(given, folder, done, by)


def _answer(given: argparse.Namespace, folder: Path, done: Sequence[Replayed], by: str) -> Answer:
    name = Path(given.folder).name
    span = ReplayedSpan(name, folder, given.edition, by, given.one_offs, given.first, given.last)
    data = replay_data(span, done)
    lines = [f"{data['book']}, {_span(given.first, given.last)} by {by}: {data['made']} list(s) made in {folder}"]
    if data["there_before"]:
        lines[0] += f", {data['there_before']} there before"
    shown = done if given.all else done[-SHOWN:]
    if len(shown) < len(done):
        lines.append(f"… {len(done) - len(shown)} earlier lists; --all shows them.")
    kinds = [kind for kind in KINDS if any(kind in replayed.facts["rated"] for replayed in done)]
    rows = [
        (
            f"{replayed.list_date:%Y-%m}",
            replayed.facts["events"],
            replayed.facts["games"],
            *(replayed.facts["rated"].get(kind) for kind in kinds),
            f"{replayed.facts['sha256'][:SHORT]}…",
        )
        for replayed in shown
    ]
    lines.append(table(["list", "events", "games", *(f"rated {kind}" for kind in kinds), "hash"], rows))
    lines += _notes(done, every=given.all)
    return Answer(data, "\n".join(lines))


def _notes(done: Sequence[Replayed], *, every: bool) -> list[str]:
    """Say what whoever makes the lists should know, each with its list."""
    sentences = [
        f"Note: {replayed.list_date:%Y-%m}: {note['message']}" for replayed in done for note in replayed.facts["notes"]
    ]
    shown = sentences if every else sentences[:NOTES_SHOWN]
    if len(shown) < len(sentences):
        shown = [*shown, f"… and {len(sentences) - len(shown)} more notes; --all shows them, replay.json keeps them."]
    return shown


def _span(first: date, last: date) -> str:
    return f"{first:%Y-%m} to {last:%Y-%m}"
