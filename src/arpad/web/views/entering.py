"""Coming in: log-in, second factor, log-out, proof, invitation, a password that was forgotten."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.password_validation import password_changed, validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import base36_to_int, int_to_base36, url_has_allowed_host_and_scheme

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.storage.deeds.own_account import accept_invitation, set_password
from arpad.storage.models import Account, Invitation
from arpad.web.access import has_mail_server, is_proved, needs_factor, office_title, page, prove
from arpad.web.forms import OfficeForm, code_field, password_field, text_field
from arpad.web.log_ins import (
    address_of_visitor,
    begin,
    end,
    factor_of,
    half_way,
    is_own_code,
    is_slowed_down,
    keep_half_way,
    note_failure,
    password_account,
)
from arpad.web.outcomes import origin
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person


class LogInForm(OfficeForm):
    """User name and password."""

    username = text_field(max_length=80)
    password = password_field()

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}


class CodeForm(OfficeForm):
    """A code of the second factor, or a recovery code."""

    code = code_field()


class PasswordAgainForm(OfficeForm):
    """The password, once more."""

    password = password_field()


class ResetForm(OfficeForm):
    """Whose password was forgotten."""

    username_or_email = text_field(max_length=254)


class NewPasswordForm(OfficeForm):
    """A new password, twice."""

    new_password = password_field("new-password")
    new_password_again = password_field("new-password")

    def __init__(self, *args: object, account: Account, **more: object) -> None:
        self._account = account
        super().__init__(*args, **more)

    def clean_new_password_again(self) -> str:
        """Refuse two that differ, and one that is too easy."""
        first, again = self.cleaned_data.get("new_password"), str(self.cleaned_data["new_password_again"])
        if first is not None and first != again:
            raise ValidationError(says("wrong", "passwords_differ"))
        return again

    def clean_new_password(self) -> str:
        """Refuse a password that is too short or too common."""
        password = str(self.cleaned_data["new_password"])
        validate_password(password, self._account)
        return password


class AcceptForm(NewPasswordForm):
    """What somebody who was invited says: a user name and a password."""

    field_order = ("username", "full_name", "new_password", "new_password_again")
    username = text_field(max_length=80)
    full_name = text_field()


def next_address(request: HttpRequest) -> str:
    """Give where a person wanted to go: a page of this office, or the front."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    host = {request.get_host()}
    is_own = url_has_allowed_host_and_scheme(wanted, host, require_https=request.is_secure())
    return wanted if is_own and wanted.startswith("/") else reverse("front")


