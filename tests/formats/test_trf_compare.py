"""Two reports of an event: what the newer says otherwise, whatever the starting numbers are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.trf.compare import (
    COLOUR,
    EVENT,
    GAME_GONE,
    GAME_NEW,
    GONE,
    NEW,
    PLAYER,
    RESULT,
    ReportDifference,
    report_differences,
)
from arpad.formats.trf.reader import read_trf
from arpad.model.tournament import Entry, Pairing, Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

REPORT = read_trf((Path(__file__).parents[1] / "data" / "spring-open.trf").read_bytes()).tournament


def with_entry(tournament: Tournament, number: int, **facts: object) -> Tournament:
    """Change a player."""
    changed = (replace(entry, **facts) if entry.number == number else entry for entry in tournament.entries)  # type: ignore[arg-type]
    return replace(tournament, entries=tuple(changed))


def with_pairing(tournament: Tournament, number: int, of_round: int, pairing: Pairing) -> Tournament:
    """Change what a player has in a round."""
    rounds = list(tournament.by_number()[number].rounds)
    rounds[of_round - 1] = pairing
    return with_entry(tournament, number, rounds=tuple(rounds))


def renumbered(tournament: Tournament, numbers: Mapping[int, int]) -> Tournament:
    """Give the players other starting numbers."""
    entries = [
        replace(
            entry,
            number=numbers[entry.number],
            rounds=tuple(
                pairing if pairing.opponent is None else replace(pairing, opponent=numbers[pairing.opponent])
                for pairing in entry.rounds
            ),
        )
        for entry in tournament.entries
    ]
    return replace(tournament, entries=tuple(sorted(entries, key=lambda entry: entry.number)))


def test_a_report_says_the_same_as_itself() -> None:
    """Nothing differs."""
    assert report_differences(REPORT, REPORT) == []


def test_facts_of_the_event_and_of_a_player() -> None:
    """Each with what was said before and what is said now."""
    newer = with_entry(replace(REPORT, city="Elsewhere"), 3, rating=2115, name="Marlowe, Cian")

    assert report_differences(REPORT, newer) == [
        ReportDifference(EVENT, "city", before=REPORT.city, after="Elsewhere"),
        ReportDifference(PLAYER, "name", 3, "Marlowe, Cian", before="Marlow, Cian", after="Marlowe, Cian"),
        ReportDifference(PLAYER, "rating", 3, "Marlowe, Cian", before="2105", after="2115"),
    ]


def test_a_game_with_another_result_is_told_once() -> None:
    """As the player of the lower number has it, then the opponent."""
    newer = with_pairing(REPORT, 1, 1, Pairing(4, "w", "="))
    newer = with_pairing(newer, 4, 1, Pairing(1, "b", "="))
    names = {entry.number: entry.name for entry in REPORT.entries}

    assert report_differences(REPORT, newer) == [
        ReportDifference(RESULT, "", 1, names[1], 1, 4, names[4], "1-0", "=-=")
    ]


def test_colours_and_pairings() -> None:
    """Who had White is a difference of its own; a game between others is one that is gone and one that is new."""
    swapped = with_pairing(with_pairing(REPORT, 1, 1, Pairing(4, "b", "1")), 4, 1, Pairing(1, "w", "0"))
    others = Tournament(
        entries=tuple(Entry(number, f"Player {number}", (Pairing(5 - number, None, "="),)) for number in range(1, 5))
    )
    paired = replace(
        others,
        entries=tuple(
            replace(entry, rounds=(Pairing({1: 2, 2: 1, 3: 4, 4: 3}[entry.number], None, "="),))
            for entry in others.entries
        ),
    )

    assert [(each.change, each.before, each.after) for each in report_differences(REPORT, swapped)] == [
        (COLOUR, "1", "4")
    ]
    assert [(each.change, each.player, each.opponent) for each in report_differences(others, paired)] == [
        (GAME_NEW, 1, 2), (GAME_GONE, 1, 4), (GAME_GONE, 2, 3), (GAME_NEW, 3, 4),
    ]  # fmt: skip


def test_players_who_are_new_or_gone() -> None:
    """Their games are not named one by one."""
    left = tuple(entry for entry in REPORT.entries if entry.number != 6)
    newer = replace(REPORT, entries=(*left, Entry(7, "Newman, Ida", fide_id=99000077)))
    changes = {(each.change, each.player) for each in report_differences(REPORT, newer)}

    assert {(GONE, 6), (NEW, 7)} <= changes


def test_a_wrong_number_or_name_that_was_put_right_is_the_same_player() -> None:
    """Known by the name, by the FIDE number, or by birth and starting number where both are others."""
    number = with_entry(REPORT, 2, fide_id=99000029)
    both = with_entry(REPORT, 2, fide_id=99000029, name="Lindner, Bruno")

    assert [each.fact for each in report_differences(REPORT, number)] == ["fide_id"]
    assert [each.fact for each in report_differences(REPORT, both)] == ["name", "fide_id"]


@given(st.permutations([entry.number for entry in REPORT.entries]))
def test_other_starting_numbers_change_no_game(order: list[int]) -> None:
    """Only the numbers differ, for those who have another one."""
    numbers = dict(zip(sorted(order), order, strict=True))
    newer = renumbered(REPORT, numbers)
    differing = report_differences(REPORT, newer)

    assert {each.change for each in differing} <= {PLAYER}
    assert sorted(each.before or "" for each in differing) == sorted(
        str(number) for number, other in numbers.items() if number != other
    )
