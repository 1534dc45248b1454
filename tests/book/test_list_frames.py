"""Reading and writing in columns is the same as row by row: players, spellings, problems, bytes, hashes."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import made_lists
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel import with_kernel
from list_strategies import DAMAGED_TEXTS, DAMAGED_XMLS, PLAYERS

import arpad.book.frames.fixed_columns as in_lines
import arpad.book.frames.reading as in_pieces
from arpad.book.frames.columns import SCHEMA, SPELLING, players_of
from arpad.book.frames.lists import FrameList, read_list
from arpad.formats.lists import line_program
from arpad.formats.lists.compare import carried, differences
from arpad.formats.lists.csv import write_csv
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.text import MOST_IN_LINE
from arpad.formats.lists.whole import RowList, read_rows

if TYPE_CHECKING:
    from arpad.model.rating_list import Listed

READ_OUT_OF_ORDER = {"line_too_long", "spelling_lost", "encoding_mixed"}


def both(raw: bytes, name: str = "standard.txt") -> tuple[RowList | None, FrameList | None, Findings, Findings]:
    """Read bytes in both ways."""
    first, second = Findings(), Findings()
    first_copy, other = (opened(name, io.BytesIO(raw), findings) for findings in (first, second))
    assert first_copy is not None
    assert other is not None
    return read_rows(first_copy, first), read_list(other, second), first, second


def compared(raw: bytes) -> tuple[RowList | None, FrameList | None]:
    """Read bytes in both ways, which are the same, and give both lists."""
    rows, frames, first, second = both(raw)
    assert (rows is None) == (frames is None)
    assert first.counts == second.counts
    if rows is not None and frames is not None:
        assert players_of(frames.frame) == list(rows.players)
        spelled = [line.spelling for line in rows.lines if line.listed is not None]
        assert frames.frame[SPELLING].to_list() == spelled
        assert frames.frame.schema == pl.Schema(SCHEMA)
        assert frames.about.dialect == rows.about.dialect
        assert frames.counts() == rows.counts()
        assert frames.canonical_hash() == rows.canonical_hash()
        assert frames.raw_hash() == rows.raw_hash()
        assert _bytes(frames) == _bytes(rows)
    return rows, frames


def _bytes(row_list: RowList | FrameList, **changes: str) -> bytes:
    """Give the bytes of a list, which are the same with the kernel and without it."""
    written = set()
    for kernel in (line_program.KERNEL, None):
        out = io.BytesIO()
        with with_kernel(kernel):
            row_list.write(out, replace(row_list.about, **changes) if changes else row_list.about, Findings())  # type: ignore[arg-type]
        written.add(out.getvalue())
    (raw,) = written
    return raw


@given(DAMAGED_TEXTS)
def test_text_as_row_by_row(raw: bytes) -> None:
    """A list of fixed columns, sound or damaged."""
    compared(raw)


@pytest.mark.parametrize(("right", "damaged"), [(b"BK ", b"K  "), (b"RGm", b"Gms"), (b"BRtng", b"Rtng ")])
def test_a_header_that_would_name_a_column_twice(right: bytes, damaged: bytes) -> None:
    """A column without a kind of chess in a list of all kinds is not known, and is told as such, in both ways."""
    raw = made_lists.combined_text(20)
    assert right in raw

    rows, _ = compared(raw.replace(right, damaged, 1))
    assert rows is not None
    assert "column_unknown" in both(raw.replace(right, damaged, 1))[2].counts


def test_a_line_too_long_above_the_header() -> None:
    """It is reported once, and the header below it is still the header, in both ways of reading."""
    long_line = b"x" * (MOST_IN_LINE + 1) + b"\n"
    raw = made_lists.combined_text(20)
    rows, frames, first, second = both(long_line + raw)

    assert rows is not None
    assert frames is not None
    assert first.counts == second.counts == {"line_too_long": 1}
    assert [problem.line for problem in first.problems] == [problem.line for problem in second.problems] == [1]
    assert list(rows.players) == players_of(frames.frame) == list(compared(raw)[0].players)  # type: ignore[union-attr]
    assert _bytes(frames) == _bytes(rows) == long_line + raw


@given(DAMAGED_XMLS)
def test_xml_as_row_by_row(raw: bytes) -> None:
    """A list in XML, sound or damaged."""
    compared(raw)


@given(st.lists(PLAYERS, max_size=12))
def test_csv_as_row_by_row(players: list[Listed]) -> None:
    """A list in CSV; what one writer wrote, the other would have written too, as far as reading tells."""
    out = io.BytesIO()
    write_csv(out, players)
    rows, frames, first, second = both(out.getvalue(), "list.csv")

    assert rows is not None
    assert frames is not None
    assert players_of(frames.frame) == list(rows.players)
    assert first.counts == second.counts
    again = both(_bytes(frames, form="csv"), "list.csv")[0]
    assert again is not None
    assert list(again.players) == list(rows.players)


@pytest.mark.parametrize("size", [1 << 12, 1 << 16, 1 << 24])
def test_in_pieces_of_any_size(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a piece ends does not matter."""
    monkeypatch.setattr(in_lines, "PIECE", size)
    monkeypatch.setattr(in_pieces, "PLAYERS", size >> 7)
    lines = made_lists.combined_text(3000).split(b"\r\n")
    lines[500] = lines[500][:80]
    lines[1500] = b"nobody"
    lines[2500] = b""
    raw = b"\r\n".join(lines)
    rows, frames = compared(raw)

    assert rows is not None
    assert frames is not None
    assert _bytes(frames) == raw
    assert [place for place, _ in frames.about.strays] == [1499, 2498]
    xml = made_lists.combined_xml(3000)
    assert _bytes(compared(xml)[1]) == xml  # type: ignore[arg-type]


