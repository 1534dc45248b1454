"""The line kernel for tests: with it and without it; where it was not built that is said, or is a failure."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from arpad.formats.lists import line_program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.formats.lists.line_program import Kernel

NOT_TRIED = (
    "the line kernel: it was not built. Install a C compiler and the headers of Python (apt-get install gcc "
    "python3-dev), remove .venv/.ready and run again."
)


def built_kernel() -> Kernel:
    """Give the kernel; where there is none the test is not tried, and where everything has to be tried it fails."""
    if line_program.KERNEL is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    return line_program.KERNEL


@contextmanager
def with_kernel(kernel: Kernel | None) -> Iterator[None]:
    """Let lists be written by this kernel, or by the frame where it is None."""
    before, line_program.KERNEL = line_program.KERNEL, kernel
    try:
        yield
    finally:
        line_program.KERNEL = before
