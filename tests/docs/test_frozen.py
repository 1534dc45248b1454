"""What was right when the house was rebuilt stays as it was: answers of documented commands, periods, vectors, hashes.

The answers were frozen at version 0.2.0. Whoever changes one of them corrects a wrong number or verdict, with its
C-nnn, and writes that answer anew, or puts a word of a description right in both places; for anything else this test
is right.
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
    for step in json.loads(place.read_text(encoding="utf-8")):
        assert frozen_commands.answered([step], tmp_path) == [step]


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
