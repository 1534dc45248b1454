"""A player's period as a program gives it: plain whole numbers in, every value checked, faults said in sentences.

These are the model's own classes. They differ from it only in what they take: the model keeps hundredths and asks
nothing, for it is made a million times; here a wrong value is refused before it becomes a wrong number.
"""

from __future__ import annotations

from datetime import date, datetime
from operator import index
from typing import TYPE_CHECKING, Any

from arpad.library.scores import Score, score_of
from arpad.library.wording import WORDS
from arpad.model import period as model
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import ASSOCIATIONS, KINDS, RATINGS_AT_GAME, RATINGS_AT_START, SYSTEMS
from arpad.model.problems import ArpadError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

MOST_RATING = 4000
MOST_K = 100


class Player(model.Player):
    """The player before the period: rating on the last list, and what K is decided from.

    None is *not known*; for `rating` it is *unrated*. `standard` is the standard rating, for rapid and blitz;
    `k_otherwise` is the K to take where it follows from nothing that is given.
    """

    __slots__ = ()

    def __init__(  # noqa: PLR0913, PLR0917 - what is known of a player
        self,
        rating: int | None,
        k: int | None = None,
        born: model.Born | None = None,
        games: int | None = None,
        highest: int | None = None,
        standard: int | None = None,
        association: str | None = None,
        k_otherwise: int | None = None,
    ) -> None:
        if association is not None:
            known("association", association, ASSOCIATIONS)
        super().__init__(
            rating_of(rating, "rating"),
            number_of(k, "k", most=MOST_K),
            _birth_of(born),
            number_of(games, "games"),
            rating_of(highest, "highest"),
            rating_of(standard, "standard"),
            association,
            number_of(k_otherwise, "k_otherwise", most=MOST_K),
        )


class Game(model.Game):
    """A game over the board: the opponent's rating on the list that applies (None: unrated), and the score.

    The score is `WIN`, `DRAW` or `LOSS`, or 1, 0.5, "½" or 0.

    >>> import arpad
    >>> arpad.Game(1750, arpad.WIN), arpad.Game(None, 0.5), arpad.Game(1810, "½", round=3)
    (Game(1750, WIN), Game(None, DRAW), Game(1810, DRAW, round=3))
    """

    __slots__ = ()

    def __init__(
        self,
        opponent: int | None,
        score: Score | float | str,
        round: int | None = None,  # noqa: A002 - the word of the regulations
        date: date | None = None,
        opponent_id: int | str | None = None,
    ) -> None:
        super().__init__(
            rating_of(opponent, "opponent"),
            Hundredths(score_of(score)),
            number_of(round, "round", least=1),
            None if date is None else day_of(date, "date"),
            opponent_id,
        )


class Event(model.Event):
    """An event from the player's side; `rating` is the player's on the list that applies, None if unrated then."""

    __slots__ = ()

    def __init__(  # noqa: PLR0913, PLR0917 - what is known of an event
        self,
        start: date,
        end: date,
        rating: int | None,
        games: Iterable[model.Game],
        k: int | None = None,
        system: str = "swiss",
        ratings: str = RATINGS_AT_START,
        average: int | None = None,
        cycles: int = 1,
        team_championship: bool = False,
        number: int | None = None,
        due: date | None = None,
        field: int | None = None,
        list_day: date | None = None,
        is_junior: bool = False,
    ) -> None:
        day_of(start, "start")
        if day_of(end, "end") < start:
            raise ArpadError.of(WORDS, "end_before_start", "end", start=start, end=end)
        known("system", system, SYSTEMS)
        known("ratings", ratings, (RATINGS_AT_START, RATINGS_AT_GAME))
        super().__init__(
            start,
            end,
            rating_of(rating, "rating"),
            each_of(games, model.Game, "games", "arpad.Game"),
            number_of(k, "k", most=MOST_K),
            system,
            ratings,
            rating_of(average, "average"),
            number_of(cycles, "cycles", least=1) or 1,
            team_championship,
            number,
            None if due is None else day_of(due, "due"),
            number_of(field, "field"),
            None if list_day is None else day_of(list_day, "list_day"),
            is_junior,
        )


