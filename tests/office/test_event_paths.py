"""Each edition's own path, walked once: late registration, approval, late report, returned, refused, appeal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from event_cases import SHA, VALUES, carried_out, moment, on
from office_cast import ARBITER, COLLEAGUE, OFFICER, ORGANISER, codes, decision

from arpad.office.accept_report import AcceptReport, ChecksOfReport, accept_report
from arpad.office.ask_approval import AskApproval, ask_approval
from arpad.office.decide_appeal import DecideAppeal, decide_appeal
from arpad.office.event_case import EventCase, EventState, ReportInHand
from arpad.office.event_dates import DEADLINES, deadlines, timing
from arpad.office.lodge_appeal import LodgeAppeal, lodge_appeal
from arpad.office.record_approval import RecordApproval, approved, record_approval
from arpad.office.refuse_report import RefuseReport, refuse_report, refused
from arpad.office.register_event import RegisterEvent, register_event
from arpad.office.registration_facts import given
from arpad.office.report_reasons import ReasonWithArticle
from arpad.office.return_report import ReturnReport, return_report
from arpad.office.take_in_report import TakeInReport, take_in_report
from arpad.office.wording import WORDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import in_force

if TYPE_CHECKING:
    from arpad.office.decision import Decision, Waiting
    from arpad.office.person import Person

CALENDAR = calendar()


@dataclass
class Walk:
    """An event on its way through the office, at a moment of its own time."""

    case: EventCase
    day: date

    def at(self, day: date) -> Walk:
        """Go on to a day."""
        self.day = day
        return self

    @property
    def state(self) -> EventState:
        """What has to be known now."""
        return on(self.case, moment(self.day))

    @property
    def stage(self) -> str:
        """Where the event is by now."""
        return self.state.as_of_now.stage

    def went(self, outcome: Decision | Waiting, **changes: Any) -> Decision:  # noqa: ANN401 - parts of a case
        """Carry a decision out."""
        done = decision(outcome)
        self.case = carried_out(self.case, done, **changes)
        return done


def fresh(person: Person, walk: Walk) -> Person:
    """Give a person who has proved who it is at this moment."""
    return replace(person, proved_at=moment(walk.day))


def registered(start: date, day: date, length: int = 9, **facts: Any) -> tuple[Walk, Decision]:  # noqa: ANN401 - facts
    """Have a federation register an event on a day."""
    values = {**VALUES, "start": start, "end": start + timedelta(days=length - 1), **facts}
    walk = Walk(EventCase(7, "HUN", in_force(start)), day)
    outcome = register_event(OFFICER, RegisterEvent(values=values), walk.state)
    done = walk.went(outcome, facts=given(values, OFFICER.record, moment(day)), registered_at=moment(day))
    return walk, done


def approve(walk: Walk, what: str, body: str) -> Decision:
    """Ask for an approval, and record it with its letter."""
    walk.went(ask_approval(ORGANISER, AskApproval(what=what, reason="the hall was free late"), walk.state))
    asked = RecordApproval(what=what, body=body, decided_on=walk.day, document="letter 12")
    need = next(need for need in walk.case.needs if need.what == what)
    return walk.went(record_approval(OFFICER, asked, walk.state), approvals=(approved(asked, need),))


def report(walk: Walk, sha256: str = SHA) -> Decision:
    """Have the arbiter send the report today."""
    asked = TakeInReport(sha256=sha256, received_on=walk.day, arbiter_sent_on=walk.day)
    return walk.went(take_in_report(ARBITER, asked, walk.state), report=ReportInHand(sha256, walk.day))


def accept(walk: Walk) -> Decision:
    """Have the officer accept the report as it is, for the list that it reaches."""
    timed = timing(walk.case, CALENDAR, walk.case.report.received_on)  # type: ignore[union-attr]
    checked = ChecksOfReport(list=timed.list, misses_last_list=timed.misses_last_list)
    asked = AcceptReport(fingerprint=walk.case.fingerprint)
    return walk.went(accept_report(OFFICER, asked, walk.state, checked), accepted=walk.case.fingerprint)


def refuse(walk: Walk, article: str, days_to_notice: int) -> Decision:
    """Refuse the event; its organiser is told some days later."""
    told_on = walk.day + timedelta(days=days_to_notice)
    asked = RefuseReport(reasons=(ReasonWithArticle("the games were too fast", article),), told_on=told_on)
    outcome = refuse_report(fresh(OFFICER, walk), asked, walk.state)
    return walk.went(outcome, refusal=refused(walk.case.law, OFFICER.record, walk.day, told_on)[0])


def returned(walk: Walk, until: date | None = None) -> Decision:
    """Return the report for a round without results."""
    asked = ReturnReport(reasons=(ReasonWithArticle("round 3 has no results"),), until=until)
    done = walk.went(return_report(OFFICER, asked, walk.state))
    walk.case = replace(walk.case, returned_until=done.facts["until"])
    return done


def appealed(walk: Walk, body: str, *, is_allowed: bool) -> tuple[Decision, Decision]:
    """Appeal today, and have the body decide two weeks later."""
    asked = LodgeAppeal(lodged_on=walk.day, reason="the clocks were right")
    lodged = walk.went(lodge_appeal(ORGANISER, asked, walk.state))
    walk.at(walk.day + timedelta(days=14))
    heard = DecideAppeal(
        is_allowed=is_allowed, body=body, decided_on=walk.day, document="minutes 3", reason="as the arbiter says"
    )
    return lodged, walk.went(decide_appeal(fresh(COLLEAGUE, walk), heard, walk.state))


@pytest.mark.article("8.1", edition="fide-2003-07")
def test_2003() -> None:
    """No remedy for a late registration, 30 days for a report, four weeks for a returned one, and no appeal."""
    late, refused_by_rule = registered(date(2004, 3, 6), date(2004, 3, 6))
    assert (late.stage, refused_by_rule.cites[-1]) == ("registration_refused", "fide-2003-07 7.1 (R-028)")
    need = AskApproval(what="late_registration", reason="please")
    assert codes(lambda: ask_approval(ORGANISER, need, late.state)) == ["wrong_event_stage"]

    walk, in_time = registered(date(2004, 3, 6), date(2004, 3, 5))
    assert in_time.facts["next"] == "announced"
    assert walk.at(date(2004, 3, 10)).stage == "running"
    assert walk.at(date(2004, 4, 14)).stage == "report_awaited"  # 31 days after the 14th of March
    first = report(walk)
    assert (first.facts["sender"], first.cites) == ("chief_arbiter_or_officer", ("fide-2003-07 8.1",))
    timed = timing(walk.case, CALENDAR, walk.day)
    assert [(term.what, term.day, term.cites) for term in timed.missed] == [
        ("upload", date(2004, 4, 13), ("fide-2003-07 8.1",))
    ]
    assert (timed.list, timed.misses_last_list) == (date(2004, 7, 1), False)
    back = returned(walk)
    assert (back.facts["until"], back.cites) == (date(2004, 5, 12), ("fide-2003-07 8.1",))
    report(walk.at(date(2004, 5, 10)), "b" * 64)
    again = replace(walk.case)
    assert (accept(walk).facts["list"], walk.stage) == (date(2004, 7, 1), "due_for_list")

    walk.case = again
    refusal = refuse(walk, "fide-2003-07 1.1", 3)
    assert (refusal.facts["appeal_to"], refusal.facts["appeal_until"], walk.stage) == ("", None, "refused")
    asked = LodgeAppeal(lodged_on=walk.day, reason="the clocks were right")
    assert codes(lambda: lodge_appeal(ORGANISER, asked, walk.state)) == ["no_appeal"]


@pytest.mark.article("0.5", edition="fide-2009-07")
@pytest.mark.article("0.3", edition="fide-2009-07")
def test_2009() -> None:
    """A month's lead, the chair lets it pass; the organiser reports official events; the commission hears appeals."""
    walk, late = registered(date(2010, 3, 31), date(2010, 3, 1))
    assert (late.facts["next"], late.facts["needs"][0]["bodies"]) == ("waiting_for_approval", ["qc_chair"])
    assert late.facts["needs"][0]["condition"]["last_day"] == date(2010, 2, 28)
    let = approve(walk.at(date(2010, 3, 8)), "late_registration", "qc_chair")
    assert (let.facts["next"], let.cites[-1]) == ("announced", "fide-2009-07 0.4 [2]")

    assert walk.at(date(2010, 5, 1)).stage == "report_awaited"
    first = report(walk)
    assert first.facts["sender"] is None
    timed = timing(walk.case, CALENDAR, walk.day)
    assert ([term.what for term in timed.missed], timed.list) == (["list_closing"], date(2010, 7, 1))
    without_day = ReturnReport(reasons=(ReasonWithArticle("round 3 has no results"),))
    assert codes(lambda: return_report(OFFICER, without_day, walk.state)) == ["no_day_to_return"]
    assert returned(walk, date(2010, 5, 20)).facts["until"] == date(2010, 5, 20)
    report(walk.at(date(2010, 5, 19)), "b" * 64)
    again = replace(walk.case)
    assert accept(walk).facts["next"] == "due_for_list"

    walk.case = again
    refusal = refuse(walk, "fide-2009-07 1.1 [2]", 3)
    assert (refusal.facts["appeal_to"], refusal.facts["appeal_by"]) == ("qualification_commission", "chief_organiser")
    assert refusal.facts["appeal_until"] == date(2010, 5, 29)  # 7 days after the notice
    lodged, heard = appealed(walk.at(date(2010, 5, 29)), "qualification_commission", is_allowed=True)
    assert (lodged.facts["next"], heard.facts["next"]) == ("under_appeal", "due_for_list")

    official, _ = registered(date(2010, 8, 1), date(2010, 5, 1), official=True)
    official.at(date(2010, 8, 20))
    asked = TakeInReport(sha256=SHA, received_on=official.day)
    assert codes(lambda: take_in_report(ORGANISER, asked, official.state)) == ["sender_not_said"]
    asked = replace(asked, sent_by="organiser")
    sent = official.went(take_in_report(ORGANISER, asked, official.state), report=ReportInHand(SHA, official.day))
    assert (sent.facts["sender"], sent.cites) == ("organiser", ("fide-2009-07 0.3",))
    reasons = (ReasonWithArticle("too fast", "fide-2009-07 1.1 [2]"),)
    refusing = RefuseReport(reasons=reasons)
    assert codes(lambda: refuse_report(fresh(OFFICER, official), refusing, official.state)) == ["cannot_be_refused"]


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.article("0.5", edition="fide-2014-07")
def test_2014() -> None:
    """A week, 30 days with norms; 7 and 30 days for the report; an appeal counts from the decision."""
    plain, _ = registered(date(2015, 5, 8), date(2015, 5, 1))
    assert plain.stage == "announced"
    walk, late = registered(date(2015, 5, 8), date(2015, 4, 20), norms=True)
    condition = late.facts["needs"][0]["condition"]
    assert (condition["class"], condition["last_day"], late.cites) == (
        "norms", date(2015, 4, 8), ("fide-2014-07 0", "fide-2014-07 0.2 [3]", "fide-2014-07 0.2 [2]"),
    )  # fmt: skip
    assert approve(walk, "late_registration", "qc_chair").facts["next"] == "announced"

    assert walk.at(date(2015, 6, 20)).stage == "report_awaited"
    assert report(walk).cites == ("fide-2014-07 9.1",)
    timed = timing(walk.case, CALENDAR, walk.day)
    assert [(term.what, term.day) for term in timed.missed] == [
        ("arbiters_report", date(2015, 5, 23)), ("upload", date(2015, 6, 15)), ("list_closing", date(2015, 5, 29)),
    ]  # fmt: skip
    assert timed.list == date(2015, 7, 1)
    returned(walk, date(2015, 6, 27))
    report(walk.at(date(2015, 6, 25)), "b" * 64)
    again = replace(walk.case)
    assert accept(walk).facts["list"] == date(2015, 7, 1)

    walk.case = again
    refusal = refuse(walk, "fide-2014-07 1.1 [2]", 3)
    assert refusal.facts["appeal_until"] == date(2015, 7, 2)  # 7 days after the decision
    asked = LodgeAppeal(lodged_on=date(2015, 7, 3), reason="the clocks were right")
    assert codes(lambda: lodge_appeal(ORGANISER, asked, walk.at(date(2015, 7, 3)).state)) == ["appeal_too_late"]
    _, heard = appealed(walk.at(date(2015, 7, 2)), "qualification_commission", is_allowed=False)
    assert (heard.facts["next"], walk.stage) == ("appeal_dismissed", "appeal_dismissed")


