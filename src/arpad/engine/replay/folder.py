"""The folder of a replay: its lists, its part results, and what it was made from; a month is there whole or not at all.

A list stands in a file of its own, or as what changed since the list before: a replay keeps the lists that were asked
for, and of the others what it takes to go on. Beside the lists stand the players, so that every list can be read by its
names without the book, and `hashes.txt` with the hash of every list, which two replays can be compared by.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.book.bounded_tables import BROKEN, parquet_table, why
from arpad.book.durable.journal import recover, write_together, writer_of, writer_of_bytes
from arpad.book.lists import OF_CHANGES
from arpad.book.schema import CHANGES, LIST, LISTS, PARQUET, PLAYERS, POOL
from arpad.book.tables import fitted
from arpad.engine.replay.changes import changed_by, changes_since
from arpad.engine.replay.keep import is_all_lines, kept_whole, space_for
from arpad.engine.wording import WORDS
from arpad.formats.lists.hashing import VERSION
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    import polars as pl

    from arpad.engine.replay.keep import Space

ABOUT, HASHES = "replay.json", "hashes.txt"
FORMAT = 4
_READ = frozenset((2, 3, FORMAT))
"""In a replay of form 2 the lists have hashes of version 1, and those that are added to it as well; before form 4 every
list has a file of its own."""
_KEYS = {"format": int, "first": str, "fingerprint": str, "edition": (str, type(None)), "lists": dict, "files": dict}

_TO_KEEP: dict[str, Any] = {"compression": "zstd", "compression_level": 1}
_TO_GO_ON: dict[str, Any] = {"compression": "lz4"}
"""What is kept is packed well, what is soon read again and replaced is packed quickly."""
_OF_LIST = {"sha256": str, "rated": dict, "events": int, "games": int, "notes": list}


class DatedList(NamedTuple):
    """A list and its day."""

    day: date
    frame: pl.DataFrame


class MadeList(NamedTuple):
    """A list that a replay made, and what it left for the next."""

    day: date
    frame: pl.DataFrame
    pool: pl.DataFrame
    facts: dict[str, Any]


class PackedList(NamedTuple):
    """The same as the bytes of the files in which it is kept."""

    day: date
    facts: dict[str, Any]
    files: dict[Path, bytes]
    since: date | None
    """Since which list it is kept as changes; None where it has all its lines."""
    is_whole: bool


@dataclass(slots=True)
class ReplayFolder:
    """A replay as far as it has come."""

    folder: Path
    first: date
    edition: str | None
    fingerprint: str
    lists: dict[date, dict[str, Any]] = field(default_factory=dict)
    """Of every list that was made: its hash, what it counts, and what must be known of it."""
    files: dict[str, str] = field(default_factory=dict)
    """The hashes of the bytes of what a later month is made from: lists and part results."""
    since: dict[date, date | None] = field(default_factory=dict)
    """Of each list that is kept as changes: since which list; None where it has all its lines."""
    _newest: DatedList | None = None
    """The list that was put together last: the next one that is asked for is often made from it."""

    @classmethod
    def opened(cls, folder: Path, first: date, edition: str | None, fingerprint: str) -> ReplayFolder:
        """Open the folder of a replay, or begin it; refuse one that was made from something else."""
        recover(folder)
        place = folder.joinpath(ABOUT)
        if not place.is_file():
            if folder.exists() and (not folder.is_dir() or any(_seen(folder))):
                raise RefusedError.of(WORDS, "not_a_replay", folder.name, folder=folder.name)
            return cls(folder, first, edition, fingerprint)
        about = _read_about(place)
        if not about["lists"]:
            # It never came to a list, so nothing would be continued.
            return cls(folder, first, edition, fingerprint)
        there = cls(folder, date.fromisoformat(about["first"]), about["edition"], about["fingerprint"])
        there.lists = {date.fromisoformat(day): facts for day, facts in about["lists"].items()}
        there.files = about["files"]
        there.since = {
            date.fromisoformat(day): since and date.fromisoformat(since)
            for day, since in about.get("changes", {}).items()
        }
        there._refuse_another(first, edition, fingerprint)
        return there

    def _refuse_another(self, first: date, edition: str | None, fingerprint: str) -> None:
        """Refuse to go on with what was begun otherwise, naming the first thing that differs."""
        name = self.folder.name
        if edition != self.edition:
            raise RefusedError.of(
                WORDS, "other_replay", name, says="other_edition", folder=name, was=self.edition, edition=edition
            )
        if first != self.first:
            was, month = f"{self.first:%Y-%m}", f"{first:%Y-%m}"
            raise RefusedError.of(WORDS, "other_replay", name, says="other_first", folder=name, was=was, first=month)
        if fingerprint != self.fingerprint:
            raise RefusedError.of(WORDS, "other_replay", name, says="other_inputs", folder=name)

    def refuse_damaged(self) -> None:
        """Refuse to go on where a file is gone, or is not the one that was written: later lists are made from it."""
        names = {self._named(self._stands_in(day)) for day in self.lists} | set(self.files)
        faults: dict[str, bool] = {}
        for name in sorted(names):
            place = self.folder.joinpath(name)
            if not place.is_file():
                faults[name] = True
            elif _hash_of(place) != self.files.get(name):
                faults[name] = False
        if faults:
            own = self.folder.name
            raise RefusedError(
                [
                    Problem.of(
                        WORDS, "replay_damaged", own, says="file_missing" if is_gone else "file_changed",
                        file=name, folder=own,
                    )
                    for name, is_gone in faults.items()
                ]
            )  # fmt: skip

    @property
    def hash_version(self) -> int:
        """The version of the hashes of its lists: all have the same."""
        return min((facts.get("hash_version", 1) for facts in self.lists.values()), default=VERSION)

    def place(self, day: date) -> Path | None:
        """Give the file of a list; None where it is kept as changes."""
        return None if day in self.since else self._of_list(day)

    def _of_list(self, day: date) -> Path:
        return self.folder.joinpath(LISTS, f"{day:%Y-%m}.{PARQUET}")

    def _of_changes(self, day: date) -> Path:
        return self.folder.joinpath(CHANGES, f"{day:%Y-%m}.{PARQUET}")

    def _stands_in(self, day: date) -> Path:
        return self._of_changes(day) if day in self.since else self._of_list(day)

    def _named(self, place: Path) -> str:
        return place.relative_to(self.folder).as_posix()

    def rating_list(self, day: date) -> pl.DataFrame:
        """Give a list that was made before: read, or put together from an earlier one and what changed since."""
        later: list[date] = []
        known, frame = self._newest or (None, None)
        then: date | None = day
        while then is not None and then != known and self.since.get(then) is not None:
            later.append(then)
            then = self.since[then]
        if frame is None or then != known:
            frame = self._read(self._stands_in(then or day))
        frame = changed_by(frame, [self._read(self._of_changes(each)) for each in reversed(later)]) if later else frame
        self._newest = DatedList(day, frame)
        return frame

    def pool(self) -> pl.DataFrame:
        """Read the part results as the last list left them."""
        return fitted(self._read(self._pool), POOL)

    @property
    def _pool(self) -> Path:
        return self.folder.joinpath(f"pool.{PARQUET}")

    def _read(self, place: Path) -> pl.DataFrame:
        try:
            return parquet_table(place)
        except BROKEN as fault:
            raise RefusedError.of(
                WORDS, "replay_damaged", self.folder.name, says="file_unreadable", file=place.name, why=why(fault)
            ) from fault

    def packed(self, new_list: MadeList, earlier: DatedList | None, *, is_whole: bool) -> PackedList:
        """Give a list as the files in which it is kept; changes nothing, so that the next list can be made meanwhile.

        `earlier` is the list since which it is kept as changes; None where all its lines are.
        """
        frame = fitted(new_list.frame, LIST)
        since, place, content = None, self._of_list(new_list.day), b""
        if is_whole:
            content = _packed(frame, **_TO_KEEP)
        else:
            place = self._of_changes(new_list.day)
            since, content = _as_changes(frame, earlier)
        files = {self._pool: _packed(fitted(new_list.pool, POOL), **_TO_GO_ON), place: content}
        return PackedList(new_list.day, new_list.facts, files, since, is_whole)

    def add(self, packed: PackedList, players: pl.DataFrame) -> None:
        """Add the list of a month, with everything that the next month needs: all of it or nothing.

        With the first list come the players, so that nothing stands there before.
        """
        people = {} if self.lists else {f"players.{PARQUET}": writer_of(fitted(players, PLAYERS).sort("fide_id"))}
        since = self.since if packed.is_whole else {**self.since, packed.day: packed.since}
        self._write({**self.lists, packed.day: packed.facts}, since, packed.files, more=people)

    def before(self, day: date | None, number: int) -> DatedList | None:
        """Give the list since which the next one is kept as changes; None where that has all its lines."""
        return None if day is None or is_all_lines(number) else DatedList(day, self.rating_list(day))

    def space(self, keep: str, more: Collection[date], players: int, part_results: int) -> Space:
        """Say how much room there is, and how much is taken by the lists that are to be written."""
        days = {*self.lists, *more}
        whole = kept_whole(keep, days)
        there = {day for day in self.lists if (day in whole) != (day in self.since)}
        return space_for(self.folder, len(whole - there), len(days - whole - there), players, part_results)

    def settle(self, keep: str, more: Collection[date]) -> None:
        """Bring the lists that are there into the form that is asked for, where more lists will be made.

        A list that shall stand in a file of its own is put together; one that shall not any more becomes changes.
        """
        whole = kept_whole(keep, {*self.lists, *more})
        before: date | None = None
        for number, day in enumerate(sorted(self.lists)):
            if (day in whole) == (day in self.since):
                gone, since = self._stands_in(day), dict(self.since)
                # The list before is often at hand, and this one may be put together from it.
                earlier = None if day in whole else self.before(before, number)
                frame = self.rating_list(day)
                if day in whole:
                    del since[day]
                    packed = {self._of_list(day): _packed(frame, **_TO_KEEP)}
                else:
                    since[day], content = _as_changes(frame, earlier)
                    packed = {self._of_changes(day): content}
                self._write(self.lists, since, packed, gone=gone)
            before = day

    def _write(
        self,
        lists: dict[date, dict[str, Any]],
        since: dict[date, date | None],
        packed: dict[Path, bytes],
        *,
        more: Mapping[str, Callable[[Path], None]] = MappingProxyType({}),
        gone: Path | None = None,
    ) -> None:
        """Write files, and what the replay then says of itself, together; remove a file that they replace."""
        files = self.files | {self._named(place): _hash(content) for place, content in packed.items()}
        if gone is not None:
            files.pop(self._named(gone))
        texts = {ABOUT: self._about(lists, files, since), HASHES: _hashes(lists)}
        write_together(
            self.folder,
            {
                **{self.folder.joinpath(name): write for name, write in more.items()},
                **{place: writer_of_bytes(content) for place, content in packed.items()},
                **{self.folder.joinpath(name): writer_of_bytes(text.encode()) for name, text in texts.items()},
            },
            () if gone is None else (gone,),
        )
        self.lists, self.files, self.since = lists, files, since

    def _about(self, lists: dict[date, dict[str, Any]], files: dict[str, str], since: dict[date, date | None]) -> str:
        about = {
            "format": FORMAT,
            "edition": self.edition,
            "first": self.first.isoformat(),
            "fingerprint": self.fingerprint,
            "lists": {day.isoformat(): lists[day] for day in sorted(lists)},
            "files": dict(sorted(files.items())),
            "changes": {day.isoformat(): since[day] and str(since[day]) for day in sorted(since)},
        }
        return json.dumps(about, indent=2) + "\n"


def _seen(folder: Path) -> Iterator[Path]:
    """Give what stands in a folder, but for files that were being written when a run was stopped."""
    for path in folder.iterdir():
        if path.name.startswith(".") or (path.name in {LISTS, CHANGES} and path.is_dir() and not any(_seen(path))):
            continue
        yield path


def _read_about(place: Path) -> dict[str, Any]:
    """Read what a replay says of itself; refuse what nobody of us wrote."""
    try:
        about: dict[str, Any] = json.loads(read_whole(place, MOST_IN_RECORD).decode("utf-8"))
        fits = isinstance(about, dict) and all(isinstance(about.get(key), kind) for key, kind in _KEYS.items())  # type: ignore[arg-type]
        if fits and about["format"] in _READ and all(_is_list(facts) for facts in about["lists"].values()):
            for day in (about["first"], *about["lists"]):
                date.fromisoformat(day)
            if _are_changes(about):
                return about
    except (OSError, ValueError, RecursionError):
        pass
    name = place.parent.name
    raise RefusedError.of(WORDS, "replay_damaged", name, says="about_damaged", file=ABOUT, folder=name)


def _is_list(facts: object) -> bool:
    """Tell whether what is said of a list has everything that is shown of it."""
    return isinstance(facts, dict) and all(isinstance(facts.get(key), kind) for key, kind in _OF_LIST.items())


def _are_changes(about: dict[str, Any]) -> bool:
    """Tell whether every list that is kept as changes has a list before, from which it can be put together."""
    changes = about.get("changes", {})
    return isinstance(changes, dict) and all(
        day in about["lists"] and (since is None or (since in about["lists"] and since < day))
        for day, since in changes.items()
    )


def _hashes(lists: dict[date, dict[str, Any]]) -> str:
    return "".join(f"{lists[day]['sha256']}  {LISTS}/{day:%Y-%m}.{PARQUET}\n" for day in sorted(lists))


def _as_changes(frame: pl.DataFrame, earlier: DatedList | None) -> tuple[date | None, bytes]:
    """Give a list as the bytes of what changed since an earlier one, with the day of that; all lines where none is."""
    lines = None if earlier is None else changes_since(earlier.frame, frame)
    since = None if earlier is None or lines is None else earlier.day
    return since, _packed(frame if lines is None else lines, **_TO_GO_ON, metadata={OF_CHANGES: str(since or "")})


def _packed(frame: pl.DataFrame, **options: Any) -> bytes:  # noqa: ANN401 - what Polars takes
    """Give a table as the bytes of its file, so that they can be hashed before they are written."""
    buffer = BytesIO()
    frame.rechunk().write_parquet(buffer, statistics=False, **options)
    return buffer.getvalue()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _hash_of(place: Path) -> str:
    with place.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
