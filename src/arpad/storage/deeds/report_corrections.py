"""What is put right in a report that the office has: corrected, answered, and numbers asked for and given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max

from arpad.book.decisions.correct_player import CorrectNumber, CorrectPerson, person_of, with_number
from arpad.book.imports.numbers import kept_numbers
from arpad.book.near_duplicates import name_keys
from arpad.formats.forms_2003.report_forms import report_bytes
from arpad.formats.trf.reader import read_trf
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.office import number_requests as numbers
from arpad.office.answer_report import AnswersSoFar, answer_report
from arpad.office.attach_document import ARBITERS_WORD
from arpad.office.correct_report import CorrectReport, ReportAsRead, correct_report
from arpad.office.mended_report import mended, values_before
from arpad.office.number_requests import HAD_ONE, AskNumber, NumberRequestState, PlayerWithoutNumber
from arpad.office.report_changes import OF_PLAYER, ReportChange
from arpad.office.stages import AUTHORITY, DUE, RATED
from arpad.storage.archived_files import REPORT, archive, name_files
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.put_right import is_rated
from arpad.storage.deeds.reports import newest_delivery
from arpad.storage.events.carrying_out import NOTHING, about_event, held_event
from arpad.storage.events.rows import case_of
from arpad.storage.models import EventEntry, LogEntry, NumberRequest, PlayerRow, RegisteredEvent
from arpad.storage.reports.checking import answers_of, check, files_to_check
from arpad.storage.reports.in_book import ThroughBook
from arpad.storage.reports.reading_child import upload_of
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arpad.model.tournament import Tournament
    from arpad.office.answer_report import AnswerReport
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.log import LogRecord
    from arpad.office.number_requests import GiveNumber, WithdrawRequest
    from arpad.office.person import Person
    from arpad.storage.archive import KeptBytes
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along


_SEXES = {"m": "M", "w": "F"}
"""The sexes of a book, by those of a report."""


def correct(person: Person, number: int, asked: CorrectReport, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a report is corrected; what it is then is kept beside what came, and checked anew."""
    row, case = _seen(person, number, along)
    data, tournament = report_in_hand(row, case)
    read = ReportAsRead(
        values_before(tournament, asked.changes),
        {entry.number: entry.fide_id for entry in tournament.entries},
        _words_of_arbiter(number),
    )
    fits = [change for change in asked.changes if change.key in read.before]
    kept = archive().put(_mended_or_same(data, fits)) if fits else None
    asked = replace(asked, mended="" if kept is None else kept.sha256)
    outcome = about_event(
        person,
        number,
        "report.correct",
        lambda state: correct_report(person, asked, state, read),
        replace(along, inside=_naming(kept), beside={**along.beside, **_players_of(kept)}),
    )
    check_again(number)
    return outcome


