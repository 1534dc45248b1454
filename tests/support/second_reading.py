"""A second reading of four editions, written from the articles alone: plain Python, nothing of arpad in it.

It is slow, short and literal on purpose. Ratings are whole numbers, points and probabilities hundredths, everything
that may be broken is a `Fraction`. "E n" is an entry of the errata, "reading n" one of the settled readings.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

E2003, E2009, E2014, E2024 = "fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03"

# ---------------------------------------------------------------------------------------------------------------------
# The two tables: 10.1 in 2003, 8.1 in 2009, 2014 and 2024 (with the corrections of E 14)
# ---------------------------------------------------------------------------------------------------------------------

# fmt: off
DP = {
    100: 800, 99: 677, 98: 589, 97: 538, 96: 501, 95: 470, 94: 444, 93: 422, 92: 401, 91: 383, 90: 366, 89: 351,
    88: 336, 87: 322, 86: 309, 85: 296, 84: 284, 83: 273, 82: 262, 81: 251, 80: 240, 79: 230, 78: 220, 77: 211,
    76: 202, 75: 193, 74: 184, 73: 175, 72: 166, 71: 158, 70: 149, 69: 141, 68: 133, 67: 125, 66: 117, 65: 110,
    64: 102, 63: 95, 62: 87, 61: 80, 60: 72, 59: 65, 58: 57, 57: 50, 56: 43, 55: 36, 54: 29, 53: 21, 52: 14, 51: 7,
    50: 0, 49: -7, 48: -14, 47: -21, 46: -29, 45: -36, 44: -43, 43: -50, 42: -57, 41: -65, 40: -72, 39: -80, 38: -87,
    37: -95, 36: -102, 35: -110, 34: -117, 33: -125, 32: -133, 31: -141, 30: -149, 29: -158, 28: -166, 27: -175,
    26: -184, 25: -193, 24: -202, 23: -211, 22: -220, 21: -230, 20: -240, 19: -251, 18: -262, 17: -273, 16: -284,
    15: -296, 14: -309, 13: -322, 12: -336, 11: -351, 10: -366, 9: -383, 8: -401, 7: -422, 6: -444, 5: -470, 4: -501,
    3: -538, 2: -589, 1: -677, 0: -800,
}
"""Table a: percentage in hundredths to difference."""

CLASSES = (
    (0, 3, 50), (4, 10, 51), (11, 17, 52), (18, 25, 53), (26, 32, 54), (33, 39, 55), (40, 46, 56), (47, 53, 57),
    (54, 61, 58), (62, 68, 59), (69, 76, 60), (77, 83, 61), (84, 91, 62), (92, 98, 63), (99, 106, 64), (107, 113, 65),
    (114, 121, 66), (122, 129, 67), (130, 137, 68), (138, 145, 69), (146, 153, 70), (154, 162, 71), (163, 170, 72),
    (171, 179, 73), (180, 188, 74), (189, 197, 75), (198, 206, 76), (207, 215, 77), (216, 225, 78), (226, 235, 79),
    (236, 245, 80), (246, 256, 81), (257, 267, 82), (268, 278, 83), (279, 290, 84), (291, 302, 85), (303, 315, 86),
    (316, 328, 87), (329, 344, 88), (345, 357, 89), (358, 374, 90), (375, 391, 91), (392, 411, 92), (412, 432, 93),
    (433, 456, 94), (457, 484, 95), (485, 517, 96), (518, 559, 97), (560, 619, 98), (620, 735, 99),
)
"""Table b: least and greatest difference of a class, and what the higher rated player may expect."""
# fmt: on


class UndefinedError(Exception):
    """What the articles of the edition leave without a value."""


def dp(edition: str, p: int) -> int:
    """Table a (10.1a / 8.1a); in 2003 it has no entry for 0 and 100 % (E 42)."""
    if edition == E2003 and p in {0, 100}:
        raise UndefinedError(f"dp of {p} %")
    return DP[p]


def pd(difference: int) -> int:
    """Table b (10.1b / 8.1b): what the player may expect from a game, in hundredths."""
    higher = next((value for least, most, value in CLASSES if least <= abs(difference) <= most), 100)
    return higher if difference >= 0 else 100 - higher


# ---------------------------------------------------------------------------------------------------------------------
# Roundings
# ---------------------------------------------------------------------------------------------------------------------


def half_up(value: Fraction | int) -> int:
    """The nearest whole number, a half goes up (10.3.2 with E 29 b, 8.32, 8.57)."""
    return (Fraction(value) + Fraction(1, 2)).__floor__()


def half_away(value: Fraction | int) -> int:
    """The nearest whole number, a half goes away from zero (8.3.4 of 2024, reading 2)."""
    return half_up(value) if value >= 0 else -half_up(-Fraction(value))


def percentage(score: int, games: int) -> int:
    """The points (in hundredths) out of the games, to two decimals, a half in the third place up (E 29 e)."""
    return half_up(Fraction(score, games))


# ---------------------------------------------------------------------------------------------------------------------
# What is read: games and events, of these classes or of any that have the same names in them
# ---------------------------------------------------------------------------------------------------------------------


class AGame(Protocol):
    """A played game: the opponent's rating (None: unrated) and the player's own points in hundredths."""

    @property
    def opponent(self) -> int | None:
        """The opponent's rating."""

    @property
    def score(self) -> int:
        """Hundredths of a point."""


