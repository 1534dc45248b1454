"""Who is active on a list: whose last rated game, or number of games, lies within the window of the edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import Calculation, step
from arpad.regulations.terms.vocabulary import GAME, PLAYER, all_of, any_of, by, first_of, negated, otherwise, term

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View


@step(PLAYER)
def is_recent(player: View) -> Term:
    """A rated game lies within the window; of whom no game is known, it stays as the list before has it."""
    as_before = all_of(player.has_list_before, negated(player.was_idle))
    return first_of((player.has_last, by("inactive_window", player.last >= player.window_from)), otherwise(as_before))


@step(PLAYER)
def games_to_be_active(p: Law, player: View) -> Term:
    """So many games within the window are needed: to stay active, or to become active again."""
    return first_of((player.was_idle, p.active_again_from), otherwise(p.inactive_below))


@step(PLAYER, "inactive_below")
def is_inactive(player: View) -> Term:
    """A rated player with too few games within the window is inactive.

    Where a book does not have all lists of the window, there may have been more games than it knows.
    """
    may_return = all_of(player.played_before, player.games > 0)
    may_stay = all_of(player.is_recent, negated(player.knows_all_games))
    is_active = first_of(
        (player.games_to_be_active <= 1, player.is_recent),
        (player.games_in_window >= player.games_to_be_active, term(True)),
        (player.was_idle, may_return),
        otherwise(may_stay),
    )
    return all_of(player.is_rated, negated(is_active))


ACTIVITY = Calculation(
    "activity",
    wide=PLAYER,
    wide_inputs=(
        *("is_rated", "was_idle", "has_list_before", "has_last", "last", "window_from"),
        *("games", "games_in_window", "knows_all_games", "played_before"),
    ),
    template=(is_recent, games_to_be_active, is_inactive),
)

GAMES_TO_BE_ACTIVE = Calculation(
    "games_to_be_active", wide=PLAYER, wide_inputs=("was_idle",), template=(games_to_be_active,)
)


@step(GAME, "activity_games")
def keeps_active(p: Law, game: View) -> Term:
    """Every rated game keeps a player active, or only one against a rated opponent."""
    return any_of(game.against_rated, negated(p.says("activity_games", "against_rated")))


KEEPS_ACTIVE = Calculation("keeps_active", wide=GAME, wide_inputs=("against_rated",), template=(keeps_active,))
