"""What the public page of a player shows: lines of lists, periods, games, opponents, records; nothing not published.

Whoever has left the lists has what they stood on and nothing newer. A rating that the book has and a list did not
publish is not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.model.problems import ArpadError
from arpad.office.unindex_player import DEED
from arpad.storage.models import EventRow, ListVersion, LogEntry, PartResultRow, PlayerRow, Standing
from arpad.storage.queries.games import games_of
from arpad.storage.rulebooks import rulebook_of
from arpad.storage.site.shown import Presence, may_be_named, shown_player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.storage.models import RatingSystem
    from arpad.storage.site.shown import ShownPlayer


CURRENT = (Presence.LISTED, Presence.UNRATED)
"""Whose page goes on with the list that is being made."""


@dataclass(frozen=True, slots=True)
class LineOfList:
    """What a list published of a player; nothing of a kind of chess of which it published nothing."""

    list_date: date
    is_worked_out: bool
    """False of a list that came from elsewhere: how its ratings came about is not known here."""
    ratings: Mapping[str, int | None]
    games: Mapping[str, int]
    ks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class PeriodPlayed:
    """A list for which a player had rated games: the rating before, the games, the rating after."""

    kind: str
    list_date: date
    before: int | None
    games: int
    after: int | None

    @property
    def change(self) -> int | None:
        """What the games came to; None for a first rating, or where none is left."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """A game from the side of a player."""

    event: EventRow
    round: int
    is_white: bool
    opponent: int
    score: int


@dataclass(frozen=True, slots=True)
class EventOfPlayer:
    """An event of a player: games and points."""

    row: EventRow
    games: int
    points: int


@dataclass(frozen=True, slots=True)
class MetOpponent:
    """Somebody whom a player met, and what came of it from the player's side."""

    number: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How often they met."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> int:
        """The player's points, in hundredths."""
        return 100 * self.wins + 50 * self.draws


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A player with a public page."""

    row: PlayerRow
    shown: ShownPlayer
    standing: Standing | None
    """The line of the book on the newest list; None of whom that does not show."""
    lines: Sequence[LineOfList]
    """The newest first, where something changed."""
    games: Sequence[GameOfPlayer]
    """The newest first."""
    waiting: Sequence[EventRow]
    """Events with games of the player that no list has rated yet."""
    parts: Mapping[str, int]
    """By kind of chess without a rating, the games that can still be used for a first one."""
    is_unindexed: bool
    """True where search engines are to leave the page alone: of the young, and of whoever asked for it."""

    @property
    def number(self) -> int:
        """The FIDE number."""
        return self.row.fide_id

    @property
    def periods(self) -> list[PeriodPlayed]:
        """The lists for which the player had rated games, the newest first, each kind of chess by itself."""
        played: list[PeriodPlayed] = []
        before: dict[str, int | None] = {}
        for line in reversed(self.lines):
            for kind in KINDS:
                if line.games[kind] and line.is_worked_out:
                    played.append(
                        PeriodPlayed(kind, line.list_date, before.get(kind), line.games[kind], line.ratings[kind])
                    )
                before[kind] = line.ratings[kind]
        return played[::-1]

    @property
    def events(self) -> list[EventOfPlayer]:
        """The events of the player, the newest first."""
        events: dict[int, EventOfPlayer] = {}
        for game in self.games:
            number = game.event.event_id
            known = events.get(number) or EventOfPlayer(game.event, 0, 0)
            events[number] = EventOfPlayer(game.event, known.games + 1, known.points + game.score)
        return list(events.values())

    @property
    def opponents(self) -> list[MetOpponent]:
        """Everybody whom the player met, the most often met first."""
        met: dict[int, list[int]] = {}
        for game in self.games:
            met.setdefault(game.opponent, []).append(game.score)
        rows = [
            MetOpponent(number, scores.count(100), scores.count(50), scores.count(0)) for number, scores in met.items()
        ]
        return sorted(rows, key=lambda each: (-each.games, -each.points, each.number))


def player_sheet(system: RatingSystem, number: int) -> PlayerSheet | None:
    """Give what is public of a player; None of whom has no public page."""
    shown = shown_player(system, number)
    row = PlayerRow.objects.filter(rating_system=system, fide_id=number).first()
    if shown is None or row is None or shown.presence is Presence.NONE:
        return None
    standings = _standings(system, number, shown)
    is_listed = shown.presence in CURRENT
    games = _games(system, number, None if is_listed else shown.last_list)
    newest = standings[0] if standings and is_listed else None
    return PlayerSheet(
        row,
        shown,
        None if newest is None or newest.is_off else newest,
        [_line(standing, shown) for standing in standings if not standing.is_off],
        [game for game in games if game.event.rated_for is not None],
        list({game.event.event_id: game.event for game in games if game.event.rated_for is None}.values()),
        _parts(system, number, shown) if is_listed else {},
        shown.is_minor or is_unindexed(system, number),
    )


def is_unindexed(system: RatingSystem, number: int) -> bool:
    """Tell whether a person asked not to be found by search engines."""
    entries = LogEntry.objects.filter(code=DEED, facts__system=system.key, facts__player=number)
    newest = entries.order_by("-number").first()
    return newest is not None and bool(newest.facts.get("is_unindexed"))


def names_shown(system: RatingSystem, numbers: Sequence[int]) -> dict[int, str]:
    """Give the names of those players who have a public page."""
    named = may_be_named(system, numbers)
    return dict(PlayerRow.objects.filter(rating_system=system, fide_id__in=named).values_list("fide_id", "name"))


def list_of_day(system: RatingSystem, day: date) -> ListVersion | None:
    """Give the newest revision of a published list."""
    rows = ListVersion.objects.filter(rating_system=system, list_date=day, stage=ListVersion.PUBLISHED)
    return rows.order_by("-revision").first()


def _standings(system: RatingSystem, number: int, shown: ShownPlayer) -> list[Standing]:
    """Give the lines of the lists on which a player stood, of each list its newest revision, the newest first."""
    if shown.first_list is None or shown.last_list is None:
        return []
    rows = (
        Standing.objects.filter(
            rating_system=system, fide_id=number, generation__lte=system.generation,
            list_version__list_date__gte=shown.first_list, list_version__list_date__lte=shown.last_list,
        )
        .select_related("list_version")
        .order_by("-generation")
    )  # fmt: skip
    by_day: dict[date, Standing] = {}
    for row in rows:
        by_day.setdefault(row.list_version.list_date, row)
    return [by_day[day] for day in sorted(by_day, reverse=True)]


def _line(standing: Standing, shown: ShownPlayer) -> LineOfList:
    day = standing.list_version.list_date
    kinds = [kind for kind in KINDS if (day, kind) not in shown.hidden]
    return LineOfList(
        day,
        bool(standing.list_version.files),
        {kind: getattr(standing, f"{kind}_rating") if kind in kinds else None for kind in KINDS},
        {kind: getattr(standing, f"{kind}_games") if kind in kinds else 0 for kind in KINDS},
        {kind: getattr(standing, f"{kind}_k") if kind in kinds else None for kind in KINDS},
    )


def _games(system: RatingSystem, number: int, until: date | None) -> list[GameOfPlayer]:
    """Give the games of a player, the newest first; of whom has left the lists those only that they rated."""
    rows = list(games_of(system, number))
    events = EventRow.objects.filter(rating_system=system, withdrawn=False, event_id__in={row.event_id for row in rows})
    by_number = {event.event_id: event for event in events if until is None or _is_rated_by(event, until)}
    games = [
        GameOfPlayer(
            by_number[row.event_id], row.round, row.white == number, row.black if row.white == number else row.white,
            row.white_score if row.white == number else row.black_score,
        )
        for row in rows if row.event_id in by_number
    ]  # fmt: skip
    return sorted(games, key=lambda game: (game.event.end, game.event.event_id, game.round), reverse=True)


def _is_rated_by(event: EventRow, day: date) -> bool:
    return event.rated_for is not None and event.rated_for <= day


def _parts(system: RatingSystem, number: int, shown: ShownPlayer) -> dict[str, int]:
    """Count, for each kind of chess without a rating, the games that can still be used for a first one."""
    parts: dict[str, int] = {}
    rows = PartResultRow.objects.filter(rating_system=system, fide_id=number).values_list("kind", "due", "games")
    for kind, due, games in rows:
        if shown.ratings[kind] is None and _is_kept(system, kind, due):
            parts[kind] = parts.get(kind, 0) + games
    return parts


def _is_kept(system: RatingSystem, kind: str, due: date) -> bool:
    """Tell whether a result that was rated for a list can still be used for the one that is being made."""
    newest = system.newest
    if newest is None:
        return True
    try:
        last = rulebook_of(system).calendar(kind, newest.list_date).kept_to(due)
    except ArpadError:
        return True
    return last is not None and last > newest.list_date
