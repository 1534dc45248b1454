"""The schedule of an event: how much a day may hold, how long the event may last, and when it is reported in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, any_of, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO_LIMIT = -1
AN_HOUR = 3600


@step(EVENT)
def rounds_allowed(p: Law, event: View) -> Term:
    """A day has at most so many rounds; rapid and blitz have numbers of their own, and some editions have none."""
    is_standard = negated(any_of(event.is_rapid, event.is_blitz))
    return first_of(
        (all_of(event.is_rapid, p.has("rounds_per_day_rapid")), p.rounds_per_day_rapid),
        (all_of(event.is_blitz, p.has("rounds_per_day_blitz")), p.rounds_per_day_blitz),
        (all_of(is_standard, p.has("rounds_per_day")), p.rounds_per_day),
        otherwise(NO_LIMIT),
    )


@step(EVENT)
def has_too_many_rounds(event: View) -> Term:
    """A day with more rounds than that is too full."""
    return all_of(event.rounds_allowed != NO_LIMIT, event.rounds > event.rounds_allowed)


ROUNDS_A_DAY = Calculation(
    "rounds_a_day",
    wide=EVENT,
    wide_inputs=("is_rapid", "is_blitz", "rounds"),
    template=(rounds_allowed, has_too_many_rounds),
)


@step(EVENT, "hours_per_day")
def hours_allowed(p: Law) -> Term:
    """A day has at most so many hours of play, the time of both players added up."""
    return p.or_else("hours_per_day", NO_LIMIT)


@step(EVENT)
def has_too_many_hours(event: View) -> Term:
    """A day with more play than that is too long, be it by a second."""
    return all_of(event.hours_allowed != NO_LIMIT, event.seconds > event.hours_allowed * AN_HOUR)


HOURS_A_DAY = Calculation(
    "hours_a_day", wide=EVENT, wide_inputs=("seconds",), template=(hours_allowed, has_too_many_hours)
)
