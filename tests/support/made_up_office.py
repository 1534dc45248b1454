"""Books of a made-up office in memory, as they begin and as they are after everything that happened."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from unittest import mock

from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.lab.office_world.carried_out import change_of_step
from arpad.lab.office_world.story import steps
from arpad.model.clock import VARIABLE

if TYPE_CHECKING:
    from arpad.lab.office_world.world import OfficeWorld


def begun(world: OfficeWorld) -> MemoryBook:
    """Give the book with which a made-up office begins."""
    empty = {name: table.empty() for name, table in TABLES.items()}
    return MemoryBook({**empty, **world.tables}, {world.first_list: world.people.first_list})


def gone_through(world: OfficeWorld, book: MemoryBook) -> None:
    """Do everything that happened in a made-up office, each on its day."""
    for step in steps(world):
        with mock.patch.dict(os.environ, {VARIABLE: step.day.isoformat()}):
            change = change_of_step(world, book, step)
            if change is not None:
                book.apply(change)
