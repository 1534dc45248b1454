"""A player's line on a list, one player at a time: the rating to which a change is added, and the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.period import STANDARD
from arpad.regulations.rules.list_line import AT_THE_FLOOR, BASE_RATING, DELISTED, RATED, UNRATED
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from arpad.regulations.edition import Citation, Edition

STATUS = {RATED: "rated", DELISTED: "delisted", UNRATED: "unrated"}


def base_rating(law: Edition, rating: int | None, standard: int | None) -> int | None:
    """Give the rating to which a change is added, from the last published one of this kind and the standard rating.

    >>> from arpad.regulations.catalogue import edition
    >>> [base_rating(edition("fide-rb-2024-03", "rapid"), rating, 1800) for rating in (1750, None)]
    [1750, 1800]
    """
    return standard if stands_in(law)[rating is not None] else rating


def stands_in(law: Edition) -> tuple[bool, bool]:
    """Tell whether the standard rating is taken, for a player without a rating of this kind and for one with it.

    The rule takes one of the two ratings, and which one is the same for all who are rated, and for all who are not. So
    it is asked once for each.
    """
    return law.kept("stands_in", _stands_in)


def _stands_in(law: Edition) -> tuple[bool, bool]:
    own, standard = 1, 2
    facts = {"is_standard": law.kind == STANDARD, "rating": own, "standard": standard}
    rule = ints(BASE_RATING, law)
    unrated, rated = (rule.run({"is_rated": is_rated, **facts}, {}).whole["base_rating"] for is_rated in (False, True))
    return unrated == standard, rated == standard


def status_at(law: Edition, reached: int) -> str:
    """Say what becomes of a rated player with the rating that was reached: rated, delisted or unrated."""
    return STATUS[ints(AT_THE_FLOOR, law).run({"reached": reached}, {}).whole["status"]]


def cited_at_the_floor(law: Edition, reached: int) -> tuple[Citation, ...]:
    """Cite what was consulted to say that."""
    return ints(AT_THE_FLOOR, law).explain({"reached": reached}, {}).lines[-1].citations
