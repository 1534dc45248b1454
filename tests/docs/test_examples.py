"""Every example in the README and in docs/ runs, and prints what stands there.

How a block is run is said in `tools/document_examples.py`, which also puts new output in.
"""

from __future__ import annotations

import os
import re
import shlex
from contextlib import chdir
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from django.db import connections
from document_examples import DOCUMENTS, ROOT, line_to_run, mismatches, renewed, run_by_shell
from running import arpad

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = re.compile(
    r"""(ARPAD_TODAY=(?P<today>[\d-]+)\ )?
        arpad(?P<words>(\ +(?!\S*\.toml)([^\s|&;<>()$`\\"'*?\[#~=%!{}]+|"[^"$`\\!]*"))*)""",
    re.VERBOSE,
)
"""A command of which a shell only takes the words apart, on a day that it may name.

An edition's file is read once by a process, so there each has its own.
"""


SOURCED = re.compile(r"\. \./(?P<file>\w+); (?P<command>.*)")
"""A command after a file of settings, in which one line exports them: who somebody is in an office."""


def run(command: str, folder: Path) -> str:
    """Run a command as a reader would: our own within this process, where nothing of the shell is asked for."""
    sourced = SOURCED.fullmatch(command)
    if plain := PLAIN.fullmatch(command if sourced is None else sourced["command"]):
        settings = {} if plain["today"] is None else {"ARPAD_TODAY": plain["today"]}
        if sourced is not None:
            exported = shlex.split(folder.joinpath(sourced["file"]).read_text(encoding="utf-8"))
            assert exported.pop(0) == "export"
            settings |= dict(word.split("=", maxsplit=1) for word in exported)
        with chdir(folder), mock.patch.dict(os.environ, COLUMNS="120", **settings):
            _, out, err = arpad(*shlex.split(plain["words"]))
        connections.close_all()
        return out + err
    return run_by_shell(command, folder)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_of_a_document_run(document: Path, tmp_path: Path) -> None:
    """The examples of a document print what it shows."""
    runs = run_by_shell if document.name == "README.md" else run
    text = document.read_text(encoding="utf-8")
    different = [str(mismatch) for mismatch in mismatches(text, document.name, tmp_path, runs)]

    assert not different, "\n".join([*different, f"To put in what is printed: {line_to_run(document)} --write"])


DOCUMENT = """A list:

```text names.txt
Quill
Reed
```

```console
$ cat names.txt
Quill
Sedge
$ cat \\
  names.txt names.txt names.txt
Quill
...
Sedge
$ echo 7 eight nine
6 ... nine
$ true
```

```python
>>> 2 + 2
5
```
"""


class TestRenewing:
    """What `tools/document_examples.py` finds in a made-up document, and writes into it."""

    def test_all_mismatches_are_given_each_with_its_line(self, tmp_path: Path) -> None:
        """Four of five examples print something else."""
        different = list(mismatches(DOCUMENT, "made-up.md", tmp_path))

        assert [(mismatch.line, mismatch.example) for mismatch in different] == [
            (9, "$ cat names.txt"),
            (12, "$ cat  names.txt names.txt names.txt"),
            (17, "$ echo 7 eight nine"),
            (23, "a block of Python"),
        ]
        assert "Expected:\n    5\nGot:\n    4" in different[-1].printed

    def test_what_is_printed_is_written_and_dots_stay(self, tmp_path: Path) -> None:
        """On a line of their own and within a line; afterwards only the block of Python is left."""
        text = renewed(DOCUMENT, list(mismatches(DOCUMENT, "made-up.md", tmp_path)))

        assert text == DOCUMENT.replace("Sedge", "Reed").replace("6 ...", "7 ...")
        assert [mismatch.line for mismatch in mismatches(text, "made-up.md", tmp_path)] == [23]
