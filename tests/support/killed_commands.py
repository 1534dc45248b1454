"""Commands on a book that are really killed, at moments that do not depend on how busy the machine is.

A moment is a share of the processor time of the whole run, or a share of the time in which the run writes. What a kill
leaves is looked at, the command is run again, and everything must be as if nothing had been.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from book_commands import COMMANDS, content, in_book
from processes import started
from running import arpad

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.durable.journal import JOURNAL
from arpad.book.folder import Book, opened
from arpad.book.record_checks import record_problems
from arpad.book.schema import LIST
from arpad.lab.world.world import world

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from arpad.lab.world.world import World

DEEDS = ("close", "import", "merge", "undo", "republish", "replay")
"""What people do to a book that must never be done by half; the other commands are killed too."""
_POLLED, _LOADING = 0.002, 0.1
"""How long nobody looks; and in its first tenth of a second a run only loads modules."""
_LOADED = 0.3
"""In so large a share of its time a run only loads its modules; few kills are meant for it."""


class Killed(NamedTuple):
    """What a kill left of a book, and whether everything is in order."""

    state: str
    """`ended` where the run was quicker; `untouched`, `writing`, `journal` (all there, not all moved) or `done`."""
    mixed: tuple[str, ...] = ()
    """What is neither as before nor as after the command."""
    is_equal_after_rerun: bool = True


class Whole(NamedTuple):
    """A command that nobody stops: what it needs and leaves, and how long it takes."""

    begun: Path
    wanted: dict[str, object]
    cpu: float
    writing: float
    """Seconds by the clock from the first file that it writes to its end."""


@cache
def drawn() -> World:
    """The made-up world of these books, drawn when the first of them is made."""
    return world(3000, 4, 11)


def book_of(folder: Path) -> Path:
    """Write the made-up world as a book."""
    book = Book.create(folder, About())
    book.apply(changed(book, drawn().tables, drawn().lists))
    return folder


def whole(command: str, sound: Path, folder: Path) -> Whole:
    """Bring a book to where a command begins, and run it to its end."""
    begun = Path(shutil.copytree(sound, folder / "begun" / "book"))
    for line in COMMANDS[command].before:
        code, _, err = arpad(*in_book(line, begun))
        assert code == 0, err
    place = Path(shutil.copytree(begun, folder / "whole" / "book"))
    words = COMMANDS[command].of(place)
    known = _hidden(place)
    with started(*words) as running:
        cpu, first = 0.0, None
        while running.poll() is None:
            cpu = max(cpu, _processor_seconds(running.pid))
            if first is None and cpu >= _LOADING and _hidden(place) - known:
                first = time.monotonic()
            time.sleep(_POLLED)
    assert running.returncode == 0
    # On a busy machine all of the writing may fall between two looks.
    writing = _POLLED if first is None else time.monotonic() - first
    return Whole(begun, dict(COMMANDS[command].left(place)), cpu, writing)


def killed(command: str, number: int, unstopped: Whole, folder: Path) -> Killed:
    """Kill a command once, look at what is left, and run it again; every second kill is meant for the writing."""
    chance = Random(f"{command}:{number}")  # noqa: S311 - no secret
    asked, place = COMMANDS[command], Path(shutil.copytree(unstopped.begun, folder / str(number) / "book"))
    words, known = tuple(asked.of(place)), _hidden(place)
    if number % 2:
        delay = unstopped.writing * chance.random()
        is_due: Callable[[int], bool] = lambda _: bool(_hidden(place) - known)  # noqa: E731 - one of two
    else:
        delay, share = 0.01 * chance.random(), 1 - (1 - _LOADED) * chance.random()
        share = chance.random() * _LOADED if not number % 16 else share
        is_due = lambda process: _processor_seconds(process) >= share * unstopped.cpu  # noqa: E731 - the other
    with started(*words) as running:
        is_killed = _is_killed(running, is_due, delay)
    state = _state(place) if is_killed else "ended"
    mixed = _mixed(command, place, unstopped)
    state = "done" if state == "untouched" and asked.left(place) == unstopped.wanted else state
    if asked.left(place) != unstopped.wanted:
        code, _, err = arpad(*words)
        mixed += () if code == 0 else (err,)
    is_equal = asked.left(place) == unstopped.wanted and record_problems(place) == []
    shutil.rmtree(place.parent)
    return Killed(state, mixed, is_equal)


def _is_killed(running: subprocess.Popen[str], is_due: Callable[[int], bool], delay: float) -> bool:
    while running.poll() is None:
        if is_due(running.pid):
            time.sleep(delay)
            running.send_signal(signal.SIGKILL)
            return running.wait() == -signal.SIGKILL
        time.sleep(_POLLED)
    return False


def _mixed(command: str, place: Path, unstopped: Whole) -> tuple[str, ...]:
    """Open what is left of a book, as the next command does; name everything in it that is neither old nor new."""
    book, problems = opened(place)
    if book is None:
        return ("it does not open",)
    wrong = [problem.code for problem in problems + book.problems() if problem.code != "scores_under"]
    asked, left = COMMANDS[command], content(place)
    lists = tuple(f"{folder}/" for folder in asked.lists)
    listed = [name for name in left if name.startswith(lists)]
    wrong += [name for name in listed if pl.read_parquet(place / name).schema != pl.Schema(LIST.schema)]
    before = content(unstopped.begun)
    if asked.changes == 1:
        return (*wrong, *(() if left in (before, unstopped.wanted) else _differing(left, before)))
    wanted = before | unstopped.wanted
    return (*wrong, *(name for name in listed if left[name] != wanted.get(name)))


def _differing(left: dict[str, object], before: dict[str, object]) -> list[str]:
    return sorted(name for name in left.keys() | before.keys() if left.get(name) != before.get(name))


def _state(place: Path) -> str:
    """Tell from what is left how far a run was."""
    names = _hidden(place)
    if place.joinpath(JOURNAL).exists():
        return "journal"
    return "writing" if any("unfinished" in name for name in names) else "untouched"


def _hidden(place: Path) -> set[str]:
    """Give the names of what a run writes aside, and its journal."""
    names = (name for _, folders, files in os.walk(place) for name in (*folders, *files))
    return {name for name in names if name == JOURNAL or (name.startswith(".") and "unfinished" in name)}


def _processor_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
