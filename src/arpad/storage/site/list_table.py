"""The table from which the pages of a list are made: unpacked once, and kept by every process in little room.

The archive keeps the public form of a list packed. It is unpacked into the folder of work under its own hash, with the
orders in which pages show it; a process keeps the few tables that were asked for last. What lies there can be taken
away at any time.
"""

from __future__ import annotations

import io
import os
import secrets
from threading import Lock
from typing import TYPE_CHECKING

import polars as pl

from arpad.publication.list_changes import compared_lists
from arpad.publication.list_rows import in_orders
from arpad.storage.archived_files import archive
from arpad.storage.opening import open_now

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from arpad.storage.models import ListVersion

TABLE = "list.parquet"
"""The public form of a list from which its pages are made."""
FORM = 2
"""Counts the forms of an unpacked table; one of another form is not read."""
MOST_UNPACKED, MOST_OPEN = 36, 3
"""So many tables are kept unpacked, and so many of them are open in a process."""
_OPEN: dict[Path, pl.DataFrame] = {}
"""By place, the newest at the end."""
_LOCK = Lock()
"""One thread reads a table, the others wait for it."""


def list_table(version: ListVersion) -> pl.DataFrame | None:
    """Give the public form of a list with its orders; None where its public files are still to be written."""
    digest = version.public_files.get(TABLE)
    return None if digest is None else _opened(digest, version.list_date)


def lay_out(digest: str, day: date) -> None:
    """Unpack a table ahead, so that nobody who reads waits for it."""
    place = _place(digest)
    if not place.exists():
        _unpack(place, digest, day)


def _place(digest: str) -> Path:
    return open_now().work / "lists" / f"{digest}.{FORM}.arrow"


def _opened(digest: str, day: date) -> pl.DataFrame:
    place = _place(digest)
    with _LOCK:
        table = _OPEN.pop(place, None)
        if table is None:
            table = _read(place, digest, day)
        _OPEN[place] = table
        while len(_OPEN) > MOST_OPEN:
            del _OPEN[next(iter(_OPEN))]
    return table


def _read(place: Path, digest: str, day: date) -> pl.DataFrame:
    try:
        os.utime(place)
    except FileNotFoundError:
        _unpack(place, digest, day)
    return pl.read_ipc(place)


def _unpack(place: Path, digest: str, day: date) -> None:
    """Write a table aside, and put it in its place whole; the ones used longest ago go."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    table = in_orders(pl.read_parquet(io.BytesIO(archive().read(digest))), day)
    aside = place.with_name(f".{secrets.token_hex(8)}")
    try:
        table.rechunk().write_ipc(aside, compression="uncompressed")
        aside.replace(place)
    finally:
        aside.unlink(missing_ok=True)
    used = sorted(place.parent.glob("*.arrow"), key=lambda each: each.stat().st_mtime_ns, reverse=True)
    for old in used[MOST_UNPACKED:]:
        old.unlink(missing_ok=True)


_COMPARED: dict[tuple[Path, str], pl.DataFrame] = {}
"""The comparisons that were asked for last, by folder and lists."""


def comparison(older: ListVersion, newer: ListVersion) -> pl.DataFrame | None:
    """Give what is different between two lists; None where the public files of one are still to be written."""
    tables = list_table(older), list_table(newer)
    if tables[0] is None or tables[1] is None:
        return None
    asked = open_now().work, f"{older.public_files[TABLE]}/{newer.public_files[TABLE]}"
    known = _COMPARED.get(asked)
    if known is None:
        known = compared_lists(tables[0], tables[1])
        with _LOCK:
            while len(_COMPARED) >= MOST_OPEN:
                del _COMPARED[next(iter(_COMPARED))]
            _COMPARED[asked] = known
    return known


def federations_in(table: pl.DataFrame) -> list[str]:
    """Give the codes of the federations of a list, in order."""
    return sorted(code for code in table["federation"].unique().cast(pl.String).to_list() if code)
