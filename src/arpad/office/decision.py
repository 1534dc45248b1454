"""A decision of the office as a value, and the rules by which one comes about: right, proof, reason, second person.

Whoever wants something done gets a `Decision`, which is carried out and goes into the log; or, where somebody else has
to confirm it, a `Waiting`; or a refusal with everything that speaks against it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.problems import Problem, RefusedError
from arpad.office.canonical import fingerprint
from arpad.office.roles import DEEDS, confirming_refusal, refusal
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from arpad.office.person import Person
    from arpad.office.roles import Deed

REQUIRED, ALONE = SECOND_PERSON = ("required", "alone")
"""What the setting `second_person` may say."""
AUTHORITY, UNDER_FIDE = OFFICES = ("authority", "under_fide")
"""What an office is for: it makes lists of its own; or it accepts events of a federation and sends them on to FIDE."""
FRESH = timedelta(minutes=15)
"""For so long a proof of who somebody is counts as fresh."""
ENOUGH = 2
"""So many people have to hold a right before a second one can be asked for."""
MOST_REASON = 2000
"""A reason has at most so many signs."""
_LEAST_NAME, _LEAST_DATE = 3, 8
"""A part of a name that is looked for has at least so many letters, a birth date so many signs."""
PLAYER, ACCOUNT, INVITATION, REPORT, REQUEST, QUESTION, LETTER, NOTE = (
    "player", "account", "invitation", "report", "request", "question", "letter", "note",
)  # fmt: skip
"""Whose a sealed value is: a player's of the book, that of somebody who has an account, or who was invited; of players
without a number, that of somebody in the report of an event, or for whom a number was asked; of somebody who asked a
question; the words of a letter or of a note."""


class PersonalValue(NamedTuple):
    """A personal value that belongs to a decision and stands beside the log: whose it is, by number, and the value."""

    person: int
    value: Any
    of: str = PLAYER


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided: its code and facts, by whom and why; it is carried out and logged in one transaction."""

    code: str
    facts: Mapping[str, Any]
    """Numbers, codes, hashes and days; never a name, a birth date or an address."""
    by: int
    reason: str = ""
    cites: tuple[str, ...] = ()
    """Articles and readings by which it was decided."""
    second: int | None = None
    """Who confirmed it."""
    by_one_person: bool = False
    """True where it would have needed a second person, and there is none."""
    sealed: Mapping[str, PersonalValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What somebody asked for and somebody else has to confirm."""

    code: str
    facts: Mapping[str, Any]
    by: int
    reason: str
    fingerprint: str
    """Of everything that is confirmed: where it is another by then, something has changed since."""
    cites: tuple[str, ...] = ()
    sealed: Mapping[str, PersonalValue] = field(default_factory=dict)
    federation: str = ""


@dataclass(frozen=True, slots=True)
class OfficeState:
    """What the office says of second persons: its setting, and how many people could do or confirm the deed."""

    second_person: str = REQUIRED
    holders: int = 1
    """How many people hold the right to do the deed or to confirm it, whoever asks among them."""
    serves: str = AUTHORITY
    """What the office is for: an authority, or a federation under FIDE."""

    @property
    def asks_for_second(self) -> bool:
        """True where somebody else has to confirm."""
        return self.second_person == REQUIRED and self.holders >= ENOUGH


@dataclass(frozen=True, slots=True)
class Circumstances:
    """In which circumstances something is asked: the office, the moment, and what is confirmed, where that is so."""

    office: OfficeState
    now: datetime
    confirms: Waiting | None = None
    """What waits, where the person who acts confirms it."""
    asker: Person | None = None
    """Who asked for what is confirmed, with the rights held now."""
    names: tuple[str, ...] = ()
    """What the people are called whom it is about: their names stand in no reason."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a deed is about: facts, articles, personal values, the federation, and what speaks against it."""

    facts: Mapping[str, Any]
    later: Mapping[str, Any] = field(default_factory=dict)
    """Facts that are only known when it is carried out, such as the day: who confirms it need not have seen them."""
    cites: tuple[str, ...] = ()
    sealed: Mapping[str, PersonalValue] = field(default_factory=dict)
    federation: str = ""
    problems: Sequence[Problem] = ()


def content_fingerprint(code: str, content: Content, reason: str) -> str:
    """Give the fingerprint of what is asked for: deed, facts, reason, articles and personal values.

    It is made from personal values, so it never stands in the log.
    """
    sealed = {name: value.value for name, value in content.sealed.items()}
    return fingerprint(
        {"code": code, "facts": content.facts, "reason": reason, "cites": content.cites, "sealed": sealed}
    )


def decide(
    person: Person, code: str, content: Content, reason: str, circumstances: Circumstances
) -> Decision | Waiting:
    """Give the decision, or what waits for a second person; refused with everything that speaks against it at once."""
    deed, confirms = DEEDS[code], circumstances.confirms
    if confirms is not None:
        return _confirmed(person, deed, content, circumstances, confirms)
    reason = reason.strip()
    problems = _of_rights(refusal(person, code, content.federation), content)
    is_alone = deed.needs_second and (person.is_machine or not circumstances.office.asks_for_second)
    problems += reason_problems(reason, code, is_needed=deed.needs_reason or is_alone, is_alone=is_alone)
    problems += personal_problems(reason, code, (*circumstances.names, *_sealed_texts(content)))
    if deed.needs_fresh_proof or is_alone:
        problems += proof_problems(person, code, circumstances.now)
    if problems:
        raise RefusedError(problems)
    if deed.needs_second and not is_alone:
        mark = content_fingerprint(code, content, reason)
        return Waiting(
            code, content.facts, person.record, reason, mark, content.cites, content.sealed, content.federation
        )  # fmt: skip
    facts = {**content.facts, **content.later}
    return Decision(code, facts, person.record, reason, content.cites, by_one_person=is_alone, sealed=content.sealed)


def decided(  # noqa: PLR0913, PLR0917 - what every decision needs
    person: Person,
    deed: str,
    facts: Mapping[str, Any],
    reason: str,
    office: OfficeState,
    confirms: Waiting | None,
    now: datetime,
) -> Decision | Waiting:
    """Give the decision about a deed of which only rights, proof, reason and second person are to be looked at."""
    return decide(person, deed, Content(facts), reason, Circumstances(office, now, confirms))


def decide_at_once(person: Person, code: str, content: Content, reason: str, circumstances: Circumstances) -> Decision:
    """Give the decision about a deed for which nobody ever asks a second person."""
    decision = decide(person, code, content, reason, circumstances)
    if not isinstance(decision, Decision):
        raise TypeError(code, "needs a second person")
    return decision


def _confirmed(
    person: Person, deed: Deed, content: Content, circumstances: Circumstances, confirms: Waiting
) -> Decision:
    """Give what was asked for as decided, the person being the second one."""
    problems = _of_rights(confirming_refusal(person, deed.code, content.federation), content)
    if person.record == confirms.by:
        problems.append(Problem.of(WORDS, "own_deed", deed.code))
    asker = circumstances.asker
    if asker is not None and refusal(asker, deed.code, content.federation) is not None:
        problems.append(Problem.of(WORDS, "asker_lost_right", deed.code, by=confirms.by))
    if confirms.code != deed.code or content_fingerprint(deed.code, content, confirms.reason) != confirms.fingerprint:
        problems.append(Problem.of(WORDS, "changed_since_asked", deed.code))
    problems += proof_problems(person, deed.code, circumstances.now)
    if problems:
        raise RefusedError(problems)
    facts = {**content.facts, **content.later}
    return Decision(deed.code, facts, confirms.by, confirms.reason, content.cites, person.record, sealed=content.sealed)


def declined(person: Person, waiting: Waiting, number: int, reason: str) -> Decision:
    """Give the decision that declines what waits under a number; whoever asked for it takes it back in the same way."""
    is_own = person.record == waiting.by and person.record != 0
    refused = None if is_own else confirming_refusal(person, waiting.code, waiting.federation)
    content = Content({"asked": number, "deed": waiting.code, "asked_by": waiting.by, "is_own": is_own})
    problems = _of_rights(refused, content) + reason_problems(reason.strip(), "deed.decline", is_needed=True)
    if problems:
        raise RefusedError(problems)
    return Decision("deed.decline", content.facts, person.record, reason.strip())


def _of_rights(refused: Problem | None, content: Content) -> list[Problem]:
    """Give what speaks against a deed: who has no right to it learns nothing else about it."""
    if refused is not None:
        raise RefusedError([refused])
    return list(content.problems)


def reason_problems(reason: str, where: str, *, is_needed: bool, is_alone: bool = False) -> list[Problem]:
    """Give what is wrong with a reason: missing where one is needed, too long, or with signs that nobody can read."""
    problems = []
    if is_needed and not reason:
        problems.append(Problem.of(WORDS, "no_reason", where, is_alone=is_alone))
    if len(reason) > MOST_REASON:
        problems.append(Problem.of(WORDS, "long_reason", where, signs=len(reason), most=MOST_REASON))
    return problems + unreadable_problems(reason, where)


def _sealed_texts(content: Content) -> Iterator[str]:
    return (value.value for value in content.sealed.values() if isinstance(value.value, str))


def personal_problems(reason: str, where: str, texts: Iterable[str]) -> list[Problem]:
    """Say where a reason names somebody whom it is about, or repeats what is sealed: it stays in the log for good.

    >>> [problem.code for problem in personal_problems("Ms NAGY wrote.", "result.correct", ["Nagy, Anna"])]
    ['person_in_reason']
    >>> personal_problems("a new passport", "player.correct", ["New, Name", "F"])
    []
    """
    words = set(re.findall(r"\w+", reason))
    named = [text for text in dict.fromkeys(texts) if _is_in(text, reason, words)]
    return [Problem.of(WORDS, "person_in_reason", where, names=named)] if named else []


def _is_in(text: str, reason: str, words: set[str]) -> bool:
    """Tell whether a family name stands in a reason as a name, small letters apart from great ones; or a birth date."""
    family = text.partition(",")[0]
    if any(sign.isdigit() for sign in text):
        return len(text) >= _LEAST_DATE and text in reason
    parts = [part for part in re.findall(r"\w+", family) if len(part) >= _LEAST_NAME]
    return bool(parts) and all(words & {part, part.upper()} for part in parts)


def unreadable_problems(text: str, where: str) -> list[Problem]:
    """Name the signs of a text that nobody can read."""
    odd = sorted({f"U+{ord(sign):04X}" for sign in text if _is_unreadable(sign)})
    return [Problem.of(WORDS, "unreadable_reason", where, signs=odd)] if odd else []


def _is_unreadable(sign: str) -> bool:
    """Tell whether a sign is a control sign, or half of one, that neither people nor databases can read."""
    return sign not in "\n\r\t" and unicodedata.category(sign) in {"Cc", "Cs"}


def proof_problems(person: Person, where: str, now: datetime) -> list[Problem]:
    """Give what is wrong with the proof of who a person is; whoever holds the folder of the office needs none."""
    if person.is_machine:
        return []
    if person.proved_at is None or not timedelta(0) <= now - person.proved_at <= FRESH:
        return [Problem.of(WORDS, "no_fresh_proof", where, minutes=FRESH.seconds // 60)]
    return []
