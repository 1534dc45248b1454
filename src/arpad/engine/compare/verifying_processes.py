"""A list verified on all cores: each process opens the book itself, compares its share, and sends back what differs.

The processes are new ones, no copies of this one: Polars has threads, and a copy of a process with threads may wait for
ever. They end with this process, however it ends. Progress is added up here; a fault of one is a fault here.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from arpad.book.folder import Book
from arpad.book.view import Instead
from arpad.engine.compare.closed_view import as_closed
from arpad.engine.compare.line_comparison import ComparedShare, Share, ShareComparison
from arpad.engine.reference.inputs import with_personal_facts
from arpad.engine.wording import WORDS
from arpad.model.cores import cores
from arpad.model.problems import ArpadError
from arpad.model.processes import end_with_parent, no_interrupt
from arpad.regulations.merging import is_path
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from arpad.book.view import BookView

PLAYERS_WORTH_PROCESSES = 100_000
"""Starting a process takes a second, in which one alone verifies a list of half as many."""


@dataclass(frozen=True, slots=True)
class VerifyingTask:
    """What a process is told: the book, by which law, and which list."""

    folder: Path
    law: tuple[str, str | None, tuple[date, ...]] | None
    """Authority, edition and monthly lists of another rulebook; None for the book's own."""
    list_date: date
    version: str
    """The version of arpad that made the list."""


def processes_for(book: Book, view: BookView, players: int) -> int:
    """Give how many processes are to share a list.

    One where it is short, and where another law is a file outside the book: this process has read it, and another one
    might read something else.
    """
    edition = view.rulebook.edition
    is_file_outside = view.rulebook is not book.rulebook and edition is not None and is_path(edition)
    return 1 if players < PLAYERS_WORTH_PROCESSES or is_file_outside else cores()


def verifying_task(book: Book, view: BookView, list_date: date, version: str) -> VerifyingTask:
    """Say to a process what is to be verified."""
    rulebook = view.rulebook
    own = rulebook is book.rulebook
    law = None if own else (rulebook.authority, rulebook.edition, rulebook.monthly)
    return VerifyingTask(book.folder, law, list_date, version)


def compared_by_processes(task: VerifyingTask, count: int, reached: Callable[[int], None]) -> list[ComparedShare]:
    """Share a list among processes, and give what each found."""
    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    processes: list[SpawnProcess] = []
    # It is a process as well, and starting it would let interrupts through again.
    resource_tracker.ensure_running()
    try:
        with no_interrupt():
            for number in range(count):
                here, there = context.Pipe(duplex=False)
                process = context.Process(target=_compare_share, args=(there, task, Share(number, count)), daemon=True)
                process.start()
                there.close()
                pipes.append(here)
                processes.append(process)
        return _collected(pipes, reached)
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            pipe.close()
            process.terminate()
            process.join()


def _collected(pipes: list[Connection], reached: Callable[[int], None]) -> list[ComparedShare]:
    """Wait for what the processes say, whoever is first: how far each is, and in the end what it found."""
    done, shares = dict.fromkeys(range(len(pipes)), 0), dict[int, ComparedShare]()
    number_of: dict[Any, int] = {pipe: number for number, pipe in enumerate(pipes)}
    while number_of:
        for pipe in wait(list(number_of)):
            number = number_of[pipe]
            try:
                received = pipes[number].recv()
            except EOFError as fault:
                raise ArpadError.of(WORDS, "verifier_lost") from fault
            if isinstance(received, BaseException):
                raise received
            if isinstance(received, ComparedShare):
                shares[number] = received
                del number_of[pipe]
            else:
                done[number] = received
                reached(sum(done.values()))
    return [shares[number] for number in sorted(shares)]


def _compare_share(pipe: Connection, task: VerifyingTask, share: Share) -> None:
    """Compare a share in a process of its own."""
    # Whoever interrupts means the command as a whole, which then ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    # Only what was read for a kind of chess refers to itself. It is let go when that kind is done; to look for such
    # things all the time among millions of lines takes a third longer.
    gc.disable()
    try:
        book = Book.open(task.folder, checked=False)
        view: BookView = book if task.law is None else Instead(book, other_rulebook=Rulebook(*task.law))
        then = with_personal_facts(as_closed(view, task.list_date))
        book.let_go("players")
        pipe.send(ShareComparison(then, task.list_date, task.version, share, pipe.send).result(gc.collect))
    except (BrokenPipeError, ConnectionResetError):
        pass  # The other side has ended; nobody waits for an answer.
    except BaseException as fault:  # noqa: BLE001 - told to the other side, where it is raised again
        pipe.send(fault)
