"""A replay of 120 months: what a month costs, in closes, and whether the last year costs more than the first.

    python bench/replay.py [PLAYERS]    makes up a world, 50,000 players if none are given; all lists have their files
    python bench/replay.py --fide       the same at FIDE's size: 1.9 million players, 440,000 games a month; one list of
                                        each year has its file, and memory and disk are looked at after every month

One year is made up, and played ten times. A *close* is the engine's close of the same month from the same tables and
lists in memory: nothing is read, hashed or written, and nothing else is done meanwhile. Every sixth month is closed
once more for it, and what that takes is no part of the replay. Figures go into `results-replay.json`.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import sys
import tempfile
import time
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from unittest import mock

import polars as pl
import yardstick
from in_turns import KEPT

import arpad
from arpad.book.memory import MemoryBook
from arpad.engine.period.close_list import close
from arpad.engine.replay import replay as of_replay
from arpad.engine.replay.keep import ALL, YEARLY, Space
from arpad.lab.world.world import world
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.book.folder import Book
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed

MONTHS, YEAR, EVERY = 120, 12, 6
PLAYERS, FIDE_PLAYERS = 50_000, 1_900_000
LIMITS = {"ratio_last_to_first": 1.3, "month_in_closes": 1.5, "memory_last_to_first": 1.05, "disk_gb": 20.0}
FIRST = date(2026, 10, 1)
RESULTS = Path(__file__).with_name("results-replay.json")
_MEGABYTE, _GIGABYTE = 1e6, 1e9


class Spent(NamedTuple):
    """Time by the clock, processor time, and pages that the system had to give."""

    wall: float = 0.0
    cpu: float = 0.0
    faults: int = 0

    @classmethod
    def now(cls) -> Spent:
        """Read the clocks."""
        return cls(time.perf_counter(), time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_minflt)

    def since(self, before: Spent) -> Spent:
        """Give what was spent since an earlier moment."""
        return Spent(self.wall - before.wall, self.cpu - before.cpu, self.faults - before.faults)


class Seen:
    """A month as the engine sees it, with every list that it asked for kept in memory."""

    def __init__(self, view: BookView) -> None:
        self._view = view
        self._lists: dict[date, pl.DataFrame | None] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - everything else as it is
        return getattr(self._view, name)

    def rating_list(self, day: date) -> pl.DataFrame | None:
        """Give a list; once it was asked for, from memory."""
        if day not in self._lists:
            self._lists[day] = self._view.rating_list(day)
        return self._lists[day]


class Closes:
    """Closes months for the replay, and can close the last of them once more."""

    def __init__(self) -> None:
        self._again: Callable[[], Closed] | None = None

    def __call__(self, view: BookView, *given: Any, **options: Any) -> Closed:  # noqa: ANN401 - as the engine's close
        """Close a month for the replay."""
        self._again = partial(close, Seen(view), *given, **options)
        return self._again()

    def again(self) -> Spent:
        """Close the last month once more, and give what that takes."""
        begun = Spent.now()
        if self._again is not None:
            self._again()
        return Spent.now().since(begun)


class Month(NamedTuple):
    """What a month of the replay took, without what the bench took."""

    games: int
    is_whole: bool
    spent: Spent
    close: Spent | None
    memory: int
    disk: int


def memory() -> int:
    """Give the bytes that the process has in memory now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def made_up(players: int) -> MemoryBook:
    """Make up a world and let its first year be played again and again, with events of their own."""
    drawn = world(players, YEAR, 1, FIRST)
    events, games = drawn.tables["events"], drawn.tables["games"]
    step = int(events["event_id"].max() or 0)

    def in_year(frame: pl.DataFrame, year: int) -> pl.DataFrame:
        numbers = [name for name in ("event_id", "part_of", "replaces") if name in frame.columns]
        return frame.with_columns(pl.col(numbers) + year * step, pl.col(pl.Date).dt.offset_by(f"{YEAR * year}mo"))

    tables = {
        name: pl.concat([in_year(frame, year) for year in range(MONTHS // YEAR)], rechunk=True)
        for name, frame in (("events", events), ("games", games))
    }
    return MemoryBook({**drawn.tables, **tables}, drawn.lists)


def measured(players: int, out: Path, keep: str) -> tuple[list[Month], Space]:
    """Replay a world month by month; give with the months the room that was asked for."""
    months: list[Month] = []
    spaces: list[Space] = []
    closes = Closes()
    book = cast("Book", made_up(players))
    print(f"made up, {memory() / _GIGABYTE:.2f} GB", file=sys.stderr, flush=True)
    with mock.patch.object(of_replay, "close", closes):
        span = (shifted_months(FIRST, 1), shifted_months(FIRST, MONTHS))
        before = Spent.now()
        for replayed in of_replay.replay(book, *span, None, out, keep=keep, say_space=spaces.append):
            spent = Spent.now().since(before)
            disk = sum(place.stat().st_size for place in out.rglob("*") if place.is_file())
            number = len(months)
            alone = closes.again() if number and number % EVERY == 0 else None
            months.append(Month(replayed.facts["games"], replayed.place is not None, spent, alone, memory(), disk))
            if number % YEAR == 0:
                times = f"{spent.wall:.2f} s, {spent.cpu:.2f} s CPU, {memory() / _GIGABYTE:.2f} GB"
                print(f"{replayed.list_date:%Y-%m}: {times}", file=sys.stderr, flush=True)
            before = Spent.now()
    return months, spaces[0]


def figures(months: list[Month], players: int, keep: str) -> dict[str, Any]:
    """Put the figures of a replay together.

    The first month also parts the book by months, and the last one waits for no other; both are left out.
    """
    rest = months[1:-1]
    per_game = [month.spent.cpu / max(month.games, 1) for month in rest]
    both = [(month.spent, month.close, month.is_whole) for month in rest if month.close is not None]
    first, last = median(per_game[:YEAR]), median(per_game[-YEAR:])
    return {
        "players": players,
        "months": len(months),
        "keep": keep,
        "games": sum(month.games for month in months),
        "cpu_s": round(sum(month.spent.cpu for month in months), 2),
        "wall_s": round(sum(month.spent.wall for month in months), 2),
        "cpu_us_per_game_first_year": round(1e6 * first, 2),
        "cpu_us_per_game_last_year": round(1e6 * last, 2),
        "ratio_last_to_first": round(last / first, 3),
        "close_cpu_s": round(median(alone.cpu for _, alone, _ in both), 4),
        "close_wall_s": round(median(alone.wall for _, alone, _ in both), 4),
        "month_in_closes_cpu": round(median(spent.cpu / alone.cpu for spent, alone, _ in both), 3),
        "month_in_closes_wall": round(median(spent.wall / alone.wall for spent, alone, _ in both), 3),
        "month_page_faults": round(median(month.spent.faults for month in rest)),
        "close_page_faults": round(median(alone.faults for _, alone, _ in both)),
    }


def of_machine() -> dict[str, Any]:
    """Say by what it was measured."""
    versions = {"arpad": arpad.__version__, "python": platform.python_version(), "polars": pl.__version__}
    return {"yardstick_s": round(yardstick.seconds(), 4), "versions": versions, "limits": LIMITS}


def usual(players: int) -> dict[str, Any]:
    """Replay a world of some size, with all its lists in files of their own."""
    with tempfile.TemporaryDirectory() as name:
        months, _ = measured(players, Path(name, "out"), ALL)
    return figures(months, players, ALL)


def fide(players: int) -> dict[str, Any]:
    """Replay ten years at FIDE's size: memory and disk after every month."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent.parent) as name:
        months, space = measured(players, Path(name, "out"), YEARLY)
    memories = [month.memory for month in months[1:]]
    first, last = median(memories[:YEAR]), median(memories[-YEAR:])
    return figures(months, players, YEARLY) | {
        "games_a_month": round(median(month.games for month in months)),
        "memory_mb_by_year": [round(memories[place] / _MEGABYTE) for place in range(YEAR - 2, len(memories), YEAR)],
        "memory_last_to_first": round(last / first, 3),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
        "disk_gb": round(max(month.disk for month in months) / _GIGABYTE, 3),
        "space_asked_for_gb": round(space.needed / _GIGABYTE, 3),
        "whole_lists": sum(month.is_whole for month in months),
    }


def main(words: list[str]) -> None:
    """Measure what is asked for, print it, and keep it."""
    kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    if words[:1] == ["--fide"]:
        kept["fide"] = result = fide(int(words[1]) if words[1:] else FIDE_PLAYERS) | of_machine()
    else:
        result = usual(int(words[0]) if words else PLAYERS) | of_machine()
        kept = result | {name: kept[name] for name in ("fide",) if name in kept}
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    allocator = {name: value for name, value in KEPT.items() if "MALLOC" in name}
    if any(name not in os.environ for name in allocator):
        # Memory that was given back stays with the process, so that no month pays for asking for it again.
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | allocator)  # noqa: S606 - the same program
    main(sys.argv[1:])
