"""The second reading of a whole period, second part: one event, from everybody's side.

Written from the articles alone, with nothing of arpad in it. "E n" is an entry of the errata, "reading n" a settled
reading.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from second_reading import DP, UndefinedError, half_up, pd, percentage
from second_reading_period_laws import BELOW_LEAST, NOBODY, ZERO, ZERO_AT_FIRST, Law

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date


class Side(NamedTuple):
    """A game from one player's side: the two ratings (None: unrated), and his points in hundredths."""

    opponent: int
    own: int | None
    other: int | None
    score: int
    list_day: date
    """The list in force."""
    day: date
    """The day of the game; where nobody knows it, the last of the event."""


class Facing(NamedTuple):
    """A game between two who count as rated."""

    own: int
    other: int
    score: int
    opponent: int = 0
    """Who the other one is."""


class Result(NamedTuple):
    """What an event is worth to a rated player: games that count, and W - We in hundredths."""

    games: int
    balance: int


@dataclass(frozen=True)
class Part:
    """A part result of somebody without a rating."""

    order: tuple[date, date, int]
    law: Law
    games: int
    score: int
    total: int
    """The sum of the opponents' ratings; in a round robin with its table, Rc(new) for each game."""
    opponents: int | None = None
    """Only in a round robin with its table: how many."""
    team_championship: bool = False
    met: int | None = None
    """Rated opponents, each once; None: as many as games."""


# ---------------------------------------------------------------------------------------------------------------------
# Rated players
# ---------------------------------------------------------------------------------------------------------------------


def near(law: Law, own: int, other: int) -> int:
    """The opponent's rating, no further away than the limit."""
    return max(own - law.limit, min(own + law.limit, other))


def capped(law: Law, games: Sequence[Facing]) -> list[int]:
    """The difference of each game as it counts: 10.5.1; 8.54; 8.3.1; readings 8 and 9."""
    differences = [game.own - game.other for game in games]
    if law.one_upgrade:
        for side in (1, -1):
            far = max(differences, key=lambda difference: side * difference, default=0)
            if side * far > law.limit:
                differences[differences.index(far)] = side * law.limit
        return differences
    return [
        difference
        if law.unlimited_from is not None and game.own >= law.unlimited_from
        else max(-law.limit, min(law.limit, difference))
        for game, difference in zip(games, differences, strict=True)
    ]


def is_out(law: Law, own: int, other: int) -> bool:
    """Rapid and blitz from December 2024: a game between two who are too far apart, one of them above 2600."""
    return law.far_games_of_the_best_are_out and abs(own - other) >= 600 and max(own, other) > 2600


def result(law: Law, games: Iterable[Facing], *, once_each: bool = False) -> Result:
    """The result of games against rated opponents; in a round robin the average has each once (n of 10.5.1, R-039)."""
    counting = [game for game in games if not is_out(law, game.own, game.other)]
    score = sum(game.score for game in counting)
    if not law.by_average:
        return Result(len(counting), score - sum(pd(difference) for difference in capped(law, counting)))
    if not counting:
        return Result(0, 0)
    own = counting[0].own
    others = [near(law, own, game.other) for game in counting]
    if once_each:
        others = list({game.opponent: near(law, own, game.other) for game in counting}.values())
    return Result(len(counting), score - len(counting) * pd(own - half_up(Fraction(sum(others), len(others)))))


# ---------------------------------------------------------------------------------------------------------------------
# Newcomers
# ---------------------------------------------------------------------------------------------------------------------


def dp(law: Law, p: int) -> int:
    """Table a; in 2003 it has nothing at 0 and 100 % (E 42)."""
    if p in {0, 100} and not law.dp_at_the_ends:
        raise UndefinedError(p)
    return DP[p]


def added(law: Law, score: int, games: int, factor: Fraction) -> Fraction:
    """What a score adds to the average of the opponents until 2024: the bonus above 50 %, dp below it."""
    half_points = Fraction(score - 50 * games, 50)
    return law.bonus * half_points if half_points >= 0 else dp(law, percentage(score, games)) * factor


def performance(law: Law, parts: Sequence[Part]) -> Fraction:
    """Ru of part results taken as one event: 10.2; 8.2 and 8.3; 8.2.2 and 8.2.3."""
    games, score = sum(part.games for part in parts), sum(part.score for part in parts)
    total = sum(part.total for part in parts)
    if law.two_draws:
        return Fraction(total + 3600, games + 2) + DP[percentage(score + 100, games + 2)]
    average = Fraction(total, games)
    if law.weighted:
        average = Fraction(half_up(average))
    alone = parts[0].opponents if len(parts) == 1 and law.round_robin_tables else None
    factor = Fraction(1) if alone is None else Fraction(alone, alone + 1)
    return average + added(law, score, games, factor)


