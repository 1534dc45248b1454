"""An event that is being checked: the report, the facts, the law of its first day, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from arpad.events.thinking_time.text import time_of_text
from arpad.events.verdict import DroppedGame, Finding
from arpad.events.wording import Source
from arpad.regulations.consulted import Consulted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from arpad.events.facts import EventFacts
    from arpad.events.system import EventSystem
    from arpad.model.meetings import Meeting
    from arpad.model.problems import FileProblem
    from arpad.model.time_control import TimeControl
    from arpad.model.tournament import Entry, Tournament
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

Outcome = Finding | DroppedGame
"""What a check yields."""

_WOMAN, _WOMENS_TITLE = "w", "W"


@dataclass(frozen=True, slots=True)
class Controls:
    """The thinking time of an event: white's, black's where it differs, and that of single rounds."""

    white: TimeControl | None = None
    black: TimeControl | None = None
    source: Source | None = None
    by_round: Mapping[int, tuple[TimeControl, TimeControl]] = field(default_factory=dict)
    unreadable: tuple[str, ...] = ()
    """Texts that were given and could not be read."""
    unread_rounds: Mapping[int, str] = field(default_factory=dict)
    """Rounds that have a time of their own which could not be read, with its text."""

    def of(self, number: int) -> tuple[TimeControl, TimeControl] | None:
        """Give both players' time in a round; None where it is not known."""
        if number in self.unread_rounds:
            return None
        if number in self.by_round:
            return self.by_round[number]
        return None if self.white is None else (self.white, self.black or self.white)


def controls(tournament: Tournament, facts: EventFacts) -> Controls:
    """Find the thinking time: from the facts, the encoded record 222, or the words of 122, in this order."""
    unread_rounds: dict[int, str] = {}
    single: dict[int, tuple[TimeControl, TimeControl]] = {}
    for number, time_control in facts.time_controls or ():
        white, black = time_of_text(time_control)
        if white is None:
            unread_rounds[number] = time_control
        else:
            single[number] = (white, black or white)
    unreadable = list(unread_rounds.values())
    encoded = tournament.time_control, tournament.time_control_black
    for text, source in ((facts.time_control, "given"), (None, "record_222"), (tournament.time, "record_122")):
        white, black = time_of_text(text) if text else encoded if source == "record_222" else (None, None)
        if white is not None:
            taken_from = Source(source, text or "")
            return Controls(white, black, taken_from, single, tuple(unreadable), unread_rounds)
        unreadable += [text] if text else []
    return Controls(None, None, None, single, tuple(unreadable), unread_rounds)


@dataclass(frozen=True)
class Subject:
    """Everything that checks ask for."""

    tournament: Tournament
    meetings: tuple[Meeting, ...]
    """Who met whom in it, games and rounds without one."""
    facts: EventFacts
    law: Edition
    days: Calendar
    kind: str
    system: EventSystem
    time: Controls
    start: date | None
    end: date | None
    ratings: Mapping[int, int | None]
    """By starting number: from the list in force where there is one, else as the report has it."""
    entries: tuple[Entry, ...]
    """The players that take part (R-032), or everybody where nobody was paired yet."""
    before_play: bool
    faults: tuple[FileProblem, ...] = ()
    """For which the report is refused as a whole; what is found besides is so as far as it can be known."""

    @cached_property
    def games(self) -> tuple[Meeting, ...]:
        """The games that were played."""
        return tuple(meeting for meeting in self.meetings if meeting.played)

    @property
    def rounds(self) -> int:
        """The number of rounds; before play those that have a day are announced too."""
        dated = len(self.tournament.round_dates) if self.before_play else 0
        return max(self.tournament.rounds, dated)

    @property
    def rated(self) -> tuple[int, ...]:
        """The starting numbers of the rated."""
        return tuple(entry.number for entry in self.entries if self.ratings.get(entry.number) is not None)

    @property
    def unrated(self) -> tuple[int, ...]:
        """Those of the unrated."""
        return tuple(entry.number for entry in self.entries if self.ratings.get(entry.number) is None)

    def best(self, *numbers: int) -> int | None:
        """Give the highest rating among some players; None where all are unrated: below every limit."""
        return max((rating for number in numbers if (rating := self.ratings.get(number)) is not None), default=None)

    def is_woman(self, entry: Entry) -> bool | None:
        """Tell whether a player is a woman: by the report, a woman's title, or an event for women only."""
        if entry.sex is not None:
            return entry.sex == _WOMAN
        return True if self.facts.women_only or (entry.title or "").startswith(_WOMENS_TITLE) else None

    def consulted(self) -> Consulted:
        """Begin a question to the edition; what it reads is noted for its finding."""
        return Consulted(self.law)

    def finding(  # noqa: PLR0913 - a finding has these parts
        self,
        code: str,
        severity: str,
        consulted: Consulted | None,
        *says: str,
        fix: str | tuple[str, ...] = "",
        players: Iterable[int] = (),
        rounds: Iterable[int] = (),
        decides: bool = True,
        **facts: Any,  # noqa: ANN401 - plain values: numbers, days, names, lists and records of them
    ) -> Finding:
        """Make a finding that cites what was consulted for it; `says` and `fix` name its sentences.

        Players and rounds are where it is, sorted, and facts of its sentences, in the order given.
        """
        of_players, of_rounds = tuple(players), tuple(rounds)
        return Finding(
            code,
            severity,
            says,
            {"players": of_players, "rounds": of_rounds, **facts},
            (fix,) if isinstance(fix, str) and fix else tuple(fix),
            consulted.citations() if consulted is not None else (),
            tuple(sorted(set(of_players))),
            tuple(sorted(set(of_rounds))),
            decides,
        )

    def dropped(self, games: Iterable[Meeting], reason: str, key: str) -> Iterator[DroppedGame]:
        """Leave games out, for a reason and by an article."""
        (cited,) = self.consulted().citing(key).citations()
        for game in games:
            if game.second is not None:
                yield DroppedGame(game.round, game.first, game.second, reason, cited)


def with_ratings(subject: Subject, numbers: Iterable[int]) -> list[dict[str, int | None]]:
    """Give players with their ratings, as a sentence names them."""
    return [{"number": number, "rating": subject.ratings.get(number)} for number in numbers]
