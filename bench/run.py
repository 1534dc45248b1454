"""The ratios of arpad's ground floor, in one run: start-up against the bare interpreter, the reference against a loop.

make bench            prints the table and writes bench/results.json
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import yardstick

from arpad import edition, explain, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
BARE = "import argparse, tomllib, dataclasses, datetime, fractions"
STARTS = 21
RUNS = 5
LIMITS = {"start_up": 2.5, "reference": 40.0, "reference_explained": 200.0}


def start_up() -> dict[str, float]:
    """Time `arpad expected 2600 2150` from the installed wheel against the same interpreter with bare imports."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder]
        subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
        venv.create(place / "venv", with_pip=False)
        python = str(place / "venv" / "bin" / "python")
        wheel = str(next(place.glob("*.whl")))
        install = [sys.executable, "-m", "pip", "--quiet", "--python", python, "install", "--no-deps", wheel]
        subprocess.run(install, check=True, env=environment)
        ours = [str(place / "venv" / "bin" / "arpad"), "expected", "2600", "2150"]
        times: dict[str, list[float]] = {"arpad": [], "bare": []}
        for _ in range(STARTS):
            for name, command in (("arpad", ours), ("bare", [python, "-c", BARE])):
                start = time.perf_counter()
                subprocess.run(command, check=True, env=environment, capture_output=True)
                times[name].append(time.perf_counter() - start)
    medians = {f"start_up_{name}_s": statistics.median(seconds) for name, seconds in times.items()}
    return {**medians, "start_up": medians["start_up_arpad_s"] / medians["start_up_bare_s"]}


def periods(count: int) -> list[RatingPeriod]:
    """Make players with one nine-game event each, reproducibly; K is given, as in the plain loop."""
    chance = random.Random(20251207)  # noqa: S311 - made-up games, no secrets
    rating_periods = []
    for _ in range(count):
        rating = chance.randint(1400, 2800)
        games = tuple(
            Game(max(1400, rating + chance.randint(-600, 600)), chance.choice((0, 50, 100)), number)
            for number in range(1, 10)
        )
        event = Event(date(2025, 11, 7), date(2025, 11, 15), rating, games)
        rating_periods.append(RatingPeriod("standard", date(2025, 12, 1), Player(rating, 20), (event,)))
    return rating_periods


def best(work: Callable[[], object]) -> float:
    """Give the best time over some runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def plain_loop(given: list[RatingPeriod]) -> int:
    """Difference, cap, table, sum: the least a program can do."""
    cells = edition("fide-2025-10").table("expectation_table")
    expected = [cells.at(difference) for difference in range(-400, 401)]
    total = 0
    for rating_period in given:
        rating = rating_period.player.rating
        changes = 0
        for game in rating_period.events[0].games:
            difference = rating - game.opponent
            difference = 400 if difference > 400 else max(difference, -400)
            changes += game.score - expected[difference + 400]
        total += changes
    return total


def reference() -> dict[str, float]:
    """Time the reference per player-game, without and with the explanation, against the plain loop."""
    given = periods(2000)
    games = sum(len(period.events[0].games) for period in given)
    rate_player(given[0])
    explain(given[0])
    loop = best(lambda: plain_loop(given))
    plain = best(lambda: [rate_player(period) for period in given])
    explained = best(lambda: [explain(period) for period in given])
    return {
        "loop_us_per_game": loop / games * 1e6,
        "reference_us_per_game": plain / games * 1e6,
        "reference_explained_us_per_game": explained / games * 1e6,
        "reference": plain / loop,
        "reference_explained": explained / loop,
    }


def main() -> int:
    """Measure, print, write, and say whether every ratio is within its limit."""
    figures = {"yardstick_s": yardstick.seconds(), **start_up(), **reference()}
    for name, value in figures.items():
        limit = f"  (limit {LIMITS[name]})" if name in LIMITS else ""
        print(f"{name:34} {value:10.3f}{limit}")
    rounded = {name: round(value, 4) for name, value in figures.items()}
    ROOT.joinpath("bench", "results.json").write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
    over = [name for name, limit in LIMITS.items() if figures[name] > limit]
    print("All ratios are within their limits." if not over else f"Over the limit: {', '.join(over)}")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
