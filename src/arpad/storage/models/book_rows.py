"""The rows of a book in a database: a model for each table of `arpad.book.schema`, with its columns and its key.

The engine never reads them one by one; tables go to it in bulk. Days are days, whole numbers are whole numbers, text is
text: nothing here has a kind that a database would hand over as something else.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from arpad.storage.models.lists import RatingSystem


class BookRow(models.Model):
    """What all rows have: a number in the order in which they were written, and whose rules they belong to."""

    row_number = models.BigAutoField(primary_key=True)
    rating_system = models.ForeignKey(
        RatingSystem, models.PROTECT, db_index=False, db_constraint=False, related_name="+"
    )
    """Rows come in bulk, by who has just read the rating system: it is not looked up once more for each of them."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.row_number)


def _key(name: str, *columns: str) -> models.UniqueConstraint:
    return models.UniqueConstraint(fields=["rating_system", *columns], name=f"{name}_key")


class PlayerRow(BookRow):
    """A player."""

    fide_id = models.BigIntegerField()
    name = models.TextField()
    federation = models.TextField(blank=True)
    sex = models.TextField(blank=True)
    title = models.TextField(blank=True)
    womens_title = models.TextField(blank=True)
    other_titles = models.TextField(blank=True)
    foa_title = models.TextField(blank=True)
    birth_year = models.IntegerField(null=True)
    birth_date = models.DateField(null=True)
    association = models.TextField(null=True)  # noqa: DJ001 - nothing is not the empty text
    died = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [_key("player", "fide_id")]
        indexes: ClassVar = [
            models.Index(fields=["rating_system", "federation", "fide_id"], name="player_federation"),
            models.Index(fields=["name"], name="player_name"),
        ]


class EventRow(BookRow):
    """An event, rated or not."""

    event_id = models.BigIntegerField()
    name = models.TextField()
    kind = models.TextField()
    system = models.TextField()
    cycles = models.IntegerField()
    start = models.DateField()
    end = models.DateField()
    official = models.BooleanField()
    received = models.DateField(null=True)
    federation = models.TextField(blank=True)
    part_of = models.BigIntegerField(null=True)
    team_championship = models.BooleanField()
    ratings = models.TextField()
    withdrawn = models.BooleanField()
    withdrawn_for = models.DateField(null=True)
    replaces = models.BigIntegerField(null=True)
    rated_for = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [_key("event", "event_id")]
        indexes: ClassVar = [
            models.Index(fields=["rating_system", "rated_for", "event_id"], name="event_rated_for"),
            models.Index(fields=["rating_system", "federation", "event_id"], name="event_federation"),
            models.Index(fields=["rating_system", "end", "event_id"], name="event_end"),
        ]


class GameRow(BookRow):
    """A game that was played over the board."""

    event_id = models.BigIntegerField()
    round = models.IntegerField()
    day = models.DateField(null=True)
    white = models.BigIntegerField()
    black = models.BigIntegerField()
    white_score = models.IntegerField()
    black_score = models.IntegerField()

    class Meta:
        constraints: ClassVar = [_key("game", "event_id", "round", "white", "black")]
        indexes: ClassVar = [
            models.Index(fields=["rating_system", "white"], name="game_white"),
            models.Index(fields=["rating_system", "black"], name="game_black"),
        ]


class PartResultRow(BookRow):
    """A part result of a player without a rating."""

    kind = models.TextField()
    fide_id = models.BigIntegerField()
    event_id = models.BigIntegerField()
    start = models.DateField()
    end = models.DateField()
    due = models.DateField()
    system = models.TextField()
    games = models.IntegerField()
    score = models.IntegerField()
    opponents = models.BigIntegerField()
    average = models.IntegerField(null=True)
    cycles = models.IntegerField()
    team_championship = models.BooleanField()
    field = models.IntegerField(null=True)
    met = models.IntegerField(null=True)

    class Meta:
        constraints: ClassVar = [_key("part_result", "kind", "fide_id", "event_id")]
        indexes: ClassVar = [models.Index(fields=["rating_system", "fide_id"], name="part_result_player")]


class CorrectionRow(BookRow):
    """A base rating that the office corrected between two lists."""

    kind = models.TextField()
    fide_id = models.BigIntegerField()
    list = models.DateField()
    rating = models.IntegerField()

    class Meta:
        constraints: ClassVar = [_key("correction", "kind", "fide_id", "list")]


