"""Random players for the property tests: rated ones, newcomers and round robins, crowded around the limits of the law.

Every strategy takes the id of one of the four editions that have a document for the players of FIDE.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from chances import Chance, made_by
from second_reading import CLASSES, FLOOR
from second_reading_first import closing, last_use

from arpad.model.period import Born, Event, Game, Player, RatingPeriod

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis import strategies as st

EDITIONS = ("fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03")
WITH_ROUND_ROBINS = EDITIONS[:3]
"""The editions that rate round robins with unrated players in a way of their own."""

COEFFICIENTS = (10, 15, 20, 25, 40)
LOWEST, HIGHEST = 1000, 2900
EDGES = sorted({edge for least, most, _ in CLASSES for edge in (least, most)} | {349, 350, 351, 399, 400, 401, 736})
"""Differences at which the expectation, or the way it is found, changes."""

SCORES = (0, 50, 100)
K_LIMITS = (2299, 2300, 2399, 2400)

# ---------------------------------------------------------------------------------------------------------------------
# Rated players
# ---------------------------------------------------------------------------------------------------------------------


class Season(NamedTuple):
    """A list, and the days on which its events may begin: so many before the list in force, so many in it."""

    listed: date
    in_force: date
    before: int
    within: int


SEASONS = {
    "fide-2003-07": (Season(date(2004, 4, 1), date(2004, 1, 1), 40, 45),),
    "fide-2009-07": (Season(date(2010, 3, 1), date(2010, 1, 1), 40, 40),),
    "fide-2014-07": (
        Season(date(2016, 3, 1), date(2016, 2, 1), 30, 12),
        Season(date(2017, 1, 1), date(2016, 12, 1), 30, 12),
    ),
    "fide-2024-03": (
        Season(date(2024, 6, 1), date(2024, 5, 1), 30, 12),
        Season(date(2025, 1, 1), date(2024, 12, 1), 30, 12),
    ),
}
"""The edition is in force on the list and on every day of play."""


def rating_from(chance: Chance, edition: str) -> int:
    """A rating anywhere, just above the floor, or at the limits of K."""
    floor = FLOOR[edition]
    limits = (2299, 2300, 2301, 2399, 2400, 2401, 2649, 2650)
    match chance.randrange(3):
        case 0:
            return chance.randint(floor, floor + 12)
        case 1:
            return chance.choice(limits)
    return chance.randint(LOWEST, HIGHEST)


def opponent_from(chance: Chance, edition: str, rating: int) -> int:
    """A rated opponent, more often than not at an edge of the table or of the largest difference."""
    if chance.one_in(3):
        return rating_from(chance, edition)
    edge = chance.choice(EDGES)
    higher = rating + edge
    return chance.choice((higher, rating - edge)) if rating - edge >= LOWEST else higher


def born_from(chance: Chance, day: date) -> Born | None:
    """A birth date that makes a player of age about a day, or far from it, or only the year, or nothing."""
    kind = chance.choice(("unknown", "year", "near", "near", "any"))
    if kind == "unknown":
        return None
    if kind == "year":
        return Born(day.year - chance.randint(17, 20))
    near = day + timedelta(days=chance.randint(-30, 12))
    if kind == "any":
        near = near.replace(month=chance.randint(1, 12), day=chance.randint(1, 28))
    return Born(near.year - chance.choice((17, 18, 18, 18, 19)), near.month, min(near.day, 28))


def rated_event(chance: Chance, edition: str, days: tuple[date, date], own: int | None, rating: int) -> Event:
    """An event of a rated player, seldom a round robin with unrated players, for which a crosstable is needed."""
    system = chance.choice(("swiss", "swiss", "team", "roundrobin", "match", "scheveningen"))
    has_unrated = system != "roundrobin" or chance.one_in(16)

    def opponent() -> int | None:
        is_unrated = has_unrated and chance.one_in(8)
        return None if is_unrated else opponent_from(chance, edition, own or rating)

    length = chance.choice((1, 9, 1, 2, 18, 3, 5, 1, 0, 9))
    # A match has one opponent only.
    field = [opponent()] * length if system == "match" else [opponent() for _ in range(length)]
    games = [Game(met, chance.choice(SCORES)) for met in field]
    if system in {"roundrobin", "scheveningen"} and chance.one_in(2):
        # Some are met again, in a second cycle or a play-off.
        size = chance.randint(1, max(1, length))
        games = [replace(games[at % size], score=game.score, opponent_id=at % size) for at, game in enumerate(games)]
    k = chance.choice(COEFFICIENTS) if chance.one_in(16) else None
    return Event(*days, own, tuple(games), k=k, system=system)


def rated_period(chance: Chance, edition: str) -> RatingPeriod:
    """A rated player's period: up to four events, some begun on the list before, some before there was a rating."""
    season = chance.choice(SEASONS[edition])
    rating = rating_from(chance, edition)
    near = chance.randint(max(LOWEST, rating - 60), min(HIGHEST, rating + 60))
    earlier = chance.choice((None, rating, near))
    offsets = {
        (chance.near(-season.before, season.within, (-1, 0)), chance.randint(0, 9))
        for _ in range(chance.randint(chance.choice((1, 2, 3, 0, 4)), 4))
    }
    events = []
    for offset, more in chance.shuffled(sorted(offsets)):
        start = season.in_force + timedelta(days=offset)
        own = rating if offset >= 0 else earlier
        events.append(rated_event(chance, edition, (start, start + timedelta(days=more)), own, rating))
    if chance.one_in(4):
        player = Player(rating, k=chance.choice(COEFFICIENTS))
    else:
        least = max(rating, earlier or 0)
        highest = chance.choice((least, chance.randint(least, HIGHEST), *K_LIMITS))
        played = chance.choice((chance.randint(0, 60), chance.choice((20, 27, 28, 29, 30, 31))))
        kept = chance.choice(("both", "both", "both", "both", "games", "highest"))  # something is known
        player = Player(
            rating,
            born=born_from(chance, season.in_force),
            games=None if kept == "highest" else played,
            highest=None if kept == "games" else max(least, highest),
        )
    return RatingPeriod("standard", season.listed, player, tuple(events), chance.choice((edition, None)))


