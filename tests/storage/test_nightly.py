"""What an office does once a day by itself: a share of the archive read, damage marked, leftovers swept up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from office_people import Silent

from arpad.model.clock import now
from arpad.office.person import MACHINE
from arpad.storage import nightly
from arpad.storage.archived_files import archive, name_files
from arpad.storage.jobs.kinds import work_of
from arpad.storage.models import ArchivedFile, Job, Proof

if TYPE_CHECKING:
    import pytest

    from arpad.storage.opening import OfficeFolder


def done(job: Job) -> dict[str, object]:
    """Do the work of a job here and now."""

    def finish(result: dict[str, object]) -> None:
        Job.objects.filter(pk=job.pk).update(state=Job.DONE, result=result, ended_at=now())

    return work_of(job.kind)(job.input, MACHINE, Silent(), finish)


def test_every_file_is_read_once_in_thirty_days(office: OfficeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each day has its share, all of them are everything; a damaged file is marked and named, a mended one is well."""
    del office
    kept = [archive().put(f"file {number}".encode()) for number in range(40)]
    name_files((each, "report") for each in kept)
    broken = archive().place(kept[7].sha256)
    whole = broken.read_bytes()
    broken.write_bytes(whole[:-1])
    read = 0
    for day in range(1, 31):
        monkeypatch.setenv("ARPAD_TODAY", f"2027-03-{day:02}")
        job = nightly.ask_nightly()
        assert job is not None
        read += int(str(done(job)["files"]))
        assert nightly.ask_nightly() is None
    assert read == len(kept)
    assert not ArchivedFile.objects.filter(checked_at__isnull=True).exists()
    assert list(ArchivedFile.objects.filter(state="damaged").values_list("sha256", flat=True)) == [kept[7].sha256]
    assert Proof.objects.filter(kind="archive", outcome="damaged").count() == 1
    assert Proof.objects.filter(kind="archive", outcome="ok").count() == 29
    broken.write_bytes(whole)
    day = int(kept[7].sha256[:8], 16) % nightly.SHARES
    monkeypatch.setattr(nightly, "share_of", lambda _: day)
    monkeypatch.setenv("ARPAD_TODAY", "2027-05-01")
    job = nightly.ask_nightly()
    assert job is not None
    done(job)
    assert not ArchivedFile.objects.filter(state="damaged").exists()


def test_what_no_row_names_is_swept_up_after_a_day(office: OfficeFolder) -> None:
    """A young file stays: somebody may be about to name it."""
    import os  # noqa: PLC0415 - only here

    del office
    old, young = (archive().put(text) for text in (b"old", b"young"))
    os.utime(archive().place(old.sha256), (0, 0))
    job = nightly.ask_nightly()
    assert job is not None
    assert done(job)["swept"] == 1
    assert not archive().has(old.sha256)
    assert archive().has(young.sha256)
