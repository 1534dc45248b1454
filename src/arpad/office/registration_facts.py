"""What is registered of an event: every fact that can be known before play, each with who gave it and when.

The facts of a check (`events/facts.py`) fall into three groups, and a test holds them together: those that somebody
gives before play, those that follow from what the office has on record (the day of registration, approvals, the days
of a report), and those that come with the report. What only a registration has (place, officials, expected players)
is named here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arpad.events.facts import FactsRefusedError, facts_from
from arpad.model.problems import Problem
from arpad.office.canonical import fingerprint
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arpad.events.facts import EventFacts

GIVEN = (
    "kind", "system", "start", "end", "time_control", "time_controls", "league", "team_championship",
    "national_championship", "women_only", "official", "norms", "stages", "announced_rated", "announced_unrated",
    "arbiters_licensed", "laws_of_chess", "hybrid", "games_agreed", "games_after_decision_requested", "ratings",
)  # fmt: skip
"""Facts of a check that are given with the registration."""
ON_RECORD = (
    "faster_time_approved", "longer_approved", "registered", "late_registration_approved", "schedule_registered",
    "arbiter_sent", "received", "reported_monthly", "officer_satisfied", "federation_sent", "rated_by_decision",
    "hybrid_approved", "suspended_federations", "membership_approved", "monthly_regime",
)  # fmt: skip
"""Facts that nobody gives: they follow from what the office has on record."""
WITH_REPORT = ("pgn", "ruled_out")
"""Facts that come with the report."""

OWN: dict[str, str] = {
    "name": "text",
    "festival": "text",
    "place": "text",
    "zone": "zone",
    "first_round": "time",
    "schedule": "days",
    "cycles": "whole",
    "expected": "players",
    "chief_arbiter": "number",
    "chief_licence": "text",
    "arbiters": "arbiters",
    "organiser": "number",
    "for_list": "day",
    "continental": "flag",
    "changed_laws": "text",
    "unrated_in_invitation": "text",
    "unrated_by_arbiter": "text",
}
"""Facts that only a registration has, with their forms; what they mean stands in the words of this room."""
NEEDED = ("name", "start", "end", "place", "zone", "kind", "organiser", "chief_arbiter")
"""Without these nothing is registered."""
BEFORE_ROUND_1 = (
    "ratings", "games_after_decision_requested", "announced_unrated", "unrated_in_invitation", "unrated_by_arbiter",
    "stages", "changed_laws",
)  # fmt: skip
"""Declarations that have to stand before the first round; after it nobody changes them."""
PROOFS_OF_UNRATED = ("unrated_in_invitation", "unrated_by_arbiter")
"""Without both of them an event was not announced as not rated."""
OF_LEAD = ("start", "end", "zone", "expected", "norms", "league", "team_championship", "hybrid", "time_control")
"""Facts whose change runs the test of lead time and conditions again; `changed_laws` cannot change so late."""

BESIDE = ("expected",)
"""Personal facts: they stand beside the log, which has their fingerprint only."""

MALE, FEMALE, SEX_NOT_SAID = "m", "w", ""
MOST_TEXT = 300
MOST_ENTRIES = 5000
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True, slots=True)
class ExpectedPlayer:
    """A player who is expected: the number, the rating at registration, and the sex as far as it is known."""

    number: int
    rating: int | None = None
    sex: str = SEX_NOT_SAID

    @property
    def is_woman(self) -> bool | None:
        """Whether the player is a woman; None where nobody said."""
        return None if self.sex == SEX_NOT_SAID else self.sex == FEMALE


@dataclass(frozen=True, slots=True)
class ArbiterOfEvent:
    """An arbiter of an event: the number, and that of the licence, which may be missing."""

    number: int
    licence: str = ""


@dataclass(frozen=True, slots=True)
class PlayersOnRecord:
    """The people who are expected as the log has them: how many, and the fingerprint of who they are."""

    count: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A fact with its author, by record number, and the moment at which it was given."""

    value: Any
    by: int
    at: datetime


def given(values: Mapping[str, Any], by: int, at: datetime) -> dict[str, GivenFact]:
    """Give facts that somebody gave at a moment."""
    return {name: GivenFact(value, by, at) for name, value in values.items()}


def amended(facts: Mapping[str, GivenFact], changes: Mapping[str, Any], by: int, at: datetime) -> dict[str, GivenFact]:
    """Give facts after an amendment: what was not changed keeps its author and day; None takes a fact back."""
    new = given({name: value for name, value in changes.items() if value is not None}, by, at)
    return {name: fact for name, fact in facts.items() if name not in changes} | new


