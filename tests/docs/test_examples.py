"""Every example in the README and in docs/ runs, and prints what stands there.

A fenced block named like a file (```json period.json) is written to a folder of the document's own; a ```console
block runs each `$ ` line there and compares the output (`...` stands for any text); a ```python block with `>>>`
runs there as a doctest.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import sysconfig
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from running import arpad

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "conformance" / "README.md", *ROOT.joinpath("docs").rglob("*.md")])
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CHECKER = doctest.OutputChecker()
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


PLAIN = re.compile(r"arpad( (?!\S*\.toml)[^\s|&;<>()$`\\\"'*?\[#~=%!{}]+)*")
"""A command without a sign of the shell; an edition's file is read once by a process, so there each has its own."""


def run(command: str, folder: Path) -> str:
    """Run a command as a reader would: our own within this process, where nothing of the shell is asked for."""
    if PLAIN.fullmatch(command):
        with chdir(folder), mock.patch.dict(os.environ, COLUMNS="120"):
            _, out, err = arpad(*command.split()[1:])
        return out + err
    return run_by_shell(command, folder)


def run_by_shell(command: str, folder: Path) -> str:
    """Run a command in a shell, with our own command line first on the path."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "120"}
    done = subprocess.run(  # noqa: S602 - the examples of our own documents
        command, shell=True, cwd=folder, capture_output=True, text=True, encoding="utf-8", env=environment, check=False
    )
    return done.stdout + done.stderr


def console(block: str, folder: Path, runs: Callable[[str, Path], str]) -> None:
    """Run the commands of a console block and compare what they print."""
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = example.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = f"{command[:-1]} {more.strip()}"
        printed = runs(command, folder)

        assert CHECKER.check_output(expected.strip() + "\n", printed.strip() + "\n", FLAGS), f"$ {command}\n{printed}"


def python(block: str, name: str, folder: Path) -> None:
    """Run a block of Python as a doctest, in the folder of the document."""
    test = doctest.DocTestParser().get_doctest(block, {}, name, name, 0)
    with chdir(folder):
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test)

    assert result.failed == 0, f"an example of {name} prints something else, see above"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_of_a_document_run(document: Path, tmp_path: Path) -> None:
    """The examples of a document print what it shows."""
    assert sys.version_info >= (3, 11)
    runs = run_by_shell if document.name == "README.md" else run
    for info, block in BLOCK.findall(document.read_text(encoding="utf-8")):
        language, _, name = info.strip().partition(" ")
        if name:
            tmp_path.joinpath(name).write_text(block, encoding="utf-8")
        elif language == "console":
            console(block, tmp_path, runs)
        elif language == "python" and ">>>" in block:
            python(block, str(document.relative_to(ROOT)), tmp_path)
