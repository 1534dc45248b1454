"""A whole list from a book: all kinds of chess, flags, and the part results that are kept for the next one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.schema import LIST, POOL
from arpad.book.view import Period
from arpad.engine.everybody import people_of
from arpad.engine.period.close_kind import close_kind, worked_out
from arpad.engine.period.inactivity import flags
from arpad.engine.period.withdrawals import rated_for
from arpad.engine.wording import WORDS
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import NoEditionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.everybody import Everybody
    from arpad.engine.period.close_kind import ClosedKind, WorkedOut

OF_KIND = ("rating", "games", "k", "played", "highest", "last")
_AT_ONCE = 2
"""So many kinds of chess are rated at the same time; three would need more room."""
_LOOKED_BACK = 60
"""So many lists back it is looked for one that a gap would cut off."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A list as it is written into a book, and how each kind of chess came about."""

    list_date: date
    frame: pl.DataFrame
    kinds: Mapping[str, ClosedKind]
    pool: pl.DataFrame
    events: pl.DataFrame


def close(
    view: BookView, list_date: date, progress: Callable[[str], None] = lambda _: None, only: Sequence[str] = KINDS
) -> Closed:
    """Make the list of a day: a pure function of the tables of a book, of its earlier lists and of its rulebook.

    An own edition holds for the kinds of chess it is for; for the others those in force do.
    """
    kinds = {kind: worked.closed for kind, worked in worked_kinds(view, list_date, progress, only).items()}
    progress("putting the list together")
    return put_together(view, list_date, kinds)


def close_to_publish(view: BookView, list_date: date, progress: Callable[[str], None] = lambda _: None) -> Closed:
    """Make the list of a day with all that is published of it, two kinds of chess at a time.

    Gives what `close` does. How the ratings came about is written out, and what it was made from is let go: that of
    three kinds would need much room. Several threads ask the view for its tables.
    """
    periods = _periods(view, list_date, KINDS)
    people = people_of(view.table("players"))
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        tasks = {kind: pool.submit(_written_out, period, people) for kind, period in periods.items()}
        kinds: dict[str, ClosedKind] = {}
        for kind, task in tasks.items():
            progress(f"rating {kind} chess")
            kinds[kind] = task.result()
    progress("putting the list together")
    return put_together(view, list_date, kinds)


def _written_out(period: Period, people: Everybody) -> ClosedKind:
    closed_kind = close_kind(period, people)
    return replace(closed_kind, changes=closed_kind.changes.written_out())


def worked_kinds(
    view: BookView, list_date: date, progress: Callable[[str], None] = lambda _: None, only: Sequence[str] = KINDS
) -> dict[str, WorkedOut]:
    """Make the list of a day in every kind of chess that has one."""
    periods = _periods(view, list_date, only)
    people = people_of(view.table("players"))
    kinds: dict[str, WorkedOut] = {}
    for kind, period in periods.items():
        progress(f"rating {kind} chess")
        kinds[kind] = worked_out(period, people)
    return kinds


def _periods(view: BookView, list_date: date, only: Sequence[str]) -> dict[str, Period]:
    """Give the periods of the kinds of chess that have a list on a day; refused where none has, or one lacks a list."""
    periods = {kind: Period(view, kind, list_date) for kind in only if has_list(view, kind, list_date)}
    for period in periods.values():
        _refuse_gap(period)
    if not periods:
        raise RefusedError.of(WORDS, "no_list", day=list_date)
    return periods


def put_together(view: BookView, list_date: date, kinds: Mapping[str, ClosedKind]) -> Closed:
    """Put what the kinds of chess came to into one list, for the players of a view."""
    frame, pool = list_frame(view, list_date, kinds), pool_after(view, list_date, kinds)
    rated = {kind: closed_kind.events for kind, closed_kind in kinds.items()}
    return Closed(list_date, frame, kinds, pool, rated_events(view, list_date, rated))


def pool_after(view: BookView, list_date: date, kinds: Mapping[str, ClosedKind]) -> pl.DataFrame:
    """Give the part results that are kept for the next list; those of other kinds of chess stay."""
    pools = [closed_kind.pool for closed_kind in kinds.values()]
    rest = view.pool_before(list_date).filter(~pl.col("kind").is_in(list(kinds)))
    fitted = {column: pl.col(column).cast(dtype) for column, dtype in rest.schema.items()}
    return pl.concat([pool.select(**fitted) for pool in (*pools, rest)]).sort(POOL.key)


def rated_events(view: BookView, list_date: date, of_kinds: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Give the events of a book, with the list that rated each; `of_kinds` are those that this one rates."""
    rated = pl.concat([events.select("event_id") for events in of_kinds.values()])["event_id"]
    events = view.table("events")
    return events.with_columns(rated_for=rated_for(events, list_date)).with_columns(
        rated_for=pl.when(pl.col("event_id").is_in(rated.implode())).then(pl.lit(list_date)).otherwise("rated_for")
    )


def has_list(view: BookView, kind: str, list_date: date) -> bool:
    """Tell whether a list of a kind of chess is made on a day, by the rules of a book."""
    try:
        return view.rulebook.calendar(kind, list_date).is_list_date(list_date)
    except NoEditionError:
        return False


def _refuse_gap(period: Period) -> None:
    """Refuse a list whose predecessor is missing while an older one is there: nobody would be rated."""
    days = period.calendar
    before = days.list_before(period.list_date)
    if before is None or period.rating_list(before) is not None:
        return
    older = days.list_before(before)
    for _ in range(_LOOKED_BACK):
        if older is None:
            break
        if period.rating_list(older) is not None:
            raise RefusedError.of(WORDS, "list_before_missing", kind=period.kind, day=period.list_date, before=before)
        older = days.list_before(older)


def list_frame(view: BookView, list_date: date, kinds: Mapping[str, ClosedKind]) -> pl.DataFrame:
    """Put the kinds of chess together, a line for each player in the order of FIDE numbers, with the flags."""
    players = view.table("players")
    columns: list[pl.Series] = []
    for kind in KINDS:
        closed_kind = kinds.get(kind)
        for part in OF_KIND:
            dtype = LIST.schema[f"{kind}_{part}"]
            if closed_kind is not None:
                columns.append(closed_kind.ratings[part].cast(dtype).alias(f"{kind}_{part}"))
            else:
                nothing = 0 if part in {"games", "played"} else None
                columns.append(pl.Series(f"{kind}_{part}", [nothing], dtype=dtype).new_from_index(0, players.height))
    sexes = players.select(pl.col("fide_id").cast(pl.Int64), "sex")
    sexes = sexes if sexes["fide_id"].is_sorted() else sexes.sort("fide_id")
    frame = pl.DataFrame([sexes["fide_id"], sexes["sex"], *columns])
    return frame.with_columns(flag=flags(frame, Period(view, KINDS[0], list_date))).drop("sex")
