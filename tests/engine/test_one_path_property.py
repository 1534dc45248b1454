"""Random reports have one number: by `rate`, by a player's document, by the reference, and on the list that is made."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_reports import MadeReports, ReportMaker

from arpad.documents.period import read_period as period_of_document
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.events.rate import Wanted, rate_events
from arpad.model.numbers import decimal
from arpad.regulations.periods import outcome
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.period import NO_K

if TYPE_CHECKING:
    from arpad.model.period import Event, RatingPeriod
    from arpad.regulations.workings.period import PlayerResult

LISTS = [
    ("standard", date(2004, 4, 1)),
    ("standard", date(2004, 7, 1)),
    ("standard", date(2006, 10, 1)),
    ("standard", date(2010, 9, 1)),
    ("standard", date(2011, 11, 1)),
    ("standard", date(2013, 3, 1)),
    ("standard", date(2015, 8, 1)),
    ("standard", date(2019, 5, 1)),
    ("standard", date(2022, 6, 1)),
    ("standard", date(2025, 5, 1)),
    ("standard", date(2025, 12, 1)),
    ("rapid", date(2012, 7, 1)),
    ("rapid", date(2016, 2, 1)),
    ("rapid", date(2024, 7, 1)),
    ("blitz", date(2012, 9, 1)),
    ("blitz", date(2022, 11, 1)),
    ("blitz", date(2025, 3, 1)),
]
"""A list in the time of each edition, and those where standard ratings stand in for want of a list."""
REPORTS = max(5, settings.default.max_examples // 10)
"""For each list; there are many lists."""

Numbers = dict[str, Any]


def of_outcome(player_result: PlayerResult | FirstRating) -> Numbers:
    """Give the numbers of a period that is worked out."""
    if isinstance(player_result, FirstRating):
        counted = {name: getattr(player_result, name) for name in ("games", "score", "needed", "rating", "published")}
        return {"first": True, **counted, "k": None if player_result.k is None else player_result.k.k}
    games = [event.working.whole["games"] for event in player_result.events]
    return {
        "first": False,
        "games": sum(games),
        "sum": player_result.sum,
        # Reports come in any order, the events of a book in that of their days.
        "k": sorted(
            (each.event.start, each.event.end, each.k or 0)
            for each, count in zip(player_result.events, games, strict=True)
            if count
        ),
        "unrounded": player_result.unrounded,
        "change": player_result.change,
        "rating": player_result.new_rating,
        "reason": player_result.reason,
    }


def document(period: RatingPeriod) -> Any:  # noqa: ANN401 - any JSON
    """Write a period as the document that `arpad player` reads."""
    player = period.player
    about = {
        "rating": player.rating,
        "k": player.k,
        "born": None if player.born is None else str(player.born.year),
        "games": player.games,
        "highest": player.highest,
        "standard": player.standard,
    }
    content = {
        "kind": period.kind,
        "list": period.list_date.isoformat(),
        "player": {name: value for name, value in about.items() if value is not None or name == "rating"},
        "events": [_event(event) for event in period.events],
    }
    return json.loads(json.dumps(content))


def _event(event: Event) -> dict[str, Any]:
    about = {
        "start": event.start.isoformat(),
        "end": event.end.isoformat(),
        "rating": event.rating,
        "k": event.k,
        "system": event.system,
        "ratings": event.ratings,
        "average": event.average,
        "cycles": event.cycles,
        "field": event.field,
        "team_championship": event.team_championship,
        "number": event.number,
    }
    games = [
        {
            "opponent": game.opponent,
            "score": decimal(game.score).removesuffix("0").removesuffix(".0"),
            "round": game.round,
        }
        | ({} if game.opponent_id is None else {"opponent_id": game.opponent_id})
        for game in event.games
    ]
    known = {name: value for name, value in about.items() if value is not None or name == "rating"}
    return known | {"games": games}


def possible_ks(player_result: PlayerResult | FirstRating) -> set[int]:
    """Give what K may be in the events of a period of which it is not known."""
    assert not isinstance(player_result, FirstRating)
    coefficients = [event.k_from for event in player_result.events if event.k_from is not None]
    return {k for coefficient in coefficients for k in coefficient.possible}


def seen(reports: MadeReports) -> Counter[str]:
    """Compare every player's numbers on all paths; count what was seen."""
    kind, day = reports.kind, reports.list_date
    of_list = reports.period
    reference, closed = Reference(of_list), close_kind(of_list)
    listed = {row["fide_id"]: row for row in closed.ratings.iter_rows(named=True)}
    changes = {row["fide_id"]: row for row in closed.changes.players.iter_rows(named=True)}
    newcomers = {row["fide_id"]: row for row in closed.newcomers.iter_rows(named=True)}
    rated = {
        entry.entry.fide_id: entry for entry in rate_events(reports.reports, Wanted(kind, day, None, reports)).entries
    }
    counts: Counter[str] = Counter()
    for number in sorted(listed):
        entry, period = rated[number], reference.period(number)
        by_reference, by_report = of_outcome(outcome(period)), of_outcome(outcome(entry.period))
        by_document = of_outcome(outcome(period_of_document(document(period))))
        games = by_reference["games"]
        assert by_document == by_reference
        counts["list of each game"] += max(entry.events_of) > 1
        counts["table"] += any(event.average is not None for event in period.events)
        counts["standing in"] += not by_reference["first"] and entry.period.player.rating is None
        if by_report.get("reason") == NO_K:
            # A published list shows no K of a player without a rating of this kind, and no history to find it by.
            assert entry.period.player.rating is None
            assert (by_report["games"], by_report["sum"]) == (games, by_reference["sum"])
            assert all(k in possible_ks(outcome(entry.period)) for _, _, k in by_reference["k"])
            counts["K not known"] += 1
        else:
            assert by_report == by_reference
        line = listed[number]
        if by_reference["first"]:
            assert line["rating"] == by_reference["published"]
            assert reference.expected(number).rating == by_reference["published"]
            if by_reference["published"] is not None:
                assert newcomers[number]["published"] == by_reference["published"]
                counts["first rating"] += 1
        elif not games:
            # Nobody enters a list without a game; a rating stays, if only for a one-off.
            assert (line["rating"], line["games"]) == (by_reference["rating"], 0)
            assert reference.expected(number).rating == by_reference["rating"]
            counts["no game that counts"] += 1
        else:
            assert (line["rating"], line["games"]) == (by_reference["rating"], games)
            assert (changes[number]["sum"], changes[number]["unrounded"]) == (
                by_reference["sum"],
                by_reference["unrounded"],
            )
            counts["change"] += 1
    return counts


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=REPORTS)
@given(seed=st.integers(0, 10**9))
def test_random_reports_have_one_number(kind: str, list_date: date, seed: int) -> None:
    """Rating, change, K, games and first rating are the same, whoever works them out."""
    seen(ReportMaker(Random(seed), kind, list_date).reports())  # noqa: S311 - chance, no secrets


def test_the_reports_are_worth_comparing() -> None:
    """Changes, first ratings, tables, ratings of each game's day and of another kind of chess are among them."""
    counts: Counter[str] = Counter()
    for kind, list_date in LISTS:
        for seed in range(3):
            counts += seen(ReportMaker(Random(seed), kind, list_date).reports())  # noqa: S311 - the same

    # A player whose games all do not count is rare; two cases of it stand in test_one_path.py.
    assert counts.pop("no game that counts") > 0
    assert min(counts.values()) > 3, counts
    assert set(counts) == {"change", "first rating", "list of each game", "table", "standing in", "K not known"}
