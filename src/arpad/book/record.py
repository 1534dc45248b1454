"""The record of a book: a hash of every file as arpad wrote it, and of every closing by what it was made.

It is written together with the files, in the same write, so it always speaks of those that are there. A table that
changes through arpad has its new hash from then on; whatever else changes a file, a bit on the disk or an editor, is
seen. Each closing names the hash of the one before it, and the record has a hash of itself.
"""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from arpad.book.lists import day_of_month
from arpad.book.made_by import PLACE as MADE
from arpad.book.schema import ABOUT, EDITIONS, FORMS, LISTS, ORIGINALS, POOLS, PUBLISHED, RECORD, TABLES
from arpad.model.bounded import MOST_IN_RECORD, read_whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

FORMAT = 1
KEYS = {
    "format": f"the version of this description: {FORMAT}",
    "files": "by name, the SHA-256 of every file of the book as arpad wrote it, but for hidden files and `replays`",
    "closings": (
        "of every list that was closed here, the oldest first: what `made.json` says of it, in `from` the files it was "
        "made from and in `files` those it wrote, both with hashes, and in `before` the hash of the closing before it"
    ),
    "edited": (
        "tables that arpad wrote anew although something else had changed them, with the hash that had been recorded; "
        "`arpad book accept` takes them away"
    ),
    "sha256": "the hash of everything else: of the JSON with sorted keys and without spaces",
}
"""What stands in the record."""
MOST_RECORD = 256 << 20
"""A record is not longer than so many bytes: those of a thousand lists are not a tenth of it."""
_AT_ONCE = 2
"""So many files are hashed at the same time."""
_BEGINNING = "0" * 64
"""What the first closing names for the one before it."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a book recorded: its files by name, and its closings, the oldest first."""

    files: Mapping[str, str]
    """The SHA-256 of each file, as arpad wrote it."""
    closings: tuple[Mapping[str, Any], ...] = ()
    """Of each closing: the list, the version of arpad, the editions, what it was made from, and what it wrote."""
    edited: Mapping[str, str] = field(default_factory=dict)
    """Tables that arpad wrote anew although something else had changed them: what had been recorded of each."""

    def text(self) -> str:
        """Write it as JSON, with a hash of itself."""
        content = {
            "format": FORMAT,
            "files": dict(sorted(self.files.items())),
            "closings": list(self.closings),
            "edited": dict(sorted(self.edited.items())),
        }
        return json.dumps({**content, "sha256": _hash_of_data(content)}, ensure_ascii=False, indent=1) + "\n"

    def of_list(self, list_date: date) -> Mapping[str, Any] | None:
        """Give the newest closing of a list; None where none is recorded."""
        day = list_date.isoformat()
        return next((closing for closing in reversed(self.closings) if closing["list"] == day), None)

    def with_closing(self, about: Mapping[str, Any], inputs: Mapping[str, str], files: Mapping[str, str]) -> Record:
        """Give the record with one more closing: how the list was made, from which files, and which were written."""
        before = _hash_of_data(self.closings[-1]) if self.closings else _BEGINNING
        closing = {
            **about,
            "from": dict(sorted(inputs.items())),
            "files": dict(sorted(files.items())),
            "before": before,
        }
        return replace(self, closings=(*self.closings, closing))


class DamagedRecordError(ValueError):
    """A record that is not as it was written."""


def read_record(folder: Path) -> Record | None:
    """Read the record of a book; None where it has none, from before arpad kept one."""
    try:
        text = read_whole(folder.joinpath(RECORD), MOST_RECORD).decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as fault:
        raise DamagedRecordError from fault
    try:
        content = json.loads(text)
        record = Record(content["files"], tuple(content["closings"]), content["edited"])
        is_whole = record.text() == text and _is_chain(record.closings)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise DamagedRecordError from fault
    if not is_whole:
        raise DamagedRecordError
    return record


def _is_chain(closings: Sequence[Mapping[str, Any]]) -> bool:
    before = _BEGINNING
    for closing in closings:
        if closing["before"] != before:
            return False
        before = _hash_of_data(closing)
    return True


