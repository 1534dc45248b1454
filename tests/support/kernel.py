"""The line kernel for tests: where it was not built that is said, and where everything has to be tried it is a failure."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from arpad.formats.lists.line_program import KERNEL

if TYPE_CHECKING:
    from arpad.formats.lists.line_program import Kernel

NOT_TRIED = (
    "the line kernel: it was not built, since no C compiler was found. Install one (apt-get install gcc) and Python's "
    "headers, remove .venv/.ready and run again."
)
PURE = "ARPAD_PURE"
"""Set where a wheel without the kernel is tried on purpose."""


def built_kernel() -> Kernel:
    """Give the kernel."""
    if KERNEL is None:
        if os.environ.get("CI") == "true" and PURE not in os.environ:
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    return KERNEL
