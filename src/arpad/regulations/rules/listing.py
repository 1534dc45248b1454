"""Who is on a published list and why somebody is not; and in which parts of it a player is shown.

A decision about a person (a death, an exclusion, an exemption) is an input; what follows from it is the edition's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import PLAYER, all_of, any_of, by, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

LISTED = 0
DIED = 1
EXCLUDED = 2
SUSPENDED = 3
NO_FEDERATION = 4
NO_ID = 5
NO_LONGER_SHOWN = 6

ALL_DIGITS = 0
"""A rating is shown whole."""
AS_RATED, AS_DELISTED, AS_UNRATED = 0, 1, 2
"""How a player is shown on the list on which the rating fell below the floor."""


@step(PLAYER, unit=CODE)
def kept_off(p: Law, player: View) -> Term:
    """Nobody is listed after death, against the word of a federation, or without a federation in good standing.

    An exemption is one from belonging to a federation, and from nothing else (R-030); a FIDE number everybody needs.
    """
    may_have_no_member = all_of(player.is_exempt, p.says("list_exemption", "no_member_federation"))
    is_suspended = all_of(player.is_of_suspended, p.says("suspended_federations", "not_listed"))
    may_have_none = all_of(player.is_exempt, p.has("list_exemption"))
    has_none = all_of(negated(player.has_federation), p.has("list_membership"))
    return first_of(
        (player.has_died, by("death_reported_by", DIED)),
        (player.is_excluded, by("exclusion_reported_by", EXCLUDED)),
        (all_of(is_suspended, negated(may_have_no_member)), SUSPENDED),
        (all_of(has_none, negated(may_have_none)), NO_FEDERATION),
        (negated(player.has_number), NO_ID),
        otherwise(LISTED),
    )


KEPT_OFF = Calculation(
    "kept_off",
    wide=PLAYER,
    wide_inputs=("has_died", "is_excluded", "is_of_suspended", "has_federation", "is_exempt", "has_number"),
    template=(kept_off,),
)


@step(PLAYER, unit=CODE)
def unlisted(player: View) -> Term:
    """An exclusion may hold for one kind of chess; and an inactive player is shown for some time only."""
    return first_of(
        (player.kept_off != LISTED, player.kept_off),
        (player.is_excluded_here, by("exclusion_reported_by", EXCLUDED)),
        (all_of(player.is_standard, player.is_gone), by("inactive_listed_for", NO_LONGER_SHOWN)),
        otherwise(LISTED),
    )


LISTING = Calculation(
    "listing",
    wide=PLAYER,
    wide_inputs=("kept_off", "is_excluded_here", "is_standard", "is_gone"),
    template=(unlisted,),
)


@step(PLAYER, "inactive_listing")
def is_in_list(p: Law, player: View) -> Term:
    """A rating is in the list unless it is kept off it; inactive players may have a list of their own."""
    is_elsewhere = all_of(player.is_idle, p.says("inactive_listing", "own_list"))
    is_away = all_of(player.is_standard, any_of(is_elsewhere, player.is_gone))
    return all_of(player.is_rated, negated(player.is_excluded_here), negated(is_away))


@step(PLAYER, "inactive_listing")
def is_in_list_of_inactive(p: Law, player: View) -> Term:
    """Inactive players have a list of their own, for as long as they are shown."""
    return all_of(p.says("inactive_listing", "own_list"), player.is_idle, negated(player.is_gone))


@step(PLAYER, "list_parts")
def is_in_part_by_federation(p: Law, player: View) -> Term:
    """The part by federation has everybody, without suspended federations and, in 2009, without the inactive."""
    is_left_out = all_of(p.has("suspended_federations"), player.is_of_suspended)
    is_resting = all_of(player.is_idle, p.says("inactive_listing", "marked_alphabetical_only"))
    is_shown = all_of(player.is_rated, negated(is_left_out), negated(is_resting))
    return all_of(p.names("list_parts", "by_federation"), is_shown)


@step(PLAYER, "titled_unrated")
def is_in_list_of_titled(p: Law, player: View) -> Term:
    """Titled players without a rating have a list of their own."""
    return all_of(p.says("titled_unrated", "own_list"), player.is_titled, negated(player.is_rated))


@step(PLAYER, "top_list")
def is_in_top_list(p: Law, player: View) -> Term:
    """The list of top players is one without the inactive."""
    return all_of(p.says("top_list", "without_inactive"), player.is_rated, negated(player.is_idle))


@step(PLAYER, "delisted_shown", unit=CODE)
def shown_as(p: Law, player: View) -> Term:
    """Who fell below the lowest rating is marked in the list, entered as unrated, shown elsewhere, or not at all."""
    return first_of(
        (all_of(player.has_fallen, p.says("delisted_shown", "in_list")), AS_DELISTED),
        (all_of(player.has_fallen, p.says("delisted_shown", "as_unrated")), AS_UNRATED),
        otherwise(AS_RATED),
    )


@step(PLAYER, "delisted_shown")
def is_in_list_of_delisted(p: Law, player: View) -> Term:
    """Who fell below the lowest rating is named on the list on which that happened."""
    is_named = any_of(p.says("delisted_shown", "in_list"), p.says("delisted_shown", "own_list"))
    return all_of(player.has_fallen, is_named)


LIST_PARTS = Calculation(
    "list_parts",
    wide=PLAYER,
    wide_inputs=(
        *("is_rated", "is_standard", "is_idle", "is_gone", "is_excluded_here", "is_of_suspended", "is_titled"),
        "has_fallen",
    ),
    template=(
        is_in_list,
        is_in_list_of_inactive,
        is_in_part_by_federation,
        is_in_list_of_titled,
        is_in_top_list,
        shown_as,
        is_in_list_of_delisted,
    ),
)


@step(PLAYER, "display_digits")
def digits_shown(p: Law) -> Term:
    """A rating is shown whole, or only its first digits, to tell it from one of another kind of chess."""
    return p.or_else("display_digits", ALL_DIGITS)


@step(PLAYER, "list_fields")
def shows_games_with_new_k(p: Law) -> Term:
    """While a player has the K of newcomers, the list says how many games were played with it."""
    return p.names("list_fields", "games_with_new_k")


LIST_LOOK = Calculation("list_look", wide=PLAYER, wide_inputs=(), template=(digits_shown, shows_games_with_new_k))
