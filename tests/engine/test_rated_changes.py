"""Changes over columns: on random small books the same as the reference, player by player, in every era and kind."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad import Event, Game, Player, RatingPeriod, rate_player
from arpad.engine.period_events import events_of_list
from arpad.engine.rated_changes import player_games, rated_changes, with_ratings
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import in_force

ERAS = [
    ("standard", date(2005, 1, 1)),
    ("standard", date(2008, 4, 1)),
    ("standard", date(2010, 5, 1)),
    ("standard", date(2015, 5, 1)),
    ("standard", date(2019, 5, 1)),
    ("standard", date(2022, 1, 1)),
    ("standard", date(2023, 5, 1)),
    ("standard", date(2024, 3, 1)),
    ("standard", date(2025, 10, 1)),
    ("standard", date(2025, 12, 1)),
    ("rapid", date(2023, 5, 1)),
    ("rapid", date(2025, 5, 1)),
    ("blitz", date(2025, 5, 1)),
]
RATINGS = st.one_of(
    st.none(), st.integers(1400, 2800), st.sampled_from([1400, 2000, 2350, 2400, 2599, 2600, 2601, 2649, 2650, 2700])
)
SYSTEMS = ("swiss", "team", "match", "scheveningen")
IDS = (101, 102, 103, 104, 105)


@st.composite
def books(draw: st.DrawFn, kind: str, listed: date) -> dict[str, Any]:
    """Some players with ratings on two lists, and some events that the list rates."""
    days = calendar(kind)
    base_day = days.list_before(listed)
    assert base_day is not None
    older = days.list_before(base_day) or base_day
    lists = {
        day: {one: (draw(RATINGS), draw(RATINGS), draw(st.sampled_from([10, 15, 20, 25, 40]))) for one in IDS}
        for day in {base_day, older}
    }
    closing = days.event_closing(listed)
    events = []
    for number in range(draw(st.integers(1, 3))):
        end = closing - timedelta(days=draw(st.integers(0, 20)))
        start = end - timedelta(days=draw(st.integers(0, 12)))
        system = draw(st.sampled_from(SYSTEMS))
        pairs = [(one, other) for one in IDS for other in IDS if one < other]
        chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=9))
        games = [
            (index + 1, *pair, *draw(st.sampled_from([(100, 0), (50, 50), (0, 100), (0, 0)])))
            for index, pair in enumerate(chosen)
        ]
        events.append({"event_id": number + 1, "start": start, "end": end, "system": system, "games": games})
    return {"lists": lists, "events": events, "base": base_day, "order": draw(st.randoms(use_true_random=False))}


def frames(book: dict[str, Any], kind: str) -> tuple[pl.DataFrame, pl.DataFrame, dict[date, pl.DataFrame]]:
    """Give the tables of a book, in any order of rows."""
    events = pl.DataFrame(
        [
            {
                "event_id": one["event_id"],
                "kind": kind,
                "system": one["system"],
                "start": one["start"],
                "end": one["end"],
                "official": False,
                "received": None,
                "ratings": "start",
                "withdrawn": False,
                "rated_for": None,
            }
            for one in book["events"]
        ],
        schema_overrides={"received": pl.Date, "rated_for": pl.Date},
    )
    rows = [
        {
            "event_id": one["event_id"],
            "round": number,
            "white": white,
            "black": black,
            "white_score": first,
            "black_score": second,
        }
        for one in book["events"]
        for number, white, black, first, second in one["games"]
    ]
    book["order"].shuffle(rows)
    columns = {"standard_rating": pl.Int32, f"{kind}_rating": pl.Int32, f"{kind}_k": pl.Int32}
    lists = {
        day: pl.DataFrame(
            [
                {"fide_id": one, f"{kind}_rating": rating, f"{kind}_k": k}
                | ({"standard_rating": standard} if kind != "standard" else {})
                for one, (rating, standard, k) in of.items()
            ],
            schema_overrides=columns,
        )
        for day, of in book["lists"].items()
    }
    return events, pl.DataFrame(rows), lists


def reference(book: dict[str, Any], kind: str, listed: date, one: int) -> Any:  # noqa: ANN401 - a player's result
    """Rate one player with the scalar reference."""
    days = calendar(kind)

    def used(day: date, who: int) -> int | None:
        rating, standard, _ = book["lists"][day][who]
        if rating is None and kind != "standard" and in_force(event["start"], kind).has("standard_stands_in"):
            return standard
        return rating

    made = []
    for event in book["events"]:
        day = days.list_in_force(event["start"])
        games = [
            Game(used(day, black if white == one else white), first if white == one else second, number)
            for number, white, black, first, second in event["games"]
            if one in (white, black)
        ]
        if games:
            k = book["lists"][day][one][2] if in_force(event["start"], kind).get("k_when") == "event_start" else None
            made.append(Event(event["start"], event["end"], used(day, one), tuple(games), k=k, system=event["system"]))
    rating, standard, k = book["lists"][book["base"]][one]
    player = Player(rating, k=k, standard=standard if kind != "standard" else None)
    return rate_player(RatingPeriod(kind, listed, player, tuple(made)))


@pytest.mark.parametrize(("kind", "listed"), ERAS)
@settings(max_examples=60)
@given(data=st.data())
def test_columns_are_the_reference(kind: str, listed: date, data: st.DataObject) -> None:
    """Sum, K times it, change and new rating of everybody are those of `rate_player`."""
    book = data.draw(books(kind, listed))
    days = calendar(kind)
    known = set(book["lists"])
    book["events"] = [one for one in book["events"] if days.list_in_force(one["start"]) in known]
    if not book["events"]:
        return
    events, games, lists = frames(book, kind)
    chosen, laws = events_of_list(events, kind, listed)
    law = in_force(listed, kind)

    assert chosen.height == len(book["events"])

    stands_in = kind != "standard" and law.has("standard_stands_in")
    rating = pl.coalesce(f"{kind}_rating", "standard_rating") if stands_in else pl.col(f"{kind}_rating")
    base = lists[book["base"]].select("fide_id", rating=rating, k=f"{kind}_k").filter(pl.col("rating").is_not_null())
    found = rated_changes(with_ratings(player_games(games, chosen), lists, kind, laws), base, laws, law)
    by_id = {row["fide_id"]: row for row in found.players.to_dicts()}
    for one in IDS:
        expected = reference(book, kind, listed, one)
        if expected.reason or not expected.events:
            assert one not in by_id or expected.reason != "unrated_player"
            continue
        row = by_id[one]
        made = (row["sum"], row["unrounded"], row["change"], row["new_rating"])
        before = None if expected.change is None else row["rating"] + expected.change

        assert made == (expected.sum, expected.unrounded, expected.change, before)
