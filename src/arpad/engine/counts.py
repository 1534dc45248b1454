"""What a book and a closed list come to in plain numbers, for documents and for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.folder import Book
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.engine.period.close_list import Closed

_TABLES = ("players", "events", "games", "pool", "corrections", "exclusions")
_BIGGEST = 10


@dataclass(frozen=True, slots=True)
class BookCounts:
    """How much a book has."""

    list_dates: tuple[date, ...]
    rated: Mapping[str, int]
    """By kind of chess: players with a rating on the newest list."""
    rows: Mapping[str, int]
    """By table."""


@dataclass(frozen=True, slots=True)
class BigChange:
    """One of the biggest changes of a list."""

    fide_id: int
    change: int
    new_rating: int | None


@dataclass(frozen=True, slots=True)
class KindCounts:
    """What closing a list came to in one kind of chess."""

    edition: str
    events: int
    rated: int
    changed: int
    """Players for whom a change was worked out."""
    entered: int
    points: int
    """The sum of all changes."""
    biggest: tuple[BigChange, ...]


def counts_of_book(book: Book) -> BookCounts:
    """Count what a book has."""
    days = book.list_dates
    newest = book.rating_list(days[-1]) if days else None
    rated = {kind: 0 if newest is None else int(newest[f"{kind}_rating"].is_not_null().sum()) for kind in KINDS}
    return BookCounts(days, rated, {name: book.table(name).height for name in _TABLES})


def counts_of_list(closed: Closed) -> dict[str, KindCounts]:
    """Count what closing a list came to, by kind of chess."""
    return {kind: _of_kind(of_kind) for kind, of_kind in closed.kinds.items()}


def _of_kind(closed: ClosedKind) -> KindCounts:
    players = closed.changes.players
    biggest = players.sort(players["change"].abs().alias("size"), "fide_id", descending=[True, False]).head(_BIGGEST)
    return KindCounts(
        edition=closed.law.id,
        events=closed.events.height,
        rated=int(closed.ratings["rating"].is_not_null().sum()),
        changed=players.height,
        entered=int(closed.newcomers["published"].is_not_null().sum()),
        points=int(players["change"].sum()),
        biggest=tuple(BigChange(*row) for row in biggest.select("fide_id", "change", "new_rating").iter_rows()),
    )
