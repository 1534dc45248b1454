"""What the tests of the store need: an office, on each of the two databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from offices import DATABASES
from offices import office as new_office

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder


@pytest.fixture(params=DATABASES)
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OfficeFolder]:
    """Give an office without a book, open."""
    with new_office(request.param, tmp_path / "office") as opened:
        yield opened
