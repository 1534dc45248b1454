"""Take a late report into the list being made, instead of the list after it; never into a list that was published."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class TakeInLateReport:
    """Which event is taken in, and why."""

    event: int
    why: str


@dataclass(frozen=True, slots=True)
class LateReportState:
    """What has to be known to take a late report in."""

    circumstances: Circumstances
    federation: str
    open_list: date
    """The list being made."""
    due: date | None
    """The list that the report reaches by its day of arrival; None where it reaches none any more."""
    received: date | None = None
    rated_for: date | None = None
    """The list that has rated the event already, where one has."""
    impact: Mapping[str, Any] = field(default_factory=dict)
    """Who else changes, as it was shown: how many players, on which lists, and the biggest change."""


def take_in_late_report(person: Person, asked: TakeInLateReport, state: LateReportState) -> Decision | Waiting:
    """Decide whether a late report is taken into the list being made."""
    problems, where = [], str(asked.event)
    if state.rated_for is not None:
        problems.append(Problem.of(WORDS, "rated_already", where, event=asked.event, list=f"{state.rated_for:%Y-%m}"))
    elif state.due is not None and state.due <= state.open_list:
        problems.append(Problem.of(WORDS, "not_late", where, event=asked.event, list=f"{state.open_list:%Y-%m}"))
    facts = {"event": asked.event, "list": state.open_list, "due": state.due, "received": state.received}
    facts |= {"impact": dict(state.impact)} if state.impact else {}
    content = Content(facts, federation=state.federation, problems=problems)
    return decide(person, "late_report.take_in", content, asked.why, state.circumstances)