class LineCorrectionRow(BookRow):
    """What the office corrected on a line besides the rating."""

    kind = models.TextField()
    fide_id = models.BigIntegerField()
    list = models.DateField()
    k = models.IntegerField(null=True)
    played = models.IntegerField(null=True)

    class Meta:
        constraints: ClassVar = [_key("line_correction", "kind", "fide_id", "list")]


class AdjustmentRow(BookRow):
    """A one-off adjustment of a whole list."""

    list = models.DateField()
    kind = models.TextField()
    adjustment = models.TextField(db_column="id")

    class Meta:
        constraints: ClassVar = [_key("adjustment", "list", "kind", "adjustment")]


class ExclusionRow(BookRow):
    """A player whose games are not rated, or who is not listed, for a time."""

    fide_id = models.BigIntegerField()
    since = models.DateField()
    until = models.DateField(null=True)
    scope = models.TextField()
    reason = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [_key("exclusion", "fide_id", "since", "scope")]


class ExemptionRow(BookRow):
    """A player who is listed for a time without a federation that is a member."""

    fide_id = models.BigIntegerField()
    since = models.DateField()
    until = models.DateField(null=True)
    reason = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [_key("exemption", "fide_id", "since")]


class CoefficientRow(BookRow):
    """K as a rating officer set it, for a player or for everybody."""

    kind = models.TextField()
    fide_id = models.BigIntegerField(null=True)
    since = models.DateField()
    k = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            _key("coefficient", "kind", "fide_id", "since"),
            models.UniqueConstraint(
                fields=["rating_system", "kind", "since"],
                condition=Q(fide_id__isnull=True),
                name="coefficient_of_everybody",
            ),
        ]


class FederationRow(BookRow):
    """A federation with its officer."""

    federation = models.TextField()
    name = models.TextField(blank=True)
    officer = models.TextField(blank=True)
    contact = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [_key("federation", "federation")]


class SuspensionRow(BookRow):
    """A federation that is suspended for a time."""

    federation = models.TextField()
    since = models.DateField()
    until = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [_key("suspension", "federation", "since")]


class IssueRow(BookRow):
    """An earlier issue of a list, whose ratings some events keep."""

    list = models.DateField()
    issue = models.IntegerField()
    until = models.DateField()

    class Meta:
        constraints: ClassVar = [_key("issue", "list", "issue")]


class BookLogRow(BookRow):
    """An entry of the log of the book, as a folder keeps it."""

    entry = models.IntegerField()
    at = models.TextField()
    deed = models.TextField()
    why = models.TextField(blank=True)
    list = models.DateField(null=True)
    facts = models.TextField()
    before = models.TextField()
    after = models.TextField()

    class Meta:
        constraints: ClassVar = [_key("book_log", "entry")]


class TableState(models.Model):
    """Of a table of a book: that it is there, by which entry of the log it changed last, and where its bytes are."""

    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    changed_by = models.BigIntegerField(default=0)
    """The number of the entry of the log; 0 before the first."""
    rows = models.BigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    """The table as a file of the archive; empty where it was not written out since it changed."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["rating_system", "name"], name="table_state_once")]

    def __str__(self) -> str:
        return self.name


class BookFile(models.Model):
    """A list, kept part results or an earlier issue of a book: a file of the archive."""

    rating_system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    """As in the folder of a book: lists/2026-10, pools/2026-10, originals/2026-10-1."""
    sha256 = models.CharField(max_length=64)
    changed_by = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["rating_system", "name"], name="book_file_once")]

    def __str__(self) -> str:
        return self.name


MODELS: dict[str, type[BookRow]] = {
    "players": PlayerRow,
    "events": EventRow,
    "games": GameRow,
    "pool": PartResultRow,
    "corrections": CorrectionRow,
    "line_corrections": LineCorrectionRow,
    "adjustments": AdjustmentRow,
    "exclusions": ExclusionRow,
    "exemptions": ExemptionRow,
    "coefficients": CoefficientRow,
    "federations": FederationRow,
    "suspensions": SuspensionRow,
    "issues": IssueRow,
    "log": BookLogRow,
}
"""The model of each table of a book."""
