"""What an event is worth to a rated player before K: differences, the largest one that counts, expectation, W - We.

Two shapes were in force: by the average of the event (2003) and game by game (2006 on). Two scopes of the largest
difference: every game, and one upgrade for each event (2022 to February 2024).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, POINTS, Calculation, Variants, aid, step
from arpad.regulations.terms.vocabulary import (
    EVENT,
    GAME,
    absolute,
    all_of,
    any_of,
    by,
    clip,
    count,
    first_largest,
    first_of,
    lookup,
    negated,
    otherwise,
    quotient,
    total,
)

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

COUNTED = 0
OPPONENT_UNRATED = 1
MATCH_WITH_UNRATED = 2
NEEDS_CROSSTABLE = 3
GAP_TOO_LARGE = 4
SCHEVENINGEN_WITH_UNRATED = 5
BECAME_RATED_LATER = 6

BY_AVERAGE = "event_average"
"""The shape of 2003: one expectation, from the average of the opponents."""


@aid(EVENT)
def unrated_players(game: View, event: View) -> Term:
    """The unrated players of an event: opponents, each once, and the player."""
    player = first_of((event.was_unrated, 1), otherwise(0))
    return count(all_of(game.unrated, negated(game.met_before))) + player


@step(GAME, unit=CODE)
def uncounted(p: Law, game: View, event: View) -> Term:
    """A game counts between two rated players, unless the event, the edition or the gap between them rules it out."""
    someone_unrated = any_of(game.unrated, event.was_unrated)
    gap = absolute(event.rating - game.opponent)
    someone_high = any_of(event.rating > p.gap_exclusion_above, game.opponent > p.gap_exclusion_above)
    one_at_most = p.match_with_unrated == "one_unrated_allowed"
    rated_before_only = p.says("became_rated", "rated_before_event")
    return first_of(
        (all_of(event.is_scheveningen, event.unrated_players > 1, one_at_most), SCHEVENINGEN_WITH_UNRATED),
        (all_of(event.is_match, someone_unrated, p.match_with_unrated == "not_rated"), MATCH_WITH_UNRATED),
        (all_of(event.was_unrated, rated_before_only), BECAME_RATED_LATER),
        (all_of(game.unrated, event.is_round_robin, p.unrated_opponents == "round_robin_only"), NEEDS_CROSSTABLE),
        (game.unrated, by("unrated_opponents", OPPONENT_UNRATED)),
        (all_of(p.has("gap_exclusion"), gap >= p.gap_exclusion, someone_high), GAP_TOO_LARGE),
        otherwise(COUNTED),
    )


@aid(GAME)
def counted(game: View) -> Term:
    """The game counts."""
    return game.uncounted == COUNTED


@step(GAME, "rated_difference", among="counted")
def difference(game: View, event: View) -> Term:
    """The difference of a game is the player's rating less that of the opponent."""
    return event.rating - game.opponent


@step(GAME, "cap_scope", among="counted")
def counted_difference(p: Law, game: View, event: View) -> Term:
    """A difference beyond the limit counts as the limit, unless the player's rating is exempt."""
    exempt = all_of(p.has("cap_exempt_from"), event.rating >= p.cap_exempt_from)
    return first_of(
        (negated(p.has("difference_cap")), game.difference),
        (absolute(game.difference) <= p.difference_cap, game.difference),
        (exempt, game.difference),
        otherwise(clip(game.difference, -p.difference_cap, p.difference_cap)),
    )


@aid(EVENT)
def upgraded_above(p: Law, game: View) -> Term:
    """The game with the largest difference above the limit; of equal ones the first."""
    too_far = all_of(game.counted, game.difference > p.difference_cap)
    return first_largest(game.difference, game.order, among=too_far)


@aid(EVENT)
def upgraded_below(p: Law, game: View) -> Term:
    """The same for the lower-rated side."""
    too_far = all_of(game.counted, -game.difference > p.difference_cap)
    return first_largest(-game.difference, game.order, among=too_far)


@step(GAME, "cap_scope", among="counted", name="counted_difference")
def counted_difference_of_one_upgrade(p: Law, game: View, event: View) -> Term:
    """Of the differences beyond the limit only the largest one of an event is limited."""
    is_the_upgrade = all_of(game.difference > 0, game.order == event.upgraded_above)
    once_below = all_of(p.cap_lower_side == "once", game.order == event.upgraded_below)
    return first_of(
        (absolute(game.difference) <= p.difference_cap, game.difference),
        (is_the_upgrade, p.difference_cap),
        (game.difference > 0, game.difference),
        (p.cap_lower_side == "always", -p.difference_cap),
        (once_below, -p.difference_cap),
        otherwise(game.difference),
    )


