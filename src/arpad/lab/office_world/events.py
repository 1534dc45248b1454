"""The events of a made-up office: who came, what was played, who was the arbiter, when the report came."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np

from arpad.lab.office_world import pairings
from arpad.lab.office_world.people import FEDERATIONS
from arpad.lab.office_world.series import SEASON, SERIES, first_day, months_since
from arpad.model.period import KINDS, MATCH, ROUND_ROBIN, SCHEVENINGEN, TEAM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.engine.arrays import Column
    from arpad.lab.office_world.pairings import PlayedBoard, Rest
    from arpad.lab.office_world.people import OfficePeople
    from arpad.lab.office_world.series import Series
    from arpad.lab.world.people import Chance

_LEAST_SWISS, _LEAST_CIRCLE, _LEAST_TEAMS, _LEAST_BOARDS = 6, 4, 4, 3
_GUESTS = 0.07
"""How much less likely somebody of another federation comes."""
_RESERVES = 3
_LATE = 0.02
"""So many reports come weeks later."""
_TEAM_NAMES = ("Rooks", "Castle", "Gambit", "Zugzwang", "Caissa", "Bishops", "Queenside", "Fortress")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


@dataclass(frozen=True, slots=True)
class OfficeEvent:
    """An event as it was played and reported. Players are places among the people of the office."""

    key: str
    """The name of its report without an ending."""
    series: Series
    name: str
    town: str
    federation: int
    round_dates: tuple[date, ...]
    players: tuple[int, ...]
    boards: tuple[PlayedBoard, ...]
    """Who met whom, by place among the players of the event."""
    rests: tuple[Rest, ...]
    arbiters: tuple[int, ...]
    """The chief arbiter first."""
    registered: date
    received: date
    teams: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Names of teams and places among the players of the event."""
    slips: Mapping[int, int | None] = field(default_factory=dict)
    """By place among the people: the number under which the report has them by mistake; None for no number."""

    @property
    def start(self) -> date:
        """The day of the first round."""
        return self.round_dates[0]

    @property
    def end(self) -> date:
        """The day of the last round."""
        return self.round_dates[-1]


@dataclass(frozen=True, slots=True)
class Twist:
    """What the story asks of an event: who comes for certain, who leaves early, who stands under a wrong number."""

    wanted: tuple[int, ...] = ()
    leaving: Mapping[int, int] = field(default_factory=dict)
    """After which round somebody goes home."""
    slips: Mapping[int, int | None] = field(default_factory=dict)
    absent: tuple[int, ...] = ()
    """Who does not come: whose number somebody else has by mistake."""


