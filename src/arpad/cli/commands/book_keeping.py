"""`arpad book check --deep`, `accept`, `undo`, `backup`, `restore`: files as they were written, and as they were."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.period_decisions import undone
from arpad.cli.damage import DAMAGED
from arpad.cli.decision import add_decision, carried_out, why_of
from arpad.cli.options import UsageError
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.documents.book_files import backup_data
from arpad.model.problems import NOTE, Problem

if TYPE_CHECKING:
    import argparse

    from arpad.book.backup import Backup
    from arpad.model.problems import FileProblem

ACTIONS = {
    "undo": "undo the newest closing, as long as the list is not marked as sent; what came into the book since stays",
    "accept": "record the files of a book as they are now, after they were edited with something else than arpad",
    "backup": "put a whole book into one file, and read that again to make sure",
    "restore": "put a book back from its backup into a new folder, with every file verified",
}
"""What can be done, and a summary of each."""


def arguments(name: str, action: argparse.ArgumentParser) -> None:
    """Say what an action takes besides the folder of the book."""
    if name == "check":
        action.add_argument("--all", action="store_true", help="show every problem")
        action.add_argument(
            "--deep", action="store_true", help="also hash every file, and tell which are not as arpad wrote them"
        )
    elif name in {"accept", "undo"}:
        add_decision(action)
    else:
        action.add_argument("file", metavar="FILE", help="the file of the backup")


def answer(given: argparse.Namespace, folder: Path) -> Answer:
    """Do what is asked."""
    match given.action:
        case "accept":
            return _accepted(given, folder)
        case "undo":
            return undone(given, folder)
        case "backup":
            return _backed_up(given, folder)
    return _restored(given, folder)


def deep_problems(folder: Path) -> tuple[list[FileProblem], int]:
    """Hash every file of a book; give in what it is not as it was written, and the exit code for that."""
    from arpad.book.record_checks import DAMAGE, record_problems  # noqa: PLC0415 - an extra, and slow to load

    problems = record_problems(folder) if folder.is_dir() else []
    return problems, DAMAGED if any(fault.code in DAMAGE for fault in problems) else 0


def _accepted(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.change import Change  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.log import BookLogEntry  # noqa: PLC0415 - the same
    from arpad.book.record_checks import record_problems  # noqa: PLC0415 - the same
    from arpad.engine.compare.impact import nobody  # noqa: PLC0415 - the same

    with Progress("checking the book"):
        book = Book.open(folder)
        problems = [fault for fault in record_problems(folder) if fault.code != "no_record"]
    reason = Problem.of(WORDS, "files_accepted", severity=NOTE, number=len(problems))
    facts = {"files": [fault.facts["file"] for fault in problems]}
    change = Change({}, (reason,), accepts=True, entry=BookLogEntry("accept", why_of(given), facts=facts))
    return carried_out(given, book, change, nobody(), problems, advised=not given.yes)


def _backed_up(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.backup import backed_up  # noqa: PLC0415 - an extra, and slow to load

    with Progress("backing up the book"):
        backup = backed_up(folder, _file(given.file))
    text = f"{folder.name}: {_counted(backup)} were written to {given.file}, read again and are the same."
    return Answer(backup_data(folder.name, given.file, backup), text)


def _restored(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.backup import restored  # noqa: PLC0415 - an extra, and slow to load

    with Progress("restoring the book"):
        backup = restored(_file(given.file), folder)
    text = f"{folder.name}: {_counted(backup)} were restored from {given.file}, each as it was backed up."
    return Answer(backup_data(folder.name, given.file, backup), text)


def _file(name: str) -> Path:
    if not Path(name).name or "\0" in name:
        raise UsageError.of(WORDS, "usage", "FILE", says="no_file_name", name=name)
    return Path(name)


def _counted(backup: Backup) -> str:
    return f"{len(backup.files)} files with {backup.size} bytes"
