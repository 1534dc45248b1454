"""Tournament reports become part of a book: events, games, and the players who were not known yet."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.change import changed
from arpad.book.log import LogEntry
from arpad.book.problems import problem
from arpad.book.schema import TABLES
from arpad.book.wording import WORDS
from arpad.formats.lists.values import TITLES
from arpad.model.problems import NOTE, Problem
from arpad.model.tournament import POINTS_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.book.change import Change
    from arpad.book.imports.lists import Imported
    from arpad.book.view import BookView
    from arpad.model.report import Report
    from arpad.model.tournament import Entry, Tournament

Row = dict[str, Any]
_FEDERATION = re.compile(r"[A-Z]{3}")
_SEXES = {"m": "M", "w": "F"}
_MOST_ID = 10**15
_SHOWN = 5
"""So many players without a FIDE number are named."""
_SAME = ("name", "kind", "start", "end", "federation")


def reports_taken(book: BookView, reports: Sequence[Report], done: Imported) -> Change | None:
    """Give the change that puts reports into a book, in the order of their days and names; None where it has them all.

    `done` is told what came in, and what is to be known of it. The order in which reports are given does not matter.
    """
    given = sorted(reports, key=lambda report: (report.start, report.end, report.tournament.name or "", report.file))
    known = _Known(book)
    for report in given:
        known.take(report, done)
    if not known.events:
        return None
    rows = {"players": known.players, "events": known.events, "games": known.games}
    after = {name: _added(book.table(name), more, name) for name, more in rows.items()}
    after["players"] = after["players"].sort("fide_id")
    reasons = tuple(Problem.of(WORDS, "reported", severity=NOTE, event=event["name"]) for event in known.events)
    events = [{"event_id": event["event_id"], "name": event["name"]} for event in known.events]
    counts = {"games": len(known.games), "players": len(known.players)}
    entry = LogEntry("import", facts={"what": "reports", "events": events, **counts})
    return changed(book, after, reasons=reasons, entry=entry)


def _added(frame: pl.DataFrame, rows: list[Row], name: str) -> pl.DataFrame:
    return pl.concat([frame, pl.DataFrame(rows, schema=TABLES[name].schema)]) if rows else frame


class _Known:
    """What is in the book, and what comes to it."""

    def __init__(self, book: BookView) -> None:
        ids, events = book.table("players")["fide_id"], book.table("events")
        self._ids = set(ids.to_list())
        self._next_player = min(_least(ids), 0) - 1
        self._next_event = max(_most(events["event_id"]), _most(book.table("pool")["event_id"]), 0) + 1
        self._there: dict[tuple[Any, ...], list[int]] = {}
        for row in events.select(*_SAME, "event_id").iter_rows():
            self._there.setdefault(row[:-1], []).append(row[-1])
        self._old_games = book.table("games")
        self.players: list[Row] = []
        self.events: list[Row] = []
        self.games: list[Row] = []

    def take(self, report: Report, done: Imported) -> None:
        """Take a report, unless the book has it."""
        tournament = report.tournament
        event = {
            "event_id": self._next_event,
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
        games, unsure = _games(report, players, self._next_event)
        if not games:
            done.problems.append(problem("report_refused", says="no_game", file=report.file))
            return
        key = tuple(event[name] for name in _SAME)
        if any(self._is_same(_comparable(games, players), other) for other in self._there.get(key, ())):
            done.problems.append(problem("report_twice", file=report.file, event=event["name"]))
            return
        self._add_players(report.file, tournament, players, games, done)
        if report.left_out:
            done.problems.append(problem("games_left_out", file=report.file, games=len(report.left_out)))
        if unsure:
            done.problems.append(problem("colours_unknown", file=report.file, games=unsure))
        self._there.setdefault(key, []).append(self._next_event)
        self._next_event += 1
        self.events.append(event)
        self.games += games
        shown = {name: event[name] for name in ("event_id", "name", "kind", "system")}
        done.events.append({"file": report.file, **shown, "players": len(players), "games": len(games)})

    def _is_same(self, games: list[tuple[int, ...]], event_id: int) -> bool:
        """Tell whether an event has the same games, as far as its players have FIDE numbers."""
        old = self._old_games.filter(pl.col("event_id") == event_id).iter_rows(named=True)
        mine = [row for row in self.games if row["event_id"] == event_id]
        return _are_same(games, _comparable([*old, *mine]))

    def _add_players(
        self, file: str, tournament: Tournament, players: dict[int, Row], games: list[Row], done: Imported
    ) -> None:
        """Add the players that are not known; a player without a FIDE number gets a negative one."""
        own: dict[int, int] = {}
        nameless: list[Row] = []
        for number in sorted(players):
            row = players[number]
            if row["fide_id"] is None:
                row["fide_id"] = own[number] = self._next_player
                self._next_player -= 1
                nameless.append({"name": row["name"] or number, "number": row["fide_id"]})
            if row["fide_id"] not in self._ids:
                self._ids.add(row["fide_id"])
                self.players.append(row)
        for game in games:
            for side in ("white", "black"):
                game[side] = players[game[side]]["fide_id"]
        if nameless:
            shown = nameless[:_SHOWN]
            done.problems.append(
                problem(
                    "without_number",
                    file=file,
                    count=len(nameless),
                    players=len(tournament.entries),
                    shown=shown,
                    more=len(nameless) - len(shown),
                )
            )


def _least(ids: pl.Series) -> int:
    return int(ids.min() or 0)  # type: ignore[arg-type] # whole numbers


def _most(ids: pl.Series) -> int:
    return int(ids.max() or 0)  # type: ignore[arg-type] # whole numbers


def _comparable(games: list[Row], players: dict[int, Row] | None = None) -> list[tuple[int, ...]]:
    """Give games in a form in which two reports of the same event are the same; 0 where there is no FIDE number."""

    def number(side: int) -> int:
        return max(side if players is None else players[side]["fide_id"] or 0, 0)

    return sorted(
        (game["round"], number(game["white"]), number(game["black"]), game["white_score"], game["black_score"])
        for game in games
    )


def _may_be(number: int, other: int) -> bool:
    return number == other or not number or not other


def _are_same(games: list[tuple[int, ...]], others: list[tuple[int, ...]]) -> bool:
    """Tell whether the games of two reports are the same; a player without a FIDE number in one of them may be any.

    The number may have come since, in the book or in a new report.
    """
    if len(games) != len(others):
        return False
    left: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for number, white, black, *scores in others:
        left.setdefault((number, *scores), []).append((white, black))
    # A game of known players finds its own first, and leaves the others to players who are not known.
    for number, white, black, *scores in sorted(games, key=lambda game: game[1:3].count(0)):
        open_pairs = left.get((number, *scores), [])
        fitting = [pair for pair in open_pairs if _may_be(pair[0], white) and _may_be(pair[1], black)]
        if not fitting:
            return False
        open_pairs.remove(min(fitting, key=lambda pair: (pair != (white, black), pair.count(0))))
    return True


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


def _games(report: Report, players: dict[int, Row], event_id: int) -> tuple[list[Row], int]:
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
                "event_id": event_id,
                "round": met.round,
                "day": report.day_of(met.round),
                "white": met.first,
                "black": met.second,
                "white_score": POINTS_OF[met.first_result],
                "black_score": POINTS_OF[met.second_result],
            }
        )
    return games, unsure
