"""The preview of an open period, kept up from event to event, is the preview of the whole, to the last character."""

from __future__ import annotations

import json
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_books import in_memory, open_book, rows_of_events

from arpad.book.memory import MemoryBook
from arpad.engine.period.close_list import close
from arpad.engine.period.open_period import OpenPeriod
from arpad.model.problems import RefusedError
from arpad.publication.preview import OpenPreview, preview
from arpad.publication.publication import publication

if TYPE_CHECKING:
    from made_books import MadeBook

LISTS = [
    ("standard", date(2004, 4, 1)),
    ("standard", date(2009, 9, 1)),
    ("standard", date(2014, 8, 1)),
    ("standard", date(2022, 2, 1)),
    ("standard", date(2026, 11, 1)),
    ("rapid", date(2004, 1, 1)),
    ("rapid", date(2024, 3, 1)),
    ("blitz", date(2014, 5, 1)),
    ("blitz", date(2025, 6, 1)),
]
BOOKS = max(3, settings.default.max_examples // 8)


def written(data: dict[str, Any]) -> str:
    """Write a preview as it is printed."""
    return json.dumps(data, ensure_ascii=False)


def opened(book: MadeBook, without: list[int], list_date: date) -> MemoryBook | None:
    """Give a book without some events; None where its list is refused."""
    view = in_memory(book, without)
    try:
        close(view, list_date)
    except RefusedError:
        return None
    return view


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_the_preview_is_kept_up_from_event_to_event(kind: str, list_date: date, seed: int) -> None:
    """Events come and go again; counts, parts, biggest changes, movements, newcomers, corrections, states of events."""
    book, chance = open_book(seed, kind, list_date), Random(seed)  # noqa: S311 - chance, no secrets
    numbers = book.tables["events"]["event_id"].to_list()
    waiting = chance.sample(numbers, min(len(numbers), 3))
    view = opened(book, waiting, list_date)
    if view is None:
        return
    closed_here = chance.choice(((), tuple(book.lists)[-1:]))
    shown = OpenPreview.of(OpenPeriod.of(view, list_date), closed_here)
    for number in (*waiting, *waiting[:2]):
        comes = number in waiting
        waiting = [other for other in waiting if other != number] if comes else [*waiting, number]
        whole = opened(book, waiting, list_date)
        if whole is None:
            return
        shown = shown.with_events(*rows_of_events(book, [number])) if comes else shown.without_events([number])

        assert written(shown.data) == written(preview(close(whole, list_date), whole, closed_here))


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
def test_a_preview_says_what_the_list_will_publish(kind: str, list_date: date) -> None:
    """Worked out without putting names into order, its numbers are those of the summary that is published."""
    for seed in range(4):
        view = opened(open_book(seed, kind, list_date), [], list_date)
        if view is not None:
            closed = close(view, list_date)
            published, previewed = publication(closed, view), preview(closed, view, ())
            assert {name: previewed[name] for name in published.summary if name != "federations"} == {
                name: part for name, part in published.summary.items() if name != "federations"
            }
            heights = {name: frame.height for name, frame in published.parts.items()}
            assert previewed["parts"] == {name: heights[name] for name in previewed["parts"]}
            assert set(heights) - set(previewed["parts"]) == {"movements", "federations"}


def test_who_came_to_the_book_is_in_the_preview() -> None:
    """A book in which a player more, and an event more, are there."""
    list_date = date(2026, 11, 1)
    book = open_book(3, "standard", list_date)
    number = book.tables["events"].filter(~pl.col("withdrawn") & pl.col("rated_for").is_null())["event_id"][0]
    games = book.tables["games"].filter(pl.col("event_id") == number)
    alone = set(games["white"]) | set(games["black"])
    others = book.tables["games"].filter(pl.col("event_id") != number)
    new = sorted(alone - set(others["white"]) - set(others["black"]))[:1]
    whole = in_memory(book)
    assert new
    stranger = pl.col("fide_id").is_in(new)
    before = {
        **book.tables,
        "players": book.tables["players"].filter(~stranger),
        "games": others,
        "events": book.tables["events"].filter(pl.col("event_id") != number),
        "pool": book.tables["pool"].filter(~stranger),
        "corrections": book.tables["corrections"].filter(~stranger),
    }
    lists = {day: frame.filter(~stranger) for day, frame in book.lists.items()}
    shown = OpenPreview.of(OpenPeriod.of(MemoryBook(before, lists, whole.rulebook), list_date), ())
    after = MemoryBook({**before, **{name: book.tables[name] for name in ("players", "games", "events")}}, lists)

    assert written(shown.in_book(after, [number]).data) == written(preview(close(after, list_date), after, ()))
