"""A book in one file: backed up and put back, each time verified, whole or not at all.

The file is a ZIP archive that any program opens. Its last member says of each file of the book its size, its hash and
its mode; what is put back has to agree with that, and with nothing left over. It ends with a hash of itself. Names that
would lead out of the folder are refused, so a backup from somebody else can do no harm.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import arpad
from arpad.book.durable.journal import NotWrittenError, discard, recover, sync, sync_folders
from arpad.book.durable.lock import writing
from arpad.book.folder import Book, refusal
from arpad.book.record_checks import DAMAGE, record_problems
from arpad.book.schema import ABOUT, PARQUET
from arpad.book.wording import WORDS
from arpad.model.problems import DamagedError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import IO

CONTENTS = "arpad-backup.json"
"""The member that says what is in a backup."""
FORMAT = 1
MOST_ABOUT = 64 << 20
"""The contents of a backup are not longer than so many bytes."""
_BLOCK = 1 << 20
SEAL = 64
"""So many characters has the hash at the end."""
_MODES = 0o777
_FAST = 1
"""How hard it is tried to make texts shorter: a little, for they are long; tables are short already."""
_LONGEST = 255
"""No part of a name has more bytes; the disks that people use take no longer ones."""
_HASH = re.compile("[0-9a-f]{64}")
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError, TypeError,
    OverflowError,
)  # fmt: skip
"""What is raised by a file that is no backup, or no longer one."""


class _OtherContentError(ValueError):
    """A member holds something else than the contents say."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was written or read, and verified."""

    files: Mapping[str, Mapping[str, Any]]
    """By name: size, sha256 and mode of each file of the book."""
    folders: Mapping[str, int]
    """The folders of the book, with their modes."""
    version: str
    """The version of arpad that wrote it."""

    @property
    def size(self) -> int:
        """How many bytes the files have together."""
        return sum(about["size"] for about in self.files.values())

    def text(self) -> str:
        """Write it as JSON."""
        content = {"format": FORMAT, "arpad": self.version, "folders": self.folders, "files": self.files}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def backed_up(folder: Path, place: Path) -> Backup:
    """Write everything that is in a book into one file, and read it again to make sure; a damaged book is refused."""
    if place.resolve().is_relative_to(folder.resolve()):
        raise RefusedError.of(WORDS, "backup_inside", str(place), file=str(place), folder=folder.name)
    unfinished = place.with_name(f".{place.name}.unfinished")
    with writing(folder):
        recover(folder)
        _refuse_unfit(folder, place)
        try:
            with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=_FAST) as archive:
                archive.comment = bytes(SEAL)
                backup = _packed(folder, archive)
            seal(unfinished)
            _refuse_unsealed(unfinished)
            with zipfile.ZipFile(unfinished) as archive:
                for name, about in backup.files.items():
                    _verify(archive, name, about)
            sync(unfinished)
            _refuse_taken(place)
            unfinished.replace(place)
            sync_folders([place.parent])
        finally:
            unfinished.unlink(missing_ok=True)
    return backup


def seal(place: Path) -> None:
    """Write the hash of everything else at the end of a backup, where an archive may have a remark."""
    digest = _hash_without_seal(place)
    with place.open("r+b") as backup:
        backup.seek(-SEAL, os.SEEK_END)
        backup.write(digest)


def _refuse_unsealed(place: Path) -> None:
    """Refuse a file that does not end with the hash of everything else; what is no plain file has no end."""
    if place.exists() and not place.is_file():
        raise zipfile.BadZipFile(place.name)
    with place.open("rb") as backup:
        backup.seek(-min(SEAL, place.stat().st_size), os.SEEK_END)
        written = backup.read(SEAL)
    if written != _hash_without_seal(place):
        raise zipfile.BadZipFile(place.name)


def _hash_without_seal(place: Path) -> bytes:
    digest, left = hashlib.sha256(), place.stat().st_size - SEAL
    with place.open("rb") as backup:
        while left > 0 and (block := backup.read(min(_BLOCK, left))):
            digest.update(block)
            left -= len(block)
    return digest.hexdigest().encode()


def _refuse_unfit(folder: Path, place: Path) -> None:
    """Refuse a place that is taken, and a book that is none, or damaged: nobody is to rely on such a backup."""
    _refuse_taken(place)
    if not folder.joinpath(ABOUT).is_file():
        raise RefusedError.of(WORDS, "no_book_there", folder.name, folder=folder.name, file=ABOUT)
    damage = [fault for fault in record_problems(folder) if fault.code in DAMAGE]
    if damage:
        raise DamagedError(refusal(folder.name, damage).problems)


def _refuse_taken(place: Path) -> None:
    if place.exists() or place.is_symlink():
        raise RefusedError.of(WORDS, "backup_there", str(place), file=str(place))


