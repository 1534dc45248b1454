"""Copies of the project, each with a worker of its own, that jobs are given to."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from mutants.table import HERE, ROOT, marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mutants.table import Mutant

COPIED = ("src", "tests", "conformance", "docs", "tools")
# Compiled files come along, since they go by time and size; but for those that somebody is just writing.
_LEFT_OUT = shutil.ignore_patterns("*.pyc.*", ".hypothesis")

Answer = dict[str, Any]


class Pool:
    """So many copies in a temporary folder, and a worker in each; used as a context."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="arpad-mutants-")
        self._running = [self._started(Path(self._folder.name, str(number))) for number in range(self.workers)]
        self._free: SimpleQueue[subprocess.Popen[str]] = SimpleQueue()
        for worker in self._running:
            self._free.put(worker)
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._running:
            worker.communicate()  # the end of its input is the end of its work
        self._folder.cleanup()

    def answers(self, jobs: Iterable[Answer]) -> Iterator[Answer]:
        """Give the answer to each job, in their order."""
        with ThreadPoolExecutor(self.workers) as threads:
            yield from threads.map(self._answer, jobs)

    def _answer(self, job: Answer) -> Answer:
        worker = self._free.get()
        try:
            assert worker.stdin is not None  # noqa: S101 - for the reader
            assert worker.stdout is not None  # noqa: S101 - the same
            worker.stdin.write(json.dumps(job) + "\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
        finally:
            self._free.put(worker)
        if not line:
            raise SystemExit("A worker ended before its time; run again with one worker to see why.")
        answer: Answer = json.loads(line)
        return answer

    @staticmethod
    def _started(copy: Path) -> subprocess.Popen[str]:
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=_LEFT_OUT)
        shutil.copy2(ROOT / "pyproject.toml", copy)
        environment = {
            **os.environ,
            "PYTHONPATH": str(copy / "src"),
            "HYPOTHESIS_PROFILE": "mutants",
            "POLARS_MAX_THREADS": "1",
        }
        return subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, HERE / "worker.py"],
            cwd=copy,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def job(mutant: Mutant) -> Answer:
    """Give the job of a mutant: each row with the marks that name it."""
    return {
        "place": mutant.place,
        "text": mutant.text,
        "tests": mutant.tests,
        "marks": {row: [(mutant.edition, mark) for mark in marks(mutant.edition, row)] for row in mutant.rows},
        "stop": True,
    }


def whole(edition: str, rows: Iterable[str], tests: Iterable[str]) -> Answer:
    """Give the job of running the tests of rows with nothing broken."""
    naming = {row: [(edition, mark) for mark in marks(edition, row)] for row in rows}
    return {"place": None, "text": None, "tests": sorted(set(tests)), "marks": naming, "stop": False}
