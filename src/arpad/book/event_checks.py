"""What the calendar says against the events of a book: parts and long events, and events that no list ever rates.

Doubts only: none of it keeps a book from being used. Days are asked of the calendar once for each different one, and
the rest is done over columns, for a book may have hundreds of thousands of events.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.problems import problem
from arpad.book.schema import FIRST_DAY, LAST_DAY
from arpad.book.tables import SHOWN
from arpad.book.wording import WORDS
from arpad.model.period import KINDS, RATINGS_AT_GAME
from arpad.model.problems import EditionError
from arpad.regulations.consulted import answer
from arpad.regulations.durations import MONTHS_A_YEAR, shifted_months, written_day
from arpad.regulations.rules.schedule import IN_PARTS, MONTHLY_PARTS
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.event_basis import is_rated_day_by_day

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import date

    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.rulebook import Rulebook

    _Asked = tuple[str, date, date | None, bool]
    """Kind of chess, last day, day of the report, whether it is an official event."""

_READ = ("event_id", "name", "kind", "start", "end", "official", "received", "part_of", "ratings", "system",
         "withdrawn", "withdrawn_for", "replaces", "rated_for")  # fmt: skip
_ASKED = ("kind", "end", "received", "official")
_EVENT = ("row", "event_id", "name")


def event_problems(
    tables: Mapping[str, TableFile], rulebook: Rulebook, lists: Collection[date], closed: Collection[date]
) -> Iterator[FileProblem]:
    """Check the events by the editions of their days; `closed` are those of the lists that were made in the book."""
    events, games = tables.get("events"), tables.get("games")
    if events is None or not events.has(*_READ):
        return
    every = events.frame.select(_READ).with_row_index("row").unique("event_id", keep="first", maintain_order=True)
    rows = _judged(every)
    if games is not None and games.has("event_id"):
        played = pl.col("event_id").is_in(games.frame["event_id"].unique().implode())
        rows = rows.with_columns(is_played=played)
        yield from _of_parts(events, rows)
        yield from _missing_months(events, rows, rulebook, max(lists, default=None))
        yield from _whole_long_events(events, rows, rulebook)
    yield from _by_game(events, rows, rulebook)
    yield from _as_problem(events, "withdrawal_without_effect", _withdrawals(every, rulebook))
    yield from _as_problem(events, "event_not_rated", _not_rated(rows, every, rulebook, lists, closed))


def unrated_events(
    events: pl.DataFrame, rulebook: Rulebook, lists: Collection[date], closed: Collection[date]
) -> dict[int, str]:
    """Say of each event that no list rates any more why, by its number; `closed` are the lists made in the book."""
    every = events.select(_READ).with_row_index("row")
    cases = _not_rated(_judged(every), every, rulebook, lists, closed)
    return {case["event_id"]: WORDS.say("not_rated", case["says"], case) for case in cases}


def with_waiting_events(tables: Mapping[str, TableFile]) -> dict[str, TableFile]:
    """Give the tables with those events only that no list has rated yet, with their games.

    Parts stay together with the others of their event, and withdrawn events stay, for a list may still have to take
    them back. What is to be said of other events was said when their list was closed.
    """
    events, games = tables.get("events"), tables.get("games")
    if events is None or games is None or not events.has(*_READ) or not games.has("event_id"):
        return dict(tables)
    whole = pl.coalesce("part_of", "event_id")
    waiting = events.frame.filter(pl.col("rated_for").is_null()).select(whole).to_series()
    rows = events.frame.filter(whole.is_in(waiting.implode()) | pl.col("withdrawn"))
    played = games.frame.filter(pl.col("event_id").is_in(rows.filter(~pl.col("withdrawn"))["event_id"].implode()))
    return {**tables, "events": replace(events, frame=rows), "games": replace(games, frame=played)}


def _judged(every: pl.DataFrame) -> pl.DataFrame:
    """Give the events that count, and whose days and kind can be judged; what is wrong with others is told as that."""
    first, last, received = pl.col("start"), pl.col("end"), pl.col("received")
    known = first.is_between(FIRST_DAY, LAST_DAY) & last.is_between(first, LAST_DAY) & pl.col("kind").is_in(KINDS)
    known &= received.is_null() | received.is_between(FIRST_DAY, LAST_DAY)
    return every.filter(known & ~pl.col("withdrawn").fill_null(value=False) & pl.col("event_id").is_not_null())


def _as_problem(events: TableFile, code: str, cases: Iterable[dict[str, Any]]) -> Iterator[FileProblem]:
    """Make one problem of all rows with the same fault: where they are, and of the first what it is."""
    faults = sorted(cases, key=lambda case: (case["row"], case.get("says", "")))
    if faults:
        wrong = pl.int_range(events.frame.height, eager=True).is_in([case["row"] for case in faults])
        yield problem(code, at=events.where(wrong), cases=faults[:SHOWN])


def _cases(rows: pl.DataFrame, *columns: str, says: str = "") -> Iterator[dict[str, Any]]:
    """Give the facts about each row: the event by its number and its name, and these columns."""
    named = rows.with_columns(pl.col("name").fill_null(""))
    for case in named.select(*_EVENT, *columns).iter_rows(named=True):
        yield {**case, "says": says}


def _of_parts(events: TableFile, rows: pl.DataFrame) -> Iterator[FileProblem]:
    """Look at each part beside the event of which it is one."""
    wholes = rows.select(part_of="event_id", whole="name", whole_kind="kind", whole_of="part_of")
    parts = rows.filter(pl.col("part_of") != pl.col("event_id")).join(wholes, on="part_of", how="inner")
    parts = parts.with_columns(pl.col("whole").fill_null(""))
    other = parts.filter(pl.col("kind") != pl.col("whole_kind"))
    yield from _as_problem(events, "part_of_other_kind", _cases(other, "kind", "part_of", "whole", "whole_kind"))
    chained = parts.filter(pl.col("whole_of") != pl.col("part_of"))
    yield from _as_problem(events, "part_of_part", _cases(chained, "part_of", "whole", "whole_of"))


def _missing_months(
    events: TableFile, rows: pl.DataFrame, rulebook: Rulebook, newest: date | None
) -> Iterator[FileProblem]:
    """Find the months of long events of which no part has games, as far as the lists of the book have come."""
    roots = rows.filter(pl.col("part_of") != pl.col("event_id"))["part_of"].unique()
    is_member = pl.col("part_of").is_not_null() | pl.col("event_id").is_in(roots.implode())
    members = rows.filter(is_member).with_columns(whole=pl.coalesce("part_of", "event_id"))
    # Parts of another kind of chess are told as such, and say nothing about the months of this one.
    kinds = rows.select(whole="event_id", kind="kind")
    members = members.join(kinds, on=["whole", "kind"], how="semi")
    spans = members.group_by("whole", "kind").agg(pl.col("start").min(), pl.col("end").max())
    long = _longer(spans, rulebook)
    if not long.height:
        return
    due = pl.lit(LAST_DAY if newest is None else newest)
    months = _months(long.with_columns(end=pl.min_horizontal("end", due.dt.month_start().dt.offset_by("-1d"))))
    covered = _months(members.filter("is_played"))
    lacking = months.join(covered, on=["whole", "month"], how="anti").sort("month").with_columns(month=_month_named())
    lacking = lacking.group_by("whole", maintain_order=True).agg("month")
    incomplete = rows.select("row", "event_id", "name").join(lacking, left_on="event_id", right_on="whole")
    incomplete = incomplete.join(long, left_on="event_id", right_on="whole")
    yield from _as_problem(events, "part_month_missing", _cases(incomplete, "start", "end", "month", "cited"))


def _months(spans: pl.DataFrame) -> pl.DataFrame:
    """Give a row for every calendar month that an event touches, months counted through."""
    first, last = (
        MONTHS_A_YEAR * pl.col(column).dt.year().cast(pl.Int64) + pl.col(column).dt.month().cast(pl.Int64) - 1
        for column in ("start", "end")
    )
    touched = spans.select("whole", month=pl.int_ranges(first, last + 1)).explode("month")
    return touched.drop_nulls().unique()


def _month_named() -> pl.Expr:
    number = pl.col("month")
    return pl.format("{}-{}", number // MONTHS_A_YEAR, (number % MONTHS_A_YEAR + 1).cast(pl.String).str.zfill(2))


def _whole_long_events(events: TableFile, rows: pl.DataFrame, rulebook: Rulebook) -> Iterator[FileProblem]:
    """Find the events that should have been reported in parts, and were not."""
    roots = rows["part_of"].drop_nulls().unique()
    alone = rows.filter(pl.col("is_played") & pl.col("part_of").is_null() & ~pl.col("event_id").is_in(roots.implode()))
    long = _longer(alone, rulebook)
    yield from _as_problem(events, "long_event_whole", _cases(long, "start", "end", "limit", "cited"))


def _longer(spans: pl.DataFrame, rulebook: Rulebook) -> pl.DataFrame:
    """Give those that last longer than their edition allows without monthly reports, with the limit and its article."""
    long_rows = []
    for kind, start, end in spans.select("kind", "start", "end").unique().iter_rows():
        law = _law_of_event(rulebook, kind, start)
        if law is None or not _is_in_parts(law, start, end):
            continue
        parts = answer(law, MONTHLY_PARTS, **_span(start, end)).by("reported")
        limit = parts.value("long_event_parts_over")
        long_rows.append((kind, start, end, limit, ", ".join(map(str, parts.citations()))))
    schema = {"kind": pl.String, "start": pl.Date, "end": pl.Date, "limit": pl.String, "cited": pl.String}
    long = pl.DataFrame(long_rows, schema=schema, orient="row")
    return spans.join(long, on=["kind", "start", "end"], how="inner")


def _is_in_parts(law: Edition, start: date, end: date) -> bool:
    return bool(ints(MONTHLY_PARTS, law).run(_span(start, end), {}).whole["reported"] == IN_PARTS)


def _span(start: date, end: date) -> dict[str, int]:
    return {"knows_days": True, "first_day": written_day(start), "last_day": written_day(end)}


def _withdrawals(every: pl.DataFrame, rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """Find withdrawals that no list ever carries out."""
    known = every.filter(pl.col("kind").is_in(KINDS)).with_columns(pl.col("withdrawn").fill_null(value=False))
    taken, rated = pl.col("withdrawn_for"), pl.col("rated_for")
    rated_once = known.filter("withdrawn", rated.is_not_null())
    yield from _cases(rated_once.filter(taken.is_null()), "rated_for", says="for_no_list")
    yield from _cases(rated_once.filter(taken <= rated), "rated_for", "withdrawn_for", says="not_later")
    unset = known.filter(~pl.col("withdrawn"), taken.is_not_null())
    yield from _cases(unset, "withdrawn_for", says="not_set")
    days = known.filter("withdrawn").select("kind", "withdrawn_for").drop_nulls().unique()
    wrong = [(kind, day) for kind, day in days.iter_rows() if not _is_list_day(rulebook, kind, day)]
    no_list = pl.DataFrame(wrong, schema={"kind": pl.String, "withdrawn_for": pl.Date}, orient="row")
    on_no_list = known.filter("withdrawn").join(no_list, on=["kind", "withdrawn_for"], how="semi")
    yield from _cases(on_no_list, "withdrawn_for", "kind", says="day_without_list")


def _by_game(events: TableFile, rows: pl.DataFrame, rulebook: Rulebook) -> Iterator[FileProblem]:
    """Find the events for which ratings of each game's day are asked, and which the edition rates otherwise."""
    asked = rows.filter(pl.col("ratings") == RATINGS_AT_GAME)
    laws = [
        (*key, law.id)
        for key in asked.select("kind", "start", "end", "system").unique().iter_rows()
        if (law := _law_of_event(rulebook, key[0], key[1])) is not None
        and not is_rated_day_by_day(law, key[1], key[2], is_league=key[3] == "team", is_declared=True)
    ]
    schema = {"kind": pl.String, "start": pl.Date, "end": pl.Date, "system": pl.String, "law": pl.String}
    otherwise = pl.DataFrame(laws, schema=schema, orient="row")
    contradicted = asked.join(otherwise, on=["kind", "start", "end", "system"], how="inner")
    yield from _as_problem(events, "ratings_at_start", _cases(contradicted, "start", "law"))


