"""The folder of a replay: its lists, its part results, and what it was made from; a month is there whole or not at all.

Beside the lists stand the players, so that every list can be read by its names without the book, and `hashes.txt`,
which two replays can be compared by.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from typing import TYPE_CHECKING, Any

from arpad.book.bounded_tables import BROKEN, parquet_table, why
from arpad.book.durable.journal import recover, write_together, writer_of
from arpad.book.schema import LIST, LISTS, PARQUET, PLAYERS, POOL
from arpad.book.tables import fitted
from arpad.engine.wording import WORDS
from arpad.formats.lists.hashing import VERSION
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import polars as pl

ABOUT, HASHES = "replay.json", "hashes.txt"
FORMAT = 3
_READ = frozenset((2, FORMAT))
"""In a replay of form 2 the lists have hashes of version 1, and those that are added to it as well."""
_KEYS = {"format": int, "first": str, "fingerprint": str, "edition": (str, type(None)), "lists": dict, "files": dict}

_OF_LIST = {"sha256": str, "rated": dict, "events": int, "games": int, "notes": list}


@dataclass(slots=True)
class ReplayFolder:
    """A replay as far as it has come."""

    folder: Path
    first: date
    edition: str | None
    fingerprint: str
    lists: dict[date, dict[str, Any]] = field(default_factory=dict)
    """Of every list that was made: its hash, what it counts, and what must be known of it."""
    files: dict[str, str] = field(default_factory=dict)
    """The hashes of the bytes of what a later month is made from: lists and part results."""

    @classmethod
    def opened(cls, folder: Path, first: date, edition: str | None, fingerprint: str) -> ReplayFolder:
        """Open the folder of a replay, or begin it; refuse one that was made from something else."""
        recover(folder)
        place = folder.joinpath(ABOUT)
        if not place.is_file():
            if folder.exists() and (not folder.is_dir() or any(_seen(folder))):
                raise RefusedError.of(WORDS, "not_a_replay", folder.name, folder=folder.name)
            return cls(folder, first, edition, fingerprint)
        about = _read_about(place)
        if not about["lists"]:
            # It never came to a list, so nothing would be continued.
            return cls(folder, first, edition, fingerprint)
        there = cls(folder, date.fromisoformat(about["first"]), about["edition"], about["fingerprint"])
        there.lists = {date.fromisoformat(day): facts for day, facts in about["lists"].items()}
        there.files = about["files"]
        there._refuse_another(first, edition, fingerprint)
        return there

    def _refuse_another(self, first: date, edition: str | None, fingerprint: str) -> None:
        """Refuse to go on with what was begun otherwise, naming the first thing that differs."""
        name = self.folder.name
        if edition != self.edition:
            raise RefusedError.of(
                WORDS, "other_replay", name, says="other_edition", folder=name, was=self.edition, edition=edition
            )
        if first != self.first:
            was, month = f"{self.first:%Y-%m}", f"{first:%Y-%m}"
            raise RefusedError.of(WORDS, "other_replay", name, says="other_first", folder=name, was=was, first=month)
        if fingerprint != self.fingerprint:
            raise RefusedError.of(WORDS, "other_replay", name, says="other_inputs", folder=name)

    def refuse_damaged(self) -> None:
        """Refuse to go on where a file is gone, or is not the one that was written: later lists are made from it."""
        names = {f"{LISTS}/{day:%Y-%m}.{PARQUET}" for day in self.lists} | set(self.files)
        faults: dict[str, bool] = {}
        for name in sorted(names):
            place = self.folder.joinpath(name)
            if not place.is_file():
                faults[name] = True
            elif _hash_of(place) != self.files.get(name):
                faults[name] = False
        if faults:
            own = self.folder.name
            raise RefusedError(
                [
                    Problem.of(
                        WORDS, "replay_damaged", own, says="file_missing" if is_gone else "file_changed",
                        file=name, folder=own,
                    )
                    for name, is_gone in faults.items()
                ]
            )  # fmt: skip

    @property
    def hash_version(self) -> int:
        """The version of the hashes of its lists: all have the same."""
        return min((facts.get("hash_version", 1) for facts in self.lists.values()), default=VERSION)

    def place(self, day: date) -> Path:
        """Give the file of a list."""
        return self.folder.joinpath(LISTS, f"{day:%Y-%m}.{PARQUET}")

    def rating_list(self, day: date) -> pl.DataFrame:
        """Read a list that was made before."""
        return self._read(self.place(day))

    def pool(self) -> pl.DataFrame:
        """Read the part results as the last list left them."""
        return fitted(self._read(self._pool), POOL)

    @property
    def _pool(self) -> Path:
        return self.folder.joinpath(f"pool.{PARQUET}")

    def _read(self, place: Path) -> pl.DataFrame:
        try:
            return parquet_table(place)
        except BROKEN as fault:
            raise RefusedError.of(
                WORDS, "replay_damaged", self.folder.name, says="file_unreadable", file=place.name, why=why(fault)
            ) from fault

    def add(
        self, day: date, frame: pl.DataFrame, pool: pl.DataFrame, facts: dict[str, Any], players: pl.DataFrame
    ) -> None:
        """Add the list of a month, with everything that the next month needs: all of it or nothing.

        With the first list come the players, so that nothing stands there before.
        """
        lists = {**self.lists, day: facts}
        tables = {self.place(day): fitted(frame, LIST), self._pool: fitted(pool, POOL).sort(*POOL.key)}
        packed = {place: _packed(table) for place, table in tables.items()}
        hashes = {
            place.relative_to(self.folder).as_posix(): _hash(packed_table) for place, packed_table in packed.items()
        }
        files = {**self.files, **hashes}
        people = {} if self.lists else {f"players.{PARQUET}": writer_of(fitted(players, PLAYERS).sort("fide_id"))}
        texts = {ABOUT: self._about(lists, files), HASHES: _hashes(lists)}
        write_together(
            self.folder,
            {
                **{self.folder.joinpath(name): write for name, write in people.items()},
                **{place: _writer(packed_table) for place, packed_table in packed.items()},
                **{self.folder.joinpath(name): _writer(text.encode()) for name, text in texts.items()},
            },
        )
        self.lists, self.files = lists, files

    def _about(self, lists: dict[date, dict[str, Any]], files: dict[str, str]) -> str:
        about = {
            "format": FORMAT,
            "edition": self.edition,
            "first": self.first.isoformat(),
            "fingerprint": self.fingerprint,
            "lists": {day.isoformat(): lists[day] for day in sorted(lists)},
            "files": dict(sorted(files.items())),
        }
        return json.dumps(about, indent=2) + "\n"


def _seen(folder: Path) -> Iterator[Path]:
    """Give what stands in a folder, but for files that were being written when a run was stopped."""
    for path in folder.iterdir():
        if path.name.startswith(".") or (path.name == LISTS and path.is_dir() and not any(_seen(path))):
            continue
        yield path


def _read_about(place: Path) -> dict[str, Any]:
    """Read what a replay says of itself; refuse what nobody of us wrote."""
    try:
        about: dict[str, Any] = json.loads(read_whole(place, MOST_IN_RECORD).decode("utf-8"))
        fits = isinstance(about, dict) and all(isinstance(about.get(key), kind) for key, kind in _KEYS.items())  # type: ignore[arg-type]
        if fits and about["format"] in _READ and all(_is_list(facts) for facts in about["lists"].values()):
            for day in (about["first"], *about["lists"]):
                date.fromisoformat(day)
            return about
    except (OSError, ValueError, RecursionError):
        pass
    name = place.parent.name
    raise RefusedError.of(WORDS, "replay_damaged", name, says="about_damaged", file=ABOUT, folder=name)


def _is_list(facts: object) -> bool:
    """Tell whether what is said of a list has everything that is shown of it."""
    return isinstance(facts, dict) and all(isinstance(facts.get(key), kind) for key, kind in _OF_LIST.items())


def _hashes(lists: dict[date, dict[str, Any]]) -> str:
    return "".join(f"{lists[day]['sha256']}  {LISTS}/{day:%Y-%m}.{PARQUET}\n" for day in sorted(lists))


def _packed(frame: pl.DataFrame) -> bytes:
    """Give a table as the bytes of its file, so that they can be hashed before they are written."""
    buffer = BytesIO()
    frame.rechunk().write_parquet(buffer)
    return buffer.getvalue()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _hash_of(place: Path) -> str:
    with place.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _writer(content: bytes) -> Callable[[Path], None]:
    def write(place: Path) -> None:
        place.write_bytes(content)

    return write
