"""One event of a report, as the regulations take it: everybody's ratings on the lists that apply, and the games.

Ratings come from the list of the first day, or of each game's where an edition takes those; where a list is not at
hand, from the report.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.number_doubts import could_know, number_doubt, proposal
from arpad.model.meetings import GAME
from arpad.model.period import BLITZ, RAPID, RATINGS_AT_GAME, RATINGS_AT_START, STANDARD
from arpad.model.tournament import POINTS_OF
from arpad.regulations.calendar import calendar, list_on
from arpad.regulations.periods import PlayedEvent, Side, rateable, ratings_taken, system_taken
from arpad.regulations.rules.development_coefficient import EVENT_START
from arpad.regulations.rules.rated_event import SCHEVENINGEN_WITH_UNRATED
from arpad.regulations.workings.coefficient import k_moment
from arpad.regulations.workings.explained_lines import REASONS
from arpad.regulations.workings.list_line import base_rating

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.events.number_doubts import NumberDoubt
    from arpad.events.rating_lists import ListOfDay, Lists
    from arpad.model.rating_list import Listed
    from arpad.model.report import Report
    from arpad.model.tournament import Entry
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

PlayerKey = tuple[int, int]
"""A player: 0 and the FIDE number, or without one the event, counted from 1, and the starting number."""


class Ratings(NamedTuple):
    """What is known of a player on a day: ratings, K, and where from."""

    rating: int | None
    standard: int | None = None
    k: int | None = None
    birth_year: int | None = None
    listed: bool = False
    """From a rating list; otherwise as the report has it."""
    doubt: NumberDoubt | None = None
    """Why the number of the report cannot be the player's."""
    proposed: Listed | None = None
    """Who is probably meant, where the report has no number."""

    def used(self, law: Edition) -> int | None:
        """Give the rating at which a player counts; in rapid and blitz the standard one may stand in."""
        return base_rating(law, self.rating, self.standard)


class PlayedRound(NamedTuple):
    """One round of a player in an event, and what became of it."""

    round: int
    opponent: int | None
    colour: str | None
    score: int | None
    rating: int | None
    """The opponent's rating as used; None where the opponent is unrated, or it is no game."""
    status: str
    """`game`, why there was none, or why it was dropped."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a player did in one event."""

    event: int
    entry: Entry
    rounds: tuple[PlayedRound, ...]
    own: Ratings
    doubtful: tuple[int, ...] = ()
    """The opponents met in play whose numbers are in doubt, so that what came of it may change."""

    @property
    def key(self) -> PlayerKey:
        """The player by the FIDE number, over all events; without one, only within this event."""
        return (0, self.entry.fide_id) if self.entry.fide_id is not None else (self.event + 1, self.entry.number)


def reported(entry: Entry) -> Ratings:
    """Give what the report says of a player."""
    return Ratings(entry.rating, birth_year=entry.born.year if entry.born else None)


def listed(line: Listed | None, kind: str) -> Ratings:
    """Give what a list says of a player about one kind of chess."""
    if line is None:
        return Ratings(None, listed=True)
    own = {STANDARD: line.standard, RAPID: line.rapid, BLITZ: line.blitz}[kind]
    standard = line.standard.rating if kind != STANDARD else None
    return Ratings(own.rating, standard, own.k, line.birth_year, listed=True)


def ratings_on(entry: Entry, of_day: ListOfDay | None, kind: str) -> Ratings:
    """Give a player's ratings on a list; as the report has them where the list cannot tell, or the number is in doubt.

    So a mistyped number makes nobody a newcomer, and a list of one federation none of its guests.
    """
    if of_day is None:
        return reported(entry)
    if entry.fide_id is None:
        meant = proposal(entry, of_day, kind) if could_know(entry, of_day, kind) else None
        return reported(entry)._replace(proposed=meant)
    line = of_day.get(entry.fide_id)
    if line is None and not could_know(entry, of_day, kind):
        return reported(entry)
    doubt = number_doubt(entry, of_day, kind)
    return listed(line, kind) if doubt is None else reported(entry)._replace(doubt=doubt)


def _met(rounds: list[PlayedRound], in_doubt: set[int]) -> tuple[int, ...]:
    met = (played.opponent for played in rounds if played.score is not None)
    return tuple(dict.fromkeys(number for number in met if number is not None and number in in_doubt))


