"""The one clock of arpad: which day it is, and which moment.

`ARPAD_TODAY` sets the day, so that what an office does can be tried, taught and repeated. No other module asks the
machine for the time.
"""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from time import time_ns

from arpad.model.bounded import day_of
from arpad.model.problems import ArpadError
from arpad.model.wording import Wording

VARIABLE = "ARPAD_TODAY"
WORDS = Wording(__file__)


def today() -> date:
    """Give today's date: that of `ARPAD_TODAY` where it is set, else the calendar day on this machine."""
    set_day = _set_day()
    return datetime.now(UTC).astimezone().date() if set_day is None else set_day


def now() -> datetime:
    """Give this moment in UTC; of a day that is set, its beginning, so that what is repeated is the same."""
    set_day = _set_day()
    return datetime.now(UTC) if set_day is None else datetime(set_day.year, set_day.month, set_day.day, tzinfo=UTC)


def file_time() -> int:
    """Give the time by which the machine dates files, in nanoseconds, whatever day is set."""
    return time_ns()


def _set_day() -> date | None:
    text = os.environ.get(VARIABLE, "")
    if not text:
        return None
    try:
        set_day = day_of(text)
    except ValueError:
        set_day = None
    if set_day is None or set_day.isoformat() != text:
        raise ArpadError.of(WORDS, "no_day", VARIABLE, variable=VARIABLE, value=text[:40])
    return set_day
