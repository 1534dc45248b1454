"""A decision about an event carried out: the entry of the log and the change of the row in one transaction.

What the row becomes follows from the entry alone, by the function by which `verify` follows the log. A deed is decided
within the transaction, from the row as it is then; a person who has seen it otherwise is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.canonical import plain
from arpad.office.decision import Decision
from arpad.office.event_after import after
from arpad.office.event_case import EventCase, EventState
from arpad.office.event_letters import event_letter
from arpad.office.log import LogRecord
from arpad.office.parts_after import FOLLOWS, PLANNED_BY
from arpad.office.roles import federations_seen
from arpad.office.stages import NEW
from arpad.storage import log
from arpad.storage.archived_files import PAPER, name_files
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.lists import office_day
from arpad.storage.events.following import follow
from arpad.storage.events.parts import new_number, parts_facts, parts_of_row, write_whole
from arpad.storage.events.rows import case_of, own_case, write_event
from arpad.storage.letters import record_with_letters
from arpad.storage.models import EventDocument, RegisteredEvent
from arpad.storage.rulebooks import law_named_by, law_of_first_day
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from arpad.office.decision import Waiting
    from arpad.office.event_letters import LetterReceiver
    from arpad.office.person import Person
    from arpad.storage.archive import Kept
    from arpad.storage.deeds.asking import Recorded
    from arpad.storage.models import RatingSystem

    Asked = TypeVar("Asked")
    Decides = Callable[[EventState], Decision | Waiting]

OF_WHOLE = (
    "event.take_up", "event.amend", "event.cancel", "event.postpone", "event.cut_short", "event.refuse_registration",
    "fide.send_registration", "fide.answer_registration",
)  # fmt: skip
"""The deeds that are about a long event as a whole, never about a part."""
OF_APPROVAL = ("approval.ask", "approval.record")
OF_REPORT = (
    "report.take_in", "report.return", "report.accept", "report.refuse", "part.declare_empty", "appeal.lodge",
    "appeal.decide", "fide.send", "fide.answer", "fide.note_list", "report.correct", "report.answer",
    "report.ask_number", "report.give_number", "report.withdraw_number", "report.link", "report.end_link",
    "letter.remind",
)  # fmt: skip
"""The deeds that are about each part of a long event."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that goes with a deed: its bytes, which are in the archive already, and what its file is called."""

    kept: Kept
    name: str


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What tells by which law an event is decided that the office does not know yet."""

    federation: str
    start: date
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Along:
    """What goes along with a deed besides what is asked."""

    origin: Origin = Origin()  # noqa: RUF009 - a value that never changes
    seen: int | None = None
    """The entry that had changed the event last when the person looked at it; None where nobody looked."""
    papers: Sequence[Paper] = ()
    beside: Mapping[str, Any] = field(default_factory=dict)
    """Personal facts that stand beside the log, as the office decides about them."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Facts of how it was carried out, for the log."""
    recorded: Recorded | None = None
    """Puts the decision into the log where something else changes with it, such as a book."""
    letter: LetterReceiver | None = None
    """To whom the letter goes that tells of the decision; without one none is written."""
    inside: Callable[[RegisteredEvent, LogRecord], object] | None = None
    """What else is written in the same transaction."""


NOTHING = Along()
MOST_NAME = 200
"""So long is the name of a paper at most."""


def about_event(person: Person, number: int, deed: str, decides: Decides, along: Along = NOTHING) -> DeedOutcome:
    """Have a deed about an event decided, and carry it out; refused where the person may not see the event."""
    with transaction.atomic():
        row = held_event(person, number, along.seen)
        _refuse_other_part(row, deed)
        decision = _decision(decides(state_of(row, deed)))
        entry = carry_out(row, decision, along)
    return DeedOutcome(decision, entry.number)


