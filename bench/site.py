"""The public site at FIDE's size, on SQLite and on PostgreSQL: what a search takes, and whether it gives who was meant.

    make bench-site                          everything; writes bench/results-site.json
    python bench/site.py sqlite search       one part on one database
    BOOK=FOLDER python bench/site.py         with a copy of a world that is there, its first month closed

The world has 1.9 million players (BENCH_PLAYERS); they get names of which few are common and most are rare
(`site_names.py`). Every part runs in a process of its own; another part of the site is another line in `PARTS`.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

import django
import polars as pl
import postgres
import yardstick

import arpad
import office

HERE = Path(__file__).resolve().parent
PARTS = ("search",)
"""What is measured of an office that stands, by the names of the steps in `site_steps.py`."""
STEPS = [sys.executable, str(HERE / "site_steps.py")]
MEDIAN, P99, SHARE, INDEX = 10.0, 50.0, 0.97, 250.0
LIMITS = {"median_ms": MEDIAN, "p99_ms": P99, "among_the_first_20": SHARE, "index.yardsticks": INDEX}


def step(name: str, folder: Path, *words: str) -> dict[str, Any]:
    """Do a step in a process of its own, and give its figures."""
    run = subprocess.run(
        [*STEPS, name, str(folder), *words], env=office.ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=False
    )
    if run.returncode:
        raise SystemExit(f"{name} of {folder.name} ended with {run.returncode}.")
    figures: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    print(f"{folder.name} {name}: {figures}", flush=True)
    return figures


def office_figures(database: str, book: Path, place: Path, parts: list[str], stick: float) -> dict[str, Any]:
    """Set an office up on a database, and measure the parts."""
    office.step("init", place, *office.address(database))
    office.step("import", place, str(book))
    index = office.step("search", place)
    index["yardsticks"] = round(index["work_s"] / stick, 1)
    return {"index": index, **{part: step(part, place) for part in parts}}


def over(figures: dict[str, Any], database: str) -> list[str]:
    """Give the figures of a database that are over their limit."""
    problems = []
    if figures["index"]["yardsticks"] > INDEX:
        problems.append(f"{database} index: {figures['index']['yardsticks']} yardsticks > {INDEX}")
    searched = figures.get("search", {})
    ways = {**searched.get("queries", {}), **({"typing_errors": searched["typing_errors"]} if searched else {})}
    for way, taken in ways.items():
        if taken["median_ms"] > MEDIAN or taken["p99_ms"] > P99:
            problems.append(f"{database} {way}: {taken['median_ms']} ms, p99 {taken['p99_ms']} ms")
    if searched and searched["typing_errors"]["among_the_first_20"] < SHARE:
        problems.append(f"{database} typing errors: {searched['typing_errors']['among_the_first_20']} < {SHARE}")
    return problems


def main() -> int:
    """Make the world, measure, print, keep, and say whether everything is within its limit."""
    names = [name for name in office.DATABASES if name in sys.argv[1:]] or list(office.DATABASES)
    parts = [part for part in PARTS if part in sys.argv[1:]] or list(PARTS)
    results = HERE / "results-site.json"
    kept = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    if "postgresql" in names and postgres.programs() is None:
        raise SystemExit(postgres.NOT_TRIED)
    before = yardstick.seconds()
    with tempfile.TemporaryDirectory(dir=HERE.parent) as folder, postgres.durable_server() as server:
        office.Running.server = server
        book = Path(folder) / "book"
        if "BOOK" in os.environ:
            shutil.copytree(os.environ["BOOK"], book)
        else:
            office.command("book", "world", str(book), "--players", office.PLAYERS, "--months", "1")
            office.command("period", "close", str(book), office.FIRST)
        named = step("named", book)
        measured = {name: office_figures(name, book, Path(folder) / name, parts, before) for name in names}
    kept |= {
        "world": named,
        "versions": {
            "arpad": arpad.__version__,
            "python": platform.python_version(),
            "polars": pl.__version__,
            "django": django.__version__,
        },
        "yardstick_s": round((before + yardstick.seconds()) / 2, 4),
        "load_before": round(os.getloadavg()[2], 1),
        **measured,
        "limits": LIMITS,
    }
    text = json.dumps(kept, indent=2)
    results.write_text(text + "\n", encoding="utf-8")
    print(text)
    problems = [problem for name, figures in measured.items() for problem in over(figures, name)]
    print("Everything is within its limits." if not problems else "Over the limit: " + "; ".join(problems))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
