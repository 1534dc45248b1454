"""Tables that anybody may have written, read by Polars within limits: nothing is unpacked that was not asked for.

Polars unpacks what begins like gzip, zlib or zstd, whatever its name; a table as text is never packed here. A Parquet
file is read only if what it becomes in memory is in proportion to the file.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.parquet_size import ParquetError, parquet_size
from arpad.book.wording import WORDS
from arpad.model.bounded import opened, read_most

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_BYTES = 4 << 30
"""A table as text, or a Parquet file; a month of all the games of the world has some hundred megabytes."""
MOST_LIST_BYTES = 512 << 20
"""A list in CSV is read as a whole; that of the world has about 150 megabytes."""
MOST_RATIO = 200
"""Tables take up to thirty times the room of their files; a trap takes ten thousand times as much."""
ALWAYS_TAKEN = 64 << 20
"""So much may come from any file, however small."""
MOST_IN_TEXT = 1 << 16
"""A text in a table of a book; names have at most some hundred characters."""
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda", b"\x04\x22\x4d\x18")
"""How gzip, zstd, zlib and lz4 begin."""
BROKEN = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError)
"""What is raised where a table cannot be read."""
_ERROR_STREAM = 2
_silent = threading.Lock()


class TooMuchError(ValueError):
    """A table that goes beyond a limit."""


def why(fault: BaseException) -> str:
    """Say in a few words why a table cannot be read."""
    return (getattr(fault, "strerror", None) or str(fault)).partition("\n")[0]


def is_packed(start: bytes) -> bool:
    """Tell whether Polars would unpack bytes that begin so."""
    return start.startswith(_PACKED)


def csv_table(place: Path, **options: Any) -> pl.DataFrame:  # noqa: ANN401 - what Polars takes
    """Read a table from CSV, all columns as texts; refuse a packed or an enormous one."""
    if is_packed(read_most(place, 4)):
        raise TooMuchError(WORDS.say("limit", "packed", {}))
    size = place.stat().st_size
    if size > MOST_BYTES:
        raise TooMuchError(WORDS.say("limit", "bytes", {"most": MOST_BYTES}))
    with silent_panics():
        return _with_short_texts(pl.read_csv(place, infer_schema=False, glob=False, **options))


def parquet_table(source: Path | bytes, most_rows: int | None = None, columns: list[str] | None = None) -> pl.DataFrame:
    """Read a table from Parquet, or some of its columns; refuse what would become too large before it is unpacked."""
    if isinstance(source, bytes):
        refuse_large(BytesIO(source), len(source), most_rows)
        with silent_panics():
            return _in_one_piece(_with_short_texts(pl.read_parquet(BytesIO(source), columns=columns)))
    with opened(source) as stream:
        refuse_large(stream, source.stat().st_size, most_rows)
    with silent_panics():
        return _in_one_piece(_with_short_texts(pl.read_parquet(source, columns=columns, glob=False)))


@contextmanager
def silent_panics() -> Iterator[None]:
    """Let nobody see what Polars' own threads write when a damaged table makes them fail: a sentence follows instead.

    They write to the error stream of the system, past Python. `ARPAD_TRACEBACK` shows it.
    """
    if os.environ.get("ARPAD_TRACEBACK") or not _silent.acquire(blocking=False):
        yield
        return
    try:
        kept, nowhere = os.dup(_ERROR_STREAM), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # there is no error stream
        _silent.release()
        yield
        return
    try:
        os.dup2(nowhere, _ERROR_STREAM)
        yield
    finally:
        os.dup2(kept, _ERROR_STREAM)
        os.close(kept)
        os.close(nowhere)
        _silent.release()


def refuse_large(stream: Any, size: int, most_rows: int | None) -> None:  # noqa: ANN401 - a file or bytes
    """Refuse a Parquet file that is no such file, or becomes too large."""
    if size > MOST_BYTES:
        raise TooMuchError(WORDS.say("limit", "bytes", {"most": MOST_BYTES}))
    try:
        rows, unpacked = parquet_size(stream)
    except ParquetError as fault:
        raise TooMuchError(WORDS.say("limit", "damaged", {"why": str(fault)})) from fault
    if most_rows is not None and rows > most_rows:
        raise TooMuchError(WORDS.say("limit", "rows", {"rows": rows, "most": most_rows}))
    if unpacked > max(ALWAYS_TAKEN, MOST_RATIO * size):
        raise TooMuchError(WORDS.say("limit", "unpacked", {"size": size, "unpacked": unpacked}))


def _with_short_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """Give a table as it is; refuse a text longer than any can be, for it may be repeated a million times."""
    texts = frame.select(pl.col(pl.String).str.len_bytes().max())
    if any((column.item() or 0) > MOST_IN_TEXT for column in texts):
        raise TooMuchError(WORDS.say("limit", "text", {"most": MOST_IN_TEXT}))
    return frame


def _in_one_piece(frame: pl.DataFrame) -> pl.DataFrame:
    """Put the pieces of each column together: rows are taken out of one piece much faster."""
    return pl.DataFrame([frame.drop_in_place(name).rechunk() for name in frame.columns])
