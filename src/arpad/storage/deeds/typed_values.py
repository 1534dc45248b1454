"""Personal values that somebody typed and that no decision has sealed: forgotten once nobody needs them any more.

The work *who else changes* keeps what was typed, for the decision that follows it. Once it was decided, a day after the
work has ended, and where the values of a person are erased, it is taken out again: what stays is whom it was about.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from arpad.model.clock import now
from arpad.storage.archived_files import PREVIEW, archive
from arpad.storage.models import ArchivedFile, Asked, Job

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

LOOK = "put_right.look"
FORGOTTEN = "forgotten"
"""The input of a job whose typed values were taken out says so under this name."""
KEPT = ("what", "player")
"""What stays of a request: what was to be put right, and of whom."""
AFTER = timedelta(days=1)


def looks_about(player: int | None = None) -> QuerySet[Job]:
    """Give the work about what is said of a person that still has what was typed; of one player, or of all."""
    jobs = Job.objects.filter(kind=LOOK, input__request__what="person").exclude(input__has_key=FORGOTTEN)
    return jobs if player is None else jobs.filter(input__request__player=player)


def forget_decided(request: Mapping[str, Any]) -> None:
    """Forget what was typed for a request that was decided, or waits for a second person, within its transaction."""
    if request["what"] == "person":
        asked = {name: value for name, value in request.items() if name != "why"}
        jobs = looks_about(request["player"]).exclude(state__in=(Job.WAITING, Job.RUNNING))
        forget(job for job in jobs if {**job.input["request"], "why": ""} == {**asked, "why": ""})


def forget_old() -> int:
    """Forget what was typed for work that ended more than a day ago; give how many there were."""
    jobs = list(looks_about().filter(ended_at__lt=now() - AFTER))
    forget(jobs)
    return len(jobs)


def forget(jobs: Iterable[Job]) -> list[str]:
    """Take what was typed out of work; give the archived files of its results, which count no longer."""
    files = []
    for job in jobs:
        request = {name: job.input["request"][name] for name in KEPT}
        data = (job.result or {}).get("data")
        if data is not None:
            files.append(data)
        values: dict[str, Any] = {"input": {**job.input, "request": request, FORGOTTEN: True}, "result": None}
        if job.state == Job.WAITING:
            values |= {"state": Job.CANCELLED, "cancel_asked": True, "ended_at": now()}
        elif job.state == Job.RUNNING:
            values |= {"cancel_asked": True}
        # The fingerprint was made from what was typed: who guesses a birth date could find it there.
        Job.objects.filter(pk=job.pk).update(**values, fingerprint=f"{FORGOTTEN} {job.number}", failure=_failure(job))
    ArchivedFile.objects.filter(sha256__in=files, kind=PREVIEW).exclude(state=ArchivedFile.ERASED).delete()
    return files


def _failure(job: Job) -> str:
    """Give why work failed, without what was typed."""
    return FORGOTTEN if job.failure else ""


def results_about(player: int) -> list[str]:
    """Give the archived files of the results of work about a player."""
    results = looks_about(player).filter(result__isnull=False).values_list("result__data", flat=True)
    return sorted({sha256 for sha256 in results if sha256})


def erase_typed(player: int, decided_by: int, reason: str) -> None:
    """Forget everything that was typed about a player, within the transaction; what waits about it is overtaken."""
    files = [sha256 for sha256 in results_about(player) if ArchivedFile.objects.filter(sha256=sha256).exists()]
    rows = list(ArchivedFile.objects.filter(sha256__in=files))
    forget(looks_about(player))
    for row in rows:
        ArchivedFile.objects.create(
            sha256=row.sha256, size=row.size, kind=row.kind, added_at=row.added_at,
            state=ArchivedFile.ERASED, erased_for=reason,
        )  # fmt: skip
    about = Asked.objects.filter(facts__player=player, deed__in=("player.correct", "player.correct_identity"))
    about.filter(decided_at__isnull=True).update(
        decided_by=decided_by, decided_at=now(), outcome=Asked.OVERTAKEN, input={}, sealed={}
    )
    about.update(fingerprint="")


def erase_files(files: Iterable[str]) -> None:
    """Take the bytes of erased files out of the archive, once it was decided."""
    for sha256 in files:
        archive().erase(sha256)
