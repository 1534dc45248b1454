"""Folders that tests make once and keep to the end of the run; they go with it, and leave nothing on the machine."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

FOLDER = "ARPAD_FOLDER_OF_TESTS"
"""Names the folder that has all of them, for the processes of a run."""


_OWN: list[str] = []
"""The folder that this process made; those that it starts, runs of tests among them, only use it."""


def begin() -> None:
    """Make the folder of a run; called by the process that leads it, before any other."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="arpad-tests-")
        _OWN.append(os.environ[FOLDER])


def end() -> None:
    """Take it away again, where this process made it."""
    while _OWN:
        shutil.rmtree(_OWN.pop(), ignore_errors=True)


def kept_folder(name: str) -> Path:
    """Make a new folder that lives as long as the run; outside of a run it is the caller's."""
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=os.environ.get(FOLDER)))
