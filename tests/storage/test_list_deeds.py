"""The life of a list in an office: closed, thrown away, closed, published by two people; equal to the same book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_books import IMPORT, LISTS, imported_book, small_book
from office_people import people, worked

from arpad.book.list_hash import list_hash
from arpad.book.view import list_name
from arpad.library.books import close
from arpad.model.problems import RefusedError
from arpad.office.close_list import CloseList
from arpad.office.log import chain_problems
from arpad.office.publish_list import PublishList
from arpad.office.throw_away_list import ThrowAwayList
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import made_again_from
from arpad.storage import log
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.confirm import confirm, decline
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.deeds.throw_away_list import throw_away_list
from arpad.storage.importing import import_book
from arpad.storage.jobs.worker import work_here
from arpad.storage.models import Asked, Job, ListVersion, RatingSystem, Standing
from arpad.storage.publication import manifest_of
from arpad.storage.standings import SAYS_SOMETHING

if TYPE_CHECKING:
    from pathlib import Path


def newest(system: RatingSystem) -> ListVersion:
    """Give the newest version of the newest list."""
    return ListVersion.objects.filter(rating_system=system).latest("list_date", "number")


@pytest.mark.usefixtures("office")
def test_a_list_is_closed_thrown_away_closed_and_published(tmp_path: Path) -> None:
    """The same list as in the folder, the same bytes published; every step in the log, the chain whole."""
    book = small_book(tmp_path / "book")
    system = import_book(book.folder, IMPORT)
    cast = people()
    administrator, day = cast["administrator"], LISTS[1]
    before = {name: DatabaseBook(system).table(name) for name in ("events", "pool", "games")}
    worked(close_list(administrator, system, day, CloseList()), administrator)
    assert newest(system).stage == "closed"
    throw_away_list(administrator, system, day, ThrowAwayList("a report was missing"))
    assert newest(system).stage == "thrown_away"
    for name, frame in before.items():
        assert DatabaseBook(system).table(name).equals(frame), name
    worked(close_list(administrator, system, day, CloseList()), administrator)
    version = newest(system)
    in_folder = close(book.folder, day)
    assert version.list_hash == list_hash(in_folder.frame, book.table("players"))
    assert in_folder.published is not None
    for place in in_folder.published.iterdir():
        assert archive().read(version.files[place.name]) == place.read_bytes(), place.name

    waiting = publish_list(administrator, system, day, PublishList(version.list_hash)).waiting
    assert waiting is not None
    with pytest.raises(RefusedError):
        confirm(administrator, waiting.number)
    approver = cast["approver"]
    worked(confirm(approver, waiting.number), approver)
    version.refresh_from_db()
    assert (version.stage, version.published_by, version.second) == (
        "published",
        administrator.record,
        approver.record,
    )
    assert work_here(Job.objects.get(kind="list.public_files").number)
    version.refresh_from_db()
    assert {"list.parquet", "list.csv", "standard_rating_list.txt"} <= set(version.public_files)
    assert all(archive().has(digest) for digest in version.public_files.values())
    assert Asked.objects.get().outcome == "confirmed"
    system.refresh_from_db()
    assert (system.newest, system.generation) == (version, 2)
    assert [record.code for record in log.records() if record.code != "account.add"] == [
        "book.import",
        "list.close",
        "list.throw_away",
        "list.close",
        "list.publish",
    ]
    assert not chain_problems(log.records())
    proved = made_again_from(manifest_of(version), archive().read, pages_of_list)
    assert proved.is_same_list
    assert not proved.different
    book = DatabaseBook(system)
    spoken = [book.table(list_name(each)).filter(SAYS_SOMETHING)["fide_id"] for each in (LISTS[0], day)]
    rows = Standing.objects.filter(rating_system=system, generation__lte=system.generation)
    assert set(rows.values_list("fide_id", flat=True)) == set(pl.concat(spoken))
    assert rows.filter(generation=2).exists()


@pytest.mark.usefixtures("office")
def test_what_is_declined_is_not_done(tmp_path: Path) -> None:
    """The list stays closed; another may ask anew."""
    system = imported_book(tmp_path / "book")
    cast = people()
    administrator = cast["administrator"]
    worked(close_list(administrator, system, LISTS[1], CloseList()), administrator)
    version = newest(system)
    waiting = publish_list(administrator, system, LISTS[1], PublishList(version.list_hash)).waiting
    assert waiting is not None
    decline(cast["approver"], waiting.number, "the checklist is open")
    version.refresh_from_db()
    assert version.stage == "closed"
    with pytest.raises(RefusedError):
        confirm(cast["approver"], waiting.number)
