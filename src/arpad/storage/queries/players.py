"""Players of the book with where they stand, as far as the person who asks may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import OuterRef, Q, Subquery

from arpad.model.period import KINDS
from arpad.office.roles import federations_seen
from arpad.storage.models import EventRow, ExclusionRow, PlayerRow, Standing, TableState
from arpad.storage.queries.games import events_of, newest_games
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged
from arpad.storage.search.players import search

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.db.models import QuerySet

    from arpad.office.person import Person
    from arpad.storage.models import GameRow, RatingSystem
    from arpad.storage.search.players import FoundPlayers

_ORDERS = {
    "name": ("name", "fide_id"),
    "number": ("fide_id",),
    "federation": ("federation", "name", "fide_id"),
    "born": ("birth_year", "fide_id"),
}
_GAMES = 200
"""So many games of a player stand on a page, the newest."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a table."""

    fide_id: int
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int | None
    standing: Standing | None

    def rating(self, kind: str) -> int | None:
        """Give the rating of a kind of chess on the newest list; None where the player has none."""
        rating: int | None = getattr(self.standing, f"{kind}_rating", None)
        return None if self.standing is None or self.standing.is_off else rating

    @property
    def ratings(self) -> tuple[int | None, ...]:
        """The ratings of all kinds of chess."""
        return tuple(self.rating(kind) for kind in KINDS)


def _seen(person: Person, system: RatingSystem) -> QuerySet[PlayerRow]:
    rows = PlayerRow.objects.filter(rating_system=system)
    seen = federations_seen(person, "player.read")
    return rows if seen is None else rows.filter(federation__in=seen)


