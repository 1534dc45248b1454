"""A report read and checked in a process of its own: what it is asked, and what is said where it brings that down.

Memory, time and size have limits. A report that goes beyond them, or ends the process, is told about in a sentence
like any other that is broken.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.storage.reports.reading_child import CHECK, LOOK, SECONDS
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.storage.reports.reading_child import FileOfUpload

CHILD = (sys.executable, "-m", "arpad.storage.reports.reading_child")
PATIENCE = 2 * SECONDS
"""So many seconds it is waited for; another process may have the processor."""
REFUSED, BROKEN, CHECKED, READ = OUTCOMES = ("refused", "broken", "checked", "read")
"""What came of reading: nothing could be read; a report with faults; one without; and, of looking, that it was read."""


def looked(files: Sequence[FileOfUpload], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Give who plays in a report, and by which list it is checked."""
    return _asked_of_child({**asked, "deed": LOOK}, files, None)


def checked(files: Sequence[FileOfUpload], asked: Mapping[str, Any], before: bytes | None = None) -> dict[str, Any]:
    """Give everything that the check of a report found, and what it says otherwise than the one before it."""
    return _asked_of_child({**asked, "deed": CHECK}, files, before)


def handed_over(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Give facts as JSON can hold them: a day says that it is one."""
    return {name: {"day": value.isoformat()} if isinstance(value, date) else value for name, value in facts.items()}


def _asked_of_child(asked: Mapping[str, Any], files: Sequence[FileOfUpload], before: bytes | None) -> dict[str, Any]:
    header = {
        **asked,
        "files": [[file.name, len(file.data)] for file in files],
        "before": None if before is None else len(before),
    }
    parts = [json.dumps(header).encode(), b"\n", *(file.data for file in files), before or b""]
    try:
        process = subprocess.run(  # noqa: S603 - our own program
            CHILD, input=b"".join(parts), capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return _fallen(Problem.of(WORDS, "took_too_long", "", seconds=SECONDS))
    if -process.returncode in _TIME_IS_UP:
        return _fallen(Problem.of(WORDS, "took_too_long", "", seconds=SECONDS))
    if process.returncode != 0:
        return _fallen(Problem.of(WORDS, "too_much_for_us", ""))
    answer: dict[str, Any] = json.loads(process.stdout)
    return answer


_TIME_IS_UP = (24, 9)
"""The signals by which a process ends whose time of a processor is up."""


def _fallen(problem: Problem) -> dict[str, Any]:
    """Give the answer about a report that brought its process down."""
    return {"outcome": REFUSED, "problems": [{"code": problem.code, "message": problem.message}]}
