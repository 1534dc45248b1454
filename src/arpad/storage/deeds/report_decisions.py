"""What is decided about a report: returned, accepted into the book, refused; appeals; many clean ones at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from arpad.model.problems import Problem, RefusedError
from arpad.office.accept_report import AcceptReport, accept_report
from arpad.office.decide_appeal import decide_appeal
from arpad.office.lodge_appeal import lodge_appeal
from arpad.office.refuse_report import refuse_report
from arpad.office.return_report import return_report
from arpad.storage.deeds.reports import newest_delivery
from arpad.storage.events.carrying_out import NOTHING, about_event, held_event, state_of, with_document
from arpad.storage.events.rows import case_of
from arpad.storage.reports.checking import check, checks_of
from arpad.storage.reports.in_book import into_book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.office.decide_appeal import DecideAppeal
    from arpad.office.lodge_appeal import LodgeAppeal
    from arpad.office.person import Person
    from arpad.office.refuse_report import RefuseReport
    from arpad.office.return_report import ReturnReport
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along

MOST_AT_ONCE = 200


class AcceptedTogether(NamedTuple):
    """What came of accepting many events at once: each by itself, with everything that speaks against it."""

    number: int
    outcome: DeedOutcome | None
    problems: Sequence[Problem] = ()


def return_for_correction(person: Person, number: int, asked: ReturnReport, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a report is returned for correction."""
    return about_event(person, number, "report.return", lambda state: return_report(person, asked, state), along)


def accept(person: Person, number: int, asked: AcceptReport, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a report is accepted; an authority takes it into its book with the same entry of the log."""
    with transaction.atomic():
        row = held_event(person, number, along.seen)
        state = state_of(row, "report.accept")
    delivery = newest_delivery(number)
    checks = checks_of(row, state.case, check(row, state.case, delivery))
    # Whatever speaks against it is said before the book is asked.
    accept_report(person, asked, state, checks)
    return about_event(
        person,
        number,
        "report.accept",
        lambda state: accept_report(person, asked, state, checks),
        into_book(row, state.case, delivery, along, asked.reason),
    )


def accept_together(person: Person, seen: Sequence[tuple[int, str]], along: Along = NOTHING) -> list[AcceptedTogether]:
    """Decide about many events at once, by number and the fingerprint that was seen; each by itself."""
    done = []
    for number, fingerprint in seen[:MOST_AT_ONCE]:
        try:
            outcome = accept(person, number, AcceptReport(fingerprint=fingerprint), along)
        except RefusedError as refused:
            done.append(AcceptedTogether(number, None, refused.problems))
        else:
            done.append(AcceptedTogether(number, outcome))
    return done


def refuse(person: Person, number: int, asked: RefuseReport, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an event is refused."""
    return about_event(person, number, "report.refuse", lambda state: refuse_report(person, asked, state), along)


def appeal(person: Person, number: int, asked: LodgeAppeal, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether an appeal is lodged."""
    asked = with_document(asked, along)
    return about_event(person, number, "appeal.lodge", lambda state: lodge_appeal(person, asked, state), along)


def decide(person: Person, number: int, asked: DecideAppeal, along: Along = NOTHING) -> DeedOutcome:
    """Decide an appeal, or record how it was decided; where it is allowed, the event comes into the book."""
    asked = with_document(asked, along)
    with transaction.atomic():
        row = held_event(person, number, along.seen)
        state = state_of(row, "appeal.decide")
    decide_appeal(person, asked, state)
    if asked.is_allowed:
        along = into_book(row, case_of(row), newest_delivery(number), along, asked.reason)
    return about_event(person, number, "appeal.decide", lambda state: decide_appeal(person, asked, state), along)
