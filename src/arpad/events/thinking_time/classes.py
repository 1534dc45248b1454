"""The classes of thinking time: how many minutes the games of a rating need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.regulations.consulted import Consulted

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


class TimeClass(NamedTuple):
    """What a game needs by a rating, and the provisions consulted for it; no minutes where no class covers it."""

    minutes: int | None
    keys: tuple[str, ...]


def time_class(law: Edition, best: int | None) -> TimeClass:
    """Give the class of the best rating: the highest that applies; unrated is below every limit (R-021)."""
    for limit, minutes in (("time_120_from", "time_high_minutes"), ("time_90_from", "time_middle_minutes")):
        p = Consulted(law)
        if p.has(limit) and best is not None and best >= p.value(limit):
            return TimeClass(int(p.value(minutes)), p.noted)
    p = Consulted(law).citing("time_90_from")  # below which, and not below the next limit, there is no class
    if p.has("time_60_below") and best is not None and best >= p.value("time_60_below"):
        return TimeClass(None, p.noted)
    p = Consulted(law)
    return TimeClass(int(p.value("time_low_minutes")), p.noted)
