"""`arpad period compare`: a book's list beside a published one, every difference with its class and a sentence."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import add_raw, list_day
from arpad.cli.output import plain_table
from arpad.cli.output_form import output_form
from arpad.cli.progress import Progress
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.documents.book_lists import compared_list_data, difference_data
from arpad.documents.schema import InputError
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.book.folder import Book
    from arpad.book.frames.lists import FrameList
    from arpad.book.view import BookView
    from arpad.engine.compare.compare import Comparison

SHOWN = 40
HEAD = ("kind", "fide_id", "name", "class", "fields", "ours", "official", "sentence")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes besides the book, the month and the edition."""
    parser.add_argument("official", metavar="OFFICIAL-LIST", help="a published list as TXT, XML, CSV, Parquet or zip")
    parser.add_argument(
        "--previous",
        metavar="OFFICIAL-LIST",
        help="the published list before: if it has another rating, that explains a difference",
    )
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess of a single list, where its name does not say")
    parser.add_argument("--date", type=list_day, metavar="YYYY-MM", help="the day of the list, where nothing says it")
    parser.add_argument("--member", metavar="NAME", help="the file inside a zip, where there are several")
    parser.add_argument("--all", action="store_true", help="show every difference")
    parser.add_argument("-o", "--output", metavar="FILE.csv", help="write every difference as CSV")
    add_raw(parser)


def compared(book: Book, month: date, official: Path, given: argparse.Namespace) -> Answer:
    """Compare the list of a month, which the book has, with a published one."""
    from arpad.book.view import seen_by  # noqa: PLC0415 - an extra, and slow to load
    from arpad.engine.compare.compare import compare  # noqa: PLC0415 - the same

    if given.output:
        output_form(given.output, {".csv": "csv"})
    if month not in book.list_dates:
        raise InputError.of(WORDS, "no_list", book.folder.name, month=f"{month:%Y-%m}")
    view = seen_by(book, given.edition)
    with Progress("reading the published list") as progress:
        read = _read(official, month, given, progress)
        previous = None
        if given.previous:
            before = _list_before(view, month, read.about.kinds)
            # Options about the file are about the list of the month; the one before has to speak for itself.
            asked = argparse.Namespace(member=None, date=None, kind=given.kind)
            previous = _read(Path(given.previous), before, asked, progress)
        comparison = compare(view, month, read, progress.stage, previous)
    if given.output:
        _write(given.output, comparison, raw=given.raw)
    name_before = Path(given.previous).name if given.previous else None
    data = compared_list_data(month, official.name, name_before, comparison)
    problems = any(rating_list is not None and rating_list.findings.has_errors for rating_list in (read, previous))
    text = _text(data, comparison, given)
    if problems:
        text += "\nSome of a published list could not be read; `arpad list show` says what."
    return Answer(data, text, code=1 if comparison.differences or problems else 0)


def _read(place: Path, month: date, given: argparse.Namespace, progress: Progress) -> FrameList:
    """Read a published list, and refuse one of another month."""
    from arpad.book.frames.lists import FrameList  # noqa: PLC0415 - an extra, and slow to load
    from arpad.cli.commands.list import read_file  # noqa: PLC0415 - only here, and it needs much

    read = read_file(str(place), given, progress, as_frame=True)
    assert isinstance(read, FrameList)  # noqa: S101 - a frame was asked for
    on = read.about.list_date
    if on is not None and (on.year, on.month) != (month.year, month.month):
        own, asked = f"{on:%Y-%m}", f"{month:%Y-%m}"
        raise InputError.of(WORDS, "other_month", place.name, file=place.name, month=own, asked=asked)
    return read


def _list_before(view: BookView, month: date, kinds: Sequence[str]) -> date:
    """Give the day of the list before that of a month."""
    calendars = (view.rulebook.calendar(kind, month) for kind in kinds)
    days = [day for calendar in calendars if (day := calendar.list_before(month)) is not None]
    if not days:
        raise InputError.of(WORDS, "no_list", "--previous", says="no_list_before", month=f"{month:%Y-%m}")
    return max(days)


def _text(data: dict[str, Any], comparison: Comparison, given: argparse.Namespace) -> str:
    lines = ", ".join(f"{count} {kind}" for kind, count in comparison.compared.items())
    sentences = [f"List of {data['list'][:7]} beside {data['official']}: {lines} lines compared."]
    counts = ", ".join(f"{count} {name}" for name, count in comparison.counts.items() if count)
    word = "difference" if len(comparison.differences) == 1 else "differences"
    sentences.append(f"{len(comparison.differences)} {word}: {counts}." if counts else "No differences.")
    shown = comparison.differences if given.all else comparison.differences[:SHOWN]
    if shown:
        rows = [
            (difference.fide_id, difference.name, difference.kind, difference.explained_by, difference.sentence)
            for difference in shown
        ]
        sentences += ["", table(["FIDE id", "name", "kind", "class", "why"], rows)]
    if len(comparison.differences) > len(shown):
        sentences.append(f"… and {len(comparison.differences) - len(shown)} more; --all shows them, -o writes them.")
    return "\n".join(sentences)


def _write(name: str, comparison: Comparison, *, raw: bool) -> None:
    """Write every difference as CSV."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(HEAD)
    for difference in comparison.differences:
        values = difference_data(difference)
        lists = {key: " ".join(_cell(value) for value in values[key]) for key in ("fields", "ours", "official")}
        writer.writerow([_cell((values | lists)[key]) for key in HEAD])
    with whole_file(name) as out:
        text = written.getvalue()
        out.write((text if raw else plain_table(text)).encode("utf-8", "backslashreplace"))


def _cell(value: object) -> str:
    return "-" if value is None else str(value)
