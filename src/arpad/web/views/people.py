"""People of the office: who has which role, who is invited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.mail import send_mail
from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html

from arpad.office.decision import ACCOUNT, LETTER, PLAYER, QUESTION
from arpad.office.grant_role import EndGrant, GrantRole
from arpad.office.keep_accounts import Invite, NumberAccount, OfAccount
from arpad.office.keep_office import ERASED, Erase
from arpad.office.roles import GRANTED, may
from arpad.storage.deeds.erase_person import erase_person
from arpad.storage.deeds.grant_role import end_grant, grant_role
from arpad.storage.deeds.invite import invite
from arpad.storage.deeds.keep_accounts import close_account, end_log_ins, number_account, renew_factor
from arpad.storage.queries.people import PersonRow, open_invitations, people, person_page
from arpad.storage.queries.record import entries_about
from arpad.web.access import office_title, page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import choice_field, text_field, whole_field
from arpad.web.outcomes import answered, origin
from arpad.web.small_deeds import SmallDeedForm, small_deed
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.templatetags.office import role_name, role_words
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.deeds.invite import Invited
    from arpad.storage.queries.paging import AskedRows, RowsOfTable

_COLUMNS = (
    TableColumn("name", order="name"),
    TableColumn("username", order="username", wide=True),
    TableColumn("roles"),
    TableColumn("factor", wide=True),
    TableColumn("log_ins", number=True, wide=True),
    TableColumn("state", order="state"),
)


def role_field() -> forms.ChoiceField:
    """Give a field in which a role is chosen, each with what it is for."""
    words = "<strong>{}</strong><small>{}</small>"
    return choice_field((role, format_html(words, role_name(role).capitalize(), role_words(role))) for role in GRANTED)


@page("account.read")
def people_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show everybody who has an account, and who is invited."""
    filters = (
        Filter("q"),
        Filter("role", tuple((role, role_name(role).capitalize()) for role in GRANTED)),
        Filter("state", (("open", says("account_state", "open")), ("closed", says("account_state", "closed")))),
    )
    listing = TableOnPage(request, _COLUMNS, "name", filters, "people")

    def query(asked: AskedRows) -> RowsOfTable[PersonRow]:
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
    return {
        "record": row.record,
        "username": row.username,
        "name": row.full_name,
        "roles": roles,
        "opened_at": row.opened_at,
        "closed_at": row.closed_at,
    }


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
        "may_erase": may(person, "person.erase"),
        "may": {
            name: may(person, f"account.{name}")
            for name in ("grant", "end_grant", "number", "close", "renew_factor", "end_log_in")
        },
    }
    return render(request, "office/one_person.html", context)


class InviteForm(DeedForm):
    """Who is invited, and with which role."""

    full_name = text_field()
    email = forms.EmailField(max_length=254)
    role = role_field()
    federation = text_field(max_length=3, required=False)


class GrantForm(DeedForm):
    """Which role is granted."""

    role = role_field()
    federation = text_field(max_length=3, required=False)


@page("account.invite", "account.invite")
def invite_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the form proves the person anew
    """Invite somebody; the link is shown once, and sent where the office has a mail server."""
    form = InviteForm(request, "account.invite")

    def deed() -> Invited:
        given = form.cleaned_data
        asked = Invite(given["full_name"], given["email"], given["role"], given["federation"].upper(), None, form.why)
        return invite(person_of(request), asked, origin(request))

    outcome = form.done(deed)
    if outcome is None:
        return render(request, "office/invite.html", {"form": form}, status=422 if form.errors else 200)
    return invited_answer(request, outcome)


def invited_answer(request: HttpRequest, outcome: Invited) -> HttpResponse:
    """Show the link of an invitation that counts, and send it; or go to what waits."""
    if outcome.waiting is not None:
        return answered(request, outcome, "people")
    link = request.build_absolute_uri(reverse("invitation", args=[outcome.token]))
    is_sent = bool(settings.EMAIL_HOST)
    if is_sent:
        office = office_title()
        ends = f"{outcome.ends_at:%Y-%m-%d}"
        text = says("mail", "invited", name=outcome.full_name, office=office, link=link, ends=ends)
        send_mail(says("mail", "invited_subject", office=office), text, None, [outcome.email])
    return render(request, "office/invited.html", {"link": link, "invited": outcome, "is_sent": is_sent})


