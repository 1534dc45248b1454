"""The watch over the scale, made with every list: who is on it, how steady adults moved, what games and points did.

A pure function of a closed list, of the tables of its book and of the lists before; data that can be written as JSON,
all of it whole numbers: means, points and percentages are hundredths.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from arpad.engine.book_rules import calendar_of
from arpad.engine.integrity_alarms import alarms, figures, series
from arpad.engine.integrity_games import expectation, sides
from arpad.engine.integrity_law import citations, load_citation
from arpad.engine.integrity_page import page
from arpad.engine.integrity_people import distribution, of_kind, people, steady
from arpad.engine.integrity_points import Period, account, evidence, load
from arpad.model.period import KINDS
from arpad.regulations.durations import MONTHS_A_YEAR, shifted_months

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    import polars as pl

    from arpad.engine.closing import Closed

FORMAT = 1
DATA, PAGE = "integrity.json", "integrity.html"
UNITS = {
    "mean": "hundredths of a rating point",
    "points": "hundredths of a rating point",
    "score": "hundredths of a per cent",
    "figures": "hundredths of the unit of the figure",
}
_LOADS = {"k_load_remark": False, "k_load_limit": True}
"""The provisions on the product of K and games, and whether K is reduced by them."""


def integrity(
    closed: Closed,
    tables: Mapping[str, pl.DataFrame],
    rating_list: Callable[[date], pl.DataFrame | None],
    before: Sequence[Mapping[str, Any]] = (),
    name: str | None = None,
) -> dict[str, Any]:
    """Give everything that is watched, for each kind of chess of a closed list.

    `before` are the data of earlier lists, of which the last twelve are compared; `name` is the edition under which
    the list was closed, where one was named.
    """
    kept = cache(rating_list)
    listed = people(closed.frame, tables["players"], closed.list_date)
    made = {kind: _of_kind(closed, listed, tables, kept, before, kind, name) for kind in KINDS if kind in closed.kinds}
    return {"format": FORMAT, "list": closed.list_date.isoformat(), "units": UNITS, "kinds": made}


def write_integrity(folder: Path, data: Mapping[str, Any]) -> None:
    """Write the data and the page into a folder; the same data give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    folder.joinpath(DATA).write_bytes(f"{text}\n".encode())
    folder.joinpath(PAGE).write_bytes(page(data).encode())


def _of_kind(  # noqa: PLR0913, PLR0917 - everything a list is judged by
    closed: Closed,
    listed: pl.DataFrame,
    tables: Mapping[str, pl.DataFrame],
    rating_list: Callable[[date], pl.DataFrame | None],
    before: Sequence[Mapping[str, Any]],
    kind: str,
    name: str | None,
) -> dict[str, Any]:
    day, one = closed.list_date, closed.kinds[kind]
    days = calendar_of(kind, day, name)
    last_day, year_day = days.list_before(day), days.list_in_force(shifted_months(day, -MONTHS_A_YEAR))
    last = rating_list(last_day) if last_day else None
    year = rating_list(year_day) if year_day else None
    rated = of_kind(listed, kind)

    def at_hand(day: date) -> pl.DataFrame | None:
        """Give a list; where it is missing, the last one, as when the list was made."""
        found = rating_list(day)
        return last if found is None else found

    period = Period(kind, day, one, rated.select("fide_id", "rating"), last, tables, name)
    found = evidence(period, sides(tables, one.events, at_hand, kind, days))
    parts: dict[str, Any] = {
        "players": distribution(rated, days.inactive_from(day)),
        "steady": {
            "list": {"since": _text(last_day if last is not None else None), **steady(rated, last, kind, one.law)},
            "year": {"since": _text(year_day if year is not None else None), **steady(rated, year, kind, one.law)},
        },
        "expectation": expectation(found.sides, found.worth),
        "points": account(period, found),
    }
    key = figures(parts)
    months = 1 if last_day is None else MONTHS_A_YEAR * (day.year - last_day.year) + day.month - last_day.month
    compared = series(kind, key, before, day.isoformat(), months)
    return {
        "edition": one.law.id,
        "citations": citations(one.law),
        **parts,
        "figures": key,
        "series": compared,
        "load": [
            {"provision": provision, "limit": one.law.value(provision), "binding": binding,
             "citation": load_citation(one.law, provision), "players": load(found, one.law.value(provision))}
            for provision, binding in _LOADS.items()
            if one.law.has(provision)
        ],
        "alarms": alarms(compared, parts["points"], _one_offs(parts["points"], before, kind, _text(year_day) or "")),
    }  # fmt: skip


def _one_offs(points: Mapping[str, Any], before: Sequence[Mapping[str, Any]], kind: str, since: str) -> list[str]:
    """Name the one-off adjustments of this list and of those after the list of a year ago."""
    earlier = [
        (str(one["list"]), each)
        for one in before
        if kind in one["kinds"] and str(one["list"]) > since
        for each in one["kinds"][kind]["points"]["adjustments"]
    ]
    return list(dict.fromkeys([*(each for _, each in sorted(earlier)), *points["adjustments"]]))


def _text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
