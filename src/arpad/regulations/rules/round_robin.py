"""Round robins: which are worked out by their whole table, to 2021, and the formulas of that table (E 13).

A table is worked out in two passes, and the second needs what the first gave everybody. So the passes stand in
`workings/round_robin.py`; what each line of the table says is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP
from arpad.regulations.rules.rated_event import BY_AVERAGE, average_expectation, expected_of_average
from arpad.regulations.terms.calculation import POINTS, Calculation, aid, step
from arpad.regulations.terms.vocabulary import (
    EVENT,
    GAME,
    all_of,
    any_of,
    clip,
    first_of,
    lookup,
    negated,
    otherwise,
    quotient,
    total,
)

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

A_POINT = 100


@step(EVENT, "round_robin_method")
def is_worked_out(p: Law, event: View) -> Term:
    """A round robin with unrated players is worked out by its whole table; from 2022 on there is no such method."""
    return all_of(event.has_unrated, p.has("round_robin_method"))


@step(EVENT, "expectation")
def is_by_average(p: Law) -> Term:
    """In 2003 the average of the opponents decides what is expected of an event; later it is each game."""
    return p.expectation == BY_AVERAGE


@step(EVENT, "round_robin_with_unplayed")
def is_like_swiss(event: View) -> Term:
    """A round robin in which a game was not played is rated like a Swiss event.

    Between rated players that makes a difference only where the average decides: the n of it is another (R-039).
    """
    of_rated_players = all_of(negated(event.has_unrated), event.is_by_average)
    return all_of(event.lacks_a_game, any_of(event.is_worked_out, of_rated_players))


@step(EVENT, "round_robin_strength")
def is_strength_corrected(p: Law) -> Term:
    """For the rated players an unrated one counts at the corrected rating, not at that of the first pass."""
    return negated(p.says("round_robin_strength", "first_pass"))


ROUND_ROBIN = Calculation(
    "round_robin",
    wide=EVENT,
    wide_inputs=("has_unrated", "lacks_a_game"),
    template=(is_worked_out, is_by_average, is_like_swiss, is_strength_corrected),
)


@step(EVENT, "percentage_rounding", unit=POINTS)
def percentage(p: Law, event: View) -> Term:
    """The percentage score is rounded to whole hundredths before the table is entered."""
    return quotient(event.score, event.games, half=p.percentage_rounding)


TABLE_PERCENTAGE = Calculation("table_percentage", wide=EVENT, wide_inputs=("score", "games"), template=(percentage,))


@aid(EVENT)
def needs_difference(event: View) -> Term:
    """Whose percentage is turned into a difference: the rated players, and the unrated ones below 50 %."""
    return any_of(event.is_rated, 2 * event.score < A_POINT * event.games)


@step(EVENT, "percentage_table", among="needs_difference")
def percentage_difference(p: Law, event: View) -> Term:
    """The table turns the percentage into a rating difference dp."""
    return lookup(p.percentage_table, event.percentage)


TABLE_DIFFERENCE = Calculation(
    "table_difference",
    wide=EVENT,
    wide_inputs=("is_rated", "score", "games", "percentage"),
    template=(needs_difference, percentage_difference),
)


@step(EVENT, "round_robin_method")
def field_average(event: View) -> Term:
    """The average Ra of a round robin is that of its rated players, less their average dp times n/(n+1)."""
    field = event.opponents + 1
    exact = event.ratings * field - event.differences * event.opponents
    return quotient(exact, event.rated_players * field, half=HALF_UP)


FIELD_AVERAGE = Calculation(
    "field_average",
    wide=EVENT,
    wide_inputs=("ratings", "differences", "rated_players", "opponents"),
    template=(field_average,),
)


@step(GAME, "difference_cap")
def counts_as(p: Law, game: View, event: View) -> Term:
    """An opponent that is too far away counts at exactly the limit."""
    return clip(game.strength, event.own - p.difference_cap, event.own + p.difference_cap)


@aid(EVENT)
def opponents_sum(event: View) -> Term:
    """The sum of the opponents that the average of the field stands for, without the player where it has that one."""
    of_others = event.average * (event.opponents + 1) - event.own
    return first_of((event.is_in_average, of_others), otherwise(event.average * event.opponents))


@step(EVENT, "round_robin_method")
def average_before(event: View) -> Term:
    """The average Rc of a rated player's opponents is that of the field without the player."""
    return quotient(event.opponents_sum, event.opponents, half=HALF_UP)


@step(EVENT, "round_robin_method")
def average_after(game: View, event: View) -> Term:
    """The corrected average Rc(new) has each opponent that was too far away at the limit."""
    shift = total(game.counts_as - game.strength)
    return quotient(event.opponents_sum + shift, event.opponents, half=HALF_UP)


@step(EVENT, "average_difference")
def average_used(p: Law, event: View) -> Term:
    """The difference is taken from the corrected average; as printed in 2003, from that of the whole field (E 4)."""
    return first_of((p.says("average_difference", "from_ra"), event.average), otherwise(event.average_after))


TABLE_OPPONENTS = Calculation(
    "table_opponents",
    narrow=GAME,
    wide=EVENT,
    narrow_inputs=("strength",),
    wide_inputs=("own", "average", "opponents", "is_in_average"),
    template=(counts_as, opponents_sum, average_before, average_after, average_used),
)
"""The opponents of a player in the table: a part for each of them, whatever the number of games."""


@step(EVENT, "average_difference", name="average_difference")
def difference_from_average_used(event: View) -> Term:
    """The difference D of a rated player is that between the own rating and the average used."""
    return event.rating - event.average_used


TABLE_EXPECTED = Calculation(
    "table_expected",
    wide=EVENT,
    wide_inputs=("rating", "average_used", "games", "has_games"),
    template=(difference_from_average_used, average_expectation, expected_of_average),
)
