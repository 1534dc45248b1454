"""What the tests of the pages need: an office with its pages, a copy for each module."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web_offices import web_office

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.storage.opening import OfficeFolder


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OfficeFolder]:
    """Give an office that the tests of a module share."""
    with web_office(tmp_path_factory.mktemp("web") / "office") as opened:
        yield opened
