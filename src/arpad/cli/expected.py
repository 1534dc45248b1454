"""`arpad expected 2600 2150`: the expected score of one game, seen from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, citation_data, table
from arpad.cli.options import add_law, law, rating
from arpad.model.numbers import decimal
from arpad.regulations.ints import ints
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.wording import words
from arpad.regulations.working import REASONS, worked

if TYPE_CHECKING:
    import argparse

    from arpad.regulations.edition import Edition
    from arpad.regulations.working import ExplainedLine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("player", type=rating, help="the player's rating")
    parser.add_argument("opponent", type=rating, help="the opponent's rating")
    add_law(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Give the expected score of each side, for each side's own view may differ (the exemption of 2650)."""
    edition = law(given)
    own, lines = _side(edition, given.player, given.opponent, 0)
    other, other_lines = _side(edition, given.opponent, given.player, 1)
    data: dict[str, Any] = {"edition": edition.id, "kind": edition.kind, "player": own, "opponent": other}
    head = ["", "rating", "difference", "counts as", "expected"]
    rows = [
        (name, side["rating"], side["difference"], side["counted_difference"], side["expected"])
        for name, side in (("player", own), ("opponent", other))
    ]
    text = f"{edition.id}, {edition.kind}\n{table(head, rows)}"
    if own["reason"]:
        text += f"\nNot counted: {own['reason']} [{edition.id} {own['article']}]."
    return Answer(data, text, [*lines, *other_lines], headings=("The player's side", "The opponent's side"))


def _side(edition: Edition, own: int, other: int, index: int) -> tuple[dict[str, Any], list[ExplainedLine]]:
    """Work out a single game as an event of its own."""
    whole = {"rating": own, "is_match": False, "is_round_robin": False}
    parts: dict[str, list[Any]] = {"opponent": [other], "unrated": [False], "score": [0], "order": [0]}
    working = ints(RATED_EVENT, edition).explain(whole, parts)
    expected = working.parts.get("expected", [working.whole["expected"]])[0]
    counted = working.parts["counted"][0]
    code = REASONS[working.parts["uncounted"][0]]
    kept = ("uncounted", "difference", "counted_difference", "average", "average_difference", "expected")
    lines = [line for line in worked(working.lines, index) if line.name in kept]
    lines = [line for line in lines if line.name != "expected" or line.game is not None or "average" in working.whole]
    decided = next((line.citations for line in working.lines if line.step.name == "uncounted"), ())
    side = {
        "rating": own,
        "difference": own - other,
        "counted_difference": working.parts["counted_difference"][0],
        "expected": decimal(expected) if counted else None,
        "counted": counted,
        "reason": None
        if counted
        else words(
            "reason",
            code,
            gap_exclusion=edition.get("gap_exclusion"),
            gap_exclusion_above=edition.get("gap_exclusion_above"),
        ),
        "article": None if counted or not decided else citation_data(decided[-1])["article"],
    }
    return side, lines
