"""Attach a document to an event: the word of the chief arbiter, a letter, the games; its bytes are kept by hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.take_in_report import SHA256
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.decision import Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person

ARBITERS_WORD, LETTER, GAMES, PROOF, OTHER = KINDS = ("arbiters_word", "letter", "games", "proof", "other")
"""What a document can be."""
MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachDocument(EventAct):
    """Which bytes, and what they are."""

    sha256: str
    size: int
    kind: str


def attach_document(
    person: Person, asked: AttachDocument, state: EventState, attached: frozenset[str]
) -> Decision | Waiting:
    """Decide whether a document is attached; `attached` are those of the event that are there already."""
    where, problems = str(state.case.event), []
    if asked.kind not in KINDS:
        problems.append(Problem.of(WORDS, "unknown_document", where, document=asked.kind[:40], known=list(KINDS)))
    if not SHA256.fullmatch(asked.sha256):
        problems.append(Problem.of(WORDS, "no_fingerprint", where))
    elif not 0 < asked.size <= MOST_BYTES:
        problems.append(Problem.of(WORDS, "document_size", where, size=asked.size, most=MOST_BYTES))
    elif asked.sha256 in attached:
        problems.append(Problem.of(WORDS, "attached_already", where, event=state.case.event))
    facts = {"sha256": asked.sha256, "size": asked.size, "kind": asked.kind}
    return decide_about(person, "report.attach", asked, state, EventDone("", facts, problems=problems))
