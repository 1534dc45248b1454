"""The store of a rating office as a part of Django."""

from __future__ import annotations

from django.apps import AppConfig


class StorageConfig(AppConfig):
    """The models of an office under the label `storage`."""

    name = "arpad.storage"
    label = "storage"
    default_auto_field = "django.db.models.BigAutoField"
