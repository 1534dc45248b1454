"""The second reading of round robins with unrated players, 2003 to 2014: the whole crosstable, as E 13 settles it.

Written from the articles alone, like `second_reading`, and with nothing of arpad in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from second_reading import E2003, E2009, E2014, balance, dp, half_up, limited, pd, percentage
from second_reading_first import performance, term

if TYPE_CHECKING:
    from collections.abc import Sequence

Results = tuple[tuple[tuple[int, ...], ...], ...]
"""Points of each against each in hundredths, one for each game; nothing on the diagonal."""


class Entrant(NamedTuple):
    """A player of a round robin; `part_result`: an unrated one who already has a result that counts."""

    name: str
    rating: int | None
    k: int | None = None
    part_result: bool = False


@dataclass
class Row:
    """A player's line in the table of the worked examples; None where the column is empty."""

    name: str
    rating: int | None
    k: int | None
    scores: list[int]
    against: list[str]
    """Whom he met in each of these games."""
    dropped: bool = False
    p: int | None = None
    dp: int | None = None
    rc: Fraction | None = None
    ru: int | None = None
    added: Fraction = Fraction(0)
    """Bonus, or dp times n/(n+1): what makes Ru out of Rc."""
    counts_as: dict[str, int] = field(default_factory=dict)
    rc_new: int | None = None
    ru_new: int | None = None
    difference: int | None = None
    pd: int | None = None
    expected: int | None = None

    @property
    def games(self) -> int:
        """How many he played against those who stay."""
        return len(self.scores)

    @property
    def score(self) -> int:
        """His points in hundredths."""
        return sum(self.scores)

    @property
    def balance(self) -> int | None:
        """W - We in hundredths, of a rated player."""
        return None if self.expected is None else self.score - self.expected

    @property
    def change(self) -> int | None:
        """K(W - We) in hundredths, where K is known."""
        return None if self.balance is None or self.k is None else self.k * self.balance

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

    rows: list[Row]
    rar: Fraction | None = None
    dpa: Fraction | None = None
    ra: Fraction | None = None


def is_left_out(edition: str, player: Entrant, score: int) -> bool:
    """An unrated player whose games are left out for both sides (6.1).

    2003: half a point or less. 2009: none. 2014: none, in the first event. The points are those of the tournament.
    """
    if player.rating is not None:
        return False
    if edition == E2003:
        return score <= 50
    return score == 0 and not (edition == E2014 and player.part_result)


def is_left_out_of_a_swiss(edition: str, player: Entrant, row: Row, score: int) -> bool:
    """An unrated player whose games of a Swiss event do not count; the points are those against rated opponents.

    2003: half a point or less (6.1), fewer than three rated opponents (6.4.2). 2009: fewer than three games against
    them (6.41, 8.21), in the first event less than a point (8.21, E 17). 2014: no point in the first event (6.1, 6.31,
    8.21 with E 15).
    """
    if player.rating is not None:
        return False
    if edition == E2003:
        return score <= 50 or len(set(row.against)) < 3
    least = 50 if edition == E2014 else 100
    return (edition != E2014 and row.games < 3) or (score < least and not player.part_result)


def has_unplayed(results: Results, cycles: int) -> bool:
    """True where a game of the cycles is missing: then it is a Swiss event (6.4.3; 6.43; 6.4).

    More games than these are play-offs, which belong to the event (6.2).
    """
    return any(len(cell) < cycles for at, row in enumerate(results) for other, cell in enumerate(row) if at != other)


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
    """Rc and Ru of the unrated players (10.2.2 to 10.2.5, 8.22 to 8.25); in 2003 Rc of the rated ones (10.5.1).

    n is the number of opponents, p and the bonus go by games (E 25 b).
    """
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
    for row in rows:
        if row.rc is None:
            continue
        counts_as = {other.name: limited(edition, row.strength, other.strength) for other in rows if other is not row}
        far = [other for other in rows if other is not row and counts_as[other.name] != other.strength]
        row.counts_as = {other.name: counts_as[other.name] for other in far}
        shift = sum(counts_as[other.name] - other.strength for other in far)
        row.rc_new = half_up(row.rc + Fraction(shift, len(rows) - 1))
        row.ru_new = half_up(row.rc_new + row.added) if row.rating is None else None


