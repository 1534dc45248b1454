"""A book that a list begins: in memory, until the office has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.checks import known_numbers, list_problems, table_problems
from arpad.book.folder import refusal
from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.book.tables import TableFile
from arpad.book.view import list_name
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from arpad.book.about import About


class BegunBook(MemoryBook):
    """A book of one list."""

    def __init__(self, about: About) -> None:
        super().__init__({name: table.empty() for name, table in TABLES.items() if table.needed})
        self.about = about

    def let_go(self, name: str) -> None:
        """Keep everything: it is nowhere else."""

    def refuse_wrong(self) -> None:
        """Refuse what a book in a folder would be refused for when it is opened."""
        tables = {name: TableFile(name, self.table(name), is_text=False) for name in TABLES if self.has(name)}
        name = list_name(self.list_dates[-1])
        newest = TableFile(name, self.table(name), is_text=False)
        problems = [*table_problems(tables, newest), *list_problems(newest, known_numbers(tables))]
        errors = [fault for fault in problems if fault.severity == ERROR]
        if errors:
            raise refusal(name, errors)
