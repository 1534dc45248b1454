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
    document = answer("player", "-", given=PERIOD)
    first = document["events"][0]

    # 2395 v 1900: 495 counts as 400, .92; 2395 v 2205: 190, .75; then 2400 v 2800: -400, .08.
    assert [game["difference"] for game in first["games"]] == [495, 190, None]
    assert [game["counted_difference"] for game in first["games"]] == [400, 190, None]
    assert [game["expected"] for game in first["games"]] == ["0.92", "0.75", None]
    assert [game["change"] for game in first["games"]] == ["0.08", "-0.25", None]
    assert (first["edition"], first["k"], first["average"]) == ("fide-2025-10", 10, None)
    assert (first["expected"], first["sum"]) == ("1.67", "-0.17")
    assert document["events"][1]["sum"] == "-0.08"
    assert (document["list_edition"], document["sum"], document["unrounded"]) == ("fide-2025-10", "-0.25", "-2.50")
    assert (document["k"], document["k_applied"], document["change"], document["new_rating"]) == (10, 10, -3, 2397)
    assert document["warnings"] == []


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
    document = answer("player", "-", given=given_period)

    assert (document["k"], document["k_applied"]) == (40, 40)
    assert document["next_k"] == 40


@pytest.mark.parametrize("player", [{"rating": 2500}, {"rating": 2250, "games": 12}])
def test_without_k_and_history(player: dict[str, Any]) -> None:
    """With neither, k, change and new_rating are null with a reason; what can be known is given."""
    document = answer("player", "-", given=period(player=player))

    assert (document["k"], document["change"], document["new_rating"]) == (None, None, None)
    assert document["reason"]
    assert document["sum"] is not None


def test_k_that_is_known_in_every_case() -> None:
    """A missing fact that makes no difference does not stand in the way."""
    document = answer("player", "-", given=period(player={"rating": 2450, "games": 12}))

    assert document["k"] == 10


def test_k_differs_between_events() -> None:
    """Where events have different K, the period has none of its own."""
    given_period = period()
    given_period["events"][0]["k"] = 40
    document = answer("player", "-", given=given_period)

    assert (document["k"], document["k_applied"]) == (None, None)
    assert [event["k"] for event in document["events"]] == [40, 10]
    assert document["unrounded"] == "-7.60"


def test_limit_of_700_over_all_events() -> None:
    """K is reduced so that K times all games of the period does not exceed 700."""
    games = [{"opponent": 2000, "score": "0.5"}] * 18
    events = [
        {"start": "2025-11-03", "end": "2025-11-08", "games": games},
        {"start": "2025-11-10", "end": "2025-11-20", "games": games + games[:3]},
    ]
    document = answer("player", "-", given=period(player={"rating": 2000, "k": 20}, events=events))

    assert (document["games_counted"], document["k"], document["k_applied"]) == (39, 20, 17)


def test_newcomer_who_entered_the_list_meanwhile() -> None:
    """A player unrated at the start, but rated now, is calculated with his present rating (8.2.4)."""
    given_period = period()
    given_period["events"][0]["rating"] = None
    document = answer("player", "-", given=given_period)
    line = next(line for line in document["explanation"] if line["name"] == "own_rating")

    assert document["events"][0]["rating"] == 2400
    assert (line["value"], line["citations"][0]["article"]) == (2400, "8.2.4")


def test_event_of_another_list_gets_a_warning() -> None:
    """An event that belongs elsewhere by the calendar is taken as given, with a warning."""
    document = answer("player", "-", given=period(list="2025-11-01"))
    late = answer("player", "-", given=period(list="2026-01-01"))
    too_late = answer("player", "-", given=period(list="2026-06-01"))

    assert {warning["code"] for warning in document["warnings"]} == {"event_belongs_elsewhere"}
    assert {warning["code"] for warning in late["warnings"]} == {"event_late"}
    assert {warning["code"] for warning in too_late["warnings"]} == {"event_too_late"}
    assert document["change"] == -3


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
    document = answer("player", "-", given=period(list="2004-04-01", player={"rating": 2400, "k": 10}, events=events))
    event = document["events"][0]

    # 2000 counts as 2050; (2050 + 2500 + 2451) / 3 = 2333.67, so Rc 2334; D 66, PD .59, We 1.77.
    assert event["average"] == 2334
    assert (event["expected"], event["sum"], document["unrounded"]) == ("1.77", "0.23", "2.30")
    assert [game["expected"] for game in event["games"]] == [None, None, None]
    assert [game["change"] for game in event["games"]] == [None, None, None]
    assert [game["counted_difference"] for game in event["games"]] == [350, -100, -51]


