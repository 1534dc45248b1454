"""A book: every fault is found, all at once; tables are read when asked, and always whole on the disk."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arpad.book import tables as book_files
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.durable.journal import NotWrittenError
from arpad.book.folder import Book, opened
from arpad.book.problems import CODES
from arpad.book.schema import LIST, POOLS, TABLES
from arpad.model.problems import RefusedError

SMALL = Path(__file__).parents[1] / "data" / "small-book"
LIST_FILE = "lists/2026-10.csv"
FAULTS = {
    "book_toml": ("book.toml", 'title = "A small book"', "title = 3"),
    "book_format": ("book.toml", "format = 1", "format = 3"),
    "table_unreadable": ("games.csv", "1,1,2026-10-02,50100001", "1,1,2026-10-02,7,7,7,7,7,7,50100001"),
    "column_missing": ("players.csv", "name,federation", "nombre,federation"),
    "column_unknown": ("corrections.csv", "list,rating", "list,rating,remark"),
    "value_kind": ("games.csv", "2026-10-02,50100001", "2 October,50100001"),
    "value_missing": ("games.csv", "1,1,2026-10-02,50100001", "1,,2026-10-02,50100001"),
    "value_unknown": ("events.csv", "standard,roundrobin", "lightning,roundrobin"),
    "value_below": (LIST_FILE, "50100003,1530,0", "50100003,1530,-4"),
    "value_above": (LIST_FILE, "50100003,1530,0,40,12,1530", "50100003,4530,0,40,12,4530"),
    "key_twice": ("players.csv", "50100004,", "50100003,"),
    "id_unknown": ("games.csv", "1,1,2026-10-02,50100001", "77,1,2026-10-02,50100001"),
    "dates_reversed": ("events.csv", "2026-10-02,2026-10-04", "2026-10-02,2026-10-01"),
    "against_himself": ("games.csv", "50100001,50100004", "50100001,50100001"),
    "scores_over": ("games.csv", "50100001,50100004,100,0", "50100001,50100004,100,50"),
    "scores_under": ("games.csv", "50100001,50100004,100,0", "50100001,50100004,0,0"),
    "paired_twice": ("games.csv", "1,1,2026-10-02,50100002", "1,1,2026-10-02,50100001"),
    "day_outside": ("games.csv", "2026-10-02,50100001", "2026-09-30,50100001"),
    "part_of_itself": ("events.csv", "AAX,1,", "AAX,2,"),
    "replaces_other_kind": ("events.csv", "start,true,,,", "start,true,,1,"),
    "event_without_games": ("games.csv", "2,1,2026-10-04,50100001", "1,4,2026-10-04,50100001"),
    "birth_contradicts": ("players.csv", "1991-05-04", "1992-05-04"),
    "federation_odd": ("players.csv", "BBX", "Bbx"),
    "adjustment_unknown": ("adjustments.csv", "fide-2024-03-compression", "fide-2024-03-lift"),
    "not_first_of_month": ("corrections.csv", "2026-11-01", "2026-11-02"),
    "highest_below": (LIST_FILE, "50100003,1530,0,40,12,1530", "50100003,1530,0,40,12,1529"),
    "score_over_games": ("pool.csv", "swiss,3,150", "swiss,3,350"),
    "rated_in_pool": ("pool.csv", "standard,50100004", "standard,50100003"),
}
ELSEWHERE = {
    "no_book", "table_missing", "table_twice", "list_name", "no_lists", "file_unknown", "column_kind",
    "list_refused", "list_date_missing", "list_twice", "list_closed", "list_built_on", "list_replaced",
    "list_out_of_order", "id_twice",
    "report_refused", "report_twice", "without_number", "games_left_out", "colours_unknown",
    # test_near_duplicates.py, and for the last test_book_import.py of the command line
    "report_annulled", "report_as_before", "near_duplicate", "near_duplicate_rated", "near_duplicate_files",
    "near_duplicate_several", "report_replaced", "report_beside", "counted_twice", "import_in_steps", "namesake",
    # test_book_events.py
    "part_of_other_kind", "part_of_part", "part_month_missing", "long_event_whole", "ratings_at_start",
    "event_not_rated", "withdrawal_without_effect",
    # test_record.py
    "record_damaged", "record_missing", "file_lost", "file_changed", "file_edited", "file_unrecorded", "no_record",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A book of its own for every test."""
    return Path(shutil.copytree(SMALL, tmp_path / "book"))


