"""A publication that can be proved: what a list is and was made from, each by its hash, and the list made again.

`manifest.json` names the published files, the tables and earlier lists from which the list was made, what was watched
with earlier lists, the rulebook, the version of arpad, and how far the log of the office had come. With the files that
it names anybody makes the list again; no office is needed for it.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import arpad
from arpad.book.about import About
from arpad.book.bounded_tables import MOST_BYTES, parquet_table
from arpad.book.change import After, described
from arpad.book.list_hash import list_hash
from arpad.book.made_by import PLACE as MADE_BY
from arpad.book.made_by import laws_of, told_laws
from arpad.book.memory import MemoryBook
from arpad.book.record import hash_of_file
from arpad.book.schema import EDITIONS, PARQUET, TABLES
from arpad.book.tables import fitted
from arpad.book.view import LaidOver, list_name
from arpad.engine.compare.closed_view import as_closed
from arpad.engine.compare.line_comparison import Share, ShareComparison
from arpad.engine.period.close_list import close
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.publication.issue import Kept, Pages, issued, no_pages, publishing, watched_data

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import polars as pl

    from arpad.book.view import BookView
    from arpad.engine.compare.line_comparison import ComparedShare
    from arpad.engine.period.close_list import Closed
    from arpad.regulations.rulebook import Rulebook

    Read = Callable[[str], bytes]
    """Gives the bytes of a file by its hash."""

FORMAT = 1
MANIFEST = "manifest.json"
PUBLICATION = "publication.json"
FILES = "files"
MADE_FROM = "made-from"
"""The folder of a publication that is handed over in which everything stands that it was made from, named by hash."""
_HASH = re.compile(r"[0-9a-f]{64}")
_RECORDS = ("list_hash", "files", "book", "about", "rulebook", "editions", "log")
_TEXTS_OF_BOOK = ("title", "authority")


class NotedBook(LaidOver):
    """A book of which it is noted what is asked: the tables and lists from which something is made."""

    def __init__(self, below: BookView) -> None:
        self.below, self.tables = below, {}
        self.names: set[str] = set()

    def table(self, name: str) -> pl.DataFrame:
        """Give a table, and note it."""
        self.names.add(name)
        return self.below.table(name)

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give the list of a day, and note it where there is one."""
        frame = self.below.rating_list(day)
        self.names |= set() if frame is None else {list_name(day)}
        return frame

    def pool_before(self, list_date: date) -> pl.DataFrame:
        """Give the part results from which a list is made; they are noted as the present ones."""
        self.names.add("pool")
        return self.below.pool_before(list_date)

    def frame(self, name: str, list_date: date) -> pl.DataFrame:
        """Give what was asked under a name when the list of a day was made."""
        return self.below.pool_before(list_date) if name == "pool" else self.below.table(name)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a list is and was made from, by hashes."""

    list_date: date
    revision: int
    list_hash: Mapping[str, Any]
    """Its version, and the hash of the list itself."""
    files: Mapping[str, Mapping[str, Any]]
    """By name, hash and size of what is published."""
    book: Mapping[str, str] = field(default_factory=dict)
    """By name, the tables and earlier lists it was made from; none for a list that was taken over from elsewhere."""
    lists: tuple[date, ...] = ()
    """The days of all lists that the book had."""
    watched: tuple[str, ...] = ()
    """What was watched with earlier lists, the oldest first."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Title, authority, edition and monthly lists of the book, and its seed where it is made up."""
    rulebook: Mapping[str, str] = field(default_factory=dict)
    """By name, the files of an own edition."""
    editions: Mapping[str, str] = field(default_factory=dict)
    """By id, the hashes of the editions that held."""
    arpad: str = arpad.__version__
    log: Mapping[str, Any] = field(default_factory=dict)
    """How far the log of the office had come before the list was closed: number and hash."""
    goes_on_from: Mapping[str, Any] | None = None
    """The list, and its revision, from which this one goes on."""

    def text(self) -> bytes:
        """Write it as JSON: the same manifest gives the same bytes."""
        content = {"format": FORMAT, **{name: getattr(self, name) for name in self.__slots__}}
        content |= {"list": self.list_date.isoformat(), "lists": [day.isoformat() for day in self.lists]}
        del content["list_date"]
        return (json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()

    @classmethod
    def of(cls, text: bytes) -> Manifest:
        """Read a manifest; raises ValueError where it is none."""
        try:
            content = json.loads(text)
            if content.pop("format") != FORMAT:
                raise ValueError(FORMAT)
            _refuse_odd(content)
            days = tuple(map(date.fromisoformat, content.pop("lists")))
            day = date.fromisoformat(content.pop("list"))
            return cls(day, lists=days, watched=tuple(content.pop("watched")), **content)
        except (KeyError, TypeError, AttributeError, RecursionError) as fault:
            raise ValueError(str(fault)) from fault

    @property
    def is_made_here(self) -> bool:
        """Tell whether it says what the list was made from, so that it can be made again."""
        return bool(self.book)

    def needed(self) -> set[str]:
        """Give the hashes of everything it names."""
        named = {about["sha256"] for about in self.files.values()}
        return named | {*self.book.values(), *self.watched, *self.rulebook.values()}


def _refuse_odd(content: Mapping[str, Any]) -> None:
    """Refuse a manifest of another shape, and one that names a place outside of its folder; raises ValueError.

    It may come from anybody: nothing is read, and nothing written, under a name that was not looked at here.
    """
    for name in _RECORDS:
        if not isinstance(content.get(name, {}), dict):
            raise ValueError(name)  # noqa: TRY004 - a manifest that cannot be read, whatever is wrong with it
    hashes = [about["sha256"] for about in content["files"].values()] + [content["list_hash"]["sha256"]]
    hashes += [*content["book"].values(), *content["rulebook"].values(), *content["watched"]]
    for value in hashes:
        if not (isinstance(value, str) and _HASH.fullmatch(value)):
            raise ValueError(value)
    for name in (*content["files"], *content["rulebook"]):
        place = PurePosixPath(name)
        if place.is_absolute() or ".." in place.parts or not place.parts or {"\\", ":", "\0"} & set(name):
            raise ValueError(name)
    about = content["about"]
    if content["book"] and not all(isinstance(about[name], str) for name in _TEXTS_OF_BOOK):
        raise ValueError(_TEXTS_OF_BOOK)
    if not isinstance(content["revision"], int) or content["list_hash"]["version"] not in {1, 2}:
        raise ValueError(content["revision"])


def about_data(about: About) -> dict[str, Any]:
    """Give what a book says of itself as a manifest keeps it."""
    monthly = about.monthly_regime
    return {
        "title": about.title,
        "authority": about.authority,
        "edition": about.edition,
        "monthly_regime": monthly if isinstance(monthly, bool) else [day.isoformat() for day in monthly],
        "seed": about.seed,
    }


def about_of(data: Mapping[str, Any]) -> About:
    """Read what a manifest says of the book."""
    monthly = data["monthly_regime"]
    days = monthly if isinstance(monthly, bool) else tuple(map(date.fromisoformat, monthly))
    return About(data["title"], data["authority"], days, data["seed"], data["edition"])


@dataclass(frozen=True, slots=True)
class Proved:
    """A list that was made again from what its manifest names."""

    is_same_list: bool
    """Whether the list is the same, by its hash."""
    same: tuple[str, ...]
    """The published files that came out the same, byte for byte; tables at least cell for cell."""
    different: tuple[str, ...]
    """Those that did not."""
    is_by_other_version: bool
    """Whether another version of arpad had made it, or this one with another text of an edition."""
    by_reference: ComparedShare | None = None
    """Every line beside the reference, where that was asked for."""


class _Book(MemoryBook):
    """The book of a manifest: what it was made from, and the days of lists that nobody asked for."""

    def __init__(self, tables: Mapping[str, pl.DataFrame], manifest: Manifest, rulebook: Rulebook) -> None:
        super().__init__(tables, rulebook=rulebook)
        self._days = manifest.lists

    @property
    def list_dates(self) -> tuple[date, ...]:
        """The days of all lists that the book had."""
        return self._days


def book_of(manifest: Manifest, read: Read, folder: Path) -> MemoryBook:
    """Give the book from which a list was made; the files of an own edition are written into a folder."""
    for name, value in manifest.rulebook.items():
        place = folder / EDITIONS / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(read(value))
    tables = {name: fitted(parquet_table(read(value)), described(name)) for name, value in manifest.book.items()}
    for name, table in TABLES.items():
        if table.needed:
            tables.setdefault(name, table.empty())
    return _Book(tables, manifest, about_of(manifest.about).rulebook(folder))


def made_again_from(
    manifest: Manifest,
    read: Read,
    pages: Pages = no_pages,
    progress: Callable[[str], None] = lambda _: None,
    *,
    by_reference: bool = False,
) -> Proved:
    """Make a list again from what its manifest names, with everything that was published, and compare.

    With `by_reference` every line is worked out once more, by the reference, which knows nothing of columns.
    """
    with tempfile.TemporaryDirectory(prefix="arpad-") as name:
        folder = Path(name)
        book = book_of(manifest, read, folder / "rulebook")
        closed = close(book, manifest.list_date, progress)
        watched = [data for text in map(read, manifest.watched) if (data := watched_data(text)) is not None]
        again = folder / "again"
        again.mkdir()
        kept = Kept(edition=manifest.about["edition"], watched=lambda: watched)
        publishing(closed, book, kept, progress, pages)(again)
        there = {place.relative_to(again).as_posix(): place for place in again.rglob("*") if place.is_file()}
        names = sorted({*there, *manifest.files})
        same = tuple(name for name in names if _is_same(there.get(name), manifest.files.get(name), read))
        is_other = manifest.arpad != arpad.__version__ or _law_then(manifest, read) != laws_of(again)
        version = int(manifest.list_hash["version"])
        is_same = list_hash(closed.frame, book.table("players"), version) == manifest.list_hash["sha256"]
        compared = _by_reference(book, closed, manifest, progress) if by_reference else None
    different = tuple(name for name in names if name not in same)
    return Proved(is_same, same, different, is_other, compared)


def _law_then(manifest: Manifest, read: Read) -> dict[str, str]:
    """Give the hashes of the editions by which a list was made then; none where it does not tell them."""
    kept = manifest.files.get(MADE_BY)
    return {} if kept is None else told_laws(read(kept["sha256"]))


def _by_reference(book: BookView, closed: Closed, manifest: Manifest, progress: Callable[[str], None]) -> ComparedShare:
    """Hold every line of a list that was made again against the reference."""
    progress("verifying every line")
    day = manifest.list_date
    then = as_closed(After(book, issued(book, closed, book, Kept())), day)
    return ShareComparison(then, day, manifest.arpad, Share(), lambda _: None).result()


def _is_same(again: Path | None, published: Mapping[str, Any] | None, read: Read) -> bool:
    """Tell whether two files are the same; another version of Polars may write the same table in other bytes."""
    if again is None or published is None:
        return False
    if hash_of_file(again) == published["sha256"]:
        return True
    if again.suffix != f".{PARQUET}":
        return False
    return parquet_table(again).equals(parquet_table(read(published["sha256"])))


@dataclass(frozen=True, slots=True)
class FolderProved:
    """A publication's folder that somebody was handed: what is damaged or missing, and the list made again."""

    manifest: Manifest
    fingerprint: str
    """The hash of `publication.json`, which the office prints; empty where the list is not published."""
    damaged: tuple[str, ...]
    """The files that are missing, or are not those that the manifest names."""
    proved: Proved | None
    """None where it was not made again: something that it is made from is damaged, or it was not made in the office."""

    @property
    def is_whole(self) -> bool:
        """Tell whether everything is there, and the list comes out the same."""
        if self.damaged:
            return False
        if self.proved is None:
            return True
        compared = self.proved.by_reference
        return self.proved.is_same_list and not self.proved.different and not (compared and compared.different)


def proved_folder(
    folder: Path,
    pages: Pages = no_pages,
    progress: Callable[[str], None] = lambda _: None,
    *,
    by_reference: bool = False,
) -> FolderProved:
    """Prove a publication that was handed over in a folder: every file, and the list made again.

    Raises FileNotFoundError or ValueError where the folder has no manifest that can be read.
    """
    manifest = Manifest.of(read_whole(folder / MANIFEST, MOST_IN_RECORD))
    places = {about["sha256"]: folder / FILES / name for name, about in manifest.files.items()}
    places = {value: folder / MADE_FROM / value for value in manifest.needed()} | places
    damaged = [
        place.relative_to(folder).as_posix() for value, place in sorted(places.items()) if hash_or_none(place) != value
    ]
    publication = folder / PUBLICATION
    fingerprint = hash_or_none(publication) or ""
    if fingerprint and not _names(publication, folder / MANIFEST):
        damaged.append(PUBLICATION)
    if damaged or not manifest.is_made_here:
        return FolderProved(manifest, fingerprint, tuple(damaged), None)
    proved = made_again_from(
        manifest, lambda value: read_whole(places[value], MOST_BYTES), pages, progress, by_reference=by_reference
    )
    return FolderProved(manifest, fingerprint, (), proved)


def hash_or_none(place: Path) -> str | None:
    """Give the hash of a file; None where there is none."""
    return hash_of_file(place) if place.is_file() else None


def _names(publication: Path, manifest: Path) -> bool:
    """Tell whether what was published is what the manifest describes."""
    try:
        return bool(json.loads(read_whole(publication, MOST_IN_RECORD))["manifest"] == hash_of_file(manifest))
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
