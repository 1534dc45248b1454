"""Key figures of a list against the last twelve: limits, and alarms in words that somebody can act on.

Two kinds of limits. One follows from the lists before: the mean of the figure and three standard deviations to either
side. The other is fixed, and stands here with its reason. All of it in whole numbers; a limit is rounded outwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import HALF_UP, decimal, grouped, rounded_quotient
from arpad.publication.integrity.measures import GAMES
from arpad.publication.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LISTS = 12
"""So many lists before are looked at."""
LEAST_LISTS = 6
"""With fewer of them a standard deviation says too little."""
DEVIATIONS = 3
_A_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Figure:
    """One key figure: its fixed limits by kind of chess. Its words, and why it has these limits, stand in `words`."""

    low: int | None = None
    high: int | None = None
    high_of_kind: tuple[tuple[str, int], ...] = ()
    enough: int = 0
    """So many players or games are needed before the fixed limit is asked; with fewer, chance alone may pass it."""
    least_width: int = 0
    """A difference from the mean that is no news, however calm the lists before were."""
    is_per_list: bool = False
    """True of a change from list to list, whose limits are for one month each."""

    def fixed(self, kind: str, months: int) -> tuple[int | None, int | None]:
        """Give the fixed limits; those of a change from list to list are for one month each."""
        times = months if self.is_per_list else 1
        high = dict(self.high_of_kind).get(kind, self.high)
        return None if self.low is None else times * self.low, None if high is None else times * high


FIGURES = {
    "active_mean": Figure(least_width=200),
    "steady_list": Figure(low=-100, high=100, enough=2000, least_width=25, is_per_list=True),
    "steady_year": Figure(low=-400, high=400, enough=1000, least_width=50),
    "entries_median": Figure(low=140_000, enough=100, least_width=2000),
    "created": Figure(least_width=1000),
    "excess": Figure(low=-200, high=600, enough=4000, high_of_kind=(("rapid", 1100), ("blitz", 1100)), least_width=50),
}
"""Every value is in hundredths of its unit."""


def figure_words(name: str) -> str:
    """Give the words for a figure."""
    return WORDS.say("figure", name, {})


def of_figure(part: str, name: str) -> str:
    """Give what else is said of a figure: its `unit`, `why` it has these limits, what to `do` beyond them."""
    return WORDS.say(f"figure_{part}", name, {})


def figures(parts: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Take the key figures out of the parts of a page: each with the number of players or games behind it."""
    points, steady, watched = parts["points"], parts["steady"], parts["expectation"]["watched"]
    games = points["player_games"]
    created = sum(entry["points"] for entry in points["items"] if entry["group"] == GAMES)
    median, every = points["entries"]["median"], parts["players"]["all"]
    key_figures = {
        "active_mean": (every["active_mean"], every["active"]),
        "steady_list": (steady["list"]["mean"], steady["list"]["number"]),
        "steady_year": (steady["year"]["mean"], steady["year"]["number"]),
        "entries_median": (None if median is None else 100 * median, points["entries"]["number"]),
        "created": (rounded_quotient(_A_THOUSAND * created, games, HALF_UP) if games else None, games),
        "excess": (watched["excess"], watched["games"]),
    }
    return {name: {"value": value, "number": number} for name, (value, number) in key_figures.items()}


def series(
    kind: str, now: Mapping[str, Any], before: Sequence[Mapping[str, Any]], list_day: str, months: int
) -> list[dict[str, Any]]:
    """Put each key figure beside those of the lists before, with its limits."""
    earlier = _earlier(kind, before, list_day)
    compared = []
    for name, figure in FIGURES.items():
        values = [
            {"list": day, "value": earlier_figures.get(name, {}).get("value")} for day, earlier_figures in earlier
        ]
        known = [value["value"] for value in values if value["value"] is not None]
        low, high = figure.fixed(kind, months)
        row = {
            "figure": name,
            "before": values,
            **now[name],
            "enough": (now[name]["number"] or 0) >= figure.enough,
            "fixed": {"low": low, "high": high},
            "usual": _usual(known, figure.least_width),
        }
        compared.append({**row, "judged": _is_judged(row)})
    return compared


def _is_judged(row: Mapping[str, Any]) -> bool:
    """Tell whether a figure is held against anything: a fixed limit with enough behind it, or a usual range."""
    has_limit = row["enough"] and any(limit is not None for limit in row["fixed"].values())
    return row["value"] is not None and (has_limit or row["usual"] is not None)


def alarms(
    compared: Iterable[Mapping[str, Any]], points: Mapping[str, Any], since: Sequence[str]
) -> list[dict[str, str]]:
    """Say what is outside its limits; `since` are the one-off adjustments of the last twelve months."""
    outside = []
    left = next(entry for entry in points["items"] if entry["item"] == "residual")
    if left["points"] or left["players"]:
        outside.append({"figure": "residual", "limit": "account", "words": _uneven(left["points"], left["players"])})
    for row in compared:
        if row["value"] is None:
            continue
        name = row["figure"]
        for limit in ("fixed", "usual"):
            over = _outside(row["value"], row[limit])
            if over and (row["enough"] or limit != "fixed"):
                facts = {"figure": figure_words(name), "value": decimal(row["value"]), "side": over[0], "limit": limit,
                         "bound": decimal(over[1]), "since": ", ".join(since), "do": of_figure("do", name)}  # fmt: skip
                outside.append({"figure": name, "limit": limit, "words": WORDS.say("alarm", "outside", facts)})
    return outside


def _uneven(points: int, players: int) -> str:
    """Say that the account of points is not even, or only because faults make up for each other."""
    facts = {"points": decimal(points) if points else "", "players": players, "shown": grouped(players)}
    return WORDS.say("alarm", "uneven", facts)


def _earlier(kind: str, before: Sequence[Mapping[str, Any]], list_day: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Give the figures of the last lists before this one that had this kind of chess, the oldest first."""
    known = {str(report["list"]): report["kinds"][kind]["figures"] for report in before if kind in report["kinds"]}
    return sorted((day, key_figures) for day, key_figures in known.items() if day < list_day)[-LISTS:]


def _usual(known: Sequence[int], least_width: int) -> dict[str, int] | None:
    """Give the mean of the lists before, and three standard deviations to either side, rounded outwards.

    >>> _usual([100, 200] * 4, 0)
    {'mean': 150, 'low': -11, 'high': 311}
    """
    if len(known) < LEAST_LISTS:
        return None
    mean = Fraction(sum(known), len(known))
    variance = sum(((value - mean) ** 2 for value in known), Fraction(0)) / (len(known) - 1)
    width = max(_root(DEVIATIONS**2 * variance), least_width)
    middle = rounded_quotient(sum(known), len(known), HALF_UP)
    return {"mean": middle, "low": floor(mean) - width, "high": ceil(mean) + width}


def _root(square: Fraction) -> int:
    """Give the square root, rounded up to a whole number."""
    whole = ceil(square)
    root = isqrt(whole)
    return root if root * root == whole else root + 1


def _outside(value: int, limits: Mapping[str, int | None] | None) -> tuple[str, int] | None:
    if limits is None:
        return None
    low, high = limits["low"], limits["high"]
    if low is not None and value < low:
        return "below", low
    if high is not None and value > high:
        return "above", high
    return None
