"""Questions as they stand, with what was said about each; only of federations that the person may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.duties import PASSED_ON, QUESTION, OfficeDuty
from arpad.office.questions import OPEN, UNCONFIRMED, WITH_ARBITER, WITH_FIDE, deeds_at
from arpad.office.roles import federations_seen, may
from arpad.storage.deeds.lists import office_day
from arpad.storage.models import AskedQuestion, LogEntry, OfficeLetter, SealedValue
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged
from arpad.storage.queries.people import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from arpad.office.person import Person

_ORDERS = {
    "number": ("number",),
    "due": ("due", "number"),
    "player": ("player", "number"),
    "federation": ("federation", "number"),
}
_SAYING = ("question.ask", "question.reply", "question.answer")
"""The deeds beside which words are sealed."""
_WAITED_FOR = {WITH_ARBITER: "arbiter", WITH_FIDE: "fide"}


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """A question in a table."""

    row: AskedQuestion
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class QuestionEntry:
    """Something that was done with a question: when, by whom, in which words; these may have been erased."""

    number: int
    code: str
    at: datetime
    by: str
    reason: str
    words: str | None


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """Everything about a question, to whoever may read it."""

    row: AskedQuestion
    name: str
    email: str
    entries: Sequence[QuestionEntry]
    letters: Sequence[OfficeLetter]
    deeds: Sequence[str]
    """What the person can do with it now."""
    is_explainable: bool


def _seen(person: Person) -> QuerySet[AskedQuestion]:
    seen = federations_seen(person, "question.read")
    rows = AskedQuestion.objects.all()
    return rows if seen is None else rows.filter(federation__in=seen)


def questions(person: Person, asked: AskedRows) -> RowsOfTable[QuestionLine]:
    """Give questions, the newest first."""
    rows = _seen(person)
    for name in ("kind", "stage", "federation"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    if (number := asked.whole_number("player")) is not None:
        rows = rows.filter(player=number)
    today = office_day()

    def line(row: AskedQuestion) -> QuestionLine:
        is_open = row.stage in {OPEN, WITH_ARBITER, WITH_FIDE}
        return QuestionLine(row, is_open and row.due is not None and row.due < today)

    return paged(rows, asked.ordered("-number"), _ORDERS, line)


def question(person: Person, number: int) -> QuestionPage | None:
    """Give a question, if the person may read it."""
    row = _seen(person).filter(number=number).first()
    if row is None:
        return None
    entries = _entries(row)
    asker = _sealed([row.asked_entry]).get(row.asked_entry, {})
    deeds = [deed for deed in deeds_at(row.stage) if deed != "question.confirm_address"]
    return QuestionPage(
        row,
        asker.get("name", ""),
        asker.get("email", ""),
        entries,
        list(OfficeLetter.objects.filter(of="question", about=number).order_by("number")),
        [deed for deed in deeds if may(person, deed, row.federation)],
        bool(row.chess and row.list_date),
    )


def _entries(row: AskedQuestion) -> list[QuestionEntry]:
    rows = list(LogEntry.objects.filter(code__startswith="question.", facts__question=row.number).order_by("number"))
    if row.stage == "set_aside":
        aside = LogEntry.objects.filter(code="question.set_aside").order_by("-number")
        rows += [entry for entry in aside if row.number in entry.facts["questions"]][:1]
    sealed = _sealed([entry.number for entry in rows if entry.code in _SAYING])
    names = names_of(entry.by for entry in rows)
    return [
        QuestionEntry(
            entry.number, entry.code, entry.at, names.get(entry.by, ""), entry.reason,
            sealed.get(entry.number, {}).get("words") if entry.code in _SAYING else "",
        )
        for entry in rows
    ]  # fmt: skip


def _sealed(entries: Sequence[int]) -> dict[int, dict[str, str]]:
    values: dict[int, dict[str, str]] = {}
    for value in SealedValue.objects.filter(entry_number__in=entries, erased_at__isnull=True):
        values.setdefault(value.entry_number, {})[value.name] = str(value.value)
    return values


def question_duties(person: Person) -> Iterator[OfficeDuty]:
    """Give the questions that are open, as duties: of the office, or of whoever they were passed on to."""
    for row in _seen(person).filter(stage__in=(OPEN, WITH_ARBITER, WITH_FIDE)).order_by("due", "number"):
        is_passed = row.stage != OPEN
        yield OfficeDuty(
            PASSED_ON if is_passed else QUESTION,
            "question",
            row.number,
            row.federation,
            row.passed_until if is_passed else row.due,
            row.asked_at,
            _WAITED_FOR.get(row.stage, ""),
        )


def unconfirmed(person: Person) -> int:
    """Count the questions whose address nobody has confirmed."""
    return _seen(person).filter(stage=UNCONFIRMED).count()
