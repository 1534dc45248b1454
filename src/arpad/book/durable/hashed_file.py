"""A large file that is hashed while it is written, and goes to the disk without a copy of it staying in memory.

What is published with a list of the world is more than a gigabyte. Written the usual way, the system keeps all of it in
memory until it is on the disk, and finding that memory takes longer than making the lines. Where a file is to stay it
must be on the disk at the end in any case, so it goes there straight away, in large pieces from memory that is used
again and again. The last piece, and everything where a system or a disk cannot do this, is written the usual way.
"""

from __future__ import annotations

import errno
import hashlib
import mmap
import os
import sys
from io import BufferedWriter, FileIO
from typing import TYPE_CHECKING

if sys.platform == "linux":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Executor, Future
    from pathlib import Path

    from _typeshed import ReadableBuffer

PIECE = 1 << 20
"""So many bytes go to the disk at once: whole pages, as a disk asks for."""
_SYNCED_AT_ONCE = 1 << 26
"""After so many bytes written the usual way a file is brought to the disk."""


class HashedFile(BufferedWriter):
    """A file that is hashed while it is written, so that it need not be read again.

    With `writing` it goes to the disk while more is written: one piece is filled while the one before is on its way.
    """

    def __init__(self, place: Path, writing: Executor | None = None) -> None:
        super().__init__(FileIO(place, "wb"))
        self._digest = hashlib.sha256()
        self._writing = writing
        self._pieces = [] if writing is None else [memoryview(mmap.mmap(-1, PIECE)) for _ in range(2)]
        self._filled = 0
        self._on_its_way: Future[None] | None = None
        self._straight: bool | None = None
        """Whether pieces go straight to the disk; None where that was not tried yet."""
        self._unsynced = 0

    def write(self, part: ReadableBuffer) -> int:
        """Write a part."""
        self._digest.update(part)
        if self._writing is None:
            return super().write(part)
        rest = memoryview(part).cast("B")
        size = len(rest)
        while rest:
            many = min(len(rest), PIECE - self._filled)
            self._pieces[0][self._filled : self._filled + many] = rest[:many]
            self._filled, rest = self._filled + many, rest[many:]
            if self._filled == PIECE:
                self._send(self._writing)
        return size

    def _send(self, writing: Executor) -> None:
        """Send a full piece on its way, and take the other one, which has arrived."""
        self._arrived()
        self._on_its_way = writing.submit(self._put, self._pieces[0])
        self._pieces.reverse()
        self._filled = 0

    def _arrived(self) -> None:
        """Wait until what was sent is written; what went wrong with it is told here."""
        sent, self._on_its_way = self._on_its_way, None
        if sent is not None:
            sent.result()

    def _put(self, piece: memoryview) -> None:
        """Write a whole piece."""
        if self._straight is None:
            self._straight = _goes_straight(self.fileno(), wanted=True)
        rest = piece
        while rest:
            try:
                rest = rest[os.write(self.fileno(), rest) :]
            except OSError as fault:
                if not self._straight or fault.errno != errno.EINVAL:
                    raise
                self._straight = _goes_straight(self.fileno(), wanted=False)
        self._unsynced += 0 if self._straight else len(piece)
        if self._unsynced >= _SYNCED_AT_ONCE:
            self._unsynced = 0
            os.fsync(self.fileno())

    def close(self) -> None:
        """Close it, when what was sent is written, and what is left too."""
        if self.closed:
            return
        try:
            self._arrived()
            if self._straight:
                self._straight = _goes_straight(self.fileno(), wanted=False)
            if self._filled:
                super().write(self._pieces[0][: self._filled])
            if self._writing is not None:
                # Waited for here, while others work, and not at the end.
                self.flush()
                os.fsync(self.fileno())
        finally:
            super().close()

    def writelines(self, parts: Iterable[ReadableBuffer]) -> None:
        """Write parts one after the other."""
        for part in parts:
            self.write(part)

    @property
    def sha256(self) -> str:
        """The SHA-256 of all that was written."""
        return self._digest.hexdigest()


def _goes_straight(handle: int, *, wanted: bool) -> bool:
    """Let what is written go straight to the disk, or no longer; tell whether it does."""
    if sys.platform != "linux":
        return False
    flags = fcntl.fcntl(handle, fcntl.F_GETFL)
    try:
        fcntl.fcntl(handle, fcntl.F_SETFL, flags | os.O_DIRECT if wanted else flags & ~os.O_DIRECT)
    except OSError:  # a file system that always keeps a copy
        return False
    return wanted
