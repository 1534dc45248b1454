"""The first rating: from the games of one event, or of all events taken as one.

Three shapes were in force. To 2021: the average of the opponents, plus a bonus for each half point above 50 %, or plus
dp below it, in a round robin lessened by n/(n+1). From 2022: the same without the round robin. From March 2024: the
average with two fictitious draws, plus dp. In 2003 the average is a whole number, and the published rating is the mean
of the events' ratings, weighted by games.

Ru stays an exact fraction (`ru_over` over `ru_under`) until the article rounds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP
from arpad.regulations.terms.calculation import POINTS, Calculation, Variants, aid, step
from arpad.regulations.terms.vocabulary import (
    EVENT,
    PLAYER,
    all_of,
    any_of,
    first_of,
    lookup,
    negated,
    otherwise,
    quotient,
    total,
    whole_part,
)

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

A_POINT = 100
A_DRAW = 50


@aid(PLAYER)
def games_taken(p: Law, player: View) -> Term:
    """The games, with the fictitious ones where the edition adds some."""
    return first_of(
        (p.has("initial_fictitious_opponents"), player.games + p.initial_fictitious_opponents), otherwise(player.games)
    )


@aid(PLAYER)
def score_taken(p: Law, player: View) -> Term:
    """The score, with half a point for each fictitious opponent."""
    return first_of(
        (p.has("initial_fictitious_opponents"), player.score + A_DRAW * p.initial_fictitious_opponents),
        otherwise(player.score),
    )


@aid(PLAYER)
def opponents_taken(p: Law, player: View) -> Term:
    """The sum of the opponents' ratings, fictitious ones included."""
    fictitious = p.initial_fictitious_opponents * p.initial_fictitious_rating
    return first_of((p.has("initial_fictitious_opponents"), player.opponents + fictitious), otherwise(player.opponents))


@step(PLAYER, "initial_method", name="opponents_average")
def whole_average(p: Law, player: View) -> Term:
    """In 2003 the average of the opponents is a whole number before anything is added to it."""
    return quotient(player.opponents_taken, player.games_taken, half=p.initial_rounding)


@step(PLAYER, "initial_method", unit=POINTS)
def opponents_average(player: View) -> Term:
    """The first rating starts from the average of the rated opponents.

    Shown in hundredths; Ru is worked out from the exact sum.
    """
    return quotient(A_POINT * player.opponents_taken, player.games_taken, half=HALF_UP)


@step(PLAYER, "initial_fictitious_opponents")
def games_with_draws(player: View) -> Term:
    """Fictitious opponents are added to the rated ones."""
    return player.games_taken


@step(PLAYER, "initial_fictitious_opponents", unit=POINTS)
def score_with_draws(player: View) -> Term:
    """Each fictitious game counts as a draw."""
    return player.score_taken


@step(PLAYER, "initial_fictitious_rating", unit=POINTS)
def average_with_draws(player: View) -> Term:
    """The fictitious opponents enter the average with the rating that the edition gives them."""
    return quotient(A_POINT * player.opponents_taken, player.games_taken, half=HALF_UP)


@step(PLAYER, "percentage_rounding", unit=POINTS)
def percentage(p: Law, player: View) -> Term:
    """The percentage score is rounded to whole hundredths before the table is entered."""
    return quotient(player.score_taken, player.games_taken, half=p.percentage_rounding)


@aid(PLAYER)
def below_half(player: View) -> Term:
    """The score is below 50 %."""
    return 2 * player.score < A_POINT * player.games


@aid(PLAYER)
def above_half(player: View) -> Term:
    """The score is above 50 %."""
    return 2 * player.score > A_POINT * player.games


@step(PLAYER, "initial_bonus", among="above_half")
def half_points_above(player: View) -> Term:
    """Above 50 % each half point more is worth a fixed number of rating points."""
    return whole_part(2 * player.score - A_POINT * player.games, A_POINT)


@step(PLAYER, "percentage_table", among="below_half")
def percentage_difference(p: Law, player: View) -> Term:
    """Below 50 % the table turns the percentage into a rating difference."""
    return lookup(p.percentage_table, player.percentage)


@aid(PLAYER)
def ru_under(player: View) -> Term:
    """What the sum of the first rating is divided by."""
    return A_POINT * player.games * (player.field + 1)


@aid(PLAYER)
def ru_over(p: Law, player: View) -> Term:
    """The sum of the first rating.

    Everything over hundredths times games times one more than the opponents of the round robin.
    """
    a_game = A_POINT * (player.field + 1)
    bonus = p.initial_bonus * player.half_points_above * player.games * (player.field + 1)
    lessened = player.percentage_difference * A_POINT * player.games * player.field
    plain = player.percentage_difference * A_POINT * player.games * (player.field + 1)
    gain = first_of(
        (player.above_half, bonus), (negated(player.below_half), 0), (player.is_round_robin, lessened), otherwise(plain)
    )
    rounded = player.opponents_average * player.games
    average = first_of((p.initial_method == "weighted_event_ratings", rounded), otherwise(player.opponents_taken))
    return average * a_game + gain


@step(PLAYER, "percentage_table", name="percentage_difference")
def percentage_difference_of_all(p: Law, player: View) -> Term:
    """With fictitious draws the table turns every percentage into a rating difference."""
    return lookup(p.percentage_table, player.percentage)


