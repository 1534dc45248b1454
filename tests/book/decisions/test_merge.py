"""Two numbers of one person put together: games, part results, lines of lists and decisions."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from decided_books import BEFORE, EARLY, FIRST, LATE, SECOND, STORES, THIRD, again, closed, ratings, small, stored
from small_books import SmallBook

from arpad.book.decisions.correct_event import CorrectEvent, with_event
from arpad.book.decisions.correct_player import CorrectLine, with_line
from arpad.book.decisions.exclude import Exclude, excluded
from arpad.book.decisions.merge import Merge, merged
from arpad.book.log import entries
from arpad.book.schema import TABLES
from arpad.book.view import list_name, pool_name
from arpad.engine.compare.impact import impact
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """The small book in memory and in a folder."""
    return stored(request.param, tmp_path)


def numbers_in(store: Store) -> set[int]:
    """Give every number of a player that stands anywhere in a book."""
    frames = [
        store.table(name).select(key)
        for name, table in TABLES.items()
        for key, column in table.columns.items()
        if column.of == "players" or (name, key) == ("players", "fide_id")
    ]
    frames += [store.table(list_name(day)).select("fide_id") for day in store.list_dates]
    frames += [store.table(pool_name(day)).select("fide_id") for day in store.pool_dates]
    return {number for frame in frames for number in frame.to_series().drop_nulls().to_list()}


def line(store: Store, day: date, number: int) -> dict[str, Any]:
    """Give a player's line of a list without the other kinds of chess."""
    row = store.table(list_name(day)).filter(fide_id=number).row(0, named=True)
    return {name.removeprefix("standard_"): value for name, value in row.items() if name.startswith("standard_")}


def test_the_old_number_is_nowhere_any_more(store: Store) -> None:
    """Before and after lists: a stand-in is the sixth player after all, who is rated."""
    closed(store, FIRST, SECOND)
    store.apply(merged(store, Merge(-1, 4, "the same birth date")))
    book = again(store)

    assert numbers_in(book) == {1, 2, 3, 4, 5, 6, 7}
    assert book.table("players").height == 7
    entry = entries(book)[-1]
    assert entry.list_date is None
    assert (entry.deed, entry.sentence()) == ("merge", "Player, 4: -1 is 4")
    assert entry.facts["events"] == [3]
    assert entry.facts["lists"] == ["2026-08", "2026-09", "2026-10"]
    assert [row["fide_id"] for row in entry.before["players"]] == [-1]


def test_the_games_of_the_open_period_are_rated_for_the_new_number(store: Store) -> None:
    """The next list is the one of a book in which the number was right from the beginning."""
    closed(store, FIRST)
    change = merged(store, Merge(-1, 4, "one person"))
    outcome = impact(store, change)
    store.apply(change)
    right = small()
    right.tables["games"][4] |= {"white": 4}
    right.tables["games"][5] |= {"black": 4}
    for table in (right.tables["players"], right.lists[BEFORE]):
        table[:] = [row for row in table if row["fide_id"] != -1]
    wanted = ratings(closed(right.view(), FIRST), SECOND)

    assert ratings(again(store), SECOND) == wanted
    changes = dict(outcome.rows.filter(list=SECOND).select("player", "after").iter_rows())
    assert {player: rating for player, rating in wanted.items() if player in changes} == {
        player: after for player, after in changes.items() if player != -1
    }
    assert {4, 5, 6} <= changes.keys()


def two_rated(**more: Any) -> SmallBook:  # noqa: ANN401 - cells of any kind
    """One person with two numbers, both rated, in two events."""
    small_book = SmallBook()
    small_book.player(1, born=2001, federation="", title="FM")
    small_book.player(2, born=2001, birth_date=date(2001, 4, 5), federation="BBB", sex="")
    small_book.player(3)
    small_book.rated(BEFORE, 1, 2100, played=30, highest=2150, last=date(2026, 7, 1), games=3, **more)
    small_book.rated(BEFORE, 2, 1900, played=12, highest=1950, last=date(2025, 7, 1), games=1)
    small_book.rated(BEFORE, 3, 2000)
    small_book.event(1, *EARLY, [(1, 3, 100)])
    small_book.event(2, *EARLY, [(3, 2, 50)])
    return small_book


@pytest.mark.parametrize("form", STORES)
def test_both_rated(form: str, tmp_path: Path) -> None:
    """The rating is that of the number that stays; games count together, the highest and the last day hold."""
    store = stored(form, tmp_path, two_rated())
    change = merged(store, Merge(1, 2, "one person"))
    store.apply(change)
    person = again(store).table("players").filter(fide_id=2).row(0, named=True)

    assert line(again(store), BEFORE, 2) == {
        "rating": 1900, "games": 4, "k": 20, "played": 42, "highest": 2150, "last": date(2026, 7, 1),
    }  # fmt: skip
    assert [person[name] for name in ("federation", "sex", "title", "birth_date")] == [
        "BBB", "M", "FM", date(2001, 4, 5),
    ]  # fmt: skip
    assert entries(again(store))[0].facts["both_rated"] == ["standard"]
    assert ratings(again(store), FIRST).keys() == {2, 3}


@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 1)])
def test_a_rating_is_never_lost(old: int, new: int, tmp_path: Path) -> None:
    """Where only one of the two is rated, the person is, whichever number stays; part results of a rated one go."""
    book = two_rated()
    book.lists[BEFORE][1] |= {"standard_rating": None, "standard_k": None, "standard_highest": None}
    part = {"kind": "standard", "fide_id": 2, "event_id": 9, "start": EARLY[0], "end": EARLY[1], "due": FIRST}
    book.tables["pool"].append(part | {"system": "swiss", "games": 2, "score": 100, "opponents": 4000, "cycles": 1})
    store = stored("memory", tmp_path, book)
    store.apply(merged(store, Merge(old, new, "one person")))

    assert line(store, BEFORE, new)["rating"] == 2100
    assert store.table("pool").height == 0


