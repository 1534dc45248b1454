"""What comes from outside without a log-in is slowed down: so much from one address, and so much in all."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from arpad.model.problems import RefusedError
from arpad.storage.jobs.claims import machine_time
from arpad.storage.models import AskedFromOutside
from arpad.storage.wording import WORDS

WITHIN = timedelta(hours=1)
MOST_BY_ADDRESS, MOST_IN_ALL = 5, 200
"""So many within the time from one address, and from everywhere."""
_KEPT = timedelta(days=1)


def let_in(address: str) -> None:
    """Keep that somebody outside asks for something; refused where it was too often within the hour."""
    at = machine_time()
    with transaction.atomic():
        AskedFromOutside.objects.filter(at__lt=at - _KEPT).delete()
        lately = AskedFromOutside.objects.filter(at__gt=at - WITHIN)
        is_much = lately.filter(address=address[:60]).count() >= MOST_BY_ADDRESS or lately.count() >= MOST_IN_ALL
        if not is_much:
            AskedFromOutside.objects.create(address=address[:60], at=at)
    if is_much:
        raise RefusedError.of(WORDS, "asked_too_often")
