"""Letters written with a deed: numbered without a gap, sealed beside the entry of the log, and put into the outbox.

All of it is one transaction with the deed. What is rolled back has neither a number nor a mail.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Max

from arpad.model.clock import now
from arpad.office.decision import LETTER, PersonalValue
from arpad.office.letters import LetterTemplate, reference_of, usual_template, written
from arpad.storage import log
from arpad.storage.deeds.lists import office_day
from arpad.storage.jobs.claims import machine_time
from arpad.storage.models import DecidedSetting, OfficeLetter, OutboxMail
from arpad.storage.settings_in_force import settings_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.office.decision import Decision
    from arpad.office.letters import LetterDraft, WrittenLetter
    from arpad.office.log import LogRecord
    from arpad.storage.deeds.asking import Origin, Recorded

LETTERS = "letters"
"""Under this name an entry of the log says which letters were written by it."""
TEMPLATE = "letter."
"""How the names of settings begin that say how letters are written."""


class NextLetter(NamedTuple):
    """The number of a letter that is about to be written."""

    number: int
    year: int
    running: int
    reference: str


def next_letter(after: int = 0) -> NextLetter:
    """Give the number that the next letter has, or one after it; nobody else takes it until the transaction ends."""
    log.hold()
    year = office_day().year
    newest = OfficeLetter.objects.aggregate(newest=Max("number"))["newest"] or 0
    running = (OfficeLetter.objects.filter(year=year).aggregate(last=Max("running"))["last"] or 0) + 1 + after
    reference = reference_of(settings_in_force().letter_prefix, year, running)
    return NextLetter(newest + 1 + after, year, running, reference)


def template_of(kind: str) -> LetterTemplate:
    """Give how a kind of letter is written now."""
    decided = DecidedSetting.objects.filter(name=f"{TEMPLATE}{kind}").values_list("value", flat=True).first()
    return usual_template(kind) if decided is None else LetterTemplate(decided["subject"], decided["body"])


def record_with_letters(
    decision: Decision,
    drafts: Sequence[LetterDraft],
    origin: Origin,
    more: Mapping[str, Any] | None = None,
    recorded: Recorded | None = None,
) -> tuple[LogRecord, list[OfficeLetter]]:
    """Put a decision into the log with the letters that go with it, and these into the outbox.

    Only within the transaction that carries the decision out. Where something else changes with the entry, such as a
    book, `recorded` writes it.
    """
    office, day = settings_in_force().title, office_day().isoformat()
    texts: list[tuple[NextLetter, LetterDraft, WrittenLetter]] = []
    for place, draft in enumerate(drafts):
        number = next_letter(place)
        texts.append((number, draft, written(draft, template_of(draft.kind), number.reference, day, office)))
    facts = [_facts(number, draft) for number, draft, _ in texts]
    sealed = {f"letter_{number.number}": PersonalValue(number.number, list(text), LETTER) for number, _, text in texts}
    decision = replace(decision, sealed={**decision.sealed, **sealed})
    known = {**(more or {}), **({LETTERS: facts} if facts else {})}
    if recorded is None:
        entry = log.record(decision, origin.request, origin.system_user, known)
    else:
        entry = recorded(decision, known)
    return entry, [_kept(number, draft, text, entry) for number, draft, text in texts]


def _facts(number: NextLetter, draft: LetterDraft) -> dict[str, Any]:
    return {
        "letter": number.number, "year": number.year, "running": number.running, "reference": number.reference,
        "kind": draft.kind, "of": draft.of, "about": draft.about, "federation": draft.federation,
        "document": draft.document, "mailed": bool(draft.address),
    }  # fmt: skip


def _kept(number: NextLetter, draft: LetterDraft, text: WrittenLetter, entry: LogRecord) -> OfficeLetter:
    letter = OfficeLetter.objects.create(
        number=number.number,
        year=number.year,
        running=number.running,
        reference=number.reference,
        kind=draft.kind,
        of=draft.of,
        about=draft.about,
        federation=draft.federation,
        entry=entry.number,
        written_at=entry.at,
        document=draft.document,
        is_mailed=bool(draft.address),
    )
    if draft.address:
        put_into_outbox(draft.kind, f"letter-{number.number}", text.address, text.subject, text.body,
                        letter=letter, document=draft.document)  # fmt: skip
    return letter


def put_into_outbox(  # noqa: PLR0913, PLR0917 - what a mail is made of
    kind: str, mark: str, address: str, subject: str, body: str, letter: OfficeLetter | None = None, document: str = ""
) -> None:
    """Put a mail into the outbox, once for a mark; it is sent after the transaction has ended, by a worker."""
    OutboxMail.objects.get_or_create(
        mark=mark,
        defaults={
            "kind": kind, "letter": letter, "address": address, "subject": subject, "body": body,
            "document": document, "written_at": now(), "not_before": machine_time(),
        },
    )  # fmt: skip
