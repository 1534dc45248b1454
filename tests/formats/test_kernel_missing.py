"""Where the kernel was not built, that is said; where everything has to be tried, it is a failure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kernel import NOT_TRIED

ROOT = Path(__file__).parents[2]
TRIED = "tests/formats/test_line_kernel.py::test_a_line"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the sources without the kernel."""
    folder = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "src" / "arpad", folder / "arpad", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    return folder


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_what_was_not_tried_is_said(sources: Path, ci: str, code: int) -> None:
    """In a line of its own at the end; with CI=true the run fails."""
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", TRIED]
    environment = {**os.environ, "PYTHONPATH": str(sources), "CI": ci}
    run = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert run.returncode == code, run.stdout + run.stderr
    assert f"{'Not tried' if ci else 'NOT TRIED'}: {NOT_TRIED}" in run.stdout


def test_the_version_says_so(sources: Path) -> None:
    """`arpad --version` tells that there are none."""
    words = [sys.executable, "-m", "arpad", "--version"]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)

    assert run.stdout.endswith("(without kernels)\n")
