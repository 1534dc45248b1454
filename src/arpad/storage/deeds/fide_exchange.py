"""What passes between a federation's office and FIDE about an event: sent, answered, seen on a list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.model.problems import RefusedError
from arpad.office.season_file import season_bytes
from arpad.office.send_to_fide import (
    keep_answer,
    keep_registration_answer,
    note_fide_list,
    send_registration,
    send_to_fide,
)
from arpad.storage.archived_files import archive
from arpad.storage.deeds.report_corrections import report_in_hand
from arpad.storage.events.carrying_out import NOTHING, Paper, about_event, with_document
from arpad.storage.events.rows import case_of
from arpad.storage.queries.registration_page import registration_row
from arpad.storage.reports.checking import still_without_number
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.office.send_to_fide import FideAnswer, NoteFideList, SendRegistration, SendToFide
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along


def send_registered(person: Person, number: int, asked: SendRegistration, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is recorded as registered with FIDE: by the paper that goes along, or by our own file.

    Its bytes stay in the archive as the proof of what was sent.
    """
    if not along.papers:
        name, data = registration_file(person, number)
        along = replace(along, papers=[Paper(archive().put(data), name)])
    asked = replace(asked, sha256=along.papers[0].kept.sha256)
    return about_event(
        person, number, "fide.send_registration", lambda state: send_registration(person, asked, state), along
    )


def keep_registered(person: Person, number: int, asked: FideAnswer, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether FIDE's answer about a registration is kept."""
    asked = with_document(asked, along)
    return about_event(
        person, number, "fide.answer_registration", lambda state: keep_registration_answer(person, asked, state), along
    )


def send(person: Person, number: int, asked: SendToFide, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a report is recorded as sent to FIDE; the papers are the bytes that were sent."""
    row = registration_row(person, number)
    if row is not None:
        asked = replace(asked, without_number=still_without_number(row, case_of(row)))
    return about_event(person, number, "fide.send", lambda state: send_to_fide(person, asked, state), along)


def send_file(person: Person, number: int, asked: SendToFide, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a report is recorded as sent: the paper that goes along or, without one, what `fide_file` gives.

    Its bytes stay in the archive as the proof of what was sent.
    """
    if not along.papers:
        name, data = fide_file(person, number)
        along = replace(along, papers=[Paper(archive().put(data), name)])
    return send(person, number, replace(asked, sha256=along.papers[0].kept.sha256), along)


def fide_file(person: Person, number: int) -> tuple[str, bytes]:
    """Give the file of an event that is sent to FIDE, with its name: the report with everything that was put right."""
    row = registration_row(person, number)
    if row is None:
        raise RefusedError.of(WORDS, "no_such_event", str(number), event=number)
    if not row.report_sha256:
        raise RefusedError.of(WORDS, "no_report_to_send", str(number), event=number)
    data, _ = report_in_hand(row, case_of(row))
    return f"{row.fide_code or row.number}.trf", data


def registration_file(person: Person, number: int) -> tuple[str, bytes]:
    """Give the file by which an event is registered with FIDE, with its name: a table of all that is registered."""
    row = registration_row(person, number)
    if row is None:
        raise RefusedError.of(WORDS, "no_such_event", str(number), event=number)
    return f"registration-{row.number}.csv", season_bytes([case_of(row).values])


def keep_fide_answer(person: Person, number: int, asked: FideAnswer, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether FIDE's answer about a report is kept."""
    asked = with_document(asked, along)
    return about_event(person, number, "fide.answer", lambda state: keep_answer(person, asked, state), along)


def note_on_list(person: Person, number: int, asked: NoteFideList, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is noted as being on a list of FIDE."""
    return about_event(person, number, "fide.note_list", lambda state: note_fide_list(person, asked, state), along)
