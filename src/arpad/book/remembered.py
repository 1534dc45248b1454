"""What a large book remembers, so that not everything is read and sorted again every time it is opened or closed.

Which files passed their checks: a file is known again by its state (time, size and number), or else by its hash. Lists
and kept part results name players and events; they still pass as long as nobody went missing from those tables since.
And in which order the names of its players stand. All of it stands in a hidden folder of the book. It is never needed:
whatever is not remembered is checked, and sorted.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import polars as pl

import arpad
from arpad.book.bounded_tables import BROKEN, parquet_table
from arpad.book.durable.journal import writer_of_bytes
from arpad.book.record import hash_of_file
from arpad.book.schema import REFERRED
from arpad.book.tables import parts_of
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.clock import file_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

CHECKED = ".checked"
LEAST_BYTES = 16 << 20
"""A smaller book is checked in a moment, and nothing is remembered of it."""
LEAST_NAMES = 100_000
"""Fewer names are sorted in a moment, and their order is not kept."""
_PASSED = "passed.json"
_ORDER = "order.parquet"
_FORMAT = 1
_FRESH_NS = 2_000_000_000
"""A file may change again within the same tick of its clock; one so young is known by its hash only."""


class Remembered:
    """What is known of the files of a book since they were checked, and what is learned of them now."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = folder.joinpath(CHECKED)
        self._files: dict[str, dict[str, Any]] = {}
        self._learned = False
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            content = json.loads(read_whole(self._home.joinpath(_PASSED), MOST_IN_RECORD).decode())
            if (content["format"], content["arpad"]) == (_FORMAT, arpad.__version__):
                self._files = {
                    str(name): {"state": list(known["state"]), "at": int(known["at"]), "sha256": str(known["sha256"])}
                    for name, known in content["files"].items()
                }

    def passed(self, names: Iterable[str]) -> bool:
        """Tell whether all of these files are those that passed."""
        return all(self._is_known(name) for name in names)

    def _is_known(self, name: str) -> bool:
        if name not in self._files or self._has_its_state(name):
            return name in self._files
        place = self._folder.joinpath(name)
        try:
            state, sha256 = _state(place), hash_of_file(place)
        except OSError:
            return False
        if self._files[name]["sha256"] != sha256:
            return False
        self._note(name, state, sha256)
        return True

    def _has_its_state(self, name: str) -> bool:
        known = self._files[name]
        try:
            state = _state(self._folder.joinpath(name))
        except OSError:
            return False
        return bool(known["state"] == state and state[0] + _FRESH_NS < known["at"])

    def known_hashes(self) -> dict[str, str]:
        """Give the hashes of the files whose state is that in which they were hashed."""
        return {name: str(known["sha256"]) for name, known in self._files.items() if self._has_its_state(name)}

    def note(self, names: Iterable[str]) -> None:
        """Remember that these files, as they are now, passed."""
        for name in names:
            place = self._folder.joinpath(name)
            self._note(name, _state(place), hash_of_file(place))

    def _note(self, name: str, state: list[int], sha256: str) -> None:
        self._files[name] = {"state": state, "at": file_time(), "sha256": sha256}
        self._learned = True

    def forget(self, names: Iterable[str]) -> None:
        """Check these files again."""
        for name in names:
            self._learned |= self._files.pop(name, None) is not None

    def still_has_all(self, table: str, frame: pl.DataFrame) -> bool:
        """Tell whether nobody went missing from a table since its numbers were remembered."""
        try:
            before = parquet_table(self._home.joinpath(f"{table}.parquet"))["number"]
        except (*BROKEN, pl.exceptions.ColumnNotFoundError):
            return False
        return bool(before.is_in(frame[REFERRED[table]].implode()).all())

    def write(self, numbers: Mapping[str, pl.DataFrame], there: Iterable[str]) -> None:
        """Keep what was learned, and the numbers of the tables that were read; where that cannot be, it is no loss."""
        known = set(there)
        gone = [name for name in self._files if name not in known]
        self.forget(gone)
        if not self._learned and not numbers:
            return
        with suppress(OSError, pl.exceptions.PolarsError):
            self._home.mkdir(exist_ok=True)
            for table, frame in numbers.items():
                numbers_of = frame.select(number=REFERRED[table])
                _put(self._home, f"{table}.parquet", numbers_of.write_parquet)
            content = {"format": _FORMAT, "arpad": arpad.__version__, "files": self._files}
            _put(self._home, _PASSED, writer_of_bytes(json.dumps(content).encode()))


class KeptOrder:
    """The FIDE numbers of a large book in the order of the names that its players had with the last list.

    It stands beside the book's tables and not in what was published: the lists there leave out whoever is not listed, a
    book may begin with a list that it did not publish, and reading an order of numbers takes a hundredth of a second.
    """

    def __init__(self, folder: Path) -> None:
        self._home = folder.joinpath(CHECKED)
        self._kept: pl.Series | None = None

    def numbers(self) -> pl.Series | None:
        """Give the numbers; None where none are kept. Whether the order still holds is for the reader to see."""
        with suppress(*BROKEN, pl.exceptions.ColumnNotFoundError):
            numbers = parquet_table(self._home.joinpath(_ORDER))["number"]
            self._kept = numbers if numbers.dtype == pl.Int64 else None
        return self._kept

    def keep(self, numbers: pl.Series) -> None:
        """Keep numbers for the next list, unless they are those that were read; where that cannot be, it is no loss."""
        before, self._kept = self._kept, None
        if len(numbers) < LEAST_NAMES or (before is not None and before.equals(numbers)):
            return
        with suppress(OSError, pl.exceptions.PolarsError):
            self._home.mkdir(exist_ok=True)
            frame = numbers.to_frame("number")
            _put(self._home, _ORDER, lambda place: frame.write_parquet(place, compression="lz4"))


def _put(home: Path, name: str, make: Callable[[Path], object]) -> None:
    """Write a file aside and put it in its place. A half-written one is ignored later, so nothing is synced."""
    unfinished = home.joinpath(f".{name}.{os.getpid()}")
    try:
        make(unfinished)
        unfinished.replace(home.joinpath(name))
    finally:
        unfinished.unlink(missing_ok=True)


def _state(place: Path) -> list[int]:
    stat = place.stat()
    return [stat.st_mtime_ns, stat.st_size, stat.st_ino]


def files_of(folder: Path, places: Iterable[Path]) -> list[str]:
    """Name the files of tables: those themselves, or the parts of a table that is a folder."""
    files = (file for place in places for file in (parts_of(place) if place.is_dir() else [place]))
    return [file.relative_to(folder).as_posix() for file in files]