def test_below_the_floor() -> None:
    """A rating that falls below the floor is not published; the reason and the status say so."""
    events = [{"start": "2025-11-03", "end": "2025-11-08", "games": [{"opponent": 1402, "score": "0"}]}]
    document = answer("player", "-", given=period(player={"rating": 1402, "k": 40}, events=events))

    assert (document["change"], document["new_rating"], document["status"]) == (-20, None, "unrated")
    assert "1382" in document["reason"]


def test_unrated_player() -> None:
    """An unrated player has no change; every event is still listed."""
    document = answer("player", "-", given=period(player={"rating": None}))

    assert (document["k"], document["change"], document["new_rating"], document["sum"]) == (None, None, None, None)
    assert document["reason"]
    assert [event["edition"] for event in document["events"]] == ["fide-2025-10", "fide-2025-10"]


def test_newcomer_is_told_of_an_event_that_closed_late() -> None:
    """An event that ended after the closing and before the list is taken as given, with a warning."""
    games = [{"opponent": 1800, "score": "0.5"}] * 5
    early, late = ({"start": day, "end": day, "games": games} for day in ("2025-03-02", "2025-04-30"))
    period = {"kind": "standard", "list": "2025-05-01", "player": {"rating": None}, "events": [early, late]}
    document = answer("player", "-", given=period)

    assert document["games_counted"] == 10
    assert [(warning["code"], warning["where"]) for warning in document["warnings"]] == [
        ("event_only_if_official", "events[1]")
    ]


def of_2004(*numbers: int | None) -> dict[str, Any]:
    """Two events of the same days in 2004: five wins, and six losses, against 2000; 26 games came before."""
    days = {"start": "2004-02-06", "end": "2004-02-14"}
    scores = (["1"] * 5, ["0"] * 6)
    events = [
        days
        | {"games": [{"opponent": 2000, "score": score} for score in each]}
        | ({} if number is None else {"number": number})
        for each, number in zip(scores, numbers, strict=True)
    ]
    return period(list="2004-04-01", player={"rating": 2000, "games": 26, "highest": 2000}, events=events)


@pytest.mark.article("10.5.4a [1]", edition="fide-2003-07")
def test_events_of_the_same_days_have_numbers() -> None:
    """In 2003 K is taken event by event: which of the two comes first decides which has 25 and which 15."""
    wins_first, losses_first = (answer("player", "-", given=of_2004(*numbers)) for numbers in ((1, 2), (2, 1)))

    # 2.50 and -3.00 before K: 2.5 * 25 - 3 * 15, or 2.5 * 15 - 3 * 25.
    assert [event["k"] for event in wins_first["events"]] == [25, 15]
    assert [event["k"] for event in losses_first["events"]] == [15, 25]
    assert (wins_first["unrounded"], losses_first["unrounded"]) == ("17.50", "-37.50")
    assert (wins_first["warnings"], losses_first["warnings"]) == ([], [])


@pytest.mark.article("10.5.4a [1]", edition="fide-2003-07")
def test_without_numbers_a_note_says_how_they_were_ordered() -> None:
    """The event with fewer games is taken first, and a note asks for numbers, since K rests on it."""
    document = answer("player", "-", given=of_2004(None, None))

    assert (document["unrounded"], [warning["code"] for warning in document["warnings"]]) == (
        "17.50",
        ["order_of_events"],
    )
    assert "number" in document["warnings"][0]["message"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"list": "2015-05-01"}, id="K at the start of the event"),
        pytest.param({"list": "2025-05-01"}, id="K of the list before"),
        pytest.param({"player": {"rating": 2000, "games": 100, "highest": 2000}}, id="K is 15 either way"),
        pytest.param({"player": {"rating": 2000, "k": 25}}, id="K is given"),
    ],
)
def test_no_note_where_the_order_does_not_matter(change: dict[str, Any]) -> None:
    """Where K does not depend on it, nobody is asked for numbers."""
    given_period = of_2004(None, None) | change
    year = given_period["list"][:4]
    for event in given_period["events"]:
        event["start"], event["end"] = (f"{year}{event[day][4:]}" for day in ("start", "end"))
    if year != "2004":
        given_period["list"] = f"{year}-03-01"
        given_period["player"] = {"rating": 2000, "games": 26, "highest": 2000, "born": "1980"}
    document = answer("player", "-", given=given_period)

    assert document["change"] is not None
    assert document["warnings"] == []


