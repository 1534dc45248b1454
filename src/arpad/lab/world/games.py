"""The pairings and results of a made-up world's events, all events of a kind at once.

Swiss systems are paired round by round within scores; round robins, matches and the boards of teams by the circle of
Berger. Nobody meets an opponent twice in a Swiss system. Results are drawn from the expectation table of the edition.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from arpad.regulations.catalogue import in_force

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.lab.world.people import Chance


WIN, DRAW, LOSS = 100, 50, 0
_FIRST_MOVE = 30
"""What the white pieces are worth, in points of rating."""
_NOBODY_WINS = 0.0002
"""So often both players lose."""
_SWAPS = 4


@dataclass(slots=True)
class GamesSoFar:
    """Games so far, in pieces: places of participants, the round from 1 on, scores in hundredths."""

    white: list[Column] = field(default_factory=list)
    black: list[Column] = field(default_factory=list)
    round: list[Column] = field(default_factory=list)
    white_score: list[Column] = field(default_factory=list)
    black_score: list[Column] = field(default_factory=list)

    def add(self, round_: Column, white: Column, black: Column, scores: tuple[Column, Column]) -> None:
        """Add games."""
        self.round.append(round_)
        self.white.append(white)
        self.black.append(black)
        self.white_score.append(scores[0])
        self.black_score.append(scores[1])

    def columns(self) -> dict[str, Column]:
        """Give all games as columns."""
        names = ("round", "white", "black", "white_score", "black_score")
        return {name: np.concatenate([np.zeros(0, dtype=np.int64), *getattr(self, name)]) for name in names}


class Results:
    """Draws results: from the expectation table, with as many draws as players of that strength make."""

    def __init__(self, chance: Chance, kind: str, day: date, strength: Column) -> None:
        self._chance, self._strength = chance, strength
        table = in_force(day, kind).table("expectation_table")
        low, high = table.range()
        self._low, self._high = low, high
        self._expected = np.array([table.at(key) for key in range(low, high + 1)]) * 0.01

    def of(self, white: Column, black: Column) -> tuple[Column, Column]:
        """Give the scores of games."""
        first, second = self._strength[white].astype(np.int64), self._strength[black].astype(np.int64)
        difference = np.clip(first - second + _FIRST_MOVE, self._low, self._high)
        expected = self._expected[difference - self._low]
        wanted = np.clip(0.18 + ((first + second) // 2 - 1500) * 0.0003, 0.15, 0.55)
        drawn = np.minimum(wanted, 1.8 * np.minimum(expected, 1.0 - expected))
        chance = self._chance.random(len(white))
        won = expected - 0.5 * drawn
        score = np.where(chance < won, WIN, np.where(chance < won + drawn, DRAW, LOSS))
        nobody = self._chance.random(len(white)) < _NOBODY_WINS
        return np.where(nobody, LOSS, score), np.where(nobody, LOSS, WIN - score)


def swiss(  # noqa: PLR0913, PLR0917 - the columns of events and participants
    played: GamesSoFar, results: Results, chance: Chance, event: Column, rounds: Column, order: Column
) -> None:
    """Play Swiss systems; `event` of each participant ascends, `rounds` are of each event, `order` is by strength.

    `places` below are those of participants. An odd one out has a bye, which is no game.
    """
    size = len(event)
    score, whites = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    luck = chance.random(size)
    met = np.zeros(0, dtype=np.int64)
    for number in range(int(rounds.max(initial=0))):
        playing = np.flatnonzero(rounds[event] > number)
        ranked = playing[np.lexsort((luck[playing], -order[playing], -score[playing], event[playing]))]
        ranked = _without_byes(ranked, event)
        first, second = ranked[0::2], ranked[1::2].copy()
        first, second = _unmet(first, second, event, met, size)
        met = np.concatenate([met, _pair(first, second, size)])
        # The player who had white less often has it now; else the first of the two in odd rounds.
        turned = (whites[first] > whites[second]) | ((whites[first] == whites[second]) & (number % 2 == 1))
        white, black = np.where(turned, second, first), np.where(turned, first, second)
        scores = results.of(white, black)
        whites[white] += 1
        score[white] += scores[0]
        score[black] += scores[1]
        played.add(np.full(len(white), number + 1), white, black, scores)


def _without_byes(ranked: Column, event: Column) -> Column:
    """Leave out the last of every event with an odd number."""
    of = event[ranked]
    last = np.flatnonzero(np.append(of[1:] != of[:-1], np.ones(min(len(of), 1), dtype=bool)))
    sizes = np.diff(last, prepend=-1)
    return np.delete(ranked, last[sizes % 2 == 1])


def _pair(first: Column, second: Column, size: int) -> Column:
    return np.minimum(first, second) * size + np.maximum(first, second)


def _unmet(first: Column, second: Column, event: Column, met: Column, size: int) -> tuple[Column, Column]:
    """Change opponents with the neighbouring pair where two have met; leave out pairs that still have."""
    of = event[first]
    for turn in range(_SWAPS):
        again = np.flatnonzero(np.isin(_pair(first, second, size), met, assume_unique=True))
        again = again[again % 2 == turn % 2]
        other = again + (1 if turn < _SWAPS // 2 else -1)
        fine = (other >= 0) & (other < len(first))
        again, other = again[fine], other[fine]
        same = of[again] == of[other]
        again, other = again[same], other[same]
        second[again], second[other] = second[other], second[again]
    fresh = ~np.isin(_pair(first, second, size), met, assume_unique=True)
    return first[fresh], second[fresh]


def circle(  # noqa: PLR0913, PLR0917 - the columns of the groups
    played: GamesSoFar, results: Results, start: Column, size: Column, seats: Column, rounds: Column
) -> None:
    """Play groups in which the participants `start` to `start + size` meet by the circle of Berger.

    `seats` is even, at least the size, and the number of those who could sit in the circle: a seat may be empty. After
    a whole circle the next begins with colours reversed.
    """
    group = np.repeat(np.arange(len(start)), size)
    seat = np.arange(len(group)) - np.repeat(np.cumsum(size) - size, size)
    each = rounds[group]
    group, seat = np.repeat(group, each), np.repeat(seat, each)
    number = np.arange(len(group)) - np.repeat(np.cumsum(each) - each, each)
    turns = seats[group] - 1
    cycle, turn = number // turns, number % turns
    last = seat == turns
    opponent = np.where(last, turn * ((turns + 1) // 2) % turns, (turn - seat) % turns)
    opponent = np.where(~last & (opponent == seat), turns, opponent)
    kept = (seat < opponent) & (opponent < size[group])
    group, seat, opponent, number, cycle = (column[kept] for column in (group, seat, opponent, number, cycle))
    own, other = start[group] + seat, start[group] + opponent
    turned = (seat + opponent + cycle) % 2 == 0
    white, black = np.where(turned, other, own), np.where(turned, own, other)
    played.add(number + 1, white, black, results.of(white, black))


def scheveningen(played: GamesSoFar, results: Results, start: Column, size: Column) -> None:
    """Play groups whose first half meets the whole second half."""
    half = size // 2
    group = np.repeat(np.arange(len(start)), half * half)
    inner = np.arange(len(group)) - np.repeat(np.cumsum(half * half) - half * half, half * half)
    own, number = inner // half[group], inner % half[group]
    other = half[group] + (own + number) % half[group]
    turned = (own + number) % 2 == 1
    first, second = start[group] + own, start[group] + other
    white, black = np.where(turned, second, first), np.where(turned, first, second)
    played.add(number + 1, white, black, results.of(white, black))
