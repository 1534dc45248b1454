"""The addresses of the public site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path, register_converter

from arpad.web.converters import MonthInAddress, PlayerNumber
from arpad.web.public import event, events, front

if TYPE_CHECKING:
    from django.urls import URLPattern

register_converter(PlayerNumber, "player")
register_converter(MonthInAddress, "month")

urlpatterns: list[URLPattern] = [
    path("", front.front_page, name="site_front"),
    path("events/", events.calendar_page, name="site_events"),
    path("events/announced.ics", events.calendar_file, name="site_events_calendar"),
    path("events/r<int:number>/", event.registered_event_page, name="site_registered_event"),
    path("events/r<int:number>/<slug:name>", event.registered_event_page, name="site_registered_event_named"),
    path("events/<int:number>/", event.event_page, name="site_event"),
    path("events/<int:number>/players.csv", event.event_players_file, name="site_event_players"),
    path("events/<int:number>/games.csv", event.event_games_file, name="site_event_games"),
    path("events/<int:number>/<slug:name>", event.event_page, name="site_event_named"),
]
