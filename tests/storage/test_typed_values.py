"""What somebody typed about a person and nobody decided is forgotten: no row of the database has it any more."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_books import IMPORT, LISTS, small_book
from office_people import people, worked

from arpad.book.decisions.correct_player import CorrectPerson
from arpad.book.view import list_name
from arpad.model.clock import now
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.office.keep_office import Erase
from arpad.storage.archived_files import archive
from arpad.storage.deeds import put_right as putting_right
from arpad.storage.deeds.asking import DeedOutcome
from arpad.storage.deeds.confirm import confirm, decline
from arpad.storage.deeds.corrections import request_data
from arpad.storage.deeds.erase_person import erase_person
from arpad.storage.deeds.typed_values import forget_old
from arpad.storage.importing import import_book
from arpad.storage.jobs.asking import ask
from arpad.storage.models import Asked, Job
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

TYPED = CorrectPerson(0, "", born=Born(1911, 11, 13), name="Thistledown, Amaranth")


def everything() -> str:
    """Give all that stands in any table of the database, as text."""
    from django.db import connection  # noqa: PLC0415 - needs an office that is open

    parts = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - names of our own tables
            parts += [str(row) for row in cursor.fetchall()]
    return "\n".join(parts)


def typed_of(player: int, **other: object) -> CorrectPerson:
    """Give what somebody types about a player."""
    return CorrectPerson(player, str(other.get("why", "")), TYPED.born, None, None, TYPED.name)


def looked(system: RatingSystem, request: CorrectPerson, person: Person) -> Job:
    """Have it worked out who else changes."""
    job = ask(putting_right.KIND, {"system": system.key, "request": request_data(request)}, person)
    worked(DeedOutcome(job=job), person)
    return Job.objects.get(number=job.number)


@pytest.fixture
def rated(tmp_path: Path) -> tuple[RatingSystem, int]:
    """Give an office with a book, and a rated player of it."""
    book = small_book(tmp_path / "book")
    listed = book.table(list_name(LISTS[0])).filter(pl.col("standard_rating").is_not_null())["fide_id"]
    return import_book(book.folder, IMPORT), int(listed[0])


@pytest.mark.usefixtures("office")
def test_erasing_a_person_reaches_what_was_only_typed(rated: tuple[RatingSystem, int]) -> None:
    """Looked at and never decided, and asked for and never confirmed: gone, and the office is whole."""
    (system, player), cast = rated, people()
    job = looked(system, typed_of(player), cast["administrator"])
    data = job.result["data"]
    putting_right.put_right(cast["administrator"], system, typed_of(player, why="the passport"))
    looked(system, typed_of(player), cast["administrator"])
    assert "Thistledown" in everything()
    waiting = erase_person(cast["administrator"], Erase(player, "asked for, Article 17")).waiting
    assert waiting is not None
    confirm(cast["approver"], waiting.number)

    left = everything()
    assert "Thistledown" not in left
    assert not re.search(r"\b1911\b", left)
    assert not archive().has(data)
    assert job.fingerprint not in left
    asked = Asked.objects.get(deed="player.correct_identity")
    assert (asked.outcome, asked.input, asked.sealed, asked.fingerprint) == ("overtaken", {}, {}, "")
    assert verify(again=False).problems == []
    with pytest.raises(RefusedError):
        erase_person(cast["administrator"], Erase(player, "once more"))


@pytest.mark.usefixtures("office")
def test_what_was_decided_is_forgotten_by_the_work_that_looked(rated: tuple[RatingSystem, int]) -> None:
    """The request for a second person has it until it is declined; then nothing has."""
    (system, player), cast = rated, people()
    looked(system, typed_of(player), cast["administrator"])
    waiting = putting_right.put_right(cast["administrator"], system, typed_of(player, why="a passport")).waiting
    assert waiting is not None
    assert "Thistledown" not in str(list(Job.objects.values_list("input", "result", "lines", "failure")))
    assert "Thistledown" in everything()
    decline(cast["approver"], waiting.number, "it is another person's")

    assert "Thistledown" not in everything()
    assert Asked.objects.get(number=waiting.number).fingerprint == ""


@pytest.mark.usefixtures("office")
def test_what_nobody_decided_is_forgotten_after_a_day(rated: tuple[RatingSystem, int]) -> None:
    """Not before; whom it was about stays."""
    (system, player), cast = rated, people()
    job = looked(system, typed_of(player), cast["administrator"])
    assert forget_old() == 0
    Job.objects.filter(number=job.number).update(ended_at=now() - timedelta(days=1, minutes=1))
    assert forget_old() == 1

    assert "Thistledown" not in everything()
    assert Job.objects.get(number=job.number).input["request"] == {"what": "person", "player": player}
    assert forget_old() == 0
