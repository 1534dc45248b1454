"""The forms of what is done with an event: what each asks, its papers, and how a conflict of roles is passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError

from arpad.model.bounded import read_stream
from arpad.office.conflicts import conflicts_before
from arpad.office.event_checks import approval_matters
from arpad.office.event_letters import LETTER_OF, LetterReceiver
from arpad.office.report_reasons import MOST_REASONS, ReasonWithArticle
from arpad.office.stages import FIDE_ANSWERS
from arpad.office.wording import WORDS as OFFICE
from arpad.regulations.workings.decisions import correction_due
from arpad.storage.archived_files import archive
from arpad.storage.events.carrying_out import Along, Paper
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import choice_field, day_field, long_field, text_field, tick_field, whole_field
from arpad.web.outcomes import origin
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from django.core.files.uploadedfile import UploadedFile
    from django.http import HttpRequest, QueryDict

    from arpad.model.problems import ArpadError, Problem
    from arpad.office.approvals import NeededApproval
    from arpad.office.person import Person
    from arpad.storage.queries.event_pages import EventAsShown

MOST_BYTES = 20 << 20
MOST_PAPERS = 20
ROWS_OF_REASONS = 3


def office_words(section: str, code: str) -> str:
    """Give the office's words for a code, as they begin a line."""
    words = OFFICE.sections()[section].get(code, code.replace("_", " "))
    return words[:1].upper() + words[1:]


def _offered(section: str, codes: Iterable[str]) -> list[tuple[str, str]]:
    return [(code, office_words(section, code)) for code in codes]


class LookedAtForm(DeedForm):
    """A deed that is bound to what the person looked at; where somebody was faster, both versions are shown."""

    is_overtaken = False

    @property
    def seen_entry(self) -> int | None:
        """The entry as of which the person looked at the event."""
        text = str(self.cleaned_data.get("seen") or "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None  # noqa: PLR2004 - 63 bits

    def look_again(self, changed_by: int) -> None:
        """Bind what is sent next to the event as it is shown now."""
        self.replace_sent("seen", str(changed_by))

    def replace_sent(self, name: str, value: str) -> None:
        """Put another value in the place of one that was sent, so that the form shows it."""
        sent = cast("QueryDict", self.data).copy()
        sent[name] = value
        self.data = sent


class EventDeedForm(LookedAtForm):
    """A deed about an event: bound to what the person looked at, with a word where somebody is too near to it."""

    words_of: ClassVar[str] = "event"

    def __init__(self, request: HttpRequest, deed: str, person: Person, event: EventAsShown, **more: Any) -> None:  # noqa: ANN401 - as Django's
        self.event, self.person = event, person
        self.conflicts = conflicts_before(person, event.case, deed)
        initial = {"seen": str(event.row.changed_by), **more.pop("initial", {})}
        super().__init__(request, deed, initial=initial, **more)
        if self.conflicts:
            self.fields["despite_conflict"] = tick_field()
        self.ask(event)
        if deed in LETTER_OF:
            self.fields |= {
                "letter_to": text_field(required=False),
                "letter_address": forms.EmailField(max_length=254, required=False),
            }
        self._words()
        self._last("letter_to", "letter_address", "despite_conflict", "reason", "proof_code", "proof_password")

    def ask(self, event: EventAsShown) -> None:
        """Ask what depends on the event."""

    @property
    def act(self) -> dict[str, Any]:
        """What every deed about an event has besides its own."""
        return {"reason": self.why, "despite_conflict": bool(self.cleaned_data.get("despite_conflict"))}

    def along(self) -> Along:
        """Give what goes along with the deed: the click, what was seen, and its papers, which are kept first."""
        letter = None
        if "letter_to" in self.fields:
            letter = LetterReceiver(self.cleaned_data["letter_to"], self.cleaned_data["letter_address"])
        return Along(origin(self.request), self.seen_entry, self.papers(), letter=letter)

    def papers(self) -> list[Paper]:
        """Keep the papers that were sent, and give them."""
        files = self.request.FILES.getlist("paper") if "paper" in self.fields else []
        return [Paper(archive().put(bytes_of(file)), plain_name(file)) for file in files]

    def clean_paper(self) -> object:
        """Refuse papers that are too large or too many."""
        files = self.request.FILES.getlist("paper")
        if len(files) > MOST_PAPERS or any((file.size or 0) > MOST_BYTES for file in files):
            raise ValidationError(says("wrong", "paper_too_large", most=MOST_BYTES >> 20, files=MOST_PAPERS))
        return self.cleaned_data.get("paper")

    def take(self, refused: ArpadError | Iterable[Problem]) -> None:
        """Show what was refused; where somebody was faster, the next answer counts for what stands there now."""
        problems = list(refused.problems if hasattr(refused, "problems") else refused)
        if any(problem.code == "event_changed" for problem in problems):
            self.is_overtaken = True
        if any(problem.code == "conflict_of_roles" for problem in problems) and "despite_conflict" not in self.fields:
            self.fields["despite_conflict"] = tick_field()
            self._words()
            self._last("despite_conflict", "reason", "proof_code", "proof_password")
        for problem in problems:
            name = _FIELDS.get(problem.code, "")
            self.add_error(name if name in self.fields else None, problem.sentence())


_FIELDS = {
    "conflict_of_roles": "despite_conflict",
    "no_reason": "reason",
    "no_document": "document",
    "wrong_body": "body",
    "not_consulted": "consulted",
    "other_body_hears": "body",
    "no_day_to_return": "until",
    "after_term": "until",
    "day_is_past": "until",
    "told_before_decided": "told_on",
    "appeal_too_late": "lodged_on",
    "appeal_before_refusal": "lodged_on",
    "day_outside_event": "last_day",
    "no_reasons": "text_0",
    "empty_reason": "text_0",
    "reason_without_article": "article_0",
    "numbers_open": "paper",
    "no_fingerprint": "paper",
    "same_report_again": "paper",
    "sent_after_received": "arbiter_sent_on",
    "unknown_sender": "sent_by",
    "other_sender": "sent_by",
}
"""The field to which a fault leads, by its code."""


def bytes_of(file: UploadedFile[Any]) -> bytes:
    """Read a file that was sent; its size was looked at before."""
    return read_stream(cast("BinaryIO", file), MOST_BYTES)


def plain_name(file: UploadedFile[Any]) -> str:
    """Give what a file was called, without folders and signs that nobody can read."""
    name = (file.name or "").replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in name if sign.isprintable())[:200] or "file"


