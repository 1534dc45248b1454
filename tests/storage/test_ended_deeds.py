"""Work that is ended before its last transaction leaves nothing that counts; a second try gives the same hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from office_books import LISTS, imported_book
from office_people import Silent, people

from arpad.book.decisions.annul import Annul
from arpad.office.close_list import CloseList
from arpad.office.publish_list import PublishList
from arpad.office.revise_list import ReviseList
from arpad.storage import log
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import put_right as putting_right
from arpad.storage.deeds import revise_list as revising
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.jobs.kinds import work_of
from arpad.storage.models import ListVersion, RatingSystem
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome


class EndedError(Exception):
    """The process ends here."""


def tried_twice(outcome: DeedOutcome, person: Person) -> dict[str, Any]:
    """Do the work of a job to its last transaction, have it ended there, and do it again."""
    job = outcome.job
    assert job is not None
    before, seen = log.head(), list[Any]()

    def ended(result: dict[str, Any]) -> None:
        seen.append(result)
        raise EndedError

    with pytest.raises(EndedError):
        work_of(job.kind)(job.input, person, Silent(), ended)
    assert log.head() == before
    assert verify(again=False).problems == []
    done = work_of(job.kind)(job.input, person, Silent(), lambda result: seen.append(dict(result)))
    assert seen[0] == seen[1]
    return done


@pytest.mark.usefixtures("office")
def test_every_deed_with_a_list_can_be_ended_and_tried_again(tmp_path: Path) -> None:
    """Closing, publishing and revising."""
    system = imported_book(tmp_path / "book")
    administrator, day = people("administrator")["administrator"], LISTS[1]
    tried_twice(close_list(administrator, system, day, CloseList()), administrator)
    version = ListVersion.objects.get(stage="closed")
    asked = PublishList(version.list_hash, reason="nobody else is here")
    tried_twice(publish_list(administrator, system, day, asked), administrator)
    system = RatingSystem.objects.get()
    event = DatabaseBook(system).table("events").filter(rated_for=day, kind="standard")["event_id"].min()
    cause = putting_right.put_right(administrator, system, Annul(int(str(event)), "counted twice")).entry
    assert cause is not None
    job_input = {"system": system.key, "list": day.isoformat()}
    seen = revising.look(job_input, administrator, Silent(), lambda _: None)
    revise = ReviseList(
        "counted_twice",
        (cause,),
        list_hash=seen["list_hash"],
        revised_hash=seen["revised_hash"],
        reason="an event counted twice",
    )
    tried_twice(revising.revise_list(administrator, system, day, revise, seen), administrator)
    assert [version.stage for version in ListVersion.objects.order_by("revision", "number")][1:] == [
        "revised",
        "published",
    ]
    assert verify().problems == []
