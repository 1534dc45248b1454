"""The account of points on the page of the watch over the scale: where points came from and went, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import counted
from arpad.pages.charts import Axes, waterfall
from arpad.pages.html import element, folded, grid, table
from arpad.pages.numbers import change, exact, rounded, whole
from arpad.publication.integrity.measures import DECISIONS, GAMES, MEMBERS, UNLISTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.pages.html import Fragment

ITEMS = {
    "first_ratings": "first ratings",
    "returns": "returns after a time without a rating",
    "standing_in": "entries on a standard rating",
    "corrected_entries": "entries by a correction",
    "below_floor": "fallen below the floor",
    "died": "deaths",
    "excluded": "exclusions",
    "suspended": "suspended federations",
    "no_federation": "without a federation",
    "no_fide_id": "without a FIDE number",
    "no_longer_shown": "inactive and no longer shown",
    "corrections": "corrected base ratings",
    "taken_back": "withdrawn and re-rated events",
    "one_offs": "one-off adjustments",
    "unequal_k": "games at unequal K",
    "uneven": "expectations or scores not adding up to one",
    "one_sided": "games that count for one player",
    "not_separated": "worked out over a whole event",
    "rounding": "rounding to whole points",
    "residual": "unexplained",
}
"""The words for the items of the account of points."""


_LEAST = 1000
"""Ten points: less does not fill the drawing."""


def account_parts(points: Mapping[str, Any]) -> Iterator[Fragment]:
    """Give what the page shows of the account, part by part."""
    by_group: dict[str, list[Mapping[str, Any]]] = {}
    for item in points["items"]:
        by_group.setdefault(item["group"], []).append(item)
    rows = [
        ["all ratings of the last list", "", exact(points["opening"])],
        *(
            [ITEMS[item["item"]], "" if item["players"] is None else whole(item["players"]), change(item["points"])]
            for item in points["items"]
        ),
        ["all ratings of this list", "", exact(points["closing"])],
    ]
    yield element("p", _account(points))
    yield grid([
        _fall("Points that came and went with players", [*by_group[MEMBERS], *by_group[UNLISTED]]),
        _fall("Points made and taken from those who stayed", [*by_group[DECISIONS], *by_group[GAMES]]),
    ])  # fmt: skip
    yield folded("The account", table(["item", "players", "points"], rows))


def _account(points: Mapping[str, Any]) -> str:
    """Say whether the account of points comes out even, and what cannot be told game by game."""
    left = next(item for item in points["items"] if item["item"] == "residual")
    even = (
        f"{change(left['points'])} points are unexplained, and {counted(left['players'], 'player')} not at the rating "
        "that games and decisions give."
        if left["points"] or left["players"]
        else "Every item has a source of its own, and nothing is left over: the account comes out even."
    )
    earlier = points["closed_before"]
    since = (
        f" The page of the last list closed with {exact(earlier)}; {change(points['opening'] - earlier)} are of "
        "decisions that were entered since, about that list."
        if earlier is not None and earlier != points["opening"]
        else ""
    )
    adjusted = f" One-off: {', '.join(points['adjustments'])}." if points["adjustments"] else ""
    return (
        f"{even} {counted(points['games_of_both'], 'game')} counted for both players, "
        f"{counted(points['games_of_one'], 'game')} for one of them. What an edition works out over a whole event, "
        f"such as an average or the one upgrade, cannot be told game by game and stands as one item.{adjusted}{since}"
    )


def _fall(title: str, account: Sequence[Mapping[str, Any]]) -> Fragment:
    steps = [(ITEMS[item["item"]], item["points"]) for item in account if item["points"]]
    description = "Steps: " + (", ".join(f"{name} {change(value)}" for name, value in steps) or "none") + "."
    return waterfall(Axes(title, "rating points", "", description, _LEAST), steps, rounded)
