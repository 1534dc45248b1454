"""Which list of a replay rates each event of its book, and which events and games each of its months needs.

A month needs more than it rates: what it takes back, with the whole list that had rated it, and the events of the lists
between an event's first day and its own list where K goes by the games up to that day.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.schema import TABLES
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.rules.development_coefficient import EVENT_START
from arpad.regulations.workings.coefficient import k_moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.regulations.calendar import Calendar
    from arpad.regulations.rulebook import Rulebook

MONTHLY = ("events", "games", "corrections")
"""The tables of which a month gets its own rows only."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """An event as a replay has it."""

    month: date | None
    """The list of this replay that rates it, or one from before its beginning; None where none does."""
    rated: date | None
    """The list that has it, of this replay or of the book."""
    back: date | None
    """The list that takes it back."""
    replaces: int | None


def with_lists(events: pl.DataFrame, first: date, own: Rulebook, asked: Rulebook | None = None) -> pl.DataFrame:
    """Give the events with `month`, the list that rates them in this replay, and with what follows from it.

    `own` is the rulebook of the book, `asked` another one that is asked for. Under that one an event has the list of
    its calendar, whatever it was rated for. What the list at the beginning has already is not rated once more; what it
    lacks, and should have had, is rated first of all.
    """
    listed = _Listing(events, first, own, asked).listed()
    days = {"month": "month", "withdrawn_for": "back", "rated_for": "rated"}
    columns = {name: pl.Series([getattr(event, of) for event in listed], dtype=pl.Date) for name, of in days.items()}
    return events.with_columns(**columns, replaces=pl.Series([event.replaces for event in listed], dtype=pl.Int64))


@dataclass(slots=True)
class _Listing:
    """Finds the lists of events; a re-rated one follows the one in whose place it stands, which may be one itself."""

    events: pl.DataFrame
    first: date
    own: Rulebook
    asked: Rulebook | None
    _known: dict[tuple[object, ...], tuple[date | None, date | None]] = field(default_factory=dict)
    _rows: dict[int, dict[str, Any]] = field(default_factory=dict)

    def listed(self) -> list[_Listed]:
        """Give every event's list, in the order of the table."""
        columns = ("event_id", "kind", "end", "received", "official", "rated_for", "replaces")
        back = pl.when("withdrawn").then("withdrawn_for")
        rows = list(self.events.select(*columns, withdrawn_for=back).iter_rows(named=True))
        chained = {row["replaces"] for row in rows} - {None}
        self._rows = {row["event_id"]: row for row in rows if row["replaces"] is not None or row["event_id"] in chained}
        return [self._of(row) for row in rows]

    def _of(self, row: dict[str, Any]) -> _Listed:
        """Follow the chain of what stands in whose place up to its beginning, and come back along it."""
        chain = [row]
        while (event := self._rows.get(chain[-1]["replaces"])) is not None and event not in chain:
            chain.append(event)
        judged = self._in_force if self.asked is None else self._under_the_edition
        listed = judged(chain[-1], None)
        for event in reversed(chain[:-1]):
            listed = judged(event, listed)
        return listed

    def _in_force(self, row: dict[str, Any], replaced: _Listed | None) -> _Listed:
        """As closing the book month by month would: what it was rated for holds."""
        rated_for, back = row["rated_for"], row["withdrawn_for"]
        if replaced is not None:
            return _Listed(rated_for or replaced.month, rated_for or replaced.rated, back, row["replaces"])
        month = rated_for or self._due(row)[0]
        if rated_for is None and month is not None and back is not None and back <= month:
            # It was taken back before any list had it.
            return _Listed(None, None, back, row["replaces"])
        # Of what should have been rated before the beginning, only the book can say that it was.
        has_it = rated_for is not None or (month is not None and month >= self.first)
        return _Listed(month, month if has_it else None, back, row["replaces"])

    def _under_the_edition(self, row: dict[str, Any], replaced: _Listed | None) -> _Listed:
        kind, rated_for, back, replaces = row["kind"], row["rated_for"], row["withdrawn_for"], row["replaces"]
        if self.asked is None or kind not in self.asked.kinds:
            return _Listed(None, rated_for, None, replaces)
        if back is not None and back >= self.first:
            back = self._list_from(kind, back)
        if replaced is not None and replaced.rated is not None:
            return _Listed(replaced.month, replaced.rated, back, replaces)
        if replaced is not None:
            # Nothing of what it replaces was ever rated here, so that it is an event like any other.
            month, replaces = replaced.month, None
        else:
            in_force, due = self._due(row)
            rated = rated_for or in_force
            if rated is not None and rated < self.first:
                return _Listed(None, rated_for, back, replaces)
            month = None if due is None else self._list_from(kind, max(due, self.first))
        if month is not None and back is not None and back <= month:
            return _Listed(month, None, None, replaces)
        return _Listed(month, month, back, replaces)

    def _due(self, row: dict[str, Any]) -> tuple[date | None, date | None]:
        """Give the list of an event by the rules of the book, and by the edition that was asked for."""
        kind, end, received, official = row["kind"], row["end"], row["received"], row["official"]
        key = (kind, end, received, official)
        if key not in self._known:
            by_the_book = self.own.list_for(kind, end, received, official=official)
            asked = self.asked.calendar(kind, end) if self.asked is not None and kind in self.asked.kinds else None
            due = None if asked is None else asked.list_that_rates(end, received, official=official)
            self._known[key] = by_the_book, due
        return self._known[key]

    def _list_from(self, kind: str, day: date) -> date | None:
        return next((self.asked or self.own).calendar(kind, day).lists_from(day), None)


