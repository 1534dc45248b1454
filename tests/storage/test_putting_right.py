"""Something put right in an office: who else changes, the next list, a revised list; equal to the same book."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from office_books import IMPORT, LISTS, small_book
from office_people import Silent, people, worked
from published_in_office import newest, published, wrong_result

from arpad.book.decisions.correct_player import CorrectPerson
from arpad.book.folder import Book
from arpad.book.list_hash import list_hash
from arpad.book.view import list_name
from arpad.engine.compare.impact import impact
from arpad.library.books import close
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.office.revise_list import ReviseList
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import made_again_from
from arpad.publication.issue import Kept
from arpad.publication.republish import republished
from arpad.storage import log
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import put_right as putting_right
from arpad.storage.deeds import revise_list as revising
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.corrections import change_of, request_data, request_of
from arpad.storage.importing import import_book
from arpad.storage.models import SealedValue
from arpad.storage.publication import manifest_of

if TYPE_CHECKING:
    from pathlib import Path


def looked(work: Any, **job_input: object) -> dict[str, Any]:  # noqa: ANN401 - the work of a job
    """Do work that only looks."""
    return dict(work(job_input, None, Silent(), lambda _: None))


@pytest.mark.usefixtures("office")
def test_a_corrected_result_changes_the_same_people_as_in_the_folder(tmp_path: Path) -> None:
    """The same impact; the next list is the same, byte for byte."""
    book, cast = small_book(tmp_path / "book"), people()
    system = import_book(book.folder, IMPORT)
    published(cast, system, LISTS[1])
    close(book.folder, LISTS[1])
    book = Book.open(book.folder)
    request = wrong_result(book, LISTS[1])
    assert request_of(request_data(request)) == request
    shown = looked(putting_right.look, system=system.key, request=request_data(request))
    change = change_of(book, request)
    assert shown["impact"] == putting_right.impact_facts(impact(book, change))
    assert shown["impact"]["players"] >= 2
    outcome = putting_right.put_right(cast["administrator"], system, request, shown["impact"])
    assert outcome.entry == log.head().number
    book.apply(change)
    version = published(cast, system, LISTS[2])
    in_folder = close(book.folder, LISTS[2])
    assert version.list_hash == list_hash(in_folder.frame, Book.open(book.folder).table("players"))
    assert in_folder.published is not None
    for place in in_folder.published.iterdir():
        assert archive().read(version.files[place.name]) == place.read_bytes(), place.name
    proved = made_again_from(manifest_of(version), archive().read, pages_of_list)
    assert proved.is_same_list
    assert not proved.different


@pytest.mark.usefixtures("office")
def test_a_revised_list_stands_beside_the_original_and_the_next_goes_on_from_it(tmp_path: Path) -> None:
    """The same as a list published again in the folder; later lists say from which revision they go on."""
    book, cast = small_book(tmp_path / "book"), people()
    system = import_book(book.folder, IMPORT)
    original = published(cast, system, LISTS[1])
    close(book.folder, LISTS[1])
    book = Book.open(book.folder)
    request = wrong_result(book, LISTS[1])
    cause = putting_right.put_right(cast["administrator"], system, request).entry
    book.apply(change_of(book, request))
    book.apply(republished(book, LISTS[1], "a wrong result", Kept.of(book, LISTS[1]), pages=pages_of_list))

    seen = looked(revising.look, system=system.key, list=LISTS[1].isoformat())
    assert cause is not None
    asked = ReviseList(
        "wrong_id", (cause,), list_hash=seen["list_hash"], revised_hash=seen["revised_hash"], reason="a wrong result"
    )
    with pytest.raises(RefusedError):
        revising.revise_list(cast["administrator"], system, LISTS[1], replace(asked, causes=()), seen)
    waiting = revising.revise_list(cast["administrator"], system, LISTS[1], asked, seen).waiting
    assert waiting is not None
    worked(confirm(cast["approver"], waiting.number), cast["approver"])
    revision = newest(system)
    original.refresh_from_db()
    assert (original.stage, revision.stage, revision.revision) == ("revised", "published", 2)
    assert revision.list_hash == list_hash(book.table(list_name(LISTS[1])), book.table("players"))
    for place in book.published(LISTS[1]).iterdir():
        assert archive().read(revision.files[place.name]) == place.read_bytes(), place.name
    for version in (original, revision):
        proved = made_again_from(manifest_of(version), archive().read, pages_of_list)
        assert proved.is_same_list, version
        assert not proved.different, version
    after = published(cast, system, LISTS[2])
    assert after.goes_on_from == revision
    assert after.list_hash == list_hash(close(book.folder, LISTS[2]).frame, book.table("players"))


@pytest.mark.usefixtures("office")
def test_a_birth_date_needs_a_second_person_and_is_sealed(tmp_path: Path) -> None:
    """What was, and what is, stands beside the log and not in it."""
    book, cast = small_book(tmp_path / "book"), people()
    system = import_book(book.folder, IMPORT)
    rated = book.table(list_name(LISTS[0])).filter(pl.col("standard_rating").is_not_null())["fide_id"][0]
    request = CorrectPerson(rated, "the passport", born=Born(1987, 6, 5))
    waiting = putting_right.put_right(cast["administrator"], system, request).waiting
    assert waiting is not None
    assert request_of(waiting.input["request"]) == request
    outcome = confirm(cast["approver"], waiting.number)
    assert outcome.entry is not None
    entry = list(log.records())[-1]
    assert "1987" not in str(entry.facts)
    assert {value.name for value in SealedValue.objects.filter(of="player")} == {"birth_before", "birth_after"}
    row = DatabaseBook(system).table("players").filter(fide_id=rated).row(0, named=True)
    assert row["birth_date"].isoformat() == "1987-06-05"
