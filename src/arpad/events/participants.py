"""The players that take part in an event: a report may name some that never met anybody (R-032)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.event_basis import TAKES_PART
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.meetings import Meeting
    from arpad.model.tournament import Entry, Tournament
    from arpad.regulations.edition import Edition


def is_before_play(tournament: Tournament) -> bool:
    """Tell whether nobody was paired yet: then there are only entries."""
    return not any(_was_paired(entry) for entry in tournament.entries)


def participants(tournament: Tournament, met: Iterable[Meeting], law: Edition) -> tuple[Entry, ...]:
    """Give the players that take part, by starting number: before play all that entered, then as the edition has it."""
    is_before = is_before_play(tournament)
    played = {number for meeting in met if meeting.played for number in (meeting.first, meeting.second)}
    rule = ints(TAKES_PART, law)
    return tuple(
        player
        for player in tournament.by_number().values()
        if rule.run(
            {
                "is_before_play": is_before,
                "was_paired": _was_paired(player),
                "has_played": player.number in played,
            },
            {},
        ).whole["takes_part"]
    )


def _was_paired(entry: Entry) -> bool:
    return any(pairing.opponent is not None for pairing in entry.rounds)
