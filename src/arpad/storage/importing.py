"""The way in: a book in a folder, or one that a list begins, becomes the content of an office, by a decision.

Everything large comes first, where nobody sees it: files into the archive, rows under a rating system that is not
ready. The last transaction is short; it writes the decision into the log and makes all of it count. A run that was
ended on its way leaves nothing that counts, and the next one takes its rows away.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl
from django.db import connection, transaction

from arpad.book.closings import closings, original_name
from arpad.book.folder import Book
from arpad.book.list_hash import HashOfLists
from arpad.book.schema import EDITIONS, LIST, POOL, TABLES
from arpad.book.tables import fitted
from arpad.book.view import list_name, pool_name
from arpad.formats.lists.hashing import VERSION
from arpad.model.clock import now
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.publication.handed_over import about_data
from arpad.storage import archived_files as files
from arpad.storage import log
from arpad.storage.book_change import BOOK
from arpad.storage.book_tables import SYSTEM, database_table, in_order
from arpad.storage.bulk.frames import load_frames
from arpad.storage.bulk.indexes import PUT_OFF
from arpad.storage.models import MODELS, BookFile, ListVersion, RatingSystem, Standing, TableState
from arpad.storage.publication import manifest_of_import, publication_text
from arpad.storage.search.asking import ask_rebuild
from arpad.storage.standings import changed_lines, load_generation
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.office.decision import Decision
    from arpad.storage.archive import Kept
    from arpad.storage.begun_book import BegunBook

_AT = "%Y-%m-%dT%H:%M:%SZ"


class _Version(NamedTuple):
    """One version of a list that comes in: day, revision, where the list is, and what was published with it."""

    day: date
    revision: int
    kept: Kept
    value: str
    """The hash of the list."""
    published: Mapping[str, Kept]
    at: datetime
    is_newest: bool
    why: str


class _InArchive(NamedTuple):
    """The files of a book that are in the archive."""

    deltas: dict[str, Kept]
    """By name, the tables that have rows."""
    versions: list[_Version]
    named: dict[str, Kept]
    """By name, lists, earlier issues and kept part results."""
    editions: dict[str, Kept]


def import_book(  # noqa: PLR0913 - what an import is asked with
    source: Path | BegunBook,
    decision: Decision,
    *,
    key: str = "",
    request: str = "",
    system_user: str = "",
    progress: Callable[[str], None] = lambda _: None,
    finish: Callable[[dict[str, Any]], None] = lambda _: None,
) -> RatingSystem:
    """Take a book of a folder, or one that a list begins, in, whole; the office has no book of this key yet."""
    progress("opening the book")
    book = Book.open(source) if isinstance(source, Path) else source
    key = key or book.about.authority
    if RatingSystem.objects.filter(key=key, is_ready=True).exists():
        raise RefusedError.of(WORDS, "book_there", key, key=key)
    _take_away_unready(key)
    return _Import(book, key, progress).carried_out(decision, request, system_user, finish)


def _take_away_unready(key: str) -> None:
    """Take away what an import that was ended left behind; nobody has ever seen it."""
    for system in RatingSystem.objects.filter(key=key, is_ready=False):
        tables = [Standing._meta.db_table, *map(database_table, MODELS)]  # noqa: SLF001 - Django's own way to say it
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f'DELETE FROM "{table}" WHERE {SYSTEM} = %s', [system.pk])  # noqa: S608 - our own tables
        ListVersion.objects.filter(rating_system=system).update(goes_on_from=None)
        ListVersion.objects.filter(rating_system=system).delete()
        system.delete()


class _Import:
    """One book on its way in."""

    def __init__(self, book: Book | BegunBook, key: str, progress: Callable[[str], None]) -> None:
        self._book, self._progress = book, progress
        about = book.about
        monthly = about.monthly_regime
        self._system = RatingSystem.objects.create(
            key=key,
            title=about.title,
            authority=about.authority,
            edition=about.edition,
            kinds=list(KINDS),
            monthly_regime=monthly if isinstance(monthly, bool) else [day.isoformat() for day in monthly],
            seed=about.seed,
            is_ready=False,
        )
        self._kept: list[tuple[Kept, str]] = []

    def carried_out(
        self, decision: Decision, request: str, system_user: str, finish: Callable[[dict[str, Any]], None]
    ) -> RatingSystem:
        """Bring everything in, then make it count."""
        book, system = self._book, self._system
        tables = {name: in_order(name, fitted(book.table(name), TABLES[name])) for name in TABLES if book.has(name)}
        self._progress("writing the tables")
        with ThreadPoolExecutor(1) as meanwhile:
            keeping = meanwhile.submit(self._in_archive, tables)
            owned = {database_table(name): self._owned(frame) for name, frame in tables.items()}
            # The job that makes everything searchable builds them; without a list it is not asked for.
            load_frames(connection, owned, later=PUT_OFF if book.list_dates else ())
            del owned
            self._progress("keeping the lists")
            deltas, versions, book_files, editions = keeping.result()
        rows = self._written_versions(versions, decision)
        self._progress("writing the standings")
        generation = self._write_standings(rows)
        facts = {
            "system": system.key,
            "tables": {name: {"added": deltas[name].sha256} if name in deltas else {} for name in tables},
            "files": {name: kept.sha256 for name, kept in book_files.items()},
            "law": {
                "edition": book.about.edition,
                "monthly_regime": system.monthly_regime,
                "files": {name: kept.sha256 for name, kept in editions.items()},
            },
            "about": about_data(book.about),
            "lists": [[row.list_date, row.revision, row.list_hash, row.manifest, row.fingerprint] for row in rows],
        }
        counts = {"lists": len(book.list_dates)}
        counts |= {name: tables[name].height if name in tables else 0 for name in ("players", "games")}
        with transaction.atomic():
            finish({"system": system.key, **counts})
            entry = log.record(decision, request, system_user, {**counts, BOOK: facts})
            TableState.objects.bulk_create(
                TableState(
                    rating_system=system,
                    name=name,
                    changed_by=entry.number,
                    rows=frame.height,
                    sha256=deltas[name].sha256 if name in deltas else "",
                )
                for name, frame in tables.items()
            )
            BookFile.objects.bulk_create(
                BookFile(rating_system=system, name=name, sha256=kept.sha256, changed_by=entry.number)
                for name, kept in book_files.items()
            )
            files.name_files(self._kept)
            system.rulebook_files = {name: kept.sha256 for name, kept in editions.items()}
            system.newest, system.generation = (rows[-1] if rows else None), generation
            system.version, system.is_ready = 1, True
            system.save()
            if rows:
                ask_rebuild(system)
        return system

    def _in_archive(self, tables: Mapping[str, pl.DataFrame]) -> _InArchive:
        """Keep tables, lists and the rest of the book; the database is not asked.

        A book that was not opened from a folder is looked through first: what is refused has come to nothing.
        """
        book = self._book
        if not isinstance(book, Book):
            book.refuse_wrong()
        deltas = {name: self._put(frame, files.TABLE) for name, frame in tables.items() if frame.height}
        versions = self._versions(tables["players"])
        named = {list_name(version.day): version.kept for version in versions if version.is_newest}
        named |= {original_name(v.day, v.revision): v.kept for v in versions if not v.is_newest}
        for day in book.pool_dates:
            frame = in_order("pool", fitted(book.table(pool_name(day)), POOL))
            named[pool_name(day)] = self._put(frame, files.TABLE)
            book.let_go(pool_name(day))
        places = sorted(book.folder.joinpath(EDITIONS).glob("*.toml")) if isinstance(book, Book) else []
        editions = {place.name: self._noted(files.archive().put_file(place), files.EDITION) for place in places}
        return _InArchive(deltas, versions, named, editions)

    def _write_standings(self, rows: list[ListVersion]) -> int:
        """Write the standings of all lists, a generation for each; give the newest."""
        before: pl.DataFrame | None = None
        newest = [row for row in rows if row.stage == ListVersion.PUBLISHED]
        for generation, row in enumerate(newest, 1):
            is_at_hand = list_name(row.list_date) == _newest(self._book)
            frame = self._book.table(_newest(self._book)) if is_at_hand else files.read_frame(row.list_file, LIST)
            load_generation(self._system, row, changed_lines(before, frame), generation)
            row.generation = generation
            row.save(update_fields=["generation"])
            before = frame
        return len(newest)

    def _owned(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame.select(pl.lit(self._system.pk, pl.Int64).alias(SYSTEM), *frame.columns)

    def _put(self, frame: pl.DataFrame, kind: str) -> Kept:
        return self._noted(files.put_frame(frame), kind)

    def _noted(self, kept: Kept, kind: str) -> Kept:
        self._kept.append((kept, kind))
        return kept

    def _versions(self, players: pl.DataFrame) -> list[_Version]:
        """Keep all lists of the book, earlier issues too, the oldest first."""
        book, hashes = self._book, HashOfLists(players)
        known = closings(book)
        versions: list[_Version] = []
        for day in book.list_dates:
            closing = known.get(day)
            revisions = () if closing is None else closing.revisions
            entries = () if closing is None else (closing.closed, *revisions)
            for place in range(len(revisions) + 1):
                is_newest = place == len(revisions)
                name = list_name(day) if is_newest else original_name(day, place + 1)
                frame = fitted(book.table(name), LIST)
                at = _moment(entries[place].at) if entries else now()
                why = entries[place].why if entries else ""
                published = self._published(day, None if is_newest else place + 1)
                kept, value = self._put(frame, files.LIST), hashes.of(frame)
                versions.append(_Version(day, place + 1, kept, value, published, at, is_newest, why))
                if name != _newest(book):
                    book.let_go(name)
        return versions

    def _published(self, day: date, issue: int | None) -> dict[str, Kept]:
        if not isinstance(self._book, Book):
            return {}
        folder = self._book.published(day, issue)
        places = sorted(place for place in folder.rglob("*") if place.is_file()) if folder.is_dir() else []
        return {
            place.relative_to(folder).as_posix(): self._noted(files.archive().put_file(place), files.PUBLISHED)
            for place in places
        }

    def _written_versions(self, versions: list[_Version], decision: Decision) -> list[ListVersion]:
        """Write the versions of lists; they belong to a system that is not ready, so nobody sees them yet."""
        about, at, rows = about_data(self._book.about), now(), list[ListVersion]()
        for version in versions:
            written = manifest_of_import(about, version.day, version.revision, version.value, version.published)
            before = next((row for row in reversed(rows) if row.list_date < version.day), None)
            row = ListVersion(
                rating_system=self._system,
                list_date=version.day,
                revision=version.revision,
                stage=ListVersion.PUBLISHED if version.is_newest else ListVersion.REVISED,
                is_imported=True,
                closed_at=version.at,
                closed_by=decision.by,
                published_at=at,
                published_by=decision.by,
                publication_day=version.day,
                valid_from=version.day,
                list_hash=version.value,
                hash_version=VERSION,
                list_file=version.kept.sha256,
                files={name: kept.sha256 for name, kept in version.published.items()},
                manifest=written.kept.sha256,
                reason=version.why or (decision.reason if version.revision > 1 else ""),
                goes_on_from=before,
            )
            text = publication_text(row, at, version.day, by_one_person=False)
            publication = files.archive().put(text)
            row.fingerprint = publication.sha256
            row.save()
            self._noted(written.kept, files.MANIFEST)
            self._noted(publication, files.MANIFEST)
            rows.append(row)
        return rows


def _newest(book: Book | BegunBook) -> str:
    return list_name(book.list_dates[-1]) if book.list_dates else ""


def _moment(text: str) -> datetime:
    """Read the moment of an entry of a book's log; what somebody edited so that it is none, as now."""
    try:
        return datetime.strptime(text, _AT).replace(tzinfo=UTC)
    except ValueError:
        return now()
