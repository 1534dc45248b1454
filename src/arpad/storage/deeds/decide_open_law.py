"""What an edition leaves to the office, decided and written where the engine reads it: K, monthly lists, one-offs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db import transaction

from arpad.book.change import AdoptedLaw, changed
from arpad.book.log import BookLogEntry, with_rows
from arpad.book.schema import TABLES
from arpad.office.canonical import plain
from arpad.office.decide_open_law import (
    AdjustmentMatter,
    CoefficientMatter,
    MonthlyLists,
    OpenLawState,
    facts_of_matter,
)
from arpad.office.decide_open_law import decide_open_law as decided
from arpad.office.decision import Waiting
from arpad.regulations.adjustments import adjustments, every_adjustment
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.consulted import Consulted
from arpad.regulations.rulebook import Rulebook
from arpad.regulations.workings.coefficient import is_by_officer
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.lists import office_day

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.office.decide_open_law import DecideOpenLaw
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

DEED = "law.decide"
_STANDARD = "standard"


def decide_open_law(
    person: Person,
    system: RatingSystem,
    asked: DecideOpenLaw,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide what the edition leaves open, and write it into the book."""
    book = DatabaseBook(system)
    matter = asked.matter
    names = (
        [each.id for each in adjustments(matter.list_date, matter.kind)] if isinstance(matter, AdjustmentMatter) else []
    )
    state = OpenLawState(
        circumstances(DEED),
        office_day(),
        _article(book, matter),
        book.list_dates[-1] if book.list_dates else None,
        book.about.monthly_days,
        names,
        _is_in_force(book, matter),
    )
    decision = decided(person, asked, state)
    if isinstance(decision, Waiting):
        raise TypeError("what an edition leaves open needs no second person")
    prepared = book.prepared(_change(book, asked))
    with transaction.atomic():
        entry = prepared.write(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)


def _article(book: DatabaseBook, matter: CoefficientMatter | MonthlyLists | AdjustmentMatter) -> str:
    """Give the article that leaves a matter open; empty where none does."""
    if isinstance(matter, AdjustmentMatter):
        return next(
            (each.id for each in adjustments(matter.list_date, matter.kind) if each.id == matter.adjustment), ""
        )
    key = "coefficient" if isinstance(matter, CoefficientMatter) else "monthly_lists_begin"
    kind, day = (matter.kind, matter.since) if isinstance(matter, CoefficientMatter) else (_STANDARD, min(matter.days))
    try:
        law = book.rulebook.law(kind, day)
    except NoEditionError:
        return ""
    asked = Consulted(law)
    is_open = asked.has(key) and (key != "coefficient" or is_by_officer(law))
    return str(asked.citations()[0]) if is_open else ""


def _is_in_force(book: DatabaseBook, matter: CoefficientMatter | MonthlyLists | AdjustmentMatter) -> bool:
    if isinstance(matter, MonthlyLists):
        return set(matter.days) == set(book.about.monthly_days)
    name, row = _row(matter)
    table = book.table(name)
    same = pl.all_horizontal(pl.col(column).eq_missing(pl.lit(value)) for column, value in row.items())
    return bool(table.filter(same).height)


def _row(matter: CoefficientMatter | AdjustmentMatter) -> tuple[str, dict[str, Any]]:
    """Give the table that a matter goes into, and its row."""
    if isinstance(matter, CoefficientMatter):
        return "coefficients", {
            "kind": matter.kind,
            "fide_id": matter.player,
            "since": matter.since,
            "k": matter.k,
        }
    return "adjustments", {"list": matter.list_date, "kind": matter.kind, "id": matter.adjustment}


def _change(book: DatabaseBook, asked: DecideOpenLaw) -> Change:
    """Give the change that writes a decision into the book."""
    matter = asked.matter
    name, facts = facts_of_matter(matter)
    entry = BookLogEntry("correct", asked.reason, None, {"what": "law", "matter": name, **plain(facts)})
    if isinstance(matter, MonthlyLists):
        about = replace(book.about, monthly_regime=tuple(sorted(matter.days)))
        rulebook = Rulebook(about.authority, book.rulebook.edition, about.monthly_days)
        editions = {file: archive().read(value) for file, value in book.system.rulebook_files.items()}
        return replace(changed(book, {}, entry=entry), law=AdoptedLaw(rulebook, about, editions))
    table, row = _row(matter)
    described = TABLES[table]
    key = [column for column in described.key if column in row]
    same = pl.all_horizontal(pl.col(column).eq_missing(pl.lit(row[column])) for column in key)
    new = pl.DataFrame([row], schema=described.schema, orient="row")
    return with_rows(changed(book, {table: pl.concat([_until_now(book, table).filter(~same), new])}), entry)


def _until_now(book: DatabaseBook, table: str) -> pl.DataFrame:
    """Give a table as it holds until now: where no adjustments are named, those of the authority do."""
    if table != "adjustments" or book.has(table):
        return book.table(table)
    rows = [
        {"list": each.list, "kind": kind, "id": each.id}
        for each in every_adjustment()
        if each.authority == book.about.authority
        for kind in each.kinds
    ]
    return pl.DataFrame(rows, schema=TABLES[table].schema, orient="row")
