"""Runs every property test with many more examples, once, from one seed, and writes down what came of it.

`make deep` (SEED=… chooses another seed). The figures go into bench/results-deep.json: seed, commit, number of tests,
failures, examples a test, time. A run of a tree with changes that are not committed says so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT.joinpath("bench", "results-deep.json")
PROFILE = "deep"


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="the seed; a new one if not given")
    parser.add_argument("--workers", default="auto", help="how many processes")
    parser.add_argument("tests", nargs="*", default=["tests"], help="which tests; all if not given")
    return parser.parse_args()


def of_git(*words: str) -> str:
    """Ask git about this tree."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603, S607 - our own words, git of the machine


def main() -> int:
    """Run them, and write the figures."""
    given = asked()
    print(f"Property tests, profile {PROFILE}, seed {given.seed}.", flush=True)
    began = time.monotonic()
    command = [
        *(sys.executable, "-m", "pytest", "-n", given.workers, "--dist", "worksteal"),
        *("-m", "hypothesis", f"--hypothesis-seed={given.seed}", "-p", "no:cacheprovider", *given.tests),
    ]
    lines: list[str] = []
    with subprocess.Popen(  # noqa: S603 - our own tests
        command, cwd=ROOT, env={**os.environ, "HYPOTHESIS_PROFILE": PROFILE}, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None  # noqa: S101 - for the reader
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|errors?|skipped)", lines[-1])}
    figures = {
        "profile": PROFILE,
        "seed": given.seed,
        "commit": of_git("rev-parse", "--short=12", "HEAD"),
        "clean": not of_git("status", "--porcelain"),
        "tests": given.tests,
        **counts,
        "seconds": round(time.monotonic() - began),
    }
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures))
    return running.returncode


if __name__ == "__main__":
    sys.exit(main())