@step(EVENT, "unrated_opponents")
def games(game: View) -> Term:
    """Games against rated opponents count."""
    return count(game.counted)


@step(EVENT, "score_sum", unit=POINTS)
def score(game: View) -> Term:
    """The score of an event is that of the games that count."""
    return total(game.score, among=game.counted)


@step(GAME, "expected_score", unit=POINTS, among="counted")
def expected(p: Law, game: View) -> Term:
    """The table turns the difference of a game into its expected score."""
    return lookup(p.expectation_table, game.counted_difference)


@step(GAME, "game_change", unit=POINTS, among="counted")
def change(game: View) -> Term:
    """A game is worth its score less the expected one."""
    return game.score - game.expected


@step(EVENT, "expected_score", unit=POINTS, name="expected")
def expected_of_games(game: View) -> Term:
    """The expected score of an event is the sum over its games."""
    return total(game.expected, among=game.counted)


@aid(EVENT)
def has_games(event: View) -> Term:
    """A game counts."""
    return event.games > 0


@aid(GAME)
def first_meeting(game: View) -> Term:
    """A game that counts, the first against this opponent."""
    return all_of(game.counted, negated(game.met_before))


@step(EVENT, "expectation", among="has_games")
def average(p: Law, game: View, event: View) -> Term:
    """In 2003 an event is rated by the average of its opponents.

    Of a round robin with unrated players the table gives it, and it is not limited a second time (E 13).

    In a round robin n is the number of opponents, so play-offs do not change the average (R-039).
    """
    counts_as = event.rating - game.counted_difference
    of_opponents = quotient(
        total(counts_as, among=game.first_meeting), count(game.first_meeting), half=p.average_rounding
    )
    of_games = quotient(total(counts_as, among=game.counted), event.games, half=p.average_rounding)
    once_each = all_of(event.is_round_robin, p.says("average_counts", "opponents"))
    return first_of((event.table_average > 0, event.table_average), (once_each, of_opponents), otherwise(of_games))


@step(EVENT, "average_difference", among="has_games")
def average_difference(p: Law, game: View, event: View) -> Term:
    """The difference is taken from that average; as printed, in a round robin from the average of the whole field."""
    everybody = total(game.opponent, among=game.first_meeting) + event.rating
    of_the_field = quotient(everybody, count(game.first_meeting) + 1, half=p.average_rounding)
    return first_of(
        (all_of(event.is_round_robin, p.average_difference == "from_ra"), event.rating - of_the_field),
        otherwise(event.rating - event.average),
    )


@step(EVENT, "expected_score", unit=POINTS, among="has_games")
def average_expectation(p: Law, event: View) -> Term:
    """The table turns the difference from the average into the expected score of a game."""
    return lookup(p.expectation_table, event.average_difference)


@step(EVENT, "expected_score", unit=POINTS, name="expected")
def expected_of_average(event: View) -> Term:
    """The expected score of an event is that of a game, as many times as games were played."""
    return first_of((event.has_games, event.average_expectation * event.games), otherwise(0))


@step(EVENT, "score_sum", unit=POINTS, name="sum")
def sum_of_event(event: View) -> Term:
    """An event is worth its score less the expected one."""
    return event.score - event.expected


RATED_EVENT = Calculation(
    "rated_event",
    narrow=GAME,
    wide=EVENT,
    narrow_inputs=("opponent", "unrated", "score", "order", "met_before"),
    optional=("met_before",),
    wide_inputs=("rating", "was_unrated", "is_match", "is_round_robin", "is_scheveningen", "table_average"),
    template=(
        unrated_players,
        uncounted,
        counted,
        games,
        difference,
        Variants(
            "cap_scope",
            {
                "every_game": (counted_difference,),
                "one_upgrade": (upgraded_above, upgraded_below, counted_difference_of_one_upgrade),
            },
        ),
        Variants(
            "expectation",
            {
                "game_by_game": (expected, change, score, expected_of_games),
                BY_AVERAGE: (
                    has_games,
                    first_meeting,
                    average,
                    average_difference,
                    average_expectation,
                    score,
                    expected_of_average,
                ),
            },
        ),
        sum_of_event,
    ),
)
