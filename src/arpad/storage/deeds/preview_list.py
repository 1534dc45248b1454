"""The list being made, worked out by one job for the whole office: as of a decision, with its checklist.

Asked for again while it waits, it is the same job; decisions that come meanwhile are in the next one. Nothing is
decided by it: the numbers are those of `arpad period preview` on the exported book.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.book.closings import closings
from arpad.book.view import open_list
from arpad.engine.period.close_list import close
from arpad.library.guards import doubts_of
from arpad.model.clock import now
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.office.canonical import plain
from arpad.office.checklist import ChecklistState, checklist
from arpad.office.commands import in_office
from arpad.office.doubles import doubles
from arpad.office.k_changes import k_changes
from arpad.office.roles import DEEDS
from arpad.publication.player_rows import working
from arpad.publication.preview import preview
from arpad.storage import log
from arpad.storage.archived_files import PREVIEW, archive, name_files, put_frame
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.lists import DOUBTS, guards, system_of, unpublished_before
from arpad.storage.jobs.asking import ask
from arpad.storage.models import Asked, Preview
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.office.person import Person
    from arpad.storage.archive import Kept
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Job, RatingSystem

KIND = "list.preview"


def ask_preview(person: Person, system: RatingSystem) -> Job:
    """Ask that the list being made is worked out; what waits already is the same work."""
    return ask(KIND, {"system": system.key}, person)


def next_day(book: DatabaseBook) -> date | None:
    """Give the day of the list that is made next: the earliest of all kinds of chess."""
    return min((day for kind in KINDS if (day := open_list(book, kind)) is not None), default=None)


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Work the list out, with what to look at before it is closed, and keep it in the place of the one before."""
    system = system_of(job_input["system"])
    as_of = log.head().number
    book = DatabaseBook(system)
    day = next_day(book)
    if day is None:
        raise RefusedError.of(WORDS, "no_list_to_go_on_from", system.key)
    view = book.for_closing(day)
    closed = close(view, day, progress)
    progress("looking at what is odd")
    data = preview(closed, view, closings(book))
    doubts = doubts_of(book)
    data |= {"checklist": list(_items(book, view, closed, data, doubts)), "players": _lines(closed), DOUBTS: doubts}
    workings = _workings(closed, view)
    data["working"] = {kind: kept.sha256 for kind, kept in workings.items()}
    kept = archive().put(json.dumps(plain(data), ensure_ascii=False).encode())
    result = {"list": day.isoformat(), "as_of": as_of, "data": kept.sha256}
    with transaction.atomic():
        name_files([(each, PREVIEW) for each in (kept, *workings.values())])
        Preview.objects.update_or_create(
            rating_system=system,
            defaults={"list_date": day, "as_of_entry": as_of, "data": kept.sha256, "worked_out_at": now()},
        )
        finish(result)
    return result


def _lines(closed: Closed) -> dict[str, int]:
    """Count the lines of the list by kind of chess."""
    return {kind: of_kind.ratings.height for kind, of_kind in closed.kinds.items()}


def _workings(closed: Closed, view: BookView) -> dict[str, Kept]:
    """Keep how the ratings came about as they stand, by kind of chess; of the players their numbers only."""
    players, day = view.table("players"), closed.list_date
    frames = {kind: working(of_kind, players, day) for kind, of_kind in closed.kinds.items()}
    return {kind: put_frame(frame.drop("name", "federation")) for kind, frame in frames.items()}


def _items(
    book: DatabaseBook, view: BookView, closed: Closed, data: dict[str, Any], doubts: list[str]
) -> list[dict[str, Any]]:
    """Give what to look at before the list is closed, with its words, since problems of a book are no plain data."""
    day = closed.list_date
    unpublished = unpublished_before(book.system, day)
    rated = [number for of_kind in closed.kinds.values() for number in of_kind.events["event_id"].to_list()]
    waiting = Asked.objects.filter(decided_at__isnull=True).values_list("number", "deed")
    state = ChecklistState(
        data,
        guards(book, day, doubts),
        book.open_problems(),
        k_changes(closed, view),
        doubles(view, rated),
        [
            (number, deed)
            for number, deed in waiting
            if deed in DEEDS and not deed.startswith(("account.", "settings."))
        ],
        "" if unpublished is None else f"{unpublished:%Y-%m}",
    )
    return [
        {
            "code": item.code,
            "severity": item.severity,
            "sentence": in_office(item.sentence()),
            "kind": item.place.kind,
            "number": item.place.number,
        }
        for item in checklist(state)
    ]
