"""What to look at before a list is closed: what is missing, who changes K and why, and odd things.

Made from the preview of the list, from the open problems of the book and from what waits in the office. Each item says
how grave it is and where it is mended.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.problems import ERROR, NOTE, SEVERITIES, WARNING
from arpad.model.wording import LANGUAGE
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.model.problems import FileProblem, Problem
    from arpad.office.doubles import Double
    from arpad.office.k_changes import KChanges

ODD_CHANGE = 200
"""A change above this, up or down, is looked at."""
EVENT, PLAYER, LIST, BOOK, DEED = MENDED = ("event", "player", "list", "book", "deed")
"""What something can be mended at."""
TOLD_EACH = "open_problems"
"""The guard that says that a book has open problems; here each of them is told by itself."""
NAMESAKE = "namesake"
"""The problem of somebody without a number who has the name of somebody with one."""
_NUMBERS = {"event": EVENT, "event_id": EVENT, "player": PLAYER, "fide_id": PLAYER, "number": PLAYER}
"""The facts of problems of a book that are numbers of something, and of what."""
_STATES = {"not_rated": WARNING, "taken_back": NOTE, "waiting": NOTE, "annulled": NOTE}
"""The states of events that are looked at, as the preview names them."""


class MendedAt(NamedTuple):
    """Where something is mended: a page of an event, of a player, of the list, of the book, of what waits."""

    kind: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class CheckItem:
    """One thing to look at before a list is closed."""

    code: str
    severity: str
    facts: Mapping[str, Any] = field(hash=False)
    place: MendedAt

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it, in a language."""
        return WORDS.say("checklist", self.code, self.facts, language)

    @property
    def order(self) -> tuple[int, str, str, int]:
        """The place in the list: what is gravest comes first."""
        return SEVERITIES.index(self.severity), self.code, *self.place


@dataclass(frozen=True, slots=True)
class ChecklistState:
    """What the checklist of a list is made from."""

    preview: Mapping[str, Any]
    """As `publication.preview` gives it."""
    guards: Sequence[Problem] = ()
    """What speaks against closing the list now."""
    problems: Sequence[FileProblem] = ()
    """The open problems of the book: of people, and of events that no list has rated."""
    k_changes: KChanges | None = None
    doubles: Sequence[Double] = ()
    waiting: Sequence[tuple[int, str]] = ()
    """What waits for a second person and would change the list: number and deed."""
    unpublished: str = ""
    """The month of an earlier list that is closed and not published."""


def checklist(state: ChecklistState) -> list[CheckItem]:
    """Give everything that is to be looked at, the gravest first."""
    items = [
        *_of_office(state),
        *_of_book(state.problems, state.doubles),
        *_of_events(state.preview),
        *_of_newcomers(state.preview),
        *_of_changes(state.preview),
        *_of_doubles(state.doubles),
        *_of_k(state.k_changes),
        *_of_corrections(state.preview),
    ]
    return sorted(items, key=lambda item: item.order)


def counted(items: Sequence[CheckItem]) -> dict[str, int]:
    """Count the items by how grave they are."""
    return {severity: sum(item.severity == severity for item in items) for severity in SEVERITIES}


def _of_office(state: ChecklistState) -> Iterator[CheckItem]:
    if state.unpublished:
        yield CheckItem("earlier_unpublished", ERROR, {"month": state.unpublished}, MendedAt(LIST))
    for guard in state.guards:
        if guard.code == TOLD_EACH:
            continue
        yield CheckItem("guard", WARNING, {"guard": guard, "code": guard.code}, MendedAt(LIST))
    for number, deed in state.waiting:
        yield CheckItem("deed_waits", WARNING, {"number": number, "deed": deed}, MendedAt(DEED, number))