class Season:
    """Makes up the events of an office month by month; nobody is at two places on a day."""

    def __init__(
        self, people: OfficePeople, days: tuple[date, date], seed: int, twists: Mapping[tuple[date, str], Twist]
    ) -> None:
        """Begin between two days; `twists` are by month and series."""
        first, last = days
        self._people, self._seed, self._first = people, seed, first
        self._busy = np.zeros((people.size, (last - first).days + 120), dtype=bool)
        self._has_come = ~people.is_newcomer
        self._squads: dict[tuple[str, int], list[list[int]]] = {}
        self._twists = dict(twists)

    def month(self, month: date) -> Iterator[OfficeEvent]:
        """Give the events that begin in a month, leagues first."""
        for number, series in enumerate(SERIES):
            if month.month in series.months:
                sequence = np.random.SeedSequence([self._seed, months_since(month), number])
                event = self._event(np.random.Generator(np.random.PCG64(sequence)), series, month)
                if event is not None:
                    yield event
        self._twists = {at: twist for at, twist in self._twists.items() if at[0] > month}

    def _event(self, chance: Chance, series: Series, month: date) -> OfficeEvent | None:
        start = first_day(series, month)
        twist = self._twists.get((month, series.key), Twist())
        dates = tuple(start + timedelta(days=offset) for offset in series.days)
        count = months_since(month)
        federation = series.federations[count % len(series.federations)]
        days = sorted({(day - self._first).days for day in dates})
        if series.system == TEAM:
            line_ups = self._line_ups(chance, series, month, days)
            players = [player for line_up in line_ups for player in line_up]
        else:
            line_ups = []
            players = self._field(chance, series, federation, days, twist)
        if not _is_enough(series, len(players), len(line_ups)):
            return None
        self._busy[np.ix_(players, days)] = True
        self._has_come[players] = True
        leaving = {players.index(player): turn for player, turn in twist.leaving.items()}
        played, teams = self._played(chance, series, month, players, line_ups, leaving)
        used = max(board.round for board in played.boards)
        return OfficeEvent(
            f"{start:%Y-%m-%d}-{series.key}",
            series,
            _name(series, federation, month),
            _town(series, federation, month),
            federation,
            dates[:used],
            tuple(players),
            tuple(played.boards),
            tuple(rest for rest in played.rests if rest.round <= used),
            self._arbiters(chance, federation),
            start - timedelta(days=int(chance.integers(12, 60))),
            # What the story needs comes at once.
            dates[used - 1] + timedelta(days=1) if twist.wanted else _received(chance, dates[used - 1]),
            teams,
            twist.slips,
        )

    def _away(self) -> list[int]:
        """Give the players who stay at home until the story needs them."""
        return sorted({player for twist in self._twists.values() for player in twist.wanted})

    def _field(self, chance: Chance, series: Series, federation: int, days: list[int], twist: Twist) -> list[int]:
        """Draw who comes: the strong ones first, as they stand in the list of entries."""
        people, strength = self._people, self._strength(series.kind)
        population = people.population
        fits = (strength >= series.least) & (strength <= series.most) & ~self._busy[:, days].any(axis=1)
        fits[[*self._away(), *twist.absent]] = False
        if series.women_only:
            fits &= population.woman
        if series.juniors_only:
            fits &= population.junior
        weight = people.activity * np.where(people.federation == federation, 1.0, _GUESTS)
        drawn = chance.random(people.size) ** (1.0 / np.maximum(weight, 1e-6))
        drawn = np.where(fits & (weight > 0), drawn, -1.0)
        rated = population.kinds[series.kind].is_rated
        if series.kind != KINDS[0]:
            rated = rated | population.kinds[KINDS[0]].is_rated
        is_regular = self._has_come & (rated if series.rated_only else True)
        new = _best(np.where(self._has_come, -1.0, drawn), series.newcomers)
        regular = _best(np.where(is_regular, drawn, -1.0), max(series.size - len(new) - len(twist.wanted), 0))
        everybody = sorted({*new, *regular, *twist.wanted}, key=lambda player: (-int(strength[player]), player))
        if series.system == MATCH:
            everybody = everybody[:2]
        return everybody if len(everybody) % 2 == 0 or series.system == "swiss" else everybody[:-1]

    def _strength(self, kind: str) -> Column:
        return self._people.population.kinds[kind].strength

    def _line_ups(self, chance: Chance, series: Series, month: date, days: list[int]) -> list[list[int]]:
        """Give who sits at the boards of each team: the strongest of its squad who are free."""
        squads = self._squad(series, month)
        is_free = ~self._busy[:, days].any(axis=1) & (chance.random(self._people.size) < 0.93)  # noqa: PLR2004 - a share
        is_free[self._away()] = False
        line_ups = [[player for player in squad if is_free[player]] for squad in squads]
        boards = min((series.boards, *map(len, line_ups)))
        return [line_up[:boards] for line_up in line_ups] if boards >= _LEAST_BOARDS else []

    def _squad(self, series: Series, month: date) -> list[list[int]]:
        """Give the squads of a league; they stay for a season."""
        season = month.year if month.month >= SEASON[0] else month.year - 1
        if (series.key, season) not in self._squads:
            sequence = np.random.SeedSequence([self._seed, season, *series.key.encode()])
            chance = np.random.Generator(np.random.PCG64(sequence))
            strength, people = self._strength(series.kind), self._people
            own = (people.federation == series.federations[0]) & (people.activity > 0) & ~people.is_newcomer
            drawn = np.where(own, chance.random(people.size) ** (1.0 / np.maximum(people.activity, 1e-6)), -1.0)
            squad = series.boards + _RESERVES
            teams = min(series.teams, 2 * (int(own.sum()) // (4 * squad)))
            best = _best(drawn, teams * squad)
            in_order = sorted(best, key=lambda player: (-int(strength[player]), player))
            self._squads[series.key, season] = [in_order[team::teams] for team in range(teams)]
        return self._squads[series.key, season]

    def _played(  # noqa: PLR0913, PLR0917 - who plays what, and how
        self,
        chance: Chance,
        series: Series,
        month: date,
        players: list[int],
        line_ups: list[list[int]],
        leaving: Mapping[int, int],
    ) -> tuple[pairings.Played, tuple[tuple[str, tuple[int, ...]], ...]]:
        """Play an event; give its teams too."""
        table = pairings.Table(chance, self._strength(series.kind)[players], series.kind, month)
        if series.system == TEAM:
            place = {player: number for number, player in enumerate(players)}
            seats = [[place[player] for player in line_up] for line_up in line_ups]
            names = [f"{_town_of(series.federations[0], team)} {_TEAM_NAMES[team]}" for team in range(len(seats))]
            teams = tuple((name, tuple(seat)) for name, seat in zip(names, seats, strict=True))
            return pairings.team_rounds(table, seats, _rounds_of_season(series, month)), teams
        if series.system == MATCH:
            return pairings.match(table, series.rounds), ()
        if series.system == ROUND_ROBIN:
            return pairings.round_robin(table, min((len(players) - 1) * series.cycles, series.rounds)), ()
        if series.system == SCHEVENINGEN:
            return pairings.scheveningen(table), ()
        rounds = min(series.rounds, max(len(players) // 2, 1))
        return pairings.swiss(table, chance, rounds, leaving), ()

    def _arbiters(self, chance: Chance, federation: int) -> tuple[int, ...]:
        own = np.flatnonzero(self._people.is_arbiter & (self._people.federation == federation))
        return tuple(chance.permutation(own)[:2].tolist())


def _best(drawn: Column, count: int) -> list[int]:
    """Give the places of the largest so many; none that is below 0."""
    order = np.argsort(-drawn, kind="stable")[:count]
    return [int(place) for place in order if drawn[place] >= 0]


def _is_enough(series: Series, players: int, teams: int) -> bool:
    """Tell whether so many are enough for an event."""
    if series.system == TEAM:
        return teams >= _LEAST_TEAMS
    if series.system == MATCH:
        return players == 2  # noqa: PLR2004 - a match
    return players >= (_LEAST_CIRCLE if series.system in {ROUND_ROBIN, SCHEVENINGEN} else _LEAST_SWISS)


def _rounds_of_season(series: Series, month: date) -> range:
    """Give which rounds of a league are played in a month."""
    first = series.rounds * SEASON.index(month.month) + 1
    return range(first, first + series.rounds)


def _name(series: Series, federation: int, month: date) -> str:
    year = f"{month.year}"
    part = ""
    if series.system == TEAM:
        begun = month.year if month.month >= SEASON[0] else month.year - 1
        rounds = _rounds_of_season(series, month)
        year, part = f"{begun}/{(begun + 1) % 100:02}", f"rounds {rounds[0]} and {rounds[-1]}"
    return series.name.format(
        town=_town(series, federation, month),
        federation=FEDERATIONS[federation].name,
        month=f"{_MONTHS[month.month - 1]} {month.year}",
        year=year,
        part=part,
    )


def _town(series: Series, federation: int, month: date) -> str:
    """Give where an event is played: another town every time, and not all series of a month in the same."""
    return _town_of(federation, months_since(month) + sum(series.key.encode()))


def _town_of(federation: int, number: int) -> str:
    towns = FEDERATIONS[federation].towns
    return towns[number % len(towns)]


def _received(chance: Chance, end: date) -> date:
    """Give the day on which a report came: a day or two after the end, or weeks."""
    late = chance.random() < _LATE
    return end + timedelta(days=int(chance.integers(20, 45)) if late else int(chance.integers(0, 3)))
