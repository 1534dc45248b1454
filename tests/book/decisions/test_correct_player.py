"""What a book says of a player corrected: birth, sex, federation, number; K, count of games and base, list by list."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from decided_books import BEFORE, FIRST, SECOND, STORES, THIRD, again, closed, ratings, small, stored
from small_books import SmallBook

from arpad.book.decisions.correct_player import (
    CorrectLine,
    CorrectNumber,
    CorrectPerson,
    with_line,
    with_number,
    with_person,
)
from arpad.book.log import entries
from arpad.book.view import Period
from arpad.engine.compare.impact import impact
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import in_force
from arpad.regulations.workings.coefficient import Facts
from arpad.regulations.workings.explained_coefficient import explained_coefficient

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.change import Store

LONG_AGO = date(2004, 1, 1)


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """The small book in memory and in a folder."""
    return stored(request.param, tmp_path)


def person(store: Store, number: int) -> dict[str, Any]:
    """Give what a book says of a player."""
    return again(store).table("players").filter(fide_id=number).row(0, named=True)


@pytest.mark.parametrize("born", [Born(2010, 5, 1), Born(2009), Born(2008), Born(2007, 12, 31), Born(1990)])
def test_a_corrected_birth_changes_k_from_the_next_list_on(store: Store, born: Born) -> None:
    """K on the next list is what the rule gives for that birth; what was published stays, and so does its K.

    For the period of the next list the K that the last list shows holds (settled reading 5).
    """
    was = ratings(store, FIRST)
    if person(store, 1)["birth_year"] == born.year:
        with pytest.raises(RefusedError, match="says so already"):
            with_person(store, CorrectPerson(1, "the same", born=born))
        return
    store.apply(with_person(store, CorrectPerson(1, "a copy of the passport", born=born)))
    published = ratings(again(store), BEFORE, "k")[1]
    by_rule = explained_coefficient(in_force(FIRST, "standard"), Facts(was[1] or 0, was[1], 102, born), FIRST)

    assert published == 20
    assert ratings(again(store), FIRST) == was
    assert ratings(again(store), FIRST, "k")[1] == by_rule.decided.k
    assert person(store, 1)["birth_year"] == born.year
    assert (person(store, 1)["birth_date"] is None) == born.only_year
    assert entries(again(store))[0].facts["birth_year"] == [1990, born.year]


def test_the_k_of_the_corrected_birth_holds_afterwards(store: Store) -> None:
    """From the list of October on, a junior's changes are counted with K 40."""
    store.apply(with_person(store, CorrectPerson(3, "a copy of the passport", born=Born(2010, 5, 1))))
    closed(store, FIRST)
    adult = closed(small().view(), FIRST)

    assert ratings(store, FIRST, "k")[3] == 40
    assert (ratings(store, SECOND)[3], ratings(adult, SECOND)[3]) == (2020, 2010)


def test_sex_federation_and_name(store: Store) -> None:
    """The player's row says what is right, nobody else's changes, and the flag of the next list follows."""
    others = store.table("players").filter(pl.col("fide_id") != 1)
    store.apply(with_person(store, CorrectPerson(1, "letters", sex="F", federation="BBB", name="Other, Name")))

    assert [person(store, 1)[name] for name in ("sex", "federation", "name")] == ["F", "BBB", "Other, Name"]
    assert again(store).table("players").filter(pl.col("fide_id") != 1).equals(others)
    assert "w" in dict(close(again(store), FIRST).frame.select("fide_id", "flag").iter_rows())[1]


def test_a_number_everywhere(store: Store) -> None:
    """The wrong number stands nowhere any more, and the log says why."""
    store.apply(with_number(store, CorrectNumber(-1, 88, "the FIDE number came")))

    assert ratings(again(store), BEFORE).keys() == {1, 2, 3, 4, 5, 6, 7, 88}
    assert set(again(store).table("games")["white"].to_list()) == {1, 3, 5, 7, 88}
    (entry,) = entries(again(store))
    assert (entry.deed, entry.facts["number"], entry.facts["lists"]) == ("correct", [-1, 88], ["2026-08"])
    assert [row["fide_id"] for row in entry.before["players"]] == [-1]


def test_a_number_comes_with_what_is_known_of_the_person_then(store: Store) -> None:
    """In one change: the row under the new number has both, and the log says what was otherwise."""
    born = Born(2008, 5, 4)
    stated = CorrectPerson(-1, "a passport", born=born, sex="F", federation="BBB", name="Other, Name")
    store.apply(with_number(store, CorrectNumber(-1, 88, "the FIDE number came"), stated))

    row = person(again(store), 88)
    assert [row[name] for name in ("sex", "federation", "name", "birth_date")] == [
        "F", "BBB", "Other, Name", date(2008, 5, 4),
    ]  # fmt: skip
    (entry,) = entries(again(store))
    assert (entry.facts["number"], entry.facts["federation"][1]) == ([-1, 88], "BBB")
    assert again(store).table("players").filter(fide_id=-1).is_empty()


def test_a_number_that_somebody_has_is_for_merging(store: Store) -> None:
    """The way to do it is named."""
    with pytest.raises(RefusedError, match="arpad book merge"):
        with_number(store, CorrectNumber(-1, 6, "the same person"))


