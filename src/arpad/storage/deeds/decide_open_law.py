"""What an edition leaves to the office, decided with author, day and document, and put where the engine reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.book.decisions.open_law import (
    SetAdjustment,
    SetCoefficient,
    SetMonthlyLists,
    article_of_coefficient,
    article_of_monthly_lists,
    with_adjustment,
    with_coefficient,
    with_monthly_lists,
)
from arpad.model.problems import EditionError
from arpad.office.decide_open_law import Adjustment, Coefficient, MonthlyLists, OpenLawState
from arpad.office.decide_open_law import decide_open_law as decided
from arpad.office.decision import Decision
from arpad.regulations.adjustments import adjustments
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.asking import Origin, Outcome, circumstances
from arpad.storage.deeds.lists import office_day

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.office.decide_open_law import DecideOpenLaw
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

_ONE_OFF = "R-025"
"""The reading by which one-off adjustments are data of an authority's own lists."""


def decide_open_law(
    person: Person,
    system: RatingSystem,
    asked: DecideOpenLaw,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> Outcome:
    """Decide what the edition leaves open, and put it into the book with its entry in the log."""
    book = DatabaseBook(system)
    decision = decided(person, asked, _state(book, asked))
    if not isinstance(decision, Decision):
        raise TypeError("no second person is asked for")
    prepared = book.prepared(_change(book, asked, decision.reason))
    with transaction.atomic():
        entry = prepared.write(decision, origin.request, origin.system_user)
    return Outcome(decision, entry.number)


def _state(book: DatabaseBook, asked: DecideOpenLaw) -> OpenLawState:
    matter, known = asked.matter, tuple[str, ...]()
    if isinstance(matter, Adjustment):
        known = tuple(adjustment.id for adjustment in adjustments(matter.list_date, matter.kind))
    newest = book.list_dates[-1] if book.list_dates else None
    monthly = book.about.monthly_days
    return OpenLawState(
        circumstances("law.decide"),
        office_day(),
        _article(book, matter),
        newest,
        monthly,
        known,
        is_in_force=_is_in_force(book, matter),
    )


def _article(book: DatabaseBook, matter: Coefficient | MonthlyLists | Adjustment) -> str:
    try:
        if isinstance(matter, Coefficient):
            return article_of_coefficient(book.rulebook, matter.kind, matter.since)
        if isinstance(matter, MonthlyLists):
            return article_of_monthly_lists(book.rulebook, matter.days)
    except EditionError:
        return ""
    return _ONE_OFF


def _is_in_force(book: DatabaseBook, matter: Coefficient | MonthlyLists | Adjustment) -> bool:
    if isinstance(matter, Coefficient):
        row = (matter.kind, matter.player, matter.since, matter.k)
        return row in book.table("coefficients").select("kind", "fide_id", "since", "k").rows()
    if isinstance(matter, MonthlyLists):
        return set(matter.days) == set(book.about.monthly_days)
    row_of_list = (matter.list_date, matter.kind, matter.adjustment)
    return row_of_list in book.table("adjustments").select("list", "kind", "id").rows()


def _change(book: DatabaseBook, asked: DecideOpenLaw, why: str) -> Change:
    matter = asked.matter
    if isinstance(matter, Coefficient):
        return with_coefficient(book, SetCoefficient(matter.kind, matter.since, matter.k, why, matter.player))
    if isinstance(matter, MonthlyLists):
        return with_monthly_lists(book.rulebook, book.about, SetMonthlyLists(matter.days, why))
    return with_adjustment(book, SetAdjustment(matter.list_date, matter.kind, matter.adjustment, why))
