"""Any bytes as a list in XML: a report, and the same bytes again."""

from __future__ import annotations

import io

from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.writer import ListWriter, new_list, write_lines
from arpad.formats.lists.xml import XmlReader
from arpad.model.rating_list import KindRating, Listed, ListLine, RatingList

LOST = {"spelling_lost", "reading_stopped"}
_SOMEBODY = [
    Listed(7_000_001, "Nobody & Co, N", "AAX", "F", "WIM", "WIM", ("FA",), "", KindRating(2100, 3, 20), flag="w"),
    Listed(7_000_002, "Noone", "BBX", "M", birth_year=1990, flag="i"),
]


def _written(name: str) -> bytes:
    out = io.BytesIO()
    about = new_list(RatingList("csv", "", ("standard",)), "xml", LAYOUTS[name], "standard")
    write_lines(out, [ListLine(0, player) for player in _SOMEBODY], about, Findings())
    return out.getvalue()


SEEDS = [
    *(_written(name) for name in ("combined", "single")),
    b'<players><player FIDEID="3" name="x>y"/><player FIDEID="4"><BIRTHDAY>2001-02-03</BIRTHDAY></player></players>',
    b'<?xml version="1.0" encoding="iso-8859-1"?><!--c--><list><player><fideid>1</fideid></player></list>',
    b'<!DOCTYPE a [<!ENTITY b "c">]><playerslist><player><name>&b;<![CDATA[<x>]]></name></player></playerslist>',
]


def TARGET(data: bytes) -> None:  # noqa: N802 - the name that the runner looks for
    """Read, write, compare."""
    findings = Findings()
    reader = XmlReader(io.BytesIO(data), findings)
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
