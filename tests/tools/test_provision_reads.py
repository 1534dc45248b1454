"""The count of reads outside the rules: what is a read, what is noted, that the number only falls, and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import provision_reads
import pytest
from provision_reads import Read, judged, main, places, reads, reasons, table, unreasoned, with_table

if TYPE_CHECKING:
    from pathlib import Path

READ = 'def floor(law):\n    return law.value("floor")\n'
BY_NAME = "def asked(subject, key):\n    return subject.law.has(key) or days.edition(day).get(key)\n"
NOTED = 'def floor(p: Consulted):\n    q, n = p.citing(), 1\n    return p.value("floor") + q.get("floor")\n'
OTHER = 'def colour(row):\n    return row.get("colour") or {}.get("floors")\n'


def counted(folder: Path, text: str, name: str = "events/check_floor.py") -> list[str]:
    """Count the reads of a module."""
    place = folder.joinpath(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return places(folder)


@pytest.mark.parametrize(
    ("text", "lines"),
    [(READ, [2]), (BY_NAME, [2, 2]), (NOTED, []), (OTHER, [])],
    ids=["read", "name", "noted", "other"],
)
def test_what_is_a_read(tmp_path: Path, text: str, lines: list[int]) -> None:
    """By the name of a provision, or of something called a law; not through notes, and not of a plain dictionary."""
    assert counted(tmp_path, text) == [f"events/check_floor.py:{line}" for line in lines]


def test_rules_may_read(tmp_path: Path) -> None:
    """They note it by themselves, and so do the interpreters."""
    assert counted(tmp_path, READ, "regulations/rules/floor.py") == []


def test_the_number_may_only_fall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the kept number fails; fewer asks that the kept one be lowered."""
    kept = tmp_path / "kept.txt"
    monkeypatch.setattr(provision_reads, "KEPT", kept)
    number = len(places())
    answers = []
    for value in (number - 1, number, number + 1):
        kept.write_text(f"{value}\n", encoding="utf-8")
        answers.append(main([]))

    assert answers == [1, 0, 0]
    assert "write 2 into" in judged(2, 3)[0]


def test_a_read_stands_in_its_function(tmp_path: Path) -> None:
    """Lines move; a reason is given for the function, with its class."""
    place = tmp_path / "lines.py"
    place.write_text("class Line:\n    def floor(self, key):\n        return self.law.get(key)\n", encoding="utf-8")

    assert reads(tmp_path) == [Read("lines.py", "Line.floor", 3, "(key)")]
    assert reads(tmp_path)[0].place == "lines.py::Line.floor"


def test_a_read_without_reason_and_a_reason_without_read_are_faults() -> None:
    """Either would make the page untrue."""
    read = Read("lines.py", "floor", 3, "floor")

    assert unreasoned([read], {"lines.py::floor": "Shown."}) == []
    assert "lines.py::floor reads" in unreasoned([read], {})[0]
    assert "for lines.py::gone," in unreasoned([read], {"lines.py::floor": "Shown.", "lines.py::gone": "Shown."})[0]


def test_every_read_has_its_reason_and_the_page_shows_it() -> None:
    """The page is written from the reads and the reasons as they are."""
    every, why = reads(), reasons()
    page = provision_reads.PAGE.read_text(encoding="utf-8")

    assert unreasoned(every, why) == []
    assert page == with_table(page, table(every, why))


def test_a_stale_page_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lint says how to write it, and writing it mends it."""
    page = tmp_path / "page.md"
    page.write_text(f"# Reads\n\n{provision_reads.BEGIN}\n{provision_reads.END}\n", encoding="utf-8")
    monkeypatch.setattr(provision_reads, "PAGE", page)

    assert main([]) == 1
    assert "--write" in capsys.readouterr().out
    assert (main(["--write"]), main([])) == (0, 0)
