"""Rating reports: a large open, and a thousand small files in one call; times in yardsticks, and the highest memory.

make bench-events     prints the table and writes bench/results-events.json
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

import yardstick

from arpad.formats.trf.writer import write_trf
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.time_control import TimeControl, TimePeriod
from arpad.model.tournament import Entry, Pairing, Tournament

LIMITS = {"large_s": 3.0, "large_mb": 300.0, "files_a_second": 100.0}
USUAL_YARDSTICK = 0.12
"""Seconds of the yardstick on the machine that the limits mean."""
FILES, RUNS = 1000, 5
_BACK = {"1": "0", "0": "1", "=": "="}
_POINTS = {"1": 100, "=": 50, "0": 0, "U": 100}


def made_up(players: int, rounds: int, seed: int) -> bytes:
    """Make a report: random pairings, one player in ten unrated."""
    chance = random.Random(seed)  # noqa: S311 - made-up games, no secrets
    ids = chance.sample(range(2_000_000), players)
    of: list[list[Pairing]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = list(range(players))
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=False):
            result = chance.choice("1=0")
            of[white].append(Pairing(black + 1, "w", result))
            of[black].append(Pairing(white + 1, "b", _BACK[result]))
        if players % 2:
            of[order[-1]].append(Pairing(None, None, "U"))
    entries = tuple(
        Entry(
            number,
            f"Player {seed} {number}",
            tuple(of[number - 1]),
            "m",
            rating=None if chance.random() < 0.1 else Rating(chance.randint(1400, 2700)),
            federation="NLD",
            fide_id=90_000_000 + ids[number - 1],
            born=Born(1990, 1, 1),
            points=Hundredths(sum(_POINTS[pairing.result] for pairing in of[number - 1])),
            rank=number,
        )
        for number in range(1, players + 1)
    )
    tournament = Tournament(
        f"Open {seed}",
        "Harbourtown",
        "NLD",
        date(2025, 5, 2),
        date(2025, 5, 12),
        system="Individual: Swiss-System",
        time_control=TimeControl((TimePeriod(7200, 30),)),
        entries=entries,
    )
    return write_trf(tournament, "trf26").encode()


def timed(folder: Path, files: list[str]) -> tuple[float, float]:
    """Run `arpad rate` over files; give its seconds and the highest memory of it and its helpers in megabytes."""
    before = time.perf_counter()
    run = (
        "import sys, resource\nfrom arpad.cli.main import run\ncode = run(sys.argv[1:])\n"
        "own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "others = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
        "print(own, others, code, file=sys.stderr)\n"
    )
    words = ["rate", *files, "--k", "20", "--format", "csv", "-o", str(folder / "out.csv")]
    done = subprocess.run([sys.executable, "-c", run, *words], check=True, capture_output=True, text=True, cwd=folder)
    seconds = time.perf_counter() - before
    own, others, code = map(int, done.stderr.split()[-3:])
    if code:
        raise SystemExit(done.stdout + done.stderr)
    return seconds, (own + others) / 1024


def main() -> int:
    """Measure, print and write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "large.trf").write_bytes(made_up(3000, 11, 1))
        small = []
        for index in range(FILES):
            place = folder / f"small-{index}.trf"
            place.write_bytes(made_up(60, 9, 100 + index))
            small.append(place.name)
        unit = yardstick.seconds()
        large = [timed(folder, ["large.trf"]) for _ in range(RUNS)]
        many = [timed(folder, small) for _ in range(2)]
    best = min(seconds for seconds, _ in large)
    best_of_many = min(seconds for seconds, _ in many)
    scale = USUAL_YARDSTICK / unit
    results = {
        "yardstick_s": unit,
        "large_s": best * scale,
        "large_measured_s": best,
        "large_yardsticks": best / unit,
        "large_mb": max(memory for _, memory in large),
        "many_measured_s": best_of_many,
        "many_yardsticks": best_of_many / unit,
        "files_a_second": FILES / (best_of_many * scale),
        "many_mb": max(memory for _, memory in many),
        "highest_of_bench_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    held = {
        "large_s": results["large_s"] <= LIMITS["large_s"],
        "large_mb": results["large_mb"] <= LIMITS["large_mb"],
        "files_a_second": results["files_a_second"] >= LIMITS["files_a_second"],
    }
    for key, value in results.items():
        print(f"{key:22} {value:10.3f}  {'' if key not in held else 'holds' if held[key] else 'MISSED'}")
    place = Path(__file__).with_name("results-events.json")
    place.write_text(json.dumps({**results, "limits": LIMITS, "holds": held}, indent=1) + "\n", encoding="utf-8")
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
