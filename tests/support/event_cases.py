"""Made-up events of an office at every stage, and every deed about them with a request to which nothing is wanting."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from office_cast import NOW, TWO

from arpad.office.accept_report import AcceptReport, ChecksOfReport, accept_report
from arpad.office.amend_event import AmendEvent, amend_event
from arpad.office.answer_report import AnswerReport, AnswersSoFar, answer_report
from arpad.office.approvals import LATE
from arpad.office.ask_approval import AskApproval, ask_approval
from arpad.office.attach_document import AttachDocument, attach_document
from arpad.office.cancel_event import CancelEvent, cancel_event
from arpad.office.correct_report import CorrectReport, ReportAsRead, correct_report
from arpad.office.cut_short_event import CutShortEvent, cut_short_event
from arpad.office.decide_appeal import DecideAppeal, decide_appeal
from arpad.office.declare_empty import DeclareEmpty, declare_empty
from arpad.office.event_case import EventCase, EventState, RefusalOnRecord, ReportInHand
from arpad.office.event_letters import Remind, remind
from arpad.office.lodge_appeal import LodgeAppeal, lodge_appeal
from arpad.office.note_unregistered import NoteUnregistered, note_unregistered
from arpad.office.number_requests import (
    AskNumber,
    GiveNumber,
    NumberRequestState,
    PlayerWithoutNumber,
    WithdrawRequest,
    ask_number,
    give_number,
    withdraw_request,
)
from arpad.office.parts import PartOfEvent
from arpad.office.postpone_event import PostponeEvent, postpone_event
from arpad.office.record_approval import RecordApproval, record_approval
from arpad.office.refuse_registration import RefuseRegistration, refuse_registration
from arpad.office.refuse_report import RefuseReport, refuse_report
from arpad.office.register_event import RegisterEvent, TakeUpRegistration, register_event, take_up
from arpad.office.registration_facts import given
from arpad.office.report_changes import ReportChange
from arpad.office.report_reasons import ReasonWithArticle
from arpad.office.return_report import ReturnReport, return_report
from arpad.office.send_to_fide import (
    FideAnswer,
    NoteFideList,
    SendRegistration,
    SendToFide,
    keep_answer,
    keep_registration_answer,
    note_fide_list,
    send_registration,
    send_to_fide,
)
from arpad.office.stages import ANNOUNCED, AUTHORITY, NEVER_REGISTERED, NEW, RUNNING, WAITING
from arpad.office.take_in_report import TakeInReport, take_in_report
from arpad.office.uploads import EndLink, LinkOnRecord, MakeLink, end_link, make_link
from arpad.regulations.catalogue import edition

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.office.decision import Decision, Waiting
    from arpad.office.person import Person

TODAY = NOW.date()
VALUES: dict[str, Any] = {
    "name": "Open of Győr",
    "start": TODAY + timedelta(days=60),
    "end": TODAY + timedelta(days=68),
    "place": "Győr",
    "zone": "Europe/Budapest",
    "kind": "standard",
    "system": "swiss",
    "organiser": 711,
    "chief_arbiter": 712,
}
"""What is known of an event that nothing speaks against."""
LAW = edition("fide-2024-03")
SHA, OTHER_SHA = "a" * 64, "b" * 64
NUMBER_RIGHT = ReportChange("player", "fide_id", "1503014", player=3)
AS_READ = ReportAsRead({NUMBER_RIGHT.key: "1503041"}, {3: 1503041, 4: None})
NUMBER_GIVEN = GiveNumber(
    number=1503014,
    way="received_from_fide",
    name="Kestrel, Ada",
    born="2010-03-04",
    sex="w",
    federation="HUN",
    sources=(("name", "passport"), ("born", "passport"), ("sex", "passport"), ("federation", "federation")),
)
REASONS = (ReasonWithArticle("round 3 has no results", "fide-2024-03 9.1 [1]"),)
PART = PartOfEvent(2, date(2026, 9, 1), date(2026, 9, 30))


def moment(day: date, hour: int = 9) -> datetime:
    """Give an hour of a day, in UTC."""
    return datetime(day.year, day.month, day.day, hour, 30, tzinfo=UTC)


def on(case: EventCase, now: datetime = NOW, **other: Any) -> EventState:  # noqa: ANN401 - what else is known
    """Give what has to be known for a deed at a moment."""
    return EventState(replace(TWO, now=now), case, now.date(), **other)


def case_at(stage: str, office: str = AUTHORITY, **values: Any) -> EventCase:  # noqa: ANN401 - facts of an event
    """Give an event at a stage, with everything on record that such an event has."""
    before = stage in {NEW, ANNOUNCED, WAITING, "registered", "postponed"}
    start = VALUES["start"] if before else date(2026, 11, 1)
    end = VALUES["end"] if before else date(2026, 11, 9)
    if stage == RUNNING:
        start, end = date(2026, 9, 1), date(2026, 12, 20)
    registered = moment(TODAY - timedelta(days=100))
    if stage == WAITING:
        start, end, registered = TODAY + timedelta(days=1), TODAY + timedelta(days=5), NOW
    facts = {**VALUES, "start": start, "end": end, **values}
    report = ReportInHand(SHA, TODAY, ratings=(2410, 2390))
    refusal = RefusalOnRecord(99, TODAY, TODAY, "council", "organiser", TODAY + timedelta(days=7))
    late = stage in {"registered", NEW, NEVER_REGISTERED}
    case = EventCase(
        7,
        "HUN",
        LAW,
        stage,
        office,
        facts={} if stage == NEW else given(facts, 11, NOW),
        registered_at=None if late else registered,
        noted={"is_owed": True} if stage == NEVER_REGISTERED else {},
    )
    if stage in REPORTED:
        case = replace(case, report=report)
    if stage in {"refused", "under_appeal", "refused_by_fide", "appeal_dismissed"}:
        case = replace(case, refusal=refusal)
    if stage in {"accepted", "returned_by_fide", "sent_to_fide", "taken_by_fide", "due_for_list"}:
        case = replace(case, accepted=case.fingerprint)
    return case


REPORTED = frozenset(
    (
        *("received", "returned", "accepted", "refused", "under_appeal", "appeal_dismissed", "sent_to_fide"),
        *("taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list", "due_for_list", "rated", "annulled"),
    )
)
"""The stages at which the office has a report."""
REPORT = TakeInReport(sha256=OTHER_SHA, size=12_000, received_on=TODAY)
WHY = {"reason": "the hall is closed"}
LET = RecordApproval(what=LATE, body="qc_chair", decided_on=TODAY, document="letter 12")


def _part(state: EventState) -> EventState:
    return replace(state, case=replace(state.case, part=PART.number))


def _over(state: EventState) -> EventState:
    """Give an event that still waits for an approval when it is over; any other as it is."""
    if state.case.stage != WAITING:
        return state
    days = {"start": TODAY - timedelta(days=5), "end": TODAY - timedelta(days=2)}
    return replace(state, case=replace(state.case, facts=given({**state.case.values, **days}, 11, NOW)))


def _approval_of(case: EventCase) -> RecordApproval:
    """Give an approval that an event at its stage can get."""
    if case.stage == WAITING:
        return LET
    return RecordApproval(
        what="without_report",
        body="council",
        decided_on=TODAY,
        document="minutes 4",
        consulted="qualification_commission",
    )


CALLS: dict[str, Callable[[Person, EventState], Decision | Waiting]] = {
    "event.register": lambda person, state: register_event(person, RegisterEvent(values=VALUES), state),
    "event.take_up": lambda person, state: take_up(person, TakeUpRegistration(), state),
    "event.amend": lambda person, state: amend_event(
        person, AmendEvent(changes={**DAYS_ON, "place": "Sopron"}, **WHY), state
    ),
    "event.cancel": lambda person, state: cancel_event(person, CancelEvent(**WHY), state),
    "event.postpone": lambda person, state: postpone_event(person, PostponeEvent(**WHY), state),
    "event.cut_short": lambda person, state: cut_short_event(
        person, CutShortEvent(last_day=date(2026, 11, 3), **WHY), state
    ),
    "event.refuse_registration": lambda person, state: refuse_registration(
        person, RefuseRegistration(decided_on=TODAY, document="letter 3", **WHY), state
    ),
    "event.note_unregistered": lambda person, state: note_unregistered(
        person,
        NoteUnregistered(
            name="Cup of Pécs",
            start=date(2026, 10, 1),
            end=date(2026, 10, 5),
            known_from="a newspaper",
            **WHY,
        ),
        state,
    ),
    "approval.ask": lambda person, state: ask_approval(
        person, AskApproval(what=_approval_of(state.case).what, **WHY), state
    ),
    "approval.record": lambda person, state: record_approval(person, _approval_of(state.case), state),
    "part.declare_empty": lambda person, state: declare_empty(person, DeclareEmpty(part=PART), _part(state)),
    "report.take_in": lambda person, state: take_in_report(person, REPORT, _part(_over(state))),
    "report.return": lambda person, state: return_report(
        person, ReturnReport(reasons=REASONS, until=TODAY + timedelta(days=10)), state
    ),
    "report.accept": lambda person, state: accept_report(
        person, AcceptReport(fingerprint=state.case.fingerprint), state, ChecksOfReport(list=date(2026, 12, 1))
    ),
    "report.correct": lambda person, state: correct_report(
        person, CorrectReport(changes=(NUMBER_RIGHT,), mended=OTHER_SHA, **WHY), state, AS_READ
    ),
    "report.answer": lambda person, state: answer_report(
        person, AnswerReport(answers={"pgn": True}, **WHY), state, AnswersSoFar()
    ),
    "report.ask_number": lambda person, state: ask_number(
        person, AskNumber(player=3, request=1), state, PlayerWithoutNumber(name="Kestrel, Ada", federation="HUN")
    ),
    "report.give_number": lambda person, state: give_number(person, NUMBER_GIVEN, state, NumberRequestState(1, 3)),
    "report.withdraw_number": lambda person, state: withdraw_request(
        person, WithdrawRequest(**WHY), state, NumberRequestState(1, 3)
    ),
    "report.attach": lambda person, state: attach_document(
        person, AttachDocument(sha256=OTHER_SHA, size=900, kind="arbiters_word"), state, frozenset()
    ),
    "report.link": lambda person, state: make_link(person, MakeLink(), state, 5),
    "report.end_link": lambda person, state: end_link(
        person, EndLink(**WHY), state, LinkOnRecord(5, 7, 0, "HUN", NOW + timedelta(days=3), 3, 900)
    ),
    "letter.remind": lambda person, state: remind(person, Remind(), state),
    "report.refuse": lambda person, state: refuse_report(person, RefuseReport(reasons=REASONS), state),
    "appeal.lodge": lambda person, state: lodge_appeal(person, LodgeAppeal(lodged_on=TODAY, **WHY), state),
    "appeal.decide": lambda person, state: decide_appeal(
        person,
        DecideAppeal(is_allowed=True, body="council", decided_on=TODAY, document="minutes 9", **WHY),
        state,
    ),
    "fide.send_registration": lambda person, state: send_registration(
        person, SendRegistration(sha256=SHA, sent_on=TODAY, fide_code="400123"), state
    ),
    "fide.answer_registration": lambda person, state: keep_registration_answer(
        person, FideAnswer(answer="taken", answered_on=TODAY), state
    ),
    "fide.send": lambda person, state: send_to_fide(person, SendToFide(sha256=SHA, sent_on=TODAY), state),
    "fide.answer": lambda person, state: keep_answer(
        person, FideAnswer(answer="returned", answered_on=TODAY, document="mail 5"), state
    ),
    "fide.note_list": lambda person, state: note_fide_list(
        person, NoteFideList(list=date(2026, 12, 1), seen_on=TODAY), state
    ),
}
"""Every deed about an event that is decided by the stage it is at."""
DAYS_ON: dict[str, Any] = {}
"""Other days, where a test wants them."""


def carried_out(case: EventCase, done: Decision, **changes: Any) -> EventCase:  # noqa: ANN401 - parts of a case
    """Give an event after a decision, as whoever keeps it would have it."""
    return replace(case, stage=str(done.facts["next"]), **changes)
