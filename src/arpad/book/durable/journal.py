"""Writing into a book so that it is always whole: everything aside first, then a journal, then into its place.

The journal is the moment at which a change is made. What stops before it leaves the book as it was; what stops after it
is finished when the book is next opened. That holds for a loss of power too: everything is on the disk before the
journal is, and the journal is gone only after every name is in its place.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import sys
import time
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

import polars as pl

from arpad.book.durable.lock import BusyError, writing
from arpad.book.schema import CHANGES, CSV, EDITIONS, LISTS, ORIGINALS, POOLS, PUBLISHED, TABLES
from arpad.book.tables import form_of, parts_of, write_packed
from arpad.book.wording import WORDS
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.problems import ArpadError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    Maker = Callable[[Path], Mapping[str, str] | None]
    """Writes a file or a folder to a place; of a folder it gives the hashes of files that it knows, by name."""

UNFINISHED = ".unfinished"
JOURNAL = ".journal.json"
PATIENCE = 30
"""So many seconds a reader waits for another run that is putting files into their places."""
_PAUSE = 0.02
_FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
_NOT_FOR_FOLDERS = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EBADF))
"""What some file systems say to the wish to sync a folder; they look after names themselves."""
_OF_SYSTEM = re.compile(r"([^:]+) \(os error (\d+)\)")
"""How Polars passes on what the system said; of a Parquet file as a fault of computing."""


class NotWrittenError(ArpadError):
    """Something could not be written, so nothing was."""


def aside(place: Path) -> Path:
    """Give the name under which a file or a folder is written before it is whole."""
    return place.with_name(f".{place.stem}{UNFINISHED}{place.suffix}")


def write_frame(place: Path, frame: pl.DataFrame) -> None:
    """Write one table, as CSV or Parquet by its name."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.suffix == f".{CSV}":
        frame.write_csv(place)
    else:
        write_packed(frame, place)


def writer_of(frame: pl.DataFrame) -> Callable[[Path], None]:
    """Give what writes a table to a place."""
    return lambda place: write_frame(place, frame)


