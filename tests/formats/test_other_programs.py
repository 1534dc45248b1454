"""Two packages of other projects read what arpad writes for them, and arpad reads what they write.

Where a package refuses a lawful report, the test has its words.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import trf as trf_package
from hypothesis import given
from py4swiss.trf import TrfParser
from py4swiss.trf.exceptions import ConsistencyError, LineError, ParsingError
from trf.TrfException import TrfException
from trf_building import HEADER, player, read, two
from trf_strategies import complete_events

from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.writer import write_trf

if TYPE_CHECKING:
    from py4swiss.trf.parsed_trf import ParsedTrf

    from arpad.model.tournament import Tournament

Games = dict[int, tuple[str, list[tuple[int, str, str]]]]
"""By starting number the name, and for each round opponent, colour and result."""

COLOURS = {None: "-", "w": "w", "b": "b"}


def of_arpad(tournament: Tournament) -> Games:
    """The games as arpad has them; a round without anything is a zero-point bye."""
    return {
        entry.number: (
            entry.name,
            [(two.opponent or 0, COLOURS[two.colour], two.result or "Z") for two in entry.rounds],
        )
        for entry in tournament.entries
    }


def of_py4swiss(text: str) -> tuple[Games, ParsedTrf]:
    """The games as py4swiss reads them."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "event.trf"
        place.write_bytes(text.encode())
        parsed = TrfParser.parse(place)
    games = {
        player_section.starting_number: (
            player_section.name or "",
            [(two.id, two.color.value, two.result.value) for two in player_section.results],
        )
        for player_section in parsed.player_sections
    }
    return games, parsed


def of_trf(text: str) -> tuple[Games, trf_package.Tournament]:
    """The games as trf reads them."""
    parsed = trf_package.loads(text)
    games = {
        player.startrank: (
            player.name,
            [(two.startrank or 0, two.color.replace(" ", "-"), two.result) for two in player.games],
        )
        for player in parsed.players
    }
    return games, parsed


def _teams(tournament: Tournament) -> dict[str, tuple[int, ...]]:
    """The teams that have players."""
    return {team.name: team.players for team in tournament.teams if team.players}


@given(complete_events())
def test_py4swiss_reads_ours(tournament: Tournament) -> None:
    """A complete event is read by py4swiss with the same players, opponents, colours and results."""
    games, parsed = of_py4swiss(write_trf(tournament, program="py4swiss"))
    assert games == of_arpad(tournament)
    assert parsed.x_section.number_of_rounds == tournament.rounds
    assert [
        (
            player_section.fide_rating,
            player_section.fide_number,
            player_section.points_times_ten * 10,
            player_section.rank,
        )
        for player_section in parsed.player_sections
    ] == [(entry.rating, entry.fide_id, entry.points, entry.rank) for entry in tournament.entries]
    dates = parsed.tournament_section.dates_of_the_round or []
    assert [(date.year, date.month, date.day) for date in dates] == [
        (day.year % 100, day.month, day.day) if day else (0, 0, 0) for day in tournament.round_dates
    ]


@given(complete_events())
def test_trf_reads_ours(tournament: Tournament) -> None:
    """A complete event is read by trf with the same players, opponents, colours and results."""
    games, parsed = of_trf(write_trf(tournament, program="trf"))
    assert games == of_arpad(tournament)
    assert [(player.rating or None, player.id, player.points * 100, player.rank) for player in parsed.players] == [
        (entry.rating, entry.fide_id, entry.points, entry.rank) for entry in tournament.entries
    ]
    assert {team.name: tuple(team.startranks) for team in parsed.teams} == _teams(tournament)


@given(complete_events())
def test_we_read_what_py4swiss_writes(tournament: Tournament) -> None:
    """What py4swiss read and wrote again has the same games for arpad."""
    _, parsed = of_py4swiss(write_trf(tournament, program="py4swiss"))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "written.trf"
        parsed.write_to_file(place)
        report = read_trf(place.read_bytes())
    assert of_arpad(report.tournament) == of_arpad(tournament)
    assert report.tournament.rounds_said == tournament.rounds
    again = [
        (entry.title, entry.rating, entry.fide_id, entry.points, entry.rank) for entry in report.tournament.entries
    ]
    assert again == [
        (entry.title, entry.rating, entry.fide_id, entry.points, entry.rank) for entry in tournament.entries
    ]
    assert not {"misaligned", "misaligned_unclear"} & {problem.code for problem in report.problems}


@given(complete_events())
def test_we_read_what_trf_writes(tournament: Tournament) -> None:
    """What trf read and wrote again has the same games for arpad."""
    _, parsed = of_trf(write_trf(tournament, program="trf"))
    report = read_trf(trf_package.dumps(parsed).encode())
    assert of_arpad(report.tournament) == of_arpad(tournament)
    again = [
        (entry.title, entry.rating, entry.fide_id, entry.points, entry.rank) for entry in report.tournament.entries
    ]
    assert again == [
        (entry.title, entry.rating, entry.fide_id, entry.points, entry.rank) for entry in tournament.entries
    ]
    assert _teams(report.tournament) == _teams(tournament)


