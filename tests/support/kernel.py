"""The kernels for tests: with them and without; where they were not built that is said, or is a failure."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import pytest

from arpad.engine.period import game_kernel
from arpad.formats.lists import line_program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.engine.period.game_kernel import GameKernel
    from arpad.formats.lists.line_program import Kernel

NOT_TRIED = (
    "the kernels: they were not built. Install a C compiler and the headers of Python (apt-get install gcc "
    "python3-dev), remove .venv/.ready and run again."
)


def _not_tried() -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(f"Not tried: {NOT_TRIED}")
    pytest.skip(NOT_TRIED)


def built_kernel() -> Kernel:
    """Give the line kernel; where there is none the test is not tried, and where all has to be tried it fails."""
    return _not_tried() if line_program.KERNEL is None else line_program.KERNEL


def built_game_kernel() -> GameKernel:
    """Give the game kernel, in the same way."""
    return _not_tried() if game_kernel.KERNEL is None else game_kernel.KERNEL


@contextmanager
def with_kernel(kernel: Kernel | None) -> Iterator[None]:
    """Let lists be written by this kernel, or by the frame where it is None."""
    before, line_program.KERNEL = line_program.KERNEL, kernel
    try:
        yield
    finally:
        line_program.KERNEL = before


@contextmanager
def with_game_kernel(kernel: GameKernel | None) -> Iterator[None]:
    """Let games be added up by this kernel, or with NumPy where it is None."""
    before, game_kernel.KERNEL = game_kernel.KERNEL, kernel
    try:
        yield
    finally:
        game_kernel.KERNEL = before