@pytest.mark.parametrize("every", [1, 2, 3, 50])
def test_reading_stops_at_the_same_place(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where far more lines are no players than are, both ways stop, at the same line."""
    monkeypatch.setattr("arpad.formats.lists.rows.MOST_STRAYS", 20)
    monkeypatch.setattr(in_lines, "MOST_AT_ONCE", 64)
    lines = made_lists.combined_text(300).split(b"\r\n")
    mixed = [row for line in lines[:200] for row in (line, *[b"nothing"] * (3 // every))] + [b""] * 900 + lines[200:]
    rows, _ = compared(b"\r\n".join(mixed))

    assert rows is not None
    assert rows.findings.counts["reading_stopped"] == 1


def test_the_same_list_in_every_form(tmp_path: object) -> None:
    """TXT, XML, CSV and Parquet of one list have one hash, and Parquet remembers how the text was written."""
    text, xml = made_lists.combined_text(500), made_lists.combined_xml(500)
    frames = both(text)[1]
    assert frames is not None
    csv, parquet = _bytes(frames, form="csv"), _bytes(frames, form="parquet")
    hashes, back = set(), b""
    for raw in (text, xml, csv, parquet):
        source = opened("list", io.BytesIO(raw), Findings())
        assert source is not None
        rating_list = read_list(source, Findings())
        assert rating_list is not None
        hashes.add(rating_list.canonical_hash())
        back = _bytes(rating_list, form="txt") if raw is parquet else back

    assert len(hashes) == 1
    assert back == text
    assert tmp_path


@given(st.lists(PLAYERS, max_size=8), st.lists(PLAYERS, max_size=8), st.data())
def test_differences_as_row_by_row(old: list[Listed], new: list[Listed], data: st.DataObject) -> None:
    """What changed is the same, also where players are on both lists."""
    kept = data.draw(st.lists(st.sampled_from(old), max_size=5)) if old else []
    after = [*new, *(replace(player, federation=data.draw(st.sampled_from(["AAX", "CCX"]))) for player in kept)]
    frames = []
    for players in (old, after):
        out = io.BytesIO()
        write_csv(out, players)
        rating_list = both(out.getvalue(), "list.csv")[1]
        assert rating_list is not None
        frames.append(rating_list)
    columns = carried(frames[0].about) & carried(frames[1].about)
    first = [players_of(frame.frame) for frame in frames]

    assert frames[0].differences(frames[1]) == differences(*first, columns)


@given(st.lists(PLAYERS, min_size=1, max_size=8), st.sampled_from(["", "a", "ä b", "o'", "12", "Ab"]))
def test_found_as_row_by_row(players: list[Listed], words: str) -> None:
    """Who is found is the same."""
    out = io.BytesIO()
    write_csv(out, players)
    rows, frames, _, _ = both(out.getvalue(), "list.csv")
    assert rows is not None
    assert frames is not None
    for asked in (words, players[0].name, str(players[0].fide_id)):
        assert frames.find(asked) == rows.find(asked)


@given(st.binary(max_size=300))
def test_any_bytes_as_parquet(raw: bytes) -> None:
    """A damaged table is a problem, never a traceback."""
    findings = Findings()
    source = opened("list.parquet", io.BytesIO(b"PAR1" + raw), findings)
    assert source is not None

    assert read_list(source, findings) is None
    assert findings.has_errors
    assert Counter(findings.counts)
