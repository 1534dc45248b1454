"""What the archive holds, and what was worked out or proved: files by hash, previews, proofs."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from arpad.storage.models.lists import RatingSystem
from arpad.storage.models.together import only_if


class ArchivedFile(models.Model):
    """A file of the archive. The row makes it exist: files without a row are swept up after a day."""

    OK, DAMAGED, ERASED = STATES = ("ok", "damaged", "erased")
    sha256 = models.CharField(max_length=64, primary_key=True)
    size = models.BigIntegerField()
    """The number of plain bytes."""
    kind = models.CharField(max_length=40)
    added_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=12, default="ok")
    erased_for = models.TextField(blank=True, default="")
    """By which right its bytes were erased; hash, size and day stay."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=("ok", "damaged", "erased")), name="archived_state"),
            only_if("archived_erased_reason", Q(state="erased"), ~Q(erased_for="")),
        ]

    def __str__(self) -> str:
        return self.sha256


class ReportFile(models.Model):
    """The bytes of the report of an event, as they came."""

    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    event_id = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    name = models.TextField()
    received_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rating_system", "event_id", "sha256"], name="report_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Preview(models.Model):
    """The list being made, as it was worked out last: as of which entry of the log, and where its numbers are."""

    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    list_date = models.DateField()
    as_of_entry = models.BigIntegerField()
    data = models.CharField(max_length=64)
    worked_out_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["rating_system"], name="preview_one")]

    def __str__(self) -> str:
        return f"{self.list_date:%Y-%m}"


class Proof(models.Model):
    """What was proved, when, and how it came out: verify, backup, restore drill, a share of the archive read."""

    VERIFY, BACKUP, DRILL, ARCHIVE = KINDS = ("verify", "backup", "drill", "archive")
    kind = models.CharField(max_length=12)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=12)
    facts = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=("verify", "backup", "drill", "archive")), name="proof_kind"),
            models.CheckConstraint(condition=Q(outcome__in=("ok", "damaged", "failed")), name="proof_outcome"),
        ]
        indexes: ClassVar = [models.Index(fields=["kind", "at"], name="proof_by_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.outcome}"
