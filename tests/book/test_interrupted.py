"""Runs that are really killed: the book stays whole, and the next run comes to the same bytes as one never stopped."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import killed_writers
import pytest
from book_commands import COMMANDS
from killed_commands import DEEDS, Killed, book_of, killed, whole
from killed_writers import write
from processes import ENVIRONMENT

from arpad.book.about import About
from arpad.book.durable.journal import JOURNAL, aside, recover
from arpad.book.durable.lock import LOCK
from arpad.book.folder import Book
from arpad.model.clock import VARIABLE
from arpad.model.problems import RefusedError

KILLS = 2
"""How often each command is killed here, while it writes and before; `make kills` does it many times."""
AT_MOST = 40
"""So often where each run was quicker than its kill, as may be on a busy machine: its moments are shares of a time."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up world as a book."""
    return book_of(tmp_path_factory.mktemp("sound") / "book")


@pytest.mark.parametrize("command", COMMANDS)
def test_killed_at_random_moments(command: str, sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every kill the book opens and is the old or the new one, and the next run ends as if nothing was."""
    monkeypatch.setenv(VARIABLE, ENVIRONMENT[VARIABLE])
    unstopped = whole(command, sound, tmp_path)
    outcomes: list[Killed] = []
    while len(outcomes) < KILLS or (len(outcomes) < AT_MOST and all(each.state == "ended" for each in outcomes)):
        outcomes.append(killed(command, 1 + len(outcomes), unstopped, tmp_path))

    assert [outcome.mixed for outcome in outcomes] == [()] * len(outcomes)
    assert all(outcome.is_equal_after_rerun for outcome in outcomes)
    assert any(outcome.state != "ended" for outcome in outcomes)


def test_the_deeds_of_a_book_are_among_the_commands_that_are_killed() -> None:
    """Closing, importing, merging, undoing, publishing again, replaying."""
    assert set(DEEDS) <= set(COMMANDS)


def seen(folder: Path) -> dict[str, str]:
    """Give the texts of everything that is not hidden."""
    files = {place.relative_to(folder).as_posix(): place for place in folder.rglob("*") if place.is_file()}
    return {name: place.read_text(encoding="utf-8") for name, place in files.items() if "/." not in f"/{name}"}


def hidden(folder: Path) -> list[str]:
    """Give the names of everything that is hidden."""
    return [place.name for place in folder.rglob(".*")]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with something written into it, one table in two parts, and with what the next write takes away."""
    folder = tmp_path / "old"
    games = folder / "games"
    games.mkdir(parents=True)
    for name in ("b.csv", "c.csv"):
        games.joinpath(name).write_text("old", encoding="utf-8")
    write(folder, "old")
    games.joinpath("c.csv").write_text("old", encoding="utf-8")
    for name in ("lists/2026-10.csv", "pools/2026-09/a.csv", "published/2026-10/a.txt", "published/2026-10/b/c.txt"):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("old", encoding="utf-8")
    return folder


def test_killed_at_every_step_of_writing(old: Path, tmp_path: Path) -> None:
    """Before the journal everything is old, from it on everything is new, and the next write leaves nothing behind."""
    copies = tmp_path / "copies"
    subprocess.run([sys.executable, killed_writers.__file__, old, copies], check=True, env=ENVIRONMENT)
    before = seen(old)
    write(old, "new")
    after = seen(old)
    states = []
    for folder in sorted(copies.iterdir(), key=lambda place: int(place.name)):
        has_journal = folder.joinpath(JOURNAL).exists()
        recovered = recover(folder)
        assert recovered == has_journal
        assert seen(folder) in (before, after)
        assert not recovered or hidden(folder) in ([], [LOCK])
        states.append(seen(folder) == after)
        write(folder, "new")
        assert seen(folder) == after
        assert hidden(folder) == []

    assert [name for name in killed_writers.GONE if old.joinpath(name).exists()] == []
    assert states == sorted(states)
    assert states.count(False) > 15
    assert states.count(True) > 5


@dataclass
class Disk:
    """Watches what a write does, and in which order: what is brought to the disk, renamed and removed."""

    steps: list[tuple[str, str]]

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.steps = []
        open_file, sync, rename, remove = os.open, os.fsync, Path.replace, Path.unlink
        names: dict[int, Path] = {}

        def note(what: str, place: Path) -> None:
            self.steps.append((what, place.relative_to(folder).as_posix()))

        def opened(place: Path | str, *given: int, dir_fd: int | None = None) -> int:
            handle = open_file(place, *given, dir_fd=dir_fd)
            names[handle] = Path(place)
            return handle

        def synced(handle: int) -> None:
            if names[handle].is_relative_to(folder):
                note("sync", names[handle])
            sync(handle)

        def renamed(place: Path, target: Path) -> Path:
            note("rename to", target)
            return rename(place, target)

        def removed(place: Path, *, missing_ok: bool = False) -> None:
            note("remove", place)
            remove(place, missing_ok=missing_ok)

        monkeypatch.setattr(os, "open", opened)
        monkeypatch.setattr(os, "fsync", synced)
        monkeypatch.setattr(Path, "replace", renamed)
        monkeypatch.setattr(Path, "unlink", removed)


def test_on_the_disk_before_it_counts(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contents and names before the journal, the journal before the first move, all moves before the journal goes."""
    disk = Disk(monkeypatch, old)
    write(old, "new")
    steps = disk.steps
    journalled, gone = steps.index(("rename to", JOURNAL)), steps.index(("remove", JOURNAL))
    contents = {
        ".players.unfinished.csv",
        "lists/.2026-11.unfinished.csv",
        "games/.all.unfinished.csv",
        "published/.2026-11.unfinished",
        "published/.2026-11.unfinished/page.txt",
        "published/.2026-11.unfinished/list.txt",
    }
    folders = {"lists", "games", "published", "."}
    moves = [place for place, (what, name) in enumerate(steps) if what == "rename to" and name != JOURNAL]

    assert {("sync", name) for name in contents | folders} <= set(steps[:journalled])
    assert steps[journalled - 1] == ("sync", aside(Path(JOURNAL)).name)
    assert steps[journalled + 1] == ("sync", ".")
    taken_away = [place for place, step in enumerate(steps) if step == ("remove", "lists/2026-10.csv")]

    assert journalled + 1 < min(*moves, *taken_away)
    assert {("sync", name) for name in (*folders, "pools")} <= set(steps[max(*moves, *taken_away) : gone])
    assert steps[gone + 1] == ("sync", ".")


def test_what_killed_runs_left_is_removed_and_nothing_else(old: Path) -> None:
    """Only names that we give, only where we write; a replay inside of the book has a writer of its own."""
    ours = [".players.unfinished.parquet", "lists/.2026-11.unfinished.csv", "published/.2026-12.unfinished/list.txt"]
    others = ["lists/.notes", ".draft.txt", "replays/in-force/lists/.2026-11.unfinished.parquet", "mine/.a.unfinished"]
    for name in (*ours, *others):
        place = old / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("left", encoding="utf-8")
    write(old, "new")

    assert [name for name in ours if old.joinpath(name).exists()] == []
    assert [name for name in others if not old.joinpath(name).exists()] == []


def test_a_book_can_be_begun_again(tmp_path: Path) -> None:
    """What a killed run left unfinished does not make a folder occupied; anything else does."""
    folder = tmp_path / "book"
    folder.mkdir()
    for name in (".players.unfinished.parquet", LOCK):
        folder.joinpath(name).write_bytes(b"left")
    Book.create(folder, About())

    assert hidden(folder) == []
    with pytest.raises(RefusedError, match="not empty"):
        Book.create(folder, About())
