"""A player's line from one list to the next: the rating to which a change is added, one-offs, the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP
from arpad.regulations.terms.calculation import CODE, Calculation, aid, step
from arpad.regulations.terms.vocabulary import PLAYER, all_of, any_of, first_of, negated, otherwise, quotient

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

HUNDRED = 100
RATED, DELISTED, UNRATED = 0, 1, 2
"""What a player is on the list who was rated, or played as a rated player."""


@step(PLAYER, "standard_stands_in")
def base_rating(p: Law, player: View) -> Term:
    """A change is added to the last published rating; in rapid and blitz the standard rating stands in for none."""
    has_no_own = all_of(negated(player.is_rated), negated(player.is_standard))
    stands_in = all_of(has_no_own, p.has("standard_stands_in"), p.standard_stands_in)
    return first_of((stands_in, player.standard), otherwise(player.rating))


BASE_RATING = Calculation(
    "base_rating",
    wide=PLAYER,
    wide_inputs=("is_rated", "is_standard", "rating", "standard"),
    template=(base_rating,),
)


@step(PLAYER)
def adjusted(player: View) -> Term:
    """A one-off lifts ratings below a limit by a part of what they lack, or to so much below the standard rating."""
    lacking = player.below - player.reached
    lifted = player.reached + quotient(lacking * player.per_cent, HUNDRED, half=HALF_UP)
    lowest = player.standard - player.within
    return first_of(
        (all_of(player.is_compressed, player.reached < player.below), lifted),
        (player.is_compressed, player.reached),
        (all_of(player.has_standard, player.reached < lowest), lowest),
        otherwise(player.reached),
    )


ADJUSTED = Calculation(
    "one_off",
    wide=PLAYER,
    wide_inputs=("reached", "has_standard", "standard", "is_compressed", "below", "per_cent", "within"),
    template=(adjusted,),
)


@aid(PLAYER)
def is_high_enough(p: Law, player: View) -> Term:
    """The rating is not below the lowest one that is published."""
    return any_of(negated(p.has("floor")), player.reached >= p.floor)


@step(PLAYER, "floor", unit=CODE)
def status(p: Law, player: View) -> Term:
    """Who falls below the lowest published rating is taken off the list, or is unrated on the next one."""
    return first_of(
        (player.is_high_enough, RATED),
        (p.says("below_floor", "delisted"), DELISTED),
        otherwise(UNRATED),
    )


AT_THE_FLOOR = Calculation(
    "at_the_floor",
    wide=PLAYER,
    wide_inputs=("reached",),
    template=(is_high_enough, status),
)