def packer_of(frame: pl.DataFrame, meanwhile: Executor) -> Callable[[Path], None]:
    """Give what writes a large table to a place as Parquet; it is packed while other things are written."""
    packed = meanwhile.submit(_packed, frame)

    def write(place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(packed.result().getbuffer())

    return write


def _packed(frame: pl.DataFrame) -> BytesIO:
    """Give a table as the bytes of a Parquet file."""
    packed = BytesIO()
    write_packed(frame, packed)
    return packed


def writer_of_bytes(content: bytes) -> Callable[[Path], None]:
    """Give what writes some bytes to a place."""

    def write(place: Path) -> None:
        place.write_bytes(content)

    return write


def copier_of(source: Path) -> Callable[[Path], None]:
    """Give what copies a file, or a folder with everything in it, to a place."""

    def copy(place: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, place)
        else:
            shutil.copyfile(source, place)

    return copy


class Seal(Protocol):
    """What is written last, about everything else that a write makes and removes."""

    @property
    def place(self) -> Path:
        """Where it is written."""

    def __call__(
        self, written: Mapping[Path, Path], removed: Sequence[Path], known: Mapping[Path, Mapping[str, str]]
    ) -> bytes:
        """Give its content; `written` has by its final place where each file or folder stands until then.

        `known` has for a folder the hashes of files in it that are known already, by name.
        """


def write_together(
    folder: Path,
    makers: Mapping[Path, Maker],
    gone: Iterable[Path] = (),
    seal: Seal | None = None,
) -> None:
    """Let every maker write its file or folder aside, then put all of them into their places and remove what is gone.

    A place that is a folder of a table's parts becomes one part; a folder that is published replaces the old one.
    """
    refuse_path(folder)
    with writing(folder):
        gone = tuple(gone)
        refuse_links(folder, (*makers, *gone, *(() if seal is None else (seal.place,))))
        recover(folder)
        _sweep(folder)
        _written(folder, makers, gone, seal)
        recover(folder)


def refuse_path(folder: Path) -> None:
    """Refuse a folder whose path is no text: some systems take any bytes, and Polars does not."""
    try:
        str(folder.absolute()).encode()
    except UnicodeEncodeError as fault:
        name = folder.name.encode("utf-8", "backslashreplace").decode()
        raise RefusedError.of(WORDS, "path_no_text", name, folder=name) from fault


def refuse_links(folder: Path, places: Iterable[Path]) -> None:
    """Refuse to write where a link would lead out of a folder, before anything is changed."""
    home = folder.resolve()
    own = (folder.joinpath(name) for name in (CHANGES, EDITIONS, LISTS, ORIGINALS, POOLS, PUBLISHED, *TABLES))
    written = (part for given in places for part in (given.parent, given))
    for place in dict.fromkeys((*own, *written)):
        if place != folder and not _is_inside(home, place):
            file, name = _named(folder, place), home.name
            target = str(place.readlink() if place.is_symlink() else place)
            raise RefusedError.of(WORDS, "leads_out", name, file=file, folder=name, target=target)


def _is_inside(home: Path, place: Path) -> bool:
    """Tell whether a place is really inside of a folder, wherever links lead; a link in a circle leads nowhere."""
    try:
        return home in place.resolve().parents
    except (OSError, RuntimeError):
        return False


def _written(folder: Path, makers: Mapping[Path, Maker], gone: Iterable[Path], seal: Seal | None) -> None:
    """Write everything aside, and then the journal; nothing stays of what cannot be written whole."""
    moves: dict[Path, Path] = {}
    known: dict[Path, Mapping[str, str]] = {}
    removed = list(gone)
    place = folder
    try:
        for place, make in makers.items():
            final = place
            if place.is_dir() and _is_table(folder, place):
                parts = parts_of(place)
                # A folder without parts is a table without rows, and stays a folder.
                final = place.joinpath(f"all{parts[0].suffix if parts else f'.{form_of(folder)}'}")
                removed += [part for part in parts if part != final]
            unfinished = aside(final)
            discard(unfinished)
            unfinished.parent.mkdir(parents=True, exist_ok=True)
            moves[unfinished] = final
            known[final] = make(unfinished) or {}
            _keep_rights(unfinished, final)
        if seal is not None:
            place = seal.place
            written = {final: unfinished for unfinished, final in moves.items()}
            moves[aside(place)] = place
            aside(place).write_bytes(seal(written, removed, known))
            _keep_rights(aside(place), place)
        _commit(folder, moves, removed)
    except (OSError, pl.exceptions.PolarsError) as fault:
        if folder.joinpath(JOURNAL).exists() or (system_fault := _of_system(fault)) is None:
            raise
        raise _not_written(folder, place, *system_fault) from fault
    finally:
        if not folder.joinpath(JOURNAL).exists():
            for unfinished in (*moves, aside(folder.joinpath(JOURNAL))):
                discard(unfinished)


def _keep_rights(unfinished: Path, final: Path) -> None:
    """Give what is written the rights of what it replaces."""
    if final.exists():
        with suppress(OSError):  # some file systems have no such rights
            unfinished.chmod(stat.S_IMODE(final.stat().st_mode))


def _of_system(fault: Exception) -> tuple[int, str] | None:
    """Give the number and the words of what the system said; None for a fault of another kind."""
    if isinstance(fault, OSError) and fault.errno is not None:
        return fault.errno, fault.strerror or str(fault)
    match = _OF_SYSTEM.search(str(fault))
    return None if match is None else (int(match[2]), match[1].strip())


def _not_written(folder: Path, place: Path, number: int, why: str) -> NotWrittenError:
    name = folder.resolve().name
    return NotWrittenError.of(
        WORDS, "not_written", str(folder),
        folder=name, file="" if place == folder else _named(folder, place), why=why, is_full=number in _FULL,
    )  # fmt: skip


def _is_table(folder: Path, place: Path) -> bool:
    """Tell whether a place is one of a table, not of what is published with a list."""
    return (place.parent == folder and place.name in TABLES) or place.parent == folder.joinpath(POOLS)


def _commit(folder: Path, moves: Mapping[Path, Path], removed: Iterable[Path]) -> None:
    """Write the journal: from here on the change is made."""
    for unfinished in moves:
        sync(unfinished)
    sync_folders(parent for unfinished in moves for parent in _up_to(folder, unfinished))
    entries = {
        "moves": [[_named(folder, source), _named(folder, target)] for source, target in moves.items()],
        "removed": [_named(folder, path) for path in removed],
    }
    journal = folder.joinpath(JOURNAL)
    unfinished = aside(journal)
    unfinished.write_text(json.dumps(entries), encoding="utf-8")
    sync(unfinished)
    unfinished.replace(journal)
    sync_folders([folder])


def _up_to(folder: Path, place: Path) -> Iterator[Path]:
    """Give the folders in which a place stands, up to the one in which the book itself may just have been made."""
    yield from (folder.joinpath(parent) for parent in place.relative_to(folder).parents)
    yield folder.parent


def _sweep(folder: Path) -> None:
    """Remove what killed runs left behind; only names that we give, and only where we write, never in other folders.

    A replay inside of a book is a folder of its own, with a writer of its own.
    """
    for inside in (
        folder,
        *(folder.joinpath(name) for name in (CHANGES, EDITIONS, LISTS, ORIGINALS, POOLS, PUBLISHED, *TABLES)),
    ):
        for place in inside.iterdir() if inside.is_dir() else ():
            if is_unfinished(place):
                discard(place)


def is_unfinished(place: Path) -> bool:
    """Tell whether a file or a folder has the name of something that is being written, or was when a run ended."""
    return place.name.startswith(".") and UNFINISHED in place.suffixes[-2:]


def _named(folder: Path, place: Path) -> str:
    return place.relative_to(folder).as_posix()


def recover(folder: Path) -> bool:
    """Finish a change that was made but not carried out to the end; tell whether there was one.

    If the run that made it is still at it, we wait a little: moving files takes a moment.
    """
    journal = folder.joinpath(JOURNAL)
    patient_until = time.monotonic() + PATIENCE
    while journal.exists():
        try:
            with writing(folder):
                return _finished(folder, journal)
        except BusyError:
            if time.monotonic() > patient_until:
                raise
            time.sleep(_PAUSE)
    return False


def _finished(folder: Path, journal: Path) -> bool:
    try:
        moves, removed = _read(folder, read_whole(journal, MOST_IN_RECORD).decode("utf-8"))
    except FileNotFoundError:
        return False
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise RefusedError.of(WORDS, "book_damaged", folder.name, file=JOURNAL, folder=folder.name) from fault
    for source, target in moves:
        if source.exists():
            if target.is_dir():
                discard(target)
            source.replace(target)
    for path in removed:
        discard(path)
    places = (*(target for _, target in moves), *removed)
    sync_folders(place.parent for place in places if place.parent.is_dir())
    journal.unlink(missing_ok=True)
    sync_folders([folder])
    _sweep(folder)
    return True


def _read(folder: Path, text: str) -> tuple[list[tuple[Path, Path]], list[Path]]:
    """Read a journal; it may name nothing outside of its folder."""
    journal = json.loads(text)

    def inside(name: str) -> Path:
        place = folder.joinpath(name)
        if not _is_inside(folder.resolve(), place):
            raise ValueError(name)
        return place

    moves = [(inside(source), inside(target)) for source, target in journal["moves"]]
    return moves, [inside(name) for name in journal["removed"]]


def discard(place: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def sync(place: Path) -> None:
    """Bring a file, or a folder with everything in it, to the disk."""
    if not place.is_dir():
        _synced(place)
        return
    for path in place.iterdir():
        sync(path)
    sync_folders([place])


def sync_folders(folders: Iterable[Path]) -> None:
    """Bring the names in folders to the disk: what was made, renamed or removed in them; nothing of deeper folders."""
    if sys.platform != "win32":  # Windows cannot open a folder, and keeps names in a journal of its own.
        for folder in dict.fromkeys(folders):
            try:
                _synced(folder)
            except OSError as fault:
                if fault.errno not in _NOT_FOR_FOLDERS:
                    raise


def _synced(place: Path) -> None:
    # Windows syncs only what is open for writing.
    handle = os.open(place, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
