"""A book with people without a public page, and with everything that never leaves an office, each told by its text."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
from office_books import IMPORT, LISTS, small_book

from arpad.book.change import changed
from arpad.book.view import list_name
from arpad.library.books import close
from arpad.storage.settings import OfficeSettings
from arpad.web.django_settings import web_settings

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.book.folder import Book

REASON = "Umbrellaquarrel"
"""Why somebody is excluded; it stays in the office."""
HIDDEN = "Nopagehere"
"""Part of the name of everybody without a public page."""
ASSOCIATIONS = ("IBCA", "ICSC", "IPCA")


def private_book(folder: Path) -> Book:
    """Make the book: some of the rated are excluded, have died, or have no federation; everybody has a birth date."""
    book = small_book(folder)
    players, games = book.table("players"), book.table("games")
    rated = book.table(list_name(LISTS[0])).filter(pl.any_horizontal(pl.col("^.*_rating$").is_not_null()))["fide_id"]
    played = sorted({*games["white"], *games["black"]} & {*rated})
    excluded, died, stateless = played[0:20:4], played[1:20:4], played[2:20:4]
    off = [*excluded, *died, *stateless]
    listed = pl.col("fide_id").is_in(rated.implode())
    is_off = pl.col("fide_id").is_in(off) | ~listed
    place = pl.int_range(pl.len())
    # No day on which a law begins: these are public.
    born = pl.datetime("birth_year", place % 12 + 1, place % 9 + 17).cast(pl.Date)
    tables = {
        "players": players.with_columns(
            name=pl.when(is_off).then(pl.format(HIDDEN + "{}, Ada", "fide_id")).otherwise("name"),
            birth_year=pl.col("birth_year").fill_null(1971),
        ).with_columns(
            birth_date=born,
            died=pl.when(pl.col("fide_id").is_in(died)).then(date(2026, 8, 1)).otherwise("died"),
            federation=pl.when(pl.col("fide_id").is_in(stateless)).then(pl.lit("")).otherwise("federation"),
            association=pl.when(place % 9 == 0).then(pl.lit(ASSOCIATIONS[0])).otherwise("association"),
        ),
        "exclusions": pl.DataFrame(
            [
                {"fide_id": number, "since": date(2026, 8, 1), "until": None, "scope": "list", "reason": REASON}
                for number in excluded
            ],
            schema=book.table("exclusions").schema,
        ),
    }
    book.apply(changed(book, tables))
    close(book.folder, LISTS[1])
    return book


def office_of_private_book(folder: Path) -> None:
    """Open an office with that book, its index and its list being made."""
    from office_people import added  # noqa: PLC0415 - models need an office that is open

    from arpad.office.person import Person  # noqa: PLC0415 - the same
    from arpad.storage.deeds.preview_list import ask_preview  # noqa: PLC0415 - the same
    from arpad.storage.importing import import_book  # noqa: PLC0415 - the same
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - the same
    from arpad.storage.models import Job  # noqa: PLC0415 - the same
    from arpad.storage.opening import init_office  # noqa: PLC0415 - sets Django up
    from arpad.storage.site.public_files import ask_public_files  # noqa: PLC0415 - models need an office

    book = private_book(folder.with_name("book"))
    settings = OfficeSettings(title="Chess Union of Arcadia", zone="Europe/Lisbon", hosts=("*",))
    init_office(folder, settings, web_settings(settings))
    system = import_book(book.folder, IMPORT)
    ask_public_files()
    for job in Job.objects.filter(state="waiting").order_by("number"):
        assert work_here(job.number)
    system.refresh_from_db()
    vera = added("vera", "rating_administrator")
    preview = ask_preview(Person(vera.record, "vera"), system)
    assert work_here(preview.number)
    preview.refresh_from_db()
    assert preview.state == Job.DONE, preview.failure


def birthdays(days: list[date]) -> set[bytes]:
    """Give days as people and programs write them."""
    forms = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y%m%d", "%Y/%m/%d")
    written = {f"{day:{form}}".encode() for day in days for form in forms}
    words = {f"{day.day} {day:%B %Y}".encode() for day in days} | {f"{day.day} {day:%b %Y}".encode() for day in days}
    return written | words | {f"{day:%B} {day.day}, {day.year}".encode() for day in days}
