"""Long work, a row for each: same input, same job; claimed by a worker, with a heartbeat and a token."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from arpad.storage.models.together import only_if


class Job(models.Model):
    """One piece of long work."""

    WAITING, RUNNING, DONE, FAILED, CANCELLED = STATES = ("waiting", "running", "done", "failed", "cancelled")
    number = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=60)
    input = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64)
    asked_by = models.BigIntegerField()
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=12, default="waiting")
    token = models.CharField(max_length=64, blank=True, default="")
    """Of the worker that has it now; checked once more in the last transaction."""
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    attempts = models.IntegerField(default=0)
    stage = models.CharField(max_length=80, blank=True, default="")
    done = models.BigIntegerField(default=0)
    of = models.BigIntegerField(default=0)
    lines = models.JSONField(default=list)
    cancel_asked = models.BooleanField(default=False)
    result = models.JSONField(null=True, blank=True)
    failure = models.TextField(blank=True, default="")
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "running", "done", "failed", "cancelled")), name="job_state"
            ),
            models.UniqueConstraint(
                fields=["fingerprint"], condition=Q(state__in=("waiting", "running")), name="job_open_once"
            ),
            only_if("job_running_has_token", Q(state="running"), ~Q(token="") & Q(heartbeat_at__isnull=False)),
            only_if("job_failed_says_why", Q(state="failed"), ~Q(failure="")),
            only_if("job_ended_at", Q(state__in=("done", "failed", "cancelled")), Q(ended_at__isnull=False)),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "number"], name="job_by_state")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
