"""The table from which the pages of a list are made, with the orders that they show; what is different in two."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import polars as pl

from arpad.publication.list_changes import compared_lists
from arpad.publication.list_rows import in_orders
from arpad.storage.opening import open_now
from arpad.storage.site.unpacked import UnpackedTables

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    from arpad.storage.models import ListVersion

TABLE = "list.parquet"
"""The public form of a list from which its pages are made."""
MOST_COMPARED = 3
"""So many comparisons are kept in a process."""
_TABLES = UnpackedTables("lists", 3, most_unpacked=36, most_open=3)
_LOCK = Lock()


def list_table(version: ListVersion) -> pl.DataFrame | None:
    """Give the public form of a list with its orders; None where its public files are still to be written."""
    digest = version.public_files.get(TABLE)
    return None if digest is None else _TABLES.table(digest, _shape(version.list_date))


def lay_out(digest: str, day: date) -> None:
    """Unpack a table ahead, so that nobody who reads waits for it."""
    _TABLES.lay_out(digest, _shape(day))


def _shape(day: date) -> Callable[[pl.DataFrame], pl.DataFrame]:
    return lambda public: in_orders(public, day)


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
            while len(_COMPARED) >= MOST_COMPARED:
                del _COMPARED[next(iter(_COMPARED))]
            _COMPARED[asked] = known
    return known


def federations_on(version: ListVersion) -> tuple[str, ...]:
    """Give the codes of the federations of a list, in order; none while its public files are to be written."""
    digest = version.public_files.get(TABLE)
    return () if digest is None else _federations(digest, version.list_date)


@lru_cache(36)
def _federations(digest: str, day: date) -> tuple[str, ...]:
    codes = _TABLES.table(digest, _shape(day))["federation"].unique().cast(pl.String)
    return tuple(sorted(code for code in codes if code))
