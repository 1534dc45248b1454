"""Any bytes as a list of fixed columns: a report, and the same bytes again."""

from __future__ import annotations

import io

from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.text import TextReader
from arpad.formats.lists.writer import ListWriter, new_list, write_lines
from arpad.model.rating_list import KindRating, Listed, ListLine, RatingList

LOST = {"line_too_long", "spelling_lost", "reading_stopped"}
_SOMEBODY = [
    Listed(7_000_001, "Nobody, N", "AAX", "F", "WIM", "WIM", ("FA", "NI"), "AFM", KindRating(2100, 3, 20), flag="w"),
    Listed(7_000_002, "Noone", "BBX", "M", birth_year=1990, flag="i"),
]


def _written(name: str) -> bytes:
    out = io.BytesIO()
    about = new_list(RatingList("csv", "", ("standard",)), "txt", LAYOUTS[name], "standard")
    write_lines(out, [ListLine(0, player) for player in _SOMEBODY], about, Findings())
    return out.getvalue()


SEEDS = [_written(name) for name in LAYOUTS]


def TARGET(data: bytes) -> None:  # noqa: N802 - the name that the runner looks for
    """Read, write, compare."""
    findings = Findings()
    reader = TextReader(io.BytesIO(data), findings)
    lines = list(reader)
    if reader.about is None:
        if not findings.has_errors:
            raise AssertionError("Refused without a reason.")
        return
    out = io.BytesIO()
    writer = ListWriter(out, reader.about, Findings())
    for line in lines:
        writer.write(line)
    writer.close(reader.about)
    if out.getvalue() != data and not LOST & set(findings.counts):
        raise AssertionError("Written otherwise than read.")
