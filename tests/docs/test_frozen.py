"""What was right when the house was rebuilt stays as it was: answers of documented commands, periods, vectors, hashes.

The answers were frozen at version 0.2.0. There are three lawful reasons to change one of them; for anything else this
test is right:

- a wrong number or verdict is corrected, with its C-nnn;
- a new edition is in force on a day of the command, and the changelog names the edition;
- a word of a description is put right, in both places.

The message has the line that writes the answers of the document anew. Look at what that changes, and keep only what the
reason explains.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import frozen_commands
import frozen_periods
import pytest

if TYPE_CHECKING:
    from pathlib import Path

ROOT = frozen_commands.ROOT
OF_DOCUMENTS = sorted(frozen_commands.FROZEN.glob("*.json"))
PERIODS = frozen_commands.FROZEN.joinpath("periods.txt")
FILES = frozen_commands.FROZEN.joinpath("files.txt")
VECTORS = frozen_commands.FROZEN.joinpath("vectors.txt")
KEPT_VECTORS = 919


def _lines(place: Path) -> dict[str, str]:
    """Give what stands behind each name in a file of hashes."""
    pairs = (line.rsplit(" ", 1) for line in place.read_text(encoding="utf-8").splitlines())
    return dict(pairs)


@pytest.mark.parametrize("place", OF_DOCUMENTS, ids=lambda place: place.stem)
def test_documented_commands_answer_as_they_did(place: Path, tmp_path: Path) -> None:
    """Every documented command gives the same JSON and the same exit code."""
    different: list[str] = []
    for step in json.loads(place.read_text(encoding="utf-8")):
        of_step = list(frozen_commands.differences(step, frozen_commands.answered([step], tmp_path)[0]))
        different += [f"$ {step['command']}", *(f"  {difference}" for difference in of_step)] if of_step else []

    assert not different, "\n".join([*different, f"With a reason: {frozen_commands.line_to_run(place)}"])


def test_every_difference_is_named_with_its_path() -> None:
    """What is other, what is gone and what is new, at any depth; a number is not the text of that number."""
    old = {"code": 0, "answer": {"lists": [{"k": 20}, {"k": 10}], "edition": "fide-2024-03", "gone": None}}
    new = {"code": 0, "answer": {"lists": [{"k": 40}], "edition": "fide-2024-03", "new": "1"}}

    assert list(frozen_commands.differences(old, new)) == [
        "$.answer.lists[0].k: 20 became 40",
        '$.answer.lists[1]: {"k": 10} became (nothing)',
        "$.answer.gone: null became (nothing)",
        '$.answer.new: (nothing) became "1"',
    ]
    assert list(frozen_commands.differences(old, old)) == []


@pytest.mark.parametrize("place", OF_DOCUMENTS, ids=lambda place: place.stem)
def test_the_line_that_renews_the_answers_names_a_document(place: Path) -> None:
    """Every frozen file is of a document that is there."""
    assert ROOT.joinpath(frozen_commands.line_to_run(place).split()[-1]).is_file()


def test_there_are_frozen_answers() -> None:
    """No document has been lost."""
    assert len(OF_DOCUMENTS) == 18
    assert len(_lines(PERIODS)) == 432
    assert len(_lines(FILES)) == 3


def test_periods_of_players_are_explained_as_they_were() -> None:
    """Made-up periods of every kind of chess and of every year: numbers, reasons and articles."""
    assert {name: frozen_periods.hash_of(given) for name, given in frozen_periods.periods()} == _lines(PERIODS)


def test_the_form_of_vectors_and_the_hashes_of_golden_books_are_the_same_files() -> None:
    """The schema of vectors, and the hashes recorded for every list of the golden books, are those of the freeze."""
    kept = _lines(FILES)

    assert {name: hashlib.sha256(ROOT.joinpath(name).read_bytes()).hexdigest() for name in kept} == kept


def test_every_vector_of_the_freeze_is_still_there() -> None:
    """Vectors may be added, as for a new edition; none is changed or taken away."""
    kept = set(VECTORS.read_text(encoding="utf-8").splitlines())

    assert len(kept) == KEPT_VECTORS
    assert kept <= set(frozen_commands.vector_hashes())
