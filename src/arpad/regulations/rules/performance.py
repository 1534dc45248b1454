"""Performance rating, and the quick estimate of a change from the average of the opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.rated_period import A_POINT
from arpad.regulations.terms.calculation import POINTS, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, clip, first_of, lookup, negated, otherwise, quotient

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View


@step(EVENT, "percentage_rounding", unit=POINTS)
def percentage(p: Law, event: View) -> Term:
    """The percentage score is rounded to whole hundredths before the table is entered."""
    return quotient(event.score, event.games, half=p.percentage_rounding)


@step(EVENT, "percentage_table")
def percentage_difference(p: Law, event: View) -> Term:
    """The table turns the percentage into a rating difference."""
    return lookup(p.percentage_table, event.percentage)


@step(EVENT, "performance_rating")
def performance(p: Law, event: View) -> Term:
    """The performance rating is the average of the opponents with the difference of the percentage."""
    return quotient(
        event.opponents + event.percentage_difference * event.games, event.games, half=p.performance_rounding
    )


PERFORMANCE = Calculation(
    "performance",
    wide=EVENT,
    wide_inputs=("opponents", "games", "score"),
    template=(percentage, percentage_difference, performance),
)

PERCENTAGE = Calculation("percentage", wide=EVENT, wide_inputs=("games", "score"), template=(percentage,))


@step(EVENT, "quick_estimate")
def difference(event: View) -> Term:
    """An estimate takes the difference from the average of the opponents."""
    return event.rating - event.average


@step(EVENT, "difference_cap")
def counted_difference(p: Law, event: View) -> Term:
    """A difference beyond the limit counts as the limit, unless the player's rating is exempt."""
    return first_of(
        (negated(p.has("difference_cap")), event.difference),
        (all_of(p.has("cap_exempt_from"), event.rating >= p.cap_exempt_from), event.difference),
        otherwise(clip(event.difference, -p.difference_cap, p.difference_cap)),
    )


@step(EVENT, "expectation_table", unit=POINTS)
def expectation(p: Law, event: View) -> Term:
    """The table turns the difference into the expected score of a game."""
    return lookup(p.expectation_table, event.counted_difference)


@step(EVENT, "quick_estimate", unit=POINTS)
def expected(event: View) -> Term:
    """The expected score of an event is that of a game, as many times as games were played."""
    return event.expectation * event.games


@step(EVENT, "quick_estimate", unit=POINTS, name="sum")
def sum_of_estimate(event: View) -> Term:
    """What was scored beyond the expectation."""
    return event.score - event.expected


@step(EVENT, "quick_estimate", unit=POINTS)
def unrounded(event: View) -> Term:
    """K times what was scored beyond the expectation."""
    return event.k * event.sum


@step(EVENT, "rounding")
def change(p: Law, event: View) -> Term:
    """The change is rounded to a whole number."""
    return quotient(event.unrounded, A_POINT, half=p.rounding)


QUICK_ESTIMATE = Calculation(
    "quick_estimate",
    wide=EVENT,
    wide_inputs=("rating", "average", "games", "score", "k"),
    template=(difference, counted_difference, expectation, expected, sum_of_estimate, unrounded, change),
)

EXPECTATION = Calculation("expectation", wide=EVENT, wide_inputs=("counted_difference",), template=(expectation,))
"""What the table says of a difference."""
