"""What a loss of power can leave of a folder: a change is recorded, and the states that may survive are built.

Recorded is what decides: which names stand in which folder after every step, what the files hold, and what was brought
to the disk (`fsync`) when. Of everything else nothing is promised. So a state that may survive has, for each folder,
what was there at its last sync and any of the later changes of names, in any order as long as one name is not given
before it is taken away; and of each file what it held at its last sync, or nothing, or a part, or all of what came
after. A name that is changed into another changes as a whole, as every file system promises.

Run as a program it records a command: `power_loss.py FOLDER RECORD ACTION…`.
"""

from __future__ import annotations

import io
import itertools
import os
import pickle
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_STEPS = frozenset(("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"))
Node = tuple[int, int]
"""A file or folder, whatever its name: its number on the disk, and how often that was given before."""
Names = dict[str, Node]
EXHAUSTED = 5
"""Of so many changes that may or may not survive, all combinations are tried; of more, some."""


@dataclass
class Seen:
    """What stands in the folder at a moment: the names in every folder, and what the files hold."""

    names: dict[Node, Names] = field(default_factory=dict)
    contents: dict[Node, bytes] = field(default_factory=dict)


@dataclass
class Record:
    """A change as it happened: what was seen at each step, and what was brought to the disk."""

    root: Node
    steps: list[tuple[str, Any]] = field(default_factory=list)
    """`("seen", Seen)` or `("sync", Node)`."""


class Recorder:
    """Looks at a folder before everything that Python does to files, and at every sync."""

    def __init__(self, folder: Path, *, with_syncs: bool = True) -> None:
        self.folder = folder.resolve()
        self._given: dict[int, int] = {}
        self._there = {self.folder.stat().st_ino}
        self._states: dict[Node, tuple[int, int]] = {}
        self._last = Seen()
        self._is_looking = False
        self.record = Record(self._node(self.folder.stat().st_ino))
        self._look()
        self._sync, self._with_syncs = os.fsync, with_syncs
        os.fsync = self._synced
        sys.addaudithook(self._audited)

    def _node(self, number: int) -> Node:
        return number, self._given.setdefault(number, 0)

    def _audited(self, event: str, _: tuple[Any, ...]) -> None:
        if event in _STEPS and not self._is_looking:
            self._look()

    def _synced(self, handle: int) -> None:
        self._look()
        if self._with_syncs:
            number = os.fstat(handle).st_ino
            if number in self._there:
                self.record.steps.append(("sync", self._node(number)))
        self._sync(handle)

    def _look(self) -> None:
        """Note what stands there, where it is not what stood there before."""
        self._is_looking = True
        try:
            places = {place: place.lstat() for place in (self.folder, *sorted(self.folder.rglob("*")))}
            numbers = {status.st_ino for status in places.values()}
            for number in numbers - self._there:
                self._given[number] = self._given.get(number, -1) + 1
            self._there = numbers
            seen = Seen()
            for place, status in places.items():
                node = self._node(status.st_ino)
                if place != self.folder:
                    seen.names.setdefault(self._node(places[place.parent].st_ino), {})[place.name] = node
                if place.is_dir():
                    seen.names.setdefault(node, {})
                    continue
                state = (status.st_size, status.st_mtime_ns)
                known = self._last.contents.get(node) if self._states.get(node) == state else None
                seen.contents[node] = place.read_bytes() if known is None else known
                self._states[node] = state
            if seen != self._last:
                self.record.steps.append(("seen", seen))
                self._last = seen
        finally:
            self._is_looking = False

    def ended(self) -> Record:
        """Give the record, when everything was done."""
        self._look()
        return self.record


