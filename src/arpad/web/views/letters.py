"""Letters, how they are written, the outbox, certificates and the letter to one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render

from arpad.model.period import KINDS
from arpad.model.problems import ArpadError
from arpad.office.letters import COMMON, LETTERS, EditTemplate
from arpad.office.roles import may
from arpad.office.wording import WORDS as OFFICE
from arpad.pages.letter import letter_page as whole_page
from arpad.pages.letter import letter_parts
from arpad.pages.office_letter import certificate_page, certificate_parts, office_letter_page
from arpad.storage.deeds.correspondence import edit_template, issue_certificate, send_again
from arpad.storage.deeds.lists import office_day
from arpad.storage.letters import template_of
from arpad.storage.models import OutboxMail
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.explained import explained_letter
from arpad.storage.queries.letters import LetterLine, changed_templates, letter, letters, outbox
from arpad.storage.queries.players import player
from arpad.storage.queries.systems import federation_choices, rating_system
from arpad.web.access import has_mail_server, page, person_of
from arpad.web.forms import day_field, text_field
from arpad.web.middleware import DOWNLOADED
from arpad.web.outcomes import answered, origin
from arpad.web.small_deeds import SmallDeedForm, small_deed
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.queries.letters import LetterPage
    from arpad.storage.queries.paging import AskedRows, RowsOfTable

_COLUMNS = (
    TableColumn("reference"),
    TableColumn("letter"),
    TableColumn("about", wide=True),
    TableColumn("federation", wide=True),
    TableColumn("at", wide=True),
    TableColumn("mail"),
)
_MAILS = (
    TableColumn("number", number=True, order="number", falls_first=True),
    TableColumn("letter"),
    TableColumn("at", wide=True),
    TableColumn("attempts", number=True),
    TableColumn("mail"),
)


@page("letter.read")
def letters_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show letters, the newest first."""
    filters = (
        Filter("reference"),
        Filter("kind", tuple((kind, OFFICE.say("letter_kind", kind, {})) for kind in LETTERS)),
        Filter("federation", federation_choices(rating_system(), person, "letter.read")),
    )
    listing = TableOnPage(request, _COLUMNS, "", filters, "letters")

    def query(asked: AskedRows) -> RowsOfTable[LetterLine]:
        return letters(person, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    context = {"listing": listing.fill(query), "sees_outbox": may(person, "outbox.read")}
    return render(request, "office/letters.html", context)


def _cells(line: LetterLine) -> dict[str, Any]:
    row = line.row
    return {
        "reference": row.reference,
        "kind": row.kind,
        "of": row.of,
        "about": row.about,
        "federation": row.federation,
        "written_at": row.written_at,
        "mail": line.state,
    }


@page("letter.read")
def letter_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show a letter as it was written, and what became of its mail."""
    shown = _shown(person, number)
    context: dict[str, Any] = {"shown": shown, "row": shown.line.row}
    if shown.line.row.kind == "certificate":
        context["parts"] = list(certificate_parts(archived_json(shown.line.row.document), shown.line.row.document))
    return render(request, "office/letter.html", context)


@page("letter.read")
def letter_file(request: HttpRequest, person: Person, number: int) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Hand a letter over as a page of its own, to be printed or sent on."""
    shown = _shown(person, number)
    row, text = shown.line.row, shown.text
    if row.kind == "certificate":
        return _handed_over(f"{row.reference}.html", certificate_page(archived_json(row.document), row.document))
    if text is None:
        raise Http404
    return _handed_over(f"{row.reference}.html", office_letter_page(text.to, text.subject, text.body, row.reference))


def _handed_over(name: str, text: str) -> HttpResponse:
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in ".-_") else "-" for sign in name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}"', "Content-Security-Policy": DOWNLOADED}
    return HttpResponse(text.encode(), content_type="text/html; charset=utf-8", headers=headers)


def _shown(person: Person, number: int) -> LetterPage:
    shown = letter(person, number)
    if shown is None:
        raise Http404
    return shown


