"""A tournament report as rows of a book: its event, its players by starting number, and the games that were played."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.formats.lists.values import TITLES
from arpad.model.tournament import POINTS_OF

if TYPE_CHECKING:
    from arpad.model.report import Report
    from arpad.model.tournament import Entry

Row = dict[str, Any]
_FEDERATION = re.compile(r"[A-Z]{3}")
_SEXES = {"m": "M", "w": "F"}
_MOST_ID = 10**15


@dataclass(frozen=True, slots=True)
class ReportRows:
    """A report as rows: the event without its number, players by starting number, games between starting numbers."""

    report: Report
    event: Row
    players: dict[int, Row]
    """A player without a FIDE number has None in its place."""
    games: list[Row]
    unsure: int
    """Games of which the report does not say who had white."""

    @property
    def file(self) -> str:
        """The name of the file, as people are told."""
        return self.report.file


def rows_of(report: Report) -> ReportRows:
    """Give a report as rows."""
    tournament = report.tournament
    event = {
        "name": tournament.name or report.file,
        "kind": report.kind,
        "system": report.system,
        "cycles": report.cycles,
        "start": report.start,
        "end": report.end,
        "official": report.official,
        "received": report.received,
        "federation": _federation(tournament.federation),
        "part_of": None,
        "team_championship": report.team_championship,
        "ratings": report.ratings,
        "withdrawn": False,
        "withdrawn_for": None,
        "replaces": None,
        "rated_for": None,
    }
    players = {entry.number: _player(entry) for entry in tournament.by_number().values()}
    games, unsure = _games(report, players)
    return ReportRows(report, event, players, games, unsure)


def _federation(text: str | None) -> str:
    return text if text and _FEDERATION.fullmatch(text) else ""


def _player(entry: Entry) -> Row:
    born = entry.born
    title = entry.title if entry.title in TITLES else ""
    return {
        "fide_id": entry.fide_id if entry.fide_id and 0 < entry.fide_id < _MOST_ID else None,
        "name": entry.name,
        "federation": _federation(entry.federation),
        "sex": _SEXES.get(entry.sex or "", ""),
        "title": title,
        "womens_title": title if title.startswith("W") else "",
        "other_titles": "",
        "foa_title": "",
        "birth_year": born.year if born is not None else None,
        "birth_date": _birthday(entry),
        "association": None,
        "died": None,
    }


def _birthday(entry: Entry) -> date | None:
    born = entry.born
    if born is None or not born.month or not born.day:
        return None
    try:
        return date(born.year, born.month, born.day)
    except ValueError:
        return None


def _games(report: Report, players: dict[int, Row]) -> tuple[list[Row], int]:
    """Give the games of a report, with starting numbers in the place of players, and how many have no colours."""
    # Games that the rule leaves out by itself are left to the rating, which goes by the book's own lists.
    left_out = report.left_out
    games: list[Row] = []
    unsure = 0
    for met in report.meetings:
        if not met.played or met.second is None or met.second_result is None:
            continue
        if (met.round, min(met.first, met.second), max(met.first, met.second)) in left_out:
            continue
        if players[met.first]["fide_id"] is not None and (
            players[met.first]["fide_id"] == players[met.second]["fide_id"]
        ):
            continue
        unsure += met.first_is_white is None
        games.append(
            {
                "round": met.round,
                "day": report.day_of(met.round),
                "white": met.first,
                "black": met.second,
                "white_score": POINTS_OF[met.first_result],
                "black_score": POINTS_OF[met.second_result],
            }
        )
    return games, unsure
