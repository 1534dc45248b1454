"""Rating lists become part of a book: the players on them, and what each says of every kind of chess."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from hashlib import file_digest
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.bounded_tables import BROKEN
from arpad.book.change import changed
from arpad.book.closings import closings
from arpad.book.frames.lists import METADATA, read_list
from arpad.book.imports.history import Past, carried
from arpad.book.log import BookLogEntry, entries, import_facts
from arpad.book.problems import problem
from arpad.book.schema import FLAGS, LIST, MOST_RATING, PLAYERS, SEXES
from arpad.book.tables import fitted
from arpad.book.view import list_name
from arpad.book.wording import WORDS
from arpad.formats.lists.dialect import from_json
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.text import TextReader
from arpad.model.period import KINDS
from arpad.model.problems import ERROR, NOTE, Problem

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from arpad.book.change import Change
    from arpad.book.frames.lists import FrameList
    from arpad.book.view import BookView
    from arpad.model.problems import FileProblem

_OF_PERSON = (
    "name", "federation", "sex", "title", "womens_title", "other_titles", "foa_title", "birth_year",
)  # fmt: skip
_AT_ONCE = 1 << 18
"""Of so many lines at a time the past is carried on."""
_PARTS = ("rating", "games", "k", "played", "highest", "last")


@dataclass(slots=True)
class Imported:
    """What an import did: the lists and events that came into the book, and everything to say about it."""

    lists: list[dict[str, object]] = field(default_factory=list)
    events: list[dict[str, object]] = field(default_factory=list)
    problems: list[FileProblem] = field(default_factory=list)
    near: list[dict[str, object]] = field(default_factory=list)
    """Each report that is nearly the same as an event, what became of it, and everything in which they differ."""
    players_before: int = 0
    players_after: int = 0
    players_gone: int = 0
    """Stand-ins whom only an event knew that was replaced."""
    called: str = "BOOK"
    """The book as the person who imports names it, and its files by their shown names: for commands to be typed."""
    places: dict[str, str] = field(default_factory=dict)
    past: Past = field(default_factory=Past)
    """What the lists of the book say of everybody's past, as far as they were looked at."""


def list_day(path: Path) -> date | None:
    """Give the day of a list, from its name or the start of its file; None where neither tells."""
    findings = Findings()
    with path.open("rb") as stream:
        source = opened(str(path), stream, findings)
        if source is None or source.list_date is not None:
            return None if source is None else source.list_date
        about = None
        if source.form == "txt":
            about = TextReader(source.stream, findings).about
        elif source.form == "parquet" and source.path is not None:
            try:
                about = from_json(pl.read_parquet_metadata(source.path).get(METADATA, ""))
            except BROKEN:
                return None
        return about.list_date if about is not None else None