def values_of(facts: Mapping[str, GivenFact]) -> dict[str, Any]:
    """Give the bare values of facts."""
    return {name: fact.value for name, fact in facts.items()}


def fact_problems(values: Mapping[str, Any], where: str) -> list[Problem]:
    """Say what is wrong with facts, all of it at once: names that are none, forms, and days that cannot be."""
    problems = []
    known = (*GIVEN, *OWN)
    unknown = sorted(name for name in values if name not in known)
    if unknown:
        problems.append(Problem.of(WORDS, "unknown_registration_facts", where, names=unknown[:20], known=list(known)))
    try:
        event_facts_of(values)
    except FactsRefusedError as refused:
        problems += refused.problems
    for name, form in OWN.items():
        if values.get(name) is not None and not _FORMS[form](values[name]):
            problems.append(Problem.of(WORDS, "wrong_registration_fact", where, name=name, form=form))
    return problems or _of_days(values, where)


def missing_problems(values: Mapping[str, Any], where: str) -> list[Problem]:
    """Say which facts are missing without which nothing is registered."""
    missing = [name for name in NEEDED if values.get(name) is None]
    return [Problem.of(WORDS, "registration_facts_missing", where, names=missing)] if missing else []


def event_facts_of(values: Mapping[str, Any]) -> EventFacts:
    """Give the facts of a check among those that were registered."""
    return facts_from({name: _raw(values[name]) for name in GIVEN if values.get(name) is not None}, "registration")


def too_late_problems(names: Sequence[str], values: Mapping[str, Any], at: datetime, where: str) -> list[Problem]:
    """Say which of some facts cannot be declared any more, since the first round has begun at the venue."""
    locked = [name for name in BEFORE_ROUND_1 if name in names]
    if not locked or not has_begun(at, values):
        return []
    start, zone = values.get("start"), values.get("zone", "")
    return [Problem.of(WORDS, "declared_too_late", where, names=locked, start=start, zone=zone)]


def unproved(values: Mapping[str, Any]) -> list[str]:
    """Give the proofs that are missing of an event that is said to be announced as not rated."""
    if not values.get("announced_unrated"):
        return []
    return [name for name in PROOFS_OF_UNRATED if not values.get(name)]


def logged(values: Mapping[str, Any]) -> dict[str, Any]:
    """Give facts as the log keeps them: of the people who are expected only how many, with a fingerprint."""
    plain = {name: value for name, value in values.items() if name not in {"expected", "arbiters", "time_controls"}}
    if values.get("expected") is not None:
        record = players_on_record(values["expected"])
        plain |= {"expected": {"count": record.count, "fingerprint": record.fingerprint}}
    if values.get("arbiters") is not None:
        plain |= {"arbiters": [[arbiter.number, arbiter.licence] for arbiter in values["arbiters"]]}
    if values.get("time_controls") is not None:
        plain |= {"time_controls": [[number, control] for number, control in values["time_controls"]]}
    return plain


def players_on_record(expected: Sequence[ExpectedPlayer] | PlayersOnRecord) -> PlayersOnRecord:
    """Give what the log has of the people who are expected."""
    if isinstance(expected, PlayersOnRecord):
        return expected
    return PlayersOnRecord(len(expected), fingerprint(players_data(expected)))


def players_data(expected: Sequence[ExpectedPlayer]) -> list[list[int | str | None]]:
    """Give the people who are expected as plain data, which stands beside the log."""
    return [[player.number, player.rating, player.sex] for player in expected]