class AnEvent(Protocol):
    """An event from the player's side."""

    @property
    def start(self) -> date:
        """First day."""

    @property
    def end(self) -> date:
        """Last day."""

    @property
    def rating(self) -> int | None:
        """The player's rating on the list in force on the first day."""

    @property
    def games(self) -> Sequence[AGame]:
        """The games that were played."""

    @property
    def system(self) -> str:
        """How it was paired: swiss, team or roundrobin matter here."""

    @property
    def average(self) -> int | None:
        """The player's Rc(new) in a round robin with unrated players."""

    @property
    def team_championship(self) -> bool:
        """An Olympiad, or a world or continental team championship."""


class Played(NamedTuple):
    """A game."""

    opponent: int | None
    score: int


@dataclass(frozen=True)
class Tournament:
    """An event."""

    start: date
    end: date
    games: tuple[Played, ...]
    rating: int | None = None
    system: str = "swiss"
    average: int | None = None
    team_championship: bool = False


def in_order(events: Iterable[AnEvent]) -> list[AnEvent]:
    """The events in the order in which they are counted: by last day, then first day (reading 4)."""
    return sorted(events, key=lambda event: (event.end, event.start))


def against_rated(games: Iterable[AGame]) -> list[tuple[int, int]]:
    """The games against rated opponents, the only ones that count in Swiss and team events (6.4 / 6.42 / 6.32)."""
    return [(game.opponent, game.score) for game in games if game.opponent is not None]


# ---------------------------------------------------------------------------------------------------------------------
# Rated players
# ---------------------------------------------------------------------------------------------------------------------

FLOOR = {E2003: 1801, E2009: 1200, E2014: 1000, E2024: 1400}
"""The lowest rating that is published: 9.1.2a with 10.3.2; 0.6; 7.12; 7.1.2."""


def limited(own: int, opponent: int, limit: int) -> int:
    """The opponent's rating as it counts: no further away than the limit."""
    return max(own - limit, min(own + limit, opponent))


def expected(edition: str, rating: int, opponents: Sequence[int]) -> int:
    """We in hundredths.

    2003, 10.5.1, 10.5.3, 10.5.4: each opponent moved to within 350, D = R - Rc with the whole Rc, We = n times PD.
    2009 and 2014, 8.51 to 8.55; 2024, 8.3.1 and 8.3.2: game by game, a difference above 400 counts as 400.
    """
    if not opponents:
        return 0
    if edition == E2003:
        average = half_up(Fraction(sum(limited(rating, opponent, 350) for opponent in opponents), len(opponents)))
        return len(opponents) * pd(rating - average)
    return sum(pd(rating - limited(rating, opponent, 400)) for opponent in opponents)


@dataclass(frozen=True)
class Change:
    """What a rated player's games are worth."""

    balance: int
    """W - We in hundredths."""
    product: int
    """K(W - We) in hundredths."""
    change: int
    new_rating: int | None
    """None below the floor."""


def rounded_change(edition: str, product: int) -> int:
    """The change of a period: half up (10.5.6, 8.57), half away from zero in 2024 (8.3.4, reading 2)."""
    value = Fraction(product, 100)
    return half_away(value) if edition == E2024 else half_up(value)


