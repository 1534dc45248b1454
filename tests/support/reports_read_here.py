"""Reports of tests are read where the tests run: the same answer as from a process of its own, without its start.

That the process answers alike, and what brings it down, is tried in `tests/storage/test_reading_reports.py`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from arpad.storage.reports import reading
from arpad.storage.reports.reading_child import FileOfUpload, answered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IN_CHILD = reading._asked_of_child  # noqa: SLF001 - what an office does
"""Asks the process of its own."""


def answered_here(asked: Mapping[str, Any], files: Sequence[FileOfUpload], before: bytes | None) -> dict[str, Any]:
    """Give the answer, as JSON brings it."""
    answer: dict[str, Any] = json.loads(json.dumps(answered(json.loads(json.dumps(asked)), files, before)))
    return answer


def begin() -> None:
    """From now on reports are read here."""
    reading._asked_of_child = answered_here  # noqa: SLF001 - in its place
