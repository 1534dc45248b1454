"""A second reading of four editions, written from the articles alone: plain Python, nothing of arpad in it.

It is slow, short and literal on purpose. Ratings are whole numbers, points and probabilities hundredths, everything
that may be broken is a `Fraction`. "E n" is an entry of the errata, "reading n" one of the settled readings. Here are
the tables and rated players; newcomers and crosstables are in modules of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
# What is read: games and events of any class that has these names in it
# ---------------------------------------------------------------------------------------------------------------------


class AGame(Protocol):
    """A played game: the opponent's rating (None: unrated) and the player's own points in hundredths."""

    @property
    def opponent(self) -> int | None:
        """The opponent's rating."""

    @property
    def score(self) -> int:
        """Hundredths of a point."""

    @property
    def opponent_id(self) -> int | str | None:
        """Who the opponent was, where that is known."""


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
    def k(self) -> int | None:
        """K, where it is given for this event."""

    @property
    def games(self) -> Sequence[AGame]:
        """The games that were played."""

    @property
    def system(self) -> str:
        """How it was paired: swiss, team, roundrobin, match, scheveningen."""

    @property
    def average(self) -> int | None:
        """A newcomer's Rc(new) in a round robin with unrated players."""

    @property
    def cycles(self) -> int:
        """How often everybody met everybody in a round robin."""

    @property
    def team_championship(self) -> bool:
        """An Olympiad, or a world or continental team championship."""


def in_order(events: Iterable[AnEvent]) -> list[AnEvent]:
    """The events in the order in which they are counted: by last day, then first day (reading 4)."""
    return sorted(events, key=lambda event: (event.end, event.start))


def is_rated_event(edition: str, event: AnEvent) -> bool:
    """False for matches that are not rated because somebody is unrated.

    From 2009 on one is too many in a match (6.6; 6.6 with E 26; 6.1), in 2003 more than one in a match or a
    Scheveningen event (6.4 with E 19). The player himself is one if he was unrated at the start.
    """
    unrated = [
        ("game", at) if game.opponent_id is None else ("player", game.opponent_id)
        for at, game in enumerate(event.games)
        if game.opponent is None
    ]
    several = len(set(unrated)) + (event.rating is None)
    if edition == E2003:
        return event.system not in {"match", "scheveningen"} or several <= 1
    return event.system != "match" or several == 0


def against_rated(edition: str, event: AnEvent) -> list[tuple[int, int]]:
    """The games against rated opponents, which alone count outside round robins (6.4.1; 6.42; 6.32; 8.3.1)."""
    if not is_rated_event(edition, event):
        return []
    return [(game.opponent, game.score) for game in event.games if game.opponent is not None]


def rated_opponents(event: AnEvent) -> int:
    """How many different rated opponents: one in a match, and elsewhere one for each game that does not say who."""
    rated = [game for game in event.games if game.opponent is not None]
    if event.system == "match":
        return 1 if rated else 0
    return len({(at, "") if game.opponent_id is None else (-1, game.opponent_id) for at, game in enumerate(rated)})


def is_round_robin(edition: str, event: AnEvent) -> bool:
    """A round robin in which games between all players count (10.2.1b, 8.21 b, 8.52); 2024 has no such rule."""
    return edition != E2024 and event.system == "roundrobin"


# ---------------------------------------------------------------------------------------------------------------------
# Rated players
# ---------------------------------------------------------------------------------------------------------------------

FLOOR = {E2003: 1801, E2009: 1200, E2014: 1000, E2024: 1400}
"""The lowest rating that is published: 9.1.2a with 10.3.2; 0.6; 7.12; 7.1.2."""

LIMIT = {E2003: 350, E2009: 400, E2014: 400, E2024: 400}
"""The largest difference: 10.5.1; 8.54; 8.54; 8.3.1."""


