"""The addresses of the public site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path, register_converter

from arpad.web.converters import ListInAddress, MonthInAddress, PlayerNumber
from arpad.web.public import (
    about,
    calculators,
    event,
    events,
    federations,
    front,
    list_files,
    lists,
    month,
    my_list,
    player,
    player_parts,
    regulations,
    search,
    sitemap,
)

if TYPE_CHECKING:
    from django.urls import URLPattern

register_converter(PlayerNumber, "player")
register_converter(MonthInAddress, "month")
register_converter(ListInAddress, "list_month")
_LIST = "lists/<int:year>-<month:month>/"

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
    path("players/<player:number>", player.player_by_number, name="site_player_number"),
    path("players/<player:number>/", player.player_by_number, name="site_player_number_slash"),
    path("players/<player:number>/<str:name>", player.player_page, name="site_player"),
    path("players/<player:number>/<str:name>/", player.player_by_number, name="site_player_slash"),
    path("players/<player:number>/<str:name>/sheet", player.paper_page, name="site_player_paper"),
    path("players/<player:number>/<str:name>/periods", player_parts.periods_page, name="site_player_periods"),
    path("players/<player:number>/<str:name>/events", player_parts.events_page, name="site_player_events"),
    path("players/<player:number>/<str:name>/opponents", player_parts.opponents_page, name="site_player_opponents"),
    path(
        "players/<player:number>/<str:name>/against/<player:other>",
        player_parts.against_page,
        name="site_player_against",
    ),
    path("players/<player:number>/<str:name>/next/<slug:kind>", player_parts.next_page, name="site_player_next"),
    path(
        "players/<player:number>/<str:name>/<slug:kind>/<list_month:month>",
        player_parts.period_page,
        name="site_player_period",
    ),
    path(
        "players/<player:number>/<str:name>/<slug:kind>/<list_month:month>.json",
        player_parts.receipt_file,
        name="site_player_receipt",
    ),
    path("lists/", lists.lists_page, name="site_lists"),
    path(_LIST, lists.list_page, name="site_list"),
    path(f"{_LIST}r<int:revision>/", lists.list_page, name="site_list_revision"),
    path(f"{_LIST}r<int:revision>/numbers/", lists.numbers_page, name="site_list_numbers"),
    path(f"{_LIST}r<int:revision>/scale/", lists.scale_page, name="site_list_scale"),
    path(f"{_LIST}r<int:revision>/changes/", lists.changes_page, name="site_list_changes"),
    path(f"{_LIST}r<int:revision>/files/", list_files.files_page, name="site_list_files"),
    path(f"{_LIST}r<int:revision>/files/<str:name>", list_files.list_file, name="site_list_file"),
    path("month/", month.newest_month, name="site_month"),
    path("month/<int:year>-<month:month>/", month.month_page, name="site_month_of"),
    path("month/<int:year>-<month:month>/<slug:name>.csv", month.month_csv, name="site_month_csv"),
    path("my-list/", my_list.my_list, name="site_my_list"),
    path("my-list.csv", my_list.my_list_csv, name="site_my_list_csv"),
    path("federations/", federations.federations_page, name="site_federations"),
    path("federations/<str:federation>/", federations.federation_page, name="site_federation"),
    path("about/", about.about_page, name="site_about"),
    path("robots.txt", sitemap.robots, name="site_robots"),
    path("sitemap.xml", sitemap.sitemap, name="site_map"),
    path("sitemap-<slug:part>.xml", sitemap.sitemap_part, name="site_map_part"),
    path("search/", search.search_page, name="site_search"),
    path("calculators/", calculators.calculators_page, name="site_calculators"),
    path("calculators/<slug:name>/", calculators.calculator_page, name="site_calculator"),
    path("regulations/", regulations.regulations_page, name="site_regulations"),
    path("regulations/worked-examples/", regulations.examples_page, name="site_worked"),
    path("regulations/readings/", regulations.remarks_page, name="site_remarks"),
    path("regulations/readings/<slug:name>/", regulations.remark_page, name="site_remark"),
    path("regulations/<slug:first>/to/<slug:second>/", regulations.changes_page, name="site_changes"),
    path("regulations/<slug:name>/", regulations.edition_page, name="site_edition"),
    path("regulations/<slug:name>/<str:article>/", regulations.article_page, name="site_article"),
]
