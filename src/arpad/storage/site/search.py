"""Players by what a visitor of the site typed: only who has a public page, the best rated first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arpad.model.period import KINDS
from arpad.storage.models import FederationRow, PlayerRow
from arpad.storage.queries.players import standings_of
from arpad.storage.search.players import MOST, forgiving
from arpad.storage.site.shown import Presence, presences, ratings_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.storage.models import RatingSystem
    from arpad.storage.search.rows import WantedPlayers

SIZE = 50
"""So many players stand on a page."""
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
"""By these titles players are chosen, the highest first."""


@dataclass(frozen=True, slots=True)
class PlayerHit:
    """A player that a search gives."""

    number: int
    name: str
    federation: str
    title: str
    birth_year: int | None
    ratings: tuple[int | None, ...]
    """Those of the newest list, in the order of the kinds of chess."""
    is_inactive: bool
    presence: Presence


@dataclass(frozen=True, slots=True)
class PageOfHits:
    """A page of what a search gives."""

    exact: Sequence[PlayerHit]
    """Who has the words as they were typed."""
    nearly: Sequence[PlayerHit]
    """Whose names are one error away."""
    has_more: bool
    is_behind: bool
    """True where the list before still answers."""

    @property
    def count(self) -> int:
        """How many players stand on the page."""
        return len(self.exact) + len(self.nearly)


def site_search(system: RatingSystem, text: str, wanted: WantedPlayers, page: int) -> PageOfHits | None:
    """Give a page of players; None while the index is being built."""
    most = min(page * SIZE + 1, MOST)
    outcome = forgiving(system, text, replace(wanted, is_shown=True), most, SIZE)
    if outcome is None:
        return None
    first = (page - 1) * SIZE
    numbers = outcome.numbers[first : first + SIZE]
    hits = _hits(system, numbers)
    exact = set(outcome.numbers[: outcome.exact])
    return PageOfHits(
        [hits[number] for number in numbers if number in hits and number in exact],
        [hits[number] for number in numbers if number in hits and number not in exact],
        has_more=len(outcome.numbers) > first + SIZE,
        is_behind=outcome.is_behind,
    )


def federations_of_players(system: RatingSystem) -> Sequence[tuple[str, str]]:
    """Give the federations by which players are chosen, with their names."""
    rows = FederationRow.objects.filter(rating_system=system).order_by("federation")
    return tuple(rows.values_list("federation", "name"))


def _hits(system: RatingSystem, numbers: Sequence[int]) -> dict[int, PlayerHit]:
    """Give players by number, without those who have no public page any more."""
    rows = PlayerRow.objects.filter(rating_system=system, fide_id__in=numbers)
    shown, standings = presences(system, numbers), standings_of(system, numbers)
    ratings, nothing = ratings_shown(system, numbers), dict.fromkeys(KINDS)
    hits = {}
    for row in rows:
        standing, presence = standings.get(row.fide_id), shown[row.fide_id]
        if presence is Presence.NONE:
            continue
        published = ratings.get(row.fide_id, nothing)
        hits[row.fide_id] = PlayerHit(
            row.fide_id,
            row.name,
            row.federation,
            row.title or row.womens_title,
            row.birth_year,
            tuple(published[kind] for kind in KINDS),
            row.fide_id in ratings and standing is not None and "i" in standing.flag,
            presence,
        )
    return hits
