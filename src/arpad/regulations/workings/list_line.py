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
    whole = {
        "is_rated": rating is not None,
        "is_standard": law.kind == STANDARD,
        "rating": rating,
        "standard": standard,
    }
    base: int | None = ints(BASE_RATING, law).run(whole, {}).whole["base_rating"]
    return base


def status_at(law: Edition, reached: int) -> str:
    """Say what becomes of a rated player with the rating that was reached: rated, delisted or unrated."""
    return STATUS[ints(AT_THE_FLOOR, law).run({"reached": reached}, {}).whole["status"]]


def cited_at_the_floor(law: Edition, reached: int) -> tuple[Citation, ...]:
    """Cite what was consulted to say that."""
    return ints(AT_THE_FLOOR, law).explain({"reached": reached}, {}).lines[-1].citations
