"""Close a list: work it out for good. What speaks against it can be passed over only with a second person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.list_stages import stage_problems
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.list_stages import ListState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class CloseList:
    """What is asked for: whether the list is closed in spite of what speaks against it, and why."""

    is_forced: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CloseState:
    """What has to be known to close a list."""

    circumstances: Circumstances
    list: ListState
    guards: Sequence[Problem] = ()
    """What speaks against closing it now, as `library/guards.py` tells it."""
    unpublished: date | None = None
    """An earlier list that was closed, and neither published nor thrown away."""
    head: int = 0
    """The number of the newest record of the log: the book as it is by then."""


def close_list(person: Person, asked: CloseList, state: CloseState) -> Decision | Waiting:
    """Decide whether a list is closed."""
    passed = sorted({guard.code for guard in state.guards})
    is_forced = bool(asked.is_forced and passed)
    code = "list.close_forced" if is_forced else "list.close"
    problems = stage_problems(state.list, code)
    if not is_forced:
        problems += state.guards
        if passed:
            problems.append(Problem.of(WORDS, "close_speaks_against", state.list.month))
    if state.unpublished is not None:
        problems.append(
            Problem.of(WORDS, "earlier_unpublished", state.list.month, earlier=f"{state.unpublished:%Y-%m}")
        )
    facts = {"system": state.list.system, "list": state.list.list_date, "passed": passed}
    content = Content(facts, {"head": state.head}, problems=problems)
    return decide(person, code, content, asked.reason, state.circumstances)
