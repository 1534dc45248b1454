"""To which events of a book, and to which other reports, a report is the same or nearly the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.book.imports.numbers import SIDES
from arpad.book.imports.same import CALLED, comparable, games_of, is_same
from arpad.book.log import entries
from arpad.book.near_duplicates import compared, name_key, name_keys, near, pairings, persons
from arpad.book.schema import EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.book.imports.rows import ReportRows
    from arpad.book.view import BookView


class Neighbour(NamedTuple):
    """What a report is near to: the number of an event, or the place of another report; and how near."""

    number: int
    common: int
    """Pairings that both have."""
    games: int
    other_games: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """By the place of a report: what it is the same as, and what it is nearly the same as."""

    same_event: dict[int, int] = field(default_factory=dict)
    same_annulled: dict[int, int] = field(default_factory=dict)
    """Of those that are the same as no event that counts: the one that was withdrawn."""
    same_report: dict[int, int] = field(default_factory=dict)
    """The first of those that are the same, for each of the others."""
    corrected: dict[int, list[int]] = field(default_factory=dict)
    """For each report that is the same only as a withdrawn event, what has taken the place of that one."""
    near_events: dict[int, list[Neighbour]] = field(default_factory=dict)
    near_reports: dict[int, list[Neighbour]] = field(default_factory=dict)
    """Without those that are the same."""


def neighbours(book: BookView, reports: Sequence[ReportRows]) -> Neighbours:
    """Hold reports against the events of a book and against each other; what was withdrawn is near to nothing."""
    same_event, same_annulled = _same_events(book, reports)
    same_report = _same_reports(reports)
    replacing = _replacing(book)
    corrected = {place: [*_after(number, replacing)] for place, number in same_annulled.items()}
    between = Neighbours(same_event, same_annulled, same_report, corrected)
    if not reports:
        return between
    for place, number, *counts in _near(book, reports).iter_rows():
        if number > 0:
            between.near_events.setdefault(-1 - place, []).append(Neighbour(number, *counts))
        elif same_report.get(-1 - place, -1 - place) != same_report.get(-1 - number, -1 - number):
            between.near_reports.setdefault(-1 - place, []).append(Neighbour(-1 - number, *counts))
    return between


def _same_events(book: BookView, reports: Sequence[ReportRows]) -> tuple[dict[int, int], dict[int, int]]:
    """Find the event of the book that is the same as a report, for those that have one; or only a withdrawn one."""
    called = [{"place": place, **{name: row.event[name] for name in CALLED}} for place, row in enumerate(reports)]
    schema = {"place": pl.Int64(), **{name: EVENTS.columns[name].kind for name in CALLED}}
    alike = pl.DataFrame(called, schema=schema).join(book.table("events"), on=CALLED, how="inner")
    asked = pl.col("event_id").is_in(alike["event_id"].unique().implode())
    games = book.table("games").filter(asked)
    numbers = _known_by(book, pl.concat([games[side] for side in SIDES]).unique())
    played = games.partition_by("event_id", as_dict=True)
    same: dict[bool, dict[int, int]] = {True: {}, False: {}}
    for event in alike.sort("place", "event_id").iter_rows(named=True):
        place, number, is_annulled = event["place"], event["event_id"], bool(event["withdrawn"])
        rows = played[number,].rows(named=True) if (number,) in played else []
        if place not in same[is_annulled] and is_same(reports[place], event, comparable(rows, numbers)):
            same[is_annulled][place] = number
    return same[False], {place: number for place, number in same[True].items() if place not in same[False]}


def _replacing(book: BookView) -> dict[int, int]:
    """Give the event that stands, or stood, in the place of another, by the number of that one.

    After a closing was undone or a list published again, only the log knows it.
    """
    decided = [entry.facts for entry in entries(book) if entry.deed in {"correct", "replace"}]
    pairs = [(facts.get("event_id"), facts.get("now")) for facts in decided]
    known = {was: now for was, now in pairs if isinstance(was, int) and isinstance(now, int)}
    return known | dict(
        book.table("events").filter(pl.col("replaces").is_not_null()).select("replaces", "event_id").iter_rows()
    )


def _after(number: int, replacing: Mapping[int, int]) -> Iterator[int]:
    """Give what took the place of an event, what took the place of that, and so on; each once."""
    met = {number}
    while (number := replacing.get(number, number)) not in met:
        met.add(number)
        yield number


def _known_by(book: BookView, players: pl.Series) -> dict[int, int | str]:
    """Give the numbers of players; of stand-ins what the spellings of the name share."""
    stand_ins = book.table("players").filter(pl.col("fide_id").is_in(players.filter(players < 0).implode()))
    named = dict(zip(stand_ins["fide_id"].to_list(), name_keys(stand_ins["name"].to_list()), strict=True))
    return {number: named.get(number, number) for number in players.to_list()}


def _same_reports(reports: Sequence[ReportRows]) -> dict[int, int]:
    """Find the reports that are the same as an earlier one."""
    same: dict[int, int] = {}
    firsts: dict[tuple[object, ...], list[int]] = {}
    for place, row in enumerate(reports):
        alike = firsts.setdefault(tuple(row.event[name] for name in CALLED), [])
        first = next((other for other in alike if is_same(row, reports[other].event, games_of(reports[other]))), None)
        if first is None:
            alike.append(place)
        else:
            same[place] = first
    return same


def _near(book: BookView, reports: Sequence[ReportRows]) -> pl.DataFrame:
    """Give what each report is near to; reports have the numbers -1, -2 and so on."""
    new = pl.DataFrame(
        [
            (-1 - place, row.event["kind"], row.event["start"], row.event["end"], -1 - place, len(row.games))
            for place, row in enumerate(reports)
        ],
        schema={"event_id": pl.Int64, "kind": pl.String, "start": pl.Date, "end": pl.Date, "whole": pl.Int64,
                "games": pl.UInt32},
        orient="row",
    )  # fmt: skip
    # Most events of a book were played at another time.
    span = new.group_by("kind").agg(pl.col("start").min().alias("first"), pl.col("end").max().alias("last"))
    events = book.table("events").join(span, on="kind", how="inner")
    events = events.filter(pl.col("start") <= pl.col("last"), pl.col("end") >= pl.col("first"))
    games = book.table("games").filter(pl.col("event_id").is_in(events["event_id"].implode()))
    old = compared(events, games)
    new_games, people = _numbered(reports)
    playing = pl.concat([*(games[side] for side in SIDES), people["number"].drop_nulls()]).unique()
    known = persons(book.table("players").filter(pl.col("fide_id").is_in(playing.implode())))
    new_pairs = pairings(new_games, _persons_of_reports(people, known), new)
    return near(pl.concat([new, old]), new_pairs, pl.concat([new_pairs, pairings(games, known, old)]))


def _numbered(reports: Sequence[ReportRows]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give the games of reports between numbers that no two players share, and the players by these numbers."""
    games: list[tuple[int, int, int, int]] = []
    people: list[tuple[int, int | None, str]] = []
    for place, row in enumerate(reports):
        codes = {number: len(people) + at for at, number in enumerate(row.players)}
        people += [(codes[number], player["fide_id"], player["name"]) for number, player in row.players.items()]
        games += [(-1 - place, game["round"], codes[game["white"]], codes[game["black"]]) for game in row.games]
    whole = pl.Int64
    return (
        pl.DataFrame(
            games, schema={"event_id": whole, "round": pl.Int32, "white": whole, "black": whole}, orient="row"
        ),
        pl.DataFrame(people, schema={"fide_id": whole, "number": whole, "name": pl.String}, orient="row"),
    )


def _persons_of_reports(people: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Give the players of reports by what a person is known by: the own name, and whoever has the number in a book."""
    lone = pl.coalesce(pl.format("#{}", "number"), pl.format("?{}", "fide_id"))
    by_name = people.select("fide_id", person=pl.coalesce(name_key(pl.col("name")), lone).hash())
    numbered = people.drop_nulls("number").join(known.rename({"fide_id": "number"}), on="number", how="left")
    by_number = numbered.select("fide_id", person=pl.coalesce("person", pl.format("#{}", "number").hash()))
    return pl.concat([by_name, by_number]).unique()
