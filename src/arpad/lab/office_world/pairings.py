"""Single events of a made-up office, played: Swiss systems with byes and players who leave, circles, halves and teams.

What comes out is what a report says: who met whom with which result, forfeits and byes among it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arpad.lab.world.games import Results
from arpad.model.tournament import ABSENT, DRAW, FORFEIT_LOSS, FORFEIT_WIN, HALF_BYE, LOSS, PAIRING_BYE, WIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.lab.world.people import Chance

_RESULTS = {100: (WIN, LOSS), 0: (LOSS, WIN)}
POINTS = {WIN: 100, DRAW: 50, LOSS: 0, FORFEIT_WIN: 100, FORFEIT_LOSS: 0, PAIRING_BYE: 100, HALF_BYE: 50, ABSENT: 0}
_FORFEITS, _HALF_BYES, _LEAVING = 0.008, 0.012, 0.02
_NOBODY = -1


class PlayedBoard(NamedTuple):
    """Two players in a round and the result of each, as a report says it."""

    round: int
    white: int
    black: int
    white_result: str
    black_result: str

    @property
    def is_game(self) -> bool:
        """True where it was played over the board."""
        return self.white_result in {WIN, DRAW, LOSS}

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of the two, in hundredths."""
        return POINTS[self.white_result], POINTS[self.black_result]


class Rest(NamedTuple):
    """A round in which somebody had no opponent: a bye, or an absence."""

    round: int
    player: int
    result: str


@dataclass(slots=True)
class Played:
    """What was played in an event so far; players are counted from 0."""

    boards: list[PlayedBoard] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)


class Table:
    """Where an event is played: draws results from the strengths of its players."""

    def __init__(self, chance: Chance, strength: Column, kind: str, day: date) -> None:
        self._chance = chance
        self._results = Results(chance, kind, day, strength)
        self.size = len(strength)

    def play(self, turn: int, pairs: Sequence[tuple[int, int]]) -> list[PlayedBoard]:
        """Play a round of pairs of white and black; now and then somebody does not come and forfeits."""
        if not pairs:
            return []
        white, black = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
        scores = self._results.of(white, black)
        is_forfeit = self._chance.random(len(pairs)) < _FORFEITS
        boards = []
        for place, (first, second) in enumerate(pairs):
            if is_forfeit[place]:
                boards.append(PlayedBoard(turn, first, second, FORFEIT_WIN, FORFEIT_LOSS))
            else:
                of_white, of_black = (int(side[place]) for side in scores)
                # A game without a point for anybody asks for a decision, and is none of this story.
                drawn = of_white == of_black
                boards.append(PlayedBoard(turn, first, second, *((DRAW, DRAW) if drawn else _RESULTS[of_white])))
        return boards


