"""A rated player's period in the columns of FIDE's own calculation page: Ro, Rc, W, n, chg, K, K*chg.

A row for each event and one for all of them; within an event a row for each game, with K times its change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.model.numbers import HALF_UP, rounded_quotient

if TYPE_CHECKING:
    from arpad.regulations.workings.period import PlayerResult

HEAD = ("Ro", "Rc", "W", "n", "chg", "K", "K*chg")


class FideColumns(NamedTuple):
    """One event, or a whole period: scores and changes in hundredths."""

    ro: int | None
    """The player's rating that is used."""
    rc: int | None
    """The mean of the opponents' ratings as they count; None without a counted game."""
    w: int
    n: int
    chg: int
    k: int | None
    """K as applied; None where it is not known, or differs between events."""
    k_chg: int | None


class GameColumns(NamedTuple):
    """One game of an event: what it changes, and K times that. None where it does not count, or not by itself."""

    chg: int | None
    k: int | None
    k_chg: int | None


def event_columns(result: PlayerResult, place: int) -> FideColumns:
    """Give the row of an event of a period."""
    event, k = result.events[place], applied_k(result, place)
    whole = event.working.whole
    average = whole.get("average")
    opponents = _counted_opponents(result, place)
    rc = rounded_quotient(sum(opponents), len(opponents), HALF_UP) if opponents else None
    total = whole["sum"]
    return FideColumns(
        event.rating, rc if average is None else average, whole["score"], whole["games"], total, k,
        None if k is None else k * total,
    )  # fmt: skip


def period_columns(result: PlayerResult) -> FideColumns:
    """Give the row of all events together."""
    every = [event_columns(result, place) for place in range(len(result.events))]
    opponents = [rating for place in range(len(every)) for rating in _counted_opponents(result, place)]
    rc = rounded_quotient(sum(opponents), len(opponents), HALF_UP) if opponents else None
    if len(every) == 1:
        rc = every[0].rc
    return FideColumns(
        result.rating, rc, sum(event.w for event in every), sum(event.n for event in every), result.sum or 0,
        result.k_applied, result.unrounded,
    )  # fmt: skip


def game_columns(result: PlayerResult, place: int) -> tuple[GameColumns, ...]:
    """Give the rows of the games of an event, as they stand there."""
    parts, k = result.events[place].working.parts, applied_k(result, place)
    rows = []
    for index, is_counted in enumerate(parts["counted"]):
        change = parts["change"][index] if is_counted and "change" in parts else None
        rows.append(GameColumns(change, k if is_counted else None, None if k is None or change is None else k * change))
    return tuple(rows)


def applied_k(result: PlayerResult, place: int) -> int | None:
    """Give K of an event as it is applied: after the limit of the period, where that is known."""
    applied = result.k_applied_to[place] if result.k_applied_to else None
    return result.events[place].k if applied is None else applied


def _counted_opponents(result: PlayerResult, place: int) -> list[int]:
    """Give the opponents' ratings as they count: moved to the largest difference where the real one is larger."""
    event = result.events[place]
    parts = event.working.parts
    return [
        event.rating - counted
        for counted, is_counted in zip(parts["counted_difference"], parts["counted"], strict=True)
        if is_counted and counted is not None
    ]
