"""What can go wrong between two lists: gaps, withdrawn events in their time, damaged journals, unknown last games."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from running import answer, arpad
from small_books import SmallBook

from arpad.book.change import changed
from arpad.book.durable.journal import JOURNAL
from arpad.book.folder import Book
from arpad.book.view import Instead, Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.period.close_list import close
from arpad.engine.period.withdrawals import events_taken_back, pool_without, worked_out_twice
from arpad.engine.reference.lines import Reference
from arpad.engine.replay.replay import replay
from arpad.model.problems import RefusedError
from arpad.publication.issue import issue

FIRST, SECOND, THIRD = date(2026, 11, 1), date(2026, 12, 1), date(2027, 1, 1)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make up a small world with two months to close."""
    place = tmp_path_factory.mktemp("world") / "book"
    arpad("book", "world", str(place), "--players", "1500", "--months", "3", "--seed", "11")
    return place


@pytest.fixture
def folder(world: Path, tmp_path: Path) -> Path:
    """A copy for every test."""
    return Path(shutil.copytree(world, tmp_path / "book"))


def take_back(book: Book, events: list[int], day: date) -> None:
    """Withdraw events that were rated, for a list."""
    is_it = pl.col("event_id").is_in(events)
    taken = pl.when(is_it).then(pl.lit(day)).otherwise("withdrawn_for")
    book.apply(
        changed(
            book,
            {"events": book.table("events").with_columns(withdrawn=pl.col("withdrawn") | is_it, withdrawn_for=taken)},
        )
    )


def test_a_gap_is_refused(folder: Path) -> None:
    """Without the list before nobody would be rated; nothing is written."""
    for month in ("2026-12", "2027-01"):
        code, _, err = arpad("period", "close", str(folder), month)
        assert code == 1
        assert "does not have" in err
    assert Book.open(folder).list_dates == (date(2026, 10, 1),)


def test_an_older_list_is_not_made_afterwards(folder: Path) -> None:
    """The part results and events of the book belong to its newest list."""
    arpad("period", "close", str(folder), "2026-11")
    code, _, err = arpad("period", "close", str(folder), "2026-09")
    assert (code, "already" in err) == (2, True)


def test_a_preview_of_a_closed_month_is_that_month(folder: Path) -> None:
    """Also after the next one was closed: its part results are kept."""
    closed = answer("period", "close", str(folder), "2026-11")
    answer("period", "close", str(folder), "2026-12")
    again = answer("period", "preview", str(folder), "2026-11")

    assert again["kinds"] == closed["kinds"]
    assert answer("period", "verify", str(folder), "2026-11")["different"] == []
    assert answer("period", "verify", str(folder), "2026-12")["different"] == []


def test_a_replay_of_the_second_month_is_the_second_month(folder: Path) -> None:
    """A replay that begins later starts from the part results of that time."""
    for month in ("2026-11", "2026-12"):
        answer("period", "close", str(folder), month)
    book = Book.open(folder)
    (replayed,) = list(replay(book, SECOND, SECOND))

    assert pl.read_parquet(replayed.place).equals(book.rating_list(SECOND))


def test_a_withdrawn_event_counts_until_it_is_taken_back(folder: Path) -> None:
    """The list that rated it stays right, the next one is corrected, and a replay gives the same two."""
    book = Book.open(folder)
    issue(book, close(book, FIRST))
    rated = book.table("events").filter((pl.col("rated_for") == FIRST) & (pl.col("kind") == "standard"))
    event = rated.sort("event_id")["event_id"][0]
    take_back(book, [event], SECOND)
    book = Book.open(folder)
    issue(book, close(book, SECOND))
    frames = {
        replayed.list_date: pl.read_parquet(replayed.place) for replayed in replay(Book.open(folder), FIRST, SECOND)
    }

    assert answer("period", "verify", str(folder), "2026-11")["different"] == []
    assert all(frame.equals(Book.open(folder).rating_list(day)) for day, frame in frames.items())


