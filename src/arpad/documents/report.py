"""A tournament report as the documented JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.documents.parts import day_text, file_problem_data, points
from arpad.formats.trf.problems import TrfProblem
from arpad.formats.trf.time import encoded
from arpad.model.meetings import meetings
from arpad.model.numbers import decimal
from arpad.model.tournament import POINTS_OF

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.formats.trf.compare import ReportDifference
    from arpad.formats.trf.reader import TrfReport
    from arpad.model.meetings import Meeting
    from arpad.model.period import Born
    from arpad.model.tournament import Entry, ListRecord, NationalEntry, Pairing, Team, Tournament


def report_data(report: TrfReport, name: str) -> dict[str, Any]:
    """Give what was read, with everything that is wrong."""
    tournament = tournament_data(report.tournament) if report.readable else None
    return {**_how_read(report, name), "tournament": tournament, "problems": _problems(report)}


def checked_data(report: TrfReport, name: str) -> dict[str, Any]:
    """Give everything that is wrong with a report, without what it says."""
    return {**_how_read(report, name), "problems": _problems(report)}


def _how_read(report: TrfReport, name: str) -> dict[str, Any]:
    return {
        "file": name,
        "version": report.version,
        "encoding": report.text.encoding + (" with byte order mark" if report.text.mark else ""),
        "profile": report.profile,
    }


def _problems(report: TrfReport) -> list[dict[str, Any]]:
    return [file_problem_data(problem) for problem in report.problems]


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """Give a tournament as data; days as YYYY-MM-DD, points as decimals in quotes."""
    control = encoded(tournament.time_control, tournament.time_control_black) if tournament.time_control else None
    return {
        "name": tournament.name,
        "city": tournament.city,
        "federation": tournament.federation,
        "start": day_text(tournament.start),
        "end": day_text(tournament.end),
        "system": tournament.system,
        "type_code": tournament.type_code,
        "time": tournament.time,
        "time_control": control,
        "chief_arbiter": tournament.chief_arbiter,
        "deputies": list(tournament.deputies),
        "rounds": tournament.rounds,
        "round_dates": [day_text(day) for day in tournament.round_dates],
        "players_said": tournament.players_said,
        "rated_said": tournament.rated_said,
        "teams_said": tournament.teams_said,
        "rounds_said": tournament.rounds_said,
        "initial_colour": tournament.initial_colour,
        "pair_by_rank": tournament.pair_by_rank,
        "scoring": {symbol: decimal(value) for symbol, value in tournament.scoring},
        "match_scoring": {symbol: decimal(value) for symbol, value in tournament.match_scoring},
        "rank_method": tournament.rank_method,
        "controller": tournament.controller,
        "tie_breaks": list(tournament.tie_breaks),
        "standings": list(tournament.standings),
        "board_colours": tournament.board_colours,
        "players": [entry_data(entry) for entry in tournament.entries],
        "teams": [_team(team) for team in tournament.teams],
        "national": [_national(entry) for entry in tournament.national],
        "records": [_record(record) for record in tournament.records],
        "absent": list(tournament.absent),
        "other_records": [{"code": code, "text": text} for code, text in tournament.extra],
    }


def entry_data(entry: Entry) -> dict[str, Any]:
    """Give a player of a tournament as data."""
    return {
        "number": entry.number,
        "name": entry.name,
        "sex": entry.sex,
        "title": entry.title,
        "rating": entry.rating,
        "federation": entry.federation,
        "fide_id": entry.fide_id,
        "born": _born(entry.born),
        "points": points(entry.points),
        "rank": entry.rank,
        "rounds": [_pairing(pairing) for pairing in entry.rounds],
        "data": [{"kind": kind, "value": value} for kind, value in entry.data],
        "line": entry.line,
    }


def games_data(tournament: Tournament) -> list[dict[str, Any]]:
    """Give every game once, and for each round without a game the reason."""
    return [game_data(meeting) for meeting in meetings(tournament)]


def listed_games_data(report: TrfReport, name: str, games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Give games of a report, all of them or those that were asked for, with everything that is wrong with it."""
    return {
        "file": name,
        "played": sum(game["played"] for game in games),
        "games": list(games),
        "problems": _problems(report),
    }


class Converted(NamedTuple):
    """What a report was written as."""

    form: str
    size: int
    """In bytes."""
    text: str | None
    """What was written; None where a file has it."""
    output: str | None
    """The file; None where it was written to none."""


def converted_data(report: TrfReport, name: str, written: Converted) -> dict[str, Any]:
    """Give what a report was written as, with everything that is wrong with the report."""
    return {
        "file": name,
        "to": written.form,
        "output": written.output,
        "bytes": written.size,
        "text": written.text,
        "problems": _problems(report),
    }


def report_differences_data(
    names: tuple[str, str], counts: Mapping[str, int], differences: Sequence[ReportDifference]
) -> dict[str, Any]:
    """Give what a newer report of an event says otherwise: how often each change, and all of them."""
    old, new = names
    return {
        "old": old,
        "new": new,
        "counts": dict(counts),
        "differences": [
            {name: value if value != "" else None for name, value in difference._asdict().items()}
            for difference in differences
        ],
    }


def game_data(meeting: Meeting) -> dict[str, Any]:
    """Give a game as data; `first` has white where `white_known`."""
    scores = [POINTS_OF.get(result or "") for result in (meeting.first_result, meeting.second_result)]
    return {
        "round": meeting.round,
        "first": meeting.first,
        "second": meeting.second,
        "white_known": meeting.first_is_white is not None,
        "first_has_white": meeting.first_is_white,
        "results": [meeting.first_result, meeting.second_result],
        "scores": [points(score) for score in scores] if meeting.played else None,
        "played": meeting.played,
        "status": meeting.status,
        "reason": None if meeting.played else TrfProblem.WORDS.say("status", meeting.status, {}),
    }


def _pairing(pairing: Pairing) -> dict[str, Any]:
    return {"opponent": pairing.opponent, "colour": pairing.colour, "result": pairing.result}


def _team(team: Team) -> dict[str, Any]:
    return {
        "name": team.name,
        "number": team.number,
        "nickname": team.nickname,
        "strength": points(team.strength),
        "match_points": points(team.match_points),
        "game_points": points(team.game_points),
        "rank": team.rank,
        "players": list(team.players),
    }


def _national(entry: NationalEntry) -> dict[str, Any]:
    return {
        "federation": entry.federation,
        "number": entry.number,
        "name": entry.name,
        "title": entry.title,
        "rating": entry.rating,
        "origin": entry.origin,
        "national_id": entry.national_id,
        "born": _born(entry.born),
    }


def _record(record: ListRecord) -> dict[str, Any]:
    return {
        "code": record.code,
        "kind": record.kind,
        "first_round": record.first_round,
        "last_round": record.last_round,
        "match_points": points(record.match_points),
        "points": points(record.points),
        "ids": list(record.ids),
        "teams": list(record.teams),
        "by_round": [decimal(value) for value in record.by_round],
    }


def _born(born: Born | None) -> str | None:
    if born is None:
        return None
    return f"{born.year:04}-{born.month:02}-{born.day:02}" if born.month and born.day else f"{born.year:04}"
