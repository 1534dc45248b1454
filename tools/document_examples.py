"""Runs the examples of documents, lists all that print something else, and with --write puts in what they print.

    python tools/document_examples.py docs/how-to/keep-a-book.md
    python tools/document_examples.py docs/how-to/keep-a-book.md --write

A fenced block named like a file (```json period.json) is written to a folder of the document's own; a ```console
block runs each `$ ` line there and compares the output (`...` stands for any text); a ```python block with `>>>`
runs there as a doctest. Read what was written before it is committed: prose that speaks of the old numbers stays.
"""

from __future__ import annotations

import argparse
import doctest
import io
import os
import re
import subprocess
import sys
import sysconfig
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "conformance" / "README.md", *ROOT.joinpath("docs").rglob("*.md")])
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)\n?(.*?)(?=^\$ |\Z)", re.DOTALL | re.MULTILINE)
"""A command, which may go on after a backslash, and what it prints, up to the next command or the end."""
CHECKER = doctest.OutputChecker()
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ANYTHING = "..."


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An example that prints something else: where what it should print stands in the text, and what was printed."""

    line: int
    example: str
    expected: str
    printed: str
    place: slice | None
    """Nothing for an example in Python, which is not written anew."""

    def __str__(self) -> str:
        """The line, the example, and both outputs."""
        return f"line {self.line}: {self.example}\n--- expected\n{self.expected}--- printed\n{self.printed}"

    @property
    def renewed(self) -> str:
        """What should stand there: what was printed, with `...` wherever it stood and still fits."""
        lines, printed = self.expected.rstrip("\n").split("\n"), self.printed.strip("\n").split("\n")
        dots = [index for index, line in enumerate(lines) if line.strip() == ANYTHING]
        if len(dots) != 1 or len(printed) < len(lines):
            return _in_lines(_dotted(lines, printed))
        before, after = lines[: dots[0]], lines[dots[0] + 1 :]
        tail = printed[len(printed) - len(after) :]
        return _in_lines([*_dotted(before, printed[: len(before)]), ANYTHING, *_dotted(after, tail)])


def _in_lines(lines: list[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _dotted(lines: list[str], printed: list[str]) -> list[str]:
    """Give printed lines, with `...` for each word for which the lines have it; if there are as many, and no more."""
    if len(lines) != len(printed):
        return printed
    return [_dotted_line(*pair) for pair in zip(lines, printed, strict=True)]


def _dotted_line(line: str, printed: str) -> str:
    wanted, parts = line.split(), re.split(r"(\s+)", printed.strip())
    if ANYTHING not in wanted or len(wanted) != len(parts[::2]):
        return printed
    parts[::2] = [word if word == ANYTHING else new for word, new in zip(wanted, parts[::2], strict=True)]
    return printed[: len(printed) - len(printed.lstrip())] + "".join(parts)


def run_by_shell(command: str, folder: Path) -> str:
    """Run a command in a shell, with our own command line first on the path."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "120"}
    done = subprocess.run(  # noqa: S602 - the examples of our own documents
        command, shell=True, cwd=folder, capture_output=True, text=True, encoding="utf-8", env=environment, check=False
    )
    return done.stdout + done.stderr


def mismatches(
    text: str, name: str, folder: Path, runs: Callable[[str, Path], str] = run_by_shell
) -> Iterator[Mismatch]:
    """Run the examples of a document in a folder, one after the other, and give those that print something else."""
    for block in BLOCK.finditer(text):
        language, _, file = block[1].strip().partition(" ")
        if file:
            folder.joinpath(file).write_text(block[2], encoding="utf-8")
        elif language == "console":
            yield from _of_console(text, block, folder, runs)
        elif language == "python" and ">>>" in block[2]:
            yield from _of_python(text, block, name, folder)


def _of_console(text: str, block: re.Match[str], folder: Path, runs: Callable[[str, Path], str]) -> Iterator[Mismatch]:
    for example in EXAMPLE.finditer(block[2]):
        command, expected = re.sub(r"\\\n\s*", " ", example[1]), example[2]
        printed = runs(command, folder)
        if not CHECKER.check_output(expected.strip() + "\n", printed.strip() + "\n", FLAGS):
            start = block.start(2)
            place = slice(start + example.start(2), start + example.end(2))
            yield Mismatch(_line(text, start + example.start()), f"$ {command}", expected, printed, place)


def _of_python(text: str, block: re.Match[str], name: str, folder: Path) -> Iterator[Mismatch]:
    first = _line(text, block.start(2))
    test = doctest.DocTestParser().get_doctest(block[2], {}, name, name, first - 1)
    report = io.StringIO()
    with chdir(folder):
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.write)
    if result.failed:
        yield Mismatch(first, "a block of Python", "", report.getvalue(), None)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def renewed(text: str, different: list[Mismatch]) -> str:
    """Give the text with what its commands print now."""
    for mismatch in reversed(different):
        if mismatch.place is not None:
            text = text[: mismatch.place.start] + mismatch.renewed + text[mismatch.place.stop :]
    return text


def line_to_run(document: Path) -> str:
    """Give the line that lists all mismatches of a document."""
    return f".venv/bin/python tools/document_examples.py {document.relative_to(ROOT)}"


def main() -> int:
    """Run the examples of the named documents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="+", type=Path, metavar="DOCUMENT")
    parser.add_argument("--write", action="store_true", help="put in what the commands print now")
    given = parser.parse_args()
    left = 0
    for document in given.documents:
        text = document.read_text(encoding="utf-8")
        with TemporaryDirectory() as folder:
            different = list(mismatches(text, str(document), Path(folder)))
        for mismatch in different:
            print(f"{document}, {mismatch}")
        if given.write and different:
            document.write_text(renewed(text, different), encoding="utf-8")
        by_hand = [mismatch for mismatch in different if mismatch.place is None or not given.write]
        left += len(by_hand)
        print(f"{document}: {len(different)} example(s) print something else, {len(different) - len(by_hand)} written.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