@dataclass(frozen=True, slots=True)
class _Due:
    """The list that rates an event, None where none does, and why: the name of the reason, with its facts."""

    day: date | None
    says: str = "closed_without"
    facts: Mapping[str, Any] = field(default_factory=dict)


def _law_of_event(rulebook: Rulebook, kind: str, start: date) -> Edition | None:
    """Give the edition under which an event of a book began; None where there was none."""
    try:
        return rulebook.law_of_event(kind, start)
    except EditionError:
        return None


def _is_list_day(rulebook: Rulebook, kind: str, day: date) -> bool:
    """Tell whether a list of a kind of chess is made on a day, by the rules of a book."""
    try:
        return rulebook.calendar(kind, day).is_list_date(day)
    except EditionError:
        return False


def _not_rated(
    rows: pl.DataFrame, every: pl.DataFrame, rulebook: Rulebook, lists: Collection[date], closed: Collection[date]
) -> Iterator[dict[str, Any]]:
    """Say of each event that stays unrated why: reported too late, or left behind when its list was closed.

    `rows` are the events that count, `every` all of them, withdrawn ones too. A list that was not made in this book
    rated whatever it rated: only events that a list of `closed` passed by are told.
    """
    unrated = rows.filter(pl.col("rated_for").is_null())
    newest = max(closed, default=None)
    yield from _without_a_predecessor(unrated.filter(pl.col("replaces").is_not_null()), every, newest)
    waiting = unrated.filter(pl.col("replaces").is_null())
    days = waiting.select("kind", "start").unique()
    began = [(kind, day) for kind, day in days.iter_rows() if _law_of_event(rulebook, kind, day) is None]
    early = pl.DataFrame(began, schema={"kind": pl.String, "start": pl.Date}, orient="row")
    before_all = waiting.join(early, on=["kind", "start"], how="semi")
    for case in before_all.select(*_EVENT, "kind", "start").iter_rows(named=True):
        yield {**case, "says": "before_all_rules"}
    ruled = waiting.join(early, on=["kind", "start"], how="anti")
    doubtful = [
        due for due in _doubtful(ruled, rulebook, newest) if due[1].day is None or _passed(due[1].day, lists, closed)
    ]
    schema = {**{column: rows.schema[column] for column in _ASKED}, "reason": pl.Int64()}
    reasons = pl.DataFrame([(*key, place) for place, (key, _) in enumerate(doubtful)], schema=schema, orient="row")
    explained = ruled.join(reasons, on=list(_ASKED), how="inner", nulls_equal=True)
    for case in explained.select(*_EVENT, *_ASKED, "reason").iter_rows(named=True):
        due = doubtful[case["reason"]][1]
        yield {**case, "due": due.day, "says": due.says, **due.facts}


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


