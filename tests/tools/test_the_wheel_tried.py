"""A wheel that is not the package as it stands is noticed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from test_wheel import TRIED, differing

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with a module, its data, and what Python compiled."""
    folder = tmp_path / "src" / "name"
    folder.joinpath("words").mkdir(parents=True)
    folder.joinpath("__init__.py").write_text("x = 1\n", encoding="utf-8")
    folder.joinpath("words", "en.toml").write_text("a = 'b'\n", encoding="utf-8")
    folder.joinpath("__init__.pyc").write_bytes(b"compiled")
    return folder


def wheel_of(folder: Path, **files: str) -> Path:
    """Make a wheel with some files and what a wheel says of itself."""
    place = folder / "name.whl"
    with zipfile.ZipFile(place, "w") as wheel:
        for name, text in {"name-1.dist-info/METADATA": "", **files}.items():
            wheel.writestr(name, text)
    return place


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"name/words/en.toml": None}, ["name/words/en.toml"]),
        ({"name/words/en.toml": "a = 'c'\n"}, ["name/words/en.toml"]),
        ({"name/more.py": ""}, ["name/more.py"]),
        ({"name/__init__.py": None, "other.py": ""}, ["name/__init__.py", "other.py"]),
    ],
)
def test_what_is_left_out_changed_or_added_is_named(
    package: Path, tmp_path: Path, changed: dict[str, str | None], expected: list[str]
) -> None:
    """File by file, without what Python compiles for itself."""
    same: dict[str, str | None] = {"name/__init__.py": "x = 1\n", "name/words/en.toml": "a = 'b'\n"}
    files = {name: text for name, text in {**same, **changed}.items() if text is not None}

    assert differing(wheel_of(tmp_path, **files), package) == expected


def test_a_catalogue_that_was_not_compiled_is_named(package: Path, tmp_path: Path) -> None:
    """Each catalogue of the interface is compiled when a wheel is built."""
    for language in ("en", "eo"):
        package.joinpath(f"{language}.po").write_text("", encoding="utf-8")
    files = {"name/__init__.py": "x = 1\n", "name/words/en.toml": "a = 'b'\n", "name/en.po": "", "name/eo.po": ""}

    assert differing(wheel_of(tmp_path, **files, **{"name/en.mo": ""}), package) == ["name/eo.po"]


def test_what_is_tried_is_there() -> None:
    """A test file that was renamed would otherwise be noticed only when a wheel is built."""
    assert [name for name in TRIED if not ROOT.joinpath(name).exists()] == []
