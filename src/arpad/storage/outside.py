"""What comes from outside without a log-in is slowed down: so much from one address, and so much in all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from arpad.model.problems import RefusedError
from arpad.storage.jobs.claims import machine_time
from arpad.storage.models import AskedFromOutside
from arpad.storage.wording import WORDS

WITHIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class MostWithin:
    """How much of something is taken within the time: from one address, and from everywhere."""

    what: str
    by_address: int
    in_all: int


QUESTIONS, REPORTS = MostWithin("question", 5, 200), MostWithin("report", 30, 300)
"""Questions; and reports by links, of which whoever directs a festival sends several from one place."""
_KEPT = timedelta(days=1)


def let_in(address: str, most: MostWithin) -> None:
    """Keep that somebody outside sends something; refused where it was too often within the hour."""
    at, origin = machine_time(), f"{most.what} {address}"[:60]
    with transaction.atomic():
        AskedFromOutside.objects.filter(at__lt=at - _KEPT).delete()
        lately = AskedFromOutside.objects.filter(at__gt=at - WITHIN)
        of_all = lately.filter(address__startswith=f"{most.what} ").count()
        is_much = lately.filter(address=origin).count() >= most.by_address or of_all >= most.in_all
        if not is_much:
            AskedFromOutside.objects.create(address=origin, at=at)
    if is_much:
        raise RefusedError.of(WORDS, "question_too_often" if most is QUESTIONS else "report_too_often")
