"""What the page of an event shows: its way, the standing with what came of it, the crosstable, what was not rated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.formats import date_format

from arpad.events.thinking_time.text import time_of_text
from arpad.model.report import Report
from arpad.office.public_stage import (
    DUE_FOR_LIST,
    LISTED,
    NOT_PLAYED,
    NOT_REPORTED,
    PLAYED_NOW,
    PUT_OFF,
    SENT_BACK,
    TO_COME,
    WITH_FEDERATION,
    WITH_FIDE,
)
from arpad.office.questions import MISSING_GAME, WRONG_OPPONENT, WRONG_RESULT
from arpad.pages.crosstables import crosstable
from arpad.pages.numbers import NONE, direction, halves, plain, signed
from arpad.storage.site.event_sheet import as_shown
from arpad.web.public.article import article_sheet, known_edition
from arpad.web.public.event_places import (
    NamesInEvent,
    ask_address,
    book_address,
    explanation_address,
    office_address,
)
from arpad.web.public.frame import with_query
from arpad.web.public.law_places import article_address, article_in_address
from arpad.web.public.player_places import player_address
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.pages.html import Fragment
    from arpad.storage.site.event_sheet import EventSheet, PlayerOfEvent

ROWS = 100
"""So many players stand in a table."""
_MATTERS = (WRONG_RESULT, WRONG_OPPONENT, MISSING_GAME)
_WAY = (
    ("announced", (TO_COME, PUT_OFF)),
    ("played", (PLAYED_NOW,)),
    ("reported", (NOT_REPORTED, SENT_BACK)),
    ("federation", (WITH_FEDERATION,)),
    ("fide", (WITH_FIDE,)),
    ("list", (DUE_FOR_LIST,)),
    ("listed", (LISTED,)),
)
"""The way of an event, with the public stages at which each station is where it is."""
_CHOSEN = {"kind": "kind", "system": "pairing"}
"""Facts whose value is a code, with the section of its words."""


class Station(NamedTuple):
    """A station on the way of an event."""

    words: str
    is_past: bool
    is_here: bool


class LineOfEvent(NamedTuple):
    """A player in the table of an event, as the page writes it."""

    player: PlayerOfEvent
    address: str
    explained: str
    rank: str
    points: str
    rating: str
    score: str
    average: str
    performance: str
    difference: str
    look: str
    k: str
    k_change: str


class AskLink(NamedTuple):
    """A matter about which somebody can ask, as a link to the form."""

    words: str
    address: str


def stage_sentence(sheet: EventSheet) -> str:
    """Say where an event is."""
    facts = {"list": list_name(sheet.stage.list), "name": sheet.name}
    return says("public_stage", sheet.stage.code, **facts)


def list_name(day: date | None) -> str:
    """Name the list of a day."""
    return "" if day is None else date_format(day, "DATE_FORMAT")


def way_of(sheet: EventSheet) -> list[Station]:
    """Give the way of an event to its list; nothing where it is on none."""
    codes = [stages for _, stages in _WAY]
    here = next((place for place, stages in enumerate(codes) if sheet.stage.code in stages), None)
    if here is None:
        return []
    is_at_fide = sheet.stage.code == WITH_FIDE or (sheet.registered is not None and sheet.registered.fide_list)
    return [
        Station(says("event_way", name), place < here, place == here)
        for place, (name, _) in enumerate(_WAY)
        if (name != "fide" or is_at_fide) and (name != "list" or not is_at_fide)
    ]


def event_context(sheet: EventSheet, page: int) -> dict[str, Any]:
    """Give everything that the page shows."""
    pages = max(1, -(-len(sheet.players) // ROWS))
    page = min(max(page, 1), pages)
    lines = [player_line(sheet, player) for player in sheet.players[(page - 1) * ROWS : page * ROWS]]
    numbers = sheet.numbers
    return {
        "event": sheet,
        "stage_sentence": stage_sentence(sheet),
        "way": way_of(sheet),
        "facts": list(_facts(sheet)),
        "lines": lines,
        "has_ratings": any(player.rating for player in sheet.players),
        "has_numbers": numbers is not None,
        "newcomers": [player_line(sheet, player) for player in sheet.newcomers],
        "crosstable": crosstable_parts(sheet, page),
        "page_number": page,
        "pages": pages,
        "before": _page(sheet, page - 1) if page > 1 else "",
        "after": _page(sheet, page + 1) if page < pages else "",
        "not_rated": [
            (each, _number(sheet, each.first), _number(sheet, each.second)) for each in sheet.not_rated[:ROWS]
        ],
        "more_not_rated": max(0, len(sheet.not_rated) - ROWS),
        "against_unrated": against_unrated(sheet),
        "uncounted": uncounted(sheet),
        "findings": [(each, [_law(*cited) for cited in each.articles]) for each in sheet.findings],
        "refused_by": [(_law(*cited), _asked_by(*cited)) for cited in sheet.refused_by],
        "asks": list(_asks(sheet)),
        "parts": [(part, office_address(part.number, part.name)) for part in sheet.parts],
        "sections": [(each, _address_of_row(each)) for each in sheet.sections],
        "whole": _whole(sheet),
        "replaced_by": "" if sheet.replaced_by is None else book_address(sheet.replaced_by, sheet.name),
        "replaces": "" if sheet.row is None or sheet.row.replaces is None
        else book_address(sheet.row.replaces, sheet.name),
    }  # fmt: skip


def _law(edition: str, article: str) -> tuple[str, str]:
    """Give an article in words, with its address."""
    return f"{edition} {article}", article_address(edition, article)


def _asked_by(edition: str, article: str) -> str:
    """Say in our words what an article asks; nothing of one that is not carried here."""
    known = article_sheet(edition, article_in_address(article)) if known_edition(edition) else None
    return "" if known is None else known.asks


def _asks(sheet: EventSheet) -> Iterator[AskLink]:
    """Give what can be asked about an event that was played."""
    if sheet.stage.code not in {TO_COME, PLAYED_NOW, PUT_OFF, NOT_PLAYED}:
        for matter in _MATTERS:
            yield AskLink(says("ask_about_event", matter), ask_address(matter, sheet))


def _page(sheet: EventSheet, page: int) -> str:
    number = 0 if sheet.row is None else sheet.row.event_id
    return with_query(book_address(number, sheet.name), page=str(page) if page > 1 else "")


def _address_of_row(row: Any) -> str:  # noqa: ANN401 - a registered event
    return book_address(row.book_event, row.name) if row.book_event else office_address(row.number, row.name)


def _whole(sheet: EventSheet) -> str:
    """Give the address of the long event that this is a part of."""
    row = sheet.registered
    return "" if row is None or row.parent is None else office_address(row.parent.number, row.parent.name)


def _facts(sheet: EventSheet) -> Iterator[tuple[str, str]]:
    """Give what is public of a registration, in words."""
    for name, value in sheet.facts.items():
        if name == "time_control":
            yield known("fact_label", name), _thinking_time(str(value))
        elif value is True:
            yield known("fact_label", name), says("choice", "yes")
        elif value not in (None, False, ""):
            text = known(_CHOSEN[name], str(value)) if name in _CHOSEN else str(value)
            yield known("fact_label", name), text


def _thinking_time(text: str) -> str:
    """Write a thinking time in words, as far as it can be read and is the same for both.

    >>> _thinking_time("as announced")
    'as announced'
    """
    control, other = time_of_text(text)
    if control is None or other is not None:
        return text
    return says("site_event", "then").join(
        says("site_event", "thinking_time", minutes=each.seconds // 60, seconds=each.seconds % 60,
             increment=each.increment, moves=each.moves or 0)
        for each in control.periods
    )  # fmt: skip


def player_line(sheet: EventSheet, player: PlayerOfEvent) -> LineOfEvent:
    """Write a player of an event."""
    named, numbers = player.named, player.numbers
    is_rated = numbers is not None and numbers.difference is not None
    return LineOfEvent(
        player,
        "" if named is None else player_address(named.number, named.name),
        "" if named is None or sheet.numbers is None else explanation_address(named, sheet.kind, sheet.numbers),
        str(player.rank or NONE),
        halves(player.points) or NONE,
        plain(None if named is None else player.rating),
        f"{halves(player.score)}/{player.against_rated}" if player.against_rated else NONE,
        plain(player.average),
        plain(player.performance),
        signed(numbers.difference) if is_rated and numbers is not None else NONE,
        direction(numbers.difference) if is_rated and numbers is not None else "",
        plain(None if numbers is None else numbers.k),
        signed(numbers.k_change) if is_rated and numbers is not None else NONE,
    )


def _number(sheet: EventSheet, number: int) -> Fragment:
    named = next((each.named for each in sheet.players if each.number == number), None)
    return NamesInEvent(sheet).of_number(0, number, "" if named is None else named.name)


def against_unrated(sheet: EventSheet) -> int:
    """Count the games in which somebody had no rating: they count towards a first rating only."""
    if sheet.played is None or sheet.numbers is None:
        return 0
    rated = {number for number, own in sheet.numbers.players.items() if own.rating is not None}
    return sum(1 for game in sheet.played.games if game.white not in rated or game.black not in rated)


def uncounted(sheet: EventSheet) -> int:
    """Count the rated players for whom fewer games count than they played against rated opponents."""
    return sum(
        1
        for player in sheet.players
        if player.numbers is not None
        and player.numbers.difference is not None
        and player.numbers.games < player.against_rated
    )


def crosstable_parts(sheet: EventSheet, page: int) -> list[Fragment]:
    """Give the crosstable, of many players a part of it."""
    shown = as_shown(sheet)
    if shown is None or not shown.tournament.entries or sheet.row is None:
        return []
    tournament = shown.tournament
    if len(tournament.entries) > ROWS and not tournament.teams:
        there = {each.number for each in sheet.players[(page - 1) * ROWS : page * ROWS]}
        entries = tuple(entry for entry in tournament.entries if entry.number in there)
        tournament = replace(tournament, entries=entries)
    row = sheet.row
    report = Report(row.name, tournament, row.start, row.end, row.kind, row.system)
    return list(crosstable(report, 0, NamesInEvent(sheet)))
