"""A month of the made-up world of FIDE's size, by the command; and what a book of many lists costs when it is opened.

make bench-month    all figures; python bench/month.py NAME … only some: `month`, `opening`; writes results-month.json;
                    --turns N closes the month N times in each way, instead of five times

The world has 1.9 million players (BENCH_PLAYERS) and two months. The first is closed so that the book is one in use:
its files passed their checks, and the order of its names is kept. The second is measured, with the line kernel and
without it, in turns: from Parquet to TXT, XML, tables and pages. Memory that was given back stays with the process, so
that no run pays for asking the system for it again. What new memory costs is measured beside it: that differs from
machine to machine, and on virtual ones from hour to hour, by more than anything that is compared here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import yardstick
from in_turns import KEPT

import arpad
from arpad.book.lists import day_of
from arpad.book.remembered import CHECKED
from arpad.formats.lists import line_program
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HERE = Path(__file__).parent
PLAYERS = os.environ.get("BENCH_PLAYERS", "1900000")
FIRST, MEASURED = "2026-11", "2026-12"
LISTS = (1, 12, 24)
TURNS = 5
LIMITS = {
    "month.kernel.yardsticks": 35.0,
    "month.kernel.peak_gb": 1.5,
    "month.frame.yardsticks": 75.0,
    "opening.mb_per_list": 5.0,
}
COMMAND = "from arpad.cli.start import run; raise SystemExit(run())"
WITHOUT = "from arpad.formats.lists import line_program; line_program.KERNEL = None"
OPENED = "import sys; from pathlib import Path; from arpad.book.folder import Book; Book.open(Path(sys.argv[1]))"


def child(program: str, *words: str) -> dict[str, float]:
    """Run a program in a Python of its own, and give what it took: wall and CPU seconds, page faults, memory.

    `load` says how much else the machine was doing: next to nothing on an idle one.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words], env=os.environ | KEPT, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {process.returncode}.")
    return {
        "wall_s": round(seconds, 2),
        "user_s": round(used.ru_utime, 2),
        "system_s": round(used.ru_stime, 2),
        "page_faults": used.ru_minflt,
        "peak_gb": round(used.ru_maxrss / 1e6, 3),
        "load": round(load, 1),
    }


