"""What becomes of the events of a book on the list that comes: rated, taken back, waiting, or not rated and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.event_checks import unrated_events
from arpad.model.problems import EditionError
from arpad.publication.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from arpad.book.view import BookView

NOT_RATED, TAKEN_BACK, RATED, WAITING, ANNULLED = STATES = (
    "not_rated", "taken_back", "rated", "waiting", "annulled",
)  # fmt: skip
"""In the order in which somebody should look at them."""
_SHOWN = ("event_id", "name", "kind", "start", "end")


def open_events(day: date, events: pl.DataFrame, view: BookView, closed_here: Collection[date]) -> list[dict[str, Any]]:
    """Give every event that no earlier list rated, and those that this list takes back, with what becomes of each.

    `events` are those of the book, with the list that rated each, that of the day included; `closed_here` are the days
    of the lists that were made in the book. Each event has its state, the list that rates or rated it, and a sentence
    where there is something to say.
    """
    lists = {*view.list_dates, day}
    why = unrated_events(events, view.rulebook, lists, {*closed_here, day})
    earlier = view.table("events").filter(pl.col("rated_for") < day)["event_id"]
    is_open = ~pl.col("event_id").is_in(earlier.implode()) | (pl.col("withdrawn_for") == day).fill_null(value=False)
    own = events.filter(is_open).sort("kind", "end", "start", "event_id")
    counts = view.table("games").group_by("event_id").len()
    rows = own.join(counts, on="event_id", how="left", maintain_order="left").iter_rows(named=True)
    replaced = dict(own.select("replaces", "event_id").drop_nulls().iter_rows())
    states = [_state(row, day, view, why, replaced) for row in rows]
    return sorted(states, key=lambda event: STATES.index(event["state"]))


def _state(
    row: dict[str, Any], day: date, view: BookView, why: dict[int, str], replaced: dict[int, int]
) -> dict[str, Any]:
    state, due, words = _judged(row, day, view, why, replaced)
    return {
        **{name: row[name] for name in _SHOWN},
        "start": row["start"].isoformat(),
        "end": row["end"].isoformat(),
        "games": row["len"] or 0,
        "state": state,
        "list": None if due is None else due.isoformat(),
        "why": words,
    }


def _judged(
    row: dict[str, Any], day: date, view: BookView, why: dict[int, str], replaced: dict[int, int]
) -> tuple[str, date | None, str | None]:
    """Give the state of an event, the list that it concerns, and a sentence."""
    number = row["event_id"]
    if row["withdrawn"] and row["withdrawn_for"] == day and row["rated_for"] is not None:
        facts = {"rated_for": row["rated_for"], "instead": replaced.get(number)}
        return TAKEN_BACK, day, WORDS.say("event_state", TAKEN_BACK, facts)
    if row["withdrawn"]:
        return ANNULLED, None, None
    if row["rated_for"] is not None:
        is_anew = row["replaces"] is not None
        return RATED, day, WORDS.say("event_state", "rated_anew", row) if is_anew else None
    if number in why:
        return NOT_RATED, None, f"It {why[number]}."
    due = _list_due(row, view)
    is_late = due is None or due <= day
    return (
        (NOT_RATED if is_late else WAITING),
        due,
        WORDS.say("event_state", "late" if is_late else WAITING, {"due": due}),
    )


def _list_due(row: dict[str, Any], view: BookView) -> date | None:
    """Find the list that rates an event by the calendar of its days; None where there is none."""
    try:
        calendar = view.rulebook.calendar(row["kind"], row["end"])
        return calendar.list_that_rates(row["end"], row["received"], official=row["official"])
    except EditionError:
        return None
