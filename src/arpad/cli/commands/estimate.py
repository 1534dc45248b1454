"""`arpad estimate`: a quick estimate of a change from the opponents' average. It is no rated result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.performance import add_score, total_and_games
from arpad.cli.options import coefficient, day, law, rating, today
from arpad.documents.calculations import estimate_data
from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.regulations.rules.performance import QUICK_ESTIMATE
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.explained_lines import worked
from arpad.regulations.workings.in_words import signed

if TYPE_CHECKING:
    import argparse

DEFAULT_EDITION = "mssz-2017-01"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--rating", type=rating, required=True, help="the player's rating")
    parser.add_argument("--k", type=coefficient, required=True, help="the development coefficient")
    add_score(parser)
    parser.add_argument("--on", type=day, metavar="DATE", help="the day whose edition is used; today if not given")
    parser.add_argument(
        "--edition", metavar="ID|FILE", default=DEFAULT_EDITION, help=f"an edition that knows it ({DEFAULT_EDITION})"
    )
    parser.set_defaults(kind=None)


def answer(given: argparse.Namespace) -> Answer:
    """Give the estimate, marked as one."""
    given.on = given.on or today()
    edition = law(given)
    edition.value("quick_estimate")
    total, games = total_and_games(given)
    average = rounded_quotient(total, games, HALF_UP)
    inputs = {"rating": given.rating, "average": average, "games": games, "score": given.score, "k": given.k}
    working = ints(QUICK_ESTIMATE, edition).explain(inputs, {})
    lines = worked(working.lines, edition, renamed={"change": "estimated_change"})
    data = estimate_data(edition, inputs, working.whole)
    text = (
        f"Estimate: change {signed(data['change'])} ({data['unrounded']}); expected {data['expected']} "
        f"of {games} against an average of {average}. Only each opponent's own rating gives the exact change."
    )
    return Answer(data, text, lines, headings=("",))