class ReasonForm(EventDeedForm):
    """A deed of which only the reason is asked."""


class CutShortForm(EventDeedForm):
    """When an event ended before its end."""

    last_day = day_field()
    rounds = whole_field(min_value=0, max_value=1000, required=False)


class RefuseRegistrationForm(EventDeedForm):
    """When a registration was refused, and by which paper."""

    decided_on = day_field()
    document = text_field(required=False)
    paper = forms.FileField(required=False)


class AskApprovalForm(EventDeedForm):
    """For what an approval is asked."""

    def ask(self, event: EventAsShown) -> None:
        """Offer what the event needs an approval for."""
        self.fields["what"] = choice_field(_matters(event))


class RecordApprovalForm(EventDeedForm):
    """What a body decided about an approval."""

    body = choice_field([])
    verdict = choice_field([])
    decided_on = day_field()
    consulted = choice_field([], as_list=True, required=False)
    document = text_field(required=False)
    paper = forms.FileField(required=False)

    def ask(self, event: EventAsShown) -> None:
        """Offer what the event needs, and the bodies that its edition names for it."""
        matters = approval_matters(event.case)
        self.fields["what"] = choice_field(_matters(event))
        bodies = list(dict.fromkeys(body for need in matters for body in need.bodies))
        first = list(dict.fromkeys(body for need in matters for body in need.consults.values()))
        offer(self, "body", _offered("body", bodies))
        offer(self, "consulted", [("", says("choice", "nobody")), *_offered("body", first)])
        if not first:
            del self.fields["consulted"]
        offer(self, "verdict", [(code, says("verdict", code)) for code in ("granted", "declined")])
        self.order_fields(["what"])


class FideSendForm(EventDeedForm):
    """When something was sent to FIDE, what FIDE calls the event, and the bytes, where the office made other ones."""

    sent_on = day_field()
    fide_code = text_field(required=False, max_length=40)
    other_paper = forms.FileField(required=False)

    def papers(self) -> list[Paper]:
        """Keep the bytes that were sent, and give them."""
        file = self.cleaned_data.get("other_paper")
        return [] if file is None else [Paper(archive().put(bytes_of(file)), plain_name(file))]


