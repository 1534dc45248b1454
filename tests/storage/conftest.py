"""What the tests of the store need: an office, on each of the two databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from offices import office_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder


@pytest.fixture(params=["sqlite", "postgresql"])
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OfficeFolder]:
    """Give an office without a book, open."""
    with office_in(tmp_path / "office", request.param) as opened:
        yield opened
