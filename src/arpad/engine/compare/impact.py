"""What a change of a book does to people: the lists that come next, and those that it touches, with it and without it.

Whoever puts a book right sees this first: who changes, and by how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import After
from arpad.book.schema import MOST_RATING
from arpad.book.view import list_name, open_list
from arpad.engine.compare.concerned import Concerned, concerned, missing_on_the_whole
from arpad.engine.period.close_list import close, has_list
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import base_day_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.model.problems import Problem

_COMPARED = {"": "rating", "k_": "k", "played_": "played"}
"""The columns of a list that are compared, by how those of the answer begin."""
_MOST = 2 * MOST_RATING
SCHEMA = {
    "list": pl.Date,
    "kind": pl.String,
    "player": pl.Int64,
    "name": pl.String,
    **{f"{start}{when}": pl.Int32 for start in _COMPARED for when in ("before", "after")},
}


@dataclass(frozen=True, slots=True)
class Impact:
    """Who changes by a change of a book, and by how much."""

    rows: pl.DataFrame
    """list, kind, player, name; before and after (the rating, null where unrated), the same of K (`k_before`,
    `k_after`) and of all rated games so far (`played_before`, `played_after`); of the newest list, and of a kind of
    chess, the biggest changes first."""
    next_lists: Mapping[str, date]
    """By kind of chess, the list that is made next, as far as it could be made with the change and without it."""
    notes: tuple[Problem, ...] = ()
    """What whoever makes the next list has to know, because of the change."""
    is_compared: bool = True
    """False for a change that can change nobody, so that no list was compared."""

    @property
    def players(self) -> int:
        """How many players change."""
        return self.rows["player"].n_unique()


def nobody() -> Impact:
    """Give the impact of a change that touches nothing from which lists are made."""
    return Impact(pl.DataFrame(schema=SCHEMA), {}, is_compared=False)


def taken_back(view: BookView, list_date: date) -> Impact:
    """Compare a list that is taken back with the lists before it: what it says now, and what holds without it."""
    frames = [pl.DataFrame(schema=SCHEMA).drop("name")]
    for kind in KINDS:
        base = (
            base_day_of(view.rulebook.calendar(kind, list_date), kind, list_date)
            if has_list(view, kind, list_date)
            else None
        )
        if base is not None and view.has(list_name(base)):
            was, will_be = (_of_kind(view.table(list_name(day)), kind) for day in (list_date, base))
            frames.append(_different(was, will_be, list_date, kind))
    return Impact(_named(pl.concat(frames), view, view), {})


def impact(view: BookView, change: Change, progress: Callable[[str], None] = lambda _: None) -> Impact:
    """Compare the next list of each kind of chess, and every list that a change touches, with the change and without.

    Refused where the next list could not be made any more. Where it cannot be made now, it is not compared. Where a
    change concerns some players only, the lists are made for these.
    """
    after = After(view, change)
    frames = [_touched(view, after, day) for day in change.lists]
    next_lists: dict[str, date] = {}
    notes: dict[str, Problem] = {}
    for day, kinds in _next_days(view, after).items():
        part = concerned(view, after, change, day, kinds)
        progress(f"the list of {day} as it is")
        was = _closed(view if part is None else part.before, day, kinds)
        if was is None:
            continue
        progress(f"the list of {day} with the change")
        will_be = close(after if part is None else part.after, day, only=kinds)
        for kind in (kind for kind in kinds if kind in was.kinds and kind in will_be.kinds):
            next_lists[kind] = day
            lines = [_lines(closed.kinds[kind].ratings, part) for closed in (was, will_be)]
            frames.append(_different(lines[0], lines[1], day, kind))
            known = {note.message for note in was.kinds[kind].notes}
            if part is not None:
                known |= missing_on_the_whole(view, kind, day)
            notes |= {note.message: note for note in will_be.kinds[kind].notes if note.message not in known}
    rows = _named(pl.concat([pl.DataFrame(schema=SCHEMA).drop("name"), *frames]), view, after)
    return Impact(rows, next_lists, tuple(notes.values()))


def _next_days(view: BookView, after: BookView) -> dict[date, list[str]]:
    """Give the kinds of chess by the day of their next list, where that is the same with the change and without."""
    days: dict[date, list[str]] = {}
    for kind in KINDS:
        day = open_list(view, kind)
        if day is not None and day == open_list(after, kind):
            days.setdefault(day, []).append(kind)
    return days


def _closed(view: BookView, day: date, kinds: list[str]) -> Closed | None:
    """Make a list; None where it cannot be made."""
    try:
        return close(view, day, only=kinds)
    except RefusedError:
        return None


def _lines(ratings: pl.DataFrame, part: Concerned | None) -> pl.DataFrame:
    """Give the lines of a list that may differ."""
    return ratings if part is None else ratings.filter(pl.col("fide_id").is_in(part.players.implode()))


def _touched(view: BookView, after: BookView, day: date) -> pl.DataFrame:
    """Compare a list that is in the book before the change and after it."""
    nothing = pl.DataFrame(schema=SCHEMA).drop("name")
    if not (view.has(list_name(day)) and after.has(list_name(day))):
        return nothing
    was, will_be = view.table(list_name(day)), after.table(list_name(day))
    lines = [_different(_of_kind(was, kind), _of_kind(will_be, kind), day, kind) for kind in KINDS]
    return pl.concat([nothing, *lines])


def _of_kind(rating_list: pl.DataFrame, kind: str) -> pl.DataFrame:
    return rating_list.select("fide_id", **{name: f"{kind}_{name}" for name in _COMPARED.values()})


def _different(was: pl.DataFrame, will_be: pl.DataFrame, day: date, kind: str) -> pl.DataFrame:
    """Give the lines that differ in what is compared; whoever is missing from a list is unrated there."""
    columns = ["fide_id", *_COMPARED.values()]
    both = was.select(columns).join(will_be.select(columns), on="fide_id", how="full", coalesce=True, suffix=" then")
    games = pl.col("played", "played then").fill_null(0)
    differs = [pl.col(name).ne_missing(pl.col(f"{name} then")) for name in _COMPARED.values()]
    lines = both.with_columns(games).filter(pl.any_horizontal(differs))
    values = {f"{start}before": pl.col(name) for start, name in _COMPARED.items()}
    values |= {f"{start}after": pl.col(f"{name} then") for start, name in _COMPARED.items()}
    named = {"list": pl.lit(day), "kind": pl.lit(kind), "player": pl.col("fide_id"), **values}
    return lines.select(named[name].cast(SCHEMA[name]).alias(name) for name in SCHEMA if name != "name")


def _named(rows: pl.DataFrame, view: BookView, after: BookView) -> pl.DataFrame:
    """Add the names, and put the newest list first, on it the biggest changes; before them, who comes or goes."""
    people = pl.concat([each.table("players").select("fide_id", "name") for each in (after, view)])
    names = people.join(rows, left_on="fide_id", right_on="player", how="semi").unique("fide_id", keep="first")
    named = rows.join(names, left_on="player", right_on="fide_id", how="left")
    before, after_it = pl.col("before"), pl.col("after")
    comes_or_goes = before.is_null() != after_it.is_null()
    size = pl.when(comes_or_goes).then(_MOST).otherwise((after_it - before).abs().fill_null(0))
    kind = pl.col("kind").replace_strict({kind: place for place, kind in enumerate(KINDS)}, return_dtype=pl.Int32)
    newest_first = -pl.col("list").to_physical()
    in_order = named.sort(newest_first, kind, -size, "player")
    return in_order.select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items())