def _inside(folder: Path) -> Iterator[tuple[str, Path]]:
    """Give everything in a book but what is hidden; a link may lead anywhere, and is refused."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise RefusedError.of(WORDS, "no_plain_file", str(path), file=str(path))
        yield path.name, path
        if path.is_dir():
            yield from ((f"{path.name}/{name}", inner) for name, inner in _inside(path))


def _packed(folder: Path, archive: zipfile.ZipFile) -> Backup:
    files: dict[str, dict[str, Any]] = {}
    folders: dict[str, int] = {}
    for name, place in _inside(folder):
        mode = place.stat().st_mode & _MODES
        if place.is_dir():
            folders[name] = mode
            continue
        member = _member(name, mode)
        digest, size = hashlib.sha256(), 0
        with place.open("rb") as source, archive.open(member, "w", force_zip64=True) as target:
            while block := source.read(_BLOCK):
                digest.update(block)
                size += len(block)
                target.write(block)
        files[name] = {"size": size, "sha256": digest.hexdigest(), "mode": mode}
    backup = Backup(files, folders, arpad.__version__)
    archive.writestr(_member(CONTENTS, 0o644), backup.text())
    return backup


def _member(name: str, mode: int) -> zipfile.ZipInfo:
    """Describe a member; without a time of day, so that the same book gives the same backup."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_STORED if name.endswith(f".{PARQUET}") else zipfile.ZIP_DEFLATED
    member.external_attr = mode << 16
    return member


def _verify(archive: zipfile.ZipFile, name: str, about: Mapping[str, Any], target: IO[bytes] | None = None) -> None:
    """Read a member, write it somewhere if that is wanted, and make sure that it is what the contents say."""
    digest, left = hashlib.sha256(), about["size"]
    with _opened(archive, name) as source:
        while block := source.read(min(_BLOCK, left + 1)):
            left -= len(block)
            if left < 0:
                raise _OtherContentError(name)
            digest.update(block)
            if target is not None:
                target.write(block)
    if left or digest.hexdigest() != about["sha256"]:
        raise _OtherContentError(name)


def _opened(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    """Open a member; one that would begin before the archive does is none."""
    if archive.getinfo(name).header_offset < 0:
        raise zipfile.BadZipFile(name)
    return archive.open(name)


def restored(place: Path, folder: Path) -> Backup:
    """Put a book back from its backup into a folder that is new or empty: everything verified, all of it or nothing."""
    Book.refuse_occupied(folder)
    folder = Path(os.path.abspath(folder))  # noqa: PTH100 - pathlib keeps dots, beside which nothing has a name
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    try:
        _refuse_unsealed(place)
        with zipfile.ZipFile(place) as archive:
            backup = _contents(archive)
            _refuse_full(backup, folder)
            discard(unfinished)
            _unpack(archive, backup, unfinished)
    except _BROKEN as fault:
        discard(unfinished)
        raise DamagedError.of(WORDS, "backup_damaged", str(place), file=place.name, part=_part(fault)) from fault
    except BaseException:
        discard(unfinished)
        raise
    sync(unfinished)
    # Once more: another run may have made its book here since.
    Book.refuse_occupied(folder)
    discard(folder)
    unfinished.replace(folder)
    sync_folders([folder.parent])
    return backup


def _part(fault: BaseException) -> str:
    """Give the file of which a backup holds something else, where a fault says it."""
    return str(fault) if isinstance(fault, _OtherContentError) else ""


def _contents(archive: zipfile.ZipFile) -> Backup:
    """Read what is in a backup; whatever does not agree with it, or leads out of a folder, makes it none."""
    if archive.getinfo(CONTENTS).file_size > MOST_ABOUT:
        raise zipfile.BadZipFile(CONTENTS)
    with _opened(archive, CONTENTS) as source:
        content = json.loads(source.read(MOST_ABOUT))
    if content["format"] != FORMAT:
        raise RefusedError.of(WORDS, "backup_format", format=content["format"], version=arpad.__version__)
    backup = Backup(dict(content["files"]), dict(content["folders"]), str(content["arpad"]))
    members = [member for member in archive.namelist() if member != CONTENTS]
    fits = sorted(members) == sorted(backup.files) and ABOUT in backup.files
    fits = fits and all(map(_is_inside, (*backup.files, *backup.folders)))
    fits = fits and all(_is_file(about) for about in backup.files.values()) and _is_tree(backup)
    if not fits or not all(type(mode) is int for mode in backup.folders.values()):
        raise zipfile.BadZipFile(CONTENTS)
    return backup


def _is_inside(name: str) -> bool:
    """Tell whether a name leads to a place within the folder, on every system, and to nothing hidden."""
    parts = name.split("/")
    is_plain = not PurePosixPath(name).is_absolute() and "\\" not in name and ":" not in name and "\0" not in name
    return is_plain and all(part and not part.startswith(".") and len(os.fsencode(part)) <= _LONGEST for part in parts)


def _is_tree(backup: Backup) -> bool:
    """Tell whether every file and folder stands in a folder that is named too, and none is both."""
    above = {name.rpartition("/")[0] for name in (*backup.files, *backup.folders)}
    return above <= {"", *backup.folders} and not backup.files.keys() & backup.folders.keys()


def _is_file(about: Mapping[str, Any]) -> bool:
    numbers = (about["size"], about["mode"])
    return all(type(number) is int and number >= 0 for number in numbers) and bool(_HASH.fullmatch(about["sha256"]))


def _refuse_full(backup: Backup, folder: Path) -> None:
    above = next(parent for parent in folder.resolve().parents if parent.is_dir())
    if backup.size > shutil.disk_usage(above).free:
        raise NotWrittenError.of(WORDS, "no_room", folder.name, folder=folder.name, size=backup.size)


def _unpack(archive: zipfile.ZipFile, backup: Backup, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in sorted(backup.folders):
        folder.joinpath(name).mkdir()
    for name, about in backup.files.items():
        place = folder.joinpath(name)
        with place.open("xb") as target:
            _verify(archive, name, about, target)
        place.chmod(about["mode"] & _MODES)
    for name in sorted(backup.folders, reverse=True):
        folder.joinpath(name).chmod(backup.folders[name] & _MODES)
