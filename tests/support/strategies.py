"""Random players for the property tests: rated ones, newcomers and round robins, crowded around the limits of the law.

Every strategy takes the id of one of the four editions that have a document for the players of FIDE.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st
from second_reading import CLASSES, FLOOR
from second_reading_first import closing, last_use

from arpad.model.period import Born, Event, Game, Player, RatingPeriod

EDITIONS = ("fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03")
WITH_ROUND_ROBINS = EDITIONS[:3]
"""The editions that rate round robins with unrated players in a way of their own."""

COEFFICIENTS = (10, 15, 20, 25, 40)
LOWEST, HIGHEST = 1000, 2900
EDGES = sorted({edge for least, most, _ in CLASSES for edge in (least, most)} | {349, 350, 351, 399, 400, 401, 736})
"""Differences at which the expectation, or the way it is found, changes."""

scores = st.sampled_from((0, 50, 100))

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


def ratings(edition: str) -> st.SearchStrategy[int]:
    """Ratings anywhere, just above the floor, and at the limits of K."""
    floor = FLOOR[edition]
    limits = st.sampled_from((2299, 2300, 2301, 2399, 2400, 2401, 2649, 2650))
    return st.integers(LOWEST, HIGHEST) | st.integers(floor, floor + 12) | limits


def opponents(edition: str, rating: int) -> st.SearchStrategy[int]:
    """A rated opponent, more often than not at an edge of the table or of the largest difference."""
    near = st.sampled_from([rated for edge in EDGES for rated in (rating + edge, rating - edge) if rated >= LOWEST])
    return near | near | ratings(edition)


@st.composite
def born(draw: st.DrawFn, day: date) -> Born | None:
    """A birth date that makes a player of age about a day, or far from it, or only the year, or nothing."""
    kind = draw(st.sampled_from(("unknown", "year", "near", "near", "any")))
    if kind == "unknown":
        return None
    if kind == "year":
        return Born(day.year - draw(st.integers(17, 20)))
    near = day + timedelta(days=draw(st.integers(-30, 12)))
    if kind == "any":
        near = near.replace(month=draw(st.integers(1, 12)), day=draw(st.integers(1, 28)))
    return Born(near.year - draw(st.sampled_from((17, 18, 18, 18, 19))), near.month, min(near.day, 28))


@st.composite
def rated_events(draw: st.DrawFn, edition: str, days: tuple[date, date], own: int | None, rating: int) -> Event:
    """An event of a rated player, seldom a round robin with unrated players, for which a crosstable is needed."""
    system = draw(st.sampled_from(("swiss", "swiss", "team", "roundrobin", "match", "scheveningen")))
    rated = opponents(edition, own or rating)
    if system == "match":  # one opponent only
        rated = st.just(draw(rated | st.none()))
    elif system != "roundrobin" or draw(st.integers(0, 15)) == 0:
        rated = rated | rated | st.none()
    length = draw(st.sampled_from((1, 9, 1, 2, 18, 3, 5, 1, 0, 9)))
    games = draw(st.lists(st.builds(Game, rated, scores), min_size=length, max_size=length))
    if system in {"roundrobin", "scheveningen"} and draw(st.booleans()):
        # Some are met again, in a second cycle or a play-off.
        field = draw(st.integers(1, max(1, length)))
        games = [replace(games[at % field], score=game.score, opponent_id=at % field) for at, game in enumerate(games)]
    k = draw(st.sampled_from(COEFFICIENTS)) if draw(st.integers(0, 15)) == 0 else None
    return Event(*days, own, tuple(games), k=k, system=system)


@st.composite
def rated_periods(draw: st.DrawFn, edition: str) -> RatingPeriod:
    """A rated player's period: up to four events, some begun on the list before, some before he had a rating."""
    season = draw(st.sampled_from(SEASONS[edition]))
    rating = draw(ratings(edition))
    near = st.integers(max(LOWEST, rating - 60), min(HIGHEST, rating + 60))
    earlier = draw(st.none() | st.just(rating) | near)
    offsets = draw(
        st.lists(
            st.tuples(st.integers(-season.before, season.within), st.integers(0, 9)),
            min_size=draw(st.sampled_from((1, 2, 3, 0, 4))),
            max_size=4,
            unique=True,
        )
    )
    events = []
    for offset, more in offsets:
        start = season.in_force + timedelta(days=offset)
        own = rating if offset >= 0 else earlier
        events.append(draw(rated_events(edition, (start, start + timedelta(days=more)), own, rating)))
    if draw(st.integers(0, 3)) == 0:
        player = Player(rating, k=draw(st.sampled_from(COEFFICIENTS)))
    else:
        least = max(rating, earlier or 0)
        highest = draw(st.just(least) | st.integers(least, HIGHEST) | st.sampled_from((2299, 2300, 2399, 2400)))
        played = draw(st.integers(0, 60) | st.sampled_from((20, 27, 28, 29, 30, 31)))
        kept = draw(st.sampled_from(("both", "both", "both", "both", "games", "highest")))  # something is known
        player = Player(
            rating,
            born=draw(born(season.in_force)),
            games=None if kept == "highest" else played,
            highest=None if kept == "games" else max(least, highest),
        )
    return RatingPeriod("standard", season.listed, player, tuple(events), draw(st.sampled_from((edition, None))))


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