def answer(person: Person, number: int, asked: AnswerReport, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether open questions of a report are answered; it is checked anew."""
    so_far = AnswersSoFar(answers_of(number))
    outcome = about_event(
        person, number, "report.answer", lambda state: answer_report(person, asked, state, so_far), along
    )
    check_again(number)
    return outcome


def ask_number(person: Person, number: int, player: int, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a number is asked for a player of a report."""
    row, case = _seen(person, number, along)
    _, tournament = report_in_hand(row, case)
    entry = tournament.by_number().get(player)
    of = PlayerWithoutNumber(is_there=False)
    if entry is not None:
        born = values_before(tournament, [ReportChange(OF_PLAYER, "born", "", player)])
        of = PlayerWithoutNumber(
            has_number=entry.fide_id is not None,
            is_asked=NumberRequest.objects.filter(event_id=number, player=player, state=NumberRequest.OPEN).exists(),
            name=entry.name,
            born=next(iter(born.values()), None) or "",
            sex=entry.sex or "",
            federation=entry.federation or "",
        )
    request: list[int] = []

    def decides(state: EventState) -> Decision | Waiting:
        request.append((NumberRequest.objects.aggregate(newest=Max("number"))["newest"] or 0) + 1)
        return numbers.ask_number(person, AskNumber(player=player, request=request[-1]), state, of)

    def inside(event: RegisteredEvent, entry: LogRecord) -> None:
        NumberRequest.objects.create(
            number=request[-1],
            event=event,
            player=player,
            federation=of.federation[:3],
            state=NumberRequest.OPEN,
            asked_entry=entry.number,
        )

    return about_event(person, number, "report.ask_number", decides, replace(along, inside=inside))


def give_number(person: Person, request: int, asked: GiveNumber, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a request is closed with a number; it comes into the report, or everywhere into the book."""
    waiting = _request(request)
    row, case = _seen(person, waiting.event_id, along)
    taken = PlayerRow.objects.filter(rating_system=row.rating_system, fide_id=asked.number).exists()
    state_of_request = NumberRequestState(
        request, waiting.player, waiting.state == NumberRequest.OPEN, (asked.number,) if taken else ()
    )
    is_in_book = case.office == AUTHORITY and case.stage in {DUE, RATED}
    kept = None
    if is_in_book:
        book = DatabaseBook(row.rating_system)
        stand_in = _stand_in(row, case, waiting.player, book)
        state_of_request = replace(state_of_request, stand_in=stand_in)
        if stand_in and state_of_request.is_open and asked.way != HAD_ONE and not taken:
            why = asked.reason or f"request {request}"
            change = with_number(book, CorrectNumber(stand_in, asked.number, why), _stated(book, stand_in, asked, why))
            along = replace(along, recorded=ThroughBook(book.prepared(change), along.origin, {}))
    elif state_of_request.is_open:
        data, tournament = report_in_hand(row, case)
        changes = _changes_by(asked, waiting.player)
        before = values_before(tournament, changes)
        changes = [change for change in changes if change.key in before and before[change.key] != change.after]
        kept = archive().put(_mended_or_same(data, changes))
        state_of_request = replace(state_of_request, mended=kept.sha256, changes=tuple(changes), before=before)
    of = state_of_request

    def inside(event: RegisteredEvent, entry: LogRecord) -> None:
        NumberRequest.objects.filter(number=request).update(
            state=NumberRequest.CLOSED,
            closed_entry=entry.number,
            fide_id=asked.number,
            way=asked.way,
            stand_in=of.stand_in,
            federation=asked.federation,
        )
        _naming(kept)(event, entry)

    outcome = about_event(
        person,
        waiting.event_id,
        "report.give_number",
        lambda state: numbers.give_number(person, asked, state, of),
        replace(along, inside=inside, beside={**along.beside, **_players_of(kept)}),
    )
    if not is_in_book:
        check_again(waiting.event_id)
    return outcome


def withdraw_number(person: Person, request: int, asked: WithdrawRequest, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a request for a number is taken back."""
    waiting = _request(request)
    of = NumberRequestState(request, waiting.player, waiting.state == NumberRequest.OPEN)

    def inside(_event: RegisteredEvent, entry: LogRecord) -> None:
        NumberRequest.objects.filter(number=request).update(state=NumberRequest.WITHDRAWN, closed_entry=entry.number)

    return about_event(
        person,
        waiting.event_id,
        "report.withdraw_number",
        lambda state: numbers.withdraw_request(person, asked, state, of),
        replace(along, inside=inside),
    )


def report_in_hand(row: RegisteredEvent, case: EventCase) -> tuple[bytes, Tournament]:
    """Give the report as it is now, with everything that was put right; refused where it cannot be read."""
    delivery = newest_delivery(row.number)
    upload = upload_of(files_to_check(delivery, "" if case.report is None else case.report.mended))
    data = report_bytes(upload.report.data)
    return data, read_trf(data).tournament


def check_again(number: int) -> None:
    """Check the report of an event as it is now."""
    row = RegisteredEvent.objects.select_related("parent", "rating_system").get(number=number)
    check(row, case_of(row), newest_delivery(number))


def _mended_or_same(data: bytes, changes: Sequence[ReportChange]) -> bytes:
    """Give the report with changes; where one of them has no form, the office refuses it, and nothing is written."""
    try:
        return mended(data, changes)
    except ValueError:
        return data


def _changes_by(asked: GiveNumber, player: int) -> list[ReportChange]:
    """Give what a report says of a player, as the registrar states it: the number, and who the player is."""
    values = {"fide_id": str(asked.number), **{name: getattr(asked, name) for name in numbers.VALUES}}
    return [ReportChange(OF_PLAYER, name, value, player) for name, value in values.items()]


def _stated(book: DatabaseBook, stand_in: int, asked: GiveNumber, why: str) -> CorrectPerson | None:
    """Give what the registrar states of a player who is in the book; None where it cannot be read.

    Birth and sex of somebody with a rating are corrected by two; so only what the book lacks is taken from here.
    """
    try:
        born: Born | None = Born.of(asked.born)
    except ValueError:
        return None
    row, sex = person_of(book, stand_in), _SEXES.get(asked.sex)
    if is_rated(book, stand_in):
        born = born if row["birth_year"] is None else None
        sex = sex if not row["sex"] else None
    return CorrectPerson(stand_in, why, born, sex, asked.federation, asked.name)


def _players_of(kept: KeptBytes | None) -> dict[str, Any]:
    """Give the numbers of everybody who is named in a report as it is mended: who plays in an event tells by them."""
    if kept is None:
        return {}
    entries = read_trf(archive().read(kept.sha256)).tournament.entries
    return {"players": sorted(entry.fide_id for entry in entries if entry.fide_id is not None)}


def _naming(kept: KeptBytes | None) -> Callable[[RegisteredEvent, LogRecord], None]:
    """Give what writes the row that makes a file exist, in the transaction of its entry."""

    def inside(_event: RegisteredEvent, _entry: LogRecord) -> None:
        if kept is not None:
            name_files([(kept, REPORT)])

    return inside


def _seen(person: Person, number: int, along: Along) -> tuple[RegisteredEvent, EventCase]:
    """Give an event that the person may see, as it is now."""
    with transaction.atomic():
        row = held_event(person, number, along.seen)
    return row, case_of(row)


def _request(number: int) -> NumberRequest:
    row = NumberRequest.objects.filter(number=number).first()
    if row is None:
        raise RefusedError.of(WORDS, "no_such_request", str(number), request=number)
    return row


def _words_of_arbiter(number: int) -> frozenset[str]:
    entries = EventEntry.objects.filter(event_id=number).values_list("entry", flat=True)
    attached = LogEntry.objects.filter(number__in=list(entries), code="report.attach")
    return frozenset(entry.facts["sha256"] for entry in attached if entry.facts["kind"] == ARBITERS_WORD)


def _stand_in(row: RegisteredEvent, case: EventCase, player: int, book: DatabaseBook) -> int:
    """Give the negative number under which a player of an event is in the book; 0 where there is none."""
    if case.book_event is None:
        return 0
    _, tournament = report_in_hand(row, case)
    entry = tournament.by_number().get(player)
    if entry is None or not entry.name:
        return 0
    number = kept_numbers(book, case.book_event).get(name_keys([entry.name])[0], 0)
    return min(0, number)
