"""Frames that hand their columns over by Arrow's interface of C, put together by hand: right ones and wrong ones."""

from __future__ import annotations

import ctypes
import errno
import struct
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field

import polars as pl


class Schema(ctypes.Structure):
    """What a column is."""


Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))), ("dictionary", c_void_p), ("release", c_void_p), ("private_data", c_void_p),
]  # fmt: skip


class Array(ctypes.Structure):
    """What stands in a column."""


Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))), ("dictionary", c_void_p),
    ("release", c_void_p), ("private_data", c_void_p),
]  # fmt: skip

IN_THE_VIEW = 12
"""A text of no more bytes stands in its view."""
ASKED = CFUNCTYPE(c_int, c_void_p, c_void_p)
WHY = CFUNCTYPE(c_void_p, c_void_p)
RELEASE = CFUNCTYPE(None, c_void_p)


class Stream(ctypes.Structure):
    """What gives both."""

    _fields_ = (
        ("get_schema", ASKED), ("get_next", ASKED), ("get_last_error", WHY), ("release", c_void_p),
        ("private_data", c_void_p),
    )  # fmt: skip


_NEW_CAPSULE = ctypes.pythonapi.PyCapsule_New
_NEW_CAPSULE.restype, _NEW_CAPSULE.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]


@dataclass
class HandedColumn:
    """A column as it is handed over: whatever is said of it need not be so."""

    format: bytes = b"S"
    length: int = 2
    null_count: int = 0
    offset: int = 0
    buffers: tuple[bytes | None, ...] = (None, bytes(4))
    buffer_count: int | None = None
    dictionary: int | None = None


@dataclass
class HandedFrame:
    """A frame of such columns."""

    columns: list[HandedColumn] = field(default_factory=lambda: [HandedColumn()])
    format: bytes = b"+s"
    length: int = 2
    null_count: int = 0
    offset: int = 0
    child_count: int | None = None
    buffers: tuple[bytes | None, ...] = (None,)
    capsule_name: bytes = b"arrow_array_stream"
    fault: str = ""
    why: bytes | None = b"The disk is full."
    is_used: bool = False
    missing: str = ""
    released: int = 0

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Give the stream; everything it points to lives as long as the frame."""
        self._kept: list[object] = []
        self._given = False
        asked = [self._keep(ASKED(ask)) for ask in (self._schema, self._next)]
        release = self._keep(RELEASE(lambda _: None))
        why = self._keep(ctypes.create_string_buffer(self.why)) if self.why is not None else None
        place = ctypes.addressof(why) if why is not None else None
        stream = self._keep(Stream(*asked, self._keep(WHY(lambda _: place))))
        stream.release = None if self.is_used else ctypes.cast(release, c_void_p).value
        return _NEW_CAPSULE(ctypes.addressof(stream), self._keep(self.capsule_name), None)

    def _keep(self, thing):  # noqa: ANN001, ANN202 - ctypes has no types to name
        self._kept.append(thing)
        return thing

    def _release_into(self, place: int, kind: type[Schema | Array]) -> int:
        def release(_: int) -> None:
            self.released += 1
            kind.from_address(place).release = None

        return ctypes.cast(self._keep(RELEASE(release)), c_void_p).value or 0

    def _schema(self, _: int, place: int) -> int:
        if self.fault == "schema":
            return errno.EIO
        children = [self._keep(Schema(column.format, dictionary=column.dictionary)) for column in self.columns]
        schema = Schema.from_address(place)
        schema.format, schema.n_children = self._keep(self.format), len(children)
        schema.children = self._pointers(Schema, children)
        schema.release = self._release_into(place, Schema)
        return 0

    def _next(self, _: int, place: int) -> int:
        if self.fault == "next":
            return errno.EIO
        if self._given:
            return 0
        self._given = True
        children = [self._array(Array(), column) for column in self.columns]
        array = self._array(Array.from_address(place), self)
        array.n_children = len(children) if self.child_count is None else self.child_count
        array.children = self._pointers(Array, children)
        array.release = self._release_into(place, Array)
        return 0

    def _array(self, array: Array, described: HandedColumn | HandedFrame) -> Array:
        array.length, array.null_count = described.length, described.null_count
        array.offset, array.n_buffers = described.offset, len(described.buffers)
        if isinstance(described, HandedColumn) and described.buffer_count is not None:
            array.n_buffers = described.buffer_count
        array.buffers = self._keep((c_void_p * len(described.buffers))(*map(self._place, described.buffers)))
        return self._keep(array)

    def _place(self, raw: bytes | None) -> int | None:
        return None if raw is None else ctypes.addressof(self._keep(ctypes.create_string_buffer(raw, len(raw))))

    def _pointers(self, kind, things):  # noqa: ANN001, ANN202 - ctypes has no types to name
        if self.missing == f"all of {kind.__name__}":
            return None
        pointers = self._keep((POINTER(kind) * len(things))(*(ctypes.pointer(thing) for thing in things)))
        if self.missing == kind.__name__:
            pointers[0] = POINTER(kind)()
        return pointers


def by_hand(frame: pl.DataFrame, before: int, in_columns: int) -> HandedFrame:
    """Hand a frame over once more, in buffers that end with their last byte; so many rows stand unused before it.

    Some of them are before the columns too, if `in_columns` is not 0.
    """
    columns = [_column(column, before + in_columns, in_columns) for column in frame]
    return HandedFrame(columns, length=frame.height, offset=before)


def _column(column: pl.Series, before: int, offset: int) -> HandedColumn:
    cells = [None] * before + column.to_list()
    bits = sum((cell is not None) << place for place, cell in enumerate(cells))
    valid = bits.to_bytes((len(cells) + 7) // 8, "little")
    length, null_count = len(cells) - offset, column.null_count()
    if column.dtype.is_integer():
        code = {pl.Int64: "q", pl.UInt16: "H"}[column.dtype.base_type()]
        values = struct.pack(f"={len(cells)}{code}", *(cell or 0 for cell in cells))
        return HandedColumn(b"l" if code == "q" else b"S", length, null_count, offset, (valid, values))
    views, texts = b"", [b"", b""]
    for place, cell in enumerate(cells):
        text = cell.encode() if isinstance(cell, str) else cell or b""
        if len(text) <= IN_THE_VIEW:
            views += struct.pack(f"=I{IN_THE_VIEW}s", len(text), text)
        else:
            views += struct.pack("=I4sII", len(text), text, place % 2, len(texts[place % 2]))
            texts[place % 2] += text
    sizes = struct.pack("=2q", *map(len, texts))
    return HandedColumn(b"vu", length, null_count, offset, (valid, views, *texts, sizes))
