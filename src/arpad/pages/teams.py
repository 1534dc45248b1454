"""The teams of an event: their matches by round, their boards, and each match board by board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.tournament import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    SHORT_DRAW,
    SHORT_LOSS,
    SHORT_WIN,
    WHITE,
    WIN,
)
from arpad.pages.html import Cell, element, folded, joined, quiet, table, table_of_groups
from arpad.pages.numbers import NONE, halves
from arpad.pages.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arpad.model.tournament import Entry, Pairing, Team, Tournament
    from arpad.pages.html import Content, Fragment

_POINTS = {WIN: 100, DRAW: 50, LOSS: 0, FORFEIT_WIN: 100, FORFEIT_LOSS: 0,
           SHORT_WIN: 100, SHORT_DRAW: 50, SHORT_LOSS: 0}  # fmt: skip
_SHOWN = {DRAW: "½", FORFEIT_LOSS: "\u2212", SHORT_WIN: "1", SHORT_DRAW: "½", SHORT_LOSS: "0"}
_LAST = 10_000


class Board(NamedTuple):
    """A game of a match, seen from the first team."""

    first: Entry
    second: Entry
    pairing: Pairing
    back: Pairing


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams in a round, board by board; teams by their place in the report."""

    round: int
    first: int
    second: int
    boards: tuple[Board, ...]

    @property
    def score(self) -> tuple[int, int]:
        """The points that the boards came to."""
        return (
            sum(_POINTS.get(board.pairing.result, 0) for board in self.boards),
            sum(_POINTS.get(board.back.result, 0) for board in self.boards),
        )


def says(name: str, /, **facts: object) -> str:
    """Give the words of a crosstable."""
    return WORDS.say("crosstable", name, facts)


def heads(*names: str) -> list[Content | Cell]:
    """Give the heads of columns."""
    return [Cell(says(name), name) if name == "name" else says(name) for name in names]


def team_parts(
    tournament: Tournament,
    player_cells: Callable[[Entry], Iterable[Content | Cell]],
    named: Callable[[Entry], Content],
    legend: str,
) -> Iterator[Fragment]:
    """Give what a page shows of the teams; `player_cells` are a player's line from the starting number on.

    `named` gives the name of a player where a match is shown, and `legend` explains the rounds.
    """
    teams = each_once(tournament.teams)
    tournament = replace(tournament, teams=teams)
    played = matches(tournament)
    order = sorted(range(len(teams)), key=lambda place: (teams[place].rank or _LAST, place))
    if played:
        yield _by_round(tournament, played, order)
        yield quiet(says("legend_of_teams"))
    yield element("h3", says("boards"))
    yield _boards(tournament, order, player_cells)
    yield quiet(legend)
    if played:
        by_round = groupby(played, attrgetter("round"))
        rounds = (
            folded(says("round", number=number), *(_match(teams, match, named) for match in of_round), kind="match")
            for number, of_round in by_round
        )
        yield element("section", element("h3", says("matches")), *rounds, class_="matches")


def each_once(teams: Sequence[Team]) -> tuple[Team, ...]:
    """Leave out a team that a report names twice, in records of two kinds; the record with the standing stays."""
    by_players: dict[frozenset[int], Team] = {}
    for team in teams:
        players = frozenset(team.players)
        known = by_players.get(players)
        if known is None or (known.match_points is None and team.match_points is not None):
            by_players[players] = team
    return tuple(by_players.values())


def matches(tournament: Tournament) -> list[Match]:
    """Find the matches of teams, by rounds; nothing where players of a team met several others in a round.

    So it is in an individual event whose report names teams for their prize.
    """
    entries = tournament.by_number()
    team_of = {number: place for place, team in reversed([*enumerate(tournament.teams)]) for number in team.players}
    played: list[Match] = []
    for index in range(tournament.rounds):
        met: dict[int, int] = {}
        boards: dict[int, list[Board]] = {}
        for number, own in team_of.items():
            entry = entries.get(number)
            pairing = entry.rounds[index] if entry is not None and index < len(entry.rounds) else None
            other = None if pairing is None or pairing.opponent is None else entries.get(pairing.opponent)
            if entry is None or pairing is None or other is None:
                continue
            against = team_of.get(other.number)
            if against is None or against == own or met.setdefault(own, against) != against:
                return []
            back = other.rounds[index] if index < len(other.rounds) else pairing
            boards.setdefault(own, []).append(Board(entry, other, pairing, back))
        played += _of_round(index + 1, met, boards, tournament.teams)
    return played


