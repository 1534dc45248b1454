"""`arpad coefficient`: K of a player on a day, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.options import add_law, born, law, rating, today, whole
from arpad.documents.calculations import coefficient_data
from arpad.regulations.twins import explain_with_print
from arpad.regulations.workings.coefficient import Facts, coefficient
from arpad.regulations.workings.explained_lines import worked
from arpad.regulations.workings.in_words import unknown_k
from arpad.regulations.workings.warnings import born_year_only, rests_on_birthday

if TYPE_CHECKING:
    import argparse

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.explained_lines import ExplainedLine


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
    decided = coefficient(edition, facts, day, explained=True)

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(coefficient(under, facts, day, explained=True).lines, under)

    lines = explain_with_print(worked(decided.lines, edition), edition, work_out)
    reason = None if decided.k is not None else unknown_k(edition, decided, "k_open", "k_of_officer")
    warnings = (born_year_only(),) if rests_on_birthday(edition, decided) else ()
    text = reason if decided.k is None else f"K = {decided.k} on {day} ({edition.id})"
    return Answer(coefficient_data(decided, reason, warnings), str(text), lines, warnings, headings=("",))
