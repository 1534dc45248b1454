"""Breaks a copy of the project, runs tests on it, mends it again; jobs and answers are lines of JSON.

What costs time and never changes (pytest, hypothesis, numpy, polars) is loaded once; each job runs in a fork, which
loads arpad as the job left it. Started by run.py in the folder of a copy.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from signal import SIGKILL, alarm
from typing import Any

import hypothesis
import numpy as np
import polars as pl
import pytest

LOADED = (np, pl)
COPY = Path.cwd()
SOURCE = COPY.joinpath("src", "arpad")
ANSWER = COPY.joinpath("answer.json")
VECTORS = "conformance/"
VECTOR_TESTS = "tests/conformance/test_vectors.py::"
IN_THE_LIBRARY = f"{VECTOR_TESTS}test_the_library_holds_a_vector"
SECONDS = 180
LATER = count(1)

Job = dict[str, Any]


class Watch:
    """A plugin of pytest: runs only the tests that name the rows of a job, and notes which of them fail, and how."""

    def __init__(self, job: Job) -> None:
        self.tests: list[str] = job["tests"]
        self.marks = {article: {tuple(mark) for mark in marks} for article, marks in job["marks"].items()}
        self.stop: bool = job["stop"]
        self.named: dict[str, list[str]] = {}
        self.names: dict[str, str] = {}
        self.caught: dict[str, str] = {}
        self.others: dict[str, str] = {}
        self.seconds: dict[str, float] = {}
        self.broken = ""
        self.files = {
            vector["id"]: f"{VECTORS}{place.name}"
            for place in COPY.joinpath(VECTORS).glob("*.json")
            for vector in json.loads(place.read_text(encoding="utf-8")).get("vectors", [])
        }

    def rows(self, item: pytest.Item) -> list[str]:
        """Give the rows that a test names, if it is one of the tests of the job."""
        test = item.nodeid.partition("[")[0]
        marks = {(mark.kwargs["edition"], mark.args[0]) for mark in item.iter_markers("article")}
        if test.startswith(VECTOR_TESTS):
            if test != IN_THE_LIBRARY:  # the command line gives the same answers, later
                return []
            vector = item.callspec.params["vector"]  # type: ignore[attr-defined]
            test, marks = self.files[vector["id"]], {(vector["edition"], vector["article"])}
            self.names[item.nodeid] = f"{test}[{vector['id']}]"
        if not any(test == name or test.startswith(f"{name}::") for name in self.tests):
            return []
        return [article for article, wanted in self.marks.items() if marks & wanted]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what names no row of the job."""
        self.named = {item.nodeid: rows for item in items if (rows := self.rows(item))}
        items[:] = [item for item in items if item.nodeid in self.named]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """What cannot even be loaded was not found by a test."""
        if report.failed:
            self.broken = str(report.longrepr)[-300:]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:  # noqa: ANN401
        """Note a test that failed: by an assertion of its own, or otherwise."""
        report = yield
        self.seconds[item.nodeid] = self.seconds.get(item.nodeid, 0) + call.duration
        if call.excinfo is not None and report.failed:
            if call.when == "call" and is_assertion(call.excinfo.value):
                name = self.names.get(item.nodeid, item.nodeid)
                self.caught |= {row: name for row in self.named[item.nodeid] if row not in self.caught}
            else:
                self.others[item.nodeid] = f"{call.when}: {call.excinfo.exconly()[:200]}"
        if self.stop and set(self.caught) == set(self.marks):
            item.session.shouldstop = "every row is caught"
        return report


def is_assertion(fault: BaseException) -> bool:
    """Tell whether a test said no, rather than broke down."""
    if isinstance(fault, BaseExceptionGroup):
        return all(is_assertion(inner) for inner in fault.exceptions)
    return isinstance(fault, AssertionError | pytest.fail.Exception)


def load_everything() -> None:
    """Load every edition for each of its kinds; an edition that cannot be loaded is no mutant."""
    import arpad  # noqa: PLC0415 - the copy as the job left it
    from arpad.regulations.catalogue import NoEditionError, edition, shipped_names  # noqa: PLC0415

    if not str(arpad.__file__).startswith(str(SOURCE)):
        raise RuntimeError(f"arpad is not the copy's, but {arpad.__file__}")
    for name in shipped_names():
        with suppress(NoEditionError):  # a day may have moved
            for kind in edition(name).kinds:
                edition(name, kind)


def run(job: Job) -> dict[str, Any]:
    """Run the tests of a job on the copy as it is."""
    try:
        load_everything()
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is no mutant
        return {"invalid": f"does not load: {type(fault).__name__}: {str(fault)[:300]}"}
    watch = Watch(job)
    places = dict.fromkeys(IN_THE_LIBRARY if test.startswith(VECTORS) else test for test in job["tests"])
    words = ["-p", "no:cacheprovider", "-p", "no:xdist", "-c", "pyproject.toml", "--rootdir=."]
    code = pytest.main([*words, *places], plugins=[watch])
    answer: dict[str, Any] = {
        "caught": watch.caught, "others": watch.others, "ran": len(watch.seconds), "seconds": watch.seconds
    }  # fmt: skip
    if watch.broken or code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.INTERNAL_ERROR):
        answer["invalid"] = f"tests are not collected: {watch.broken or code}"
    return answer


def forked(job: Job) -> dict[str, Any]:
    """Run a job in a fork of this process, for so long at most."""
    ANSWER.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        alarm(SECONDS)  # ends this process where nothing else does
        sys.path.insert(0, str(COPY / "src"))
        ANSWER.write_text(json.dumps(run(job)), encoding="utf-8")
        os._exit(0)
    os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, SIGKILL)  # what a test has started and left behind
    if not ANSWER.is_file():
        return {"invalid": f"ended without an answer, or took more than {SECONDS} s"}
    answer: dict[str, Any] = json.loads(ANSWER.read_text(encoding="utf-8"))
    return answer


def done(job: Job) -> dict[str, Any]:
    """Break the copy, run, mend it."""
    begun = time.perf_counter()
    place = SOURCE / job["place"] if job["place"] else None
    if place is None:
        return forked(job) | {"took": time.perf_counter() - begun}
    before, times = place.read_bytes(), place.stat()
    try:
        place.write_text(job["text"], encoding="utf-8")
        # A compiled file goes by time and size: no two mutants of a file have the same time.
        os.utime(place, (times.st_atime, times.st_mtime + 10 * next(LATER)))
        answer = forked(job)
    finally:
        place.write_bytes(before)
        os.utime(place, ns=(times.st_atime_ns, times.st_mtime_ns))
    return answer | {"took": time.perf_counter() - begun}


if __name__ == "__main__":
    # No new examples, and none made shorter: a failure is all that is asked for.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutants", max_examples=25, deadline=None, derandomize=True, phases=phases,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    for asked in sys.stdin:
        print(json.dumps(done(json.loads(asked))), flush=True)
