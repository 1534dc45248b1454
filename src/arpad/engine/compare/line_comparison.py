"""The lines of a list beside the reference, for a share of the players: what differs, and what explains it.

The expected line always comes from the scalar reference. Polars only tells rows apart: which players are in the share,
of whom the book notes anything, and which lines of the others are the same. Of players of whom nothing is noted, the
line of one stands for all that are equal to it on the list and of the same sex; the reference is asked for that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from arpad.book.view import Period, list_name
from arpad.engine.compare.corrected_lines import explaining_corrections
from arpad.engine.period.close_kind import rerated_bases
from arpad.engine.period.close_list import has_list
from arpad.engine.reference.inputs import noted_players
from arpad.engine.reference.lines import Expected
from arpad.engine.reference.quiet import ShortReference
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.book.view import BookView

FIELDS = Expected._fields
"""What a list says of a player in one kind of chess; the flag goes with standard chess."""
Values = tuple[int | str | date | None, ...]
_NOTHING: Values = (None, 0, None, 0, None, None)
_REPORTED_EVERY = 1000


@dataclass(frozen=True, slots=True)
class LineDifference:
    """A field in which a list and the reference differ, and the corrections that explain it."""

    kind: str
    fide_id: int
    field: str
    listed: int | str | date | None
    reference: int | str | date | None
    corrections: tuple[str, ...]


class Share(NamedTuple):
    """Every so many-th player, beginning with one of the first; the whole list where it is the only share."""

    number: int = 0
    of: int = 1


class ComparedShare(NamedTuple):
    """What comparing a share came to."""

    compared: int
    """Number of lines."""
    different: list[tuple[int, int, int, LineDifference]]
    """Each with its place among those of all shares: kind of chess, row of the list, player."""


def is_nobody(line: Values) -> bool:
    """Tell whether a line says nothing of a player but the sex: then a list need not have it."""
    return line[:-1] == _NOTHING


def listed_lines(frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, Values]]:
    """Give the lines of a list for one kind of chess: everybody's number, and the fields."""
    for row in _lines(frame, kind).iter_rows():
        yield row[0], row[1:]


def _lines(frame: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Give a list as it is for one kind of chess, under the names of the fields."""
    own = {name: f"{kind}_{name}" for name in FIELDS[:-1]}
    flag = pl.col("flag") if kind == KINDS[0] else pl.lit(None, dtype=pl.String).alias("flag")
    return frame.select("fide_id", flag, **own).select("fide_id", *FIELDS)


class ShareComparison:
    """Compares the lines of a share of the players with the reference, kind by kind."""

    def __init__(
        self, view: BookView, list_date: date, version: str, share: Share, reached: Callable[[int], None]
    ) -> None:
        """Take the book as the list saw it, and the version of arpad that made the list."""
        self._view, self._list_date, self._version, self._share = view, list_date, version, share
        self._reached = reached
        self._frame, players = view.table(list_name(list_date)), view.table("players")
        self._women = players.filter(players["sex"] == "F")["fide_id"]
        self._done, self._compared = 0, 0
        self._different: list[tuple[int, int, int, LineDifference]] = []

    def result(self, after_each: Callable[[], object] = lambda: None) -> ComparedShare:
        """Compare the lines of the share in all kinds of chess; after each of them something may be done."""
        for kind in KINDS:
            lines = _lines(self._frame, kind).with_row_index("row")
            if has_list(self._view, kind, self._list_date):
                self._with_reference(lines, Period(self._view, kind, self._list_date))
            else:
                own = lines.gather_every(self._share.of, self._share.number)
                self._with_nothing(own, kind)
            after_each()
        return ComparedShare(self._compared, self._different)

    def _with_reference(self, lines: pl.DataFrame, period: Period) -> None:
        """Compare the lines of a kind of chess; a player not on the list has an empty one there."""
        rerated = rerated_bases(period)
        noted = noted_players(period, rerated)
        own = noted.gather_every(self._share.of, self._share.number)
        known = lines.filter(pl.col("fide_id").is_in(own.implode()))
        strangers = lines.filter(~pl.col("fide_id").is_in(noted.implode()))
        strangers = strangers.gather_every(self._share.of, self._share.number)
        alike = [(listed, players) for listed, _, players in self._alike(strangers)]
        asked = [*own.to_list(), *(players["fide_id"][0] for _, players in alike)]
        reference = ShortReference(period, asked, rerated)
        for number, line in enumerate(known.iter_rows()):
            if number % _REPORTED_EVERY == 0:
                self._reached(self._done + number)
            self._compare(reference, line[:2], line[2:], reference.short(line[1]))
        for listed, players in alike:
            expected = reference.expected(players["fide_id"][0])
            for place in players.iter_rows() if listed != expected else ():
                self._compare(reference, place, listed, expected)
        missing = {*reference.players()} & {*own.filter(~own.is_in(known["fide_id"].implode())).to_list()}
        for player in sorted(missing):
            place = self._frame.height, player
            self._compare(reference, place, (*_NOTHING, None), reference.expected(player))
        self._compared += known.height + strangers.height + len(missing)
        self._reach(known.height + strangers.height)

    def _reach(self, lines: int) -> None:
        """Say that so many lines more are done."""
        self._done += lines
        self._reached(self._done)

    def _with_nothing(self, lines: pl.DataFrame, kind: str) -> None:
        """Compare the lines of a kind of chess of which no list is made that month with empty ones."""
        for listed, is_woman, players in self._alike(lines):
            flag = ("w" if is_woman else "") if kind == KINDS[0] else None
            for place in players.iter_rows() if listed != (*_NOTHING, flag) else ():
                self._differ(kind, place, (listed, (*_NOTHING, flag)), ())
        self._reach(lines.height)

    def _alike(self, lines: pl.DataFrame) -> Iterator[tuple[Values, bool, pl.DataFrame]]:
        """Give lines that say the same of players of the same sex together, with rows and players."""
        women = pl.col("fide_id").is_in(self._women.implode())
        groups = lines.with_columns(is_woman=women).group_by(*FIELDS, "is_woman", maintain_order=True)
        for key, players in groups:
            yield key[:-1], bool(key[-1]), players.select("row", "fide_id")

    def _compare(self, reference: ShortReference, place: tuple[int, int], listed: Values, expected: Expected) -> None:
        """Compare a line with the expected one; a place is the row of the list, and the player."""
        if listed != expected:
            fields = [field for field, own, other in zip(FIELDS, listed, expected, strict=True) if own != other]
            explaining = explaining_corrections(reference, place[1], fields, self._version)
            self._differ(reference.kind, place, (listed, expected), explaining)

    def _differ(
        self, kind: str, place: tuple[int, int], values: tuple[Values, Values], explaining: tuple[str, ...]
    ) -> None:
        row, player = place
        for field, own, other in zip(FIELDS, *values, strict=True):
            if own != other:
                difference = LineDifference(kind, player, field, own, other, explaining)
                self._different.append((KINDS.index(kind), row, player, difference))
