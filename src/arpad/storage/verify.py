"""Everything proved: the chain of the log, the archive, the state that follows from both, every publication made again.

What is damaged is named with what to do; nothing is mended here. What was erased by a decision counts as erased.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import connection, transaction

from arpad.book.schema import LIST
from arpad.model.clock import now
from arpad.model.problems import ArpadError, DamagedError, Problem
from arpad.office.log import Head, Unsealed, chain_problems, seal_problems
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import made_again_from
from arpad.storage import log
from arpad.storage.archived_files import archive, read_frame
from arpad.storage.book_tables import SYSTEM, read
from arpad.storage.bulk.frames import read_frame as read_rows
from arpad.storage.bulk.queries import selected
from arpad.storage.derived import derived
from arpad.storage.derived_correspondence import correspondence_problems, derived_correspondence
from arpad.storage.derived_events import derived_events, event_problems
from arpad.storage.derived_people import derived_people, people_problems
from arpad.storage.derived_reports import derived_reports, report_problems
from arpad.storage.models import (
    ArchivedFile,
    BookFile,
    ListVersion,
    Proof,
    RatingSystem,
    SealedValue,
    Standing,
    TableState,
)
from arpad.storage.publication import manifest_of
from arpad.storage.standings import SAYS_SOMETHING
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.office.decision import Decision
    from arpad.storage.derived import DerivedBook

WHOLE = (1, 1)
"""All of the archive is read; (3, 30) reads the third of thirty shares."""


@dataclass(slots=True)
class OfficeVerified:
    """What was looked at, and everything that is wrong."""

    problems: list[Problem] = field(default_factory=list)
    entries: int = 0
    files: int = 0
    erased: int = 0
    tables: int = 0
    accounts: int = 0
    grants: int = 0
    """Roles that were granted, those that ended among them."""
    registrations: int = 0
    """Events that were registered or noted, and parts of them."""
    questions: int = 0
    letters: int = 0
    publications: int = 0
    """Those that were made again."""
    taken_over: int = 0
    """Those that came from elsewhere, of which only the files can be checked."""
    lines: int = 0
    """Lines that were worked out by the reference."""

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.problems

    @property
    def facts(self) -> dict[str, Any]:
        """What is kept of it."""
        counted = (
            "entries",
            "files",
            "erased",
            "tables",
            "accounts",
            "grants",
            "registrations",
            "questions",
            "letters",
            "publications",
            "taken_over",
            "lines",
        )
        codes = sorted({problem.code for problem in self.problems})
        return {**{name: getattr(self, name) for name in counted}, "problems": len(self.problems), "codes": codes}


def verify(
    share: tuple[int, int] = WHOLE,
    progress: Callable[[str], None] = lambda _: None,
    *,
    again: bool = True,
    by_reference: bool = False,
) -> OfficeVerified:
    """Prove the office that is open; with `again`, every publication is made again from the archive.

    With `by_reference` every line of these is worked out once more by the reference, too.
    """
    result = OfficeVerified()
    progress("the chain of the log")
    result.problems += chain_problems(_counted(result), list(_published_heads()))
    result.problems += _seals()
    progress("the archive")
    result.problems += _archive(result, *share)
    progress("the state that follows from the log")
    try:
        books = derived(log.records())
    except (KeyError, TypeError, ValueError, pl.exceptions.PolarsError) as fault:
        result.problems.append(Problem.of(WORDS, "log_not_readable", "", why=type(fault).__name__))
        books = {}
    result.problems += _people(result)
    result.problems += _events(result)
    result.problems += _correspondence(result)
    for system in RatingSystem.objects.filter(is_ready=True).order_by("number"):
        book = books.get(system.key)
        if book is None:
            result.problems.append(Problem.of(WORDS, "system_not_logged", system.key, key=system.key))
        else:
            result.problems += _state(system, book, result)
    if again:
        for version in ListVersion.objects.exclude(manifest="").order_by("list_date", "revision", "number"):
            progress(f"the list of {version}")
            result.problems += _publication(version, result, by_reference=by_reference)
    return result


def _counted(result: OfficeVerified) -> Iterator[Any]:
    for record in log.records():
        result.entries += 1
        yield record


def _published_heads() -> Iterator[Head]:
    """Give the heads of the log that publications printed."""
    for version in ListVersion.objects.exclude(fingerprint=""):
        try:
            printed = json.loads(archive().read(version.fingerprint))["log"]
            if printed["number"]:
                yield Head(printed["number"], printed["hash"])
        except (DamagedError, ValueError, KeyError, TypeError):
            continue  # the file is named where the archive is looked at


def _seals() -> Iterator[Problem]:
    values: dict[int, list[Unsealed]] = defaultdict(list)
    for value in SealedValue.objects.order_by("entry_number", "name"):
        key = None if value.key is None else bytes(value.key)
        values[value.entry_number].append(Unsealed(value.name, key, value.value))
    for record in log.records():
        if record.sealed or record.number in values:
            yield from seal_problems(record, values.get(record.number, []))


def _archive(result: OfficeVerified, share: int, of: int) -> Iterator[Problem]:
    """Read a share of the archive; all files that a row names have to be there, whichever share is read."""
    for sha256, state in ArchivedFile.objects.order_by("sha256").values_list("sha256", "state"):
        if state == ArchivedFile.ERASED:
            result.erased += 1
            continue
        is_read = int(sha256[:8], 16) % of == share - 1
        if is_read:
            result.files += 1
            problem = archive().check(sha256)
        else:
            problem = None if archive().has(sha256) else _missing(sha256)
        if problem is not None:
            yield problem


def _missing(sha256: str) -> Problem:
    return Problem.of(WORDS, "archive_missing", sha256, sha256=sha256)


def _people(result: OfficeVerified) -> Iterator[Problem]:
    """Compare accounts, roles and settings with what the log tells of them."""
    try:
        people = derived_people(log.records())
    except (KeyError, TypeError, ValueError) as fault:
        yield Problem.of(WORDS, "log_not_readable", "", why=type(fault).__name__)
        return
    result.accounts, result.grants = len(people.accounts), len(people.roles)
    yield from people_problems(people)


def _events(result: OfficeVerified) -> Iterator[Problem]:
    """Compare events from registration on with what the log tells of them."""
    try:
        events = derived_events(log.records())
    except (KeyError, TypeError, ValueError, RatingSystem.DoesNotExist) as fault:
        yield Problem.of(WORDS, "log_not_readable", "", why=type(fault).__name__)
        return
    result.registrations = len(events.cases)
    yield from event_problems(events)
    try:
        reports = derived_reports(log.records())
    except (KeyError, TypeError, ValueError) as fault:
        yield Problem.of(WORDS, "log_not_readable", "", why=type(fault).__name__)
        return
    yield from report_problems(reports)


def _correspondence(result: OfficeVerified) -> Iterator[Problem]:
    """Compare questions, letters and what is in hand with what the log tells of them."""
    try:
        written = derived_correspondence(log.records())
    except (KeyError, TypeError, ValueError) as fault:
        yield Problem.of(WORDS, "log_not_readable", "", why=type(fault).__name__)
        return
    result.questions, result.letters = len(written.questions), len(written.letters)
    yield from correspondence_problems(written)


def _state(system: RatingSystem, book: DerivedBook, result: OfficeVerified) -> Iterator[Problem]:
    """Compare the tables, files, law, lists and standings of a system with what the log tells."""
    names = sorted(TableState.objects.filter(rating_system=system).values_list("name", flat=True))
    if names != sorted(book.tables):
        odd = sorted({*names} ^ {*book.tables})
        yield Problem.of(WORDS, "tables_differ", system.key, tables=odd)
    there = read(system.pk, names)
    for name in names:
        result.tables += 1
        if name in book.unknown:
            if not ArchivedFile.objects.filter(sha256=book.unknown[name], state=ArchivedFile.ERASED).exists():
                yield Problem.of(WORDS, "table_not_derived", name, table=name, sha256=book.unknown[name])
        elif name in book.tables and not there[name].equals(book.table(name)):
            both = there[name], book.table(name)
            more, fewer = (
                first.join(second, on=first.columns, how="anti", nulls_equal=True).height
                for first, second in (both, both[::-1])
            )
            yield Problem.of(WORDS, "table_differs", name, table=name, more=more, fewer=fewer)
    files = dict(BookFile.objects.filter(rating_system=system).values_list("name", "sha256"))
    for name in sorted({*files, *book.files}):
        if files.get(name) != book.files.get(name):
            yield Problem.of(WORDS, "file_differs", name, name=name)
    law = (system.edition, system.rulebook_files, system.monthly_regime)
    if law != (book.edition, book.rulebook_files, book.monthly_regime):
        yield Problem.of(WORDS, "law_differs", system.key, key=system.key)
    yield from _versions(system, book)
    yield from _standings(system)


def _versions(system: RatingSystem, book: DerivedBook) -> Iterator[Problem]:
    rows = ListVersion.objects.filter(rating_system=system)
    kept: list[dict[str, Any]] = [
        {
            "list": row.list_date.isoformat(),
            "revision": row.revision,
            "stage": row.stage,
            "list_hash": row.list_hash,
            "manifest": row.manifest,
            "fingerprint": row.fingerprint,
        }
        for row in rows
    ]
    for version in kept:
        if version not in book.versions:
            yield Problem.of(
                WORDS, "list_differs", version["list"], month=version["list"][:7], revision=version["revision"]
            )
    for version in book.versions:
        if version not in kept:
            yield Problem.of(
                WORDS, "list_gone", version["list"], month=version["list"][:7], revision=version["revision"]
            )


def _standings(system: RatingSystem) -> Iterator[Problem]:
    """Compare the standings that hold with the newest list."""
    if system.newest is None:
        return
    schema = {**LIST.schema, "generation": pl.Int64(), "is_off": pl.Boolean()}
    table = Standing._meta.db_table  # noqa: SLF001 - Django's own way to say it
    rows = read_rows(
        connection, selected(table, schema, f"{SYSTEM} = %s AND generation <= %s", [system.pk, system.generation])
    )
    held = rows.sort("fide_id", "generation").unique("fide_id", keep="last", maintain_order=True)
    held = held.filter(~pl.col("is_off")).select(list(LIST.schema))
    try:
        newest = read_frame(system.newest.list_file, LIST).sort("fide_id")
    except DamagedError:
        return  # named where the archive is looked at
    held, newest = held.filter(SAYS_SOMETHING), newest.filter(SAYS_SOMETHING)
    if not held.equals(newest):
        different = held.join(newest, on=held.columns, how="anti", nulls_equal=True).height
        yield Problem.of(WORDS, "standings_differ", system.key, key=system.key, players=different)


def _publication(version: ListVersion, result: OfficeVerified, *, by_reference: bool) -> Iterator[Problem]:
    """Make a publication again; refused files are named where the archive is looked at."""
    where = str(version)
    try:
        manifest = manifest_of(version)
        if not manifest.is_made_here:
            result.taken_over += 1
            return
        proved = made_again_from(manifest, archive().read, pages_of_list, by_reference=by_reference)
    except (DamagedError, ValueError) as fault:
        yield Problem.of(WORDS, "publication_unreadable", where, list=where, why=str(fault))
        return
    except ArpadError as fault:
        yield Problem.of(WORDS, "publication_not_made", where, list=where, fault=fault)
        return
    result.publications += 1
    if not proved.is_same_list:
        yield Problem.of(WORDS, "publication_other_list", where, list=where, other_version=proved.is_by_other_version)
    elif proved.different and not proved.is_by_other_version:
        yield Problem.of(WORDS, "publication_other_files", where, list=where, files=list(proved.different))
    if proved.by_reference is not None:
        result.lines += proved.by_reference.compared
        players = {line.fide_id for *_, line in proved.by_reference.different if not line.corrections}
        if players:
            yield Problem.of(WORDS, "publication_other_lines", where, list=where, players=len(players))


def keep_proof(result: OfficeVerified, decision: Decision, request: str = "", system_user: str = "") -> Proof:
    """Keep what came of it, with its entry in the log."""
    with transaction.atomic():
        outcome = "ok" if result.is_whole else "damaged"
        log.record(decision, request, system_user, {"outcome": outcome, "proof": result.facts})
        return Proof.objects.create(kind=Proof.VERIFY, at=now(), outcome=outcome, facts=result.facts)