@pytest.mark.article("9.1 [2 a]", edition="fide-2024-03")
@pytest.mark.article("9.1 [2]", edition="fide-2024-03")
@pytest.mark.article("9.1 [1]", edition="fide-2024-03")
@pytest.mark.article("0.4", edition="fide-2024-03")
def test_2024() -> None:
    """Three days, by the chair; three lists for a report; the Council hears appeals, counted from the notice."""
    walk, late = registered(date(2025, 3, 10), date(2025, 3, 8))
    assert late.facts["next"] == "waiting_for_approval"
    assert approve(walk, "late_registration", "qc_chair").cites[-1] == "fide-2024-03 0.2.4"

    assert walk.at(date(2025, 5, 20)).stage == "report_awaited"
    assert report(walk).facts["sender"] == "chief_arbiter"
    timed = timing(walk.case, CALENDAR, walk.day)
    assert [term.what for term in timed.missed] == ["upload", "list_closing"]
    assert (timed.list, timed.misses_last_list) == (date(2025, 6, 1), False)
    returned(walk, date(2025, 5, 27))
    report(walk.at(date(2025, 5, 26)), "b" * 64)
    again = replace(walk.case)
    done = accept(walk)
    assert (done.facts["list"], done.cites) == (date(2025, 6, 1), ("fide-2024-03 9.1 [2 a]",))

    too_late = timing(again, CALENDAR, date(2025, 5, 30))
    assert (too_late.list, too_late.misses_last_list) == (None, True)
    walk.case = again
    checked = ChecksOfReport(misses_last_list=True)
    asked = AcceptReport(fingerprint=walk.case.fingerprint)
    assert codes(lambda: accept_report(OFFICER, asked, walk.state, checked)) == ["misses_last_list"]
    refusal = refuse(walk, "fide-2024-03 9.1 [3]", 3)
    assert (refusal.facts["appeal_to"], refusal.facts["appeal_by"]) == ("council", "organiser")
    assert refusal.facts["appeal_until"] == date(2025, 6, 5)  # 7 days after the notice
    _, heard = appealed(walk.at(date(2025, 6, 5)), "council", is_allowed=True)
    assert heard.facts["next"] == "due_for_list"