@page("letter.read")
def templates_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show how each kind of letter is written."""
    changed = changed_templates()
    rows = [(kind, OFFICE.say("letter_kind", kind, {}), template_of(kind), changed.get(kind)) for kind in LETTERS]
    context = {"rows": rows, "may_edit": may(person, "letter.edit"), "may_read_log": may(person, "log.read")} | {
        "sees_outbox": may(person, "outbox.read")
    }
    return render(request, "office/templates.html", context)


class TemplateForm(SmallDeedForm):
    """How a kind of letter is written."""

    HAS_REASON = True
    subject = text_field(max_length=200)
    body = forms.CharField(max_length=8000, strip=True, widget=forms.Textarea(attrs={"rows": 14}))


@page("letter.edit", "letter.edit")
def template_page(request: HttpRequest, person: Person, kind: str) -> HttpResponse:  # noqa: ARG001 - asked for once more
    """Change how a kind of letter is written."""
    if kind not in LETTERS:
        raise Http404
    now = template_of(kind)
    form = TemplateForm(request, "letter.edit", initial={"subject": now.subject, "body": now.body})

    def deed() -> DeedOutcome:
        given = form.cleaned_data
        asked = EditTemplate(kind, given["subject"], given["body"].replace("\r\n", "\n"), form.why)
        return edit_template(person_of(request), asked, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "templates")
    facts = [
        (says("column", "letter"), OFFICE.say("letter_kind", kind, {})),
        (says("letter", "places"), " ".join(f"{{{name}}}" for name in (*COMMON, *LETTERS[kind]))),
    ]
    return small_deed(request, form, "letter.edit", [("letters", ()), ("templates", ())], facts=facts)


@page("outbox.read")
def outbox_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show the outbox: what waits, what was sent, what failed and why."""
    filters = (Filter("state", tuple((state, says("mail_state", state)) for state in OutboxMail.STATES)),)
    listing = TableOnPage(request, _MAILS, "-number", filters, "outbox")

    def query(asked: AskedRows) -> RowsOfTable[OutboxMail]:
        return outbox(person, asked)

    if form == "csv":
        return listing.exported(query, _mail_cells)
    context = {
        "listing": listing.fill(query),
        "may_send": may(person, "outbox.send_again"),
        "has_mail_server": has_mail_server(),
    }
    return render(request, "office/outbox.html", context)


def _mail_cells(mail: OutboxMail) -> dict[str, Any]:
    return {
        "number": mail.number,
        "kind": mail.kind,
        "mark": mail.mark,
        "state": mail.state,
        "written_at": mail.written_at,
        "attempts": len(mail.attempts.all()),
    }


class AgainForm(SmallDeedForm):
    """Why a mail is sent once more."""

    HAS_REASON = True


@page("outbox.send_again", "outbox.send_again")
def send_again_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:  # noqa: ARG001 - asked for once more
    """Send a mail once more that failed."""
    mail = OutboxMail.objects.filter(number=number).first()
    if mail is None:
        raise Http404
    form = AgainForm(request, "outbox.send_again")
    outcome = form.done(lambda: send_again(person_of(request), number, form.why, origin(request)))
    if outcome is not None:
        return answered(request, outcome, "outbox")
    facts = [(says("column", "number"), number), (says("label", "email"), mail.address)]
    return small_deed(request, form, "outbox.send_again", [("outbox", ())], facts=facts)


class CertificateForm(SmallDeedForm):
    """The day of a certificate."""

    on = day_field()


@page("certificate.issue", "certificate.issue")
def issue_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Issue a certificate of a player's rating on a day."""
    system = rating_system()
    shown = None if system is None else player(person, system, number)
    if shown is None or system is None:
        raise Http404
    form = CertificateForm(request, "certificate.issue", initial={"on": office_day()})

    def deed() -> tuple[DeedOutcome, Any]:
        return issue_certificate(person_of(request), system, number, form.cleaned_data["on"], origin(request))

    issued = form.done(deed)
    if issued is not None:
        outcome, row = issued
        return answered(request, outcome, "letter", row.number)
    facts = [(says("column", "player"), f"{shown.row.name} ({number})")]
    way = [("players", ()), ("player", (number,))]
    return small_deed(request, form, "certificate.issue", way, facts=facts)


@page("player.read")
def player_letter(request: HttpRequest, person: Person, number: int, kind: str, form: str = "") -> HttpResponse:
    """Explain a player's line of the newest list, as a letter that can be downloaded."""
    system = rating_system()
    shown = None if system is None else player(person, system, number)
    if shown is None or system is None or system.newest is None or kind not in KINDS:
        raise Http404
    context: dict[str, Any] = {"shown": shown, "kind": kind, "kinds": KINDS, "list_date": system.newest.list_date}
    try:
        explained = explained_letter(system, system.newest.list_date, number, kind)
    except ArpadError as refused:
        return render(request, "office/player_letter.html", context | {"problem": refused})
    if form == "file":
        return _handed_over(f"{number}-{kind}-{system.newest.list_date:%Y-%m}.html", whole_page(explained))
    parts = [part for part in letter_parts(explained) if not part.startswith(("<h1", "<footer"))]
    return render(request, "office/player_letter.html", context | {"parts": parts})
