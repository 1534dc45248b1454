"""Tables of the archive from which pages are made: unpacked once, and kept by every process in little room.

The archive keeps a table packed. It is unpacked into the folder of work under its own hash, as pages want it, and read
from there without being copied into memory; a process keeps the few tables that were asked for last. What lies there
can be taken away at any time.
"""

from __future__ import annotations

import io
import os
import secrets
from threading import Lock
from typing import TYPE_CHECKING

import polars as pl

from arpad.storage.archived_files import archive
from arpad.storage.opening import open_now

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Shape = Callable[[pl.DataFrame], pl.DataFrame]


class UnpackedTables:
    """Tables of one kind in a folder of their own."""

    def __init__(self, folder: str, form: int, *, most_unpacked: int, most_open: int) -> None:
        """Say in which folder they lie; `form` counts the shapes that there were, and one of another is not read.

        So many tables are kept unpacked, and so many of them are open in a process.
        """
        self._folder, self._form = folder, form
        self._most_unpacked, self._most_open = most_unpacked, most_open
        self._open: dict[Path, pl.DataFrame] = {}
        """By place, the newest at the end."""
        self._lock = Lock()
        """One thread reads a table, the others wait for it."""

    def table(self, digest: str, shaped: Shape) -> pl.DataFrame:
        """Give a table by the hash under which the archive has it, in the shape in which it is read."""
        place = self._place(digest)
        with self._lock:
            table = self._open.pop(place, None)
            if table is None:
                table = self._read(place, digest, shaped)
            self._open[place] = table
            while len(self._open) > self._most_open:
                del self._open[next(iter(self._open))]
        return table

    def lay_out(self, digest: str, shaped: Shape) -> None:
        """Unpack a table ahead, so that nobody who reads waits for it."""
        place = self._place(digest)
        if not place.exists():
            self._unpack(place, digest, shaped)

    def _place(self, digest: str) -> Path:
        return open_now().work / self._folder / f"{digest}.{self._form}.arrow"

    def _read(self, place: Path, digest: str, shaped: Shape) -> pl.DataFrame:
        try:
            os.utime(place)
        except FileNotFoundError:
            self._unpack(place, digest, shaped)
        return pl.read_ipc(place)

    def _unpack(self, place: Path, digest: str, shaped: Shape) -> None:
        """Write a table aside, and put it in its place whole; the ones used longest ago go."""
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        table = shaped(pl.read_parquet(io.BytesIO(archive().read(digest))))
        aside = place.with_name(f".{secrets.token_hex(8)}")
        try:
            table.rechunk().write_ipc(aside, compression="uncompressed")
            aside.replace(place)
        finally:
            aside.unlink(missing_ok=True)
        used = sorted(place.parent.glob("*.arrow"), key=lambda each: each.stat().st_mtime_ns, reverse=True)
        for old in used[self._most_unpacked :]:
            old.unlink(missing_ok=True)
