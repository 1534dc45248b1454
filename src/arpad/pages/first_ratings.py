"""First ratings on the page of an event: each unrated player with the rating that comes, or why none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.model.numbers import counted, decimal
from arpad.pages.html import Cell, element, joined, quiet, table
from arpad.pages.numbers import NONE
from arpad.pages.players import anchor_name
from arpad.regulations.package_data import words
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.in_words import why_not_published

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.events.rate import RatedEntry, RatedEvents
    from arpad.events.statement import StatementRow
    from arpad.pages.html import Content, Fragment
    from arpad.pages.law import CitedArticles
    from arpad.pages.players import PlayerPlaces
    from arpad.regulations.workings.first_rating import FirstRating, Pooled

FIRST_RATINGS = "first-ratings"
"""The anchor of the section."""
_LEGEND = (
    "n, w: games and points against rated opponents; Rp: performance against them; Ru: what the results come to. Only "
    "the events given here are counted; results of earlier ones may be kept elsewhere."
)


def first_ratings(
    rated: RatedEvents, rows: Sequence[StatementRow], places: PlayerPlaces, cited: CitedArticles
) -> Iterator[Fragment]:
    """Give the section; nothing where everybody is rated."""
    newcomers = [(entry, row) for entry, row in zip(rated.entries, rows, strict=True) if row.ro is None]
    if not newcomers:
        return
    with_rating = sum(row.new is not None for _, row in newcomers)
    without = len(newcomers) - with_rating
    yield element("h2", "First ratings", id=FIRST_RATINGS)
    yield element(
        "p", f"{counted(len(newcomers), 'unrated player')}: {with_rating} with a first rating, {without} without."
    )
    head: list[Content | Cell] = [
        "No.",
        Cell("Name", "name"),
        "n",
        "w",
        "Rp",
        "Ru",
        "Rating",
        Cell("K, or why no rating", "text"),
    ]
    ordered = sorted(newcomers, key=lambda newcomer: (-(newcomer[1].new or 0), newcomer[1].number))
    yield table(head, (_cells(entry, row, places, cited) for entry, row in ordered), "newcomers sortable filtered")
    yield quiet(_LEGEND)


def _cells(
    entry: RatedEntry, row: StatementRow, places: PlayerPlaces, cited: CitedArticles
) -> Iterator[Content | Cell]:
    yield row.number
    yield Cell(places.working(anchor_name(entry), row.name), "name")
    yield row.n
    yield decimal(row.w)
    yield NONE if row.rp is None else row.rp
    yield row.ru or NONE
    yield NONE if row.new is None else row.new
    yield Cell(f"K {row.k}" if row.new is not None else joined(_reasons(entry.first, row, cited), "; "), "text")


def _reasons(first: FirstRating | None, row: StatementRow, cited: CitedArticles) -> Iterator[Content]:
    """Say why no first rating is given: what is missing, and why an event does not count, by which article."""
    if row.missing:
        yield row.missing
    elif first is not None:
        yield "; ".join(why_not_published(first))
    for pooled in dict.fromkeys((pooled.reason, pooled.provision, pooled.law) for pooled in _uncounted(first)):
        reason, provision, law = pooled
        cites = [] if provision is None else [" (", cited.links(citations(law, (provision,))), ")"]
        yield joined([f"the event does not count: {words('newcomer', reason)}", *cites])


def _uncounted(first: FirstRating | None) -> Iterator[Pooled]:
    return (pooled for pooled in (first.events if first else ()) if not pooled.counts)
