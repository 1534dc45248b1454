"""Rating lists at hand: found by day, asked for a player by FIDE number or by name.

Of a list of the world only the players asked for are kept: by number, by a number like it, or by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from arpad.events.asked_players import AskedPerson, AskedPlayers, NearPlayers
from arpad.events.wording import WORDS
from arpad.formats.lists.names import like_name, name_key, plain_words, same_name
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.whole import read_rows
from arpad.model.bounded import day_of
from arpad.model.bounded import opened as opened_file
from arpad.model.problems import Advised, ArpadError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from arpad.formats.lists.text import Choice
    from arpad.formats.lists.whole import RowList
    from arpad.model.problems import FileProblem
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Tournament

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})=(.+)", re.DOTALL)


class Lists(Protocol):
    """Rating lists by day."""

    def on(self, day: date) -> ListOfDay | None:
        """Give the list of exactly that day, or None where it is not at hand."""


class Watch(Protocol):
    """Somebody who waits, and is told what is read and how far."""

    def stage(self, what: str, total: int | None = None) -> None:
        """Say what is being done now."""

    def reached(self, done: int) -> None:
        """Say how much of it is done."""


class NoLists:
    """No rating lists: the ratings of the report are used."""

    def on(self, day: date) -> ListOfDay | None:  # noqa: ARG002 - there is none for any day
        """Give no list."""
        return None


@dataclass(slots=True)
class ListOfDay:
    """What the lists of one day say of the players asked for."""

    day: date
    players: dict[int, Listed] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)
    federations: set[str] = field(default_factory=set)
    names: list[str] = field(default_factory=list)
    """The files."""
    people: frozenset[AskedPerson] = frozenset()
    """The players asked for."""
    _by_name: dict[str, list[Listed]] | None = field(default=None, init=False)
    _near: dict[AskedPerson, tuple[Listed, ...]] = field(default_factory=dict, init=False)

    def get(self, fide_id: int) -> Listed | None:
        """Give what the list says of a player."""
        return self.players.get(fide_id)

    def put(self, players: Iterable[Listed], kinds: tuple[str, ...]) -> None:
        """Add what a list of some kinds of chess says."""
        self._by_name, self._near = None, {}
        for player in players:
            known = self.players.get(player.fide_id)
            if known is None:
                self.players[player.fide_id] = player
            else:
                self.players[player.fide_id] = replace(known, **{kind: getattr(player, kind) for kind in kinds})

    def covers(self, federation: str | None) -> bool:
        """Tell whether a player of a federation can be expected on it; a list of one federation has only its own."""
        return len(self.federations) > 1 or federation in self.federations

    def namesakes(self, name: str) -> list[Listed]:
        """Give everybody of the same name; accents, capital letters and the order of its words do not matter."""
        if self._by_name is None:
            self._by_name = {}
            for player in self.players.values():
                self._by_name.setdefault(name_key(plain_words(player.name)), []).append(player)
        with_key = self._by_name.get(name_key(plain_words(name)), ())
        return [player for player in with_key if same_name(name, player.name)]

    def lost(self) -> list[AskedPerson]:
        """Give the players asked for that it does not know under their number, and could know."""
        return [person for person in self.people if self.covers(person.federation) and self._is_lost(person)]

    def _is_lost(self, person: AskedPerson) -> bool:
        listed = None if person.fide_id is None else self.players.get(person.fide_id)
        return bool(person.name) and (listed is None or not like_name(person.name, listed.name))

    def near(self, person: AskedPerson) -> tuple[Listed, ...]:
        """Give the players of the list that are near to one it does not know under the number of the report."""
        if person not in self._near:
            asked = {*self.lost(), person}
            self._near = {**dict.fromkeys(asked, ()), **self._nearest(asked)}
        return self._near[person]

    def _nearest(self, asked: set[AskedPerson]) -> dict[AskedPerson, tuple[Listed, ...]]:
        """Look for all of them at once, so that every player of the list is looked at once."""
        by_person: dict[AskedPerson, dict[int, Listed]] = {}
        index = NearPlayers(asked)
        for player in self.players.values():
            for person in index.near(str(player.fide_id), player.name):
                by_person.setdefault(person, {})[player.fide_id] = player
        return {person: tuple(players.values()) for person, players in by_person.items()}


def asked_of(tournaments: Iterable[Tournament]) -> AskedPlayers:
    """Give the players looked for: everybody in some reports."""
    return AskedPlayers(frozenset(AskedPerson.of(entry) for event in tournaments for entry in event.entries))


class RatingLists:
    """Rating lists by their days; lists of one day and several kinds of chess are taken together."""

    def __init__(self, asked: AskedPlayers | None = None, watch: Watch | None = None) -> None:
        """Begin with no list; of those added only the players `asked` for are kept, or everybody."""
        self._asked, self._watch = asked, watch
        self._days: dict[date, ListOfDay] = {}
        self.problems: list[tuple[str, FileProblem]] = []
        """What is wrong with the files, each with its name."""

    def __getstate__(self) -> dict[str, object]:
        """Leave out who waits: a copy in another process tells nobody."""
        return {**self.__dict__, "_watch": None}

    def add(self, text: str) -> None:
        """Read a list: `FILE`, dated by its header or name, or `2025-10-01=FILE`."""
        dated = _DATED.fullmatch(text)
        name = dated[2] if dated else text
        findings = Findings()
        read = self._read(name, findings, self._asked, "reading")
        shown = Path(name).name
        if read is None:
            why = [Advised(problem) for problem in findings.problems[:1]]
            raise RefusedError.of(WORDS, "list_unreadable", "--list", file=shown, why=why)
        self.problems += [(shown, problem) for problem in findings.problems]
        day = _day(dated[1]) if dated else read.about.list_date
        if day is None:
            raise RefusedError.of(WORDS, "list_undated", "--list", file=shown)
        people = frozenset() if self._asked is None else self._asked.people
        of_day = self._days.setdefault(day, ListOfDay(day, people=people))
        of_day.names.append(shown)
        of_day.kinds |= set(read.about.kinds)
        of_day.federations |= read.federations
        of_day.put(read.players, read.about.kinds)
        lost = of_day.lost()
        if lost:
            near = self._read(name, Findings(), NearPlayers(lost), "looking")
            of_day.put(() if near is None else near.players, read.about.kinds)

    def _read(self, name: str, findings: Findings, chosen: Choice | None, doing: str) -> RowList | None:
        """Read the players of a list that are chosen; None where it is none."""
        shown, watch = Path(name).name, self._watch
        try:
            with opened_file(name) as stream:
                source = opened(name, stream, findings, progress=None if watch is None else watch.reached)
                if watch is not None and source is not None:
                    watch.stage(WORDS.say("doing", doing, {"name": shown}), source.size)
                return None if source is None else read_rows(source, findings, chosen)
        except OSError as fault:
            raise ArpadError.of(WORDS, "not_opened", "--list", name=name, why=fault.strerror) from fault
        except ValueError as fault:
            raise ArpadError.of(WORDS, "not_opened", "--list", says="no_file", name=name, why=str(fault)) from fault

    def on(self, day: date) -> ListOfDay | None:
        """Give the list of exactly that day, or None where it is not at hand."""
        return self._days.get(day)

    @property
    def days(self) -> tuple[date, ...]:
        """The days of which there is a list."""
        return tuple(sorted(self._days))


def _day(text: str) -> date:
    try:
        return day_of(text)
    except ValueError as fault:
        raise ArpadError.of(WORDS, "bad_date", "--list", text=text) from fault