class RatingPeriod(model.RatingPeriod):
    """One player, the list being made, and the events that are rated for it.

    By the editions in force; or by `edition`, an id or the path of a TOML file.

    >>> import arpad
    >>> from datetime import date
    >>> games = [arpad.Game(1787, arpad.WIN), arpad.Game(2505, arpad.DRAW)]
    >>> event = arpad.Event(date(2025, 11, 7), date(2025, 11, 9), 2813, games)
    >>> period = arpad.RatingPeriod("standard", date(2025, 12, 1), arpad.Player(2813, k=10), [event])
    >>> print(arpad.rate_player(period))
    2813 → 2809, change -4 (W - We -0.36, K 10, -3.60 before rounding; standard list of 2025-12-01, fide-2025-10)
    """

    __slots__ = ()

    def __init__(  # noqa: PLR0913, PLR0917 - what a period is
        self,
        kind: str,
        list_date: date,
        player: model.Player,
        events: Iterable[model.Event],
        edition: str | Path | None = None,
        one_offs: tuple[str, ...] | None = None,
    ) -> None:
        known("kind", kind, KINDS)
        if not isinstance(player, model.Player):
            raise ArpadError.of(WORDS, "wrong_value", "player", says="wrong_player", value=repr(player))
        super().__init__(
            kind,
            day_of(list_date, "list_date"),
            player,
            each_of(events, model.Event, "events", "arpad.Event"),
            None if edition is None else str(edition),
            one_offs,
        )


def rating_of(value: int | None, what: str) -> Rating | None:
    """Give a rating, or None for none; refuse what is no rating."""
    if value is None:
        return None
    whole = _whole(value)
    if whole == 0:
        raise ArpadError.of(WORDS, "rating", what, says="rating_zero", what=what)
    if whole is None or not 0 < whole <= MOST_RATING:
        raise ArpadError.of(WORDS, "rating", what, what=what, value=repr(value), most=MOST_RATING)
    return Rating(whole)


def number_of(value: int | None, what: str, least: int = 0, most: int | None = None) -> int | None:
    """Give a whole number within its limits, or None for none."""
    if value is None:
        return None
    number = _whole(value)
    if number is None or number < least or (most is not None and number > most):
        raise ArpadError.of(
            WORDS, "wrong_value", what, says="number",
            what=what, value=repr(value), least=least, limited=most is not None, most=most,
        )  # fmt: skip
    return number


def _birth_of(value: model.Born | None) -> model.Born | None:
    """Give a birth date, or None for none; refuse what is another thing, such as a bare year."""
    if value is None or isinstance(value, model.Born):
        return value
    raise ArpadError.of(WORDS, "wrong_value", "born", says="born", value=repr(value))


def day_of(value: date, what: str) -> date:
    """Give a day; refuse what is none, a moment of a day too."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    raise ArpadError.of(WORDS, "wrong_date", what, what=what, value=repr(value))


def known(what: str, value: object, names: Sequence[str]) -> None:
    """Refuse a name that is not among the known ones."""
    if value not in names:
        raise ArpadError.of(WORDS, "unknown_name", what, what=what, value=repr(value), names=tuple(names))


def each_of(values: Iterable[Any], kind: type, what: str, name: str) -> tuple[Any, ...]:
    """Give some things as a tuple; refuse what is of another kind."""
    try:
        every = tuple(values)
    except TypeError:
        raise ArpadError.of(
            WORDS, "wrong_value", what, says="not_several", what=what, value=repr(values), kind=name
        ) from None
    for place, value in enumerate(every):
        if not isinstance(value, kind):
            raise ArpadError.of(
                WORDS, "wrong_value", f"{what}[{place}]", says="wrong_part",
                what=f"{what}[{place}]", value=repr(value), kind=name,
            )  # fmt: skip
    return every


def _whole(value: object) -> int | None:
    """Give a whole number as a plain one, whoever made it; None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type] # whether it is one is the question
    except TypeError:
        return None
