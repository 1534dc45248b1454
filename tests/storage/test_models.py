"""What the database keeps and what it refuses, on both databases."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, models, transaction

from arpad.book.schema import LIST, TABLES
from arpad.model.clock import now
from arpad.office.decision import Decision
from arpad.storage import log
from arpad.storage.models import (
    MODELS,
    ArchivedFile,
    Asked,
    Job,
    ListVersion,
    LogEntry,
    RatingSystem,
    Standing,
)

if TYPE_CHECKING:
    from arpad.book.schema import BookTable

KINDS: dict[pl.DataType, type[models.Field[Any, Any]]] = {
    pl.Int64(): models.BigIntegerField,
    pl.Int32(): models.IntegerField,
    pl.String(): models.TextField,
    pl.Date(): models.DateField,
    pl.Boolean(): models.BooleanField,
}


def has_the_columns_of(model: type[models.Model], table: BookTable, besides: set[str]) -> None:
    """Hold a model against the description of a table: names, kinds, and where nothing may stand."""
    columns = {field.column: field for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's own way to say it
    assert set(columns) - besides == set(table.columns)
    for name, column in table.columns.items():
        assert type(columns[name]) is KINDS[column.kind], name
        assert columns[name].null == column.null, name


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_a_book_and_its_model_have_the_same_columns(name: str) -> None:
    """And a row is told from every other by the same key."""
    model, table = MODELS[name], TABLES[name]
    has_the_columns_of(model, table, {"row_number", "rating_system_id"})
    keys = {
        tuple(model._meta.get_field(field).column for field in constraint.fields)  # noqa: SLF001 - Django's own way
        for constraint in model._meta.constraints  # noqa: SLF001 - the same
        if isinstance(constraint, models.UniqueConstraint) and constraint.condition is None
    }
    assert keys == {("rating_system_id", *table.key)}


def test_every_table_has_a_model() -> None:
    """None is forgotten."""
    assert list(MODELS) == list(TABLES)


def test_a_standing_has_the_columns_of_a_list() -> None:
    """With whose it is, and since when."""
    has_the_columns_of(Standing, LIST, {"row_number", "rating_system_id", "generation", "list_version_id", "is_off"})


@pytest.mark.usefixtures("office")
def test_the_migrations_are_those_of_the_models() -> None:
    """No step is missing."""
    call_command("makemigrations", "storage", check=True, dry_run=True, verbosity=0)


def version(**values: Any) -> ListVersion:  # noqa: ANN401 - columns of a list
    """Give a closed list that is not kept yet."""
    system, _ = RatingSystem.objects.get_or_create(key="fide")
    given = {
        "rating_system": system,
        "list_date": date(2026, 10, 1),
        "stage": "closed",
        "closed_at": now(),
        "closed_by": 1,
        "valid_from": date(2026, 10, 1),
        "list_hash": "a" * 64,
        "hash_version": 2,
    }
    return ListVersion(**{**given, **values})


def asked(**values: Any) -> Asked:  # noqa: ANN401 - columns of what was asked
    """Give a deed that waits and is not kept yet."""
    return Asked(**{"deed": "list.publish", "fingerprint": "a", "asked_by": 1, "asked_at": now(), **values})


def job(**values: Any) -> Job:  # noqa: ANN401 - columns of a job
    """Give a job that is not kept yet."""
    return Job(**{"kind": "list.close", "fingerprint": "a", "asked_by": 1, "asked_at": now(), **values})


IMPOSSIBLE = {
    "decided by nobody": lambda: asked(decided_at=now(), outcome="confirmed"),
    "decided at no time": lambda: asked(decided_by=2),
    "declined without a reason": lambda: asked(decided_by=2, decided_at=now(), outcome="declined"),
    "confirmed by whoever asked": lambda: asked(decided_by=1, decided_at=now(), outcome="confirmed"),
    "an outcome that nobody knows": lambda: asked(decided_by=2, decided_at=now(), outcome="perhaps"),
    "thrown away without a reason": lambda: version(stage="thrown_away", thrown_away_at=now(), thrown_away_by=1),
    "thrown away by nobody": lambda: version(thrown_away_at=now()),
    "published without a fingerprint": lambda: version(
        stage="published", published_at=now(), published_by=1, publication_day=date(2026, 10, 1)
    ),
    "a stage that nobody knows": lambda: version(stage="perhaps"),
    "a second person who is the first": lambda: version(published_by=1, published_at=now(), second=1),
    "a revision without a reason": lambda: version(revision=2),
    "a job in a state that nobody knows": lambda: job(state="perhaps"),
    "a failure that does not say why": lambda: job(state="failed", ended_at=now()),
    "work that nobody holds": lambda: job(state="running"),
    "erased without a right": lambda: ArchivedFile(
        sha256="a" * 64, size=1, kind="table", added_at=now(), state="erased"
    ),
}


def is_taken(row: models.Model) -> bool:
    """Tell whether the database takes a row."""
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        return False
    return True


@pytest.mark.usefixtures("office")
def test_what_can_never_be_is_refused_by_the_database() -> None:
    """One after the other; and what can be is taken."""
    taken = [words for words, impossible in IMPOSSIBLE.items() if is_taken(impossible())]
    assert taken == []
    version().save()
    with pytest.raises(IntegrityError), transaction.atomic():
        version(list_date=date(2026, 11, 1)).save()
    job().save()
    with pytest.raises(IntegrityError), transaction.atomic():
        job().save()
    job(state="done", ended_at=now()).save()
    asked().save()
    with pytest.raises(IntegrityError), transaction.atomic():
        asked().save()


@pytest.mark.usefixtures("office")
def test_the_log_is_append_only() -> None:
    """Neither a change nor a removal, whoever asks; and nothing is logged outside of a transaction."""
    with transaction.atomic():
        log.record(Decision("office.init", {"day": date(2026, 10, 1)}, 0))
        log.record(Decision("office.migrate", {}, 0, "a new version"))
    for change in (lambda: LogEntry.objects.update(reason="another"), LogEntry.objects.all().delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    with pytest.raises(transaction.TransactionManagementError):
        log.record(Decision("office.init", {}, 0))
    first, second = log.records()
    assert (first.number, second.number, second.previous) == (1, 2, first.hash)
    assert log.head() == second.head