def test_all_dates_of_an_event_stand_in_one_list() -> None:
    """In their order, each with its article, whose it is and what happens if it is missed."""
    walk, _ = registered(date(2015, 5, 8), date(2015, 4, 1))
    case = replace(walk.case, stage="registered", returned_until=date(2015, 6, 1))
    case = replace(case, refusal=refused(case.law, 1, date(2015, 6, 2), date(2015, 6, 2))[0])
    every = deadlines(case, CALENDAR)
    words = WORDS.sections()

    assert [(each.what, each.day) for each in every] == [
        ("registration", date(2015, 5, 1)), ("first_day", date(2015, 5, 8)), ("last_day", date(2015, 5, 16)),
        ("arbiters_report", date(2015, 5, 23)), ("list_closing", date(2015, 5, 29)), ("correction", date(2015, 6, 1)),
        ("appeal", date(2015, 6, 9)), ("upload", date(2015, 6, 15)),
    ]  # fmt: skip
    assert {each.what: each.cites for each in every}["upload"] == ("fide-2014-07 9.1",)
    assert set(words["deadline"]) == set(words["deadline_missed"]) == set(DEADLINES)
    of_2024 = deadlines(registered(date(2025, 3, 10), date(2025, 3, 1))[0].case, CALENDAR)
    assert (of_2024[-1].what, of_2024[-1].list) == ("last_list", date(2025, 6, 1))
    assert deadlines(EventCase(7, "HUN", case.law), CALENDAR) == []
