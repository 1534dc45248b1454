"""Reading rating lists in XML and CSV into frames, in pieces, so that memory stays bounded."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.bounded_tables import MOST_LIST_BYTES, is_packed, silent_panics
from arpad.book.frames.columns import SCHEMA, UNUSUAL, frame_of, typed
from arpad.formats.lists.csv import KEPT, NEEDED, CsvReader
from arpad.formats.lists.rows import MOST_PLAYERS, RowReader, StrayRoom
from arpad.formats.lists.text import MOST_IN_LINE
from arpad.formats.lists.values import COLUMNS
from arpad.formats.lists.xml import PlayerParser, XmlReader
from arpad.model.bounded import read_stream
from arpad.model.period import KINDS
from arpad.model.rating_list import ColumnStyle, ListLine, RatingList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.formats.lists.problems import Findings
    from arpad.formats.lists.source import ListSource
    from arpad.model.rating_list import Listed

PLAYERS = 100_000
_QUOTED = re.compile(rb"""[,\n]"?'""")
"""A cell that begins with an apostrophe."""
FEW = 32
"""So many unusual rows of a piece are put in without sorting."""


class Pieces:
    """Puts the pieces of a list together: frames, and lines that are no players with their places."""

    def __init__(self, room: StrayRoom | None = None) -> None:
        self._frames: list[pl.DataFrame] = []
        self._room = room
        self.is_over = False
        self.count = 0
        self.strays: list[tuple[int, bytes]] = []

    def add(self, frame: pl.DataFrame, slow: Callable[[int], ListLine | None]) -> None:
        """Add a piece whose unusual rows are read one by one; `slow` reads the row of that number."""
        unusual = frame[UNUSUAL].arg_true().to_list()
        usual = frame.drop(UNUSUAL)
        listed: dict[int, tuple[Listed, bytes | None]] = {}
        dropped = 0
        for place in unusual:
            line = slow(place)
            if line is not None and line.listed is not None:
                listed[place] = (line.listed, line.spelling)
                continue
            players = self.count + place - dropped
            dropped += 1
            if line is not None and line.spelling is not None:
                if self._room is not None and not self._room.takes(line.number, len(line.spelling), players):
                    self.is_over = True
                    usual = usual.head(place)
                    unusual = [row for row in unusual if row < place]
                    break
                self.strays.append((players, line.spelling))
        if len(unusual) <= FEW:
            for part in _patched(usual, unusual, listed):
                self._keep(part)
            return
        index = pl.Series("place", list(listed), dtype=pl.UInt32)
        rest = usual.with_row_index("place").filter(~frame[UNUSUAL].head(usual.height))
        read = frame_of(listed.values()).with_columns(index).select(rest.columns)
        self._keep(pl.concat([rest, read]).sort("place").drop("place"))

    def _keep(self, frame: pl.DataFrame) -> None:
        if frame.height:
            self.count += frame.height
            self._frames.append(frame)
            self.is_over = self.is_over or self.count > MOST_PLAYERS

    def whole(self) -> pl.DataFrame:
        """Give the frame of all pieces."""
        return pl.concat(self._frames, rechunk=False) if self._frames else pl.DataFrame(schema=SCHEMA)


def _patched(
    frame: pl.DataFrame, unusual: list[int], players: dict[int, tuple[Listed, bytes | None]]
) -> Iterator[pl.DataFrame]:
    """Put a few players in the places of the unusual rows, without moving the others."""
    start = 0
    for place in unusual:
        yield frame.slice(start, place - start)
        if place in players:
            yield frame_of([players[place]])
        start = place + 1
    yield frame.slice(start)


