"""The change of a rated player over a period: K times the sums of the events, limited, added up, rounded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import POINTS, Calculation, step
from arpad.regulations.terms.vocabulary import (
    EVENT,
    PLAYER,
    all_of,
    first_of,
    negated,
    otherwise,
    quotient,
    total,
    whole_part,
)

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

A_POINT = 100
"""Hundredths in a rating point."""
NO_LARGEST = -1
"""An edition names no such product of K and games."""


@step(PLAYER, "unrated_opponents")
def games_of_period(event: View) -> Term:
    """The games of a period are those of all its events that count."""
    return total(event.games)


@step(PLAYER, "score_sum", unit=POINTS)
def sum_of_period(event: View) -> Term:
    """The sum of a period is that of its events."""
    return total(event.sum)


@step(EVENT)
def k_applied(p: Law, event: View, player: View) -> Term:
    """K times the games of a period has a largest value; beyond it K is the largest whole number that keeps to it."""
    return first_of(
        (negated(p.has("k_load_limit")), event.k),
        (event.k * player.games_of_period <= p.k_load_limit, event.k),
        otherwise(whole_part(p.k_load_limit, player.games_of_period)),
    )


@step(PLAYER, "period_change", unit=POINTS)
def unrounded(event: View) -> Term:
    """The change of a period is the sum of what its events are worth, each times its K."""
    return total(event.k_applied * event.sum)


@step(PLAYER, "rounded_when")
def list_change(p: Law, player: View) -> Term:
    """The change is rounded once, for the whole period."""
    return quotient(player.unrounded, A_POINT, half=p.rounding)


@step(PLAYER, "period_base")
def new_rating(player: View) -> Term:
    """The change is added to the last published rating."""
    return player.rating + player.list_change


RATED_PERIOD = Calculation(
    "rated_period",
    narrow=EVENT,
    wide=PLAYER,
    narrow_inputs=("k", "sum", "games"),
    wide_inputs=("rating",),
    template=(games_of_period, sum_of_period, k_applied, unrounded, list_change, new_rating),
)


@step(PLAYER)
def load(player: View) -> Term:
    """What a period can do to a rating is measured by K times its games."""
    return player.k * player.games


@step(PLAYER, "k_load_remark")
def remarked_above(p: Law) -> Term:
    """Above this product of K and games a rating is said to move too much, which binds nobody."""
    return p.or_else("k_load_remark", NO_LARGEST)


@step(PLAYER, "k_load_remark")
def is_remarked(player: View) -> Term:
    """A player with more games at this K than the text finds good is worth a remark."""
    return all_of(player.remarked_above != NO_LARGEST, player.load > player.remarked_above)


@step(PLAYER, "k_load_limit")
def limited_to(p: Law) -> Term:
    """K times the games of a period is limited to this."""
    return p.or_else("k_load_limit", NO_LARGEST)


@step(PLAYER, "k_load_limit")
def is_limited(player: View) -> Term:
    """A player with more games at this K has it reduced."""
    return all_of(player.limited_to != NO_LARGEST, player.load > player.limited_to)


K_LOAD = Calculation(
    "k_load",
    wide=PLAYER,
    wide_inputs=("k", "games"),
    template=(load, remarked_above, is_remarked, limited_to, is_limited),
)
