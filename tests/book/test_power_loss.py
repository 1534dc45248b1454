"""After a loss of power at any moment a book is as it was before a change or as it is after it, never between.

`make power-loss` tries all commands on a made-up world and many states of every moment; here are a few of them.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import power_loss
import pytest
from book_commands import COMMANDS, DATA, in_book
from killed_writers import write
from power_loss import Record, surviving, written
from processes import ENVIRONMENT
from running import arpad as run

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.durable.journal import recover
from arpad.book.folder import Book, opened
from arpad.lab.world.world import world
from arpad.model.clock import VARIABLE

STATES = int(os.environ.get("ARPAD_POWER_LOSSES", "0"))
"""So many states of every moment are tried of every command; `make power-loss` tries many."""
SHORT = 4
EVERY = 5
"""After so many states a command is run again; what differs between them is hidden, and swept away."""


def recorded(folder: Path, place: Path, name: str, *words: str) -> Record:
    """Let a process make a change, and give its record."""
    done = subprocess.run(
        [sys.executable, power_loss.__file__, folder, place, name, *words],
        check=False, capture_output=True, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    record = pickle.loads(place.read_bytes())  # noqa: S301 - written by ourselves a moment ago
    assert isinstance(record, Record)
    return record


def seen(folder: Path) -> dict[str, bytes]:
    """Give the contents of everything that is not hidden."""
    files = {place.relative_to(folder).as_posix(): place for place in folder.rglob("*") if place.is_file()}
    return {name: place.read_bytes() for name, place in files.items() if "/." not in f"/{name}"}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with tables, one of them in parts, something published, and what the next write takes away."""
    folder = tmp_path / "old"
    folder.joinpath("games").mkdir(parents=True)
    for name in ("b.csv", "c.csv"):
        folder.joinpath("games", name).write_text("old", encoding="utf-8")
    write(folder, "old")
    for name in ("games/c.csv", "lists/2026-10.csv", "pools/2026-09/a.csv", "published/2026-10/a.txt"):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("old", encoding="utf-8")
    return folder


def outcomes(record: Record, before: dict[str, bytes], after: dict[str, bytes], most: int, place: Path) -> list[str]:
    """Recover every state that may survive, and say of each whether it is before, after or between."""
    ends = []
    for state in surviving(record, most, "recover"):
        folder = written(state, place / "state")
        try:
            recover(folder)
            left = seen(folder)
            ends.append("before" if left == before else "after" if left == after else "between")
        except Exception:  # noqa: BLE001 - whatever it is, the folder is of no use
            ends.append("lost")
        shutil.rmtree(place / "state")
    return ends


def test_every_state_that_may_survive_is_before_or_after(old: Path, tmp_path: Path) -> None:
    """Of a write of tables, of parts of one, of something published, and of what is taken away."""
    before = seen(old)
    record = recorded(old, tmp_path / "record", "write")
    ends = outcomes(record, before, seen(old), max(STATES, SHORT), tmp_path)

    assert set(ends) == {"before", "after"}
    assert len(ends) > 30


def test_a_write_without_syncs_is_noticed(old: Path, tmp_path: Path) -> None:
    """What these tests rest on: where nothing is brought to the disk, a mixture can survive."""
    before = seen(old)
    record = recorded(old, tmp_path / "record", "careless-write")
    ends = outcomes(record, before, seen(old), max(STATES, SHORT), tmp_path)

    assert {"between", "lost"} & set(ends)


@pytest.mark.parametrize("name", ["command", "careless-command"])
def test_a_file_that_a_command_writes(name: str, tmp_path: Path) -> None:
    """It is the old one or the new one; were it not brought to the disk first, it could be empty."""
    folder = tmp_path / "folder"
    folder.mkdir()
    place = folder / "new.trf"
    place.write_bytes(b"old")
    words = ("trf", "convert", str(DATA / "spring-open.trf"), "--to", "trf26", "-o", str(place))
    record = recorded(folder, tmp_path / "record", name, *words)
    contents = {state.get("new.trf") for state in surviving(record, 50, "file")}

    assert {b"old", place.read_bytes()} <= contents
    assert (len(contents) == 2) == (name == "command")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small made-up world as a book."""
    folder = tmp_path_factory.mktemp("sound") / "book"
    book = Book.create(folder, About())
    drawn = world(300, 4, 11)
    book.apply(changed(book, drawn.tables, drawn.lists))
    return folder


def codes(folder: Path) -> set[str]:
    """Open a book, and give the codes of everything that is to be said about it."""
    book, problems = opened(folder)
    assert book is not None
    return {problem.code for problem in problems + book.problems()}


@pytest.mark.parametrize("command", COMMANDS if STATES else ("import",))
def test_a_book_after_a_loss_of_power(
    command: str, sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every state opens without a fault, and the command, run again, comes to the same end."""
    asked = COMMANDS[command]
    monkeypatch.setenv(VARIABLE, ENVIRONMENT[VARIABLE])
    folder = Path(shutil.copytree(sound, tmp_path / "book"))
    for words in asked.before:
        assert run(*in_book(words, folder))[0] == 0
    steps, known = [seen(folder)], codes(folder)
    words = tuple(asked.of(folder))
    record = recorded(folder, tmp_path / "record", "command", *words)
    after, wanted = seen(folder), asked.left(folder)
    known |= codes(folder)
    count = 0
    for state in islice(surviving(record, STATES or 1, command), 0, None, 1 if STATES else 4):
        place = written(state, tmp_path / "state" / "book")
        # A replay within the book has a journal of its own, and is opened by itself.
        for name in asked.lists:
            recover(place.joinpath(name).parent)
        assert codes(place) <= known
        left = seen(place)
        is_new = left not in steps
        if is_new:
            steps.append(left)
        if left != after and (is_new or not count % EVERY):
            code, _, err = run(*(word.replace(str(folder), str(place)) for word in words))
            assert code == 0, err
            assert asked.left(place) == wanted
        shutil.rmtree(tmp_path / "state")
        count += 1

    assert count > 5
    assert after in steps
    assert len(steps) <= 1 + asked.changes
