"""What a closed list is in the archive: its files, its manifest, and the folder that can be handed to somebody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.book.list_hash import list_hash
from arpad.book.made_by import PLACE as MADE_BY
from arpad.book.made_by import told_hash
from arpad.formats.lists.hashing import VERSION
from arpad.publication.handed_over import (
    FILES,
    MADE_FROM,
    MANIFEST,
    PUBLICATION,
    Manifest,
    about_data,
)
from arpad.publication.integrity.report import DATA
from arpad.publication.issue import COMPARED
from arpad.regulations.rulebook import content_hash
from arpad.storage import log
from arpad.storage.archived_files import MANIFEST as MANIFESTS
from arpad.storage.archived_files import TABLE, archive, name_files, put_frame
from arpad.storage.models import TableState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime
    from pathlib import Path

    from arpad.engine.period.close_list import Closed
    from arpad.publication.handed_over import NotedBook
    from arpad.storage.archive import Kept
    from arpad.storage.database_book import DatabaseBook
    from arpad.storage.models import ListVersion


class Written(NamedTuple):
    """A manifest in the archive, with every file that it needs kept."""

    manifest: Manifest
    kept: Kept
    made_from: Mapping[str, Kept]
    """By name, the tables that were written for it."""
    own: Mapping[str, Kept]
    """Those among them that are tables of the book as it is."""


def manifest_of_closing(
    book: DatabaseBook, closed: Closed, view: NotedBook, files: Mapping[str, Kept], revision: int = 1
) -> Written:
    """Keep what a list was made from, and write its manifest."""
    day = closed.list_date
    frames = {name: view.frame(name, day) for name in sorted(view.names) if name not in book.files and view.has(name)}
    known = {name: kept for name, frame in frames.items() if (kept := book.kept_as(name, frame)) is not None}
    made_from = {name: put_frame(frame) for name, frame in frames.items() if name not in known}
    own = {name: kept for name, kept in made_from.items() if book.has_as_own(name, frames[name])}
    lists = {name: book.files[name] for name in sorted(view.names) if name in book.files}
    before = book.versions.get(max((each for each in book.list_dates if each < day), default=day))
    manifest = Manifest(
        day,
        revision,
        {"version": VERSION, "sha256": _hash_of(closed, view, files)},
        _with_sizes(files),
        {**known, **{name: kept.sha256 for name, kept in made_from.items()}, **lists},
        tuple(each for each in view.list_dates if each < day),
        tuple(_watched(book, day)),
        about_data(book.about),
        book.system.rulebook_files,
        {of_kind.law.id: content_hash(of_kind.law) for of_kind in closed.kinds.values()},
        log=log.head()._asdict(),
        goes_on_from=None if before is None or before.list_date == day else _named(before),
    )
    return Written(manifest, archive().put(manifest.text()), made_from, own)


def _hash_of(closed: Closed, view: NotedBook, files: Mapping[str, Kept]) -> str:
    """Give the hash of a list: as it was told beside the list a moment ago, or else worked out."""
    beside = told_hash(archive().read(files[MADE_BY].sha256)) if MADE_BY in files else ""
    return beside or list_hash(closed.frame, view.below.table("players"))


def keep_manifest(book: DatabaseBook, written: Written) -> None:
    """Make a manifest and what it names count, within the transaction; tables that did not change are written once."""
    name_files([(written.kept, MANIFESTS), *((kept, TABLE) for kept in written.made_from.values())])
    for name, kept in written.own.items():
        state = TableState.objects.filter(rating_system=book.system, name=name, changed_by=book.states[name])
        state.update(sha256=kept.sha256)


def manifest_of_import(
    book_about: Mapping[str, Any], day: date, revision: int, value: str, files: Mapping[str, Kept]
) -> Written:
    """Write the manifest of a list that came from elsewhere: what it is, not what it was made from."""
    manifest = Manifest(
        day, revision, {"version": VERSION, "sha256": value}, _with_sizes(files), about=book_about,
        log=log.head()._asdict(),
    )  # fmt: skip
    return Written(manifest, archive().put(manifest.text()), {}, {})


def _with_sizes(files: Mapping[str, Kept]) -> dict[str, dict[str, Any]]:
    return {name: {"sha256": kept.sha256, "size": kept.size} for name, kept in sorted(files.items())}


def _named(version: ListVersion) -> dict[str, Any]:
    return {"list": version.list_date.isoformat(), "revision": version.revision, "sha256": version.list_hash}


def _watched(book: DatabaseBook, day: date) -> list[str]:
    """Give where the watch over the scale of earlier lists is kept, the oldest first."""
    days = [each for each in book.list_dates if each < day][-COMPARED:]
    versions = (book.versions.get(each) for each in days)
    return [version.files[DATA] for version in versions if version is not None and DATA in version.files]


def publication_text(version: ListVersion, at: datetime, publication_day: date, *, by_one_person: bool) -> bytes:
    """Say that a list is published: which, from when it is valid, and how far the log has come."""
    content = {
        "format": 1,
        "list": version.list_date.isoformat(),
        "revision": version.revision,
        "manifest": version.manifest,
        "published_at": at.isoformat(),
        "publication_day": publication_day.isoformat(),
        "valid_from": version.valid_from.isoformat(),
        "by_one_person": by_one_person,
        "log": log.head()._asdict(),
    }
    return (json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()


def manifest_of(version: ListVersion) -> Manifest:
    """Read the manifest of a version of a list."""
    return Manifest.of(archive().read(version.manifest))


def hand_over(version: ListVersion, folder: Path) -> Manifest:
    """Write a publication into a folder: its files, its manifest, and everything from which it can be made again."""
    manifest = manifest_of(version)
    folder.joinpath(FILES).mkdir(parents=True)
    folder.joinpath(MADE_FROM).mkdir()
    archive().copy_to(version.manifest, folder / MANIFEST)
    if version.fingerprint:
        archive().copy_to(version.fingerprint, folder / PUBLICATION)
    for name, about in manifest.files.items():
        place = folder / FILES / name
        place.parent.mkdir(parents=True, exist_ok=True)
        archive().copy_to(about["sha256"], place)
    published = {about["sha256"] for about in manifest.files.values()}
    for value in sorted(manifest.needed() - published):
        archive().copy_to(value, folder / MADE_FROM / value)
    return manifest
