"""Rapid and blitz: the thinking time of both players lies between two limits, each of them in it or not."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from arpad.events.round_times import gives, in_seconds, judged_rounds, rounds_of, same_times, unknown_rounds
from arpad.events.subject import STANDARD
from arpad.events.time_class import time_class
from arpad.events.verdict import DROPS, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.period import KINDS
from arpad.regulations.catalogue import NoEditionError, edition, in_force

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.round_times import SameTime
    from arpad.events.subject import Controls, Found, Subject
    from arpad.regulations.edition import Edition

_MINUTE = 60
LIMITS = ("minutes_from", "minutes_above", "minutes_below", "minutes_up_to")
_UPPER = LIMITS[2:]
_WORDS = {
    "minutes_from": "at least {}",
    "minutes_above": "more than {}",
    "minutes_below": "less than {}",
    "minutes_up_to": "at most {}",
}


def broken_limit(law: Edition, seconds: int) -> str | None:
    """Give the limit that a time does not keep to, to the second; None where it lies within all of them."""
    keeps = {
        "minutes_from": lambda limit: seconds >= limit,
        "minutes_above": lambda limit: seconds > limit,
        "minutes_below": lambda limit: seconds < limit,
        "minutes_up_to": lambda limit: seconds <= limit,
    }
    return next((key for key in LIMITS if law.has(key) and not keeps[key](law.value(key) * _MINUTE)), None)


def knows_limits(law: Edition) -> bool:
    """Tell whether an edition has limits of thinking time."""
    return any(law.has(key) for key in LIMITS)


def limits_in_words(law: Edition) -> str:
    """Say the limits of an edition, such as `more than 3 and at most 10 minutes`."""
    return " and ".join(_WORDS[key].format(law.value(key)) for key in LIMITS if law.has(key)) + " minutes"


def is_of_kind(law: Edition, kind: str, seconds: int) -> bool:
    """Tell whether a thinking time is one of a kind of chess."""
    if kind == STANDARD:
        return law.has("time_low_minutes") and seconds >= law.value("time_low_minutes") * _MINUTE
    return knows_limits(law) and broken_limit(law, seconds) is None


def kind_of_time(played: Controls, start: date, kinds: tuple[str, ...], name: str | None) -> str | None:
    """Give the kind of chess that follows from the time, of the player who has less; None where none does."""
    main = played.of(0)
    controls = [main] if main is not None else list(played.by_round.values())
    for kind in kinds if controls else ():
        law = _law(start, kind, name)
        if law is None:
            continue
        moves = law.value("time_moves")
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
    moves = law.value("time_moves")
    given = [control.seconds(moves) for control in time.both]
    if kind == STANDARD:
        return min(given) >= _least_of_standard(subject, time, law) * _MINUTE
    return all(is_of_kind(law, kind, seconds) for seconds in given) and (
        time.white == time.black or not law.get("time_equal_for_both")
    )


def _least_of_standard(subject: Subject, time: SameTime, law: Edition) -> int:
    """Give the least minutes that any of the games would need as standard chess, by the ratings at hand."""
    everybody = subject.best(*(entry.number for entry in subject.entries))
    bests = [subject.best(game.first, game.second or 0) for game in subject.games if game.round in time.rounds]
    if law.value("time_scope") == "event" or not bests:
        bests = [everybody]
    return min(time_class(law, best).minutes or int(law.value("time_middle_minutes")) for best in bests)


def within_limits(subject: Subject) -> Iterator[Found]:
    """Compare every round's time with the limits."""
    law = subject.law
    if not knows_limits(law):
        message = f"The limits of {subject.kind} chess in this edition are not known here."
        yield subject.found("time_control", UNKNOWN, message, "coefficient", fix="Ask the rating officer.")
        return
    times = same_times(subject, lambda both: in_seconds(subject, both))
    doubtful = [time for time in times if _is_doubtful(subject, time)]
    wrong = [time for time in times if _broken(subject, time) is not None and time not in doubtful]
    for time in doubtful:
        yield _doubt(subject, time)
    every_round = rounds_of(wrong) == judged_rounds(subject)
    for time in wrong:
        yield from _outside(subject, time, every_round=every_round)
    within = [time for time in times if time not in wrong and time not in doubtful]
    if within and not wrong and not doubtful and not unknown_rounds(subject):
        message = " ".join(f"{gives(subject, time)}, {_of_limits(subject, 'within')}." for time in within)
        yield subject.found("time_control", PASSES, message, *LIMITS)


def _of_limits(subject: Subject, where: str) -> str:
    return f"{where} the limits of {subject.kind} chess ({limits_in_words(subject.law)})"


def _broken(subject: Subject, time: SameTime) -> str | None:
    """Give the first limit that White's or Black's time does not keep to."""
    broken = (broken_limit(subject.law, seconds) for seconds in in_seconds(subject, time.both))
    return next((key for key in broken if key is not None), None)


def _outside(subject: Subject, time: SameTime, *, every_round: bool) -> Iterator[Found]:
    broken = _broken(subject, time) or LIMITS[0]
    code = "too_slow" if broken in _UPPER else "too_fast"
    games = [game for game in subject.games if game.round in time.rounds]
    severity = REFUSES if every_round else WARNING if subject.before_play else DROPS
    kinds = other_kinds(subject, time)
    fix = f"Report it as {kinds[0]} chess: see --kind." if kinds else "Nothing can mend it after play."
    yield subject.found(
        code,
        severity,
        f"{gives(subject, time)}, {_of_limits(subject, 'outside')}.",
        *LIMITS,
        fix="Change the thinking time." if subject.before_play and not kinds else fix,
        rounds=() if time.everywhere else rounds_of([time]),
    )
    yield from subject.dropped(games, code, broken)


def _is_doubtful(subject: Subject, time: SameTime) -> bool:
    """Tell whether the border of the Laws, of which it is open when rating followed, would give another answer."""
    law = subject.law
    if not law.has("laws_border") or subject.start is None:
        return False
    if subject.start < date.fromisoformat(law.value("laws_border_from")):
        return False
    by_edition = _broken(subject, time) is None
    return by_edition != all(_is_within_laws(subject, seconds) for seconds in in_seconds(subject, time.both))


def _is_within_laws(subject: Subject, seconds: int) -> bool:
    """Tell whether a time is within the limits, the border between rapid and blitz being that of the Laws."""
    law, above = subject.law, seconds > subject.law.value("laws_border") * _MINUTE
    if subject.kind == "rapid":
        return above and broken_limit(law, seconds) != "minutes_below"
    return not above and broken_limit(law, seconds) != "minutes_from"


def _doubt(subject: Subject, time: SameTime) -> Found:
    law = subject.law
    limits, border = limits_in_words(law), law.value("laws_border")
    message = (
        f"{gives(subject, time)}. By this edition {subject.kind} chess is {limits}; from "
        f"{law.value('laws_border_from')} on the Laws part rapid from blitz at {border} minutes, and when rating "
        "followed is not known."
    )
    return subject.found(
        "time_control",
        UNKNOWN,
        message,
        *LIMITS,
        "laws_border",
        "laws_border_from",
        fix="Ask the rating officer as what it was rated.",
        rounds=() if time.everywhere else rounds_of([time]),
    )
