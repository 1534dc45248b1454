"""Kills deeds of an office at many moments, on SQLite and on PostgreSQL, and writes down what came of it.

`make office-kills` (KILLS=… kills each deed so often on each database, at the same moments every time; the deeds are
those about lists and those about an event). What is done is kept in `.kills/` by commit: a run that was ended goes on
where it was. The figures go into bench/results-office-kills.json: mixed states, second tries that came out otherwise,
jobs that did not end. A deed that was not killed this time keeps its figures, with the commit of which they are.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results-office-kills.json"
MOMENTS, FURTHER = 4, 1000
"""A run that was quicker than its kill is run again, and killed at a moment of another number, so often at most."""
ENDS = ("", "done", "failed")
"""How a job may end that was killed: none for a deed that is no job."""


def killed_often(database: str, deeds: dict[str, list[int]], kept: Path) -> None:
    """Kill deeds on a database, and keep a line for each kill."""
    import killed_offices as kills  # type: ignore[import-not-found]  # noqa: PLC0415 - after the path is set

    with tempfile.TemporaryDirectory(prefix="arpad-kills-") as name:
        folder = Path(name)
        begun = kills.begun(database, folder, list(deeds))
        for deed, numbers in deeds.items():
            unstopped = kills.whole(deed, begun[deed], folder / "runs" / deed)
            for number in numbers:
                for moment in range(number, number + MOMENTS * FURTHER, FURTHER):
                    start = time.monotonic()
                    outcome = kills.killed(deed, moment, unstopped, folder / "runs" / deed)
                    line = {
                        "database": database,
                        "deed": deed,
                        "number": number,
                        "moment": moment,
                        **outcome._asdict(),
                        "seconds": round(time.monotonic() - start, 2),
                    }
                    with kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(line) + "\n")
                    if outcome.state != "ended":
                        break


def lines_of(kept: Path) -> list[dict[str, Any]]:
    """Give what is done; a line that a killed run left half is none."""
    text = kept.read_text(encoding="utf-8") if kept.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def is_wrong(line: dict[str, Any]) -> bool:
    """Tell whether a kill left something that must not be."""
    return bool(line["mixed"] or line["unequal"] or line["job"] not in ENDS)


def figures(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Add up what the kills of each deed came to; a run that was quicker than its kill counts as none."""
    by_database: dict[str, Any] = {}
    for line in lines:
        of = by_database.setdefault(line["database"], {}).setdefault(
            line["deed"],
            {
                "kills": 0,
                "quicker": 0,
                "left": Counter(),
                "killed": Counter(),
                "jobs": Counter(),
                "mails": Counter(),
                "mixed": 0,
                "unequal": 0,
                "wrong": [],
            },
        )
        if is_wrong(line):
            of["wrong"].append(line)
        if line["state"] == "ended":
            of["quicker"] += 1
            continue
        of["kills"] += 1
        of["left"][line["state"]] += 1
        of["killed"][line["whom"]] += 1
        of["jobs"].update([line["job"]] if line["job"] else [])
        of["mails"].update([line["mails"]] if line["mails"] else [])
        of["mixed"] += bool(line["mixed"])
        of["unequal"] += bool(line["unequal"])
    return by_database


def together(earlier: dict[str, Any], by_database: dict[str, Any]) -> dict[str, Any]:
    """Put the figures of some deeds in the place of earlier ones, and add all of them up."""
    databases = {database: dict(deeds) for database, deeds in earlier.get("databases", {}).items()}
    for database, deeds in by_database.items():
        databases.setdefault(database, {}).update(deeds)
    every = [figure for deeds in databases.values() for figure in deeds.values()]
    return {
        "kills": {database: sum(each["kills"] for each in deeds.values()) for database, deeds in databases.items()},
        "mixed_states": sum(each["mixed"] for each in every),
        "unequal_second_tries": sum(each["unequal"] for each in every),
        "jobs_that_did_not_end": sum(
            number for each in every for end, number in each["jobs"].items() if end not in ENDS
        ),
        "wrong": sum(len(each["wrong"]) for each in every),
        "databases": databases,
    }


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=34, help="how often each deed is killed on each database")
    parser.add_argument("--deeds", nargs="+", help="which deeds; all if not given")
    parser.add_argument("--databases", nargs="+", help="which databases; both if not given")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kept", type=Path, help="where to keep what is done; .kills/ by commit if not given")
    parser.add_argument("--results", type=Path, default=RESULTS)
    return parser.parse_args()


def main() -> int:
    """Kill, or do what is left of it; write the figures."""
    given = asked()
    added = [str(ROOT / "tests" / "support"), str(ROOT / "src"), str(ROOT / "tools")]
    sys.path[:0] = added
    os.environ["PYTHONPATH"] = os.pathsep.join([*added, os.environ.get("PYTHONPATH", "")])
    os.environ["ARPAD_TODAY"] = "2027-02-01"
    os.environ["PYTHONHASHSEED"] = "0"  # what is compared between processes is hashed in the same way
    import postgres  # type: ignore[import-not-found]  # noqa: PLC0415 - after the path is set
    from deep_run import of_git  # noqa: PLC0415 - the same
    from killed_offices import DATABASES, DEEDS  # noqa: PLC0415 - the same

    commit = of_git("rev-parse", "--short=12", "HEAD")
    is_clean = not of_git("status", "--porcelain", "--", "src", "tools", "tests/support")
    kept = given.kept or ROOT / ".kills" / f"office-{commit}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    if not is_clean and not given.kept:
        kept.unlink(missing_ok=True)
    databases = list(given.databases or DATABASES)
    if "postgresql" in databases and postgres.programs() is None:
        print(f"NOT TRIED: {postgres.NOT_TRIED}")
        databases.remove("postgresql")
    postgres.begin()
    try:
        if "postgresql" in databases:
            postgres.server()
        start = time.monotonic()
        killed = [line for line in lines_of(kept) if line["state"] != "ended"]
        done = {(line["database"], line["deed"], line["number"]) for line in killed}
        parts = []
        for database in databases:
            for turn in range(max(1, given.workers // len(databases))):
                numbers = range(turn, given.kills, max(1, given.workers // len(databases)))
                deeds = {
                    deed: [number for number in numbers if (database, deed, number) not in done]
                    for deed in given.deeds or DEEDS
                }
                parts.append((database, {deed: numbers for deed, numbers in deeds.items() if numbers}))
        left = sum(len(numbers) for _, deeds in parts for numbers in deeds.values())
        print(f"{len(done)} kills are done, {left} are left.", flush=True)
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(given.workers, mp_context=context) as pool:
            for ended in as_completed([pool.submit(killed_often, *part, kept) for part in parts if part[1]]):
                ended.result()
                print(f"{len(lines_of(kept))} done, {int(time.monotonic() - start)} s", flush=True)
        by_database = figures(lines_of(kept))
        for deed_figures in (each for deeds in by_database.values() for each in deeds.values()):
            deed_figures |= {"commit": commit, "clean": is_clean}
        earlier = json.loads(given.results.read_text(encoding="utf-8")) if given.results.exists() else {}
        whole = together(earlier, by_database)
        given.results.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        print(json.dumps(whole, indent=1))
        return any(is_wrong(line) for line in lines_of(kept))
    finally:
        postgres.end()


if __name__ == "__main__":
    sys.exit(main())
