"""A file that a command writes for somebody: whole under its name, or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, BinaryIO

from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEW = 0o666


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """Open a file that takes its name only when it is whole and on the disk; until then the old one stays.

    It keeps the rights of the old one. A place that is no file, such as a pipe or a terminal, is written as it is.
    """
    try:
        place = Path(name).resolve()
        is_file = place.is_file() or not place.exists()
        unfinished, out = _beside(place) if is_file else (None, place.open("wb"))
    except (OSError, ValueError) as fault:  # a name may be none, with a character in it that no system takes
        raise _not_written(name, getattr(fault, "strerror", None) or fault) from fault
    try:
        with out:
            yield out
            if unfinished is not None:
                out.flush()
                os.fsync(out.fileno())
        if unfinished is not None:
            unfinished.replace(place)
            _sync_folder(place.parent)
    except OSError as fault:
        raise _not_written(name, fault.strerror) from fault
    finally:
        if unfinished is not None:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)


def _beside(place: Path) -> tuple[Path, BinaryIO]:
    """Make a new file in the folder of another, under a name that nobody has, with the rights of the other."""
    handle, unfinished = mkstemp(".unfinished", ".arpad-", place.parent)
    try:
        with suppress(OSError, AttributeError):  # some systems have no such rights, and Windows no fchmod
            os.fchmod(handle, stat.S_IMODE(place.stat().st_mode) if place.exists() else _NEW & ~_mask())
        return Path(unfinished), os.fdopen(handle, "wb")
    except BaseException:
        os.close(handle)
        raise


def _mask() -> int:
    """Give what a new file is denied here; it can only be known by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _not_written(name: str, why: object) -> InputError:
    return InputError.of(WORDS, "not_written", name, name=name, why=why)
