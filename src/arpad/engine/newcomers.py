"""Part results of unrated players, and their first ratings: the reference itself, for a month has few newcomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.first_rating import first_rating

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

COLUMNS: dict[str, pl.DataType] = {
    "kind": pl.String(),
    "fide_id": pl.Int64(),
    "event_id": pl.Int64(),
    "start": pl.Date(),
    "end": pl.Date(),
    "due": pl.Date(),
    "system": pl.String(),
    "games": pl.Int32(),
    "score": pl.Int32(),
    "opponents": pl.Int64(),
    "average": pl.Int32(),
    "cycles": pl.Int32(),
    "team_championship": pl.Boolean(),
}
_FOUND = {
    "fide_id": pl.Int64, "games": pl.Int64, "score": pl.Int64, "ru": pl.Int64, "published": pl.Int64,
    "reasons": pl.String,
}  # fmt: skip


def part_results(rows: pl.DataFrame, events: pl.DataFrame, kind: str, due: date) -> pl.DataFrame:
    """Give what unrated players did in each event against rated opponents."""
    counted = rows.filter(pl.col("against").is_not_null())
    sums = counted.group_by("player", "event_id").agg(
        games=pl.len(), score=pl.col("score").sum(), opponents=pl.col("against").sum()
    )
    of_events = events.select("event_id", "start", "end", "system", "cycles", "team_championship")
    found = sums.join(of_events, on="event_id").rename({"player": "fide_id"})
    return found.select(
        kind=pl.lit(kind),
        due=pl.lit(due),
        average=pl.lit(None, dtype=pl.Int32),
        **{name: pl.col(name) for name in COLUMNS if name not in {"kind", "due", "average"}},
    ).select(**{name: pl.col(name).cast(dtype) for name, dtype in COLUMNS.items()})


def first_ratings(  # noqa: PLR0913, PLR0917 - the tables of a book
    pool: pl.DataFrame, players: pl.DataFrame, last: pl.DataFrame, kind: str, list_date: date, name: str | None
) -> pl.DataFrame:
    """Ask the reference for everybody in the pool."""
    people = players.select("fide_id", "birth_year", "birth_date", "association")
    ids = pool["fide_id"].unique()
    known = {row["fide_id"]: row for row in people.filter(pl.col("fide_id").is_in(ids.implode())).iter_rows(named=True)}
    counts = last.filter(pl.col("fide_id").is_in(ids.implode())).select("fide_id", "played", "highest")
    history = {row["fide_id"]: row for row in counts.iter_rows(named=True)}
    made = []
    for fide_id, events in _by_player(pool):
        player = _player(known.get(fide_id, {}), history.get(fide_id, {}))
        found = first_rating(RatingPeriod(kind, list_date, player, events, name))
        made.append((fide_id, found.games, found.score, found.rating, found.published, " ".join(found.reasons)))
    return pl.DataFrame(made, schema=_FOUND, orient="row")


def _player(person: Mapping[str, object], history: Mapping[str, object]) -> Player:
    day, year = person.get("birth_date"), person.get("birth_year")
    born = None
    if day is not None:
        born = Born(day.year, day.month, day.day)  # type: ignore[attr-defined]
    elif isinstance(year, int):
        born = Born(year)
    played, highest = history.get("played"), history.get("highest")
    association = person.get("association")
    return Player(
        None,
        born=born,
        games=played if isinstance(played, int) else None,
        highest=Rating(highest) if isinstance(highest, int) else None,
        association=association if isinstance(association, str) else None,
    )


def _by_player(pool: pl.DataFrame) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """Give each player's events; the sum of the opponents and of the scores is all that matters of an event."""
    events: list[Event] = []
    before: int | None = None
    for row in pool.sort("fide_id", "end", "start", "event_id").iter_rows(named=True):
        if before is not None and row["fide_id"] != before:
            yield before, tuple(events)
            events = []
        before = row["fide_id"]
        events.append(_event(row))
    if before is not None:
        yield before, tuple(events)


def _event(row: Mapping[str, int]) -> Event:
    count, total, score = row["games"], row["opponents"], row["score"]
    each, more = divmod(total, count)
    games = []
    for index in range(count):
        part = min(100, score)
        score -= part
        games.append(Game(Rating(each + (index < more)), Hundredths(part)))
    return Event(
        row["start"],  # type: ignore[arg-type]
        row["end"],  # type: ignore[arg-type]
        None,
        tuple(games),
        system=str(row["system"]),
        average=None if row["average"] is None else Rating(row["average"]),
        cycles=row["cycles"],
        team_championship=bool(row["team_championship"]),
    )
