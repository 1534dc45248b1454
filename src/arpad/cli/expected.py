"""`arpad expected 2600 2150`: the expected score of one game, seen from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import add_law, law, rating
from arpad.model.numbers import decimal
from arpad.regulations.ints import ints
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.wording import words
from arpad.regulations.working import REASONS, reason_facts, worked

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
    wanted = given.json or given.explain
    own, lines = _side(edition, given.player, given.opponent, 0, explained=wanted)
    other, other_lines = _side(edition, given.opponent, given.player, 1, explained=wanted)
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


def _side(
    edition: Edition, own: int, other: int, index: int, *, explained: bool
) -> tuple[dict[str, Any], list[ExplainedLine]]:
    """Work out a single game as an event of its own."""
    whole = {"rating": own, "was_unrated": False, "is_match": False, "is_round_robin": False}
    whole |= {"is_scheveningen": False, "table_average": 0}
    parts: dict[str, list[Any]] = {"opponent": [other], "unrated": [False], "score": [0], "order": [0]}

    def work_out(under: Edition) -> list[ExplainedLine]:
        found = ints(RATED_EVENT, under).explain(whole, parts)
        by_game = "expected" in found.parts
        lines = worked(found.lines, under, index)
        return [
            line for line in lines if line.name in _SHOWN and (line.name != "expected" or (line.game == 0) == by_game)
        ]

    working = ints(RATED_EVENT, edition).run(whole, parts)
    lines = work_out(edition)
    if explained:
        from arpad.regulations.as_printed import explain_with_print  # noqa: PLC0415 - the prints are read only if asked

        lines = explain_with_print(lines, edition, work_out)
    expected = working.parts.get("expected", [working.whole["expected"]])[0]
    counted = working.parts["counted"][0]
    decided = next((line.citations for line in lines if line.name == "uncounted"), ())
    side = {
        "rating": own,
        "difference": own - other,
        "counted_difference": working.parts["counted_difference"][0],
        "expected": decimal(expected) if counted else None,
        "counted": counted,
        "reason": None if counted else words("reason", REASONS[working.parts["uncounted"][0]], **reason_facts(edition)),
        "article": decided[-1].article if decided else None,
    }
    return side, lines


_SHOWN = (
    "uncounted",
    "difference",
    "counted_difference",
    "average",
    "average_difference",
    "average_expectation",
    "expected",
    "as_printed",
)
