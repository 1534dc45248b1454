"""The addresses of the public site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path, register_converter

from arpad.web.converters import MonthInAddress, PlayerNumber
from arpad.web.public import front

if TYPE_CHECKING:
    from django.urls import URLPattern

register_converter(PlayerNumber, "player")
register_converter(MonthInAddress, "month")

urlpatterns: list[URLPattern] = [
    path("", front.front_page, name="site_front"),
]
