"""The files of a publication: tables as Parquet, FIDE's TXT and XML, and the summary as JSON."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from arpad.book.durable.hashed_file import HashedFile
from arpad.book.durable.journal import sync
from arpad.book.frames.writing import write_frame
from arpad.book.made_by import SUMMARY
from arpad.book.schema import PARQUET
from arpad.book.tables import write_packed
from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.writer import new_list
from arpad.model.period import KINDS
from arpad.model.rating_list import RatingList
from arpad.publication.parts import LIST_PART, alphabetical, file_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.book.change import Opened
    from arpad.book.frames.in_order import InOrder
    from arpad.formats.lists.layouts import Layout
    from arpad.publication.parts import Shown
    from arpad.publication.publication import Publication

FORMS = ("txt", "xml")
_LAYOUTS = (
    (date(2016, 9, 1), "combined"),
    (date(2012, 7, 1), "combined-legacy"),
    (date(2005, 10, 1), "single-2005"),
    (date.min, "single-2002-10"),
)
"""From which list on FIDE's files have which columns, the newest first; since there are three kinds, in one file."""


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list as it is written for everybody: its name without the form, its layout and kinds, and its lines."""

    name: str
    layout: Layout
    kinds: tuple[str, ...]
    lines: InOrder


def write_published(folder: Path, publication: Publication) -> None:
    """Write everything that is published with a list into a new folder, but for what is said of how it was made."""
    with lists_written(folder, publication.shown, publication.list_date):
        write_tables(folder, publication)


@contextmanager
def lists_written(
    folder: Path, shown: Shown, day: date, *, stays: bool = False, opened: Opened | None = None
) -> Iterator[dict[str, str]]:
    """Write TXT and XML into a new folder while other things are done; at the end of these both are there.

    Gives the hashes of the files by name, which are known then. What `stays` goes to the disk meanwhile. What is
    `opened` gets the bytes in the place of a file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(listed, form) for listed in list_files(shown, day) for form in FORMS]
    del shown  # the files need only a part of it
    hashes: dict[str, str] = {}
    # The pieces of a list are put into form without holding Python's lock, so two files are written at once.
    with ThreadPoolExecutor(len(FORMS)) as meanwhile, ThreadPoolExecutor(len(FORMS)) as pool:
        own = opened or partial(HashedFile, writing=meanwhile if stays else None)
        tasks = [pool.submit(_written, folder, listed, form, day, own) for listed, form in jobs]
        yield hashes
        hashes |= dict(task.result() for task in tasks)


def write_list(folder: Path, shown: Shown) -> None:
    """Write the list itself as a table."""
    folder.mkdir(parents=True, exist_ok=True)
    write_packed(alphabetical(shown), folder.joinpath(f"{LIST_PART}.parquet"))


def write_tables(folder: Path, publication: Publication) -> None:
    """Write the tables and the summary."""
    for name, frame in publication.parts.items():
        write_packed(frame, folder.joinpath(f"{name}.parquet"))
    for kind, frame in publication.working.items():
        write_packed(frame, folder.joinpath(f"working_{kind}.parquet"))
    text = json.dumps(publication.summary, ensure_ascii=False, indent=1) + "\n"
    folder.joinpath(SUMMARY).write_bytes(text.encode())


def bring_to_disk(folder: Path) -> None:
    """Bring the tables that are written to the disk, so that nobody waits for it when everything is done.

    What fails here fails again when the folder is put into its place, and is told then.
    """
    with suppress(OSError):
        for place in folder.glob(f"*.{PARQUET}"):
            sync(place)


def list_files(shown: Shown, day: date) -> Iterator[ListFile]:
    """Give the lists as FIDE writes them: all kinds and everybody who is registered in one, or a list for each kind."""
    layout = LAYOUTS[next(name for first, name in _LAYOUTS if day >= first)]
    kinds = tuple(kind for kind in KINDS if kind in shown.laws)
    if layout.is_combined:
        yield ListFile("list", layout, KINDS, file_lines(shown, kinds, everybody=True, readers=len(FORMS)))
        return
    for kind in kinds:
        name = "list" if kind == kinds[0] else f"list_{kind}"
        yield ListFile(name, layout, (kind,), file_lines(shown, (kind,), everybody=False, readers=len(FORMS)))


def _written(folder: Path, listed: ListFile, form: str, list_date: date, opened: Opened) -> tuple[str, str]:
    """Write a list in a form; give the name of the file and its hash."""
    about = RatingList(form, listed.layout.name, listed.kinds, list_date)
    place = folder.joinpath(f"{listed.name}.{form}")
    with listed.lines.reading(), opened(place) as out:
        write_frame(out, listed.lines, new_list(about, form, listed.layout, listed.kinds[0]), Findings())
    return place.name, out.sha256