def bytecode_in(folder: Path) -> None:
    """Let whatever is run keep its bytecode in a folder, so that the second run finds it, as after an installation."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


def new_memory() -> dict[str, float]:
    """Give what new memory costs just now, as a process of its own finds it."""
    asked = subprocess.run([sys.executable, HERE / "new_memory.py"], capture_output=True, check=True)
    prices: dict[str, float] = json.loads(asked.stdout)
    return prices


def copied(book: Path, own: Path) -> None:
    """Copy a book; what was published before is linked, since nobody writes into it, and a gigabyte is much to copy."""
    published = str(book / "published")

    def linked(source: str, target: str) -> object:
        return os.link(source, target) if source.startswith(published) else shutil.copy2(source, target)

    shutil.copytree(book, own, copy_function=linked)
    os.sync()


def month(book: Path, turns: int) -> dict[str, Any]:
    """Close a month of a book in use, with the kernel and without it, in turns; of each the best turn."""
    ways = {"kernel": COMMAND, "frame": f"{WITHOUT}; {COMMAND}"}
    tried: dict[str, list[dict[str, float]]] = {way: [] for way in ways if way == "frame" or line_program.KERNEL}
    memory: list[dict[str, float]] = []
    for _ in range(turns):
        memory.append(new_memory())
        for way, of_way in tried.items():
            own = book.with_name(way)
            copied(book, own)
            of_way.append(child(ways[way], "period", "close", str(own), MEASURED))
            published = own / "published" / MEASURED
            sizes = {place.name: place.stat().st_size for place in sorted(published.iterdir())}
            shutil.rmtree(own)
    best = {way: min(of_way, key=lambda turn: turn["wall_s"]) for way, of_way in tried.items()}
    every = {
        way: {name: [turn[name] for turn in of_way] for name in ("wall_s", "user_s", "system_s", "peak_gb", "load")}
        for way, of_way in tried.items()
    }
    prices = {name: [turn[name] for turn in memory] for name in memory[0]}
    return {**best, "every_turn": every, "new_memory": prices, "bytes": sizes}


def opening(book: Path, _: int) -> dict[str, Any]:
    """Open books of more and more lists, first to check everything, then with what is remembered: peak memory."""
    place = min(book.joinpath("lists").glob("*.parquet"))
    first = day_of(place)
    if first is None:
        raise SystemExit(f"{place.name} is no list.")
    peaks: dict[str, list[float]] = {"first_mb": [], "again_mb": []}
    for many in LISTS:
        own = book.with_name("many")
        shutil.copytree(book, own)
        for number in range(1, many):
            shutil.copyfile(place, own / "lists" / f"{shifted_months(first, -number):%Y-%m}.parquet")
        shutil.rmtree(own / CHECKED, ignore_errors=True)
        for of_opening in peaks.values():
            of_opening.append(round(1000 * child(OPENED, str(own))["peak_gb"], 1))
        shutil.rmtree(own)
    further = LISTS[-1] - LISTS[0]
    costs = {name: (mb[-1] - mb[0]) / further for name, mb in peaks.items()}
    return {"lists": LISTS, **peaks, "mb_per_list": round(max(costs.values()), 2)}


FIGURES: Mapping[str, Callable[[Path, int], dict[str, Any]]] = {"month": month, "opening": opening}
"""What is measured, by name: of a book in use whose next month is MEASURED, in so many turns. Whatever is added here is
run and kept."""


def in_yardsticks(figures: dict[str, Any], stick: float) -> None:
    """Give every wall time in yardsticks, too."""
    if isinstance(figures.get("wall_s"), float):
        figures["yardsticks"] = round(figures["wall_s"] / stick, 1)
    for value in figures.values():
        if isinstance(value, dict):
            in_yardsticks(value, stick)


def at(figures: Mapping[str, Any], name: str) -> float | None:
    """Give the figure of a name with dots; None where it was not measured."""
    value: Any = figures
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def main(names: Sequence[str], turns: int) -> int:
    """Make the world, measure, print, keep, and say whether everything is within its limit."""
    sticks = [yardstick.seconds()]
    place = HERE / "results-month.json"
    kept = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    with tempfile.TemporaryDirectory(dir=HERE.parent) as name:
        book = Path(name) / "book"
        bytecode_in(Path(name) / "bytecode")
        child(COMMAND, "book", "world", str(book), "--players", PLAYERS, "--months", "2")
        first = child(COMMAND, "period", "close", str(book), FIRST)
        child(OPENED, str(book))
        figures: dict[str, Any] = {
            "first_month": first,
            **{name: FIGURES[name](book, turns) for name in names or FIGURES},
        }
    sticks.append(yardstick.seconds())
    stick = min(sticks)
    in_yardsticks(figures, stick)
    kept |= {
        "players": int(PLAYERS),
        "turns": turns,
        "allocator": {name: value for name, value in KEPT.items() if "MALLOC" in name},
        "versions": {
            "arpad": arpad.__version__,
            "python": platform.python_version(),
            "polars": pl.__version__,
            "numpy": np.__version__,
            "line_kernel": line_program.KERNEL is not None,
        },
        "yardstick_s": round(stick, 4),
        **figures,
        "limits": LIMITS,
    }
    text = json.dumps(kept, indent=2)
    place.write_text(text + "\n", encoding="utf-8")
    print(text)
    over = [name for name, limit in LIMITS.items() if (value := at(figures, name)) is not None and value > limit]
    print("Everything is within its limits." if not over else f"Over the limit: {', '.join(over)}")
    return bool(over)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(FIGURES)}; all without one")
    parser.add_argument("--turns", type=int, default=TURNS)
    given = parser.parse_args()
    if unknown := sorted({*given.names} - {*FIGURES}):
        parser.error(f"there is no {', '.join(unknown)}")
    sys.exit(main(given.names, given.turns))
