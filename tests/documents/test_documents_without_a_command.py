"""A service that never runs a command makes the same documents as the command line does."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from running import answer

from arpad.documents.calculations import expected_data
from arpad.documents.calendar import calendar_data, days_around
from arpad.documents.parts import problems_document, with_explanation
from arpad.documents.period import period_data, read_period, refuse_days_without_edition
from arpad.documents.round_robin import read_crosstable, round_robin_data, round_robin_lines
from arpad.documents.schema import InputError, faults
from arpad.model.period import EventNames
from arpad.model.problems import EditionError, RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition
from arpad.regulations.workings.expected_score import expected_score
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.round_robin import round_robin
from arpad.regulations.workings.warnings import notices

PAIR = (2700, 2150)
GAMES = [{"opponent": 2310, "score": "1", "round": 1}, {"opponent": None, "score": "0.5", "date": "2025-11-08"}]


def given_period(**player: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """A period with one event."""
    event = {"start": "2025-11-07", "end": "2025-11-09", "games": GAMES}
    return {"kind": "standard", "list": "2025-12-01", "player": player, "events": [event]}


def document(content: dict[str, Any]) -> dict[str, Any]:
    """The document of a period, as a service makes it."""
    result, lines = explain(read_period(content))
    return with_explanation(period_data(result, notices(result)), lines)


@pytest.mark.parametrize(
    "player",
    [{"rating": 2410, "k": 10}, {"rating": 2010, "born": "2008-05-04"}, {"rating": None, "born": "2010"}],
    ids=["rated", "K not known", "newcomer"],
)
def test_a_period(player: dict[str, Any]) -> None:
    """A rated player's and a newcomer's period: the same document as `arpad player --json`, and it fits its schema."""
    content = given_period(**player)

    assert document(content) == answer("player", "-", given=content)
    assert faults(document(content), "player.output") == []


def test_a_period_with_names() -> None:
    """Names of the event and of the opponents stand beside the numbers, as far as they are known."""
    result, _ = explain(read_period(given_period(rating=2410, k=10)))
    data = period_data(result, (), [EventNames("Autumn Open", [(99000011, "Adler, Anna")])])

    assert data["events"][0]["name"] == "Autumn Open"
    assert data["events"][0]["games"][0]["opponent_name"] == "Adler, Anna"
    assert "opponent_name" not in data["events"][0]["games"][1]


def test_a_period_that_breaks_the_schema_is_refused_with_every_fault() -> None:
    """Faults of the schema come all at once."""
    content = given_period(rating="2410", k=10) | {"kind": "lightning"}

    with pytest.raises(InputError) as refused:
        read_period(content)

    assert [problem.where for problem in refused.value.problems] == ["kind", "player.rating"]


def test_a_period_that_contradicts_itself_is_refused() -> None:
    """Each value is fine, together they are not: both contradictions are named, and fit the schema of problems."""
    content = given_period(rating=2410, born="2026-01-01")
    content["events"][0] = content["events"][0] | {"end": "2025-11-01"}

    with pytest.raises(RefusedError) as refused:
        read_period(content)

    assert [problem.code for problem in refused.value.problems] == ["end_before_start", "born_after_event"]
    assert faults(problems_document(refused.value.problems), "problems") == []


def test_days_without_an_edition_are_all_named() -> None:
    """No edition governs the list and the event: both places are named."""
    content = given_period(rating=2410, k=10) | {"list": "1960-01-01"}
    content["events"][0] = content["events"][0] | {"start": "1959-11-07", "end": "1959-11-09"}

    with pytest.raises(EditionError) as refused:
        refuse_days_without_edition(read_period(content))

    assert [problem.where for problem in refused.value.problems] == ["list", "events[0].start"]


def test_an_expected_score() -> None:
    """Both sides of a game."""
    law = edition("fide-2025-10")
    sides = [expected_score(law, *ratings, side=side, printed=True) for side, ratings in enumerate([PAIR, PAIR[::-1]])]
    document_here = with_explanation(expected_data(*sides), [line for side in sides for line in side.lines])

    assert document_here == answer("expected", "2700", "2150", "--edition", "fide-2025-10")


def test_the_calendar() -> None:
    """The days around the end of an event whose report came late."""
    day, received = date(2015, 5, 7), date(2015, 12, 20)
    around = days_around(calendar("standard"), day, received=received)
    document_here = with_explanation(calendar_data(around), around.lines)

    assert document_here == answer("calendar", str(day), "--received", str(received))


def test_a_round_robin() -> None:
    """A crosstable of 2003 with an unrated player."""
    players = [{"id": "A", "rating": 2200, "k": 20}, {"id": "B", "rating": None}, {"id": "C", "rating": 2100}]
    results = [[None, "1", "0.5"], ["0", None, "0.5"], ["0.5", "0.5", None]]
    content = {"edition": "fide-2003-07", "players": players, "results": results}
    result = round_robin(*read_crosstable(content))

    assert with_explanation(round_robin_data(result), round_robin_lines(result)) == answer(
        "roundrobin", "-", given=content
    )