@page("own.log_in", "own.log_in")
def log_in(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask for name and password; whoever has a second factor is asked for that next."""
    if person.record:
        return redirect(next_address(request))
    form = LogInForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name, address = str(form.cleaned_data["username"]), address_of_visitor(request)
        if is_slowed_down(name, address):
            form.add_error(None, says("wrong", "slowed_down"))
        else:
            account = password_account(name, str(form.cleaned_data["password"]))
            if account is not None:
                return _after_password(request, account)
            note_failure(name, address)
            form.add_error(None, says("wrong", "log_in"))
    context = {"form": form, "next": next_address(request)}
    return render(request, "office/log_in.html", context, status=200 if not form.errors else 422)


def _after_password(request: HttpRequest, account: Account) -> HttpResponse:
    wanted = next_address(request)
    if factor_of(account) is None:
        begin(request, account, is_proved=False)
        return redirect(wanted)
    keep_half_way(request, account)
    return redirect(f"{reverse('second_factor')}?next={wanted}" if wanted != reverse("front") else "second_factor")


@page("own.log_in", "own.log_in")
def second_factor(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - nobody is logged in yet
    """Ask for the code of the second factor, after the password."""
    account = half_way(request)
    if account is None:
        return redirect("log_in")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        fault = _code_fault(request, account, str(form.cleaned_data["code"]))
        if fault is None:
            begin(request, account, is_proved=True)
            return redirect(next_address(request))
        form.add_error("code", fault)
    context = {"form": form, "next": next_address(request)}
    return render(request, "office/second_factor.html", context, status=422 if form.errors else 200)


def _code_fault(request: HttpRequest, account: Account, code: str) -> str | None:
    """Give what is wrong with a code; None where it is one of the account's, which is used up by that."""
    address = address_of_visitor(request)
    if is_slowed_down(account.username, address):
        return says("wrong", "slowed_down")
    if is_own_code(account, code):
        return None
    note_failure(account.username, address)
    return says("wrong", "code")


@page("own.log_in", "own.log_in", methods=("POST",))
def log_out(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - whoever it is
    """Log out."""
    end(request)
    messages.success(request, says("done", "logged_out"), "good")
    return redirect("log_in")


@page("own.factor", "own.factor")
def prove_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the account proves it
    """Ask once more for proof of who somebody is: a code, or the password where no second factor is asked for."""
    account, wanted = request.user, next_address(request)
    assert isinstance(account, Account)  # noqa: S101 - whoever is logged in has one
    if is_proved(request) and request.method == "GET":
        return redirect(wanted)
    has_factor = factor_of(account) is not None
    form = (CodeForm if has_factor else PasswordAgainForm)(request.POST or None)
    if request.method == "POST" and form.is_valid():
        fault = proof_fault(request, account, form.cleaned_data.get("code"), form.cleaned_data.get("password"))
        if fault is None:
            prove(request)
            return redirect(wanted)
        form.add_error("code" if has_factor else "password", fault)
    context = {"form": form, "next": wanted, "has_factor": has_factor}
    return render(request, "office/prove.html", context, status=422 if form.errors else 200)


def proof_fault(request: HttpRequest, account: Account, code: str | None, password: str | None) -> str | None:
    """Give what is wrong with the proof that was given; None where it proves who somebody is."""
    if factor_of(account) is not None:
        return _code_fault(request, account, code or "") if code else says("missing", "code")
    if needs_factor():
        return says("wrong", "no_factor_yet")
    if not password:
        return says("missing", "password")
    if is_slowed_down(account.username, address_of_visitor(request)):
        return says("wrong", "slowed_down")
    if password_account(account.username, password) is not None:
        return None
    note_failure(account.username, address_of_visitor(request))
    return says("wrong", "password")


@page("own.reset_password", "own.reset_password")
def reset_password(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - nobody is logged in
    """Send a link by which a forgotten password is set anew; whether there is such an account is not said."""
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted, address = str(form.cleaned_data["username_or_email"]), address_of_visitor(request)
        if is_slowed_down(wanted, address):
            form.add_error(None, says("wrong", "slowed_down"))
        else:
            note_failure(wanted, address)
            for account in _accounts_called(wanted):
                _send_link(request, account)
            return render(request, "office/reset_sent.html", {"has_mail_server": has_mail_server()})
    return render(request, "office/reset_password.html", {"form": form}, status=422 if form.errors else 200)


def _accounts_called(wanted: str) -> list[Account]:
    is_open = Account.objects.filter(closed_at__isnull=True).exclude(email="")
    return list((is_open.filter(username=wanted) | is_open.filter(email__iexact=wanted))[:3])


def _send_link(request: HttpRequest, account: Account) -> None:
    token = default_token_generator.make_token(account)
    place = reverse("new_password", args=[int_to_base36(account.record), token])
    facts = {"name": account.full_name or account.username, "link": request.build_absolute_uri(place)}
    office = office_title()
    text = says("mail", "reset", office=office, **facts)
    send_mail(says("mail", "reset_subject", office=office), text, None, [account.email])


@page("own.reset_password", "own.reset_password")
def new_password(request: HttpRequest, person: Person, record: str, token: str) -> HttpResponse:  # noqa: ARG001 - by link
    """Let whoever holds the link set a new password."""
    account = _account_of(record)
    if account is None or not default_token_generator.check_token(account, token):
        return render(request, "office/link_ended.html", status=410)
    form = NewPasswordForm(request.POST or None, account=account)
    if request.method == "POST" and form.is_valid():
        set_password(account, str(form.cleaned_data["new_password"]), "own.reset_password", origin(request))
        password_changed(str(form.cleaned_data["new_password"]), account)
        messages.success(request, says("done", "password_set"), "good")
        return redirect("log_in")
    return render(request, "office/new_password.html", {"form": form}, status=422 if form.errors else 200)


def _account_of(record: str) -> Account | None:
    try:
        number = base36_to_int(record)
    except ValueError:
        return None
    return Account.objects.filter(record=number, closed_at__isnull=True).first()


@page("account.accept", "account.accept")
def invitation(request: HttpRequest, person: Person, token: str) -> HttpResponse:  # noqa: ARG001 - nobody is logged in
    """Let somebody who was invited open an account."""
    digest = sha256(token.encode()).hexdigest()
    invited = Invitation.objects.filter(token_hash=digest, used_at__isnull=True, ends_at__gt=now()).first()
    if invited is None:
        return render(request, "office/link_ended.html", status=410)
    blank = Account(username="", full_name=invited.full_name, email=invited.email)
    form = AcceptForm(request.POST or None, account=blank, initial={"full_name": invited.full_name})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            account = accept_invitation(
                token, given["username"], given["full_name"], given["new_password"], origin(request)
            )
        except RefusedError as refused:
            form.take(refused)
        else:
            begin(request, account, is_proved=False)
            messages.success(request, says("done", "account_opened"), "good")
            return redirect("set_up_factor")
    context = {"form": form, "invited": invited}
    return render(request, "office/invitation.html", context, status=422 if form.errors else 200)


def keep_logged_in(request: HttpRequest, account: Account) -> None:
    """Let this log-in go on after its password was changed; all others end."""
    update_session_auth_hash(request, account)
