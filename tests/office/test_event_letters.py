"""A letter about an event says what the decision says: reasons, articles, days, the body that hears an appeal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from event_cases import REASONS, TODAY, WHY, case_at, on
from office_cast import ADMINISTRATOR, APPROVER, OFFICER, ORGANISER, codes, decision

from arpad.office.ask_approval import AskApproval, ask_approval
from arpad.office.decide_appeal import DecideAppeal, decide_appeal
from arpad.office.event_letters import LETTER_OF, LetterReceiver, Remind, event_letter, remind
from arpad.office.letters import COMMON, LETTERS, usual_template, written
from arpad.office.refuse_registration import RefuseRegistration, refuse_registration
from arpad.office.refuse_report import RefuseReport, refuse_report
from arpad.office.return_report import ReturnReport, return_report

TO = LetterReceiver("Olga Example", "olga@example.org")
DECISIONS = {
    "event.refuse_registration": lambda: refuse_registration(
        APPROVER, RefuseRegistration(decided_on=TODAY, document="letter 7", **WHY), on(case_at("waiting_for_approval"))
    ),
    "approval.ask": lambda: ask_approval(
        ORGANISER, AskApproval(what="late_registration", **WHY), on(case_at("waiting_for_approval"))
    ),
    "report.return": lambda: return_report(
        OFFICER, ReturnReport(reasons=REASONS, until=TODAY.replace(day=28)), on(case_at("received"))
    ),
    "report.refuse": lambda: refuse_report(OFFICER, RefuseReport(reasons=REASONS), on(case_at("received"))),
    "appeal.decide": lambda: decide_appeal(
        ADMINISTRATOR,
        DecideAppeal(is_allowed=True, body="council", decided_on=TODAY, document="minutes 3", **WHY),
        on(case_at("under_appeal")),
    ),
    "letter.remind": lambda: remind(OFFICER, Remind(), on(case_at("report_awaited"))),
}
SAYS = {
    "event.refuse_registration": ["the hall is closed"],
    "approval.ask": ["a late registration", "the chair of the Qualification Commission"],
    "report.return": ["- round 3 has no results (fide-2024-03 9.1 [1])", "2026-11-28"],
    "report.refuse": ["- round 3 has no results (fide-2024-03 9.1 [1])", "An appeal to the FIDE Council"],
    "appeal.decide": ["the appeal is allowed", "the FIDE Council decided"],
    "letter.remind": ["has not come"],
}


@pytest.mark.parametrize("deed", LETTER_OF)
def test_each_deed_has_its_letter(deed: str) -> None:
    """Every place of it is known, and it says what was decided."""
    decided = decision(DECISIONS[deed]())
    draft = event_letter(decided, "Open of <Győr>", "HUN", TO)
    assert draft is not None
    assert (draft.kind, draft.of, draft.address) == (LETTER_OF[deed], "registration", TO.address)
    assert set(draft.facts) == set(LETTERS[draft.kind])
    text = written(draft, usual_template(draft.kind), "HUN-2026-1", "2026-11-18", "Office")
    assert "Open of <Győr>" in text.subject
    for part in SAYS[deed]:
        assert part in text.body, (part, text.body)
    assert not set(COMMON) & set(draft.facts)


def test_other_deeds_have_none() -> None:
    """And nobody is reminded of a report that is there."""
    accepted = decision(DECISIONS["report.return"]())
    assert event_letter(accepted.__class__("report.accept", accepted.facts, 1), "Open", "HUN") is None
    assert codes(lambda: remind(OFFICER, Remind(), on(case_at("received")))) == ["wrong_event_stage"]
    assert codes(lambda: remind(ORGANISER, Remind(), on(case_at("report_awaited")))) == ["no_right"]


def test_nobody_is_reminded_of_a_report_that_is_not_owed() -> None:
    """Of an event that was noted and had been announced as not rated; of another one its federation is."""
    noted = case_at("never_registered")
    assert decision(remind(OFFICER, Remind(), on(noted))).facts["next"] == "never_registered"
    unrated = replace(noted, noted={"is_owed": False})
    assert codes(lambda: remind(OFFICER, Remind(), on(unrated))) == ["no_report_owed"]
