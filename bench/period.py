"""A whole period against a bare NumPy pass and against libraries of plain Elo, in one run, the best of seven.

make bench-period-json   bare, rate, close and the peers: writes bench/results-period.json
make bench-period        the same, then one million to a hundred million games, and growing numbers of players
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from datetime import date
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import yardstick
from compiled_elo import compiled, plain_elo

from arpad.book.memory import MemoryBook
from arpad.book.schema import LIST, TABLES
from arpad.book.tables import fitted
from arpad.engine.everybody import NO_K, Everybody, ListColumns, listed, people_of
from arpad.engine.period.close_list import close
from arpad.engine.period.event_pass import EventTables, Split, valued_games
from arpad.engine.period.events import EventColumns
from arpad.engine.period.frames import EventFrames, EventPartition, LastDays, PlayerPartition, Tables
from arpad.engine.period.games import Games, ListedGames, Sources
from arpad.engine.period.next_list import Entries, NextList, next_list
from arpad.engine.period.player_pass import rated_changes
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BASE, LISTED = date(2026, 10, 1), date(2026, 11, 1)
GAMES, PLAYERS, EVENTS = 1_000_000, 500_000, 5_000
RUNS = 7
UNRATED_SHARE, ODD_SHARE = 0.02, 0.001
LIMITS = {
    "ratio_to_bare_numpy": 1.3,
    "ratio_to_compiled": 1.3,
    "ratio_close": 4.0,
    "times_faster_than_peers": 5.0,
    "growth": 1.1,
}
HERE = Path(__file__).parent
PEERS = HERE.parent / ".venv-peers" / "bin" / "python"
Column = np.ndarray[Any, Any]


def best(work: Callable[[], object], runs: int = RUNS) -> float:
    """Give the shortest time of some runs."""
    shortest = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


class MadeUpPeriod:
    """Made-up players and games: a few unrated, a few results that do not add up to a point, one list, one month."""

    def __init__(self, games: int, players: int, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        self.chance, self.players = chance, players
        self.ids = np.sort(chance.choice(10 * players, players, replace=False)) + 100_001
        self.rating = np.clip(chance.normal(1750, 250, players), 1400, 2800).astype(np.int64)
        self.unrated = chance.random(players) < UNRATED_SHARE
        self.birth_year = chance.integers(1940, 2017, players)
        self.played = chance.integers(0, 400, players)
        self.k = np.where(self.rating >= 2400, 10, np.where(chance.random(players) < 0.6, 40, 20))
        self.white, self.black, self.score, self.other = self.drawn(games)
        self.event = np.sort(chance.integers(0, EVENTS, games))

    def drawn(self, games: int) -> tuple[Column, Column, Column, Column]:
        """Draw games: two different players, their scores in hundredths."""
        chance = self.chance
        white = chance.integers(0, self.players, games)
        black = (white + 1 + chance.integers(0, self.players - 1, games)) % self.players
        score = 50 * chance.integers(0, 3, games)
        other = np.where(chance.random(games) < ODD_SHARE, 0, 100 - score)
        return white, black, score.astype(np.int32), other.astype(np.int32)

    def tables(self) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
        """Give everything as tables of a book, keyed by FIDE number."""
        size = self.players
        rated = pl.Series(~self.unrated)
        of_rated = pl.DataFrame({"rating": self.rating, "k": self.k}).select(
            rating=pl.when(rated).then("rating"), k=pl.when(rated).then("k")
        )
        last = pl.Series(self.chance.integers(20_000, 20_700, size), dtype=pl.Int32).cast(pl.Date)
        players = pl.DataFrame(
            {"fide_id": self.ids, "sex": np.where(self.ids % 10 == 0, "F", "M"), "birth_year": self.birth_year}
        )
        before = pl.DataFrame(
            {
                "fide_id": self.ids,
                "standard_rating": of_rated["rating"],
                "standard_k": of_rated["k"],
                "standard_played": self.played,
                "standard_highest": self.rating,
                "standard_last": last,
            }
        )
        start = pl.Series(self.chance.integers(20_727, 20_735, EVENTS), dtype=pl.Int32).cast(pl.Date)
        end = pl.Series(self.chance.integers(20_736, 20_750, EVENTS), dtype=pl.Int32).cast(pl.Date)
        events = pl.DataFrame({"event_id": np.arange(1, EVENTS + 1), "cycles": 1, "start": start, "end": end})
        events = events.with_columns(kind=pl.lit("standard"), system=pl.lit("swiss"), ratings=pl.lit("start"))
        games = pl.DataFrame(
            {
                "event_id": self.event + 1,
                "round": np.arange(len(self.event)) % 9 + 1,
                "white": self.ids[self.white],
                "black": self.ids[self.black],
                "white_score": self.score,
                "black_score": self.other,
            }
        )
        frames = {"players": players, "events": events, "games": games}
        tables = {name: table.empty() for name, table in TABLES.items() if name != "adjustments"}
        return tables | {name: fitted(frame, TABLES[name]) for name, frame in frames.items()}, fitted(before, LIST)


def bare(period: MadeUpPeriod) -> Callable[[], object]:
    """The least that plain Elo over columns can be: differences, two gathers from a table, two sums."""
    rating, white, black = period.rating, period.white, period.black
    table = np.arange(8001, dtype=np.int64)

    def work() -> object:
        difference = rating[white] - rating[black]
        return (
            np.bincount(white, table[difference + 4000], period.players),
            np.bincount(black, table[4000 - difference], period.players),
        )

    return work


class Dense:
    """Columns by places, as they are after the joins; `rate` gives the columns of the next list by all the rules."""

    def __init__(self, period: MadeUpPeriod) -> None:
        tables, before = period.tables()
        self.people: Everybody = people_of(tables["players"])
        self.last: ListColumns = listed(before, "standard", self.people)
        self.law = in_force(LISTED)
        no, zero = np.zeros(EVENTS, dtype=bool), np.zeros(EVENTS, dtype=np.int64)
        self.events = EventColumns(zero, zero, zero, no, no, no, zero, zero + 1)
        self.sources = Sources(((BASE, False),), self.last.rating.astype(np.int32), period.players)
        self.tables, self.calendar = tables, calendar()
        nothing = np.zeros(0, dtype=np.int64)
        self.entries = Entries(nothing, nothing, nothing, nothing)

    def games(self, event: Column, white: Column, black: Column, score: Column, other: Column) -> Games:
        """Take games by places (int32, as the joins give them)."""
        zero = np.zeros(len(white), dtype=np.int64)
        of_event, white, black = (column.astype(np.int32) for column in (event, white, black))
        return Games(of_event, white, black, score, other, zero, zero, zero, zero, zero)

    def event_frames(self, games: Games) -> EventFrames:
        """Look up what games are worth, and ask the rule for the others."""
        base, events, lists = self.last.rating, self.tables["events"], {BASE: self.last}
        partition = EventPartition(
            "standard", LISTED, None, self.law, (self.law,), self.calendar, events, self.tables["games"],
            self.tables["exclusions"], self.people.places, base, lists, frozenset(), self.tables["pool"],
        )  # fmt: skip
        none = EventTables.of(Tables(), self.people.places, events["event_id"])
        listed = ListedGames(games, self.sources, self.events, np.zeros(1, dtype=np.int64))
        valued = valued_games(partition, Split.of(partition, listed, none.is_tabled), none)
        return EventFrames(valued.sums, valued.rows, LastDays.joined([]), self.tables["pool"])

    def rate(self, partitions: Iterator[Games]) -> NextList:
        """Everything that makes the columns of the next list; what events are worth is added up as it comes."""
        frames = reduce(lambda before, more: EventFrames.joined([before, more]), map(self.event_frames, partitions))
        base = self.last.rating
        partition = PlayerPartition(
            LISTED, BASE, self.law, (self.law,), self.calendar, self.people, self.last, base, base, base,
            np.full(self.people.size, NO_K), {BASE: self.last}, {}, {}, self.tables["pool"], (), frames,
        )  # fmt: skip
        return next_list(partition, self.last, rated_changes(partition), self.entries)


def peers(period: MadeUpPeriod, new_rating: Column) -> dict[str, Any]:
    """Let the libraries do plain Elo with the same games, and count whom they give another rating than the rules."""
    if not PEERS.exists():
        return {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        np.savez(
            folder / "columns.npz",
            rating=period.rating,
            white=period.white,
            black=period.black,
            score=period.score / 100,
        )
        subprocess.run([str(PEERS), str(HERE / "period_peers.py"), name], check=True)
        spent = json.loads(folder.joinpath("peers.json").read_text(encoding="utf-8"))
        moved = np.zeros(period.players, dtype=bool)
        moved[period.white] = moved[period.black] = True
        moved &= ~period.unrated
        return {
            peer: {
                "seconds": round(seconds, 4),
                "wrong_per_cent": round(
                    100 * float(np.mean(np.load(folder / f"{peer}.npy")[moved] != new_rating[moved])), 1
                ),
            }
            for peer, seconds in spent.items()
        }


def main_figures() -> dict[str, Any]:
    """Bare, rate, close and the peers, in one run."""
    period = MadeUpPeriod(GAMES, PLAYERS)
    dense = Dense(period)
    games = dense.games(period.event, period.white, period.black, period.score, period.other)
    tables, before = period.tables()
    lists = {BASE: before}
    works: dict[str, Callable[[], object]] = {
        "bare": bare(period),
        "rate": lambda: dense.rate(iter([games])),
        "close": lambda: close(MemoryBook(tables, lists), LISTED, only=("standard",)),
    }
    loop = compiled()
    if loop is not None:
        works["compiled"] = plain_elo(loop, period.rating, period.white, period.black, period.score)
    # In turns, so that a busy moment of the machine falls on all of them.
    times = dict.fromkeys(works, float("inf"))
    for _ in range(RUNS):
        for name, work in works.items():
            times[name] = min(times[name], best(work, 1))
    bare_s, rate_s, close_s = times["bare"], times["rate"], times["close"]
    rated = dense.rate(iter([games]))
    others = peers(period, rated.rating)
    compiled_s = times.get("compiled")
    fastest = min((other["seconds"] for other in others.values()), default=None)
    return {
        "games": GAMES,
        "players": PLAYERS,
        "bare_s": round(bare_s, 5),
        "rate_s": round(rate_s, 5),
        "close_s": round(close_s, 5),
        "ratio_to_bare_numpy": round(rate_s / bare_s, 3),
        "compiled_s": None if compiled_s is None else round(compiled_s, 5),
        "ratio_to_compiled": None if compiled_s is None else round(rate_s / compiled_s, 3),
        "ratio_close": round(close_s / bare_s, 3),
        "speed_of_bare": round(bare_s / rate_s, 3),
        "peers": others,
        "times_faster_than_peers": None if fastest is None else round(fastest / rate_s, 1),
        "times_faster_than_peers_close": None if fastest is None else round(fastest / close_s, 1),
        "yardstick_s": round(yardstick.seconds(), 4),
        "limits": LIMITS,
    }


def growth() -> dict[str, Any]:
    """CPU time for a game, from one million games to a hundred million in partitions; then with more players."""
    figures: dict[str, Any] = {"games": [], "players": []}
    period = MadeUpPeriod(GAMES, PLAYERS)
    dense = Dense(period)
    for millions in (1, 10, 100):
        spent = [0.0]

        def partitions(millions: int = millions, spent: list[float] = spent) -> Iterator[Games]:
            for _ in range(millions):
                paused = time.process_time()
                columns = period.drawn(GAMES)
                event = np.sort(period.chance.integers(0, EVENTS, GAMES))
                partition = dense.games(event, *columns)
                # Making games up is not part of rating them.
                spent[0] -= time.process_time() - paused
                yield partition

        start = time.process_time()
        dense.rate(partitions())
        cpu = time.process_time() - start + spent[0]
        figures["games"].append({"millions": millions, "cpu_ns_per_game": round(1000 * cpu / millions, 1)})
    first, last = (figures["games"][place]["cpu_ns_per_game"] for place in (0, -1))
    figures["growth"] = round(last / first, 3)
    for players in (100_000, 500_000, 1_000_000, 2_000_000):
        more = MadeUpPeriod(GAMES, players)
        columns = Dense(more)
        games = columns.games(more.event, more.white, more.black, more.score, more.other)
        seconds = best(lambda columns=columns, games=games: columns.rate(iter([games])), 3)  # type: ignore[misc]
        figures["players"].append({"players": players, "rate_s": round(seconds, 4)})
    return figures


def main() -> None:
    """Measure what is asked for, print it, and keep it."""
    place = HERE / "results-period.json"
    kept = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    kept |= main_figures()
    if "--all" in sys.argv:
        kept["growth_of_games"] = growth()
    text = json.dumps(kept, indent=2)
    place.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