def codes(folder: Path) -> list[str]:
    """Give the codes of everything that is found."""
    book, problems = opened(folder)
    return [problem.code for problem in (problems if book is None else [*problems, *book.problems()])]


def test_a_sound_book_has_no_problems(folder: Path) -> None:
    """Nothing is found where nothing is wrong, and the tables can be read."""
    book = Book.open(folder)

    assert codes(folder) == []
    assert (book.table("games").height, book.list_dates, book.form) == (7, (date(2026, 10, 1),), "csv")
    assert book.rating_list(date(2026, 10, 1))["standard_rating"].to_list() == [2204, 2571, 1530]
    assert book.table("games").schema == TABLES["games"].schema


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_is_found(code: str, folder: Path) -> None:
    """A single wrong value is found and told; an error refuses the book."""
    name, old, new = FAULTS[code]
    place = folder / name
    text = place.read_text(encoding="utf-8")

    assert old in text
    place.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert code in codes(folder)
    if CODES[code] == "error":
        with pytest.raises(RefusedError) as refused:
            Book.open(folder)
        assert code in {problem.code for problem in refused.value.problems}
    else:
        Book.open(folder)


def test_every_code_has_a_test() -> None:
    """No problem is listed that nothing makes."""
    assert set(CODES) == {*FAULTS, *ELSEWHERE}


def test_all_faults_at_once(folder: Path) -> None:
    """A book with faults in several tables gets a message for each, with the lines."""
    for code in ("value_below", "dates_reversed", "scores_over", "value_unknown"):
        name, old, new = FAULTS[code]
        place = folder / name
        place.write_text(place.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RefusedError) as refused:
        Book.open(folder)
    sentences = {problem.code: problem.message for problem in refused.value.problems}

    assert set(sentences) == {"value_below", "dates_reversed", "scores_over", "value_unknown"}
    assert sentences["scores_over"].startswith("games.csv, line 2: ")


def test_many_rows_are_counted(folder: Path) -> None:
    """Of many rows with the same fault the first are named."""
    place = folder / "games.csv"
    place.write_text(place.read_text(encoding="utf-8").replace("\n1,", "\n9,"), encoding="utf-8")
    _, problems = opened(folder)
    book = Book.open(folder, checked=False)
    sentences = [problem.message for problem in [*problems, *book.problems()] if problem.code == "id_unknown"]

    assert sentences == ["games.csv, lines 2, 3, 4 and 3 more: event_id is 9, and the book has no such event."]


def test_missing_and_doubled_tables(folder: Path) -> None:
    """A table that must be there is asked for; two of the same cannot both be right; others may be absent."""
    (folder / "pool.csv").unlink()
    (folder / "exclusions.csv").unlink()
    TABLES["events"].empty().write_parquet(folder / "events.parquet")
    (folder / "lists" / "october.csv").write_text("fide_id\n")
    (folder / "diary.txt").write_text("x")

    assert sorted(codes(folder)) == ["file_unknown", "list_name", "table_missing", "table_twice"]
    book, _ = opened(folder)
    assert book is not None
    assert book.table("exclusions").is_empty()
    with pytest.raises(RefusedError):
        book.table("pool")


@pytest.mark.parametrize(
    ("added", "forms"),
    [
        ("events.parquet", "events.parquet and events.csv"),
        ("events", "events.csv and the folder events"),
    ],
)
def test_a_table_that_is_there_twice_is_named(added: str, forms: str, folder: Path) -> None:
    """As two files, or as a file and a folder: what is there is said."""
    place = folder / added
    if place.suffix:
        TABLES["events"].empty().write_parquet(place)
    else:
        place.mkdir()
    book, _ = opened(folder)

    assert book is not None
    assert [problem.message for problem in book.problems() if problem.code == "table_twice"] == [
        f"The table events is there 2 times: as {forms}. Which of them holds cannot be told."
    ]