def test_a_base(store: Store) -> None:
    """The next list starts from it; the one after goes on from there, and the published rating stays."""
    change = with_line(store, CorrectLine(1, "a decision of the commission", base=2100))
    rows = impact(store, change).rows.filter(player=1)
    store.apply(change)
    row = again(store).table("corrections").row(0, named=True)

    assert row == {"kind": "standard", "fide_id": 1, "list": FIRST, "rating": 2100}
    assert ratings(again(store), BEFORE)[1] == 2000
    assert rows.select("before", "after").rows() == [(2010, ratings(again(store), FIRST)[1])]
    assert ratings(again(store), FIRST)[1] == 2110
    assert entries(again(store))[0].list_date == FIRST


def test_a_base_set_again_and_taken_back(store: Store) -> None:
    """One correction for a player and a list: the last holds, and the published rating is none."""
    for base in (2100, 2050):
        store.apply(with_line(store, CorrectLine(1, "made up", base=base)))
    assert again(store).table("corrections")["rating"].to_list() == [2050]
    store.apply(with_line(store, CorrectLine(1, "it was right", base=2000)))

    assert again(store).table("corrections").height == 0
    assert len(entries(again(store))) == 3


def test_the_same_base_again_is_no_correction(store: Store) -> None:
    """Wherever its row stands in the table."""
    for player in (1, 2):
        store.apply(with_line(store, CorrectLine(player, "made up", base=2100)))
    with pytest.raises(RefusedError, match="says so already"):
        with_line(store, CorrectLine(1, "made up", base=2100))


def both_ways(store: Store, day: date, player: int) -> tuple[Any, Any]:
    """Give rating, K and games of a line as the columns and as the reference have it."""
    line = close(store, day).frame.filter(fide_id=player)
    expected = Reference(Period(store, "standard", day), [player]).expected(player)
    columns = tuple(line[f"standard_{part}"][0] for part in ("rating", "k", "played"))
    return columns, (expected.rating, expected.k, expected.played)


def test_k_for_the_next_list(store: Store) -> None:
    """K 40 doubles the change of the next list; afterwards the rule gives K again. The reference agrees."""
    store.apply(with_line(store, CorrectLine(1, "the list had a slip", k=40)))
    columns, reference = both_ways(again(store), FIRST, 1)

    assert columns == reference == (2020, 20, 102)
    assert ratings(again(store), BEFORE, "k")[1] == 20
    assert ratings(closed(store, FIRST), SECOND)[1] == 2020


def test_the_count_of_games(store: Store) -> None:
    """With 5 games a player is new: K 40 from the next list on. The reference agrees."""
    store.apply(with_line(store, CorrectLine(1, "two people were counted as one", played=5)))
    columns, reference = both_ways(again(store), FIRST, 1)

    assert columns == reference == (2010, 40, 7)
    assert ratings(again(store), BEFORE, "played")[1] == 100


def test_k_and_games_together_and_taken_back(store: Store) -> None:
    """A row for a player and a list, as long as something in it differs from what the list says."""
    store.apply(with_line(store, CorrectLine(1, "both", k=40, played=5)))
    store.apply(with_line(store, CorrectLine(1, "K was right", k=20)))
    assert again(store).table("line_corrections").select("k", "played").rows() == [(None, 5)]
    store.apply(with_line(store, CorrectLine(1, "games too", played=100)))

    assert again(store).table("line_corrections").height == 0


def test_only_the_list_that_is_made_next_goes_on_from_it(store: Store) -> None:
    """After that list is closed, its own line holds, and the correction explains it for ever."""
    store.apply(with_line(store, CorrectLine(1, "a slip", k=40)))
    closed(store, FIRST, SECOND)

    assert both_ways(again(store), FIRST, 1)[1] == (2020, 20, 102)
    assert ratings(store, THIRD)[1] == 2020


def test_k_by_an_officer_goes_where_such_k_stands() -> None:
    """Rapid chess of 2003 leaves K to the officer: the table of coefficients has it from that list on."""
    old = SmallBook()
    old.player(1)
    old.rated(LONG_AGO, 1, 2000)
    old.lists[LONG_AGO][0] |= {"rapid_rating": 2000, "rapid_highest": 2000}
    view = old.view()
    change = with_line(view, CorrectLine(1, "as the officer says", "rapid", k=15))

    assert change.tables.keys() == {"coefficients"}
    assert change.tables["coefficients"].added.select("kind", "fide_id", "k").rows() == [("rapid", 1, 15)]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (CorrectLine(99, "stranger", base=2000), "no player with the number 99"),
        (CorrectLine(7, "unrated", k=20), "no standard rating on the list of 2026-08, and so no K"),
        (CorrectLine(1, "the same", base=2000), "says so already"),
        (CorrectLine(1, "the same", k=20, played=100), "says so already"),
        (CorrectPerson(99, "stranger", sex="F"), "no player with the number 99"),
        (CorrectPerson(1, "the same", sex="M"), "says so already"),
    ],
)
def test_what_cannot_be_corrected_is_said(store: Store, request_: CorrectLine | CorrectPerson, words: str) -> None:
    """Each with what is wrong."""
    with pytest.raises(RefusedError, match=words):
        with_line(store, request_) if isinstance(request_, CorrectLine) else with_person(store, request_)


def test_who_is_not_on_the_list_has_no_line(tmp_path: Path) -> None:
    """A player who came with a report has nothing to correct yet."""
    book = small()
    book.player(50)
    with pytest.raises(RefusedError, match="no line on the list of 2026-08"):
        with_line(stored("memory", tmp_path, book), CorrectLine(50, "new", played=3))
