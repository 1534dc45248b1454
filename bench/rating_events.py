"""Rating reports: a large open, a thousand small files in one call, and an open against the list of the world.

Times in yardsticks, and the highest memory. With a list the players are looked for by number and name; that may take
little more than rating without it and reading it.

make bench-events     prints the table and writes bench/results-events.json
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import yardstick

from arpad.events.asked_players import AskedPerson, AskedPlayers
from arpad.events.rating_lists import RatingLists
from arpad.formats.trf.writer import write_trf
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.time_control import TimeControl, TimePeriod
from arpad.model.tournament import Entry, Pairing, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMITS = {"large_s": 3.0, "large_mb": 300.0, "files_a_second": 100.0, "listed_times": 1.3}
USUAL_YARDSTICK = 0.12
"""Seconds of the yardstick on the machine that the limits mean."""
FILES, RUNS = 1000, 5
LISTED_PLAYERS, LINES, MISTYPED = 2000, 570_000, 20
"""An open of so many players, the lines of the list, and how many of the numbers are mistyped."""
_HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA MAY25 Gms K  B-day Flag"
)
_START, _MIDDLE, _END = (
    ("An", "Bel", "Cor", "Dag", "El", "Fen", "Gor", "Hal", "Is", "Jo", "Kal", "Lu", "Mar", "Nor", "Os", "Per", "Quo"),
    ("a", "i", "o", "en", "ar", "il", "un", "eth", "or", "isk", "ue", "ey"),
    ("dur", "mand", "bek", "son", "vic", "ez", "ian", "ov", "strom", "ley", "ard", "ini", "ski", "wala"),
)
_FEDERATIONS = ("NLD", "AAX", "BBX", "CCX", "DDX", "EEX")
_BACK = {"1": "0", "0": "1", "=": "="}
_POINTS = {"1": 100, "=": 50, "0": 0, "U": 100}


def made_up_name(chance: random.Random) -> str:
    """Make up a name; a few are common, as in life, so that there are namesakes."""

    def word(middles: int) -> str:
        middle = "".join(chance.choice(_MIDDLE) for _ in range(middles))
        return chance.choice(_START) + middle + chance.choice(_END)

    return f"{word(chance.choice((0, 1, 1, 2, 2, 2, 3)))}, {word(chance.choice((0, 0, 1)))}"


def made_up_list(lines: int, entries: Sequence[Entry], mistyped: int) -> str:
    """Make a standard list in FIDE's columns that has some players of a report, and all others made up.

    The first few of the report are on it under numbers with one digit otherwise.
    """
    chance = random.Random(2025)  # noqa: S311 - made-up people, no secrets
    rows = [
        (entry.fide_id - (10_000_000 if place < mistyped else 0), entry.name, "NLD", entry.rating, 1990)
        for place, entry in enumerate(entries)
        if entry.fide_id is not None and entry.rating is not None
    ]
    for number in range(lines - len(rows)):
        rating, year = chance.randint(1400, 2600), chance.randint(1935, 2018)
        rows.append((1_000_000 + 17 * number, made_up_name(chance), chance.choice(_FEDERATIONS), rating, year))
    rows.sort()
    written = [
        f"{fide_id:<15}{name:<61}{fed} M{'':<32}{rating:<6}{0:<4}{20:<3}{year:<6}    "
        for fide_id, name, fed, rating, year in rows
    ]
    return "\r\n".join([_HEADER, *written, ""])


def made_up(players: int, rounds: int, seed: int) -> bytes:
    """Make a report, as it is written."""
    return write_trf(made_up_event(players, rounds, seed), "trf26").encode()


def made_up_event(players: int, rounds: int, seed: int) -> Tournament:
    """Make an event: random pairings, one player in ten unrated."""
    chance = random.Random(seed)  # noqa: S311 - made-up games, no secrets
    names = [made_up_name(chance) for _ in range(players)]
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
            names[number - 1],
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
    return Tournament(
        f"Open {seed}",
        "Harbourtown",
        "NLD",
        date(2025, 5, 2),
        date(2025, 5, 12),
        system="Individual: Swiss-System",
        time_control=TimeControl((TimePeriod(7200, 30),)),
        entries=entries,
    )


def timed(folder: Path, files: list[str], *more: str) -> tuple[float, float]:
    """Run `arpad rate` over files; give its seconds and the highest memory of it and its helpers in megabytes."""
    before = time.perf_counter()
    run = (
        "import sys, resource\nfrom arpad.cli.main import run\ncode = run(sys.argv[1:])\n"
        "own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "others = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
        "print(own, others, code, file=sys.stderr)\n"
    )
    words = ["rate", *files, *more, "--k", "20", "--format", "csv", "-o", str(folder / "out.csv")]
    done = subprocess.run([sys.executable, "-c", run, *words], check=True, capture_output=True, text=True, cwd=folder)
    seconds = time.perf_counter() - before
    own, others, code = map(int, done.stderr.split()[-3:])
    if code:
        raise SystemExit(done.stdout + done.stderr)
    return seconds, (own + others) / 1024


def reading(place: Path, entries: Sequence[Entry]) -> float:
    """Read the players of a report from a list; give the seconds."""
    asked = AskedPlayers(frozenset(AskedPerson.of(entry) for entry in entries))
    before = time.perf_counter()
    RatingLists(asked).add(f"2025-05-01={place}")
    return time.perf_counter() - before


def with_list(folder: Path, players: int, lines: int) -> dict[str, float]:
    """Rate an open with the list of the world and without it, and read that list alone; the best of each."""
    event = made_up_event(players, 9, 2)
    (folder / "open.trf").write_bytes(write_trf(event, "trf26").encode())
    place = folder / "standard_may25frl.txt"
    place.write_text(made_up_list(lines, event.entries, MISTYPED), encoding="ascii", newline="")
    alone = min(timed(folder, ["open.trf"])[0] for _ in range(RUNS))
    read = min(reading(place, event.entries) for _ in range(RUNS))
    listed = min(timed(folder, ["open.trf"], "--list", str(place))[0] for _ in range(RUNS))
    return {
        "without_list_measured_s": alone,
        "reading_list_measured_s": read,
        "with_list_measured_s": listed,
        "listed_times": listed / (alone + read),
    }


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=LINES, help="lines of the list; fewer to try the bench itself")
    parser.add_argument("--files", type=int, default=FILES, help="small files; fewer to try the bench itself")
    given = parser.parse_args()
    is_whole = (given.lines, given.files) == (LINES, FILES)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "large.trf").write_bytes(made_up(3000, 11, 1))
        small = []
        for index in range(given.files):
            place = folder / f"small-{index}.trf"
            place.write_bytes(made_up(60, 9, 100 + index))
            small.append(place.name)
        unit = yardstick.seconds()
        large = [timed(folder, ["large.trf"]) for _ in range(RUNS)]
        many = [timed(folder, small) for _ in range(2)]
        listed = with_list(folder, LISTED_PLAYERS, given.lines)
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
        "files_a_second": given.files / (best_of_many * scale),
        "many_mb": max(memory for _, memory in many),
        "highest_of_bench_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        **listed,
    }
    held = {
        "large_s": results["large_s"] <= LIMITS["large_s"],
        "large_mb": results["large_mb"] <= LIMITS["large_mb"],
        "files_a_second": results["files_a_second"] >= LIMITS["files_a_second"],
        "listed_times": results["listed_times"] <= LIMITS["listed_times"],
    }
    for key, value in results.items():
        print(f"{key:24} {value:10.3f}  {'' if key not in held else 'holds' if held[key] else 'MISSED'}")
    if is_whole:
        place = Path(__file__).with_name("results-events.json")
        place.write_text(json.dumps({**results, "limits": LIMITS, "holds": held}, indent=1) + "\n", encoding="utf-8")
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
