"""`arpad initial`: the first rating that a score against rated opponents would give, taken as one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.performance import add_score, total_and_games
from arpad.cli.options import add_law, law
from arpad.documents.calculations import initial_data
from arpad.regulations.rules.first_rating import FIRST_RATING
from arpad.regulations.terms.ints import ints
from arpad.regulations.twins import explain_with_print
from arpad.regulations.workings.explained_lines import worked
from arpad.regulations.workings.first_rating import event_of_unrated, published
from arpad.regulations.workings.in_words import reasons_in_words

if TYPE_CHECKING:
    import argparse

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.explained_lines import ExplainedLine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_score(parser)
    add_law(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Give Ra, p, dp and Ru, and whether that could be published."""
    edition = law(given)
    total, games = total_and_games(given)
    inputs = {"opponents": total, "games": games, "score": given.score, "is_round_robin": False, "field": 0}

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(ints(FIRST_RATING, under).explain(inputs, {}).lines, under)

    worked_out = ints(FIRST_RATING, edition).run(inputs, {}).whole
    lines = explain_with_print(work_out(edition), edition, work_out)
    asked = published(edition, worked_out["rating"], games)
    event = event_of_unrated(edition, games=games, score=given.score, opponents=games)
    checks = (
        (asked["too_few_games"], "too_few_games"),
        (event["low_as_first"], "score_too_low"),
        (asked["below_the_floor"], "below_the_floor"),
    )
    codes = [code for holds, code in checks if holds]
    facts = {"games": games, "needed": asked["games_needed"], "rating": worked_out["rating"]}
    reasons = reasons_in_words(edition, codes, **facts)
    data = initial_data(edition, inputs, worked_out, reasons)
    text = f"Ru {data['rating']} from {data['score']} of {games}: Ra {data['ra']}, p {data['p']}"
    text += f", dp {data['dp']}" if data["dp"] is not None else ""
    text += f" ({edition.id})"
    if reasons:
        text += f"\nIt would not be published: {'; '.join(reasons)}."
    return Answer(data, text, lines, headings=("",))
