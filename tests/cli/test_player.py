"""The contract of `arpad player`: what goes in, what comes out, to the type."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from running import answer

PERIOD: dict[str, Any] = {
    "kind": "standard",
    "list": "2025-12-01",
    "player": {"rating": 2400, "k": 10},
    "events": [
        {
            "start": "2025-10-31",
            "end": "2025-11-02",
            "rating": 2395,
            "games": [
                {"opponent": 1900, "score": "1", "round": 1},
                {"opponent": 2205, "score": "0.5", "round": 2},
                {"opponent": None, "score": "0", "round": 3},
            ],
        },
        {"start": "2025-11-07", "end": "2025-11-09", "games": [{"opponent": 2800, "score": "0"}]},
    ],
}


def period(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """The made-up period with some keys changed."""
    return copy.deepcopy(PERIOD) | changes


def test_numbers_of_a_period() -> None:
    """Whole numbers are integers, hundredths are strings with two decimals and an ASCII minus."""
    found = answer("player", "-", given=PERIOD)
    first = found["events"][0]

    # 2395 v 1900: 495 counts as 400, .92; 2395 v 2205: 190, .75; then 2400 v 2800: -400, .08.
    assert [game["difference"] for game in first["games"]] == [495, 190, None]
    assert [game["counted_difference"] for game in first["games"]] == [400, 190, None]
    assert [game["expected"] for game in first["games"]] == ["0.92", "0.75", None]
    assert [game["change"] for game in first["games"]] == ["0.08", "-0.25", None]
    assert (first["edition"], first["k"], first["average"]) == ("fide-2025-10", 10, None)
    assert (first["expected"], first["sum"]) == ("1.67", "-0.17")
    assert found["events"][1]["sum"] == "-0.08"
    assert (found["list_edition"], found["sum"], found["unrounded"]) == ("fide-2025-10", "-0.25", "-2.50")
    assert (found["k"], found["k_applied"], found["change"], found["new_rating"]) == (10, 10, -3, 2397)
    assert found["warnings"] == []


def test_uncounted_game_says_why() -> None:
    """A game that does not count has a reason and its article."""
    games = answer("player", "-", given=PERIOD)["events"][0]["games"]

    assert [game["counted"] for game in games] == [True, True, False]
    assert (games[0]["reason"], games[0]["article"]) == (None, None)
    assert "unrated" in games[2]["reason"]
    assert games[2]["article"] == "8.3.1"


def test_k_by_history() -> None:
    """Instead of K, born, games and highest may be given; K of the list before holds for all events."""
    player = {"rating": 2250, "born": "2008-05-04", "games": 500, "highest": 2290}
    given_period = period(player=player)
    del given_period["events"][0]["rating"]
    found = answer("player", "-", given=given_period)

    assert (found["k"], found["k_applied"]) == (40, 40)
    assert found["next_k"] == 40


@pytest.mark.parametrize("player", [{"rating": 2500}, {"rating": 2250, "games": 12}])
def test_without_k_and_history(player: dict[str, Any]) -> None:
    """With neither, k, change and new_rating are null with a reason; what can be known is given."""
    found = answer("player", "-", given=period(player=player))

    assert (found["k"], found["change"], found["new_rating"]) == (None, None, None)
    assert found["reason"]
    assert found["sum"] is not None


def test_k_that_is_known_in_every_case() -> None:
    """A missing fact that makes no difference does not stand in the way."""
    found = answer("player", "-", given=period(player={"rating": 2450, "games": 12}))

    assert found["k"] == 10


def test_k_differs_between_events() -> None:
    """Where events have different K, the period has none of its own."""
    given_period = period()
    given_period["events"][0]["k"] = 40
    found = answer("player", "-", given=given_period)

    assert (found["k"], found["k_applied"]) == (None, None)
    assert [event["k"] for event in found["events"]] == [40, 10]
    assert found["unrounded"] == "-7.60"


def test_limit_of_700_over_all_events() -> None:
    """K is reduced so that K times all games of the period does not exceed 700."""
    games = [{"opponent": 2000, "score": "0.5"}] * 18
    events = [
        {"start": "2025-11-03", "end": "2025-11-08", "games": games},
        {"start": "2025-11-10", "end": "2025-11-20", "games": games + games[:3]},
    ]
    found = answer("player", "-", given=period(player={"rating": 2000, "k": 20}, events=events))

    assert (found["games_counted"], found["k"], found["k_applied"]) == (39, 20, 17)


def test_newcomer_who_entered_the_list_meanwhile() -> None:
    """A player unrated at the start, but rated now, is calculated with his present rating (8.2.4)."""
    given_period = period()
    given_period["events"][0]["rating"] = None
    found = answer("player", "-", given=given_period)
    line = next(one for one in found["explanation"] if one["name"] == "own_rating")

    assert found["events"][0]["rating"] == 2400
    assert (line["value"], line["citations"][0]["article"]) == (2400, "8.2.4")


def test_event_of_another_list_gets_a_warning() -> None:
    """An event that belongs elsewhere by the calendar is taken as given, with a warning."""
    found = answer("player", "-", given=period(list="2025-11-01"))
    late = answer("player", "-", given=period(list="2026-01-01"))
    too_late = answer("player", "-", given=period(list="2026-06-01"))

    assert {one["code"] for one in found["warnings"]} == {"event_belongs_elsewhere"}
    assert {one["code"] for one in late["warnings"]} == {"event_late"}
    assert {one["code"] for one in too_late["warnings"]} == {"event_too_late"}
    assert found["change"] == -3


def test_edition_may_be_named_or_a_file(tmp_path: Any) -> None:  # noqa: ANN401 - a path
    """`edition` overrides the editions of the days, by id or by path."""
    place = tmp_path / "club.toml"
    place.write_text(
        'id = "club"\nderives = "fide-2024-03"\n[provisions]\ndifference_cap = { article = "1", value = 300 }\n'
    )
    printed = answer("player", "-", given=period(edition="fide-2024-03-print"))
    club = answer("player", "-", given=period(edition=str(place)))

    assert (printed["list_edition"], printed["change"]) == ("fide-2024-03-print", -2)
    assert club["events"][0]["games"][0]["counted_difference"] == 300


def test_by_the_average_of_the_event() -> None:
    """In 2003 the average decides: games have no expectation and no change of their own."""
    events = [
        {
            "start": "2004-01-05",
            "end": "2004-01-09",
            "games": [
                {"opponent": 2000, "score": "1"},
                {"opponent": 2500, "score": "0"},
                {"opponent": 2451, "score": "1"},
            ],
        }
    ]
    found = answer("player", "-", given=period(list="2004-04-01", player={"rating": 2400, "k": 10}, events=events))
    event = found["events"][0]

    # 2000 counts as 2050; (2050 + 2500 + 2451) / 3 = 2333.67, so Rc 2334; D 66, PD .59, We 1.77.
    assert event["average"] == 2334
    assert (event["expected"], event["sum"], found["unrounded"]) == ("1.77", "0.23", "2.30")
    assert [game["expected"] for game in event["games"]] == [None, None, None]
    assert [game["change"] for game in event["games"]] == [None, None, None]
    assert [game["counted_difference"] for game in event["games"]] == [350, -100, -51]


def test_below_the_floor() -> None:
    """A rating that falls below the floor is not published; the reason and the status say so."""
    events = [{"start": "2025-11-03", "end": "2025-11-08", "games": [{"opponent": 1402, "score": "0"}]}]
    found = answer("player", "-", given=period(player={"rating": 1402, "k": 40}, events=events))

    assert (found["change"], found["new_rating"], found["status"]) == (-20, None, "unrated")
    assert "1382" in found["reason"]


def test_unrated_player() -> None:
    """An unrated player has no change; every event is still listed."""
    found = answer("player", "-", given=period(player={"rating": None}))

    assert (found["k"], found["change"], found["new_rating"], found["sum"]) == (None, None, None, None)
    assert found["reason"]
    assert [event["edition"] for event in found["events"]] == ["fide-2025-10", "fide-2025-10"]


def test_newcomer_is_told_of_an_event_that_closed_late() -> None:
    """An event that ended after the closing and before the list is taken as given, with a warning."""
    games = [{"opponent": 1800, "score": "0.5"}] * 5
    early, late = ({"start": day, "end": day, "games": games} for day in ("2025-03-02", "2025-04-30"))
    period = {"kind": "standard", "list": "2025-05-01", "player": {"rating": None}, "events": [early, late]}
    found = answer("player", "-", given=period)

    assert found["games_counted"] == 10
    assert [(one["code"], one["where"]) for one in found["warnings"]] == [("event_only_if_official", "events[1]")]
