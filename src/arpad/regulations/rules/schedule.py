"""The schedule of an event: how much a day may hold, how long the event may last, and when it is reported in parts.

Days are whole numbers yyyymmdd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.conditions import NOT_SAID, YES
from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, any_of, first_of, negated, otherwise, shifted_day

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO_LIMIT = -1
AN_HOUR = 3600
UNLIMITED, WITHIN, EXCEPTED, LET, OPEN, TOO_LONG = range(6)
"""How long an event lasts."""
NOT_ASKED, WHOLE, IN_PARTS = range(3)
"""How an event is reported."""


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


@step(EVENT, "duration_limit")
def is_over_limit(p: Law, event: View) -> Term:
    """An event is played within so many days, first and last day counted."""
    limit = shifted_day(event.first_day, p.duration_limit)
    return all_of(p.has("duration_limit"), event.knows_days, event.last_day >= limit)


@step(EVENT, "duration_exception")
def is_for_leagues(p: Law) -> Term:
    """Leagues may last longer; from 2014 on it is team championships."""
    return p.says("duration_exception", "leagues")


@step(EVENT, "duration_exception", unit=CODE)
def excepted(event: View) -> Term:
    """An event of that kind is excepted; a league is taken for a team championship where nobody said more."""
    by_league = any_of(event.is_for_leagues, event.team_championship == NOT_SAID)
    return first_of((by_league, event.league), otherwise(event.team_championship))


@step(EVENT, "duration_approval")
def is_let(p: Law, event: View) -> Term:
    """From 2009 on FIDE may let any other event last longer."""
    return all_of(p.has("duration_approval"), event.is_approved)


@step(EVENT, "duration_limit", unit=CODE)
def lasting(p: Law, event: View) -> Term:
    """An event over the limit is too long, unless it is excepted or FIDE lets it; if it may be, it is asked."""
    return first_of(
        (negated(p.has("duration_limit")), UNLIMITED),
        (negated(event.is_over_limit), WITHIN),
        (event.excepted == YES, EXCEPTED),
        (event.is_let, LET),
        (all_of(event.excepted == NOT_SAID, event.may_be_league), OPEN),
        otherwise(TOO_LONG),
    )


DURATION = Calculation(
    "duration",
    wide=EVENT,
    wide_inputs=("knows_days", "first_day", "last_day", "league", "team_championship", "may_be_league", "is_approved"),
    template=(is_over_limit, is_for_leagues, excepted, is_let, lasting),
)


@step(EVENT, "long_event_parts_over", unit=CODE)
def reported(p: Law, event: View) -> Term:
    """A longer event is reported, and rated, in monthly parts."""
    long_from = shifted_day(event.first_day, p.long_event_parts_over)
    return first_of(
        (negated(p.has("long_event_parts_over")), NOT_ASKED),
        (all_of(event.knows_days, event.last_day >= long_from), IN_PARTS),
        otherwise(WHOLE),
    )


MONTHLY_PARTS = Calculation(
    "monthly_parts", wide=EVENT, wide_inputs=("knows_days", "first_day", "last_day"), template=(reported,)
)
