"""A whole list from a book: all kinds of chess, flags, part results; and one player's line by the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.engine.book_schema import LIST, TABLES
from arpad.engine.close import ClosedKind, close_kind
from arpad.engine.period_events import events_of_list
from arpad.engine.rated_changes import player_games, with_ratings
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import KINDS, Born, Event, Game, Player, RatingPeriod
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import NoEditionError, edition, in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from arpad.engine.book import Book

_LONG_AGO = 1900
_OF_KIND = ("rating", "games", "k", "played", "highest", "last")


@dataclass(frozen=True, slots=True)
class Closed:
    """A list as it is written into a book, and how each kind of chess came about."""

    list_date: date
    frame: pl.DataFrame
    kinds: Mapping[str, ClosedKind]
    pool: pl.DataFrame
    events: pl.DataFrame


def close_book(
    book: Book, list_date: date, name: str | None = None, told: Callable[[str], None] = lambda _: None
) -> Closed:
    """Make the list of a day from a book; nothing is written."""
    return close({one: book[one] for one in TABLES}, lambda day: list_of_book(book, day), list_date, name, told)


def list_of_book(book: Book, day: date) -> pl.DataFrame | None:
    """Give the list of a day; None where the book has none."""
    return book.rating_list(day) if day in book.list_dates else None


def close(
    tables: Mapping[str, pl.DataFrame],
    rating_list: Callable[[date], pl.DataFrame | None],
    list_date: date,
    name: str | None = None,
    told: Callable[[str], None] = lambda _: None,
) -> Closed:
    """Make the list of a day: a pure function of the tables of a book and of its earlier lists."""
    made: dict[str, ClosedKind] = {}
    for kind in KINDS:
        told(f"rating {kind} chess")
        if _refused(tables, kind, list_date, name):
            continue
        made[kind] = close_kind(tables, rating_list, kind, list_date, name)
    if not made:
        raise RefusedError.of("no_list", f"No list of any kind of chess is made on {list_date}. Check the day.")
    told("putting the list together")
    pools = [one.pool for one in made.values()]
    rest = tables["pool"].filter(~pl.col("kind").is_in(list(made)))
    fitted = {column: pl.col(column).cast(dtype) for column, dtype in rest.schema.items()}
    pool = pl.concat([one.select(**fitted) for one in (*pools, rest)])
    rated = pl.concat([one.events.select("event_id") for one in made.values()])["event_id"]
    events = tables["events"].with_columns(
        rated_for=pl.when(pl.col("event_id").is_in(rated.implode())).then(pl.lit(list_date)).otherwise("rated_for")
    )
    return Closed(list_date, _frame(tables["players"], made, list_date, name), made, pool, events)


def write(book: Book, closed: Closed) -> None:
    """Write a closed list into its book: the list, the pool, and which events it rated."""
    book.write_all({"pool": closed.pool, "events": closed.events}, {closed.list_date: closed.frame})


def _refused(tables: Mapping[str, pl.DataFrame], kind: str, list_date: date, name: str | None) -> bool:
    """Tell whether this kind has no list that day; refuse what cannot be worked out over columns yet."""
    try:
        days = calendar(kind, name=name)
        if not days.is_list_date(list_date):
            return True
        events, laws = events_of_list(tables["events"], kind, list_date, name)
    except NoEditionError:
        return True
    robins = events.filter(pl.col("system") == "roundrobin")
    if any(laws[place].has("round_robin_method") for place in robins["law"].unique().to_list()):
        raise RefusedError.of(
            "round_robins",
            "There are round robins of the years to 2021, whose unrated players are rated with the whole table; that "
            "is not done over columns yet. Use `arpad roundrobin` for each of them.",
        )
    return False


def _frame(players: pl.DataFrame, made: Mapping[str, ClosedKind], list_date: date, name: str | None) -> pl.DataFrame:
    """Put the kinds of chess together, a line for each player, with the flags."""
    found = players.select(pl.col("fide_id").cast(pl.Int64), "sex")
    for kind in KINDS:
        one = made.get(kind)
        columns = {part: f"{kind}_{part}" for part in _OF_KIND}
        if one is not None:
            found = found.join(one.ratings.select("fide_id", *_OF_KIND).rename(columns), on="fide_id", how="left")
        else:
            found = found.with_columns(**dict.fromkeys(columns.values(), pl.lit(None)))
    since = calendar("standard", name=name).inactive_from(list_date)
    idle = pl.col("standard_rating").is_not_null() & (pl.col("standard_last").fill_null(since) <= since)
    woman = pl.col("sex") == "F"
    flag = pl.when(woman & idle).then(pl.lit("wi")).when(woman).then(pl.lit("w")).when(idle).then(pl.lit("i"))
    counts = [f"{kind}_{part}" for kind in KINDS for part in ("games", "played")]
    listed = found.with_columns(pl.col(counts).fill_null(0), flag=flag.otherwise(pl.lit(""))).drop("sex")
    return listed.select(**{name: pl.col(name).cast(kind) for name, kind in LIST.schema.items()}).sort("fide_id")


def reference_periods(
    book: Book, kind: str, list_date: date, name: str | None = None, only: int | None = None
) -> Iterator[tuple[int, RatingPeriod]]:
    """Give the period of everybody who was rated and played, as the reference takes it."""
    tables = {one: book[one] for one in TABLES}
    events, laws = events_of_list(tables["events"], kind, list_date, name)
    law = edition(name, kind, list_date) if name else in_force(list_date, kind)
    base_day = calendar(kind, name=name).list_before(list_date)
    last = list_of_book(book, base_day) if base_day else None
    if last is None:
        return
    lists = {day: found for day in events["list_day"].unique().to_list() if (found := list_of_book(book, day)) is not None}
    games = tables["games"]
    if only is not None:
        games = games.filter((pl.col("white") == only) | (pl.col("black") == only))
    rows = with_ratings(player_games(games, events), lists, kind, laws)
    if only is not None:
        rows = rows.filter(pl.col("player") == only)
    own = tables["corrections"].filter((pl.col("kind") == kind) & (pl.col("list") == list_date))
    corrected = dict(own.select("fide_id", "rating").iter_rows())
    standard = "standard_rating" if law.has("standard_stands_in") else f"{kind}_rating"
    base = {
        one: (corrected.get(one) or rating or stand_in, k, played, highest)
        for one, rating, stand_in, k, played, highest in last.select(
            "fide_id",
            f"{kind}_rating",
            pl.col(standard).alias("standing"),
            f"{kind}_k",
            f"{kind}_played",
            f"{kind}_highest",
        ).iter_rows()
    }
    births = tables["players"].select("fide_id", "birth_year", "birth_date")
    if only is not None:
        births = births.filter(pl.col("fide_id") == only)
    born = {one: (year, day) for one, year, day in births.iter_rows()}
    of_events = {row["event_id"]: (row["start"], row["end"], laws[row["law"]]) for row in events.iter_rows(named=True)}
    grouped: dict[int, dict[int, list[tuple[int | None, int, int]]]] = {}
    facts: dict[tuple[int, int], tuple[int | None, int | None, str]] = {}
    for row in rows.iter_rows(named=True):
        one, event = row["player"], row["event_id"]
        grouped.setdefault(one, {}).setdefault(event, []).append((row["against"], row["score"], row["round"]))
        facts[one, event] = (row["own"], row["event_k"], row["system"])
    for one, played in grouped.items():
        rating, k, before, highest = base.get(one, (None, None, 0, None))
        if rating is None:
            continue
        made = []
        for event, games_of in played.items():
            start, end, own_law = of_events[event]
            then, event_k, system = facts[one, event]
            at_start = own_law.get("k_when") == "event_start"
            made.append(
                Event(
                    start,
                    end,
                    None if then is None else Rating(then),
                    tuple(
                        Game(None if other is None else Rating(other), Hundredths(score), turn)
                        for other, score, turn in games_of
                    ),
                    k=event_k if at_start and event_k is not None else None,
                    system=system,
                )
            )
        player = Player(Rating(rating), k=k)
        if k is None:
            top = Rating(max(highest or 0, rating))
            player = Player(Rating(rating), born=_born(*born.get(one, (None, None))), games=before, highest=top)
        yield one, RatingPeriod(kind, list_date, player, tuple(made), name)


def _born(year: int | None, day: date | None) -> Born:
    """Give a birth date; who has none is taken for an adult."""
    if day is not None:
        return Born(day.year, day.month, day.day)
    return Born(year if year is not None else _LONG_AGO)
