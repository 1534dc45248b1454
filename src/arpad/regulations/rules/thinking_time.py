"""Thinking time: how many minutes a game needs, and when it is too fast.

Times are in seconds, limits in minutes. Who has no rating has the rating 0 here: below every limit (R-021).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import Calculation, aid, step
from arpad.regulations.terms.vocabulary import GAME, all_of, by, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

A_MINUTE = 60
UNRATED = 0
NO_CLASS = 0


@step(GAME, "time_moves")
def moves_counted(p: Law) -> Term:
    """A game is taken to last so many moves; every thinking time is counted for them."""
    return p.time_moves


GAME_LENGTH = Calculation("game_length", wide=GAME, wide_inputs=(), template=(moves_counted,))


@step(GAME, "time_scope")
def is_by_event(p: Law) -> Term:
    """The ratings in the whole event decide how much time its games need; later those of the two players of a game."""
    return p.says("time_scope", "event")


TIME_SCOPE = Calculation("time_scope", wide=GAME, wide_inputs=(), template=(is_by_event,))


@aid(GAME)
def deciding_rating(game: View) -> Term:
    """The highest rating of those who decide how much time a game needs."""
    return first_of((game.is_by_event, game.best_in_event), otherwise(game.best_in_game))


@aid(GAME)
def is_in_highest_class(p: Law, game: View) -> Term:
    """The highest rating reaches the limit of the highest class."""
    return all_of(p.has("time_120_from"), game.deciding_rating >= p.time_120_from)


@aid(GAME)
def is_in_middle_class(p: Law, game: View) -> Term:
    """The same for the middle class."""
    return all_of(p.has("time_90_from"), game.deciding_rating >= p.time_90_from)


@aid(GAME)
def is_in_no_class(p: Law, game: View) -> Term:
    """No class covers the highest rating: too high for the lowest, too low for the next, as printed in 2014 (E 30)."""
    return all_of(p.has("time_60_below"), game.deciding_rating >= p.time_60_below)


@step(GAME)
def minutes_needed(p: Law, game: View) -> Term:
    """A game needs the more minutes the higher the best rating is, in three classes; one print leaves a rating out."""
    return first_of(
        (game.is_in_highest_class, by("time_120_from", p.time_high_minutes)),
        (game.is_in_middle_class, by("time_90_from", p.time_middle_minutes)),
        (game.is_in_no_class, by("time_90_from", by("time_60_below", NO_CLASS))),
        otherwise(p.time_low_minutes),
    )


@step(GAME)
def least_minutes(p: Law, game: View) -> Term:
    """A game that is in no class needs at least the minutes of the lowest one, as every game does."""
    return first_of((game.minutes_needed == NO_CLASS, p.time_low_minutes), otherwise(game.minutes_needed))


@step(GAME)
def most_minutes(p: Law, game: View) -> Term:
    """A game that is in no class needs at most the minutes of the middle one, which begins with the next rating."""
    return first_of((game.minutes_needed == NO_CLASS, p.time_middle_minutes), otherwise(game.minutes_needed))


TIME_NEEDED = Calculation(
    "time_needed",
    wide=GAME,
    wide_inputs=("best_in_event", "best_in_game"),
    template=(
        *(is_by_event, deciding_rating, is_in_highest_class, is_in_middle_class, is_in_no_class),
        *(minutes_needed, least_minutes, most_minutes),
    ),
)


@step(GAME, "time_faster_by_approval")
def is_approved(p: Law, game: View) -> Term:
    """A faster control that the edition names may be approved by FIDE."""
    return all_of(p.has("time_faster_by_approval"), game.is_named, game.was_approved)


APPROVED_TIME = Calculation(
    "approved_time", wide=GAME, wide_inputs=("is_named", "was_approved"), template=(is_approved,)
)


@step(GAME, "time_too_fast")
def is_too_fast(p: Law, game: View) -> Term:
    """A game in which a player has less time than needed is not rated."""
    return all_of(p.says("time_too_fast", "not_rated"), game.seconds < A_MINUTE * game.least_minutes)


@step(GAME)
def is_open(game: View) -> Term:
    """In no class, a time between that of the lowest and that of the middle class may be enough or not."""
    return all_of(negated(game.is_too_fast), game.seconds < A_MINUTE * game.most_minutes)


TIME_ENOUGH = Calculation(
    "time_enough",
    wide=GAME,
    wide_inputs=("seconds", "least_minutes", "most_minutes"),
    template=(is_too_fast, is_open),
)
