"""An event of a book in another form: in its place as long as no list has rated it, afterwards as a re-rated event.

A list that was published stays as it is. So an event that it rated is withdrawn for the next list, which takes its
changes back, and the other form is an event of its own that stands in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.schema import EVENTS, GAMES
from arpad.book.view import open_list
from arpad.book.wording import WORDS
from arpad.model.clock import today
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.imports.rows import Row
    from arpad.book.view import BookView


@dataclass(frozen=True, slots=True)
class OtherForm:
    """The tables with an event in another form, its number then, and the list that carries it out."""

    tables: dict[str, pl.DataFrame]
    event_id: int
    list_date: date | None
    """The list that takes the changes of a rated event back; None where no list has rated it."""


def event_of(view: BookView, number: int) -> Row:
    """Give the row of an event; refused where the book does not have it."""
    rows = view.table("events").filter(pl.col("event_id") == number)
    if rows.is_empty():
        raise RefusedError.of(WORDS, "no_event", str(number), number=number)
    return rows.row(0, named=True)


def games_of(view: BookView, number: int) -> pl.DataFrame:
    """Give the games of an event."""
    return view.table("games").filter(pl.col("event_id") == number)


def next_event(view: BookView) -> int:
    """Give the number that the next event of a book has; part results may be of events that it does not have."""
    numbers = [view.table(name)["event_id"].max() or 0 for name in ("events", "pool")]
    return max(int(str(number)) for number in numbers) + 1


def refuse_settled(view: BookView, event: Row) -> None:
    """Refuse an event that has no form any more that could be put right."""
    number, name = event["event_id"], event["name"]
    instead = view.table("events").filter((pl.col("replaces") == number) & ~pl.col("withdrawn"))
    if instead.height:
        other = instead["event_id"][0]
        raise RefusedError.of(WORDS, "event_replaced", str(number), number=number, name=name, other=other)
    if event["withdrawn"] and is_carried_out(view, event):
        raise RefusedError.of(
            WORDS, "event_taken_back", str(number), number=number, name=name, day=event["withdrawn_for"]
        )


def is_carried_out(view: BookView, event: Row) -> bool:
    """Tell whether a list of the book has taken back the changes of a withdrawn event."""
    taken_back = event["withdrawn_for"]
    return event["rated_for"] is not None and taken_back is not None and taken_back in view.list_dates


def list_that_takes_back(view: BookView, event: Row) -> date:
    """Give the list that can take the changes of a rated event back: the next one of its kind of chess."""
    day = open_list(view, event["kind"])
    if day is None:
        raise RefusedError.of(WORDS, "no_list_open", str(event["event_id"]), kind=event["kind"])
    return day


def with_row(events: pl.DataFrame, row: Row) -> pl.DataFrame:
    """Give the events with another row in the place of the one with its number."""
    other = pl.DataFrame([row], schema=EVENTS.schema, orient="row")
    place = events["event_id"].index_of(row["event_id"])
    if place is None:
        return pl.concat([events, other])
    return pl.concat([events.head(place), other.select(events.columns), events.slice(place + 1)])


def in_other_form(view: BookView, event: Row, form: Row, games: pl.DataFrame) -> OtherForm:
    """Give the tables in which an event has another form: other cells, and other games."""
    refuse_settled(view, event)
    if form["end"] < form["start"]:
        raise RefusedError.of(WORDS, "days_reversed", str(event["event_id"]), start=form["start"], end=form["end"])
    events, every_game, number = view.table("events"), view.table("games"), event["event_id"]
    if event["rated_for"] is None:
        refuse_other_kind_in_place(event, form)
        others = every_game.filter(pl.col("event_id") != number)
        own = with_row(events, {**form, "event_id": number, "withdrawn": False, "withdrawn_for": None})
        return OtherForm({"events": own, "games": _joined(others, games, number)}, number, None)
    day, new = list_that_takes_back(view, event), next_event(view)
    gone = {**event, "withdrawn": True, "withdrawn_for": day}
    plain = {"event_id": new, "withdrawn": False, "withdrawn_for": None, "rated_for": None}
    instead = {**form, **plain, "replaces": number}
    if form["kind"] != event["kind"]:
        instead |= {"replaces": None, "received": _received_anew(view, form)}
    tables = {"events": with_row(with_row(events, gone), instead), "games": _joined(every_game, games, new)}
    return OtherForm(tables, new, day)


def _joined(others: pl.DataFrame, games: pl.DataFrame, number: int) -> pl.DataFrame:
    own = games.with_columns(event_id=pl.lit(number, dtype=pl.Int64)).select(
        pl.col(name).cast(dtype) for name, dtype in GAMES.schema.items()
    )
    return pl.concat([others, own.select(others.columns)])


def refuse_other_kind_in_place(event: Row, form: Row) -> None:
    """Refuse another kind of chess for an event that stands in the place of a rated one."""
    if event["replaces"] is not None and form["kind"] != event["kind"]:
        raise RefusedError.of(
            WORDS, "kind_of_replaced", str(event["event_id"]), number=event["event_id"], replaces=event["replaces"]
        )


def _received_anew(view: BookView, form: Row) -> date:
    """Give today as the day on which an event of another kind of chess was reported; refused where that is too late."""
    day: date = max(today(), form["end"])
    due = view.rulebook.list_for(form["kind"], form["end"], day, official=form["official"])
    newest = view.list_dates[-1]
    if due is None or due <= newest:
        raise RefusedError.of(
            WORDS, "no_list_rates", str(form["event_id"]), number=form["event_id"], kind=form["kind"], end=form["end"]
        )
    return day
