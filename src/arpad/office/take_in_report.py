"""Take the report of an event in: its bytes are kept with their fingerprint before anything else happens.

A second report is set beside the first. Both days are kept: when the arbiter sent it to the officer, and when it came
to the office.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, citations, day_problems, decide_about
from arpad.office.registration_facts import has_begun, has_ended
from arpad.office.stages import NEVER_REGISTERED, RUNNING, WAITING
from arpad.office.wording import WORDS
from arpad.regulations.workings.decisions import (
    ARBITER_OR_OFFICER,
    CHIEF_ARBITER,
    ORGANISER,
    sender_of_report,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventCase, EventState
    from arpad.office.person import Person

OFFICER, OTHER = ("officer", "other")
SENT_BY = (CHIEF_ARBITER, ORGANISER, OFFICER, OTHER)
"""Who can have sent a report."""
_TOO_EARLY = (WAITING, NEVER_REGISTERED)
"""Stages that do not tell whether an event is over."""
SHA256 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeInReport(EventAct):
    """The report as it came: its fingerprint, how many files and bytes, and its days."""

    sha256: str
    files: int = 1
    size: int = 0
    received_on: date
    arbiter_sent_on: date | None = None
    is_from_federation: bool = True
    """False where the office has it from somewhere else than the event's federation."""
    sent_by: str = ""
    """Who sent it; empty where nobody said."""
    upload: int = 0
    """The number of the upload by a link that it was; 0 where it came otherwise."""


def take_in_report(person: Person, asked: TakeInReport, state: EventState) -> Decision | Waiting:
    """Decide whether a report is taken in."""
    case = state.as_of_now
    sender, p = sender_of_report(case.law, is_official=case.is_official)
    names = ("sha256", "files", "size", "received_on", "arbiter_sent_on", "is_from_federation", "sent_by", "upload")
    facts: dict[str, Any] = {name: getattr(asked, name) for name in names}
    facts |= {"before": case.report.sha256 if case.report is not None else "", "sender": sender}
    done = EventDone("", facts, citations(p), [*_problems(asked, state, case), *_sender_problems(asked, case, sender)])
    return decide_about(person, "report.take_in", asked, state, done)


def _problems(asked: TakeInReport, state: EventState, case: EventCase) -> Iterator[Problem]:
    where = str(case.event)
    if not SHA256.fullmatch(asked.sha256) or asked.files < 1:
        yield Problem.of(WORDS, "no_fingerprint", where)
    elif case.report is not None and case.report.sha256 == asked.sha256:
        yield Problem.of(WORDS, "same_report_again", where, event=case.event)
    if (case.stage == RUNNING and not case.part) or (case.stage in _TOO_EARLY and _is_not_over(state, case)):
        yield Problem.of(WORDS, "event_not_over", where, event=case.event, end=case.values.get("end"))
    yield from day_problems(asked.received_on, state)
    if asked.arbiter_sent_on is not None and asked.arbiter_sent_on > asked.received_on:
        sent, received = asked.arbiter_sent_on, asked.received_on
        yield Problem.of(WORDS, "sent_after_received", where, sent=sent, received=received)


def _is_not_over(state: EventState, case: EventCase) -> bool:
    """Tell whether it is too early for the report of an event at a stage that does not tell that."""
    passed = has_begun if case.part else has_ended
    return not passed(state.circumstances.now, case.own_days)


def _sender_problems(asked: TakeInReport, case: EventCase, sender: str | None) -> Iterator[Problem]:
    """Say who has to send the report of an official event, where somebody else is said to have sent it."""
    where, may_send = str(case.event), {CHIEF_ARBITER, OFFICER} if sender == ARBITER_OR_OFFICER else {sender}
    if asked.sent_by and asked.sent_by not in SENT_BY:
        yield Problem.of(WORDS, "unknown_sender", where, sent_by=asked.sent_by[:40], known=list(SENT_BY))
    elif case.is_official and sender is not None and asked.sent_by not in may_send:
        _, p = sender_of_report(case.law, is_official=True)
        articles, event = list(citations(p)), case.event
        if asked.sent_by:
            sent_by = asked.sent_by
            yield Problem.of(
                WORDS, "other_sender", where, event=event, sender=sender, sent_by=sent_by, articles=articles
            )
        else:
            yield Problem.of(WORDS, "sender_not_said", where, event=event, sender=sender, articles=articles)
