"""The tables of the office in the form that the database has now: names, columns and their kinds, from the migrations.

They follow from the steps that were made, not from the models of this version: so an office is also backed up before
its tables are brought to a newer form.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl
from django.db.migrations.loader import MigrationLoader

from arpad.storage.bulk.queries import MOMENT, Query, selected

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models import Field, Model

APP = "storage"
_KINDS: dict[str, pl.DataType] = {
    "AutoField": pl.Int64(),
    "BigAutoField": pl.Int64(),
    "IntegerField": pl.Int64(),
    "BigIntegerField": pl.Int64(),
    "SmallIntegerField": pl.Int64(),
    "PositiveIntegerField": pl.Int64(),
    "PositiveBigIntegerField": pl.Int64(),
    "BooleanField": pl.Boolean(),
    "CharField": pl.String(),
    "TextField": pl.String(),
    "DateField": pl.Date(),
    "DateTimeField": MOMENT,
    "BinaryField": pl.Binary(),
    "JSONField": pl.String(),
}


@dataclass(frozen=True, slots=True)
class OfficeTable:
    """A table of the database."""

    name: str
    schema: dict[str, pl.DataType]
    key: str
    documents: tuple[str, ...]
    """The columns with JSON in them."""
    model: type[Model]

    @property
    def query(self) -> Query:
        """Everything in it, in the order of its key."""
        return selected(self.name, self.schema, order=[self.key])

    def canonical(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Give the rows in a form that does not depend on the database: each of them writes JSON in its own way."""
        return frame.with_columns(
            pl.col(name).map_elements(_canonical, return_dtype=pl.String) for name in self.documents
        ).sort(self.key)


def _canonical(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def applied_steps(connection: BaseDatabaseWrapper) -> list[str]:
    """Give the steps by which the tables of the office were made, in order."""
    loader = MigrationLoader(connection)
    return sorted(name for app, name in loader.applied_migrations if app == APP)


def tables_of(connection: BaseDatabaseWrapper) -> list[OfficeTable]:
    """Give the tables of the office, as the steps made so far have left them."""
    loader = MigrationLoader(connection)
    steps = [(APP, name) for name in applied_steps(connection)]
    models = loader.project_state(steps).apps.get_app_config(APP).get_models(include_auto_created=True)
    return sorted((_table(model) for model in models), key=lambda table: table.name)


def _table(model: type[Model]) -> OfficeTable:
    about = model._meta  # noqa: SLF001 - Django documents it under this name
    fields: list[Field[Any, Any]] = list(about.concrete_fields)
    schema = {str(field.column): _kind(field) for field in fields}
    documents = tuple(str(field.column) for field in fields if field.get_internal_type() == "JSONField")
    key = about.pk
    return OfficeTable(str(about.db_table), schema, str(key.column if key is not None else ""), documents, model)


def _kind(field: Field[Any, Any]) -> pl.DataType:
    while field.remote_field is not None and getattr(field, "target_field", None) is not None:
        field = field.target_field  # type: ignore[attr-defined]
    return _KINDS[field.get_internal_type()]