def test_columns_of_another_kind(folder: Path) -> None:
    """In Parquet whole numbers may have any width; a text is no number."""
    (folder / "games.csv").unlink()
    frame = Book.open(SMALL).table("games")
    frame.with_columns(pl.col("round").cast(pl.UInt8)).write_parquet(folder / "games.parquet")
    assert codes(folder) == []
    frame.with_columns(pl.col("round").cast(pl.String)).write_parquet(folder / "games.parquet")
    assert codes(folder) == ["column_kind"]
    (folder / "games.parquet").write_bytes(b"PAR1 and nothing else")
    assert codes(folder) == ["table_unreadable"]


def test_a_day_outside_of_every_calendar(folder: Path) -> None:
    """A year of five digits or before 1800 is told, also where it stands in Parquet."""
    (folder / "corrections.csv").write_text("kind,fide_id,list,rating\nstandard,50100002,1026-11-01,2569\n")
    (folder / "adjustments.csv").unlink()
    far = pl.Series("list", [10**7], dtype=pl.Int32).cast(pl.Date)
    pl.DataFrame([far]).with_columns(kind=pl.lit("rapid"), id=pl.lit("x")).write_parquet(folder / "adjustments.parquet")

    assert sorted(codes(folder)) == ["value_above", "value_below"]


def test_a_mark_before_the_header(folder: Path) -> None:
    """A CSV file may begin with a byte order mark, as spreadsheets write it."""
    (folder / "pool.csv").write_bytes(b"\xef\xbb\xbf" + (folder / "pool.csv").read_bytes())

    assert codes(folder) == []


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_give_problems_only(data: st.DataObject, folder: Path) -> None:
    """Whatever stands in the files, there are sentences and never a traceback."""
    names = ("book.toml", "players.csv", "games.csv", "adjustments.csv", LIST_FILE)
    name = data.draw(st.sampled_from(names))
    whole = (SMALL / name).read_bytes()
    start = data.draw(st.integers(0, len(whole)))
    junk = data.draw(
        st.one_of(st.binary(max_size=30), st.sampled_from([b",", b'"', b"\n", b"-", b"99999999999999999999"]))
    )
    (folder / name).write_bytes(whole[:start] + junk + whole[start + data.draw(st.integers(0, 20)) :])

    assert all(isinstance(code, str) for code in codes(folder))
    shutil.copy(SMALL / name, folder / name)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_new_book(form: str, tmp_path: Path) -> None:
    """A new book is sound but for its lists; a title may have any character."""
    about = About('Quotes " and \\ and \x7f\nand more', "mssz", monthly_regime=True)
    Book.create(tmp_path / "new", about, form)
    book, problems = opened(tmp_path / "new")

    assert book is not None
    assert (book.about, problems, book.form) == (about, [], form)
    assert codes(tmp_path / "new") == ["no_lists"]
    with pytest.raises(RefusedError, match="not empty"):
        Book.create(tmp_path / "new", about)


