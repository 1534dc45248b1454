"""Runs that are really killed: the book stays whole, and the next run comes to the same bytes as one never stopped."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import polars as pl
import pytest
from running import arpad as run

import arpad
from arpad.engine.book import About, Book, opened
from arpad.engine.book_schema import LIST, POOL
from arpad.engine.book_world import world
from arpad.engine.book_writing import JOURNAL, recover, write_together, writer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KILLS = 12
DATA = Path(__file__).parents[1] / "data"
SOURCE = Path(arpad.__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])}
# The order of threads in Polars is not at stake here, but a machine with few cores is shared by all tests.
ENVIRONMENT["POLARS_MAX_THREADS"] = "2"
MADE = world(3000, 4, 11)


@dataclass(frozen=True)
class Command:
    """A command on a book, and what it writes that must be whole."""

    words: tuple[str, ...]
    lists: tuple[str, ...]

    def of(self, folder: Path) -> list[str]:
        """Give the words of the command line for a book."""
        return [word.format(book=folder) for word in self.words]


IMPORTED = (str(DATA / "spring-open.trf"), str(DATA / "made-list.txt"), "--date", "2026-11-01")
COMMANDS = {
    "close": Command(("period", "close", "{book}", "2026-11"), ("lists",)),
    "replay": Command(
        ("replay", "{book}", "--from", "2026-11", "--to", "2027-02"), ("lists", "replays/in-force/lists")
    ),
    "import": Command(("book", "import", "{book}", *IMPORTED), ("lists",)),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up world as a book."""
    folder = tmp_path_factory.mktemp("sound") / "book"
    Book.made(folder, About()).write_all(MADE.tables, MADE.lists)
    return folder


def content(folder: Path) -> dict[str, bytes | list[Any]]:
    """Give everything in a folder but what is hidden: the bytes; of a book's pool, whose order is free, the rows."""
    found = (place for place in sorted(folder.rglob("*")) if place.is_file() and not place.name.startswith("."))
    return {
        str(place.relative_to(folder)): pl.read_parquet(place).sort(*POOL.key).rows()
        if place == folder / "pool.parquet"
        else place.read_bytes()
        for place in found
    }


def moments(command: str, duration: float) -> Iterator[float]:
    """Give moments spread over a run, somewhere within equal parts of it, the same every time.

    In its first third a run only loads its modules; most of the kills are meant for the rest.
    """
    chance = random.Random(command)  # noqa: S311 - no secret
    yield duration * chance.random() / 3
    for number in range(1, KILLS):
        yield duration * (1 + 2 * (number + chance.random()) / KILLS) / 3


@pytest.mark.parametrize("command", COMMANDS)
def test_killed_at_random_moments(command: str, sound: Path, tmp_path: Path) -> None:
    """After every kill the book opens, each list is whole or absent, and the next run ends as if nothing was."""
    asked = COMMANDS[command]
    whole = Path(shutil.copytree(sound, tmp_path / "whole" / "book"))
    start = time.monotonic()
    assert process(asked, whole).wait() == 0
    duration = time.monotonic() - start
    wanted = content(whole)
    stopped = 0
    for number, moment in enumerate(moments(command, duration)):
        folder = Path(shutil.copytree(sound, tmp_path / str(number) / "book"))
        with process(asked, folder) as running:
            try:
                running.wait(moment)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                stopped += 1
        book, problems = opened(folder)

        assert book is not None
        assert problems + book.problems() == []
        for place in (one for name in asked.lists for one in folder.joinpath(name).glob("[!.]*")):
            assert pl.read_parquet(place).schema == pl.Schema(LIST.schema)
        if command != "close" or "lists/2026-11.parquet" not in content(folder):
            code, _, err = run(*asked.of(folder))
            assert code == 0, err
        assert content(folder) == wanted
        shutil.rmtree(folder.parent)

    assert stopped > 0


def process(asked: Command, folder: Path) -> subprocess.Popen[bytes]:
    """Start a command as a process of its own."""
    words = [sys.executable, "-m", "arpad.cli.main", *asked.of(folder)]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)


class StoppedError(Exception):
    """Stands for the end of the process."""


def stopping_at(number: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function that stops the run when it is called so often, and does nothing but its work before."""
    calls = iter(range(1, number + 1))

    def called(*given: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever the real one takes
        if next(calls, number) == number:
            raise StoppedError
        return real(*given, **more)

    return called


def frames(value: int) -> dict[str, pl.DataFrame]:
    """Give three small tables that belong together."""
    return {name: pl.DataFrame({name: [value]}) for name in ("one", "two", "three")}


def written(folder: Path, value: int) -> None:
    """Write the three tables, one of them a folder of parts, and something published."""
    makers = {folder / f"{name}.csv": writer_of(frame) for name, frame in frames(value).items()}
    parts = folder / "parts"
    if not parts.exists():
        parts.mkdir()
        for name in ("b.csv", "c.csv"):
            frames(value)["one"].write_csv(parts / name)

    def publish(place: Path) -> None:
        place.mkdir()
        frames(value)["two"].write_csv(place / "page.csv")

    write_together(folder, {**makers, parts: writer_of(frames(value)["one"]), folder / "published": publish})


@pytest.mark.parametrize("name", ["replace", "unlink", "mkdir"])
def test_stopped_at_every_step_of_writing(name: str, tmp_path: Path) -> None:
    """Before the journal everything is old, from it on everything is new; nothing is ever in between."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, values in ((old, (1,)), (new, (1, 2))):
        folder.mkdir()
        for value in values:
            written(folder, value)
    outcomes = []
    for number in range(1, 30):
        folder = Path(shutil.copytree(old, tmp_path / str(number)))
        real = getattr(Path, name)
        with mock.patch.object(Path, name, autospec=True, side_effect=stopping_at(number, real)):
            try:
                written(folder, 2)
            except StoppedError:
                outcomes.append(folder.joinpath(JOURNAL).exists())
            else:
                break
        recover(folder)

        assert content(folder) in ([content(old)] if not outcomes[-1] else [content(new)])
        written(folder, 2)
        assert content(folder) == content(new)

    assert outcomes
    assert name != "replace" or set(outcomes) == {False, True}
