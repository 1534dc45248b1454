"""A difference on a list of FIDE becomes a question to FIDE, with both values and all fingerprints as evidence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.db import transaction

from arpad.model.problems import RefusedError
from arpad.office.ask_question import AskQuestion
from arpad.office.questions import FIDE_DIFFERENCE
from arpad.storage.deeds.compare_fide_list import note_question
from arpad.storage.deeds.questions import NOWHERE, ask_question
from arpad.storage.models import FideDifference, ListVersion, RegisteredEvent
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.deeds.asking import Origin
    from arpad.storage.deeds.questions import QuestionAsked


def ask_fide(person: Person, number: int, words: str = "", origin: Origin = NOWHERE) -> QuestionAsked:
    """Decide whether a difference becomes a question to FIDE; without words, what explains it is said."""
    with transaction.atomic():
        difference = FideDifference.objects.select_related("comparison").filter(number=number).first()
        if difference is None:
            raise RefusedError.of(WORDS, "no_difference", str(number), number=number)
        day, facts = difference.comparison.list_date, difference.facts
        known = ListVersion.objects.filter(rating_system=difference.comparison.rating_system_id, list_date=day)
        asked = AskQuestion(
            FIDE_DIFFERENCE,
            facts["player"],
            words or f"{day:%Y-%m}, {facts['chess'] or 'player'}: {facts['says']}",
            facts["chess"],
            day if known.filter(stage=ListVersion.PUBLISHED).exists() else None,
        )
        outcome = ask_question(person, asked, origin, evidence_of(difference))
        note_question(difference, outcome.number)
    return outcome


def evidence_of(difference: FideDifference) -> bytes:
    """Give what proves a difference: both values, the list by its fingerprint, and the reports it rests on."""
    rows = RegisteredEvent.objects.filter(number__in=difference.facts["events"]).order_by("number")
    reports = [
        {"event": row.number, "fide_code": row.fide_code, "report": row.report_sha256, "accepted": row.accepted}
        for row in rows
    ]
    comparison = difference.comparison
    evidence = {
        "list": comparison.list_date.isoformat(),
        "list_sha256": comparison.sha256,
        "difference": difference.facts,
        "reports": reports,
    }
    return json.dumps(evidence, ensure_ascii=False, indent=1).encode()
