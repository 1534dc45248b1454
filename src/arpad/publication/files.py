"""The files of a publication: tables as Parquet, FIDE's TXT and XML, and the summary as JSON."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from arpad.book.frames.writing import write_frame
from arpad.book.made_by import SUMMARY
from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.writer import new_list
from arpad.model.period import KINDS
from arpad.model.rating_list import RatingList
from arpad.publication.parts import file_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.book.frames.in_order import InOrder
    from arpad.formats.lists.layouts import Layout
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
    """Write everything that is published with a list into a new folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in publication.parts.items():
        frame.write_parquet(folder.joinpath(f"{name}.parquet"))
    for kind, frame in publication.working.items():
        frame.write_parquet(folder.joinpath(f"working_{kind}.parquet"))
    text = json.dumps(publication.summary, ensure_ascii=False, indent=1) + "\n"
    folder.joinpath(SUMMARY).write_bytes(text.encode())
    jobs = [(list_file, form) for list_file in list_files(publication) for form in FORMS]
    # The pieces of a list are put into form without holding Python's lock, so two files are written at once.
    with ThreadPoolExecutor(len(FORMS)) as pool:
        for done in [pool.submit(_write, folder, job, form, publication.list_date) for job, form in jobs]:
            done.result()


def list_files(publication: Publication) -> Iterator[ListFile]:
    """Give the lists as FIDE writes them: all kinds and everybody who is registered in one, or a list for each kind."""
    layout = LAYOUTS[next(name for first, name in _LAYOUTS if publication.list_date >= first)]
    kinds = tuple(kind for kind in KINDS if kind in publication.shown.laws)
    if layout.is_combined:
        yield ListFile("list", layout, KINDS, file_lines(publication.shown, kinds, everybody=True))
        return
    for kind in kinds:
        name = "list" if kind == kinds[0] else f"list_{kind}"
        yield ListFile(name, layout, (kind,), file_lines(publication.shown, (kind,), everybody=False))


def _write(folder: Path, list_file: ListFile, form: str, list_date: date) -> None:
    about = new_list(
        RatingList(form, list_file.layout.name, list_file.kinds, list_date), form, list_file.layout, list_file.kinds[0]
    )
    with folder.joinpath(f"{list_file.name}.{form}").open("wb") as out:
        write_frame(out, list_file.lines, about, Findings())
