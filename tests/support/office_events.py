"""Events in the database of a test's office: a book with a law, people of every role, and registrations."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import transaction
from imported_books import imported
from kept_folders import kept_folder
from office_people import added

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.lab.world.world import world
from arpad.model.clock import now
from arpad.office.decision import Decision
from arpad.office.person import Grant, Person
from arpad.office.register_event import RegisterEvent
from arpad.storage import log
from arpad.storage.deeds.registrations import register
from arpad.storage.models import Account, RegisteredEvent

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from arpad.storage.models import RatingSystem

HUN = "HUN"
IMPORT = Decision("book.import", {}, 1, "the book of the years before")
PLACES = {
    "administrator": ("rating_administrator", ""),
    "officer": ("federation_officer", HUN),
    "colleague": ("federation_officer", HUN),
    "stranger": ("federation_officer", "POL"),
    "organiser": ("organiser", HUN),
    "arbiter": ("arbiter", HUN),
    "approver": ("approver", ""),
    "auditor": ("auditor", ""),
    "registrar": ("registrar", ""),
}
"""The people of an office that has events, each with one role."""
NUMBERS = {"organiser": 711, "arbiter": 712}
"""By which numbers events name some of them."""


@cache
def few_players() -> Path:
    """Make the book of a world of few players, once in a process."""
    folder = kept_folder("few") / "book"
    few = world(60, 1, 15)
    book = Book.create(folder, About(title="A few players", seed=15))
    book.apply(changed(book, few.tables, few.lists))
    return folder


def system_with_book() -> RatingSystem:
    """Give the rating system of an office with a small book."""
    return imported(few_players, IMPORT, "few players")


def cast(*names: str) -> dict[str, Person]:
    """Open accounts; everybody has just proved who it is."""
    people = {}
    for name in names or PLACES:
        role, federation = PLACES[name]
        account = added(name, role, federation)
        number = NUMBERS.get(name, 0)
        if number:
            with transaction.atomic():
                Account.objects.filter(pk=account.pk).update(fide_id=number)
                log.record(Decision("account.number", {"account": account.record, "number": number, "was": None}, 0))
        people[name] = Person(account.record, name, frozenset({Grant(role, federation)}), now(), number)
    return people


def values(days: int = 60, lasts: int = 9, **other: Any) -> dict[str, Any]:  # noqa: ANN401 - facts of an event
    """Give everything that a registration needs; it begins in so many days, and lasts so many."""
    start: date = now().date() + timedelta(days=days)
    return {
        "name": "Open of Győr",
        "start": start,
        "end": start + timedelta(days=lasts - 1),
        "place": "Győr",
        "zone": "Europe/Budapest",
        "kind": "standard",
        "system": "swiss",
        "organiser": 711,
        "chief_arbiter": 712,
        **other,
    }


def registered(system: RatingSystem, person: Person, days: int = 60, lasts: int = 9, **other: Any) -> RegisteredEvent:  # noqa: ANN401 - the same
    """Register an event, and give its row."""
    _, number = register(person, system, HUN, RegisterEvent(values=values(days, lasts, **other)))
    return RegisteredEvent.objects.get(number=number)
