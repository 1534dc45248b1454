"""The archive of an office: a folder of files, each called by the SHA-256 of its bytes.

A file is written aside, brought to the disk and renamed into place, so that a name stands for whole bytes or for none.
It is kept compressed by Zstandard and named by the plain bytes: `zstd -dc FILE | sha256sum` is verifier enough. The
same bytes are kept once. Whatever is read is hashed again; damage is refused and never handed on. A file counts as kept
once a row of the database names it; what no row names is swept up later, the young excepted.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NamedTuple

from arpad.book.durable.journal import sync_folders
from arpad.model.clock import file_time
from arpad.model.problems import DamagedError, Problem, RefusedError
from arpad.storage.wording import WORDS

if sys.platform != "win32":
    import fcntl
if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from concurrent.futures import Executor
    from pathlib import Path

SUFFIX = ".zst"
ASIDE = "aside"
"""The folder of what is being written; nothing in it counts."""
DAY = 24 * 60 * 60
_LOCK = ".lock"
_NAME = re.compile(r"[0-9a-f]{64}")
_STEP = 1 << 20
"""So many bytes are held in memory at a time."""
_LARGE = 32 << 20
"""A file of more bytes takes long enough to use two processors."""
_LEVEL = 1
"""How hard files are packed. The lines of a list come out as small as at 3, which takes a fifth longer."""
_OPTIONS: dict[int, int] = {
    zstd.CompressionParameter.compression_level: _LEVEL,
    zstd.CompressionParameter.checksum_flag: 1,
}
_NANOSECONDS = 1_000_000_000


class KeptBytes(NamedTuple):
    """A file that the archive holds."""

    sha256: str
    size: int
    """How many plain bytes it has."""


Kept = KeptBytes


class Swept(NamedTuple):
    """What a sweep took away."""

    files: tuple[str, ...]
    unfinished: int
    """Files that a run which was ended had begun."""


class Putting:
    """A file on its way into the archive: what is written is hashed, compressed and kept aside until all is there."""

    def __init__(self, file: BinaryIO, beside: Executor | None = None) -> None:
        """Write into a file that is open; `beside`, what is written is hashed while it is compressed."""
        self._file, self._hash, self._beside = file, hashlib.sha256(), beside
        self._compressor = zstd.ZstdCompressor(options=_OPTIONS)
        self.size = 0

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Take further bytes."""
        for at in range(0, len(data), _STEP):
            part = memoryview(data)[at : at + _STEP]
            hashing = None if self._beside is None else self._beside.submit(self._hash.update, part)
            if hashing is None:
                self._hash.update(part)
            self._file.write(self._compressor.compress(part))
            if hashing is not None:
                hashing.result()
        self.size += len(data)
        return len(data)

    def writelines(self, parts: Iterable[bytes | memoryview]) -> None:
        """Take further bytes in parts; nothing is kept of these."""
        for part in parts:
            self.write(part)

    def ended(self) -> None:
        """Write what the compression still holds back."""
        self._file.write(self._compressor.flush())

    @property
    def sha256(self) -> str:
        """The name that the bytes have so far."""
        return self._hash.hexdigest()

    @property
    def kept(self) -> KeptBytes:
        """The file as the archive knows it, once all of it is there."""
        return KeptBytes(self.sha256, self.size)


