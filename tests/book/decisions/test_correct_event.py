"""A result, the players, the days or the kind of an event corrected: before a list rated it, and afterwards."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from decided_books import EARLY, FIRST, SECOND, STORES, THIRD, again, closed, ratings, small, stored

from arpad.book.change import changed
from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult, with_event, with_result
from arpad.book.event_states import event_states
from arpad.book.log import entries
from arpad.book.schema import POOL
from arpad.book.tables import fitted
from arpad.model.clock import VARIABLE
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store

LOST = CorrectResult(1, 1, 1, 2, (0, 100), "the slip was read the wrong way round")


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """The small book in memory and in a folder."""
    return stored(request.param, tmp_path)


def wanted(*changed: tuple[int, dict[str, Any]], scores: tuple[int, int] | None = None) -> dict[int, int | None]:
    """Give the ratings of the book as if it had been right from the beginning, two lists on."""
    right = small()
    if scores is not None:
        right.tables["games"][0] |= {"white_score": scores[0], "black_score": scores[1]}
    for number, cells in changed:
        right.tables["events"][number - 1] |= cells
    return ratings(closed(right.view(), FIRST), SECOND)


def test_a_result_before_the_list(store: Store) -> None:
    """The event stays what it is, with another result; the list is made from it."""
    store.apply(with_result(store, LOST))

    assert [ratings(again(store), FIRST)[number] for number in (1, 2, 3)] == [1990, 2010, 2000]
    assert again(store).table("events").height == 3
    (entry,) = entries(again(store))
    assert (entry.deed, entry.list_date) == ("correct", None)
    assert entry.sentence() == "event 1 (Event 1): round 1, 1 - 2, 1-0 → 0-1"
    assert entry.facts["was"] == [100, 0]
    assert [entry.before["games"][0]["white_score"], entry.after["games"][0]["white_score"]] == [100, 0]


def test_a_result_after_the_list(store: Store) -> None:
    """The event is re-rated: the next list starts from what it should have been, and the published one stays."""
    closed(store, FIRST)
    published = ratings(store, FIRST)
    store.apply(with_result(store, LOST))

    assert ratings(store, FIRST) == published
    assert ratings(again(store), SECOND) == wanted(scores=(0, 100))
    states = event_states(store).select("event_id", "state", "replaced_by").rows()
    assert states == [(1, "replaced", 4), (4, "open", None), (2, "open", None), (3, "open", None)]
    assert entries(again(store))[-1].facts["now"] == 4


def test_a_second_result_goes_to_the_event_that_stands(store: Store) -> None:
    """The first correction made a new event; that is named, and takes the second one in its place."""
    closed(store, FIRST)
    store.apply(with_result(store, LOST))
    with pytest.raises(RefusedError, match="event 4 is in its place"):
        with_result(store, CorrectResult(1, 2, 3, 1, (100, 0), "another slip"))
    store.apply(with_result(store, CorrectResult(4, 1, 1, 2, (100, 0), "it was right")))

    assert again(store).table("events").height == 4
    assert ratings(store, SECOND) == wanted(scores=(100, 0))
    assert ratings(closed(store, SECOND), THIRD) == ratings(store, SECOND)


def test_a_game_that_was_not_played(store: Store) -> None:
    """It is taken out: a forfeit is no game."""
    store.apply(with_result(store, CorrectResult(1, 1, 1, 2, None, "a forfeit")))

    assert again(store).table("games").filter(event_id=1).height == 1
    assert [ratings(store, FIRST)[number] for number in (1, 2)] == [2000, 2000]


def test_another_player_played(store: Store) -> None:
    """A mistyped number: the games are those of the right player, and the wrong one has none."""
    store.apply(with_event(store, CorrectEvent(1, "a mistyped number", players={2: 5})))

    assert [ratings(again(store), FIRST)[number] for number in (1, 2, 5)] == [2010, 2000, 1990]


def test_other_days_before_the_list(store: Store) -> None:
    """An event that ended a month later is rated for the next list but one."""
    days = {"start": date(2026, 9, 1), "end": date(2026, 9, 5)}
    store.apply(with_event(store, CorrectEvent(1, "the month was wrong", **days)))

    assert ratings(again(store), FIRST)[1] == 2000
    assert ratings(closed(store, FIRST), SECOND)[1] == 2010
    assert entries(again(store))[0].facts["end"] == ["2026-08-15", "2026-09-05"]


def test_a_report_that_came_late(store: Store) -> None:
    """An event that the list of September missed is rated with the next that may, once the book knows when it came."""
    store.apply(annulled(store, Annul(1, "it is not there yet")))
    closed(store, FIRST)
    store.apply(annulled(store, Annul(1, "here it is", back=True)))
    assert ratings(store, SECOND)[1] == 2000
    store.apply(with_event(store, CorrectEvent(1, "the post was late", received=date(2026, 9, 10))))

    assert ratings(again(store), SECOND)[1] == 2010


def test_another_kind_before_the_list(store: Store) -> None:
    """It changes no standard rating any more."""
    store.apply(with_event(store, CorrectEvent(1, "it was rapid chess", kind="rapid")))

    assert ratings(again(store), FIRST)[1] == 2000
    assert again(store).table("events")["kind"].to_list() == ["rapid", "standard", "standard"]


def test_another_kind_after_the_list(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next standard list takes it back, and the next rapid list rates it as reported today."""
    monkeypatch.setenv(VARIABLE, "2026-09-10")
    closed(store, FIRST)
    store.apply(with_event(store, CorrectEvent(1, "it was rapid chess", kind="rapid")))

    assert ratings(again(store), SECOND) == wanted((1, {"withdrawn": True}))
    closed(store, SECOND)
    new = store.table("events").filter(event_id=4)
    assert new.select("kind", "received", "replaces", "rated_for").row(0) == ("rapid", date(2026, 9, 10), None, SECOND)


