"""The account of points on the page of the watch over the scale: where points came from and went, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.pages.charts import Axes, waterfall
from arpad.pages.html import element, folded, grid, table
from arpad.pages.numbers import change, exact, rounded, whole
from arpad.pages.wording import counted, says
from arpad.publication.integrity.measures import DECISIONS, GAMES, MEMBERS, UNLISTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.pages.html import Fragment

_LEAST = 1000
"""Ten points: less does not fill the drawing."""


def account_parts(points: Mapping[str, Any]) -> Iterator[Fragment]:
    """Give what the page shows of the account, part by part."""
    by_group: dict[str, list[Mapping[str, Any]]] = {}
    for item in points["items"]:
        by_group.setdefault(item["group"], []).append(item)
    rows = [
        [says("account", "opening"), "", exact(points["opening"])],
        *(
            [
                says("account_item", item["item"]),
                "" if item["players"] is None else whole(item["players"]),
                change(item["points"]),
            ]
            for item in points["items"]
        ),
        [says("account", "closing"), "", exact(points["closing"])],
    ]
    yield element("p", _account(points))
    yield grid([
        _fall(says("account", "with_players"), [*by_group[MEMBERS], *by_group[UNLISTED]]),
        _fall(says("account", "of_those_who_stayed"), [*by_group[DECISIONS], *by_group[GAMES]]),
    ])  # fmt: skip
    yield folded(
        says("account", "the_account"), table([says("account", name) for name in ("item", "players", "points")], rows)
    )


def _account(points: Mapping[str, Any]) -> str:
    """Say whether the account of points comes out even, and what cannot be told game by game."""
    left = next(item for item in points["items"] if item["item"] == "residual")
    even = (
        says("account", "uneven", points=change(left["points"]), players=counted("players", left["players"]))
        if left["points"] or left["players"]
        else says("account", "even")
    )
    earlier, adjusted = points["closed_before"], points["adjustments"]
    parts = [
        even,
        says(
            "account", "games", both=counted("games", points["games_of_both"]),
            one_sided=counted("games", points["games_of_one"]),
        ),
    ]  # fmt: skip
    if adjusted:
        parts.append(says("account", "one_off", adjustments=", ".join(adjusted)))
    if earlier is not None and earlier != points["opening"]:
        parts.append(says("account", "since", closed=exact(earlier), points=change(points["opening"] - earlier)))
    return " ".join(parts)


def _fall(title: str, account: Sequence[Mapping[str, Any]]) -> Fragment:
    steps = [(says("account_item", item["item"]), item["points"]) for item in account if item["points"]]
    description = says("account", "steps", steps=", ".join(f"{name} {change(value)}" for name, value in steps))
    return waterfall(Axes(title, says("account", "rating_points"), "", description, _LEAST), steps, rounded)
