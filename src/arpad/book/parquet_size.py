"""How large a Parquet file becomes in memory, told from its own records before anything of it is unpacked.

A few kilobytes can stand for gigabytes: a value that repeats takes no room in the file. The footer names rows, columns
and their pages; the head of each page says to how many values and bytes it unpacks. Both are read here, in the compact
form of Thrift in which Parquet writes them, and nothing else.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = b"PAR1"
MOST_IN_FOOTER = 64_000_000
MOST_ITEMS = 4_000_000
MOST_DEPTH = 16
_PAGE_HEAD = 1 << 16
_WIDTHS = {0: 1, 1: 4, 2: 8, 4: 4, 5: 8, 6: 16}
"""Bytes of a value in memory, by its kind: flag, whole numbers, floats, text; arpad writes no others."""


class ParquetError(ValueError):
    """A file whose records contradict themselves, or are of a kind that arpad does not write."""


class ParquetSize(NamedTuple):
    """What a file says of itself."""

    rows: int
    unpacked: int
    """So many bytes its values take in memory, about."""


class _Thrift:
    """Reads a structure in the compact form: numbers of fields, and their values."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self.place = raw, 0
        self._items = 0

    def _byte(self) -> int:
        self.place += 1
        return self._raw[self.place - 1]

    def _number(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:  # noqa: PLR2004 - the last byte of a number
                return value
            shift += 7
            if shift > 63:  # noqa: PLR2004 - bits
                raise ParquetError("a number without an end")

    def _signed(self) -> int:
        value = self._number()
        return (value >> 1) ^ -(value & 1)

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """Read a structure, by the numbers of its fields."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            fields[number] = self._value(head & 0x0F, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:  # noqa: ANN401, PLR0911 - one return for each kind
        self._items += 1
        if self._items > MOST_ITEMS or depth > MOST_DEPTH:
            raise ParquetError("too many records, or too deep")
        match kind:
            case 1 | 2:
                return kind == 1
            case 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._signed()
            case 7:
                self.place += 8
                return None
            case 8:
                size = self._number()
                self.place += size
                return None
            case 9 | 10:
                return self._list(depth)
            case 12:
                return self.structure(depth + 1)
        raise ParquetError("a record of an unknown kind")

    def _list(self, depth: int) -> list[Any]:
        head = self._byte()
        size, kind = head >> 4, head & 0x0F
        if size == 15:  # noqa: PLR2004 - the size follows
            size = self._number()
        if size > len(self._raw):
            raise ParquetError("a list longer than the file")
        # Flags stand in a list as bytes of their own.
        return [self._byte() if kind in {1, 2} else self._value(kind, depth + 1) for _ in range(size)]


def parquet_size(stream: BinaryIO) -> ParquetSize:
    """Give how large a file becomes; its heads of pages are believed no more than its footer, the larger counts."""
    try:
        footer = _footer(stream)
        rows = int(footer[3])
        unpacked = sum(_of_chunk(stream, chunk[3]) for group in footer[4] for chunk in group[1])
    except (KeyError, IndexError, TypeError, struct.error, OSError) as fault:
        raise ParquetError("its footer cannot be read") from fault
    return ParquetSize(rows, unpacked)


def _footer(stream: BinaryIO) -> dict[int, Any]:
    end = stream.seek(0, 2)
    stream.seek(max(end - 8, 0))
    tail = stream.read(8)
    if len(tail) < 8 or tail[4:] != MARK:  # noqa: PLR2004 - a length of four bytes, and the mark
        raise ParquetError("it has no end of a Parquet file")
    length = struct.unpack("<I", tail[:4])[0]
    if length > min(MOST_IN_FOOTER, end - 8):
        raise ParquetError("its footer cannot be read")
    stream.seek(end - 8 - length)
    return _Thrift(stream.read(length)).structure()


def _of_chunk(stream: BinaryIO, chunk: dict[int, Any]) -> int:
    """Give the size of a column in a group of rows."""
    if chunk[1] not in _WIDTHS:
        raise ParquetError("it has a kind of column that no table here has")
    unpacked = values = 0
    for page in _pages(stream, chunk):
        unpacked += max(page.get(2, 0), 0)
        head = page.get(5) or page.get(8)
        values += max(head[1], 0) if head else 0
    return max(values, int(chunk[5])) * _WIDTHS[chunk[1]] + max(unpacked, int(chunk[6]))


def _pages(stream: BinaryIO, chunk: dict[int, Any]) -> Iterator[dict[int, Any]]:
    """Give the heads of the pages of a column."""
    place = min(chunk[9], chunk.get(11) or chunk[9])
    end = place + chunk[7]
    while place < end:
        stream.seek(place)
        raw = stream.read(min(_PAGE_HEAD, end - place))
        head = _Thrift(raw)
        page = head.structure()
        if page[3] < 0 or not raw:
            raise ParquetError("its pages cannot be read")
        yield page
        place += head.place + page[3]
