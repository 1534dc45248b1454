"""Made-up reports for tests: a tournament from a crosstable or from pairings, by way of a real TRF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.rating_lists import ListOfDay
from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.writer import write_trf
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import KINDS
from arpad.model.report import Dropped, Report
from arpad.model.tournament import Entry, Pairing, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from arpad.model.rating_list import Listed

CODES = {100: "1", 50: "=", 0: "0"}


def reported(
    file: str, tournament: Tournament, system: str = "swiss", dropped: Mapping[tuple[int, int, int], str] | None = None
) -> Report:
    """Give a tournament as an event to be rated; games may be dropped, each for a reason in words."""
    start = tournament.start
    assert start is not None
    left_out = {game: Dropped("ruled_out", words) for game, words in (dropped or {}).items()}
    return Report(file, tournament, start, tournament.end or start, system=system, dropped=left_out)


def berger(players: int) -> list[list[tuple[int, int]]]:
    """Pair everybody with everybody once, for an even number of players."""
    ring = list(range(1, players + 1))
    rounds = []
    for _ in range(players - 1):
        rounds.append([(ring[index], ring[-1 - index]) for index in range(players // 2)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def robin(
    ratings: Mapping[str, int | None], table: Sequence[Sequence[Sequence[int]]], start: date, cycles: int = 1
) -> Tournament:
    """Make the report of a round robin from its crosstable, and read it back from a file."""
    names = list(ratings)
    rounds: dict[int, list[Pairing]] = {number: [] for number in range(1, len(names) + 1)}
    for cycle in range(cycles):
        for pairs in berger(len(names)):
            for white, black in pairs:
                score, other = table[white - 1][black - 1][cycle], table[black - 1][white - 1][cycle]
                rounds[white].append(Pairing(black, "w", CODES[score]))
                rounds[black].append(Pairing(white, "b", CODES[other]))
    entries = []
    for number, name in enumerate(names, 1):
        rating = ratings[name]
        scores = {"1": 100, "=": 50, "0": 0}
        total = sum(scores[pairing.result] for pairing in rounds[number])
        entries.append(
            Entry(
                number,
                f"Player {name}",
                tuple(rounds[number]),
                rating=None if rating is None else Rating(rating),
                fide_id=99000000 + number,
                points=Hundredths(total),
            )
        )
    tournament = Tournament("A round robin", start=start, end=start, entries=tuple(entries))
    return read_trf(write_trf(tournament).encode()).tournament


def pairs(
    ratings: Sequence[int | None], games: Sequence[Sequence[tuple[int, int, str]]], start: date, end: date | None = None
) -> Tournament:
    """Make a report from games by round: white, black, white's result; who is not named has no game."""
    back = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}
    rounds: dict[int, list[Pairing]] = {number: [] for number in range(1, len(ratings) + 1)}
    for turn in games:
        for white, black, result in turn:
            rounds[white].append(Pairing(black, "w", result))
            rounds[black].append(Pairing(white, "b", back[result]))
        for number, pairings in rounds.items():
            if all(number not in (white, black) for white, black, _ in turn):
                pairings.append(Pairing(None, None, "Z"))
    entries = tuple(
        Entry(
            number,
            f"Player {number}",
            tuple(rounds[number]),
            rating=None if rating is None else Rating(rating),
            fide_id=99000000 + number,
        )
        for number, rating in enumerate(ratings, 1)
    )
    return Tournament("A made-up open", start=start, end=end or start, entries=entries)


def published(day: date, people: Iterable[Listed]) -> ListOfDay:
    """Give a rating list of a day, as everybody can read it; it is one of all kinds and federations."""
    of_day = ListOfDay(day, kinds=set(KINDS), federations={"NLD", "AUT"})
    of_day.put(people, KINDS)
    return of_day