def swiss(table: Table, chance: Chance, rounds: int, leaving: Mapping[int, int] | None = None) -> Played:
    """Play a Swiss system among players in the order of their ratings; `leaving` says after which round somebody goes.

    Nobody meets an opponent twice. Some ask for half a point in a round, some go home before the end.
    """
    size = table.size
    last = dict.fromkeys(range(size), rounds)
    for player in np.flatnonzero(chance.random(size) < _LEAVING).tolist():
        last[player] = int(chance.integers(max(rounds // 2, 1), rounds + 1))
    last |= leaving or {}
    score: Counter[int] = Counter()
    whites: Counter[int] = Counter()
    met: list[set[int]] = [set() for _ in range(size)]
    rested: set[int] = set()
    played = Played()
    for turn in range(1, rounds + 1):
        here = [player for player in range(size) if last[player] >= turn]
        asks = set(np.flatnonzero(chance.random(size) < _HALF_BYES).tolist()) - set(leaving or {})
        resting = [player for player in here if player in asks and player not in rested]
        here = sorted((player for player in here if player not in resting), key=lambda player: (-score[player], player))
        pairs, left = _paired(here, score, met, rested)
        rests = [Rest(turn, player, HALF_BYE) for player in resting]
        # The first who is left over has the bye of the round; nobody has it twice.
        for number, player in enumerate(left):
            rests.append(Rest(turn, player, PAIRING_BYE if number == 0 and player not in rested else ABSENT))
        sides = [_coloured(pair, whites, turn) for pair in pairs]
        boards = table.play(turn, sides)
        for board in boards:
            whites[board.white] += 1
            met[board.white].add(board.black)
            met[board.black].add(board.white)
            score[board.white] += board.scores[0]
            score[board.black] += board.scores[1]
        for rest in rests:
            score[rest.player] += POINTS[rest.result]
            rested.add(rest.player)
        played.boards += boards
        played.rests += rests
    return played


def _paired(
    here: list[int], score: Mapping[int, int], met: Sequence[set[int]], rested: set[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Pair players of the same score, the upper half with the lower; give those who are left over too."""
    waiting, pairs, left = list(here), [], []
    if len(waiting) % 2:
        bye = next((player for player in reversed(waiting) if player not in rested), waiting[-1])
        waiting.remove(bye)
        left.append(bye)
    while waiting:
        first = waiting.pop(0)
        same = sum(score[player] == score[first] for player in waiting)
        order = [*waiting[same // 2 :], *reversed(waiting[: same // 2])]
        second = next((player for player in order if player not in met[first]), _NOBODY)
        if second == _NOBODY:
            left.append(first)
        else:
            waiting.remove(second)
            pairs.append((first, second))
    return pairs, left


def _coloured(pair: tuple[int, int], whites: Mapping[int, int], turn: int) -> tuple[int, int]:
    """Give white to the player who had it less often; else to the first of the two in odd rounds."""
    first, second = pair
    if whites[first] != whites[second]:
        return pair if whites[first] < whites[second] else (second, first)
    return pair if turn % 2 else (second, first)


def circle_round(size: int, turn: int) -> list[tuple[int, int]]:
    """Give the pairs of a round of a circle of an even size, white first; after a whole circle colours are reversed.

    >>> circle_round(4, 1), circle_round(4, 4)
    ([(0, 3), (1, 2)], [(3, 0), (2, 1)])
    """
    cycle, place = divmod(turn - 1, size - 1)
    seats = [(place + step) % (size - 1) for step in range(size - 1)]
    pairs = [(seats[0], size - 1), *((seats[step], seats[-step]) for step in range(1, size // 2))]
    turned = [(second, first) if (number == 0 and place % 2) else (first, second)
              for number, (first, second) in enumerate(pairs)]  # fmt: skip
    return [(second, first) for first, second in turned] if cycle % 2 else turned


def round_robin(table: Table, rounds: int) -> Played:
    """Play so many rounds of a circle."""
    played = Played()
    for turn in range(1, rounds + 1):
        played.boards += table.play(turn, circle_round(table.size, turn))
    return played


def match(table: Table, games: int) -> Played:
    """Play a match of so many games, until it is decided."""
    played, points = Played(), [0, 0]
    for turn in range(1, games + 1):
        for board in table.play(turn, circle_round(table.size, turn)):
            points[board.white] += board.scores[0]
            points[board.black] += board.scores[1]
            played.boards.append(board)
        if max(points) > 50 * games:
            break
    return played


def scheveningen(table: Table) -> Played:
    """Let the first half of the players meet the whole second half."""
    half, played = table.size // 2, Played()
    for turn in range(1, half + 1):
        pairs = [(first, half + (first + turn - 1) % half) for first in range(half)]
        played.boards += table.play(turn, [pair if turn % 2 else pair[::-1] for pair in pairs])
    return played


def team_rounds(table: Table, line_ups: Sequence[Sequence[int]], rounds: Sequence[int]) -> Played:
    """Play rounds of a league: everybody of a team on the same board for all of them, an empty seat without a game."""
    played = Played()
    for turn, of_season in enumerate(rounds, 1):
        pairs = []
        for home, guest in circle_round(len(line_ups), of_season):
            for board, pair in enumerate(zip(line_ups[home], line_ups[guest], strict=False)):
                pairs.append(pair if board % 2 else pair[::-1])
        played.boards += table.play(turn, pairs)
        seated = {player for pair in pairs for player in pair}
        played.rests += [Rest(turn, player, ABSENT) for player in range(table.size) if player not in seated]
    return played