def rated_periods(edition: str) -> st.SearchStrategy[RatingPeriod]:
    """Periods of rated players."""
    return made_by(rated_period, edition)


# ---------------------------------------------------------------------------------------------------------------------
# Newcomers
# ---------------------------------------------------------------------------------------------------------------------

FIRST_LISTS = {
    "fide-2003-07": (date(2005, 4, 1), date(2006, 1, 1)),
    "fide-2009-07": (date(2011, 3, 1), date(2011, 5, 1)),
    "fide-2014-07": (date(2016, 3, 1), date(2017, 1, 1)),
    "fide-2024-03": (date(2025, 6, 1), date(2025, 8, 1)),
}
"""The edition is named in the period, so that it also holds for events from before its time."""


@cache
def oldest_end(edition: str, listed: date) -> date:
    """The first day on which an event may have ended that a list may still use."""
    day = closing(edition, listed)
    while last_use(edition, day - timedelta(days=1)) >= listed:
        day -= timedelta(days=1)
    return day


def end_from(chance: Chance, edition: str, listed: date) -> date:
    """The last day of an event: anywhere, about the oldest that counts, at the closing, seldom after the list.

    Between the closing and the list itself only official events may end, which a period does not tell.
    """
    oldest, last = oldest_end(edition, listed), closing(edition, listed)
    match chance.choice(("any", "any", "any", "any", "oldest", "oldest", "last", "any", "later")):
        case "oldest":
            return oldest + timedelta(days=chance.choice((0, -1, 1, -2, 2, -20)))
        case "last":
            return last - timedelta(days=chance.randint(0, 2))
        case "later":
            return listed + timedelta(days=chance.randint(0, 1))
    return oldest + timedelta(days=chance.randint(0, (last - oldest).days))


def first_event(chance: Chance, edition: str, end: date, centre: int) -> Event:
    """An event of a newcomer: few games or many, few points or many, sometimes a round robin with its Rc(new)."""
    system = chance.choice(("swiss", "swiss", "swiss", "team", "roundrobin", "roundrobin", "match", "scheveningen"))

    def rated() -> int:
        near = chance.randint(centre, centre + 8)
        return near if chance.one_in(2) else chance.randint(max(FLOOR[edition], centre - 300), centre + 300)

    points = chance.choice((SCORES, (50,), (50, 100), SCORES, (0, 0, 50), (0,)))
    length = chance.choice((9, 5, 4, 3, 8, 7, 6, 2, 1, 11, 30, 0))
    average, cycles = None, 1
    if system == "roundrobin":
        cycles = 1 + chance.choice((0, 0, 1))
        length -= length % cycles
        average = None if chance.one_in(10) else rated()
    only, has_unrated = rated(), chance.one_in(2)
    few = chance.choice((0, 0, 2, 3, 4))

    def game() -> Game:
        opponent = only if system == "match" else None if has_unrated and chance.one_in(3) else rated()
        name = chance.randint(1, few) if few and not chance.one_in(3) else None
        return Game(opponent, chance.choice(points), opponent_id=name)

    return Event(
        end - timedelta(days=chance.randint(0, 9)),
        end,
        None,
        tuple(game() for _ in range(length)),
        system=system,
        average=average,
        cycles=cycles,
        team_championship=system == "team" and chance.one_in(2),
    )


