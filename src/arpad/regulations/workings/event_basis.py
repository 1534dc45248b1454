"""On what an event is rated: by which edition, and whether at the ratings of each game's day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from arpad.regulations.catalogue import catalogue_of
from arpad.regulations.consulted import Consulted
from arpad.regulations.durations import shifted
from arpad.regulations.rules.event_basis import GOVERNED, RATINGS_USED
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


def governing(law: Edition, start: date) -> Edition:
    """Give the edition of an event that starts on a day, where this one holds on that day.

    An edition may govern only events that start *after* its first day (the print of 2014, E 36). An event of that very
    day is then still under the edition before.
    """
    is_excepted = start == law.first_day and _is_of_edition_before(law)
    if not is_excepted or law.follows is None:
        return law
    catalogue = catalogue_of(law.follows)
    is_for_it = law.kind in catalogue.kinds(catalogue.file(law.follows))
    return catalogue.edition(law.follows, law.kind, start) if is_for_it else law


def _is_of_edition_before(law: Edition) -> bool:
    """Ask whether an event of the first day of an edition is still under the one before."""
    return bool(ints(GOVERNED, law).run({"is_of_first_day": True}, {}).whole["is_of_edition_before"])


def league_by_day_from(law: Edition, start: date) -> date | None:
    """Give the day to which a league must last to count as long (2003 4.1.1); None where the edition does not say.

    `start` is its first day.
    """
    length = Consulted(law).get("list_for_game_over")  # the rule that compares it with the last day cites it
    return None if length is None else shifted(start, length, 1)


def is_rated_day_by_day(law: Edition, start: date, end: date, *, is_league: bool, is_declared: bool) -> bool:
    """Tell whether an event is rated at the ratings of the list of each game's day, not of its first day."""
    facts = {
        "is_league": is_league,
        "is_declared": is_declared,
        "end": end.toordinal(),
        "long_from": (league_by_day_from(law, start) or date.max).toordinal(),
    }
    return bool(ints(RATINGS_USED, law).run(facts, {}).whole["is_rated_day_by_day"])
