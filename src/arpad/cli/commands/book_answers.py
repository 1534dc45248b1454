"""What `arpad book` says: the document, and a text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.file_problems_text import counted, problems_text
from arpad.documents.book import (
    adopted_data,
    checked_book_data,
    has_errors,
    new_book_data,
    renumbered_data,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arpad.book.folder import Book
    from arpad.book.renumber import Renumbered
    from arpad.engine.compare.adoption import Adoption
    from arpad.model.problems import FileProblem


def created(book: Book, form: str) -> Answer:
    """Say what a new book has."""
    from arpad.engine.counts import counts_of_book  # noqa: PLC0415 - an extra, and slow to load

    data = new_book_data(book.folder.name, form, book.about, counts_of_book(book))
    lines = [f"{book.folder.name}: {book.about.title or 'a book'}, tables as {form}", *_counted(data)]
    return Answer(data, "\n".join(lines))


def adopted(book: Book, adoption: Adoption) -> Answer:
    """Say which law a book took on, and how its lists stand to it."""
    data = adopted_data(book.folder.name, book.about.edition, book.rulebook.edition_id, adoption.lists)
    lines = [f"{book.folder.name}: the law of the book is {data['id']} ({data['edition']})."]
    lines.append(f"{len(data['lists'])} list(s) that were closed in this book were verified by it.")
    lines.append(
        "From now on it holds for every list of the book, also when a later edition comes into force; "
        "it stands as `edition` in book.toml."
    )
    lines += [
        f"{verified['list'][:7]}: {verified['differ']} line(s) differ; published corrections of arpad explain them."
        for verified in data["lists"]
        if verified["differ"]
    ]
    return Answer(data, "\n".join(lines))


def _counted(data: dict[str, Any]) -> list[str]:
    lists = f"{len(data['lists'])} list(s), the newest of {data['lists'][-1]}" if data["lists"] else "no lists"
    rated = ", ".join(f"{count} {kind}" for kind, count in data["rated"].items())
    names = {"pool": "part results"}
    shown = ("events", "games", "pool", "corrections", "exclusions")
    return [
        f"{data['players']} players; {lists}; rated: {rated}",
        ", ".join(f"{data[name]} {names.get(name, name)}" for name in shown),
    ]


def checked(folder: Path, book: Book | None, problems: Sequence[FileProblem], *, every: bool, code: int = 0) -> Answer:
    """Say everything that is wrong with a book; `code` is the exit code where it is more than that it has errors."""
    from arpad.engine.counts import counts_of_book  # noqa: PLC0415 - an extra, and slow to load

    is_bad = has_errors(problems)
    data = checked_book_data(folder.name, None if book is None or is_bad else counts_of_book(book), problems)
    lines = [f"{folder.name}: {counted(problems)}."]
    if data["counts"] is not None:
        lines += _counted(data["counts"])
    return Answer(data, "\n".join([*lines, *problems_text(problems, every=every)]), code=code or int(is_bad))


def renumbered(book: Book, old: int, new: int, done: Renumbered) -> Answer:
    """Say whose number was replaced, and where."""
    where = ", ".join(f"{name} {count}" for name, count in done.rows.items())
    lines = [f"{book.folder.name}: {done.name or 'a player without a name'} has the number {new} now, no longer {old}."]
    lines.append(f"Rows changed: {where}.")
    if any(book.published(day).is_dir() for day in book.list_dates):
        lines.append("What was published with earlier lists, and replays, stay as they were.")
    return Answer(renumbered_data(book.folder.name, old, new, done), "\n".join(lines))
