"""Long work and proofs: what runs, what failed, and when the office was last proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.clock import now
from arpad.office.roles import federations_seen, may
from arpad.storage.models import ArchivedFile, Job, Proof
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged
from arpad.storage.queries.people import names_of

if TYPE_CHECKING:
    from datetime import timedelta

    from arpad.office.person import Person

_ORDERS = {"number": ("number",), "kind": ("kind", "number"), "state": ("state", "number")}
_OPEN = (Job.WAITING, Job.RUNNING)


@dataclass(frozen=True, slots=True)
class JobLine:
    """A piece of long work."""

    row: Job
    by: str

    @property
    def is_open(self) -> bool:
        """True while it waits or runs."""
        return self.row.state in _OPEN

    @property
    def sentences(self) -> list[str]:
        """What the work said that stays, in words."""
        return [str(line.get("message") or line["code"]) for line in self.row.lines]

    @property
    def took(self) -> timedelta | None:
        """For how long it has run, or ran."""
        began = self.row.started_at
        return None if began is None else (self.row.ended_at or now()) - began


def _may_see(person: Person) -> bool:
    seen = federations_seen(person, "job.read")
    return seen is None or bool(seen)


def jobs(person: Person, asked: AskedRows) -> RowsOfTable[JobLine]:
    """Give long work, the newest first."""
    if not _may_see(person):
        return RowsOfTable([], 0)
    rows = Job.objects.defer("lines", "input")
    for name in ("kind", "state"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    page = paged(rows, asked.ordered("-number"), _ORDERS, lambda row: row)
    names = names_of(row.asked_by for row in page.rows)
    return RowsOfTable([JobLine(row, names.get(row.asked_by, "")) for row in page.rows], page.total)


def job(person: Person, number: int) -> JobLine | None:
    """Give a piece of long work; who asked for it sees it too."""
    row = Job.objects.filter(number=number).first()
    if row is None or not (row.asked_by == person.record or _may_see(person)):
        return None
    return JobLine(row, names_of([row.asked_by]).get(row.asked_by, ""))


def open_jobs(person: Person) -> list[JobLine]:
    """Give what runs or waits now, and what failed last."""
    if not _may_see(person):
        return []
    return [JobLine(row, "") for row in Job.objects.filter(state__in=_OPEN).defer("lines", "input").order_by("number")]


def last_job(kind: str) -> Job | None:
    """Give the newest piece of work of a kind."""
    return Job.objects.filter(kind=kind).order_by("-number").first()


@dataclass(frozen=True, slots=True)
class LastProof:
    """When something was last proved, and how it came out; and the last time that it came out well."""

    kind: str
    last: Proof | None
    last_good: Proof | None


def last_proofs(person: Person) -> list[LastProof]:
    """Give the last verify, backup, restore drill and reading of the archive."""
    if not may(person, "proof.read"):
        return []
    return [_last(kind) for kind in Proof.KINDS]


def _last(kind: str) -> LastProof:
    rows = Proof.objects.filter(kind=kind).order_by("-at", "-pk")
    last = rows.first()
    good = last if last is None or last.outcome == "ok" else rows.filter(outcome="ok").first()
    return LastProof(kind, last, good)


def proofs(person: Person, asked: AskedRows) -> RowsOfTable[Proof]:
    """Give all proofs, the newest first."""
    if not may(person, "proof.read"):
        return RowsOfTable([], 0)
    rows = Proof.objects.all()
    for name in ("kind", "outcome"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    return paged(rows, asked.ordered("-at"), {"at": ("at", "pk")}, lambda row: row)


def damaged_files(person: Person) -> list[ArchivedFile]:
    """Give the files of the archive that are known to be damaged."""
    return (
        list(ArchivedFile.objects.filter(state="damaged").order_by("sha256")[:50]) if may(person, "proof.read") else []
    )
