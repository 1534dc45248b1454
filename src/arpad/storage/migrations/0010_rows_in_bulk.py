from __future__ import annotations

from typing import TYPE_CHECKING

import django.db.models.deletion
from django.db import migrations, models

if TYPE_CHECKING:
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor
    from django.db.migrations.state import ProjectState

_ROWS = (
    "adjustmentrow", "booklogrow", "coefficientrow", "correctionrow", "eventrow", "exclusionrow", "exemptionrow",
    "federationrow", "gamerow", "issuerow", "linecorrectionrow", "partresultrow", "playerrow", "suspensionrow",
    "standing",
)  # fmt: skip


class _Unchecked(migrations.AlterField):
    """PostgreSQL no longer looks each row's rating system up.

    SQLite has never done so where rows come in bulk, and would have to write every table anew.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)


def _unchecked(model: str, name: str, to: str) -> _Unchecked:
    key = models.ForeignKey(
        to, django.db.models.deletion.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    return _Unchecked(model, name, key)


class Migration(migrations.Migration):
    dependencies = [
        ("storage", "0009_public_files"),
    ]

    operations = [
        *(_unchecked(model, "rating_system", "storage.ratingsystem") for model in _ROWS),
        _unchecked("standing", "list_version", "storage.listversion"),
    ]
