"""The checklist of a list being made, from real previews of a made-up world."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from words_of_rooms import facts_asked, sections

from arpad.book.memory import MemoryBook
from arpad.book.problems import problem
from arpad.book.view import Instead
from arpad.engine.period.close_list import close
from arpad.lab.world.world import world
from arpad.library.wording import WORDS as LIBRARY
from arpad.model.problems import ERROR, NOTE, WARNING, Problem
from arpad.office.checklist import CheckItem, ChecklistState, MendedAt, checklist, counted
from arpad.office.doubles import Double, doubles
from arpad.office.k_changes import CAUSES, cause_of, k_changes
from arpad.publication.preview import preview
from arpad.regulations.catalogue import edition

if TYPE_CHECKING:
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed

DAY = date(2026, 11, 1)


@pytest.fixture(scope="module")
def book() -> MemoryBook:
    """Give a world of a thousand players."""
    drawn = world(1000, 1, 5)
    return MemoryBook(drawn.tables, drawn.lists)


@pytest.fixture(scope="module")
def closed(book: MemoryBook) -> Closed:
    """Give the list that would come next."""
    return close(book, DAY)


@pytest.fixture(scope="module")
def shown(book: MemoryBook, closed: Closed) -> dict[str, Any]:
    """Give the preview of it."""
    return preview(closed, book, ())


def of_code(items: list[CheckItem], code: str) -> list[CheckItem]:
    """Give the items of a code."""
    return [item for item in items if item.code == code]


def test_the_checklist_of_a_whole_preview_speaks_in_sentences(
    book: MemoryBook, closed: Closed, shown: dict[str, Any]
) -> None:
    """The gravest first; K by causes."""
    numbers = closed.events.filter(pl.col("rated_for") == DAY)["event_id"].to_list()
    items = checklist(ChecklistState(shown, k_changes=k_changes(closed, book), doubles=doubles(book, numbers)))
    severities = [item.severity for item in items]

    assert severities == sorted(severities, key=[ERROR, WARNING, NOTE].index)
    (changes,) = [item for item in of_code(items, "k_changes") if item.facts["kind"] == "standard"]
    named = [item for item in of_code(items, "k_of_player") if item.facts["kind"] == "standard"]
    assert changes.facts["count"] == len(named) + changes.facts["more"] > 0
    assert {f"K {item.facts['after']} instead of {item.facts['before']}" in item.sentence() for item in named} == {True}
    assert {item.place.number for item in named} == {item.facts["player"] for item in named}
    assert all(item.sentence()[-1] in ".)" for item in items), [item.sentence() for item in items]
    assert sum(counted(items).values()) == len(items)


def test_who_changes_k_is_who_has_another_one_on_the_list(book: MemoryBook, closed: Closed) -> None:
    """Counted from the two lists themselves; and each has a cause that holds."""
    changes = k_changes(closed, book, 10_000)
    before = book.rating_list(date(2026, 10, 1))
    assert before is not None
    for kind in closed.kinds:
        both = before.join(closed.frame, on="fide_id", suffix="_now").filter(
            pl.col(f"{kind}_k") != pl.col(f"{kind}_k_now")
        )
        rated = both.drop_nulls([f"{kind}_rating", f"{kind}_rating_now"])
        own = [change.fide_id for change in changes.first if change.kind == kind]
        assert own == rated["fide_id"].sort().to_list()
        assert changes.counts.get(kind, 0) == len(own)
    assert {change.cause for change in changes.first} <= set(CAUSES) - {"officer", "edition"}


@pytest.mark.parametrize(
    ("line", "born", "expected"),
    [
        ({"standard_played": 29, "standard_k": 40}, 1980, (40, 20, "games")),
        ({"standard_rating": 2390, "standard_highest": 2390, "standard_played": 90, "standard_k": 20}, 1980, None),
        ({"standard_played": 90, "standard_k": 40}, 2011, None),
    ],
)
def test_the_cause_is_the_fact_without_which_k_would_stay(
    book: MemoryBook, line: dict[str, int], born: int, expected: tuple[int, int, str] | None
) -> None:
    """Thirty games: from 40 to 20; where nothing happened, nobody is named."""
    first = date(2026, 10, 1)
    lines = book.table("lists/2026-10")
    games = book.table("games").join(
        book.table("events").filter((pl.col("kind") == "standard") & ~pl.col("withdrawn")), on="event_id"
    )
    rated = lines.filter(pl.col("standard_rating").is_not_null() & (pl.col("standard_rating") < 2300))["fide_id"]
    player = games.filter(pl.col("white").is_in(rated.implode()) & pl.col("black").is_in(rated.implode()))["white"][0]
    is_player = pl.col("fide_id") == player
    changed = lines.with_columns(
        pl.when(is_player).then(value).otherwise(name).cast(lines.schema[name]).alias(name)
        for name, value in {"standard_highest": 2299, **line}.items()
    )
    people = book.table("players").with_columns(
        birth_year=pl.when(is_player).then(born).otherwise("birth_year").cast(pl.Int32),
        birth_date=pl.when(~is_player).then("birth_date"),
    )
    tables = {name: book.table(name) for name in ("events", "games", "pool", "corrections", "exclusions")}
    view = MemoryBook({**tables, "players": people}, {first: changed})
    own = [change for change in k_changes(close(view, DAY), view, 10_000).first if change.fide_id == player]
    seen = [(change.before, change.after, change.cause) for change in own if change.kind == "standard"]

    assert seen == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("changed", "days", "editions", "expected"),
    [
        ({"played": 30, "played_before": 29, "k_before": 40}, (10, 11), ("fide-2024-03",) * 2, "games"),
        ({"rating": 2400, "highest": 2400, "k_before": 20}, (10, 11), ("fide-2024-03",) * 2, "rating"),
        ({"birth_year": 2006, "k_before": 40}, (12, 13), ("fide-2024-03",) * 2, "birthday"),
        ({"k_before": 15}, (10, 11), ("fide-2009-07", "fide-2024-03"), "edition"),
        ({"k_before": 11}, (10, 11), ("fide-2024-03",) * 2, "several"),
    ],
)
def test_each_cause_by_its_fact_alone(
    changed: dict[str, int], days: tuple[int, int], editions: tuple[str, str], expected: str
) -> None:
    """An adult of 2000 with a hundred games, but for what is said; K of 2024: 40, 20 from 30 games, 10 from 2400."""
    names = ("rating", "highest", "played")
    row = {**dict(zip(names, (2000, 2100, 100), strict=True)), "birth_year": 1980, "birth_date": None, **changed}
    row = {"rating_before": 2000, "highest_before": 2100, "played_before": row["played"], **row}
    first, second = (date(2024 + (month - 1) // 12, (month - 1) % 12 + 1, 1) for month in days)
    laws = (edition(editions[0]), edition(editions[1]))

    assert cause_of(row, laws, (first, second)) == expected


def test_another_number_with_the_same_name_and_birth_is_named_once(book: MemoryBook) -> None:
    """Unless they were ruled to be two, or the births contradict each other."""
    event, player = book.table("games").select("event_id", "white").row(0)
    row = book.table("players").filter(pl.col("fide_id") == player)

    def with_twin(**other: object) -> BookView:
        twin = row.with_columns(pl.lit(9_999_999).alias("fide_id"), *(pl.lit(v).alias(k) for k, v in other.items()))
        twin = twin.cast(dict(row.schema))  # type: ignore[arg-type] # polars takes such a mapping
        return Instead(book, {"players": pl.concat([book.table("players"), twin])})

    name, federation = row["name"][0], row["federation"][0]
    surname, given = name.split(", ")
    other = with_twin(name=f"{given} {surname}".upper(), federation="XXX")
    assert doubles(book, [event]) == []
    assert doubles(other, [event]) == [Double(player, 9_999_999, name, (federation, "XXX"), is_certain_birth=True)]
    assert doubles(other, [event], [(9_999_999, player)]) == []
    assert doubles(other, []) == []
    assert doubles(with_twin(birth_year=1901), [event]) == []


def test_odd_things_and_missing_things_are_named_where_they_are_mended(shown: dict[str, Any]) -> None:
    """A change above 200, an event that is not rated, a newcomer without a number, what waits, a guard."""
    kind, row = next((kind, rows[0]) for kind, rows in shown["gains"].items() if rows)
    event = shown["event_states"][0]
    data = {
        **shown,
        "gains": {kind: [{**row, "change": 201}, {**row, "change": 200}]},
        "losses": {kind: [{**row, "change": -201}]},
        "event_states": [{**event, "state": "not_rated", "why": "It came too late."}, {**event, "games": 0}],
        "newcomers": {kind: {"first": [{"fide_id": -4, "name": "New, One", "rating": 1700}]}},
        "corrections": {kind: {"count": 2}},
    }
    state = ChecklistState(
        data,
        guards=[Problem.of(LIBRARY, "no_events", "book", month="2026-11")],
        problems=[problem("no_lists")],
        waiting=[(12, "event.annul")],
        unpublished="2026-10",
    )
    items = checklist(state)
    places = {item.code: item.place for item in items}

    assert len(of_code(items, "odd_change")) == 2
    assert places["odd_change"] == MendedAt("player", row["fide_id"])
    assert places["event_not_rated"] == MendedAt("event", event["event_id"])
    assert places["event_without_games"] == MendedAt("event", event["event_id"])
    assert places["newcomer_without_number"] == MendedAt("player", -4)
    assert places["deed_waits"] == MendedAt("deed", 12)
    assert items[0].code == "earlier_unpublished"
    assert of_code(items, "deed_waits")[0].sentence() == (
        "Somebody asked to annul an event, or take that back, and it waits for a second person."
    )
    assert of_code(items, "guard")[0].facts["code"] == "no_events"
    assert {"book_problem", "corrected_bases"} <= set(places)


def test_every_item_of_the_checklist_has_words_for_its_facts() -> None:
    """And nothing else has."""
    words = sections("office")
    codes = {
        "earlier_unpublished", "guard", "deed_waits", "book_problem", "no_events", "event_not_rated",
        "event_taken_back", "event_waiting", "event_annulled", "event_without_games", "newcomer_without_number",
        "odd_change", "two_numbers", "k_changes", "k_of_player", "corrected_bases",
    }  # fmt: skip

    assert set(words["checklist"]) == codes
    assert set(words["cause"]) == set(CAUSES)
    assert all(facts_asked(words, text) for text in words["checklist"].values())


def test_two_numbers_are_told_once_and_no_command_for_a_folder_is_advised(shown: dict[str, Any]) -> None:
    """A namesake whom the doubles name too is one item, and that a book has open problems is none of its own."""
    namesake = problem("namesake", number=-1, name="Example, Ada", other=99000011, book="my-book")
    guard = Problem.of(LIBRARY, "open_problems", "my-book", doubts=["namesake"], book="my-book")
    double = Double(-1, 99000011, "Example, Ada", ("HUN", "HUN"), is_certain_birth=True)

    alone = checklist(ChecklistState(shown, [guard], [namesake]))
    both = checklist(ChecklistState(shown, [guard], [namesake], doubles=[double]))

    assert [(item.code, item.place) for item in of_code(alone, "book_problem")] == [
        ("book_problem", MendedAt("player", -1))
    ]
    assert [item.place for item in of_code(both, "two_numbers")] == [MendedAt("player", -1)]
    assert not of_code(both, "book_problem")
    assert not of_code(alone, "guard")
    assert not any("my-book" in item.sentence() for item in alone)
