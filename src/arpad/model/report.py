"""An event as it was reported: the tournament, what it counts as, and the games that a check took out.

One type from the reading of a file to its rating and to the book, so that whoever rates it has the same facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.meetings import meetings
from arpad.model.period import KINDS, RATINGS_AT_START, SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.model.meetings import Meeting
    from arpad.model.tournament import Tournament

GameOfReport = tuple[int, int, int]
"""A game by its round, and the lower and the higher starting number."""


class Dropped(NamedTuple):
    """Why a game that was played is not rated."""

    reason: str
    """The code of the finding about it."""
    words: str
    """The same as a sentence, or the code where the rule itself says it."""
    by_rule: bool = False
    """True where the rule of a game leaves it out by itself, with its article; another edition may count it."""


@dataclass(frozen=True, slots=True)
class Report:
    """An event as reported, judged and ready to be rated."""

    file: str
    """The name of the file, as people are told."""
    tournament: Tournament
    start: date
    end: date
    kind: str = KINDS[0]
    system: str = SYSTEMS[0]
    """By whose rules its games count."""
    cycles: int = 1
    """Of a round robin: how often everybody was to meet everybody."""
    official: bool = False
    team_championship: bool = False
    ratings: str = RATINGS_AT_START
    """Which ratings were declared: those of the first day, or of the day of each game."""
    received: date | None = None
    dropped: Mapping[GameOfReport, Dropped] = field(default_factory=dict)
    """Games that are not rated, each with its reason."""
    met: tuple[Meeting, ...] | None = field(default=None, repr=False, compare=False)
    """Whom everybody met, where it was found out already."""

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Whom everybody met, round by round."""
        return meetings(self.tournament) if self.met is None else self.met

    @property
    def left_out(self) -> dict[GameOfReport, Dropped]:
        """The games that nobody rates; those that the rule leaves out by itself are judged when they are rated."""
        return {game: why for game, why in self.dropped.items() if not why.by_rule}

    def day_of(self, turn: int) -> date | None:
        """Give the day of a round, where the report has it."""
        days = self.tournament.round_dates
        return days[turn - 1] if turn <= len(days) else None
