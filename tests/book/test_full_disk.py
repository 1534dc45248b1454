"""A disk that is full while a book is written: one sentence says so, and the book is as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest
from processes import ENVIRONMENT
from running import arpad

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# No file may grow over so many bytes: to a writer that is the same as a disk without room. Python itself writes nothing
# then: half of a compiled module would be found by everybody else.
LIMITED = """
import resource, sys
sys.dont_write_bytecode = True
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from arpad.cli.main import run
sys.exit(run(sys.argv[2:]))
"""


def content(folder: Path) -> dict[str, bytes]:
    """Give everything in a folder, hidden files too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A made-up world as a book, in each form drawn once."""

    @cache
    def world(form: str) -> Path:
        place = tmp_path_factory.mktemp(form) / "world"
        arpad("book", "world", str(place), "--players", "2000", "--months", "1", "--form", form)
        return place

    return world


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("most", [4000, 40_000])
def test_a_full_disk_is_told_as_what_it_is(form: str, most: int, worlds: Callable[[str], Path], tmp_path: Path) -> None:
    """Whatever file comes too far: what could not be written, where, what to do; no fault of arpad is claimed."""
    book = shutil.copytree(worlds(form), tmp_path / "world")
    before = content(book)
    command = [sys.executable, "-c", LIMITED, str(most), "period", "close", str(book), "2026-11"]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)

    assert done.returncode == 2
    assert "of world could not be written: File too large. world is as it was before. Make room" in done.stderr
    assert "fault in arpad" not in done.stderr
    assert content(book) == before
