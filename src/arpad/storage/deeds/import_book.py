"""Import a book or a rating list: decided at once, carried out as a job.

An office without a book takes a whole book, or begins one with a list. An office that has one takes further lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction

from arpad.book.about import About
from arpad.book.folder import refusal
from arpad.book.imports.lists import Imported, list_day, list_taken
from arpad.book.list_hash import list_hash
from arpad.book.schema import ABOUT, LIST, PLAYERS
from arpad.book.view import list_name
from arpad.formats.lists.hashing import VERSION
from arpad.model.clock import now
from arpad.model.problems import ERROR, RefusedError
from arpad.office.decision import Content, Waiting, decide
from arpad.publication.handed_over import about_data
from arpad.regulations.catalogue import DEFAULT_AUTHORITY
from arpad.storage.archived_files import MANIFEST, archive, name_files, read_frame
from arpad.storage.begun_book import BegunBook
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, decision_of, work_of_decision
from arpad.storage.deeds.lists import office_day
from arpad.storage.importing import import_book as taken_in
from arpad.storage.jobs.asking import ask
from arpad.storage.models import ListVersion, RatingSystem
from arpad.storage.publication import manifest_of_import, publication_text
from arpad.storage.standings import changed_lines, point_to, write_generation
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.office.decision import Decision
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result

KIND = DEED = "book.import"


@dataclass(frozen=True, slots=True)
class ImportBook:
    """What is taken in: the folder of a book or the file of a list, under which key, and why."""

    path: Path
    reason: str
    key: str = ""
    """The key of the rating system; the authority of the book where nothing is said."""
    list_date: date | None = None
    """The day of a list whose file does not tell it."""
    kind: str | None = None
    """The kind of chess of a list whose file does not tell it."""


def import_book(
    person: Person,
    asked: ImportBook,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide whether a book or a list is imported; carrying it out is a job."""
    is_book = asked.path.joinpath(ABOUT).is_file()
    if not is_book and not asked.path.is_file():
        raise RefusedError.of(WORDS, "nothing_to_import", str(asked.path), path=str(asked.path))
    facts = {"what": "book" if is_book else "list", "key": asked.key}
    answer = decide(person, DEED, Content(facts), asked.reason, circumstances(DEED))
    if isinstance(answer, Waiting):
        raise TypeError("importing needs no second person")
    job_input = {
        "path": str(asked.path.resolve()),
        "key": asked.key,
        "list": None if asked.list_date is None else asked.list_date.isoformat(),
        "kind": asked.kind,
        **work_of_decision(answer, origin),
    }
    return DeedOutcome(answer, job=ask(KIND, job_input, person))


class _How(NamedTuple):
    """By which decision something is carried out, and whom it tells how far it is."""

    decision: Decision
    origin: Origin
    progress: Progress
    finish: Finish


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Bring a book or a list in."""
    path, key = Path(job_input["path"]), job_input["key"]
    origin = Origin(job_input["request"], job_input["system_user"])
    how = _How(decision_of(job_input["decision"]), origin, progress, finish)
    if path.joinpath(ABOUT).is_file():
        return _whole_book(path, key, how)
    day = date.fromisoformat(job_input["list"]) if job_input["list"] else list_day(path)
    if day is None:
        raise RefusedError.of(WORDS, "list_without_day", path.name, file=path.name)
    system = RatingSystem.objects.filter(key=key or DEFAULT_AUTHORITY, is_ready=True).first()
    if system is not None:
        return _further_list(DatabaseBook(system), path, day, job_input["kind"], how)
    book = BegunBook(About(authority=key or DEFAULT_AUTHORITY))
    progress("reading the list")
    book.apply(_list_change(book, path, day, job_input["kind"]))
    return _whole_book(book, key, how)


def _whole_book(source: Path | BegunBook, key: str, how: _How) -> Result:
    result: dict[str, Any] = {"what": "book"}

    def finish(about: dict[str, Any]) -> None:
        result.update(about)
        how.finish(result)

    taken_in(
        source, how.decision, key=key, request=how.origin.request, system_user=how.origin.system_user,
        progress=how.progress, finish=finish,
    )  # fmt: skip
    return result


def _list_change(book: BookView, path: Path, day: date, kind: str | None) -> Change:
    """Give the change that puts a list into a book; refused where it is none, or is there already."""
    done = Imported()
    change = list_taken(book, path, day, kind, done)
    errors = [fault for fault in done.problems if fault.severity == ERROR]
    if change is None or errors:
        raise refusal(path.name, errors or done.problems)
    return change


def _further_list(book: DatabaseBook, path: Path, day: date, kind: str | None, how: _How) -> Result:
    """Put a list into the book of an office: it is the newest, and the office goes on from it."""
    system, newest = book.system, book.system.newest
    if newest is None or day <= newest.list_date:
        shown = None if newest is None else newest.list_date
        raise RefusedError.of(WORDS, "list_too_early", path.name, day=day, newest=shown)
    if ListVersion.objects.filter(rating_system=system, stage=ListVersion.CLOSED).exists():
        raise RefusedError.of(WORDS, "list_waits", path.name)
    how.progress("reading the list")
    change = _list_change(book, path, day, kind)
    prepared = book.prepared(change, how.progress)
    kept = prepared.files[list_name(day)]
    frame = read_frame("" if kept is None else kept.sha256, LIST)
    players = change.tables["players"].after if "players" in change.tables else None
    value = list_hash(frame, book.table("players") if players is None else players.select(list(PLAYERS.columns)))
    manifest = manifest_of_import(about_data(book.about), day, 1, value, {}).kept
    # Until the last transaction the rows name the list before: nobody sees them.
    lines = changed_lines(read_frame(newest.list_file, LIST), frame)
    generation = write_generation(system, newest, lines, how.progress)
    at, decision = now(), how.decision
    version = ListVersion(
        rating_system=system,
        list_date=day,
        stage=ListVersion.PUBLISHED,
        is_imported=True,
        closed_at=at,
        closed_by=decision.by,
        published_at=at,
        published_by=decision.by,
        publication_day=office_day(),
        valid_from=day,
        list_hash=value,
        hash_version=VERSION,
        list_file="" if kept is None else kept.sha256,
        manifest=manifest.sha256,
        goes_on_from=newest,
        generation=generation.number,
    )
    publication = archive().put(publication_text(version, at, office_day(), by_one_person=False))
    version.fingerprint = publication.sha256
    result = {"what": "list", "system": system.key, "list": day.isoformat(), "list_hash": value}
    with transaction.atomic():
        how.finish(result)
        lists = [[day, 1, value, manifest.sha256, publication.sha256]]
        prepared.write(decision, how.origin.request, how.origin.system_user, {"taken_in": day, "list_versions": lists})
        version.save()
        name_files([(manifest, MANIFEST), (publication, MANIFEST)])
        point_to(system, version, generation)
    return result
