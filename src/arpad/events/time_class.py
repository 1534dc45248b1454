"""The classes of thinking time: how many minutes the games of a rating need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


class TimeClass(NamedTuple):
    """What a game needs by a rating, and the provisions that say so; no minutes where no class covers the rating."""

    minutes: int | None
    keys: tuple[str, ...]


def time_class(law: Edition, best: int | None) -> TimeClass:
    """Give the class of the best rating: the highest that applies; unrated is below every limit (R-021)."""
    for limit, minutes in (("time_120_from", "time_high_minutes"), ("time_90_from", "time_middle_minutes")):
        if law.has(limit) and best is not None and best >= law.value(limit):
            return TimeClass(int(law.value(minutes)), (limit, minutes))
    if law.has("time_60_below") and best is not None and best >= law.value("time_60_below"):
        return TimeClass(None, ("time_90_from", "time_60_below"))
    return TimeClass(int(law.value("time_low_minutes")), ("time_low_minutes",))