@pytest.mark.parametrize("replaced", [False, True])
def test_what_a_later_list_takes_back_changes_nothing_yet(folder: Path, *, replaced: bool) -> None:
    """Two events of one list are withdrawn one after the other; the first correction knows nothing of the second."""
    book = Book.open(folder)
    issue(book, close(book, FIRST))
    games = book.table("games").join(book.table("events").filter(rated_for=FIRST, kind="standard"), on="event_id")
    first = games["event_id"].sort()[0]
    met = games.filter(event_id=first)
    again = games.filter(pl.col("event_id") != first, pl.col("white").is_in(met["white"].implode()))
    second = again["event_id"].sort()[0]

    def taken_back(days: dict[int, date]) -> pl.DataFrame:
        on = pl.col("event_id").replace_strict(days, default=None, return_dtype=pl.Date)
        return book.table("events").with_columns(withdrawn=on.is_not_null(), withdrawn_for=on)

    later = taken_back({first: SECOND, second: THIRD})
    games = book.table("games")
    if replaced:
        form = later.filter(event_id=second).with_columns(
            event_id=pl.lit(10**6, dtype=pl.Int64), replaces="event_id", withdrawn=pl.lit(value=False),
            withdrawn_for=pl.lit(None, dtype=pl.Date),
        )  # fmt: skip
        later = pl.concat([later, form])
        moved = games.filter(event_id=second).with_columns(event_id=pl.lit(10**6, dtype=pl.Int64))
        games = pl.concat([games, moved.head(1)])
    now, alone = (
        close(Instead(book, {"events": events, "games": games}), SECOND).frame
        for events in (later, taken_back({first: SECOND}))
    )

    assert now.equals(alone)
    assert not now.equals(close(book, SECOND).frame)


def test_a_list_worked_out_again_is_the_one_that_was_published(folder: Path) -> None:
    """Also where that list had itself taken something back: its bases were corrected then."""
    for day, after in ((FIRST, SECOND), (SECOND, THIRD)):
        book = Book.open(folder)
        issue(book, close(book, day))
        rated = book.table("events").filter(rated_for=day, kind="standard").sort("event_id")["event_id"].head(3)
        take_back(book, rated.to_list(), after)
    book = Book.open(folder)
    period = Period(book, "standard", THIRD)
    gone = events_taken_back(period)
    pool = pool_without(period, gone)
    both = worked_out_twice(period, SECOND, pool)
    was, should = (close_kind(then).ratings.select("fide_id", "rating") for then in both)
    before = book.rating_list(FIRST).filter(pl.col("standard_rating").is_not_null()).select("fide_id")
    then = book.rating_list(SECOND).select("fide_id", rating=pl.col("standard_rating").cast(pl.Int64))

    assert gone["rated_for"].unique().to_list() == [SECOND]
    assert was.join(before, on="fide_id").equals(then.join(before, on="fide_id"))
    assert not should.equals(was)


def test_whom_old_part_results_helped_into_the_list_is_named() -> None:
    """He entered with an event that is taken back now; the results that helped him left the pool long ago."""
    book = SmallBook()
    for number in (1, 2, 3, 4):
        book.player(number)
        for day in (FIRST, SECOND):
            book.rated(day, number, 1800)
    book.player(9)
    book.rated(FIRST, 9, None)
    book.rated(SECOND, 9, 1790)
    games = [(9, number, 50) for number in (1, 2, 3)]
    taken = {"rated_for": SECOND, "withdrawn": True, "withdrawn_for": THIRD}
    book.event(1, date(2026, 11, 3), date(2026, 11, 9), games, **taken)

    notes = close_kind(Period(book.view(), "standard", THIRD)).notes

    assert [(note.code, note.where) for note in notes] == [("rerated_by_hand", "9")]


