"""Events of a book that no list rates any more: reported too late, or left behind when their list was closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.model.problems import EditionError
from arpad.regulations.durations import MONTHS_A_YEAR, shifted_months

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from datetime import date

    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.rulebook import Rulebook

    _Asked = tuple[str, date, date | None, bool]
    """Kind of chess, last day, day of the report, whether it is an official event."""

_ASKED = ("kind", "end", "received", "official")


@dataclass(frozen=True, slots=True)
class _Due:
    """The list that rates an event, None where none does, and why it is not another."""

    day: date | None
    why: str


def law_of_event(rulebook: Rulebook, kind: str, start: date) -> Edition | None:
    """Give the edition under which an event of a book began; None where there was none."""
    try:
        return rulebook.law_of_event(kind, start)
    except EditionError:
        return None


def is_list_day(rulebook: Rulebook, kind: str, day: date) -> bool:
    """Tell whether a list of a kind of chess is made on a day, by the rules of a book."""
    try:
        return rulebook.calendar(kind, day).is_list_date(day)
    except EditionError:
        return False


def not_rated(
    rows: pl.DataFrame, every: pl.DataFrame, rulebook: Rulebook, lists: Collection[date], closed: Collection[date]
) -> Iterator[tuple[int, str]]:
    """Say of each event that stays unrated why: its row, and a sentence.

    `rows` are the events that count, `every` all of them, withdrawn ones too. A list that was not made in this book
    rated whatever it rated: only events that a list of `closed` passed by are told.
    """
    unrated = rows.filter(pl.col("rated_for").is_null())
    newest = max(closed, default=None)
    yield from _without_a_predecessor(unrated.filter(pl.col("replaces").is_not_null()), every, newest)
    waiting = unrated.filter(pl.col("replaces").is_null())
    days = waiting.select("kind", "start").unique()
    began = [(kind, day) for kind, day in days.iter_rows() if law_of_event(rulebook, kind, day) is None]
    early = pl.DataFrame(began, schema={"kind": pl.String, "start": pl.Date}, orient="row")
    for row, number, name, kind, day in (
        waiting.join(early, on=["kind", "start"], how="semi").select("row", "event_id", "name", "kind", "start")
    ).iter_rows():
        yield row, f"event {number} ({name}) began on {day}, when no regulations of {kind} chess were in force"
    ruled = waiting.join(early, on=["kind", "start"], how="anti")
    reasons = [
        (*key, f"was due for the list of {due.day}, which was closed without it" if due.day else due.why)
        for key, due in _doubtful(ruled, rulebook, newest)
        if due.day is None or _passed(due.day, lists, closed)
    ]
    words = pl.DataFrame(
        reasons, schema={**{column: rows.schema[column] for column in _ASKED}, "words": pl.String}, orient="row"
    )
    explained = ruled.join(words, on=list(_ASKED), how="inner", nulls_equal=True)
    for row, number, name, why in explained.select("row", "event_id", "name", "words").iter_rows():
        yield row, f"event {number} ({name}) {why}"


def _doubtful(waiting: pl.DataFrame, rulebook: Rulebook, newest: date | None) -> list[tuple[_Asked, _Due]]:
    """Find the list of every event that may stay unrated: its report may be too late, or its list closed already."""
    calendars = _calendars(waiting, rulebook)

    def due(key: _Asked) -> _Due | None:
        return _due(calendars[key[0]], rulebook, *key)

    # A report is never too late that came before one that is not, so the last of those that ended together is asked.
    latest = waiting.drop_nulls("received").group_by("kind", "end", "official").agg(pl.col("received").max())
    late = [key for key in latest.select(_ASKED).iter_rows() if (list_due := due(key)) is None or list_due.day is None]
    schema = {column: waiting.schema[column] for column in _ASKED}
    days = pl.DataFrame(late, schema=schema, orient="row").select("kind", "end", "official")
    asked = [waiting.join(days, on=["kind", "end", "official"], how="semi")]
    if newest is not None:
        asked.append(waiting.filter(pl.col("end") <= newest))
    keys = pl.concat(asked).select(_ASKED).unique().iter_rows()
    return [(key, list_due) for key in keys if (list_due := due(key)) is not None]


def _passed(due: date, lists: Collection[date], closed: Collection[date]) -> bool:
    """Tell whether a list was closed here, or left out between lists that are there."""
    return due in closed or (due not in lists and min(lists, default=due) < due < max(closed, default=due))


def _without_a_predecessor(rows: pl.DataFrame, every: pl.DataFrame, newest: date | None) -> Iterator[tuple[int, str]]:
    """Find re-rated events that take nobody's place: the one before them is not taken back, or was never rated."""
    before = every.select("withdrawn_for", replaces="event_id", was="rated_for", gone="withdrawn")
    both = rows.select("row", "event_id", "name", "replaces").join(before, on="replaces", how="inner")
    for row, number, name, of, taken_back, was, gone in both.iter_rows():
        if not gone or taken_back is None:
            yield row, f"event {number} ({name}) stands in the place of event {of}, which no list takes back"
        elif newest is not None and taken_back <= newest:
            why = "which was never rated" if was is None else f"which the list of {taken_back} took back without it"
            yield row, f"event {number} ({name}) stands in the place of event {of}, {why}"


def _calendars(asked: pl.DataFrame, rulebook: Rulebook) -> Mapping[str, list[tuple[str | None, Calendar]]]:
    """Give the calendars by which lists of these times are made, with the names of their editions."""
    days = [day for column in ("end", "received") for day in asked[column].drop_nulls().unique().to_list()]
    if not days:
        return {}
    first, last = min(days).replace(day=1), shifted_months(max(days).replace(day=1), MONTHS_A_YEAR)
    months = [first]
    while months[-1] < last:
        months.append(shifted_months(months[-1], 1))
    calendars: dict[str, list[tuple[str | None, Calendar]]] = {}
    for kind in asked["kind"].unique().to_list():
        names = {rulebook.name(kind, day): day for day in reversed(months)}
        calendars[kind] = []
        for name, day in names.items():
            try:
                calendars[kind].append((name, rulebook.calendar(kind, day)))
            except EditionError:
                continue
    return calendars


def _due(  # noqa: PLR0913, PLR0917 - everything by which a list is found
    calendars: list[tuple[str | None, Calendar]],
    rulebook: Rulebook,
    kind: str,
    end: date,
    received: date | None,
    official: bool,
) -> _Due | None:
    """Find the list that rates an event, as closing does; None where the calendar has no answer."""
    why = None
    for name, days in calendars:
        try:
            list_date = days.list_that_rates(end, received, official=official)
            if list_date is None:
                why = why or _why(days, kind, end, received, official=official)
            elif rulebook.name(kind, list_date) == name:
                return _Due(list_date, "")
        except EditionError:
            continue
    return None if why is None else _Due(None, why)


def _why(days: Calendar, kind: str, end: date, received: date | None, *, official: bool) -> str:
    first = days.list_for_event(end, official=official)
    last = days.latest_list(end, official=official)
    if first is None or last is None or received is None:
        return f"ended on {end}, and no list of {kind} chess is made for it"
    cited = days.edition(first).cite("late_report_lists")
    return (
        f"was due for the list of {first}; its report came on {received}, too late for the list of {last}, the last "
        f"that may rate it ({cited})"
    )
