"""Who has what in hand: assignees, whom something waits for, notes, stand-ins, and each person's own calendar."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from arpad.storage.models.together import together


class InHand(models.Model):
    """Who has a matter in hand, and whom it waits for since when."""

    of = models.CharField(max_length=12)
    """What it is: a question, an event, a letter, a deed that waits."""
    about = models.BigIntegerField()
    assignee = models.BigIntegerField(null=True, blank=True)
    waiting_for = models.CharField(max_length=20, blank=True, default="")
    waiting_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["of", "about"], name="in_hand_once")]
        indexes: ClassVar = [models.Index(fields=["assignee"], name="in_hand_by_assignee")]

    def __str__(self) -> str:
        return f"{self.of} {self.about}"


class Note(models.Model):
    """A note about a matter; its words are sealed beside the entry of the log."""

    number = models.BigIntegerField(primary_key=True)
    of = models.CharField(max_length=12)
    about = models.BigIntegerField()
    by = models.BigIntegerField()
    at = models.DateTimeField()
    entry = models.BigIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["of", "about"], name="note_by_matter")]

    def __str__(self) -> str:
        return f"{self.of} {self.about}"


class StandIn(models.Model):
    """Who sees the duties of somebody who is away, and on which days."""

    number = models.BigIntegerField(primary_key=True)
    account = models.BigIntegerField()
    """Who is away."""
    stand_in = models.BigIntegerField()
    first_day = models.DateField()
    last_day = models.DateField()
    entry = models.BigIntegerField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            together("stand_in_ended_by_at", "ended_by", "ended_at"),
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="stand_in_days"),
            models.CheckConstraint(condition=~Q(account=F("stand_in")), name="stand_in_another"),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.stand_in}"


class DutyCalendar(models.Model):
    """The address of a person's own calendar, and whether duties come by mail. Only a hash of the address is kept."""

    account = models.BigIntegerField(primary_key=True)
    token_hash = models.CharField(max_length=64, blank=True, default="", db_index=True)
    has_digest = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.account)
