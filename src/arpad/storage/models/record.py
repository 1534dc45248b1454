"""What was decided: the log, personal values sealed beside it, deeds that wait for a second person, settings."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from arpad.storage.models.together import only_if, together


class LogEntry(models.Model):
    """One entry of the log: a code and facts. Entries are added and never changed; the database refuses it too."""

    number = models.BigAutoField(primary_key=True)
    """From 1 on, without a gap."""
    at = models.DateTimeField()
    code = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)
    by = models.BigIntegerField()
    """The record of whoever decided; 0 for the machine itself."""
    second = models.BigIntegerField(null=True, blank=True)
    by_one_person = models.BooleanField(default=False)
    reason = models.TextField(blank=True, default="")
    cites = models.JSONField(default=list)
    request = models.CharField(max_length=64, blank=True, default="")
    """One for everything that one click changed."""
    system_user = models.CharField(max_length=80, blank=True, default="")
    """The user of the machine, where it was decided at the command line."""
    sealed = models.JSONField(default=dict)
    """By name, the commitment to a value that is kept beside the log."""
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["code", "number"], name="log_by_code"),
            models.Index(fields=["by", "number"], name="log_by_person"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gte=1), name="log_from_one"),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(second=models.F("by")), name="log_second_is_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.code}"


class SealedValue(models.Model):
    """A personal value of an entry of the log, under a key of its own: without both the chain verifies all the same."""

    entry_number = models.BigIntegerField()
    name = models.CharField(max_length=60)
    person = models.BigIntegerField()
    """The record of the person, or the number of the player, whom it is about."""
    of = models.CharField(max_length=12, default="player")
    """Which of the two: player or account."""
    key = models.BinaryField(null=True, blank=True)
    value = models.JSONField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry_number", "name"], name="sealed_once"),
            only_if(
                "sealed_erased_whole",
                Q(erased_at__isnull=False),
                Q(key__isnull=True, value__isnull=True),
            ),
            only_if("sealed_has_key", Q(erased_at__isnull=True), Q(key__isnull=False)),
        ]
        indexes: ClassVar = [models.Index(fields=["of", "person"], name="sealed_by_person")]

    def __str__(self) -> str:
        return f"{self.entry_number} {self.name}"


class Asked(models.Model):
    """A deed that somebody asked for and a second person has to confirm."""

    CONFIRMED, DECLINED, OVERTAKEN = OUTCOMES = ("confirmed", "declined", "overtaken")
    number = models.BigAutoField(primary_key=True)
    deed = models.CharField(max_length=60)
    input = models.JSONField(default=dict)
    """What was asked, so that it is decided anew when somebody confirms it."""
    facts = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64)
    """Of everything that was seen when it was asked for; what changed since is not confirmed."""
    asked_by = models.BigIntegerField()
    asked_at = models.DateTimeField()
    reason = models.TextField(blank=True, default="")
    cites = models.JSONField(default=list)
    sealed = models.JSONField(default=dict)
    """By name, the personal values that the decision will seal; emptied when it is decided."""
    federation = models.CharField(max_length=3, blank=True, default="")
    decided_by = models.BigIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=20, blank=True, default="")
    decision_reason = models.TextField(blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            together("asked_decided_by_at", "decided_by", "decided_at"),
            models.CheckConstraint(
                condition=Q(outcome="", decided_at__isnull=True)
                | Q(outcome__in=("confirmed", "declined", "overtaken"), decided_at__isnull=False),
                name="asked_outcome",
            ),
            only_if("asked_declined_reason", Q(outcome="declined"), ~Q(decision_reason="")),
            only_if("asked_not_own", Q(outcome="confirmed"), ~Q(decided_by=models.F("asked_by"))),
            models.UniqueConstraint(
                fields=["deed", "fingerprint"], condition=Q(decided_at__isnull=True), name="asked_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.deed}"


class DecidedSetting(models.Model):
    """A setting of the office as it was decided; it holds in the place of what `office.toml` says."""

    name = models.CharField(max_length=40, primary_key=True)
    value = models.JSONField()
    changed_by = models.BigIntegerField()
    """The number of the entry of the log by which it was decided."""

    def __str__(self) -> str:
        return self.name
