"""What everybody sees without a log-in: the form for a question, the link of one, a certificate that is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from arpad.model.clock import now
from arpad.model.problems import ArpadError, RefusedError
from arpad.office.ask_question import AskQuestion
from arpad.office.duties_calendar import calendar_text
from arpad.office.issue_certificate import signature_state
from arpad.pages.office_letter import certificate_parts
from arpad.storage.deeds import questions as deeds
from arpad.storage.outside import QUESTIONS, let_in
from arpad.storage.queries.inbox import calendar_duties, person_of_calendar
from arpad.storage.queries.letters import certificate
from arpad.storage.signing import office_key
from arpad.web.access import office_title, page
from arpad.web.forms import OfficeForm, text_field
from arpad.web.log_ins import address_of_visitor
from arpad.web.middleware import DOWNLOADED
from arpad.web.outcomes import origin
from arpad.web.question_forms import QuestionFields
from arpad.web.views.lists import download
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from arpad.model.problems import ArpadError as Fault
    from arpad.office.person import Person

_FIELDS = {"kind": "matter", "chess": "kind", "list": "list_month", "name": "full_name"}


@page("question.ask", "question.ask")
def ask_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask a question without a log-in; many from one address are slowed down."""
    form = QuestionFields(request.POST or None, initial=request.GET.dict())
    form.offer_kinds()
    if request.method == "POST" and form.is_valid():
        try:
            let_in(address_of_visitor(request), QUESTIONS)
            came = deeds.ask_question(person, form.question(AskQuestion), origin(request), mail=_mail(request, form))
        except RefusedError as refused:
            _take(form, refused)
        else:
            return render(request, "office/asked.html", {"came": came})
    return render(request, "office/ask.html", {"form": form}, status=422 if form.errors else 200)


def _take(form: QuestionFields, refused: Fault) -> None:
    for problem in refused.problems:
        where = _FIELDS.get(problem.where, problem.where)
        form.add_error(where if where in form.fields else None, problem.sentence())


def _mail(request: HttpRequest, form: QuestionFields) -> Callable[[str], tuple[str, str]]:
    """Give what writes the mail by which an address is confirmed."""

    def mail(token: str) -> tuple[str, str]:
        facts = {
            "office": office_title(),
            "name": form.cleaned_data["full_name"],
            "link": request.build_absolute_uri(reverse("question_link", args=[token])),
            "days": deeds.LINK_HOLDS.days,
        }
        return says("mail", "confirm_subject", **facts), says("mail", "confirm", **facts)

    return mail


@page("question.confirm_address", "question.confirm_address")
def question_link_page(request: HttpRequest, person: Person, token: str) -> HttpResponse:
    """Show what became of a question to whoever has its link; a form confirms the address, so that no robot does."""
    row = deeds.of_token(token)
    if row is None:
        return render(request, "office/link_ended.html", status=410)
    if request.method == "POST":
        try:
            deeds.confirm_address(person, token, origin(request))
        except RefusedError as refused:
            return render(request, "office/question_link.html", {"row": row, "problem": refused}, status=422)
        return redirect("question_link", token)
    return render(request, "office/question_link.html", {"row": row})


class FingerprintForm(OfficeForm):
    """The fingerprint of a certificate."""

    fingerprint = text_field(max_length=100)


@page("certificate.check")
def certificates_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - everybody may
    """Ask for the fingerprint of a certificate."""
    form = FingerprintForm(request.GET or None)
    if form.is_bound and form.is_valid():
        digest = "".join(sign for sign in form.cleaned_data["fingerprint"].lower() if sign.isalnum() and sign.isascii())
        if certificate(digest) is not None:
            return redirect("certificate", digest)
        form.add_error("fingerprint", says("wrong", "no_such_certificate"))
    context = {"form": form, "key": office_key()}
    return render(request, "office/certificates.html", context, status=422 if form.errors else 200)


@page("certificate.check")
def certificate_page(request: HttpRequest, person: Person, digest: str) -> HttpResponse:  # noqa: ARG001 - the same
    """Show what the office certified, to whoever has the fingerprint."""
    try:
        shown = certificate(digest)
    except ArpadError as damaged:
        return render(request, "office/certificate.html", {"problem": damaged}, status=503)
    if shown is None:
        raise Http404
    state = signature_state(shown.data, office_key())
    parts = list(certificate_parts(shown.data, shown.row.document))
    return render(request, "office/certificate.html", {"shown": shown, "parts": parts, "signature": state})


@page("certificate.check")
def certificate_file_page(request: HttpRequest, person: Person, digest: str) -> HttpResponse:  # noqa: ARG001 - the same
    """Hand the certificate itself over, the bytes that were signed, to whoever has the fingerprint."""
    shown = certificate(digest)
    if shown is None:
        raise Http404
    return download(f"certificate-{shown.row.reference}.json", shown.row.document)


@page("duties.calendar")
def duties_calendar_page(request: HttpRequest, person: Person, token: str) -> HttpResponse:  # noqa: ARG001 - the address says whose
    """Give somebody's duties as a calendar, to whatever program has the address."""
    owner = person_of_calendar(token)
    if owner is None:
        raise Http404
    text = calendar_text(calendar_duties(owner), says("calendar", "title", office=office_title()),
                         request.get_host(), now())  # fmt: skip
    headers = {"Content-Disposition": 'attachment; filename="duties.ics"', "Content-Security-Policy": DOWNLOADED}
    return HttpResponse(text.encode(), content_type="text/calendar; charset=utf-8", headers=headers)
