"""An office of FIDE's size, on SQLite and on PostgreSQL: importing, closing, publishing, who else changes, pages.

    make bench-office                                     everything; writes bench/results-office.json
    python bench/office.py sqlite                         on one database
    BOOK=FOLDER python bench/office.py                    with a world that is there, its first month closed

The world has 1.9 million players (BENCH_PLAYERS) and two months. The first is closed in its folder; the book is
imported and the second is closed and published in the office, while others read and write. Every step runs in a process
of its own. PostgreSQL is started for the run, and brings everything to the disk.
"""

from __future__ import annotations

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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

import django
import polars as pl
import postgres
import yardstick
from in_turns import KEPT

import arpad

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).resolve().parent
PLAYERS = os.environ.get("BENCH_PLAYERS", "1900000")
FIRST, MEASURED = "2026-11", "2026-12"
DATABASES = ("sqlite", "postgresql")
LIMITS = {
    "tables_to_list.times_the_book": 2.5,
    "publishing.yardsticks_above_the_command": 75.0,
    "import_list.times_converting": 5.0,
    "import_list.times_converting_until_searchable": 25.0,
    "import_list.peak_gb": 1.5,
    "search.yardsticks": 250.0,
    "who_else_changes.closes": 1.5,
    "reader.most_ms": 50.0,
    "writer.most_ms": {"sqlite": 1000.0, "postgresql": 50.0},
    "pages.median_ms": 20.0,
    "pages.p99_ms": 100.0,
    "event_pages.inbox.median_ms": 20.0,
    "event_pages.event.median_ms": 20.0,
    "event_pages.matching.median_ms": 200.0,
}
ARPAD = [sys.executable, "-m", "arpad"]
STEPS = [sys.executable, str(HERE / "office_steps.py")]
AS_IT_IS = os.environ | {"ARPAD_TODAY": "2027-02-01"}
"""As everybody has it: memory that was given back may leave the process."""
ENVIRONMENT = AS_IT_IS | KEPT


