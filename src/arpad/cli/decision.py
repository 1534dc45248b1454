"""A decision about a book at the command line: who changes is shown first, then it is asked, then it is done."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.file_problems_text import problems_text
from arpad.cli.output import put
from arpad.cli.wording import WORDS
from arpad.documents.decisions import decision_data
from arpad.documents.schema import InputError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.book.change import Change
    from arpad.book.folder import Book
    from arpad.engine.compare.impact import Impact
    from arpad.model.problems import FileProblem

SHOWN = 20
NOT_DONE = 2
_YES = frozenset(("y", "yes"))


def add_decision(action: argparse.ArgumentParser) -> None:
    """Add what every decision takes."""
    action.add_argument("--why", required=True, metavar="TEXT", help="why, in a few words; kept in the log of the book")
    action.add_argument("--dry-run", action="store_true", help="show who changes and by how much, and do nothing")
    action.add_argument("--yes", action="store_true", help="go on without asking")
    action.add_argument("--all", action="store_true", help="show everybody who changes")


def why_of(given: argparse.Namespace) -> str:
    """Give the reason, on one line; refused where there is none."""
    why = " ".join(str(given.why).split())
    if not why:
        raise InputError.of(WORDS, "no_why", "--why")
    return why


def carried_out(  # noqa: PLR0913 - what a decision is, and how it is told
    given: argparse.Namespace,
    book: Book,
    change: Change,
    impact: Impact,
    problems: Sequence[FileProblem] = (),
    *,
    advised: bool = True,
) -> Answer:
    """Show what a decision does, ask where somebody can answer, and carry it out.

    Without `advised`, it is not said what to do about the problems: it is being done.
    """
    from arpad.book.log import entries  # noqa: PLC0415 - an extra, and slow to load

    shown = _text(change, impact, problems_text(problems, advised=advised), every=given.all)
    asks = not (given.dry_run or given.yes or given.json) and _is_at_a_terminal()
    if asks:
        put(f"{shown}\n")
    goes_on = not given.dry_run and (given.yes or (asks and _goes_on()))
    if goes_on:
        book.apply(change)
    entry = entries(book)[-1].number if goes_on else None
    data = decision_data(book.folder.name, change, impact, entry, problems)
    if goes_on:
        sentence = f"Done: entry {entry} of the log of {book.folder.name}."
    elif given.dry_run:
        sentence = "A dry run: nothing was changed."
    else:
        sentence = "Nothing was changed." if asks else "Nothing was changed. To go on, give --yes."
    code = 0 if goes_on or given.dry_run else NOT_DONE
    return Answer(data, sentence if asks else f"{shown}\n\n{sentence}", code=code)


def _is_at_a_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _goes_on() -> bool:
    try:
        return input("Go on? [y/N] ").strip().lower() in _YES
    except EOFError:
        put("")
        return False


def _text(change: Change, impact: Impact, problems: Sequence[str], *, every: bool) -> str:
    """Say what is decided, and who changes by it."""
    lines = [*(reason.message for reason in change.reasons), *problems]
    rows = impact.rows if every else impact.rows.head(SHOWN)
    for day in rows["list"].unique().sort(descending=True).to_list():
        of_list = impact.rows.filter(list=day)
        players = of_list["player"].n_unique()
        lines += ["", f"List of {day}: {players} {'player changes' if players == 1 else 'players change'}.", ""]
        head = ["kind", "player", "name", "before", "after", "change", "besides"]
        lines.append(table(head, [_cells(row) for row in rows.filter(list=day).iter_rows(named=True)]))
    if impact.rows.height > rows.height:
        lines.append(f"… and {impact.rows.height - rows.height} more; --all shows them.")
    if not rows.height and impact.is_compared:
        days = sorted({day.isoformat() for day in impact.next_lists.values()})
        nobody = f"On the list of {', '.join(days)} nobody's rating, K or number of games changes."
        lines += ["", nobody if days else "No list can be made from this book yet, so nobody's rating changes."]
    lines += ["", *(f"Note: {note.message}" for note in impact.notes)] if impact.notes else []
    return "\n".join(lines)


def _cells(row: dict[str, Any]) -> list[object]:
    before, after = row["before"], row["after"]
    change = None if before is None or after is None else f"{after - before:+}"
    besides = [
        f"{name} {_or_none(row[f'{key}_before'])} → {_or_none(row[f'{key}_after'])}"
        for name, key in (("K", "k"), ("games", "played"))
        if row[f"{key}_before"] != row[f"{key}_after"]
    ]
    return [
        row["kind"],
        row["player"],
        row["name"],
        before or "unrated",
        after or "unrated",
        change,
        ", ".join(besides),
    ]


def _or_none(value: int | None) -> object:
    return "none" if value is None else value