@pytest.mark.parametrize(("first", "games"), [("swiss", 6), ("table", None)])
def test_6_1_a_zero_counts_after_a_result_of_the_same_list(first: str, games: int | None) -> None:
    """2014 6.1: no point in the first event leaves him out of the table; after a part result it counts for all."""
    base, listed = date(2018, 1, 1), date(2018, 2, 1)
    book = SmallBook()
    for number, rating in ((1, 1500), (2, 1550), (3, 1450), (9, None)):
        book.player(number)
        book.rated(base, number, rating)
    days = [(date(2018, 1, 8), date(2018, 1, 12)), (date(2018, 1, 15), date(2018, 1, 19))]
    swiss, table = days if first == "swiss" else days[::-1]
    book.event(1, *swiss, [(9, 1, 100), (9, 2, 100), (9, 3, 50)])
    met = [(1, 9, 100), (2, 9, 100), (3, 9, 100), (1, 2, 50), (2, 3, 50), (3, 1, 50)]
    book.event(2, *table, met, system="roundrobin")

    closed_kind = close_kind(Period(book.view(), "standard", listed))
    reference = Reference(Period(book.view(), "standard", listed))
    explained = Reference(Period(book.view(), "standard", listed), only=[1])

    lines = {row[0]: row[1:] for row in closed_kind.ratings.select("fide_id", "rating", "games").iter_rows()}
    assert lines[9][1] == (games or 0)
    assert (lines[9][0] is None) == (games is None)
    # With him the others have three games of the table, without him two; nobody has the Swiss games against him.
    assert [lines[player][1] for player in (1, 2, 3)] == ([3, 3, 3] if games else [2, 2, 2])
    for player, line in lines.items():
        assert reference.expected(player)[:2] == line
    assert explained.expected(1)[:2] == lines[1]


@pytest.mark.parametrize("reported", ["in time", "late"])
def test_8_56_k_at_the_start_knows_events_of_the_list_in_between(reported: str) -> None:
    """2014 8.56: with the nine games of August he had completed 34 before the event of 20 August began, so K is 20."""
    first, second, third = (date(2015, month, 1) for month in (8, 9, 10))
    book = SmallBook()
    for number, k, played in ((1, 40, 25), (2, 20, 100)):
        book.player(number)
        book.rated(first, number, 2000, k=k, played=played)
        book.rated(second, number, 2000, k=20, played=played + 9)
    book.event(1, date(2015, 8, 3), date(2015, 8, 11), [(1, 2, 50)] * 9, rated_for=second)
    end = date(2015, 9, 3) if reported == "in time" else date(2015, 8, 25)
    book.event(2, date(2015, 8, 20), end, [(1, 2, 100)] * 2, received=date(2015, 9, 5))

    closed_kind = close_kind(Period(book.view(), "standard", third))
    reference = Reference(Period(book.view(), "standard", third))

    assert closed_kind.ratings.select("rating", "played").rows() == [(2020, 36), (1980, 111)]
    assert [reference.expected(player).rating for player in (1, 2)] == [2020, 1980]


def test_games_of_a_withdrawn_event_are_no_games_so_far() -> None:
    """8.3.3 of 2024: K 40 holds until 30 games are completed; the nine that were withdrawn are not among them."""
    book = SmallBook()
    for number, played in ((1, 25), (2, 100)):
        book.player(number)
        book.rated(FIRST, number, 2000, k=40 if number == 1 else 20, played=played)
        book.rated(SECOND, number, 2000, k=20, played=played + 9)
    taken = {"rated_for": SECOND, "withdrawn": True, "withdrawn_for": THIRD}
    book.event(1, date(2026, 11, 3), date(2026, 11, 11), [(1, 2, 50)] * 9, **taken)
    book.event(2, date(2026, 12, 3), date(2026, 12, 5), [(1, 2, 50)])

    closed_kind = close_kind(Period(book.view(), "standard", THIRD))
    reference = Reference(Period(book.view(), "standard", THIRD))

    assert closed_kind.ratings.select("played", "k").rows() == [(26, 40), (101, 20)]
    assert [reference.expected(player)[2] for player in (1, 2)] == [40, 20]
    assert [reference.expected(player).played for player in (1, 2)] == [26, 101]


