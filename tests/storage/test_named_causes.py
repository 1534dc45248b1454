"""A revised list of an office has in it what its decision names; a national rulebook may allow more than FIDE's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import polars as pl
import pytest
from office_books import IMPORT, LISTS, small_book
from office_people import Silent, people, worked
from published_in_office import newest, published, wrong_result

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.decisions.annul import Annul
from arpad.book.folder import Book
from arpad.book.list_hash import list_hash
from arpad.book.log import BookLogEntry, entries
from arpad.book.schema import EDITIONS
from arpad.book.view import list_name
from arpad.library.books import close
from arpad.model.problems import RefusedError
from arpad.office.revise_list import ReviseList
from arpad.pages.published import pages_of_list
from arpad.publication.issue import Kept
from arpad.publication.republish import republished
from arpad.storage import log
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import put_right as putting_right
from arpad.storage.deeds import revise_list as revising
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.corrections import change_of
from arpad.storage.deeds.lists import office_day
from arpad.storage.importing import import_book
from arpad.storage.models import Job

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.models import ListVersion, RatingSystem

RULEBOOK = """\
id = "meadow-2026"
authority = "meadow"
kinds = ["standard"]
overlays = "fide/standard"
effective = 2026-01-01
status = "text"
title = "Rating rules of a made-up federation, 2026"

