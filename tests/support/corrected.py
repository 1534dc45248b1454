"""A report as an arbiter sends it again: with another result, other names, numbers, colours or days."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.formats.trf.reader import read_trf
from arpad.model.report import Report
from arpad.model.tournament import Pairing

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.model.tournament import Entry, Tournament

SPRING = Path(__file__).parents[1] / "data" / "spring-open.trf"
FIRST, LAST = date(2025, 5, 2), date(2025, 5, 4)


def report(file: str = "spring-open.trf", tournament: Tournament | None = None, **changes: object) -> Report:
    """Read the made-up report of eight games; anything of it may be other."""
    whole = read_trf(SPRING.read_bytes()).tournament if tournament is None else tournament
    return replace(Report(file, whole, FIRST, LAST, "standard", "swiss"), **changes)  # type: ignore[arg-type]


def with_entries(change: Callable[[Entry], Entry]) -> Tournament:
    """Give the made-up tournament with other players."""
    tournament = read_trf(SPRING.read_bytes()).tournament
    return replace(tournament, entries=tuple(change(entry) for entry in tournament.entries))


def with_result(turn: int, first: int, second: int, results: str) -> Tournament:
    """Give the made-up tournament with another result of a game: as the first and as the second player has it."""
    mine = {first: (second, results[0]), second: (first, results[1])}

    def changed(entry: Entry) -> Entry:
        if entry.number not in mine:
            return entry
        opponent, result = mine[entry.number]
        rounds = list(entry.rounds)
        rounds[turn - 1] = Pairing(opponent, rounds[turn - 1].colour, result)
        return replace(entry, rounds=tuple(rounds))

    return with_entries(changed)


def without_numbers(tournament: Tournament | None = None) -> Tournament:
    """Give the made-up tournament, or another, of players whose FIDE numbers nobody wrote down."""
    whole = read_trf(SPRING.read_bytes()).tournament if tournament is None else tournament
    return replace(whole, entries=tuple(replace(entry, fide_id=None) for entry in whole.entries))