def step(name: str, folder: Path, *words: str, environment: Mapping[str, str] = ENVIRONMENT) -> dict[str, Any]:
    """Do a step of the office in a process of its own; its figures, with the wall time from its start to its end."""
    start = time.perf_counter()
    run = subprocess.run(
        [*STEPS, name, str(folder), *words], env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    if run.returncode:
        raise SystemExit(f"{name} of {folder.name} ended with {run.returncode}.")
    figures: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    print(f"{folder.name} {name}: {figures}", flush=True)
    return {**figures, "process_s": round(time.perf_counter() - start, 2)}


def command(*words: str) -> float:
    """Run a command of arpad; give the seconds it took."""
    start = time.perf_counter()
    subprocess.run([*ARPAD, *words], env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    print(f"{' '.join(words[:2])}: {seconds:.1f} s", flush=True)
    return seconds


def folder_figures(book: Path, place: Path) -> dict[str, float]:
    """Measure what the office is compared with: the same in a folder, by the command."""
    listed = book / "published" / FIRST / "list.txt"
    converted = min(command("list", "convert", str(listed), "-o", str(place / "list.parquet")) for _ in range(3))
    opened = min(step("book_to_list", book, MEASURED)["work_s"] for _ in range(2))
    own = place / "closed"
    shutil.copytree(book, own)
    closed = command("period", "close", str(own), MEASURED)
    shutil.rmtree(own)
    return {"list_convert_s": converted, "book_to_list_s": opened, "period_close_s": closed}


def while_others_work(office: Path) -> dict[str, Any]:
    """Publish while somebody reads and somebody else writes."""
    stop = office.with_name("stop")
    stop.unlink(missing_ok=True)
    others = {
        kind: subprocess.Popen(
            [*STEPS, "waits", str(office), str(stop), kind], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
        )
        for kind in ("read", "write")
    }
    time.sleep(4)
    published = step("publish", office, MEASURED)
    stop.touch()
    waited = {kind: json.loads(process.communicate()[0].splitlines()[-1]) for kind, process in others.items()}
    return {"publish": published, "reader": waited["read"], "writer": waited["write"]}


def office_figures(database: str, book: Path, place: Path, compared: dict[str, float], stick: float) -> dict[str, Any]:
    """Measure an office on a database."""
    listed, first, office = book / "published" / FIRST / "list.txt", place / "list-office", place / "office"
    figures: dict[str, Any] = {}
    step("init", first, *address(database))
    figures["import_list"] = step("import", first, str(listed), FIRST, environment=AS_IT_IS)
    first_search = step("search", first)
    shutil.rmtree(first)
    step("init", office, *address(database))
    figures["import_book"] = step("import", office, str(book))
    figures["tables_to_list"] = min((step("tables_to_list", office, MEASURED) for _ in range(2)), key=_work)
    figures["close"] = step("close", office, MEASURED)
    figures |= while_others_work(office)
    figures["search"] = step("search", office)
    figures["who_else_changes"] = step("look", office, MEASURED)
    figures["pages"] = step("pages", office)
    figures["event_pages"] = step("event_pages", office)
    figures["size_gb"] = round(_size(office) / 1e9, 3)
    figures["import_list"]["times_converting"] = round(
        figures["import_list"]["process_s"] / compared["list_convert_s"], 2
    )
    searchable = figures["import_list"]["process_s"] + first_search["process_s"]
    figures["import_list"]["times_converting_until_searchable"] = round(searchable / compared["list_convert_s"], 2)
    figures["search"]["yardsticks"] = round(figures["search"]["work_s"] / stick, 1)
    figures["tables_to_list"]["times_the_book"] = round(
        figures["tables_to_list"]["work_s"] / compared["book_to_list_s"], 2
    )
    both = figures["close"]["work_s"] + figures["publish"]["work_s"]
    figures["publishing"] = {
        "yardsticks": round(figures["publish"]["work_s"] / stick, 1),
        "yardsticks_above_the_command": round((both - compared["period_close_s"]) / stick, 1),
    }
    figures["who_else_changes"]["closes"] = round(
        figures["who_else_changes"]["work_s"] / figures["tables_to_list"]["work_s"], 2
    )
    return figures


def _work(figures: dict[str, Any]) -> float:
    return float(figures["work_s"])


def _size(folder: Path) -> int:
    return sum(place.stat().st_size for place in folder.rglob("*") if place.is_file())


class Running:
    """The PostgreSQL of the run."""

    server: postgres.Server | None = None
    count = 0


def address(database: str) -> list[str]:
    """Give the address of a new database; with SQLite there is none."""
    if database == "sqlite":
        return []
    import psycopg  # noqa: PLC0415 - only here

    assert Running.server is not None  # noqa: S101 - started before
    Running.count += 1
    name = f"bench_{Running.count}"
    with psycopg.connect(Running.server.url(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return [Running.server.url(name)]


def over(figures: dict[str, Any], database: str) -> list[str]:
    """Give the figures of a database that are over their limit."""
    names = []
    for name, limit in LIMITS.items():
        value: Any = figures
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        most = limit[database] if isinstance(limit, dict) else limit
        if value is not None and value > most:
            names.append(f"{database} {name}: {value} > {most}")
    return names


def main() -> int:
    """Make the world, measure, print, keep, and say whether everything is within its limit."""
    names = [name for name in DATABASES if name in sys.argv[1:]] or list(DATABASES)
    place = HERE / "results-office.json"
    kept = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    if "postgresql" in names and postgres.programs() is None:
        raise SystemExit(postgres.NOT_TRIED)
    before = yardstick.seconds()
    with tempfile.TemporaryDirectory(dir=HERE.parent) as folder, postgres.durable_server() as server:
        Running.server = server
        book = Path(os.environ.get("BOOK", Path(folder) / "book")).resolve()
        if not book.exists():
            command("book", "world", str(book), "--players", PLAYERS, "--months", "2")
            command("period", "close", str(book), FIRST)
        compared = folder_figures(book, Path(folder))
        stick = (before + yardstick.seconds()) / 2
        measured = {}
        for name in names:
            own = Path(folder) / name
            own.mkdir()
            measured[name] = office_figures(name, book, own, compared, stick)
            shutil.rmtree(own)
    stick = (stick + yardstick.seconds()) / 2
    kept |= {
        "players": int(PLAYERS),
        "versions": {
            "arpad": arpad.__version__,
            "python": platform.python_version(),
            "polars": pl.__version__,
            "django": django.__version__,
        },
        "yardstick_s": round(stick, 4),
        "compared": {name: round(seconds, 2) for name, seconds in compared.items()},
        **measured,
        "limits": LIMITS,
    }
    text = json.dumps(kept, indent=2)
    place.write_text(text + "\n", encoding="utf-8")
    print(text)
    problems = [problem for name, figures in measured.items() for problem in over(figures, name)]
    print("Everything is within its limits." if not problems else "Over the limit: " + "; ".join(problems))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
