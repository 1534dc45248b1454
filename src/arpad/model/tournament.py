"""A tournament as reported: its players with their rounds, its teams, its dates. Taken as given; no rule is known here.

A starting number links everything. What a report does not say is None. Points and results are what the report says; the
score that counts for rating is made of played games only, see `meetings`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from arpad.model.numbers import Hundredths, Rating
    from arpad.model.period import Born
    from arpad.model.time_control import TimeControl

WHITE, BLACK = "w", "b"

WIN, DRAW, LOSS = "1", "=", "0"
FORFEIT_WIN, FORFEIT_LOSS = "+", "-"
SHORT_WIN, SHORT_DRAW, SHORT_LOSS = "W", "D", "L"
HALF_BYE, FULL_BYE, PAIRING_BYE, ABSENT = "H", "F", "U", "Z"
UNKNOWN, EMPTY = "?", ""
PLAYED = frozenset((WIN, DRAW, LOSS))
"""Results of a game in which both sides made a move."""
POINTS_OF = {WIN: 100, DRAW: 50, LOSS: 0}


@dataclass(frozen=True, slots=True)
class Pairing:
    """What one player has in one round: the opponent's starting number, the colour, the result."""

    opponent: int | None
    colour: str | None
    result: str


NOT_PAIRED = Pairing(None, None, EMPTY)


@dataclass(frozen=True, slots=True)
class NationalEntry:
    """What a national federation says of a player: its own class, rating and id."""

    federation: str
    number: int
    title: str | None
    name: str
    rating: Rating | None
    origin: str
    national_id: str | None
    born: Born | None
    sex: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the tournament."""

    number: int
    name: str
    rounds: tuple[Pairing, ...] = ()
    sex: str | None = None
    """m, w, or None."""
    title: str | None = None
    """GM IM FM CM WGM WIM WFM WCM as in the lists; another spelling is kept as it is."""
    rating: Rating | None = None
    federation: str | None = None
    fide_id: int | None = None
    born: Born | None = None
    points: Hundredths | None = None
    """Standings points under the event's own scoring, byes and forfeits included; never the score for rating."""
    rank: int | None = None
    data: tuple[tuple[str, str], ...] = ()
    """Further facts by name, as a program wrote them."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team and the starting numbers of its players, in board order."""

    name: str
    players: tuple[int, ...]
    number: int | None = None
    nickname: str | None = None
    strength: Hundredths | None = None
    match_points: Hundredths | None = None
    game_points: Hundredths | None = None
    rank: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ListRecord:
    """A record about some players or teams in some rounds: byes, acceleration, prohibited pairings and the like."""

    code: str
    ids: tuple[int, ...] = ()
    kind: str | None = None
    first_round: int | None = None
    last_round: int | None = None
    match_points: Hundredths | None = None
    points: Hundredths | None = None
    teams: tuple[int, ...] = ()
    by_round: tuple[Hundredths, ...] = ()
    """Points that differ from round to round."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole report."""

    name: str | None = None
    city: str | None = None
    federation: str | None = None
    start: date | None = None
    end: date | None = None
    players_said: int | None = None
    rated_said: int | None = None
    teams_said: int | None = None
    system: str | None = None
    """The type of tournament in free words."""
    chief_arbiter: str | None = None
    deputies: tuple[str, ...] = ()
    time: str | None = None
    """The thinking time in free words."""
    round_dates: tuple[date | None, ...] = ()
    rounds_said: int | None = None
    initial_colour: str | None = None
    scoring: tuple[tuple[str, Hundredths], ...] = ()
    rank_method: str | None = None
    controller: str | None = None
    type_code: str | None = None
    tie_breaks: tuple[str, ...] = ()
    standings: tuple[str, ...] = ()
    time_control: TimeControl | None = None
    """White's time, from its encoded form."""
    time_control_black: TimeControl | None = None
    """Black's, where it differs."""
    board_colours: str | None = None
    match_scoring: tuple[tuple[str, Hundredths], ...] = ()
    entries: tuple[Entry, ...] = ()
    teams: tuple[Team, ...] = ()
    national: tuple[NationalEntry, ...] = ()
    records: tuple[ListRecord, ...] = ()
    absent: tuple[int, ...] = ()
    """Who stays away from the next round."""
    pair_by_rank: bool = False
    extra: tuple[tuple[str, str], ...] = field(default=())
    """Further records of the event by their code, as a program wrote them."""

    @property
    def rounds(self) -> int:
        """The number of rounds: the most that anybody has, or more if the report says so."""
        return max(max((len(entry.rounds) for entry in self.entries), default=0), self.rounds_said or 0)

    def by_number(self) -> dict[int, Entry]:
        """Give the players by starting number; of two with the same number the first."""
        numbered: dict[int, Entry] = {}
        for entry in self.entries:
            numbered.setdefault(entry.number, entry)
        return numbered
