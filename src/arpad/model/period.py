"""One player's rating period, as given: how the player was rated, and what was played.

Everything is taken as given; which article does what with it is the business of the regulations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.brief import brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.numbers import Hundredths, Rating

STANDARD, RAPID, BLITZ = KINDS = ("standard", "rapid", "blitz")
SWISS, TEAM, ROUND_ROBIN, MATCH, SCHEVENINGEN = SYSTEMS = ("swiss", "team", "roundrobin", "match", "scheveningen")

ASSOCIATIONS = ("IBCA", "ICSC", "IPCA")

RATINGS_AT_START = "start"
RATINGS_AT_GAME = "game"

_BORN = r"(\d{4})(?:-(\d{2})-(\d{2}))?"


AFTER_THE_YEAR = 1232
"""Month and day after every day of a year."""


@dataclass(frozen=True, slots=True)
class Born:
    """A birth date, or only its year where no more is known."""

    year: int
    month: int | None = None
    day: int | None = None

    @classmethod
    def of(cls, text: str) -> Born:
        """Read a birth date, or only its year; refuse what is neither.

        >>> Born.of("2008-05-04"), Born.of("2008")
        (Born(2008, month=5, day=4), Born(2008))
        """
        match = re.fullmatch(_BORN, text)
        if not match or (match[2] and not _is_day(text)) or not "1900" <= match[1] <= "2199":
            raise ValueError(f"{text!r} is not a birth date; write 2008-05-04, or only the year, 2008")
        return cls(int(match[1]), int(match[2]) if match[2] else None, int(match[3]) if match[3] else None)

    @property
    def only_year(self) -> bool:
        """True where month and day are not known."""
        return self.month is None

    def as_number(self) -> int:
        """Give the birthday as rules take it, yyyymmdd; where only the year is known it comes after its last day.

        >>> Born(2008, 7, 1).as_number(), Born(2008).as_number()
        (20080701, 20081232)
        """
        day = AFTER_THE_YEAR if self.month is None else self.month * 100 + (self.day or 0)
        return self.year * 10_000 + day

    def __repr__(self) -> str:
        return brief(self)


BORN_LONG_AGO = Born(1900)
"""The birth of a player of whom none is known, where one is needed: an adult."""

NOT_YET_BORN = Born(9999)
"""The birth of a player of whom it is only attested that the player is a junior."""


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Player:
    """The player, from the last list and the history; None is *not known* (rating: *unrated*)."""

    rating: Rating | None
    k: int | None = None
    born: Born | None = None
    games: int | None = None
    highest: Rating | None = None
    standard: Rating | None = None
    association: str | None = None
    """IBCA, ICSC or IPCA, where the player is a member: some editions ask fewer games then."""
    k_otherwise: int | None = None
    """K to take where nothing that is known decides it; `k` goes before what is known."""

    def __repr__(self) -> str:
        return brief(self)


@dataclass(frozen=True, slots=True)
class Game:
    """A game played over the board: the opponent's rating on the list that applies (None = unrated) and the score."""

    opponent: Rating | None
    score: Hundredths
    round: int | None = None
    date: date | None = None
    opponent_id: int | str | None = None
    """Who the opponent was: any number or name that tells this one from the others of the event; None: not known."""

    def __repr__(self) -> str:
        return brief(self)


@dataclass(frozen=True, slots=True)
class Event:
    """An event from the player's side. `rating` is the player's on the list that applies, None if unrated then."""

    start: date
    end: date
    rating: Rating | None
    games: tuple[Game, ...]
    k: int | None = None
    system: str = SWISS
    ratings: str = RATINGS_AT_START
    average: Rating | None = None
    """Of a round robin with unrated players: the average Rc(new) that the crosstable gives this player (to a rated one
    only where an edition rates by the average)."""
    cycles: int = 1
    """Of a round robin: how often everybody met everybody."""
    team_championship: bool = False
    """The Olympiad, or a World or continental team championship."""
    number: int | None = None
    """Its number, where events are told apart by one: of two with the same days the lower one comes first."""
    due: date | None = None
    """The list for which it was rated, where that is known; else it follows from the last day."""
    field: int | None = None
    """Of a round robin: how many opponents the player had, where play-offs make that less than games over cycles."""
    list_day: date | None = None
    """The list of which all ratings of the event are, where that is known; else it follows from the days."""
    is_junior: bool = False
    """True where whoever knows the birth date attests it: a junior on the day for which K of the event is taken."""

    def __repr__(self) -> str:
        rated = "unrated" if self.rating is None else self.rating
        return f"<Event {self.start} to {self.end}, {self.system}: {rated}, {len(self.games)} game(s)>"


@dataclass(frozen=True, slots=True)
class RatingPeriod:
    """One player, the list being made, and the events that are rated for it."""

    kind: str
    list_date: date
    player: Player
    events: tuple[Event, ...]
    edition: str | None = None
    one_offs: tuple[str, ...] | None = None
    """The one-off adjustments of the list that hold, where they are named; else those of the edition's authority."""

    def __repr__(self) -> str:
        return f"<RatingPeriod {self.kind} list of {self.list_date}: {self.player!r}, {len(self.events)} event(s)>"


class EventNames(NamedTuple):
    """What an event of a period is called, and whom the player met there: number and name, game by game."""

    event: str
    opponents: Sequence[tuple[int | None, str]] = ()
