"""Kills commands on a book at many moments, and writes down what came of it: how far each was, mixed books, reruns.

`make kills` (KILLS=… kills each command so often, at the same moments every time). What is done is kept in `.kills/` by
commit: a run that was ended goes on where it was. The figures go into bench/results-kills.json.
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
RESULTS = ROOT / "bench" / "results-kills.json"
AT_ONCE = 12
"""So many kills are done with one book that was brought to where the command begins."""


def killed_often(command: str, numbers: list[int], kept: Path) -> None:
    """Kill a command some times, and keep a line for each."""
    import killed_commands as kills  # type: ignore[import-not-found]  # noqa: PLC0415 - after the path is set

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unstopped = kills.whole(command, kills.book_of(folder / "sound" / "book"), folder)
        for number in numbers:
            start, cpu = time.monotonic(), _processor_seconds()
            outcome = kills.killed(command, number, unstopped, folder)
            line = {
                "command": command,
                "number": number,
                **outcome._asdict(),
                "seconds": round(time.monotonic() - start, 2),
                "cpu": round(_processor_seconds() - cpu, 2),
            }
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")


def _processor_seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def lines_of(kept: Path) -> list[dict[str, Any]]:
    """Give what is done; a line that a killed run left half is none."""
    text = kept.read_text(encoding="utf-8") if kept.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def figures(lines: list[dict[str, Any]], deeds: tuple[str, ...]) -> dict[str, Any]:
    """Add up what the kills came to; a run that was quicker than its kill counts as none."""
    kills = [line for line in lines if line["state"] != "ended"]
    by_command: dict[str, Any] = {}
    for line in kills:
        of = by_command.setdefault(line["command"], {"kills": 0, "left": Counter(), "mixed": 0, "unequal_reruns": 0})
        of["kills"] += 1
        of["left"][line["state"]] += 1
        of["mixed"] += bool(line["mixed"])
        of["unequal_reruns"] += not line["is_equal_after_rerun"]
    wrong = [line for line in lines if line["mixed"] or not line["is_equal_after_rerun"]]
    return {
        "kills": len(kills),
        "kills_of_the_six_deeds": sum(line["command"] in deeds for line in kills),
        "ended_before_the_kill": len(lines) - len(kills),
        "mixed_books": sum(of["mixed"] for of in by_command.values()),
        "unequal_reruns": sum(of["unequal_reruns"] for of in by_command.values()),
        "cpu_seconds": round(sum(line["cpu"] for line in lines), 1),
        "cpu_seconds_each": round(sum(line["cpu"] for line in lines) / max(1, len(lines)), 2),
        "commands": by_command,
        "wrong": wrong,
    }


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=84, help="how often each command is killed")
    parser.add_argument("--commands", nargs="+", help="which commands; all if not given")
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
    os.environ["ARPAD_TODAY"] = "2027-03-01"
    from book_commands import COMMANDS  # type: ignore[import-not-found]  # noqa: PLC0415 - after the path is set
    from deep_run import of_git  # noqa: PLC0415 - the same
    from killed_commands import DEEDS  # noqa: PLC0415 - the same

    commit = of_git("rev-parse", "--short=12", "HEAD")
    is_clean = not of_git("status", "--porcelain", "--", "src", "tools", "tests/support")
    kept = given.kept or ROOT / ".kills" / f"{commit}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    if not is_clean and not given.kept:
        kept.unlink(missing_ok=True)
    done = {(line["command"], line["number"]) for line in lines_of(kept)}
    start = time.monotonic()
    left = {
        command: [number for number in range(given.kills) if (command, number) not in done]
        for command in given.commands or COMMANDS
    }
    parts = [
        (command, numbers[at : at + AT_ONCE])
        for command, numbers in left.items()
        for at in range(0, len(numbers), AT_ONCE)
    ]
    print(f"{len(done)} kills are done, {sum(len(numbers) for _, numbers in parts)} are left.", flush=True)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.workers, mp_context=context) as pool:
        for ended in as_completed([pool.submit(killed_often, *part, kept) for part in parts]):
            ended.result()
            print(f"{len(lines_of(kept))} done, {int(time.monotonic() - start)} s", flush=True)
    whole = {
        "commit": commit,
        "clean": is_clean,
        **figures(lines_of(kept), DEEDS),
        "seconds_of_this_sitting": round(time.monotonic() - start),
    }
    given.results.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(whole, indent=1))
    return bool(whole["wrong"])


if __name__ == "__main__":
    sys.exit(main())
