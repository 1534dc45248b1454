"""What the findings say: no sentence says the opposite of its weight, and what is advised can be done."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from made_events import DAYS, event, finding_of, verdict

from arpad.events.verdict import DROPS, REFUSES, WARNING

FIELD = [1990, 1900, 1800, 1700]


@pytest.mark.article("2.1", edition="fide-2024-03")
@pytest.mark.parametrize(("rounds", "may_change"), [(0, True), (3, False)])
def test_before_play_the_laws_can_still_be_chosen(rounds: int, *, may_change: bool) -> None:
    """After play nothing can mend it; before play it can."""
    given = finding_of(verdict(event(FIELD, start=DAYS["fide-2024-03"], rounds=rounds), laws_of_chess=False), "laws")

    assert (given.severity, "after play" in given.fix) == (REFUSES, not may_change)


@pytest.mark.article("0.2 (hybrid)", edition="fide-2024-03")
def test_an_approval_of_hybrid_play_is_asked_for_and_then_said() -> None:
    """After play nobody can ask before play."""
    tournament = event(FIELD, start=DAYS["fide-2024-03"])
    given = finding_of(verdict(tournament, hybrid=True, hybrid_approved=False), "hybrid")

    assert (given.severity, "before play" in given.fix, "hybrid_approved" in given.fix) == (REFUSES, False, True)


@pytest.mark.article("5.1", edition="fide-2009-07")
def test_a_ruling_that_an_edition_does_not_know_takes_no_game_out() -> None:
    """It is not said that the game is rated: here its time is too short."""
    tournament = event(FIELD, start=DAYS["fide-2009-07"], rounds=1, time="30 min")
    given = verdict(tournament, kind="standard", ruled_out=((1, 1, 4),))

    assert finding_of(given, "ruled_out").severity == WARNING
    assert "is rated" not in finding_of(given, "ruled_out").message


@pytest.mark.article("6.3", edition="fide-2009-07")
@pytest.mark.parametrize(("rated", "sentence"), [(1, "1 of 9 players is rated"), (2, "2 of 9 players are rated")])
def test_one_of_many_is_rated(rated: int, sentence: str) -> None:
    """A single player is, several are."""
    tournament = event([2000] * rated + [None] * (9 - rated), start=DAYS["fide-2009-07"], cycles=1)

    assert finding_of(verdict(tournament), "round_robin_share").message.startswith(sentence)


def everything_late(name: str) -> Any:  # noqa: ANN401 - a verdict
    """Check an event of which everything came late, and a ruling and a forfeit are in it."""
    tournament = event([2000, None, None, None], start=DAYS[name], cycles=1, results={(1, 1, 4): "+"})
    facts = {"arbiter_sent": date(2028, 1, 1), "received": date(2028, 1, 2), "registered": date(2027, 1, 1)}
    return verdict(tournament, ruled_out=((2, 1, 3),), **facts)


@pytest.mark.parametrize("name", sorted(DAYS))
def test_whatever_is_to_be_mended_comes_with_advice(name: str) -> None:
    """A refusal, a game that falls out and a warning each say what can be done, or that nothing can."""
    findings = [finding for finding in everything_late(name).findings if finding.severity in {REFUSES, DROPS, WARNING}]

    assert len(findings) > 1
    assert not [finding.code for finding in findings if not finding.fix]