[provisions]
revised_list_for = { article = "Meadow 7 (2)", value = "VALUE" }
"""


def looked(system: RatingSystem, causes: list[int] | None) -> dict[str, Any]:
    """Work the revised list of the second list out, with some causes."""
    job_input = {"system": system.key, "list": LISTS[1].isoformat(), "causes": causes}
    return dict(revising.look(job_input, None, Silent(), lambda _: None))  # type: ignore[arg-type] # nobody asks who looks


def asked_of(seen: dict[str, Any], error: str = "wrong_id") -> ReviseList:
    """Give what is asked for after a look."""
    return ReviseList(
        error,
        tuple(seen["causes"]),
        list_hash=seen["list_hash"],
        revised_hash=seen["revised_hash"],
        reason="put right",
    )


def revised(
    office_people: dict[str, Person], system: RatingSystem, seen: dict[str, Any], error: str = "wrong_id"
) -> ListVersion:
    """Publish what was looked at by two people."""
    system.refresh_from_db()
    waiting = revising.revise_list(
        office_people["administrator"], system, LISTS[1], asked_of(seen, error), seen
    ).waiting
    assert waiting is not None
    worked(confirm(office_people["approver"], waiting.number), office_people["approver"])
    system.refresh_from_db()
    return newest(system)


def put_right(office_people: dict[str, Person], system: RatingSystem, request: Any) -> int:  # noqa: ANN401 - a request of a book
    """Put something right; give its entry of the log."""
    outcome = putting_right.put_right(office_people["administrator"], system, request)
    assert outcome.entry is not None
    return outcome.entry


def other_event(book: Book, event: int) -> int:
    """Give another event that the second list rated."""
    rated = book.table("events").filter(rated_for=LISTS[1])["event_id"].sort()
    return next(number for number in rated.to_list() if number != event)


@pytest.mark.usefixtures("office")
def test_what_is_not_named_waits_in_office_and_folder_alike(tmp_path: Path) -> None:
    """A result is named, an annulment waits: the same list as `republish --cause --revised-on`; so is the next one."""
    book, office_people = small_book(tmp_path / "book"), people()
    system = import_book(book.folder, IMPORT)
    published(office_people, system, LISTS[1])
    close(book.folder, LISTS[1])
    book = Book.open(book.folder)
    request = wrong_result(book, LISTS[1])
    annul = Annul(other_event(book, request.event), "never played")
    causes = []
    for each in (annul, request):
        causes.append(put_right(office_people, system, each))
        book.apply(change_of(book, each))
    in_folder = entries(book)[-1].number
    everything, only_one = looked(system, None), looked(system, causes[1:])

    assert (everything["causes"], everything["waits"]) == (causes, [])
    assert (only_one["causes"], only_one["waits"]) == (causes[1:], causes[:1])
    assert everything["revised_hash"] != only_one["revised_hash"]
    with pytest.raises(RefusedError, match="worked out anew"):
        revising.revise_list(office_people["administrator"], system, LISTS[1], asked_of(only_one), everything)
    revision = revised(office_people, system, only_one)
    change = republished(
        book, LISTS[1], "put right", Kept.of(book, LISTS[1]), pages=pages_of_list, named=[in_folder],
        kept_before=office_day(),
    )  # fmt: skip
    book.apply(change)

    assert revision.list_hash == list_hash(book.table(list_name(LISTS[1])), book.table("players"))
    for place in book.published(LISTS[1]).iterdir():
        assert archive().read(revision.files[place.name]) == place.read_bytes(), place.name
    record = list(log.records())[-1]
    assert (record.facts["causes"], record.facts["waits"]) == (causes[1:], causes[:1])
    tables = DatabaseBook(system)
    for name in ("events", "games", "pool", "issues"):
        assert (
            tables.table(name).sort(pl.all()).equals(book.table(name).select(tables.table(name).columns).sort(pl.all()))
        )
    with pytest.raises(RefusedError, match=f"There is: {causes[0]}"):
        revising.revise_list(
            office_people["administrator"], system, LISTS[1], asked_of(only_one), looked(system, causes[:1])
        )
    after = published(office_people, system, LISTS[2])
    assert after.list_hash == list_hash(close(book.folder, LISTS[2]).frame, book.table("players"))


def with_rulebook(folder: Path, value: str) -> Book:
    """Give the small book under a made-up national rulebook."""
    small = small_book(folder.with_name("plain"))
    about = About(title="A meadow", seed=small.about.seed, edition="meadow-2026.toml")
    place = folder / EDITIONS
    Book.create(folder, About(title="A meadow", seed=small.about.seed))
    place.mkdir()
    place.joinpath("meadow-2026.toml").write_text(RULEBOOK.replace("VALUE", value), encoding="utf-8")
    folder.joinpath("book.toml").write_text(about.text(), encoding="utf-8")
    opened = Book.open(folder)
    tables = {name: small.table(name) for name in ("players", "events", "games", "pool")}
    opened.apply(changed(opened, tables, {day: small.rating_list(day) for day in small.list_dates}))
    return Book.open(folder)


def late_report(book: Book | DatabaseBook) -> tuple[dict[str, pl.DataFrame], BookLogEntry]:
    """Give the tables with an event of the second list whose report came after it was closed, as an import has it."""
    events, games = book.table("events"), book.table("games")
    source = events.filter(rated_for=LISTS[1], kind="standard", system="swiss").sort("event_id").head(1)
    number = max(events["event_id"].to_list()) + 1
    plain = {"event_id": number, "rated_for": None, "name": "A late open"}
    late = source.with_columns(pl.lit(value, dtype=events.schema[name]).alias(name) for name, value in plain.items())
    own = games.filter(event_id=source["event_id"][0]).with_columns(
        pl.lit(number, dtype=pl.Int64).alias("event_id"),
        white_score=pl.col("black_score"),
        black_score=pl.col("white_score"),
    )
    facts = {"lists": [], "events": [{"event_id": number, "name": "A late open"}], "games": own.height, "players": 0}
    tables = {"events": pl.concat([events, late]), "games": pl.concat([games, own.select(games.columns)])}
    return tables, BookLogEntry("import", "it came by post", facts=facts)


@pytest.mark.usefixtures("office")
@pytest.mark.parametrize("value", ["corrections", "corrections_and_late_reports"])
def test_a_national_rulebook_allows_what_fides_editions_do_not(tmp_path: Path, value: str) -> None:
    """A correction that is no error of the office leads to a revised list, and the decision cites the article."""
    office_people = people()
    book = with_rulebook(tmp_path / "book", value)
    system = import_book(book.folder, IMPORT)
    published(office_people, system, LISTS[1])
    correction = put_right(office_people, system, Annul(_first(system), "never played"))
    seen = looked(system, [correction])

    assert seen["articles"] == ["meadow-2026 Meadow 7 (2)"]
    assert seen["allowed_more"] == ["correction", *(["late_report"] if "late" in value else [])]
    second = revised(office_people, system, seen, "by_rulebook")
    assert second.revision == 2
    assert second.number in Job.objects.filter(kind="list.public_files").latest("number").input["versions"]
    record = list(log.records())[-1]
    assert (record.code, record.facts["error"]) == ("list.revise", "by_rulebook")
    assert "meadow-2026 Meadow 7 (2)" in record.cites


def _first(system: RatingSystem) -> int:
    """Give an event of the second list that changed ratings."""
    return wrong_result(cast("Book", DatabaseBook(system)), LISTS[1]).event


@pytest.mark.usefixtures("office")
def test_fides_editions_allow_no_other_reason(tmp_path: Path) -> None:
    """A revised list by the rulebook is refused, with what there is."""
    book, office_people = small_book(tmp_path / "book"), people()
    system = import_book(book.folder, IMPORT)
    published(office_people, system, LISTS[1])
    seen = looked(system, [put_right(office_people, system, Annul(_first(system), "never played"))])
    system.refresh_from_db()

    assert (seen["allowed_more"], seen["articles"]) == ([], [])
    with pytest.raises(RefusedError, match="errors of the office only"):
        revising.revise_list(office_people["administrator"], system, LISTS[1], asked_of(seen, "by_rulebook"), seen)


@pytest.mark.parametrize("value", ["", "corrections", "corrections_and_late_reports"])
def test_a_late_report_waits_unless_the_rulebook_allows_it(tmp_path: Path, value: str) -> None:
    """In the folder: never in by itself; named, refused by FIDE's editions and taken in by a rulebook that says so."""
    folder = tmp_path / "book"
    book = with_rulebook(folder, value) if value else small_book(folder)
    close(folder, LISTS[1])
    book = Book.open(folder)
    tables, entry = late_report(book)
    book.apply(replace(changed(book, tables), entry=entry))
    late = entries(book)[-1].number
    with pytest.raises(RefusedError, match="would come out as it was published"):
        republished(book, LISTS[1], "nothing put right", Kept())
    if value != "corrections_and_late_reports":
        with pytest.raises(RefusedError, match="a late report never leads to a revised list"):
            republished(book, LISTS[1], "it came late", Kept(), named=[late])
        return
    change = republished(book, LISTS[1], "it came late", Kept.of(book, LISTS[1]), named=[late], pages=pages_of_list)
    book.apply(change)
    assert book.table("events").filter(name="A late open")["rated_for"].to_list() == [LISTS[1]]
