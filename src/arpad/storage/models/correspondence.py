"""What the office is asked and what it writes: questions, letters with their reference numbers, and the outbox.

Words of people stand in none of these tables but the outbox: they are sealed beside the log and can be erased.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from arpad.office.questions import KINDS as QUESTION_KINDS
from arpad.office.questions import OUTCOMES as QUESTION_OUTCOMES
from arpad.office.questions import STAGES as QUESTION_STAGES
from arpad.storage.models.together import only_if


class AskedQuestion(models.Model):
    """A question about a published line or a missing game, as it stands; who asks and in which words is sealed."""

    number = models.BigIntegerField(primary_key=True)
    kind = models.CharField(max_length=20)
    stage = models.CharField(max_length=16)
    federation = models.CharField(max_length=3, blank=True, default="")
    player = models.BigIntegerField()
    chess = models.CharField(max_length=8, blank=True, default="")
    """The kind of chess; empty where it is about none in particular."""
    list_date = models.DateField(null=True, blank=True)
    event = models.BigIntegerField(null=True, blank=True)
    round = models.IntegerField(null=True, blank=True)
    is_from_outside = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    asked_entry = models.BigIntegerField()
    """The entry of the log beside which name, address and words are sealed."""
    due = models.DateField(null=True, blank=True)
    """The day until which the office answers; none before the address is confirmed."""
    passed_until = models.DateField(null=True, blank=True)
    """Until when whoever it was passed on to answers."""
    arbiter = models.BigIntegerField(null=True, blank=True)
    explanation = models.CharField(max_length=64, blank=True, default="")
    evidence = models.CharField(max_length=64, blank=True, default="")
    correction = models.BigIntegerField(null=True, blank=True)
    """The entry of the log by which something was put right."""
    outcome = models.CharField(max_length=16, blank=True, default="")
    token_hash = models.CharField(max_length=64, blank=True, default="", db_index=True)
    """Of the link by which the address is confirmed, and by which one looks what became of it."""
    token_ends = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gte=1), name="question_from_one"),
            models.CheckConstraint(condition=Q(kind__in=QUESTION_KINDS), name="question_kind"),
            models.CheckConstraint(condition=Q(stage__in=QUESTION_STAGES), name="question_stage"),
            only_if("question_closed_outcome", Q(stage="closed"), Q(outcome__in=QUESTION_OUTCOMES)),
            only_if("question_corrected_by", Q(outcome="corrected"), Q(correction__isnull=False)),
            only_if("question_passed_until", Q(stage__in=("with_arbiter", "with_fide")), Q(passed_until__isnull=False)),
        ]
        indexes: ClassVar = [
            models.Index(fields=["stage", "due", "number"], name="question_by_stage"),
            models.Index(fields=["federation", "number"], name="question_by_federation"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class OfficeLetter(models.Model):
    """A letter of the office, or a certificate: its reference number and what it is about; its words are sealed."""

    number = models.BigIntegerField(primary_key=True)
    year = models.IntegerField()
    running = models.IntegerField()
    """From 1 on in each year, without a gap."""
    reference = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=30)
    of = models.CharField(max_length=12)
    """What it is about: a question, an event, a player, an approval."""
    about = models.BigIntegerField()
    federation = models.CharField(max_length=3, blank=True, default="")
    entry = models.BigIntegerField()
    """The entry of the log by which it was written, and beside which its words are sealed."""
    written_at = models.DateTimeField()
    document = models.CharField(max_length=64, blank=True, default="")
    """The hash of what is attached, or of the certificate itself."""
    is_mailed = models.BooleanField(default=False)
    """Whether it goes out by mail; else it is printed and handed over."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["year", "running"], name="letter_reference_once"),
            models.CheckConstraint(condition=Q(running__gte=1), name="letter_from_one"),
        ]
        indexes: ClassVar = [models.Index(fields=["of", "about"], name="letter_by_matter")]

    def __str__(self) -> str:
        return self.reference


class OutboxMail(models.Model):
    """A mail that was decided on: written with the deed, sent afterwards by a worker."""

    WAITING, SENDING, SENT, FAILED, WITHDRAWN = STATES = ("waiting", "sending", "sent", "failed", "withdrawn")
    number = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=30)
    letter = models.OneToOneField(OfficeLetter, models.PROTECT, null=True, blank=True, related_name="mail")
    mark = models.CharField(max_length=80, unique=True)
    """What tells it from every other, so that nothing is written twice; the mail itself bears it too."""
    address = models.CharField(max_length=254, blank=True, default="")
    subject = models.CharField(max_length=300, blank=True, default="")
    body = models.TextField(blank=True, default="")
    document = models.CharField(max_length=64, blank=True, default="")
    written_at = models.DateTimeField()
    state = models.CharField(max_length=12, default="waiting")
    not_before = models.DateTimeField()
    token = models.CharField(max_length=32, blank=True, default="")
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=("waiting", "sending", "sent", "failed", "withdrawn")), name="mail_state"
            ),
            only_if("mail_sending_claimed", Q(state="sending"), ~Q(token="") & Q(claimed_at__isnull=False)),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "not_before"], name="mail_by_state")]

    def __str__(self) -> str:
        return self.mark


class MailAttempt(models.Model):
    """One attempt to send a mail: begun, and how it ended. Of one that was killed nobody knows."""

    BEGUN, SENT, FAILED, UNKNOWN = OUTCOMES = ("begun", "sent", "failed", "unknown")
    mail = models.ForeignKey(OutboxMail, models.PROTECT, related_name="attempts")
    attempt = models.IntegerField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, default="begun")
    failure = models.TextField(blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["mail", "attempt"], name="attempt_once"),
            models.UniqueConstraint(fields=["mail"], condition=Q(outcome="sent"), name="attempt_sent_once"),
            models.CheckConstraint(
                condition=Q(outcome__in=("begun", "sent", "failed", "unknown")), name="attempt_outcome"
            ),
            only_if("attempt_failed_says_why", Q(outcome="failed"), ~Q(failure="")),
        ]

    def __str__(self) -> str:
        return f"{self.mail_id} {self.attempt}"


class AskedFromOutside(models.Model):
    """That somebody used a public form, so that many in a short time are slowed down; kept for a day."""

    address = models.CharField(max_length=60)
    """What was sent, and from which address."""
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["address", "at"], name="outside_by_address"),
            models.Index(fields=["at"], name="outside_by_time"),
        ]

    def __str__(self) -> str:
        return str(self.pk)
