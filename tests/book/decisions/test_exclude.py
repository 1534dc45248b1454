"""A player excluded for a time, and the end of an exclusion set."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from decided_books import FIRST, SECOND, STORES, again, closed, ratings, stored

from arpad.book.decisions.exclude import Exclude, excluded
from arpad.book.log import entries
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """The small book in memory and in a folder."""
    return stored(request.param, tmp_path)


def test_games_are_not_rated(store: Store) -> None:
    """Neither those of the player nor, against the player, those of others."""
    store.apply(excluded(store, Exclude(1, date(2026, 8, 1), "games", "fair play")))

    assert [ratings(again(store), FIRST)[number] for number in (1, 2, 3)] == [2000, 2000, 2000]
    assert again(store).table("exclusions").select("fide_id", "scope", "reason").row(0) == (1, "games", "fair play")
    (entry,) = entries(again(store))
    assert entry.sentence() == "Player, 1 (1), games, from 2026-08-01 on"


def test_games_that_a_list_has_rated_stay_rated(store: Store) -> None:
    """The exclusion would not take them back; from which day it can be made is said, and that works."""
    closed(store, FIRST)
    with pytest.raises(RefusedError, match=r"played in event 1 .* Choose a day from 2026-08-04 on"):
        excluded(store, Exclude(1, date(2026, 8, 1), "games", "fair play"))
    store.apply(excluded(store, Exclude(1, date(2026, 8, 4), "games", "fair play")))

    assert again(store).table("exclusions").height == 1


def test_an_end_is_set(store: Store) -> None:
    """The same exclusion with another last day: one row, two entries."""
    for until in (None, date(2026, 9, 1)):
        store.apply(excluded(store, Exclude(3, date(2026, 8, 20), "games", "a decision", until)))

    assert again(store).table("exclusions")["until"].to_list() == [date(2026, 9, 1)]
    assert len(entries(again(store))) == 2
    assert ratings(closed(store, FIRST), SECOND)[3] == 2010


def test_an_end_before_games_that_were_left_out_is_refused(store: Store) -> None:
    """The list of October was made without them, and they would never be rated."""
    store.apply(excluded(store, Exclude(3, FIRST, "games", "a decision")))
    closed(store, FIRST, SECOND)
    with pytest.raises(RefusedError, match="event 2"):
        excluded(store, Exclude(3, FIRST, "games", "a decision", date(2026, 9, 2)))


@pytest.mark.parametrize("scope", ["list", "standard"])
def test_not_listed(store: Store, scope: str) -> None:
    """Games are rated all the same, so days that were rated do not matter."""
    closed(store, FIRST)
    store.apply(excluded(store, Exclude(1, date(2026, 8, 1), scope, "not a member")))

    assert ratings(again(store), SECOND)[1] == 2010


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Exclude(99, FIRST, "games", "stranger"), "no player with the number 99"),
        (Exclude(1, SECOND, "games", "reversed", FIRST), "2026-09-01 is before 2026-10-01"),
    ],
)
def test_what_cannot_be_done_is_said(store: Store, request_: Exclude, words: str) -> None:
    """Each with what is wrong."""
    with pytest.raises(RefusedError, match=words):
        excluded(store, request_)


def test_twice_is_refused(store: Store) -> None:
    """Nothing would change."""
    request = Exclude(5, FIRST, "list", "made up")
    store.apply(excluded(store, request))
    with pytest.raises(RefusedError, match="is excluded so already"):
        excluded(store, request)