def values_read(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Give facts from what the log has of them; of the people who are expected only what stands there.

    >>> values_read({"start": "2027-01-17", "cycles": 2, "arbiters": [[712, "HUN-7"]]})
    {'start': datetime.date(2027, 1, 17), 'cycles': 2, 'arbiters': (ArbiterOfEvent(number=712, licence='HUN-7'),)}
    """
    return {name: _READ[name](value) if name in _READ else value for name, value in plain.items()}


def personal(values: Mapping[str, Any]) -> dict[str, Any]:
    """Give the facts among some that stand beside the log."""
    return {name: value for name, value in values.items() if name in BESIDE}


def facts_fingerprint(facts: Mapping[str, GivenFact]) -> str:
    """Give the fingerprint of what is registered; who gave a fact and when is no part of it."""
    return fingerprint(logged(values_of(facts)))


def people_of(values: Mapping[str, Any]) -> dict[str, frozenset[int]]:
    """Give the numbers of everybody whom a registration names, by what they are in the event."""
    arbiters = {arbiter.number for arbiter in values.get("arbiters") or ()}
    chief = values.get("chief_arbiter")
    organiser = values.get("organiser")
    return {
        "arbiter": frozenset(arbiters | ({chief} if chief else set())),
        "organiser": frozenset({organiser} if organiser else set()),
        "player": frozenset(player.number for player in values.get("expected") or ()),
    }


def venue_day(at: datetime, values: Mapping[str, Any]) -> date:
    """Give the calendar day at the venue; an event without a zone is taken to be in that of the moment."""
    return _local(at, values).date()


def has_begun(at: datetime, values: Mapping[str, Any]) -> bool:
    """Tell whether the first round has begun, by the clock at the venue; without its hour, from the first day on."""
    start: date | None = values.get("start")
    if start is None:
        return False
    hour = values.get("first_round")
    local = _local(at, values)
    return (local.date(), local.strftime("%H:%M")) >= (start, hour or f"{time.min:%H:%M}")


def has_ended(at: datetime, values: Mapping[str, Any]) -> bool:
    """Tell whether the last day is over, by the calendar at the venue."""
    end: date | None = values.get("end")
    return end is not None and venue_day(at, values) > end


def first_moment(values: Mapping[str, Any]) -> datetime | None:
    """Give the moment at which the first round begins, in UTC; None where the first day is not known."""
    start = values.get("start")
    return None if start is None else _moment(start, values.get("first_round") or f"{time.min:%H:%M}", values)


def last_moment(values: Mapping[str, Any]) -> datetime | None:
    """Give the moment at which the last day is over, in UTC; None where it is not known."""
    end = values.get("end")
    return None if end is None else _moment(end + timedelta(days=1), f"{time.min:%H:%M}", values)


def _moment(day: date, hour: str, values: Mapping[str, Any]) -> datetime:
    zone = ZoneInfo(values.get("zone") or "UTC")
    return datetime.combine(day, time.fromisoformat(hour), zone).astimezone(UTC)


def _local(at: datetime, values: Mapping[str, Any]) -> datetime:
    zone = values.get("zone")
    return at.astimezone(ZoneInfo(zone)) if zone else at


def _of_days(values: Mapping[str, Any], where: str) -> list[Problem]:
    """Say which days cannot be, once every fact has its form."""
    start, end, schedule = values.get("start"), values.get("end"), values.get("schedule") or ()
    problems = []
    if start is not None and end is not None and end < start:
        problems.append(Problem.of(WORDS, "days_reversed", where, start=start, end=end))
    elif start is not None and end is not None:
        outside = sorted({day for day in schedule if not start <= day <= end})
        if outside:
            problems.append(Problem.of(WORDS, "rounds_outside", where, days=outside, start=start, end=end))
    return problems


def _raw(value: Any) -> Any:  # noqa: ANN401 - a fact as its file would have it
    """Give a fact as a file of facts has it, since it is read from there."""
    if isinstance(value, tuple):
        if value and all(isinstance(part, tuple) for part in value):
            return {str(number): text for number, text in value}
        return list(value)
    return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= MOST_TEXT and value.isprintable()


def _is_zone(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _is_day(value: object) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)


def _is_number(value: object) -> bool:
    return type(value) is int and value > 0


def _are(kind: type, value: object) -> bool:
    return isinstance(value, tuple) and len(value) <= MOST_ENTRIES and all(isinstance(part, kind) for part in value)


_FORMS: dict[str, Callable[[Any], bool]] = {
    "text": _is_text,
    "zone": _is_zone,
    "time": lambda value: isinstance(value, str) and bool(_TIME.fullmatch(value)),
    "days": lambda value: _are(date, value) and all(map(_is_day, value)),
    "day": _is_day,
    "whole": _is_number,
    "number": _is_number,
    "flag": lambda value: isinstance(value, bool),
    "players": lambda value: _are(ExpectedPlayer, value),
    "arbiters": lambda value: _are(ArbiterOfEvent, value),
}
"""Whether something has the form of a fact."""


def _players_read(value: Any) -> Any:  # noqa: ANN401 - as the log, or as what stands beside it, has them
    if isinstance(value, dict):
        return PlayersOnRecord(value["count"], value["fingerprint"])
    return tuple(ExpectedPlayer(*player) for player in value)


_READ: dict[str, Callable[[Any], Any]] = {
    "start": date.fromisoformat,
    "end": date.fromisoformat,
    "for_list": date.fromisoformat,
    "schedule": lambda value: tuple(map(date.fromisoformat, value)),
    "stages": tuple,
    "time_controls": lambda value: tuple((number, control) for number, control in value),
    "arbiters": lambda value: tuple(ArbiterOfEvent(*arbiter) for arbiter in value),
    "expected": _players_read,
}
"""What reads a fact from plain data, where that is not the same."""
