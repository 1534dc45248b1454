"""`arpad coefficient`: K of a player on a day, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.options import add_law, born, law, rating, today, whole
from arpad.documents.parts import problem_data
from arpad.regulations.as_printed import explain_with_print
from arpad.regulations.coefficient import Facts, coefficient
from arpad.regulations.in_words import unknown_k
from arpad.regulations.notices import born_year_only, rests_on_birthday
from arpad.regulations.working import worked

if TYPE_CHECKING:
    import argparse

    from arpad.regulations.edition import Edition
    from arpad.regulations.working import ExplainedLine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_history(parser)
    parser.add_argument("--rating", type=rating, required=True, help="the last published rating")
    add_law(parser)


def add_history(parser: argparse.ArgumentParser) -> None:
    """Add the facts from which K is decided."""
    parser.add_argument("--born", type=born, metavar="DATE|YEAR", help="birth date, or only its year")
    parser.add_argument("--games", type=whole, help="rated games so far")
    parser.add_argument("--highest", type=rating, help="highest rating ever published")


def answer(given: argparse.Namespace) -> Answer:
    """Give K on a day."""
    edition, day = law(given), given.on or today()
    facts = Facts(given.rating, given.highest, given.games, given.born)
    found = coefficient(edition, facts, day, explained=True)

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(coefficient(under, facts, day, explained=True).lines, under)

    lines = explain_with_print(worked(found.lines, edition), edition, work_out)
    reason = None if found.k is not None else unknown_k(edition, found, "k_open", "k_of_officer")
    warnings = (born_year_only(),) if rests_on_birthday(edition, found) else ()
    data = {
        "edition": edition.id,
        "kind": edition.kind,
        "on": day.isoformat(),
        "k": found.k,
        "possible": list(found.possible),
        "missing": list(found.missing),
        "reason": reason,
        "warnings": [problem_data(one) for one in warnings],
    }
    text = reason if found.k is None else f"K = {found.k} on {day} ({edition.id})"
    return Answer(data, str(text), lines, warnings, headings=("",))
