"""Entries of the log are added and never changed or removed: the database itself refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import migrations

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_SQLITE = [
    """CREATE TRIGGER storage_log_no_update BEFORE UPDATE ON storage_logentry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    """CREATE TRIGGER storage_log_no_delete BEFORE DELETE ON storage_logentry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
]
_POSTGRESQL = [
    """CREATE FUNCTION storage_log_append_only() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'the log is append-only'; END $$ LANGUAGE plpgsql""",
    """CREATE TRIGGER storage_log_no_change BEFORE UPDATE OR DELETE ON storage_logentry
    FOR EACH ROW EXECUTE FUNCTION storage_log_append_only()""",
    """CREATE TRIGGER storage_log_no_truncate BEFORE TRUNCATE ON storage_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION storage_log_append_only()""",
]
_BACK = {
    "sqlite": ["DROP TRIGGER storage_log_no_update", "DROP TRIGGER storage_log_no_delete"],
    "postgresql": [
        "DROP TRIGGER storage_log_no_change ON storage_logentry",
        "DROP TRIGGER storage_log_no_truncate ON storage_logentry",
        "DROP FUNCTION storage_log_append_only()",
    ],
}


def _running(statements: dict[str, list[str]]) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    """Give what runs the statements for the database at hand."""

    def run(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in statements[editor.connection.vendor]:
            editor.execute(statement)

    return run


class Migration(migrations.Migration):
    """The triggers of the log."""

    dependencies: ClassVar[Any] = [("storage", "0001_initial")]
    operations: ClassVar[Any] = [
        migrations.RunPython(_running({"sqlite": _SQLITE, "postgresql": _POSTGRESQL}), _running(_BACK))
    ]