def between(events: pl.DataFrame, months: tuple[date, ...], kinds: Sequence[str], rulebook: Rulebook) -> pl.DataFrame:
    """Give the lists whose events a month has to know besides its own: `kind`, `rated` and `month`.

    From 2009 to 2021 K goes by the games before an event. Those that a list after its first day has rated already are
    not on the list of that day, so they are counted from their events.
    """
    lists: set[tuple[str, date, date]] = set()
    for kind in kinds:
        own = events.filter(pl.col("kind") == kind)
        rated = own.select("start", list="month", month="month").unique()
        # What takes an event back works the list out anew that had rated it.
        anew = (
            own.filter(pl.col("withdrawn_for").is_in(months)).select(list="rated_for", month="withdrawn_for").unique()
        )
        again = own.select("start", list="rated_for").unique().join(anew, on="list").select(rated.columns)
        for month in months:
            days = rulebook.calendar(kind, month)
            asked = pl.concat([rated, again]).filter((pl.col("month") == month) & pl.col("list").is_not_null())
            for start, list_day in asked.select("start", "list").unique().iter_rows():
                lists |= {(kind, day, month) for day in _lists_between(days, start, list_day)}
    schema = {"kind": pl.String, "rated_for": pl.Date, "month": pl.Date}
    return pl.DataFrame(sorted(lists), schema=schema, orient="row")


def _lists_between(days: Calendar, start: date, day: date) -> Iterator[date]:
    """Give the lists after that of a first day and before the one that rates the event, where K needs them."""
    try:
        if k_moment(days.edition_of_event(start)) != EVENT_START:
            return
    except NoEditionError:
        return
    then, earlier = days.list_in_force(start), days.list_before(day)
    while earlier is not None and then is not None and earlier > then:
        yield earlier
        earlier = days.list_before(earlier)


def parted(
    tables: dict[str, pl.DataFrame], events: pl.DataFrame, first: date, more: pl.DataFrame
) -> dict[date, dict[str, pl.DataFrame]]:
    """Part events, games and corrections by the month whose list needs them; `more` names lists that one needs too."""
    asked = events.filter(pl.col("month") >= first).select("event_id", "month")
    # The list that takes an event back, or rates another in its place, needs it as much as the one that rated it.
    gone = events.filter(pl.col("withdrawn_for") >= first)
    back = gone.select("event_id", month="withdrawn_for")
    instead = events.select("event_id", "replaces").join(
        gone.select(replaces="event_id", month="withdrawn_for"), on="replaces"
    )
    mended = events.filter((pl.col("month") >= first) & pl.col("replaces").is_not_null())
    # It works the list out anew that had rated the event, so it needs all of that list.
    anew = gone.select("rated_for", month="withdrawn_for").unique()
    beside = events.select("event_id", "rated_for").join(anew, on="rated_for")
    earlier = events.select("event_id", "kind", "rated_for").join(more, on=["kind", "rated_for"])
    of_mended = mended.select("month", event_id="replaces")
    every = (asked, back, instead, beside, earlier, of_mended)
    wanted = pl.concat([needed.select(asked.columns) for needed in every]).unique()
    own = events.select(list(TABLES["events"].columns))
    by_month: dict[date, dict[str, pl.DataFrame]] = {}
    for table, frame in (("events", own), ("games", tables["games"])):
        for month, part in _by_month(frame.join(wanted, on="event_id", how="inner")):
            by_month.setdefault(month, {})[table] = part
    bases = tables["corrections"].with_columns(month="list")
    again = bases.drop("month").join(anew, left_on="list", right_on="rated_for")
    for month, part in _by_month(pl.concat([bases, again.select(bases.columns)]).unique()):
        by_month.setdefault(month, {})["corrections"] = part
    return by_month


def _by_month(frame: pl.DataFrame) -> Iterator[tuple[date, pl.DataFrame]]:
    for (month,), part in frame.partition_by("month", as_dict=True, include_key=False).items():
        yield month, part
