"""A list of FIDE compared with what the office expected: the list before with its own accepted reports laid over it.

Only players of these reports are compared, since of other events the office knows nothing. What differs is kept with
the class that explains it, and can become a question to FIDE with the evidence.
"""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl
from django.db import transaction

from arpad.book.frames.lists import FrameList
from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.book.view import Instead, list_name
from arpad.engine.compare.compare import compare
from arpad.engine.period.close_list import close
from arpad.library.lists import list_in
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.problems import ArpadError, Problem, RefusedError
from arpad.office import wording as office_wording
from arpad.office.canonical import plain
from arpad.office.compare_list import CompareList, compare_list
from arpad.office.decision import UNDER_FIDE, Decision
from arpad.office.roles import refusal
from arpad.office.stages import ACCEPTED, ON_FIDE_LIST, SENT, TAKEN
from arpad.storage import log
from arpad.storage.archived_files import DIFFERENCES, LIST, archive, name_files
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.lists import system_of
from arpad.storage.deeds.reports import newest_delivery
from arpad.storage.events.rows import case_of
from arpad.storage.jobs.asking import ask
from arpad.storage.models import FideComparison, FideDifference, RegisteredEvent
from arpad.storage.reports.in_book import report_for_book
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arpad.book.view import BookView
    from arpad.engine.compare.compare import Differing
    from arpad.model.report import Report
    from arpad.office.person import Person
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Job, RatingSystem

KIND = "list.compare"
MOST_IN_LIST = 8 * MOST_IN_RECORD
EXPECTED_FROM = (ACCEPTED, SENT, TAKEN, ON_FIDE_LIST)
"""The stages of events that the office expects on a list of FIDE."""
_AT_ONCE = 500


class ExpectedList(NamedTuple):
    """What the office expects on a list: a book with its reports, the list, and the events by player."""

    view: BookView
    events: dict[int, list[int]]
    """By player, the registered events."""
    numbers: tuple[int, ...]
    left_out: tuple[int, ...]


def compare_fide_list(  # noqa: PLR0913, PLR0917 - a list, and whoever compares it
    person: Person,
    system: RatingSystem,
    official: FrameList,
    data: bytes,
    day: date,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    progress: Callable[[str], None] = lambda _: None,
    finish: Callable[[FideComparison], None] = lambda _: None,
) -> tuple[DeedOutcome, FideComparison]:
    """Compare a list of FIDE, read and as bytes, with what the office expected, and keep what differs.

    `finish` is called within the transaction that keeps it.
    """
    expected = expected_list(system, day, progress)
    differences = (
        [
            each
            for each in compare(expected.view, day, official, progress).differences
            if each.fide_id in expected.events
        ]
        if expected.numbers
        else []
    )
    rows = [difference_data(each, expected.events[each.fide_id]) for each in differences]
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["kind"]] = counts.get(row["kind"], 0) + 1
    kept, kept_rows = archive().put(data), archive().put(json.dumps(rows, ensure_ascii=False).encode())
    asked = CompareList(
        day, kept.sha256, kept_rows.sha256, expected.numbers, expected.left_out, len(expected.events), counts
    )
    with transaction.atomic():
        decision = compare_list(person, asked, circumstances("list.compare"))
        if not isinstance(decision, Decision):
            raise TypeError("comparing needs no second person")
        entry = log.record(decision, origin.request, origin.system_user, {"system": system.key})
        name_files([(kept, LIST), (kept_rows, DIFFERENCES)])
        comparison = FideComparison.objects.create(
            rating_system=system, list_date=day, sha256=kept.sha256, entry=entry.number,
            events=len(expected.numbers), players=len(expected.events),
        )  # fmt: skip
        FideDifference.objects.bulk_create(
            [
                FideDifference(
                    comparison=comparison,
                    kind=each["kind"],
                    player=each["player"],
                    event_id=each["events"][0],
                    facts=each,
                )
                for each in rows
            ],
            batch_size=_AT_ONCE,
        )
        finish(comparison)
    return DeedOutcome(decision, entry.number), comparison


