"""The first control: 40 moves recommended (1.3, 2003 to 2021), at least 30 required (1.2, from 2022 on).

It is looked at for White and Black, and in every round that has a control of its own.
"""

from __future__ import annotations

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import DROPS, NO, PASSES, REFUSES, WARNING

NEW = "fide-2024-03"
MAIN = "40/5400:1800"
"""40 moves in 90 minutes, then 30 for the rest: 120 in all."""


def four(name: str, time: str = MAIN, rounds: int = 3) -> object:
    """Four players, all below every class of 120 minutes."""
    return event([1900, 1850, 1820, 1810], start=DAYS[name], rounds=rounds, time=time)


@pytest.mark.article("1.2", edition=NEW)
@pytest.mark.parametrize(
    ("time", "side", "move"),
    [
        ("W40/5400:1800-B29/5400:1800", "Black", 29),
        ("W29/5400:1800-B40/5400:1800", "White", 29),
        ("29/5400:1800", "", 29),
        ("W25/5400:1800-B29/5400:1800", "White", 25),
    ],
)
def test_both_players_need_at_least_30_moves(time: str, side: str, move: int) -> None:
    """A control at move 29 of one player is enough to refuse, and the player is named."""
    given = verdict(four(NEW, time))
    wrong = finding_of(given, "first_control")

    assert (wrong.severity, given.rateable, articles(wrong)) == (REFUSES, NO, {"1.2"})
    assert f"move {move}" in wrong.message
    assert (f"{side}'s" in wrong.message) is bool(side)
    assert {game.round for game in given.dropped} == {1, 2, 3}


@pytest.mark.article("1.2", edition=NEW)
@pytest.mark.parametrize("time", [MAIN, "30/5400:1800", "W30/5400:1800-B36/5400:1800"])
def test_30_moves_and_more_are_in_order(time: str) -> None:
    """30 is enough, and both may differ."""
    given = verdict(four(NEW, time))

    assert finding_of(given, "first_control").severity == PASSES
    assert given.dropped == ()


@pytest.mark.article("1.2", edition=NEW)
@pytest.mark.parametrize("control", ["29/5400:1800", "W40/5400:1800-B29/5400:1800"])
def test_a_round_with_a_control_of_its_own(control: str) -> None:
    """Only the games of that round are left out (R-036), and the round is named."""
    given = verdict(four(NEW), time_controls=((2, control),))
    wrong = finding_of(given, "first_control")

    assert (wrong.severity, wrong.rounds) == (DROPS, (2,))
    assert "round 2" in wrong.message
    assert {(game.round, game.reason) for game in given.dropped} == {(2, "first_control")}
    assert {game.citation.article for game in given.dropped if game.citation} == {"1.2"}
    assert given.rateable != NO


@pytest.mark.article("1.2", edition=NEW)
def test_where_every_round_has_a_control_of_its_own_the_main_one_is_not_looked_at() -> None:
    """Nobody played by it."""
    own = tuple((number, MAIN) for number in (1, 2, 3))
    given = verdict(four(NEW, "25/5400:1800"), time_controls=own)

    assert finding_of(given, "first_control").severity == PASSES


@pytest.mark.article("1.2", edition=NEW)
def test_before_play_every_announced_round_is_looked_at() -> None:
    """A round with a control of its own gives a warning, the main control a refusal."""
    entries = event([1900, 1850, 1820, 1810], start=DAYS[NEW], rounds=0, time=MAIN)
    short = event([1900, 1850, 1820, 1810], start=DAYS[NEW], rounds=0, time="29/5400:1800")

    assert finding_of(verdict(entries, time_controls=((3, "29/5400:1800"),)), "first_control").severity == WARNING
    assert finding_of(verdict(short), "first_control").severity == REFUSES


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.article("1.3", edition=name))
        for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")
    ],
)
@pytest.mark.parametrize("move", [30, 39, 41])
def test_another_number_than_40_is_a_warning(name: str, move: int) -> None:
    """Recommended in 2003 and 2009, printed as a must in 2014 (E 31): a warning, and every game is rated."""
    time = f"{move}/5400:1800"
    of_black = f"W40/5400:1800-B{move}/5400:1800"
    for tournament, facts in (
        (four(name, time), {}),
        (four(name, of_black), {}),
        (four(name), {"time_controls": ((2, time),)}),
    ):
        given = verdict(tournament, **facts)
        wrong = finding_of(given, "first_control")

        assert (wrong.severity, articles(wrong)) == (WARNING, {"1.3"})
        assert f"move {move}" in wrong.message
        assert given.dropped == ()
        assert given.rateable != NO


@pytest.mark.article("1.3", edition="fide-2014-07")
def test_as_printed_in_2014_it_is_a_must() -> None:
    """In one round: its games fall out; in all: the event is refused."""
    name = "fide-2014-07-print"
    one_round = verdict(four("fide-2014-07"), name, time_controls=((2, "41/5400:1800"),))
    everywhere = verdict(four("fide-2014-07", "41/5400:1800"), name)

    assert finding_of(one_round, "first_control").severity == DROPS
    assert {game.round for game in one_round.dropped} == {2}
    assert finding_of(everywhere, "first_control").severity == REFUSES
