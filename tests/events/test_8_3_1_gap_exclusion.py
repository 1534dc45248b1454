"""Rapid and blitz from 1 December 2024: games with a gap of 600 points and a player above 2600 are not rated."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from made_events import event, finding_of, verdict
from reports import reported
from running import answer, arpad

from arpad.events.rate import Wanted, rate_events
from arpad.events.statement import rows
from arpad.events.verdict import DROPS, NO, NOTE, REFUSES

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.events.verdict import Verdict
    from arpad.model.tournament import Tournament

DAY = date(2025, 5, 2)
BEFORE = date(2024, 11, 29)
CODE = "gap_too_large"


def codes(given: Verdict) -> set[str]:
    """Give the codes of all findings."""
    return {finding.code for finding in given.findings}


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
    assert [(game.first, game.second, game.reason) for game in given.dropped] == [(1, 2, CODE)] * is_dropped
    if is_dropped:
        gap = finding_of(given, CODE)
        assert gap.severity == DROPS
        assert gap.players == (1, 2)
        assert {citation.provisions for citation in gap.citations} == {("gap_exclusion", "gap_exclusion_above")}
        assert {citation.after for citation in gap.citations} == {"fide-2024-03 8.3.1"}
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

    assert (finding_of(given, CODE).severity, given.rateable) == (REFUSES, NO)


def test_before_play_it_is_told() -> None:
    """Who would play without effect on the rating, should they meet."""
    given = verdict(event([2601, 2001, 2300, None], start=DAY, rounds=0, time="15+10"), kind="rapid")
    finding = finding_of(given, CODE)

    assert (finding.severity, finding.players) == (NOTE, (1, 2))
    assert given.dropped == ()


RATINGS = st.one_of(st.none(), st.sampled_from([2000, 2001, 2002, 2599, 2600, 2601, 2602, 1400, 1999, 2850]))


def excluded(tournament: Tournament, kind: str) -> set[tuple[int, int, int]]:
    """Give the games that `rate` leaves out for their gap: round, lower and higher number."""
    rated = rate_events([reported("made", tournament)], Wanted(kind=kind, k=20))
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
    tournament = event(ratings, start=DAY, rounds=3, time=time)
    given = verdict(tournament, kind=kind)
    dropped = {(game.round, *sorted((game.first, game.second))) for game in given.dropped if game.reason == CODE}

    assert dropped == excluded(tournament, kind)


REPORT = """\
012 Made-up Harbour Rapid
042 2025/05/02
052 2025/05/02
092 Individual: Swiss-System
122 15 minutes and 10 seconds a move
132                                                                                        25/05/02  25/05/02
001    1 w    Kestrel, Ada                      2601 NLD    99000011 1996/03/14  1.5    1     2 w 1     3 b =
001    2 m    Linden, Bruno                     2001 AUT    99000028 1988/11/02  1.0    2     1 b 0     4 w 1
001    3 m    Marlow, Cian                      2105 IRL    99000035 2009/07/30  1.0    3     4 w =     1 w =
001    4 w    Novak, Dita                       2002 CZE    99000042 2001/00/00  0.5    4     3 b =     2 b 0
"""


def test_the_commands_agree(tmp_path: Path) -> None:
    """`check` names the game of round 1, `rate` leaves it out with its article, and an older edition counts it."""
    place = tmp_path / "rapid.trf"
    place.write_text(REPORT, encoding="utf-8")
    checked = answer("check", str(place))
    rated = answer("rate", str(place), "--k", "20", "--as", "fide-rb-2024-03")
    explained = arpad("rate", str(place), "--k", "20", "--explain", "1")[1]
    first, second = rated["players"][:2]

    assert [(game["round"], game["first"], game["second"], game["reason"]) for game in checked["dropped"]] == [
        (1, 1, 2, CODE)
    ]
    assert rated["events"][0]["dropped_games"] == 1
    assert [(row["n"], [game["counts"] for game in row["games"]]) for row in (first, second)] == [
        (1, [False, True]),
        (1, [False, True]),
    ]
    assert "600 points or more" in first["games"][0]["note"]
    assert "gap is 600 points or more" in explained
    # Linden: 20 times (1 - .50) is 10; with the game against 2601, 20 times (1 - .50 - .08) is 8.40.
    assert (second["change"], second["as"]["fide-rb-2024-03"]) == (10, 8)


def test_a_book_takes_such_games_and_leaves_them_to_its_own_lists(tmp_path: Path) -> None:
    """On the way into a book only the report's ratings are known; the lists of the book decide."""
    pytest.importorskip("polars")
    place, book = tmp_path / "rapid.trf", str(tmp_path / "book")
    place.write_text(REPORT, encoding="utf-8")
    answer("book", "init", book)
    imported = answer("book", "import", book, str(place))

    assert [event["games"] for event in imported["events"]] == [4]
