"""The development coefficient K, from what is known of a player on a day.

The order is the same in every edition: the top class for good, then juniors, then newcomers, then everybody else.
Dates are whole numbers yyyymmdd, so that eighteen years later is 180000 more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.calculation import Calculation, Variants, step
from arpad.regulations.vocabulary import PLAYER, all_of, any_of, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.vocabulary import Law, Term, View

A_YEAR = 10_000


@step(PLAYER, "coefficient")
def k(p: Law, player: View) -> Term:
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
    return p.k_for_all


DEVELOPMENT_COEFFICIENT = Calculation(
    "development_coefficient",
    wide=PLAYER,
    wide_inputs=("rating", "highest", "games", "day", "year", "born", "birth_year"),
    template=(Variants("coefficient", {"by_history": (k,), "same_for_all": (k_for_all,), "set_by_officer": ()}),),
)
