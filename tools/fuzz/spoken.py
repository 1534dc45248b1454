"""A command in this process: its words in, its exit code out; what it says must be fit to be seen and to be read."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING
from unittest import mock

from arpad.cli.main import run
from arpad.model.clock import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

CODES = frozenset((0, 1, 2, 3, 4))
TODAY = "2026-11-02"
"""The day of all runs; the samples of books can be closed on it."""
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def spoken(*words: str) -> str:
    """Run a command; its answer must be JSON where that is asked for, and steer no terminal."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO())):
            code = run(words)
    except SystemExit as left:
        code = int(left.code or 0)
    if code not in CODES:
        raise AssertionError(f"Exit code {code}.")
    if asks_for_json(words):
        json.loads(out.getvalue())
    if "--raw" not in words and _STEERING.search(out.getvalue() + err.getvalue()):
        raise AssertionError("A character that steers a terminal.")
    return f"exit {code}"


def asks_for_json(words: Sequence[str]) -> bool:
    """Tell whether the answer must be JSON; help and the version are for people, whatever else is asked."""
    return "--json" in words and words[0] != "help" and not {"-h", "--help", "-V", "--version"} & set(words)


def loaded_as_in_tests() -> None:
    """Let a fault of our own be raised, not told in a sentence; set the day."""
    os.environ["ARPAD_TRACEBACK"] = "1"
    os.environ[VARIABLE] = TODAY
    sys.setrecursionlimit(1000)
