"""`arpad change`: the rating change of one event, as if it were the only one of its period."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arpad.cli.commands.coefficient import add_history
from arpad.cli.commands.period_answer import period_answer
from arpad.cli.options import SCORES, add_law, coefficient, day, list_day, rating
from arpad.cli.wording import WORDS
from arpad.library.calculations import kind_of, single_event
from arpad.model.clock import today
from arpad.model.numbers import Rating
from arpad.model.period import SYSTEMS, Event, Game, Player
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from arpad.cli.answer import Answer

UNRATED = "unrated"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--rating", type=rating, required=True, help="the player's rating")
    parser.add_argument("--k", type=coefficient, help="the development coefficient; or give born, games and highest")
    add_history(parser)
    parser.add_argument(
        "--game", type=game, action="append", required=True, metavar="OPPONENT:SCORE",
        help="a game: the opponent's rating, or 'unrated', and 1, 1/2 or 0; repeat it for each game",
    )  # fmt: skip
    parser.add_argument(
        "--system", choices=SYSTEMS, default="swiss", help="how the event was played; swiss if not given"
    )
    parser.add_argument("--end", type=day, metavar="DATE", help="the event's last day; the first if not given")
    parser.add_argument(
        "--for",
        "--list",
        dest="list",
        type=list_day,
        metavar="YYYY-MM",
        help="the list being made; by the calendar if not given",
    )
    add_law(parser)


def game(text: str) -> Game:
    """Read a game such as 1787:1 or unrated:0.5."""
    opponent, _, score = text.rpartition(":")
    if score not in SCORES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a game; write OPPONENT:SCORE, such as 1787:1 or unrated:0.5")
    return Game(None if opponent == UNRATED else Rating(rating(opponent)), SCORES[score])


def answer(given: argparse.Namespace) -> Answer:
    """Make a period of one event and rate it."""
    start = given.on or today()
    end = given.end or start
    if end < start:
        raise RefusedError.of(WORDS, "end_before_start", start=start, end=end)
    kind = kind_of(given.edition, given.kind)
    if given.born is not None and given.born.year > start.year:
        raise RefusedError.of(WORDS, "born_after_event", year=given.born.year)
    player = Player(Rating(given.rating), given.k, given.born, given.games, given.highest)
    event = Event(start, end, Rating(given.rating), tuple(given.game), system=given.system)
    period = single_event(player, event, kind, given.edition, given.list)
    if period is None:
        raise RefusedError.of(WORDS, "no_list", says="no_list_after", kind=kind, end=end)
    return period_answer(period)
