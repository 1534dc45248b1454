"""In what two reports of one event differ: days and what it counts as, players, rounds, pairings and results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.imports.same import CALLED, COUNTED_AS
from arpad.book.near_duplicates import name_keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from arpad.book.imports.rows import ReportRows, Row

EventDifference = dict[str, Any]
"""What differs, what was and what is now, and where: plain values."""
_POINTS = {100: "1", 50: "½", 0: "0"}
_Player = tuple[str, int]
"""A player by the number of the earlier report, or of the later one where only that has the player."""
_Pair = tuple[int, frozenset[_Player]]
"""A pairing: the round and the two players."""


@dataclass(frozen=True, slots=True)
class Telling:
    """An event as somebody reported it: its row, its players by any number, and its games between these numbers."""

    event: Row
    players: Mapping[int, Row]
    games: list[Row]


def of_report(report: ReportRows) -> Telling:
    """Give what a report says, by starting numbers."""
    playing = {game[side] for game in report.games for side in ("white", "black")}
    players = {number: row for number, row in report.players.items() if number in playing}
    return Telling(report.event, players, report.games)


def of_book(event_id: int, events: pl.DataFrame, games: pl.DataFrame, players: pl.DataFrame) -> Telling:
    """Give what a book says of an event, by the players' numbers there; a stand-in is no FIDE number."""
    event = events.filter(pl.col("event_id") == event_id).row(0, named=True)
    played = games.filter(pl.col("event_id") == event_id)
    playing = pl.concat([played["white"], played["black"]]).unique()
    people = players.filter(pl.col("fide_id").is_in(playing.implode())).rows(named=True)
    by_number = {row["fide_id"]: {**row, "fide_id": row["fide_id"] if row["fide_id"] > 0 else None} for row in people}
    return Telling(event, by_number, played.rows(named=True))


def differences(was: Telling, now: Telling) -> list[EventDifference]:
    """Give everything in which an event differs from what was reported before, the most important first."""
    same = _same_players(was, now)
    return [
        *_of_event(was, now),
        *_of_rounds(was, now),
        *_of_players(was, now, same),
        *_of_games(was, now, same),
    ]


def _same_players(was: Telling, now: Telling) -> dict[int, int]:
    """Give the earlier number for each of the players now: by FIDE number, or else by a name that only one has."""
    numbered = {row["fide_id"]: number for number, row in was.players.items() if row["fide_id"] is not None}
    same = {number: numbered[row["fide_id"]] for number, row in now.players.items() if row["fide_id"] in numbered}
    open_before, open_now = (
        _by_name({number: row for number, row in telling.players.items() if number not in known})
        for telling, known in ((was, set(same.values())), (now, set(same)))
    )
    return same | {number: open_before[key] for key, number in open_now.items() if key in open_before}


def _by_name(players: Mapping[int, Row]) -> dict[str, int]:
    """Give the players whose name nobody else has, by what its spellings share."""
    numbers = list(players)
    keys = name_keys([players[number]["name"] for number in numbers])
    return {key: number for key, number in zip(keys, numbers, strict=True) if key and keys.count(key) == 1}


def _of_event(was: Telling, now: Telling) -> Iterator[EventDifference]:
    for name in (*CALLED, *COUNTED_AS):
        if was.event[name] != now.event[name]:
            yield {"what": name, "was": _text(was.event[name]), "now": _text(now.event[name])}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of_rounds(was: Telling, now: Telling) -> Iterator[EventDifference]:
    rounds = [max(game["round"] for game in telling.games) for telling in (was, now)]
    if rounds[0] != rounds[1]:
        yield {"what": "rounds", "was": str(rounds[0]), "now": str(rounds[1])}
    before, after = _days(was), _days(now)
    for number in sorted(before.keys() & after.keys()):
        if before[number] != after[number]:
            yield {"what": "day", "round": number, "was": _day(before[number]), "now": _day(after[number])}


def _days(telling: Telling) -> dict[int, date | None]:
    return {game["round"]: game["day"] for game in telling.games}


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _of_players(was: Telling, now: Telling, same: Mapping[int, int]) -> Iterator[EventDifference]:
    for number, row in was.players.items():
        if number not in same.values():
            yield {"what": "player_gone", "name": row["name"], "was": _number(row), "now": None}
    for number, row in now.players.items():
        if number not in same:
            yield {"what": "player_added", "name": row["name"], "was": None, "now": _number(row)}
        elif row["fide_id"] is not None and row["fide_id"] != was.players[same[number]]["fide_id"]:
            yield {
                "what": "number",
                "name": row["name"],
                "was": _number(was.players[same[number]]),
                "now": _number(row),
            }


def _number(row: Row) -> str | None:
    return None if row["fide_id"] is None else str(row["fide_id"])


def _of_games(was: Telling, now: Telling, same: Mapping[int, int]) -> Iterator[EventDifference]:
    own = {number: ("was", same[number]) if number in same else ("now", number) for number in now.players}
    before = _paired(was, {number: ("was", number) for number in was.players})
    after = _paired(now, own)
    for pair in sorted(before.keys() | after.keys(), key=lambda pair: (pair[0], sorted(pair[1]))):
        first, second = before.get(pair), after.get(pair)
        if first is None or second is None:
            yield from [_lone_game(was, first)] if first else [_lone_game(now, second, is_new=True)] if second else []
            continue
        white, black = (was.players[first[side]]["name"] for side in ("white", "black"))
        is_turned = own[second["white"]] != ("was", first["white"])
        if is_turned:
            yield {"what": "colours", "round": pair[0], "white": white, "black": black, "was": None, "now": None}
        results = _result(first), _result(second, is_turned=is_turned)
        if results[0] != results[1]:
            where = {"round": pair[0], "white": white, "black": black}
            yield {"what": "result", **where, "was": results[0], "now": results[1]}


def _paired(telling: Telling, numbers: Mapping[int, _Player]) -> dict[_Pair, Row]:
    return {
        (game["round"], frozenset((numbers[game["white"]], numbers[game["black"]]))): game for game in telling.games
    }


def _lone_game(telling: Telling, game: Row, *, is_new: bool = False) -> EventDifference:
    white, black = (telling.players[game[side]]["name"] for side in ("white", "black"))
    result = _result(game)
    return {
        "what": "game_added" if is_new else "game_gone",
        "round": game["round"],
        "white": white,
        "black": black,
        "was": None if is_new else result,
        "now": result if is_new else None,
    }


def _result(game: Row, *, is_turned: bool = False) -> str:
    """Write the result as white of the earlier report sees it."""
    scores = game["white_score"], game["black_score"]
    return "-".join(_POINTS[score] for score in (scores[::-1] if is_turned else scores))
