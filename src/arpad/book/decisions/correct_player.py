"""What a book says of a player, corrected: birth, sex, federation, name, number; K, the count of games, and the base.

What is said of the person holds from the next list on: so does K, where it goes by the birth. A list that was published
stays as it is. Base, K and count of games are therefore kept beside it, for the list that is made next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import TableChange, changed
from arpad.book.log import BookLogEntry, changes, with_rows
from arpad.book.renumber import renumbered
from arpad.book.schema import TABLES
from arpad.book.view import Period, open_list
from arpad.book.wording import WORDS
from arpad.model.period import STANDARD
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.regulations.workings.coefficient import is_by_officer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.book.change import Change
    from arpad.book.imports.rows import Row
    from arpad.book.view import BookView
    from arpad.model.period import Born


@dataclass(frozen=True, slots=True)
class CorrectPerson:
    """What is right of a person; None where what the book says stays."""

    player: int
    why: str
    born: Born | None = None
    sex: str | None = None
    federation: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class CorrectNumber:
    """The number that a player has, in the place of a wrong one."""

    player: int
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class CorrectLine:
    """What is right on the line of a player, from which the next list goes on; None where what it says stays."""

    player: int
    why: str
    kind: str = STANDARD
    base: int | None = None
    k: int | None = None
    played: int | None = None


def person_of(view: BookView, number: int) -> Row:
    """Give the row of a player; refused where the book does not have one."""
    rows = view.table("players").filter(pl.col("fide_id") == number)
    if rows.is_empty():
        raise RefusedError.of(WORDS, "no_player", str(number), book="", number=number)
    return rows.row(0, named=True)


def with_person(view: BookView, request: CorrectPerson) -> Change:
    """Give the change that corrects what is said of a person."""
    person = person_of(view, request.player)
    other = _other(person, request)
    if not other:
        raise RefusedError.of(WORDS, "nothing_to_correct", str(request.player))
    players = _with_values(view.table("players"), request.player, other)
    facts = {name: [person[name], value] for name, value in other.items()}
    return _corrected(view, {"players": players}, person, BookLogEntry("correct", request.why, facts=facts))


def _other(person: Row, request: CorrectPerson) -> Row:
    """Give what a person's row shall say otherwise."""
    given: Row = {"sex": request.sex, "federation": request.federation, "name": request.name}
    given = {name: value for name, value in given.items() if value is not None}
    born = request.born
    if born is not None:
        birthday = None if born.month is None or born.day is None else date(born.year, born.month, born.day)
        given |= {"birth_year": born.year, "birth_date": birthday}
    return {name: value for name, value in given.items() if value != person[name]}


def _with_values(players: pl.DataFrame, number: int, values: Row) -> pl.DataFrame:
    is_person, schema = pl.col("fide_id") == number, TABLES["players"].schema
    return players.with_columns(
        pl.when(is_person).then(pl.lit(value, dtype=schema[name])).otherwise(name).alias(name)
        for name, value in values.items()
    )


def with_number(view: BookView, request: CorrectNumber, person: CorrectPerson | None = None) -> Change:
    """Give the change that corrects a player's number, wherever it stands; and, if given, what is said of the person.

    What the person is called, and all else, is corrected under either number.
    """
    row = person_of(view, request.player)
    change, done = renumbered(view, request.player, request.number)
    other = {} if person is None else _other(row, person)
    if other:
        players = change.tables["players"]
        mended = TableChange(players.before, _with_values(_there(players.after), request.number, other))
        change = replace(change, tables={**change.tables, "players": mended})
    facts = {"what": "player", "player": request.number, "name": done.name, "number": [request.player, request.number]}
    facts |= {"lists": [f"{day:%Y-%m}" for day in change.lists]}
    facts |= {name: [row[name], value] for name, value in other.items() if name != "name"}
    return with_rows(replace(change, entry=None), BookLogEntry("correct", request.why, facts=facts))


def _there(frame: pl.DataFrame | None) -> pl.DataFrame:
    """Give a table that is there."""
    if frame is None:
        raise TypeError("a player was found in it")
    return frame


