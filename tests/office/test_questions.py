"""Decisions about questions, letters, duties and calendars, without a database."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from office_cast import ADMINISTRATOR, AUDITOR, CAST, NOW, OFFICER, STRANGER, TWO, codes

from arpad.office import answer_question as answering
from arpad.office.answer_question import Close, PassOn, QuestionAnswer
from arpad.office.ask_question import AskQuestion, AskState, ask_question
from arpad.office.duties import KINDS as DUTIES
from arpad.office.duties import HeldBy, OfficeDuty, in_hand, in_order, next_duty, urgency
from arpad.office.duties_calendar import MOST_OCTETS, calendar_text, duty_words
from arpad.office.issue_certificate import CertifiedLine, certificate_bytes, signature_state
from arpad.office.letters import COMMON, LETTERS, LetterDraft, filled, usual_template, written
from arpad.office.person import VISITOR
from arpad.office.questions import KINDS, OUTCOMES, STAGES, QuestionCase, QuestionState, deeds_at
from arpad.office.roles import DEEDS, may
from arpad.office.signature import public_key
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.office.decision import Decision
    from arpad.office.person import Person

TODAY = NOW.date()
_DEEDS: dict[str, Callable[[Person, QuestionState], Decision]] = {
    "question.pass_on": lambda person, state: answering.pass_on(
        person, PassOn("arbiter", TODAY + timedelta(days=5), 7), state
    ),
    "question.reply": lambda person, state: answering.keep_reply(person, "So it was.", state),
    "question.answer": lambda person, state: answering.answer(person, QuestionAnswer("It stands."), state),
    "question.close": lambda person, state: answering.close(person, Close("stands"), state),
    "question.set_aside": lambda person, state: answering.set_aside(
        person, [state.case], "advertising", state.circumstances
    ),
}


def state_at(stage: str, federation: str = "HUN") -> QuestionState:
    """Give a question at a stage."""
    return QuestionState(TWO, QuestionCase(1, "wrong_result", stage, federation, 7), TODAY)


@pytest.mark.parametrize("deed", _DEEDS)
def test_every_stage_every_deed_every_person(deed: str) -> None:
    """Who may and when, and nobody else at no other time; a refusal says what can be done now."""
    for stage in STAGES:
        for person in CAST:
            state = state_at(stage)

            def act(person: Person = person, state: QuestionState = state) -> Decision:
                return _DEEDS[deed](person, state)

            if not may(person, deed, "HUN"):
                assert codes(act)[0] in {"no_right", "not_logged_in"}, (stage, person)
            elif deed in deeds_at(stage):
                assert act().code == deed
            else:
                assert codes(act) == ["wrong_question_stage"], (stage, person)


def test_an_officer_of_another_federation_does_nothing_with_it() -> None:
    """Nor sets several aside of which one is another's."""
    cases = [QuestionCase(number, "method", "open", federation, 7) for number, federation in enumerate(("HUN", "POL"))]
    assert codes(lambda: answering.set_aside(OFFICER, cases, "why", TWO)) == ["no_right"]
    assert codes(lambda: answering.set_aside(STRANGER, cases[:1], "why", TWO)) == ["no_right"]
    assert answering.set_aside(ADMINISTRATOR, cases, "why", TWO).facts["questions"] == [0, 1]
    assert codes(lambda: answering.set_aside(ADMINISTRATOR, [], "why", TWO)) == ["how_many_questions"]


def test_who_asks_from_outside_confirms_the_address_first() -> None:
    """Where an answer is wanted; an officer need not, and whoever wants no answer neither."""
    state = AskState(TWO, 4, TODAY, 30, "HUN")
    asked = AskQuestion("method", 7, "Why 20?", email="nora@example.org")
    outside = ask_question(VISITOR, asked, state)
    assert (outside.facts["next"], outside.facts["due"], outside.facts["from_outside"]) == ("unconfirmed", None, True)
    inside = ask_question(OFFICER, asked, state)
    assert (inside.facts["next"], inside.facts["due"]) == ("open", TODAY + timedelta(days=30))
    assert ask_question(VISITOR, AskQuestion("method", 7, "Why 20?"), state).facts["next"] == "open"
    assert ask_question(AUDITOR, asked, state).facts["from_outside"] is True


def test_a_question_that_is_corrected_names_the_entry_that_did_it() -> None:
    """Any other entry of the log is none."""
    state = state_at("open")
    assert codes(lambda: answering.close(ADMINISTRATOR, Close("corrected", 5), state, "list.publish")) == [
        "no_correction"
    ]
    decided = answering.close(ADMINISTRATOR, Close("corrected", 5), state, "result.correct")
    assert (decided.facts["outcome"], decided.facts["correction"]) == ("corrected", 5)
    assert answering.close(ADMINISTRATOR, Close("stands", 5), state).facts["correction"] is None
    assert codes(lambda: answering.close(ADMINISTRATOR, Close("perhaps"), state)) == ["unknown_question_outcome"]
    late = PassOn("abroad", TODAY)
    assert codes(lambda: answering.pass_on(ADMINISTRATOR, late, state)) == ["unknown_receiver", "day_is_past"]


