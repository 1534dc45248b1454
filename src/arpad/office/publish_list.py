"""Publish a closed list: from then on it stays as it is. Closing, publication and validity are three dates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.list_stages import stage_problems
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.list_stages import ListState
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class PublishList:
    """What is asked for: which list, as the person has seen it, for use from which day, and why."""

    list_hash: str
    """Of the list that the person has seen: another one is not published."""
    valid_from: date | None = None
    """The first day on which it is used; the day by which it is called where nothing is said."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PublishState:
    """What has to be known to publish a list."""

    circumstances: Circumstances
    list: ListState
    day: date
    """The calendar day in the office's zone: that of publication."""
    manifest: str = ""
    """The hash of the manifest: every file that is published, and everything that the list was made from."""
    unpublished: date | None = None
    """An earlier list that was closed and is not published."""


def publish_list(person: Person, asked: PublishList, state: PublishState) -> Decision | Waiting:
    """Decide whether a closed list is published."""
    valid_from = asked.valid_from or state.list.list_date
    facts = {**state.list.facts, "valid_from": valid_from, "manifest": state.manifest}
    later = {"publication_day": state.day}
    problems = [*stage_problems(state.list, "list.publish"), *_problems(asked, state, valid_from)]
    return decide(
        person, "list.publish", Content(facts, later=later, problems=problems), asked.reason, state.circumstances
    )


def _problems(asked: PublishList, state: PublishState, valid_from: date) -> Iterator[Problem]:
    month = state.list.month
    if asked.list_hash != state.list.list_hash:
        yield Problem.of(WORDS, "other_list_seen", month, month=month)
    if state.unpublished is not None:
        yield Problem.of(WORDS, "earlier_unpublished", month, earlier=f"{state.unpublished:%Y-%m}")
    if state.list.closed_on is not None and state.day < state.list.closed_on:
        yield Problem.of(WORDS, "published_before_closed", month, day=state.day, closed=state.list.closed_on)
    if valid_from < state.list.list_date:
        yield Problem.of(WORDS, "valid_too_early", month, day=valid_from, list=state.list.list_date)
