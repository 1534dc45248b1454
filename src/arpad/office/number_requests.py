"""Ask for the number of a player who has none, and close the request: with the number, and who the player is.

The number is given by the office, or was received from FIDE; or the player turns out to have one. Name, birth, sex and
federation come with their source. Who has no number yet has a negative one in a book; it is renumbered everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.correct_report import sealed_change
from arpad.office.decision import REQUEST, PersonalValue
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.report_changes import has_form
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person
    from arpad.office.report_changes import ReportChange

OF_OFFICE, OF_FIDE, HAD_ONE = WAYS = ("given_by_office", "received_from_fide", "had_one")
"""How a player comes to the number."""
PASSPORT, BIRTH_CERTIFICATE, FEDERATION_SAYS, ARBITER_SAYS, REPORT_SAYS, FIDE_SAYS = SOURCES = (
    "passport", "birth_certificate", "federation", "arbiter", "report", "fide",
)  # fmt: skip
"""From where it is known who somebody is."""
VALUES = ("name", "born", "sex", "federation")
_FORMS = {"name": "text", "born": "birth", "sex": "sex", "federation": "federation"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskNumber(EventAct):
    """For which player of a report a number is asked."""

    player: int
    """The starting number."""
    request: int = 0
    """The number that the request has, or will have."""


@dataclass(frozen=True, slots=True)
class PlayerWithoutNumber:
    """What a report says of the player, and whether a request is open already."""

    is_there: bool = True
    has_number: bool = False
    is_asked: bool = False
    name: str = ""
    born: str = ""
    sex: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveNumber(EventAct):
    """The number of a player, how the player came to it, who the player is, and from where that is known."""

    number: int
    way: str
    name: str
    born: str
    sex: str
    federation: str
    sources: tuple[tuple[str, str], ...]
    """For name, birth, sex and federation: from where each is known."""


@dataclass(frozen=True, slots=True)
class NumberRequestState:
    """What has to be known to close a request."""

    request: int
    player: int
    is_open: bool = True
    taken: Collection[int] = ()
    """The number that is given, where the office has somebody under it already."""
    stand_in: int = 0
    """The negative number under which the player is in the book; 0 where the event is not there yet."""
    mended: str = ""
    """The SHA-256 of the report with the number in it; empty where it stays as it is."""
    changes: Sequence[ReportChange] = ()
    """What the report says otherwise then: the number, and who the player is."""
    before: Mapping[str, str | None] = field(default_factory=dict)
    """By the key of each change, what stood there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRequest(EventAct):
    """That a request is no longer needed; the reason says why."""


def ask_number(person: Person, asked: AskNumber, state: EventState, of: PlayerWithoutNumber) -> Decision | Waiting:
    """Decide whether a number is asked for; who the player is by the report is sealed."""
    where, problems = str(state.case.event), []
    if not of.is_there:
        problems.append(Problem.of(WORDS, "no_such_starting_numbers", where, numbers=[asked.player]))
    elif of.has_number:
        problems.append(Problem.of(WORDS, "has_number", where, player=asked.player))
    elif of.is_asked:
        problems.append(Problem.of(WORDS, "number_asked_already", where, player=asked.player))
    facts = {"player": asked.player, "request": asked.request}
    sealed = {name: PersonalValue(asked.request, getattr(of, name), REQUEST) for name in ("name", "born", "sex")}
    done = EventDone("", {**facts, "player_federation": of.federation}, problems=problems, sealed=sealed)
    return decide_about(person, "report.ask_number", asked, state, done)


def give_number(person: Person, asked: GiveNumber, state: EventState, of: NumberRequestState) -> Decision | Waiting:
    """Decide whether a request is closed with a number."""
    facts: dict[str, Any] = {
        "request": of.request,
        "player": of.player,
        "number": asked.number,
        "way": asked.way,
        "player_federation": asked.federation,
        "sources": dict(sorted(asked.sources)),
        "stand_in": of.stand_in,
        "mended": of.mended,
        "changes": [change.facts(of.before.get(change.key)) for change in of.changes],
    }
    personal = {"name": asked.name, "born": asked.born, "sex": asked.sex}
    sealed = {name: PersonalValue(asked.number, value) for name, value in personal.items()}
    for place, change in enumerate(of.changes):
        if change.is_personal:
            sealed |= sealed_change(place, change, of.before.get(change.key), {"person": asked.number})
    done = EventDone("", facts, problems=list(_problems(asked, of)), sealed=sealed)
    return decide_about(person, "report.give_number", asked, state, done)


def withdraw_request(
    person: Person, asked: WithdrawRequest, state: EventState, of: NumberRequestState
) -> Decision | Waiting:
    """Decide whether a request is taken back: the player was not there, or is another."""
    problems = [] if of.is_open else [Problem.of(WORDS, "request_closed", str(of.request), request=of.request)]
    done = EventDone("", {"request": of.request, "player": of.player}, problems=problems)
    return decide_about(person, "report.withdraw_number", asked, state, done)


def _problems(asked: GiveNumber, of: NumberRequestState) -> Iterator[Problem]:
    where = str(of.request)
    if not of.is_open:
        yield Problem.of(WORDS, "request_closed", where, request=of.request)
    if asked.way not in WAYS:
        yield Problem.of(WORDS, "unknown_way", where, way=asked.way[:40], known=list(WAYS))
    if not has_form("number", str(asked.number)):
        yield Problem.of(WORDS, "wrong_value", where, key="fide_id", form="number")
    elif asked.way == HAD_ONE and asked.number not in of.taken:
        yield Problem.of(WORDS, "number_not_known", where, number=asked.number)
    elif asked.way == HAD_ONE and of.stand_in:
        yield Problem.of(WORDS, "merge_first", where, stand_in=of.stand_in, number=asked.number)
    elif asked.way != HAD_ONE and asked.number in of.taken:
        yield Problem.of(WORDS, "number_taken", where, number=asked.number)
    for name, form in _FORMS.items():
        value = getattr(asked, name)
        if not value or not has_form(form, value):
            yield Problem.of(WORDS, "wrong_value", where, key=name, form=form)
    sources = dict(asked.sources)
    missing = [name for name in VALUES if sources.get(name) not in SOURCES]
    if missing:
        yield Problem.of(WORDS, "no_source", where, names=missing, known=list(SOURCES))
