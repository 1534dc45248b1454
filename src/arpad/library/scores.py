"""Scores as people write them. Here, and nowhere else, points become the hundredths that the model keeps."""

from __future__ import annotations

from enum import IntEnum
from numbers import Number

from arpad.library.wording import WORDS
from arpad.model.numbers import Hundredths, decimal, hundredths
from arpad.model.problems import ArpadError


class Score(IntEnum):
    """What a game brought: WIN, DRAW or LOSS. Its number is in hundredths of a point, as everywhere in results."""

    WIN = 100
    DRAW = 50
    LOSS = 0

    def __repr__(self) -> str:
        return self.name


WIN, DRAW, LOSS = Score.WIN, Score.DRAW, Score.LOSS

_HALF = "½"
_WRITTEN: dict[object, Score] = {1: WIN, 0.5: DRAW, 0: LOSS, _HALF: DRAW}


def score_of(value: Score | float | str) -> Score:
    """Give the score of a game; refuse what is none.

    >>> score_of(0.5), score_of("½"), score_of(WIN)
    (DRAW, DRAW, WIN)
    >>> score_of(100)
    Traceback (most recent call last):
        ...
    arpad.model.problems.ArpadError: 100 is not the score of a game: scores are points, not hundredths. A win is \
arpad.WIN or 1.
    """
    if isinstance(value, Score):
        return value
    is_plain = isinstance(value, (Number, str)) and not isinstance(value, bool)
    if is_plain and value in _WRITTEN:
        return _WRITTEN[value]
    if is_plain and value in {WIN, DRAW}:
        raise ArpadError.of(WORDS, "score", "score", says="hundredths", value=str(value), is_win=value == WIN)
    raise ArpadError.of(WORDS, "score", "score", value=repr(value))


def points_of(value: float | str, games: int) -> Hundredths:
    """Give points made in some games as hundredths; refuse what cannot be made in them.

    >>> points_of(4.5, 9), points_of("4½", 9)
    (450, 450)
    """
    points = _whole_and_halves(value)
    if points is None:
        raise ArpadError.of(WORDS, "score", "score", says="points", value=repr(value), games=games)
    if points > 100 * games:
        raise ArpadError.of(WORDS, "score", "score", says="too_many_points", points=decimal(points), games=games)
    return points


def _whole_and_halves(value: object) -> Hundredths | None:
    """Read points and halves; None for what is neither."""
    if isinstance(value, str):
        text = value.replace(_HALF, ".5")
        try:
            score = hundredths(f"0{text}" if text.startswith(".") else text)
        except ValueError:
            return None
    elif isinstance(value, bool) or not isinstance(value, Number):
        return None
    else:
        twice = value + value  # type: ignore[operator] # a number can be added to itself
        try:
            if twice != int(twice):
                return None
        except (TypeError, ValueError, OverflowError):
            return None
        score = Hundredths(50 * int(twice))
    return score if score >= 0 and score % 50 == 0 else None
