"""Writing teams, national records and the records about some players, each in its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arpad.model.tournament import ListRecord, NationalEntry, Team


def points(value: int | None, width: int = 4) -> str:
    """Write points such as 11.5, right-aligned; blanks where there are none."""
    if value is None:
        return " " * width
    sign = "-" if value < 0 else ""
    return f"{f'{sign}{abs(value) // 100}.{abs(value) // 10 % 10}':>{width}}"


def team_line_2006(team: Team) -> str:
    """Write a team as in 2006 and 2016."""
    return f"013 {team.name[:32]:32}{_ids(team.players)}"


def team_line_2026(team: Team, number: int) -> str:
    """Write a team as in 2026."""
    rank = "" if team.rank is None else team.rank
    return (
        f"310 {number:>3} {team.name[:32]:32} {(team.nickname or '')[:5]:5} {points(team.strength, 6)} "
        f"{points(team.match_points, 6)} {points(team.game_points, 6)} {rank:>3}  {_ids(team.players)}"
    )


def national_line(one: NationalEntry) -> str:
    """Write a national record; its columns are those of the player record."""
    born = f"{one.born.year:04}/{one.born.month or 0:02}/{one.born.day or 0:02}" if one.born else ""
    return (
        f"{one.federation} {one.number:>4} {one.sex or '':1}{(one.title or '')[:3]:>3} {one.name[:33]:33} "
        f"{one.rating or '':>4} {one.origin:3} {one.national_id or '':>11} {born:10}"
    )


def list_line(one: ListRecord) -> str:
    """Write a record about some players or teams."""
    return _WRITERS[one.code](one)


def _ids(ids: Iterable[int]) -> str:
    return " ".join(f"{number:>4}" for number in ids)


def _byes(one: ListRecord) -> str:
    return f"240 {one.kind or ' '} {one.first_round:>3} {_ids(one.ids)}"


def _acceleration(one: ListRecord) -> str:
    first, last = one.ids
    return (
        f"250 {points(one.match_points)} {points(one.points)} {one.first_round:>3} {one.last_round:>3} "
        f"{first:>4} {last:>4}"
    )


def _prohibited(one: ListRecord) -> str:
    return f"260 {one.first_round:>3} {one.last_round:>3} {_ids(one.ids)}"


def _abnormal(one: ListRecord) -> str:
    number = "" if one.first_round is None else f"{one.first_round:03}"
    return (
        f"299 {one.kind or ' '}  {points(one.match_points)}  {points(one.points)}  {number:3} "
        f"{' '.join(f'{number:04}' for number in one.ids)}"
    )


def _line_up(one: ListRecord) -> str:
    white, black = one.teams
    return f"300 {one.first_round:>3} {white:>3} {black:>3} {' '.join(f'{number:04}' for number in one.ids)}"


def _team_byes(one: ListRecord) -> str:
    return f"320 {points(one.match_points)} {points(one.points)} {' '.join(f'{team:03}' for team in one.teams)}"


def _forfeited(one: ListRecord) -> str:
    white, black = one.teams
    return f"330 {one.kind} {one.first_round:>3} {white:>3} {black:>3}"


def _together(one: ListRecord) -> str:
    return f"{one.code} {' '.join(map(str, one.ids))}"


def _fictitious(one: ListRecord) -> str:
    return f"XXA {one.ids[0]:>4} {' '.join(points(value) for value in one.by_round)}"


_WRITERS: dict[str, Callable[[ListRecord], str]] = {
    "240": _byes,
    "250": _acceleration,
    "260": _prohibited,
    "299": _abnormal,
    "300": _line_up,
    "320": _team_byes,
    "330": _forfeited,
    "XXP": _together,
    "XXF": _together,
    "XXA": _fictitious,
}
