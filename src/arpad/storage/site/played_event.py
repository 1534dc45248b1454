"""Who played whom in an event: its report as it went into the book, or else the games of the book.

A report has teams, byes and games that were not played; the games of the book are those that were. Whoever plays is
told by the games of the book, whose numbers are those of today: a number in a report may be another one by now.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.intake import read_report
from arpad.model.numbers import Hundredths
from arpad.model.problems import ArpadError
from arpad.model.tournament import BLACK, DRAW, LOSS, PLAYED, WHITE, WIN, Entry, Pairing, Tournament
from arpad.storage.models import GameRow, ReportFile
from arpad.storage.queries.archived import archived_bytes
from arpad.storage.reports.reading_child import FileOfUpload, bare_report, upload_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arpad.storage.models import EventRow, RatingSystem, RegisteredEvent

_RESULTS = {100: WIN, 50: DRAW, 0: LOSS}


class GameAsPlayed(NamedTuple):
    """A game of the book."""

    round: int
    white: int
    black: int
    white_score: int
    black_score: int


class EventAsPlayed(NamedTuple):
    """Who played whom."""

    tournament: Tournament
    players: Mapping[int, int]
    """By starting number, the number of the player; without those who played no game."""
    games: Sequence[GameAsPlayed]
    is_reported: bool
    """True where there is a report, and not only the games of the book."""


def played_event(system: RatingSystem, row: EventRow, registered: RegisteredEvent | None) -> EventAsPlayed:
    """Give who played whom in an event of the book."""
    rows = GameRow.objects.filter(rating_system=system, event_id=row.event_id).order_by("round", "row_number")
    games = [GameAsPlayed(*each) for each in rows.values_list("round", "white", "black", "white_score", "black_score")]
    reported = reported_tournament(system, row.event_id, registered)
    if reported is not None:
        players = players_of(reported, games)
        if games and len(players) >= len({number for game in games for number in (game.white, game.black)}):
            return EventAsPlayed(reported, players, games, is_reported=True)
    tournament, players = tournament_of(games)
    return EventAsPlayed(tournament, players, games, is_reported=False)


def reported_tournament(system: RatingSystem, event: int, registered: RegisteredEvent | None) -> Tournament | None:
    """Read the report of an event; None where there is none that can be read."""
    files = ReportFile.objects.filter(rating_system=system, event_id=event).order_by("-received_at", "pk")
    known = list(files.values_list("name", "sha256", "received_at"))
    newest = tuple((name, digest) for name, digest, at in known if at == known[0][2])
    mended = "" if registered is None or registered.report is None else registered.report.get("mended", "")
    try:
        return _read(newest, mended) if newest else None
    except ArpadError:  # what is gone from the archive may be there again tomorrow
        return None


@lru_cache(32)
def _read(files: tuple[tuple[str, str], ...], mended: str) -> Tournament | None:
    """Read a report; kept for a while, since many look at an event on the same day."""
    upload = [FileOfUpload(name, archived_bytes(digest)) for name, digest in files]
    instead = archived_bytes(mended) if mended else None
    try:
        if instead is not None:
            upload = [FileOfUpload(upload_of(upload).report.name, instead)]
        report = read_report(files[0][0], bare_report(upload))
    except ArpadError:
        return None
    return report.tournament if report.tournament.entries else None


def players_of(tournament: Tournament, games: Sequence[GameAsPlayed]) -> dict[int, int]:
    """Give the players by starting number: by the numbers of the report, or else by whom they met in the book.

    >>> from arpad.model.tournament import NOT_PAIRED
    >>> ana = Entry(1, "Ana", (Pairing(2, "w", "1"),), fide_id=7)
    >>> ben = Entry(2, "Ben", (Pairing(1, "b", "0"),))
    >>> players_of(Tournament(entries=(ana, ben)), [GameAsPlayed(1, 7, 9, 100, 0)])
    {1: 7, 2: 9}
    """
    there = {number for game in games for number in (game.white, game.black)}
    players = {each.number: each.fide_id for each in tournament.entries if each.fide_id in there and each.fide_id}
    met = {(game.round, own): other for game in games for own, other in _both_ways(game)}
    open_entries = [each for each in tournament.entries if each.number not in players]
    while open_entries:
        known_now = {}
        for entry in open_entries:
            for place, pairing in enumerate(entry.rounds, 1):
                other = players.get(pairing.opponent or 0)
                own = None if other is None or pairing.result not in PLAYED else met.get((place, other))
                if own is not None and own not in players.values():
                    known_now[entry.number] = own
                    break
        if not known_now:
            break
        players |= known_now
        open_entries = [each for each in open_entries if each.number not in players]
    return players


def _both_ways(game: GameAsPlayed) -> tuple[tuple[int, int], tuple[int, int]]:
    return (game.white, game.black), (game.black, game.white)


def tournament_of(games: Sequence[GameAsPlayed]) -> tuple[Tournament, dict[int, int]]:
    """Put games together as a report has them: numbered by points, each player's games in their rounds."""
    points: dict[int, int] = defaultdict(int)
    of_player: dict[int, list[tuple[int, int, str, int]]] = defaultdict(list)
    for game in games:
        for own, other, colour, score in (
            (game.white, game.black, WHITE, game.white_score),
            (game.black, game.white, BLACK, game.black_score),
        ):
            points[own] += score
            of_player[own].append((game.round, other, colour, score))
    order = sorted(points, key=lambda number: (-points[number], number))
    numbers = {player: place for place, player in enumerate(order, 1)}
    places = {player: sum(points[player] < other for other in points.values()) + 1 for player in order}
    is_by_rounds = all(_has_rounds(own) for own in of_player.values())
    entries = tuple(
        Entry(
            numbers[player], "", tuple(_pairings(of_player[player], numbers, is_by_rounds=is_by_rounds)),
            fide_id=player, points=Hundredths(points[player]), rank=places[player],
        )
        for player in order
    )  # fmt: skip
    return Tournament(entries=entries), {number: player for player, number in numbers.items()}


def _has_rounds(own: Iterable[tuple[int, int, str, int]]) -> bool:
    """Tell whether a player has at most one game in each round, and each game has a round."""
    rounds = [each[0] for each in own]
    return min(rounds) > 0 and len(set(rounds)) == len(rounds)


def _pairings(
    own: Sequence[tuple[int, int, str, int]], numbers: Mapping[int, int], *, is_by_rounds: bool
) -> list[Pairing]:
    if not is_by_rounds:
        return [Pairing(numbers[other], colour, _RESULTS.get(score, "?")) for _, other, colour, score in own]
    rounds = [Pairing(None, None, "")] * max(each[0] for each in own)
    for turn, other, colour, score in own:
        rounds[turn - 1] = Pairing(numbers[other], colour, _RESULTS.get(score, "?"))
    return rounds
