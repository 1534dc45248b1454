"""The forms of what is done with a report: taken in, corrected, answered, accepted, and what is sent by a link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms

from arpad.events.facts import FACTS
from arpad.office.attach_document import ARBITERS_WORD
from arpad.office.attach_document import KINDS as KINDS_OF_DOCUMENT
from arpad.office.report_changes import EVENT_FIELDS, OF_EVENT, OF_PLAYER, OF_RESULT, PLAYER_FIELDS, ReportChange
from arpad.office.take_in_report import SENT_BY
from arpad.office.uploads import LINK_FOR, MOST_UPLOADS, UPLOADS
from arpad.regulations.workings.decisions import CHIEF_ARBITER, ORGANISER
from arpad.storage.deeds.lists import end_of_day
from arpad.storage.models import EventDocument, EventEntry, LogEntry
from arpad.storage.queries.report_pages import report_of_event
from arpad.storage.reports.reading_child import FileOfUpload
from arpad.web.event_deed_forms import (
    EventDeedForm,
    RefuseForm,
    ReturnForm,
    bytes_of,
    offer,
    office_words,
    plain_name,
)
from arpad.web.forms import ManyFilesField, OfficeForm, choice_field, day_field, text_field, whole_field
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from arpad.storage.queries.event_pages import EventAsShown

_ROWS = 3
_REASONS_SHOWN = 20


class TakeInForm(EventDeedForm):
    """The files of a report, or what waits by a link; both days, and who sent it."""

    paper = ManyFilesField(required=False)
    received_on = day_field()
    arbiter_sent_on = day_field(required=False)
    sent_by = choice_field([], as_list=True, required=False)
    from_federation = choice_field([("yes", ""), ("no", "")], as_list=True, required=False)

    def ask(self, event: EventAsShown) -> None:
        """Offer who can have sent it, and what waits."""
        senders = [("", says("choice", "not_said")), *((code, office_words("report_sender", code)) for code in SENT_BY)]
        offer(self, "sent_by", senders)
        offer(self, "from_federation", [(code, says("choice", code)) for code in ("yes", "no")])
        self.initial.setdefault("received_on", event.day)
        self.initial.setdefault("sent_by", self._own_place(event))
        waiting = report_of_event(event).waiting
        if waiting:
            words = [
                (str(each.number), says("upload", "waits", at=f"{each.sent_at:%Y-%m-%d %H:%M}")) for each in waiting
            ]
            self.fields["upload"] = choice_field([("", says("upload", "files")), *words], required=False)
            self.order_fields(["upload"])

    def _own_place(self, event: EventAsShown) -> str:
        """Give as whom the person sends it: chief arbiter or organiser, as the registration names people by number."""
        number, values = self.person.number, event.case.values
        named = {CHIEF_ARBITER: values.get("chief_arbiter"), ORGANISER: values.get("organiser")}
        return next((place for place, own in named.items() if number and number == own), "")

    @property
    def upload(self) -> int:
        """The number of what waits and is taken in; 0 where files are sent here."""
        return int(self.cleaned_data.get("upload") or 0)

    def papers(self) -> list[Any]:
        """Give no papers: the files are the report."""
        return []

    def sent_files(self) -> list[FileOfUpload]:
        """Give the files that were sent."""
        return files_sent(self)

    def clean(self) -> dict[str, Any]:
        """Ask for files, unless something that waits was chosen."""
        given = dict(self.cleaned_data)
        if not given.get("upload") and not self.request.FILES.getlist("paper"):
            self.add_error("paper", says("event_missing", "paper"))
        return given


def files_sent(form: Any) -> list[FileOfUpload]:  # noqa: ANN401 - a form with a request
    """Give the files that were sent with a form."""
    return [FileOfUpload(plain_name(file), bytes_of(file)) for file in form.request.FILES.getlist("paper")]


class UploadForm(OfficeForm):
    """A report that is sent by a link, by somebody who needs no account."""

    words_of: ClassVar[str] = "event"
    paper = ManyFilesField()

    def __init__(self, request: Any, **more: Any) -> None:  # noqa: ANN401 - as Django's
        self.request = request
        is_sent = request.method == "POST"
        super().__init__(request.POST if is_sent else None, request.FILES if is_sent else None, **more)


def _of_findings(event: EventAsShown, severities: Iterable[str]) -> dict[str, str]:
    """Give the findings of a report as reasons that can be taken over."""
    wanted = {*severities}
    findings = [each for each in report_of_event(event).findings if each["severity"] in wanted][:_REASONS_SHOWN]
    initial = {}
    for place, finding in enumerate(findings):
        cited = finding["citations"][0] if finding["citations"] else None
        initial[f"text_{place}"] = finding["message"]
        initial[f"article_{place}"] = f"{cited['edition']} {cited['article']}" if cited else ""
        initial[f"where_{place}"] = _where(finding)
    return initial


def _where(finding: Mapping[str, Any]) -> str:
    players, rounds = finding["players"], finding["rounds"]
    parts = [says("where_in_report", "players", numbers=players)] if players else []
    return ", ".join([*parts, *([says("where_in_report", "rounds", numbers=rounds)] if rounds else [])])


class ReturnWithReasonsForm(ReturnForm):
    """Why a report is returned; what its check found can be taken over."""

    severities: ClassVar[tuple[str, ...]] = ("refuses", "unknown", "drops")

    def ask(self, event: EventAsShown) -> None:
        """Begin with what the check found."""
        reasons = _of_findings(event, self.severities)
        self.initial = {**reasons, **self.initial}
        self.begun_with = len({name.rpartition("_")[2] for name in reasons})
        super().ask(event)


class RefuseWithReasonsForm(RefuseForm):
    """Why an event is not rated; what refuses it can be taken over."""

    def ask(self, event: EventAsShown) -> None:
        """Begin with what refuses it."""
        reasons = _of_findings(event, ("refuses",))
        self.initial = {**reasons, **self.initial}
        self.begun_with = len({name.rpartition("_")[2] for name in reasons})
        super().ask(event)


class AcceptReportForm(EventDeedForm):
    """Which report is accepted, as the person has seen it."""

    fingerprint = forms.CharField(max_length=300, widget=forms.HiddenInput)

    def ask(self, event: EventAsShown) -> None:
        """Bind it to bytes and facts."""
        self.initial["fingerprint"] = event.case.fingerprint


class AttachForm(EventDeedForm):
    """A document, and what it is."""

    kind = choice_field([])
    paper = forms.FileField()

    def ask(self, event: EventAsShown) -> None:  # noqa: ARG002 - the same for every event
        """Offer what a document can be."""
        offer(self, "kind", [(kind, office_words("document_kind", kind)) for kind in KINDS_OF_DOCUMENT])


class LinkForm(EventDeedForm):
    """Until when a link can be used, and how often."""

    ends_on = day_field(required=False)
    uploads = whole_field(min_value=1, max_value=MOST_UPLOADS, required=False)

    def ask(self, event: EventAsShown) -> None:
        """Propose what is usual."""
        self.initial.setdefault("ends_on", event.day + LINK_FOR)
        self.initial.setdefault("uploads", UPLOADS)

    @property
    def ends_at(self) -> datetime | None:
        """The end of the day that was written, in the zone of the office."""
        day = self.cleaned_data.get("ends_on")
        return None if day is None else end_of_day(day)


class CorrectForm(EventDeedForm):
    """What is put right in a report: by player, event or result; results on the word of the chief arbiter."""

    def ask(self, event: EventAsShown) -> None:
        """Ask for some changes, and offer what the chief arbiter wrote."""
        self.report = report_of_event(event)
        about = [
            ("", ""),
            *((f"{OF_PLAYER}.{name}", says("correct", f"player_{name}")) for name in PLAYER_FIELDS),
            *((f"{OF_EVENT}.{name}", says("correct", f"event_{name}")) for name in EVENT_FIELDS),
            (f"{OF_RESULT}.result", says("correct", "result")),
        ]
        for place in range(_ROWS):
            self.fields[f"field_{place}"] = choice_field(about, as_list=True, required=False)
            for name in ("player", "round", "opponent"):
                self.fields[f"{name}_{place}"] = whole_field(min_value=0, max_value=99999, required=False)
            self.fields[f"after_{place}"] = text_field(required=False, max_length=100)
        entries = EventEntry.objects.filter(event_id=event.row.number).values("entry")
        attached = LogEntry.objects.filter(number__in=entries, code="report.attach")
        words = {entry.facts["sha256"] for entry in attached if entry.facts["kind"] == ARBITERS_WORD}
        papers = EventDocument.objects.filter(event_id=event.row.number, sha256__in=words).order_by("id")
        offered = {paper.sha256: paper.name for paper in papers}
        self.fields["word"] = choice_field(
            [("", says("choice", "nobody")), *offered.items()], as_list=True, required=False
        )

    @property
    def change_rows(self) -> list[list[forms.BoundField]]:
        """The fields of each change."""
        names = ("field", "player", "round", "opponent", "after")
        return [[self[f"{name}_{place}"] for name in names] for place in range(_ROWS)]

    @property
    def changes(self) -> tuple[ReportChange, ...]:
        """What is put right."""
        given = self.cleaned_data
        changes = []
        for place in range(_ROWS):
            about, _, name = str(given.get(f"field_{place}") or "").partition(".")
            if about:
                numbers = [given.get(f"{each}_{place}") or 0 for each in ("player", "round", "opponent")]
                changes.append(ReportChange(about, name, str(given.get(f"after_{place}") or ""), *numbers))
        return tuple(changes)

    def _word(self, section: str, name: str) -> str:
        stem, _, place = name.rpartition("_")
        return super()._word(section, f"change_{stem}" if place.isdigit() else name)


class AnswerReportForm(EventDeedForm):
    """The open questions of a report, each with what it asks."""

    def ask(self, event: EventAsShown) -> None:
        """Ask each question that is open."""
        self.questions = {each["fact"]: each for each in report_of_event(event).document.get("questions", ())}
        for name in self.questions:
            fact = FACTS[name]
            if fact.form in {"flag", "day_or_flag"}:
                offered = [("", says("choice", "not_said")), *((code, says("choice", code)) for code in ("yes", "no"))]
                self.fields[f"fact_{name}"] = choice_field(offered, as_list=True, required=False)
            elif fact.choices:
                self.fields[f"fact_{name}"] = choice_field(
                    [("", says("choice", "not_said")), *((value, value) for value in fact.choices)],
                    as_list=True,
                    required=False,
                )
            else:
                self.fields[f"fact_{name}"] = text_field(required=False)

    def _word(self, section: str, name: str) -> str:
        asked = self.questions.get(name.removeprefix("fact_")) if name.startswith("fact_") else None
        if asked is None:
            return super()._word(section, name)
        if section == "label":
            return known("fact_label", str(asked["fact"])) if section == "label" else ""
        return str(asked["asks"]) if section == "hint" else ""

    @property
    def answers(self) -> dict[str, Any]:
        """What was answered, as a file of facts would have it."""
        given = {name: str(self.cleaned_data.get(f"fact_{name}") or "").strip() for name in self.questions}
        return {name: _answer(FACTS[name].form, text) for name, text in given.items() if text}


def _answer(form: str, text: str) -> Any:  # noqa: ANN401 - a fact
    if form in {"flag", "day_or_flag"} and text in {"yes", "no"}:
        return text == "yes"
    if form in {"federations", "texts"}:
        return [part for part in text.replace(",", " ").split() if part != "-"]
    return int(text) if form == "whole" and text.isascii() and text.isdigit() and len(text) < 8 else text  # noqa: PLR2004 - a million


class AskNumberForm(EventDeedForm):
    """For which player a number is asked."""

    player = choice_field([], as_list=True)

    def ask(self, event: EventAsShown) -> None:
        """Offer the players who have none."""
        players = report_of_event(event).document.get("players", ())
        offer(
            self,
            "player",
            [(str(each["number"]), f"{each['number']} {each['name']}") for each in players if not each["fide_id"]],
        )