def listed(edition: str, rating: int) -> int | None:
    """A rating that is published, or None below the floor (9.2.1; 7.21; 7.21; 7.2.1)."""
    return rating if rating >= FLOOR[edition] else None


def balance(edition: str, rating: int, games: Iterable[AGame]) -> int:
    """W - We of the games against rated opponents, in hundredths (10.5.4; 8.55 b; 8.3.2 b)."""
    counted = against_rated(games)
    return sum(score for _, score in counted) - expected(edition, rating, [opponent for opponent, _ in counted])


def rated_change(edition: str, rating: int, k: int, games: Sequence[AGame]) -> Change:
    """One event with a given K (10.5.4; 8.55; 8.3.2)."""
    difference = balance(edition, rating, games)
    change = rounded_change(edition, k * difference)
    return Change(difference, k * difference, change, listed(edition, rating + change))


class Known(NamedTuple):
    """What the last list and the history say about a rated player."""

    rating: int
    games: int
    highest: int
    born: date | int | None = None
    """The day, or only the year."""


def junior(edition: str, born: date | int | None, day: date) -> bool:
    """Under age on that day.

    2014, 8.56: until the 18th birthday. 2024, 8.3.3: to the end of the year of the 18th birthday. Where only the
    year is known, to the end of the year (reading 4).
    """
    if born is None or edition in {E2003, E2009}:
        return False
    if isinstance(born, int) or edition == E2024:
        return day.year <= (born if isinstance(born, int) else born.year) + 18
    return (day.year, day.month, day.day) < (born.year + 18, born.month, born.day)


def coefficient(edition: str, known: Known, games: int, day: date) -> int:
    """K on a day with so many games completed (10.5.4a; 8.56; 8.56; 8.3.3, in the order of reading 4)."""
    highest = max(known.rating, known.highest)
    if edition == E2003:
        if games < 30:
            return 25
        return 10 if highest >= 2400 else 15
    if highest >= 2400:
        return 10
    if edition == E2009:
        return 25 if games < 30 else 15
    if junior(edition, known.born, day) and highest < 2300:
        return 40
    return 40 if games < 30 else 20


def month_before(day: date) -> date:
    """The first day of the month before: the list before, where lists are monthly."""
    return date(day.year - 1, 12, 1) if day.month == 1 else date(day.year, day.month - 1, 1)


def coefficients(edition: str, known: Known, events: Sequence[AnEvent], list_date: date) -> list[int]:
    """K of each event, the events being in order (reading 5).

    2003: when it is calculated, one event after the other. 2009 and 2014: at the start of the event, with the events
    that ended before it. 2024: that of the list before, for all events, and no more than 700 divided by the games of
    the period (8.3.3).
    """
    played = [len(against_rated(event.games)) for event in events]
    if edition == E2003:
        return [
            coefficient(edition, known, known.games + sum(played[:at]), event.start) for at, event in enumerate(events)
        ]
    if edition in {E2009, E2014}:
        ended = [
            sum(count for other, count in zip(events, played, strict=True) if other.end < event.start)
            for event in events
        ]
        return [
            coefficient(edition, known, known.games + before, event.start)
            for event, before in zip(events, ended, strict=True)
        ]
    k = coefficient(edition, known, known.games, month_before(list_date))
    if k * sum(played) > 700:
        k = 700 // sum(played)
    return [k] * len(events)


@dataclass(frozen=True)
class Period:
    """What a rated player's period is worth."""

    balances: tuple[int, ...]
    coefficients: tuple[int, ...]
    product: int
    change: int
    new_rating: int | None


def rated_period(
    edition: str, known: Known, events: Iterable[AnEvent], list_date: date, k: int | None = None
) -> Period:
    """All events of a period (10.5.5; 8.55 c; 8.3.2 d), rounded once (reading 3); `k`, where given, goes for all.

    In each event the player has the rating of the list at its start; one who was unrated then, his present rating
    (10.4; 8.4; 8.2.4). The sum is added to the last published rating (reading 6).
    """
    ordered = in_order(events)
    ks = coefficients(edition, known, ordered, list_date)
    if k is not None:
        count = sum(len(against_rated(event.games)) for event in ordered)
        k = 700 // count if edition == E2024 and k * count > 700 else k
        ks = [k] * len(ordered)
    balances = [
        balance(edition, known.rating if event.rating is None else event.rating, event.games) for event in ordered
    ]
    product = sum(k * one for k, one in zip(ks, balances, strict=True))
    change = rounded_change(edition, product)
    return Period(tuple(balances), tuple(ks), product, change, listed(edition, known.rating + change))


