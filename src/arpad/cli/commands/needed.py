"""`arpad needed`: the least score against these opponents that brings a player to a rating."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.coefficient import add_history
from arpad.cli.options import UsageError, add_law, coefficient, rating, ratings, whole
from arpad.cli.wording import WORDS
from arpad.documents.calculations import needed_data
from arpad.library.needed import MOST_GAMES, needed
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.warnings import notices

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("target", type=rating, metavar="RATING", help="the rating to reach")
    parser.add_argument("--rating", type=rating, required=True, help="the player's rating")
    parser.add_argument("--k", type=coefficient, help="the development coefficient; or give born, games and highest")
    add_history(parser)
    opponents = parser.add_mutually_exclusive_group(required=True)
    opponents.add_argument("--opponents", type=ratings, metavar="R,R,…", help="the opponents' ratings")
    opponents.add_argument("--each", type=rating, metavar="RATING", help="the rating of every opponent, with --rounds")
    parser.add_argument("--rounds", type=whole, help="the number of games, with --each")
    add_law(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Give the least score and what the player then gets, or that no score is enough."""
    if (given.each is None) != (given.rounds is None):
        raise UsageError.of(WORDS, "usage", says="each_without_rounds")
    opponents = given.opponents or [given.each] * min(given.rounds, MOST_GAMES + 1)
    result = needed(
        given.rating,
        given.target,
        opponents,
        k=given.k,
        born=given.born,
        games_before=given.games,
        highest=given.highest,
        on=given.on,
        kind=given.kind,
        edition=given.edition,
    )
    _, lines = explain(result.result.period)
    return Answer(needed_data(result), str(result), lines, notices(result.result))
