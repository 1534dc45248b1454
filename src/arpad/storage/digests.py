"""Duties by mail: every morning, to whoever chose it, what is overdue, near, or waits; by the outbox, once a day.

It names numbers and days, and nobody. Nothing here decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from arpad.office.duties import OTHERS, urgency
from arpad.office.duties_calendar import duty_words
from arpad.storage.deeds.asking import person_of
from arpad.storage.deeds.lists import office_day
from arpad.storage.letters import put_into_outbox
from arpad.storage.models import Account, DutyCalendar, OutboxMail
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.duties import OfficeDuty
    from arpad.office.person import Person

KIND = "digest"


def write_digests() -> int:
    """Put the digest of the day into the outbox for everybody who has not got it; give how many were written."""
    today, written = office_day(), 0
    for account in DutyCalendar.objects.filter(has_digest=True).values_list("account", flat=True):
        mark = f"digest-{account}-{today}"
        if OutboxMail.objects.filter(mark=mark).exists():
            continue
        person, row = person_of(account), Account.objects.filter(record=account).first()
        duties = [] if person is None else _for_mail(person, today)
        if row is None or not row.email or not duties:
            continue
        facts = {"day": today, "office": settings_in_force().title, "count": len(duties)}
        lines = "\n".join(f"{duty.due or '-'}  {duty_words(duty)}" for duty in duties)
        with transaction.atomic():
            subject = WORDS.say("mail", "digest_subject", facts)
            put_into_outbox(KIND, mark, row.email, subject, WORDS.say("mail", "digest", {**facts, "lines": lines}))
        written += 1
    return written


def _for_mail(person: Person, today: date) -> list[OfficeDuty]:
    from arpad.storage.queries.inbox import duties_of  # noqa: PLC0415 - loads all that has duties

    return [duty for duty in duties_of(person) if urgency(duty, today) != OTHERS]
