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


def national_line(entry: NationalEntry) -> str:
    """Write a national record; its columns are those of the player record."""
    born = f"{entry.born.year:04}/{entry.born.month or 0:02}/{entry.born.day or 0:02}" if entry.born else ""
    return (
        f"{entry.federation} {entry.number:>4} {entry.sex or '':1}{(entry.title or '')[:3]:>3} {entry.name[:33]:33} "
        f"{entry.rating or '':>4} {entry.origin:3} {entry.national_id or '':>11} {born:10}"
    )


def list_line(record: ListRecord) -> str:
    """Write a record about some players or teams."""
    return _WRITERS[record.code](record)


def _ids(ids: Iterable[int]) -> str:
    return " ".join(f"{number:>4}" for number in ids)


def _byes(record: ListRecord) -> str:
    return f"240 {record.kind or ' '} {record.first_round:>3} {_ids(record.ids)}"


def _acceleration(record: ListRecord) -> str:
    first, last = record.ids
    return (
        f"250 {points(record.match_points)} {points(record.points)} {record.first_round:>3} {record.last_round:>3} "
        f"{first:>4} {last:>4}"
    )


def _prohibited(record: ListRecord) -> str:
    return f"260 {record.first_round:>3} {record.last_round:>3} {_ids(record.ids)}"


def _abnormal(record: ListRecord) -> str:
    number = "" if record.first_round is None else f"{record.first_round:03}"
    return (
        f"299 {record.kind or ' '}  {points(record.match_points)}  {points(record.points)}  {number:3} "
        f"{' '.join(f'{number:04}' for number in record.ids)}"
    )


def _line_up(record: ListRecord) -> str:
    white, black = record.teams
    return f"300 {record.first_round:>3} {white:>3} {black:>3} {' '.join(f'{number:04}' for number in record.ids)}"


def _team_byes(record: ListRecord) -> str:
    return (
        f"320 {points(record.match_points)} {points(record.points)} {' '.join(f'{team:03}' for team in record.teams)}"
    )


def _forfeited(record: ListRecord) -> str:
    white, black = record.teams
    return f"330 {record.kind} {record.first_round:>3} {white:>3} {black:>3}"


def _together(record: ListRecord) -> str:
    return f"{record.code} {' '.join(map(str, record.ids))}"


def _fictitious(record: ListRecord) -> str:
    return f"XXA {record.ids[0]:>4} {' '.join(points(value) for value in record.by_round)}"


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
