"""Questions inside the office: noted, passed on, replied to, answered, closed, set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404
from django.shortcuts import redirect, render

from arpad.office.answer_question import Close, PassOn
from arpad.office.ask_question import AskQuestion
from arpad.office.questions import KINDS, OUTCOMES, PASSED_TO, STAGES
from arpad.office.roles import may
from arpad.office.wording import WORDS as OFFICE
from arpad.storage.deeds import questions as deeds
from arpad.storage.queries.inbox import matter
from arpad.storage.queries.questions import QuestionLine, question, questions, unconfirmed
from arpad.storage.queries.systems import federation_choices, rating_system
from arpad.web.access import page, person_of
from arpad.web.forms import choice_field, day_field, long_field, text_field, tick_field, whole_field
from arpad.web.outcomes import answered, origin
from arpad.web.question_forms import MOST_FILE, QuestionFields, without_hint
from arpad.web.small_deeds import SmallDeedForm, file_bytes, small_deed
from arpad.web.tables import Filter, TableColumn, TableOnPage
from arpad.web.views.lists import download
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.queries.paging import AskedRows, RowsOfTable
    from arpad.storage.queries.questions import QuestionPage

_COLUMNS = (
    TableColumn("number", number=True, order="number", falls_first=True),
    TableColumn("matter"),
    TableColumn("player", number=True, order="player", wide=True),
    TableColumn("federation", order="federation", wide=True),
    TableColumn("due", order="due"),
    TableColumn("stage"),
)
_MOST = 10**18


@page("question.read")
def questions_page(request: HttpRequest, person: Person, form: str = "") -> HttpResponse:
    """Show questions, the newest first."""
    filters = (
        Filter("stage", tuple((stage, OFFICE.say("question_stage", stage, {})) for stage in STAGES)),
        Filter("kind", tuple((kind, OFFICE.say("question_kind", kind, {})) for kind in KINDS)),
        Filter("federation", federation_choices(rating_system(), person, "question.read")),
        Filter("player", kind="text"),
    )
    listing = TableOnPage(request, _COLUMNS, "-number", filters, "questions")

    def query(asked: AskedRows) -> RowsOfTable[QuestionLine]:
        return questions(person, asked)

    if form == "csv":
        return listing.exported(query, _cells)
    context = {
        "listing": listing.fill(query),
        "unconfirmed": unconfirmed(person),
        "may_answer": bool(_may_somewhere(person, "question.answer")),
    }
    return render(request, "office/questions.html", context)


def _may_somewhere(person: Person, deed: str) -> bool:
    return any(may(person, deed, grant.federation) for grant in person.grants)


def _cells(line: QuestionLine) -> dict[str, Any]:
    row = line.row
    return {
        "number": row.number,
        "kind": row.kind,
        "player": row.player,
        "event": row.event,
        "list": row.list_date,
        "federation": row.federation,
        "stage": row.stage,
        "due": row.due,
        "outcome": row.outcome,
    }


@page("question.read")
def question_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Show a question: what is asked, what was said and done, and what can be done now."""
    shown = _shown(person, number)
    context = {"shown": shown, "row": shown.row, "matter": matter(person, "question", number)}
    return render(request, "office/question.html", context)


def _shown(person: Person, number: int) -> QuestionPage:
    shown = question(person, number)
    if shown is None:
        raise Http404
    return shown


@page("question.read")
def question_file(request: HttpRequest, person: Person, number: int, digest: str) -> HttpResponse:  # noqa: ARG001 - the address says it all
    """Hand over what is attached to a question."""
    row = _shown(person, number).row
    if digest == row.explanation and digest:
        return download(f"question-{number}-explanation.html", digest)
    if digest == row.evidence and digest:
        return download(f"question-{number}-evidence.bin", digest)
    raise Http404


class NoteQuestionForm(QuestionFields, SmallDeedForm):
    """A question that came by letter or telephone, or that the office asks of FIDE."""

    KINDS = KINDS
    evidence = forms.FileField(required=False)

    def __init__(self, request: HttpRequest, deed: str, **more: Any) -> None:  # noqa: ANN401 - as Django's
        super().__init__(request, deed, **more)
        self.offer_kinds()


@page("question.answer", "question.answer")
def note_question_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - asked for once more
    """Note a question that came by another way."""
    form = NoteQuestionForm(request, "question.answer", initial=request.GET.dict())

    def deed() -> deeds.QuestionAsked:
        evidence = file_bytes(form.cleaned_data["evidence"], MOST_FILE)
        return deeds.ask_question(person_of(request), form.question(AskQuestion), origin(request), evidence)

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "question", outcome.number)
    return small_deed(request, form, "question.ask", [("questions", ())])


