"""Long work and proofs: stage, share and time of what runs; when the office was last verified, backed up and tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render

from arpad.office.roles import may
from arpad.storage.deeds.cancel_job import cancel_job
from arpad.storage.deeds.verify_office import verify_office
from arpad.storage.jobs.asking import ask
from arpad.storage.jobs.kinds import KINDS as WORK
from arpad.storage.models import Job, Proof
from arpad.storage.queries.work import JobLine, damaged_files, job, jobs, last_proofs, proofs
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.outcomes import answered, origin
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.queries.paging import AskedRows, RowsOfTable

_JOB_COLUMNS = (
    TableColumn("number", number=True, order="number", falls_first=True),
    TableColumn("kind", order="kind"),
    TableColumn("state", order="state"),
    TableColumn("stage", wide=True),
    TableColumn("asked", wide=True),
    TableColumn("took", number=True),
)
_PROOF_COLUMNS = (TableColumn("at", order="at", falls_first=True), TableColumn("kind"), TableColumn("outcome"))
KINDS = tuple(WORK)
REFRESH = 2
"""A page about work that goes on is loaded anew after so many seconds."""


@page("job.read")
def jobs_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show long work, the newest first."""
    filters = (
        Filter("kind", tuple((kind, known("job", kind)) for kind in KINDS)),
        Filter("state", tuple((state, known("job_state", state)) for state in Job.STATES)),
    )
    listing = TableOnPage(request, _JOB_COLUMNS, "-number", filters, "jobs")

    def query(asked: AskedRows) -> RowsOfTable[JobLine]:
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


@page("job.cancel", "job.cancel", methods=("POST",))
def cancel_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Ask a piece of work to stop; work that is stopped has changed nothing."""
    if job(person, number) is None:
        raise Http404
    form = DeedForm(request, "job.cancel")
    outcome = form.done(lambda: cancel_job(person_of(request), number, form.why, origin(request)))
    if outcome is None:
        for fault in form.faults():
            messages.error(request, fault.words, "bad")
    else:
        messages.success(request, says("done", "cancel_asked"), "busy")
    return redirect("job", number)


@page("proof.verify", "proof.verify", methods=("POST",))
def verify_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask that the office is verified now."""
    return answered(request, verify_office(person, origin=origin(request)), "proof")


@page("proof.backup", "proof.backup", methods=("POST",))
def backup_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the deed says who may
    """Ask that a backup is made now."""
    return redirect("job", ask("backup", {}, person).number)


@page("proof.backup", "proof.backup", methods=("POST",))
def drill_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the deed says who may
    """Ask that the newest backup is restored aside and compared."""
    return redirect("job", ask("drill", {}, person).number)


@page("proof.read")
def proof_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show the last proofs, and all of them."""
    filters = (
        Filter("kind", tuple((kind, known("proof", kind)) for kind in Proof.KINDS)),
        Filter("outcome", tuple((outcome, known("outcome", outcome)) for outcome in ("ok", "damaged", "failed"))),
    )
    listing = TableOnPage(request, _PROOF_COLUMNS, "-at", filters, "proof")

    def query(asked: AskedRows) -> RowsOfTable[Proof]:
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
