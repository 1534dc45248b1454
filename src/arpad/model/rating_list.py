"""A rating list and the people on it, as published: what it says of each, and how its file is written.

A list is taken as it is; which article made its numbers is the business of the regulations. A file's dialect (line
end, padding, blank or 0) stands beside the content, and a line that is spelled in a way of its own keeps its bytes, so
that a list that was read can be written again exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arpad.model.brief import brief

if TYPE_CHECKING:
    from datetime import date

WOMAN = "w"
INACTIVE = "i"


@dataclass(frozen=True, slots=True)
class KindRating:
    """What a list says of one player in one kind of chess; None where it says nothing (rating: *unrated*)."""

    rating: int | None = None
    games: int | None = None
    """Rated games in the period of the list."""
    k: int | None = None

    def __repr__(self) -> str:
        return brief(self)


NO_RATING = KindRating()


@dataclass(frozen=True, slots=True)
class Listed:
    """One player of a rating list. Titles are the codes of today (GM, WIM, …), whatever letters the file uses."""

    fide_id: int
    name: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    womens_title: str = ""
    other_titles: tuple[str, ...] = ()
    """Titles of arbiters, organisers and trainers, in the order of the file."""
    foa_title: str = ""
    standard: KindRating = NO_RATING
    rapid: KindRating = NO_RATING
    blitz: KindRating = NO_RATING
    birth_year: int | None = None
    flag: str = ""

    @property
    def is_woman(self) -> bool:
        """True where the flag says so."""
        return WOMAN in self.flag

    @property
    def is_inactive(self) -> bool:
        """True where the flag says so."""
        return INACTIVE in self.flag

    def __repr__(self) -> str:
        return brief(self)


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a list: the player on it, or None where it is no player; its own spelling where it departs."""

    number: int
    listed: Listed | None
    spelling: bytes | None = None


@dataclass(frozen=True, slots=True)
class ColumnStyle:
    """How a column is written. In XML a column is an element, and has no place and no width."""

    name: str
    """The name of the column everywhere in arpad: `fide_id`, `standard_rating`; empty for one that is not read."""
    start: int = 0
    width: int = 0
    right: bool = False
    """True where the text ends at the edge, False where it starts there."""
    edge: int = 0
    empty: str = ""
    """What stands for *not known* or *unrated*: nothing, `0`, or `0000`."""
    titles: str = "codes"
    """How titles are written: `codes` (WCM), `short` (WC) or `letters` (wc)."""
    tag: str = ""
    """The name of the element."""
    before: str = ""
    """The white space before the element."""


@dataclass(frozen=True, slots=True)
class TextDialect:
    """How a list of fixed columns is written."""

    columns: tuple[ColumnStyle, ...]
    width: int
    head: bytes = b""
    """Everything before the first player, as it stands in the file."""
    line_end: str = "\r\n"
    encoding: str = "utf-8"
    trimmed: bool = False
    """True where lines end with their last character instead of the full width."""
    last_line_ended: bool = True


@dataclass(frozen=True, slots=True)
class XmlDialect:
    """How a list in XML is written: the elements of a player, and the text around them."""

    columns: tuple[ColumnStyle, ...]
    """Empty where players are no plain sequence of elements; then every player keeps a spelling of its own."""
    head: bytes = b"<playerslist>"
    tail: bytes = b"\n</playerslist>\n"
    between: str = "\n"
    """The white space before a player."""
    closing: str = "\n"
    """The white space before the end of a player."""
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class RatingList:
    """What is known of a list besides its players."""

    form: str
    """`txt`, `xml`, `csv` or `parquet`."""
    layout: str
    """The name of the layout, `derived` where only the header told it, empty where there is none."""
    kinds: tuple[str, ...]
    list_date: date | None = None
    dialect: TextDialect | XmlDialect | None = None
    strays: tuple[tuple[int, bytes], ...] = field(default=())
    """Lines that are no players, each with the number of players before it."""