def _without_a_predecessor(rows: pl.DataFrame, every: pl.DataFrame, newest: date | None) -> Iterator[dict[str, Any]]:
    """Find re-rated events that take nobody's place: the one before them is not taken back, or was never rated."""
    before = every.select("withdrawn_for", replaces="event_id", was="rated_for", gone="withdrawn")
    both = rows.select(*_EVENT, "replaces").join(before, on="replaces", how="inner")
    for case in both.iter_rows(named=True):
        taken_back = case["withdrawn_for"]
        if not case["gone"] or taken_back is None:
            yield {**case, "says": "not_taken_back"}
        elif newest is not None and taken_back <= newest:
            yield {**case, "says": "never_rated" if case["was"] is None else "taken_back_without"}


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
                why = why or _unrated(days, end, received, official=official)
            elif rulebook.name(kind, list_date) == name:
                return _Due(list_date)
        except EditionError:
            continue
    return why


def _unrated(days: Calendar, end: date, received: date | None, *, official: bool) -> _Due:
    """Say why no list rates an event: its report came too late, or none is made for it."""
    first = days.list_for_event(end, official=official)
    last = days.latest_list(end, official=official)
    if first is None or last is None or received is None:
        return _Due(None, "no_list")
    cited = days.edition(first).cite("late_report_lists")
    return _Due(None, "late", {"due": first, "last": last, "cited": str(cited)})