def first_period(chance: Chance, edition: str) -> RatingPeriod:
    """A newcomer with up to four events, no two with the same last day, near the floor or the cap or anywhere."""
    listed = chance.choice(FIRST_LISTS[edition])
    floor = FLOOR[edition]
    centre = chance.choice((floor, floor + 100, floor + 350, 1900, 2200, 2390, 2400))
    most = chance.randint(chance.choice((1, 2, 3, 0, 4)), 4)
    days = {end_from(chance, edition, listed) for _ in range(most)}
    player = Player(
        None,
        born=born_from(chance, listed),
        games=chance.choice((None, chance.choice((0, 1, 20, 25, 30)))),
        highest=chance.choice((None, floor, chance.choice(K_LIMITS))),
        association=chance.choice((None, None, "IBCA", "ICSC", "IPCA")),
    )
    events = tuple(first_event(chance, edition, end, centre) for end in chance.shuffled(sorted(days)))
    return RatingPeriod("standard", listed, player, events, edition)


def first_periods(edition: str) -> st.SearchStrategy[RatingPeriod]:
    """Periods of newcomers."""
    return made_by(first_period, edition)


# ---------------------------------------------------------------------------------------------------------------------
# Round robins
# ---------------------------------------------------------------------------------------------------------------------


class RoundRobinGiven(NamedTuple):
    """A crosstable: ratings (None: unrated), K, who has a part result already, and the scores of each against each."""

    ratings: tuple[int | None, ...]
    coefficients: tuple[int | None, ...]
    part_results: tuple[bool, ...]
    results: tuple[tuple[tuple[int, ...], ...], ...]
    cycles: int = 1


APART = (-201, -200, -176, -175, 0, 175, 176, 200, 201)
"""From the middle: two of these are 350 or 351, or 400 or 401, apart."""


Cells = tuple[tuple[tuple[int, ...], ...], ...]


def cells_from(chance: Chance, unrated: Sequence[int], size: int, *, twice: bool) -> Cells:
    """The scores of each against each: sometimes one loses to all, often an unrated one, seldom two by decision."""
    hopeless = chance.choice((None, chance.randrange(size), chance.choice(unrated)))
    spared = chance.choice((None, chance.randrange(size)))
    score = chance.choice((50, 100))
    results: list[list[tuple[int, ...]]] = [[()] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            played = [chance.choice(SCORES) for _ in range(2 if twice else 1)]
            if hopeless in {i, j}:
                played = [100 if hopeless == j else 0 for _ in played]
                if spared in {i, j}:  # the only points of the hopeless player
                    played[0] = 100 - score if hopeless == j else score
            results[i][j] = tuple(played)
            results[j][i] = tuple(100 - own for own in played)
    if chance.one_in(10):
        results[0][1] = results[1][0] = tuple(0 for _ in results[0][1])
    return tuple(tuple(row) for row in results)


def round_robin_from(chance: Chance, edition: str, unplayed: bool) -> RoundRobinGiven:
    """A round robin with unrated players that is rated (6.3 / 6.2): single or double, close together or far apart."""
    size = chance.randint(5, 12)
    twice = size >= 6 and chance.one_in(4)
    rated = chance.choice((size - 1, chance.randint(max(4, -(-size // 3)), size - 1)))
    centre = chance.randint(FLOOR[edition] + 300, 2500)
    spread = chance.choice((50, 300, 450))
    is_apart = chance.one_in(2)

    def strength() -> int:
        if is_apart:
            return centre + chance.choice(APART)
        return chance.randint(max(FLOOR[edition], centre - spread), centre + spread)

    ranks = chance.shuffled([True] * rated + [False] * (size - rated))
    own = tuple(strength() if is_rated else None for is_rated in ranks)
    ks = tuple(None if rating is None else chance.choice((*COEFFICIENTS, None)) for rating in own)
    parts = tuple(rating is None and chance.one_in(2) for rating in own)
    results = cells_from(chance, [at for at, rating in enumerate(own) if rating is None], size, twice=twice)
    if unplayed:
        pairs = [(i, j) for i in range(size) for j in range(i)]
        out = set(chance.sample(pairs, chance.randint(1, 9)))
        results = tuple(
            tuple(cell[1:] if (max(i, j), min(i, j)) in out else cell for j, cell in enumerate(row))
            for i, row in enumerate(results)
        )
    if chance.one_in(4):
        results = with_play_offs(chance, results, 2 if twice else 1)
    return RoundRobinGiven(own, ks, parts, results, 2 if twice else 1)


def with_play_offs(chance: Chance, results: Cells, cycles: int) -> Cells:
    """Let some who met as often as they should meet once or twice more."""
    table = [list(row) for row in results]
    played = [(i, j) for i in range(len(results)) for j in range(i) if len(results[i][j]) == cycles]
    for i, j in chance.sample(played, min(len(played), chance.randint(0, 3))):
        more = [chance.choice(SCORES) for _ in range(chance.randint(1, 2))]
        table[i][j] += tuple(more)
        table[j][i] += tuple(100 - own for own in more)
    return tuple(tuple(row) for row in table)


def round_robins(edition: str, *, unplayed: bool = False) -> st.SearchStrategy[RoundRobinGiven]:
    """Round robins with unrated players; with games that were not played, where these are asked for."""
    return made_by(round_robin_from, edition, unplayed)
