"""The encoded time control of TRF26, record 222: `5400+30`, `40/6000+30:900+30`, `W300-B240`; all in seconds."""

from __future__ import annotations

import re

from arpad.model.time_control import TimeControl, TimePeriod

_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")
_BOTH = re.compile(r"[Ww]([^-]+)-[Bb]([^-]+)")


def time_control(text: str) -> tuple[TimeControl | None, TimeControl | None]:
    """Read an encoded time control: white's, and black's where it differs; None where it cannot be read.

    >>> time_control("40/6000+30:900+30")[0].seconds(60)
    8700
    >>> [control.seconds(60) for control in time_control("W300-B240")]
    [300, 240]
    >>> time_control("90 min")
    (None, None)
    """
    bare = text.strip()
    both = _BOTH.fullmatch(bare)
    if not both:
        return _control(bare), None
    white, black = _control(both[1]), _control(both[2])
    if white is None or black is None:
        return None, None
    return white, black if black != white else None


def _control(text: str) -> TimeControl | None:
    periods = []
    for part in text.split(":"):
        match = _PERIOD.fullmatch(part.strip())
        if not match:
            return None
        periods.append(TimePeriod(int(match[2]), int(match[3] or 0), int(match[1]) if match[1] else None))
    return TimeControl(tuple(periods))


def encoded(white: TimeControl, black: TimeControl | None = None) -> str:
    """Write a time control in its encoded form.

    >>> encoded(TimeControl((TimePeriod(6000, 30, 40), TimePeriod(900, 30))))
    '40/6000+30:900+30'
    """
    of_white = ":".join(_period(period) for period in white.periods)
    return of_white if black is None else f"W{of_white}-B{':'.join(_period(period) for period in black.periods)}"


def _period(time_period: TimePeriod) -> str:
    moves = f"{time_period.moves}/" if time_period.moves is not None else ""
    return f"{moves}{time_period.seconds}" + (f"+{time_period.increment}" if time_period.increment else "")
