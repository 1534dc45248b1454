"""How ratings came about, as it was published with a list, or as it stands for the list being made.

Nothing is worked out here: the numbers are those of the files of a publication, or of the newest preview.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from arpad.model.problems import ArpadError
from arpad.publication.open_events import RATED
from arpad.storage.models import ListVersion, Preview
from arpad.storage.queries.archived import archived_json
from arpad.storage.site.unpacked import UnpackedTables

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date, datetime

    from arpad.storage.models import RatingSystem

_PUBLIC = (ListVersion.PUBLISHED, ListVersion.REVISED)
_COLUMNS = ("fide_id", "base", "games", "sum", "k_applied", "unrounded", "published", "first_games", "first_published",
            "events")  # fmt: skip


def _by_number(working: pl.DataFrame) -> pl.DataFrame:
    return working.select(_COLUMNS).sort("fide_id")


_WORKINGS = UnpackedTables("workings", 2, most_unpacked=72, most_open=36)
"""How the ratings of a list came about, in the order of the numbers of the players; a year of lists stays open."""


class OpenEvent(NamedTuple):
    """What becomes of an event on the list being made: its state, the list that rates it, and a sentence."""

    state: str
    list: date | None
    why: str


class BeingMade(NamedTuple):
    """The list being made, as it was worked out last."""

    list_date: date
    as_of: datetime
    data: str
    """The hash of what was worked out."""
    events: Mapping[int, OpenEvent]


@dataclass(frozen=True, slots=True)
class NumbersOfPlayer:
    """What an event was worth to a player, in hundredths where FIDE's columns have points."""

    rating: int | None
    """At which its games were rated; None for who was unrated."""
    k: int | None = None
    games: int = 0
    """So many counted."""
    difference: int | None = None
    """W - We."""
    first_rating: int | None = None
    """Of a newcomer, what came out on this list, from this and other events."""
    first_games: int = 0

    @property
    def k_change(self) -> int | None:
        """K times W - We, before the sum of a period is rounded."""
        return None if self.k is None or self.difference is None else self.k * self.difference


@dataclass(frozen=True, slots=True)
class SoFar:
    """What the list being made comes to for a player in a kind of chess, as it was worked out last."""

    before: int | None
    after: int | None
    """None where the player would stand on the list without a rating."""
    games: int
    """So many count: of who is unrated, towards a first rating."""

    @property
    def change(self) -> int | None:
        """The points so far; None for a first rating, or where none is left."""
        return None if self.before is None or self.after is None else self.after - self.before


class NumbersOfEvent(NamedTuple):
    """What an event was worth to its players: on which list, as of when where that is still being made."""

    list_date: date
    as_of: datetime | None
    revision: int
    """0 of the list being made."""
    players: Mapping[int, NumbersOfPlayer]


def list_being_made(system: RatingSystem) -> BeingMade | None:
    """Give the list being made; None where none is, or where what was worked out has been published since."""
    preview = Preview.objects.filter(rating_system=system).first()
    if preview is None or (system.newest is not None and preview.list_date <= system.newest.list_date):
        return None
    return BeingMade(preview.list_date, preview.worked_out_at, preview.data, _open_events(preview.data))


@lru_cache(2)
def _open_events(digest: str) -> Mapping[int, OpenEvent]:
    from datetime import date  # noqa: PLC0415 - beside its only use

    return {
        each["event_id"]: OpenEvent(
            each["state"], None if each["list"] is None else date.fromisoformat(each["list"]), each["why"] or ""
        )
        for each in archived_json(digest)["event_states"]
    }


@lru_cache(2)
def _workings_of(digest: str) -> Mapping[str, str]:
    """Give how ratings come about on the list being made, by kind of chess, as hashes."""
    workings: dict[str, str] = archived_json(digest).get("working", {})
    return workings


def numbers_of_event(
    system: RatingSystem, event: int, kind: str, rated_for: date | None, players: Collection[int]
) -> NumbersOfEvent | None:
    """Give what an event was worth to its players; None where no file says it.

    `rated_for` is the published list that rated it; where there is none, it is looked for on the list being made.
    """
    if rated_for is not None:
        version = ListVersion.objects.filter(rating_system=system, list_date=rated_for, stage__in=_PUBLIC)
        newest = version.order_by("-revision").first()
        digest = None if newest is None else newest.files.get(f"working_{kind}.parquet")
        if newest is None or digest is None:
            return None
        return NumbersOfEvent(rated_for, None, newest.revision, _of_players(digest, event, players))
    being_made = list_being_made(system)
    if being_made is None or event not in being_made.events or being_made.events[event].state != RATED:
        return None
    digest = _workings_of(being_made.data).get(kind)
    if digest is None:
        return None
    return NumbersOfEvent(being_made.list_date, being_made.as_of, 0, _of_players(digest, event, players))


def so_far(system: RatingSystem, number: int) -> dict[str, SoFar]:
    """Give what the list being made comes to for a player, by the kinds of chess in which anything of it counts."""
    being_made = list_being_made(system)
    workings = {} if being_made is None else _workings_of(being_made.data)
    try:
        rows = {kind: rows_of_working(digest, (number,)).get(number) for kind, digest in workings.items()}
    except ArpadError:
        return {}
    return {
        kind: _so_far(row) for kind, row in rows.items() if row is not None and (row["games"] or row["first_games"])
    }


def _so_far(row: Mapping[str, Any]) -> SoFar:
    if row["sum"] is None:
        return SoFar(None, row["first_published"], row["first_games"] or 0)
    return SoFar(row["base"], row["published"], row["games"] or 0)


def rows_of_working(digest: str, players: Collection[int]) -> dict[int, dict[str, Any]]:
    """Give how the ratings of some players came about on a list; nothing of who neither played nor entered."""
    table, wanted = _WORKINGS.table(digest, _by_number), pl.Series(sorted(players), dtype=pl.Int64)
    places = table["fide_id"].search_sorted(wanted).unique()
    rows = table[places.filter(places < table.height)].iter_rows(named=True)
    return {row["fide_id"]: row for row in rows if row["fide_id"] in players}


def _of_players(digest: str, event: int, players: Collection[int]) -> dict[int, NumbersOfPlayer]:
    return {number: _numbers(row, event) for number, row in rows_of_working(digest, players).items()}


def _numbers(row: Mapping[str, Any], event: int) -> NumbersOfPlayer:
    own = next((each for each in row["events"] or () if each["event_id"] == event), None)
    if own is not None:
        k = own["k"] if own["k_applied"] is None else own["k_applied"]
        return NumbersOfPlayer(own["rating"], k, own["games"], own["sum"])
    return NumbersOfPlayer(
        row["base"], first_rating=row["first_published"], first_games=row["first_games"] or 0
    )  # fmt: skip
