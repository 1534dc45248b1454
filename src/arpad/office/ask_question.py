"""Ask a question: from outside without a log-in, or noted by an officer; name, address and words are sealed.

Where somebody from outside wants an answer, the address is confirmed first; the term begins then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from arpad.model.period import KINDS as CHESS
from arpad.model.problems import Problem
from arpad.office.decision import QUESTION, Content, PersonalValue, decide_at_once
from arpad.office.questions import (
    FIDE_DIFFERENCE,
    KINDS,
    OPEN,
    UNCONFIRMED,
    case_facts,
    stage_after,
    stage_problems,
    words_problems,
)
from arpad.office.roles import may
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.decision import Circumstances, Decision
    from arpad.office.person import Person
    from arpad.office.questions import QuestionState

MOST_NAME = 200
_ADDRESS = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)*")
_MOST_ADDRESS = 254


@dataclass(frozen=True, slots=True)
class AskQuestion:
    """What is asked: its kind, whom and what it is about, in which words, and by whom."""

    kind: str
    player: int
    words: str
    chess: str = ""
    list: date | None = None
    event: int | None = None
    round: int | None = None
    name: str = ""
    email: str = ""
    evidence: str = ""
    """The hash of a file that proves it."""


@dataclass(frozen=True, slots=True)
class AskState:
    """What has to be known to ask a question."""

    circumstances: Circumstances
    number: int
    """The number that the question has."""
    day: date
    term: int
    """In how many days the office answers."""
    federation: str = ""
    """The federation of the player."""
    is_player_known: bool = True
    is_event_known: bool = True
    is_list_known: bool = True


def ask_question(person: Person, asked: AskQuestion, state: AskState) -> Decision:
    """Decide whether a question is taken in."""
    from_outside = not may(person, "question.answer", state.federation)
    waits = from_outside and bool(asked.email)
    problems = [*words_problems(asked.words, "words"), *_of_kind(asked, from_outside=from_outside)]
    problems += _unknown(asked, state)
    if asked.email and (not _ADDRESS.fullmatch(asked.email) or len(asked.email) > _MOST_ADDRESS):
        problems.append(Problem.of(WORDS, "no_address", "email", address=asked.email[:80]))
    if len(asked.name) > MOST_NAME or not asked.name.isprintable():
        problems.append(Problem.of(WORDS, "no_name", "name", most=MOST_NAME))
    facts = {
        "kind": asked.kind, "player": asked.player, "chess": asked.chess, "list": asked.list, "event": asked.event,
        "round": asked.round, "evidence": asked.evidence, "from_outside": from_outside, "federation": state.federation,
    }  # fmt: skip
    later = {
        "question": state.number,
        "next": UNCONFIRMED if waits else OPEN,
        "due": None if waits else state.day + timedelta(days=state.term),
    }
    values = {"name": asked.name.strip(), "email": asked.email, "words": asked.words}
    sealed = {name: PersonalValue(state.number, value, QUESTION) for name, value in values.items() if value}
    content = Content(facts, later, sealed=sealed, federation=state.federation, problems=problems)
    return decide_at_once(person, "question.ask", content, "", state.circumstances)


def _of_kind(asked: AskQuestion, *, from_outside: bool) -> list[Problem]:
    known = [kind for kind in KINDS if kind != FIDE_DIFFERENCE or not from_outside]
    problems = []
    if asked.kind not in known:
        problems.append(Problem.of(WORDS, "unknown_question_kind", "kind", kind=asked.kind[:40], known=known))
    elif asked.kind == FIDE_DIFFERENCE and not asked.evidence:
        problems.append(Problem.of(WORDS, "no_evidence", "evidence"))
    if asked.chess and asked.chess not in CHESS:
        problems.append(Problem.of(WORDS, "unknown_chess", "chess", kind=asked.chess[:40], known=list(CHESS)))
    return problems


def _unknown(asked: AskQuestion, state: AskState) -> list[Problem]:
    """Say whom and what the office does not know."""
    problems = []
    if not state.is_player_known:
        problems.append(Problem.of(WORDS, "unknown_player", "player", player=asked.player))
    if asked.event is not None and not state.is_event_known:
        problems.append(Problem.of(WORDS, "unknown_event", "event", event=asked.event))
    if asked.list is not None and not state.is_list_known:
        problems.append(Problem.of(WORDS, "unknown_list", "list", list=asked.list))
    return problems


def confirm_address(person: Person, state: QuestionState, term: int) -> Decision:
    """Decide that an address is confirmed, by whoever holds the link; the term begins with it."""
    case = state.case
    due = state.day + timedelta(days=term)
    facts = case_facts(case, next=stage_after("question.confirm_address"), due=due)
    problems = stage_problems(case, "question.confirm_address")
    content = Content(facts, federation=case.federation, problems=problems)
    return decide_at_once(person, "question.confirm_address", content, "", state.circumstances)
