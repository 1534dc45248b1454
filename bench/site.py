"""The public site at FIDE's size, on SQLite and on PostgreSQL: searching, pages, many visitors at once, downloads.

    make bench-site                          everything; writes bench/results-site.json
    python bench/site.py sqlite search       one part on one database, beside the figures that are there
    BOOK=FOLDER python bench/site.py         with a copy of a world that is there, its first month closed
    OFFICES=FOLDER python bench/site.py      with the offices that stand there, made where they do not

The world has 1.9 million players (BENCH_PLAYERS); they get names of which few are common and most are rare
(`site_names.py`). An office that stands in OFFICES is used as it is; POSTGRES is the address of the server that one on
PostgreSQL was made in, or is made in. Every part runs in processes of its own; another part of the site is another line
in `PARTS`.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

import django
import granian
import polars as pl
import postgres
import site_load
import yardstick

import arpad
import office

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
PARTS = ("index", "search", "pages", "visitors", "downloads")
"""What is measured of an office that stands."""
STEPS = [sys.executable, str(HERE / "site_steps.py")]
LIMITS = {
    "index.yardsticks": 250.0,
    "database.median_ms": 10.0,
    "database.p99_ms": 50.0,
    "typing_errors.among_the_first_20": 0.97,
    "visitors.errors": 0,
    "visitors.share_of_best": 0.95,
    "visitors.p99_of_turns": 2.0,
    "visitors.half_rate_p99_of_single": 10.0,
    "downloads.more_mb": 50.0,
}


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


def made_office(database: str, book: Path, place: Path) -> None:
    """Set an office up on a database, with all that its pages are made from."""
    office.step("init", place, *office.address(database))
    office.step("import", place, str(book))
    office.step("search", place)
    step("public_files", place)


def office_figures(place: Path, parts: list[str], stick: float) -> dict[str, Any]:
    """Measure the parts of an office."""
    figures: dict[str, Any] = {"yardstick_s": round(stick, 4), "load_before": round(os.getloadavg()[0], 1)}
    if "index" in parts:
        index = office.step("search", place)
        figures["index"] = {**index, "yardsticks": round(index["work_s"] / stick, 1)}
    figures |= {part: step(part, place) for part in ("search", "pages") if part in parts}
    if {"visitors", "downloads"} & set(parts):
        addresses = place.with_name(f"{place.name}-visits.json")
        drawn = step("drawn", place, str(addresses))
        url = drawn.pop("database_url")
        if "visitors" in parts:
            figures["visitors"] = {**drawn, **site_load.visited(place, addresses, url)}
        if "downloads" in parts:
            figures["downloads"] = site_load.downloaded(place, drawn["files"], url)
    return figures


def over(figures: dict[str, Any], database: str) -> list[str]:
    """Give the figures of a database that are over their limit."""
    problems = []

    def compare(name: str, value: float, limit: str, *, is_least: bool = False) -> None:
        if value < LIMITS[limit] if is_least else value > LIMITS[limit]:
            problems.append(f"{database} {name}: {value}, limit {LIMITS[limit]}")

    if "index" in figures:
        compare("index", figures["index"]["yardsticks"], "index.yardsticks")
    searched = figures.get("search", {})
    ways = {**searched.get("queries", {}), **({"typing_errors": searched["typing_errors"]} if searched else {})}
    ways |= {f"page of {name}": taken for name, taken in figures.get("pages", {}).items()}
    for way, taken in ways.items():
        compare(f"{way}, median", taken["median_ms"], "database.median_ms")
        compare(f"{way}, p99", taken["p99_ms"], "database.p99_ms")
    if searched:
        share = searched["typing_errors"]["among_the_first_20"]
        compare("typing errors", share, "typing_errors.among_the_first_20", is_least=True)
    if visitors := figures.get("visitors"):
        runs = {**visitors["connections"], "half rate": visitors["half_rate"], "single": visitors["single"]}
        for name, run in runs.items():
            compare(f"errors at {name}", run["errors"], "visitors.errors")
        for name in ("share_of_best", "p99_of_turns", "half_rate_p99_of_single"):
            compare(name, visitors[name], f"visitors.{name}", is_least=name == "share_of_best")
    for name, file in figures.get("downloads", {}).items():
        compare(f"download of {name}", file["more_mb"], "downloads.more_mb")
    return problems


@contextmanager
def server() -> Iterator[None]:
    """Have a PostgreSQL for as long as it is used: the one of POSTGRES, or one of the run's own."""
    if "POSTGRES" in os.environ:
        office.Running.server = _Running(os.environ["POSTGRES"])  # type: ignore[assignment] # it has an address
        yield
        return
    with postgres.durable_server() as own:
        office.Running.server = own
        yield


class _Running:
    """A server that runs already."""

    def __init__(self, address: str) -> None:
        self._address = address

    def url(self, database: str = "postgres") -> str:
        """Give the address of a database."""
        return f"{self._address.rpartition('/')[0]}/{database}"


def world(book: Path) -> dict[str, Any]:
    """Make the world, or copy the one that is there, and give its players names."""
    if "BOOK" in os.environ:
        shutil.copytree(os.environ["BOOK"], book)
    else:
        office.command("book", "world", str(book), "--players", office.PLAYERS, "--months", "1")
        office.command("period", "close", str(book), office.FIRST)
    return step("named", book)


def main() -> int:
    """Make the world and the offices, measure, print, keep, and say whether everything is within its limit."""
    names = [name for name in office.DATABASES if name in sys.argv[1:]] or list(office.DATABASES)
    parts = [part for part in PARTS if part in sys.argv[1:]] or list(PARTS)
    results = HERE / "results-site.json"
    kept = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    if "postgresql" in names and postgres.programs() is None:
        raise SystemExit(postgres.NOT_TRIED)
    measured = {}
    with tempfile.TemporaryDirectory(dir=HERE.parent) as folder, server():
        offices = Path(os.environ.get("OFFICES", folder)).resolve()
        if not all(offices.joinpath(name).exists() for name in names):
            kept["world"] = world(Path(folder) / "book")
        for name in names:
            if not offices.joinpath(name).exists():
                made_office(name, Path(folder) / "book", offices / name)
            measured[name] = office_figures(offices / name, parts, yardstick.seconds())
    for name, figures in measured.items():
        kept[name] = kept.get(name, {}) | figures
    kept |= {
        "versions": {
            "arpad": arpad.__version__,
            "python": platform.python_version(),
            "polars": pl.__version__,
            "django": django.__version__,
            "granian": granian.__version__,
        },
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
