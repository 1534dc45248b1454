"""The report of an event: what came, findings beside their lines, who is who, what was put right; links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse

from arpad.events.verdict import UNKNOWN
from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.correct_report import CorrectReport
from arpad.office.match_players import FITS
from arpad.office.report_changes import OF_PLAYER, ReportChange
from arpad.office.uploads import LINK_FOR, MakeLink
from arpad.storage import outside
from arpad.storage.deeds import report_corrections, reports
from arpad.storage.deeds.report_decisions import accept_together
from arpad.storage.events.carrying_out import Along
from arpad.storage.outside import let_in
from arpad.storage.queries.report_pages import (
    corrections_of,
    events_to_accept,
    lines_of_report,
    matches_in,
    report_file,
    report_of_event,
)
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.event_deed_forms import MOST_BYTES, MOST_PAPERS, EventDeedForm
from arpad.web.log_ins import address_of_visitor
from arpad.web.outcomes import answered, origin
from arpad.web.report_forms import LinkForm, UploadForm, files_sent
from arpad.web.views.event_deeds import form_context, not_now, shown_event
from arpad.web.views.lists import download
from arpad.web.views.office_event import deed_buttons
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from django.http import HttpRequest, HttpResponse

    from arpad.office.match_players import PlayerMatch
    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.queries.report_pages import ShownReport

_OPEN = ("refuses", "unknown", "drops", "error")
"""Severities of findings that are open, and coloured."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding as the page shows it, with the lines of the report that it is about."""

    severity: str
    message: str
    fix: str
    articles: str
    lines: list[tuple[int, str]]

    @property
    def is_open(self) -> bool:
        """True where something has to be done about it."""
        return self.severity in _OPEN


_ELSEWHERE = ("event.toml", "`arpad ", " = true", " = false")
"""Words of advice that is about files and commands."""


@page("registration.read")
def report_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show the report of an event: what came, findings beside the lines, questions, corrections, requests."""
    event = shown_event(person, number)
    report = report_of_event(event)
    deeds = [deed for deed in event.deeds_of(person) if deed.startswith(("report.", "appeal."))]
    lines = lines_of_report(report, event.case)
    context = {
        "event": event,
        "report": report,
        "findings": sorted(_findings(report, lines), key=lambda each: not each.is_open),
        "corrections": corrections_of(event),
        "buttons": deed_buttons(event, deeds, report),
        "differences": report.document.get("differences", ()),
        "tab": "report",
    }
    return render(request, "office/event_report.html", context)


def _findings(report: ShownReport, lines: Mapping[int, str]) -> Iterator[ShownFinding]:
    for problem in report.problems:
        line = int(problem.get("line") or 0)
        beside = [(line, lines[line])] if line in lines else []
        yield ShownFinding(problem.get("severity", "error"), problem["message"], problem.get("fix") or "", "", beside)
    of_players = {each["number"]: each["line"] for each in report.document.get("players", ())}
    for finding in report.findings:
        about = [int(of_players.get(player) or 0) for player in finding["players"][:5]]
        beside = [(line, lines[line]) for line in about if line in lines]
        articles = ", ".join(f"{each['edition']} {each['article']}" for each in finding["citations"] if each["article"])
        yield ShownFinding(finding["severity"], finding["message"], _advice(finding), articles, beside)


def _advice(finding: Mapping[str, Any]) -> str:
    """Give what to do about a finding here; what is said of files and commands is for those who have no office."""
    fix = finding["fix"] or ""
    if finding["severity"] == UNKNOWN:
        return says("finding_advice", "answer")
    if not any(words in fix for words in _ELSEWHERE):
        return fix
    return says("finding_advice", "players") if finding["players"] else ""


@page("registration.read")
def report_file_page(request: HttpRequest, person: Person, number: int, digest: str) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Hand a file of a report over: as it came, or as it was mended."""
    name = report_file(shown_event(person, number), digest)
    if name is None:
        raise Http404
    return download(name, digest)


class MatchForm(EventDeedForm):
    """Whom the doubtful players of a report are, or that they are who the report says."""

    matches: list[PlayerMatch]

    @property
    def chosen(self) -> dict[int, str]:
        """By starting number, what was chosen for a player."""
        numbers = [match.entry.number for match in self.matches]
        return {number: self.request.POST.get(f"player_{number}", "") for number in numbers}

    @property
    def changes(self) -> tuple[ReportChange, ...]:
        """The numbers that are put right."""
        numbers = {player: text for player, text in self.chosen.items() if text.isascii() and text.isdigit()}
        return tuple(ReportChange(OF_PLAYER, "fide_id", text, player) for player, text in numbers.items())

    @property
    def sure_of(self) -> tuple[int, ...]:
        """The players who are who the report says."""
        return tuple(player for player, text in self.chosen.items() if text == "sure")


