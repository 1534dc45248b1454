"""Two people at once: whoever is slower is refused, and nothing is done twice."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import polars as pl
import pytest
from django.db import connections
from office_books import LISTS, imported_book
from office_people import Silent, people, worked

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.correct_player import CorrectPerson, with_person
from arpad.model.problems import RefusedError
from arpad.office.close_list import CloseList
from arpad.office.decision import Decision
from arpad.office.log import chain_problems
from arpad.office.publish_list import PublishList
from arpad.storage import log
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.publish_list import publish_list, work
from arpad.storage.models import ListVersion, RatingSystem, Standing

if TYPE_CHECKING:
    from pathlib import Path

DECISION = Decision("event.annul", {}, 1, "a test")


@pytest.fixture
def system(office: object, tmp_path: Path) -> RatingSystem:
    """Give an office with a book."""
    del office
    return imported_book(tmp_path / "book")


def test_a_change_worked_out_from_older_tables_is_refused(system: RatingSystem) -> None:
    """Where it asked for other tables than those that changed, it is carried out."""
    first, second, third = (DatabaseBook(system) for _ in range(3))
    events = first.table("events").filter(~pl.col("withdrawn"))["event_id"].sort()
    player = third.table("players")["fide_id"][0]
    slower = annulled(second, Annul(events[1], "played twice"))
    elsewhere = with_person(third, CorrectPerson(player, "the passport", name="Another, Name"))
    first.writing(DECISION).apply(annulled(first, Annul(events[0], "played twice")))
    with pytest.raises(RefusedError, match="events"):
        second.writing(DECISION).apply(slower)
    third.writing(DECISION).apply(elsewhere)
    now = DatabaseBook(system)
    assert now.table("events").filter("withdrawn")["event_id"].to_list() == [events[0]]
    assert now.table("players").filter(fide_id=player)["name"].to_list() == ["Another, Name"]
    assert now.table("log").height == 2
    second.let_go("events")
    with pytest.raises(RefusedError, match="events"):
        second.table("events")


def test_a_list_is_published_once_however_many_try(system: RatingSystem) -> None:
    """Of several at the same moment one succeeds; the others are refused, and the chain is whole."""
    cast = people("administrator")
    administrator = cast["administrator"]
    worked(close_list(administrator, system, LISTS[1], CloseList()), administrator)
    version = ListVersion.objects.get(stage="closed")
    asked = PublishList(version.list_hash, reason="nobody else is here")
    job = publish_list(administrator, system, LISTS[1], asked).job
    assert job is not None
    outcomes: list[str] = []
    ready = threading.Barrier(3)

    def publish() -> None:
        ready.wait()
        try:
            work(job.input, administrator, Silent(), lambda _: None)
            outcomes.append("published")
        except Exception as fault:  # noqa: BLE001 - which one it is depends on the moment
            outcomes.append(type(fault).__name__)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=publish) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("published") <= 1, outcomes
    if "published" not in outcomes:  # they took each other's rows away; a worker tries again
        work(job.input, administrator, Silent(), lambda _: None)
    version.refresh_from_db()
    system.refresh_from_db()
    assert (version.stage, system.generation) == ("published", 2)
    codes = [record.code for record in log.records()]
    assert codes == ["book.import", "account.add", "list.close", "list.publish"]
    assert not chain_problems(log.records())
    assert not Standing.objects.filter(generation__gt=2).exists()
