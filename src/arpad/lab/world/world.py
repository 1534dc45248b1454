"""A made-up world as a book: people, a list, and the events of some months, the same for the same seed.

Its proportions are those of October 2026: of 1.9 million players 570 thousand rated, 46 thousand of them with a game in
a month, 275 thousand player-games of standard chess and five thousand events a month. Other sizes have the same shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.book.schema import TABLES
from arpad.book.tables import fitted
from arpad.lab.wording import WORDS
from arpad.lab.world.events import Month, month
from arpad.lab.world.people import FEDERATIONS, REGISTERED, Chance, list_frame, names, people, player_frame
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import NoEditionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.lab.world.people import OfKind, Population


FIRST_LIST = date(2026, 10, 1)
MOST_PLAYERS, MOST_MONTHS = 20_000_000, 120
POOLED = {"standard": 60_000, "rapid": 70_000, "blitz": 40_000}
"""Unrated players with part results kept; a guess."""
_FIRST_EVENT = 400_001
_OLD_EVENTS = 300_001
_EXCLUDED = 60
_CORRECTED = 0.001
_EPOCH = date(1970, 1, 1)
_REASONS = ("fair play", "decision of the Council", "at his own request")


@dataclass(frozen=True, slots=True)
class World:
    """The tables of a world, and its lists by their days."""

    tables: dict[str, pl.DataFrame]
    lists: dict[date, pl.DataFrame]


def world(
    players: int,
    months: int,
    seed: int,
    first: date = FIRST_LIST,
    progress: Callable[[str], None] = lambda _: None,
) -> World:
    """Make up a world of so many players with the games of so many months after its list."""
    days = list_dates(first, months)
    chances = iter(
        np.random.Generator(np.random.PCG64(child_seed))
        for child_seed in np.random.SeedSequence(seed).spawn(4 + 3 * months)
    )
    progress("making up players")
    everybody = people(next(chances), players, first)
    frame = player_frame(next(chances), everybody)
    parts: list[Month] = []
    for number, (before, list_date) in enumerate(pairwise(days)):
        progress(f"making up the games for {list_date:%B %Y}")
        parts += [month(next(chances), everybody, kind, before, list_date, may_reach_back=number > 0) for kind in KINDS]
    progress("making up the rest")
    events, games = _numbered(parts)
    rest = next(chances)
    tables = {
        "players": frame,
        "events": _leagues(rest, events, days),
        "games": games,
        "pool": _pool(rest, everybody, first),
        "corrections": _corrections(rest, everybody, games, events, days[-1] if months == 0 else days[1]),
        "exclusions": _exclusions(rest, everybody, first),
        "federations": _federations(rest),
    }
    return World(
        {name: fitted(table, TABLES[name]) for name, table in tables.items()}, {first: list_frame(everybody, first)}
    )


def list_dates(first: date, months: int) -> list[date]:
    """Give the list of the world and those that its months make; refuse a day without lists of every kind."""
    try:
        for kind in KINDS:
            days = calendar(kind)
            wanted = [day for day, _ in zip(days.lists_from(first), range(months + 1), strict=False)]
            if wanted[:1] != [first] or len(wanted) <= months:
                raise RefusedError.of(WORDS, "no_such_list", kind=kind, day=first)
    except NoEditionError as fault:
        raise RefusedError.of(WORDS, "no_such_list", says="no_edition", day=first, fault=fault) from fault
    return wanted


def _numbered(months: list[Month]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Put the months together: events get their numbers in the order of their last days."""
    if not months:
        return TABLES["events"].empty(), TABLES["games"].empty()
    events = pl.concat([part.events.with_columns(part=pl.lit(place)) for place, part in enumerate(months)])
    games = pl.concat([part.games.with_columns(part=pl.lit(place)) for place, part in enumerate(months)])
    events = events.sort("end", "part", "event").with_row_index("event_id", _FIRST_EVENT)
    numbers = events.select("part", "event", "event_id")
    joined = games.join(numbers, on=["part", "event"], how="inner", maintain_order="left")
    return events, joined.sort("event_id", "round", "white", "black")


def _leagues(chance: Chance, events: pl.DataFrame, days: list[date]) -> pl.DataFrame:
    """Make some leagues of later months the continuation of one of the first."""
    is_league = pl.col("system") == "team"
    drawn = events.with_columns(chance=pl.Series(chance.random(events.height)))
    if len(days) <= 2 or not events.height:  # noqa: PLR2004 - a single month has no later one
        return events.with_columns(part_of=pl.lit(None, dtype=pl.Int64))
    begun = drawn.filter(is_league & (pl.col("part") < len(KINDS))).unique(
        ["kind", "federation"], keep="first", maintain_order=True
    )
    later = drawn.join(
        begun.select("kind", "federation", part_of="event_id"), on=["kind", "federation"], how="left",
        maintain_order="left",
    )  # fmt: skip
    goes_on = is_league & (pl.col("part") >= len(KINDS)) & (pl.col("chance") < 0.5)  # noqa: PLR2004 - a share
    return later.with_columns(part_of=pl.when(goes_on).then("part_of"))


def _pool(chance: Chance, players: Population, first: date) -> pl.DataFrame:
    """Make up the part results of the unrated, of the two years before the list."""
    return pl.concat([_pool_of(chance, players, kind, ratings, first) for kind, ratings in players.kinds.items()])


