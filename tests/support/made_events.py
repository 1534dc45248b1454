"""Made-up events for the checks: a field of ratings, paired as a Swiss, a round robin or a match."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.events.check.event import check
from arpad.events.facts import EventFacts
from arpad.model.numbers import Rating
from arpad.model.period import Born
from arpad.model.tournament import Entry, Pairing, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.events.verdict import Finding, Verdict

DAYS = {
    "fide-2003-07": date(2005, 5, 6),
    "fide-2009-07": date(2010, 5, 7),
    "fide-2014-07": date(2015, 5, 8),
    "fide-2024-03": date(2025, 5, 2),
}
"""A Friday in the time of each edition."""
MIRRORED = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
NAMES = ("Kestrel, Ada", "Linden, Bruno", "Marlow, Cian", "Novak, Dita", "Okafor, Emeka", "Pryce, Fern", "Quill, Rosa")


def entries(ratings: Sequence[int | None], sexes: str = "") -> list[Entry]:
    """Make players with these ratings, numbered from 1."""
    return [
        Entry(
            number,
            NAMES[(number - 1) % len(NAMES)] + ("" if number <= len(NAMES) else f" {number}"),
            sex=sexes[number - 1] if number <= len(sexes) else "m",
            rating=None if rating is None else Rating(rating),
            federation="NLD",
            fide_id=99000000 + number,
            born=Born(1990),
        )
        for number, rating in enumerate(ratings, 1)
    ]


def circle(size: int) -> list[list[tuple[int, int]]]:
    """Pair everybody with everybody once: the rounds of a round robin."""
    ring = [*range(1, size + 1), *([0] if size % 2 else [])]
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([pair for pair in pairs if 0 not in pair])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def played(players: list[Entry], rounds: list[list[tuple[int, int]]], results: dict[Any, str]) -> tuple[Entry, ...]:
    """Let players play these pairings; a draw unless a result is given by (round, first, second)."""
    pairings: dict[int, list[Pairing]] = {player.number: [] for player in players}
    for number, pairs in enumerate(rounds, 1):
        for first, second in pairs:
            result = results.get((number, first, second), "=")
            pairings[first].append(Pairing(second, "w", result))
            pairings[second].append(Pairing(first, "b", MIRRORED[result]))
        for row in pairings.values():
            if len(row) < number:
                row.append(Pairing(None, None, "Z"))
    return tuple(replace(player, rounds=tuple(pairings[player.number])) for player in players)


def event(  # noqa: PLR0913 - an event has these parts
    ratings: Sequence[int | None],
    *,
    start: date,
    rounds: int = 3,
    cycles: int = 0,
    results: dict[Any, str] | None = None,
    sexes: str = "",
    time: str | None = "120 min",
    a_day: int = 1,
    **more: Any,  # noqa: ANN401 - any part of a tournament
) -> Tournament:
    """Make an event: a Swiss of some rounds, or with `cycles` a round robin; so many rounds a day."""
    pairs = circle(len(ratings))
    chosen = pairs * cycles if cycles else [pairs[index % len(pairs)] for index in range(rounds)]
    days = tuple(date.fromordinal(start.toordinal() + index // a_day) for index in range(len(chosen)))
    tournament = Tournament(
        name="Made-up Event",
        start=start,
        end=days[-1] if days else start,
        round_dates=days,
        system="Round robin" if cycles else "Swiss",
        chief_arbiter="Quill, Rosa",
        time=time,
        entries=played(entries(ratings, sexes), chosen, results or {}),
    )
    return replace(tournament, **more)


def match(ratings: Sequence[int | None], results: str, *, start: date, **more: Any) -> Tournament:  # noqa: ANN401 - any part
    """Make a match with these results for the first player."""
    given = {(number, 1, 2): result for number, result in enumerate(results, 1)}
    rounds = [[(1, 2)] for _ in results]
    tournament = event(ratings, start=start, rounds=0, **more)
    days = tuple(date.fromordinal(start.toordinal() + index) for index in range(len(results)))
    return replace(
        tournament, system="Match", entries=played(entries(ratings), rounds, given), round_dates=days, end=days[-1]
    )


def verdict(tournament: Tournament, name: str | None = None, **facts: Any) -> Verdict:  # noqa: ANN401 - any fact
    """Check an event with these facts."""
    return check(tournament, EventFacts(**facts), name=name)


def finding_of(given: Verdict, code: str) -> Finding:
    """Give the one finding of a code."""
    ones = [finding for finding in given.findings if finding.code == code]

    assert len(ones) == 1, [(finding.code, finding.severity, finding.message) for finding in given.findings]
    return ones[0]


def articles(finding: Finding) -> set[str]:
    """Give the articles that a finding cites."""
    return {citation.article for citation in finding.citations}
