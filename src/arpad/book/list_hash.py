"""The hash of a book's list: that of the list as `arpad list` reads it, with the names of its players."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from arpad.book.frames.lists import FrameList, hash_column
from arpad.book.frames.reading import kinds_of
from arpad.book.lists import shown_games, with_people
from arpad.book.schema import LIST
from arpad.book.tables import fitted
from arpad.formats.lists.hashing import COUNT_BYTES, RAW, VERSION
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.values import COLUMNS, RATED
from arpad.model.rating_list import RatingList

if TYPE_CHECKING:
    import polars as pl

_RATED_FROM = COLUMNS.index(RATED[0])


def canonical_hash(rating_list: pl.DataFrame, players: pl.DataFrame) -> str:
    """Give the hash of version 1 of a book's list: that of `arpad list hash`, whatever the order of its rows."""
    return _with_names(rating_list, players).canonical_hash()


def list_hash(rating_list: pl.DataFrame, players: pl.DataFrame, version: int = VERSION) -> str:
    """Give the hash of a book's list by the version that is asked for."""
    return canonical_hash(rating_list, players) if version == 1 else _with_names(rating_list, players).raw_hash()


class HashOfLists:
    """The hashes of many lists of the same players.

    In version 2 numbers, names and titles come before the ratings, so they are hashed once and every list goes on from
    there. A list with other lines than those of the players is hashed by itself.
    """

    def __init__(self, players: pl.DataFrame, version: int = VERSION) -> None:
        self._players, self.version = players, version
        people = with_people(fitted(players.select("fide_id"), LIST), players).sort("fide_id")
        self._begun = hashlib.sha256(RAW)
        self._begun.update(people.height.to_bytes(COUNT_BYTES, "little"))
        for name in COLUMNS[:_RATED_FROM]:
            hash_column(self._begun, people[name])
        self._people = people.select("fide_id", *(name for name in COLUMNS[_RATED_FROM:] if name not in LIST.columns))

    def of(self, rating_list: pl.DataFrame) -> str:
        """Give the hash of a list."""
        if self.version == 1 or not rating_list["fide_id"].equals(self._people["fide_id"]):
            return list_hash(rating_list, self._players, self.version)
        digest = self._begun.copy()
        rated = rating_list.with_columns(shown_games())
        for name in COLUMNS[_RATED_FROM:]:
            hash_column(digest, (rated if name in LIST.columns else self._people)[name])
        return digest.hexdigest()


def _with_names(rating_list: pl.DataFrame, players: pl.DataFrame) -> FrameList:
    frame = with_people(rating_list, players, narrow=False)
    return FrameList(RatingList("parquet", "", kinds_of(frame)), frame, Findings())
