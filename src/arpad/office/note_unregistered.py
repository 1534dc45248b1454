"""Note an event that became known and was never registered: it is listed, since its report may be owed.

To 2024 every international event has to be sent in, unless it was announced as not rated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, citations, day_problems, decide_about
from arpad.office.registration_facts import MOST_TEXT
from arpad.office.wording import WORDS
from arpad.regulations.consulted import answer, answer_code
from arpad.regulations.rules.conditions import ANNOUNCEMENT, SUBMITTED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteUnregistered(EventAct):
    """What is known of the event, and from where; the reason says how it became known."""

    name: str
    start: date
    end: date
    known_from: str
    announced_unrated: bool | None = None
    """Whether invitation and arbiter announced beforehand that it is not rated; None where that is not known."""


def note_unregistered(person: Person, asked: NoteUnregistered, state: EventState) -> Decision | Waiting:
    """Decide whether an event is noted as never registered."""
    case = state.case
    announced = answer_code(asked.announced_unrated)
    owed = answer(case.law, ANNOUNCEMENT, said_rated=answer_code(None), said_unrated=announced)
    facts = {
        **{name: getattr(asked, name) for name in ("name", "start", "end", "known_from", "announced_unrated")},
        "federation": case.federation,
        "edition": case.law.id,
        "is_owed": owed["announced"] == SUBMITTED,
    }
    done = EventDone("", facts, citations(owed.by("announced")), list(_problems(asked, state)))
    return decide_about(person, "event.note_unregistered", asked, state, done)


def _problems(asked: NoteUnregistered, state: EventState) -> Iterator[Problem]:
    where = str(state.case.event)
    for name in ("name", "known_from"):
        text = getattr(asked, name)
        if not text.strip() or len(text) > MOST_TEXT or not text.isprintable():
            yield Problem.of(WORDS, "wrong_registration_fact", where, name=name, form="text")
    if asked.end < asked.start:
        yield Problem.of(WORDS, "days_reversed", where, start=asked.start, end=asked.end)
    yield from day_problems(asked.start, state)
