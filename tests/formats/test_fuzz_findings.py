"""What fuzzing found once is tried for ever; and every target still takes its own seeds."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
TARGETS = sorted(ROOT.joinpath("tools", "fuzz", "targets").glob("[a-z]*.py"))
FOUND = sorted(place for place in ROOT.joinpath("tests", "data", "found-by-fuzzing").rglob("*") if place.is_file())


def target(name: str) -> ModuleType:
    """Load a target."""
    spec = spec_from_file_location(f"fuzz_{name}", ROOT / "tools" / "fuzz" / "targets" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("place", TARGETS, ids=lambda place: place.stem)
def test_seeds(place: Path) -> None:
    """What fuzzing begins with is in order."""
    module = target(place.stem)
    for seed in module.SEEDS:
        module.TARGET(seed)


@pytest.mark.parametrize("place", FOUND, ids=lambda place: f"{place.parent.name}/{place.name}")
def test_what_fuzzing_found(place: Path) -> None:
    """A case in the folder of a target; its name says what was wrong."""
    target(place.parent.name).TARGET(place.read_bytes())
