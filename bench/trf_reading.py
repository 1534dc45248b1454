"""Reading a tournament report, against the least a program can do with it, and against py4swiss on the same file.

make bench-trf        prints the table and writes bench/results-trf.json
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import yardstick
from made_rounds import paired
from py4swiss.trf import TrfParser

from arpad.formats.trf.players import forget
from arpad.formats.trf.reader import read_trf

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5
SIZES = ((300, 9), (2000, 11))
LIMITS = {"bare": 12.0, "py4swiss": 1.0}


def report(players: int, rounds: int) -> bytes:
    """Make an event that both programs read without a complaint, reproducibly; nobody in it is real."""
    chance = random.Random(20251207)  # noqa: S311 - made-up games, no secrets
    games, points = paired(players, rounds, chance)
    lines = ["012 Made-up Open", "022 Nowhere", "032 FID", "042 2025/03/01", "052 2025/03/11", f"XXR {rounds}"]
    for index in range(players):
        name = f"Family{index}, Given{index * 7}"
        born = f"19{chance.randint(50, 99)}/0{chance.randint(1, 9)}/1{chance.randint(0, 9)}"
        lines.append(
            f"001 {index + 1:>4} m    {name:33} {chance.randint(1400, 2700):>4} FID {99_000_000 + index:>11} {born} "
            f"{points[index] // 10:>2}.{points[index] % 10} {index + 1:>4}{games[index]}"
        )
    return ("\r\n".join(lines) + "\r\n").encode()


def bare_pass(data: bytes) -> list[list[tuple[int, str, str]]]:
    """Decode, split, slice, and make numbers of the opponents: the least a program can do."""
    players = []
    for line in data.decode("utf-8").split("\n"):
        if line[:3] == "001":
            blocks = []
            for column in range(91, len(line) - 7, 10):
                blocks.append((int(line[column : column + 4]), line[column + 5], line[column + 7]))  # noqa: PERF401 - plain
            players.append(blocks)
    return players


def read_afresh(data: bytes) -> None:
    """Read with nothing remembered of the file before."""
    forget()
    read_trf(data)


def best(*works: Callable[[], object]) -> list[float]:
    """Give the best time of each over some runs, taken in turns; only the time of this process counts."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(RUNS):
        for work, kept in zip(works, times, strict=True):
            start = time.process_time()
            work()
            kept.append(time.process_time() - start)
    return [min(kept) for kept in times]


def measured(players: int, rounds: int) -> dict[str, float]:
    """Read one file in all three ways."""
    data = report(players, rounds)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "event.trf"
        place.write_bytes(data)
        bare, ours, other = best(lambda: bare_pass(data), lambda: read_afresh(data), lambda: TrfParser.parse(place))
    name = f"{players}x{rounds}"
    return {
        f"{name}_bare_ms": bare * 1e3,
        f"{name}_arpad_ms": ours * 1e3,
        f"{name}_py4swiss_ms": other * 1e3,
        f"{name}_against_bare": ours / bare,
        f"{name}_against_py4swiss": ours / other,
    }


def main() -> int:
    """Measure, print, write, and say whether every ratio is within its limit."""
    figures = {"yardstick_s": yardstick.seconds()}
    for players, rounds in SIZES:
        figures |= measured(players, rounds)
    over = []
    for name, value in figures.items():
        limit = next((most for what, most in LIMITS.items() if name.endswith(f"_against_{what}")), None)
        print(f"{name:30} {value:10.3f}" + (f"  (limit {limit})" if limit else ""))
        if limit and value > limit:
            over.append(name)
    rounded = {name: round(value, 4) for name, value in figures.items()}
    ROOT.joinpath("bench", "results-trf.json").write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
    print("All ratios are within their limits." if not over else f"Over the limit: {', '.join(over)}")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