def _pool_of(chance: Chance, players: Population, kind: str, ratings: OfKind, first: date) -> pl.DataFrame:
    unrated = np.flatnonzero(~ratings.is_rated)
    count = min(round(players.size * POOLED[kind] / REGISTERED), len(unrated))
    places = np.sort(chance.choice(unrated, count, replace=False)) if count else unrated[:0]
    twice = chance.random(count) < 0.15  # noqa: PLR2004 - a share with a second result
    places, twice = np.concatenate([places, places[twice]]), np.concatenate([twice, twice[twice]])
    count = len(places)
    days = calendar(kind)
    last_lists = [first]
    while len(last_lists) < 24 and (before := days.list_before(last_lists[-1])) is not None:  # noqa: PLR2004 - two years
        last_lists.append(before)
    ends = np.array([(days.event_closing(day) - _EPOCH).days for day in last_lists])
    dues = np.array([(day - _EPOCH).days for day in last_lists])
    which = chance.integers(0, len(last_lists), count)
    end = ends[which] - chance.integers(0, 25, count)
    start = end - chance.integers(0, 4, count)
    games = np.where(twice, chance.integers(1, 3, count), chance.integers(1, 5, count))
    # A first event without points would not be kept.
    score = 50 * np.maximum(chance.binomial(2 * games, 0.35), 1)
    opponents = np.maximum(1450 * games, (ratings.strength[places] + 60) * games + chance.integers(-99, 100, count))
    event = _OLD_EVENTS + 30 * which + chance.integers(0, 30, count) + 1000 * KINDS.index(kind)
    return (
        pl.DataFrame(
            {
                "kind": pl.Series([kind] * count, dtype=pl.String),
                "fide_id": pl.Series(players.fide_id[places], dtype=pl.Int64),
                "event_id": pl.Series(event, dtype=pl.Int64),
                "start": pl.Series(start, dtype=pl.Int32).cast(pl.Date),
                "end": pl.Series(end, dtype=pl.Int32).cast(pl.Date),
                "due": pl.Series(dues[which], dtype=pl.Int32).cast(pl.Date),
                "system": pl.Series(["swiss"] * count, dtype=pl.String),
                "games": pl.Series(games, dtype=pl.Int32),
                "score": pl.Series(score, dtype=pl.Int32),
                "opponents": pl.Series(opponents, dtype=pl.Int64),
                "average": pl.Series([None] * count, dtype=pl.Int32),
                "cycles": pl.Series(np.ones(count), dtype=pl.Int32),
                "team_championship": pl.Series(np.zeros(count, dtype=bool), dtype=pl.Boolean),
                "field": pl.Series([None] * count, dtype=pl.Int32),
                "met": pl.Series([None] * count, dtype=pl.Int32),
            }
        )
        .unique(["fide_id", "event_id"], keep="first", maintain_order=True)
        .sort("fide_id", "event_id")
    )


def _corrections(
    chance: Chance, players: Population, games: pl.DataFrame, events: pl.DataFrame, day: date
) -> pl.DataFrame:
    """Make up a few corrected bases of players with games."""
    kinds = games.select("event_id", "white").join(events.select("event_id", "kind"), on="event_id", how="inner")
    corrections = []
    for kind, ratings in players.kinds.items():
        active = kinds.filter(pl.col("kind") == kind)["white"].unique().sort().to_numpy()
        places = np.searchsorted(players.fide_id, active)
        places = places[ratings.is_rated[places] & (chance.random(len(places)) < _CORRECTED)]
        base = np.maximum(ratings.rating[places] + chance.integers(-12, 13, len(places)), 1400)
        corrections.append(
            pl.DataFrame(
                {
                    "kind": pl.Series([kind] * len(places), dtype=pl.String),
                    "fide_id": pl.Series(players.fide_id[places], dtype=pl.Int64),
                    "list": pl.Series([day] * len(places), dtype=pl.Date),
                    "rating": pl.Series(base, dtype=pl.Int32),
                }
            )
        )
    return pl.concat(corrections)


def _exclusions(chance: Chance, players: Population, first: date) -> pl.DataFrame:
    """Make up a few players who are excluded for a time."""
    count = min(round(players.size * _EXCLUDED / REGISTERED), players.size)
    places = np.sort(chance.choice(players.size, count, replace=False))
    since = [first + timedelta(days=int(offset)) for offset in chance.integers(-300, 25, count)]
    lengths = chance.integers(0, 900, count)
    return pl.DataFrame(
        {
            "fide_id": pl.Series(players.fide_id[places], dtype=pl.Int64),
            "since": pl.Series(since, dtype=pl.Date),
            "until": pl.Series(
                [day + timedelta(days=int(length)) if length > 200 else None  # noqa: PLR2004 - some for good
                 for day, length in zip(since, lengths, strict=True)],
                dtype=pl.Date,
            ),
            "scope": pl.Series(["games"] * count, dtype=pl.String),
            "reason": pl.Series(
                [_REASONS[place] for place in chance.integers(0, len(_REASONS), count)], dtype=pl.String
            ),
        }
    )  # fmt: skip


def _federations(chance: Chance) -> pl.DataFrame:
    """Make up the officers of the federations."""
    code = pl.Series(FEDERATIONS, dtype=pl.String)
    return pl.DataFrame(
        {
            "federation": code,
            "name": "Federation of " + code,
            "officer": names(chance, len(code)),
            "contact": "ratings@" + code.str.to_lowercase() + ".example",
        }
    )
