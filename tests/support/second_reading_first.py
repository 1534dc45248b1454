"""The second reading of first ratings: which events of a newcomer count, for how long, and what they come to.

Written from the articles alone, like `second_reading`, and with nothing of arpad in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from second_reading import (
    E2003,
    E2009,
    E2014,
    E2024,
    FLOOR,
    AnEvent,
    Known,
    UndefinedError,
    against_rated,
    coefficient_of,
    dp,
    half_up,
    in_order,
    is_rated_event,
    is_round_robin,
    listed,
    percentage,
    rated_opponents,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# ---------------------------------------------------------------------------------------------------------------------
# Lists: for which one an event is rated, and for how many it may be used
# ---------------------------------------------------------------------------------------------------------------------

MONTHS = {E2003: (1, 4, 7, 10), E2009: (1, 3, 5, 7, 9, 11), E2014: tuple(range(1, 13)), E2024: tuple(range(1, 13))}
"""The months of the lists: 9.1.1; 7.11; 7.1; 7.1."""

LISTS = {E2003: 8, E2009: 12, E2014: 26, E2024: 26}
"""Lists that may use an event, its own being the first.

Its own period and the next seven (9.1.4c), two years of six lists (7.14 c), 26 months of one list each (7.14 c; 7.1.4).
"""


def next_list(edition: str, day: date) -> date:
    """The first list after a day."""
    first = date(day.year, day.month, 1)
    while first <= day or first.month not in MONTHS[edition]:
        first = (first + timedelta(days=31)).replace(day=1)
    return first


def closing(edition: str, list_date: date) -> date:
    """The last day on which an event may end: a month, 7 or 3 days before the list (9.1.3; 7.13, E 34; 7.13; 7.1.3)."""
    if edition == E2003:
        return (list_date - timedelta(days=1)).replace(day=1)
    return list_date - timedelta(days=7 if edition == E2009 else 3)


def list_of(edition: str, end: date) -> date:
    """The list for which an event is rated that ended on a day: the first one that was still open then."""
    day = next_list(edition, end)
    while end > closing(edition, day):
        day = next_list(edition, day)
    return day


def last_use(edition: str, end: date) -> date:
    """The last list that may use an event."""
    day = list_of(edition, end)
    for _ in range(LISTS[edition] - 1):
        day = next_list(edition, day)
    return day


# ---------------------------------------------------------------------------------------------------------------------
# What some games alone would give
# ---------------------------------------------------------------------------------------------------------------------

BONUS = {E2003: Fraction(25, 2), E2009: Fraction(25, 2), E2014: Fraction(15)}
"""For each half point above 50 %: 10.2.3; 8.23 with E 1; 8.23."""


@dataclass(frozen=True)
class Performance:
    """The rating that some games alone would give."""

    ra: Fraction
    p: int
    dp: int | None
    """None where it is not used."""
    ru: Fraction


def term(edition: str, score: int, games: int, factor: Fraction) -> tuple[int | None, Fraction]:
    """What the score adds to the average, up to 2021: dp where it is used, and the term.

    At 50 % nothing (10.2.2, 8.22); above it the bonus (10.2.3, 8.23); below it dp (10.2.4, 8.24), in a round robin
    times n/(n+1) (10.2.5, 8.25), which is `factor`.
    """
    half_points = Fraction(score - 50 * games, 50)
    if half_points >= 0:
        return None, BONUS[edition] * half_points
    used = dp(edition, percentage(score, games))
    return used, used * factor


def performance(edition: str, games: Sequence[tuple[int, int]], opponents: int | None = None) -> Performance:
    """The games as if they were one event; `opponents` is n of n/(n+1) where they all come from one round robin.

    2003, 10.2: the average is a whole number (E 29 f). 2009 and 2014, 8.2 and 8.3: it stays exact.
    2024, 8.2.2 and 8.2.3: two draws against 1800 more, then Ra + dp.
    """
    score, count = sum(points for _, points in games), len(games)
    total = sum(opponent for opponent, _ in games)
    if edition == E2024:
        p = percentage(score + 100, count + 2)
        ra = Fraction(total + 3600, count + 2)
        return Performance(ra, p, dp(edition, p), ra + dp(edition, p))
    ra = Fraction(total, count)
    if edition == E2003:
        ra = Fraction(half_up(ra))
    factor = Fraction(1) if opponents is None else Fraction(opponents, opponents + 1)
    used, added = term(edition, score, count, factor)
    return Performance(ra, percentage(score, count), used, ra + added)


# ---------------------------------------------------------------------------------------------------------------------
# Which events count
# ---------------------------------------------------------------------------------------------------------------------

NO_GAME, MATCH, NO_CROSSTABLE = "no game counts", "a match with an unrated player", "a round robin without its Rc(new)"
FEW_OPPONENTS, FEW_POINTS, BELOW = "too few rated opponents", "too few points", "first performance below the floor"
LATER, EXPIRED = "ended after the closing", "too old for this list"


@dataclass(frozen=True)
class Judged:
    """An event, its games that may count, and everything that keeps it from counting."""

    event: AnEvent
    games: tuple[tuple[int, int], ...]
    opponents: int | None
    """In a round robin."""
    against: frozenset[str] = frozenset()
    alone: Performance | None = None
    """What it would give alone, where that is defined."""

    @property
    def counts(self) -> bool:
        """True where nothing is against it."""
        return not self.against

    @property
    def score(self) -> int:
        """Its points, in hundredths."""
        return sum(points for _, points in self.games)


def read(edition: str, event: AnEvent) -> Judged:
    """The games of an event: those against rated opponents; in a round robin all, at Rc(new) (reading 11, E 25 a)."""
    if not is_round_robin(edition, event):
        return Judged(event, tuple(against_rated(edition, event)), None)
    opponents = len(event.games) // event.cycles
    if event.average is None:
        return Judged(event, (), opponents)
    return Judged(event, tuple((event.average, game.score) for game in event.games), opponents)


def alone(edition: str, event: Judged) -> Performance | None:
    """What an event would give alone; None without games, and where 2003 has no dp."""
    try:
        return performance(edition, event.games, event.opponents) if event.games else None
    except UndefinedError:
        return None


def too_few_points(edition: str, event: Judged, *, first: bool) -> bool:
    """Points that are too few.

    2003: half a point in any event (6.1). In the first event: less than one in 2009 (8.21, E 17), none in 2014 (6.1,
    6.31, 8.21 with E 15) and in 2024 (8.2.1).
    """
    if edition == E2003:
        return event.score <= 50
    return first and event.score < (100 if edition == E2009 else 50)


def judged(edition: str, event: AnEvent, list_date: date, *, first: bool) -> Judged:
    """An event with all that speaks against it; `first` is true while no other event counts (reading 11)."""
    played = read(edition, event)
    by_itself = alone(edition, played)
    against = set()
    if not is_rated_event(edition, event):
        against.add(MATCH)
    if is_round_robin(edition, event) and event.average is None:
        against.add(NO_CROSSTABLE)
    if not played.games:
        against.add(NO_GAME)
    elif played.opponents is None and (
        (edition == E2003 and rated_opponents(event) < 3) or (edition == E2009 and len(played.games) < 3)
    ):
        against.add(FEW_OPPONENTS)  # 6.4.2 (E 18) asks for opponents; 6.41 and 8.21 for games
    if played.games and too_few_points(edition, played, first=first):
        against.add(FEW_POINTS)
    if first and edition != E2024 and by_itself is not None and half_up(by_itself.ru) < FLOOR[edition]:
        against.add(BELOW)  # 10.3.1; 8.31; 8.31
    if list_of(edition, event.end) > list_date:
        against.add(LATER)
    if last_use(edition, event.end) < list_date:
        against.add(EXPIRED)
    return Judged(event, played.games, played.opponents, frozenset(against), by_itself)


# ---------------------------------------------------------------------------------------------------------------------
# The first rating
# ---------------------------------------------------------------------------------------------------------------------

HIGHEST = 2200
"""The highest first rating of 2024 (8.2.3)."""

SEVEN_GAMES = ("IBCA", "ICSC", "IPCA")
"""The associations of 7.14 g (2009)."""

FEW_GAMES, BELOW_FLOOR = "too few games", "below the floor"


@dataclass(frozen=True)
class First:
    """An unrated player's events, and the rating they give."""

    events: tuple[Judged, ...]
    needed: int
    games: int = 0
    score: int = 0
    performance: Performance | None = None
    """None in 2003 where there are several events."""
    ru: Fraction | None = None
    rating: int | None = None
    published: int | None = None
    reasons: frozenset[str] = field(default=frozenset({FEW_GAMES}))
    """Why it is not published."""
    expires: date | None = None
    """The last list that may use the oldest event that counts."""
    k: int | None = None


