"""The wheel is tried in both forms; where the kernel could not be built that is said, or is a failure."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_wheel import fault_of

PURE, BUILT = Path("arpad-0.2.0-py3-none-any.whl"), Path("arpad-0.2.0-cp311-abi3-linux_x86_64.whl")


@pytest.mark.parametrize(
    ("wheel", "has_compiler", "ci", "is_fault"),
    [
        (PURE, False, "true", False),
        (BUILT, False, "", True),
        (BUILT, True, "true", False),
        (PURE, True, "", False),
        (PURE, True, "true", True),
    ],
)
def test_what_a_wheel_has_to_be(
    monkeypatch: pytest.MonkeyPatch, wheel: Path, has_compiler: bool, ci: str, is_fault: bool
) -> None:
    """Pure without a compiler; otherwise with the kernels, which may be missing only where not all has to be tried."""
    monkeypatch.setenv("CI", ci)
    assert bool(fault_of(wheel, has_compiler=has_compiler)) is is_fault


def test_what_was_not_tried_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A pure wheel where one with the kernel was asked for."""
    fault_of(PURE, has_compiler=True)
    assert capsys.readouterr().out.startswith("NOT TRIED: the wheel with the kernels.")
