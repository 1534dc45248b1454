"""A player excluded for a time: games that are not rated, or a list that does not show the player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.change import changed
from arpad.book.decisions.correct_player import person_of
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.schema import EXCLUSIONS
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.view import BookView

GAMES = "games"


@dataclass(frozen=True, slots=True)
class Exclude:
    """Who is excluded from what, and when; the same player, first day and scope again set another last day."""

    player: int
    since: date
    scope: str
    why: str
    until: date | None = None


def excluded(view: BookView, request: Exclude) -> Change:
    """Give the change that excludes a player, or sets another end to an exclusion."""
    person = person_of(view, request.player)
    if request.until is not None and request.until < request.since:
        raise RefusedError.of(WORDS, "days_reversed", str(request.player), start=request.since, end=request.until)
    key: dict[str, Any] = {"fide_id": request.player, "since": request.since, "scope": request.scope}
    table = view.table("exclusions")
    is_same = pl.all_horizontal(pl.col(name) == value for name, value in key.items())
    was = table.filter(is_same)
    if was.height and was["until"][0] == request.until:
        raise RefusedError.of(
            WORDS, "excluded_already", str(request.player), player=request.player, name=person["name"]
        )
    if request.scope == GAMES:
        _refuse_rated(view, request, was)
    row = {**key, "until": request.until, "reason": request.why}
    after = pl.concat([table.filter(~is_same), pl.DataFrame([row], schema=EXCLUSIONS.schema, orient="row")])
    facts = {"player": request.player, "name": person["name"], "since": request.since, "until": request.until}
    facts |= {"scope": request.scope}
    reason = Problem.of(
        WORDS, "excluded", severity=NOTE,
        player=request.player, name=person["name"], since=request.since, until=request.until,
    )  # fmt: skip
    return with_rows(
        changed(view, {"exclusions": after}, reasons=(reason,)), BookLogEntry("exclude", request.why, facts=facts)
    )


def _refuse_rated(view: BookView, request: Exclude, was: pl.DataFrame) -> None:
    """Refuse an exclusion that reaches games which a list has rated: it would not take them back.

    Of an exclusion that is there already, only the days that come to it count, or that leave it.
    """
    rated = view.table("events").filter(pl.col("rated_for").is_not_null())
    sides = pl.col("white", "black") == request.player
    games = view.table("games").filter(pl.any_horizontal(sides)).join(rated, on="event_id", suffix="_event")
    on = pl.coalesce("day", "start")
    days = games.select("event_id", on=on)
    reached = pl.col("on") >= request.since
    if request.until is not None:
        reached &= pl.col("on") <= request.until
    if was.height:
        last = was["until"][0]
        was_reached = (pl.col("on") >= request.since) & (pl.lit(value=True) if last is None else pl.col("on") <= last)
        reached = reached != was_reached
    touched = days.filter(reached).sort("on")
    if touched.is_empty():
        return
    after = touched["on"][-1] + timedelta(days=1)
    numbers = touched["event_id"].unique().sort().to_list()
    raise RefusedError.of(
        WORDS, "games_rated_already", str(request.player), player=request.player, events=numbers, after=after
    )
