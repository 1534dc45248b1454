"""Two numbers of one person become one: games, part results, lines of lists and decisions of the old go to the new.

Nothing that was published changes. In the lists of the book the person has one line: the rating is that of the new
number where it had one, else that of the old; games count together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import changed
from arpad.book.decisions.correct_player import person_of
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.schema import LIST, PLAYERS, POOL, TABLES
from arpad.book.view import list_name, pool_name
from arpad.book.wording import WORDS
from arpad.model.period import KINDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.imports.rows import Row
    from arpad.book.view import BookView

_OF_PERSON = ("name", "federation", "sex", "birth_year", "birth_date")
"""What two numbers of one person should agree in."""
_SIDES = ("white", "black")


@dataclass(frozen=True, slots=True)
class Merge:
    """The number that goes, the number that stays, and why they are one person."""

    old: int
    new: int
    why: str


def merged(view: BookView, request: Merge) -> Change:
    """Give the change that puts two numbers of one person together."""
    old, new = request.old, request.new
    if old == new:
        raise RefusedError.of(WORDS, "same_number", str(old), number=old)
    people = {number: person_of(view, number) for number in (old, new)}
    _refuse_two_people(view, request)
    _refuse_pending(view, request)
    lists = {
        day: _one_line(frame, old, new)
        for day in view.list_dates
        if _speaks_of(frame := view.table(list_name(day)), "fide_id", old)
    }
    tables = {name: _one_number(view.table(name), name, old, new) for name in TABLES if _is_touched(view, name, old)}
    tables["players"] = _one_person(view.table("players"), people[old], people[new])
    newest = view.list_dates[-1] if view.list_dates else None
    for name, day in [("pool", newest), *((pool_name(day), day) for day in view.pool_dates)]:
        pool = view.table(name)
        if _speaks_of(pool, "fide_id", old) or _speaks_of(pool, "fide_id", new):
            one_pool = _one_pool(pool, old, new, _rated_kinds(view, lists, day, new))
            tables |= {} if one_pool.equals(pool) else {name: one_pool}
    facts = _facts(view, request, people)
    change = changed(view, tables, lists, reasons=_reasons(view, request, facts))
    facts["lists"] = [f"{day:%Y-%m}" for day in change.lists]
    return with_rows(change, BookLogEntry("merge", request.why, facts=facts))


def _reasons(view: BookView, request: Merge, facts: Row) -> tuple[Problem, ...]:
    """Say who has one number now, and what whoever decides it should know."""
    old, new = request.old, request.new
    reasons = [Problem.of(WORDS, "merged", severity=NOTE, name=facts["name"], old=old, new=new)]
    if facts["differs"]:
        fields = [{"field": name, "was": was, "stays": stays} for name, (was, stays) in facts["differs"].items()]
        reasons.append(Problem.of(WORDS, "merged_differ", severity=NOTE, new=new, fields=fields))
    if facts["both_rated"]:
        reasons.append(Problem.of(WORDS, "merged_both_rated", severity=NOTE, new=new, kinds=facts["both_rated"]))
    events = view.table("events").filter(pl.col("event_id").is_in(facts["events"]))
    rated = events.filter(pl.col("rated_for").is_not_null() & ~pl.col("withdrawn"))["event_id"].sort().to_list()
    if rated:
        first = rated[0]
        reasons.append(
            Problem.of(WORDS, "merged_after_rating", severity=NOTE, old=old, new=new, events=rated, event=first)
        )
    return tuple(reasons)


def _facts(view: BookView, request: Merge, people: dict[int, Row]) -> Row:
    """Give what the log says: who, which events, what the two differ in, and in which kinds both are rated."""
    old, new = request.old, request.new
    first, second = people[old], people[new]
    differs = {
        name: [first[name], second[name]]
        for name in _OF_PERSON
        if first[name] and second[name] and first[name] != second[name]
    }
    both = []
    if view.list_dates:
        newest = view.table(list_name(view.list_dates[-1])).filter(pl.col("fide_id").is_in([old, new]))
        both = [kind for kind in KINDS if newest[f"{kind}_rating"].drop_nulls().len() > 1]
    return {
        "old": old,
        "new": new,
        "name": second["name"] or first["name"],
        "differs": differs,
        "both_rated": both,
        "events": _games_of(view, old)["event_id"].unique().sort().to_list(),
    }


def _games_of(view: BookView, number: int) -> pl.DataFrame:
    return view.table("games").filter(pl.any_horizontal(pl.col(_SIDES) == number))


def _refuse_two_people(view: BookView, request: Merge) -> None:
    """Refuse numbers that are two people: they met, or played in the same round of an event."""
    own, other = (_games_of(view, number).select("event_id", "round", *_SIDES) for number in (request.old, request.new))
    shared = own.join(other.select("event_id", "round"), on=["event_id", "round"], how="semi").sort("event_id", "round")
    if shared.is_empty():
        return
    event, turn, *sides = shared.row(0)
    raise RefusedError.of(
        WORDS, "two_people", str(request.old),
        old=request.old, new=request.new, event=event, round=turn, is_game=set(sides) == {request.old, request.new},
    )  # fmt: skip


def _refuse_pending(view: BookView, request: Merge) -> None:
    """Refuse as long as a list is to take back what was rated with the old number: it has to know it."""
    own = view.table("events").join(_games_of(view, request.old), on="event_id", how="semi")
    pending = own.filter(pl.col("withdrawn") & pl.col("rated_for").is_not_null()).drop_nulls("withdrawn_for")
    pending = pending.filter(~pl.col("withdrawn_for").is_in(list(view.list_dates)))
    if pending.height:
        event, day = pending.select("event_id", "withdrawn_for").row(0)
        raise RefusedError.of(WORDS, "merge_too_early", str(request.old), old=request.old, event=event, day=day)


def _columns_of_players(name: str) -> list[str]:
    return [key for key, column in TABLES[name].columns.items() if column.of == "players"]


def _speaks_of(frame: pl.DataFrame, column: str, number: int) -> bool:
    return bool((frame[column] == number).any())


def _is_touched(view: BookView, name: str, number: int) -> bool:
    """Tell whether a table speaks of a player, but for those that are put together in a way of their own."""
    if name in {"players", "pool"} or not view.has(name):
        return False
    return any(_speaks_of(view.table(name), column, number) for column in _columns_of_players(name))


def _one_number(frame: pl.DataFrame, name: str, old: int, new: int) -> pl.DataFrame:
    """Give a table with one number in the place of two; of two rows about the same that of the new one stays."""
    columns, key = _columns_of_players(name), TABLES[name].key
    was_old = frame.select(pl.any_horizontal(pl.col(columns) == old)).to_series()
    replaced = frame.with_columns(pl.col(columns).replace({old: new})).with_columns(was_old=was_old)
    kept = replaced.with_row_index("place").sort("was_old", "place").unique(key, keep="first", maintain_order=True)
    return kept.sort("place").select(frame.columns)


def _one_person(players: pl.DataFrame, old: Row, new: Row) -> pl.DataFrame:
    """Give the players with one row for the person: what the new number says, and the old where it says nothing."""
    person = {name: new[name] if new[name] not in {None, ""} else old[name] for name in PLAYERS.columns}
    if new["birth_year"] is not None and new["birth_date"] is None:
        # A day of birth in another year would contradict the year.
        is_same_year = old["birth_date"] is not None and old["birth_date"].year == new["birth_year"]
        person["birth_date"] = old["birth_date"] if is_same_year else None
    others = players.filter(~pl.col("fide_id").is_in([old["fide_id"], new["fide_id"]]))
    row = pl.DataFrame([person], schema=PLAYERS.schema, orient="row")
    return pl.concat([others, row.select(others.columns)]).sort("fide_id")


def _one_line(frame: pl.DataFrame, old: int, new: int) -> pl.DataFrame:
    """Give a list with one line for the person."""
    lines = {row["fide_id"]: row for row in frame.filter(pl.col("fide_id").is_in([old, new])).iter_rows(named=True)}
    line = {**lines[old], "fide_id": new}
    if new in lines:
        line = {"fide_id": new, "flag": _flag(lines[old]["flag"], lines[new]["flag"])}
        for kind in KINDS:
            line |= _of_kind(lines[old], lines[new], kind)
    others = frame.filter(~pl.col("fide_id").is_in([old, new]))
    row = pl.DataFrame([line], schema=LIST.schema, orient="row")
    return pl.concat([others, row.select(others.columns)]).sort("fide_id")


def _of_kind(old: Row, new: Row, kind: str) -> Row:
    """Give what a list says of the person in a kind of chess: the rating of one of the two, the games of both."""
    names = {part: f"{kind}_{part}" for part in ("rating", "games", "k", "played", "highest", "last")}
    holds = old if new[names["rating"]] is None and old[names["rating"]] is not None else new
    line = {names[part]: holds[names[part]] for part in ("rating", "k")}
    line |= {names[part]: old[names[part]] + new[names[part]] for part in ("games", "played")}
    for part in ("highest", "last"):
        values = [value for row in (old, new) if (value := row[names[part]]) is not None]
        line[names[part]] = max(values, default=None)
    return line


def _flag(old: str, new: str) -> str:
    """Give the flag of the person: a woman where one line says so, inactive where both do."""
    return ("w" if "w" in old + new else "") + ("i" if "i" in old and "i" in new else "")


def _rated_kinds(view: BookView, lists: dict[date, pl.DataFrame], day: date | None, number: int) -> list[str]:
    """Give the kinds of chess in which a player has a rating on a list, as it is then."""
    frame = None if day is None else lists.get(day, view.rating_list(day))
    line = None if frame is None else frame.filter(pl.col("fide_id") == number)
    if line is None or line.is_empty():
        return []
    return [kind for kind in KINDS if line[f"{kind}_rating"][0] is not None]


def _one_pool(pool: pl.DataFrame, old: int, new: int, rated: Collection[str]) -> pl.DataFrame:
    """Give part results with one number; those of an event count together, and a rated player has none."""
    is_person = pl.col("fide_id").is_in([old, new])
    others = pool.filter(~is_person)
    own = pool.filter(is_person & ~pl.col("kind").is_in(list(rated))).sort(pl.col("fide_id") == old)
    own = own.with_columns(fide_id=pl.lit(new, dtype=pl.Int64))
    sums = [pl.col(name).sum() for name in ("games", "score", "opponents")]
    met = pl.when(pl.col("met").null_count() == 0).then(pl.col("met").sum()).alias("met")
    rest = [
        pl.col(name).first() for name in POOL.columns if name not in {*POOL.key, "games", "score", "opponents", "met"}
    ]
    together = own.group_by(POOL.key, maintain_order=True).agg(*rest, *sums, met)
    fitted = together.select(pl.col(name).cast(dtype) for name, dtype in pool.schema.items())
    return pl.concat([others, fitted]).sort(POOL.key)
