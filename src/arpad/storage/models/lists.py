"""Whose rules an office serves, its lists in all their versions, and the standing of every player."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from arpad.storage.models.together import only_if, together


class RatingSystem(models.Model):
    """Whose rules hold: authority, rulebook, kinds of chess. The key of every list and of every row of a book."""

    number = models.BigAutoField(primary_key=True)
    key = models.CharField(max_length=40, unique=True)
    title = models.TextField(blank=True, default="")
    authority = models.CharField(max_length=40, default="fide")
    edition = models.TextField(null=True, blank=True)  # noqa: DJ001 - nothing: those in force hold
    kinds = models.JSONField(default=list)
    monthly_regime = models.JSONField(default=bool)
    """Whether the optional monthly lists had begun, or on which days."""
    seed = models.BigIntegerField(null=True, blank=True)
    """Of a made-up world: the number it was made from."""
    rulebook_files = models.JSONField(default=dict)
    """By name, the hashes of the files of an own edition."""
    newest = models.ForeignKey("storage.ListVersion", models.PROTECT, null=True, blank=True, related_name="+")
    """The newest published list: the pointer that a publication switches."""
    generation = models.BigIntegerField(default=0)
    """The generation of standings that holds."""
    version = models.BigIntegerField(default=0)
    """Counts the changes of its book; what was worked out from an older one is not written."""

    is_ready = models.BooleanField(default=True)
    """False while its book is being imported: nobody sees it until the last transaction."""

    def __str__(self) -> str:
        return self.key


class ListVersion(models.Model):
    """A list of a day as it was closed, in one revision: from closing to its publication, or to being thrown away."""

    CLOSED, PUBLISHED, THROWN_AWAY, REVISED = STAGES = ("closed", "published", "thrown_away", "revised")
    """A published list that a later revision stands beside is *revised*; both stay readable."""
    number = models.BigAutoField(primary_key=True)
    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="list_versions")
    list_date = models.DateField()
    revision = models.IntegerField(default=1)
    stage = models.CharField(max_length=12)
    is_imported = models.BooleanField(default=False)
    """True for a list that came into the office as it was, and was not closed here."""
    closed_at = models.DateTimeField()
    closed_by = models.BigIntegerField()
    thrown_away_at = models.DateTimeField(null=True, blank=True)
    thrown_away_by = models.BigIntegerField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.BigIntegerField(null=True, blank=True)
    second = models.BigIntegerField(null=True, blank=True)
    by_one_person = models.BooleanField(default=False)
    publication_day = models.DateField(null=True, blank=True)
    valid_from = models.DateField()
    list_hash = models.CharField(max_length=64)
    hash_version = models.IntegerField()
    list_file = models.CharField(max_length=64, blank=True, default="")
    """The list itself, as a book keeps it: a file of the archive."""
    files = models.JSONField(default=dict)
    """By name, the hashes of what is published with it."""
    public_files = models.JSONField(default=dict)
    """By name, the hashes of the forms that everybody may download, which give of a birth date the year."""
    manifest = models.CharField(max_length=64, blank=True, default="")
    """The hash of the list of everything that it is and was made from."""
    fingerprint = models.CharField(max_length=64, blank=True, default="")
    """What was published: the hash that is printed and handed on."""
    reason = models.TextField(blank=True, default="")
    goes_on_from = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="+")
    """The version of the list before from which it goes on."""
    generation = models.BigIntegerField(default=0)
    """The generation of standings that it wrote; 0 until then."""
    closed_entry = models.BigIntegerField(default=0)
    """The number of the entry of the log by which it was closed."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(stage__in=("closed", "published", "thrown_away", "revised")), name="list_stage"
            ),
            together("list_thrown_away_by_at", "thrown_away_by", "thrown_away_at"),
            together("list_published_by_at", "published_by", "published_at"),
            only_if("list_thrown_away_reason", Q(stage="thrown_away"), ~Q(reason="") & Q(thrown_away_at__isnull=False)),
            only_if(
                "list_published_fingerprint",
                Q(stage__in=("published", "revised")),
                ~Q(fingerprint="") & ~Q(manifest="") & Q(published_at__isnull=False, publication_day__isnull=False),
            ),
            only_if("list_revision_reason", Q(revision__gt=1), ~Q(reason="")),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(second=models.F("published_by")), name="list_second_is_another"
            ),
            models.UniqueConstraint(
                fields=["rating_system", "list_date", "revision"],
                condition=~Q(stage="thrown_away"),
                name="list_version_once",
            ),
            models.UniqueConstraint(
                fields=["rating_system"], condition=Q(stage="closed"), name="list_one_closed_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list_date:%Y-%m} r{self.revision}"


class Standing(models.Model):
    """The line of a player on a list, written only where it differs from the player's line before.

    Of a player who has none, the list says nothing but the number: no rating, no games, no flag.

    The row of the newest generation that is not beyond that of the rating system holds; so a publication writes rows
    in small steps that nobody sees, and then switches one pointer.
    """

    row_number = models.BigAutoField(primary_key=True)
    rating_system = models.ForeignKey(
        RatingSystem, models.PROTECT, db_index=False, db_constraint=False, related_name="+"
    )
    fide_id = models.BigIntegerField()
    generation = models.BigIntegerField()
    list_version = models.ForeignKey(ListVersion, models.PROTECT, db_index=False, db_constraint=False, related_name="+")
    standard_rating = models.IntegerField(null=True)
    standard_games = models.IntegerField()
    standard_k = models.IntegerField(null=True)
    standard_played = models.IntegerField()
    standard_highest = models.IntegerField(null=True)
    standard_last = models.DateField(null=True)
    rapid_rating = models.IntegerField(null=True)
    rapid_games = models.IntegerField()
    rapid_k = models.IntegerField(null=True)
    rapid_played = models.IntegerField()
    rapid_highest = models.IntegerField(null=True)
    rapid_last = models.DateField(null=True)
    blitz_rating = models.IntegerField(null=True)
    blitz_games = models.IntegerField()
    blitz_k = models.IntegerField(null=True)
    blitz_played = models.IntegerField()
    blitz_highest = models.IntegerField(null=True)
    blitz_last = models.DateField(null=True)
    flag = models.TextField(blank=True)
    is_off = models.BooleanField(default=False)
    """True where the player is no longer on the list."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rating_system", "fide_id", "generation"], name="standing_once"),
        ]

    def __str__(self) -> str:
        return f"{self.fide_id}"
