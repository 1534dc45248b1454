"""Why a player is active or not on the newest list, and until when: from the day of the last rated game alone."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.period import STANDARD
from arpad.model.problems import ArpadError
from arpad.regulations.workings.activity import games_to_be_active

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Citation
    from arpad.storage.models import Standing

_MOST_LISTS = 60
"""So many lists are looked ahead."""


class ActivityOfPlayer(NamedTuple):
    """Whether a player is active in a kind of chess, and what decides it."""

    is_active: bool
    since: date
    """Rated games from this day on keep a player active on the newest list."""
    inactive_on: date | None
    """The list on which the player is inactive unless there is another rated game; None where one game decides not."""
    games: int
    """So many rated games make active again."""
    by: Citation | None
    """The article that says so."""


def activity(days: Calendar, day: date, standing: Standing, kind: str) -> ActivityOfPlayer | None:
    """Say why a player is active or inactive on the list of a day; None where no game or no rule is known."""
    last = getattr(standing, f"{kind}_last")
    if last is None or getattr(standing, f"{kind}_rating") is None:
        return None
    try:
        window, law = days.inactive_window(day), days.edition(day)
        is_active = "i" not in (standing.flag or "") if kind == STANDARD else last >= window.day
        needed = games_to_be_active(law, was_idle=not is_active)
        ends = _inactive_on(days, day, last) if is_active and needed <= 1 else None
    except ArpadError:
        return None
    return ActivityOfPlayer(is_active, window.day, ends, needed, next(iter(window.by.citations()), None))


def _inactive_on(days: Calendar, day: date, last: date) -> date | None:
    """Give the first list on which games up to a day no longer keep a player active."""
    coming = islice(days.lists_from(day), _MOST_LISTS)
    return next((each for each in coming if each > day and days.inactive_from(each) > last), None)
