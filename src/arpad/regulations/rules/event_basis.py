"""On what an event is rated: by which edition, at which ratings, with which players, and as what it comes to FIDE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, PLAYER, all_of, any_of, by, first_of, negated, otherwise, term

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

RATEABLE, NOT_RATED, UNREADABLE = 0, 1, 2


@step(EVENT, "applies_to_events_starting")
def is_of_edition_before(p: Law, event: View) -> Term:
    """An edition governs events from its first day on; as one print has it, only those that start after that day."""
    return all_of(event.is_of_first_day, p.says("applies_to_events_starting", "after"))


GOVERNED = Calculation("governed", wide=EVENT, wide_inputs=("is_of_first_day",), template=(is_of_edition_before,))


@step(EVENT, "list_for_event")
def is_rated_day_by_day(p: Law, event: View) -> Term:
    """Ratings are those of the first day; in a long league, or where it was declared, those of each game's day."""
    is_long = by("list_for_game_over", event.end >= event.long_from)
    is_long_league = all_of(event.is_league, p.says("list_for_game", "leagues_over_90_days"), is_long)
    is_declared = all_of(event.is_declared, p.says("list_for_game", "declared_before_round_1"))
    return any_of(is_long_league, is_declared)


RATINGS_USED = Calculation(
    "ratings_used",
    wide=EVENT,
    wide_inputs=("is_league", "is_declared", "end", "long_from"),
    template=(is_rated_day_by_day,),
)


@step(EVENT, "match_with_unrated", unit=CODE)
def unrateable(p: Law, event: View) -> Term:
    """In 2003 a Scheveningen event may have one unrated player; how many, one print does not let be read."""
    is_asked = any_of(event.is_scheveningen, event.is_match)
    several = event.unrated_players > 1
    return first_of(
        (all_of(is_asked, several, p.says("match_with_unrated", "unreadable")), UNREADABLE),
        (all_of(event.is_scheveningen, several, p.says("match_with_unrated", "one_unrated_allowed")), NOT_RATED),
        otherwise(RATEABLE),
    )


WITH_UNRATED = Calculation(
    "with_unrated",
    wide=EVENT,
    wide_inputs=("is_scheveningen", "is_match", "unrated_players"),
    template=(unrateable,),
)


@step(PLAYER, "takes_part")
def takes_part(p: Law, player: View) -> Term:
    """A player takes part who was paired; as other readings have it, who played, or whoever entered (R-032)."""
    return first_of(
        (player.is_before_play, term(True)),
        (p.says("takes_part", "entered"), term(True)),
        (p.says("takes_part", "played"), player.has_played),
        otherwise(player.was_paired),
    )


TAKES_PART = Calculation(
    "takes_part", wide=PLAYER, wide_inputs=("is_before_play", "was_paired", "has_played"), template=(takes_part,)
)


def always_rated(p: Law, event: View) -> Term:
    """Official FIDE events are always rated, where the edition says so."""
    return all_of(event.is_official, p.says("official_events", "always_rated"))


@step(EVENT, "official_events")
def is_always_rated(p: Law, event: View) -> Term:
    """Official FIDE events are always rated: what would refuse another event does not refuse them (R-034)."""
    return always_rated(p, event)


ALWAYS_RATED = Calculation("always_rated", wide=EVENT, wide_inputs=("is_official",), template=(is_always_rated,))


@step(EVENT, "official_events_reporter")
def is_sent_by_federation(p: Law, event: View) -> Term:
    """The federation sends the report of an event; that of an official one goes to FIDE without it."""
    return negated(all_of(event.is_official, p.has("official_events_reporter")))


SENT_BY_FEDERATION = Calculation(
    "sent_by_federation", wide=EVENT, wide_inputs=("is_official",), template=(is_sent_by_federation,)
)
