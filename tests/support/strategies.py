"""Random players for the property tests: rated ones, newcomers and round robins, crowded around the limits of the law.

Every strategy takes the id of one of the four editions that have a document for the players of FIDE. The dates are
such that the edition is in force on the list and on every day of play.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from hypothesis import strategies as st

from arpad import Born, Event, Game, Player, RatingPeriod

EDITIONS = ("fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03")
WITH_ROUND_ROBINS = EDITIONS[:3]
"""The editions that rate round robins with unrated players in a way of their own."""

scores = st.sampled_from((0, 50, 100))


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
EDGES = (
    0,
    3,
    4,
    10,
    11,
    25,
    26,
    91,
    92,
    197,
    198,
    206,
    207,
    326,
    327,
    328,
    329,
    344,
    345,
    349,
    350,
    351,
    357,
    358,
    391,
)
FAR = (392, 399, 400, 401, 411, 412, 619, 620, 700, 735, 736, 800)
RATINGS = (1000, 1199, 1200, 1201, 1399, 1400, 1401, 1800, 1801, 1802, 2299, 2300, 2301, 2399, 2400, 2401, 2649, 2650)
LOWEST, HIGHEST = 1000, 2900

ratings = st.integers(LOWEST, HIGHEST) | st.sampled_from(RATINGS)


@st.composite
def opponents(draw: st.DrawFn, rating: int) -> int:
    """A rated opponent, as often as not at an edge of the table or of a limit."""
    if draw(st.booleans()):
        return draw(ratings)
    apart = draw(st.sampled_from(EDGES + FAR)) * draw(st.sampled_from((1, -1)))
    return min(3000, max(LOWEST, rating + apart))


@st.composite
def born(draw: st.DrawFn, season: Season) -> Born | None:
    """A birth date that makes the player of age about the days of the season, or far from it, or only the year."""
    kind = draw(st.sampled_from(("unknown", "year", "near", "any")))
    if kind == "unknown":
        return None
    if kind == "year":
        return Born(season.listed.year - draw(st.integers(16, 21)))
    day = season.in_force + timedelta(days=draw(st.integers(-season.before, season.within)))
    if kind == "any":
        day = day.replace(month=draw(st.integers(1, 12)), day=draw(st.integers(1, 28)))
    return Born(day.year - draw(st.sampled_from((17, 18, 18, 18, 19))), day.month, day.day if day.day < 29 else 28)


@st.composite
def rated_periods(draw: st.DrawFn, edition: str) -> RatingPeriod:
    """A rated player's period: up to four events, some begun on the list before, some before he had a rating."""
    season = draw(st.sampled_from(SEASONS[edition]))
    rating = draw(ratings)
    earlier = draw(st.none() | st.just(rating) | st.integers(max(LOWEST, rating - 60), min(HIGHEST, rating + 60)))
    days = draw(
        st.lists(st.tuples(st.integers(-season.before, season.within), st.integers(0, 9)), max_size=4, unique=True)
    )
    events = []
    for offset, more in days:
        start = season.in_force + timedelta(days=offset)
        own = rating if offset >= 0 else earlier
        system = draw(st.sampled_from(("swiss", "team", "roundrobin")))
        opponent = opponents(own or rating)
        if system != "roundrobin":
            opponent = opponent | st.none()
        games = draw(st.lists(st.builds(Game, opponent, scores), max_size=draw(st.sampled_from((3, 9, 20)))))
        events.append(Event(start, start + timedelta(days=more), own, tuple(games), system=system))
    if draw(st.booleans()):
        player = Player(rating, k=draw(st.sampled_from((10, 15, 20, 25, 40))))
    else:
        least = max(rating, earlier or 0)
        highest = draw(st.just(least) | st.integers(least, HIGHEST) | st.sampled_from((2299, 2300, 2399, 2400)))
        played = draw(st.integers(0, 60) | st.sampled_from((20, 27, 28, 29, 30, 31)))
        player = Player(rating, born=draw(born(season)), games=played, highest=max(least, highest))
    return RatingPeriod("standard", season.listed, player, tuple(events), edition)


