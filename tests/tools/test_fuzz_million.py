"""What the fuzzing of a million inputs rests on: its samples are in order, its inputs come again, its watch sees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

FUZZ = Path(__file__).resolve().parents[2] / "tools" / "fuzz"


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the tool is where its modules are looked for."""
    monkeypatch.syspath_prepend(str(FUZZ))
    monkeypatch.setenv("ARPAD_TRACEBACK", "1")


@pytest.mark.usefixtures("fuzz")
def test_samples_are_in_order(tmp_path: Path) -> None:
    """Something of each is read as it is; else only the refusal of nonsense would be tried."""
    import readers  # type: ignore[import-not-found]  # noqa: PLC0415 - a module of the tool

    for name, target in readers.targets().items():
        if target.name != "none" and name not in {"words", "list parquet"}:
            chance = Random(1)  # noqa: S311 - no secret
            outcomes = [target.act(sample, chance, tmp_path / target.name) for sample in target.samples]
            assert {"read", "exit 0"} & set(outcomes), (name, outcomes)


@pytest.mark.usefixtures("fuzz")
def test_some_inputs_and_none_is_a_finding(tmp_path: Path) -> None:
    """A few of the million, the same every time."""
    import million  # type: ignore[import-not-found]  # noqa: PLC0415 - a module of the tool
    import readers  # noqa: PLC0415 - the same

    targets = readers.targets()
    outcomes = [million.tried(number, 7, targets, tmp_path) for number in range(150)]

    assert len({name for name, _ in outcomes}) > 8
    assert [million.tried(number, 7, targets, tmp_path) for number in range(20)] == outcomes[:20]


def test_the_counts_are_written(tmp_path: Path) -> None:
    """In process and through the command."""
    place = tmp_path / "results.json"
    done = subprocess.run(
        [sys.executable, FUZZ / "million.py", "--inputs", "20", "--commands", "2", "--results", place],
        check=False, capture_output=True, text=True, env=os.environ,
    )  # fmt: skip
    results = json.loads(place.read_text(encoding="utf-8"))

    assert done.returncode == 0, done.stdout + done.stderr
    assert results["in_process"]["inputs"] == 20
    assert results["through_the_command"]["inputs"] == 2
    assert results["findings"] == 0