def test_part_results_count_together() -> None:
    """Two unrated numbers of one person: of the same event one row, of others a row for each."""
    pool = [
        {"kind": "standard", "fide_id": player, "event_id": event, "start": EARLY[0], "end": EARLY[1], "due": FIRST,
         "system": "swiss", "games": games, "score": 50 * games, "opponents": 2000 * games, "cycles": 1, "met": games}
        for player, event, games in ((-1, 90, 2), (7, 90, 3), (-1, 91, 1))
    ]  # fmt: skip
    book = small()
    book.tables["pool"] = pool
    memory = book.view()
    memory.apply(merged(memory, Merge(-1, 7, "one person")))
    rows = memory.table("pool").select("fide_id", "event_id", "games", "score", "opponents", "met").rows()

    assert rows == [(7, 90, 5, 250, 10000, 5), (7, 91, 1, 50, 2000, 1)]


def test_decisions_go_to_the_new_number(store: Store) -> None:
    """Of two about the same the one of the number that stays holds."""
    for player, base in ((1, 2100), (4, 2050)):
        store.apply(with_line(store, CorrectLine(player, "made up", base=base)))
    store.apply(excluded(store, Exclude(1, LATE[0], "list", "made up")))
    store.apply(merged(store, Merge(1, 4, "one person")))

    assert again(store).table("corrections").select("fide_id", "rating").rows() == [(4, 2050)]
    assert again(store).table("exclusions")["fide_id"].to_list() == [4]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Merge(1, 2, "they met"), "met in round 1 of event 1, so they are two people"),
        (Merge(1, 1, "one"), "1 is one number"),
        (Merge(99, 1, "stranger"), "no player with the number 99"),
        (Merge(1, 99, "stranger"), "no player with the number 99"),
    ],
)
def test_what_cannot_be_one_person_is_said(store: Store, request_: Merge, words: str) -> None:
    """Each with what is wrong, and nothing is changed."""
    with pytest.raises(RefusedError, match=words):
        merged(store, request_)


def test_two_in_the_same_round_are_two_people(tmp_path: Path) -> None:
    """Different opponents, the same round of the same event; in different rounds it may be one person."""
    book = small()
    book.event(9, *LATE, [(1, 5, 100)])
    book.tables["games"].append(
        {"event_id": 9, "round": 1, "white": 4, "black": 6, "white_score": 0, "black_score": 100}
    )
    view = stored("memory", tmp_path, book)
    with pytest.raises(RefusedError, match=r"both played in round 1 of event 9.*correct BOOK event 9 --player"):
        merged(view, Merge(1, 4, "one person"))

    assert merged(view, Merge(2, 6, "one person")).tables["games"].added["black"].to_list() == [6]


def test_what_the_two_differ_in_is_said(tmp_path: Path) -> None:
    """What stays is what the new number says; the log keeps both."""
    book = two_rated()
    book.tables["players"][0] |= {"federation": "AAA", "birth_year": 2002}
    facts = merged(stored("memory", tmp_path, book), Merge(1, 2, "one person")).entry.facts  # type: ignore[union-attr]

    assert facts["differs"] == {
        "name": ["Player, 1", "Player, 2"], "federation": ["AAA", "BBB"], "birth_year": [2002, 2001],
    }  # fmt: skip


def test_a_book_stays_sound(tmp_path: Path) -> None:
    """After lists, merged in a folder: it opens, and the check finds nothing new."""
    store = closed(stored("folder", tmp_path), FIRST, SECOND)
    before = {problem.code for problem in again(store).problems()}  # type: ignore[attr-defined]
    store.apply(merged(store, Merge(-1, 4, "one person")))
    after = {problem.code for problem in again(store).problems()}  # type: ignore[attr-defined]

    assert after <= before
    assert again(store).table("players").filter(pl.col("fide_id") < 0).height == 0


def test_what_has_to_be_known_is_said(tmp_path: Path) -> None:
    """Both rated, in what they differ, and that rated events stay rated as they were."""
    book = two_rated()
    book.tables["players"][0] |= {"federation": "AAA"}
    store = closed(stored("memory", tmp_path, book), FIRST)
    reasons = {reason.code: reason.message for reason in merged(store, Merge(1, 2, "one person")).reasons}

    assert reasons["merged"] == "Player, 2 has one number, 2, and no longer 1 besides."
    assert "name (Player, 1, Player, 2), federation (AAA, BBB); what 2 says stays" in reasons["merged_differ"]
    assert "Both have a standard rating" in reasons["merged_both_rated"]
    assert "correct BOOK event 1 --player 1 2" in reasons["merged_after_rating"]


def test_a_rated_event_is_rated_anew_before_the_merging(store: Store) -> None:
    """As the advice says: first the number in the event, after the next list the merging; the games are taken up."""
    closed(store, FIRST, SECOND)
    store.apply(with_event(store, CorrectEvent(3, "a stand-in", players={-1: 4})))
    with pytest.raises(RefusedError, match="Merge when that list is closed"):
        merged(store, Merge(-1, 4, "one person"))
    closed(store, THIRD)
    change = merged(store, Merge(-1, 4, "one person"))
    store.apply(change)

    assert [reason.code for reason in change.reasons] == ["merged", "merged_differ"]
    assert ratings(again(store), THIRD)[4] != ratings(again(store), SECOND)[4]
    assert numbers_in(again(store)) == {1, 2, 3, 4, 5, 6, 7}
