"""What a program gives is checked: a wrong value is refused with a sentence before it becomes a wrong number."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import arpad

if TYPE_CHECKING:
    from collections.abc import Callable

DAY = date(2025, 11, 7)
GAMES = (arpad.Game(1750, arpad.WIN),)


def event(**other: Any) -> arpad.Event:  # noqa: ANN401 - any value, right or wrong
    """An event, with some values of its own."""
    return arpad.Event(**{"start": DAY, "end": DAY, "rating": 2000, "games": GAMES, **other})


def period(**other: Any) -> arpad.RatingPeriod:  # noqa: ANN401 - any value, right or wrong
    """A period, with some values of its own."""
    usual = {"kind": "standard", "list_date": date(2025, 12, 1), "player": arpad.Player(2000), "events": (event(),)}
    return arpad.RatingPeriod(**{**usual, **other})


@pytest.mark.parametrize("wrong", ["round_robin", "Swiss", "", None])
def test_an_unknown_system_is_refused_with_the_known_names(wrong: object) -> None:
    """`round_robin` is not silently a Swiss event."""
    with pytest.raises(arpad.ArpadError, match="there are: swiss, team, roundrobin, match, scheveningen"):
        event(system=wrong)


@pytest.mark.parametrize("system", ["swiss", "team", "roundrobin", "match", "scheveningen"])
def test_every_known_system_is_taken(system: str) -> None:
    """What the sentence lists can be given."""
    assert event(system=system).system == system


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: arpad.Game(0, 1), "opponent is 0, which is no rating; who is unrated has None"),
        (lambda: arpad.Game(-5, 1), "opponent is -5, which is no rating"),
        (lambda: arpad.Game(4001, 1), "opponent is 4001, which is no rating"),
        (lambda: arpad.Game("1750", 1), "opponent is '1750', which is no rating"),
        (lambda: arpad.Game(1750.0, 1), "opponent is 1750.0, which is no rating"),
        (lambda: arpad.Game(True, 1), "opponent is True, which is no rating"),
        (lambda: arpad.Game(1750, 1, round=0), "round is 0; give a whole number from 1 on"),
        (lambda: arpad.Game(1750, 1, date="2025-11-07"), "date is '2025-11-07', which is no day"),
        (lambda: arpad.Player(2000, k=101), "k is 101; give a whole number from 0 to 100"),
        (lambda: arpad.Player(2000, k=10.0), "k is 10.0; give a whole number"),
        (lambda: arpad.Player(2000, born=2008), r"born is 2008; give an arpad.Born, such as arpad.Born\(2008, 5, 4\)"),
        (lambda: arpad.change(2000, [arpad.Game(1900, 1)], born="2008"), "born is '2008'; give an arpad.Born"),
        (lambda: arpad.Player(2000, games=-1), "games is -1; give a whole number from 0 on"),
        (lambda: arpad.Player(2000, highest=0), "highest is 0, which is no rating"),
        (lambda: arpad.Player(2000, association="IBF"), "No association is called 'IBF'; there are: IBCA, ICSC, IPCA"),
        (lambda: event(ratings="day"), "No ratings is called 'day'; there are: start, game"),
        (lambda: event(end=date(2025, 11, 6)), "ends on 2025-11-06, before it starts on 2025-11-07"),
        (lambda: event(start=datetime(2025, 11, 7, 10, 0)), "which is no day; give a datetime.date"),  # noqa: DTZ001 - wrong on purpose
        (lambda: event(games=[(1750, 1)]), r"games\[0\] is \(1750, 1\); give an arpad.Game"),
        (lambda: event(games=5), "games is 5; give several of arpad.Game"),
        (lambda: event(cycles=0), "cycles is 0; give a whole number from 1 on"),
        (lambda: period(kind="classical"), "No kind is called 'classical'; there are: standard, rapid, blitz"),
        (lambda: period(player=2000), "player is 2000; give an arpad.Player"),
        (lambda: period(events=[arpad.Game(1750, 1)]), r"events\[0\] is Game\(1750, WIN\); give an arpad.Event"),
        (lambda: period(list_date="2025-12"), "list_date is '2025-12', which is no day"),
        (lambda: arpad.expected(2000, 0), "opponent is 0, which is no rating"),
        (lambda: arpad.expected(2000, None), "opponent is None, and a rating is needed here"),
        (lambda: arpad.expected(2000, 1900, kind="classical"), "No kind of chess is called 'classical'"),
        (lambda: arpad.performance([], 0), "There are no opponents"),
        (lambda: arpad.performance([2000, 0], 1), r"opponents\[1\] is 0, which is no rating"),
        (lambda: arpad.change(2000, [arpad.Game(1900, 1)], on=date(2025, 5, 5), system="round_robin"), "roundrobin"),
        (lambda: arpad.change(None, [arpad.Game(1900, 1)], on=date(2025, 5, 5)), "rating is None, and a rating"),
        (lambda: arpad.change(2000, [arpad.Game(1900, 1)], kind="classical"), "No kind is called 'classical'"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_a_sentence(make: Callable[[], object], sentence: str) -> None:
    """The sentence names the value, what was found, and what to give."""
    with pytest.raises(arpad.ArpadError, match=sentence):
        make()


def test_lists_are_taken_as_well_as_tuples() -> None:
    """Games and events may come in any order of things; they are kept as tuples."""
    rating_period = period(events=[event(games=list(GAMES))])

    assert rating_period.events[0].games == GAMES
    assert arpad.rate_player(rating_period).reason == "k_unknown"


def test_an_edition_may_be_a_path() -> None:
    """A path is taken as its text."""
    assert period(edition=Path("club.toml")).edition == "club.toml"
