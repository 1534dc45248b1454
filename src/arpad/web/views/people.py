"""People of the office: who has which role, who is invited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render

from arpad.office.roles import GRANTED, may
from arpad.storage.queries.people import PersonRow, open_invitations, people, person_page
from arpad.storage.queries.record import entries_about
from arpad.web.access import page
from arpad.web.tables import Column, Filter, Listing
from arpad.web.templatetags.office import role_name
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.queries.paging import Asked, Page

_COLUMNS = (
    Column("name", order="name"), Column("username", order="username", wide=True), Column("roles"),
    Column("factor", wide=True), Column("log_ins", number=True, wide=True), Column("state", order="state"),
)  # fmt: skip


@page("account.read")
def people_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show everybody who has an account, and who is invited."""
    filters = (
        Filter("q"),
        Filter("role", tuple((role, role_name(role).capitalize()) for role in GRANTED)),
        Filter("state", (("open", says("account_state", "open")), ("closed", says("account_state", "closed")))),
    )
    listing = Listing(request, _COLUMNS, filters, "people", "name")

    def query(asked: Asked) -> Page[PersonRow]:
        return people(person, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    context = {
        "listing": listing.fill(query),
        "invitations": open_invitations(person),
        "may_invite": may(person, "account.invite"),
    }
    return render(request, "office/people.html", context)


def _cells(row: PersonRow) -> dict[str, Any]:
    roles = "; ".join(f"{role} {federation}".rstrip() for role, federation in row.grants)
    return {"record": row.record, "username": row.username, "name": row.full_name, "roles": roles,
            "opened_at": row.opened_at, "closed_at": row.closed_at}  # fmt: skip


@page("account.read")
def one_person(request: HttpRequest, person: Person, record: int) -> HttpResponse:
    """Show a person: roles held and ended, log-ins, second factor, what was decided about the account."""
    shown = person_page(person, record)
    if shown is None:
        raise Http404
    context = {
        "shown": shown,
        "is_self": record == person.record,
        "entries": entries_about(person, account=record),
        "may_grant": may(person, "account.grant"),
        "may_close": may(person, "account.close"),
        "may_renew": may(person, "account.renew_factor"),
    }
    return render(request, "office/one_person.html", context)
