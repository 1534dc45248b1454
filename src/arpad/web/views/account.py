"""One's own account: name and roles, password, second factor, recovery codes, open log-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.shortcuts import redirect, render

from arpad.storage.deeds.own_account import change_own_password, end_own_log_ins, renew_codes, set_up_factor
from arpad.storage.models import Account, LogIn
from arpad.storage.queries.people import person_page
from arpad.web.access import needs_factor, office_title, page, prove
from arpad.web.forms import code_field, password_field
from arpad.web.log_ins import factor_of, password_account
from arpad.web.one_time_codes import (
    address_of,
    grouped,
    new_recovery_codes,
    new_secret,
    recovery_hash,
    square,
    step_of,
)
from arpad.web.outcomes import origin
from arpad.web.views.entering import CodeForm, NewPasswordForm, keep_logged_in, proof_fault
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person

_SECRET = "factor_secret"  # noqa: S105 - a name in the session


class ChangePasswordForm(NewPasswordForm):
    """The password as it is, and a new one twice."""

    field_order = ("password", "new_password", "new_password_again")
    password = password_field()


class SetUpForm(CodeForm):
    """The first code of a new second factor; and one of the old, or the password, where there is one."""

    field_order = ("code", "old_code")
    old_code = code_field()


@page("own.log_ins", "own.log_ins")
def account(request: HttpRequest, person: Person) -> HttpResponse:
    """Show one's own account; a form ends log-ins."""
    own = cast("Account", request.user)
    if request.method == "POST":
        key = request.session.session_key
        wanted = LogIn.objects.filter(account=own, ended_at__isnull=True).exclude(session_key=key)
        if "log_in" in request.POST:
            number = request.POST["log_in"]
            wanted = wanted.filter(pk=int(number) if number.isascii() and number.isdigit() else 0)
        count = end_own_log_ins(own, wanted, origin(request))
        messages.success(request, says("done", "log_ins_ended", count=count), "good")
        return redirect("account")
    context = {
        "shown": person_page(person, person.record),
        "session_key": request.session.session_key,
        "needs_factor": needs_factor(),
    }
    return render(request, "office/account.html", context)


@page("own.password", "own.password")
def change_password(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the account is meant
    """Change one's own password; other log-ins end by that."""
    own = cast("Account", request.user)
    form = ChangePasswordForm(request.POST or None, account=own)
    if request.method == "POST" and form.is_valid():
        if password_account(own.username, str(form.cleaned_data["password"])) is None:
            form.add_error("password", says("wrong", "password"))
        else:
            before = request.session.session_key or ""
            change_own_password(own, str(form.cleaned_data["new_password"]), origin(request), before)
            keep_logged_in(request, own)
            request.session.save()
            LogIn.objects.filter(session_key=before).update(session_key=request.session.session_key)
            messages.success(request, says("done", "password_changed"), "good")
            return redirect("account")
    return render(request, "office/change_password.html", {"form": form}, status=422 if form.errors else 200)


@page("own.factor", "own.factor")
def set_up_factor_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Set up a second factor: a square code to photograph, and its first code as proof that it was."""
    own = cast("Account", request.user)
    has_factor = factor_of(own) is not None
    secret = request.session.setdefault(_SECRET, new_secret())
    form = (SetUpForm if has_factor else CodeForm)(request.POST or None)
    if request.method == "POST" and form.is_valid():
        step = step_of(secret, str(form.cleaned_data["code"]), None)
        if step is None:
            form.add_error("code", says("wrong", "first_code"))
        elif has_factor and (fault := proof_fault(request, own, str(form.cleaned_data["old_code"]), None)):
            form.add_error("old_code", fault)
        else:
            codes = new_recovery_codes()
            set_up_factor(own, secret, step, [recovery_hash(code) for code in codes], origin(request))
            del request.session[_SECRET]
            prove(request)
            return render(request, "office/recovery_codes.html", {"codes": codes})
    office = office_title()
    context = {
        "form": form,
        "square": square(address_of(secret, office, person.username)),
        "secret": grouped(secret),
        "has_factor": has_factor,
    }
    return render(request, "office/set_up_factor.html", context, status=422 if form.errors else 200)


@page("own.factor", "own.factor")
def recovery_codes(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the account is meant
    """Give new recovery codes against a code of the second factor."""
    own = cast("Account", request.user)
    if factor_of(own) is None:
        return redirect("set_up_factor")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        fault = proof_fault(request, own, str(form.cleaned_data["code"]), None)
        if fault is None:
            codes = new_recovery_codes()
            renew_codes(own, [recovery_hash(code) for code in codes], origin(request))
            prove(request)
            return render(request, "office/recovery_codes.html", {"codes": codes})
        form.add_error("code", fault)
    return render(request, "office/renew_codes.html", {"form": form}, status=422 if form.errors else 200)
