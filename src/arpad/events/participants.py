"""The players that take part in an event: a report may name some that never met anybody (R-032)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.meetings import Meeting
    from arpad.model.tournament import Entry, Tournament
    from arpad.regulations.edition import Edition

ENTERED, PAIRED, PLAYED = "entered", "paired", "played"


def is_before_play(tournament: Tournament) -> bool:
    """Tell whether nobody was paired yet: then there are only entries."""
    return not any(_was_paired(entry) for entry in tournament.entries)


def participants(tournament: Tournament, met: Iterable[Meeting], law: Edition) -> tuple[Entry, ...]:
    """Give the players that take part, by starting number: before play all that entered, then as the edition has it."""
    players = tournament.by_number().values()
    rule = ENTERED if is_before_play(tournament) else law.get("takes_part") or PAIRED
    if rule == ENTERED:
        return tuple(players)
    if rule == PAIRED:
        return tuple(player for player in players if _was_paired(player))
    played = {number for meeting in met if meeting.played for number in (meeting.first, meeting.second)}
    return tuple(player for player in players if player.number in played)


def _was_paired(entry: Entry) -> bool:
    return any(pairing.opponent is not None for pairing in entry.rounds)
