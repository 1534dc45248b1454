"""Correct a report: names, numbers, days by the officer; results only on the word of the chief arbiter, attached.

Original and correction, who, when and why stand side by side for ever. A doubt that was looked at, and holds no
fault, is said to be so; nothing is guessed silently.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.decision import REPORT, PersonalValue
from arpad.office.event_case import (
    ARBITER_OF,
    ORGANISER_OF,
    PLAYER_OF,
    EventAct,
    EventDone,
    decide_about,
    role_conflicts,
)
from arpad.office.report_changes import OF_RESULT, form_of, has_form
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person
    from arpad.office.report_changes import ReportChange

MOST_CHANGES = 2000
PUT_RIGHT_BY = ("report.correct", "report.give_number")
"""The deeds by which something is put right in a report, each with its changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectReport(EventAct):
    """What is put right, and the word of the chief arbiter where results are among it."""

    changes: tuple[ReportChange, ...] = ()
    sure_of: tuple[int, ...] = ()
    """Starting numbers of players who were doubtful, and are who the report says."""
    document: str = ""
    """The SHA-256 of the attachment in which the chief arbiter says how a game ended."""
    mended: str = ""
    """The SHA-256 of the report as it is then."""


@dataclass(frozen=True, slots=True)
class ReportAsRead:
    """What has to be known of the report that is corrected."""

    before: Mapping[str, str | None] = field(default_factory=dict)
    """By the key of each change, what stands there; without a value where there is nothing of the kind."""
    players: Mapping[int, int | None] = field(default_factory=dict)
    """The number of every player, by starting number."""
    words_of_arbiter: frozenset[str] = frozenset()
    """The attachments that are the word of the chief arbiter, by their SHA-256."""


def correct_report(person: Person, asked: CorrectReport, state: EventState, read: ReportAsRead) -> Decision | Waiting:
    """Decide whether a report is corrected; what was accepted before has to be accepted anew."""
    case = state.as_of_now
    facts: dict[str, Any] = {
        "report": case.report.sha256 if case.report is not None else "",
        "mended": asked.mended,
        "changes": [change.facts(read.before.get(change.key)) for change in asked.changes],
        "sure_of": sorted(asked.sure_of),
        "document": asked.document,
        "fields": sorted({f"{change.about}.{change.field}" for change in asked.changes}),
    }
    has_results = any(change.about == OF_RESULT for change in asked.changes)
    conflicts = role_conflicts(person, case, ARBITER_OF, ORGANISER_OF, PLAYER_OF) if has_results else []
    done = EventDone("", facts, (), list(_problems(asked, state, read)), conflicts, _sealed(asked, state, read))
    return decide_about(person, "report.correct", asked, state, done)


def _sealed(asked: CorrectReport, state: EventState, read: ReportAsRead) -> dict[str, PersonalValue]:
    """Give the values that are sealed, by the place of their change."""
    sealed: dict[str, PersonalValue] = {}
    for place, change in enumerate(asked.changes):
        if not change.is_personal:
            continue
        number = read.players.get(change.player)
        of = {"person": number} if number else {"person": state.case.event, "of": REPORT}
        sealed |= sealed_change(place, change, read.before.get(change.key), of)
    return sealed


def sealed_change(
    place: int, change: ReportChange, before: str | None, of: Mapping[str, Any]
) -> dict[str, PersonalValue]:
    """Give what stood there and what shall, sealed under the place of the change; `of` says whose values they are."""
    values = {"before": before or "", "after": change.after}
    return {f"{change.field}_{place}_{when}": PersonalValue(value=value, **of) for when, value in values.items()}


def _problems(asked: CorrectReport, state: EventState, read: ReportAsRead) -> Iterator[Problem]:
    where = str(state.case.event)
    if not asked.changes and not asked.sure_of:
        yield Problem.of(WORDS, "nothing_to_change", where)
    if len(asked.changes) > MOST_CHANGES:
        yield Problem.of(WORDS, "too_many_changes", where, count=len(asked.changes), most=MOST_CHANGES)
    places = [change.place for change in asked.changes]
    for change in asked.changes:
        form = form_of(change)
        if not form or change.key not in read.before:
            yield Problem.of(WORDS, "nothing_like_it", where, key=change.key)
        elif not has_form(form, change.after):
            yield Problem.of(WORDS, "wrong_value", where, key=change.key, form=form)
        elif change.after == (read.before[change.key] or ""):
            yield Problem.of(WORDS, "stands_so_already", where, key=change.key)
        elif places.count(change.place) > 1:
            yield Problem.of(WORDS, "changed_twice", where, key=change.key)
    unknown = sorted(set(asked.sure_of) - set(read.players))
    if unknown:
        yield Problem.of(WORDS, "no_such_starting_numbers", where, numbers=unknown)
    if any(change.about == OF_RESULT for change in asked.changes) and asked.document not in read.words_of_arbiter:
        yield Problem.of(WORDS, "no_word_of_arbiter", where, event=state.case.event)
