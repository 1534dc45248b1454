"""`arpad performance`: the rating that a score against these opponents would be expected of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.options import UsageError, add_law, law, points, rating, ratings, whole
from arpad.cli.wording import WORDS
from arpad.documents.calculations import performance_data
from arpad.model.numbers import decimal
from arpad.model.problems import RefusedError
from arpad.regulations.workings.performance_rating import performance_rating

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_score(parser)
    add_law(parser)


def add_score(parser: argparse.ArgumentParser) -> None:
    """Add opponents (each, or their average and number) and the score made against them."""
    opponents = parser.add_mutually_exclusive_group(required=True)
    opponents.add_argument("--opponents", type=ratings, metavar="R,R,…", help="the opponents' ratings")
    opponents.add_argument("--average", type=rating, help="the average of the opponents' ratings")
    parser.add_argument("--games", type=whole, help="the number of games, with --average")
    parser.add_argument("--score", type=points, required=True, help="the points made")


def total_and_games(given: argparse.Namespace) -> tuple[int, int]:
    """Give the sum of the opponents' ratings and their number; refuse what does not fit together."""
    if given.opponents is not None:
        if given.games is not None and given.games != len(given.opponents):
            opponents = len(given.opponents)
            raise UsageError.of(WORDS, "usage", says="other_number_of_games", games=given.games, opponents=opponents)
        total, games = sum(given.opponents), len(given.opponents)
    else:
        if not given.games:
            raise UsageError.of(WORDS, "usage", says="average_without_games")
        total, games = given.average * given.games, given.games
    if given.score > 100 * games:
        raise RefusedError.of(WORDS, "score", points=decimal(given.score), games=games)
    return total, games


def answer(given: argparse.Namespace) -> Answer:
    """Give the performance rating, or why there is none (0 and 100 % in 2003)."""
    edition = law(given)
    total, games = total_and_games(given)
    result = performance_rating(edition, total, games, given.score)
    return Answer(performance_data(result), str(result), result.lines, headings=("",))