def new_event(
    system: RatingSystem, known: NewEvent, deed: str, decides: Decides, along: Along = NOTHING
) -> tuple[DeedOutcome, int]:
    """Have a deed decided by which an event becomes known, and carry it out; give the number of the event, too."""
    with transaction.atomic():
        number = new_number()
        law = law_of_first_day(system, known.kind, known.start)
        case = EventCase(number, known.federation, law, NEW, settings_in_force().serves)
        decision = _decision(decides(EventState(circumstances(deed), case, office_day())))
        row = RegisteredEvent(number=number, rating_system=system)
        entry = carry_out(
            row, decision, replace(along, more={**along.more, "system": system.key, "office": case.office}), case
        )
    return DeedOutcome(decision, entry.number), number


def with_document(asked: Asked, along: Along) -> Asked:
    """Give what is asked with its document named: the first of the papers that go along."""
    return replace(asked, document=along.papers[0].kept.sha256) if along.papers else asked  # type: ignore[type-var] # a request with a document


def held_event(person: Person, number: int, seen: int | None = None) -> RegisteredEvent:
    """Give an event, kept from others until the transaction ends.

    Refused where there is none that the person may see, or where it is no longer as the person has seen it.
    """
    log.hold()
    row = (
        RegisteredEvent.objects.select_related("parent", "rating_system", "parent__rating_system")
        .prefetch_related("approvals", "parent__approvals")
        .filter(number=number)
        .first()
    )
    federations = federations_seen(person, "registration.read")
    if row is None or not (federations is None or row.federation in federations):
        raise RefusedError.of(WORDS, "no_such_event", str(number), event=number)
    if seen is not None and row.changed_by != seen:
        raise RefusedError.of(WORDS, "event_changed", str(number), event=number)
    return row


def state_of(row: RegisteredEvent, deed: str) -> EventState:
    """Give what has to be known for a deed about an event."""
    return EventState(circumstances(deed), case_of(row), office_day())


def carry_out(row: RegisteredEvent, decision: Decision, along: Along, before: EventCase | None = None) -> LogRecord:
    """Put a decision into the log and change the row by it, within the transaction that is open."""
    own, law_named = before or own_case(row), law_named_by(row.rating_system)
    parts = parts_of_row(row) if decision.code in PLANNED_BY else {}
    more = dict(along.more)
    if decision.code in PLANNED_BY:
        would = LogRecord(0, now(), decision.code, plain({**decision.facts, **more}), decision.by)
        more |= parts_facts(after(own, would, law_named, along.beside), parts, new_number())
    draft = None
    if along.letter is not None:
        draft = event_letter(decision, (row.parent or row).name, row.federation, along.letter)
    entry, _ = record_with_letters(decision, [] if draft is None else [draft], along.origin, more, along.recorded)
    came = after(own, entry, law_named, along.beside)
    if row.parent is None:
        write_whole(row, came, entry)
    else:
        write_event(row, came, entry.number)
    follow(row, entry, along.beside)
    _keep_papers(row, entry, along.papers)
    if along.inside is not None:
        along.inside(row, entry)
    return entry


def _keep_papers(row: RegisteredEvent, entry: LogRecord, papers: Sequence[Paper]) -> None:
    """Write the rows that make papers exist, each once."""
    name_files([(paper.kept, PAPER) for paper in papers])
    EventDocument.objects.bulk_create(
        EventDocument(
            event=row, entry=entry.number, sha256=paper.kept.sha256, name=paper.name[:MOST_NAME], size=paper.kept.size
        )
        for paper in {paper.kept.sha256: paper for paper in papers}.values()
    )


def is_about_other_part(row: RegisteredEvent, deed: str) -> bool:
    """Tell whether a deed is about the whole of a long event, and the row is a part; or the other way round."""
    if row.parent_id is None:
        return row.has_parts and deed in OF_REPORT
    return deed in OF_WHOLE or (deed in OF_APPROVAL and row.stage in FOLLOWS)


def _refuse_other_part(row: RegisteredEvent, deed: str) -> None:
    if not is_about_other_part(row, deed):
        return
    if row.parent_id is None:
        raise RefusedError.of(WORDS, "of_parts", str(row.number), event=row.number)
    raise RefusedError.of(WORDS, "of_whole_event", str(row.number), event=row.number, whole=row.parent_id)


def _decision(answer: Decision | Waiting) -> Decision:
    if not isinstance(answer, Decision):
        raise TypeError("a deed about an event needs no second person")
    return answer
