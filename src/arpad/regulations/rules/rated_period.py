"""The change of a rated player over a period: K times the sums of the events, limited, added up, rounded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.calculation import POINTS, Calculation, step
from arpad.regulations.vocabulary import EVENT, PLAYER, first_of, negated, otherwise, quotient, total, whole_part

if TYPE_CHECKING:
    from arpad.regulations.vocabulary import Law, Term, View

A_POINT = 100
"""Hundredths in a rating point."""


@step(PLAYER, "unrated_opponents")
def games_of_period(event: View) -> Term:
    return total(event.games)


@step(PLAYER, "score_sum", unit=POINTS)
def sum_of_period(event: View) -> Term:
    return total(event.sum)


@step(EVENT)
def k_applied(p: Law, event: View, player: View) -> Term:
    return first_of(
        (negated(p.has("k_load_limit")), event.k),
        (event.k * player.games_of_period <= p.k_load_limit, event.k),
        otherwise(whole_part(p.k_load_limit, player.games_of_period)),
    )


@step(PLAYER, "period_change", unit=POINTS)
def unrounded(event: View) -> Term:
    return total(event.k_applied * event.sum)


@step(PLAYER, "rounded_when")
def list_change(p: Law, player: View) -> Term:
    return quotient(player.unrounded, A_POINT, half=p.rounding)


@step(PLAYER, "period_base")
def new_rating(player: View) -> Term:
    return player.rating + player.list_change


RATED_PERIOD = Calculation(
    "rated_period",
    narrow=EVENT,
    wide=PLAYER,
    narrow_inputs=("k", "sum", "games"),
    wide_inputs=("rating",),
    template=(games_of_period, sum_of_period, k_applied, unrounded, list_change, new_rating),
)
