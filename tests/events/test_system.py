"""How an event was paired: said, encoded, in words, or shown by its games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_events import DAYS, entries, event, match

from arpad.events.facts import EventFacts
from arpad.events.system import EventSystem, event_system
from arpad.events.wording import GIVEN, NOTHING_SAID
from arpad.model.meetings import meetings
from arpad.model.tournament import Team, Tournament

START = DAYS["fide-2024-03"]


def system_of(tournament: Tournament, facts: EventFacts | None = None) -> EventSystem:
    """Give the system of a tournament with all who met in it."""
    return event_system(tournament, meetings(tournament), facts or EventFacts())


@pytest.mark.parametrize(
    ("code", "words", "expected"),
    [
        ("FIDE_DUTCH_2026_BAKU", None, ("swiss", 1)),
        ("CUSTOM_SWISS", "Round robin", ("swiss", 1)),
        ("BERGER_ROUNDROBIN", None, ("roundrobin", 1)),
        ("BERGER_DOUBLEROUNDROBIN", None, ("roundrobin", 2)),
        ("FIDE_TEAM_BAKU", None, ("team", 1)),
        ("BERGER_TEAM_ROUNDROBIN", None, ("team", 1)),
        ("FIDE_SCHEVENINGEN", None, ("scheveningen", 1)),
        ("CUSTOM_KNOCKOUT", None, ("knockout", 1)),
        (None, "Individual: Swiss-System (Standard)", ("swiss", 1)),
        (None, "Schweizer System", ("swiss", 1)),
        (None, "Individual: Round-Robin", ("roundrobin", 1)),
        (None, "Double round robin", ("roundrobin", 2)),
        (None, "Rundenturnier", ("roundrobin", 1)),
        (None, "Team Swiss", ("team", 1)),
        (None, "Mannschaftsturnier", ("team", 1)),
        (None, "Match", ("match", 1)),
        (None, "Scheveningen", ("scheveningen", 1)),
        (None, "Knock-out", ("knockout", 1)),
    ],
)
def test_from_the_records(code: str | None, words: str | None, expected: tuple[str, int]) -> None:
    """The code goes before the words."""
    made = replace(event([2000] * 8, start=START), type_code=code, system=words)
    found = system_of(made)

    assert (found.name, found.cycles) == expected
    assert found.source.source.startswith("record_")


def test_what_is_said_goes_before_everything() -> None:
    """A double round robin is a round robin of two cycles."""
    made = replace(event([2000] * 8, start=START), type_code="FIDE_DUTCH")
    found = system_of(made, EventFacts(system="doubleroundrobin"))

    assert (found.name, found.cycles, found.source, found.code) == ("roundrobin", 2, GIVEN, "doubleroundrobin")


def test_from_the_games() -> None:
    """Two players are a match, everybody against everybody a round robin, once or twice; else a Swiss."""
    plain = {"system": None}
    robin, double = (replace(event([2000] * 4, start=START, cycles=cycles), **plain) for cycles in (1, 2))  # type: ignore[arg-type]
    swiss = replace(event([2000] * 6, start=START, rounds=3), **plain)  # type: ignore[arg-type]
    two = replace(match([2000, 1900], "1=0", start=START), **plain)  # type: ignore[arg-type]
    team = replace(swiss, teams=(Team("Harbour", (1, 2, 3)),))
    event_systems = [system_of(one) for one in (robin, double, swiss, two, team)]

    assert [(one.name, one.cycles) for one in event_systems] == [
        *(("roundrobin", 1), ("roundrobin", 2), ("swiss", 1), ("match", 1), ("team", 1)),
    ]


def test_cycles_where_only_a_round_robin_is_said() -> None:
    """As often as most pairs met: one game more is a play-off, one less was not played."""
    single, double = (event([2000] * 4, start=START, cycles=cycles) for cycles in (1, 2))
    pairings = [entry.rounds for entry in double.entries]
    more, less = (
        replace(
            double,
            system="Round robin",
            entries=tuple(
                replace(entry, rounds=rounds[:last]) for entry, rounds in zip(double.entries, pairings, strict=True)
            ),
        )
        for last in (4, 5)
    )
    plain = replace(single, system="Round robin")

    assert [system_of(one).cycles for one in (plain, more, less)] == [1, 1, 2]


def test_from_nothing() -> None:
    """Entries alone are taken for a Swiss."""
    made = replace(event([2000] * 4, start=START, rounds=0), system=None, entries=tuple(entries([2000] * 4)))

    assert system_of(made).source == NOTHING_SAID
