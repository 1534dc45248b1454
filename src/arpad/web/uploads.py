"""Files that come through the browser: kept in the folder of work until they are taken in."""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from arpad.book.schema import ABOUT
from arpad.model.problems import RefusedError
from arpad.storage.opening import open_now
from arpad.web.wording import WORDS

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

UPLOADS = "uploads"
MOST_FILES, MOST_BYTES = 2000, 2 << 30
"""So many files may be packed into a book, and so many bytes unpacked."""
_ENDINGS = (".txt", ".csv", ".parquet", ".xml", ".zip")
_STEP = 1 << 20


def kept_upload(file: UploadedFile[Any]) -> Path:
    """Keep a list or a book that came, and give its place: of a packed book, the folder into which it is unpacked."""
    name = PurePosixPath((file.name or "").replace("\\", "/")).name
    ending = PurePosixPath(name).suffix.lower()
    if ending not in _ENDINGS:
        raise RefusedError.of(WORDS, "upload_kind", "file", ending=ending or name[:40], endings=_ENDINGS)
    folder = open_now().work / UPLOADS / token_hex(8)
    folder.mkdir(parents=True)
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "-" for sign in name).lstrip(".")
    place = folder / safe[-80:]
    with place.open("xb") as target:
        for chunk in file.chunks():
            target.write(chunk)
    return _unpacked(place, folder / "book") if _is_book(place) else place


def _is_book(place: Path) -> bool:
    """Tell whether a packed file holds a book; FIDE's own lists come packed too."""
    if not zipfile.is_zipfile(place):
        return False
    with zipfile.ZipFile(place) as packed:
        return any(PurePosixPath(name).name == ABOUT for name in packed.namelist())


def _unpacked(place: Path, folder: Path) -> Path:
    """Unpack a book: only plain files within its folder, not too many and not too large."""
    with zipfile.ZipFile(place) as packed:
        members = [member for member in packed.infolist() if not member.is_dir()]
        top = PurePosixPath(next(m.filename for m in members if PurePosixPath(m.filename).name == ABOUT)).parent
        if len(members) > MOST_FILES or sum(member.file_size for member in members) > MOST_BYTES:
            raise RefusedError.of(WORDS, "upload_large", "file", files=MOST_FILES, gigabytes=MOST_BYTES >> 30)
        for member in members:
            path = PurePosixPath(member.filename)
            if not path.is_relative_to(top) or ".." in path.parts or path.is_absolute():
                raise RefusedError.of(WORDS, "upload_strange", "file", name=member.filename[:80])
            target = folder.joinpath(*path.relative_to(top).parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(member) as source, target.open("xb") as out:
                while chunk := source.read(_STEP):
                    out.write(chunk)
    place.unlink()
    return folder
