"""The hash of a book's list: that of the list as `arpad list` reads it, with the names of its players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.book.frames.lists import FrameList
from arpad.book.frames.reading import kinds_of
from arpad.book.lists import with_people
from arpad.formats.lists.hashing import VERSION
from arpad.formats.lists.problems import Findings
from arpad.model.rating_list import RatingList

if TYPE_CHECKING:
    import polars as pl


def canonical_hash(rating_list: pl.DataFrame, players: pl.DataFrame) -> str:
    """Give the hash of version 1 of a book's list: that of `arpad list hash`, whatever the order of its rows."""
    return _with_names(rating_list, players).canonical_hash()


def list_hash(rating_list: pl.DataFrame, players: pl.DataFrame, version: int = VERSION) -> str:
    """Give the hash of a book's list by the version that is asked for."""
    return canonical_hash(rating_list, players) if version == 1 else _with_names(rating_list, players).raw_hash()


def _with_names(rating_list: pl.DataFrame, players: pl.DataFrame) -> FrameList:
    frame = with_people(rating_list, players)
    return FrameList(RatingList("parquet", "", kinds_of(frame)), frame, Findings())
