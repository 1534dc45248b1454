"""The page of an event: whose turn it is, its checks, dates and facts, approvals, papers, parts, and its history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render

from arpad.office.event_checks import approval_matters, event_checks
from arpad.office.registration_facts import PlayersOnRecord
from arpad.office.registration_text import form_of, text_of_value
from arpad.office.roles import may
from arpad.office.stages import ANNOUNCED, POSTPONED, REGISTERED, WAITING
from arpad.storage.deeds.lists import office_day
from arpad.storage.queries.event_pages import reasons_given, surroundings_of
from arpad.storage.queries.registration_page import paper_of
from arpad.storage.queries.report_pages import report_of_event
from arpad.web.access import page
from arpad.web.registration_forms import GROUPS, SECTIONS_OF_CHOICES
from arpad.web.views.event_deeds import ADDRESS_OF, EVENT_DEEDS, shown_event
from arpad.web.views.lists import download
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from arpad.office.event_dates import Deadline
    from arpad.office.person import Person
    from arpad.office.registration_facts import GivenFact
    from arpad.storage.queries.event_pages import EventAsShown, EventSurroundings
    from arpad.storage.queries.registration_page import HistoryLine
    from arpad.storage.queries.report_pages import ShownReport

_FIRST = (
    "event.take_up", "approval.record", "part.declare_empty", "report.take_in", "report.accept", "appeal.decide",
    "fide.send", "fide.answer", "fide.note_list",
)  # fmt: skip
"""The deeds that lead an event on, and stand first among the buttons."""
_BEFORE_PLAY = (REGISTERED, WAITING, ANNOUNCED, POSTPONED)
"""The stages at which an entry list is looked at."""
_GRAVE = {each.deed for each in EVENT_DEEDS.values() if each.is_grave}


@dataclass(frozen=True, slots=True)
class DeedButton:
    """A deed as a button: what it does, its address, and how it looks."""

    deed: str
    address: str
    is_first: bool
    is_grave: bool


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact as the page shows it: its name, its value in words, and who gave it when."""

    words: str
    value: str
    lines: Sequence[str]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """Facts that belong together; where somebody gave all of them in one go, that is said once."""

    words: str
    facts: Sequence[ShownFact]

    @property
    def given_by(self) -> ShownFact | None:
        """The fact whose author and moment are those of all of them; None where they differ."""
        first = self.facts[0]
        return first if all((fact.by, fact.at) == (first.by, first.at) for fact in self.facts) else None


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A moment in the life of an event: an entry of the log, or a date."""

    day: date
    entry: HistoryLine | None = None
    deadline: Deadline | None = None
    is_past: bool = False
    is_due: bool = False
    """True for the next date that somebody has to keep."""


@page("registration.read")
def office_event_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show an event: a list of its checks, its timeline, and everything that is known of it."""
    event = shown_event(person, number)
    context = {"event": event, **event_context(person, event)}
    return render(request, "office/office_event.html", context)


def event_context(person: Person, event: EventAsShown) -> dict[str, Any]:
    """Give what the page of an event shows."""
    around = surroundings_of(person, event)
    case = event.case
    report = report_of_event(event)
    return {
        "around": around,
        "buttons": deed_buttons(event, event.deeds_of(person), report),
        "checks": event_checks(case, event.at, around.missing),
        "needs": approval_matters(case),
        "missing": {need.what for need in case.missing},
        "groups_of_facts": list(_facts(case.facts, around)),
        "timeline": timeline(event, around),
        "page": around.page,
        "report": report,
        "given": reasons_given(event),
        "tab": "event",
        "missing_parts": {part.number for part in around.missing},
        "may_check_entries": case.stage in _BEFORE_PLAY and may(person, "event.amend", case.federation),
        "may_copy": not case.part and may(person, "event.register", case.federation),
    }


