"""Rapid and blitz: the thinking time of both players lies between two limits, each of them in it or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.thinking_time.rounds import gives, in_seconds, judged_rounds, rounds_of, same_times, unknown_rounds
from arpad.events.verdict import DROPS, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.period import KINDS, STANDARD
from arpad.regulations.catalogue import NoEditionError, edition, in_force
from arpad.regulations.rules.thinking_time import LIMITS, UNEQUAL
from arpad.regulations.workings.thinking_time import (
    is_of_kind,
    is_open,
    is_too_fast,
    limits_kept,
    moves_counted,
    time_needed,
    times_of_both,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from arpad.events.checked_event import Controls, Outcome, Subject
    from arpad.events.thinking_time.rounds import SameTime
    from arpad.events.verdict import Finding
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.consulted import Consulted
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.thinking_time import LimitsKept

_UPPER = LIMITS[2:]


def limits_of(p: Consulted) -> dict[str, int]:
    """Give the limits of thinking time that an edition has, in minutes, as a sentence names them."""
    limits = {key: p.get(key) for key in LIMITS}
    return {key: minutes for key, minutes in limits.items() if minutes is not None}


def kind_of_time(played: Controls, start: date, kinds: tuple[str, ...], name: str | None) -> str | None:
    """Give the kind of chess that follows from the time, of the player with less; None where none does."""
    main = played.of(0)
    controls = [main] if main is not None else list(played.by_round.values())
    for kind in kinds if controls else ():
        law = _law(start, kind, name)
        if law is None:
            continue
        moves = moves_counted(law)
        if all(is_of_kind(law, kind, min(control.seconds(moves) for control in both)) for both in controls):
            return kind
    return None


def _law(start: date, kind: str, name: str | None) -> Edition | None:
    try:
        return edition(name, kind, start) if name is not None else in_force(start, kind)
    except NoEditionError:
        return None


def other_kinds(subject: Subject, time: SameTime) -> list[str]:
    """Give the other kinds of chess, rated on the first day, that the time of both players would be of."""
    if subject.start is None:
        return []
    laws = {kind: _law(subject.start, kind, None) for kind in KINDS if kind != subject.kind}
    return [kind for kind, law in laws.items() if law is not None and _would_be(subject, time, kind, law)]


def _would_be(subject: Subject, time: SameTime, kind: str, law: Edition) -> bool:
    """Tell whether a time is one of another kind: within its limits and equal, or long enough for standard chess."""
    moves = moves_counted(law)
    given = [control.seconds(moves) for control in time.both]
    if kind == STANDARD:
        return _would_be_slow_enough(subject, time, law, min(given))
    is_refused = times_of_both(law, is_same=time.white == time.black) == UNEQUAL
    return not is_refused and all(is_of_kind(law, kind, seconds) for seconds in given)


def _would_be_slow_enough(subject: Subject, time: SameTime, law: Edition, seconds: int) -> bool:
    """Tell whether any of the games would have, as standard chess, a time that is enough in any case."""
    everybody = subject.best(*(entry.number for entry in subject.entries))
    games = [subject.best(game.first, game.second or 0) for game in subject.games if game.round in time.rounds]
    needed = [time_needed(law, everybody, best) for best in dict.fromkeys(games) or [everybody]]
    return any(not is_too_fast(law, seconds, every) and not is_open(law, seconds, every) for every in needed)


class _Within(NamedTuple):
    """The times of an event beside the limits, and what was consulted for these."""

    subject: Subject
    p: Consulted
    limits: Mapping[str, int]

    def judged(self, time: SameTime) -> LimitsKept:
        """Compare White's and Black's time with the limits."""
        subject = self.subject
        return limits_kept(subject.law, subject.kind, subject.start, in_seconds(subject, time.both))

    def facts(self) -> ProblemFacts:
        """Give the limits as a sentence names them."""
        limits = [{"limit": key, "minutes": minutes} for key, minutes in self.limits.items()]
        return {"kind": self.subject.kind, "limits": limits}

    def outside(self, time: SameTime, broken: str, *, every_round: bool) -> Iterator[Outcome]:
        """Refuse a time that does not keep to a limit, or leave out the games that had it."""
        subject = self.subject
        code = "too_slow" if broken in _UPPER else "too_fast"
        games = [game for game in subject.games if game.round in time.rounds]
        severity = REFUSES if every_round else WARNING if subject.before_play else DROPS
        kinds = other_kinds(subject, time)
        fix = "report_as_kind" if kinds else "change_time" if subject.before_play else "nothing_after_play"
        facts: ProblemFacts = {"time": gives(subject, time), "other_kind": kinds[0] if kinds else None, **self.facts()}
        facts["rounds"] = () if time.everywhere else rounds_of([time])
        yield subject.finding(code, severity, self.p, "time_control.outside", fix=fix, **facts)
        yield from subject.dropped(games, code, broken)

    def doubt(self, time: SameTime) -> Finding:
        """Say that it is open whether rating followed the Laws, by which the answer would be another."""
        subject, p = self.subject, self.p.citing()
        facts: ProblemFacts = {"time": gives(subject, time), "border": p.value("laws_border")}
        facts |= {"since": p.value("laws_border_from"), **self.facts()}
        facts["rounds"] = () if time.everywhere else rounds_of([time])
        return subject.finding("time_control", UNKNOWN, p, "border", fix="ask_officer_as_what", **facts)


def within_limits(subject: Subject) -> Iterator[Outcome]:
    """Compare every round's time with the limits."""
    p = subject.consulted()
    limits = limits_of(p)
    if not limits:
        known = subject.consulted().citing("coefficient")  # an edition of which no more than its K is known
        yield subject.finding("time_control", UNKNOWN, known, "limits_unknown", fix="ask_officer", kind=subject.kind)
        return
    of_event = _Within(subject, p, limits)
    times = same_times(subject, lambda both: in_seconds(subject, both))
    judged = [(time, of_event.judged(time)) for time in times]
    doubtful = [time for time, kept in judged if kept.is_doubtful]
    wrong = {time: kept.broken for time, kept in judged if kept.broken is not None and not kept.is_doubtful}
    for time in doubtful:
        yield of_event.doubt(time)
    every_round = rounds_of(wrong) == judged_rounds(subject)
    for time, broken in wrong.items():
        yield from of_event.outside(time, broken, every_round=every_round)
    if times and not wrong and not doubtful and not unknown_rounds(subject):
        facts: ProblemFacts = {"times": [{"time": gives(subject, time)} for time in times], **of_event.facts()}
        yield subject.finding("time_control", PASSES, p, "within", **facts)
