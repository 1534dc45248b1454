"""`make audit`: what was asked about, what is weak, and that silence is no clean bill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audit import answer_for, sentences

if TYPE_CHECKING:
    from pathlib import Path

WEAK = {"id": "PYSEC-0000-1", "fix_versions": ["2.0"]}


def test_a_clean_answer_has_no_sentence() -> None:
    """Packages that were asked about and have no known weakness are nothing to tell."""
    assert sentences("run", {"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, "") == []


def test_a_weak_package_and_one_that_was_not_audited_are_both_told() -> None:
    """Every fault is a sentence with what to do; a package that could not be asked about is one."""
    answer = {
        "dependencies": [
            {"name": "a", "version": "1", "vulns": [WEAK]},
            {"name": "b", "skip_reason": "not found"},
        ]
    }
    faults = sentences("run", answer, "")
    assert len(faults) == 2
    assert "a 1 has a known weakness, PYSEC-0000-1; mended in: 2.0" in faults[0]
    assert "b could not be audited: not found" in faults[1]


def test_no_answer_at_all_is_a_failure(tmp_path: Path) -> None:
    """A program that answers with anything but its report has audited nothing."""
    program = tmp_path / "pip-audit"
    program.write_text("#!/bin/sh\necho cannot connect >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    answer, silence = answer_for(program, tmp_path / "run.txt")
    assert sentences("run", answer, silence) == [
        "run: nothing could be audited (cannot connect). Run it where the package index answers."
    ]
