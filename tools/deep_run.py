"""Runs every property test with many more examples, once, from one seed, and writes down what came of it.

`make deep` (SEED=… chooses another seed). It takes hours, so what is done is kept in `.deep/` by commit and seed: a run
that was ended goes on where it was, at the same commit and with the same seed, and does nothing twice. A failure is
shown when it happens. The figures go into bench/results-deep.json: seed, commit, number of tests, failures, seconds,
and in how many sittings. A run of a tree with changes that are not committed says so, and is never gone on with.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT.joinpath("bench", "results-deep.json")
DONE = "ARPAD_DEEP_DONE"
"""The file of what is done, for the processes of a run."""
PROFILE = "deep"
PASSED, FAILED = "passed", "failed"
NOTHING_LEFT = 5
"""How pytest ends where no test was left to run."""


def outcomes(kept: Path) -> dict[str, str]:
    """Give how the tests ended that are done, by their names."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return {line["test"]: line["outcome"] for line in map(json.loads, lines) if "test" in line}


class Kept:
    """What a run of pytest leaves out because it is done, and what it keeps of every test that ends."""

    def __init__(self, kept: Path, *, shows: bool) -> None:
        self._kept, self._shows = kept, shows
        self._passed = {test for test, outcome in outcomes(kept).items() if outcome == PASSED}

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what passed before."""
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in self._passed])
        items[:] = [item for item in items if item.nodeid not in self._passed]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a test that ended, and show at once why one failed; only the process that shows the run does."""
        if not self._shows or (report.when != "call" and report.passed):
            return
        line = {"test": report.nodeid, "outcome": report.outcome, "seconds": round(report.duration, 1)}
        with self._kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        if report.failed:
            print(f"\n{report.nodeid}\n{report.longreprtext}", flush=True)


def pytest_configure(config: pytest.Config) -> None:
    """Take part in a run that `main` began."""
    if DONE in os.environ:
        is_worker = hasattr(config, "workerinput")
        config.pluginmanager.register(Kept(Path(os.environ[DONE]), shows=not is_worker), "arpad-deep")


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
    """Run them, or what is left of them, and write the figures."""
    given = asked()
    commit = of_git("rev-parse", "--short=12", "HEAD")
    is_clean = not of_git("status", "--porcelain", "--", ".", f":!{RESULTS.relative_to(ROOT).as_posix()}")
    kept = ROOT / ".deep" / f"{commit}-{given.seed}.jsonl"
    kept.parent.mkdir(exist_ok=True)
    if not is_clean:
        kept.unlink(missing_ok=True)
    done = outcomes(kept)
    print(f"Property tests, profile {PROFILE}, seed {given.seed}; {len(done)} are done.", flush=True)
    began = time.monotonic()
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"sitting": time.strftime("%Y-%m-%d %H:%M", time.gmtime())}) + "\n")
    command = [
        *(sys.executable, "-m", "pytest", "-p", "deep_run", "-n", given.workers, "--dist", "worksteal"),
        *("-m", "hypothesis", f"--hypothesis-seed={given.seed}", "-p", "no:cacheprovider", *given.tests),
    ]
    path = os.pathsep.join([str(ROOT / "tools"), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"HYPOTHESIS_PROFILE": PROFILE, DONE: str(kept), "PYTHONPATH": path}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode  # noqa: S603 - our own tests
    if code == NOTHING_LEFT and done and FAILED not in done.values():
        code = 0
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    counts = Counter(outcomes(kept).values())
    figures = {
        "profile": PROFILE,
        "seed": given.seed,
        "commit": commit,
        "clean": is_clean,
        "tests": given.tests,
        "passed": counts[PASSED],
        "failed": counts[FAILED],
        "ended_with": code,
        "sittings": sum("sitting" in line for line in lines),
        "seconds_of_tests": round(sum(line.get("seconds", 0) for line in lines)),
        "seconds_of_this_sitting": round(time.monotonic() - began),
    }
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures))
    return code


if __name__ == "__main__":
    sys.exit(main())