def listed(edition: str, rating: int) -> int | None:
    """A rating that is published, or None below the floor (9.2.1; 7.21; 7.21; 7.2.1)."""
    return rating if rating >= FLOOR[edition] else None


def limited(edition: str, own: int, opponent: int) -> int:
    """The opponent's rating as it counts: no further away than the limit."""
    return max(own - LIMIT[edition], min(own + LIMIT[edition], opponent))


def once_each(event: AnEvent) -> list[int]:
    """The rated opponents of a round robin, each once, whatever play-offs there were (n of 10.5.1, R-039)."""
    ratings: dict[object, int] = {}
    for at, game in enumerate(event.games):
        if game.opponent is not None:
            ratings.setdefault(
                ("game", at) if game.opponent_id is None else ("player", game.opponent_id), game.opponent
            )
    return list(ratings.values())


def expected(edition: str, rating: int, opponents: Sequence[int], field: Sequence[int] | None = None) -> int:
    """We in hundredths; `field` has the opponents who make the average, where it is not made of all games.

    2003, 10.5.1, 10.5.3, 10.5.4: each opponent moved to within 350, D = R - Rc with the whole Rc, We = n times PD.
    2009 and 2014, 8.51 to 8.55; 2024, 8.3.1 and 8.3.2: game by game, a difference above 400 counts as 400.
    """
    if not opponents:
        return 0
    near = [limited(edition, rating, opponent) for opponent in opponents]
    if edition == E2003:
        met = near if field is None else [limited(edition, rating, opponent) for opponent in field]
        return len(near) * pd(rating - half_up(Fraction(sum(met), len(met))))
    return sum(pd(rating - opponent) for opponent in near)


def balance(edition: str, rating: int, games: Sequence[tuple[int, int]], field: Sequence[int] | None = None) -> int:
    """W - We in hundredths (10.5.4; 8.55 b; 8.55 b; 8.3.2 b)."""
    return sum(score for _, score in games) - expected(edition, rating, [opponent for opponent, _ in games], field)


def rounded_change(edition: str, product: int) -> int:
    """The change of a period: half up (10.5.6, 8.57), half away from zero in 2024 (8.3.4, reading 2)."""
    value = Fraction(product, 100)
    return half_away(value) if edition == E2024 else half_up(value)


class Known(NamedTuple):
    """What the last list and the history say about a player; None is not known."""

    rating: int
    games: int | None = None
    highest: int | None = None
    born: date | int | None = None
    """The day, or only the year."""


def is_junior(edition: str, born: date | int, day: date) -> bool:
    """Under age on that day.

    2014, 8.56: until the 18th birthday. 2024, 8.3.3: to the end of the year of the 18th birthday. Where only the
    year is known, to the end of the year (reading 4).
    """
    if isinstance(born, int) or edition == E2024:
        return day.year <= (born if isinstance(born, int) else born.year) + 18
    return (day.year, day.month, day.day) < (born.year + 18, born.month, born.day)


def coefficient(edition: str, games: int, highest: int, *, junior: bool) -> int:
    """K (10.5.4a; 8.56; 8.56; 8.3.3, in the order of reading 4)."""
    if edition == E2003:
        if games < 30:
            return 25
        return 10 if highest >= 2400 else 15
    if highest >= 2400:
        return 10
    if edition == E2009:
        return 25 if games < 30 else 15
    if junior and highest < 2300:
        return 40
    return 40 if games < 30 else 20


def coefficient_of(edition: str, known: Known, played: int, day: date) -> int | None:
    """K on a day, with so many games more than known; None where what is not known would decide it."""
    games = [played, played + 30] if known.games is None else [known.games + played]
    highest = [max(known.rating, known.highest or 0)]
    if known.highest is None:
        highest += [max(known.rating, limit) for limit in (2300, 2400)]
    junior = [False, True] if known.born is None else [is_junior(edition, known.born, day)]
    possible = {
        coefficient(edition, so_many, so_high, junior=so_young)
        for so_many in games
        for so_high in highest
        for so_young in junior
    }
    return possible.pop() if len(possible) == 1 else None