def games_needed(edition: str, counting: Sequence[Judged], association: str | None) -> int:
    """Nine, or five (9.1.4; 7.14; 7.14; 7.1.4); in 2009 seven at team championships or for some members (7.14 f, g)."""
    if edition == E2009:
        of_teams = sum(len(event.games) for event in counting if event.event.team_championship)
        return 7 if of_teams >= 7 or association in SEVEN_GAMES else 9
    return 9 if edition == E2003 else 5


def weighted(counting: Sequence[Judged]) -> Fraction:
    """The mean of the whole Ru of the events, weighted by games (10.3 of 2003, E 25 d)."""
    parts = [(half_up(event.alone.ru), len(event.games)) for event in counting if event.alone is not None]
    return Fraction(sum(ru * games for ru, games in parts), sum(games for _, games in parts))


def first_rating(
    edition: str, events: Iterable[AnEvent], list_date: date, known: Known, association: str | None = None
) -> First:
    """The rating of a player who has none; of `known` only what K is decided from is used.

    2003, 10.3: the weighted mean of the events. 2009 and 2014, 7.14 e and 8.3: all games as one event, a round
    robin's with n/(n+1) only where it is alone (E 25 a). 2024, 8.2: all games and the two draws, at most 2200.
    """
    everything: list[Judged] = []
    for event in in_order(events):
        everything.append(judged(edition, event, list_date, first=not any(event.counts for event in everything)))
    counting = [event for event in everything if event.counts]
    needed = games_needed(edition, counting, association)
    if not counting:
        return First(tuple(everything), needed)
    games = [game for event in counting for game in event.games]
    overall = performance(edition, games, counting[0].opponents if len(counting) == 1 else None)
    ru = weighted(counting) if edition == E2003 else overall.ru
    rating = half_up(ru) if edition != E2024 else min(half_up(ru), HIGHEST)
    reasons = {FEW_GAMES} if len(games) < needed else set()
    if listed(edition, rating) is None:
        reasons.add(BELOW_FLOOR)
    k = None
    if not reasons:
        history = known._replace(rating=rating, games=known.games or 0, highest=max(rating, known.highest or 0))
        k = coefficient_of(edition, history, len(games), list_date)
    return First(
        events=tuple(everything),
        needed=needed,
        games=len(games),
        score=sum(points for _, points in games),
        performance=None if edition == E2003 and len(counting) > 1 else overall,
        ru=ru,
        rating=rating,
        published=None if reasons else rating,
        reasons=frozenset(reasons),
        expires=min(last_use(edition, event.event.end) for event in counting),
        k=k,
    )
