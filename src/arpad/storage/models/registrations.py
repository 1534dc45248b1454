"""Events from registration to acceptance: each as it stands now, its approvals, papers, and what passed with FIDE.

The log tells the same: `storage/events` derives every column but those that are named beside it.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from arpad.storage.models.lists import RatingSystem
from arpad.storage.models.together import only_if

_OFFICES = ("authority", "under_fide")
_STAGES = (
    "registered", "waiting_for_approval", "registration_refused", "announced", "running", "postponed", "cancelled",
    "cut_short", "report_awaited", "received", "returned", "accepted", "refused", "under_appeal", "appeal_dismissed",
    "sent_to_fide", "taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list", "due_for_list", "rated",
    "annulled", "never_registered", "declared_empty",
)  # fmt: skip
_WITH_REPORT = (
    "received", "returned", "accepted", "refused", "under_appeal", "appeal_dismissed", "sent_to_fide",
    "taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list", "due_for_list", "rated", "annulled",
)  # fmt: skip
_WITH_ACCEPTANCE = ("accepted", "sent_to_fide", "taken_by_fide", "on_fide_list", "due_for_list", "rated", "annulled")
_WITH_REFUSAL = ("refused", "under_appeal", "appeal_dismissed")
_AT_FIDE = ("sent_to_fide", "taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list")


class RegisteredEvent(models.Model):
    """An event that the office knows, or a part of a long one, at its stage as the last deed left it.

    What only a day brings (play begins, the last day passes) is not written: `begins_at` and `ends_at` tell it.
    """

    number = models.BigAutoField(primary_key=True)
    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="parts")
    """Of a part, the long event. Facts, registration and law are those of the long event."""
    part = models.IntegerField(default=0)
    """Of a part, its number from 1 on."""
    is_left_out = models.BooleanField(default=False)
    """True for a part that the event no longer has, since its days were amended."""
    has_parts = models.BooleanField(default=False)
    """True for a long event that is reported in parts."""
    federation = models.CharField(max_length=3)
    office = models.CharField(max_length=12, default="authority")
    """What the office was for when it was registered."""
    law = models.CharField(max_length=120)
    """The id of the edition in force on its first day."""
    stage = models.CharField(max_length=24)
    since = models.DateTimeField()
    """Since when it is at its stage."""
    due_on = models.DateField(null=True, blank=True)
    """By when something has to be done at its stage, as far as the edition or the office sets a day."""
    name = models.TextField()
    festival = models.TextField(blank=True, default="")
    """What the sections of a festival have in common."""
    kind = models.CharField(max_length=12, blank=True, default="")
    start = models.DateField(null=True, blank=True)
    """The first day, of a part its own."""
    end = models.DateField(null=True, blank=True)
    begins_at = models.DateTimeField(null=True, blank=True)
    """When the first round begins, by the clock at the venue."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """When the last day is over, by the calendar at the venue."""
    for_list = models.DateField(null=True, blank=True)
    registered_at = models.DateTimeField(null=True, blank=True)
    facts = models.JSONField(default=dict)
    """By name, what the log has of a fact, who gave it and when; empty for a part."""
    beside = models.JSONField(default=dict)
    """Personal facts that stand beside the log: who is expected, and who is in the report, with the ratings."""
    asked = models.JSONField(default=dict)
    """Who asked for an approval, by its matter."""
    report = models.JSONField(null=True, blank=True)
    """The report that the office has: fingerprint, days, whether the federation sent it."""
    report_sha256 = models.CharField(max_length=64, blank=True, default="")
    returned_until = models.DateField(null=True, blank=True)
    refusal = models.JSONField(null=True, blank=True)
    """By whom it was refused, when, when that was told, and the appeal that the edition allows."""
    appeal_until = models.DateField(null=True, blank=True)
    accepted = models.CharField(max_length=140, blank=True, default="")
    """The fingerprint of bytes and facts that was accepted."""
    book_event = models.BigIntegerField(null=True, blank=True)
    """Its number in the book, once it was accepted into one."""
    fide_code = models.CharField(max_length=40, blank=True, default="")
    fide_list = models.DateField(null=True, blank=True)
    noted = models.JSONField(default=dict)
    """Of an event that was never registered: from where it is known, and whether its report is owed."""
    changed_by = models.BigIntegerField()
    """The number of the entry of the log that changed it last."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(stage__in=_STAGES), name="registered_stage"),
            models.CheckConstraint(condition=Q(office__in=_OFFICES), name="registered_office"),
            only_if("registered_at_fide", Q(stage__in=_AT_FIDE), Q(office="under_fide")),
            only_if("registered_in_book", Q(book_event__isnull=False), Q(office="authority")),
            models.CheckConstraint(
                condition=Q(part=0, parent__isnull=True)
                | Q(part__gt=0, parent__isnull=False, start__isnull=False, end__isnull=False, has_parts=False),
                name="registered_part_of",
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True) | Q(end__isnull=True) | Q(end__gte=F("start")), name="registered_days"
            ),
            only_if(
                "registered_is_registered",
                Q(parent__isnull=True, stage__in=("waiting_for_approval", "announced", "running")),
                Q(registered_at__isnull=False),
            ),
            only_if("registered_has_report", Q(stage__in=_WITH_REPORT), ~Q(report_sha256="")),
            only_if("registered_accepted", Q(stage__in=_WITH_ACCEPTANCE), ~Q(accepted="")),
            only_if("registered_returned", Q(stage="returned"), Q(returned_until__isnull=False)),
            only_if("registered_refused", Q(stage__in=_WITH_REFUSAL), Q(refusal__isnull=False)),
            only_if("registered_under_appeal", Q(stage="under_appeal"), Q(appeal_until__isnull=False)),
            only_if("registered_on_fide_list", Q(stage="on_fide_list"), Q(fide_list__isnull=False)),
            only_if("registered_empty_is_part", Q(stage="declared_empty"), Q(part__gt=0) & Q(report_sha256="")),
            models.UniqueConstraint(fields=["parent", "part"], name="registered_part_once"),
            models.UniqueConstraint(fields=["rating_system", "book_event"], name="registered_book_event_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["stage", "federation", "due_on"], name="registered_by_stage"),
            models.Index(fields=["federation", "start", "number"], name="registered_by_federation"),
            models.Index(fields=["start", "number"], name="registered_by_start"),
            models.Index(fields=["rating_system", "end", "number"], name="registered_by_end"),
            models.Index(fields=["festival", "number"], condition=~Q(festival=""), name="registered_by_festival"),
            models.Index(fields=["report_sha256"], condition=~Q(report_sha256=""), name="registered_by_report"),
            models.Index(fields=["fide_code"], condition=~Q(fide_code=""), name="registered_by_fide_code"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class EventEntry(models.Model):
    """That an entry of the log is about an event; its history is read by it."""

    event = models.ForeignKey(RegisteredEvent, models.PROTECT, db_index=False, related_name="entries")
    entry = models.BigIntegerField()
    beside = models.JSONField(default=dict)
    """Personal facts that this entry gave, which the log has by their fingerprint only."""
    has_conflict = models.BooleanField(default=False)
    """True where somebody acted although being arbiter, organiser or player of it, or having refused or asked."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "entry"], name="event_entry_once")]
        indexes: ClassVar = [
            models.Index(fields=["entry"], name="event_entry_by_entry"),
            models.Index(fields=["-entry"], condition=Q(has_conflict=True), name="event_entry_conflicts"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.entry}"


class EventApproval(models.Model):
    """An approval as it was recorded: what for, by which body and article, under which condition, by which document."""

    event = models.ForeignKey(RegisteredEvent, models.PROTECT, db_index=False, related_name="approvals")
    entry = models.BigIntegerField(unique=True)
    what = models.CharField(max_length=40)
    body = models.CharField(max_length=40)
    is_granted = models.BooleanField()
    decided_on = models.DateField()
    document = models.CharField(max_length=200, blank=True, default="")
    """The SHA-256 of its document in the archive, or its reference."""
    consulted = models.CharField(max_length=40, blank=True, default="")
    cites = models.JSONField(default=list)
    condition = models.JSONField(default=dict)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["event", "entry"], name="approval_by_event")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.what}"


class EventDocument(models.Model):
    """A paper of an event, whose bytes are in the archive: a letter, an approval, an answer, a file that was sent."""

    event = models.ForeignKey(RegisteredEvent, models.PROTECT, db_index=False, related_name="documents")
    entry = models.BigIntegerField()
    """The entry of the log that names it."""
    sha256 = models.CharField(max_length=64)
    name = models.TextField()
    """What the file was called."""
    size = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "entry", "sha256"], name="event_document_once")
        ]
        indexes: ClassVar = [models.Index(fields=["sha256"], name="event_document_by_hash")]

    def __str__(self) -> str:
        return self.name


class FideMessage(models.Model):
    """What passed between the office and FIDE about an event: what was sent, what was answered, what was seen there."""

    SENT, ANSWERED, LISTED = WAYS = ("sent", "answered", "listed")
    REGISTRATION, REPORT = ABOUT = ("registration", "report")
    event = models.ForeignKey(RegisteredEvent, models.PROTECT, db_index=False, related_name="fide_messages")
    entry = models.BigIntegerField(unique=True)
    way = models.CharField(max_length=8)
    about = models.CharField(max_length=12)
    day = models.DateField()
    answer = models.CharField(max_length=12, blank=True, default="")
    document = models.CharField(max_length=200, blank=True, default="")
    """Of what was sent, the SHA-256 of its bytes; of an answer, that of its letter or its reference."""
    fide_code = models.CharField(max_length=40, blank=True, default="")
    list_date = models.DateField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(way__in=("sent", "answered", "listed")), name="fide_message_way"),
            models.CheckConstraint(condition=Q(about__in=("registration", "report")), name="fide_message_about"),
            only_if("fide_answer_given", Q(way="answered"), ~Q(answer="")),
            only_if("fide_list_named", Q(way="listed"), Q(list_date__isnull=False)),
        ]
        indexes: ClassVar = [models.Index(fields=["event", "entry"], name="fide_message_by_event")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.way} {self.day}"


class FideComparison(models.Model):
    """A list of FIDE compared with what the office expected from its own reports."""

    number = models.BigAutoField(primary_key=True)
    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    list_date = models.DateField()
    sha256 = models.CharField(max_length=64)
    """The list as it was imported: a file of the archive."""
    entry = models.BigIntegerField(unique=True)
    events = models.IntegerField(default=0)
    players = models.IntegerField(default=0)
    """How many events and players were compared."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["rating_system", "list_date"], name="fide_comparison_by_list")]

    def __str__(self) -> str:
        return f"{self.list_date:%Y-%m}"


class FideDifference(models.Model):
    """Something on a list of FIDE that is not what the office expected; it can become a question to FIDE."""

    number = models.BigAutoField(primary_key=True)
    comparison = models.ForeignKey(FideComparison, models.PROTECT, db_index=False, related_name="differences")
    kind = models.CharField(max_length=24)
    event = models.ForeignKey(RegisteredEvent, models.PROTECT, null=True, blank=True, related_name="+")
    player = models.BigIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict)
    """What was expected and what stands on the list."""
    question = models.BigIntegerField(null=True, blank=True)
    """The number of the question that it became."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["comparison", "kind", "number"], name="fide_difference_by_kind"),
            models.Index(fields=["event"], name="fide_difference_by_event"),
        ]

    def __str__(self) -> str:
        return f"{self.comparison_id} {self.kind}"
