"""Tables of anybody: nothing is unpacked that nobody asked for, and a small file does not fill the memory."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import arpad

from arpad.book import bounded_tables
from arpad.book.bounded_tables import BROKEN, TooMuchError, csv_table, is_packed, parquet_table, silent_panics
from arpad.book.frames.lists import read_list
from arpad.book.parquet_size import ParquetError, parquet_size
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened

if TYPE_CHECKING:
    from pathlib import Path

ROWS = 20_000_000
TABLE = b"fide_id,name\n1,Nobody\n"


def parquet(frame: pl.DataFrame, **options: object) -> bytes:
    """Give a table as the bytes of a Parquet file."""
    out = io.BytesIO()
    frame.write_parquet(out, **options)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.fixture(scope="module")
def trap() -> bytes:
    """A small file that would take hundreds of megabytes."""
    frame = pl.DataFrame({name: np.zeros(ROWS, dtype=np.int64) for name in ("fide_id", "event_id")})
    raw = parquet(frame.with_columns(pl.lit("Nobody").alias("name")))
    assert len(raw) < 1_000_000
    return raw


def test_a_small_file_that_becomes_large_is_refused_before_it_is_read(
    trap: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says itself how large it becomes."""
    place = tmp_path / "trap.parquet"
    place.write_bytes(trap)
    monkeypatch.setattr(pl, "read_parquet", lambda *_, **__: pytest.fail("It was read."))

    with pytest.raises(TooMuchError, match="would become"):
        parquet_table(place)
    with pytest.raises(TooMuchError, match="would become"):
        parquet_table(trap)
    with pytest.raises(TooMuchError, match="a list has at most 100"):
        parquet_table(place, 100)


def test_such_a_list_is_refused_by_the_command(trap: bytes, tmp_path: Path) -> None:
    """With a sentence, and so is such a table of a book."""
    place = tmp_path / "trap.parquet"
    place.write_bytes(trap)
    code, _, err = arpad("list", "show", str(place))

    assert code == 1
    assert "a list has at most 5000000" in err or "would become" in err


@pytest.mark.parametrize("compression", ["zstd", "snappy", "uncompressed", "gzip", "lz4"])
@pytest.mark.parametrize("rows", [0, 1, 1000, 300_000])
def test_the_size_is_about_that_in_memory(compression: str, rows: int) -> None:
    """Of tables as books have them."""
    frame = pl.DataFrame(
        {
            "fide_id": np.arange(rows, dtype=np.int64),
            "played": np.arange(rows, dtype=np.int32) % 3 == 0,
            "name": [f"Family{number % 977}, Given" for number in range(rows)],
            "day": pl.Series([number % 20_000 for number in range(rows)], dtype=pl.Int32).cast(pl.Date),
        }
    )
    raw = parquet(frame, compression=compression)
    size = parquet_size(io.BytesIO(raw))

    assert size.rows == rows
    assert frame.estimated_size() <= 2 * size.unpacked + 10_000
    assert size.unpacked <= 4 * frame.estimated_size() + 10_000
    assert parquet_table(raw).equals(frame)


@given(st.data())
def test_damaged_files_are_refused_with_a_reason(data: st.DataObject) -> None:
    """Whatever bytes are changed: a table, or a reason; never another kind of fault."""
    frame = pl.DataFrame({"fide_id": [1, 2, 3], "name": ["a", "b", None]})
    raw = bytearray(parquet(frame, statistics=False))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    raw = raw[: data.draw(st.integers(len(raw) // 2, len(raw)))]
    with suppress(ParquetError):
        assert parquet_size(io.BytesIO(raw)).rows >= -(2**63)


PACKED = {
    "gzip": gzip.compress(TABLE),
    "zlib": zlib.compress(TABLE),
    "zlib-best": zlib.compress(TABLE, 9),
    "zlib-fast": zlib.compress(TABLE, 1),
    "zlib-none": zlib.compress(TABLE, 0),
    "zstd": bytes.fromhex("28b52ffd") + TABLE,
}


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_table_as_text_is_refused(name: str, tmp_path: Path) -> None:
    """Polars would unpack it, however large it becomes."""
    place = tmp_path / "players.csv"
    place.write_bytes(PACKED[name])

    assert is_packed(PACKED[name][:4])
    with pytest.raises(TooMuchError, match="packed"):
        csv_table(place)


def test_whatever_polars_unpacks_is_known() -> None:
    """A new way of packing would be unpacked without our knowing."""
    for name, raw in PACKED.items():
        if name == "zstd":
            continue
        try:
            was_unpacked = pl.read_csv(raw).columns == ["fide_id", "name"]
        except BROKEN:
            was_unpacked = False
        assert is_packed(raw[:4]) or not was_unpacked


def test_a_list_in_csv_that_is_packed_is_none(tmp_path: Path) -> None:
    """Even where its head looks like that of a list."""
    named = bytearray(gzip.compress(b"fide_id,name\n" + b"1,x\n" * 10_000_000, 9))
    named[3] |= 0x08
    raw = bytes(named[:10]) + b"fide_id,name\0" + bytes(named[10:])
    place = tmp_path / "list.csv"
    place.write_bytes(raw)
    findings = Findings()
    with place.open("rb") as stream:
        source = opened(str(place), stream, findings)
        assert source is not None
        assert source.form == "csv"
        read_list(source, findings)

    assert findings.has_errors


def test_a_line_that_begins_like_something_packed_is_text(tmp_path: Path) -> None:
    """Such as x^; only its start is alike."""
    place = tmp_path / "list.csv"
    place.write_bytes(b"x^,fide_id,name\n1,7,Nobody\n")
    code, out, _ = arpad("list", "find", str(place), "nobody")

    assert (code, "Nobody" in out) == (0, True)


def test_a_text_longer_than_any_is_refused(tmp_path: Path) -> None:
    """Repeated a million times it would fill the memory when it is written."""
    place = tmp_path / "players.csv"
    place.write_bytes(b"fide_id,name\n1," + b"x" * 100_000 + b"\n")
    with pytest.raises(TooMuchError, match="a text in it has more than 65536 bytes"):
        csv_table(place)


def test_a_table_of_too_many_bytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As text and as Parquet."""
    monkeypatch.setattr(bounded_tables, "MOST_BYTES", 10)
    place = tmp_path / "players.csv"
    place.write_bytes(TABLE)
    with pytest.raises(TooMuchError, match="more than 10 bytes"):
        csv_table(place)
    with pytest.raises(TooMuchError, match="more than 10 bytes"):
        parquet_table(parquet(pl.DataFrame({"a": [1]})))


def test_what_polars_says_of_a_panic_is_not_seen(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its threads write past Python; the sentence is ours. Whoever looks for a fault of arpad sees it."""
    for is_seen in (False, True):
        if is_seen:
            monkeypatch.setenv("ARPAD_TRACEBACK", "1")
        with silent_panics():
            os.write(2, b"thread panicked")
        os.write(2, b"|")

        assert capfd.readouterr().err == ("thread panicked|" if is_seen else "|")
