"""The development coefficient K, from what is known of a player on a day.

The order is the same in every edition: the top class for good, then juniors, then newcomers, then everybody else.
Dates are whole numbers yyyymmdd, so that eighteen years later is 180000 more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, Variants, step
from arpad.regulations.terms.vocabulary import EVENT, PLAYER, all_of, any_of, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

A_YEAR = 10_000
LIST_BEFORE, EVENT_START, CALCULATION = 0, 1, 2
"""The moments for which K can be taken."""


@step(PLAYER, "coefficient")
def k(p: Law, player: View) -> Term:
    """Whoever reached the top class stays in it; then come juniors, then newcomers, then everybody else."""
    top = all_of(player.highest >= p.k_top_from, any_of(negated(p.has("k_top_games")), player.games >= p.k_top_games))
    young = first_of(
        (p.k_junior_until == "birthday", player.day < player.born + A_YEAR * p.k_junior_age),
        otherwise(player.year <= player.birth_year + p.k_junior_age),
    )
    measure = first_of((p.k_junior_measure == "highest", player.highest), otherwise(player.rating))
    return first_of(
        (top, p.k_top),
        (all_of(p.has("k_junior"), young, measure < p.k_junior_below), p.k_junior),
        (player.games < p.k_new_games, p.k_new),
        otherwise(p.k_established),
    )


@step(PLAYER, "coefficient", name="k")
def k_for_all(p: Law) -> Term:
    """Everybody has the same K."""
    return p.k_for_all


DEVELOPMENT_COEFFICIENT = Calculation(
    "development_coefficient",
    wide=PLAYER,
    wide_inputs=("rating", "highest", "games", "day", "year", "born", "birth_year"),
    template=(Variants("coefficient", {"by_history": (k,), "same_for_all": (k_for_all,), "set_by_officer": ()}),),
)


@step(EVENT, "k_when", unit=CODE)
def moment(p: Law) -> Term:
    """K is that of the list before, or of the first day of the event, or of the calculation, event by event."""
    return first_of(
        (p.says("k_when", "list_before"), LIST_BEFORE),
        (p.says("k_when", "event_start"), EVENT_START),
        otherwise(CALCULATION),
    )


@step(EVENT, "k_when")
def k_day(event: View) -> Term:
    """The day on which age and games are looked at."""
    return first_of(
        (event.moment == LIST_BEFORE, event.day_of_list_before),
        (event.moment == EVENT_START, event.start),
        otherwise(event.list_day),
    )


@step(EVENT, "k_when")
def k_games(event: View) -> Term:
    """The games of this period that count by then: none, those of events that had ended, those of earlier events."""
    return first_of(
        (event.moment == LIST_BEFORE, 0),
        (event.moment == EVENT_START, event.games_ended_before),
        otherwise(event.games_in_order_before),
    )


@step(EVENT, "k_when")
def k_rating(event: View) -> Term:
    """The rating by then: that of the event, or that of the last list."""
    return first_of((event.moment == EVENT_START, event.own_rating), otherwise(event.rating))


@step(EVENT, "k_when")
def k_highest(event: View) -> Term:
    """The highest rating known to have been published by then."""
    return first_of((event.moment == EVENT_START, event.highest_by_start), otherwise(event.highest))


K_FACTS = Calculation(
    "k_facts",
    wide=EVENT,
    wide_inputs=(
        *("day_of_list_before", "start", "list_day", "games_ended_before", "games_in_order_before"),
        *("rating", "own_rating", "highest", "highest_by_start"),
    ),
    template=(moment, k_day, k_games, k_rating, k_highest),
)

K_MOMENT = Calculation("k_moment", wide=EVENT, wide_inputs=(), template=(moment,))


@step(PLAYER, "k_new")
def newcomers_k(p: Law) -> Term:
    """Newcomers have a K of their own, by which a list or a figure can tell them from others."""
    return p.or_else("k_new", 0)


NEWCOMERS_K = Calculation("newcomers_k", wide=PLAYER, wide_inputs=(), template=(newcomers_k,))
