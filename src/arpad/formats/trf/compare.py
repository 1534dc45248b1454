"""Two reports of an event beside each other: what is said otherwise of the event, its players and its games.

Starting numbers may be others in the newer report. A player is known again by the FIDE number, then by the name, then
by the starting number where the birth or every result is the same; whoever is not known again is new or gone.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from arpad.formats.trf.time import encoded
from arpad.model.meetings import meetings
from arpad.model.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from arpad.model.meetings import Meeting
    from arpad.model.tournament import Entry

EVENT, NEW, GONE, PLAYER, GAME_NEW, GAME_GONE, RESULT, COLOUR = CHANGES = (
    "event", "new", "gone", "player", "game_new", "game_gone", "result", "colour",
)  # fmt: skip
"""What can differ: a fact of the event, a player who is new or gone, a fact of a player, a game that is new or gone or
has another result, and who had White in it."""
_NOT_OF_EVENT = frozenset(("entries", "teams", "national", "records", "time_control_black"))
_OF_PLAYER = ("number", "name", "sex", "title", "rating", "federation", "fide_id", "born")
"""What is compared of a player; points and ranks follow from the games."""


class ReportDifference(NamedTuple):
    """Something that two reports say otherwise."""

    change: str
    fact: str = ""
    """Which fact of the event or of the player."""
    player: int | None = None
    """The starting number in the newer report, or in the older for what is gone."""
    name: str = ""
    round: int | None = None
    opponent: int | None = None
    opponent_name: str = ""
    before: str | None = None
    after: str | None = None


def report_differences(old: Tournament, new: Tournament) -> list[ReportDifference]:
    """Give everything that a newer report of an event says otherwise: of the event, of players, of games.

    >>> from arpad.model.tournament import Entry
    >>> before = Tournament("Open", entries=(Entry(1, "Kestrel, Ada", rating=2284),))
    >>> after = Tournament("Open", entries=(Entry(1, "Kestrel, Ada", rating=2294),))
    >>> [(each.fact, each.before, each.after) for each in report_differences(before, after)]
    [('rating', '2284', '2294')]
    """
    same = same_players(old, new)
    return [*_of_event(old, new), *_of_players(old, new, same), *_of_games(old, new, same)]


def same_players(old: Tournament, new: Tournament) -> dict[int, int]:
    """Give whose starting number in the older report is whose in the newer."""
    before, after = old.by_number(), new.by_number()
    same: dict[int, int] = {}
    for mark in (_by_id, _by_name):
        left = [entry for number, entry in before.items() if number not in same]
        taken = frozenset(same.values())
        others = _once([entry for number, entry in after.items() if number not in taken], mark)
        same |= {entry.number: others[key].number for key, entry in _once(left, mark).items() if key in others}
    taken = frozenset(same.values())
    for number, entry in before.items():
        other = after.get(number)
        if number not in same and number not in taken and other is not None and _may_be_same(entry, other):
            same[number] = number
    return same


def _by_id(entry: Entry) -> Hashable:
    return entry.fide_id


def _by_name(entry: Entry) -> Hashable:
    return " ".join(entry.name.casefold().split()) or None


def _may_be_same(entry: Entry, other: Entry) -> bool:
    """Tell whether two players of the same starting number are one who is written otherwise."""
    is_born_so = entry.born is not None and entry.born == other.born
    return is_born_so or (bool(entry.rounds) and entry.rounds == other.rounds)


def _once(entries: Sequence[Entry], mark: Callable[[Entry], Hashable]) -> dict[Hashable, Entry]:
    """Give players by a mark, those alone who are the only ones with it."""
    marked: dict[Hashable, list[Entry]] = {}
    for entry in entries:
        if mark(entry) is not None:
            marked.setdefault(mark(entry), []).append(entry)
    return {key: of_mark[0] for key, of_mark in marked.items() if len(of_mark) == 1}


def _of_event(old: Tournament, new: Tournament) -> Iterator[ReportDifference]:
    for fact in (field.name for field in fields(Tournament) if field.name not in _NOT_OF_EVENT):
        before, after = _event_text(old, fact), _event_text(new, fact)
        if before != after:
            yield ReportDifference(EVENT, fact, before=before, after=after)


def _event_text(tournament: Tournament, fact: str) -> str | None:
    if fact == "time_control":
        control = tournament.time_control
        return None if control is None else encoded(control, tournament.time_control_black)
    return _text(getattr(tournament, fact))


def _text(value: object) -> str | None:
    """Write a value as people read it; nothing where it is not said."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return ", ".join(_text(part) or "-" for part in value) or None
    return None if value is None or value == "" else str(value)


