"""Decisions that others take are data of a book: events rated by exception or refused; and everybody can check them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from made_publications import MadeList, of_list, table
from running import answer, arpad

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.memory import MemoryBook
from arpad.engine.period.close_list import Closed, close
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import in_force

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

YEARS = {2003: date(2005, 1, 1), 2009: date(2010, 1, 1), 2014: date(2015, 1, 1), 2024: date(2025, 1, 1)}
WHO = (1, 2, 3, 4)


def book_of(day: date, **event: Any) -> tuple[dict[str, pl.DataFrame], dict[date, pl.DataFrame]]:  # noqa: ANN401 - columns
    """Make a book with one Swiss event, two rounds of four rated players, in time for a list."""
    before = calendar().list_before(day)
    assert before is not None
    start = before.replace(day=5)
    row = {
        "event_id": 9, "name": "Made open", "kind": "standard", "system": "swiss", "cycles": 1, "start": start,
        "end": start.replace(day=7), "official": False, "received": None, "federation": "AAX", "part_of": None,
        "team_championship": False, "ratings": "start", "withdrawn": False, "withdrawn_for": None, "replaces": None,
        "rated_for": None,
    } | event  # fmt: skip
    rounds = [(1, 1, 2), (1, 3, 4), (2, 4, 1), (2, 2, 3)]
    games = [
        {"event_id": 9, "round": turn, "day": None, "white": white, "black": black, "white_score": 100,
         "black_score": 0}
        for turn, white, black in rounds
    ]  # fmt: skip
    lines = [
        {"fide_id": fide_id, "standard_rating": 2000 + 20 * fide_id, "standard_k": 20, "standard_played": 50,
         "standard_highest": 2300, "standard_last": before}
        for fide_id in WHO
    ]  # fmt: skip
    tables = MadeList(day, [{"fide_id": fide_id} for fide_id in WHO], []).everything()
    del tables["adjustments"]
    return tables | {"events": table("events", row), "games": table("games", *games)}, {before: of_list(*lines)}


def closed(day: date, **event: Any) -> Closed:  # noqa: ANN401 - columns of an event
    """Close the list of a book with one event."""
    tables, lists = book_of(day, **event)
    return close(MemoryBook(tables, lists), day)


EXCEPTIONS = [
    pytest.param(2003, "0.2", "fide", marks=pytest.mark.article("0.2", edition="fide-2003-07")),
    pytest.param(2009, "0.2", "fide", marks=pytest.mark.article("0.2", edition="fide-2009-07")),
    pytest.param(
        2024,
        "0.2 (exceptional)",
        "council_or_president",
        marks=pytest.mark.article("0.2 (exceptional)", edition="fide-2024-03"),
    ),
]


@pytest.mark.parametrize(("year", "article", "decided_by"), EXCEPTIONS)
def test_an_event_without_a_federation_is_rated_where_it_is_in_the_book(
    year: int, article: str, decided_by: str
) -> None:
    """Whoever may decide it: put into the book, without federation and report, it is an event like any other."""
    day = YEARS[year]
    exceptional, usual = closed(day, federation="", received=None), closed(day)
    players = exceptional.kinds["standard"].changes.players

    assert players["fide_id"].to_list() == list(WHO)
    assert players.equals(usual.kinds["standard"].changes.players)
    assert (in_force(day).value("rated_without_report"), in_force(day).cite("rated_without_report").article) == (
        decided_by,
        article,
    )


@pytest.mark.article("0.2 (refusal)", edition="fide-2024-03")
def test_an_event_that_was_refused_is_not_rated() -> None:
    """It stands in the book as withdrawn, and nobody's rating moves; one that was let in late is rated."""
    refused, let_in = closed(YEARS[2024], withdrawn=True), closed(YEARS[2024])

    assert refused.kinds["standard"].changes.players.height == 0
    assert let_in.kinds["standard"].changes.players.height == len(WHO)


@pytest.mark.parametrize(
    "year",
    [
        pytest.param(2003, marks=pytest.mark.article("14.4", edition="fide-2003-07")),
        pytest.param(2009, marks=pytest.mark.article("12.4", edition="fide-2009-07")),
        pytest.param(2014, marks=pytest.mark.article("12.4", edition="fide-2014-07")),
    ],
)
def test_a_player_can_check_his_own_rating(tmp_path: Path, year: int) -> None:
    """`arpad period explain` gives his line with every step and its article, and says whether the list agrees."""
    day = YEARS[year]
    tables, lists = book_of(day)
    place = tmp_path / "book"
    book = Book.create(place, About(title="made up"))
    book.apply(changed(book, {name: tables[name] for name in ("players", "events", "games")}, lists))
    month = f"{day:%Y-%m}"
    assert arpad("period", "close", str(place), month)[0] == 0
    document = answer("period", "explain", str(place), month, "1")
    code, text, _ = arpad("period", "explain", str(place), month, "1")

    assert (document["agrees"], code) == (True, 0)
    assert in_force(day).id in text
    assert in_force(day).cite("rounding").article in text
