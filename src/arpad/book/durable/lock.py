"""One writer at a time: a lock in the folder of a book or a replay, which vanishes with the process that holds it.

Reading needs no lock. A run that writes holds it from the moment at which it begins to read what it will change, so
that two runs never mix. The lock belongs to an open file, not to the file's being there: what a killed run leaves
behind holds nobody up.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.book.wording import WORDS
from arpad.model.clock import now
from arpad.model.problems import RefusedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK = ".lock"
_BUSY = frozenset((errno.EACCES, errno.EAGAIN, errno.EDEADLK))
_NO_LOCKS = frozenset((errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS))
"""What file systems say that know no locks; there we write without one, as nothing better can be had."""
_FAR = 1 << 30
"""Windows locks bytes and then nobody can read them; this one lies behind everything that is written in the file."""
_LONGEST = 200


class BusyError(RefusedError):
    """Another run is writing there."""


@dataclass(slots=True)
class _Held:
    """A lock of this process."""

    handle: int
    thread: int
    depth: int = 1


_held: dict[tuple[int, Path], _Held] = {}
"""By process, for a fork inherits this table and not the right to write, and by folder."""
_guard = threading.Lock()


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; refused at once, with its holder, where another run has it.

    The holder may ask again. A folder that is not there has no lock: the run that makes it asks afterwards.
    """
    if not folder.is_dir():
        yield
        return
    key = (os.getpid(), folder.resolve())
    _take(key, folder)
    try:
        yield
    finally:
        _give_back(key)


def _take(key: tuple[int, Path], folder: Path) -> None:
    with _guard:
        held = _held.get(key)
        if held is None:
            _held[key] = _Held(_locked(folder), threading.get_ident())
        elif held.thread == threading.get_ident():
            held.depth += 1
        else:
            raise _refusal(folder, {"pid": os.getpid()}, is_own=True)


def _give_back(key: tuple[int, Path]) -> None:
    with _guard:
        held = _held[key]
        held.depth -= 1
        if not held.depth:
            del _held[key]
            _unlocked(held.handle, key[1].joinpath(LOCK))


def _locked(folder: Path) -> int:
    """Open the lock's file and lock it; anew where its last holder removed it in between."""
    place = folder.joinpath(LOCK)
    while True:
        # A link is not followed: whatever it leads to is not ours to write into.
        handle = os.open(place, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            _lock(handle)
        except OSError as fault:
            if fault.errno not in _NO_LOCKS:
                holder = _holder(handle)
                os.close(handle)
                if fault.errno in _BUSY:
                    raise _refusal(folder, holder) from fault
                raise
        if _is_there(handle, place):
            break
        os.close(handle)
    _write(handle)
    return handle


def _is_there(handle: int, place: Path) -> bool:
    """Tell whether an open file is the one that has the name now."""
    try:
        return os.path.samestat(os.fstat(handle), place.stat())
    except FileNotFoundError:
        return False


def _unlocked(handle: int, place: Path) -> None:
    """Remove the file while it is still ours, then let it go; Windows removes no open file."""
    if sys.platform == "win32":
        with suppress(OSError):
            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        os.close(handle)
        with suppress(OSError):
            place.unlink()
    else:
        try:
            # The whole folder may have been removed meanwhile, and another one may stand in its place.
            if _is_there(handle, place):
                place.unlink(missing_ok=True)
        finally:
            os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _write(handle: int) -> None:
    """Write the holder of the lock into its file."""
    words = [Path(sys.argv[0]).name, *sys.argv[1:]] if sys.argv else []
    since = now().astimezone().isoformat(" ", "seconds")
    holder = {"pid": os.getpid(), "since": since, "command": " ".join(words)[:_LONGEST]}
    os.lseek(handle, 0, os.SEEK_SET)
    os.ftruncate(handle, 0)
    os.write(handle, json.dumps(holder).encode())


def _holder(handle: int) -> dict[str, Any]:
    """Read the holder of the lock; nothing where it is not written yet, or where something else wrote into the file."""
    for _ in range(5):
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            holder = json.loads(os.read(handle, 1 << 16))
        except (OSError, ValueError):
            # The holder has just taken the lock, and is writing into the file.
            time.sleep(0.02)
            continue
        return holder if isinstance(holder, dict) else {}
    return {}


def _refusal(folder: Path, holder: dict[str, Any], *, is_own: bool = False) -> BusyError:
    name = folder.resolve().name
    return BusyError.of(
        WORDS, "book_busy", name, folder=name,
        process=str(holder.get("pid", "")), command=holder.get("command"), since=holder.get("since"), is_own=is_own,
    )  # fmt: skip
