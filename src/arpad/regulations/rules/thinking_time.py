"""Thinking time: how many minutes a game needs, the limits of rapid and blitz, equal times, and the first control.

Times are in seconds, limits in minutes. Who has no rating has the rating 0 here: below every limit (R-021).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, aid, step
from arpad.regulations.terms.vocabulary import EVENT, GAME, all_of, any_of, by, count, first_of, negated, otherwise

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


@step(GAME, "time_examples")
def is_enough_by_name(p: Law, game: View) -> Term:
    """A control that the article names is enough for every class."""
    return all_of(p.has("time_examples"), game.is_example)


EXAMPLE_TIME = Calculation("example_time", wide=GAME, wide_inputs=("is_example",), template=(is_enough_by_name,))


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


@step(GAME, "time_low_minutes")
def is_standard_time(p: Law, game: View) -> Term:
    """Standard chess has in every game at least the minutes of the lowest class."""
    return all_of(p.has("time_low_minutes"), game.seconds >= A_MINUTE * p.time_low_minutes)


STANDARD_TIME = Calculation("standard_time", wide=GAME, wide_inputs=("seconds",), template=(is_standard_time,))

LIMITS = ("minutes_from", "minutes_above", "minutes_below", "minutes_up_to")
KEEPS, NOT_FROM, NOT_ABOVE, NOT_BELOW, NOT_UP_TO, NO_LIMITS = 0, 1, 2, 3, 4, 5


@step(GAME, unit=CODE)
def broken_limit(p: Law, game: View) -> Term:
    """Rapid and blitz games have at least, or more than, so many minutes, and less than so many, or at most."""
    has_limits = any_of(*(p.has(limit) for limit in LIMITS))
    return first_of(
        (all_of(p.has("minutes_from"), game.seconds < A_MINUTE * p.minutes_from), NOT_FROM),
        (all_of(p.has("minutes_above"), game.seconds <= A_MINUTE * p.minutes_above), NOT_ABOVE),
        (all_of(p.has("minutes_below"), game.seconds >= A_MINUTE * p.minutes_below), NOT_BELOW),
        (all_of(p.has("minutes_up_to"), game.seconds > A_MINUTE * p.minutes_up_to), NOT_UP_TO),
        (has_limits, KEEPS),
        otherwise(NO_LIMITS),
    )


@step(EVENT, "laws_border")
def is_in_doubt(p: Law, event: View) -> Term:
    """From a day on the Laws have their own border between rapid and blitz; whether rating followed is open (R-035)."""
    return all_of(p.has("laws_border"), event.start >= p.laws_border_from)


@aid(GAME)
def keeps_by_laws(p: Law, game: View, event: View) -> Term:
    """A time keeps to the limits with the border of the Laws between rapid and blitz: rapid is more, blitz is not."""
    is_more = game.seconds > A_MINUTE * p.laws_border
    as_rapid = all_of(is_more, game.broken_limit != NOT_BELOW)
    as_blitz = all_of(negated(is_more), game.broken_limit != NOT_FROM)
    return all_of(event.is_in_doubt, first_of((event.is_rapid, as_rapid), otherwise(as_blitz)))


@step(EVENT, "laws_border")
def is_doubtful(game: View, event: View) -> Term:
    """Where the border of the Laws would give another answer than the limits do, the answer is open."""
    keeps_to_edition = count(game.broken_limit != KEEPS) == 0
    keeps_to_laws = count(negated(game.keeps_by_laws)) == 0
    return all_of(event.is_in_doubt, keeps_to_edition != keeps_to_laws)


TIME_LIMITS = Calculation(
    "time_limits",
    narrow=GAME,
    wide=EVENT,
    narrow_inputs=("seconds",),
    wide_inputs=("is_rapid", "start"),
    template=(broken_limit, is_in_doubt, keeps_by_laws, is_doubtful),
)
"""A part for each of the two players of a game: the time that the player has in it."""

EQUAL_NOT_ASKED, SAME_FOR_BOTH, EACH_THE_LEAST, UNEQUAL = 0, 1, 2, 3


@step(GAME, "time_equal_for_both", unit=CODE)
def times_of_both(p: Law, game: View) -> Term:
    """Both players have the same time, or the game is not rated; where that is not asked, each has the least."""
    return first_of(
        (negated(p.has("time_equal_for_both")), EQUAL_NOT_ASKED),
        (all_of(p.time_equal_for_both, game.is_same), SAME_FOR_BOTH),
        (p.time_equal_for_both, UNEQUAL),
        (game.is_same, EQUAL_NOT_ASKED),
        otherwise(EACH_THE_LEAST),
    )


EQUAL_TIMES = Calculation("equal_times", wide=GAME, wide_inputs=("is_same",), template=(times_of_both,))


@step(GAME, "first_control_moves")
def is_control_as_asked(p: Law, game: View) -> Term:
    """A first control is at so many moves, or at least at so many; one for all moves is always as asked."""
    is_later = all_of(p.says("first_control_sense", "at_least"), game.moves > p.first_control_moves)
    is_asked = p.has("first_control_moves")
    return any_of(game.is_for_all_moves, negated(is_asked), game.moves == p.first_control_moves, is_later)


@step(GAME, "first_control_duty")
def is_control_refused(p: Law, game: View) -> Term:
    """Games with another first control are not rated where it is a duty (R-036), and are where it is advice."""
    return all_of(negated(game.is_control_as_asked), p.says("first_control_duty", "required"))


FIRST_CONTROL = Calculation(
    "first_control",
    wide=GAME,
    wide_inputs=("moves", "is_for_all_moves"),
    template=(is_control_as_asked, is_control_refused),
)
