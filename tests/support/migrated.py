"""Makes the tables of an office in the database of `DATABASE_URL`, by all migrations; a process of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from arpad.storage.settings import DATABASE_URL, OfficeSettings, django_settings


def main() -> int:
    """Migrate."""
    asked = OfficeSettings(secret_key="a database of tests", database_url=os.environ[DATABASE_URL])  # noqa: S106 - of tests
    settings.configure(**django_settings(Path(), asked))
    django.setup()
    call_command("migrate", verbosity=0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
