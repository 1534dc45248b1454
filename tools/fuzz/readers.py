"""The readers that are fuzzed, each called by itself: of reports, lists, periods, editions, facts, files of a book."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from mutations import happens, in_zip, mutated, of_bytes
from odd_tables import SMALL_BOOK, closed_book, odd_backup, odd_file, odd_list_parquet, odd_parquet, table_named
from target import Target, changed

from arpad.book.about import read_about
from arpad.book.backup import restored
from arpad.book.lists import read_book_list
from arpad.book.record import DamagedRecordError, read_record
from arpad.book.tables import read_table
from arpad.documents.period import read_period, refuse_days_without_edition
from arpad.documents.period_forms import period_document
from arpad.documents.round_robin import read_crosstable
from arpad.documents.schema import parsed
from arpad.engine.replay.rules import OneOffs
from arpad.events.defaults import read_defaults
from arpad.events.facts import read_facts
from arpad.events.intake import read_report
from arpad.formats.forms_2003.computer_table import read_computer_table
from arpad.formats.lists.problems import Findings
from arpad.formats.trf.reader import read_trf
from arpad.library.lists import list_in
from arpad.model.problems import ArpadError
from arpad.regulations.catalogue import edition
from arpad.regulations.conversion import read_table as read_conversion
from arpad.regulations.workings.explanation import explain

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from samples import Samples
    from target import Act

READ, REFUSED = "read", "refused"


def reading(read: Callable[[bytes], object]) -> Act:
    """Give what reads an input, or sees it refused with arpad's sentences."""

    def act(raw: bytes, _: Random, __: Path) -> str:
        try:
            read(raw)
        except ArpadError:
            return REFUSED
        return READ

    return act


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _trf(raw: bytes, _: Random, __: Path) -> str:
    report = read_trf(raw)
    if report.text.to_bytes() != raw:
        raise AssertionError("Not the bytes that were read are written again.")
    return READ if report.readable else REFUSED


def _report(raw: bytes, _: Random, __: Path) -> str:
    try:
        return REFUSED if read_report("report", raw).faults else READ
    except ArpadError:
        return REFUSED


def _computer_table(raw: bytes, _: Random, __: Path) -> str:
    try:
        read_computer_table(_text(raw))
    except ValueError:
        return REFUSED
    return READ


def _list(*, as_frame: bool) -> Act:
    def read(raw: bytes) -> None:
        rating_list = list_in(io.BytesIO(raw), "list", "list", as_frame=as_frame)
        rating_list.canonical_hash()
        rating_list.write(io.BytesIO(), rating_list.about, rating_list.findings)

    return reading(read)


def _period(document: object) -> None:
    period = read_period(document)
    refuse_days_without_edition(period)
    explain(period)


def _of_file(name: str, read: Callable[[Path], object]) -> Act:
    """Give what reads an input from a file."""

    def act(raw: bytes, chance: Random, folder: Path) -> str:
        place = folder / name
        place.write_bytes(raw)
        return reading(lambda _: read(place))(raw, chance, folder)

    return act


def _about(raw: bytes, _: Random, folder: Path) -> str:
    folder.joinpath("book.toml").write_bytes(raw)
    about, _is_old, problems = read_about(folder)
    return REFUSED if about is None or problems else READ


def _record(raw: bytes, _: Random, folder: Path) -> str:
    folder.joinpath("record.json").write_bytes(raw)
    try:
        read_record(folder)
    except DamagedRecordError:
        return REFUSED
    return READ


def _table(raw: bytes, _: Random, folder: Path) -> str:
    """Read a table of a book, or one of its lists; the input begins with its name."""
    name, _, content = raw.partition(b"\0")
    place = folder / f"2026-10{Path(name.decode()).suffix}"
    place.write_bytes(content)
    if name.startswith(b"lists/"):
        findings = Findings()
        return REFUSED if read_book_list(place, findings) is None or findings.problems else READ
    whole, problems = read_table(place, Path(name.decode()).stem, table_named(name.decode()))
    return REFUSED if whole is None or problems else READ


