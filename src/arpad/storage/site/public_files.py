"""The public files of a list: forms of their own that give of a birth date the year, written and hashed with it.

A list that is published here has them from the moment it is published. For a list that came with a book, or was
published by an earlier version, a job writes them; what was published with it stays as it was.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from django.db import transaction

from arpad.book.frames.lists import FrameList
from arpad.book.schema import LIST
from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.writer import new_list
from arpad.library.lists import list_in
from arpad.model.period import KINDS, STANDARD
from arpad.model.problems import ArpadError
from arpad.model.rating_list import RatingList
from arpad.office.person import MACHINE
from arpad.publication.listing import is_idle, is_inactive
from arpad.publication.parts import LIST_PART
from arpad.publication.public_list import TITLES, as_list, highest_of, public_list, write_csv, write_table
from arpad.publication.public_parts import PARTS, parts_of_list
from arpad.storage.archived_files import PUBLISHED, archive, name_files, read_frame
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.lists import system_of
from arpad.storage.jobs.asking import ask, fingerprint
from arpad.storage.models import Job, ListVersion, RatingSystem
from arpad.storage.rulebooks import rulebook_of
from arpad.storage.site.list_table import TABLE, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from typing import BinaryIO

    from arpad.office.person import Person
    from arpad.storage.archive import Kept
    from arpad.storage.jobs.kinds import Finish, JobInput, Progress, Result

KIND = "list.public_files"
FIDE_FORMS = ("txt", "xml")
_PERSON = ("name", "federation", "sex", "title", "birth_year", "birth_date")
PUBLIC_STAGES = (ListVersion.PUBLISHED, ListVersion.REVISED)


class ListOfFiles(NamedTuple):
    """A list before its public files are written: of which day, what is published with it, and the list before."""

    system: RatingSystem
    day: date
    files: Mapping[str, str]
    list_file: str
    before: ListVersion | None

    @classmethod
    def of(cls, version: ListVersion) -> ListOfFiles:
        """Give what the public files of a version follow from."""
        return cls(version.rating_system, version.list_date, version.files, version.list_file, version.goes_on_from)


def write_public_files(of: ListOfFiles) -> dict[str, Kept]:
    """Write the public files of a list into the archive, and give them by name; no row names them yet."""
    parts, titles = _parts(of), _titles(of)
    now = read_frame(of.list_file, LIST)
    then = None if of.before is None else read_frame(of.before.list_file, LIST)
    lines = public_list(parts, titles, _ratings_before(of.before), highest_of(now, then), _idle(of, now))
    del parts, titles, now, then
    kept = {
        TABLE: _written(lambda out: write_table(lines, out)),
        "list.csv": _written(lambda out: write_csv(lines, out)),
    }
    whole = FrameList(RatingList("parquet", "", KINDS, of.day), as_list(lines), Findings())
    # FIDE's own files have everybody who is registered; in public nobody is named who is on no part of a list.
    for form in FIDE_FORMS:
        about = RatingList(form, "combined", KINDS, of.day)
        kept[f"{LIST_PART}.{form}"] = _put(whole, new_list(about, form, LAYOUTS["combined"], KINDS[0]))
    for kind in KINDS:
        single = new_list(RatingList("txt", "single", (kind,), of.day), "txt", LAYOUTS["single"], kind)
        kept[f"{kind}_rating_list.txt"] = _put(whole, single)
    lay_out(kept[TABLE].sha256, of.day)
    return kept


def _put(whole: FrameList, about: RatingList) -> Kept:
    return _written(lambda out: whole.write(out, about, Findings()))


def _written(write: Callable[[BinaryIO], None]) -> Kept:
    target = io.BytesIO()
    write(target)
    return archive().put(target.getvalue())


def _parts(of: ListOfFiles) -> dict[str, pl.DataFrame]:
    """Give the parts that were published with a list, or that its edition would have published."""
    if f"{LIST_PART}.parquet" in of.files:
        published = {name: of.files.get(f"{name}.parquet") for name in PARTS}
        return {name: _table(digest) for name, digest in published.items() if digest is not None}
    book = DatabaseBook(of.system)
    parts = parts_of_list(book, of.day, read_frame(of.list_file, LIST))
    people = book.table("players").select(pl.col("fide_id").cast(pl.Int64), *_PERSON)
    return {
        name: frame if "name" in frame.columns else frame.join(people, on="fide_id", how="inner")
        for name, frame in parts.items()
    }


def _table(digest: str) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(archive().read(digest)))


def _titles(of: ListOfFiles) -> pl.DataFrame:
    """Give the titles that FIDE's files have and the list as a table leaves out."""
    digest = of.files.get(f"{LIST_PART}.txt")
    if digest is None:
        players = DatabaseBook(of.system).table("players")
        return players.select(pl.col("fide_id").cast(pl.Int64), *TITLES)
    text = io.BytesIO(archive().read(digest))
    frames = list_in(text, f"{of.day:%Y-%m}.txt", f"{LIST_PART}.txt", kind=KINDS[0], list_date=of.day, as_frame=True)
    if not isinstance(frames, FrameList):
        raise TypeError("A list was asked for as a frame.")
    return frames.frame.select(pl.col("fide_id").cast(pl.Int64), *TITLES).unique("fide_id", keep="first")


