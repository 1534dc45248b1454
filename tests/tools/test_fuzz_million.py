"""What the fuzzing of a million inputs rests on: its samples are in order, its inputs come again, its watch sees."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

FUZZ = Path(__file__).resolve().parents[2] / "tools" / "fuzz"
ODD = frozenset(("arpad words", "arpad open book", "arpad closed book", "arpad beside a report"))
"""Inputs that are not changed samples."""


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the tool is where its modules are looked for, also by the processes that it begins."""
    monkeypatch.syspath_prepend(str(FUZZ))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FUZZ), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("ARPAD_TRACEBACK", "1")
    monkeypatch.setenv("ARPAD_TODAY", "2026-11-02")


@pytest.mark.usefixtures("fuzz")
def test_samples_are_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something of each is read as it is; else only the refusal of nonsense would be tried."""
    import inputs  # type: ignore[import-not-found]  # noqa: PLC0415 - a module of the tool
    import readers  # type: ignore[import-not-found]  # noqa: PLC0415 - the same

    for module in ("target", "readers", "odd_tables", "commands"):
        monkeypatch.setattr(f"{module}.mutated", lambda samples, _way, chance: chance.choice(samples))
    monkeypatch.setattr(readers, "of_bytes", lambda raw, _chance, _others: raw)
    for name in inputs.targets().keys() - ODD:
        keys = (str(number) for number in range(20_000) if inputs.target_of(str(number)) == name)
        outcomes = (inputs.tried(inputs.input_of(1, key), tmp_path) for key in islice(keys, 30))
        assert any(outcome in {"read", "exit 0"} for outcome in outcomes), name


@pytest.mark.usefixtures("fuzz")
def test_every_target_gets_its_share() -> None:
    """Of a thousand in a row exactly so many, wherever they begin; and each of the commands comes through a process."""
    import inputs  # noqa: PLC0415 - a module of the tool

    names = [inputs.target_of(str(number)) for number in range(12_500, 13_500)]
    shares = {name: target.share for name, target in inputs.targets().items()}

    assert {name: names.count(name) for name in shares} == shares
    through = {inputs.target_of(f"command:{number}") for number in range(40)}
    assert through == {name for name in shares if name.startswith("arpad ")}


@pytest.mark.usefixtures("fuzz")
def test_some_inputs_and_none_is_a_finding(tmp_path: Path) -> None:
    """A few of the million, the same every time."""
    import inputs  # noqa: PLC0415 - a module of the tool

    keys = [str(number) for number in range(150)]
    outcomes = [inputs.tried(inputs.input_of(7, key), tmp_path) for key in keys]

    assert len({inputs.target_of(key) for key in keys}) > 20
    assert [inputs.tried(inputs.input_of(7, key), tmp_path) for key in keys[:20]] == outcomes[:20]
    assert [inputs.input_of(7, key).raw for key in keys] == [inputs.input_of(7, key).raw for key in keys]


def fuzzed(folder: Path, *words: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    """Run the tool on few inputs; give what it said and what it wrote."""
    place = folder / "results.json"
    done = subprocess.run(
        [sys.executable, FUZZ / "million.py", *words, "--workers", "2", "--results", place, "--kept", folder / "kept"],
        check=False, capture_output=True, text=True, env=os.environ,
    )  # fmt: skip
    return done, json.loads(place.read_text(encoding="utf-8"))


def test_the_counts_are_written_and_nothing_is_done_twice(tmp_path: Path) -> None:
    """In process and through the command; a second run does only what is left."""
    done, results = fuzzed(tmp_path, "--inputs", "1000", "--commands", "2")

    assert done.returncode == 0, done.stdout + done.stderr
    assert results["in_process"]["inputs"] == 1000
    assert results["through_the_command"]["inputs"] == 2
    assert results["findings"] == []
    again, more = fuzzed(tmp_path, "--inputs", "1020", "--commands", "2")
    assert "1002 of 1022 inputs are done" in again.stdout
    assert more["in_process"]["inputs"] == 1020
    assert more["sittings"] == 2


BAD_INPUTS = """
import mmap
import os
import tempfile
import time

def targets():
    return {}

def target_of(key):
    return "bad"

def input_of(seed, key):
    return int(key)

def tried(number, folder):
    if number == 1:
        while True:
            pass
    if number == 2:
        file = tempfile.TemporaryFile()
        file.truncate(64 << 20)
        maps = [mmap.mmap(file.fileno(), 64 << 20) for _ in range(8)]
        touched = [each[::4096] for each in maps]
        time.sleep(600)  # holds it until the watch has looked
        return "read"
    if number == 3:
        os.kill(os.getpid(), 11)
    if number == 4:
        raise ValueError("something")
    return "read"
"""


@pytest.mark.usefixtures("fuzz")
def test_what_hangs_takes_memory_or_ends_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch ends the process, keeps the input, and goes on behind it.

    The same memory is mapped many times, and held until the watch has looked: memory that a machine was never asked for
    before costs it seconds a gigabyte, so little of it is taken and little allowed.
    """
    import watch  # type: ignore[import-not-found]  # noqa: PLC0415 - a module of the tool
    from work import Block  # type: ignore[import-not-found]  # noqa: PLC0415 - the same

    tmp_path.joinpath("inputs.py").write_text(BAD_INPUTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(watch, "SECONDS_BY_THE_CLOCK", 600)
    monkeypatch.setattr(watch, "MEGABYTES", 400)
    kept: dict[str, str] = {}
    worker = watch.Worker(1, kept.__setitem__, str(tmp_path))
    worker.give(Block(0, 6, is_command=False))
    counts, end = None, time.monotonic() + 600
    while counts is None and time.monotonic() < end:
        # Few for the input that hangs; so many for the others that a slow machine ends none of them for it.
        monkeypatch.setattr(watch, "SECONDS", 600 if "1" in kept else 2)
        counts = worker.look()
        time.sleep(0.02)
    worker.end()

    assert counts is not None
    assert counts["outcomes"] == {"bad": {"read": 2, "finding": 1}, "ended": {"finding": 3}}
    assert list(kept) == ["1", "2", "3", "4"]
    assert kept["1"].startswith("a hang")
    assert kept["2"] == "more than 400 MB of memory"
    assert kept["3"] == "the process ended with -11"
    assert kept["4"].endswith("ValueError: something\n")


@pytest.mark.usefixtures("fuzz")
def test_a_finding_is_kept_with_its_bytes_and_tried_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that it is still there when samples and changes are others."""
    from findings import Finding, replayed  # type: ignore[import-not-found]  # noqa: PLC0415 - modules of the tool
    from inputs import input_of  # noqa: PLC0415 - the same

    place = Finding(7, "3", "ValueError: something").kept(tmp_path)
    content = json.loads(place.read_text(encoding="utf-8"))

    assert base64.b64decode(content["bytes"]) == input_of(7, "3").raw
    assert content["what"] == "ValueError: something"
    place.write_text(json.dumps(content | {"target": "trf", "bytes": ""}), encoding="utf-8")
    replayed(place)
    assert capsys.readouterr().out.endswith("Now: refused\n")