class Pool(NamedTuple):
    """The list of a newcomer, the first day on which his events may begin, and for how many days."""

    listed: date
    first: date
    days: int


POOLS = {
    "fide-2003-07": Pool(date(2005, 4, 1), date(2004, 2, 1), 360),
    "fide-2009-07": Pool(date(2011, 3, 1), date(2010, 1, 1), 400),
    "fide-2014-07": Pool(date(2016, 3, 1), date(2015, 1, 1), 400),
    "fide-2024-03": Pool(date(2025, 6, 1), date(2024, 4, 1), 400),
}
FLOORS = {"fide-2003-07": 1801, "fide-2009-07": 1200, "fide-2014-07": 1000, "fide-2024-03": 1400}


@st.composite
def first_events(draw: st.DrawFn, edition: str, start: date, centre: int) -> Event:
    """An event of a newcomer: few games or many, few points or many, sometimes a round robin with its Rc(new)."""
    system = draw(st.sampled_from(("swiss", "swiss", "team", "roundrobin")))
    least = FLOORS[edition]
    opponent = st.integers(max(least, centre - 300), centre + 300)
    points = draw(st.sampled_from((st.just(0), st.sampled_from((0, 0, 0, 50)), scores, st.sampled_from((50, 100)))))
    length = draw(st.integers(0, 4) | st.integers(0, 11))
    unrated = st.none() if draw(st.booleans()) else opponent
    games = tuple(draw(st.builds(Game, opponent | unrated, points)) for _ in range(length))
    average = draw(opponent) if system == "roundrobin" else None
    championship = system == "team" and draw(st.booleans())
    end = start + timedelta(days=draw(st.integers(0, 9)))
    return Event(start, end, None, games, system=system, average=average, team_championship=championship)


@st.composite
def first_periods(draw: st.DrawFn, edition: str) -> RatingPeriod:
    """A newcomer with up to four events, no two with the same days, near the floor or the cap or anywhere."""
    pool = POOLS[edition]
    least = FLOORS[edition]
    centre = draw(st.sampled_from((least, least + 150, least + 350, 1900, 2200, 2400)))
    offsets = draw(st.lists(st.integers(0, pool.days // 12), max_size=4, unique=True))
    events = [draw(first_events(edition, pool.first + timedelta(days=12 * at), centre)) for at in offsets]
    association = draw(st.sampled_from((None, None, "IBCA", "ICSC", "IPCA")))
    player = Player(None, association=association)
    return RatingPeriod("standard", pool.listed, player, tuple(events), edition)


class RoundRobinGiven(NamedTuple):
    """A crosstable: ratings (None: unrated), K of the rated, and the scores of each against each."""

    ratings: tuple[int | None, ...]
    coefficients: tuple[int | None, ...]
    results: tuple[tuple[tuple[int, ...], ...], ...]


@st.composite
def round_robins(draw: st.DrawFn, edition: str) -> RoundRobinGiven:
    """A round robin with unrated players that is rated (6.3 / 6.2): single or double, close together or far apart."""
    size = draw(st.integers(5, 12))
    twice = size >= 6 and draw(st.integers(0, 4)) == 0
    rated = draw(st.integers(max(4, -(-size // 3)), size - 1))
    centre = draw(st.integers(FLOORS[edition] + 300, 2500))
    spread = draw(st.sampled_from((50, 300, 450)))
    strength = st.integers(max(FLOORS[edition], centre - spread), centre + spread)
    ranks = draw(st.permutations([True] * rated + [False] * (size - rated)))
    own = tuple(draw(strength) if is_rated else None for is_rated in ranks)
    ks = tuple(None if rating is None else draw(st.sampled_from((10, 15, 20, 25, 40))) for rating in own)
    hopeless = draw(st.sampled_from((None, None, *range(size))))
    results: list[list[tuple[int, ...]]] = [[()] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            played = [draw(scores) for _ in range(2 if twice else 1)]
            if hopeless in {i, j}:
                played = [100 if hopeless == j else 0 for _ in played]
            results[i][j] = tuple(played)
            results[j][i] = tuple(100 - score for score in played)
    return RoundRobinGiven(own, ks, tuple(tuple(row) for row in results))
