"""A tournament report as the documented JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import points
from arpad.cli.file_problems_text import file_problem_data
from arpad.formats.trf_codes import TrfProblem
from arpad.formats.trf_time import encoded
from arpad.model.meetings import meetings
from arpad.model.numbers import decimal
from arpad.model.tournament import POINTS_OF

if TYPE_CHECKING:
    from datetime import date

    from arpad.formats.trf_reader import TrfReport
    from arpad.model.meetings import Meeting
    from arpad.model.period import Born
    from arpad.model.tournament import Entry, ListRecord, NationalEntry, Pairing, Team, Tournament


def report_data(report: TrfReport, name: str) -> dict[str, Any]:
    """Give what was read, with everything that is wrong."""
    return {
        "file": name,
        "version": report.version,
        "encoding": report.text.encoding + (" with byte order mark" if report.text.mark else ""),
        "profile": report.profile,
        "tournament": tournament_data(report.tournament) if report.readable else None,
        "problems": [file_problem_data(one) for one in report.problems],
    }


def tournament_data(made: Tournament) -> dict[str, Any]:
    """Give a tournament as data; days as YYYY-MM-DD, points as decimals in quotes."""
    control = encoded(made.time_control, made.time_control_black) if made.time_control else None
    return {
        "name": made.name,
        "city": made.city,
        "federation": made.federation,
        "start": _day(made.start),
        "end": _day(made.end),
        "system": made.system,
        "type_code": made.type_code,
        "time": made.time,
        "time_control": control,
        "chief_arbiter": made.chief_arbiter,
        "deputies": list(made.deputies),
        "rounds": made.rounds,
        "round_dates": [_day(one) for one in made.round_dates],
        "players_said": made.players_said,
        "rated_said": made.rated_said,
        "teams_said": made.teams_said,
        "rounds_said": made.rounds_said,
        "initial_colour": made.initial_colour,
        "pair_by_rank": made.pair_by_rank,
        "scoring": {symbol: decimal(value) for symbol, value in made.scoring},
        "match_scoring": {symbol: decimal(value) for symbol, value in made.match_scoring},
        "rank_method": made.rank_method,
        "controller": made.controller,
        "tie_breaks": list(made.tie_breaks),
        "standings": list(made.standings),
        "board_colours": made.board_colours,
        "players": [entry_data(one) for one in made.entries],
        "teams": [_team(one) for one in made.teams],
        "national": [_national(one) for one in made.national],
        "records": [_record(one) for one in made.records],
        "absent": list(made.absent),
        "other_records": [{"code": code, "text": text} for code, text in made.extra],
    }


def entry_data(one: Entry) -> dict[str, Any]:
    """Give a player of a tournament as data."""
    return {
        "number": one.number,
        "name": one.name,
        "sex": one.sex,
        "title": one.title,
        "rating": one.rating,
        "federation": one.federation,
        "fide_id": one.fide_id,
        "born": _born(one.born),
        "points": points(one.points),
        "rank": one.rank,
        "rounds": [_pairing(pairing) for pairing in one.rounds],
        "data": [{"kind": kind, "value": value} for kind, value in one.data],
        "line": one.line,
    }


def games_data(made: Tournament) -> list[dict[str, Any]]:
    """Give every game once, and for each round without a game the reason."""
    return [game_data(one) for one in meetings(made)]


def game_data(one: Meeting) -> dict[str, Any]:
    """Give a game as data; `first` has white where `white_known`."""
    scores = [POINTS_OF.get(result or "") for result in (one.first_result, one.second_result)]
    return {
        "round": one.round,
        "first": one.first,
        "second": one.second,
        "white_known": one.first_is_white is not None,
        "first_has_white": one.first_is_white,
        "results": [one.first_result, one.second_result],
        "scores": [points(score) for score in scores] if one.played else None,
        "played": one.played,
        "status": one.status,
        "reason": None if one.played else TrfProblem.WORDS.say("status", one.status, {}),
    }


def _pairing(one: Pairing) -> dict[str, Any]:
    return {"opponent": one.opponent, "colour": one.colour, "result": one.result}


def _team(one: Team) -> dict[str, Any]:
    return {
        "name": one.name,
        "number": one.number,
        "nickname": one.nickname,
        "strength": points(one.strength),
        "match_points": points(one.match_points),
        "game_points": points(one.game_points),
        "rank": one.rank,
        "players": list(one.players),
    }


def _national(one: NationalEntry) -> dict[str, Any]:
    return {
        "federation": one.federation,
        "number": one.number,
        "name": one.name,
        "title": one.title,
        "rating": one.rating,
        "origin": one.origin,
        "national_id": one.national_id,
        "born": _born(one.born),
    }


def _record(one: ListRecord) -> dict[str, Any]:
    return {
        "code": one.code,
        "kind": one.kind,
        "first_round": one.first_round,
        "last_round": one.last_round,
        "match_points": points(one.match_points),
        "points": points(one.points),
        "ids": list(one.ids),
        "teams": list(one.teams),
        "by_round": [decimal(value) for value in one.by_round],
    }


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _born(born: Born | None) -> str | None:
    if born is None:
        return None
    return f"{born.year:04}-{born.month:02}-{born.day:02}" if born.month and born.day else f"{born.year:04}"
