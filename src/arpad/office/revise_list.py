"""Publish a revised list of the same date: only for an error of the office, unless its own rulebook allows more.

The editions of FIDE put everything else right with the next list, and a report that came late never changes a list
which was published. A national rulebook may allow more by its provision `revised_list_for`. A revised list has in it
what the decision names as its causes; what was put right besides waits for the next list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.list_stages import stage_problems
from arpad.office.wording import WORDS
from arpad.regulations.workings.revised_list import LATE_REPORT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.list_stages import ListState
    from arpad.office.person import Person

WRONG_ID, WRONG_RULE, COUNTED_TWICE = ERRORS = ("wrong_id", "wrong_rule", "counted_twice")
"""The errors of an office."""
BY_RULEBOOK = "by_rulebook"
"""What is no error of the office, and what the rulebook nevertheless allows a revised list for."""
READING = "R-044"
"""Events that began before the day of revision keep the ratings then published."""


@dataclass(frozen=True, slots=True)
class ReviseList:
    """What is asked for: the error, the entries of the log that put it right, and with which ratings events go on."""

    error: str
    """An error of the office, or that its rulebook allows it."""
    causes: tuple[int, ...] = ()
    """The records of the log by which it was put right."""
    events_keep_ratings: bool = True
    """True where events that began before the day of revision keep the ratings that were published then."""
    list_hash: str = ""
    """Of the published list that the person has seen."""
    revised_hash: str = ""
    """Of the revised list that the person has seen; another one is not published."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReviseState:
    """What has to be known to revise a list."""

    circumstances: Circumstances
    list: ListState
    day: date
    """The calendar day in the office's zone: that of the revision."""
    revised_hash: str
    """The hash of the list as it would be now."""
    corrections: frozenset[int] = frozenset()
    """The records of the log since the list was published that put something right."""
    late_events: tuple[int, ...] = ()
    """Events that the revised list would rate, and that were not there when the list was closed."""
    allowed_more: frozenset[str] = frozenset()
    """What the rulebook allows besides errors of the office."""
    cites: tuple[str, ...] = ()
    """The article of the rulebook that allows more, where one does."""
    waits: tuple[int, ...] = ()
    """The records of the log that put something right which the revised list does not have in it."""
    manifest: str = ""


def revise_list(person: Person, asked: ReviseList, state: ReviseState) -> Decision | Waiting:
    """Decide whether a revised list of the same date is published."""
    facts = {
        **state.list.facts,
        "revision": state.list.revision + 1,
        "revised_hash": state.revised_hash,
        "error": asked.error,
        "causes": sorted(asked.causes),
        "waits": sorted(state.waits),
        "events_keep_ratings": asked.events_keep_ratings,
        "late_events": sorted(state.late_events),
        "manifest": state.manifest,
    }
    by_rulebook = state.cites if asked.error == BY_RULEBOOK or state.late_events else ()
    cites = (*by_rulebook, *((READING,) if asked.events_keep_ratings else ()))
    problems = [*stage_problems(state.list, "list.revise"), *_problems(asked, state)]
    content = Content(facts, {"revised_on": state.day}, cites, problems=problems)
    return decide(person, "list.revise", content, asked.reason, state.circumstances)


def _problems(asked: ReviseList, state: ReviseState) -> Iterator[Problem]:
    month = state.list.month
    if asked.error not in (*ERRORS, BY_RULEBOOK):
        yield Problem.of(WORDS, "unknown_error", month, errors=ERRORS)
    elif asked.error == BY_RULEBOOK and not state.allowed_more:
        yield Problem.of(WORDS, "not_allowed_by_rulebook", month, errors=ERRORS)
    if state.late_events and LATE_REPORT not in state.allowed_more:
        yield Problem.of(WORDS, "late_report_in_revision", month, month=month, events=state.late_events)
    if not state.list.is_newest:
        yield Problem.of(WORDS, "not_newest", month, month=month)
    if asked.list_hash != state.list.list_hash or asked.revised_hash != state.revised_hash:
        yield Problem.of(WORDS, "other_list_seen", month, month=month)
    if state.revised_hash == state.list.list_hash:
        yield Problem.of(WORDS, "nothing_to_revise", month, month=month)
    unknown = sorted(set(asked.causes) - state.corrections)
    if unknown or not asked.causes:
        yield Problem.of(
            WORDS, "no_cause", month, says="unknown_causes" if unknown else "no_causes",
            month=month, causes=unknown, known=sorted(state.corrections),
        )  # fmt: skip
