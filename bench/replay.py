"""A replay of 120 months: what a month costs, in closes, and whether the last year costs more than the first.

    python bench/replay.py [PLAYERS]            makes up a world, 50,000 players if none are given, and replays it
    python bench/replay.py --fide [FOLDER]      the same at FIDE's size, 1.9 million players and 440,000 games a month

A *close* is the engine's close of the same month from the same tables in memory: nothing is hashed or written. Every
sixth month is closed once more for it, in turns before and after the close of the replay itself, and what that takes is
no part of the month. FOLDER keeps the made-up book, so that it is made once. Figures go into `results-replay.json`.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

import polars as pl
import yardstick
from in_turns import KEPT

import arpad
from arpad.book.folder import Book
from arpad.engine.period.close_list import close
from arpad.engine.replay import replay as of_replay
from arpad.engine.replay.keep import ALL, YEARLY, Space
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
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


@dataclass
class Closes:
    """Closes some months once more, as they are in memory, and keeps what that took."""

    alone: Spent | None = None
    """Of the last month, where it was closed once more."""
    number: int = 0
    """How many months were closed."""
    _none: Spent = field(default_factory=Spent)

    def __call__(self, *given: Any, **options: Any) -> Closed:  # noqa: ANN401 - as the engine's close
        """Close a month for the replay; every sixth one twice."""
        self.number += 1
        is_asked, is_first = self.number % EVERY == 0, self.number % (2 * EVERY) == 0
        self.alone = None
        if is_asked and is_first:
            self._timed(given, options)
        closed = close(*given, **options)
        if is_asked and not is_first:
            self._timed(given, options)
        return closed

    def _timed(self, given: tuple[Any, ...], options: dict[str, Any]) -> None:
        begun = Spent.now()
        close(*given, **options)
        self.alone = Spent.now().since(begun)

    @property
    def taken(self) -> Spent:
        """What the last month took for the bench alone."""
        return self.alone or self._none


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


def measured(folder: Path, out: Path, keep: str) -> tuple[list[Month], Space, Spent]:
    """Replay a book month by month; give with the months the room that was asked for and what came before them."""
    months: list[Month] = []
    spaces: list[Space] = []
    closes = Closes()
    start = Spent.now()
    before = Spent()
    with mock.patch.object(of_replay, "close", closes):
        book = Book.open(folder)
        span = (shifted_months(FIRST, 1), shifted_months(FIRST, MONTHS))

        def begun(_: str) -> None:
            nonlocal before
            before = before if months else Spent.now()

        for made in of_replay.replay(book, *span, None, out, begun, keep=keep, say_space=spaces.append):
            now = Spent.now()
            spent = now.since(before)
            own = spent.since(closes.taken)
            disk = sum(place.stat().st_size for place in out.rglob("*") if place.is_file())
            months.append(Month(made.facts["games"], made.place is not None, own, closes.alone, memory(), disk))
            if len(months) % YEAR == 0:
                print(f"{made.list_date:%Y-%m}: {own.wall:.2f} s, {memory() / _GIGABYTE:.2f} GB", file=sys.stderr)
            if len(months) == 1:
                first = before.since(start)
            before = Spent.now()
    return months, spaces[0], first


def figures(months: list[Month], players: int, keep: str) -> dict[str, Any]:
    """Put the figures of a replay together; its first month also takes names and numbers in, and is left out."""
    rest = months[1:]
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


def make_world(folder: Path, players: int) -> None:
    """Make up a book, in a process of its own; one that is there is taken."""
    if not folder.joinpath("book.toml").exists():
        words = ("book", "world", str(folder), "--players", str(players), "--months", str(MONTHS), "--seed", "1")
        date_of_list = ("--list", FIRST.isoformat())
        subprocess.run([sys.executable, "-m", "arpad", *words, *date_of_list], check=True, stdout=subprocess.DEVNULL)


def usual(players: int) -> dict[str, Any]:
    """Replay a world of some size, with all its lists in files of their own."""
    with tempfile.TemporaryDirectory() as name:
        make_world(Path(name, "book"), players)
        months, _, _ = measured(Path(name, "book"), Path(name, "out"), ALL)
    return figures(months, players, ALL)


def fide(folder: Path) -> dict[str, Any]:
    """Replay ten years at FIDE's size: memory and disk after every month."""
    make_world(folder / "book", FIDE_PLAYERS)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        months, space, before = measured(folder / "book", Path(name, "out"), YEARLY)
    memories = [month.memory for month in months[1:]]
    first, last = median(memories[:YEAR]), median(memories[-YEAR:])
    return figures(months, FIDE_PLAYERS, YEARLY) | {
        "games_a_month": round(median(month.games for month in months)),
        "before_the_first_month_s": round(before.wall, 1),
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
        if words[1:]:
            result = fide(Path(words[1]))
        else:
            with tempfile.TemporaryDirectory(dir=Path(__file__).parent.parent) as name:
                result = fide(Path(name))
        result |= of_machine()
        kept["fide"] = result
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
