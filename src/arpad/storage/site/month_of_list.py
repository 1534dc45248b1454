"""What a month brought, of a published list: worked out once for a list, a kind of chess and a federation, and kept."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from arpad.publication.list_federations import federations_of_list
from arpad.publication.month import bests, crossed, gains, losses, number_ones, teams
from arpad.storage.opening import open_now
from arpad.storage.site.list_table import TABLE, list_table
from arpad.storage.site.shown import may_be_named
from arpad.storage.site.shown_table import table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.publication.month import NumberOne
    from arpad.storage.models import ListVersion, RatingSystem

_MOST_KEPT = 24
_KEPT: dict[tuple[str, ...], MonthOfList] = {}
_LOCK = Lock()
MonthRow = dict[str, Any]
_FEDERATIONS: dict[tuple[str, ...], list[MonthRow]] = {}


@dataclass(frozen=True, slots=True)
class MonthOfList:
    """What a list brought in one kind of chess, for everybody or for a federation."""

    crossed: Sequence[MonthRow]
    number_ones: Sequence[NumberOne]
    bests: Sequence[MonthRow]
    number_of_bests: int
    gains: Sequence[MonthRow]
    losses: Sequence[MonthRow]
    teams: Sequence[MonthRow]


def month_of_list(version: ListVersion, kind: str, federation: str = "") -> MonthOfList | None:
    """Give what a list brought; None while its public files are still to be written."""
    table = list_table(version)
    if table is None:
        return None
    asked = (str(open_now().folder), version.public_files[TABLE], kind, federation)
    known = _KEPT.get(asked)
    if known is None:
        then = None if version.goes_on_from is None else list_table(version.goes_on_from)
        best, many = bests(table, kind, federation)
        day = version.list_date
        known = MonthOfList(
            crossed(table, kind, federation).to_dicts(),
            number_ones(table, then, kind, day, federation),
            best.to_dicts(),
            many,
            gains(table, kind, federation).to_dicts(),
            losses(table, kind, day, federation).to_dicts(),
            teams(table, kind).to_dicts(),
        )
        with _LOCK:
            while len(_KEPT) >= _MOST_KEPT:
                del _KEPT[next(iter(_KEPT))]
            _KEPT[asked] = known
    return known


def federations_known(version: ListVersion, kind: str) -> list[MonthRow]:
    """Give the federations of a list in a kind of chess, as they are ranked; nothing while its tables are lacking."""
    table = list_table(version)
    if table is None:
        return []
    asked = (str(open_now().folder), version.public_files[TABLE], kind)
    known = _FEDERATIONS.get(asked)
    if known is None:
        known = federations_of_list(table, kind).to_dicts()
        with _LOCK:
            while len(_FEDERATIONS) >= _MOST_KEPT:
                del _FEDERATIONS[next(iter(_FEDERATIONS))]
            _FEDERATIONS[asked] = known
    return known


def named_now(system: RatingSystem, fide_ids: Iterable[int]) -> frozenset[int]:
    """Give those of some players of a published list who may still be named: since it, somebody may have been excluded.

    While it is still being written who is shown, the list itself says it.
    """
    numbers = frozenset(fide_ids)
    return numbers if table_of(system) is None else may_be_named(system, numbers)