def list_taken(book: BookView, path: Path, day: date, kind: str | None, done: Imported) -> Change | None:
    """Read a list and give the change that puts it into the book; None where it is no list. Given from old to new."""
    findings = Findings()
    frame_list: FrameList | None = None
    with path.open("rb") as stream:
        source = opened(str(path), stream, findings)
        if source is not None:
            source.kind, source.list_date = kind or source.kind, day
            frame_list = read_list(source, findings)
    if frame_list is None:
        faults = [fault for fault in findings.problems if fault.severity == ERROR]
        done.problems.append(problem("list_refused", file=path.name, faults=faults))
        return None
    done.problems += [
        problem("id_twice", file=path.name, fault=fault) for fault in findings.problems if fault.code == "id_twice"
    ]
    kinds, frame = frame_list.about.kinds, _each_once(frame_list.frame)
    del frame_list  # a list of everybody is large, and every copy of it is
    frame = _within(frame, path.name, done)
    days = book.list_dates
    file_hash = _hash_of(path)
    month = f"{day:%Y-%m}"
    if day in days and file_hash == _imported_from(book, day, kinds):
        done.problems.append(problem("list_twice", file=path.name, month=month))
        return None
    there = book.table(list_name(day)) if day in days else LIST.empty()
    people, lines = frame.select("fide_id", *_OF_PERSON), frame.select("fide_id", "flag", *_shown(kinds))
    del frame  # its texts take more room than all that is made of it
    players = merged_players(book.table("players"), people, newer=not any(list_date > day for list_date in days))
    del people
    before = _with_births(done.past.before(book, day), players.select("fide_id", "birth_year", "birth_date"))
    lists = {day: merged_list(there, before, lines, kinds, day)}
    if lists[day].equals(there) and players.equals(book.table("players")):
        done.problems.append(problem("list_twice", file=path.name, month=month))
        return None
    closed = min((list_date for list_date in closings(book) if list_date >= day), default=None)
    if day in days and closed is not None and not lists[day].equals(there):
        done.problems.append(_refused(path, day, closed, done))
        return None
    if any(list_date > day for list_date in days):
        done.problems.append(problem("list_out_of_order", file=path.name, month=month))
    if not there.is_empty() and any(there[f"{kind}_rating"].is_not_null().any() for kind in kinds):
        done.problems.append(problem("list_replaced", file=path.name, month=month, kinds=kinds))
    done.past.changed(day)
    done.lists.append({"file": path.name, "list": day.isoformat(), "kinds": list(kinds), "players": lines.height})
    reason = Problem.of(WORDS, "list_imported", severity=NOTE, file=path.name, month=month, kinds=kinds)
    facts = import_facts(lists=[{**done.lists[-1], "sha256": file_hash}])
    return changed(book, {"players": players}, lists, reasons=(reason,), entry=BookLogEntry("import", "", day, facts))


def _refused(path: Path, day: date, closed: date, done: Imported) -> FileProblem:
    """Say why a list stays as it is: it was closed in the book, or one that was closed was made from it."""
    month, book = f"{day:%Y-%m}", shlex.quote(done.called)
    if closed == day:
        return problem("list_closed", file=path.name, month=month, book=book, path=shlex.quote(str(path)))
    return problem("list_built_on", file=path.name, month=month, closed=f"{closed:%Y-%m}", book=book)