def _of_book(problems: Sequence[FileProblem], doubles: Sequence[Double]) -> Iterator[CheckItem]:
    """Give the open problems of a book; what is only a note stays there, and two numbers of one person are told once.

    What a book advises are commands for its folder; here the place where it is mended is named instead.
    """
    pairs = {frozenset((double.fide_id, double.other)) for double in doubles}
    for fault in problems:
        pair = frozenset((fault.facts.get("number"), fault.facts.get("other")))
        if fault.severity != NOTE and not (fault.code == NAMESAKE and pair in pairs):
            facts = {"fault": fault, "code": fault.code}
            yield CheckItem("book_problem", fault.severity, facts, _place_of(fault))


def _place_of(fault: FileProblem) -> MendedAt:
    """Find the event or the player that a problem of a book is about."""
    for name, kind in _NUMBERS.items():
        number = fault.facts.get(name)
        if isinstance(number, int):
            return MendedAt(kind, number)
    return MendedAt(BOOK)


def _of_events(preview: Mapping[str, Any]) -> Iterator[CheckItem]:
    states = preview["event_states"]
    if not any(event["state"] in {"rated", "taken_back"} for event in states):
        yield CheckItem("no_events", WARNING, {"list": preview["list"]}, MendedAt(LIST))
    for event in states:
        facts = {name: event[name] for name in ("event_id", "name", "kind", "list", "why")}
        place = MendedAt(EVENT, event["event_id"])
        if event["state"] in _STATES:
            yield CheckItem(f"event_{event['state']}", _STATES[event["state"]], facts, place)
        elif event["state"] == "rated" and not event["games"]:
            yield CheckItem("event_without_games", WARNING, facts, place)


def _of_newcomers(preview: Mapping[str, Any]) -> Iterator[CheckItem]:
    """Name the newcomers without a number of their own, as far as the preview names them."""
    for kind, newcomers in preview["newcomers"].items():
        for row in newcomers["first"]:
            if row["fide_id"] < 0:
                facts = {"player": row["fide_id"], "name": row["name"], "kind": kind, "rating": row["rating"]}
                yield CheckItem(
                    "newcomer_without_number",
                    WARNING if row["rating"] else NOTE,
                    facts,
                    MendedAt(PLAYER, row["fide_id"]),
                )


def _of_changes(preview: Mapping[str, Any]) -> Iterator[CheckItem]:
    """Name the changes that are larger than usual."""
    for side in ("gains", "losses"):
        for kind, rows in preview[side].items():
            for row in rows:
                if abs(row["change"]) > ODD_CHANGE:
                    facts = {name: row[name] for name in ("name", "change", "before", "after", "games")}
                    facts |= {"player": row["fide_id"], "kind": kind}
                    yield CheckItem("odd_change", WARNING, facts, MendedAt(PLAYER, row["fide_id"]))


def _of_doubles(doubles: Sequence[Double]) -> Iterator[CheckItem]:
    for double in doubles:
        facts = {
            "player": double.fide_id,
            "other": double.other,
            "name": double.name,
            "same_birth": double.is_certain_birth,
        }
        yield CheckItem("two_numbers", WARNING, facts, MendedAt(PLAYER, double.fide_id))


def _of_k(changes: KChanges | None) -> Iterator[CheckItem]:
    if changes is None:
        return
    for kind, count in changes.counts.items():
        rows = [change for change in changes.first if change.kind == kind]
        causes = sorted({change.cause for change in rows})
        facts = {"kind": kind, "count": count, "causes": causes, "more": max(0, count - len(rows)), "named": len(rows)}
        yield CheckItem("k_changes", NOTE, facts, MendedAt(LIST))
        for row in rows:
            named = {"player": row.fide_id, "name": row.name, "kind": kind, "before": row.before, "after": row.after}
            yield CheckItem("k_of_player", NOTE, {**named, "cause": row.cause}, MendedAt(PLAYER, row.fide_id))


def _of_corrections(preview: Mapping[str, Any]) -> Iterator[CheckItem]:
    for kind, of_kind in preview["corrections"].items():
        if of_kind["count"]:
            yield CheckItem("corrected_bases", NOTE, {"kind": kind, "count": of_kind["count"]}, MendedAt(LIST))