def test_points_of_the_event_go_with_it() -> None:
    """Other points for a win are told to py4swiss in its own words, from whatever record they came."""
    players = (player(1, "2w1 0-U", points="6.0", rank="1"), player(2, "1b0 0-H", points="1.0", rank="2"))
    for scoring in (("162  W 3.0    D 1.0    L 0.0",), ("BBW 3.0", "BBD 1.0"), ("XXS W=3.0 D=1.0 PAB=3.0",)):
        report = read(*HEADER, *scoring, *players)
        assert "points_differ" not in {problem.code for problem in report.problems}
        games, _ = of_py4swiss(write_trf(report.tournament, program="py4swiss"))
        assert games == of_arpad(report.tournament)


def test_what_the_programs_do_not_know_is_left_out() -> None:
    """National titles, strange federations, byes of 2006 and groups of three stop neither of them."""
    players = (
        player(1, "2w1 0-+", title="3N", federation="A.B", points="2.0", rank="1"),
        player(2, "1b0 0--", points="0.0", rank="2"),
        player(3, ". 0-=", points="0.5", rank="3"),
    )
    tournament = read("012 Old Open", "062 3 (2)", "112 One", "112 Two", "XXP 1 2 3", *players).tournament
    expected = of_arpad(tournament)
    assert expected[1][1][1] == (0, "-", "F")
    games, parsed = of_py4swiss(write_trf(tournament, program="py4swiss"))
    assert games == expected
    assert parsed.x_section.forbidden_pairs == {(1, 2), (1, 3), (2, 3)}
    assert of_trf(write_trf(tournament, program="trf"))[0] == expected
    teams = replace(tournament, teams=read(f"013 {'Team A':32}   1    2", players[0]).tournament.teams)
    assert of_trf(write_trf(teams, program="trf"))[1].teams[0].startranks == [1, 2]


REFUSED_BY_PY4SWISS = {
    "0-0 after play": (
        (player(1, "2w0", points="0.0", rank="1"), player(2, "1b0", points="0.0", rank="2")),
        ConsistencyError,
        "Incompatible result entries for the game between starting numbers '1' and '2' in round 1",
    ),
    "half a point and nothing": (
        (player(1, "2w=", points="0.5", rank="1"), player(2, "1b0", points="0.0", rank="2")),
        ConsistencyError,
        "Incompatible result entries for the game between starting numbers '1' and '2' in round 1",
    ),
    "a number that nobody has": (
        (player(1, points="0.0", rank="1"), player(3, points="0.0", rank="2")),
        ConsistencyError,
        "Starting number '2' is missing",
    ),
    "points beside the results": (
        (player(1, "0-H", points="1.0", rank="1"),),
        ConsistencyError,
        "Calculated points for starting number '1' as 0.5, expected 1.0",
    ),
    "a game that is not over": (
        (two("2w_", "1b_"),),
        LineError,
        "Invalid round result '   2 w'",
    ),
    "a game without colours": (
        (two("2-1", "1-0"),),
        LineError,
        "Invalid round result '   2 - 1'",
    ),
    "a forfeit without colours": (
        (two("2-+", "1--"),),
        ConsistencyError,
        "Incompatible color entries for the game between starting numbers '1' and '2' in round 1",
    ),
}


@pytest.mark.parametrize("case", sorted(REFUSED_BY_PY4SWISS))
def test_py4swiss_refuses(case: str) -> None:
    """Lawful reports that py4swiss refuses, with its words; arpad reads them without an error."""
    lines, kind, words = REFUSED_BY_PY4SWISS[case]
    report = read(*HEADER, *lines, profile="rating")
    assert not report.has_errors or case == "a game that is not over"
    with pytest.raises(kind) as refusal:
        of_py4swiss(write_trf(report.tournament, program="py4swiss"))
    assert str(refusal.value) == words


def test_py4swiss_needs_its_own_file() -> None:
    """The same event without `--for` is refused: the number of rounds is missing, or a record stands twice."""
    tournament = read(*HEADER, "112 One", "112 Two", player(1, points="0.0", rank="1")).tournament
    with pytest.raises(ParsingError) as refusal:
        of_py4swiss(write_trf(tournament))
    assert str(refusal.value) == "Code 'TournamentCode.DEPUTY_CHIEF_ARBITER' is declared twice (Row 8)"


REFUSED_BY_TRF = {
    "a game that is not over": (player(1, "2w_"), player(2, "1b_")),
    "an unknown result": (player(1, "2w?"), player(2, "1b?")),
    "minus points": (player(1, points="-0.5"), player(2)),
}


@pytest.mark.parametrize("case", sorted(REFUSED_BY_TRF))
def test_trf_refuses(case: str) -> None:
    """What trf refuses, with its words."""
    tournament = read(*REFUSED_BY_TRF[case]).tournament
    with pytest.raises(TrfException, match=r"Player data not matching pattern: {4}1 m"):
        of_trf(write_trf(tournament, program="trf"))


def test_trf_does_not_read_three_letters() -> None:
    """Without `--for` a woman's title of three letters is refused."""
    tournament = read(player(1, title="WGM", points="0.0", rank="1")).tournament
    with pytest.raises(TrfException, match="Player data not matching pattern"):
        of_trf(write_trf(tournament))
    games, parsed = of_trf(write_trf(tournament, program="trf"))
    assert games == of_arpad(tournament)
    assert parsed.players[0].title == "wg"
