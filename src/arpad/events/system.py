"""How an event was paired: as somebody said, as the report's code or words say, or as its games show."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.events.facts import DOUBLE, KNOCKOUT
from arpad.events.wording import BY_GAMES, GIVEN, NOTHING_SAID, Source
from arpad.model.period import MATCH, ROUND_ROBIN, SCHEVENINGEN, SWISS, TEAM
from arpad.regulations.workings.crosstable import usual_meetings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.events.facts import EventFacts
    from arpad.model.meetings import Meeting
    from arpad.model.tournament import Tournament

DOUBLE_CYCLES = 2
_PLAYERS_OF_A_MATCH = 2

_SYSTEM_WORDS = (
    (SCHEVENINGEN, re.compile(r"scheveningen")),
    (KNOCKOUT, re.compile(r"knock[\s-]?out|k\.?-?o\.?[\s-]system|eliminator")),
    (TEAM, re.compile(r"\bteams?\b|mannschaft|[ée]quipe|equipo|csapat|dru[żz]yn|squadr|league|\bliga\b")),
    (
        ROUND_ROBIN,
        re.compile(
            r"round[\s-]?robin|all[\s-]play[\s-]all|berger|rundenturnier|vollrundig|jeder gegen jeden|"
            r"todos contra todos|toutes rondes|k[öo]rverseny|ko[łl]ow|\brr\b|girone"
        ),
    ),
    (
        SWISS,
        re.compile(r"swiss|schweizer|suisse|suizo|sv[áa]jci|szwajcar|svizzer|švýcar|dutch|dubov|burstein|lim system"),
    ),
    (MATCH, re.compile(r"\bmatch\b|wettkampf|\bduel|p[áa]rosm[ée]rk|\bmecz\b|encuentro")),
)
_LEAGUE = re.compile(r"\bleague|liga\b|\bligue\b")
_DOUBLE = re.compile(r"double|doppel|dwuko|dvojko|\bdoble|k[ée]tk[öo]r|double[\s-]?round|2 cycles|_g2\b")
_CODES = (
    (SCHEVENINGEN, "SCHEVENINGEN"),
    (SCHEVENINGEN, "SCHILLER"),
    (TEAM, "TEAM"),
    (KNOCKOUT, "KNOCKOUT"),
    (ROUND_ROBIN, "ROUNDROBIN"),
    (SWISS, "SWISS"),
    (SWISS, "DUTCH"),
    (SWISS, "DUBOV"),
    (SWISS, "BURSTEIN"),
)


@dataclass(frozen=True, slots=True)
class EventSystem:
    """How an event was paired, and how that is known."""

    name: str
    cycles: int = 1
    """Of a round robin: how often everybody met everybody."""
    source: Source = BY_GAMES

    @property
    def is_named(self) -> bool:
        """True where somebody or the report says how it was paired, and its games alone do not."""
        return self.source == GIVEN or self.source.source in {"record_092", "record_192"}

    @property
    def code(self) -> str:
        """Its name, a double round robin apart; its words stand in the section `system` of the language file."""
        return DOUBLE if self.name == ROUND_ROBIN and self.cycles == DOUBLE_CYCLES else self.name


def event_system(tournament: Tournament, met: Sequence[Meeting], facts: EventFacts) -> EventSystem:
    """Give the system of an event: from the facts, the code 192, the words of 092, or the games, in this order."""
    if facts.system is not None:
        name = ROUND_ROBIN if facts.system == DOUBLE else facts.system
        return EventSystem(name, DOUBLE_CYCLES if facts.system == DOUBLE else 1, GIVEN)
    code = (tournament.type_code or "").upper()
    for name, part in _CODES:
        if part in code:
            return EventSystem(
                name, DOUBLE_CYCLES if "DOUBLER" in code or "_G2" in code else 1, Source("record_192", code)
            )
    words = (tournament.system or "").casefold()
    for name, pattern in _SYSTEM_WORDS:
        if pattern.search(words):
            twice = name == ROUND_ROBIN and (_DOUBLE.search(words) or _met_usually(tournament, met) == DOUBLE_CYCLES)
            return EventSystem(name, DOUBLE_CYCLES if twice else 1, Source("record_092", tournament.system or ""))
    return by_games(tournament, met)


def is_called_league(tournament: Tournament) -> bool:
    """Tell whether record 092 says that it is a league.

    >>> from arpad.model.tournament import Tournament
    >>> is_called_league(Tournament(system="Team League")), is_called_league(Tournament(system="Team Swiss"))
    (True, False)
    """
    return _LEAGUE.search((tournament.system or "").casefold()) is not None


def by_games(tournament: Tournament, met: Sequence[Meeting]) -> EventSystem:
    """Tell the system from the pairs that met: two players are a match, everybody against everybody a round robin."""
    if tournament.teams:
        return EventSystem(TEAM, 1, Source("teams"))
    pairs = pairs_met(met)
    numbers = sorted({number for pair in pairs for number in pair})
    if len(numbers) == len(tournament.entries) == _PLAYERS_OF_A_MATCH:
        return EventSystem(MATCH)
    often = {pairs.get((number, other), 0) for number in numbers for other in numbers if number < other}
    if len(often) == 1 and len(numbers) == len(tournament.entries) and numbers:
        return EventSystem(ROUND_ROBIN, often.pop())
    return EventSystem(SWISS, 1, BY_GAMES if numbers else NOTHING_SAID)


def _met_usually(tournament: Tournament, met: Sequence[Meeting]) -> int:
    """Tell how often most pairs met: a play-off makes no double round robin, and a missing game no single one."""
    pairs = pairs_met(met)
    numbers = sorted(entry.number for entry in tournament.entries)
    return usual_meetings(pairs.get((number, other), 0) for number in numbers for other in numbers if number < other)


def pairs_met(of: Iterable[Meeting]) -> Counter[tuple[int, int]]:
    """Count how often two players were paired, games and forfeits alike."""
    return Counter(
        (min(meeting.first, meeting.second), max(meeting.first, meeting.second))
        for meeting in of
        if meeting.second is not None and meeting.second != meeting.first and meeting.second_result is not None
    )
