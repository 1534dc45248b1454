"""`arpad estimate`: a quick estimate of a change from the opponents' average. It is no rated result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.performance import add_score, total_and_games
from arpad.cli.options import coefficient, day, law, rating
from arpad.documents.calculations import estimate_data
from arpad.model.clock import today
from arpad.regulations.workings.performance_rating import quick_estimate
from arpad.regulations.workings.warnings import k_unknown_here

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
    total, games = total_and_games(given)
    result = quick_estimate(edition, given.rating, total, games, given.score, given.k)
    warnings = k_unknown_here(edition, given.k, given.on, "--k")
    return Answer(estimate_data(result, warnings), str(result), result.lines, warnings, headings=("",))