def _of_round(
    number: int, met: Mapping[int, int], boards: Mapping[int, list[Board]], teams: Sequence[Team]
) -> Iterator[Match]:
    """Give the matches of a round, each once: the team with White on its first board comes first."""
    for own in sorted(met):
        against = met[own]
        if own > against and met.get(against) == own:
            continue
        ordered = {
            team: sorted(boards.get(team, ()), key=lambda board: teams[team].players.index(board.first.number))
            for team in (own, against)
        }
        other_way = bool(ordered[against]) and ordered[against][0].pairing.colour == WHITE
        first, second = (against, own) if other_way else (own, against)
        yield Match(number, first, second, tuple(ordered[first]))


def _by_round(tournament: Tournament, played: Iterable[Match], order: Sequence[int]) -> Fragment:
    """Write the teams with whom they met in each round, and how many points they won."""
    teams = tournament.teams
    cells: dict[tuple[int, int], str] = {}
    for match in played:
        for own, against, points in zip(
            (match.first, match.second), (match.second, match.first), match.score, strict=True
        ):
            cells[own, match.round] = f"{_number(teams, against)}: {halves(points)}"
    # Reports before 2026 have no standing of teams; a column that is empty in every line is left out.
    ranks = {place: team.rank or NONE for place, team in enumerate(teams)} if any(team.rank for team in teams) else {}
    sums = tuple(
        part for part in ("match_points", "game_points") if any(getattr(team, part) is not None for team in teams)
    )
    head = [*heads(*(["rank"] if ranks else []), "number"), Cell(says("team"), "name")]
    head += [*range(1, tournament.rounds + 1), *heads(*sums)]
    lines = (
        [
            *([ranks[place]] if ranks else []),
            _number(teams, place),
            Cell(teams[place].name, "name"),
            *(cells.get((place, number)) for number in range(1, tournament.rounds + 1)),
            *(halves(getattr(teams[place], part)) for part in sums),
        ]
        for place in order
    )
    return table(head, lines, "cross sortable" if sums else "cross unsummed sortable")


def _number(teams: Sequence[Team], place: int) -> int:
    number = teams[place].number
    return place + 1 if number is None else number


def _boards(
    tournament: Tournament, order: Sequence[int], player_cells: Callable[[Entry], Iterable[Content | Cell]]
) -> Fragment:
    """Write the players under their teams, by boards; those without a team at the end."""
    entries, teams = tournament.by_number(), tournament.teams
    head = [*heads("board", "number", "name", "rating"), *range(1, tournament.rounds + 1), *heads("points")]
    groups: list[tuple[Content, Iterable[Iterable[Content | Cell]]]] = []
    for place in order:
        own = [(board, entries[number]) for board, number in enumerate(teams[place].players, 1) if number in entries]
        groups.append((_title(teams, place), [[board, *player_cells(entry)] for board, entry in own]))
    in_teams = {number for team in teams for number in team.players}
    others = [[NONE, *player_cells(entry)] for number, entry in entries.items() if number not in in_teams]
    if others:
        groups.append((says("without_team"), others))
    return table_of_groups(head, groups, "cross filtered")


def _title(teams: Sequence[Team], place: int) -> Fragment:
    team = teams[place]
    points = {"with_match_points": team.match_points, "with_game_points": team.game_points}
    parts: list[Content] = [_called(teams, place), says("with_rank", rank=team.rank) if team.rank else ""]
    parts += [says(name, points=halves(value)) for name, value in points.items() if value is not None]
    return joined([part for part in parts if part], " · ")


def _called(teams: Sequence[Team], place: int) -> Fragment:
    """Give the number and the name of a team, which is written by itself, whichever way its letters go."""
    return joined([f"{_number(teams, place)} ", element("bdi", teams[place].name)])


def _match(teams: Sequence[Team], match: Match, named: Callable[[Entry], Content]) -> Fragment:
    """Write a match board by board."""
    own, other = (halves(points) for points in match.score)
    head: list[Content | Cell] = [
        *heads("board", "number"),
        Cell(_called(teams, match.first), "name"),
        *heads("rating"),
        f"{own} : {other}",
        *heads("number"),
        Cell(_called(teams, match.second), "text"),
        *heads("rating"),
    ]
    return table(head, (_board_cells(number, board, named) for number, board in enumerate(match.boards, 1)), "boards")


def _board_cells(number: int, board: Board, named: Callable[[Entry], Content]) -> Iterator[Content | Cell]:
    yield number
    yield board.first.number
    yield Cell(joined([named(board.first), _colour(board.pairing)]), "name")
    yield board.first.rating or NONE
    results = (_SHOWN.get(pairing.result, pairing.result) or "?" for pairing in (board.pairing, board.back))
    yield " : ".join(results)
    yield board.second.number
    yield Cell(joined([named(board.second), _colour(board.back)]), "text")
    yield board.second.rating or NONE


def _colour(pairing: Pairing) -> Content:
    return element("span", f" {pairing.colour}", class_="quiet") if pairing.colour else None
