"""The way in for a server: the pages of the office in a folder, as a WSGI application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

from arpad.storage.opening import open_office
from arpad.storage.settings import read_settings
from arpad.web.django_settings import web_settings

if TYPE_CHECKING:
    from pathlib import Path

    from django.core.handlers.wsgi import WSGIHandler


def application(folder: Path) -> WSGIHandler:
    """Open the office in a folder and give its pages."""
    open_office(folder, web_settings(read_settings(folder)))
    return get_wsgi_application()
