"""Rapid and blitz from 1 December 2024: games with a gap of 600 points and a player above 2600 are not rated."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from made_events import event, found, verdict

from arpad.events.rate import Reported, Wanted, rate_events
from arpad.events.rate_rows import rows
from arpad.events.verdict import DROPS, NO, NOTE, REFUSES

if TYPE_CHECKING:
    from arpad.events.verdict import Verdict
    from arpad.model.tournament import Tournament

DAY = date(2025, 5, 2)
BEFORE = date(2024, 11, 29)
CODE = "gap_too_large"


def codes(given: Verdict) -> set[str]:
    """Give the codes of all findings."""
    return {one.code for one in given.findings}


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
@pytest.mark.parametrize(
    ("first", "second", "is_dropped"),
    [(2601, 2001, True), (2601, 2002, False), (2600, 2000, False), (2001, 2601, True), (2900, 2300, True)],
)
def test_at_the_limits(kind: str, first: int, second: int, *, is_dropped: bool) -> None:
    """600 points are too many, 599 are not; 2601 is above 2600, 2600 is not."""
    time = "15+10" if kind == "rapid" else "3+2"
    given = verdict(event([first, second, 2400, 2350], start=DAY, rounds=3, time=time), kind=kind)

    assert (CODE in codes(given)) is is_dropped
    assert [(one.first, one.second, one.reason) for one in given.dropped] == [(1, 2, CODE)] * is_dropped
    if is_dropped:
        gap = found(given, CODE)
        assert gap.severity == DROPS
        assert gap.players == (1, 2)
        assert {one.provisions for one in gap.citations} == {("gap_exclusion", "gap_exclusion_above")}
        assert {one.after for one in gap.citations} == {"fide-2024-03 8.3.1"}
        assert str(max(first, second)) in gap.message
        assert str(min(first, second)) in gap.message


def test_not_before_december_2024_nor_in_standard_chess() -> None:
    """The exclusion began on 1 December 2024 and is for rapid and blitz only."""
    early = verdict(event([2601, 2001], start=BEFORE, rounds=1, time="15+10"), kind="rapid")
    slow = verdict(event([2601, 2001], start=DAY, rounds=1, time="120 min"))

    assert CODE not in codes(early) | codes(slow)


def test_an_unrated_opponent_has_no_gap() -> None:
    """Such a game is not counted either, for another reason."""
    given = verdict(event([2700, None], start=DAY, rounds=1, time="15+10"), kind="rapid")

    assert CODE not in codes(given)


def test_where_no_game_is_left_the_event_is_refused() -> None:
    """A match of 2601 and 2001 has no game that can be rated."""
    given = verdict(event([2601, 2001], start=DAY, rounds=1, time="15+10"), kind="rapid")

    assert (found(given, CODE).severity, given.rateable) == (REFUSES, NO)


def test_before_play_it_is_told() -> None:
    """Who would play without effect on the rating, should they meet."""
    given = verdict(event([2601, 2001, 2300, None], start=DAY, rounds=0, time="15+10"), kind="rapid")
    told = found(given, CODE)

    assert (told.severity, told.players) == (NOTE, (1, 2))
    assert given.dropped == ()


RATINGS = st.one_of(st.none(), st.sampled_from([2000, 2001, 2002, 2599, 2600, 2601, 2602, 1400, 1999, 2850]))


def excluded(made: Tournament, kind: str) -> set[tuple[int, int, int]]:
    """Give the games that `rate` leaves out for their gap: round, lower and higher number."""
    rated = rate_events([Reported("made", made)], Wanted(kind=kind, k=20))
    return {
        (game.round, *sorted((row.number, game.opponent or 0)))
        for row in rows(rated)
        for game in row.games
        if game.note == CODE
    }


@drawn(ratings=st.lists(RATINGS, min_size=2, max_size=8), kind=st.sampled_from(["rapid", "blitz"]))
def test_check_and_rate_leave_out_the_same_games(ratings: list[int | None], kind: str) -> None:
    """Whatever the field: the games that the check drops are those that the rating leaves out."""
    time = "15+10" if kind == "rapid" else "3+2"
    made = event(ratings, start=DAY, rounds=3, time=time)
    given = verdict(made, kind=kind)
    dropped = {(one.round, *sorted((one.first, one.second))) for one in given.dropped if one.reason == CODE}

    assert dropped == excluded(made, kind)
