"""`arpad coefficient`: K of a player on a day, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.options import add_law, born, law, rating, whole
from arpad.cli.wording import WORDS
from arpad.documents.calculations import coefficient_data
from arpad.model.clock import today
from arpad.model.problems import RefusedError
from arpad.regulations.workings.coefficient import Facts
from arpad.regulations.workings.explained_coefficient import explained_coefficient

if TYPE_CHECKING:
    import argparse


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
    facts, on = Facts(given.rating, given.highest, given.games, given.born), given.on or today()
    if given.born is not None and given.born.year > on.year:
        raise RefusedError.of(WORDS, "born_after_day", year=given.born.year, on=on)
    result = explained_coefficient(law(given), facts, on)
    return Answer(coefficient_data(result), str(result), result.lines, result.warnings, headings=("",))
