"""A deep run goes on where it was ended, and does nothing twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import deep_run

TESTS = """
def test_done():
    raise AssertionError("it runs again")

def test_sound():
    pass

def test_broken():
    assert 1 == 2
"""


def test_what_passed_is_left_out_and_what_ends_is_kept(tmp_path: Path) -> None:
    """A test that passed before does not run; each that ends is kept once, whichever worker had it."""
    place, kept = tmp_path / "test_some.py", tmp_path / "kept.jsonl"
    place.write_text(TESTS, encoding="utf-8")
    before = [{"sitting": "1"}, {"test": "test_some.py::test_done", "outcome": "passed"}]
    kept.write_text("".join(json.dumps(line) + "\n" for line in before), encoding="utf-8")
    environment = os.environ | {deep_run.DONE: str(kept), "PYTHONPATH": str(Path(deep_run.__file__).parent)}
    command = [sys.executable, "-m", "pytest", "-p", "deep_run", "-n", "2", "--rootdir", str(tmp_path), str(place)]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert run.returncode == 1, run.stdout + run.stderr
    assert deep_run.outcomes(kept) == {
        "test_some.py::test_done": "passed",
        "test_some.py::test_sound": "passed",
        "test_some.py::test_broken": "failed",
    }
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    assert "assert 1 == 2" in run.stdout


def test_what_failed_runs_again(tmp_path: Path) -> None:
    """Only what passed is done; the last outcome of a test counts."""
    kept = tmp_path / "kept.jsonl"
    lines = [{"test": "a", "outcome": outcome} for outcome in ("failed", "passed")]
    kept.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    assert deep_run.outcomes(kept) == {"a": "passed"}
    assert deep_run.outcomes(tmp_path / "nothing.jsonl") == {}
