"""A book as the documented JSON: what it says of itself, how much it has, what is wrong with it, what came into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.documents.parts import file_problem_data
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.book.about import About
    from arpad.book.imports.lists import Imported
    from arpad.book.renumber import Renumbered
    from arpad.engine.compare.verification import Verified
    from arpad.engine.counts import BookCounts
    from arpad.model.problems import FileProblem


def new_book_data(name: str, form: str, about: About, counts: BookCounts) -> dict[str, Any]:
    """Give what a new book has."""
    return {"book": name, "form": form, **_about_data(about), **counts_data(counts)}


def _about_data(about: About) -> dict[str, Any]:
    monthly = about.monthly_regime
    return {
        "title": about.title,
        "authority": about.authority,
        "monthly_regime": monthly if isinstance(monthly, bool) else [day.isoformat() for day in monthly],
        "seed": about.seed,
        **({} if about.edition is None else {"edition": about.edition}),
    }


def adopted_data(name: str, edition: str | None, edition_id: str | None, lists: Sequence[Verified]) -> dict[str, Any]:
    """Give which law a book took on, and in how many lines its lists differ from it."""
    return {
        "book": name,
        "edition": edition,
        "id": edition_id,
        "lists": [
            {
                "list": verified.list_date.isoformat(),
                "differ": len(verified.players),
                "explained": len(verified.players - verified.unexplained),
            }
            for verified in lists
        ],
    }


def counts_data(counts: BookCounts) -> dict[str, Any]:
    """Give how much a book has."""
    return {"lists": [day.isoformat() for day in counts.list_dates], "rated": dict(counts.rated), **counts.rows}


def checked_book_data(name: str, counts: BookCounts | None, problems: Sequence[FileProblem]) -> dict[str, Any]:
    """Give everything that is wrong with a book, and how much it has, where it could be counted."""
    return {
        "book": name,
        "sound": not has_errors(problems),
        "counts": None if counts is None else counts_data(counts),
        "problems": [file_problem_data(problem) for problem in problems],
    }


def has_errors(problems: Sequence[FileProblem]) -> bool:
    """True where a problem is an error, so that a book is not sound."""
    return any(problem.severity == ERROR for problem in problems)


def imported_data(name: str, imported: Imported) -> dict[str, Any]:
    """Give what came into a book, and what did not."""
    return {
        "book": name,
        "players_added": imported.players_after - imported.players_before + imported.players_gone,
        "lists": imported.lists,
        "events": imported.events,
        "near_duplicates": imported.near,
        "problems": [file_problem_data(problem) for problem in imported.problems],
    }


def distinct_data(name: str, numbers: Sequence[int], why: str) -> dict[str, Any]:
    """Give which two events of a book were both played, or which two players are not one, and why."""
    are_players = min(numbers) < 0
    events, players = ([], list(numbers)) if are_players else (list(numbers), [])
    return {"book": name, "events": events, "players": players, "why": why}


def renumbered_data(name: str, old: int, new: int, renumbered: Renumbered) -> dict[str, Any]:
    """Give whose number was replaced, and in how many rows of which tables."""
    return {"book": name, "name": renumbered.name, "old": old, "new": new, "rows": dict(renumbered.rows)}