@pytest.mark.article("8.2.1", edition="fide-2024-03")
def test_a_newcomers_first_event_of_two_on_the_same_days() -> None:
    """Nothing in a first event is dropped, in a later one it counts: the order decides, so a note asks for numbers."""
    days = {"start": "2025-03-07", "end": "2025-03-09"}
    nothing = days | {"games": [{"opponent": 1900, "score": "0"}] * 4}
    draws = days | {"games": [{"opponent": 1900, "score": "0.5"}] * 5}

    def rated(*events: dict[str, Any]) -> dict[str, Any]:
        given = {"kind": "standard", "list": "2025-04-01", "player": {"rating": None}, "events": list(events)}
        document: dict[str, Any] = answer("player", "-", given=given)
        return document

    unknown = rated(nothing, draws)
    first, later = (
        rated(nothing | {"number": 1}, draws | {"number": 2}),
        rated(nothing | {"number": 2}, draws | {"number": 1}),
    )

    assert (first["games_counted"], later["games_counted"]) == (5, 9)
    assert [warning["code"] for warning in unknown["warnings"]] == ["order_of_events"]
    assert (first["warnings"], later["warnings"]) == ([], [])
    assert rated(draws, draws)["warnings"] == []


@pytest.mark.article("6.4.2", edition="fide-2003-07")
def test_a_game_may_say_who_the_opponent_was() -> None:
    """Nine games against A and B: two opponents, where 2003 asks for three."""
    games = [{"opponent": 2000, "score": "0.5", "opponent_id": name} for name in "ABABABABA"]
    event = {"start": "2004-11-05", "end": "2004-11-20", "games": games, "system": "team"}
    given = {"kind": "standard", "list": "2005-01-01", "player": {"rating": None}, "events": [event]}
    two = answer("player", "-", given=given)
    games[4] = games[4] | {"opponent_id": 4100018}
    three = answer("player", "-", given=given)

    assert (two["published"], two["events"][0]["article"]) == (None, "6.4.2")
    assert (three["published"], three["warnings"]) == (2000, [])


def test_change_takes_scores_as_people_write_them() -> None:
    """½, 1/2, 0,5 and = are a draw, as in the text that `arpad player` reads."""
    written = [
        ("change", "--rating", "2000", "--k", "20", "--on", "2025-11-07", "--game", f"2000:{score}")
        for score in ("0.5", "½", "1/2", "0,5", "=")
    ]

    assert [answer(*words)["change"] for words in written] == [0] * 5


def test_opponents_have_commas_or_blanks_between_them() -> None:
    """Both are one list of ratings."""
    performances = [
        answer("performance", "--opponents", ratings, "--score", "2½", "--on", "2025-11-07")["performance"]
        for ratings in ("2000,2100,1950", "2000 2100 1950", "2000, 2100; 1950")
    ]

    assert len(set(performances)) == 1


def test_what_may_stand_in_a_document_is_written_as_it_is() -> None:
    """A half is shown as a half, and a date as one writes it."""
    wrong = {
        **PERIOD,
        "list": "1.12.2025",
        "events": [{**PERIOD["events"][0], "games": [{"opponent": 1900, "score": "w"}]}],
    }
    messages = [problem["message"] for problem in answer("player", "-", given=wrong, code=2)["problems"]]

    assert any('"0.5", "½", "1/2"' in message for message in messages)
    assert any("write the date of the list being made, as YYYY-MM-DD" in message for message in messages)
