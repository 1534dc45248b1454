"""Thinking time by an edition: what a game needs, whether a time is rapid or blitz, and the first control."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.model.period import RAPID, STANDARD
from arpad.regulations.consulted import answer
from arpad.regulations.rules import thinking_time as rules
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition


class TimeNeeded(NamedTuple):
    """What a game needs by the ratings that decide, and the provisions consulted for it."""

    minutes: int | None
    """None where no class covers the highest rating."""
    least: int
    """The minutes that are needed in any case …"""
    most: int
    """… and those that are enough in any case; the same where there is a class."""
    keys: tuple[str, ...]


def moves_counted(law: Edition) -> int:
    """Give for how many moves every thinking time is counted."""
    moves: int = ints(rules.GAME_LENGTH, law).run({}, {}).whole["moves_counted"]
    return moves


def is_by_event(law: Edition) -> bool:
    """Tell whether the ratings of the whole event decide what its games need, and not those of each game.

    >>> from arpad.regulations.catalogue import edition
    >>> [is_by_event(edition(name)) for name in ("fide-2014-07", "fide-2024-03")]
    [True, False]
    """
    return bool(ints(rules.TIME_SCOPE, law).run({}, {}).whole["is_by_event"])


def time_needed(law: Edition, best_in_event: int | None, best_in_game: int | None) -> TimeNeeded:
    """Give what a game needs by the highest ratings in its event and in itself; None where nobody is rated.

    >>> from arpad.regulations.catalogue import edition
    >>> time_needed(edition("fide-2024-03"), 2450, 1900)[:3], time_needed(edition("fide-2014-07"), 2450, 1900)[:3]
    ((90, 90, 90), (120, 120, 120))
    >>> time_needed(edition("fide-2014-07-print"), 1600, None)[:3]
    (None, 60, 90)
    """
    best = {"best_in_event": best_in_event or rules.UNRATED, "best_in_game": best_in_game or rules.UNRATED}
    needed = answer(law, rules.TIME_NEEDED, **best)
    minutes = None if needed["minutes_needed"] == rules.NO_CLASS else needed["minutes_needed"]
    return TimeNeeded(minutes, needed["least_minutes"], needed["most_minutes"], needed.by("minutes_needed").noted)


def time_of_class(law: Edition, best: int | None) -> TimeNeeded:
    """Give what the games need of which this is the highest rating that decides."""
    return time_needed(law, best, best)


def is_approved(law: Edition, *, is_named: bool, was_approved: bool) -> bool:
    """Tell whether a faster control is allowed: the edition names it, and FIDE approved it."""
    facts = {"is_named": is_named, "was_approved": was_approved}
    return bool(ints(rules.APPROVED_TIME, law).run(facts, {}).whole["is_approved"])


def is_enough_by_name(law: Edition, *, is_example: bool) -> bool:
    """Tell whether a control is enough because the article names it."""
    return bool(ints(rules.EXAMPLE_TIME, law).run({"is_example": is_example}, {}).whole["is_enough_by_name"])


def is_too_fast(law: Edition, seconds: int, needed: TimeNeeded) -> bool:
    """Tell whether a game is not rated in which the player with less has this time."""
    return _enough(law, seconds, needed)["is_too_fast"]


def is_open(law: Edition, seconds: int, needed: TimeNeeded) -> bool:
    """Tell whether it is open if this time is enough."""
    return _enough(law, seconds, needed)["is_open"]


def _enough(law: Edition, seconds: int, needed: TimeNeeded) -> dict[str, bool]:
    facts = {"seconds": seconds, "least_minutes": needed.least, "most_minutes": needed.most}
    return ints(rules.TIME_ENOUGH, law).run(facts, {}).whole


class LimitsKept(NamedTuple):
    """Whether the times of both players keep to the limits of rapid or blitz."""

    broken: str | None
    """The first limit that is not kept to; None where all are."""
    is_doubtful: bool
    """True where the border of the Laws would give another answer, and it is open which one holds."""


_CODES = (rules.NOT_FROM, rules.NOT_ABOVE, rules.NOT_BELOW, rules.NOT_UP_TO)
_LIMIT_OF = dict(zip(_CODES, rules.LIMITS, strict=True))


def limits_kept(law: Edition, kind: str, start: date | None, seconds: tuple[int, ...]) -> LimitsKept:
    """Compare the players' times with the limits of an edition of rapid or blitz, for an event from this day on.

    >>> from datetime import date
    >>> from arpad.regulations.catalogue import edition
    >>> law = edition("fide-rb-2012-01", "rapid")
    >>> limits_kept(law, "rapid", date(2013, 5, 3), (700, 900)), limits_kept(law, "rapid", date(2018, 5, 4), (700, 900))
    (LimitsKept(broken='minutes_from', is_doubtful=False), LimitsKept(broken='minutes_from', is_doubtful=True))
    """
    day = int(f"{start:%Y%m%d}") if start is not None else 0
    working = ints(rules.TIME_LIMITS, law).run({"is_rapid": kind == RAPID, "start": day}, {"seconds": seconds})
    broken = (_LIMIT_OF.get(code) for code in working.parts["broken_limit"])
    return LimitsKept(next((key for key in broken if key is not None), None), working.whole["is_doubtful"])


def is_of_kind(law: Edition, kind: str, seconds: int) -> bool:
    """Tell whether a thinking time is one of a kind of chess."""
    if kind == STANDARD:
        return bool(ints(rules.STANDARD_TIME, law).run({"seconds": seconds}, {}).whole["is_standard_time"])
    working = ints(rules.TIME_LIMITS, law).run({"is_rapid": kind == RAPID, "start": 0}, {"seconds": (seconds,)})
    return bool(working.parts["broken_limit"] == [rules.KEEPS])


def times_of_both(law: Edition, *, is_same: bool) -> int:
    """Tell what an edition says of White's and Black's time, which are the same or not: a code of the rule."""
    code: int = ints(rules.EQUAL_TIMES, law).run({"is_same": is_same}, {}).whole["times_of_both"]
    return code


class FirstControl(NamedTuple):
    """What an edition says of a first control."""

    is_as_asked: bool
    is_refused: bool
    """True where games with it are not rated."""


def first_control(law: Edition, moves: int | None) -> FirstControl:
    """Compare the moves of a first control with what is asked; None where it is for all moves.

    >>> from arpad.regulations.catalogue import edition
    >>> first_control(edition("fide-2024-03"), 29), first_control(edition("fide-2009-07"), 29)
    (FirstControl(is_as_asked=False, is_refused=True), FirstControl(is_as_asked=False, is_refused=False))
    """
    facts = {"moves": moves or 0, "is_for_all_moves": moves is None}
    control = ints(rules.FIRST_CONTROL, law).run(facts, {}).whole
    return FirstControl(control["is_control_as_asked"], control["is_control_refused"])
