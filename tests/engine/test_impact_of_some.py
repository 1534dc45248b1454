"""Who changes by a change of a book, worked out for those whom it concerns, is what two whole lists differ in."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lists_of_editions import LISTS as LISTS_OF_EDITIONS
from open_books import in_memory, open_book

from arpad.book.change import After, changed
from arpad.engine.compare import impact as module
from arpad.engine.compare.concerned import concerned
from arpad.engine.compare.impact import impact
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import NoEditionError

if TYPE_CHECKING:
    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.engine.compare.impact import Impact

NOW = [("standard", date(2026, 11, 1)), ("rapid", date(2026, 11, 1)), ("blitz", date(2026, 11, 1))]
LISTS = [*LISTS_OF_EDITIONS, *NOW]
BOOKS = max(6, settings.default.max_examples // 4)


def other_result(view: BookView, chance: Random, event: int) -> pl.DataFrame:
    """Give the games of an event, one of them with another result."""
    games = view.table("games").filter(event_id=event)
    row = chance.randrange(games.height)
    points = chance.choice((0, 50, 100))
    is_it = pl.int_range(pl.len()) == row
    return games.with_columns(
        white_score=pl.when(is_it).then(points).otherwise("white_score").cast(pl.Int32),
        black_score=pl.when(is_it).then(100 - points).otherwise("black_score").cast(pl.Int32),
    )


def result(view: BookView, chance: Random, event: int, day: date) -> dict[str, pl.DataFrame]:
    """Another result of a game; of an event that a list has rated, in an event that stands in its place."""
    events, games = view.table("events"), view.table("games")
    row = events.filter(event_id=event)
    mended = other_result(view, chance, event)
    if row["rated_for"][0] is None:
        return {"games": pl.concat([games.filter(pl.col("event_id") != event), mended])}
    number = int(events["event_id"].max() or 0) + 1  # type: ignore[arg-type] # whole numbers
    instead = row.with_columns(
        event_id=pl.lit(number, pl.Int64), replaces=pl.lit(event, pl.Int64), rated_for=pl.lit(None, pl.Date),
        withdrawn=pl.lit(value=False), withdrawn_for=pl.lit(None, pl.Date),
    )  # fmt: skip
    taken = annulled(view, chance, event, day)["events"]
    return {
        "events": pl.concat([taken, instead.select(taken.columns)]),
        "games": pl.concat([games, mended.with_columns(event_id=pl.lit(number, games.schema["event_id"]))]),
    }


def annulled(view: BookView, chance: Random, event: int, day: date) -> dict[str, pl.DataFrame]:
    """Take an event back."""
    del chance
    is_it = pl.col("event_id") == event
    events = view.table("events").with_columns(
        withdrawn=pl.col("withdrawn") | is_it,
        withdrawn_for=pl.when(is_it & pl.col("rated_for").is_not_null()).then(pl.lit(day)).otherwise("withdrawn_for"),
    )
    return {"events": events}


def person(view: BookView, chance: Random, event: int, day: date) -> dict[str, pl.DataFrame]:
    """Another birth of a player of an event."""
    year = day.year - chance.choice((10, 16, 18, 30))
    is_it = pl.col("fide_id") == chance.choice(view.table("games").filter(event_id=event)["white"].to_list())
    births = {
        "birth_date": pl.when(is_it).then(pl.lit(date(year, 1, 1))).otherwise("birth_date"),
        "birth_year": pl.when(is_it).then(year).otherwise("birth_year"),
    }
    players = view.table("players")
    return {"players": players.with_columns(births[name].cast(players.schema[name]).alias(name) for name in births)}


def base(view: BookView, chance: Random, event: int, day: date) -> dict[str, pl.DataFrame]:
    """Another base rating of a player of an event."""
    table = view.table("corrections")
    player = chance.choice(view.table("games").filter(event_id=event)["black"].to_list())
    kind = view.table("events").filter(event_id=event)["kind"][0]
    row = pl.DataFrame([{"kind": kind, "fide_id": player, "list": day, "rating": chance.randint(1400, 2600)}])
    fitted = row.select(pl.col(name).cast(dtype) for name, dtype in table.schema.items())
    return {"corrections": pl.concat([table.filter(pl.col("fide_id") != player), fitted])}


CHANGES = (result, result, annulled, person, base)


def drawn(view: BookView, chance: Random, day: date) -> Change | None:
    """Make a change of a book up; None where the book has no event with games."""
    numbers = view.table("events").filter(~pl.col("withdrawn") & pl.col("replaces").is_null())["event_id"]
    played = numbers.filter(numbers.is_in(view.table("games")["event_id"].implode())).to_list()
    if not played:
        return None
    return changed(view, chance.choice(CHANGES)(view, chance, chance.choice(played), day))


def leaves_somebody_out(view: BookView, change: Change) -> bool:
    """Tell whether anything is worked out for some only; else the same would be worked out twice."""
    after = After(view, change)
    days = module._next_days(view, after)  # noqa: SLF001 - the lists for which `impact` asks whom the change concerns
    try:
        return any(concerned(view, after, change, day, kinds) for day, kinds in days.items())
    except (RefusedError, NoEditionError):
        return True


def outcome(view: BookView, change: Change) -> Impact | None:
    """Work out who changes; None where it is refused."""
    try:
        return impact(view, change)
    except (RefusedError, NoEditionError):
        return None


@pytest.mark.parametrize(("kind", "list_date"), LISTS)
@settings(max_examples=BOOKS)
@given(seed=st.integers(0, 10**9))
def test_worked_out_for_some_it_is_what_the_whole_lists_differ_in(kind: str, list_date: date, seed: int) -> None:
    """Rows, lists and notes; of corrected results, annulled events, other births and other bases."""
    chance = Random(seed)  # noqa: S311 - chance, no secrets
    view = in_memory(open_book(seed, kind, list_date))
    change = drawn(view, chance, list_date)
    if change is None or not leaves_somebody_out(view, change):
        return
    of_some = outcome(view, change)
    with patch.object(module, "concerned", return_value=None):
        of_all = outcome(view, change)

    assert (of_some is None) == (of_all is None)
    if of_some is not None and of_all is not None:
        assert of_some.rows.rows() == of_all.rows.rows()
        assert of_some.next_lists == of_all.next_lists
        assert {note.message for note in of_some.notes} == {note.message for note in of_all.notes}


@pytest.mark.parametrize(("kind", "list_date"), NOW)
def test_by_the_rules_of_today_only_some_are_worked_out(kind: str, list_date: date) -> None:
    """In most made-up books somebody is left out, and in some an earlier list is worked out again."""
    left_out = again = 0
    for seed in range(240):
        view = in_memory(open_book(seed, kind, list_date))
        change = drawn(view, Random(seed), list_date)  # noqa: S311 - chance, no secrets
        if change is None:
            continue
        part = concerned(view, After(view, change), change, list_date, [kind])
        if part is not None:
            left_out += part.after.table("players").height < view.table("players").height
            again += "events" in change.tables and change.tables["events"].added["withdrawn_for"].is_not_null().any()

    assert left_out > 10
    assert again > 2


def test_by_older_rules_everybody_is_worked_out() -> None:
    """The table of a round robin hangs on results elsewhere."""
    list_date = date(2014, 8, 1)
    parts = []
    for seed in range(20):
        view = in_memory(open_book(seed, "standard", list_date))
        change = drawn(view, Random(seed), list_date)  # noqa: S311 - chance, no secrets
        if change is not None:
            parts.append(concerned(view, After(view, change), change, list_date, ["standard"]))

    assert parts
    assert set(parts) == {None}
