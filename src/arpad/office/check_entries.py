"""An entry list held against what the office knows, before play: numbers that are missing or unknown, doubles, class.

In 2024 an event with players above a limit is registered longer before; by the ratings of the list it is registered
for. What the lead test would say of these entries is said beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arpad.office.approvals import late_class, needed, open_approvals
from arpad.office.registration_facts import ExpectedPlayer, GivenFact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.office.approvals import NeededApproval
    from arpad.office.event_case import EventCase


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A line of an entry list: the number, where there is one, and the name as it stands there."""

    line: int
    number: int | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """What the office knows of a player: name and sex, and the rating on the list the event is registered for."""

    number: int
    name: str
    sex: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class EntriesChecked:
    """What an entry list comes to."""

    players: tuple[ExpectedPlayer, ...]
    """Everybody whom the office knows, each once, as the registration would have them."""
    without_number: tuple[ListedEntry, ...]
    unknown: tuple[ListedEntry, ...]
    """Numbers that the office does not know."""
    twice: tuple[ListedEntry, ...]
    other_names: tuple[tuple[ListedEntry, KnownPlayer], ...]
    """Entries whose name shares no word with that of the number."""
    has_elite: bool
    """True where these players put the event into the class of the longest lead."""
    open_sexes: tuple[int, ...]
    """Of whom only the sex would tell the class."""
    missing: tuple[NeededApproval, ...]
    """The approvals that the event would lack with these entries."""

    @property
    def is_clean(self) -> bool:
        """True where nothing speaks against the list."""
        return not (self.without_number or self.unknown or self.twice or self.other_names or self.missing)


def check_entries(case: EventCase, entries: Sequence[ListedEntry], known: Mapping[int, KnownPlayer]) -> EntriesChecked:
    """Hold an entry list against the players that the office knows, and test the lead with it."""
    seen: set[int] = set()
    without, unknown, twice, others = [], [], [], []
    players = []
    for entry in entries:
        player = known.get(entry.number or 0)
        if entry.number is None:
            without.append(entry)
        elif entry.number in seen:
            twice.append(entry)
        elif player is None:
            unknown.append(entry)
        else:
            seen.add(entry.number)
            players.append(ExpectedPlayer(player.number, player.rating, player.sex))
            if not _shares_a_word(entry.name, player.name):
                others.append((entry, player))
    expected = tuple(players)
    has_elite, open_sexes = late_class(case.law, {"expected": expected})
    facts = dict(case.facts)
    if case.since is not None:
        facts["expected"] = GivenFact(expected, 0, case.since)
    would = replace(case, facts=facts)
    missing = open_approvals(needed(would.law, would.values, would.registered_at), would.approvals)
    return EntriesChecked(
        expected, tuple(without), tuple(unknown), tuple(twice), tuple(others), has_elite, open_sexes, missing
    )


def _shares_a_word(typed: str, known: str) -> bool:
    """Tell whether two names have a word in common; one that is not given speaks against nothing."""
    words, others = _words(typed), _words(known)
    return not words or not others or bool(words & others)


def _words(name: str) -> set[str]:
    return {word for word in name.replace(",", " ").replace(".", " ").casefold().split() if len(word) > 1}
