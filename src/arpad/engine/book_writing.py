"""Writing into a book so that it is always whole: everything aside first, then a journal, then into its place.

The journal is the moment at which a change is made. What stops before it leaves the book as it was; what stops after it
is finished when the book is next opened.
"""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

from arpad.engine.book_files import parts_of
from arpad.engine.book_schema import CSV, TABLES
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    import polars as pl

UNFINISHED = ".unfinished"
JOURNAL = ".journal.json"


def aside(place: Path) -> Path:
    """Give the name under which a file or a folder is written before it is whole."""
    return place.with_name(f".{place.stem}{UNFINISHED}{place.suffix}")


def write_frame(place: Path, frame: pl.DataFrame) -> None:
    """Write one table, as CSV or Parquet by its name."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.suffix == f".{CSV}":
        frame.write_csv(place)
    else:
        frame.rechunk().write_parquet(place)


def write_files(folder: Path, files: Mapping[Path, pl.DataFrame]) -> None:
    """Write tables of a book, all of them or none."""
    write_together(folder, {place: writer_of(frame) for place, frame in files.items()})


def writer_of(frame: pl.DataFrame) -> Callable[[Path], None]:
    """Give what writes a table to a place."""
    return lambda place: write_frame(place, frame)


def write_together(folder: Path, makers: Mapping[Path, Callable[[Path], None]]) -> None:
    """Let every maker write its file or folder aside, then put all of them into their places.

    A place that is a folder of a table's parts becomes one part; a folder that is published replaces the old one.
    """
    moves: dict[Path, Path] = {}
    removed: list[Path] = []
    try:
        for place, make in makers.items():
            final = place
            if place.name in TABLES and place.is_dir() and (parts := parts_of(place)):
                final = place.joinpath(f"all{parts[0].suffix}")
                removed += [one for one in parts if one != final]
            unfinished = aside(final)
            discard(unfinished)
            unfinished.parent.mkdir(parents=True, exist_ok=True)
            moves[unfinished] = final
            make(unfinished)
        _commit(folder, moves, removed)
    finally:
        if not folder.joinpath(JOURNAL).exists():
            for unfinished in moves:
                discard(unfinished)
    recover(folder)


def _commit(folder: Path, moves: Mapping[Path, Path], removed: Iterable[Path]) -> None:
    """Write the journal: from here on the change is made."""
    said = {
        "moves": [[_named(folder, one), _named(folder, other)] for one, other in moves.items()],
        "removed": [_named(folder, one) for one in removed],
    }
    journal = folder.joinpath(JOURNAL)
    unfinished = aside(journal)
    with unfinished.open("w", encoding="utf-8") as stream:
        json.dump(said, stream)
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(journal)


def _named(folder: Path, place: Path) -> str:
    return place.relative_to(folder).as_posix()


def recover(folder: Path) -> bool:
    """Finish a change that was made but not carried out to the end; tell whether there was one."""
    journal = folder.joinpath(JOURNAL)
    try:
        moves, removed = _read(folder, journal.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (ValueError, KeyError, TypeError) as fault:
        said = f"{JOURNAL} in {folder.name} is damaged: a change was begun and cannot be finished. Restore a copy."
        raise RefusedError.of("book_damaged", said, folder.name) from fault
    for source, target in moves:
        if source.exists():
            if target.is_dir():
                discard(target)
            source.replace(target)
    for one in removed:
        one.unlink(missing_ok=True)
    journal.unlink(missing_ok=True)
    return True


def _read(folder: Path, text: str) -> tuple[list[tuple[Path, Path]], list[Path]]:
    """Read a journal; it may name nothing outside of its folder."""
    said = json.loads(text)

    def inside(name: str) -> Path:
        place = folder.joinpath(name)
        if not place.resolve().is_relative_to(folder.resolve()):
            raise ValueError(name)
        return place

    moves = [(inside(one), inside(other)) for one, other in said["moves"]]
    return moves, [inside(one) for one in said["removed"]]


def discard(place: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)