@page("registration.read")
def event_paper(request: HttpRequest, person: Person, number: int, digest: str) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Hand a paper of an event over, as it came."""
    paper = paper_of(person, number, digest)
    if paper is None:
        raise Http404
    return download(paper.name, paper.sha256)


def deed_buttons(event: EventAsShown, deeds: Sequence[str], report: ShownReport | None = None) -> list[DeedButton]:
    """Give the buttons of deeds that have a page and something to do; first stands what leads on."""
    first = {deed for deed in _FIRST if deed in event.leading_on}
    if report is not None and report.came_to is not None and report.came_to.open_questions:
        # What is open would refuse it.
        first = first - {"report.accept"} | {"report.answer"}
    idle = set(_idle(event, report))
    buttons = [
        DeedButton(deed, ADDRESS_OF[deed], deed in first, deed in _GRAVE)
        for deed in deeds
        if deed in ADDRESS_OF and deed not in idle
    ]
    return sorted(buttons, key=lambda button: not button.is_first)


def _idle(event: EventAsShown, report: ShownReport | None) -> Iterator[str]:
    """Give the deeds for which there is nothing: no approval that is needed, no open question, nobody without one."""
    if not approval_matters(event.case):
        yield from ("approval.ask", "approval.record")
    if report is not None and not report.document.get("questions"):
        yield "report.answer"
    if report is not None and all(player["fide_id"] for player in report.document.get("players", ())):
        yield "report.ask_number"


def _facts(facts: Mapping[str, GivenFact], around: EventSurroundings) -> Iterator[ShownFacts]:
    """Give the facts in their groups, each with who gave it and when."""
    known_names = {name for names in GROUPS.values() for name in names}
    for group, names in GROUPS.items():
        shown = [_shown_fact(name, facts[name], around) for name in names if name in facts]
        if shown:
            yield ShownFacts(says("fact_group", group), shown)
    others = [_shown_fact(name, fact, around) for name, fact in facts.items() if name not in known_names]
    if others:
        yield ShownFacts(says("fact_group", "other"), others)


def _shown_fact(name: str, fact: GivenFact, around: EventSurroundings) -> ShownFact:
    words = known("fact_label", name)
    lines: list[str] = []
    value = _in_words(name, fact.value, around)
    if isinstance(value, list):
        lines, value = value, str(len(value))
    return ShownFact(words, value, lines, around.page.names.get(fact.by, ""), fact.at)


def _in_words(name: str, value: Any, around: EventSurroundings) -> str | list[str]:  # noqa: ANN401 - the value of a fact
    match form_of(name):
        case "number":
            return _player(value, around)
        case "flag" | "choice" | "day" | "date":
            return choice_in_words(name, value)
        case "players" if isinstance(value, PlayersOnRecord):
            return says("count", "players", count=value.count)
        case "players":
            return [f"{_player(player.number, around)}{_rest(player.rating, player.sex)}" for player in value]
        case "arbiters":
            return [f"{_player(arbiter.number, around)}{_rest(arbiter.licence)}" for arbiter in value]
    return [text_of_value((part,)) for part in value] if isinstance(value, tuple) else text_of_value(value)


def choice_in_words(name: str, value: object) -> str:
    """Give the words for what was chosen, or for a day."""
    if isinstance(value, bool):
        return says("choice", "yes" if value else "no")
    if isinstance(value, date):
        return f"{value.day} {value:%B %Y}"
    return known(SECTIONS_OF_CHOICES[name], str(value))


def _player(number: int, around: EventSurroundings) -> str:
    name = around.players.get(number)
    return f"{name} ({number})" if name else str(number)


def _rest(*parts: object) -> str:
    return "".join(f", {part}" for part in parts if part not in {None, ""})


def timeline(event: EventAsShown, around: EventSurroundings) -> list[TimeLine]:
    """Give what happened and what is due, in the order of the days."""
    lines = [TimeLine(event_day(entry), entry, is_past=True) for entry in reversed(around.page.history)]
    due = around.due
    for deadline in around.page.dates:
        is_due = deadline.day == due and bool(deadline.of)
        lines.append(TimeLine(deadline.day, None, deadline, deadline.day < event.day, is_due))
    return sorted(lines, key=lambda line: (line.day, line.entry is None))


def event_day(line: HistoryLine) -> date:
    """Give the day of an entry, in the zone of the office."""
    return office_day(line.entry.at)
