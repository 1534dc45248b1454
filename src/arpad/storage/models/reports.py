"""Reports as they come into an office: what was sent and by whom, what its checks found, numbers asked for, links.

What was put right in a report stands in the log, with personal values sealed beside it; documents are papers of the
event. All but the checks and the secrets of links follows from the log.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from arpad.storage.models.registrations import RegisteredEvent
from arpad.storage.models.together import only_if, together


class UploadLink(models.Model):
    """A link by which somebody without an account sends the report of an event. Only a hash of its secret is kept."""

    number = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(RegisteredEvent, models.PROTECT, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()
    uploads = models.IntegerField()
    """So many uploads it takes."""
    size = models.BigIntegerField()
    """So many bytes an upload has at most."""
    used = models.IntegerField(default=0)
    entry = models.BigIntegerField(unique=True)
    """The entry of the log by which it was made."""
    ended_entry = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(used__gte=0, used__lte=F("uploads")), name="link_used_within"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class ReportDelivery(models.Model):
    """A report as it came: its bytes by hash, its days, who sent it; it waits, is the report, or was set aside."""

    WAITING, TAKEN_IN, SET_ASIDE = STATES = ("waiting", "taken_in", "set_aside")
    number = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(RegisteredEvent, models.PROTECT, db_index=False, related_name="deliveries")
    state = models.CharField(max_length=12)
    sha256 = models.CharField(max_length=64)
    """Of its bytes; of several files, of the list of their names and hashes, which is in the archive too."""
    files = models.JSONField(default=list)
    """Of each file its name, the hash of its bytes and how many there are."""
    size = models.BigIntegerField()
    sent_at = models.DateTimeField()
    link = models.ForeignKey(UploadLink, models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    by = models.BigIntegerField()
    """The record of whoever sent or entered it; 0 where it came by a link."""
    sent_by = models.CharField(max_length=24, blank=True, default="")
    received_on = models.DateField(null=True, blank=True)
    """When the office got it."""
    arbiter_sent_on = models.DateField(null=True, blank=True)
    """When the arbiter sent it to the officer."""
    is_from_federation = models.BooleanField(default=True)
    before = models.CharField(max_length=64, blank=True, default="")
    """The hash of the report that the office had until then."""
    sent_entry = models.BigIntegerField(null=True, blank=True)
    """The entry of the log by which it came through a link."""
    taken_entry = models.BigIntegerField(null=True, blank=True)
    """The entry by which it was taken in."""
    aside_entry = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=("waiting", "taken_in", "set_aside")), name="delivery_state"),
            only_if("delivery_waiting", Q(state="waiting"), Q(taken_entry__isnull=True, sent_entry__isnull=False)),
            only_if("delivery_taken_in", Q(state="taken_in"), Q(taken_entry__isnull=False, received_on__isnull=False)),
            only_if("delivery_set_aside", Q(state="set_aside"), Q(aside_entry__isnull=False, taken_entry__isnull=True)),
            together("delivery_link_entry", "link", "sent_entry"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["event", "number"], name="delivery_by_event"),
            models.Index(fields=["number"], condition=Q(state="waiting"), name="delivery_waiting"),
            models.Index(fields=["taken_entry"], name="delivery_by_entry"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class ReportCheck(models.Model):
    """What a check of a report found, worked out anew when delivery, corrections, answers, record or list change."""

    number = models.BigAutoField(primary_key=True)
    delivery = models.ForeignKey(ReportDelivery, models.PROTECT, db_index=False, related_name="checks")
    asked = models.CharField(max_length=64)
    """The fingerprint of everything that it was made from."""
    document = models.CharField(max_length=64)
    """The SHA-256 of the answer: a file of the archive."""
    outcome = models.CharField(max_length=12)
    rateable = models.CharField(max_length=12, blank=True, default="")
    errors = models.IntegerField(default=0)
    warnings = models.IntegerField(default=0)
    questions = models.IntegerField(default=0)
    """Open questions that decide."""
    players = models.IntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(outcome__in=("refused", "broken", "checked")), name="check_outcome"),
            models.UniqueConstraint(fields=["delivery", "asked"], name="check_once"),
        ]

    def __str__(self) -> str:
        return f"{self.delivery_id} {self.outcome}"


class NumberRequest(models.Model):
    """That a player of a report needs a number: asked by an officer, closed by the registrar, or taken back."""

    OPEN, CLOSED, WITHDRAWN = STATES = ("open", "closed", "withdrawn")
    number = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(RegisteredEvent, models.PROTECT, related_name="number_requests")
    player = models.IntegerField()
    """The starting number in the report."""
    federation = models.CharField(max_length=3, blank=True, default="")
    """Of the player."""
    state = models.CharField(max_length=12)
    asked_entry = models.BigIntegerField(unique=True)
    closed_entry = models.BigIntegerField(null=True, blank=True)
    fide_id = models.BigIntegerField(null=True, blank=True)
    way = models.CharField(max_length=24, blank=True, default="")
    stand_in = models.BigIntegerField(default=0)
    """The negative number that was renumbered in the book; 0 where there was none."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=("open", "closed", "withdrawn")), name="request_state"),
            only_if("request_open", Q(state="open"), Q(closed_entry__isnull=True)),
            only_if("request_closed", Q(state="closed"), Q(closed_entry__isnull=False, fide_id__isnull=False)),
            models.UniqueConstraint(fields=["event", "player"], condition=Q(state="open"), name="request_open_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["number"], condition=Q(state="open"), name="request_open"),
        ]

    def __str__(self) -> str:
        return str(self.number)
