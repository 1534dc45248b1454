"""A revised list has in it what its causes put right and nothing else; what was put right besides waits."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.correct_event import CorrectResult, with_result
from arpad.book.decisions.correct_player import CorrectPerson, with_person
from arpad.book.decisions.merge import Merge, merged
from arpad.book.log import entries
from arpad.book.memory import MemoryBook
from arpad.engine.period.close_list import close
from arpad.lab.world.world import world
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.publication.issue import Kept, issued
from arpad.publication.republish import republished

if TYPE_CHECKING:
    import polars as pl

    from arpad.book.change import Change

OCTOBER, NOVEMBER, DECEMBER = date(2026, 10, 1), date(2026, 11, 1), date(2026, 12, 1)


def closed_book() -> MemoryBook:
    """Give a made-up book whose list of November is closed."""
    drawn = world(1200, 2, 5, OCTOBER)
    book = MemoryBook(drawn.tables, drawn.lists)
    book.apply(issued(book, close(book, NOVEMBER), book, Kept()))
    return book


def rated(book: MemoryBook) -> list[int]:
    """Give the events of standard chess that the list of November rated."""
    return book.table("events").filter(rated_for=NOVEMBER, kind="standard")["event_id"].sort().to_list()


def result_of(book: MemoryBook, event: int) -> CorrectResult:
    """Give the wrong result of a game of an event: it was the other way round."""
    game = book.table("games").filter(event_id=event, white_score=100).sort("round", "white").row(0, named=True)
    return CorrectResult(event, game["round"], game["white"], game["black"], (0, 100), "mistyped")


def newest(book: MemoryBook) -> int:
    """Give the number of the newest entry of a book's log."""
    return entries(book)[-1].number


def lines(book: MemoryBook, day: date) -> pl.DataFrame:
    """Give a list of a book in the order of its numbers."""
    return book.table(f"lists/{day:%Y-%m}").sort("fide_id")


def born(book: MemoryBook, event: int) -> CorrectPerson:
    """Give another year of birth of a player of an event, so that K is another."""
    games = book.table("games").filter(event_id=event)
    player = games["white"].sort()[0]
    return CorrectPerson(player, "the passport", Born(2014, None, None))


def revise(book: MemoryBook, causes: list[int] | None, kept_before: date | None = None) -> None:
    """Publish the list of November again."""
    book.apply(republished(book, NOVEMBER, "an error", Kept(), named=causes, kept_before=kept_before))


def waiting(what: str, book: MemoryBook, events: list[int]) -> Change:
    """Give a change that waits, by its name; `events` are those that the list rated first."""
    match what:
        case "a result":
            return with_result(book, result_of(book, events[1]))
        case "an annulment":
            return annulled(book, Annul(events[2], "never played"))
    return with_person(book, born(book, events[1]))


WAITING = ("a result", "an annulment", "a person")


@pytest.mark.parametrize("what", WAITING)
@pytest.mark.parametrize("named_first", [True, False])
def test_what_is_not_named_waits_as_if_it_came_after_the_revision(what: str, *, named_first: bool) -> None:
    """The revised list is that of a book without it, and the next list is that of a book where it came later."""
    book, later = closed_book(), closed_book()
    events = rated(book)
    if not named_first:
        book.apply(waiting(what, book, events))
    book.apply(annulled(book, Annul(events[0], "counted twice")))
    named = newest(book)
    if named_first:
        book.apply(waiting(what, book, events))
    later.apply(annulled(later, Annul(events[0], "counted twice")))
    revise(later, None)
    revise(book, [named])

    assert lines(book, NOVEMBER).equals(lines(later, NOVEMBER))
    assert entries(book)[-1].facts["causes"] == [named]
    assert len(entries(book)[-1].facts["waits"]) == 1
    later.apply(waiting(what, later, events))
    nexts = [close(each, DECEMBER) for each in (book, later)]
    assert nexts[0].frame.sort("fide_id").equals(nexts[1].frame.sort("fide_id"))
    assert not nexts[0].frame.equals(lines(book, NOVEMBER))


def test_what_waited_is_taken_in_by_a_second_revision() -> None:
    """Named then, it makes the list that it would have made with the first."""
    book, at_once = closed_book(), closed_book()
    for each in (book, at_once):
        each.apply(annulled(each, Annul(rated(each)[0], "counted twice")))
        each.apply(waiting("a result", each, rated(each)))
    first, second = newest(book) - 1, newest(book)
    revise(book, [first])
    with pytest.raises(RefusedError, match=f"There is: {second}"):
        revise(book, [first])
    revise(book, [second])
    revise(at_once, None)

    assert lines(book, NOVEMBER).equals(lines(at_once, NOVEMBER))
    assert close(book, DECEMBER).frame.equals(close(at_once, DECEMBER).frame)


def test_without_causes_everything_put_right_is_in() -> None:
    """And the log of the book names it."""
    book = closed_book()
    book.apply(annulled(book, Annul(rated(book)[0], "counted twice")))
    book.apply(waiting("a person", book, rated(book)))
    change = republished(book, NOVEMBER, "errors", Kept())

    assert change.entry is not None
    assert (change.entry.facts["causes"], change.entry.facts["waits"]) == ([2, 3], [])
    assert [reason.code for reason in change.reasons] == ["list_revised", "revision_taken_in", "revision_taken_in"]


def test_two_numbers_that_became_one_cannot_wait() -> None:
    """They are one in every list of the book; the sentence says to name the entry, too."""
    book = closed_book()
    book.apply(annulled(book, Annul(rated(book)[0], "counted twice")))
    named = newest(book)
    games = book.table("games")
    met = {number for pair in games.select("white", "black").iter_rows() for number in pair}
    free = [number for number in book.table("players")["fide_id"].to_list() if number not in met][:2]
    book.apply(merged(book, Merge(*free, "one person")))

    with pytest.raises(RefusedError, match="Name it among the causes, too"):
        revise(book, [named])
    revise(book, [named, named + 1])


def test_a_cause_does_not_go_on_from_what_waits() -> None:
    """A result corrected twice: the second is in only with the first."""
    book = closed_book()
    request = result_of(book, rated(book)[0])
    book.apply(with_result(book, request))
    event = book.table("events").filter(replaces=request.event)["event_id"][0]
    again = CorrectResult(event, request.round, request.white, request.black, (50, 50), "a draw after all")
    book.apply(with_result(book, again))

    for named in ([3], [2]):
        with pytest.raises(RefusedError, match="Name both among the causes, or neither"):
            revise(book, named)
    revise(book, [2, 3])


def test_events_that_had_begun_keep_their_ratings_on_a_day_of_revision() -> None:
    """The change says so with its reading, and the table `issues` keeps it (R-044)."""
    book = closed_book()
    book.apply(annulled(book, Annul(rated(book)[0], "counted twice")))
    change = republished(book, NOVEMBER, "counted twice", Kept(), kept_before=date(2026, 11, 12))

    assert any("(R-044)" in reason.message and "2026-11-12" in reason.message for reason in change.reasons)
    assert change.tables["issues"].after is not None
    assert change.tables["issues"].after.rows() == [(NOVEMBER, 1, date(2026, 11, 12))]