def _of_players(old: Tournament, new: Tournament, same: Mapping[int, int]) -> Iterator[ReportDifference]:
    before, after = old.by_number(), new.by_number()
    for number, entry in before.items():
        if number not in same:
            yield ReportDifference(GONE, player=number, name=entry.name)
    known = frozenset(same.values())
    for number, entry in after.items():
        if number not in known:
            yield ReportDifference(NEW, player=number, name=entry.name)
    for number, other in same.items():
        for fact in _OF_PLAYER:
            first, second = _text(getattr(before[number], fact)), _text(getattr(after[other], fact))
            if first != second:
                yield ReportDifference(PLAYER, fact, other, after[other].name, before=first, after=second)


def _of_games(old: Tournament, new: Tournament, same: Mapping[int, int]) -> Iterator[ReportDifference]:
    """Compare the games; what a player who is new or gone played is new or gone with the player, and not named."""
    before = {
        _key(meeting, same): meeting for meeting in meetings(old) if all(number in same for number in _sides(meeting))
    }
    known, names = frozenset(same.values()), {number: entry.name for number, entry in new.by_number().items()}
    alike = {number: number for number in known}
    after = {
        _key(meeting, alike): meeting for meeting in meetings(new) if all(number in known for number in _sides(meeting))
    }
    for key in sorted({*before, *after}, key=lambda key: (key[0], key[1], key[2] or 0)):
        first, second = before.get(key), after.get(key)
        game_round, player, opponent = key
        was = None if first is None else _result(first, player, same)
        now = None if second is None else _result(second, player, alike)
        change = GAME_GONE if second is None else GAME_NEW if first is None else RESULT
        place = (player, names[player], game_round, opponent, "" if opponent is None else names[opponent])
        if was != now:
            yield ReportDifference(change, "", *place, was, now)
        if first is not None and second is not None:
            whites = _white(first, same), _white(second, alike)
            if whites[0] != whites[1]:
                yield ReportDifference(COLOUR, "", *place, *(None if white is None else str(white) for white in whites))


def _sides(meeting: Meeting) -> tuple[int, ...]:
    return (meeting.first,) if meeting.second is None else (meeting.first, meeting.second)


def _key(meeting: Meeting, numbers: Mapping[int, int]) -> tuple[int, int, int | None]:
    """Give round, player and opponent of a meeting, by numbers of the newer report, the lower number first."""
    sides = sorted(numbers[number] for number in _sides(meeting))
    return meeting.round, sides[0], sides[1] if len(sides) > 1 else None


def _result(meeting: Meeting, player: int, numbers: Mapping[int, int]) -> str:
    """Write the result as the player of a number has it, then as the opponent has it."""
    results = (meeting.first_result, meeting.second_result)
    in_order = results if numbers[meeting.first] == player else results[::-1]
    return in_order[0] or "" if meeting.second is None else "-".join(result or "?" for result in in_order)


def _white(meeting: Meeting, numbers: Mapping[int, int]) -> int | None:
    """Give the number of the player who had White, where that is known."""
    if meeting.second is None or meeting.first_is_white is None:
        return None
    return numbers[meeting.first if meeting.first_is_white else meeting.second]
