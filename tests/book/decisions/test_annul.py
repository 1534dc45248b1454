"""An event annulled, before a list rated it and afterwards; and the annulment taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from decided_books import FIRST, SECOND, STORES, THIRD, again, closed, ratings, small, stored

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.event_states import event_states
from arpad.book.log import entries
from arpad.engine.compare.impact import impact
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """The small book in memory and in a folder."""
    return stored(request.param, tmp_path)


def row(store: Store, number: int) -> tuple[bool, object, object]:
    """Give what is said of the withdrawal of an event, and of its list."""
    event = again(store).table("events").filter(event_id=number)
    return event.select("withdrawn", "withdrawn_for", "rated_for").row(0)


def test_an_event_that_no_list_has_rated_is_left_out(store: Store) -> None:
    """The next list is made as if it had not been played: +10 and -10 of the two who did not draw are gone."""
    assert [ratings(store, FIRST)[number] for number in (1, 2, 3)] == [2010, 1990, 2000]
    change = annulled(store, Annul(1, "the hall was closed"))
    outcome = impact(store, change)
    store.apply(change)

    assert row(store, 1) == (True, None, None)
    assert [ratings(store, FIRST)[number] for number in (1, 2, 3)] == [2000, 2000, 2000]
    assert outcome.rows.filter(kind="standard")["player"].to_list() == [1, 2, 3]
    (entry,) = entries(again(store))
    assert (entry.deed, entry.why, entry.list_date) == ("annul", "the hall was closed", None)
    assert entry.sentence() == "event 1 (Event 1)"
    assert [entry.before["events"][0]["withdrawn"], entry.after["events"][0]["withdrawn"]] == [False, True]


def test_a_rated_event_is_taken_back_by_the_next_list(store: Store) -> None:
    """The published list stays; the next one gives everybody back what the event had changed."""
    closed(store, FIRST)
    published = ratings(store, FIRST)
    store.apply(annulled(store, Annul(1, "an arbiter's mistake")))

    assert row(store, 1) == (True, SECOND, FIRST)
    assert ratings(store, FIRST) == published
    assert [ratings(store, SECOND)[number] for number in (1, 2)] == [2000, 2000]
    assert [entry.deed for entry in entries(again(store))] == ["close", "annul"]
    assert entries(again(store))[-1].list_date == SECOND


def test_parts_go_with_the_whole(store: Store, tmp_path: Path) -> None:
    """A league is annulled with its months; one month alone leaves the others."""
    league = small()
    league.tables["events"][1]["part_of"] = 1
    store = stored("memory", tmp_path, league)
    alone = annulled(store, Annul(2, "one month"))

    assert annulled(store, Annul(1, "all of it")).tables["events"].added["event_id"].to_list() == [1, 2]
    assert alone.tables["events"].added["event_id"].to_list() == [2]


@pytest.mark.parametrize("is_rated", [False, True])
def test_an_annulment_is_taken_back(store: Store, *, is_rated: bool) -> None:
    """As long as no list has carried it out, the next list is made as if nothing had been."""
    if is_rated:
        closed(store, FIRST)
    wanted = ratings(store, SECOND if is_rated else FIRST)
    store.apply(annulled(store, Annul(1, "too early")))
    store.apply(annulled(store, Annul(1, "it counts after all", back=True)))

    assert row(store, 1) == (False, None, FIRST if is_rated else None)
    assert ratings(store, SECOND if is_rated else FIRST) == wanted
    assert entries(again(store))[-1].sentence() == "event 1 (Event 1): the annulment is taken back"


def test_what_a_list_has_carried_out_stays(store: Store) -> None:
    """The list of October took it back, and is published."""
    closed(store, FIRST)
    store.apply(annulled(store, Annul(1, "a mistake")))
    closed(store, SECOND)

    for request in (Annul(1, "again"), Annul(1, "no", back=True)):
        with pytest.raises(RefusedError, match="The list of 2026-10-01 took back what event 1"):
            annulled(store, request)
    assert ratings(store, THIRD)[1] == 2000


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Annul(9, "no such"), "no event 9.*book events"),
        (Annul(1, "not yet", back=True), "is not annulled"),
    ],
)
def test_what_cannot_be_done_is_said(store: Store, request_: Annul, words: str) -> None:
    """With what to do instead."""
    with pytest.raises(RefusedError, match=words):
        annulled(store, request_)


def test_twice_is_refused(store: Store) -> None:
    """An event is annulled once."""
    store.apply(annulled(store, Annul(1, "once")))
    with pytest.raises(RefusedError, match="annulled already"):
        annulled(store, Annul(1, "twice"))


def test_the_events_say_what_became_of_them(store: Store) -> None:
    """By number, in the order of their days, with their games; or those with a text in their names."""
    closed(store, FIRST)
    store.apply(annulled(store, Annul(2, "made up")))
    states = event_states(again(store))

    assert dict(states.select("event_id", "state").iter_rows()) == {1: "rated", 2: "annulled", 3: "open"}
    assert states["games"].to_list() == [2, 2, 2]
    assert event_states(store, "vent 3")["event_id"].to_list() == [3]
    assert event_states(store, "(").height == 0
