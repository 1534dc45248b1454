"""Events of the book with their games and reports, as far as the person who asks may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from arpad.office.roles import federations_seen
from arpad.storage.models import EventRow, GameRow, ReportFile
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged
from arpad.storage.queries.players import player_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

_ORDERS = {
    "end": ("end", "event_id"),
    "number": ("event_id",),
    "name": ("name", "event_id"),
    "federation": ("federation", "end", "event_id"),
    "kind": ("kind", "end", "event_id"),
    "rated_for": ("rated_for", "end", "event_id"),
}
STATES = ("rated", "open", "annulled")
_OF_STATE = {
    "annulled": {"withdrawn": True},
    "open": {"withdrawn": False, "rated_for__isnull": True},
    "rated": {"withdrawn": False, "rated_for__isnull": False},
}


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a table."""

    row: EventRow
    games: int

    @property
    def state(self) -> str:
        """What became of it: rated, still open, or annulled."""
        return event_state(self.row)


def event_state(row: EventRow) -> str:
    """Tell what became of an event: rated, still open, or annulled."""
    if row.withdrawn:
        return "annulled"
    return "open" if row.rated_for is None else "rated"


def _seen(person: Person, system: RatingSystem) -> QuerySet[EventRow]:
    rows = EventRow.objects.filter(rating_system=system)
    seen = federations_seen(person, "event.read")
    return rows if seen is None else rows.filter(federation__in=seen)


def events(person: Person, system: RatingSystem, asked: AskedRows) -> RowsOfTable[EventLine]:
    """Give the events, with how many games each has."""
    rows = _seen(person, system)
    words = asked.wanted("q")
    if words.isascii() and words.isdigit() and len(words) < 19:  # noqa: PLR2004 - 63 bits
        rows = rows.filter(event_id=int(words))
    elif words:
        for part in words.split()[:6]:
            rows = rows.filter(name__icontains=part)
    for name in ("federation", "kind"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    rows = rows.filter(**_OF_STATE.get(asked.wanted("state"), {}))
    if month := asked.wanted("list"):
        year, _, number = month.partition("-")
        if year.isascii() and year.isdigit() and number.isascii() and number.isdigit():
            rows = rows.filter(rated_for__year=min(int(year), 9999), rated_for__month=int(number))
    counted = GameRow.objects.filter(rating_system=system, event_id=OuterRef("event_id")).order_by()
    number_of = Subquery(counted.values("event_id").annotate(n=Count("pk")).values("n"), output_field=IntegerField())
    return paged(rows.annotate(games=Coalesce(number_of, 0)), asked, _ORDERS, lambda row: EventLine(row, row.games))


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of an event, with the names of both players."""

    round: int
    white: int
    white_name: str
    black: int
    black_name: str
    white_score: int
    black_score: int


@dataclass(frozen=True, slots=True)
class EventPage:
    """Everything that the book says of an event."""

    row: EventRow
    games: Sequence[EventGame]
    players: int
    reports: Sequence[ReportFile]
    replaced_by: int | None

    @property
    def state(self) -> str:
        """What became of it."""
        return event_state(self.row)


def event(person: Person, system: RatingSystem, number: int) -> EventPage | None:
    """Give an event; None where there is none whom the person may see."""
    row = _seen(person, system).filter(event_id=number).first()
    if row is None:
        return None
    games = list(GameRow.objects.filter(rating_system=system, event_id=number).order_by("round", "row_number"))
    numbers = {player for game in games for player in (game.white, game.black)}
    names = player_names(system, list(numbers))
    return EventPage(
        row,
        [
            EventGame(
                game.round, game.white, names.get(game.white, ""), game.black, names.get(game.black, ""),
                game.white_score, game.black_score,
            )
            for game in games
        ],
        len(numbers),
        list(ReportFile.objects.filter(rating_system=system, event_id=number).order_by("received_at")),
        EventRow.objects.filter(rating_system=system, replaces=number).values_list("event_id", flat=True).first(),
    )  # fmt: skip


def report_of(person: Person, system: RatingSystem, number: int, digest: str) -> ReportFile | None:
    """Give a report of an event whom the person may see."""
    if not _seen(person, system).filter(event_id=number).exists():
        return None
    return ReportFile.objects.filter(rating_system=system, event_id=number, sha256=digest).first()


def events_seen(person: Person, system: RatingSystem, numbers: Sequence[int]) -> set[int]:
    """Give those among some events that the person may see."""
    return set(_seen(person, system).filter(Q(event_id__in=numbers)).values_list("event_id", flat=True))


def event_names(system: RatingSystem, numbers: Sequence[int]) -> dict[int, str]:
    """Give the names of events by number."""
    return dict(EventRow.objects.filter(rating_system=system, event_id__in=numbers).values_list("event_id", "name"))
