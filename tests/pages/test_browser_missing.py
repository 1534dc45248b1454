"""Where no browser is installed, that is said; where everything has to be tried, it is a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRIED = "tests/pages/test_in_a_browser.py::test_columns_sort"


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_what_was_not_tried_is_said(ci: str, code: int) -> None:
    """In a line of its own at the end; with CI=true the run fails."""
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", TRIED]
    environment = {**os.environ, "PATH": "", "CI": ci}
    run = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert run.returncode == code, run.stdout + run.stderr
    sentence = "pages in a real browser: Chromium was not found. Install it (apt-get install chromium) and run again."
    assert f"{'Not tried' if ci else 'NOT TRIED'}: {sentence}" in run.stdout
