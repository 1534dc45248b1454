"""Pass a question on, keep the reply, answer it, close it with its outcome, or set several aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem, RefusedError
from arpad.office.decision import QUESTION, Content, PersonalValue, decide_at_once
from arpad.office.questions import (
    CORRECTED,
    OUTCOMES,
    PASSED_TO,
    PUT_RIGHT,
    TO_ARBITER,
    case_facts,
    stage_after,
    stage_problems,
    words_problems,
)
from arpad.office.roles import refusal
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.office.decision import Circumstances, Decision
    from arpad.office.person import Person
    from arpad.office.questions import QuestionCase, QuestionState

MOST_AT_ONCE = 500
"""So many questions are set aside at once."""


@dataclass(frozen=True, slots=True)
class PassOn:
    """To whom a question is passed on, until when an answer is asked for, and what is attached."""

    to: str
    until: date
    arbiter: int | None = None
    """The number of the arbiter, where it goes to one."""
    evidence: str = ""


def pass_on(person: Person, asked: PassOn, state: QuestionState) -> Decision:
    """Decide whether a question is passed on to the arbiter, or to FIDE."""
    case, problems = state.case, stage_problems(state.case, "question.pass_on")
    if asked.to not in PASSED_TO:
        problems.append(Problem.of(WORDS, "unknown_receiver", "to", to=asked.to[:40], known=list(PASSED_TO)))
    if asked.until <= state.day:
        problems.append(Problem.of(WORDS, "day_is_past", "until", day=asked.until, today=state.day))
    arbiter = asked.arbiter if asked.to == TO_ARBITER else None
    after = stage_after("question.pass_on", asked.to) if asked.to in PASSED_TO else ""
    facts = case_facts(case, next=after, to=asked.to, until=asked.until, arbiter=arbiter, evidence=asked.evidence)
    content = Content(facts, federation=case.federation, problems=problems)
    return decide_at_once(person, "question.pass_on", content, "", state.circumstances)


def keep_reply(person: Person, words: str, state: QuestionState) -> Decision:
    """Decide that a reply is kept, and the question is the office's again; the words are sealed."""
    case = state.case
    problems = [*stage_problems(case, "question.reply"), *words_problems(words, "words")]
    sealed = {"words": PersonalValue(case.number, words, QUESTION)}
    facts = case_facts(case, next=stage_after("question.reply"))
    content = Content(facts, sealed=sealed, federation=case.federation, problems=problems)
    return decide_at_once(person, "question.reply", content, "", state.circumstances)


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """What is answered, and the hash of the explanation that goes with it."""

    words: str
    explanation: str = ""


def answer(person: Person, asked: QuestionAnswer, state: QuestionState) -> Decision:
    """Decide whether a question is answered."""
    case = state.case
    problems = [*stage_problems(case, "question.answer"), *words_problems(asked.words, "words")]
    facts = case_facts(case, next=stage_after("question.answer"), explanation=asked.explanation)
    sealed = {"words": PersonalValue(case.number, asked.words, QUESTION)}
    content = Content(facts, sealed=sealed, federation=case.federation, problems=problems)
    return decide_at_once(person, "question.answer", content, "", state.circumstances)


@dataclass(frozen=True, slots=True)
class Close:
    """What became of a question, and by which entry of the log something was put right."""

    outcome: str
    correction: int | None = None
    reason: str = ""


def close(person: Person, asked: Close, state: QuestionState, correction_code: str = "") -> Decision:
    """Decide whether a question is closed with its outcome; one that was right becomes a correction."""
    case, problems = state.case, stage_problems(state.case, "question.close")
    if asked.outcome not in OUTCOMES:
        problems.append(
            Problem.of(WORDS, "unknown_question_outcome", "outcome", outcome=asked.outcome[:40], known=list(OUTCOMES))
        )
    if asked.outcome == CORRECTED and correction_code not in PUT_RIGHT:
        problems.append(Problem.of(WORDS, "no_correction", "correction", entry=asked.correction or 0))
    correction = asked.correction if asked.outcome == CORRECTED else None
    facts = case_facts(case, next=stage_after("question.close"), outcome=asked.outcome, correction=correction)
    content = Content(facts, federation=case.federation, problems=problems)
    return decide_at_once(person, "question.close", content, asked.reason, state.circumstances)


def set_aside(person: Person, cases: Sequence[QuestionCase], reason: str, circumstances: Circumstances) -> Decision:
    """Decide whether several questions are set aside, with one reason for all."""
    problems = [problem for case in cases for problem in stage_problems(case, "question.set_aside")]
    if not 0 < len(cases) <= MOST_AT_ONCE:
        problems.append(Problem.of(WORDS, "how_many_questions", "questions", count=len(cases), most=MOST_AT_ONCE))
    federations = sorted({case.federation for case in cases})
    refused = [refusal(person, "question.set_aside", federation) for federation in federations]
    if any(refused):
        raise RefusedError([each for each in refused if each is not None])
    facts = {"questions": sorted(case.number for case in cases), "next": stage_after("question.set_aside")}
    content = Content(facts, federation=federations[0] if federations else "", problems=problems)
    return decide_at_once(person, "question.set_aside", content, reason, circumstances)