class Archive:
    """A folder of files that are called by their bytes."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made when the first file comes."""
        self.folder = folder

    def put(self, data: bytes) -> KeptBytes:
        """Keep bytes; the same bytes are kept once."""
        kept = KeptBytes(hashlib.sha256(data).hexdigest(), len(data))
        if not self._used_again(kept.sha256):
            with self.putting() as target:
                target.write(data)
        return kept

    def put_file(self, place: Path) -> KeptBytes:
        """Keep the bytes of a file, however large."""
        with place.open("rb") as file, ThreadPoolExecutor(1) as pool:
            is_large = place.stat().st_size > _LARGE
            with self.putting(pool if is_large else None) as target:
                _copied(file, target)
        return target.kept

    @contextmanager
    def putting(self, beside: Executor | None = None) -> Iterator[Putting]:
        """Give what bytes are written to; they are kept when the block ends, and not at all where it fails."""
        aside = self.folder / ASIDE / f"{secrets.token_hex(16)}{SUFFIX}"
        aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400), "wb") as file:
                target = Putting(file, beside)
                yield target
                target.ended()
                file.flush()
                os.fsync(file.fileno())
            self._in_place(aside, target.sha256)
        finally:
            aside.unlink(missing_ok=True)

    def _in_place(self, aside: Path, sha256: str) -> None:
        """Give a file its name, for good; where others keep the same bytes at this moment, either one stays."""
        place = self.place(sha256)
        with self._lock():
            if not place.parent.is_dir():
                place.parent.mkdir(mode=0o700, exist_ok=True)
                sync_folders([self.folder])
            aside.replace(place)
        sync_folders([place.parent])

    def _used_again(self, sha256: str) -> bool:
        """Mark a sound file that is there already as young, so that no sweep takes it before a row names it again."""
        with self._lock():
            try:
                os.utime(self.place(sha256))
            except FileNotFoundError:
                return False
        return self.check(sha256) is None

    def read(self, sha256: str) -> bytes:
        """Give the bytes of a file; refused where they are missing or damaged."""
        return b"".join(self.parts(sha256))

    def parts(self, sha256: str, size: int = _STEP) -> Iterator[bytes]:
        """Give the bytes of a file in parts of a size; refused after the last of them where they are not those kept.

        Nothing may be done with a part before all of them were given.
        """
        place = self.place(sha256)
        hashed = hashlib.sha256()
        try:
            with place.open("rb") as raw, zstd.ZstdFile(raw) as file:
                while part := file.read(size):
                    hashed.update(part)
                    yield part
        except FileNotFoundError as fault:
            raise DamagedError.of(WORDS, "archive_missing", sha256, sha256=sha256) from fault
        except (zstd.ZstdError, EOFError, OSError) as fault:
            raise DamagedError.of(WORDS, "archive_damaged", sha256, sha256=sha256) from fault
        if hashed.hexdigest() != sha256:
            raise DamagedError.of(WORDS, "archive_damaged", sha256, sha256=sha256)

    def copy_to(self, sha256: str, place: Path) -> int:
        """Write the bytes of a file to another place, and give how many there are; where they are damaged, nothing."""
        aside = place.with_name(f".{place.name}.{secrets.token_hex(8)}")
        size = 0
        try:
            with aside.open("xb") as file:
                for part in self.parts(sha256):
                    size += file.write(part)
            aside.replace(place)
        finally:
            aside.unlink(missing_ok=True)
        return size

    def has(self, sha256: str) -> bool:
        """Tell whether a file is there; what is in it is not looked at."""
        return self.place(sha256).is_file()

    def check(self, sha256: str) -> Problem | None:
        """Read a file, and say what is wrong with it."""
        try:
            for _ in self.parts(sha256):
                pass
        except DamagedError as fault:
            return fault.problems[0]
        return None

    def files(self) -> Iterator[str]:
        """Give the name of every file, in order."""
        if self.folder.is_dir():
            for folder in sorted(self.folder.glob("[0-9a-f][0-9a-f]")):
                yield from sorted(
                    place.name.removesuffix(SUFFIX)
                    for place in folder.iterdir()
                    if _NAME.fullmatch(place.name.removesuffix(SUFFIX)) and place.name.endswith(SUFFIX)
                )

    def sweep(self, named: Collection[str], older_than: int = DAY) -> Swept:
        """Take away what nobody names, and what was begun and never ended, where it is older than so many seconds.

        What is named has to be asked for just before. A file that somebody keeps at this moment is young.
        """
        limit = file_time() - older_than * _NANOSECONDS
        taken = [sha256 for sha256 in self.files() if sha256 not in named and self._taken(self.place(sha256), limit)]
        unfinished = list((self.folder / ASIDE).glob("*")) if self.folder.is_dir() else []
        return Swept(tuple(taken), sum(self._taken(place, limit) for place in unfinished))

    def _taken(self, place: Path, limit: int) -> bool:
        """Remove a file that is older than a moment; nobody keeps the same bytes meanwhile."""
        with self._lock(alone=True):
            try:
                if place.stat().st_mtime_ns >= limit:
                    return False
            except FileNotFoundError:
                return False
            place.unlink()
        return True

    def erase(self, sha256: str) -> bool:
        """Take the bytes of a file away for good, by a decision; tell whether they were there."""
        with self._lock(alone=True):
            place = self.place(sha256)
            is_there = place.exists()
            place.unlink(missing_ok=True)
            if is_there:
                sync_folders([place.parent])
        return is_there

    def mend(self, sha256: str, other: Archive) -> bool:
        """Put a file that is missing or damaged here from another archive; tell whether it was sound there."""
        aside = self.folder / ASIDE / f"{secrets.token_hex(16)}{SUFFIX}"
        aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        hashed, expander = hashlib.sha256(), zstd.ZstdDecompressor()
        try:
            with (
                other.place(sha256).open("rb") as source,
                os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400), "wb") as file,
            ):
                while part := source.read(_STEP):
                    file.write(part)
                    hashed.update(expander.decompress(part))
                file.flush()
                os.fsync(file.fileno())
            if hashed.hexdigest() != sha256 or not expander.eof or expander.unused_data:
                return False
            self._in_place(aside, sha256)
        except (FileNotFoundError, EOFError, zstd.ZstdError):
            return False
        finally:
            aside.unlink(missing_ok=True)
        return True

    def place(self, sha256: str) -> Path:
        """Give the place of a file."""
        if not _NAME.fullmatch(sha256):
            raise RefusedError.of(WORDS, "archive_no_hash", value=sha256[:80])
        return self.folder / sha256[:2] / f"{sha256}{SUFFIX}"

    @contextmanager
    def _lock(self, *, alone: bool = False) -> Iterator[None]:
        """Keep whoever takes files away and those who keep some apart; the lock of an ended process is free."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600), "rb") as lock:
            if sys.platform != "win32":  # there nobody can remove a file that another has open
                fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            yield


def _copied(file: IO[bytes], target: Putting) -> None:
    while part := file.read(_STEP):
        target.write(part)


def sha256_of(place: Path) -> str:
    """Give the SHA-256 of a file, however large."""
    hashed: Any = hashlib.sha256()
    with place.open("rb") as file:
        while part := file.read(_STEP):
            hashed.update(part)
    return str(hashed.hexdigest())
