"""Which events of an unrated player count towards a first rating, and why the others do not.

By the edition of the list being made: whether a result may still be used. By the edition of the event: everything else.
Until one event counts, each is judged as the first (settled reading 11). Days are whole numbers yyyymmdd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, aid, step
from arpad.regulations.terms.vocabulary import (
    EVENT,
    NO_PART,
    PLAYER,
    all_of,
    any_of,
    by,
    first_largest,
    first_of,
    negated,
    otherwise,
    term,
)

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

COUNTS = 0
PLAYED_WHILE_RATED = 1
MATCH = 2
SCHEVENINGEN = 3
EXPIRED = 4
DISCARDED = 5
LATER = 6
NO_RATED_OPPONENT = 7
TOO_FEW_RATED = 8
SCORE_TOO_LOW = 9
SCORE_TOO_LOW_FOR_A_SWISS = 10
PERFORMANCE_BELOW_FLOOR = 11
NEEDS_AVERAGE = 12


@step(EVENT, unit=CODE)
def not_for_this_list(p: Law, event: View) -> Term:
    """Results are kept for some lists only, older ones were once given up, and what ends later waits for its list."""
    is_expired = all_of(event.has_due, event.due <= event.kept_after)
    is_later = all_of(event.has_due, event.due > event.list_day, event.end >= event.list_day)
    return first_of(
        (is_expired, by("pooling_window", EXPIRED)),
        (all_of(p.has("pooling_starts"), event.start < p.pooling_starts), DISCARDED),
        (is_later, by("event_closing", LATER)),
        otherwise(COUNTS),
    )


RESULT_ON_LIST = Calculation(
    "result_on_list",
    wide=EVENT,
    wide_inputs=("has_due", "due", "start", "end", "list_day", "kept_after"),
    template=(not_for_this_list,),
)


@step(EVENT, "match_with_unrated", unit=CODE)
def not_rated(p: Law, event: View) -> Term:
    """A match with an unrated player is not rated; a Scheveningen event with more than one was not in 2003."""
    with_another = all_of(event.is_scheveningen, event.met_unrated)
    return first_of(
        (all_of(event.is_match, p.says("match_with_unrated", "not_rated")), MATCH),
        (all_of(with_another, p.says("match_with_unrated", "one_unrated_allowed")), SCHEVENINGEN),
        otherwise(COUNTS),
    )


RATED_FOR_UNRATED = Calculation(
    "rated_for_unrated",
    wide=EVENT,
    wide_inputs=("is_match", "is_scheveningen", "met_unrated"),
    template=(not_rated,),
)


def _too_few(p: Law, event: View, is_first: Term) -> Term:
    counted = first_of(
        (p.says("event_minimum_rated_counts", "opponents"), event.rated_opponents), otherwise(event.rated_games)
    )
    is_asked = negated(all_of(is_first, p.says("event_minimum_rated_scope", "later_events")))
    least = p.has("event_minimum_rated_opponents")
    return all_of(least, negated(event.is_table), is_asked, counted < p.event_minimum_rated_opponents)


def _low(p: Law, event: View, is_first: Term) -> Term:
    is_asked = any_of(is_first, p.says("event_minimum_scope", "any_event"))
    return all_of(p.has("event_minimum_score"), is_asked, event.score < p.event_minimum_score)


def _weak(p: Law, event: View, is_first: Term) -> Term:
    in_every_swiss = p.says("first_performance_below_floor", "dropped_in_every_swiss")
    as_the_first = all_of(is_first, any_of(in_every_swiss, p.says("first_performance_below_floor", "dropped")))
    is_asked = any_of(as_the_first, all_of(negated(event.is_table), in_every_swiss))
    return all_of(p.has("floor"), is_asked, event.performance < p.floor)


@aid(EVENT)
def few_as_first(p: Law, event: View) -> Term:
    """Too few rated opponents, or games against them, for a first event."""
    return _too_few(p, event, term(True))


@aid(EVENT)
def few_as_later(p: Law, event: View) -> Term:
    """The same for a later one."""
    return _too_few(p, event, term(False))


@aid(EVENT)
def low_as_first(p: Law, event: View) -> Term:
    """Too few points for a first event."""
    return _low(p, event, term(True))


@aid(EVENT)
def low_as_later(p: Law, event: View) -> Term:
    """The same for a later one."""
    return _low(p, event, term(False))


@aid(EVENT)
def low_for_a_swiss(p: Law, event: View) -> Term:
    """Too few points for any Swiss or team event."""
    least = p.has("event_minimum_score_swiss")
    return all_of(least, negated(event.is_table), event.score < p.event_minimum_score_swiss)


def _why_not(event: View, few: Term, low: Term, weak: Term) -> Term:
    return first_of(
        (event.needs_average, by("round_robin_method", NEEDS_AVERAGE)),
        (event.was_rated, PLAYED_WHILE_RATED),
        (event.not_rated != COUNTS, event.not_rated),
        (event.not_for_this_list != COUNTS, event.not_for_this_list),
        (event.games == 0, by("unrated_opponents", NO_RATED_OPPONENT)),
        (few, TOO_FEW_RATED),
        (low, SCORE_TOO_LOW),
        (event.low_for_a_swiss, SCORE_TOO_LOW_FOR_A_SWISS),
        (weak, PERFORMANCE_BELOW_FLOOR),
        otherwise(COUNTS),
    )


@step(EVENT, "event_minimum_score", unit=CODE)
def as_first(p: Law, event: View) -> Term:
    """As the first one, an event counts with enough rated opponents and points and a performance of a rated player."""
    return _why_not(event, event.few_as_first, event.low_as_first, _weak(p, event, term(True)))


@step(EVENT, "event_minimum_rated_opponents", unit=CODE)
def as_later(p: Law, event: View) -> Term:
    """After one that counts, an event need only have what its edition asks of every event."""
    return _why_not(event, event.few_as_later, event.low_as_later, _weak(p, event, term(False)))


NEWCOMER_EVENT = Calculation(
    "newcomer_event",
    wide=EVENT,
    wide_inputs=(
        *("was_rated", "is_match", "is_scheveningen", "met_unrated", "not_for_this_list", "is_table", "needs_average"),
        *("games", "score", "rated_games", "rated_opponents", "performance"),
    ),
    template=(
        not_rated,
        few_as_first,
        few_as_later,
        low_as_first,
        low_as_later,
        low_for_a_swiss,
        as_first,
        as_later,
    ),
)


@step(EVENT, "event_minimum_rated_opponents")
def opponents_needed(p: Law, event: View) -> Term:
    """An event needs so many rated opponents to count, where they are counted and not the games against them."""
    are_counted = p.says("event_minimum_rated_counts", "opponents")
    is_asked = all_of(negated(event.is_table), p.has("event_minimum_rated_opponents"), are_counted)
    return first_of((is_asked, p.event_minimum_rated_opponents), otherwise(0))


OPPONENTS_NEEDED = Calculation("opponents_needed", wide=EVENT, wide_inputs=("is_table",), template=(opponents_needed,))


@aid(PLAYER)
def first_event(event: View) -> Term:
    """The first event that counts."""
    return first_largest(-event.order, event.order, among=event.as_first == COUNTS)


@step(EVENT, unit=CODE)
def uncounted(event: View, player: View) -> Term:
    """Until an event counts, each is judged as the first; those after it are judged as later ones."""
    is_early = any_of(player.first_event == NO_PART, event.order <= player.first_event)
    return first_of((is_early, event.as_first), otherwise(event.as_later))


NEWCOMER_POOL = Calculation(
    "newcomer_pool",
    narrow=EVENT,
    wide=PLAYER,
    narrow_inputs=("order", "as_first", "as_later"),
    wide_inputs=(),
    template=(first_event, uncounted),
)


@step(EVENT, "event_minimum_drops_opponents")
def is_left_out(p: Law, event: View) -> Term:
    """Who scored too little in a table is left out of it, and so are the opponents' games; a result before may help."""
    is_kept = any_of(event.is_rated, all_of(event.has_result, p.event_minimum_drops_opponents == "zero_in_first_event"))
    least = first_of((p.event_minimum_drops_opponents == "below_minimum", p.event_minimum_score), otherwise(1))
    is_asked = p.has("event_minimum_drops_opponents")
    return all_of(is_asked, event.games > 0, negated(is_kept), event.score < least)


@step(EVENT, "event_minimum_drops_opponents")
def counts_for_player(p: Law, event: View) -> Term:
    """Where a first result is there already, games left out for the opponents may count for the player (R-043)."""
    is_later = all_of(event.has_part_result, event.is_left_out)
    return all_of(is_later, p.says("event_minimum_drops_opponents", "zero"))


TABLE_ENTRY = Calculation(
    "table_entry",
    wide=EVENT,
    wide_inputs=("is_rated", "has_result", "has_part_result", "games", "score"),
    template=(is_left_out, counts_for_player),
)