def ask_comparison(  # noqa: PLR0913, PLR0917 - a list, and what its file does not tell
    person: Person,
    system: RatingSystem,
    place: Path,
    day: date,
    kind: str | None = None,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> Job:
    """Ask that the list in a file be compared; who may not compare, or where nothing is expected, is told at once."""
    circumstances_now = circumstances("list.compare")
    refused = refusal(person, "list.compare")
    if refused is not None or circumstances_now.office.serves != UNDER_FIDE:
        raise RefusedError([refused or Problem.of(office_wording.WORDS, "no_list_of_fide", f"{day:%Y-%m}")])
    job_input = {
        "system": system.key,
        "path": str(place.resolve()),
        "list": day.isoformat(),
        "kind": kind,
        "request": origin.request,
        "system_user": origin.system_user,
    }
    return ask(KIND, job_input, person)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:
    """Read the list in a file and compare it."""
    place, day, result = Path(job_input["path"]), date.fromisoformat(job_input["list"]), {}
    data = read_whole(place, MOST_IN_LIST)
    progress("reading the list of FIDE")
    official = list_in(io.BytesIO(data), place.name, place.name, kind=job_input["kind"], list_date=day, as_frame=True)
    if not isinstance(official, FrameList):
        raise TypeError("a frame was asked for")

    def kept(comparison: FideComparison) -> None:
        result["comparison"] = comparison.number
        finish(result)

    origin = Origin(job_input["request"], job_input["system_user"])
    system = system_of(job_input["system"])
    compare_fide_list(person, system, official, data, day, origin, progress, kept)
    return result


def difference_data(difference: Differing, events: Sequence[int]) -> dict[str, Any]:
    """Give a difference as it is kept: of whom, in which of our events, what each list says, and what explains it."""
    return {
        "kind": difference.explained_by,
        "chess": difference.kind,
        "player": difference.fide_id,
        "events": list(events),
        "fields": list(difference.fields),
        "expected": plain(list(difference.ours)),
        "listed": plain(list(difference.official)),
        "code": difference.reason.code,
        "says": difference.sentence,
    }


def expected_list(system: RatingSystem, day: date, progress: Callable[[str], None] = lambda _: None) -> ExpectedList:
    """Give the list that the office expects of a day: the one before, and the reports that it accepted for it."""
    book = DatabaseBook(system)
    if day in book.list_dates:
        raise RefusedError.of(WORDS, "compared_too_late", f"{day:%Y-%m}", month=f"{day:%Y-%m}")
    progress("reading the accepted reports")
    reports, numbers, left_out = _reports(system, book, day)
    if not reports:
        return ExpectedList(book, {}, (), tuple(left_out))
    done = Imported()
    change = reports_taken(book, list(reports), done)
    tables = {} if change is None else {name: table.after for name, table in change.tables.items()}
    view = Instead(book, {name: frame for name, frame in tables.items() if frame is not None})
    closed = close(view, day, progress)
    by_file = {str(event["file"]): int(str(event["event_id"])) for event in done.events}
    games = view.table("games")
    events: dict[int, list[int]] = {}
    for file, number in numbers.items():
        of_event = games.filter(pl.col("event_id") == by_file.get(file, 0))
        for player in {*of_event["white"].to_list(), *of_event["black"].to_list()}:
            events.setdefault(player, []).append(number)
    view = Instead(view, {list_name(day): closed.frame})
    return ExpectedList(view, events, tuple(sorted(numbers.values())), tuple(left_out))


def _reports(system: RatingSystem, book: DatabaseBook, day: date) -> tuple[list[Report], dict[str, int], list[int]]:
    """Read the reports of the events that a list should have, as they are now; each is called after its number."""
    reports, numbers, left_out = [], {}, []
    for row in _awaited(system):
        kept = row.report or {}
        name = f"{row.number}.trf"
        try:
            report = report_for_book(row, case_of(row), newest_delivery(row.number), book)
        except ArpadError:
            left_out.append(row.number)
            continue
        received = date.fromisoformat(kept["received_on"]) if kept.get("received_on") else None
        if book.rulebook.list_for(row.kind or "standard", report.end, received) == day:
            reports.append(replace(report, file=name, received=received))
            numbers[name] = row.number
    return reports, numbers, left_out


def _awaited(system: RatingSystem) -> Iterable[RegisteredEvent]:
    rows = RegisteredEvent.objects.filter(rating_system=system, stage__in=EXPECTED_FROM, is_left_out=False)
    rows = rows.select_related("parent", "rating_system").prefetch_related("approvals", "parent__approvals")
    return rows.exclude(report_sha256="").order_by("number")


def note_question(difference: FideDifference, question: int) -> None:
    """Note which question a difference became, within the transaction that asks it; refused where it is one already."""
    changed = FideDifference.objects.filter(pk=difference.pk, question__isnull=True).update(question=question)
    if changed != 1:
        raise RefusedError.of(WORDS, "difference_asked", str(difference.number), number=difference.number)
