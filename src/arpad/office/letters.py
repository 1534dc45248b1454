"""Letters of the office: their kinds, what may stand in each, their reference numbers, and how one is filled in.

A template is text with places such as `{event_name}`. What is put into a place is never looked at for places again, so
that nothing that comes from outside can ask for anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide_at_once
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.office.decision import Circumstances, Decision
    from arpad.office.person import Person

COMMON = ("reference", "day", "office", "name")
"""What every letter knows: its reference number, its day, the title of the office, and whom it is to."""
_EVENT = ("event", "event_name")
_QUESTION = ("question", "asked_on", "player", "matter")
LETTERS: dict[str, tuple[str, ...]] = {
    "registration_refused": (*_EVENT, "reasons", "body"),
    "approval_asked": (*_EVENT, "matter", "body"),
    "report_reminder": (*_EVENT, "until"),
    "report_returned": (*_EVENT, "reasons", "until"),
    "report_refused": (*_EVENT, "reasons", "appeal"),
    "appeal_decided": (*_EVENT, "outcome", "body", "decided_on"),
    "question_received": (*_QUESTION, "term"),
    "question_passed_on": (*_QUESTION, "words", "until"),
    "question_answered": (*_QUESTION, "answer"),
    "certificate": ("player", "on_day"),
}
"""By kind of letter, what else may stand in it."""
MOST_SUBJECT, MOST_BODY = 200, 8000
OF_QUESTION, OF_EVENT, OF_REGISTRATION, OF_PLAYER, OF_DEED, OF_LETTER = MATTERS = (
    "question", "event", "registration", "player", "deed", "letter",
)  # fmt: skip
"""What a letter, a note or a duty can be about: an event by its number in the book, or by that of its registration."""
_PLACE = re.compile(r"\{(\w*)\}")
_PREFIX = re.compile(r"[A-Z0-9][A-Z0-9/.-]{0,19}")


class LetterTemplate(NamedTuple):
    """How a kind of letter is written: its subject and its body."""

    subject: str
    body: str


class WrittenLetter(NamedTuple):
    """A letter as it was written: to whom, to which address, subject and body."""

    to: str
    address: str
    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class LetterDraft:
    """A letter that goes with a deed, before it has its number."""

    kind: str
    of: str
    about: int
    facts: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    address: str = ""
    """Where it is mailed to; empty where it is printed and handed over."""
    federation: str = ""
    document: str = ""
    """The hash of what is attached."""


def usual_template(kind: str) -> LetterTemplate:
    """Give a kind of letter as it is written where the office has not changed it."""
    words = WORDS.sections()
    return LetterTemplate(words["letter_subject"][kind], words["letter_body"][kind])


def filled(text: str, facts: Mapping[str, str]) -> str:
    """Put facts into their places; a place of which nothing is known stays empty.

    >>> filled("Dear {name}, about {event_name}:", {"name": "{office}"})
    'Dear {office}, about :'
    """
    return _PLACE.sub(lambda place: facts.get(place[1], ""), text)


def written(draft: LetterDraft, template: LetterTemplate, reference: str, day: str, office: str) -> WrittenLetter:
    """Write a letter out."""
    facts = {**draft.facts, "reference": reference, "day": day, "office": office}
    facts["name"] = draft.name or WORDS.say("event_letter", "no_name", {})
    subject = " ".join(filled(template.subject, facts).split())[:MOST_SUBJECT]
    return WrittenLetter(draft.name, draft.address, subject, filled(template.body, facts).strip() + "\n")


def reference_of(prefix: str, year: int, running: int) -> str:
    """Give the reference number of a letter.

    >>> reference_of("HUN", 2026, 17), reference_of("", 2026, 1)
    ('HUN-2026-17', '2026-1')
    """
    return "-".join(part for part in (prefix, str(year), str(running)) if part)


def is_prefix(text: str) -> bool:
    """Tell whether something can stand before reference numbers.

    >>> is_prefix("HUN"), is_prefix(""), is_prefix("a b")
    (True, True, False)
    """
    return not text or _PREFIX.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class EditTemplate:
    """How a kind of letter shall be written from now on, and why."""

    kind: str
    subject: str
    body: str
    reason: str = ""


def edit_template(person: Person, asked: EditTemplate, circumstances: Circumstances) -> Decision:
    """Decide whether a kind of letter is written otherwise from now on."""
    problems = []
    if asked.kind not in LETTERS:
        problems.append(Problem.of(WORDS, "unknown_letter", "kind", kind=asked.kind[:40], known=list(LETTERS)))
    known = (*COMMON, *LETTERS.get(asked.kind, ()))
    for where, text, most in (("subject", asked.subject, MOST_SUBJECT), ("body", asked.body, MOST_BODY)):
        if not 0 < len(text.strip()) <= most:
            problems.append(Problem.of(WORDS, "letter_length", where, most=most))
        odd = sorted({place for place in _PLACE.findall(text) if place not in known})
        if odd and asked.kind in LETTERS:
            problems.append(Problem.of(WORDS, "unknown_places", where, names=odd, known=list(known)))
    facts = {"kind": asked.kind, "subject": asked.subject.strip(), "body": asked.body.strip()}
    return decide_at_once(person, "letter.edit", Content(facts, problems=problems), asked.reason, circumstances)


def send_again(person: Person, mail: int, state: str, reason: str, circumstances: Circumstances) -> Decision:
    """Decide whether a mail that failed is sent once more."""
    problems = [] if state == "failed" else [Problem.of(WORDS, "mail_not_failed", str(mail), mail=mail)]
    return decide_at_once(
        person, "outbox.send_again", Content({"mail": mail}, problems=problems), reason, circumstances
    )