@page("account.grant", "account.grant")
def grant_page(request: HttpRequest, person: Person, record: int) -> HttpResponse:
    """Grant somebody a role."""
    shown = person_page(person, record)
    if shown is None:
        raise Http404
    form = GrantForm(request, "account.grant")

    def deed() -> DeedOutcome:
        given = form.cleaned_data
        asked = GrantRole(record, given["role"], given["federation"].upper(), form.why)
        return grant_role(person_of(request), asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "one_person", record)
    return render(request, "office/grant.html", {"form": form, "shown": shown}, status=422 if form.errors else 200)


@page("account.end_grant", "account.end_grant")
def end_grant_page(request: HttpRequest, person: Person, record: int, role: str, federation: str = "") -> HttpResponse:
    """End a role that somebody holds."""
    asked = {"what": "end_grant", "role": role, "federation": federation}
    return _about_account(
        request, person, record, "account.end_grant", asked,
        lambda form: end_grant(person_of(request), EndGrant(record, role, federation, form.why), origin(request)),
    )  # fmt: skip


@page("account.close", "account.close")
def close_page(request: HttpRequest, person: Person, record: int) -> HttpResponse:
    """Close an account."""
    return _about_account(
        request, person, record, "account.close", {"what": "close"},
        lambda form: close_account(person_of(request), OfAccount(record, form.why), origin(request)),
    )  # fmt: skip


@page("account.renew_factor", "account.renew_factor")
def renew_page(request: HttpRequest, person: Person, record: int) -> HttpResponse:
    """Take a lost second factor away, so that its owner sets up another."""
    return _about_account(
        request, person, record, "account.renew_factor", {"what": "renew_factor"},
        lambda form: renew_factor(person_of(request), OfAccount(record, form.why), origin(request)),
    )  # fmt: skip


@page("account.end_log_in", "account.end_log_in")
def end_log_ins_page(request: HttpRequest, person: Person, record: int) -> HttpResponse:
    """End all log-ins of somebody."""
    return _about_account(
        request, person, record, "account.end_log_in", {"what": "end_log_in"},
        lambda form: end_log_ins(person_of(request), OfAccount(record, form.why), origin(request)),
    )  # fmt: skip


class NumberForm(SmallDeedForm):
    """By which number events name somebody; nothing where by none."""

    HAS_REASON = True
    fide_number = whole_field(min_value=1, max_value=10**15, required=False)


@page("account.number", "account.number")
def number_page(request: HttpRequest, person: Person, record: int) -> HttpResponse:
    """Say by which number events name somebody: what that person has to do with an event is told by it."""
    shown = person_page(person, record)
    if shown is None:
        raise Http404
    form = NumberForm(request, "account.number", initial={"fide_number": shown.account.fide_id})

    def deed() -> DeedOutcome:
        asked = NumberAccount(record, form.cleaned_data["fide_number"], form.why)
        return number_account(person_of(request), asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "one_person", record)
    facts = [(says("label", "username"), shown.account.username)]
    return small_deed(request, form, "account.number", [("people", ()), ("one_person", (record,))], facts=facts)


class EraseForm(SmallDeedForm):
    """The legal ground on which somebody's values are erased."""

    HAS_REASON = True


@page("person.erase", "person.erase")
def erase_page(request: HttpRequest, person: Person, of: str, number: int) -> HttpResponse:  # noqa: ARG001 - the form proves the person anew
    """Erase the personal values of somebody that are sealed beside the log; it still verifies."""
    if of not in ERASED:
        raise Http404
    form = EraseForm(request, "person.erase")
    outcome = form.done(lambda: erase_person(person_of(request), Erase(number, form.why, of), origin(request)))
    if outcome is not None:
        return answered(request, outcome, *_BACK.get(of, ("log",)), *((number,) if of in _BACK else ()))
    facts = [(says("erased_of", of), number)]
    return small_deed(request, form, "person.erase", [("players" if of == PLAYER else "people", ())], facts=facts)


_BACK = {PLAYER: ("player",), ACCOUNT: ("one_person",), QUESTION: ("question",), LETTER: ("letter",)}


def _about_account(  # noqa: PLR0913, PLR0917 - what all of them need
    request: HttpRequest,
    person: Person,
    record: int,
    deed: str,
    asked: dict[str, str],
    done: Callable[[DeedForm], DeedOutcome],
) -> HttpResponse:
    shown = person_page(person, record)
    if shown is None:
        raise Http404
    form = DeedForm(request, deed)
    outcome = form.done(lambda: done(form))
    if outcome is not None:
        return answered(request, outcome, "one_person", record)
    context = {"form": form, "shown": shown, "deed": deed, **asked}
    return render(request, "office/about_account.html", context, status=422 if form.errors else 200)
