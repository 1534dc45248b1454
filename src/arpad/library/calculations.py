"""Single questions: the expected score of a game, the performance of a score, the change of one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.library.periods import Event, Player, day_of, each_of, known, rating_of
from arpad.library.scores import points_of
from arpad.library.wording import WORDS
from arpad.model import period as model
from arpad.model.clock import today
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError
from arpad.regulations import catalogue
from arpad.regulations.calendar import calendar
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from pathlib import Path

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.expected_score import ExpectedScore
    from arpad.regulations.workings.performance_rating import PerformanceRating
    from arpad.regulations.workings.period import PlayerResult


def expected(
    rating: int, opponent: int, *, on: date | None = None, kind: str | None = None, edition: str | Path | None = None
) -> ExpectedScore:
    """Give the score that is expected of a player against an opponent, in hundredths, with its working.

    By the edition in force on a day (today, if none is given), or by a named one.

    >>> import arpad
    >>> from datetime import date
    >>> game = arpad.expected(2600, 2150, on=date(2025, 5, 1))
    >>> game.expected
    92
    >>> print(game)
    0.92 expected of 2600 against 2150 (difference 450, counts as 400; fide-2024-03)
    """
    from arpad.regulations.workings.expected_score import expected_score  # noqa: PLC0415 - only when it is asked for

    law = law_of(edition, kind, on)
    return expected_score(law, given_rating(rating, "rating"), given_rating(opponent, "opponent"), printed=True)


def performance(
    opponents: Iterable[int],
    score: float | str,
    *,
    on: date | None = None,
    kind: str | None = None,
    edition: str | Path | None = None,
) -> PerformanceRating:
    """Give the performance rating of a score, in points, against opponents of these ratings.

    >>> import arpad
    >>> from datetime import date
    >>> print(arpad.performance([2410, 2387, 2295, 2501], 2.5, on=date(2025, 5, 1)))
    Performance 2493: 2.50 from 4, p = 0.63, dp = 95 (fide-2024-03)
    """
    from arpad.regulations.workings.performance_rating import performance_rating  # noqa: PLC0415 - only when it is asked for

    ratings = [given_rating(opponent, f"opponents[{place}]") for place, opponent in enumerate(opponents)]
    if not ratings:
        raise ArpadError.of(WORDS, "no_games", "opponents")
    points = points_of(score, len(ratings))
    return performance_rating(law_of(edition, kind, on), sum(ratings), len(ratings), points)


def change(  # noqa: PLR0913 - what is known of an event and of the player
    rating: int,
    games: Iterable[model.Game],
    *,
    k: int | None = None,
    born: model.Born | None = None,
    games_before: int | None = None,
    highest: int | None = None,
    system: str = "swiss",
    on: date | None = None,
    end: date | None = None,
    list_date: date | None = None,
    kind: str | None = None,
    edition: str | Path | None = None,
) -> PlayerResult:
    """Give the rating change of one event, as if it were the only one of its period.

    K is given, or decided from the birth date, the rated games before and the highest rating ever. The event is played
    `on` a day (today, if none is given) or from then to `end`, and rated for the list that follows.

    >>> import arpad
    >>> from datetime import date
    >>> games = [arpad.Game(1787, "½"), arpad.Game(2505, 0.5)]
    >>> result = arpad.change(2282, games, k=20, on=date(2025, 5, 2))
    >>> result.change, result.new_rating
    (-3, 2279)
    >>> print(result)
    2282 → 2279, change -3 (W - We -0.14, K 20, -2.80 before rounding; standard list of 2025-06-01, fide-2024-03)
    """
    start = on or today()
    player = Player(given_rating(rating, "rating"), k, born, games_before, highest)
    event = Event(start, end or start, rating, each_of(games, model.Game, "games", "arpad.Game"), system=system)
    period = single_event(player, event, kind, None if edition is None else str(edition), list_date)
    if period is None:
        raise ArpadError.of(WORDS, "no_list", "list_date", end=event.end)
    return rate_player(period)


def single_event(
    player: model.Player, event: model.Event, kind: str | None, edition: str | None, list_date: date | None
) -> model.RatingPeriod | None:
    """Give the period of one event; None where no list is given and none follows."""
    kind = kind_of(edition, kind)
    day = list_date or calendar(kind, name=edition).list_for_event(event.end)
    return None if day is None else model.RatingPeriod(kind, day, player, (event,), edition)


def kind_of(edition: str | None, kind: str | None) -> str:
    """Give the kind of chess: as given, that of a named edition, or standard."""
    if kind is not None:
        known("kind", kind, KINDS)
        return kind
    return KINDS[0] if edition is None else catalogue.edition(edition).kind


def law_of(edition: str | Path | None, kind: str | None, on: date | None) -> Edition:
    """Give a named edition, or the one in force on a day; today, if none is given."""
    day = today() if on is None else day_of(on, "on")
    if edition is not None:
        return catalogue.edition(str(edition), kind, day)
    return catalogue.in_force(day, kind or KINDS[0])


def given_rating(value: int, what: str) -> int:
    """Give a rating that has to be there; refused where it is none."""
    rating = rating_of(value, what)
    if rating is None:
        raise ArpadError.of(WORDS, "rating", what, says="no_rating", what=what)
    return rating
