"""What the games of a list came to for a player, in FIDE's columns, as it was published with the list.

The working that was published has n, chg, K and K times chg, and the ratings at which everybody played. Rc and W are
worked out from these by the rules; where that does not come to the n and chg that were published, they stay empty, and
the explanation of the line has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Event, Game, Player, RatingPeriod
from arpad.model.problems import ArpadError
from arpad.regulations.workings.fide_columns import period_columns
from arpad.regulations.workings.period import rate_player
from arpad.storage.models import ListVersion
from arpad.storage.rulebooks import rulebook_of
from arpad.storage.site.worked_out import rows_of_working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.storage.models import EventRow, RatingSystem
    from arpad.storage.site.player_sheet import GameOfPlayer, PeriodPlayed, PlayerSheet

    Workings = Mapping[int, Mapping[str, Any]]


class PeriodColumns(NamedTuple):
    """A list in FIDE's columns: W, n, chg and K*chg in hundredths, K as it was applied."""

    ro: int | None
    """The rating that was changed: in rapid and blitz it may be the standard one."""
    rc: int | None
    """The mean of the opponents' ratings as they count; None where it is not known."""
    w: int | None
    games: int | None
    chg: int | None
    k: int | None
    """None where it differs between events."""
    k_chg: int | None


def columns_of_periods(
    system: RatingSystem, sheet: PlayerSheet, periods: Sequence[PeriodPlayed]
) -> list[tuple[PeriodPlayed, PeriodColumns | None]]:
    """Put beside periods of a player what the list says of them; nothing of a first rating, which has no change."""
    files = _files(system, {period.list_date for period in periods})
    return [
        (period, _of_period(system, sheet, period, files.get((period.list_date, period.kind)))) for period in periods
    ]


def _files(system: RatingSystem, days: set[date]) -> dict[tuple[date, str], str]:
    """Give the working of each list and kind of chess, of the newest revision."""
    rows = ListVersion.objects.filter(rating_system=system, list_date__in=days, stage=ListVersion.PUBLISHED)
    return {
        (day, name.removeprefix("working_").removesuffix(".parquet")): digest
        for day, files in rows.order_by("revision").values_list("list_date", "files")
        for name, digest in files.items()
        if name.startswith("working_")
    }


def _of_period(
    system: RatingSystem, sheet: PlayerSheet, period: PeriodPlayed, digest: str | None
) -> PeriodColumns | None:
    if digest is None:
        return None
    games = [game for game in sheet.games if (game.event.rated_for, game.event.kind) == (period.list_date, period.kind)]
    try:
        rows = rows_of_working(digest, {sheet.number, *(game.opponent for game in games)})
    except ArpadError:
        return None
    own = rows.get(sheet.number)
    if own is None or own["sum"] is None:
        return None
    rc, w = _opponents(system, period, own, _events(sheet.number, games, rows))
    return PeriodColumns(own["base"], rc, w, own["games"], own["sum"], own["k_applied"], own["unrounded"])


def _events(number: int, games: Sequence[GameOfPlayer], rows: Workings) -> tuple[Event, ...]:
    """Put the games of a list together again, at the ratings at which they were rated."""
    of_event: dict[int, list[GameOfPlayer]] = {}
    for game in games:
        of_event.setdefault(game.event.event_id, []).append(game)
    return tuple(_event(number, played, rows) for _, played in sorted(of_event.items()))


def _event(number: int, played: Sequence[GameOfPlayer], rows: Workings) -> Event:
    row, own = played[0].event, _in_event(rows, number, played[0].event)
    games = tuple(
        Game(_rating(_in_event(rows, game.opponent, row)), Hundredths(game.score), game.round, None, game.opponent)
        for game in sorted(played, key=lambda game: game.round)
    )
    return Event(
        row.start, row.end, _rating(own), games, None if own is None else own["k"], row.system, number=row.event_id
    )


def _in_event(rows: Workings, number: int, event: EventRow) -> Mapping[str, Any] | None:
    """Give what an event was worth to a player; None to who was unrated."""
    events = rows.get(number, {}).get("events") or ()
    return next((each for each in events if each["event_id"] == event.event_id), None)


def _rating(of_event: Mapping[str, Any] | None) -> Rating | None:
    return None if of_event is None or of_event["rating"] is None else Rating(of_event["rating"])


def _opponents(
    system: RatingSystem, period: PeriodPlayed, own: Mapping[str, Any], events: tuple[Event, ...]
) -> tuple[int | None, int | None]:
    """Give Rc and W of a period; neither where the rules come to another n or chg than was published."""
    law = rulebook_of(system).name(period.kind, period.list_date)
    player = Player(None if own["base"] is None else Rating(own["base"]), own["k_applied"])
    try:
        columns = period_columns(rate_player(RatingPeriod(period.kind, period.list_date, player, events, law)))
    except ArpadError:
        return None, None
    return (columns.rc, columns.w) if (columns.n, columns.chg) == (own["games"], own["sum"]) else (None, None)
