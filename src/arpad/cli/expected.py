"""`arpad expected 2600 2150`: the expected score of one game, seen from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import add_law, law, rating
from arpad.documents.parts import points
from arpad.regulations.expected_score import expected_score

if TYPE_CHECKING:
    import argparse

    from arpad.regulations.expected_score import ExpectedScore


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("player", type=rating, help="the player's rating")
    parser.add_argument("opponent", type=rating, help="the opponent's rating")
    add_law(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Give the expected score of each side."""
    edition = law(given)
    wanted = given.json or given.explain
    sides = [(given.player, given.opponent), (given.opponent, given.player)]
    both = [expected_score(edition, *one, side=side, printed=wanted) for side, one in enumerate(sides)]
    own, other = map(_data, both)
    data: dict[str, Any] = {"edition": edition.id, "kind": edition.kind, "player": own, "opponent": other}
    head = ["", "rating", "difference", "counts as", "expected"]
    rows = [
        (name, side["rating"], side["difference"], side["counted_difference"], side["expected"])
        for name, side in (("player", own), ("opponent", other))
    ]
    text = f"{edition.id}, {edition.kind}\n{table(head, rows)}"
    if own["reason"]:
        text += f"\nNot counted: {own['reason']} [{edition.id} {own['article']}]."
    lines = [line for side in both for line in side.lines]
    return Answer(data, text, lines, headings=("The player's side", "The opponent's side"))


def _data(side: ExpectedScore) -> dict[str, Any]:
    return {
        "rating": side.rating,
        "difference": side.difference,
        "counted_difference": side.counted_difference,
        "expected": points(side.expected),
        "counted": side.reason is None,
        "reason": side.reason,
        "article": side.article,
    }
