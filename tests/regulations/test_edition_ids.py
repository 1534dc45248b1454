"""The id of an edition is a name, never a path: folders are named by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from running import arpad

from arpad.model.problems import EditionError
from arpad.regulations.catalogue import edition

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, name: str) -> str:
    """Write an edition with an id, and give its path."""
    place = folder / "own.toml"
    place.write_text(f'id = {name}\nderives = "fide-2024-03"\n', encoding="utf-8")
    return str(place)


@pytest.mark.parametrize("name", ["club-2026", "Club_2.0", "x"])
def test_a_name_is_taken(name: str, tmp_path: Path) -> None:
    """Letters, digits, points, hyphens and underscores."""
    assert edition(written(tmp_path, f'"{name}"')).id == name


@pytest.mark.parametrize(
    "name",
    ['"../../escaped"', '"/etc/escaped"', '".."', '".hidden"', '"a/b"', "'a\\b'", '"a b"', '"a\\u0000b"', '"\\u202e"',
     f'"{"x" * 101}"', '"club\\n"'],
)  # fmt: skip
def test_anything_else_is_refused(name: str, tmp_path: Path) -> None:
    """Nothing that could lead elsewhere, or look like something else."""
    with pytest.raises(EditionError, match="is no name; use letters, digits"):
        edition(written(tmp_path, name))


@pytest.mark.parametrize(
    "line",
    [
        "effective = 9999-12-31",
        "seen_in_force = 0001-01-01",
        f"kinds = {'9' * 5000}",
        f'provisions.k_load_limit = {{ article = "8", value = {"9" * 4000} }}',
    ],
)
def test_days_and_numbers_beyond_this_world_are_refused(line: str, tmp_path: Path) -> None:
    """With a sentence."""
    place = tmp_path / "own.toml"
    place.write_text(f'id = "own"\nderives = "fide-2024-03"\n{line}\n', encoding="utf-8")
    code, _, err = arpad("editions", "show", str(place))

    assert (code, "internal" in err) == (2, False)
    assert err.startswith("arpad: ")


@pytest.mark.parametrize("interval", ["0-99999999999", "9-1", "> 99999999999", "-5-5"])
def test_a_table_beyond_all_ratings_is_refused(interval: str, tmp_path: Path) -> None:
    """It would fill the memory."""
    place = tmp_path / "own.toml"
    place.write_text(
        'id = "own"\nderives = "fide-2024-03"\n[provisions]\nexpectation_table = { article = "1", table = "mine" }\n',
        encoding="utf-8",
    )
    tmp_path.joinpath("mine.csv").write_text(f"D,H,L\n{interval},.50,.50\n", encoding="utf-8")
    with pytest.raises(EditionError, match="mine"):
        edition(str(place))
