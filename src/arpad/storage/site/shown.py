"""Who has a public page, by the listing decision of the newest list: asked for one player or for many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from django.db import connection

from arpad.model.period import KINDS
from arpad.storage.bulk.queries import quoted
from arpad.storage.models import PlayerRow
from arpad.storage.site import shown_table
from arpad.storage.site.age_groups import OF_AGE, group_of
from arpad.storage.site.ranks import SCOPES
from arpad.storage.site.shown_table import BEFORE, HIDDEN, WITHOUT_RATING, table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.storage.models import RatingSystem


class Presence(Enum):
    """Whether a player has a public page, and what stands on it."""

    LISTED = shown_table.LISTED
    """On some part of the newest published list."""
    LEFT = shown_table.LEFT
    """On an earlier one and no longer: a page with the lists they stood on, and nothing newer."""
    DIED = shown_table.DIED
    """The same, marked, without places."""
    UNRATED = shown_table.UNRATED
    """A number and no rating: a page with the way to a first one."""
    NONE = ""
    """No public page: kept off every list that there was, or excluded from all of them."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A place on the newest list, and that on the list before where there was one."""

    kind: str
    scope: str
    place: int
    before: int | None

    @property
    def change(self) -> int | None:
        """How many places the player went up; below zero for down."""
        return None if self.before is None else self.before - self.place


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """What the site knows of a player besides the tables of the book."""

    presence: Presence
    first_list: date | None
    last_list: date | None
    """Those on which the player stood; None where on none yet."""
    is_minor: bool
    """Up to the end of the year in which the player comes of age: search engines and previews leave the page alone."""
    age_group: str
    ratings: Mapping[str, int | None]
    """By kind of chess, what the newest list published; nothing of whom it does not show."""
    ranks: tuple[Rank, ...]
    hidden: frozenset[tuple[date, str]]
    """The lists and kinds of chess in which the book has a rating that was not published."""


def presence(system: RatingSystem, fide_id: int) -> Presence:
    """Say whether a player has a public page."""
    return presences(system, [fide_id])[fide_id]


def presences(system: RatingSystem, fide_ids: Iterable[int]) -> dict[int, Presence]:
    """Say of players whether they have a public page."""
    asked = list(dict.fromkeys(fide_ids))
    known = {row["fide_id"]: Presence(row["presence"]) for row in _rows(system, asked, ("fide_id", "presence"))}
    others = [number for number in asked if number not in known]
    known |= {row["fide_id"]: Presence.UNRATED for row in _rows(system, others, ("fide_id",), WITHOUT_RATING)}
    return {number: known.get(number, Presence.NONE) for number in asked}


def ratings_shown(system: RatingSystem, fide_ids: Iterable[int]) -> dict[int, dict[str, int | None]]:
    """Give what the newest list published of some players; nothing of whom it does not show."""
    columns = ("fide_id", "presence", *(f"{kind}_rating" for kind in KINDS))
    rows = _rows(system, list(dict.fromkeys(fide_ids)), columns)
    return {
        row["fide_id"]: {kind: row[f"{kind}_rating"] for kind in KINDS}
        for row in rows
        if row["presence"] == shown_table.LISTED
    }


def may_be_named(system: RatingSystem, fide_ids: Iterable[int]) -> frozenset[int]:
    """Give those of some players who have a public page: the others are nowhere named."""
    return frozenset(number for number, of in presences(system, fide_ids).items() if of is not Presence.NONE)


def shown_player(system: RatingSystem, fide_id: int) -> ShownPlayer | None:
    """Give what the site knows of a player; None of whom has no public page."""
    row = next(iter(_rows(system, [fide_id])), None)
    if row is None:
        return _unrated(system, fide_id)
    is_listed = row["presence"] == shown_table.LISTED
    return ShownPlayer(
        Presence(row["presence"]),
        date.fromisoformat(row["first_list"]),
        date.fromisoformat(row["last_list"]),
        bool(row["is_minor"]),
        row["age_group"] or "",
        {kind: row[f"{kind}_rating"] if is_listed else None for kind in KINDS},
        tuple(_ranks(row)) if is_listed else (),
        _hidden(system, fide_id),
    )


def _unrated(system: RatingSystem, number: int) -> ShownPlayer | None:
    """Give the same of who has a number and no rating; None of whom has no public page."""
    if not _rows(system, [number], ("fide_id",), WITHOUT_RATING) or system.newest is None:
        return None
    born = PlayerRow.objects.filter(rating_system=system, fide_id=number).values_list("birth_year", flat=True).first()
    day = system.newest.list_date
    is_minor = born is not None and day.year - born <= OF_AGE
    nothing = dict.fromkeys(KINDS)
    return ShownPlayer(Presence.UNRATED, None, None, is_minor, group_of(born, day), nothing, (), frozenset())


def _hidden(system: RatingSystem, number: int) -> frozenset[tuple[date, str]]:
    table = table_of(system)
    if table is None:
        return frozenset()
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT list_date, kind FROM {quoted(table.table + HIDDEN)} WHERE fide_id = %s",  # noqa: S608 - our own name
            [number],
        )
        return frozenset((date.fromisoformat(day), kind) for day, kind in cursor.fetchall())


def _ranks(row: Mapping[str, Any]) -> Iterable[Rank]:
    for kind in KINDS:
        for scope in SCOPES:
            place = row[f"{kind}_{scope}"]
            if place is not None:
                yield Rank(kind, scope, place, row[f"{kind}_{scope}{BEFORE}"])


def _rows(
    system: RatingSystem, numbers: list[int], columns: tuple[str, ...] = (), of: str = ""
) -> list[dict[str, Any]]:
    """Give rows of the table that is in use, as far as there is one."""
    table = table_of(system)
    if table is None or not numbers:
        return []
    names = ", ".join(map(quoted, columns)) or "*"
    places = ", ".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {names} FROM {quoted(table.table + of)} WHERE fide_id IN ({places})",  # noqa: S608 - our own names
            numbers,
        )
        known = [column[0] for column in cursor.description]
        return [dict(zip(known, row, strict=True)) for row in cursor.fetchall()]