class PassOnForm(SmallDeedForm):
    """To whom a question is passed on, and until when an answer is asked for."""

    receiver = choice_field((to, OFFICE.say("receiver", to, {})) for to in PASSED_TO)
    until = day_field()
    full_name = text_field(required=False)
    email = forms.EmailField(max_length=254, required=False)
    arbiter = whole_field(min_value=1, max_value=_MOST, required=False)
    evidence = forms.FileField(required=False)


@page("question.pass_on", "question.pass_on")
def pass_on_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Pass a question on to the arbiter, or to FIDE."""

    def deed(form: PassOnForm) -> DeedOutcome:
        given = form.cleaned_data
        asked = PassOn(given["receiver"], given["until"], given["arbiter"])
        evidence = file_bytes(given["evidence"], MOST_FILE)
        return deeds.pass_on(
            person_of(request), number, asked, given["full_name"], given["email"], evidence, origin(request)
        )  # fmt: skip

    form = PassOnForm(request, "question.pass_on", places={"to": "receiver"})
    return _about_question(request, person, number, form, deed)


class WordsForm(SmallDeedForm):
    """What is said."""

    words = long_field(max_length=4000)

    def _words(self) -> None:
        """Give fields their names; what is said needs no hint."""
        super()._words()
        without_hint(self, "words")


@page("question.reply", "question.reply")
def reply_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Keep the reply of whoever a question was passed on to."""

    def deed(form: WordsForm) -> DeedOutcome:
        return deeds.keep_reply(person_of(request), number, form.cleaned_data["words"], origin(request))

    return _about_question(request, person, number, WordsForm(request, "question.reply"), deed)


class AnswerForm(WordsForm):
    """What is answered, and whether the explanation of the line goes with it."""

    explained = tick_field()


@page("question.answer", "question.answer")
def answer_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Answer a question; the letter goes out by the outbox."""

    def deed(form: AnswerForm) -> DeedOutcome:
        given = form.cleaned_data
        return deeds.answer(
            person_of(request), number, given["words"], explained=bool(given.get("explained")), origin=origin(request)
        )

    form = AnswerForm(request, "question.answer")
    if not _shown(person, number).is_explainable:
        del form.fields["explained"]
    return _about_question(request, person, number, form, deed)


class CloseQuestionForm(SmallDeedForm):
    """What became of a question."""

    outcome = choice_field((outcome, OFFICE.say("question_outcome", outcome, {})) for outcome in OUTCOMES)
    correction = whole_field(min_value=1, max_value=_MOST, required=False)


@page("question.close", "question.close")
def close_page(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Close a question with its outcome."""

    def deed(form: CloseQuestionForm) -> DeedOutcome:
        given = form.cleaned_data
        asked = Close(given["outcome"], given["correction"])
        return deeds.close(person_of(request), number, asked, origin(request))

    return _about_question(request, person, number, CloseQuestionForm(request, "question.close"), deed)


def _about_question(
    request: HttpRequest, person: Person, number: int, form: Any, deed: Callable[[Any], DeedOutcome]  # noqa: ANN401 - each its own
) -> HttpResponse:  # fmt: skip
    shown = _shown(person, number)
    outcome = form.done(lambda: deed(form))
    if outcome is not None:
        return answered(request, outcome, "question", number)
    history = [entry for entry in shown.entries if entry.words]
    return small_deed(request, form, form.deed.code, [("questions", ()), ("question", (number,))], history=history)


class SetAsideForm(SmallDeedForm):
    """Which questions are set aside, and why."""

    HAS_REASON = True
    numbers = text_field(max_length=4000, widget=forms.HiddenInput)


@page("question.set_aside", "question.set_aside")
def set_aside_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Set several questions aside with one reason; which ones was ticked in the table."""
    given = request.POST.get("numbers", "").split(",") if request.method == "POST" else request.GET.getlist("question")
    numbers = [int(number) for number in given if number.isascii() and number.isdigit() and len(number) < 18]  # noqa: PLR2004 - 63 bits
    if not numbers:
        return redirect("questions")
    rows = [_shown(person, number).row for number in numbers[:500]]
    form = SetAsideForm(request, "question.set_aside", initial={"numbers": ",".join(map(str, numbers))})

    def deed() -> DeedOutcome:
        return deeds.set_aside(person_of(request), [row.number for row in rows], form.why, origin(request))

    outcome = form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "questions")
    facts = [(says("column", "number"), ", ".join(str(row.number) for row in rows))]
    return small_deed(request, form, "question.set_aside", [("questions", ())], facts=facts)