def test_every_code_has_its_words() -> None:
    """Kinds, stages, outcomes, duties and letters; and a letter asks for nothing that it does not know."""
    words = WORDS.sections()
    assert set(words["question_kind"]) == set(KINDS)
    assert set(words["question_stage"]) == set(STAGES)
    assert set(words["question_outcome"]) == set(OUTCOMES)
    assert set(words["duty"]) == set(DUTIES)
    assert set(words["letter_kind"]) == set(words["letter_subject"]) == set(words["letter_body"]) == set(LETTERS)
    for kind, own in LETTERS.items():
        facts = {name: f"<{name}>" for name in (*COMMON, *own)}
        for text in usual_template(kind):
            places = text.count("{")
            assert sum(filled(text, facts).count(value) for value in facts.values()) == places, kind
    assert all(DEEDS[deed].changes for deed in _DEEDS)


def test_a_letter_is_filled_in_once_and_its_subject_is_one_line() -> None:
    """What comes from outside asks for nothing and makes no header."""
    draft = LetterDraft(
        "question_answered", "question", 1, {"answer": "{reference}\n", "question": "1\r\nBcc: x"}, "{day}"
    )
    text = written(draft, usual_template(draft.kind), "HUN-2026-1", "2026-11-18", "Office")
    assert text.subject == "Answer to your question 1 Bcc: x (HUN-2026-1)"
    assert "Dear {day}," in text.body
    assert "{reference}" in text.body


def test_duties_are_ordered_by_urgency_then_by_day_then_by_age() -> None:
    """Whatever order they came in; who says for whom something waits is heard."""
    at = datetime(2026, 11, 1, tzinfo=UTC)
    duties = [
        OfficeDuty("question", "question", 1),
        OfficeDuty("question", "question", 2, due=TODAY - timedelta(days=1), waiting_for="arbiter"),
        OfficeDuty("report", "event", 3, due=TODAY + timedelta(days=7)),
        OfficeDuty("report", "event", 4, due=TODAY + timedelta(days=8)),
        OfficeDuty("passed_on", "question", 5, waiting_for="fide"),
        OfficeDuty("deed_waits", "deed", 6, since=at),
    ]
    ordered = in_order(reversed(duties), TODAY)
    assert [duty.number for duty in ordered] == [2, 3, 4, 1, 6, 5]
    assert [urgency(duty, TODAY) for duty in ordered] == ["overdue", "soon", "ours", "ours", "ours", "others"]
    held = in_hand(ordered, {("event", 3): HeldBy(assignee=9), ("event", 4): HeldBy(waiting_for="player")})
    following = next_duty(held, frozenset({1}))
    assert following is not None
    assert following.number == 1
    own = next_duty(held, frozenset({9}))
    assert own is not None
    assert own.number == 3
    assert next_duty([], frozenset()) is None


def test_a_calendar_holds_days_and_lets_nothing_in() -> None:
    """Each line has at most 75 octets and ends as the standard asks; a hostile name stays text."""
    hostile = "Open\r\nEND:VCALENDAR;,\\" + "é" * 80
    duties = [OfficeDuty("report", "event", 3, due=TODAY, subject=hostile), OfficeDuty("question", "question", 1)]
    text = calendar_text(duties, hostile, "office", NOW)
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    assert lines.count("END:VCALENDAR") == 1
    assert all(len(line.encode()) <= MOST_OCTETS for line in lines)
    assert "DTSTART;VALUE=DATE:20261118" in lines
    assert "DTEND;VALUE=DATE:20261119" in lines
    assert "\n" not in text.replace("\r\n", "")
    assert duty_words(duties[1]) == "Answer question 1"


def test_a_certificate_is_the_same_bytes_for_the_same_facts() -> None:
    """So that its hash can be worked out again."""
    line = CertifiedLine(7, "Exämple, A", "HUN", "", {"rapid": {"k": 20, "rating": 1800, "games": 3}},
                         date(2026, 11, 1), 1, date(2026, 11, 1), "a" * 64, "b" * 64)  # fmt: skip
    seed = bytes(range(32))
    first = certificate_bytes(line, TODAY, TODAY, "HUN-2026-1", "Office", seed)
    assert first == certificate_bytes(line, TODAY, TODAY, "HUN-2026-1", "Office", seed)
    assert b'"day":"2026-11-18"' in first
    assert "Exämple" in first.decode()
    data, key = json.loads(first), public_key(seed).hex()
    assert signature_state(data, key.upper()) == "holds"
    assert signature_state({**data, "day": 2.5}, key) == signature_state({**data, "signature": "zz"}, key) == "changed"
