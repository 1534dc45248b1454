"""The log of an office: every decision in order, each bound to all before it by a hash.

A record is hashed as SHA-256 over three parts with a line break after the first and the second: the mark
`arpad office log 1`, the hash of the record before (64 zeros before the first), and the record in
[canonical JSON](canonical.py) with the names `number at code facts by second by_one_person reason cites request
system_user sealed`. People stand in it by number. A personal value stands beside the log; the record keeps only a
commitment to it, HMAC-SHA256 over its canonical JSON with a key of its own. When key and value are thrown away, nobody
can tell what it was, and the chain still verifies.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.problems import Problem
from arpad.model.wording import LANGUAGE
from arpad.office.canonical import canonical
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

MARK = b"arpad office log 1"
BEGINNING = "0" * 64
"""What stands for the hash of the record before the first."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
"""A moment as `canonical.py` writes it."""
KEY_LENGTH = 32
"""The bytes of a key under which a personal value is sealed."""


class Head(NamedTuple):
    """How far the log had come: the number of its newest record, and that record's hash."""

    number: int
    hash: str


NO_HEAD = Head(0, BEGINNING)
"""The head of a log without records."""


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One record of the log."""

    number: int
    """Its place, from 1 on, without gaps."""
    at: datetime
    """When it was written, in UTC."""
    code: str
    facts: Mapping[str, Any] = field(hash=False)
    by: int
    """Who decided it, by record number; 0 for whoever held the folder of the office."""
    second: int | None = None
    by_one_person: bool = False
    reason: str = ""
    cites: tuple[str, ...] = ()
    request: str = ""
    """The same for everything that one click changed."""
    system_user: str = ""
    """The user of the machine, where it was done on the command line."""
    sealed: Mapping[str, str] = field(default_factory=dict, hash=False)
    """By name, commitments to personal values."""
    previous: str = BEGINNING
    """The hash of the record before."""
    hash: str = ""

    @property
    def head(self) -> Head:
        """How far the log had come with this record."""
        return Head(self.number, self.hash)

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say what was done, in a language."""
        return log_sentence(self.code, self.facts, language)


_HASHED = (
    "number", "at", "code", "facts", "by", "second", "by_one_person", "reason", "cites", "request", "system_user",
    "sealed",
)  # fmt: skip


def hash_of(record: LogRecord) -> str:
    """Work out the hash of a record, as 64 hexadecimal digits; what it says of its own hash does not count."""
    body = canonical({name: getattr(record, name) for name in _HASHED})
    return hashlib.sha256(b"\n".join((MARK, record.previous.encode(), body))).hexdigest()


def commitment(key: bytes, value: Any) -> str:  # noqa: ANN401 - a fact
    """Give the commitment to a personal value under a key of its own, as 64 hexadecimal digits."""
    return hmac.new(key, canonical(value), hashlib.sha256).hexdigest()


_MAYBE: Mapping[str, Mapping[str, Any]] = {
    "book.import": {"taken_in": None, "reports": (), "events": ()},
}
"""By code, facts that a record need not have."""


def known_sentence(code: str, facts: Mapping[str, Any], language: str = LANGUAGE) -> str | None:
    """Say what a record is about; None of a code or facts that this version has no words for."""
    try:
        return WORDS.say("log", code, {**_MAYBE.get(code, {}), **_readable(facts)}, language)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError):
        return None


def log_sentence(code: str, facts: Mapping[str, Any], language: str = LANGUAGE) -> str:
    """Say what a record is about; of a code or facts that this version has no words for, the facts themselves."""
    sentence = known_sentence(code, facts, language)
    if sentence is not None:
        return sentence
    listed = ", ".join(f"{name}: {value}" for name, value in sorted(facts.items()))
    return f"{code} ({listed})" if listed else code


def _readable(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Give the facts with every moment to the minute, as people read it; the log keeps it to the microsecond."""
    return {
        name: f"{value[:10]} {value[11:16]} UTC" if isinstance(value, str) and _MOMENT.fullmatch(value) else value
        for name, value in facts.items()
    }


def chain_problems(records: Iterable[LogRecord], heads: Sequence[Head] = ()) -> list[Problem]:
    """Name every record that was edited, removed, put in or moved; none where the log is as it was written.

    The records come in the order in which they are kept. `heads` are heads of the log that were published: with them
    it is also found where the newest records were removed, or where all of the log was written anew.
    """
    known = {head.number: head.hash for head in heads}
    return [*_within(records, known), *_at_end(known)]


def _within(records: Iterable[LogRecord], known: dict[int, str]) -> Iterable[Problem]:
    """Go through the log record by record; what is known of a record that was seen leaves `known`."""
    before, seen = NO_HEAD, set[int]()
    for record in records:
        number = record.number
        if number in seen or number <= before.number:
            yield Problem.of(
                WORDS, "chain_order", str(number), says="entry_twice" if number in seen else "entry_moved",
                number=number, after=before.number,
            )  # fmt: skip
            seen.add(number)
            continue
        seen.add(number)
        if number > before.number + 1:
            missing = [before.number + 1] if number == before.number + 2 else [before.number + 1, number - 1]
            yield Problem.of(WORDS, "entries_removed", str(number), numbers=missing, count=number - before.number - 1)
        worked_out = hash_of(record)
        if worked_out != record.hash:
            yield Problem.of(WORDS, "entry_edited", str(number), number=number, at=record.at)
        if number == before.number + 1 and record.previous != before.hash:
            yield Problem.of(WORDS, "chain_broken", str(number), number=number, before=before.number)
        published = known.pop(number, None)
        if published is not None and published not in {record.hash} & {worked_out}:
            yield Problem.of(WORDS, "other_than_published", str(number), number=number, hash=published)
        before = Head(number, record.hash)


def _at_end(known: Mapping[int, str]) -> Iterable[Problem]:
    for number, published in sorted(known.items()):
        if number or published != BEGINNING:
            yield Problem.of(WORDS, "published_head_missing", str(number), number=number, hash=published)


class Unsealed(NamedTuple):
    """A personal value as it stands beside the log; key and value are None once it was erased."""

    name: str
    key: bytes | None
    value: Any


def seal_problems(record: LogRecord, values: Iterable[Unsealed]) -> list[Problem]:
    """Name every personal value of a record that is missing, was changed, or belongs to no record; erased is right."""
    beside = {value.name: value for value in values}
    number = record.number
    problems = [
        Problem.of(WORDS, "seal_missing", str(number), number=number, name=name)
        for name in sorted(record.sealed.keys() - beside.keys())
    ]
    for name, value in sorted(beside.items()):
        known = record.sealed.get(name)
        if known is None:
            problems.append(Problem.of(WORDS, "seal_unknown", str(number), number=number, name=name))
        elif value.key is not None and not hmac.compare_digest(known, commitment(value.key, value.value)):
            problems.append(Problem.of(WORDS, "seal_broken", str(number), number=number, name=name))
    return problems
