"""A report in the place of an event: in its place before a list rated it, re-rated afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest
from decided_books import STORES, again, closed, ratings, stored
from small_books import SmallBook

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.replace import Replace, replaced
from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.book.log import entries
from arpad.formats.trf.reader import read_trf
from arpad.model.problems import RefusedError
from arpad.model.report import Report

if TYPE_CHECKING:
    from arpad.book.change import Store

TRF = Path(__file__).parents[2] / "data" / "spring-open.trf"
BEFORE, FIRST, SECOND = (date(2025, month, 1) for month in (5, 6, 7))
NUMBERS = {99000011: 2284, 99000028: 2251, 99000035: 2105, 99000042: 1998, 99000059: 1874}


def report(text: bytes | None = None, file: str = "spring.trf") -> Report:
    """Give the report of the Spring Open, as it is or with another text."""
    tournament = read_trf(text or TRF.read_bytes()).tournament
    return Report(file, tournament, date(2025, 5, 2), date(2025, 5, 4), "standard", "swiss")


def corrected() -> Report:
    """The first player lost to the second, instead of a draw."""
    lines = (
        TRF.read_bytes().replace(b"2 b =     3 w 1", b"2 b 0     3 w 1").replace(b"1 w =     6 b =", b"1 w 1     6 b =")
    )
    return report(lines, "corrected.trf")


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """A book with the players of the report but the one without a number, and with the report as event 1."""
    small_book = SmallBook()
    for number, rating in NUMBERS.items():
        small_book.player(number)
        small_book.rated(BEFORE, number, rating)
    store = stored(request.param, tmp_path, small_book)
    change = reports_taken(store, [report()], Imported())
    assert change is not None
    store.apply(change)
    return store


def right(*reports: Report) -> Store:
    """Give a book that had the right report from the beginning."""
    small_book = SmallBook()
    for number, rating in NUMBERS.items():
        small_book.player(number)
        small_book.rated(BEFORE, number, rating)
    view = small_book.view()
    change = reports_taken(view, reports, Imported())
    assert change is not None
    view.apply(change)
    return view


def test_before_the_list_in_its_place(store: Store) -> None:
    """The event keeps its number; its games are those of the report, and nobody is there twice."""
    was = ratings(store, FIRST)
    change = replaced(store, Replace(1, corrected(), "a result was wrong"))
    store.apply(change)
    book = again(store)

    assert ratings(book, FIRST) == ratings(right(corrected()), FIRST) != was
    assert book.table("events").select("event_id", "rated_for", "replaces", "withdrawn").rows() == [
        (1, None, None, False)
    ]
    assert book.table("players")["fide_id"].to_list() == [-1, *NUMBERS]
    assert book.table("games").height == 8
    entry = entries(book)[-1]
    assert (entry.deed, entry.sentence()) == ("replace", "corrected.trf in the place of event 1 (Made-up Spring Open)")
    assert (len(entry.before["games"]), len(entry.after["games"])) == (1, 1)


def test_after_the_list_it_is_rated_anew(store: Store) -> None:
    """The published list stays, and the next one starts from what it should have been."""
    closed(store, FIRST)
    published = ratings(store, FIRST)
    store.apply(replaced(store, Replace(1, corrected(), "a result was wrong")))
    book = again(store)

    assert ratings(book, FIRST) == published
    assert ratings(book, SECOND) == ratings(closed(right(corrected()), FIRST), SECOND)
    states = book.table("events").select("event_id", "withdrawn", "withdrawn_for", "replaces").rows()
    assert states == [(1, True, SECOND, None), (2, False, None, 1)]
    assert book.table("players")["fide_id"].to_list() == [-1, *NUMBERS]
    closed(store, SECOND)
    assert again(store).table("events")["rated_for"].to_list() == [FIRST, FIRST]


def test_who_no_longer_plays_is_gone(store: Store) -> None:
    """A stand-in of the first report, of whom nothing else speaks; a player with a number stays in the book."""
    lines = [line for line in TRF.read_bytes().splitlines() if b"Pryce" not in line]
    without = b"\r\n".join(lines).replace(b"6 w 1     5 b 0", b"0000 - -  5 b 0")
    tournament = read_trf(without).tournament
    smaller = replace(report(), tournament=tournament)
    store.apply(replaced(store, Replace(1, smaller, "somebody played under another name")))

    assert again(store).table("players")["fide_id"].to_list() == list(NUMBERS)


def test_an_annulled_event_counts_again(store: Store) -> None:
    """Before a list has carried the annulment out, a report may stand in its place."""
    store.apply(annulled(store, Annul(1, "a new report will come")))
    store.apply(replaced(store, Replace(1, corrected(), "here it is")))

    assert ratings(again(store), FIRST) == ratings(right(corrected()), FIRST)


def test_another_kind_after_the_list_is_refused(store: Store) -> None:
    """What to do is said: annul, and import."""
    closed(store, FIRST)
    with pytest.raises(RefusedError, match="Annul event 1, and import the report"):
        replaced(store, Replace(1, replace(corrected(), kind="rapid"), "rapid"))


def test_a_replaced_event_is_not_replaced_again(store: Store) -> None:
    """The event that stands is named; and it can be."""
    closed(store, FIRST)
    store.apply(replaced(store, Replace(1, corrected(), "a result was wrong")))
    with pytest.raises(RefusedError, match="event 2 is in its place"):
        replaced(store, Replace(1, report(), "again"))
    store.apply(replaced(store, Replace(2, report(), "it was right")))

    assert ratings(again(store), SECOND) == ratings(closed(right(report()), FIRST), SECOND)


def test_a_report_of_another_event_of_the_book_is_refused(store: Store) -> None:
    """It would count twice."""
    other = replace(report(), start=date(2025, 5, 9), end=date(2025, 5, 11), file="other.trf")
    change = reports_taken(store, [other], Imported())
    if change is None:
        pytest.fail("the other event is not taken")
    store.apply(change)
    with pytest.raises(RefusedError, match="is in the book already"):
        replaced(store, Replace(2, report(), "the wrong file"))


def test_namesakes_get_numbers_of_their_own(store: Store) -> None:
    """Two without a number and with the same name cannot be told apart."""
    twin = TRF.read_bytes().replace(
        b"Okafor, Emeka                     1874 NGR    99000059",
        b"Pryce, Fern                       1874 NGR            ",
    )
    store.apply(replaced(store, Replace(1, report(twin, "twins.trf"), "made up")))
    players = again(store).table("players")

    assert players.filter(pl.col("fide_id") < 0)["fide_id"].to_list() == [-3, -2]