def with_line(view: BookView, request: CorrectLine) -> Change:
    """Give the change that corrects base, K or count of games of a player for the list that is made next."""
    person, kind = person_of(view, request.player), request.kind
    day = open_list(view, kind)
    if day is None:
        raise RefusedError.of(WORDS, "no_list_open", str(request.player), kind=kind)
    line = _line(view, request, day)
    facts: Row = {"kind": kind}
    tables: dict[str, pl.DataFrame] = {}
    if request.base is not None:
        tables["corrections"] = _with_base(view, request, day, line)
        facts["base"] = [line["rating"], request.base]
    by_line = {"played": request.played}
    if request.k is not None:
        facts["k"] = [line["k"], request.k]
        if is_by_officer(view.rulebook.law(kind, day)):
            row = {"kind": kind, "fide_id": request.player, "since": day, "k": request.k}
            tables["coefficients"] = _with(view, "coefficients", row)
        else:
            by_line["k"] = request.k
    if request.played is not None:
        facts["played"] = [line["played"], request.played]
    mended = {name: value for name, value in by_line.items() if value is not None}
    if mended:
        tables["line_corrections"] = _with_line_of(view, request, day, line, mended)
    if all(_is_same(frame, view.table(name), name) for name, frame in tables.items()):
        raise RefusedError.of(WORDS, "nothing_to_correct", str(request.player))
    return _corrected(view, tables, person, BookLogEntry("correct", request.why, day, facts))


def _line(view: BookView, request: CorrectLine, day: date) -> Row:
    """Give what the list before says of a player; a line that there is none of cannot be corrected."""
    kind, before = request.kind, Period(view, request.kind, day).base_day
    rating_list = None if before is None else view.rating_list(before)
    lines = None if rating_list is None else rating_list.filter(pl.col("fide_id") == request.player)
    if before is None or lines is None or lines.is_empty():
        month = "" if before is None else f"{before:%Y-%m}"
        raise RefusedError.of(WORDS, "no_line", str(request.player), player=request.player, month=month)
    line = {part: lines[f"{kind}_{part}"][0] for part in ("rating", "k", "played")}
    if line["rating"] is None and request.k is not None:
        raise RefusedError.of(
            WORDS, "no_k_of_unrated", str(request.player), player=request.player, kind=kind, month=f"{before:%Y-%m}"
        )
    return line


def _with_base(view: BookView, request: CorrectLine, day: date, line: Row) -> pl.DataFrame:
    """Give the corrections with a base; the published rating as a base is none."""
    row = {"kind": request.kind, "fide_id": request.player, "list": day, "rating": request.base}
    return _with(view, "corrections", row, keep=request.base != line["rating"])


def _with_line_of(
    view: BookView, request: CorrectLine, day: date, line: Row, mended: Mapping[str, int]
) -> pl.DataFrame:
    """Give the corrected lines with one more; what the list says itself is no correction."""
    key = {"kind": request.kind, "fide_id": request.player, "list": day}
    was = view.table("line_corrections").filter(**key)
    before = {name: was[name][0] if was.height else None for name in ("k", "played")}
    values = {name: None if value == line[name] else value for name, value in {**before, **mended}.items()}
    return _with(view, "line_corrections", {**key, **values}, keep=any(value is not None for value in values.values()))


def _is_same(frame: pl.DataFrame, other: pl.DataFrame, name: str) -> bool:
    """Tell whether two forms of a table have the same rows, in whatever order."""
    key = TABLES[name].key
    return frame.sort(key).equals(other.sort(key))


def _with(view: BookView, name: str, row: Row, *, keep: bool = True) -> pl.DataFrame:
    """Give a table with a row in the place of the one with the same key; without both where it is not kept."""
    frame, table = view.table(name), TABLES[name]
    is_same: list[pl.Expr] = [pl.col(key) == row[key] for key in table.key]
    others = frame.filter(~pl.all_horizontal(is_same).fill_null(value=False))
    return pl.concat([others, pl.DataFrame([row], schema=table.schema, orient="row")]) if keep else others


def _corrected(view: BookView, tables: Mapping[str, pl.DataFrame], person: Row, entry: BookLogEntry) -> Change:
    player, name = person["fide_id"], person["name"]
    about = replace(entry, facts={"what": "player", "player": player, "name": name, **entry.facts})
    values = changes(about.facts)
    reason = Problem.of(
        WORDS, "player_corrected", severity=NOTE, player=player, name=name, why=entry.why, changes=values
    )
    return with_rows(changed(view, tables, reasons=(reason,)), about)
