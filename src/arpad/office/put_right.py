"""Put something right: an event, a result, a player, a line. The change itself is that of a book; here is who may.

What a person is called, when the person was born and what sex, is sealed beside the log: the record says only which of
these were corrected.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from arpad.book.decisions.annul import Annul
from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult
from arpad.book.decisions.correct_player import CorrectLine, CorrectNumber, CorrectPerson
from arpad.book.decisions.keep_apart import KeepEventsApart, KeepPlayersApart
from arpad.book.decisions.replace import Replace
from arpad.office.decision import Content, PersonalValue, decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.model.period import Born
    from arpad.model.problems import Problem
    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person

    PutRight = (
        Annul
        | Replace
        | CorrectEvent
        | CorrectResult
        | CorrectPerson
        | CorrectNumber
        | CorrectLine
        | KeepEventsApart
        | KeepPlayersApart
    )
    """What can be put right: the requests of a book."""


@dataclass(frozen=True, slots=True)
class PutRightState:
    """What has to be known to put something right."""

    circumstances: Circumstances
    federation: str
    """The federation of the event or the player; empty where it has none."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """The row of the event or the player as it stands, the game with its scores, or the line of the player."""
    is_rated: bool = False
    """True for a player who has a rating on the newest list."""
    report: str = ""
    """The SHA-256 of a report that takes the place of an event."""
    problems: Sequence[Problem] = ()
    """What the book says against it."""
    impact: Mapping[str, Any] = field(default_factory=dict)
    """Who else changes, as far as it was shown: counts of players and lists, and the biggest change."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a request comes to: the deed, its facts, personal values, and whether the whole office is concerned."""

    code: str
    facts: Mapping[str, Any]
    sealed: Mapping[str, PersonalValue] = field(default_factory=dict)
    is_of_office: bool = False


def put_right(person: Person, asked: PutRight, state: PutRightState) -> Decision | Waiting:
    """Decide whether something is put right, for the next list."""
    corrected = corrected_by(asked, state)
    facts = {**corrected.facts, **({"impact": state.impact} if state.impact else {})}
    federation = "" if corrected.is_of_office else state.federation
    content = Content(facts, sealed=corrected.sealed, federation=federation, problems=state.problems)
    return decide(person, corrected.code, content, asked.why, state.circumstances)


def deed_of(asked: PutRight, *, is_rated: bool = False) -> str:
    """Give the code of the deed that a request is."""
    if isinstance(asked, CorrectPerson):
        is_identity = is_rated and (asked.born is not None or asked.sex is not None)
        return "player.correct_identity" if is_identity else "player.correct"
    return _DEEDS[type(asked)]


_DEEDS: Mapping[type, str] = {
    Annul: "event.annul",
    Replace: "event.replace",
    CorrectEvent: "event.correct",
    CorrectResult: "result.correct",
    CorrectNumber: "player.renumber",
    CorrectLine: "base.correct",
    KeepEventsApart: "event.distinct",
    KeepPlayersApart: "player.distinct",
}


@singledispatch
def corrected_by(asked: PutRight, state: PutRightState) -> Corrected:
    """Give what a request comes to."""
    raise TypeError(type(asked), state)


@corrected_by.register
def _(asked: Annul, state: PutRightState) -> Corrected:
    del state
    return Corrected("event.annul", {"event": asked.event, "back": asked.back})


@corrected_by.register
def _(asked: Replace, state: PutRightState) -> Corrected:
    return Corrected("event.replace", {"event": asked.event, "report": state.report})


@corrected_by.register
def _(asked: CorrectEvent, state: PutRightState) -> Corrected:
    names = ("start", "end", "kind", "received")
    facts = {"event": asked.event, **_pairs({name: getattr(asked, name) for name in names}, state.before)}
    if asked.players:
        facts["players"] = {str(old): new for old, new in sorted(asked.players.items())}
    return Corrected("event.correct", facts)


@corrected_by.register
def _(asked: CorrectResult, state: PutRightState) -> Corrected:
    was = [state.before.get("white_score"), state.before.get("black_score")]
    facts = {"event": asked.event, "round": asked.round, "white": asked.white, "black": asked.black}
    return Corrected("result.correct", {**facts, "was": was, "scores": asked.scores})


@corrected_by.register
def _(asked: CorrectPerson, state: PutRightState) -> Corrected:
    was = state.before
    personal = {"name": (was.get("name"), asked.name), "sex": (was.get("sex"), asked.sex)}
    if asked.born is not None:
        personal["birth"] = (was.get("birth_date") or was.get("birth_year"), _birth(asked.born))
    given = {name: pair for name, pair in personal.items() if pair[1] is not None}
    sealed = {
        f"{name}_{when}": PersonalValue(asked.player, _text(value))
        for name, pair in given.items()
        for when, value in zip(("before", "after"), pair, strict=True)
    }
    facts: dict[str, Any] = {"player": asked.player, **_pairs({"federation": asked.federation}, was)}
    facts["fields"] = sorted([*given, *(["federation"] if asked.federation is not None else [])])
    # Who takes a player over from another federation acts for both.
    is_of_office = asked.federation is not None
    return Corrected(deed_of(asked, is_rated=state.is_rated), facts, sealed, is_of_office)


@corrected_by.register
def _(asked: KeepEventsApart, state: PutRightState) -> Corrected:
    del state
    return Corrected("event.distinct", {"event": asked.event, "other": asked.other})


@corrected_by.register
def _(asked: KeepPlayersApart, state: PutRightState) -> Corrected:
    del state
    return Corrected("player.distinct", {"player": asked.player, "other": asked.other})


@corrected_by.register
def _(asked: CorrectNumber, state: PutRightState) -> Corrected:
    del state
    return Corrected("player.renumber", {"player": asked.player, "number": asked.number})


@corrected_by.register
def _(asked: CorrectLine, state: PutRightState) -> Corrected:
    was = {"base": state.before.get("rating"), "k": state.before.get("k"), "played": state.before.get("played")}
    pairs = _pairs({"base": asked.base, "k": asked.k, "played": asked.played}, was)
    return Corrected("base.correct", {"player": asked.player, "kind": asked.kind, "fields": sorted(pairs), **pairs})


def _pairs(given: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Give what was and what shall be, of everything that is given."""
    return {name: [before.get(name), value] for name, value in given.items() if value is not None}


def _birth(born: Born) -> str:
    """Write a birth as far as it is known."""
    parts = (f"{born.year:04}", *(f"{part:02}" for part in (born.month, born.day) if part is not None))
    return "-".join(parts)


def _text(value: Any) -> str:  # noqa: ANN401 - a plain value of a row
    return "" if value is None else str(value)