def counts_as_later(part: Part) -> bool:
    """True for a part result that counts where there is an earlier one (reading 11)."""
    met = part.games if part.met is None or not part.law.three_are_opponents else part.met
    if not part.games or (part.opponents is None and met < part.law.least_games):
        return False
    return part.score >= part.law.least_score or not part.law.least_in_every_event


def that_count(parts: Iterable[Part]) -> list[Part]:
    """The part results that count, in order, each tested by the edition of its event (readings 11 and 12)."""
    counting: list[Part] = []
    for part in sorted(parts, key=lambda part: part.order):
        law, first = part.law, not counting
        if not counts_as_later(part) or (first and part.score < law.least_score):
            continue
        if first and law.low_first_dropped and half_up(performance(law, [part])) < law.floor:
            continue
        counting.append(part)
    return counting


# ---------------------------------------------------------------------------------------------------------------------
# Round robins with unrated players, to 2021 (E 13)
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A round robin as E 13 has it: those who stay, and what they are worth to each other."""

    law: Law
    ra: int
    field: tuple[int, ...]
    scores: dict[int, list[tuple[int, int]]]
    """Of everybody: opponent and points of each game against those who stay."""
    strength: dict[int, int]
    """Rating, or Ru of the first pass."""
    final: dict[int, int]
    """Rating, or Ru(new)."""
    rc_new: dict[int, int]
    """Of the unrated players, and of those who are out for their opponents only."""

    def shifted(self, player: int, own: int, rc: Fraction) -> int:
        """Rc(new): everybody too far away moves to the limit, and the average with him (E 13, 3)."""
        others = [self.strength[other] for other in self.field if other != player]
        return half_up(rc + Fraction(sum(near(self.law, own, other) - other for other in others), len(others)))

    def result(self, player: int, own: int) -> Result:
        """What it is worth to somebody with a rating (E 13, 6)."""
        games = [Facing(own, self.final[other], score) for other, score in self.scores[player]]
        if not self.law.by_average:
            return result(self.law, games)
        n = len([other for other in self.field if other != player])
        rc = Fraction(self.ra * (n + 1) - own, n) if player in self.field else Fraction(self.ra)
        expected = len(games) * pd(own - self.shifted(player, own, rc))
        return Result(len(games), sum(game.score for game in games) - expected)


def that_stay(
    law: Law, ratings: dict[int, int | None], games: dict[int, list[Side]], has_result: Callable[[int], bool]
) -> tuple[int, ...]:
    """The players of a round robin without those whose games are left out for both sides (6.1; E 25 c)."""

    def left_out(player: int) -> bool:
        score = sum(side.score for side in games[player])
        if ratings[player] is not None or law.opponents_lose == NOBODY:
            return False
        if law.opponents_lose == BELOW_LEAST:
            return score < law.least_score
        return score == 0 and not (law.opponents_lose == ZERO_AT_FIRST and has_result(player))

    return tuple(sorted(player for player in games if not left_out(player)))


def table_of(
    law: Law,
    ratings: dict[int, int | None],
    games: dict[int, list[Side]],
    field: tuple[int, ...],
    has_result: Callable[[int], bool],
) -> Table | None:
    """The table of those who stay; None where nobody of them is unrated, or no average (then it is like a Swiss)."""
    rated = [(player, rating) for player in field if (rating := ratings[player]) is not None]
    if not rated or len(rated) == len(field):
        return None
    scores = {
        player: [(side.opponent, side.score) for side in sides if side.opponent in field]
        for player, sides in games.items()
    }
    share = Fraction(len(field) - 1, len(field))
    points = {player: sum(score for _, score in scores[player]) for player in games}
    try:
        dpa = Fraction(sum(dp(law, percentage(points[player], len(scores[player]))) for player, _ in rated), len(rated))
        extra = {
            player: added(law, points[player], len(scores[player]), share)
            for player in field
            if ratings[player] is None
        }
    except UndefinedError:
        return None
    ra = half_up(Fraction(sum(rating for _, rating in rated), len(rated)) - dpa * share)
    strength = dict(rated) | {player: half_up(ra + more) for player, more in extra.items()}
    table = Table(law, ra, field, scores, strength, dict(rated), {})
    for player, more in extra.items():
        table.rc_new[player] = table.shifted(player, strength[player], Fraction(ra))
        table.final[player] = half_up(table.rc_new[player] + more)
    for player in games:
        # 2009 6.1, second sentence: after an earlier result the games count, but only for the player.
        if player not in field and law.opponents_lose == ZERO and has_result(player):
            ru = half_up(ra + dp(law, 0) * Fraction(len(field), len(field) + 1))
            table.rc_new[player] = table.shifted(player, ru, Fraction(ra))
    return table


# ---------------------------------------------------------------------------------------------------------------------
# An event
# ---------------------------------------------------------------------------------------------------------------------


def facing(sides: Iterable[Side], current: int) -> list[Facing]:
    """The games against rated opponents of somebody who is rated now."""
    return [
        Facing(current if side.own is None else side.own, side.other, side.score, side.opponent)
        for side in sides
        if side.other is not None
    ]


@dataclass(frozen=True)
class Read:
    """An event that is rated: its law, everybody's games, and its table where it has one."""

    order: tuple[date, date, int]
    law: Law
    games: dict[int, list[Side]]
    cycles: int
    team_championship: bool
    table: Table | None
    is_round_robin: bool = False
    """A round robin of rated players in which everybody met everybody."""

    @property
    def start(self) -> date:
        """The first day."""
        return self.order[1]

    @property
    def end(self) -> date:
        """The last day."""
        return self.order[0]

    def result(self, player: int, current: int) -> Result:
        """What it is worth to somebody rated; who was not yet, plays with his current rating (10.4; 8.4; 8.2.4)."""
        sides = self.games[player]
        if self.table is not None:
            own = sides[0].own
            return self.table.result(player, current if own is None else own)
        if not self.law.by_average:
            return result(self.law, facing(sides, current))
        # Where the list of each game's day counts (4.1.1), R and Rc are those of each list.
        days = {side.list_day for side in sides}
        results = [
            result(
                self.law,
                facing([side for side in sides if side.list_day == day], current),
                once_each=self.is_round_robin,
            )
            for day in days
        ]
        return Result(sum(part.games for part in results), sum(part.balance for part in results))

    def rated_days(self, player: int, current: int | None) -> list[tuple[date, bool]]:
        """The days of the games that are rated for a player, and whether the opponent of each had a rating.

        Without a current rating these are the games of the part result.
        """
        sides = self.games[player]
        if self.table is not None:
            counts = player in self.table.rc_new or current is not None
            return [
                (side.day, side.other is not None) for side in sides if counts and side.opponent in self.table.field
            ]
        if current is None:
            return [(side.day, True) for side in sides if side.own is None and side.other is not None]
        return [
            (side.day, True)
            for side in sides
            if side.other is not None and not is_out(self.law, side.own or current, side.other)
        ]

    def part(self, player: int) -> Part:
        """What it is worth to somebody without a rating: his games while he had none (reading 11)."""
        if self.table is not None and player not in self.table.field and player not in self.table.rc_new:
            return Part(self.order, self.law, 0, 0, 0)
        if self.table is not None and player in self.table.rc_new:
            scores = [score for _, score in self.table.scores[player]]
            total, opponents = (
                len(scores) * self.table.rc_new[player],
                len({other for other, _ in self.table.scores[player]}),
            )
            return Part(self.order, self.law, len(scores), sum(scores), total, opponents, self.team_championship)
        sides = [side for side in self.games[player] if side.own is None and side.other is not None]
        total, score = sum(side.other or 0 for side in sides), sum(side.score for side in sides)
        met = len({side.opponent for side in sides})
        return Part(self.order, self.law, len(sides), score, total, None, self.team_championship, met)


def that_are_rated(law: Law, system: str, games: dict[int, list[Side]]) -> dict[int, list[Side]]:
    """All games, but none of a match with an unrated player: 6.6; 6.1.

    In 2003 more than one is too many, and also in a Scheveningen event (6.4, E 19). Each part is judged by itself.
    """
    if system != "match" and not (system == "scheveningen" and law.scheveningen_like_matches):
        return games
    unrated = {(side.list_day, player) for player, sides in games.items() for side in sides if side.own is None}
    several = Counter(day for day, _ in unrated)
    rated = {
        player: [side for side in sides if several[side.list_day] <= law.unrated_in_matches]
        for player, sides in games.items()
    }
    return {player: sides for player, sides in rated.items() if sides}


def is_complete(games: dict[int, list[Side]], cycles: int) -> bool:
    """True where everybody met everybody as often as he should have; play-offs come on top (6.2, 6.4.3; 6.43; 6.4)."""
    return all(
        Counter(side.opponent for side in sides) >= Counter({other: cycles for other in games if other != player})
        for player, sides in games.items()
    )
