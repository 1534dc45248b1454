"""Put something right, with the next list: who else changes is shown first, then it is decided and written at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import transaction

from arpad.book.decisions.correct_player import CorrectLine, CorrectNumber, CorrectPerson
from arpad.book.decisions.exclude import Exclude
from arpad.book.decisions.keep_apart import KeepPlayersApart
from arpad.book.decisions.merge import Merge
from arpad.book.view import list_name
from arpad.engine.compare.impact import impact, nobody
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.office.canonical import plain
from arpad.office.commands import in_office
from arpad.office.decision import Waiting
from arpad.office.exclude_player import ExcludeState, exclude_player
from arpad.office.merge_players import MergeState, merge_players
from arpad.office.put_right import PutRightState, deed_of
from arpad.office.put_right import put_right as decided
from arpad.office.take_in_late_report import TakeInLateReport
from arpad.storage.archived_files import PREVIEW, archive, name_files
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances, keep_waiting, settle
from arpad.storage.deeds.corrections import change_of, request_data, request_of
from arpad.storage.deeds.lists import system_of
from arpad.storage.deeds.take_in_late_report import take_in_late_report
from arpad.storage.deeds.typed_values import LOOK, forget_decided

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.book.change import Change
    from arpad.engine.compare.impact import Impact
    from arpad.office.decision import Decision
    from arpad.office.person import Person
    from arpad.storage.deeds.corrections import OfBook, Request
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result
    from arpad.storage.models import Asked, RatingSystem

KIND = LOOK
_OF_PERSON = ("name", "federation", "sex", "birth_year", "birth_date")


def look(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Work out who else changes by something that is put right; nothing is changed.

    The input has the key of the rating system and the request as `corrections.request_data` gives it.
    """
    book = DatabaseBook(system_of(job_input["system"]))
    change = change_of(book, request_of(job_input["request"]))
    # What only the log keeps changes nobody.
    shown = impact(book, change, progress) if change.tables else nobody()
    data = {
        "rows": shown.rows.with_columns(pl.col(pl.Date).cast(pl.String)).rows(named=True),
        "notes": [in_office(note.message) for note in shown.notes],
        "says": [in_office(reason.message) for reason in change.reasons],
    }
    kept = archive().put(json.dumps(data, ensure_ascii=False).encode())
    result = {"impact": impact_facts(shown), "data": kept.sha256, "as_of": book.system.version}
    with transaction.atomic():
        name_files([(kept, PREVIEW)])
        finish(result)
    return result


def impact_facts(shown: Impact) -> dict[str, Any]:
    """Give what the log says of who else changes: how many players, on which lists, and the biggest change."""
    change = (shown.rows["after"] - shown.rows["before"]).abs().max()
    return {
        "players": shown.players,
        "lists": [day.isoformat() for day in shown.rows["list"].unique().sort().to_list()],
        "biggest": 0 if change is None else change,
    }


def put_right(  # noqa: PLR0913, PLR0917 - what a correction is asked with
    person: Person,
    system: RatingSystem,
    request: Request,
    shown: Mapping[str, Any] | None = None,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
    confirms: Asked | None = None,
) -> DeedOutcome:
    """Decide whether something is put right, and do it; `shown` is what was seen of who else changes."""
    if isinstance(request, TakeInLateReport):
        return take_in_late_report(person, system, request, shown, origin, confirms)
    book = DatabaseBook(system)
    change, problems = _change(book, request)
    answer = _decided(person, book, request, problems, shown or {}, confirms)
    if isinstance(answer, Waiting):
        given = {"system": system.key, "request": request_data(request), "shown": plain(shown or {})}
        with transaction.atomic():
            forget_decided(request_data(request))
            return DeedOutcome(waiting=keep_waiting(answer, given))
    if change is None:
        raise RefusedError(problems)
    prepared = book.prepared(change)
    with transaction.atomic():
        settle(None if confirms is None else confirms.number, answer)
        entry = prepared.write(answer, origin.request, origin.system_user)
        forget_decided(request_data(request))
    return DeedOutcome(answer, entry.number)


def confirmed(person: Person, row: Asked, origin: Origin) -> DeedOutcome:
    """Decide anew, as the second person, what somebody asked for."""
    given = row.input
    request = request_of(given["request"])
    return put_right(person, system_of(given["system"]), request, given["shown"], origin, row)


