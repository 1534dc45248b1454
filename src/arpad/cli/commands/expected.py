"""`arpad expected 2600 2150`: the expected score of one game, seen from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.options import add_law, law, rating
from arpad.documents.calculations import expected_data
from arpad.regulations.workings.expected_score import expected_score

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("player", type=rating, help="the player's rating")
    parser.add_argument("opponent", type=rating, help="the opponent's rating")
    add_law(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Give the expected score of each side."""
    edition = law(given)
    wanted = given.json or given.explain
    own = expected_score(edition, given.player, given.opponent, side=0, printed=wanted)
    other = expected_score(edition, given.opponent, given.player, side=1, printed=wanted)
    data = expected_data(own, other)
    head = ["", "rating", "difference", "counts as", "expected"]
    rows = [
        (name, *(data[name][key] for key in ("rating", "difference", "counted_difference", "expected")))
        for name in ("player", "opponent")
    ]
    text = f"{edition.id}, {edition.kind}\n{table(head, rows)}"
    if own.reason:
        text += f"\nNot counted: {own.reason} [{edition.id} {own.article}]."
    return Answer(data, text, [*own.lines, *other.lines], headings=("The player's side", "The opponent's side"))