def _hash_of_data(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def recorded_files(folder: Path) -> Iterator[str]:
    """Name the files of a book that are recorded: what it says of itself, tables, lists, part results, publications."""
    tables = [f"{name}.{form}" for name in TABLES for form in FORMS]
    yield from (name for name in (ABOUT, *tables) if folder.joinpath(name).is_file())
    for inside in (EDITIONS, LISTS, ORIGINALS, POOLS, PUBLISHED, *TABLES):
        yield from _inside(folder, folder.joinpath(inside))


def _inside(folder: Path, place: Path) -> Iterator[str]:
    for path in sorted(place.rglob("*")) if place.is_dir() else ():
        name = path.relative_to(folder).as_posix()
        if path.is_file() and "/." not in name:
            yield name


def hashes(places: Mapping[str, Path]) -> dict[str, str]:
    """Give the hash of each file; hashing does not hold Python's lock, so several are read at once."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return dict(zip(places, pool.map(hash_of_file, places.values()), strict=True))


def hash_of_file(place: Path) -> str:
    """Give the SHA-256 of a file."""
    with place.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def first_record(folder: Path) -> Record:
    """Record the files of a book as they are now; of its closings what stands beside their lists."""
    record = Record(hashes({name: folder / name for name in recorded_files(folder)}))
    for place in sorted(folder.joinpath(PUBLISHED).glob(f"*/{MADE}")):
        if day_of_month(place.parent.name) is None:  # an earlier issue of a list
            continue
        within = f"{PUBLISHED}/{place.parent.name}/"
        files = {name: value for name, value in record.files.items() if name.startswith(within)}
        try:
            about = json.loads(read_whole(place, MOST_IN_RECORD).decode("utf-8"))
            record = record.with_closing({"list": about["list"], **about}, {}, files)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return record


def recorded_anew(folder: Path) -> Record:
    """Record the files of a book as they are now, and keep what was recorded of its closings, where that is whole."""
    now = first_record(folder)
    try:
        before = read_record(folder)
    except DamagedRecordError:
        return now
    return now if before is None else replace(now, closings=before.closings)


@dataclass(frozen=True, slots=True)
class Sealing:
    """Makes the record that goes with a write, from the record before it."""

    folder: Path
    before: Record
    taken_back: Collection[date] = ()
    """The lists whose closing no longer holds."""

    @property
    def place(self) -> Path:
        """Where the record stands."""
        return self.folder.joinpath(RECORD)

    def __call__(
        self, written: Mapping[Path, Path], removed: Sequence[Path], known: Mapping[Path, Mapping[str, str]]
    ) -> bytes:
        """Give the new record: `written` are the files and folders by their final places, as they stand aside.

        `known` has for a folder the hashes of files that whoever wrote them gave.
        """
        record = self.before
        unknown = {name: self.folder / name for name in recorded_files(self.folder) if name not in record.files}
        there = {**record.files, **hashes(unknown)}
        given = {f"{self._name(place)}/{name}": value for place, of in known.items() for name, value in of.items()}
        new = given | hashes({name: place for name, place in self._new_files(written) if name not in given})
        gone = [self._name(place) for place in (*written, *removed)]
        kept = {name: value for name, value in there.items() if not _is_within(name, gone)}
        edited = {**record.edited, **self._edited(record, (*written, *removed))}
        days = {day.isoformat() for day in self.taken_back}
        closings = tuple(closing for closing in record.closings if closing["list"] not in days)
        sealed = Record({**kept, **new}, closings, edited)
        inputs = {name: value for name, value in there.items() if not name.startswith(f"{PUBLISHED}/")}
        for final, aside in written.items():
            if day_of_month(final.name) is not None and aside.joinpath(MADE).is_file():
                about = json.loads(read_whole(aside.joinpath(MADE), MOST_IN_RECORD).decode("utf-8"))
                sealed = sealed.with_closing(about, inputs, new)
        return sealed.text().encode()

    def _name(self, place: Path) -> str:
        return place.relative_to(self.folder).as_posix()

    def _new_files(self, written: Mapping[Path, Path]) -> Iterator[tuple[str, Path]]:
        for final, aside in written.items():
            if aside.is_dir():
                for path in sorted(aside.rglob("*")):
                    if path.is_file():
                        yield f"{self._name(final)}/{path.relative_to(aside).as_posix()}", path
            else:
                yield self._name(final), aside

    def _edited(self, record: Record, replaced: Iterable[Path]) -> dict[str, str]:
        """Find the tables that are written anew although they were not as recorded."""
        known = {name: place for place in replaced if (name := self._name(place)) in record.files and place.is_file()}
        return {name: record.files[name] for name, value in hashes(known).items() if value != record.files[name]}


def _is_within(name: str, places: Iterable[str]) -> bool:
    """Tell whether a file is one of some places, or stands in one of them."""
    return any(name == place or name.startswith(f"{place}/") for place in places)