# ---------------------------------------------------------------------------------------------------------------------
# First ratings
# ---------------------------------------------------------------------------------------------------------------------

BONUS = {E2003: Fraction(25, 2), E2009: Fraction(25, 2), E2014: Fraction(15)}
"""For each half point above 50 %: 10.2.3; 8.23 with E 1; 8.23."""

LEAST_GAMES = {E2003: 9, E2009: 9, E2014: 5, E2024: 5}
"""9.1.4a, b; 7.14 a, b; 7.14 a, b; 7.1.4."""

SEVEN_GAMES = ("IBCA", "ICSC", "IPCA")
"""The associations of 7.14 g (2009)."""


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


def performance(edition: str, games: Sequence[tuple[int, int]], *, one_round_robin: bool = False) -> Performance:
    """The games as if they were one event.

    2003, 10.2: the average is a whole number (E 29 f). 2009 and 2014, 8.2 and 8.3: it stays exact.
    2024, 8.2.2 and 8.2.3: two draws against 1800 more, then Ra + dp.
    """
    score, count = sum(points for _, points in games), len(games)
    total = sum(opponent for opponent, _ in games)
    if edition == E2024:
        p = percentage(score + 100, count + 2)
        ra = Fraction(total + 3600, count + 2)
        return Performance(ra, p, DP[p], ra + DP[p])
    ra = Fraction(total, count)
    if edition == E2003:
        ra = Fraction(half_up(ra))
    used, added = term(edition, score, count, Fraction(count, count + 1) if one_round_robin else Fraction(1))
    return Performance(ra, percentage(score, count), used, ra + added)


@dataclass(frozen=True)
class Judged:
    """An event and whether it counts for the first rating."""

    event: AnEvent
    games: tuple[tuple[int, int], ...]
    counts: bool
    reason: str | None = None

    @property
    def score(self) -> int:
        """Its points that count, in hundredths."""
        return sum(points for _, points in self.games)


@dataclass(frozen=True)
class First:
    """An unrated player's events, and the rating they give."""

    events: tuple[Judged, ...]
    games: int = 0
    score: int = 0
    ra: Fraction | None = None
    p: int | None = None
    dp: int | None = None
    ru: Fraction | None = None
    rating: int | None = None
    published: int | None = None


def is_round_robin(edition: str, event: AnEvent) -> bool:
    """A round robin in which all played games count (8.21 b and reading 11); 2024 has no such rule."""
    return edition != E2024 and event.system == "roundrobin"


def counted_games(edition: str, event: AnEvent) -> tuple[tuple[int, int], ...]:
    """The games that may count: those against rated opponents; in a round robin all, at Rc(new) (E 25 a)."""
    if not is_round_robin(edition, event):
        return tuple(against_rated(event.games))
    if event.average is None:
        raise UndefinedError("a round robin without its Rc(new)")
    return tuple((event.average, game.score) for game in event.games)


def why_not(edition: str, event: AnEvent, games: Sequence[tuple[int, int]], *, first: bool) -> str | None:
    """Why an event does not count, or None.

    2003: 6.1, 6.4.2, 10.3.1. 2009: 6.1, 6.41, 8.21, 8.31 (E 17). 2014: 6.1, 6.31, 8.21, 8.31 (E 15, E 16).
    2024: 8.2.1. First is who has no event that counts (reading 11).
    """
    score = sum(points for _, points in games)
    swiss = not is_round_robin(edition, event)
    if not games:
        return "no game counts"
    if edition in {E2003, E2009} and swiss and len(games) < 3:
        return "fewer than three rated opponents"
    if edition == E2003 and score <= 50:
        return "half a point or less"
    if first and score < {E2003: 0, E2009: 100, E2014: 50, E2024: 50}[edition]:
        return "too few points in the first event"
    if first and edition != E2024:
        ru = performance(edition, games, one_round_robin=not swiss).ru
        if half_up(ru) < FLOOR[edition]:
            return "first performance below the floor"
    return None


