"""A million inputs in process, two thousand through the real command: no traceback, no hang, no memory without bound.

    make fuzz-million                                  # all of it; bench/results-fuzz.json
    python tools/fuzz/million.py --inputs 10000 --commands 50
    python tools/fuzz/million.py --replay .fuzz/findings/1-4711.json

Every input follows from the seed and its number. What is done is kept in `.fuzz/` by commit and seed: a run that was
ended goes on where it was. An input that raises, takes ten seconds of the processor or a gigabyte is a finding; it is
kept at once in `.fuzz/findings` with its bytes and its fault.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "bench" / "results-fuzz.json"
IN_BLOCK, COMMANDS_IN_BLOCK = 1000, 10
_SHOWN_EVERY = 30
"""Seconds between two lines of progress."""


def of_git(*words: str) -> str:
    """Ask git about this tree; nothing where it is none."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own words, git of the machine
    return done.stdout.strip()


class Kept:
    """What is done of a run: a line for each block, each finding and each sitting."""

    def __init__(self, place: Path) -> None:
        self._place = place
        place.parent.mkdir(parents=True, exist_ok=True)

    def lines(self) -> list[dict[str, Any]]:
        """Give the lines; one that a killed run left half is none."""
        text = self._place.read_text(encoding="utf-8") if self._place.exists() else ""
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def add(self, line: dict[str, Any]) -> None:
        """Add a line."""
        with self._place.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def blocks(inputs: int, commands: int, first: int, done: set[str]) -> deque[Any]:
    """Give the blocks that are left to do: those of the real command among the others, so that none comes too late."""
    from work import Block  # noqa: PLC0415 - after the path is set

    def parted(start: int, count: int, size: int, *, is_command: bool) -> list[Block]:
        ends = range(start, start + count, size)
        return [Block(at, min(at + size, start + count), is_command) for at in ends]

    every = parted(first, inputs, IN_BLOCK, is_command=False) + parted(0, commands, COMMANDS_IN_BLOCK, is_command=True)
    return deque(block for block in every if f"{block.name}-{block.last}" not in done)


def run(given: argparse.Namespace, kept: Kept, folder: str) -> None:
    """Let the workers do what is left in a folder, and keep what they say."""
    from findings import FOLDER, Finding  # noqa: PLC0415 - after the path is set
    from watch import Worker  # noqa: PLC0415 - the same

    def keep(key: str, what: str) -> None:
        place = Finding(given.seed, key, what).kept(FOLDER)
        kept.add({"finding": key, "what": what.strip().splitlines()[-1][:300], "file": place.name})

    done = {line["done"] for line in kept.lines() if "done" in line}
    waiting = blocks(given.inputs, given.commands, given.first, done)
    left = sum(block.last - block.first for block in waiting)
    wanted, began, shown = given.inputs + given.commands, time.monotonic(), 0.0
    print(f"{wanted - left} of {wanted} inputs are done.", flush=True)
    kept.add({"sitting": time.strftime("%Y-%m-%d %H:%M", time.gmtime())})
    at: dict[Worker, Any] = {}
    for _ in range(min(given.workers, len(waiting))):
        worker = Worker(given.seed, keep, folder)
        at[worker] = waiting.popleft()
        worker.give(at[worker])
    while at:
        wait([worker.pipe for worker in at], timeout=0.2)
        for worker, block in list(at.items()):
            counts = worker.look()
            if counts is None:
                continue
            kept.add({"done": f"{block.name}-{block.last}", **counts})
            if waiting:
                at[worker] = waiting.popleft()
                worker.give(at[worker])
            else:
                del at[worker]
                worker.end()
        if time.monotonic() - shown > _SHOWN_EVERY:
            shown = time.monotonic()
            _show(kept.lines(), wanted, shown - began)
    kept.add({"seconds": round(time.monotonic() - began)})


def _show(lines: list[dict[str, Any]], wanted: int, seconds: float) -> None:
    tried = sum(sum(counts.values()) for line in lines for counts in line.get("outcomes", {}).values())
    cpu = sum(sum(line.get("cpu", {}).values()) for line in lines)
    findings = sum("finding" in line for line in lines)
    each = f", {1000 * cpu / tried:.2f} ms of the processor each" if tried else ""
    print(f"{tried} of {wanted} inputs, {int(seconds)} s{each}, {findings} findings", flush=True)


def counted(lines: list[dict[str, Any]], *, is_command: bool) -> dict[str, Any]:
    """Add up what the blocks say."""
    those = [line for line in lines if "done" in line and line["done"].startswith("command:") is is_command]
    targets: dict[str, dict[str, Any]] = {}
    for line in those:
        for name, counts in line["outcomes"].items():
            of = targets.setdefault(
                name, {"inputs": 0, "outcomes": Counter(), "cpu_seconds": 0.0, "slowest_seconds": 0}
            )
            of["inputs"] += sum(counts.values())
            of["outcomes"] += Counter(counts)
            of["cpu_seconds"] = round(of["cpu_seconds"] + line["cpu"].get(name, 0.0), 3)
            of["slowest_seconds"] = max(of["slowest_seconds"], line["slowest"].get(name, 0.0))
    tried = sum(of["inputs"] for of in targets.values())
    cpu = sum(of["cpu_seconds"] for of in targets.values())
    return {
        "inputs": tried,
        "fewest_of_a_target": min((of["inputs"] for of in targets.values()), default=0),
        "cpu_seconds": round(cpu, 1),
        "cpu_milliseconds_each": round(1000 * cpu / tried, 3) if tried else None,
        "most_megabytes": max((line["megabytes"] for line in those), default=0),
        "targets": {
            name: of | {"outcomes": dict(sorted(of["outcomes"].items()))} for name, of in sorted(targets.items())
        },
    }


def results(given: argparse.Namespace, commit: str, kept: Kept, *, is_clean: bool) -> dict[str, Any]:
    """Give what is written down in the end."""
    lines = kept.lines()
    return {
        "seed": given.seed,
        "commit": commit,
        "clean": is_clean,
        "versions": {
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in ("arpad", "polars", "numpy")},
        },
        "workers": given.workers,
        "sittings": sum("sitting" in line for line in lines),
        "seconds": sum(line["seconds"] for line in lines if line.keys() == {"seconds"}),
        "in_process": counted(lines, is_command=False),
        "through_the_command": counted(lines, is_command=True),
        "findings": [line for line in lines if "finding" in line],
    }


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--commands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--replay", type=Path, nargs="+", help="try kept findings again")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--kept", type=Path, help="where to keep what is done; .fuzz/ by commit and seed if not given")
    return parser.parse_args()


def main() -> int:
    """Run everything, or what is left of it; print and write the counts."""
    given = asked()
    sys.path.insert(0, str(HERE))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    if given.replay:
        from findings import replayed  # noqa: PLC0415 - only then

        for place in given.replay:
            replayed(place)
        return 0
    commit = of_git("rev-parse", "--short=12", "HEAD")
    is_clean = bool(commit) and not of_git("status", "--porcelain", "--", "src", "tools", "tests/data")
    place = given.kept or ROOT / ".fuzz" / "million" / f"{commit or 'no-commit'}-{given.seed}.jsonl"
    if not is_clean and not given.kept:
        place.unlink(missing_ok=True)
    kept = Kept(place)
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="arpad-fuzz-") as folder:
        run(given, kept, folder)
    whole = results(given, commit, kept, is_clean=is_clean)
    given.results.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({name: value for name, value in whole.items() if name != "in_process"}, indent=1))
    return bool(whole["findings"])


if __name__ == "__main__":
    sys.exit(main())