@dataclass
class Disk:
    """What is on the disk for certain, and what may be."""

    root: Node
    names: dict[Node, Names] = field(default_factory=dict)
    contents: dict[Node, bytes] = field(default_factory=dict)
    pending: dict[Node, list[dict[str, Node | None]]] = field(default_factory=dict)
    """By folder the changes of its names since it was last synced, each as a whole."""
    unsynced: dict[Node, bytes] = field(default_factory=dict)
    """What files hold and may lose."""
    now: dict[Node, Names] = field(default_factory=dict)
    held: dict[Node, bytes] = field(default_factory=dict)

    def begin(self, seen: Seen) -> None:
        """Take what stood there before as being on the disk."""
        self.names = {node: dict(names) for node, names in seen.names.items()}
        self.contents = dict(seen.contents)
        self.now, self.held = seen.names, seen.contents

    def step(self, seen: Seen) -> None:
        """Take what changed as what may survive."""
        for node in {*seen.names, *self.now}:
            changes = _changes(self.now.get(node, {}), seen.names.get(node, {}))
            self.pending.setdefault(node, []).extend(changes)
        for node, content in seen.contents.items():
            if self.held.get(node) != content or (node not in self.held and node not in self.contents):
                self.unsynced[node] = content
        self.now, self.held = seen.names, seen.contents

    def sync(self, node: Node) -> None:
        """Take a file or the names of a folder as being on the disk."""
        if node in self.now:
            self.names[node] = dict(self.now[node])
            self.pending[node] = []
        elif node in self.held:
            self.contents[node] = self.held[node]
            self.unsynced.pop(node, None)

    def survivors(self, chance: random.Random, most: int) -> Iterator[dict[str, bytes | None]]:
        """Give states that may survive now: what each name holds, None for a folder."""
        doubts: list[tuple[Node, int | None]] = [
            (node, place) for node, changes in self.pending.items() for place in range(len(changes))
        ]
        doubts += [(node, None) for node in self.unsynced]
        if len(doubts) <= EXHAUSTED:
            chosen = [set(kept) for size in range(len(doubts) + 1) for kept in itertools.combinations(doubts, size)]
        else:
            chosen = [set(), set(doubts), *({doubt} for doubt in doubts), *(set(doubts) - {doubt} for doubt in doubts)]
            chosen += [{doubt for doubt in doubts if chance.random() < 0.5} for _ in range(most)]
        for kept in chosen if len(chosen) <= most else chance.sample(chosen, most):
            yield self._built(kept, chance)

    def _built(self, kept: set[tuple[Node, int | None]], chance: random.Random) -> dict[str, bytes | None]:
        state: dict[str, bytes | None] = {}
        self._put(state, self.root, "", kept, chance)
        return state

    def _put(
        self, state: dict[str, bytes | None], node: Node, path: str, kept: set[tuple[Node, int | None]],
        chance: random.Random,
    ) -> None:  # fmt: skip
        names, lost = dict(self.names.get(node, {})), set()
        for place, change in enumerate(self.pending.get(node, ())):
            if (node, place) not in kept or lost & set(change):
                lost |= set(change)
                continue
            for name, target in change.items():
                names.pop(name, None)
                if target is not None:
                    names[name] = target
        for name, target in names.items():
            if target in self.contents or target in self.unsynced:
                state[path + name] = self._content(target, kept, chance)
            else:
                state[path + name] = None
                self._put(state, target, f"{path}{name}/", kept, chance)

    def _content(self, node: Node, kept: set[tuple[Node, int | None]], chance: random.Random) -> bytes:
        if node not in self.unsynced:
            return self.contents[node]
        whole = self.unsynced[node]
        if (node, None) in kept:
            return whole
        part = whole[: chance.randrange(len(whole) + 1)]
        return chance.choice([self.contents.get(node, b""), part, bytes(len(whole))])


def _changes(before: Names, after: Names) -> list[dict[str, Node | None]]:
    """Give what changed in the names of a folder; a file that has another name now is one change."""
    gone = {node: name for name, node in before.items() if after.get(name) != node}
    changes: list[dict[str, Node | None]] = []
    for name, node in after.items():
        if before.get(name) != node:
            old = gone.pop(node, None)
            changes.append({name: node} if old is None else {old: None, name: node})
    renamed = {name for change in changes for name in change}
    return changes + [{name: None} for name in gone.values() if name not in renamed]


def surviving(record: Record, most: int, seed: str) -> Iterator[dict[str, bytes | None]]:
    """Give each state that may survive a loss of power at any moment of a change; at most so many of each."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    disk = Disk(record.root)
    disk.begin(record.steps[0][1])
    known: set[int] = set()
    for what, content in record.steps[1:]:
        (disk.step if what == "seen" else disk.sync)(content)
        for state in disk.survivors(chance, most):
            key = hash(tuple(sorted((name, value) for name, value in state.items() if value is not None)))
            if key not in known:
                known.add(key)
                yield state


def written(state: dict[str, bytes | None], folder: Path) -> Path:
    """Write a state into a new folder."""
    folder.mkdir(parents=True)
    for name in sorted(state):
        content, place = state[name], folder / name
        if content is None:
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return folder


def _action(name: str, words: list[str], folder: Path) -> Callable[[], object]:
    """Give what is recorded; everything it needs is loaded before."""
    if name == "write":
        from killed_writers import write  # noqa: PLC0415 - only then

        return lambda: write(folder, "new")
    from arpad.cli.main import run  # noqa: PLC0415 - only then

    return lambda: run(words)


def main(folder: Path, place: Path, name: str, words: list[str]) -> None:
    """Record a command and write the record."""
    action = _action(name.removeprefix("careless-"), words, folder)
    recorder = Recorder(folder, with_syncs=not name.startswith("careless-"))
    sys.stdout, out = io.StringIO(), sys.stdout
    code = action()
    sys.stdout = out
    record = recorder.ended()
    place.write_bytes(pickle.dumps(record))
    sys.exit(int(code or 0))


if __name__ == "__main__":
    from power_loss import main  # what is written is read under this name

    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
