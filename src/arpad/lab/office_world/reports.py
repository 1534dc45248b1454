"""The reports of a made-up office as bytes: TRF as an arbiter sends it, and beside it what the officer knows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.facts import fact_text
from arpad.formats.trf.time import time_control
from arpad.formats.trf.writer import TRF16, TRF26, write_trf
from arpad.lab.office_world.pairings import POINTS
from arpad.lab.office_world.people import FEDERATIONS
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import BLITZ, KINDS, MATCH, RAPID, ROUND_ROBIN, SCHEVENINGEN, STANDARD, SWISS, TEAM, Born
from arpad.model.tournament import ABSENT, BLACK, WHITE, Entry, Pairing, Team, Tournament
from arpad.regulations.calendar import calendar, list_on
from arpad.regulations.catalogue import in_force
from arpad.regulations.workings.list_line import base_rating

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    import polars as pl

    from arpad.lab.office_world.events import OfficeEvent
    from arpad.lab.office_world.people import OfficePeople

_SYSTEM_WORDS = {
    SWISS: "Individual: Swiss-System",
    ROUND_ROBIN: "Individual: Round-Robin",
    MATCH: "Individual: Match",
    SCHEVENINGEN: "Individual: Scheveningen-System",
    TEAM: "Team: League",
}
_KIND_WORDS = {STANDARD: "Standard", RAPID: "Rapid", BLITZ: "Blitz"}
_TIME_WORDS = {
    "5400+30": "90 minutes and 30 seconds a move",
    "40/5400+30:1800+30": "90 minutes for 40 moves, then 30 minutes, with 30 seconds a move from move 1",
    "900+10": "15 minutes and 10 seconds a move",
    "180+2": "3 minutes and 2 seconds a move",
}
_NEW_FORM_FROM = 2026
"""From this year on reports are written as TRF26."""


class ReportBytes(NamedTuple):
    """A report as it came: the name of its file, its bytes, and the facts beside it as a TOML file."""

    name: str
    trf: bytes
    facts: bytes

    @property
    def facts_name(self) -> str:
        """The name of the file with the facts."""
        return self.name.removesuffix(".trf") + ".toml"


def report_bytes(event: OfficeEvent, people: OfficePeople, lists: Mapping[date, pl.DataFrame]) -> ReportBytes:
    """Write the report of an event; ratings are those of the list in force on its first day."""
    ratings = ratings_at(event, lists)
    version = TRF26 if event.start.year >= _NEW_FORM_FROM else TRF16
    text = write_trf(tournament_of(event, people, ratings, version), version)
    return ReportBytes(f"{event.key}.trf", text.encode(), facts_text(event).encode())


def list_day(event: OfficeEvent) -> date | None:
    """Give the list whose ratings hold for an event: the one in force on its first day."""
    return list_on(calendar(event.series.kind), event.start)


def ratings_at(event: OfficeEvent, lists: Mapping[date, pl.DataFrame]) -> dict[int, int]:
    """Give the ratings with which players enter an event, by number; in rapid and blitz the standard may stand in."""
    kind, day = event.series.kind, list_day(event)
    frame = lists.get(day) if day is not None else None
    if frame is None:
        return {}
    law = in_force(event.start, kind)
    ratings = zip(frame["fide_id"], frame[f"{kind}_rating"], frame[f"{KINDS[0]}_rating"], strict=True)
    rated = ((number, base_rating(law, rating, standard)) for number, rating, standard in ratings)
    return {number: rating for number, rating in rated if rating is not None}


def tournament_of(event: OfficeEvent, people: OfficePeople, ratings: Mapping[int, int], version: str) -> Tournament:
    """Give an event as the tournament that its report holds."""
    rows = people.rows
    own = [rows[player] for player in event.players]
    order = sorted(range(len(own)), key=lambda place: (-ratings.get(own[place]["fide_id"], 0), own[place]["name"]))
    number = {place: start for start, place in enumerate(order, 1)}
    points = _points(event)
    ranks = {
        place: rank for rank, place in enumerate(sorted(number, key=lambda place: (-points[place], number[place])), 1)
    }
    rounds = _rounds(event, number)
    entries = tuple(
        Entry(
            number[place],
            own[place]["name"],
            rounds[place],
            "w" if own[place]["sex"] == "F" else "m",
            own[place]["title"] or None,
            _rating(ratings.get(own[place]["fide_id"])),
            own[place]["federation"],
            event.slips.get(event.players[place], own[place]["fide_id"]),
            _born(own[place]),
            Hundredths(points[place]),
            ranks[place],
        )
        for place in order
    )
    series = event.series
    numbers = [None if version == TRF16 else team for team in range(1, len(event.teams) + 1)]
    teams = tuple(
        Team(name, tuple(number[place] for place in seats), team_number)
        for (name, seats), team_number in zip(event.teams, numbers, strict=True)
    )
    control, _ = time_control(series.control)
    words = _SYSTEM_WORDS[series.system]
    words = words.replace("Round", "Double Round") if series.cycles > 1 else words
    chief, *deputies = (f"{_titled(rows[place])} ({rows[place]['fide_id']})" for place in event.arbiters)
    return Tournament(
        name=event.name,
        city=event.town,
        federation=FEDERATIONS[event.federation].code,
        start=event.start,
        end=event.end,
        players_said=len(entries),
        rated_said=sum(entry.rating is not None for entry in entries),
        teams_said=len(teams),
        system=f"{words} ({_KIND_WORDS[series.kind]})",
        chief_arbiter=chief,
        deputies=tuple(deputies),
        time=_TIME_WORDS[series.control],
        round_dates=event.round_dates,
        rounds_said=len(event.round_dates),
        time_control=control,
        entries=entries,
        teams=teams,
    )


def facts_text(event: OfficeEvent) -> str:
    """Write what the officer knows of an event besides its report."""
    series = event.series
    facts: dict[str, object] = {
        "registered": event.registered,
        "schedule_registered": True,
        "arbiter_sent": event.received,
        "received": event.received,
        "officer_satisfied": True,
        "federation_sent": True,
        "announced_rated": True,
        "arbiters_licensed": True,
        "laws_of_chess": True,
        "hybrid": False,
        "official": False,
        "norms": False,
        "suspended_federations": (),
    }
    if series.system == TEAM:
        facts["league"] = True
    if series.system == MATCH:
        facts["games_agreed"] = series.rounds
    if series.women_only:
        facts["women_only"] = True
    if series.championship:
        facts["national_championship"] = True
    return "".join(f"{name} = {fact_text(value)}\n" for name, value in facts.items())


def _points(event: OfficeEvent) -> Counter[int]:
    """Count the points of the standings, byes and forfeits among them."""
    points: Counter[int] = Counter()
    for board in event.boards:
        points[board.white] += board.scores[0]
        points[board.black] += board.scores[1]
    for rest in event.rests:
        points[rest.player] += POINTS[rest.result]
    return points


def _rounds(event: OfficeEvent, number: Mapping[int, int]) -> dict[int, tuple[Pairing, ...]]:
    """Give what everybody has round by round; a player who is not mentioned was absent."""
    turns = len(event.round_dates)
    rounds = {place: [Pairing(None, None, ABSENT)] * turns for place in number}
    for board in event.boards:
        rounds[board.white][board.round - 1] = Pairing(number[board.black], WHITE, board.white_result)
        rounds[board.black][board.round - 1] = Pairing(number[board.white], BLACK, board.black_result)
    for rest in event.rests:
        rounds[rest.player][rest.round - 1] = Pairing(None, None, rest.result)
    return {place: tuple(of_player) for place, of_player in rounds.items()}


def _rating(rating: int | None) -> Rating | None:
    return None if rating is None else Rating(rating)


def _born(row: Mapping[str, object]) -> Born:
    day = row["birth_date"]
    year = int(str(row["birth_year"]))
    return Born(year) if day is None else Born(year, int(f"{day:%m}"), int(f"{day:%d}"))


def _titled(row: Mapping[str, object]) -> str:
    return f"{row['other_titles']} {row['name']}".strip()
