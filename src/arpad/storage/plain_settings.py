"""The settings of Django for tools that look at the code without an office: types, migrations."""

from __future__ import annotations

SECRET_KEY = "looks at code only, signs nothing"  # noqa: S105 - no office uses it
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "arpad.storage",
]
AUTH_USER_MODEL = "storage.Account"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
