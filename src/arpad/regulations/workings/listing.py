"""Whether a player is on a list, and why not: the rule for one player, with what it cites, for people to be told."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.regulations.rules import listing
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from arpad.regulations.edition import Citation, Edition

REASONS = {
    listing.DIED: "died",
    listing.EXCLUDED: "excluded",
    listing.SUSPENDED: "suspended",
    listing.NO_FEDERATION: "no_federation",
    listing.NO_ID: "no_fide_id",
    listing.NO_LONGER_SHOWN: "no_longer_shown",
}
"""Why a player is not on a list; a listed player has no reason."""


@dataclass(frozen=True, slots=True)
class ListingFacts:
    """What decides on a day whether a player may be listed."""

    has_died: bool = False
    is_excluded: bool = False
    """The federation said that the player must not be on any list."""
    is_of_suspended: bool = False
    """The player's federation is suspended."""
    has_federation: bool = True
    is_exempt: bool = False
    """FIDE lets the player be listed without a federation."""
    has_number: bool = True


class Listing(NamedTuple):
    """Why a player is not on a list (None: is on it), and what was consulted to say so."""

    reason: str | None
    citations: tuple[Citation, ...]


def listing_of(law: Edition, person: ListingFacts) -> Listing:
    """Say whether a player may be listed.

    >>> from arpad.regulations.catalogue import edition
    >>> listing = listing_of(edition("fide-2024-03"), ListingFacts(has_federation=False))
    >>> listing.reason, [str(citation) for citation in listing.citations]
    ('no_federation', ['fide-2024-03 10.1'])
    """
    line = ints(listing.KEPT_OFF, law).explain(asdict(person), {}).lines
    code = ints(listing.KEPT_OFF, law).run(asdict(person), {}).whole["kept_off"]
    return Listing(REASONS.get(code), line[-1].citations if line else ())


def digits_shown(law: Edition) -> int:
    """Give how many digits of a rating are shown: 0 where it is shown whole."""
    digits: int = ints(listing.LIST_LOOK, law).run({}, {}).whole["digits_shown"]
    return digits


def shows_games_with_new_k(law: Edition) -> bool:
    """Tell whether a list says how many games were played with the K of newcomers."""
    return bool(ints(listing.LIST_LOOK, law).run({}, {}).whole["shows_games_with_new_k"])


def parts_of(law: Edition, **facts: bool) -> dict[str, Any]:
    """Say in which parts of a list a player is shown; what is not given does not hold.

    >>> from arpad.regulations.catalogue import edition
    >>> [parts_of(edition(name), is_idle=True)["is_in_list_of_inactive"] for name in ("fide-2003-07", "fide-2024-03")]
    [True, False]
    """
    whole = dict.fromkeys(listing.LIST_PARTS.wide_inputs, False) | facts
    return ints(listing.LIST_PARTS, law).run(whole, {}).whole
