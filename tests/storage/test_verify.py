"""An office is proved: whole when it is, and whatever was changed past it is found and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from office_books import LISTS, PLAYERS, imported_book
from office_people import people, worked

from arpad.office.close_list import CloseList
from arpad.office.publish_list import PublishList
from arpad.office.throw_away_list import ThrowAwayList
from arpad.storage.archived_files import archive
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.deeds.throw_away_list import throw_away_list
from arpad.storage.models import ArchivedFile, EventRow, ListVersion, LogEntry, RatingSystem, Standing
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder


@pytest.fixture
def system(office: OfficeFolder, tmp_path: Path) -> RatingSystem:
    """Give an office that has lived: a list thrown away, closed again, published by one person."""
    del office
    imported = imported_book(tmp_path / "book", closed=True)
    administrator = people("administrator")["administrator"]
    worked(close_list(administrator, imported, LISTS[2], CloseList()), administrator)
    throw_away_list(administrator, imported, LISTS[2], ThrowAwayList("a report was missing"))
    worked(close_list(administrator, imported, LISTS[2], CloseList()), administrator)
    version = ListVersion.objects.get(stage="closed")
    asked = PublishList(version.list_hash, reason="nobody else is here")
    worked(publish_list(administrator, imported, LISTS[2], asked), administrator)
    return imported


def codes(*, again: bool = False) -> list[str]:
    """Give the codes of what is wrong."""
    return [problem.code for problem in verify(again=again).problems]


def test_an_office_is_proved_and_every_change_past_it_is_found(system: RatingSystem) -> None:
    """One after the other, each put back before the next."""
    result = verify()
    assert result.problems == []
    assert (result.entries, result.accounts, result.publications, result.taken_over) == (6, 1, 2, 2)
    assert ListVersion.objects.get(stage="published", is_imported=False).by_one_person
    assert result.lines == 0
    by_reference = verify(by_reference=True)
    assert by_reference.problems == []
    assert by_reference.lines >= PLAYERS

    row = EventRow.objects.filter(rating_system=system).earliest("event_id")
    EventRow.objects.filter(pk=row.pk).update(name="another name")
    assert codes() == ["table_differs"]
    row.save()

    line = Standing.objects.filter(rating_system=system, standard_rating__isnull=False).earliest("fide_id")
    Standing.objects.filter(fide_id=line.fide_id).update(standard_rating=3999)
    assert codes() == ["standings_differ"]
    Standing.objects.filter(fide_id=line.fide_id).update(standard_rating=line.standard_rating)

    version = ListVersion.objects.get(stage="published", is_imported=False)
    ListVersion.objects.filter(pk=version.pk).update(list_hash="0" * 64)
    assert sorted(codes()) == ["list_differs", "list_gone"]
    version.save()

    place = archive().place(version.manifest)
    kept = place.read_bytes()
    place.chmod(0o600)
    place.write_bytes(kept[:-1] + bytes([kept[-1] ^ 1]))
    assert "archive_damaged" in codes()
    assert "publication_unreadable" in codes(again=True)
    place.write_bytes(kept)
    assert codes(again=True) == []


@pytest.mark.parametrize("deed", ["edited", "removed", "newest removed"])
def test_an_entry_that_was_edited_or_removed_is_found(system: RatingSystem, deed: str) -> None:
    """Whoever can write to the database can switch the triggers off; the chain tells."""
    del system
    number = {"edited": 3, "removed": 3, "newest removed": 6}[deed]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER storage_log_no_update")
            cursor.execute("DROP TRIGGER storage_log_no_delete")
        else:
            cursor.execute("ALTER TABLE storage_logentry DISABLE TRIGGER USER")
    if deed == "edited":
        LogEntry.objects.filter(number=number).update(reason="another reason")
        assert "entry_edited" in codes()
    else:
        LogEntry.objects.filter(number=number).delete()
        assert codes()


def test_what_was_erased_by_a_decision_counts_as_erased(system: RatingSystem) -> None:
    """The bytes of a table's rows are gone, and nothing is damaged."""
    entry = LogEntry.objects.get(number=1)
    sha256 = entry.facts["book"]["tables"]["players"]["added"]
    del system
    archive().erase(sha256)
    assert set(codes()) == {"archive_missing", "table_not_derived"}
    ArchivedFile.objects.filter(sha256=sha256).update(state="erased", erased_for="the player asked for it")
    assert codes() == []
