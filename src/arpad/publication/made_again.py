"""A closed list made again from its book, with everything that was published with it, and held against that.

Hashes say whether files are as they were written; this says whether what was written follows from the book. Only what
the list rated is looked at, and only whom it had: events and players that came later change nothing.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

import arpad
from arpad.book.bounded_tables import BROKEN, parquet_table
from arpad.book.durable.journal import copier_of, write_together
from arpad.book.made_by import PLACE, edition_of, is_of_this_form, version_of
from arpad.book.record import hash_of_file
from arpad.book.schema import LIST, PARQUET, TABLES
from arpad.book.tables import fitted
from arpad.book.view import Instead, list_name
from arpad.engine.compare.closed_view import as_closed
from arpad.engine.period.close_list import close
from arpad.publication.issue import Kept, Pages, no_pages, publishing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from arpad.book.folder import Book
    from arpad.book.view import BookView


@dataclass(frozen=True, slots=True)
class MadeAgain:
    """A list that was made again, beside the one that was published."""

    is_same_list: bool
    """Whether the list of the book is the same, line for line."""
    same: tuple[str, ...]
    """The published files that are the same: byte for byte, tables at least cell for cell."""
    different: tuple[str, ...]
    """Those that are not."""
    changed_since: tuple[str, ...]
    """The tables that were changed through arpad after the list was closed; what is said of people comes from there."""
    is_by_other_version: bool
    """Whether another version of arpad had made the list."""
    mendable: tuple[str, ...] = ()
    """The published files that are damaged or gone, and came out as they had been recorded."""
    is_mended: bool = False
    """Whether these were put into their places."""

    @property
    def is_explained(self) -> bool:
        """Whether something is known by which published files may differ."""
        return bool(self.changed_since) or self.is_by_other_version


def _as_listed(view: BookView, list_date: date) -> BookView:
    """Give a book as a list that was closed saw it, with the players it has and no others."""
    then = as_closed(view, list_date)
    listed = view.table(list_name(list_date))["fide_id"]
    return Instead(then, {"players": then.table("players").filter(pl.col("fide_id").is_in(listed.implode()))})


def made_again(
    book: Book,
    list_date: date,
    progress: Callable[[str], None] = lambda _: None,
    pages: Pages = no_pages,
    *,
    mend: bool = False,
) -> MadeAgain:
    """Make a list that was closed in a book again, with its files, and compare.

    With `mend` published files that are damaged or gone are put into their places, where they came out as recorded.
    """
    published, view = book.published(list_date), _as_listed(book, list_date)
    closed = close(view, list_date, progress)
    is_same = fitted(closed.frame, LIST).equals(book.table(list_name(list_date)))
    kept = Kept.of(book, list_date)._replace(edition=edition_of(published))
    with tempfile.TemporaryDirectory(prefix="arpad-") as folder:
        again = Path(folder, published.name)
        publishing(closed, view, kept, progress, pages)(again)
        names = sorted({path.name for place in (published, again) for path in place.iterdir() if path.is_file()})
        mendable = tuple(_mendable(book, published, again))
        if mend and mendable:
            places = {published / name: again / name for name in mendable}
            write_together(book.folder, {place: copier_of(source) for place, source in places.items()})
        same = tuple(name for name in names if _is_same(published / name, again / name))
    # What an older arpad wrote of itself says less, and is no difference of the list.
    compared = names if is_of_this_form(published) else [name for name in names if name != PLACE]
    different = tuple(name for name in compared if name not in same)
    is_other = version_of(published) != arpad.__version__
    changed_since, is_mended = tuple(_changed_since(book, list_date)), mend and bool(mendable)
    return MadeAgain(is_same, same, different, changed_since, is_other, mendable, is_mended)


def _mendable(book: Book, published: Path, again: Path) -> Iterator[str]:
    """Name the published files that are not as recorded, and whose like that was made now is."""
    record = book.record()
    within = f"{published.relative_to(book.folder).as_posix()}/"
    for name, value in ({} if record is None else record.files).items():
        own = name.removeprefix(within)
        if own == name or not again.joinpath(own).is_file() or hash_of_file(again / own) != value:
            continue
        if not published.joinpath(own).is_file() or hash_of_file(published / own) != value:
            yield own


def _is_same(published: Path, again: Path) -> bool:
    """Tell whether two files are the same; another version of Polars may write the same table in other bytes."""
    if not (published.is_file() and again.is_file()):
        return False
    if hash_of_file(published) == hash_of_file(again):
        return True
    try:
        return published.suffix == f".{PARQUET}" and parquet_table(published).equals(parquet_table(again))
    except BROKEN:
        return False


def _changed_since(book: Book, list_date: date) -> list[str]:
    """Name the tables, but for the log, that are no longer those from which a list was made, or that it left behind."""
    record = book.record()
    closing = None if record is None else record.of_list(list_date)
    # Of a closing from before there was a record it is not known from what it was made.
    if record is None or closing is None or not closing["from"]:
        return []
    then, now = _by_table(_left(closing)), _by_table(record.files)
    return [name for name in TABLES if name != "log" and then.get(name) != now.get(name)]


def _left(closing: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Give the files of the book as a closing left them."""
    return {**closing["from"], **closing["files"]}


def _by_table(files: Mapping[str, str]) -> dict[str, set[str]]:
    """Put the hashes of the files of a table together; it may stand in parts."""
    tables: dict[str, set[str]] = {}
    for file, value in files.items():
        tables.setdefault(file.partition(".")[0].partition("/")[0], set()).add(value)
    return tables