def players(person: Person, system: RatingSystem, asked: AskedRows) -> RowsOfTable[PlayerLine]:
    """Give the players by name or number, with their ratings on the newest list."""
    rows, outcome = _named(person, system, asked)
    numbers = () if outcome is None else outcome.numbers
    for name in ("federation", "sex"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    if asked.wanted("title"):
        rows = rows.filter(Q(title=asked.wanted("title")) | Q(womens_title=asked.wanted("title")))
    is_whole = not asked.filters and federations_seen(person, "player.read") is None
    if asked.order or outcome is None:
        page = paged(rows, asked, _ORDERS, _same, players_known(system) if is_whole else None)
    else:
        page = _best_first(rows, asked, numbers)
    standings = standings_of(system, [row.fide_id for row in page.rows])
    lines = [_line(row, standings) for row in page.rows]
    return RowsOfTable(
        lines, page.total, outcome is not None and outcome.is_behind, outcome is not None and outcome.is_cut
    )


def players_known(system: RatingSystem) -> int:
    """Give how many players the book has, as it was written down when they came."""
    return TableState.objects.filter(rating_system=system, name="players").values_list("rows", flat=True).first() or 0


def _named(person: Person, system: RatingSystem, asked: AskedRows) -> tuple[QuerySet[PlayerRow], FoundPlayers | None]:
    """Give the players by what was typed: a number or words of a name; and what a search came to, where one was made.

    Words are asked of the index where there is one; else the table is looked through, which is slow where it is large.
    """
    rows, words = _seen(person, system), asked.wanted("q")
    if not words:
        return rows, None
    if words.lstrip("-").isdigit() and len(words) < 19:  # noqa: PLR2004 - 63 bits
        return rows.filter(fide_id=int(words)), None
    chosen = asked.wanted("federation")
    outcome = search(system, words, {chosen} if chosen else federations_seen(person, "player.read"))
    if outcome is not None:
        return rows.filter(fide_id__in=outcome.numbers), outcome
    for part in words.replace(",", " ").split()[:6]:
        rows = rows.filter(name__icontains=part)
    return rows, None


def _best_first(rows: QuerySet[PlayerRow], asked: AskedRows, numbers: Sequence[int]) -> RowsOfTable[PlayerRow]:
    """Give a page of players in the order of their numbers."""
    known = set(rows.values_list("fide_id", flat=True))
    ordered = [number for number in numbers if number in known]
    first = max(asked.page - 1, 0) * asked.size
    shown = {row.fide_id: row for row in rows.filter(fide_id__in=ordered[first : first + asked.size])}
    return RowsOfTable([shown[number] for number in ordered[first : first + asked.size]], len(ordered))


def _same(row: PlayerRow) -> PlayerRow:
    return row


def _line(row: PlayerRow, standings: dict[int, Standing]) -> PlayerLine:
    return PlayerLine(
        row.fide_id, row.name, row.federation, row.sex, row.title, row.birth_year, standings.get(row.fide_id)
    )


def standings_of(system: RatingSystem, numbers: Sequence[int]) -> dict[int, Standing]:
    """Give where players stand on the newest list: of each the newest row that is not beyond its generation."""
    newest = (
        Standing.objects.filter(
            rating_system=system, fide_id=OuterRef("fide_id"), generation__lte=system.generation
        ).order_by("-generation").values("generation")[:1]
    )  # fmt: skip
    rows = Standing.objects.filter(rating_system=system, fide_id__in=numbers, generation=Subquery(newest))
    return {row.fide_id: row for row in rows}


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A game from the side of a player."""

    event: EventRow | None
    event_id: int
    round: int
    day: date | None
    is_white: bool
    opponent: int
    opponent_name: str
    score: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything that the book says of a player."""

    row: PlayerRow
    standing: Standing | None
    history: Sequence[Standing]
    """The lines of earlier lists, as far as they differ, the newest first."""
    games: Sequence[PlayerGame]
    exclusions: Sequence[ExclusionRow]
    more_games: bool


def player(person: Person, system: RatingSystem, number: int) -> PlayerPage | None:
    """Give a player; None where there is none whom the person may see."""
    row = _seen(person, system).filter(fide_id=number).first()
    if row is None:
        return None
    history = list(
        Standing.objects.filter(rating_system=system, fide_id=number, generation__lte=system.generation)
        .select_related("list_version")
        .order_by("-generation")
    )
    games = newest_games(system, number, _GAMES + 1)
    events = {event.event_id: event for event in EventRow.objects.filter(
        rating_system=system, event_id__in={game.event_id for game in games})}  # fmt: skip
    opponents = {game.black if game.white == number else game.white for game in games}
    names = dict(PlayerRow.objects.filter(rating_system=system, fide_id__in=opponents).values_list("fide_id", "name"))
    return PlayerPage(
        row,
        history[0] if history else None,
        history,
        [_game(game, number, events, names) for game in games[:_GAMES]],
        list(ExclusionRow.objects.filter(rating_system=system, fide_id=number).order_by("since")),
        len(games) > _GAMES,
    )


def _game(game: GameRow, number: int, events: dict[int, EventRow], names: dict[int, str]) -> PlayerGame:
    is_white = game.white == number
    opponent = game.black if is_white else game.white
    score = game.white_score if is_white else game.black_score
    return PlayerGame(
        events.get(game.event_id),
        game.event_id,
        game.round,
        game.day,
        is_white,
        opponent,
        names.get(opponent, ""),
        score,
    )


def player_names(system: RatingSystem, numbers: Sequence[int]) -> dict[int, str]:
    """Give the names of players by number."""
    return dict(PlayerRow.objects.filter(rating_system=system, fide_id__in=numbers).values_list("fide_id", "name"))


def values_of(row: PlayerRow) -> dict[str, Any]:
    """Give what the book says of a player, by the names of its columns."""
    names = (
        "name",
        "federation",
        "sex",
        "title",
        "womens_title",
        "other_titles",
        "foa_title",
        "birth_year",
        "birth_date",
    )
    return {name: getattr(row, name) for name in names}


def players_seen(person: Person, system: RatingSystem, numbers: Sequence[int]) -> set[int]:
    """Give those among some players whom the person may see."""
    return set(_seen(person, system).filter(fide_id__in=numbers).values_list("fide_id", flat=True))


def open_kind(system: RatingSystem, number: int) -> str:
    """Give the kind of chess in which a player has games that no list has rated yet; standard where in none."""
    events = events_of(system, number)
    waiting = EventRow.objects.filter(rating_system=system, event_id__in=events, rated_for=None, withdrawn=False)
    kinds = set(waiting.values_list("kind", flat=True))
    return next((kind for kind in KINDS if kind in kinds), KINDS[0])