def _hash_of(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def _imported_from(book: BookView, day: date, kinds: tuple[str, ...]) -> str | None:
    """Give the hash of the file from which kinds of chess of a list came last, as the log says; None if it does not.

    What was corrected or merged since is not to be undone by the same file once more. After an older list came it is
    worth reading again, for it carries on what that one says of everybody's past.
    """
    imports = [entry.facts.get("lists") for entry in entries(book) if entry.deed == "import"]
    came = [record for lists in imports if isinstance(lists, list) for record in lists]
    for known in reversed([record for record in came if isinstance(record, dict)]):
        if str(known.get("list")) < day.isoformat():
            return None
        if known.get("list") == day.isoformat() and set(known.get("kinds", ())) & set(kinds):
            return known.get("sha256") if tuple(known["kinds"]) == kinds else None
    return None


def _each_once(frame: pl.DataFrame) -> pl.DataFrame:
    """Give the first line of everybody; nearly every list has no other, and is not copied for it."""
    if frame["fide_id"].n_unique() == frame.height:
        return frame
    return frame.unique("fide_id", keep="first", maintain_order=True)


def _within(frame: pl.DataFrame, name: str, done: Imported) -> pl.DataFrame:
    """Take what a book cannot hold as not known."""
    ratings = [f"{kind}_rating" for kind in KINDS]
    high = frame.filter(pl.any_horizontal(pl.col(rating) > MOST_RATING for rating in ratings)).height
    if high:
        done.problems.append(problem("value_above", says="taken_as_unrated", file=name, count=high, most=MOST_RATING))
    return frame.with_columns(
        *(pl.when(pl.col(rating) <= MOST_RATING).then(pl.col(rating)).alias(rating) for rating in ratings),
        pl.when(pl.col("sex").is_in(SEXES)).then("sex").otherwise(pl.lit("")).alias("sex"),
        pl.when(pl.col("flag").is_in(FLAGS)).then("flag").otherwise(pl.lit("")).alias("flag"),
    )


def merged_players(known: pl.DataFrame, frame: pl.DataFrame, *, newer: bool) -> pl.DataFrame:
    """Add the people of a list; where it is the newest, what it says goes before what was known."""
    listed = frame.select("fide_id", *_OF_PERSON).cast({"birth_year": pl.Int32})
    if known.is_empty():  # as below, without a copy of everybody
        return _by_number(fitted(listed, PLAYERS))
    both = known.join(listed, on="fide_id", how="full", coalesce=True, suffix=" new")
    columns = []
    for name in _OF_PERSON:
        old, new = pl.col(name), pl.col(f"{name} new")
        if name != "birth_year":
            old, new = old.replace("", None), new.replace("", None)
        first, second = (new, old) if newer else (old, new)
        value = pl.coalesce(first, second)
        columns.append((value if name == "birth_year" else value.fill_null("")).alias(name))
    return _by_number(fitted(both.with_columns(columns), PLAYERS))


def _with_births(past: pl.DataFrame, born: pl.DataFrame) -> pl.DataFrame:
    """Put what is known of everybody's past beside the births."""
    if past.is_empty():
        return born.with_columns(
            pl.lit(None, kind).alias(name) for name, kind in past.schema.items() if name != "fide_id"
        )
    return past.join(born, on="fide_id", how="full", coalesce=True)


def _shown(kinds: tuple[str, ...]) -> list[str]:
    return [f"{kind}_{part}" for kind in kinds for part in ("rating", "games", "k")]


def _with_history(new: pl.DataFrame, history: pl.DataFrame) -> pl.DataFrame:
    """Put the past of everybody beside the lines; where it stands in their order, it is not looked up."""
    if history["fide_id"].equals(new["fide_id"]):
        return pl.concat([new, history.drop("fide_id")], how="horizontal")
    return new.join(history, on="fide_id", how="left", maintain_order="left")


def _carried(new: pl.DataFrame, kinds: tuple[str, ...], day: date) -> pl.DataFrame:
    """Give lines with what is carried on from the past, so many at a time: of everybody at once it takes much room."""
    columns = [column for kind in kinds for column in carried(kind, day)]
    parts = [_listed(part.with_columns(columns)) for part in new.iter_slices(_AT_ONCE)]
    return pl.concat(parts, rechunk=True) if parts else LIST.empty()


def _by_number(frame: pl.DataFrame) -> pl.DataFrame:
    """Give lines in the order of their numbers; most lists stand in it, and are not copied for it."""
    return frame if frame["fide_id"].is_sorted() else frame.sort("fide_id")


def merged_list(
    there: pl.DataFrame, before: pl.DataFrame, frame: pl.DataFrame, kinds: tuple[str, ...], day: date
) -> pl.DataFrame:
    """Give the list of a day with some kinds of chess from a file, the others as the book had them.

    `before` has what was known of everybody's past, and the births.
    """
    parts = (f"{kind}_{part}" for kind in kinds for part in ("played", "highest", "last"))
    history = before.select("fide_id", "birth_year", "birth_date", *parts)
    new = _carried(_with_history(_by_number(frame), history), kinds, day)
    if there.is_empty():  # as below, without a copy of everybody
        return new
    new = new.select("fide_id", "flag", *(f"{kind}_{part}" for kind in kinds for part in _PARTS))
    replaced = [f"{kind}_{part}" for kind in kinds for part in _PARTS]
    others = there.drop(replaced)
    both = others.join(new, on="fide_id", how="full", coalesce=True, suffix=" new")
    old_flag, new_flag = pl.col("flag"), pl.col("flag new")
    flag = pl.coalesce(new_flag, old_flag) if KINDS[0] in kinds else pl.coalesce(old_flag, new_flag)
    return _by_number(_listed(both.with_columns(flag=flag)))


def _listed(frame: pl.DataFrame) -> pl.DataFrame:
    """Give lines as a list has them: of what was not counted there is none, and who has no flag has an empty one."""
    counts = [f"{kind}_{part}" for kind in KINDS for part in ("games", "played") if f"{kind}_{part}" in frame.columns]
    return fitted(frame.with_columns(pl.col(counts).fill_null(0), pl.col("flag").fill_null("")), LIST)
