"""Attach a document to an event: the word of the chief arbiter, a letter, the games; its bytes are kept by hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.take_in_report import SHA256
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.event_case import EventCase
    from arpad.office.person import Person

ARBITERS_WORD, LETTER, GAMES, PROOF, OTHER = KINDS = ("arbiters_word", "letter", "games", "proof", "other")
"""What a document can be."""
MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class AttachDocument:
    """Which bytes, what they are, and why they are attached."""

    sha256: str
    size: int
    kind: str
    reason: str = ""


def attach_document(
    person: Person, asked: AttachDocument, case: EventCase, attached: frozenset[str], circumstances: Circumstances
) -> Decision | Waiting:
    """Decide whether a document is attached; `attached` are those of the event that are there already."""
    where, problems = str(case.event), []
    if asked.kind not in KINDS:
        problems.append(Problem.of(WORDS, "unknown_document", where, document=asked.kind[:40], known=list(KINDS)))
    if not SHA256.fullmatch(asked.sha256):
        problems.append(Problem.of(WORDS, "no_fingerprint", where))
    elif not 0 < asked.size <= MOST_BYTES:
        problems.append(Problem.of(WORDS, "document_size", where, size=asked.size, most=MOST_BYTES))
    elif asked.sha256 in attached:
        problems.append(Problem.of(WORDS, "attached_already", where, event=case.event))
    facts = {"event": case.event, "part": case.part, "sha256": asked.sha256, "size": asked.size, "kind": asked.kind}
    content = Content(facts, federation=case.federation, problems=problems)
    return decide(person, "document.attach", content, asked.reason, circumstances)