def judged(edition: str, events: Iterable[AnEvent]) -> list[Judged]:
    """The events in order, each with whether it counts."""
    answer: list[Judged] = []
    for event in in_order(events):
        games = counted_games(edition, event)
        reason = why_not(edition, event, games, first=not any(one.counts for one in answer))
        answer.append(Judged(event, games, reason is None, reason))
    return answer


def enough_games(edition: str, counting: Sequence[Judged], association: str | None) -> bool:
    """Nine games, or five (9.1.4; 7.14; 7.1.4); in 2009 seven of team championships or by members (7.14 f, g)."""
    games = sum(len(one.games) for one in counting)
    if edition == E2009:
        of_teams = sum(len(one.games) for one in counting if one.event.team_championship)
        if of_teams >= 7 or (association in SEVEN_GAMES and games >= 7):
            return True
    return games >= LEAST_GAMES[edition]


def weighted(parts: Sequence[tuple[int, int]]) -> Fraction:
    """The mean of the Ru of the events, weighted by games (10.3 of 2003)."""
    return Fraction(sum(ru * games for ru, games in parts), sum(games for _, games in parts))


def first_rating(edition: str, events: Iterable[AnEvent], association: str | None = None) -> First:
    """The rating of a player who has none.

    2003, 10.3: the weighted mean of the whole Ru of the events (E 25 d). 2009 and 2014, 7.14 e and 8.3: all games as
    one event, a round robin's with n/(n+1) only where it is alone (E 25 a). 2024, 8.2: all games and the two draws,
    at most 2200.
    """
    everything = judged(edition, events)
    counting = [one for one in everything if one.counts]
    if not counting:
        return First(tuple(everything))
    games = [game for one in counting for game in one.games]
    found: Performance | None = None
    if edition == E2003:
        ru = weighted(
            [
                (
                    half_up(performance(E2003, one.games, one_round_robin=is_round_robin(E2003, one.event)).ru),
                    len(one.games),
                )
                for one in counting
            ]
        )
    else:
        alone = len(counting) == 1 and is_round_robin(edition, counting[0].event)
        found = performance(edition, games, one_round_robin=alone)
        ru = found.ru
    rating = half_up(ru)
    if edition == E2024:
        rating = min(rating, 2200)
    enough = enough_games(edition, counting, association)
    return First(
        tuple(everything),
        len(games),
        sum(points for _, points in games),
        found.ra if found else None,
        found.p if found else None,
        found.dp if found else None,
        ru,
        rating,
        listed(edition, rating) if enough else None,
    )


# ---------------------------------------------------------------------------------------------------------------------
# Round robins with unrated players
# ---------------------------------------------------------------------------------------------------------------------

LIMIT = {E2003: 350, E2009: 400, E2014: 400}
"""10.5.1; 8.54; 8.54."""


class Entrant(NamedTuple):
    """A player of a round robin."""

    name: str
    rating: int | None
    k: int | None = None


Cell = int | tuple[int, ...] | None
"""Points of one player against another in hundredths, several games as a tuple; None on the diagonal."""


@dataclass
class Row:
    """A player's line in the table of the worked examples; None where the column is empty."""

    name: str
    rating: int | None
    k: int | None
    score: int
    games: int
    dropped: bool = False
    p: int | None = None
    dp: int | None = None
    rc: Fraction | None = None
    ru: int | None = None
    added: Fraction = Fraction(0)
    """Bonus or dp times n/(n+1): what makes Ru out of Rc."""
    counts_as: dict[str, int] | None = None
    rc_new: int | None = None
    ru_new: int | None = None
    difference: int | None = None
    pd: int | None = None
    expected: int | None = None
    change: int | None = None
    """K(W - We) in hundredths."""

    @property
    def strength(self) -> int:
        """The rating, or Ru of the first pass."""
        return (self.rating if self.ru is None else self.ru) or 0

    @property
    def final(self) -> int:
        """The rating, or Ru(new)."""
        return (self.rating if self.ru_new is None else self.ru_new) or 0


@dataclass
class Table:
    """A round robin, computed."""

    rows: dict[str, Row]
    rar: Fraction
    dpa: Fraction | None
    ra: Fraction


def points(cell: Cell) -> tuple[int, ...]:
    """The scores in a cell."""
    if cell is None:
        raise UndefinedError("a game that was not played: the event is reported as a Swiss (6.4.3 / 6.43 / 6.4)")
    return (cell,) if isinstance(cell, int) else cell


