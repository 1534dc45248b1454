"""Questions, letters and what is in hand as they follow from the log, compared with what the database has of them.

Whether a mail has gone out stands in no log: of the outbox only is known which letters have to be in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.storage.letters import LETTERS
from arpad.storage.models import AskedQuestion, DutyCalendar, InHand, Note, OfficeLetter, OutboxMail, StandIn
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arpad.office.log import LogRecord

Rows = dict[Any, dict[str, Any]]
_QUESTION = (
    "kind", "stage", "federation", "player", "chess", "list_date", "event", "round", "is_from_outside", "asked_entry",
    "due", "passed_until", "arbiter", "explanation", "evidence", "correction", "outcome",
)  # fmt: skip
_STAND_IN = ("account", "stand_in", "first_day", "last_day", "ended_by")
_LETTER = ("year", "running", "reference", "kind", "of", "about", "federation", "entry", "document", "is_mailed")


@dataclass(slots=True)
class DerivedCorrespondence:
    """What the office was asked, wrote and has in hand, as the log tells it."""

    questions: Rows = field(default_factory=dict)
    letters: Rows = field(default_factory=dict)
    in_hand: Rows = field(default_factory=dict)
    notes: Rows = field(default_factory=dict)
    stand_ins: Rows = field(default_factory=dict)
    digests: Rows = field(default_factory=dict)

    def change(self, record: LogRecord) -> None:
        """Go on by an entry."""
        facts = record.facts
        for letter in facts.get(LETTERS, ()):
            named = {**letter, "entry": record.number, "is_mailed": letter["mailed"]}
            self.letters[letter["letter"]] = {name: named[name] for name in _LETTER}
        if record.code.startswith("question."):
            self._question(record.code, facts, record.number)
        match record.code:
            case "inbox.assign":
                self._held(facts)["assignee"] = facts["account"]
            case "inbox.wait":
                self._held(facts)["waiting_for"] = facts["waiting_for"]
            case "inbox.note":
                self.notes[facts["note"]] = {"of": facts["of"], "about": facts["number"], "by": record.by}
            case "stand_in.name":
                days = {name: date.fromisoformat(facts[name]) for name in ("first_day", "last_day")}
                who_for = {"account": facts["account"], "stand_in": facts["stand_in"]}
                self.stand_ins[facts["number"]] = {**who_for, **days, "ended_by": None}
            case "stand_in.end":
                self.stand_ins[facts["number"]]["ended_by"] = record.by
            case "own.digest":
                self.digests[facts["account"]] = {"has_digest": facts["wanted"]}

    def _held(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        return self.in_hand.setdefault((facts["of"], facts["number"]), {"assignee": None, "waiting_for": ""})

    def _question(self, code: str, facts: Mapping[str, Any], entry: int) -> None:
        if code == "question.set_aside":
            for number in facts["questions"]:
                self.questions[number]["stage"] = facts["next"]
            return
        if code == "question.ask":
            self.questions[facts["question"]] = _asked(facts, entry)
            return
        changed: dict[str, Any] = {"stage": facts["next"]}
        match code:
            case "question.confirm_address":
                changed["due"] = _day(facts["due"])
            case "question.pass_on":
                changed |= {"passed_until": _day(facts["until"])}
                changed |= {name: facts[name] for name in ("arbiter", "evidence")}
            case "question.reply":
                changed["passed_until"] = None
            case "question.answer":
                changed["explanation"] = facts["explanation"]
            case "question.close":
                changed |= {name: facts[name] for name in ("outcome", "correction")}
        self.questions[facts["question"]] |= changed


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _asked(facts: Mapping[str, Any], entry: int) -> dict[str, Any]:
    values = {
        **facts, "stage": facts["next"], "list_date": _day(facts["list"]), "due": _day(facts["due"]),
        "is_from_outside": facts["from_outside"], "asked_entry": entry, "passed_until": None, "arbiter": None,
        "explanation": "", "correction": None, "outcome": "",
    }  # fmt: skip
    return {name: values[name] for name in _QUESTION}


def derived_correspondence(records: Iterable[LogRecord]) -> DerivedCorrespondence:
    """Derive questions, letters and what is in hand from the log."""
    derived = DerivedCorrespondence()
    for record in records:
        derived.change(record)
    return derived


def correspondence_problems(derived: DerivedCorrespondence) -> Iterator[Problem]:
    """Name everything in which questions, letters and what is in hand are not what the log tells."""
    yield from _compared("question", derived.questions, _rows(AskedQuestion, "number", _QUESTION))
    yield from _compared("letter", derived.letters, _rows(OfficeLetter, "number", _LETTER))
    yield from _compared("note", derived.notes, _rows(Note, "number", ("of", "about", "by")))
    held = {
        (row["of"], row["about"]): {"assignee": row["assignee"], "waiting_for": row["waiting_for"]}
        for row in InHand.objects.values("of", "about", "assignee", "waiting_for")
    }
    yield from _compared("in_hand", derived.in_hand, held)
    yield from _compared("stand_in", derived.stand_ins, _rows(StandIn, "number", _STAND_IN))
    digests = {key: row for key, row in _rows(DutyCalendar, "account", ("has_digest",)).items() if row["has_digest"]}
    wanted = {key: row for key, row in derived.digests.items() if row["has_digest"]}
    yield from _compared("digest", wanted, digests)
    mailed = set(OutboxMail.objects.filter(letter__isnull=False).values_list("letter", flat=True))
    for number, letter in sorted(derived.letters.items()):
        if letter["is_mailed"] and number not in mailed:
            yield Problem.of(WORDS, "mail_gone", str(number), reference=letter["reference"])


def _rows(model: Any, key: str, names: Iterable[str]) -> Rows:  # noqa: ANN401 - a model
    return {row.pop(key): row for row in model.objects.values(key, *names)}


def _compared(what: str, logged: Rows, kept: Rows) -> Iterator[Problem]:
    for key in sorted({*logged, *kept}):
        number = key[1] if isinstance(key, tuple) else key
        if key not in kept or key not in logged:
            yield Problem.of(
                WORDS, "correspondence_gone" if key not in kept else "correspondence_not_logged", str(number),
                what=what, number=number,
            )  # fmt: skip
            continue
        odd = sorted(name for name, value in logged[key].items() if kept[key][name] != value)
        if odd:
            yield Problem.of(WORDS, "correspondence_differs", str(number), what=what, number=number, fields=odd)
