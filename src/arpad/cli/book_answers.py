"""What `arpad book` says: data for machines, a text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.file_problems_text import counted, file_problem_data, problems_text
from arpad.model.period import KINDS
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arpad.engine.book import Book
    from arpad.engine.book_adopt import Adoption
    from arpad.engine.book_import import Imported
    from arpad.engine.book_renumber import Renumbered
    from arpad.model.problems import FileProblem

SHOWN = 20


def made(book: Book, form: str) -> Answer:
    """Say what a new book has."""
    data = {"book": book.folder.name, "form": form, **about_data(book), **counts(book)}
    said = [f"{book.folder.name}: {book.about.title or 'a book'}, tables as {form}", *_counted(data)]
    return Answer(data, "\n".join(said))


def about_data(book: Book) -> dict[str, Any]:
    """Give what a book says of itself."""
    about = book.about
    monthly = about.monthly_regime
    return {
        "title": about.title,
        "authority": about.authority,
        "monthly_regime": monthly if isinstance(monthly, bool) else [day.isoformat() for day in monthly],
        "seed": about.seed,
        **({} if about.edition is None else {"edition": about.edition}),
    }


def adopted(book: Book, found: Adoption) -> Answer:
    """Say which law a book took on, and how its lists stand to it."""
    lists: list[dict[str, Any]] = [
        {
            "list": one.list_date.isoformat(),
            "differ": len(one.players),
            "explained": len(one.players - one.unexplained),
        }
        for one in found.lists
    ]
    data = {"book": book.folder.name, "edition": book.about.edition, "id": book.rulebook.edition_id, "lists": lists}
    said = [f"{book.folder.name}: the law of the book is {data['id']} ({data['edition']})."]
    said.append(f"{len(lists)} list(s) that were closed in this book were verified by it.")
    said += [
        f"{one['list'][:7]}: {one['differ']} line(s) differ; published corrections of arpad explain them."
        for one in lists
        if one["differ"]
    ]
    return Answer(data, "\n".join(said))


def counts(book: Book) -> dict[str, Any]:
    """Count what a book has."""
    days = book.list_dates
    newest = book.rating_list(days[-1]) if days else None
    rated = {kind: 0 if newest is None else int(newest[f"{kind}_rating"].is_not_null().sum()) for kind in KINDS}
    return {
        "lists": [day.isoformat() for day in days],
        "rated": rated,
        **{
            name: book.table(name).height
            for name in ("players", "events", "games", "pool", "corrections", "exclusions")
        },
    }


def _counted(data: dict[str, Any]) -> list[str]:
    lists = f"{len(data['lists'])} list(s), the newest of {data['lists'][-1]}" if data["lists"] else "no lists"
    rated = ", ".join(f"{count} {kind}" for kind, count in data["rated"].items())
    names = {"pool": "part results"}
    shown = ("events", "games", "pool", "corrections", "exclusions")
    return [
        f"{data['players']} players; {lists}; rated: {rated}",
        ", ".join(f"{data[name]} {names.get(name, name)}" for name in shown),
    ]


def checked(folder: Path, book: Book | None, problems: Sequence[FileProblem], *, every: bool) -> Answer:
    """Say everything that is wrong with a book."""
    bad = any(one.severity == ERROR for one in problems)
    data: dict[str, Any] = {
        "book": folder.name,
        "sound": not bad,
        "counts": counts(book) if book is not None and not bad else None,
        "problems": [file_problem_data(one) for one in problems],
    }
    said = [f"{folder.name}: {counted(problems)}."]
    if data["counts"] is not None:
        said += _counted(data["counts"])
    return Answer(data, "\n".join([*said, *problems_text(problems, every=every)]), code=1 if bad else 0)


def imported(folder: Path, done: Imported, *, every: bool) -> Answer:
    """Say what came into a book, and what did not."""
    bad = any(one.severity == ERROR for one in done.problems)
    data = {
        "book": folder.name,
        "players_added": done.players_after - done.players_before,
        "lists": done.lists,
        "events": done.events,
        "problems": [file_problem_data(one) for one in done.problems],
    }
    games = sum(int(str(one["games"])) for one in done.events)
    what = f"{len(done.lists)} list(s), {len(done.events)} event(s) with {games} games"
    said = [f"{folder.name}: {what} and {data['players_added']} new players came into the book."]
    said += [f"list of {one['list']}: {one['players']} players ({one['file']})" for one in done.lists]
    if done.events:
        head = ["event", "name", "kind", "system", "players", "games", "file"]
        rows = [
            [one[key] for key in ("event_id", "name", "kind", "system", "players", "games", "file")]
            for one in (done.events if every else done.events[:SHOWN])
        ]
        said.append(table(head, rows))
        if len(done.events) > len(rows):
            said.append(f"… and {len(done.events) - len(rows)} more; --all shows them.")
    return Answer(data, "\n".join([*said, *problems_text(done.problems, every=every)]), code=1 if bad else 0)


def renumbered(book: Book, old: int, new: int, done: Renumbered) -> Answer:
    """Say whose number was replaced, and where."""
    data = {"book": book.folder.name, "name": done.name, "old": old, "new": new, "rows": dict(done.rows)}
    where = ", ".join(f"{name} {count}" for name, count in done.rows.items())
    said = [f"{book.folder.name}: {done.name or 'a player without a name'} has the number {new} now, no longer {old}."]
    said.append(f"Rows changed: {where}.")
    if any(book.published(day).is_dir() for day in book.list_dates):
        said.append("What was published with earlier lists, and replays, stay as they were.")
    return Answer(data, "\n".join(said))