def xml_frame(reader: XmlReader) -> pl.DataFrame:  # noqa: C901 - rows of three kinds, in pieces
    """Read a list in XML; `reader` has read its sample."""
    dialect, findings = reader.dialect, reader.findings
    pieces = Pieces()
    parser = PlayerParser(dialect, reader.kind, findings)
    nothing = ("",) * len(dialect.columns)
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    others: dict[int, ListLine] = {}

    def emptied() -> None:
        columns = list(zip(*rows, strict=True)) if rows else []
        raw = pl.DataFrame({str(index): pl.Series(values, dtype=pl.String) for index, values in enumerate(columns)})
        if not columns:
            raw = pl.DataFrame({"none": [0] * len(lines)})
        frame = typed(raw, dialect.columns if columns else ())
        if others:
            special = pl.Series(list(others), dtype=pl.UInt32)
            frame = frame.with_columns(
                pl.col(UNUSUAL) | pl.int_range(frame.height, dtype=pl.UInt32).is_in(special.implode())
            )
        pieces.add(frame, lambda place: others.get(place) or parser.line(lines[place], rows[place], ""))
        rows.clear()
        lines.clear()
        others.clear()

    for line, texts, span in reader.players():
        if isinstance(texts, tuple):
            rows.append(texts)
        else:
            others[len(lines)] = parser.line(line, texts, span)
            if dialect.columns:
                rows.append(nothing)
        lines.append(line)
        if len(lines) >= PLAYERS:
            emptied()
        if pieces.is_over:
            break
    if lines:
        emptied()
    if reader.about is not None:
        reader.about = replace(reader.about, strays=tuple(pieces.strays))
    return pieces.whole()


def csv_frame(source: ListSource, findings: Findings) -> tuple[RatingList | None, pl.DataFrame | None, frozenset[str]]:
    """Read a list from CSV, with its columns; what Polars cannot read at once is read row by row."""
    whole = read_stream(source.stream, MOST_LIST_BYTES + 1)
    if len(whole) > MOST_LIST_BYTES:
        findings.add("list_too_large", says="bytes", most=MOST_LIST_BYTES)
        return None, None, frozenset()
    try:
        if is_packed(whole[:4]):
            raise ValueError("A table as text is never packed.")  # noqa: TRY301 - read row by row, as it stands
        with silent_panics():
            raw = pl.read_csv(whole, infer_schema=False, encoding="utf8", n_rows=MOST_PLAYERS + 1)
        raw = raw.rename(lambda name: name.strip().lower())
        longest = raw.select(pl.max_horizontal(pl.all().str.len_bytes().max()).fill_null(0)).item() if raw.width else 0
        simple = longest <= MOST_IN_LINE and set(NEEDED) <= set(raw.columns) and b'"' not in whole[:MOST_IN_LINE]
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError):
        simple = False
    if not simple:
        reader = CsvReader(BytesIO(whole), findings, list_date=source.list_date)
        rows = [(line.listed, None) for line in reader if line.listed is not None]
        return reader.about, frame_of(rows) if reader.about is not None else None, frozenset(reader.columns)
    if raw.height > MOST_PLAYERS:
        findings.add("list_too_large", most=MOST_PLAYERS)
        return None, None, frozenset()
    for name in raw.columns:
        if name not in COLUMNS:
            findings.add("column_unknown", 1, name=name)
    styles = [ColumnStyle(name if name in COLUMNS else "") for name in raw.columns]
    texts = raw.fill_null("")
    if _QUOTED.search(whole):
        texts = texts.with_columns(pl.all().str.replace(KEPT, "${1}"))
    texts.columns = [str(index) for index in range(texts.width)]
    parser = RowReader([style for style in styles if style.name], findings)
    known = [index for index, style in enumerate(styles) if style.name]
    pieces = Pieces()

    def slow(place: int) -> ListLine | None:
        row = texts.row(place)
        listed, _ = parser.row([row[index] for index in known], place + 2)
        return ListLine(place + 2, listed) if listed is not None else None

    pieces.add(typed(texts, styles), slow)
    frame = pieces.whole()
    return RatingList("csv", "", kinds_of(frame), source.list_date), frame, frozenset(raw.columns)


def kinds_of(frame: pl.DataFrame) -> tuple[str, ...]:
    """Name the kinds in which anybody has a rating; all, where nobody has any."""
    kinds = tuple(kind for kind in KINDS if frame[f"{kind}_rating"].null_count() < frame.height)
    return kinds or KINDS
