"""Whether the files of a book are as arpad wrote them: each is hashed and held against the record of the book.

This says nothing about what stands in them; a file that is as it was written may still hold what is wrong, and a list
that was changed by hand may still be right. Whether a list can be made again is asked elsewhere.
"""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

from arpad.book.made_by import PLACE as MADE
from arpad.book.made_by import RECORDED_FROM
from arpad.book.problems import problem
from arpad.book.record import DamagedRecordError, hashes, read_record, recorded_files
from arpad.book.schema import PUBLISHED, RECORD
from arpad.model.bounded import MOST_IN_RECORD, read_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from arpad.model.problems import FileProblem

_PUBLISHED = re.compile(rf"{PUBLISHED}/(\d{{4}}-\d{{2}})/[^/]+")
"""A file of the newest issue of a list; those of earlier issues are kept, and made again by nobody."""
DAMAGE = frozenset(("file_changed", "file_lost", "record_damaged", "record_missing"))
"""The problems that say: a file is not as it was written."""


def record_problems(
    folder: Path, concerns: Callable[[str], bool] = lambda _: True, known: Mapping[str, str] | None = None
) -> list[FileProblem]:
    """Give everything in which the files of a book are not as its record says; of those only that concern somebody.

    Files whose hash is `known` are not hashed.
    """
    book = shlex.quote(str(folder))
    try:
        record = read_record(folder)
    except DamagedRecordError:
        return [problem("record_damaged", file=RECORD, book=book)]
    except OSError as fault:
        return [problem("record_damaged", says="unreadable", file=RECORD, book=book, why=fault.strerror)]
    if record is None:
        is_lost = any(_is_recorded(place) for place in folder.joinpath(PUBLISHED).glob(f"*/{MADE}"))
        return [problem("record_missing", file=RECORD, book=book) if is_lost else problem("no_record", file=RECORD)]
    asked = {name: folder / name for name in record.files if concerns(name)}
    lost = [name for name, place in asked.items() if not place.is_file()]
    known = {name: value for name, value in (known or {}).items() if name in asked and name not in lost}
    met = {**known, **hashes({name: place for name, place in asked.items() if name not in lost and name not in known})}
    changed = [name for name, value in met.items() if value != record.files[name]]
    unknown = [name for name in recorded_files(folder) if name not in record.files and concerns(name)]
    return [
        *(problem("file_lost", **_advised(name, book)) for name in lost),
        *(problem("file_changed", **_advised(name, book)) for name in changed),
        *(problem("file_edited", file=name, book=book) for name in record.edited if concerns(name)),
        *(problem("file_unrecorded", file=name) for name in unknown),
    ]


def _advised(name: str, book: str) -> dict[str, str]:
    """Give the facts of a file that is not as it was written; what was published with a list can be made again."""
    published = _PUBLISHED.fullmatch(name)
    facts = {"file": name, "book": book}
    return facts if published is None else {**facts, "mends": "published", "month": published[1]}


def _is_recorded(place: Path) -> bool:
    """Tell whether a list was closed by an arpad that keeps a record."""
    try:
        form = json.loads(read_whole(place, MOST_IN_RECORD).decode("utf-8"))["format"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
    return isinstance(form, int) and form >= RECORDED_FROM