@st.composite
def ends(draw: st.DrawFn, edition: str, listed: date) -> date:
    """Last days of events: anywhere, about the oldest that counts, at the closing, seldom after the list.

    Between the closing and the list itself only official events may end, which a period does not tell.
    """
    oldest, last = oldest_end(edition, listed), closing(edition, listed)
    match draw(st.sampled_from(("any", "any", "any", "any", "oldest", "oldest", "last", "any", "later"))):
        case "oldest":
            return oldest + timedelta(days=draw(st.sampled_from((0, -1, 1, -2, 2, -20))))
        case "last":
            return last - timedelta(days=draw(st.integers(0, 2)))
        case "later":
            return listed + timedelta(days=draw(st.integers(0, 1)))
    return draw(st.dates(oldest, last))


@st.composite
def first_events(draw: st.DrawFn, edition: str, end: date, centre: int) -> Event:
    """An event of a newcomer: few games or many, few points or many, sometimes a round robin with its Rc(new)."""
    system = draw(
        st.sampled_from(("swiss", "swiss", "swiss", "team", "roundrobin", "roundrobin", "match", "scheveningen"))
    )
    opponent = st.integers(max(FLOOR[edition], centre - 300), centre + 300) | st.integers(centre, centre + 8)
    points = draw(
        st.sampled_from(
            (scores, st.just(50), st.sampled_from((50, 100)), scores, st.sampled_from((0, 0, 50)), st.just(0))
        )
    )
    length = draw(st.sampled_from((9, 5, 4, 3, 8, 7, 6, 2, 1, 11, 30, 0)))
    average, cycles = None, 1
    if system == "roundrobin":
        cycles = 1 + draw(st.sampled_from((0, 0, 1)))
        length -= length % cycles
        average = draw(opponent) if draw(st.integers(0, 9)) else None
    if system == "match":
        opponent = st.just(draw(opponent))
    elif draw(st.booleans()):
        opponent = opponent | st.none()
    few = draw(st.sampled_from((0, 0, 2, 3, 4)))
    names = st.none() if not few else st.none() | st.integers(1, few) | st.integers(1, few)
    one_game = st.builds(Game, opponent, points, opponent_id=names)
    games = draw(st.lists(one_game, min_size=length, max_size=length))
    return Event(
        end - timedelta(days=draw(st.integers(0, 9))),
        end,
        None,
        tuple(games),
        system=system,
        average=average,
        cycles=cycles,
        team_championship=system == "team" and draw(st.booleans()),
    )