class FideAnswerForm(EventDeedForm):
    """What FIDE answered."""

    answer = choice_field([])
    answered_on = day_field()
    fide_code = text_field(required=False, max_length=40)
    document = text_field(required=False)
    paper = forms.FileField(required=False)

    def ask(self, event: EventAsShown) -> None:  # noqa: ARG002 - the same for every event
        """Offer FIDE's answers."""
        offer(self, "answer", [(code, says("fide_answer", code)) for code in FIDE_ANSWERS])


class FideListForm(EventDeedForm):
    """On which list of FIDE an event was seen."""

    list = day_field()
    seen_on = day_field()


class ReasonsForm(EventDeedForm):
    """Reasons, each with its article and its place in the report."""

    begun_with = 0
    """So many reasons stand there from the beginning."""

    def ask(self, event: EventAsShown) -> None:  # noqa: ARG002 - the same for every event
        """Ask for some reasons; as many more as were written before, and one more where that is wished."""
        for place in range(self.rows):
            self.fields[f"text_{place}"] = long_field(required=False)
            self.fields[f"text_{place}"].widget.attrs["rows"] = 2
            self.fields[f"article_{place}"] = text_field(required=False)
            self.fields[f"where_{place}"] = text_field(required=False)

    @property
    def rows(self) -> int:
        """How many reasons can be written."""
        sent = self.request.POST.get("rows", "") if self.request.method == "POST" else ""
        usual = max(ROWS_OF_REASONS, self.begun_with)
        rows = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else usual  # noqa: PLR2004
        return min(max(rows, usual) + ("more" in self.request.POST), MOST_REASONS)

    @property
    def reason_rows(self) -> list[list[forms.BoundField]]:
        """The fields of each reason."""
        return [[self[f"{name}_{place}"] for name in ("text", "article", "where")] for place in range(self.rows)]

    @property
    def reasons(self) -> tuple[ReasonWithArticle, ...]:
        """The reasons that were written."""
        given = [
            [str(self.cleaned_data.get(f"{name}_{place}") or "") for name in ("text", "article", "where")]
            for place in range(self.rows)
        ]
        return tuple(ReasonWithArticle(*parts) for parts in given if any(part.strip() for part in parts))

    def _word(self, section: str, name: str) -> str:
        stem = name.rpartition("_")[0] if name.rpartition("_")[2].isdigit() else name
        return super()._word(section, "log_note" if stem == "reason" and section == "label" else stem)


class ReturnForm(ReasonsForm):
    """Why a report is returned, and by when it comes back; where the edition sets no term, the office sets the day."""

    until = day_field(required=False)

    def ask(self, event: EventAsShown) -> None:
        """Ask for the day where no edition gives it."""
        super().ask(event)
        term, _ = correction_due(event.case.law, event.day)
        self.fields["until"].required = term is None

    def _word(self, section: str, name: str) -> str:
        is_needed = name == "until" and section == "hint" and self.fields["until"].required
        return super()._word(section, "until_needed" if is_needed else name)


class RefuseForm(ReasonsForm):
    """Why an event is not rated, and when its organiser is told."""

    told_on = day_field(required=False)


class LodgeAppealForm(EventDeedForm):
    """When an appeal was made."""

    lodged_on = day_field()
    document = text_field(required=False)
    paper = forms.FileField(required=False)


class DecideAppealForm(EventDeedForm):
    """How an appeal was decided."""

    verdict = choice_field([])
    body = choice_field([])
    decided_on = day_field()
    document = text_field(required=False)
    paper = forms.FileField(required=False)

    def ask(self, event: EventAsShown) -> None:
        """Offer both verdicts, and the body that hears the appeal."""
        refusal = event.case.refusal
        hears = refusal.appeal_to if refusal is not None else ""
        offer(self, "body", _offered("body", [hears] if hears else []))
        self.initial.setdefault("body", hears)
        offer(self, "verdict", [(code, says("verdict", code)) for code in ("allowed", "dismissed")])


def _matters(event: EventAsShown) -> list[tuple[str, str]]:
    needs: Iterable[NeededApproval] = approval_matters(event.case)
    return _offered("approval", dict.fromkeys(need.what for need in needs))


def offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Offer choices in a field of a form."""
    cast("forms.ChoiceField", form.fields[name]).choices = choices
