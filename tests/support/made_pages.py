"""Made-up events for their pages: a big open, a round robin, teams, and a period of several events."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from reports import berger, reported, robin

from arpad.events.rate import Wanted, rate_events
from arpad.events.statement import rows
from arpad.model.numbers import Hundredths, Rating
from arpad.model.tournament import Entry, Pairing, Team, Tournament

if TYPE_CHECKING:
    from arpad.events.rate import RatedEvents
    from arpad.events.statement import StatementRow
    from arpad.model.report import Report

START = date(2025, 3, 5)
TITLES = ("GM", "WIM", None, None, "FM", None, None)
FEDERATIONS = ("NLD", "AUT", "IRL", "CZE", "NGR")
SYLLABLES = (
    "Kes",
    "lin",
    "mar",
    "no",
    "ok",
    "pry",
    "qui",
    "ros",
    "sed",
    "tam",
    "ul",
    "vor",
    "wen",
    "xan",
    "yor",
    "zel",
)


def made_name(number: int) -> str:
    """Make a name of usual length up; each is another."""
    parts = [SYLLABLES[number // 16**power % 16] for power in range(3)]
    return f"{''.join(parts).capitalize()}, {SYLLABLES[number % 16].capitalize()}{SYLLABLES[number // 7 % 16]}"


def entry(number: int, rating: int | None, rounds: tuple[Pairing, ...], rank: int | None = None) -> Entry:
    """Give a player of usual length in every part."""
    results = [{"1": 100, "=": 50, "0": 0}.get(pairing.result, 0) for pairing in rounds]
    return Entry(
        number,
        made_name(number),
        rounds,
        title=TITLES[number % len(TITLES)] if rating else None,
        rating=None if rating is None else Rating(rating),
        federation=FEDERATIONS[number % len(FEDERATIONS)],
        fide_id=99000000 + number,
        points=Hundredths(sum(results)),
        rank=rank,
    )


def big_open(players: int, rounds: int = 9) -> Report:
    """Give an open: the upper half meets the lower half, somebody else in each round; every ninth is unrated."""
    half = players // 2
    pairings: dict[int, list[Pairing]] = {number: [] for number in range(1, players + 1)}
    for turn in range(rounds):
        for upper in range(half):
            lower = (upper + turn) % half
            result, back = (("1", "0"), ("=", "="), ("0", "1"))[(upper * 7 + turn * 3) % 3]
            pairings[upper + 1].append(Pairing(half + lower + 1, "wb"[turn % 2], result))
            pairings[half + lower + 1].append(Pairing(upper + 1, "bw"[turn % 2], back))
    entries = tuple(
        entry(number, None if number % 9 == 0 else 2600 - number * 1100 // players, tuple(pairings[number]))
        for number in pairings
    )
    order = sorted(entries, key=lambda player: (-(player.points or 0), player.number))
    ranks = {player.number: place for place, player in enumerate(order, 1)}
    ranked = tuple(replace(player, rank=ranks[player.number]) for player in entries)
    days = tuple(date(2025, 3, 5 + turn) for turn in range(rounds))
    tournament = Tournament(
        "A large open", city="Harbourtown", federation="NLD", start=days[0], end=days[-1], round_dates=days,
        system="Swiss", time="90 minutes and 30 seconds a move", entries=ranked,
    )  # fmt: skip
    return reported("open.trf", tournament)


def round_robin() -> Report:
    """Give a round robin of six, of whom one is unrated; ranks go against the starting numbers."""
    table = [[[50 if row == column else 100 if row > column else 0] for column in range(6)] for row in range(6)]
    event = robin({"A": 2100, "B": 2000, "C": 2250, "D": None, "E": 1900, "F": 2505}, table, START)
    ranked = (replace(player, rank=7 - player.number, federation="NLD") for player in event.entries)
    return reported("robin.trf", replace(event, entries=tuple(ranked)), "roundrobin")


def team_event(*, as_matches: bool = True) -> Report:
    """Give four teams of two who all meet, or the same players paired without regard to teams."""
    pairings: dict[int, list[Pairing]] = {number: [] for number in range(1, 9)}
    for turn, pairs in enumerate(berger(4)):
        for first, second in pairs:
            for board in (0, 1):
                white, black = (first, second) if (turn + board) % 2 == 0 else (second, first)
                left, right = 2 * white - 1 + board, 2 * black - 1 + board
                result, back = (("1", "0"), ("=", "="), ("+", "-"))[(turn + board + white) % 3]
                pairings[left].append(Pairing(right, "w", result))
                pairings[right].append(Pairing(left, "b", back))
    if not as_matches:
        # In the first round two players of a team meet players of two others.
        for number, opponent in ((1, 3), (2, 5), (3, 1), (5, 2), (4, 7), (7, 4), (6, 8), (8, 6)):
            pairings[number][0] = Pairing(opponent, "w" if number < opponent else "b", "=")
    entries = tuple(entry(number, 2000 + 40 * number, tuple(pairings[number])) for number in pairings)
    teams = tuple(
        Team(name, (2 * place - 1, 2 * place), place, match_points=Hundredths(100 * place),
             game_points=Hundredths(350 - 50 * place), rank=5 - place)
        for place, name in enumerate(("Anchor", "Bridge", "Cellar", "Dormer & Sons"), 1)
    )  # fmt: skip
    event = Tournament("A team event", start=START, end=START, system="Team", entries=entries, teams=teams)
    return reported("teams.trf", event, "team" if as_matches else "swiss")


def rated_rows(*reports: Report, k: int | None = 20) -> tuple[RatedEvents, list[StatementRow]]:
    """Rate reports as one period."""
    rated = rate_events(list(reports), Wanted(k=k))
    return rated, rows(rated)
