"""What the calendar says against the events of a book: parts and long events, and events that no list ever rates.

Doubts only: none of it keeps a book from being used. Days are asked of the calendar once for each different one, and
the rest is done over columns, for a book may have hundreds of thousands of events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.book.due import is_list_day, law_of_event, not_rated
from arpad.book.problems import problem
from arpad.book.schema import FIRST_DAY, LAST_DAY
from arpad.book.tables import SHOWN
from arpad.model.period import KINDS, RATINGS_AT_GAME
from arpad.regulations.durations import MONTHS_A_YEAR, shifted
from arpad.regulations.workings.event_basis import is_rated_day_by_day

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import date

    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem
    from arpad.regulations.rulebook import Rulebook

_READ = ("event_id", "name", "kind", "start", "end", "official", "received", "part_of", "ratings", "system",
         "withdrawn", "withdrawn_for", "replaces", "rated_for")  # fmt: skip
_PARTS_OVER = "long_event_parts_over"


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
    yield from _as_problem(events, "event_not_rated", not_rated(rows, every, rulebook, lists, closed))


def _judged(every: pl.DataFrame) -> pl.DataFrame:
    """Give the events that count, and whose days and kind can be judged; what is wrong with others is told as that."""
    first, last, received = pl.col("start"), pl.col("end"), pl.col("received")
    known = first.is_between(FIRST_DAY, LAST_DAY) & last.is_between(first, LAST_DAY) & pl.col("kind").is_in(KINDS)
    known &= received.is_null() | received.is_between(FIRST_DAY, LAST_DAY)
    return every.filter(known & ~pl.col("withdrawn").fill_null(value=False) & pl.col("event_id").is_not_null())


def _as_problem(events: TableFile, code: str, sentences: Iterable[tuple[int, str]]) -> Iterator[FileProblem]:
    """Make one problem of all rows with the same fault: where they are, and of the first what it is."""
    faults = sorted(sentences)
    if faults:
        wrong = pl.int_range(events.frame.height, eager=True).is_in([row for row, _ in faults])
        shown = "; ".join(words for _, words in faults[:SHOWN])
        yield problem(code, f"{events.where(wrong)}: {shown}.")


def _named(number: str = "event_id", name: str = "name") -> pl.Expr:
    """Name an event by its number and its name."""
    return pl.format("event {} ({})", pl.col(number), pl.col(name).fill_null(""))


def _sentences(rows: pl.DataFrame, words: str, *values: pl.Expr | str) -> Iterator[tuple[int, str]]:
    """Make a sentence of each row."""
    return rows.select("row", pl.format(words, *values)).iter_rows()


def _of_parts(events: TableFile, rows: pl.DataFrame) -> Iterator[FileProblem]:
    """Look at each part beside the event of which it is one."""
    wholes = rows.select(part_of="event_id", whole="name", whole_kind="kind", whole_of="part_of")
    parts = rows.filter(pl.col("part_of") != pl.col("event_id")).join(wholes, on="part_of", how="inner")
    whole = _named("part_of", "whole")
    other = parts.filter(pl.col("kind") != pl.col("whole_kind"))
    words = "{} is {}, and {}, of which it is a part, {}"
    yield from _as_problem(
        events, "part_of_other_kind", _sentences(other, words, _named(), "kind", whole, "whole_kind")
    )
    chained = parts.filter(pl.col("whole_of") != pl.col("part_of"))
    words = "{} is a part of {}, itself a part of event {}"
    yield from _as_problem(events, "part_of_part", _sentences(chained, words, _named(), whole, "whole_of"))


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
    lacking = lacking.group_by("whole", maintain_order=True).agg(pl.col("month").str.join(", "))
    incomplete = rows.select("row", "event_id", "name").join(lacking, left_on="event_id", right_on="whole")
    incomplete = incomplete.join(long, left_on="event_id", right_on="whole")
    words = "{} lasts from {} to {}, and no part of it has games in {} ({})"
    sentences = _sentences(incomplete, words, _named(), "start", "end", "month", "cited")
    yield from _as_problem(events, "part_month_missing", sentences)


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
    words = "{} lasts from {} to {}, more than {}, and has no parts ({})"
    sentences = _sentences(_longer(alone, rulebook), words, _named(), "start", "end", "limit", "cited")
    yield from _as_problem(events, "long_event_whole", sentences)


def _longer(spans: pl.DataFrame, rulebook: Rulebook) -> pl.DataFrame:
    """Give those that last longer than their edition allows without monthly reports, with the limit and its article."""
    limit_rows = []
    for kind, start in spans.select("kind", "start").unique().iter_rows():
        law = law_of_event(rulebook, kind, start)
        if law is not None and law.has(_PARTS_OVER):
            limit = law.value(_PARTS_OVER)
            limit_rows.append((kind, start, shifted(start, limit, 1), limit, str(law.cite(_PARTS_OVER))))
    schema = {"kind": pl.String, "start": pl.Date, "over": pl.Date, "limit": pl.String, "cited": pl.String}
    limits = pl.DataFrame(limit_rows, schema=schema, orient="row")
    return spans.join(limits, on=["kind", "start"], how="inner").filter(pl.col("end") >= pl.col("over"))


def _withdrawals(every: pl.DataFrame, rulebook: Rulebook) -> Iterator[tuple[int, str]]:
    """Find withdrawals that no list ever carries out."""
    known = every.filter(pl.col("kind").is_in(KINDS)).with_columns(pl.col("withdrawn").fill_null(value=False))
    taken, rated = pl.col("withdrawn_for"), pl.col("rated_for")
    rated_once = known.filter("withdrawn", rated.is_not_null())
    yield from _sentences(
        rated_once.filter(taken.is_null()),
        "{} was rated for the list of {} and is withdrawn, but withdrawn_for names no list that takes it back",
        _named(),
        "rated_for",
    )
    yield from _sentences(
        rated_once.filter(taken <= rated),
        "{} was rated for the list of {}, and withdrawn_for is {}, which is not a later one",
        _named(),
        "rated_for",
        "withdrawn_for",
    )
    yield from _sentences(
        known.filter(~pl.col("withdrawn"), taken.is_not_null()),
        "{} has {} in withdrawn_for, but withdrawn is not set",
        _named(),
        "withdrawn_for",
    )
    days = known.filter("withdrawn").select("kind", "withdrawn_for").drop_nulls().unique()
    wrong = [(kind, day) for kind, day in days.iter_rows() if not is_list_day(rulebook, kind, day)]
    no_list = pl.DataFrame(wrong, schema={"kind": pl.String, "withdrawn_for": pl.Date}, orient="row")
    yield from _sentences(
        known.filter("withdrawn").join(no_list, on=["kind", "withdrawn_for"], how="semi"),
        "{} has {} in withdrawn_for, and no list of {} chess is made that day",
        _named(),
        "withdrawn_for",
        "kind",
    )


def _by_game(events: TableFile, rows: pl.DataFrame, rulebook: Rulebook) -> Iterator[FileProblem]:
    """Find the events for which ratings of each game's day are asked, and which the edition rates otherwise."""
    asked = rows.filter(pl.col("ratings") == RATINGS_AT_GAME)
    laws = [
        (*key, law.id)
        for key in asked.select("kind", "start", "end", "system").unique().iter_rows()
        if (law := law_of_event(rulebook, key[0], key[1])) is not None
        and not is_rated_day_by_day(law, key[1], key[2], is_league=key[3] == "team", is_declared=True)
    ]
    schema = {"kind": pl.String, "start": pl.Date, "end": pl.Date, "system": pl.String, "law": pl.String}
    otherwise = pl.DataFrame(laws, schema=schema, orient="row")
    words = "{} began on {}, and {} rates it with the list of that day"
    contradicted = asked.join(otherwise, on=["kind", "start", "end", "system"], how="inner")
    sentences = _sentences(contradicted, words, _named(), "start", "law")
    yield from _as_problem(events, "ratings_at_start", sentences)
