"""The records of a player, from published lists and rated games alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.storage.site.player_sheet import GameOfPlayer, PlayerSheet

HIGHEST, GAIN, GAMES, UNBEATEN = WHATS = "highest", "gain", "games", "unbeaten"
_LEAST_UNBEATEN = 3


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A record: what it is, in which kind of chess, how much, and on which list."""

    what: str
    kind: str
    value: int
    list_date: date | None = None


def records_of(sheet: PlayerSheet, kinds: Sequence[str]) -> list[tuple[str, list[PlayerRecord | None]]]:
    """Give the records by what they are of, each in every kind of chess where there is one."""
    every = {(record.what, record.kind): record for kind in kinds for record in _of_kind(sheet, kind)}
    whats = [what for what in WHATS if any((what, kind) in every for kind in kinds)]
    return [(what, [every.get((what, kind)) for kind in kinds]) for what in whats]


def kinds_with_records(sheet: PlayerSheet) -> list[str]:
    """Name the kinds of chess in which a player had a published rating."""
    return [kind for kind in KINDS if any(line.ratings[kind] is not None for line in sheet.lines)]


def _of_kind(sheet: PlayerSheet, kind: str) -> list[PlayerRecord]:
    rated = [(rating, line.list_date) for line in sheet.lines if (rating := line.ratings[kind]) is not None]
    played = [period for period in sheet.periods if period.kind == kind]
    records = []
    if rated:
        # Of several lists with the same rating the first is named.
        best = max(rated, key=lambda each: (each[0], -each[1].toordinal()))
        ever = _ever(sheet, kind)
        # What was reached before the lists that are here has no list.
        records.append(PlayerRecord(HIGHEST, kind, ever) if ever > best[0] else PlayerRecord(HIGHEST, kind, *best))
    gains = [(period.change, period.list_date) for period in played if period.change is not None and period.change > 0]
    if gains:
        records.append(PlayerRecord(GAIN, kind, *max(gains, key=lambda each: (each[0], -each[1].toordinal()))))
    if played:
        most = max(played, key=lambda period: (period.games, -period.list_date.toordinal()))
        records.append(PlayerRecord(GAMES, kind, most.games, most.list_date))
    unbeaten = _unbeaten([game for game in sheet.games if game.event.kind == kind])
    if unbeaten >= _LEAST_UNBEATEN:
        records.append(PlayerRecord(UNBEATEN, kind, unbeaten))
    return records


def _ever(sheet: PlayerSheet, kind: str) -> int:
    """Give the highest rating that the book knows; 0 where a list kept one to itself, for it may be that."""
    if sheet.standing is None or any(hidden == kind for _, hidden in sheet.shown.hidden):
        return 0
    return getattr(sheet.standing, f"{kind}_highest") or 0


def _unbeaten(games: Sequence[GameOfPlayer]) -> int:
    """Count the longest run of games without a loss."""
    longest = run = 0
    for game in games:
        run = run + 1 if game.score > 0 else 0
        longest = max(longest, run)
    return longest
