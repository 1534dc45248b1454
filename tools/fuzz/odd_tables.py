"""Tables and books that nobody meant: columns of other kinds, damaged Parquet, a book of which one file is changed."""

from __future__ import annotations

import hashlib
import io
import shutil
import zipfile
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import polars as pl
from mutations import happens, mutated, of_bytes, rows_of, sign
from spoken import spoken

from arpad.book.backup import CONTENTS, SEAL
from arpad.book.schema import LIST, POOL, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from arpad.book.schema import BookTable

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"
SMALL_BOOK = DATA / "small-book"
MONTH = "2026-11"


def packed_as_parquet(frame: pl.DataFrame) -> bytes:
    """Write a table as Parquet that says it is a rating list."""
    out = io.BytesIO()
    frame.write_parquet(out, metadata={"arpad.rating_list": '{"version": 1, "form": "txt", "dialect": {}}'})
    return out.getvalue()


def odd_frame(frame: pl.DataFrame, chance: Random) -> pl.DataFrame:
    """Change columns of a table in their kinds and values."""
    name = chance.choice(frame.columns)
    text = sign(chance).decode("utf-8", "replace")
    odd: list[Callable[[], pl.DataFrame]] = [
        lambda: frame.drop(name),
        lambda: frame.rename({name: text}) if text not in frame.columns else frame,
        lambda: frame.with_columns(pl.col(name).cast(pl.String)),
        lambda: frame.with_columns(pl.col(name).cast(pl.Float64, strict=False)),
        lambda: frame.with_columns(pl.lit(None).alias(name)),
        lambda: frame.with_columns(pl.lit(text).alias(name)),
        lambda: frame.with_columns(pl.lit(chance.choice((-(2**63), 2**63 - 1, -1, 0, 65536))).alias(name)),
        lambda: frame.with_columns(pl.concat_list(pl.lit(1)).alias(name)),
        lambda: frame.with_columns(pl.struct(pl.lit(1).alias("a")).alias(name)),
        lambda: frame.with_columns(pl.lit(b"\xff").alias(name)),
        lambda: frame.with_columns(pl.lit(3_000_000, dtype=pl.Int32).cast(pl.Date).alias(name)),
        lambda: frame.with_columns(pl.col(name).cast(pl.String).cast(pl.Categorical)),
        lambda: pl.concat([frame] * chance.choice((2, 3))),
        frame.clear,
    ]
    try:
        return chance.choice(odd)()
    except pl.exceptions.PolarsError:  # what an odd column holds already cannot become everything
        return frame


def odd_parquet(raw: bytes, chance: Random) -> bytes:
    """Make a Parquet file of a table as text: with odd columns, with odd bytes, or both."""
    head, *rows = rows_of(raw)
    columns = {name: [row[place] if place < len(row) else None for row in rows] for place, name in enumerate(head)}
    return _odd_bytes(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)), chance)


def odd_list_parquet(samples: tuple[pl.DataFrame, ...], chance: Random) -> bytes:
    """Make a Parquet file of a rating list that was whole, a little odd: most of it is as arpad writes it."""
    return _odd_bytes(chance.choice(samples), chance)


def _odd_bytes(frame: pl.DataFrame, chance: Random) -> bytes:
    for _ in range(chance.choice((0, 1, 1, 2))):
        frame = odd_frame(frame, chance) if frame.width else frame
    packed = packed_as_parquet(frame)
    for _ in range(chance.choice((0, 0, 1, 2))):
        packed = of_bytes(packed, chance, (packed,))
    return packed


def table_named(name: str) -> BookTable:
    """Give the table of a file of a book, by the file's name in the book."""
    of_folder = {"lists": LIST, "pools": POOL}
    folder, _, rest = name.partition("/")
    return of_folder[folder] if rest else TABLES[Path(name).stem]


@cache
def _files_of(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()))


def odd_file(folder: Path, chance: Random, ending: str = "") -> bytes:
    """Choose a file of a book and change it; give its name in the book and what is in it now, parted by a zero byte."""
    name = chance.choice([name for name in _files_of(folder) if name.endswith(ending)])
    return _named(name, folder, chance)


def _named(name: str, folder: Path, chance: Random) -> bytes:
    place = folder / name
    content = place.read_bytes()
    if place.suffix == ".csv" and happens(chance, 40):
        table = table_named(name)
        frame = table.empty() if happens(chance, 20) else pl.read_csv(place, infer_schema=False)
        return place.with_suffix(".parquet").relative_to(folder).as_posix().encode() + b"\0" + _odd_bytes(frame, chance)
    if place.suffix == ".parquet" and happens(chance, 60):
        content = _odd_bytes(pl.read_parquet(place), chance)
    else:
        way = {".toml": "toml", ".csv": "cells", ".json": "json"}.get(place.suffix, "bytes")
        content = mutated((content,), way, chance)
    return name.encode() + b"\0" + content


def with_file(folder: Path, raw: bytes, copy: Path) -> Path:
    """Copy a book, with the file that an input has in the place of its own."""
    copied(folder, copy)
    name, _, content = raw.partition(b"\0")
    place = copy / name.decode()
    for other in place.parent.glob(f"{place.stem}.*"):
        other.unlink()
    place.write_bytes(content)
    return copy


def copied(folder: Path, copy: Path) -> Path:
    """Copy a book as it is."""
    shutil.rmtree(copy, ignore_errors=True)
    return Path(shutil.copytree(folder, copy))


@cache
def closed_book() -> Path:
    """Give the small book with a list closed in it: with a record, a log and all that is published."""
    folder = Path(mkdtemp()) / "book"
    shutil.copytree(SMALL_BOOK, folder)
    if spoken("period", "close", str(folder), MONTH, "--force", "--why", "fuzzed") != "exit 0":
        raise SystemExit("The small book cannot be closed.")
    return folder


@cache
def _backup() -> dict[str, bytes]:
    """Give a backup of the small book: its members with what is in them."""
    folder = Path(mkdtemp())
    copied(SMALL_BOOK, folder / "book")
    if spoken("book", "backup", str(folder / "book"), str(folder / "backup.zip")) != "exit 0":
        raise SystemExit("The small book cannot be backed up.")
    with zipfile.ZipFile(folder / "backup.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def odd_backup(chance: Random) -> bytes:
    """Make a backup of which a member is odd, or the bytes; most are sealed as arpad seals them."""
    members = dict(_backup())
    name = chance.choice((CONTENTS, *members))
    other = chance.choice((name, name, name, sign(chance).decode("utf-8", "replace").replace("\0", "") or "x", "../x"))
    members[other] = mutated((members.pop(name),), "json" if name == CONTENTS else "bytes", chance)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as archive:
        archive.comment = bytes(SEAL)
        for member, content in members.items():
            archive.writestr(zipfile.ZipInfo(member), content)
    raw = out.getvalue() if happens(chance, 60) else of_bytes(out.getvalue(), chance, (out.getvalue(),))
    return raw if happens(chance, 10) else raw[:-SEAL] + hashlib.sha256(raw[:-SEAL]).hexdigest().encode()
