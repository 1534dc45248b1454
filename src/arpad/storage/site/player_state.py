"""Where a player stands on the newest list, as a calculator takes it: only of who has a public page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.storage.models import PlayerRow
from arpad.storage.queries.players import standings_of
from arpad.storage.site.shown import may_be_named

if TYPE_CHECKING:
    from arpad.storage.models import RatingSystem


class PlayerState(NamedTuple):
    """What a list and the tables say of a player in a kind of chess; of the birth date only the year."""

    number: int
    name: str
    rating: int | None
    k: int | None
    games_before: int | None
    highest: int | None
    born: int | None


def player_state(system: RatingSystem, number: int, kind: str) -> PlayerState | None:
    """Give the state of a player; None where nobody of that number has a public page."""
    row = PlayerRow.objects.filter(rating_system=system, fide_id=number).first()
    if row is None or not may_be_named(system, [number]):
        return None
    standing = standings_of(system, [number]).get(number)
    of_kind = {name: getattr(standing, f"{kind}_{name}", None) for name in ("rating", "k", "played", "highest")}
    return PlayerState(
        number, row.name, of_kind["rating"], of_kind["k"], of_kind["played"], of_kind["highest"], row.birth_year
    )