def _restored(raw: bytes, chance: Random, folder: Path) -> str:
    place, book = folder / "backup.zip", folder / f"restored-{chance.randrange(10**9)}"
    place.write_bytes(raw)
    try:
        return reading(lambda _: restored(place, book))(raw, chance, folder)
    finally:
        shutil.rmtree(book, ignore_errors=True)


def _of_record(chance: Random) -> bytes:
    return mutated((closed_book().joinpath("record.json").read_bytes(),), "json", chance)


def _of_list_parquet(samples: Samples) -> Callable[[Random], bytes]:
    def make(chance: Random) -> bytes:
        if happens(chance, 70):
            return odd_list_parquet(samples.frames, chance)
        return odd_parquet(mutated(samples.lists_csv, "cells", chance), chance)

    return make


def _zipped(samples: tuple[bytes, ...]) -> Callable[[Random], bytes]:
    def make(chance: Random) -> bytes:
        raw = in_zip(chance.choice(samples), chance)
        return of_bytes(raw, chance, (raw,)) if happens(chance, 60) else raw

    return make


def readers(samples: Samples) -> dict[str, Target]:
    """Give every reader with how many of a thousand inputs it gets: those that take long get few."""
    toml, rows, frame = "toml", _list(as_frame=False), _list(as_frame=True)
    round_robin = reading(lambda raw: read_crosstable(parsed(_text(raw), "input")))
    period = reading(lambda raw: _period(parsed(_text(raw), "input")))
    form = reading(lambda raw: _period(period_document(_text(raw), "input")))
    conversion = reading(lambda raw: read_conversion(_text(raw), "own"))
    one_offs = _of_file("one-offs.csv", lambda place: OneOffs.chosen(str(place)))
    every_list = (*samples.lists_text, *samples.lists_xml, *samples.lists_csv)
    return {
        "trf": Target(80, changed(samples.reports, "lines"), _trf),
        "report": Target(60, changed(samples.reports, "lines"), _report),
        "form of 2003": Target(40, changed(samples.forms, "lines"), _report),
        "computer table": Target(20, changed(samples.computer_tables, "lines"), _computer_table),
        "list text": Target(45, changed(samples.lists_text, "lines"), rows),
        "list xml": Target(45, changed(samples.lists_xml, "xml"), rows),
        "list csv": Target(45, changed(samples.lists_csv, "cells"), rows),
        "list in a zip": Target(20, _zipped(every_list), rows),
        "list text as frame": Target(5, changed(samples.lists_text, "lines"), frame),
        "list xml as frame": Target(10, changed(samples.lists_xml, "xml"), frame),
        "list csv as frame": Target(10, changed(samples.lists_csv, "cells"), frame),
        "list parquet": Target(20, _of_list_parquet(samples), frame),
        "facts": Target(46, changed(samples.facts, toml), reading(lambda raw: read_facts(_text(raw)))),
        "defaults": Target(
            40, changed(samples.defaults, toml), reading(lambda raw: read_defaults(raw, Path("/x/arpad.toml")))
        ),
        "edition": Target(40, changed(samples.editions, toml), _of_file("own.toml", lambda place: edition(str(place)))),
        "table of an edition": Target(20, changed(samples.conversions, "cells"), conversion),
        "one-offs": Target(20, changed(samples.one_offs, "cells"), one_offs),
        "period": Target(50, changed(samples.periods, "json"), period),
        "period as text": Target(40, changed(samples.period_texts, "lines"), form),
        "period as table": Target(20, changed(samples.period_tables, "cells"), form),
        "round robin": Target(30, changed(samples.crosstables, "json"), round_robin),
        "about a book": Target(20, changed((SMALL_BOOK.joinpath("book.toml").read_bytes(),), toml), _about),
        "record of a book": Target(20, _of_record, _record),
        "table of a book": Target(10, lambda chance: odd_file(SMALL_BOOK, chance, ".csv"), _table),
        "backup": Target(5, odd_backup, _restored),
    }