@st.composite
def first_periods(draw: st.DrawFn, edition: str) -> RatingPeriod:
    """A newcomer with up to four events, no two with the same last day, near the floor or the cap or anywhere."""
    listed = draw(st.sampled_from(FIRST_LISTS[edition]))
    floor = FLOOR[edition]
    centre = draw(st.sampled_from((floor, floor + 100, floor + 350, 1900, 2200, 2390, 2400)))
    least = draw(st.sampled_from((1, 2, 3, 0, 4)))
    days = draw(st.lists(ends(edition, listed), min_size=least, max_size=4, unique=True))
    player = Player(
        None,
        born=draw(born(listed)),
        games=draw(st.none() | st.sampled_from((0, 1, 20, 25, 30))),
        highest=draw(st.none() | st.just(floor) | st.sampled_from((2299, 2300, 2399, 2400))),
        association=draw(st.sampled_from((None, None, "IBCA", "ICSC", "IPCA"))),
    )
    events = tuple(draw(first_events(edition, end, centre)) for end in days)
    return RatingPeriod("standard", listed, player, events, edition)


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


@st.composite
def cells(draw: st.DrawFn, size: int, twice: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The scores of each against each: sometimes nobody but one loses to all, seldom both lose by decision."""
    hopeless = draw(st.sampled_from((None, *range(size))))
    spared = draw(st.sampled_from((None, *range(size))))
    score = draw(st.sampled_from((50, 100)))
    results: list[list[tuple[int, ...]]] = [[()] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            played = [draw(scores) for _ in range(2 if twice else 1)]
            if hopeless in {i, j}:
                played = [100 if hopeless == j else 0 for _ in played]
                if spared in {i, j}:  # the hopeless one has his only points here
                    played[0] = 100 - score if hopeless == j else score
            results[i][j] = tuple(played)
            results[j][i] = tuple(100 - draw for draw in played)
    if draw(st.integers(0, 9)) == 0:
        results[0][1] = results[1][0] = tuple(0 for _ in results[0][1])
    return tuple(tuple(row) for row in results)


@st.composite
def round_robins(draw: st.DrawFn, edition: str, *, unplayed: bool = False) -> RoundRobinGiven:
    """A round robin with unrated players that is rated (6.3 / 6.2): single or double, close together or far apart."""
    size = draw(st.integers(5, 12))
    twice = size >= 6 and draw(st.integers(0, 3)) == 0
    rated = draw(st.integers(max(4, -(-size // 3)), size - 1))
    centre = draw(st.integers(FLOOR[edition] + 300, 2500))
    spread = draw(st.sampled_from((50, 300, 450)))
    strength = st.integers(max(FLOOR[edition], centre - spread), centre + spread)
    if draw(st.booleans()):
        strength = st.sampled_from(APART).map(lambda apart: centre + apart)
    ranks = draw(st.permutations([True] * rated + [False] * (size - rated)))
    own = tuple(draw(strength) if is_rated else None for is_rated in ranks)
    ks = tuple(None if rating is None else draw(st.sampled_from((*COEFFICIENTS, None))) for rating in own)
    parts = tuple(rating is None and draw(st.booleans()) for rating in own)
    results = draw(cells(size, twice))
    if unplayed:
        out = draw(st.sets(st.sampled_from([(i, j) for i in range(size) for j in range(i)]), min_size=1, max_size=9))
        results = tuple(
            tuple(cell[1:] if (max(i, j), min(i, j)) in out else cell for j, cell in enumerate(row))
            for i, row in enumerate(results)
        )
    if draw(st.integers(0, 3)) == 0:
        results = draw(with_play_offs(results, 2 if twice else 1))
    return RoundRobinGiven(own, ks, parts, results, 2 if twice else 1)


@st.composite
def with_play_offs(
    draw: st.DrawFn, results: tuple[tuple[tuple[int, ...], ...], ...], cycles: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Let some who met as often as they should meet once or twice more."""
    table = [list(row) for row in results]
    played = [(i, j) for i in range(len(results)) for j in range(i) if len(results[i][j]) == cycles]
    for i, j in draw(st.sets(st.sampled_from(played), max_size=3)) if played else ():
        more = [draw(scores) for _ in range(draw(st.integers(1, 2)))]
        table[i][j] += tuple(more)
        table[j][i] += tuple(100 - draw for draw in more)
    return tuple(tuple(row) for row in table)
