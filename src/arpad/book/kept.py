"""A book wherever it is kept, with what closing a list asks of it besides its tables: a folder, or a database.

Whoever makes lists asks a `BookView`. Whoever closes one for good also asks what the book says of itself, what was
published with its earlier lists, and what speaks against it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from arpad.book.view import BookView

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.about import About
    from arpad.book.remembered import KeptOrder
    from arpad.book.tables import TableFile
    from arpad.model.problems import FileProblem


class KeptBook(BookView, Protocol):
    """What is asked of a book where a list is closed for good."""

    @property
    def about(self) -> About:
        """What the book says of itself."""

    @property
    def name(self) -> str:
        """What it is called in a sentence."""

    @property
    def called(self) -> str:
        """How whoever works with it names it: the path of a folder."""

    @property
    def typed(self) -> str:
        """The same as it is written in a command."""

    @property
    def edited(self) -> Mapping[str, str]:
        """The tables that something else than arpad had changed, with the hash that had been recorded of each."""

    @property
    def name_order(self) -> KeptOrder:
        """In which order the names of its players stood in the list before."""

    def is_published(self, day: date) -> bool:
        """Tell whether a list was made in this book, and not imported."""

    def published_file(self, day: date, name: str) -> bytes | None:
        """Give a file that was published with a list; None where there is none, or it cannot be read."""

    def read(self, name: str) -> tuple[TableFile | None, list[FileProblem]]:
        """Read a table or a list, with everything that is wrong with it."""

    def readable_tables(self) -> tuple[dict[str, TableFile], list[FileProblem]]:
        """Give the tables that can be read, and what is wrong with the others."""

    def open_problems(self) -> list[FileProblem]:
        """Give what is wrong, or in doubt, with people and with events that no list has rated yet."""

    def refuse_damaged(self, *, published: bool = True) -> None:
        """Refuse the book where files are not as arpad wrote them."""