def test_what_is_no_book(tmp_path: Path) -> None:
    """A folder without book.toml is told as such; so is one with faults in it, each with a sentence."""
    assert codes(tmp_path) == ["no_book"]
    (tmp_path / "book.toml").write_text("format = true\ntitel = 'x'\nauthority = 'nobody'\n", encoding="utf-8")
    _, problems = opened(tmp_path)
    sentences = " ".join(problem.message for problem in problems)

    assert [problem.code for problem in problems] == ["book_toml"] * 3
    assert "Did you mean title?" in sentences
    (tmp_path / "book.toml").write_bytes(b"\xff")
    assert codes(tmp_path) == ["book_toml"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_written_and_read_again(form: str, tmp_path: Path) -> None:
    """What is written is read again the same, in both forms."""
    book = Book.create(tmp_path / "new", About(), form)
    small = Book.open(SMALL)
    tables = {name: small.table(name) for name in TABLES}
    book.apply(changed(book, tables, {date(2026, 10, 1): small.rating_list(date(2026, 10, 1))}))
    again = Book.open(tmp_path / "new")

    assert all(again.table(name).equals(frame) for name, frame in tables.items())
    assert again.rating_list(date(2026, 10, 1)).equals(small.rating_list(date(2026, 10, 1)))
    assert again.rating_list(date(2026, 10, 1)).schema == LIST.schema
    assert {path.suffix for path in (tmp_path / "new").iterdir() if path.is_file()} == {".toml", ".json", f".{form}"}


def test_a_failed_writing_leaves_the_old_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of several tables cannot be written, none is changed, and nothing unfinished stays."""
    before = {place.name: place.read_bytes() for place in folder.glob("*.csv")}
    book = Book.open(folder)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(book_files.pl.DataFrame, "write_csv", full)
    with pytest.raises(NotWrittenError, match=r"players.csv of book could not .* No space .* as it was .* Make room"):
        book.apply(changed(book, {"players": book.table("players").head(1), "games": book.table("games").head(1)}))

    assert {place.name: place.read_bytes() for place in folder.glob("*.csv")} == before
    assert list(folder.glob(".*")) == []


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_table_that_is_an_empty_folder_stays_a_folder(form: str, tmp_path: Path) -> None:
    """A folder without parts is a table without rows; what is written becomes a part of it, in the form of the book."""
    book = Book.create(tmp_path / "new", About(), form)
    rows = Book.open(SMALL).table("pool")
    for name in ("pool", "players"):
        (book.folder / f"{name}.{form}").unlink()
        (book.folder / name).mkdir()
    book.apply(changed(book, {"pool": rows, "players": Book.open(SMALL).table("players")}))

    assert [path.name for path in (book.folder / "pool").iterdir()] == [f"all.{form}"]
    assert [path.name for path in (book.folder / "players").iterdir()] == [f"all.{form}"]
    assert Book.open(book.folder).table("pool").equals(rows)


def test_new_tables_are_written_as_the_players_are(folder: Path) -> None:
    """Also where the players are a folder of parts."""
    (folder / "players").mkdir()
    (folder / "players.csv").rename(folder / "players" / "first.csv")
    book = Book.open(folder)
    book.apply(changed(book, {}, {date(2026, 11, 1): book.rating_list(date(2026, 10, 1))}))

    assert (book.form, (folder / "lists" / "2026-11.csv").is_file()) == ("csv", True)


def test_results_of_less_than_a_point_are_asked_about_until_they_are_rated(folder: Path) -> None:
    """0-0 and half a point to nothing count as they are (settled by decision); one line asks about all of them."""
    place = folder / "games.csv"
    text = place.read_text(encoding="utf-8")
    place.write_text(
        text.replace("50100004,100,0", "50100004,0,0").replace("50100003,50,50", "50100003,50,0"), encoding="utf-8"
    )
    book = Book.open(folder)
    sentences = [problem.message for problem in book.problems() if problem.code == "scores_under"]
    rated = book.table("events").with_columns(rated_for=pl.lit(date(2026, 11, 1)))
    book.apply(changed(book, {"events": rated}))

    assert sentences == ["games.csv, lines 2, 4, 6: the two scores are less than one point."]
    assert "scores_under" not in codes(folder)


def test_part_results_of_old_lists_are_checked_too(folder: Path) -> None:
    """A player whom the book does not have in what was kept after a list is found, with the file."""
    (folder / POOLS).mkdir()
    text = (folder / "pool.csv").read_text(encoding="utf-8")
    (folder / POOLS / "2026-09.csv").write_text(text, encoding="utf-8")
    assert codes(folder) == []
    (folder / POOLS / "2026-09.csv").write_text(text.replace("50100004", "-7"), encoding="utf-8")
    book, _ = opened(folder)

    assert book is not None
    assert [problem.message for problem in book.problems() if problem.code == "id_unknown"] == [
        "pools/2026-09.csv, line 2: fide_id is -7, and the book has no such player."
    ]