def _change(book: DatabaseBook, request: Request) -> tuple[Change | None, list[Any]]:
    """Give the change, or everything that the book says against it."""
    try:
        return change_of(book, request), []
    except RefusedError as fault:
        return None, fault.problems


def _decided(  # noqa: PLR0913, PLR0917 - what a decision is made from
    person: Person,
    book: DatabaseBook,
    request: OfBook,
    problems: list[Any],
    shown: Mapping[str, Any],
    confirms: Asked | None,
) -> Decision | Waiting:
    """Ask the office, with everything that it has to know."""
    if isinstance(request, Merge):
        return merge_players(person, request, _merge_state(book, request, problems, shown, confirms))
    if isinstance(request, Exclude):
        rows = book.table("exclusions").filter(
            fide_id=request.player, since=request.since, scope=request.scope
        )  # fmt: skip
        was = rows["until"][0] if rows.height else None
        now = circumstances("player.exclude", confirms, about(request))
        return exclude_player(person, request, ExcludeState(now, problems, was))
    before, federation = _before(book, request)
    has_rating = isinstance(request, CorrectPerson) and is_rated(book, request.player)
    code = deed_of(request, is_rated=has_rating)
    now = circumstances(code, confirms, about(request))
    return decided(person, request, PutRightState(now, federation, before, has_rating, "", problems, shown))


def about(request: OfBook) -> list[int]:
    """Give the numbers of the players whom a request is about."""
    names = ("old", "new", "white", "black") if not hasattr(request, "player") else ("player", "other")
    named = {getattr(request, name) for name in names if hasattr(request, name)}
    return sorted(named | {*getattr(request, "players", {})})


def _before(book: DatabaseBook, request: Any) -> tuple[Mapping[str, Any], str]:  # noqa: ANN401 - a request of a book
    """Give the row that is put right, as it stands, and the federation that it belongs to."""
    if isinstance(request, CorrectPerson | CorrectNumber | CorrectLine | KeepPlayersApart):
        row = _row(book, "players", "fide_id", request.player)
        federation = str(row.get("federation", ""))
        return (_line(book, request) if isinstance(request, CorrectLine) else row), federation
    event = _row(book, "events", "event_id", request.event)
    federation = str(event.get("federation", ""))
    if not hasattr(request, "round"):
        return event, federation
    games = book.table("games").filter(
        event_id=request.event, round=request.round, white=request.white, black=request.black
    )
    return (games.row(0, named=True) if games.height else {}), federation


def _row(book: DatabaseBook, table: str, column: str, number: int) -> Mapping[str, Any]:
    rows = book.table(table).filter(pl.col(column) == number)
    return rows.row(0, named=True) if rows.height else {}


def _line(book: DatabaseBook, request: CorrectLine) -> Mapping[str, Any]:
    """Give what the newest list says of a player, in the kind of chess that is asked for."""
    if not book.list_dates:
        return {}
    row = _row(book, list_name(book.list_dates[-1]), "fide_id", request.player)
    return {part: row.get(f"{request.kind}_{part}") for part in ("rating", "k", "played")}


def is_rated(book: DatabaseBook, player: int) -> bool:
    """Tell whether a player has a rating on the newest list."""
    if not book.list_dates:
        return False
    row = _row(book, list_name(book.list_dates[-1]), "fide_id", player)
    return any(row.get(f"{kind}_rating") is not None for kind in KINDS)


def _merge_state(
    book: DatabaseBook, request: Merge, problems: list[Any], shown: Mapping[str, Any], confirms: Asked | None
) -> MergeState:
    old, new = (_row(book, "players", "fide_id", number) for number in (request.old, request.new))
    games = book.table("games").filter((pl.col("white") == request.old) | (pl.col("black") == request.old))
    lines = (
        [_row(book, list_name(book.list_dates[-1]), "fide_id", number) for number in (request.old, request.new)]
        if book.list_dates
        else [{}, {}]
    )
    both = [kind for kind in KINDS if all(line.get(f"{kind}_rating") is not None for line in lines)]
    return MergeState(
        circumstances("player.merge", confirms, about(request)),
        (str(old.get("federation", "")), str(new.get("federation", ""))),
        tuple(games["event_id"].unique().sort().to_list()),
        tuple(both),
        tuple(name for name in _OF_PERSON if old.get(name) != new.get(name)),
        problems,
        shown,
    )