def month_before(day: date) -> date:
    """The first day of the month before: the list before, where lists are monthly."""
    return date(day.year - 1, 12, 1) if day.month == 1 else date(day.year, day.month - 1, 1)


def coefficients(
    edition: str, known: Known, events: Sequence[AnEvent], list_date: date, given: int | None
) -> list[int | None]:
    """K of each event, the events being in order: as given for the event or the player, else by history (reading 5).

    2003: when it is calculated, one event after the other. 2009 and 2014: at the start of the event, with the events
    that ended before it. 2024: that of the list before, for all events. The ratings with which he began events
    were published too; at the start of an event, those that came later were not.
    """
    played = [len(against_rated(edition, event)) for event in events]
    ever = max(known.rating, *(event.rating or 0 for event in events), 0)
    ks = []
    for at, event in enumerate(events):
        if edition == E2003:
            k = coefficient_of(edition, known._replace(rating=ever), sum(played[:at]), event.start)
        elif edition == E2024:
            k = coefficient_of(edition, known._replace(rating=ever), 0, month_before(list_date))
        else:
            by_then = max(other.rating or 0 for other in events if other.start <= event.start)
            ended = sum(count for other, count in zip(events, played, strict=True) if other.end < event.start)
            k = coefficient_of(edition, known._replace(rating=by_then or known.rating), ended, event.start)
        ks.append(event.k if event.k is not None else k if given is None else given)
    return ks


def reduced(edition: str, k: int, games: int) -> int:
    """K after the limit of 2024: the largest whole number that makes no more than 700 with the games (8.3.3)."""
    return 700 // games if edition == E2024 and k * games > 700 else k


@dataclass(frozen=True)
class Period:
    """What a rated player's period is worth; the tuples have a place for each event, in order."""

    events: tuple[AnEvent, ...]
    games: tuple[int, ...]
    balances: tuple[int, ...]
    coefficients: tuple[int | None, ...]
    applied: tuple[int | None, ...] = ()
    """K after the limit of 700; None where it is not known, and nothing was played."""
    product: int | None = None
    change: int | None = None
    reached: int | None = None
    new_rating: int | None = None
    without: frozenset[str] = frozenset()
    """What is wanting where there is no change: a crosstable (8.52 and counterparts), K."""


def rated_period(
    edition: str, known: Known, events: Iterable[AnEvent], list_date: date, given: int | None = None
) -> Period:
    """All events of a period (10.5.5; 8.55 c; 8.55 c; 8.3.2 d), rounded once (reading 3).

    In each event the player has the rating of the list at its start; one who was unrated then, his present rating
    (10.4; 8.4; 8.4; 8.2.4). The sum is added to the last published rating (reading 6).
    """
    ordered = in_order(events)
    played = [against_rated(edition, event) for event in ordered]
    balances = tuple(
        balance(
            edition,
            known.rating if event.rating is None else event.rating,
            games,
            once_each(event) if event.system == "roundrobin" else None,
        )
        for event, games in zip(ordered, played, strict=True)
    )
    ks = tuple(coefficients(edition, known, ordered, list_date, given))
    counts = tuple(len(games) for games in played)
    figures = (tuple(ordered), counts, balances, ks)
    without = set()
    if any(is_round_robin(edition, event) and any(g.opponent is None for g in event.games) for event in ordered):
        without.add("crosstable")
    if any(count and k is None for count, k in zip(counts, ks, strict=True)):
        without.add("K")
    if without:
        return Period(*figures, without=frozenset(without))
    applied = tuple(None if k is None else reduced(edition, k, sum(counts)) for k in ks)
    product = sum((k or 0) * points for k, points in zip(applied, balances, strict=True))
    change = rounded_change(edition, product)
    reached = known.rating + change
    return Period(*figures, applied, product, change, reached, listed(edition, reached))
