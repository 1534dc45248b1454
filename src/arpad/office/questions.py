"""A question about a published line or a missing game: its kinds, its stages, and what each deed does with it.

    unconfirmed → open → with the arbiter, or with FIDE → open → answered → closed

What came from outside and is not worth an answer is set aside, with a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import unreadable_problems
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.decision import Circumstances

WRONG_RESULT, WRONG_OPPONENT, MISSING_GAME, IDENTITY, METHOD, FIDE_DIFFERENCE = KINDS = (
    "wrong_result", "wrong_opponent", "missing_game", "identity", "method", "fide_difference",
)  # fmt: skip
"""What a question can be about; a difference on FIDE's list is asked by the office itself, of FIDE."""
FROM_OUTSIDE = KINDS[:-1]
"""What somebody can ask who has not logged in."""

UNCONFIRMED, OPEN, WITH_ARBITER, WITH_FIDE, ANSWERED, CLOSED, SET_ASIDE = STAGES = (
    "unconfirmed", "open", "with_arbiter", "with_fide", "answered", "closed", "set_aside",
)  # fmt: skip

STANDS, CORRECTED, NOT_CORRECTED, UNFOUNDED = OUTCOMES = ("stands", "corrected", "not_corrected", "unfounded")
"""What became of it: it stands; something was put right; it was wrong and stays so; nothing could be looked at."""

PUT_RIGHT = (
    "event.annul", "event.replace", "event.correct", "event.distinct", "result.correct", "late_report.take_in",
    "player.correct", "player.correct_identity", "player.renumber", "player.merge", "player.exclude", "base.correct",
    "list.revise", "report.take_in",
)  # fmt: skip
"""The deeds by which something is put right, so that a question can become one."""

TO_ARBITER, TO_FIDE = PASSED_TO = ("arbiter", "fide")
MOST_WORDS = 4000
"""A question, an answer or a note has at most so many signs."""

_AT = {
    "question.confirm_address": (UNCONFIRMED,),
    "question.pass_on": (OPEN,),
    "question.reply": (WITH_ARBITER, WITH_FIDE),
    "question.answer": (OPEN, ANSWERED),
    "question.close": (OPEN, ANSWERED),
    "question.set_aside": (UNCONFIRMED, OPEN),
}
"""By deed, the stages at which it can be done."""
_NEXT = {
    "question.confirm_address": OPEN,
    "question.reply": OPEN,
    "question.answer": ANSWERED,
    "question.close": CLOSED,
    "question.set_aside": SET_ASIDE,
}
_PASSED = {TO_ARBITER: WITH_ARBITER, TO_FIDE: WITH_FIDE}


@dataclass(frozen=True, slots=True)
class QuestionCase:
    """A question as it stands in the office."""

    number: int
    kind: str
    stage: str
    federation: str
    player: int
    chess: str = ""
    list: date | None = None
    event: int | None = None
    is_explainable: bool = False
    """True where the line that it is about can be explained: player, kind of chess and list are known."""


@dataclass(frozen=True, slots=True)
class QuestionState:
    """What has to be known for a deed about a question."""

    circumstances: Circumstances
    case: QuestionCase
    day: date
    """The calendar day in the office's zone."""


def deeds_at(stage: str) -> tuple[str, ...]:
    """Give what can be done with a question at a stage.

    >>> deeds_at("with_fide")
    ('question.reply',)
    """
    return tuple(deed for deed, stages in _AT.items() if stage in stages)


def stage_after(deed: str, to: str = "") -> str:
    """Give the stage to which a deed brings a question; `to` is whom it is passed on to.

    >>> stage_after("question.pass_on", "arbiter"), stage_after("question.close")
    ('with_arbiter', 'closed')
    """
    return _PASSED[to] if to else _NEXT[deed]


def stage_problems(case: QuestionCase, deed: str) -> list[Problem]:
    """Say that a deed cannot be done with a question at its stage, and what can."""
    if case.stage in _AT[deed]:
        return []
    deeds = list(deeds_at(case.stage))
    return [Problem.of(WORDS, "wrong_question_stage", str(case.number), number=case.number, stage=case.stage,
                       deed=deed, deeds=deeds)]  # fmt: skip


def words_problems(words: str, where: str, *, is_needed: bool = True) -> list[Problem]:
    """Say what is wrong with the words of a question, an answer or a note."""
    if is_needed and not words.strip():
        return [Problem.of(WORDS, "no_words", where)]
    if len(words) > MOST_WORDS:
        return [Problem.of(WORDS, "long_words", where, signs=len(words), most=MOST_WORDS)]
    return unreadable_problems(words, where)


def case_facts(case: QuestionCase, **more: object) -> Mapping[str, object]:
    """Give what every entry about a question says."""
    return {"question": case.number, "stage": case.stage, **more}


def kind_words(kind: str) -> str:
    """Say what a question is about.

    >>> kind_words("missing_game")
    'a missing game'
    """
    return WORDS.say("question_kind", kind, {})


def receiver_words(to: str) -> str:
    """Say to whom a question is passed on."""
    return WORDS.say("receiver", to, {})