def too_few_points(edition: str, score: int) -> bool:
    """An unrated player's score that is dropped for both sides: 6.1 of 2003 (0 and half), 2009 and 2014 (0)."""
    return score <= (50 if edition == E2003 else 0)


def field(edition: str, players: Sequence[Entrant], results: Mapping[str, Mapping[str, Cell]]) -> list[Entrant]:
    """Those who stay: unrated players with too few points are out, and the rest is a smaller round robin (E 25 c)."""
    stay = list(players)
    while True:
        out = [
            player
            for player in stay
            if player.rating is None
            and too_few_points(
                edition,
                sum(sum(points(results[player.name][other.name])) for other in stay if other.name != player.name),
            )
        ]
        if not out:
            return stay
        stay = [player for player in stay if player not in out]


def average_of_the_event(edition: str, rows: Sequence[Row]) -> tuple[Fraction, Fraction | None, Fraction]:
    """Rar, dpa and Ra (10.2.1b, 8.21 b); Ra is a whole number where unrated players take part (E 13, 1)."""
    rated = [row for row in rows if row.rating is not None]
    rar = Fraction(sum(row.rating or 0 for row in rated), len(rated))
    if len(rated) == len(rows):
        return rar, None, rar
    for row in rated:
        row.p = percentage(row.score, row.games)
        row.dp = dp(edition, row.p)
    dpa = Fraction(sum(row.dp or 0 for row in rated), len(rated))
    return rar, dpa, Fraction(half_up(rar - dpa * Fraction(len(rows) - 1, len(rows))))


def first_pass(edition: str, rows: Sequence[Row], ra: Fraction) -> None:
    """Rc and Ru of the unrated players (10.2.2 to 10.2.5, 8.22 to 8.25); in 2003 Rc of the rated ones (10.5.1)."""
    n = len(rows) - 1
    for row in rows:
        if row.rating is None:
            row.p = percentage(row.score, row.games)
            row.dp, row.added = term(edition, row.score, row.games, Fraction(n, n + 1))
            row.rc = ra
            row.ru = half_up(ra + row.added)
        elif edition == E2003:
            row.rc = (ra * (n + 1) - row.rating) / n


def correction(edition: str, rows: Sequence[Row]) -> None:
    """The one correction, a shift of Rc, for all from the same first pass (10.5.7, 8.58; E 13, 3 to 5)."""
    limit = LIMIT[edition]
    for row in rows:
        far = [other for other in rows if abs(row.strength - other.strength) > limit]
        row.counts_as = {other.name: limited(row.strength, other.strength, limit) for other in far}
        if row.rc is not None:
            shift = sum(row.counts_as[other.name] - other.strength for other in far)
            row.rc_new = half_up(row.rc + Fraction(shift, len(rows) - 1))
            row.ru_new = half_up(row.rc_new + row.added) if row.rating is None else None


def changes(edition: str, rows: Sequence[Row], games_between: int) -> None:
    """D, PD, We and the change of the rated players (10.5.3 with E 4, 10.5.4; 8.51 to 8.55 with Ru(new))."""
    for row in rows:
        if row.rating is None:
            continue
        if edition == E2003:
            row.difference = row.rating - (row.rc_new or 0)
            row.pd = pd(row.difference)
            row.expected = row.pd * row.games
        else:
            row.expected = games_between * sum(
                pd(row.rating - limited(row.rating, other.final, LIMIT[edition])) for other in rows if other is not row
            )
        if row.k is not None:
            row.change = row.k * (row.score - row.expected)


def round_robin(edition: str, players: Sequence[Entrant], results: Mapping[str, Mapping[str, Cell]]) -> Table:
    """A round robin with unrated players, exactly as E 13 says (10.2.1b, 10.5.7; 8.21 b, 8.58)."""
    inside = field(edition, players, results)
    rows: dict[str, Row] = {}
    for player in players:
        cells = [results[player.name][other.name] for other in inside if other.name != player.name]
        scores = [score for cell in cells for score in points(cell)]
        rows[player.name] = Row(*player, sum(scores), len(scores), dropped=player not in inside)
    staying = [rows[player.name] for player in inside]
    rar, dpa, ra = average_of_the_event(edition, staying)
    first_pass(edition, staying, ra)
    correction(edition, staying)
    changes(edition, staying, staying[0].games // (len(staying) - 1))
    return Table(rows, rar, dpa, ra)
