"""Long work and proofs: stage, share and time of what runs; when the office was last verified, backed up and tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render

from arpad.office.roles import may
from arpad.storage.models import Job, Proof
from arpad.storage.queries.work import JobLine, damaged_files, job, jobs, last_proofs, proofs
from arpad.web.access import page
from arpad.web.tables import Column, Filter, Listing
from arpad.web.wording import known

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.queries.paging import Asked, Page

_JOB_COLUMNS = (
    Column("number", number=True, order="number"),
    Column("kind", order="kind"),
    Column("state", order="state"),
    Column("stage", wide=True),
    Column("asked", wide=True),
    Column("took", number=True),
)
_PROOF_COLUMNS = (Column("at", order="at"), Column("kind"), Column("outcome"))
KINDS = ("import", "preview", "close", "publish", "revise", "impact", "verify", "backup", "drill", "archive")
REFRESH = 2
"""A page about work that goes on is loaded anew after so many seconds."""


@page("job.read")
def jobs_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show long work, the newest first."""
    filters = (
        Filter("kind", tuple((kind, known("job", kind)) for kind in KINDS)),
        Filter("state", tuple((state, known("job_state", state)) for state in Job.STATES)),
    )
    listing = Listing(request, _JOB_COLUMNS, filters, "jobs", "number")

    def query(asked: Asked) -> Page[JobLine]:
        return jobs(person, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    return render(request, "office/jobs.html", {"listing": listing.fill(query)})


def _cells(line: JobLine) -> dict[str, Any]:
    row = line.row
    return {
        "number": row.number,
        "kind": row.kind,
        "state": row.state,
        "stage": row.stage,
        "asked_by": row.asked_by,
        "asked_at": row.asked_at,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "failure": row.failure,
    }


@page("job.read")
def job_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show a piece of long work; while it goes on, the page loads itself anew."""
    shown = job(person, number)
    if shown is None:
        raise Http404
    context = {
        "shown": shown,
        "job": shown.row,
        "share": 100 * shown.row.done // shown.row.of if shown.row.of else None,
        "may_cancel": may(person, "job.cancel") and shown.is_open and not shown.row.cancel_asked,
        "refresh": REFRESH,
    }
    return render(request, "office/job.html", context)


@page("proof.read")
def proof_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show the last proofs, and all of them."""
    filters = (
        Filter("kind", tuple((kind, known("proof", kind)) for kind in Proof.KINDS)),
        Filter("outcome", tuple((outcome, known("outcome", outcome)) for outcome in ("ok", "damaged", "failed"))),
    )
    listing = Listing(request, _PROOF_COLUMNS, filters, "proof", "at")

    def query(asked: Asked) -> Page[Proof]:
        return proofs(person, asked)

    if form == "csv":
        return listing.exported(query, lambda row: {"at": row.at, "kind": row.kind, "outcome": row.outcome})
    context = {
        "listing": listing.fill(query),
        "proofs": last_proofs(person),
        "damaged": damaged_files(person),
        "may_verify": may(person, "proof.verify"),
        "may_back_up": may(person, "proof.backup"),
    }
    return render(request, "office/proof.html", context)
