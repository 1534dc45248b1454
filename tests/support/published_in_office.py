"""Lists of an office closed and published by two people, and a game of them whose result was another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from office_books import LISTS
from office_people import worked

from arpad.book.decisions.correct_event import CorrectResult
from arpad.book.view import list_name
from arpad.office.close_list import CloseList
from arpad.office.publish_list import PublishList
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.models import ListVersion, RatingSystem

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.folder import Book
    from arpad.office.person import Person


def newest(system: RatingSystem) -> ListVersion:
    """Give the newest version of the newest list."""
    return ListVersion.objects.filter(rating_system=system).latest("list_date", "number")


def published(cast: dict[str, Person], system: RatingSystem, day: date) -> ListVersion:
    """Close a list and publish it by two people."""
    worked(close_list(cast["administrator"], system, day, CloseList()), cast["administrator"])
    waiting = publish_list(cast["administrator"], system, day, PublishList(newest(system).list_hash)).waiting
    assert waiting is not None
    worked(confirm(cast["approver"], waiting.number), cast["approver"])
    system.refresh_from_db()
    return newest(system)


def wrong_result(book: Book, day: date) -> CorrectResult:
    """Give a game of a rated event between rated players whose result was another."""
    rated = book.table("events").filter(rated_for=day, kind="standard", system="swiss")
    listed = book.table(list_name(LISTS[0])).filter(pl.col("standard_rating").is_not_null())["fide_id"].implode()
    games = book.table("games").filter(
        pl.col("event_id").is_in(rated["event_id"].implode()),
        pl.col("white").is_in(listed) & pl.col("black").is_in(listed),
        white_score=100,
    )
    game = games.sort("event_id", "round", "white").row(0, named=True)
    return CorrectResult(game["event_id"], game["round"], game["white"], game["black"], (0, 100), "the score sheet")