def _idle(of: ListOfFiles, lines: pl.DataFrame) -> pl.DataFrame:
    """Tell who is inactive in rapid and in blitz, for which the list has no flag."""
    rulebook, flagged = rulebook_of(of.system), lines.select(is_inactive(pl.col("flag"))).to_series()
    idle = lines.select(pl.col("fide_id").cast(pl.Int64))
    for kind in KINDS:
        try:
            law, since = rulebook.law(kind, of.day), rulebook.calendar(kind, of.day).inactive_from(of.day)
        except ArpadError:
            continue
        if kind != STANDARD:
            idle = idle.with_columns(is_idle(law, lines[f"{kind}_last"], since, flagged).alias(f"{kind}_inactive"))
    return idle


def _ratings_before(before: ListVersion | None) -> pl.DataFrame | None:
    """Give what the list before showed of everybody's ratings."""
    if before is None:
        return None
    digest = before.public_files.get(TABLE) or before.files.get(f"{LIST_PART}.parquet")
    return read_frame(before.list_file, LIST) if digest is None else _table(digest)


def keep_public_files(version: ListVersion, kept: Mapping[str, Kept]) -> None:
    """Name the public files of a version, within the transaction that makes them count."""
    name_files((each, PUBLISHED) for each in kept.values())
    files = {name: each.sha256 for name, each in kept.items()}
    ListVersion.objects.filter(pk=version.pk).update(public_files=files)


def ask_public_files() -> list[Job]:
    """Ask for the public files of every list that has none, where that was not asked for before."""
    asked = []
    for system in RatingSystem.objects.filter(is_ready=True).order_by("number"):
        numbers = [version.pk for version in _without(system)]
        job_input = {"system": system.key, "versions": numbers}
        if numbers and not Job.objects.filter(fingerprint=fingerprint(KIND, job_input)).exists():
            asked.append(ask(KIND, job_input, MACHINE))
    return asked


def _without(system: RatingSystem) -> list[ListVersion]:
    rows = ListVersion.objects.filter(rating_system=system, stage__in=PUBLIC_STAGES, public_files={})
    return list(rows.select_related("goes_on_from", "rating_system").order_by("list_date", "revision"))


def work(job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:  # noqa: ARG001 - as all work
    """Write the public files of the lists that have none, the oldest first."""
    versions = _without(system_of(job_input["system"]))
    for number, version in enumerate(versions):
        progress("writing public files", number, len(versions))
        if version.goes_on_from is not None:
            version.goes_on_from.refresh_from_db(fields=["public_files"])
        kept = write_public_files(ListOfFiles.of(version))
        with transaction.atomic():
            keep_public_files(version, kept)
    result: dict[str, int] = {"lists": len(versions)}
    with transaction.atomic():
        finish(result)
    return result