class ReportedEvent:
    """One event with its law, its lists, and everybody's ratings and games."""

    def __init__(self, index: int, report: Report, kind: str, edition: str | None, lists: Lists) -> None:
        self.report, self._kind, self._lists = report, kind, lists
        days = calendar(kind, name=edition)
        self.law = days.edition_of_event(report.start)
        self._list_day = list_on(days, report.start)
        self.players = report.tournament.by_number()
        self.ratings, self._lists_of_rounds = RATINGS_AT_START, self._by_day(days)
        self.lists_asked = {*([self._list_day] if self._list_day else []), *self._lists_of_rounds.values()}
        if self._lists_of_rounds and all(lists.on(day) is not None for day in self.lists_asked):
            self.ratings = RATINGS_AT_GAME
        self._own = self._ratings_on(self._list_day)
        in_doubt = {number for number, own in self._own.items() if own.doubt is not None}
        rounds, sides = self._games()
        self._played = rateable(self._as_played(sides))
        self.parts = [
            Part(
                index,
                entry,
                tuple(self._judged(number, rounds[number], sides[number])),
                self._own[number],
                _met(rounds[number], in_doubt) if in_doubt else (),
            )
            for number, entry in self.players.items()
        ]

    def _by_day(self, days: Calendar) -> dict[int, date]:
        """Give the list of each round, where an edition takes that of the day of each game."""
        report, span = self.report, (self.report.start, self.report.end)
        if ratings_taken(self.law, report.system, span, report.ratings) != RATINGS_AT_GAME:
            return {}
        rounds = max(report.tournament.rounds, len(report.tournament.round_dates))
        played = {turn: report.day_of(turn) or report.start for turn in range(1, rounds + 1)}
        return {turn: list_on(days, day) or day for turn, day in played.items()}

    def _ratings_on(self, list_day: date | None) -> dict[int, Ratings]:
        """Give everybody's ratings on a list; as the report has them where the list or a player's number is missing."""
        at_hand = self._lists.on(list_day) if list_day else None
        # Where the lists of some games are missing, what comes out is an estimate like any other.
        is_whole = self.ratings == RATINGS_AT_GAME or not self._lists_of_rounds
        ratings = {number: ratings_on(entry, at_hand, self._kind) for number, entry in self.players.items()}
        return ratings if is_whole else {number: own._replace(listed=False) for number, own in ratings.items()}

    def _games(self) -> tuple[dict[int, list[PlayedRound]], dict[int, list[Side]]]:
        """Give what each player did, and the games that are rated, from both sides."""
        rounds: dict[int, list[PlayedRound]] = {number: [] for number in self.players}
        sides: dict[int, list[Side]] = {number: [] for number in self.players}
        list_day, used = self._list_day, self._used_on(self._list_day)
        lists = self._lists_of_rounds if self.ratings == RATINGS_AT_GAME else {}
        by_round = {turn: (day, self._used_on(day)) for turn, day in lists.items()}
        left_out = self.report.left_out
        for met in self.report.meetings:
            first, second, white = met.first, met.second, met.first_is_white
            colour = None if white is None else "w" if white else "b"
            if second is None or second not in rounds or met.second_result is None:
                rounds[first].append(PlayedRound(met.round, second, colour, None, None, met.status))
                continue
            back = None if white is None else "b" if white else "w"
            if met.status != GAME:
                rounds[first].append(PlayedRound(met.round, second, colour, None, None, met.status))
                rounds[second].append(PlayedRound(met.round, first, back, None, None, met.status))
                continue
            if by_round:
                list_day, used = by_round[met.round]
            score, other = POINTS_OF[met.first_result], POINTS_OF[met.second_result]
            why = left_out.get((met.round, min(first, second), max(first, second))) if left_out else None
            status = GAME if why is None else why.words
            rounds[first].append(PlayedRound(met.round, second, colour, score, used[second], status))
            rounds[second].append(PlayedRound(met.round, first, back, other, used[first], status))
            if why is None:
                sides[first].append(Side(list_day, second, used[first], used[second], score, met.round))
                sides[second].append(Side(list_day, first, used[second], used[first], other, met.round))
        return rounds, sides

    def _judged(self, number: int, rounds: list[PlayedRound], sides: list[Side]) -> list[PlayedRound]:
        """Say of the games that the event as a whole cannot have rated why they do not count."""
        kept = self._played.sides[number]
        if len(kept) == len(sides):
            return rounds
        left = {side.round for side in sides} - {side.round for side in kept}
        why = REASONS[SCHEVENINGEN_WITH_UNRATED]
        return [played._replace(status=why) if played.round in left else played for played in rounds]

    def _used_on(self, list_day: date | None) -> dict[int, int | None]:
        own = self._own if list_day == self._list_day else self._ratings_on(list_day)
        return {number: ratings.used(self.law) for number, ratings in own.items()}

    def _as_played(self, sides: dict[int, list[Side]]) -> PlayedEvent:
        by_start = k_moment(self.law) == EVENT_START
        return PlayedEvent(
            self.law,
            self.report.start,
            self.report.end,
            system_taken(self.report.system, self.ratings),
            sides,
            self.report.cycles,
            self.report.team_championship,
            self.ratings,
            ratings_of={number: own.used(self.law) for number, own in self._own.items()},
            ks={number: own.k for number, own in self._own.items()} if by_start else {},
        )

    def as_played(self, place: Mapping[PlayerKey, int]) -> PlayedEvent:
        """Give the event as the regulations take it; `place` has the place of each player among all."""
        return replace(self._played, people={part.entry.number: place[part.key] for part in self.parts})
