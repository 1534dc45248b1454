"""The indexes by which players are ordered and filtered: of a first import they are built after it, with the search.

A book that comes in for the first time is found by number as soon as it counts. By name and federation it is looked
through until the job is done that makes everything searchable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from arpad.storage.models import PlayerRow, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Index

PUT_OFF = tuple(index.name for index in PlayerRow._meta.indexes)  # noqa: SLF001 - Django's own way to say it


def build_missing() -> list[str]:
    """Build the indexes of the players that were put off; give their names."""
    missing = list(_missing())
    editor = connection.schema_editor(collect_sql=True)
    for index in missing:
        statement = str(index.create_sql(PlayerRow, editor))
        with connection.cursor() as cursor:
            cursor.execute(statement.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS", 1))
    if missing and connection.vendor != "sqlite":
        _analyzed()
    return [index.name for index in missing]


def _missing() -> Iterator[Index]:
    with connection.cursor() as cursor:
        there = connection.introspection.get_constraints(cursor, PlayerRow._meta.db_table)  # noqa: SLF001 - the same
    return (index for index in PlayerRow._meta.indexes if index.name not in there)  # noqa: SLF001 - the same


def _analyzed() -> None:
    """Tell PostgreSQL at once what the tables hold that have just been filled."""
    with connection.cursor() as cursor:
        for model in (PlayerRow, Standing):
            cursor.execute(f'ANALYZE "{model._meta.db_table}"')  # noqa: SLF001 - the same
