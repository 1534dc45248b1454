"""The tables of mutants: one for each edition with a register, `EDITION.toml` beside this file.

A mutant is one way to break what carries rows of the register out, with the tests that must then fail:

    [[mutant]]                       # a provision of the edition holds something else
    rows = ["8.3.1"]
    provision = "difference_cap"
    value = 350
    tests = ["conformance/caps.json"]

    [[mutant]]                       # a text of src/arpad is replaced; it stands there exactly once
    rows = ["8.3.1"]
    file = "regulations/rules/rated_event.py"
    old = "a < b"
    new = "a <= b"
    tests = ["tests/events/test_1_1_thinking_time.py::test_the_first_control"]

`section` names the part of the edition's file where a provision stands in more than one, such as "kind.rapid".
`remove = true`, in place of a value, takes the provision out, so that the edition before speaks.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.regulations.keys import KEYS
from arpad.regulations.register import TESTED, named, register, registered, tested_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arpad.regulations.register import RegisterRow

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCE = ROOT.joinpath("src", "arpad")
NONE = "none"
SECTION = "provisions"
_FIELDS = {"rows", "tests", "provision", "section", "value", "remove", "file", "old", "new"}
_CONTENT = re.compile(r'\b(?:value|table|rule) = (?:"[^"]*"|\[[^\]]*\]|[^,}\s]+)')


class MutantError(Exception):
    """A mutant that cannot be made: the table is out of date, or was never right."""


@dataclass(frozen=True)
class Mutant:
    """One way to break what carries rows out, and the tests of which one must fail for each row."""

    edition: str
    rows: tuple[str, ...]
    tests: tuple[str, ...]
    provision: str | None = None
    section: str = SECTION
    value: Any = None
    remove: bool = False
    file: str | None = None
    old: str = ""
    new: str = ""

    @property
    def place(self) -> str:
        """The file that is changed, below src/arpad."""
        return self.file or f"regulations/editions/{self.edition}.toml"

    @property
    def words(self) -> str:
        """What is broken, for a reader."""
        if self.file:
            return f"{self.file}: {self.old!r} becomes {self.new!r}"
        return f"{self.provision} is taken out" if self.remove else f"{self.provision} = {self.value!r}"

    @cached_property
    def text(self) -> str:
        """The whole file as it is when broken."""
        content = SOURCE.joinpath(self.place).read_text(encoding="utf-8")
        broken = self._replaced(content) if self.file else self._provided(content)
        if broken == content:
            raise MutantError(f"{self.words}: that changes nothing in {self.place}.")
        return broken

    def _replaced(self, content: str) -> str:
        times = content.count(self.old)
        if times != 1:
            raise MutantError(f"{self.place} holds {self.old!r} {times} times; it has to be once.")
        return content.replace(self.old, self.new)

    def _provided(self, content: str) -> str:
        lines, section = content.splitlines(keepends=True), ""
        for number, line in enumerate(lines):
            if line.startswith("["):
                section = line.strip().strip("[]").removesuffix(f".{SECTION}")
            elif section == self.section and line.startswith(f"{self.provision} = {{"):
                lines[number] = "" if self.remove else self._entry(line)
                return "".join(lines)
        raise MutantError(f"{self.place} has no line of its own for {self.provision} in [{self.section}].")

    def _entry(self, line: str) -> str:
        form = KEYS[self.provision or ""].form
        field = form if form in ("table", "rule") and self.value != NONE else "value"
        content = f"{field} = {json.dumps(self.value)}"
        if _CONTENT.search(line):
            return _CONTENT.sub(lambda _: content, line, count=1)
        return re.sub(r"\s*\}\s*$", f", {content} }}\n", line)


def mutants(edition: str) -> list[Mutant]:
    """Read the table of an edition."""
    place = HERE / f"{edition}.toml"
    if not place.is_file():
        return []
    entries = tomllib.loads(place.read_text(encoding="utf-8")).get("mutant", [])
    for entry in entries:
        unknown = set(entry) - _FIELDS
        if unknown or not entry.get("rows") or ("file" in entry) == ("provision" in entry):
            raise MutantError(f"{place.name}: {entry} is no mutant; see {Path(__file__).name}.")
    return [
        Mutant(edition, **(entry | {key: tuple(entry.get(key, ())) for key in ("rows", "tests")})) for entry in entries
    ]


def every_mutant() -> list[Mutant]:
    """Read all tables."""
    return [mutant for name in registered() for mutant in mutants(name)]


def tested_rows(edition: str) -> dict[str, RegisterRow]:
    """Give the rows of an edition that count as tested."""
    return {row.article: row for row in register(edition) if row.status == TESTED}


def marks(edition: str, article: str) -> list[str]:
    """Give the marks that name a row: as tests write them."""
    articles = [row.article for row in register(edition)]
    return [marked for marked in tested_by().get(edition, {}) if article in named(marked, articles)]


def is_named(test: str, tests: Iterable[str]) -> bool:
    """Tell whether a test is one of those that name a row, or stands in one of their files or classes.

    >>> is_named("tests/a.py::test_b", ["tests/a.py"]), is_named("tests/a.py::test_b", ["tests/a.py::test_c"])
    (True, False)
    """
    return any(test == name or test.startswith(f"{name}::") for name in tests)


def faults(edition: str) -> list[str]:
    """Say what is wrong with a table, without running anything: its rows, its tests, the texts it replaces."""
    rows = tested_rows(edition)
    return [fault for mutant in mutants(edition) for fault in _faults_of(mutant, rows)]


def _faults_of(mutant: Mutant, rows: Mapping[str, RegisterRow]) -> Iterator[str]:
    try:
        _ = mutant.text
    except MutantError as fault:
        yield str(fault)
    for article in mutant.rows:
        if article not in rows:
            yield f"{mutant.words}: {mutant.edition} {article} is no row that counts as tested."
        elif not any(is_named(test, rows[article].tests) for test in mutant.tests):
            yield f"{mutant.words}: none of its tests names {mutant.edition} {article}."
    naming = [name for article in mutant.rows if article in rows for name in rows[article].tests]
    for test in mutant.tests:
        if not is_named(test, naming):
            yield f"{mutant.words}: {test} names none of its rows."


def missing(edition: str) -> list[str]:
    """Give the rows that count as tested and have no mutant."""
    broken = {article for mutant in mutants(edition) for article in mutant.rows}
    return [article for article in tested_rows(edition) if article not in broken]
