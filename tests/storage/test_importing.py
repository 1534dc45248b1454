"""The way into an office: a list begins a book, further lists follow; what was ended on its way leaves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_books import IMPORT, LISTS, small_book
from office_people import people, worked

from arpad.book.list_hash import list_hash
from arpad.book.schema import LIST
from arpad.book.tables import fitted
from arpad.book.view import list_name
from arpad.library.books import close
from arpad.model.problems import RefusedError
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.import_book import ImportBook, import_book
from arpad.storage.deeds.verify_office import verify_office
from arpad.storage.importing import import_book as taken_in
from arpad.storage.log import records
from arpad.storage.models import ArchivedFile, ListVersion, PlayerRow, Proof, RatingSystem, Standing
from arpad.storage.queries.record import entry_sentence
from arpad.storage.standings import SAYS_SOMETHING, changed_lines
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("office")
def test_a_list_begins_a_book_and_a_further_list_goes_on(tmp_path: Path) -> None:
    """The lists are found by their hashes; the standings are those of the newest; all of it follows from the log."""
    book = small_book(tmp_path / "book", closed=True)
    closed = close(book.folder, LISTS[2])
    assert closed.published is not None
    administrator = people("administrator")["administrator"]
    for day in LISTS[1:3]:
        path = tmp_path / "book" / "published" / f"{day:%Y-%m}" / "list.parquet"
        assert path.is_file(), sorted(place.name for place in path.parent.iterdir())
        worked(import_book(administrator, ImportBook(path, "the lists until now", list_date=day)), administrator)
    system = RatingSystem.objects.get(is_ready=True)
    assert DatabaseBook(system).list_dates == LISTS[1:3]
    assert system.newest == ListVersion.objects.get(list_date=LISTS[2])
    assert [version.stage for version in ListVersion.objects.order_by("list_date")] == ["published", "published"]
    lines = DatabaseBook(system).table(list_name(LISTS[1]))
    first = set(Standing.objects.filter(generation=1).values_list("fide_id", flat=True))
    assert first == set(lines.filter(SAYS_SOMETHING)["fide_id"])
    assert set(Standing.objects.filter(generation=2).values_list("list_version", flat=True)) == {system.newest.pk}
    assert verify().problems == []
    path = tmp_path / "book" / "published" / f"{LISTS[1]:%Y-%m}" / "list.parquet"
    with pytest.raises(RefusedError, match="before the newest"):
        worked(import_book(administrator, ImportBook(path, "once more", list_date=LISTS[1])), administrator)


@pytest.mark.usefixtures("office")
def test_the_log_says_how_much_came_in(tmp_path: Path) -> None:
    """Of a book its lists, players and games, of a list its day; on the page of the log as in its file."""
    book, administrator = small_book(tmp_path / "book"), people()["administrator"]
    worked(import_book(administrator, ImportBook(book.folder, "the book until now")), administrator)
    closed = small_book(tmp_path / "closed", closed=True)
    path = closed.folder / "published" / f"{LISTS[1]:%Y-%m}" / "list.parquet"
    worked(import_book(administrator, ImportBook(path, "a list", list_date=LISTS[1])), administrator)
    counts = f"{len(book.list_dates)} list, {book.table('players').height} players, {book.table('games').height} games"
    sentences = [f"A book was imported: {counts}.", f"The rating list of {LISTS[1]} was taken in."]
    imports = [record for record in records() if record.code == "book.import"]
    assert [record.sentence() for record in imports] == sentences
    assert [entry_sentence(record.code, record.facts) for record in imports] == sentences


def test_a_line_that_says_nothing_is_written_only_where_one_spoke_before() -> None:
    """Nobody's rating, the last rating taken away, a flag, games without a rating, and who is gone from the list."""
    before = fitted(
        pl.DataFrame({"fide_id": [1, 2, 3, 4, 5], "standard_rating": [None, 2000, None, 1800, None]},
                     schema_overrides={"standard_rating": pl.Int32}), LIST
    )  # fmt: skip
    after = fitted(
        pl.DataFrame({"fide_id": [1, 2, 3, 6, 7], "flag": ["", "", "w", "", ""], "rapid_played": [0, 0, 0, 0, 2]},
                     schema_overrides={"rapid_played": pl.Int32}), LIST
    )  # fmt: skip
    assert changed_lines(None, before)["fide_id"].to_list() == [2, 4]
    lines = changed_lines(before, after).sort("fide_id")
    assert lines.select("fide_id", "is_off").rows() == [(2, False), (3, False), (4, True), (7, False)]


@pytest.mark.usefixtures("office")
def test_a_first_list_is_looked_through_as_a_book_is(tmp_path: Path) -> None:
    """What a folder would be refused for is refused, and nothing of it is left."""
    book = small_book(tmp_path / "book", closed=True)
    path = tmp_path / "list.parquet"
    listed = (
        book.table(list_name(LISTS[1])).select("fide_id", "standard_rating").join(book.table("players"), on="fide_id")
    )
    listed.with_columns(birth_year=pl.lit(1500)).select(
        "fide_id", "name", "federation", "sex", "birth_year", "standard_rating"
    ).write_parquet(path)
    administrator = people("administrator")["administrator"]
    with pytest.raises(RefusedError, match="birth_year"):
        worked(import_book(administrator, ImportBook(path, "the beginning", list_date=LISTS[1])), administrator)
    assert not RatingSystem.objects.filter(is_ready=True).exists()


@pytest.mark.usefixtures("office")
def test_an_import_that_was_ended_leaves_nothing_that_counts(tmp_path: Path) -> None:
    """The next one takes its rows away; a book comes in once."""
    book = small_book(tmp_path / "book", closed=True)

    class EndedError(Exception):
        """The process ends here."""

    def ended(_: object) -> None:
        raise EndedError

    for _ in range(2):
        with pytest.raises(EndedError):
            taken_in(book.folder, IMPORT, finish=ended)
        assert not RatingSystem.objects.filter(is_ready=True).exists()
        assert not ArchivedFile.objects.exists()
    system = taken_in(book.folder, IMPORT)
    assert PlayerRow.objects.count() == book.table("players").height
    assert RatingSystem.objects.get() == system
    kept = DatabaseBook(system)
    assert list_hash(kept.table(list_name(LISTS[1])), kept.table("players")) == kept.versions[LISTS[1]].list_hash
    with pytest.raises(RefusedError, match="already"):
        taken_in(book.folder, IMPORT)
    swept = archive().sweep(set(ArchivedFile.objects.values_list("sha256", flat=True)), older_than=0)
    assert swept.files == ()


@pytest.mark.usefixtures("office")
def test_a_proof_is_a_job_and_stands_in_the_log(tmp_path: Path) -> None:
    """Its outcome is kept."""
    taken_in(small_book(tmp_path / "book", closed=True).folder, IMPORT)
    administrator = people("administrator")["administrator"]
    result = worked(verify_office(administrator), administrator)
    assert result["is_whole"]
    assert Proof.objects.get().outcome == "ok"
    assert list(records())[-1].sentence() == "The office was verified: as it should be."
    assert verify().problems == []