def test_too_late_for_another_kind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A year later no list would rate it; that is said before anything is changed."""
    monkeypatch.setenv(VARIABLE, "2028-01-01")
    closed(store, FIRST)
    with pytest.raises(RefusedError, match="no list would rate it"):
        with_event(store, CorrectEvent(1, "it was rapid chess", kind="rapid"))


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (CorrectResult(1, 1, 1, 2, (100, 0), "the same"), "says so already"),
        (CorrectResult(1, 1, 2, 1, (100, 0), "colours"), "They met in round 1, 1 with white against 2"),
        (CorrectResult(1, 2, 1, 2, (100, 0), "round"), "They met in round 1, 1 with white against 2"),
        (CorrectResult(1, 1, 1, 6, (100, 0), "nobody"), "did not meet"),
        (CorrectEvent(1, "nothing"), "says so already"),
        (CorrectEvent(1, "the same", start=EARLY[0], kind="standard"), "says so already"),
        (CorrectEvent(1, "reversed", end=date(2026, 8, 1)), "2026-08-01 is before 2026-08-03"),
        (CorrectEvent(1, "stranger", players={2: 99}), "no player with the number 99"),
        (CorrectEvent(1, "not there", players={6: 5}), "6 has no game in event 1"),
        (CorrectEvent(1, "in the same round", players={2: 1}), "has a game of its own in round 1"),
    ],
)
def test_what_cannot_be_corrected_is_said(store: Store, request_: CorrectEvent | CorrectResult, words: str) -> None:
    """Each with what is wrong."""
    with pytest.raises(RefusedError, match=words):
        with_result(store, request_) if isinstance(request_, CorrectResult) else with_event(store, request_)


def test_an_annulled_event_is_not_corrected(store: Store) -> None:
    """First it has to count again."""
    store.apply(annulled(store, Annul(1, "made up")))
    with pytest.raises(RefusedError, match=r"annul … 1 --back"):
        with_result(store, LOST)


def test_the_kind_of_an_event_in_the_place_of_another_stays(store: Store) -> None:
    """It takes the place of a standard event, and so is one."""
    closed(store, FIRST)
    store.apply(with_result(store, LOST))
    with pytest.raises(RefusedError, match="Annul event 4"):
        with_event(store, CorrectEvent(4, "rapid", kind="rapid"))


def test_numbers_of_events_are_never_used_twice(store: Store) -> None:
    """Part results may be of an event that the book does not have."""
    row = {"kind": "standard", "fide_id": 7, "event_id": 900, "start": EARLY[0], "end": EARLY[1], "due": FIRST}
    pool = pl.DataFrame([row | {"system": "swiss", "games": 3, "score": 150, "opponents": 5700}])
    closed(store, FIRST)
    store.apply(changed(store, {"pool": fitted(pool.with_columns(cycles=1), POOL)}))
    store.apply(with_result(store, LOST))

    assert store.table("events")["event_id"].to_list() == [1, 2, 3, 901]
