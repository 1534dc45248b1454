"""R-044: events that began before the day on which a list was revised keep the ratings that were published then."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.memory import MemoryBook
from arpad.book.view import Period, issue_name
from arpad.engine.period.close_list import close
from arpad.engine.reference.inputs import ReferenceInputs
from arpad.engine.reference.lines import Reference
from arpad.lab.world.world import world
from arpad.publication.issue import Kept, issued
from arpad.publication.republish import revised

if TYPE_CHECKING:
    import polars as pl

    from arpad.book.change import Publish

OCTOBER, NOVEMBER, DECEMBER = date(2026, 10, 1), date(2026, 11, 1), date(2026, 12, 1)
REVISED_ON = date(2026, 11, 12)


def nothing(_: object) -> dict[str, str]:
    """Publish nothing."""
    return {}


@pytest.fixture(scope="module", params=[REVISED_ON, None])
def book(request: pytest.FixtureRequest) -> MemoryBook:
    """Give a book whose list of November was revised; kept ratings as the decision says."""
    drawn = world(3000, 2, 5, OCTOBER)
    whole = MemoryBook(drawn.tables, drawn.lists)
    closed = close(whole, NOVEMBER)
    whole.apply(issued(whole, closed, whole, Kept()))
    for rated in closed.kinds["standard"].events["event_id"].to_list()[:6]:
        whole.apply(annulled(whole, Annul(rated, "counted twice")))
    publish: Publish = nothing
    revision = revised(whole, NOVEMBER)
    whole.apply(revision.change(whole, "counted twice", publish, request.param))
    return whole


def opponents(book: MemoryBook) -> list[tuple[date, int, int | None]]:
    """Give of every game of the December list the first day of its event, an opponent, and the rating that counts."""
    inputs = ReferenceInputs(Period(book, "standard", DECEMBER))
    rows = []
    for player in book.table("players")["fide_id"].to_list():
        for event, _, sides in inputs.events_played(player):
            rows += [(event["start"], side.opponent, side.against) for side in sides]
    return rows


def test_the_explanation_names_the_reading(book: MemoryBook) -> None:
    """For the events that keep their ratings, and for no others."""
    reference = Reference(Period(book, "standard", DECEMBER))
    kept = {event for player in book.table("players")["fide_id"] for event in reference.ratings_kept(player)}
    events = book.table("events").filter(kind="standard")
    begun = events.filter(events["start"].is_between(NOVEMBER, REVISED_ON, closed="left"))

    assert bool(kept) == book.has("issues")
    assert {(start, day) for _, start, day in kept} <= {(start, NOVEMBER) for start in begun["start"]}


def ratings(frame: pl.DataFrame) -> dict[int, int | None]:
    """Give the standard ratings of a list."""
    return dict(frame.select("fide_id", "standard_rating").iter_rows())


def test_events_that_had_begun_keep_the_ratings_then_published(book: MemoryBook) -> None:
    """And events that began later take the revised ones; without such a decision all of them do."""
    first, second = ratings(book.table(issue_name(NOVEMBER, 1))), ratings(book.table("lists/2026-11"))
    keeps = book.has("issues")
    in_november = [row for row in opponents(book) if row[0] >= NOVEMBER]
    expected = [(first if keeps and start < REVISED_ON else second).get(opponent) for start, opponent, _ in in_november]

    assert [rating for _, _, rating in in_november] == expected
    sides_of_the_day = {
        start < REVISED_ON for start, opponent, _ in in_november if first.get(opponent) != second.get(opponent)
    }
    assert sides_of_the_day == {True, False}


def test_the_base_is_that_of_the_revised_list(book: MemoryBook) -> None:
    """For everybody, whenever they played."""
    second = ratings(book.table("lists/2026-11"))
    closed = close(book, DECEMBER).kinds["standard"]
    bases = dict(closed.changes.players.select("fide_id", "rating").iter_rows())

    assert bases
    assert all(second[player] == base for player, base in bases.items())


def test_engine_and_reference_agree(book: MemoryBook) -> None:
    """In every column of every line."""
    period = Period(book, "standard", DECEMBER)
    columns = ("rating", "games", "k", "played", "highest", "last")
    lines = close(book, DECEMBER).kinds["standard"].ratings
    reference = Reference(period)

    for row in lines.iter_rows(named=True):
        expected = reference.expected(row["fide_id"])
        assert [row[name] for name in columns] == [getattr(expected, name) for name in columns], row
