"""An open period, kept up from event to event, and its preview are those of the whole, to the last character.

Books of all editions and kinds of chess are made up. Some of their events are kept back, accepted one by one, and taken
back again.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache, cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lists_of_editions import LISTS as LISTS_OF_EDITIONS
from open_books import in_memory, open_book, rows_of_events
from same_lists import part_of, same_list

from arpad.book.memory import MemoryBook
from arpad.engine.period.close_list import close
from arpad.engine.period.open_period import OpenPeriod
from arpad.model.problems import RefusedError
from arpad.publication.preview import OpenPreview, preview
from arpad.publication.publication import publication

if TYPE_CHECKING:
    from collections.abc import Collection

LISTS = [*LISTS_OF_EDITIONS, ("standard", date(2026, 11, 1))]
"""To today."""
PREVIEWED = [
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
"""Those of the lists whose previews are compared too."""
STEPS = 7
"""A preview is compared after so many steps of a book; the list after all of them."""
BOOKS = max(3, settings.default.max_examples // 50)


def written(data: dict[str, Any]) -> str:
    """Write a preview as it is printed."""
    return json.dumps(data, ensure_ascii=False)


class Whole:
    """A period worked out at once, and its preview; once, however often the same events are there."""

    def __init__(self, period: OpenPeriod, closed_here: Collection[date]) -> None:
        self.closed = period.closed
        self._view, self._closed_here = period.view, closed_here

    @cached_property
    def preview(self) -> str:
        """The preview of the whole, as it is printed."""
        return written(preview(self.closed, self._view, self._closed_here))


def opened(view: MemoryBook, list_date: date) -> OpenPeriod | None:
    """Work a period out; None where it is refused."""
    try:
        return OpenPeriod.of(view, list_date)
    except RefusedError:
        return None


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_list_and_preview_are_kept_up_from_event_to_event(kind: str, list_date: date, seed: int) -> None:
    """Accepted one after another, and taken back in another order: after each step what the whole gives.

    That is list, changes, first ratings, part results, events and notes; and of the preview counts, parts, biggest
    changes, movements, newcomers, corrections and the states of events.
    """
    book, chance = open_book(seed, kind, list_date), Random(seed)  # noqa: S311 - chance, no secrets
    numbers = book.tables["events"]["event_id"].to_list()
    kept_back = chance.sample(numbers, min(len(numbers), chance.randint(1, 4)))
    period = opened(in_memory(book, kept_back), list_date)
    if period is None:
        return
    closed_here = chance.choice(((), tuple(book.lists)[-1:]))

    @cache
    def whole_without(left_out: frozenset[int]) -> Whole | None:
        at_once = opened(in_memory(book, left_out), list_date)
        return None if at_once is None else Whole(at_once, closed_here)

    shown = OpenPreview.of(period, closed_here) if (kind, list_date) in PREVIEWED else None
    waiting, there, steps = list(kept_back), [], 0
    while len(there) < len(kept_back) or chance.random() < 0.7:
        comes = bool(waiting) and (not there or chance.random() < 0.7)
        number = waiting.pop() if comes else there.pop(chance.randrange(len(there)))
        (there if comes else waiting).append(number)
        before, frame = period, period.closed.frame
        whole = whole_without(frozenset(waiting))
        if whole is None:
            with pytest.raises(RefusedError):
                period.with_events(*rows_of_events(book, [number]))
            return
        steps += 1
        shown = shown if steps <= STEPS else None
        kept_up = period if shown is None else shown
        kept_up = kept_up.with_events(*rows_of_events(book, [number])) if comes else kept_up.without_events([number])
        if isinstance(kept_up, OpenPreview):
            shown, period = kept_up, kept_up.period
            assert written(shown.data) == whole.preview
        else:
            period = kept_up

        same_list(period.closed, whole.closed)
        if period.renewed.part is not None:
            part_of(whole.closed, period.renewed.part, period.renewed.players.tolist())
        assert before.closed.frame is frame


@pytest.mark.parametrize(("kind", "list_date"), PREVIEWED)
def test_a_preview_says_what_the_list_will_publish(kind: str, list_date: date) -> None:
    """Worked out without putting names into order, its numbers are those of the summary that is published."""
    for seed in range(4):
        view = in_memory(open_book(seed, kind, list_date))
        period = opened(view, list_date)
        if period is not None:
            closed = period.closed
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