def test_whom_a_withdrawn_event_helped_into_a_later_list_is_named() -> None:
    """Three games of it waited in the pool, and made a first rating with those of the month after."""
    lists = [date(2026, month, 1) for month in (8, 9, 10)]
    book = SmallBook()
    for number in (1, 2, 3):
        book.player(number)
        for day in lists:
            book.rated(day, number, 1800)
    book.player(9)
    for day, rating in zip(lists, (None, None, 1790), strict=True):
        book.rated(day, 9, rating)
    games = [(9, number, 50) for number in (1, 2, 3)]
    taken = {"rated_for": lists[1], "withdrawn": True, "withdrawn_for": FIRST}
    book.event(1, date(2026, 8, 3), date(2026, 8, 9), games, **taken)
    book.event(2, date(2026, 9, 3), date(2026, 9, 9), games, rated_for=lists[2])

    notes = close_kind(Period(book.view(), "standard", FIRST)).notes

    assert [(note.code, note.where) for note in notes] == [("rerated_by_hand", "9")]


@pytest.mark.parametrize("table", ["pool", "corrections"])
def test_a_row_of_somebody_unknown_is_refused(table: str) -> None:
    """A number that is not among the players, as after a change of numbers, must not reach anybody else."""
    book = SmallBook()
    book.player(1)
    book.rated(FIRST, 1, 1800)
    row = {"kind": "standard", "fide_id": -2, "list": SECOND, "rating": 2000}
    part = {"event_id": 7, "start": FIRST, "end": FIRST, "due": FIRST, "system": "swiss", "games": 3, "cycles": 1}
    kept = part | {"kind": "standard", "fide_id": -2, "score": 150, "opponents": 6000}
    book.tables[table].append(kept if table == "pool" else row)

    with pytest.raises(RefusedError, match=f"The table {table} speaks of player -2"):
        close_kind(Period(book.view(), "standard", SECOND))


def test_6_4_a_double_round_robin_of_one_cycle_is_like_a_swiss() -> None:
    """2003 6.4.3, 2009 6.43: games of the second cycle were not played, so only those of rated players count."""
    base, listed = date(2009, 4, 1), date(2009, 7, 1)
    book = SmallBook()
    for number, rating in ((1, 2000), (2, 2050), (3, None)):
        book.player(number)
        book.rated(base, number, rating, k=15, played=50)
    games = [(1, 2, 50), (1, 3, 50), (2, 3, 50)]
    book.event(1, date(2009, 5, 1), date(2009, 5, 5), games, system="roundrobin", cycles=2)

    ratings = close_kind(Period(book.view(), "standard", listed)).ratings

    # 2000 against 2050: D 50, expected 0.43, 15 x 0.07 = 1.05; and the other way round.
    assert ratings.select("rating", "games").rows() == [(2001, 1), (2049, 1), (None, 0)]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"moves": 3, "removed": []}', '{"moves": [], "removed": ["../x"]}'])
def test_a_damaged_journal_is_told(folder: Path, text: str) -> None:
    """Nothing outside of the book is touched, and a sentence says what is wrong."""
    outside = folder.parent / "x"
    outside.write_text("kept", encoding="utf-8")
    folder.joinpath(JOURNAL).write_text(text, encoding="utf-8")
    with pytest.raises(RefusedError, match="damaged"):
        Book.open(folder)

    assert outside.read_text(encoding="utf-8") == "kept"
    code, _, err = arpad("period", "preview", str(folder))
    assert (code, "damaged" in err) == (1, True)


def test_who_has_no_known_game_keeps_his_mark(folder: Path) -> None:
    """After an import the last game of many is not known; that makes nobody inactive."""
    book = Book.open(folder)
    first = book.list_dates[0]
    nothing = pl.lit(None, dtype=pl.Date)
    book.apply(changed(book, {}, {first: book.rating_list(first).with_columns(standard_last=nothing, flag=pl.lit(""))}))
    frame = close(Book.open(folder), FIRST).frame

    assert not frame.filter(pl.col("flag").str.contains("i")).height


def test_damaged_data_of_an_earlier_list_do_not_stop_the_next(folder: Path) -> None:
    """What was watched before is compared where it can be read."""
    answer("period", "close", str(folder), "2026-11")
    place = folder / "published" / "2026-11" / "integrity.json"
    for document in ([], {}, None, {"format": 1, "kinds": {"standard": {}}}):
        place.write_text(json.dumps(document), encoding="utf-8")
        assert answer("period", "preview", str(folder), "2026-12")["written"] is False
    assert arpad("period", "close", str(folder), "2026-12")[0] == 0