@aid(PLAYER, name="ru_under")
def ru_under_with_draws(player: View) -> Term:
    """What the sum of the first rating is divided by, with fictitious draws."""
    return player.games_taken


@aid(PLAYER, name="ru_over")
def ru_over_with_draws(player: View) -> Term:
    """The sum of the first rating, with fictitious draws."""
    return player.opponents_taken + player.percentage_difference * player.games_taken


@step(PLAYER, "initial_method")
def rating(p: Law, player: View) -> Term:
    """The first rating is the average of the opponents with what the score adds, rounded; it has a highest value."""
    rounded = quotient(player.ru_over, player.ru_under, half=p.initial_rounding)
    return first_of(
        (negated(p.has("initial_maximum")), rounded),
        (rounded <= p.initial_maximum, rounded),
        otherwise(p.initial_maximum),
    )


_WITH_BONUS = (percentage, below_half, above_half, half_points_above, percentage_difference, ru_under, ru_over)

FIRST_RATING = Calculation(
    "first_rating",
    wide=PLAYER,
    wide_inputs=("opponents", "games", "score", "is_round_robin", "field"),
    template=(
        games_taken,
        score_taken,
        opponents_taken,
        Variants(
            "initial_method",
            {
                "weighted_event_ratings": (whole_average, *_WITH_BONUS),
                "all_games_as_one_event": (opponents_average, *_WITH_BONUS),
                "all_games_as_one_event_without_round_robins": (opponents_average, *_WITH_BONUS),
                "all_games_with_fictitious_draws": (
                    games_with_draws,
                    score_with_draws,
                    percentage,
                    average_with_draws,
                    percentage_difference_of_all,
                    ru_under_with_draws,
                    ru_over_with_draws,
                ),
            },
        ),
        rating,
    ),
)


@aid(PLAYER)
def weights(event: View) -> Term:
    """All games of all events."""
    return total(event.games)


@step(PLAYER, "initial_method", name="rating")
def weighted_mean(p: Law, event: View, player: View) -> Term:
    """In 2003 the events' own ratings are averaged, each with the weight of its games."""
    return quotient(total(event.rating * event.games), player.weights, half=p.initial_rounding)


WEIGHTED_RATINGS = Calculation(
    "weighted_ratings",
    narrow=EVENT,
    wide=PLAYER,
    narrow_inputs=("rating", "games"),
    wide_inputs=(),
    template=(weights, weighted_mean),
)
"""2003: the published rating is the mean of the events' ratings, weighted by games."""


FOR_ANYBODY, AT_TEAM_CHAMPIONSHIPS, IN_AN_ASSOCIATION = 0, 1, 2
"""By which provision a first rating needs so many games."""


@aid(PLAYER)
def needed_by(p: Law, player: View) -> Term:
    """Which number of games is asked."""
    least = p.initial_games_team_championships
    in_association = all_of(player.in_association, p.has("initial_games_disabled_associations"))
    at_teams = all_of(p.has("initial_games_team_championships"), player.team_games >= least)
    return first_of((in_association, IN_AN_ASSOCIATION), (at_teams, AT_TEAM_CHAMPIONSHIPS), otherwise(FOR_ANYBODY))


@step(PLAYER)
def games_needed(p: Law, player: View) -> Term:
    """A first rating needs so many games; fewer at team championships and for associations of the disabled."""
    return first_of(
        (player.needed_by == IN_AN_ASSOCIATION, p.initial_games_disabled_associations),
        (player.needed_by == AT_TEAM_CHAMPIONSHIPS, p.initial_games_team_championships),
        otherwise(p.initial_games),
    )


@step(PLAYER)
def too_few_games(player: View) -> Term:
    """Nothing is published before the games are complete."""
    return player.games < player.games_needed


@step(PLAYER, "floor")
def below_the_floor(p: Law, player: View) -> Term:
    """A first rating below the lowest published one is not published."""
    return all_of(player.has_rating, p.has("floor"), player.rating < p.floor)


@step(PLAYER, "list_entry_from")
def below_the_entry(p: Law, player: View) -> Term:
    """Where a list is entered from a rating on, one below it is not published."""
    return all_of(player.has_rating, p.has("list_entry_from"), player.rating < p.list_entry_from)


@step(PLAYER, "initial_method")
def is_published(player: View) -> Term:
    """A first rating is published as soon as nothing speaks against it."""
    against = any_of(player.too_few_games, player.below_the_floor, player.below_the_entry)
    return all_of(player.has_rating, negated(against))


@step(PLAYER, "initial_games_count")
def games_towards_k(p: Law, player: View) -> Term:
    """The games of the first rating are games of a newcomer, or they are not."""
    return first_of((all_of(p.has("initial_games_count"), p.initial_games_count), player.games), otherwise(0))


PUBLISHED = Calculation(
    "first_rating_published",
    wide=PLAYER,
    wide_inputs=("has_rating", "rating", "games", "team_games", "in_association"),
    template=(
        needed_by,
        games_needed,
        too_few_games,
        below_the_floor,
        below_the_entry,
        is_published,
        games_towards_k,
    ),
)
