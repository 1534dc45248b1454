"""`arpad initial`: the first rating that a score against rated opponents would give, taken as one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.performance import add_score, total_and_games
from arpad.cli.options import add_law, law
from arpad.documents.calculations import initial_data
from arpad.regulations.workings.rating_of_score import rating_of_score

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_score(parser)
    add_law(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Give Ra, p, dp and Ru, and whether that could be published."""
    total, games = total_and_games(given)
    result = rating_of_score(law(given), total, games, given.score)
    data = initial_data(result)
    text = f"Ru {data['rating']} from {data['score']} of {games}: Ra {data['ra']}, p {data['p']}"
    text += f", dp {data['dp']}" if data["dp"] is not None else ""
    text += f" ({result.law.id})"
    if result.reasons:
        text += f"\nIt would not be published: {'; '.join(result.reasons)}."
    return Answer(data, text, result.lines, headings=("",))
