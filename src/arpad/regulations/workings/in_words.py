"""Results as a person reads them: one sentence for what came out, and for why something could not be given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal
from arpad.regulations.package_data import words
from arpad.regulations.workings.coefficient import is_by_officer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.coefficient import Coefficient
    from arpad.regulations.workings.first_rating import FirstRating
    from arpad.regulations.workings.period import PlayerResult

_OF_K = ("born", "games", "highest")


def unknown_k(
    edition: Edition,
    coefficient: Coefficient,
    open_code: str = "k_unknown",
    officer_code: str = "k_set_by_officer",
    way: str = "",
) -> str:
    """Say why K is not known and what to give; `way` says it where it is given elsewhere than with the question."""
    if is_by_officer(edition):
        return words("reason", officer_code, way=way)
    facts = " and ".join(coefficient.missing or _OF_K)
    if len(coefficient.possible) == 1:
        # The rating alone would decide it; a period is not rated on that.
        return words("reason", "k_not_given", facts=facts, way=way)
    either = " or ".join(str(k) for k in coefficient.possible)
    return words("reason", open_code, possible=either, facts=facts, way=way)


def why_not_rated(result: PlayerResult, k_way: str = "") -> str | None:
    """Say why no change or no new rating is given; None where both are. `k_way` says how a missing K is given."""
    if result.is_without_k:
        return next(
            unknown_k(event.k_from.law, event.k_from, way=k_way)
            for event in result.events
            if event.k is None and event.working.whole["games"] and event.k_from is not None
        )
    if result.reason is not None:
        return words("reason", result.reason)
    if result.new_rating is None and result.reached is not None:
        floor, status = result.law.value("floor"), result.status
        return words("reason", "below_floor", reached=result.reached, floor=floor, status=status)
    return None


def why_not_published(result: FirstRating) -> list[str]:
    """Say why a newcomer's rating is not published, a sentence for each reason."""
    codes = result.reasons or (() if result.published is not None else ("nothing",))
    return reasons_in_words(result.law, codes, games=result.games, needed=result.needed, rating=result.rating)


def reasons_in_words(law: Edition, codes: Iterable[str], **facts: int | None) -> list[str]:
    """Say why nothing is published, with the limits that the edition has."""
    known: dict[str, Any] = {**facts, "floor": law.get("floor"), "entry": law.get("list_entry_from")}
    return [words("newcomer", code, **known) for code in codes]


def signed(value: int) -> str:
    """Write a change with its sign; none at all without one."""
    return f"{value:+d}" if value else "0"


def result_in_words(result: PlayerResult) -> str:
    """Say what a rated player's period came to."""
    of_list = _of_list(result)
    if result.change is None or result.unrounded is None:
        return f"{why_not_rated(result)} ({of_list})"
    k = "each event's K" if result.k_applied is None else f"K {result.k_applied}"
    after = result.status if result.new_rating is None else result.new_rating
    working = f"W - We {decimal(result.sum or 0)}, {k}, {decimal(result.unrounded)} before rounding"
    text = f"{result.rating} → {after}, change {signed(result.change)} ({working}; {of_list})"
    reason = why_not_rated(result)
    return text if reason is None else f"{text} {reason}"


def first_rating_in_words(result: FirstRating) -> str:
    """Say what a newcomer's events came to."""
    played = f"{decimal(result.score)} of {result.games} game(s)"
    if result.published is None:
        return f"Unrated: {'; '.join(why_not_published(result))} ({_of_list(result)})"
    k = "not known" if result.k is None or result.k.k is None else result.k.k
    return f"First rating {result.published}, K {k} ({played}; {_of_list(result)})"


def _of_list(result: PlayerResult | FirstRating) -> str:
    return f"{result.period.kind} list of {result.period.list_date}, {result.law.id}"