@page("registration.read", "report.correct")
def match_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show the players of a report beside those whom the office knows, and put their numbers right."""
    event = shown_event(person, number)
    report = report_of_event(event)
    matches = matches_in(event, report)
    form = None
    if "report.correct" in event.deeds_of(person):
        form = MatchForm(request, "report.correct", person, event)
        form.matches = matches
        asked_form = form

        def deed() -> DeedOutcome:
            asked = CorrectReport(changes=asked_form.changes, sure_of=asked_form.sure_of, **asked_form.act)
            return report_corrections.correct(person_of(request), number, asked, asked_form.along())

        outcome = form.done(deed)
        if outcome is not None:
            return answered(request, outcome, "event_players", number)
    context = {
        "event": event,
        "report": report,
        "form": form,
        "open": [match for match in matches if match.state != FITS],
        "fitting": [match for match in matches if match.state == FITS],
        "may_ask": "report.ask_number" in event.deeds_of(person),
        "tab": "players",
    }
    return render(
        request, "office/event_players.html", context, status=422 if form is not None and form.errors else 200
    )


@page("report.link", "report.link")
def link_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Make a link by which a report can be sent without an account; it is shown once."""
    event = shown_event(person, number)
    refused = not_now(request, person, event, "report.link")
    if refused is not None:
        return refused
    form = LinkForm(request, "report.link", person, event)
    tokens: list[str] = []

    def deed() -> DeedOutcome:
        given = form.cleaned_data
        asked = MakeLink(ends_at=form.ends_at or now() + LINK_FOR, uploads=given["uploads"] or 1, **form.act)
        outcome, token = reports.make_link(person_of(request), number, asked, form.along())
        tokens.append(token)
        return outcome

    if form.done(deed) is not None:
        link = request.build_absolute_uri(reverse("send_report", args=[tokens[0]]))
        return render(request, "office/event_link.html", {"event": event, "link": link, "form": form})
    links = [link for link in report_of_event(event).links if link.ended_entry is None and link.ends_at > now()]
    context = {"spec": {"deed": "report.link"}, "links": links, **form_context(person, event, form)}
    return render(request, "office/event_links.html", context, status=422 if form.errors else 200)


@page("upload.send", "upload.send")
def send_page(request: HttpRequest, person: Person, token: str) -> HttpResponse:  # noqa: ARG001 - whoever holds the link
    """Take what somebody sends by a link; it waits until an officer looks at it."""
    link = reports.link_by_token(token)
    form = UploadForm(request)
    is_sent = False
    if request.method == "POST" and form.is_valid():
        files = request.FILES.getlist("paper")
        if len(files) > MOST_PAPERS or sum(file.size or 0 for file in files) > MOST_BYTES:
            form.add_error("paper", says("wrong", "paper_too_large", most=MOST_BYTES >> 20, files=MOST_PAPERS))
        else:
            try:
                let_in(address_of_visitor(request), outside.REPORTS)
                reports.upload_by_link(token, files_sent(form), origin(request))
                is_sent = True
            except RefusedError as refused:
                form.take(refused)
    context = {"link": link, "form": form, "is_sent": is_sent}
    status = 410 if link is None and not form.errors else 422 if form.errors else 200
    return render(request, "office/send_report.html", context, status=status)


@page("report.accept", "report.accept")
def accept_many_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Accept many clean events at once; each is decided by itself."""
    events = events_to_accept(person, now())
    form = DeedForm(request, "report.accept")
    chosen = [
        (each.row.number, request.POST.get(f"fingerprint_{each.row.number}", ""))
        for each in events
        if f"event_{each.row.number}" in request.POST
    ]
    if request.method == "POST" and form.is_valid():
        done = accept_together(person_of(request), chosen, Along(origin(request)))
        accepted = sum(1 for each in done if each.outcome is not None)
        messages.success(request, says("done", "accepted", count=accepted), "good" if accepted == len(done) else "busy")
        refused = [(each.number, each.problems) for each in done if each.outcome is None]
        if not refused:
            return redirect("accept_many")
        events = events_to_accept(person, now())
        context = {"events": events, "form": form, "refused": refused}
        return render(request, "office/accept_many.html", context, status=422)
    return render(request, "office/accept_many.html", {"events": events, "form": form})


__all__ = ["accept_many_page", "link_page", "match_page", "report_file_page", "report_page", "send_page"]
