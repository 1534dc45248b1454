"""The command line as processes of their own, for tests in which runs are killed or meet each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import arpad

SOURCE = Path(arpad.__file__).parents[1]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")]),
    # The order of threads in Polars is not at stake here, but a machine with few cores is shared by all tests.
    "POLARS_MAX_THREADS": "2",
    # The log of a book says when something was done; on a day that is set, two runs write the same.
    "ARPAD_TODAY": "2027-03-01",
}


def started(*words: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own; what it says on the error stream can be read."""
    command = [sys.executable, "-m", "arpad", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
