"""Rating lists at hand: found by day, asked for a player by FIDE number or by name.

Of a list of the world only the players asked for are kept: by number, by a number like it, or by name.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from arpad.events.wording import WORDS
from arpad.formats.lists.names import words_of
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.whole import read_rows
from arpad.model.bounded import day_of
from arpad.model.bounded import opened as opened_file
from arpad.model.problems import Advised, ArpadError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from arpad.model.problems import FileProblem
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Tournament

_CHUNK = 1 << 20
_FIRST_LINES, _EVERY, _NAMED = 50, 500, 80
"""Lines kept at the start, one in so many kept after that, and the columns that hold number and name."""
_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})=(.+)", re.DOTALL)


class ListInForce(Protocol):
    """A rating list that can be asked for a player."""

    @property
    def day(self) -> date:
        """The day of the list."""

    def get(self, fide_id: int) -> Listed | None:
        """Give what the list says of a player."""


class Lists(Protocol):
    """Rating lists by day."""

    def on(self, day: date) -> ListInForce | None:
        """Give the list of exactly that day, or None where it is not at hand."""


class NoLists:
    """No rating lists: the ratings of the report are used."""

    def on(self, day: date) -> ListInForce | None:  # noqa: ARG002 - there is none for any day
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

    def get(self, fide_id: int) -> Listed | None:
        """Give what the list says of a player."""
        return self.players.get(fide_id)

    def covers(self, federation: str | None) -> bool:
        """Tell whether a player of a federation can be expected on it; a list of one federation has only its own."""
        return len(self.federations) > 1 or federation in self.federations

    def namesakes(self, name: str) -> list[Listed]:
        """Give everybody of the same name; accents, capital letters and the order of its words do not matter."""
        return [player for player in self.players.values() if same_name(name, player.name)]


def same_name(name: str, other: str) -> bool:
    """Tell whether two names have the same words, in any order.

    >>> same_name("MÜLLER Jörg", "Mueller, Joerg"), same_name("Müller, Jörg", "Müller, Hans")
    (True, False)
    """
    return _fits(name, other, of=0)


def like_name(name: str, other: str) -> bool:
    """Tell whether two names can be one person's: all words of the shorter are in the longer, or begin one.

    >>> like_name("Müller, J.", "Mueller, Joerg Michael"), like_name("Müller, J.", "Meier, Jörg")
    (True, False)
    """
    return _fits(name, other, of=1)


def _fits(name: str, other: str, *, of: int) -> bool:
    first, second = sorted((words_of(name), words_of(other)), key=len)
    if not first or (of == 0 and len(first) != len(second)):
        return False
    left = list(second)
    for word in sorted(first, key=lambda forms: -max(map(len, forms))):
        match = next((has for has in left if _same(word, has) or (of and _begins(word, has))), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _same(word: frozenset[str], has: frozenset[str]) -> bool:
    return bool(word & has)


def _begins(word: frozenset[str], has: frozenset[str]) -> bool:
    return any(a.startswith(b) or b.startswith(a) for a in word for b in has)


def transposed(fide_id: int) -> set[int]:
    """Give the numbers that differ by two neighbouring digits exchanged.

    >>> sorted(transposed(1234))
    [1243, 1324, 2134]
    """
    digits = str(fide_id)
    swapped = (
        digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :] for place in range(len(digits) - 1)
    )
    return {int(number) for number in swapped if number != digits and number[0] != "0"}


@dataclass(frozen=True, slots=True)
class AskedPlayers:
    """The players looked for in a list; None for everybody."""

    ids: frozenset[int]
    words: frozenset[str]
    """Words of the names of those whose number does not lead anywhere."""

    def is_asked(self, listed: Listed) -> bool:
        """Tell whether a player of a list is kept."""
        if listed.fide_id in self.ids:
            return True
        return bool(self.words) and any(form in self.words for word in words_of(listed.name)[:1] for form in word)


def asked_of(tournaments: Iterable[Tournament]) -> AskedPlayers:
    """Give the players looked for: everybody in some reports, by number, by a number like it, and by name."""
    ids: set[int] = set()
    words: set[str] = set()
    for tournament in tournaments:
        for entry in tournament.entries:
            if entry.fide_id is not None:
                ids |= {entry.fide_id, *transposed(entry.fide_id)}
            words |= {form for word in words_of(entry.name) for form in word if len(form) > 1}
    return AskedPlayers(frozenset(ids), frozenset(words))


def asked_lines(stream: BinaryIO, asked: AskedPlayers) -> bytes:
    """Give the lines of a list of fixed columns that are asked for, the first lines, and some to know it by.

    Only they are then read in full, so that a list of the world takes seconds.
    """
    ids = {str(fide_id).encode() for fide_id in asked.ids}
    words = {word.encode() for word in asked.words}
    kept: list[bytes] = []
    number, rest = 0, b""
    while chunk := stream.read(_CHUNK):
        # Of a line that is longer than any can be, its start is enough for the reader to say so.
        *lines, rest = (rest[:_CHUNK] + chunk).split(b"\n")
        for line in lines:
            if number < _FIRST_LINES or not number % _EVERY or _is_asked(line, ids, words):
                kept.append(line)
            number += 1
    return b"\n".join([*kept, rest])


def _is_asked(line: bytes, ids: set[bytes], words: set[bytes]) -> bool:
    parts = line[:_NAMED].lower().replace(b",", b" ").replace(b"-", b" ").split(None, 2)
    return bool(parts) and (parts[0] in ids or (len(parts) > 1 and parts[1] in words))


class RatingLists:
    """Rating lists by their days; lists of one day and several kinds of chess are taken together."""

    def __init__(self, asked: AskedPlayers | None = None) -> None:
        self._asked = asked
        self._days: dict[date, ListOfDay] = {}
        self.problems: list[tuple[str, FileProblem]] = []
        """What is wrong with the files, each with its name."""

    def add(self, text: str) -> None:
        """Read a list: `FILE`, dated by its header or name, or `2025-10-01=FILE`."""
        dated = _DATED.fullmatch(text)
        name = dated[2] if dated else text
        findings = Findings()
        try:
            with opened_file(name) as stream:
                source = opened(name, stream, findings)
                if source is not None and source.form == "txt" and self._asked is not None:
                    source = replace(source, stream=io.BytesIO(asked_lines(source.stream, self._asked)))
                read = None if source is None else read_rows(source, findings)
        except OSError as fault:
            raise ArpadError.of(WORDS, "not_opened", "--list", name=name, why=fault.strerror) from fault
        except ValueError as fault:
            raise ArpadError.of(WORDS, "not_opened", "--list", says="no_file", name=name, why=str(fault)) from fault
        shown = Path(name).name
        if read is None:
            why = [Advised(problem) for problem in findings.problems[:1]]
            raise RefusedError.of(WORDS, "list_unreadable", "--list", file=shown, why=why)
        self.problems += [(shown, problem) for problem in findings.problems]
        day = _day(dated[1]) if dated else read.about.list_date
        if day is None:
            raise RefusedError.of(WORDS, "list_undated", "--list", file=shown)
        self._put(day, shown, read.players, read.about.kinds)

    def _put(self, day: date, name: str, players: Iterator[Listed], kinds: tuple[str, ...]) -> None:
        of_day = self._days.setdefault(day, ListOfDay(day))
        of_day.names.append(name)
        of_day.kinds |= set(kinds)
        for player in players:
            of_day.federations.add(player.federation)
            if self._asked is not None and not self._asked.is_asked(player):
                continue
            known = of_day.players.get(player.fide_id)
            if known is None:
                of_day.players[player.fide_id] = player
            else:
                of_day.players[player.fide_id] = replace(known, **{kind: getattr(player, kind) for kind in kinds})

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