def changes(edition: str, rows: Sequence[Row]) -> None:
    """D, PD and We of the rated players (10.5.3 with E 4, 10.5.4; 8.51 to 8.55 with Ru(new), as often as they met)."""
    final = {row.name: row.final for row in rows}
    for row in rows:
        if row.rating is None:
            continue
        if edition == E2003:
            row.difference = row.rating - (row.rc_new or 0)
            row.pd = pd(row.difference)
            row.expected = row.pd * row.games
        else:
            near = [limited(edition, row.rating, final[other]) for other in row.against]
            row.expected = sum(pd(row.rating - opponent) for opponent in near)


def as_swiss(edition: str, players: Sequence[Entrant], results: Results) -> Table:
    """Everybody from his games against rated opponents alone (6.4.3; 6.43; 6.4)."""
    rows = []
    for player, line in zip(players, results, strict=True):
        every = [
            (other.rating, score, other.name)
            for other, cell in zip(players, line, strict=True)
            for score in cell
            if other.rating is not None
        ]
        names, games = [name for _, _, name in every], [(rating, score) for rating, score, _ in every]
        row = Row(player.name, player.rating, player.k, [score for _, score in games], names)
        if player.rating is not None:
            row.expected = row.score - balance(edition, player.rating, games)
        elif is_left_out_of_a_swiss(edition, player, row, row.score):
            row.dropped = True
        elif games:
            alone = performance(edition, games)
            row.p, row.dp, row.ru = alone.p, alone.dp, half_up(alone.ru)
        rows.append(row)
    return Table(rows)


def round_robin(edition: str, players: Sequence[Entrant], results: Results, cycles: int) -> Table:
    """A round robin with unrated players, exactly as E 13 says (10.2.1b, 10.5.7; 8.21 b, 8.58).

    Who is left out for too few points leaves a smaller round robin behind (E 25 c).
    """
    if has_unplayed(results, cycles):
        return as_swiss(edition, players, results)
    out = {
        at
        for at, (player, line) in enumerate(zip(players, results, strict=True))
        if is_left_out(edition, player, sum(score for cell in line for score in cell))
    }
    rows = []
    for at, (player, line) in enumerate(zip(players, results, strict=True)):
        staying = [(players[other].name, cell) for other, cell in enumerate(line) if at in out or other not in out]
        scores = [score for _, cell in staying for score in cell]
        against = [name for name, cell in staying for _ in cell]
        rows.append(Row(player.name, player.rating, player.k, scores, against, at in out))
    inside = [row for row in rows if not row.dropped]
    rar, dpa, ra = average_of_the_event(edition, inside)
    first_pass(edition, inside, ra)
    correction(edition, inside)
    changes(edition, inside)
    if len(inside) > sum(row.rating is not None for row in inside):
        for at in out:
            if edition == E2009 and players[at].part_result:
                counted_for_the_player(edition, rows[at], inside, ra)
    return Table(rows, rar, dpa, ra)


def counted_for_the_player(edition: str, row: Row, inside: Sequence[Row], ra: Fraction) -> None:
    """A zero after an earlier result counts for the player alone (2009 6.1, second sentence).

    The opponents are all who stay, Ra is their average, and n their number.
    """
    names = {other.name for other in inside}
    met = [(score, name) for score, name in zip(row.scores, row.against, strict=True) if name in names]
    row.scores, row.against = [score for score, _ in met], [name for _, name in met]
    row.p = percentage(row.score, row.games)
    row.dp, row.added = term(edition, row.score, row.games, Fraction(len(inside), len(inside) + 1))
    row.rc, row.ru = ra, half_up(ra + row.added)
    counts_as = {other.name: limited(edition, row.ru, other.strength) for other in inside}
    row.counts_as = {other.name: counts_as[other.name] for other in inside if counts_as[other.name] != other.strength}
    shift = sum(counts_as[other.name] - other.strength for other in inside)
    row.rc_new = half_up(ra + Fraction(shift, len(inside)))
    row.ru_new = half_up(row.rc_new + row.added)
