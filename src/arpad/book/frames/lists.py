"""Rating lists of any size as Polars frames: read, written, searched, compared. Needs the extra `engine`.

The same as `arpad.formats.lists.whole`, which reads row by row and is the reference; a property test holds them equal.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

import polars as pl

from arpad.book.bounded_tables import BROKEN, MOST_LIST_BYTES, parquet_table, why
from arpad.book.frames.columns import SCHEMA, SPELLING, completed, players_of
from arpad.book.frames.fixed_columns import text_frame
from arpad.book.frames.reading import csv_frame, kinds_of, xml_frame
from arpad.book.frames.writing import write_frame
from arpad.book.lists import OF_CHANGES, day_of, is_of_book, read_book_list
from arpad.formats.lists.compare import GONE, NEW, SUBJECTS, Difference, carried
from arpad.formats.lists.csv import FORMULA, NEEDED
from arpad.formats.lists.dialect import as_json, from_json
from arpad.formats.lists.hashing import CANONICAL, COUNT_BYTES, NOTHING, RAW
from arpad.formats.lists.names import is_found, number_in, words_of
from arpad.formats.lists.problems import MOST_KEPT, Findings
from arpad.formats.lists.rows import MOST_PLAYERS
from arpad.formats.lists.text import TextReader
from arpad.formats.lists.values import COLUMNS, NUMBERS
from arpad.formats.lists.xml import XmlReader
from arpad.model.bounded import read_stream
from arpad.model.period import KINDS
from arpad.model.rating_list import RatingList

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.formats.lists.source import ListSource
    from arpad.model.rating_list import Listed

METADATA = "arpad.rating_list"
_HASHED = 100_000


def called(players: pl.DataFrame, words: str) -> pl.DataFrame:
    """Give the rows of a table of players in whose names every word that is asked for begins a word."""
    wanted = words_of(words)
    if not wanted:
        return players.clear()
    small = pl.col("name").str.to_lowercase()
    # Names without accents are sorted out at once; the others are looked at one by one.
    maybe = pl.col("name").str.len_bytes() != pl.col("name").str.len_chars()
    apostrophe = pl.col("name").str.contains("['`]")
    likely = pl.all_horizontal(
        pl.any_horizontal(small.str.contains(form, literal=True) for form in forms) for forms in wanted
    )
    candidates = players.filter(maybe | apostrophe | likely)
    names: list[str] = candidates["name"].to_list()
    return candidates[[place for place, name in enumerate(names) if is_found(wanted, name)]]


class FrameList:
    """A list as a frame, with the columns of `SCHEMA`."""

    def __init__(
        self, about: RatingList, frame: pl.DataFrame, findings: Findings, given: frozenset[str] | None = None
    ) -> None:
        self.about, self.frame, self.findings = about, frame, findings
        self.columns = carried(about) if given is None else carried(about) & given
        """The columns that the file has; the others are empty in the frame."""

    def counts(self) -> dict[str, Any]:
        """Count what a list has."""
        frame = self.frame
        titles = frame.filter(pl.col("title") != "")["title"].value_counts().sort("title")
        return {
            "players": frame.height,
            "rated": {kind: int(frame[f"{kind}_rating"].is_not_null().sum()) for kind in KINDS},
            "women": int(frame["flag"].str.contains("w", literal=True).sum()),
            "inactive": int(frame["flag"].str.contains("i", literal=True).sum()),
            "federations": frame.filter(pl.col("federation") != "")["federation"].n_unique(),
            "titles": dict(titles.iter_rows()),
            "birth_year_unknown": frame["birth_year"].null_count(),
            "name_empty": int((frame["name"] == "").sum()),
            "own_spelling": frame.height - frame[SPELLING].null_count(),
        }

    def players(self) -> Iterator[Listed]:
        """Give the players one by one, in the order of the list."""
        return (player for part in self.frame.iter_slices(_HASHED) for player in players_of(part))

    def find(self, words: str) -> list[Listed]:
        """Give the players whose ID or name is asked for."""
        number = number_in(words)
        if number is not None:
            return players_of(self.frame.filter(pl.col("fide_id") == number))
        return players_of(called(self.frame, words))

    def differences(self, newer: FrameList) -> list[Difference]:
        """Give what changed from this list to a newer one, in the columns that both have."""
        columns = carried(self.about) & carried(newer.about)
        compared = [name for name in COLUMNS if name in columns and name in SUBJECTS]
        old, new = (
            rating_list.frame.select("fide_id", *dict.fromkeys(["name", *compared])).unique("fide_id", keep="first")
            for rating_list in (self, newer)
        )
        gone = old.join(new, on="fide_id", how="anti")
        come = new.join(old, on="fide_id", how="anti")
        differences = [Difference(fide_id, name, GONE) for fide_id, name in gone.select("fide_id", "name").iter_rows()]
        differences += [Difference(fide_id, name, NEW) for fide_id, name in come.select("fide_id", "name").iter_rows()]
        both = old.join(new, on="fide_id", how="inner", suffix=" after")
        for name in compared:
            changed = both.filter(pl.col(name).ne_missing(pl.col(f"{name} after")))
            differences += [
                Difference(fide_id, now, SUBJECTS[name], name, before, after)
                for fide_id, now, before, after in changed.select(
                    "fide_id", "name after", pl.col(name).alias("before"), pl.col(f"{name} after").alias("after")
                ).iter_rows()
            ]
        order = {name: place for place, name in enumerate(["", *compared])}
        return sorted(differences, key=lambda difference: (difference.fide_id, order[difference.column]))

    def canonical_hash(self) -> str:
        """Give the hash of version 1, by which equal lists are equal."""
        digest = hashlib.sha256(CANONICAL.encode())
        for piece in self._canonical_lines().sort("fide_id", "line").iter_slices(_HASHED):
            digest.update(("\n".join(piece["line"].to_list()) + "\n").encode())
        return digest.hexdigest()

    def _canonical_lines(self) -> pl.DataFrame:
        """Give the lines of which the hash of version 1 is, in the order of the list."""
        frame = self.frame.select(COLUMNS)
        if self._has_escapes():
            for plain, escaped in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
                frame = frame.with_columns(pl.col(pl.String).str.replace_all(plain, escaped, literal=True))
        columns = [pl.col(name).cast(pl.String).fill_null("") for name in COLUMNS]
        return frame.select("fide_id", line=pl.concat_str(columns, separator="\t"))

    def raw_hash(self) -> str:
        """Give the hash of version 2, by which equal lists are equal."""
        frame = self._in_order()
        digest = hashlib.sha256(RAW)
        digest.update(frame.height.to_bytes(COUNT_BYTES, "little"))
        for name in COLUMNS:
            hash_column(digest, frame[name])
        return digest.hexdigest()

    def _in_order(self) -> pl.DataFrame:
        """Give the lines in the order of the FIDE ID, those of the same in the order of their texts."""
        frame, ids = self.frame.select(COLUMNS), self.frame["fide_id"]
        steps = ids.diff(null_behavior="drop")
        if (steps > 0).all():
            return frame
        if ids.is_duplicated().any():
            return frame.with_columns(line=self._canonical_lines()["line"]).sort("fide_id", "line").drop("line")
        return frame.sort("fide_id")

    def _has_escapes(self) -> bool:
        escapes = [pl.col(name).str.contains(r"[\\\t\n\r]").any() for name in COLUMNS if name not in NUMBERS]
        return bool(self.frame.select(pl.any_horizontal(escapes)).item())

    def write(self, out: BinaryIO, about: RatingList, findings: Findings, *, raw: bool = False) -> None:
        """Write the list as `about` says."""
        frame = self.frame
        match about.form:
            case "parquet":
                frame.write_parquet(out, metadata={METADATA: as_json(about)})
            case "csv":
                texts = pl.col([name for name in COLUMNS if name not in NUMBERS])
                if not raw:
                    frame = frame.with_columns(
                        pl.when(texts.str.contains(FORMULA)).then(pl.lit("'") + texts).otherwise(texts).name.keep()
                    )
                blank = frame.select(COLUMNS).with_columns(pl.when(texts != "").then(texts))
                blank.write_csv(out)
            case _:
                if len(about.kinds) == 1 < len(self.about.kinds):
                    frame = frame.filter(pl.col(f"{about.kinds[0]}_rating").is_not_null())
                write_frame(out, frame, about, findings)


def hash_column(digest: hashlib._Hash, column: pl.Series) -> None:
    """Add a column of a list, whose lines stand in their order, to a hash of version 2."""
    import numpy as np  # noqa: PLC0415 - takes as long as all of `book`, and whoever reads a book needs it later

    digest.update(f"{column.name}\n".encode())
    # What lies between stays near the processor.
    pieces = [column.slice(start, _HASHED) for start in range(0, len(column), _HASHED)]
    if column.name in NUMBERS:
        width, kind = ("<i8", pl.Int64()) if column.name == "fide_id" else ("<i4", pl.Int32())
        for piece in pieces:
            numbers = piece.cast(kind).fill_null(NOTHING).to_numpy()
            digest.update(np.ascontiguousarray(numbers, dtype=width).data)
    else:
        for piece in pieces:
            lengths = piece.str.len_bytes().to_numpy()
            digest.update(np.ascontiguousarray(lengths, dtype="<i4").data)
        for piece in pieces:
            digest.update(str(piece.str.join("").item() or "").encode())


def read_list(source: ListSource, findings: Findings) -> FrameList | None:
    """Read a list of any form into a frame; None where it is none, which is then noted."""
    about: RatingList | None
    given: frozenset[str] | None = None
    if source.form in {"csv", "parquet"} and source.path is not None and is_of_book(source.path):
        about, frame = _of_book(source, source.path, findings)
    elif source.form == "txt":
        reader = TextReader(source.stream, findings, kind=source.kind, list_date=source.list_date)
        frame = text_frame(reader, source.stream) if reader.about is not None else None
        about = reader.about
    elif source.form == "xml":
        xml_reader = XmlReader(source.stream, findings, kind=source.kind, list_date=source.list_date)
        frame = xml_frame(xml_reader) if xml_reader.about is not None else None
        about = xml_reader.about
    elif source.form == "csv":
        about, frame, given = csv_frame(source, findings)
    else:
        about, frame, given = _table(source, findings)
    if about is None or frame is None:
        return None
    if frame.height > MOST_PLAYERS:
        findings.add("list_too_large", most=MOST_PLAYERS)
        return None
    ids = frame["fide_id"]
    if ids.n_unique() < len(ids):
        more = ids.filter(~ids.is_first_distinct())
        for fide_id in more.head(MOST_KEPT).to_list():
            findings.add("id_twice", fide_id=fide_id)
        findings.counts["id_twice"] += max(len(more) - MOST_KEPT, 0)
    return FrameList(about, frame, findings, given)


def _of_book(source: ListSource, place: Path, findings: Findings) -> tuple[RatingList | None, pl.DataFrame | None]:
    frame = read_book_list(place, findings)
    if frame is None:
        return None, None
    return RatingList(source.form, "", kinds_of(frame), source.list_date or day_of(place)), frame


def _table(source: ListSource, findings: Findings) -> tuple[RatingList | None, pl.DataFrame | None, frozenset[str]]:
    try:
        whole = b"" if source.path else read_stream(source.stream, MOST_LIST_BYTES)
        raw = parquet_table(source.path or whole, MOST_PLAYERS)
        metadata = pl.read_parquet_metadata(source.path or BytesIO(whole))
    except BROKEN as fault:
        findings.add("table_unreadable", why=why(fault))
        return None, None, frozenset()
    given, known = frozenset(raw.columns), from_json(metadata.get(METADATA, ""))
    if OF_CHANGES in metadata:
        findings.add("table_unreadable", says="only_changes")
        return None, None, given
    missing = [name for name in NEEDED if name not in raw.columns]
    for name in missing:
        findings.add("table_column_missing", name=name)
    wrong = [name for name in SCHEMA if name in given and not _fits(raw.schema[name], SCHEMA[name])]
    for name in wrong:
        kind, asked = str(raw.schema[name]), str(SCHEMA[name])
        findings.add("table_unreadable", says="column_kind", name=name, kind=kind, asked=asked)
    if missing or wrong:
        return None, None, given
    frame = _checked(raw, findings)
    about = known or RatingList("parquet", "", kinds_of(frame), source.list_date)
    return replace(about, list_date=source.list_date or about.list_date), frame, given


def _fits(kind: pl.DataType, asked: pl.DataType) -> bool:
    """Tell whether a column can be read as what it is to be; texts of numbers are read as such."""
    if kind == asked or kind == pl.Null():
        return True
    if asked == pl.String():
        return kind in {pl.Categorical, pl.Enum}
    return asked.is_numeric() and (kind.is_numeric() or kind == pl.String())


def _checked(raw: pl.DataFrame, findings: Findings) -> pl.DataFrame:
    """Give a table the columns and kinds of a list; what does not fit is noted."""
    for name in raw.columns:
        if name not in SCHEMA:
            findings.add("column_unknown", name=name)
    given = [name for name in SCHEMA if name in raw.columns]
    frame = raw.select(pl.col(name).cast(SCHEMA[name], strict=False) for name in given)
    for name in given:
        lost = frame[name].null_count() - raw[name].null_count()
        for _ in range(min(lost, MOST_KEPT)):
            findings.add("number_unreadable", says="in_table", name=name)
    frame = frame.with_columns(pl.col(pl.String).fill_null(""))
    whole = frame.filter(pl.col("fide_id").is_not_null())
    return completed(whole)
