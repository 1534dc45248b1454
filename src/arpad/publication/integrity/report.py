"""The watch over the scale, made with every list: who is on it, how steady adults moved, what games and points did.

A pure function of a closed list, of the tables of its book and of the lists before; data that can be written as JSON,
all of it whole numbers: means, points and percentages are hundredths.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad.book.view import Period
from arpad.model.period import KINDS
from arpad.publication.integrity.alarms import alarms, figures, series
from arpad.publication.integrity.games import expectation, sides
from arpad.publication.integrity.kept_off import CODES, KeptOff
from arpad.publication.integrity.law import citation_data, citations
from arpad.publication.integrity.lines import InPlaces, Lines, is_rated
from arpad.publication.integrity.people import NOT_COMPARED, distribution, people, steady
from arpad.publication.integrity.points import account
from arpad.publication.integrity.sources import AccountInputs, PlayedEvents, Published
from arpad.publication.integrity.weighed import load, weighed_games
from arpad.regulations.consulted import answer
from arpad.regulations.durations import MONTHS_A_YEAR, shifted_months
from arpad.regulations.rules.rated_period import K_LOAD, NO_LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.integrity.people import People
    from arpad.publication.integrity.weighed import WeighedGames

FORMAT = 1
DATA = "integrity.json"
UNITS = {
    "mean": "hundredths of a rating point",
    "points": "hundredths of a rating point",
    "score": "hundredths of a per cent",
    "figures": "hundredths of the unit of the figure",
}
_LOADS = {"remarked_above": ("is_remarked", False), "limited_to": ("is_limited", True)}
"""The limits of the product of K and games: the question whether a player is above, and whether K is reduced then."""


def integrity(closed: Closed, view: BookView, before: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Give everything that is watched, for each kind of chess of a closed list.

    `before` are the data of earlier lists, of which the last twelve are compared. Watched are the players of the
    published list, not those who only have a rating in the book.
    """
    periods = {kind: Period(view, kind, closed.list_date) for kind in KINDS if kind in closed.kinds}
    watch = _Watch.of(closed, periods, view)
    kinds = {kind: _of_kind(watch, period, before) for kind, period in periods.items()}
    return {"format": FORMAT, "list": closed.list_date.isoformat(), "units": UNITS, "kinds": kinds}


def write_integrity(folder: Path, data: Mapping[str, Any]) -> None:
    """Write the data into a folder; the same data give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    folder.joinpath(DATA).write_bytes(f"{text}\n".encode())


@dataclass(frozen=True, slots=True)
class _Watch:
    """What is the same for all kinds of chess, worked out once: everybody by places, and who is kept off the lists."""

    closed: Closed
    order: InPlaces
    people: People
    off: KeptOff

    @classmethod
    def of(cls, closed: Closed, periods: Mapping[str, Period], view: BookView) -> _Watch:
        """Look at everybody who is rated on this list or the last, or may enter it: the others are in no sum."""
        players = next(iter(closed.kinds.values())).changes.of_players.players
        order = InPlaces(players.places)
        days = {period.calendar.list_before(period.list_date) for period in periods.values()}
        earlier = [view.rating_list(day) for day in days if day is not None]
        is_asked = np.zeros(players.size, dtype=bool)
        for frame in (closed.frame, *earlier):
            if frame is not None:
                is_asked |= is_rated(order.of(frame))
        entering = [*(kind.newcomers for kind in closed.kinds.values()), view.table("corrections")]
        places = players.places.of(pl.concat([rows["fide_id"].cast(pl.Int64) for rows in entering]))
        is_asked[places[places >= 0]] = True
        table = order.of(view.table("players").select("fide_id", "sex", "federation", "died"))
        persons = table.filter(pl.Series(is_asked, dtype=pl.Boolean))
        known = people(players, persons, is_asked, closed.list_date)
        return cls(closed, order, known, KeptOff(closed, view, players.places, persons))

    def published(self, day: date | None, frame: pl.DataFrame | None, kind: str) -> Published:
        """Give a list as it was published; without one, nobody is on it."""
        return Published(Lines(frame, kind, self.order), self.off.on(day or self.closed.list_date, frame, kind))


def _of_kind(watch: _Watch, period: Period, before: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    closed, kind, day, days = watch.closed, period.kind, period.list_date, period.calendar
    closed_kind, places = closed.kinds[kind], watch.order.places
    law = closed_kind.law
    last_day, year_day = days.list_before(day), days.list_in_force(shifted_months(day, -MONTHS_A_YEAR))
    last_frame = period.rating_list(last_day) if last_day else None
    year_frame = period.rating_list(year_day) if year_day else None
    now, last = watch.published(day, closed.frame, kind), watch.published(last_day, last_frame, kind)
    rated = now.rated()
    adults = rated[watch.people.is_steady[rated]]

    @cache
    def at_hand(then: date) -> Lines:
        """Give the lines of a list; where it is missing, of the last one, as when the list was made."""
        rating_list = last_frame if then == last_day else period.ratings(then)
        return last.lines if rating_list is None or then == last_day else Lines(rating_list, kind, watch.order)

    def since(then: date | None, frame: pl.DataFrame | None, earlier: Published) -> dict[str, Any]:
        """Say how steady adults moved since an earlier list."""
        if then is None or frame is None:
            return {"since": None, **NOT_COMPARED}
        return {"since": _text(then), **steady(now.lines, earlier.lines, earlier.rated_among(adults), law)}

    inputs = AccountInputs(period, closed_kind, places, PlayedEvents.of(closed_kind, places), now, last)
    weighed = weighed_games(inputs, sides(period, closed_kind, places, at_hand))
    parts: dict[str, Any] = {
        "left_out": _left_out(now),
        "players": distribution(watch.people, now.lines, rated, law, days.inactive_from(day)),
        "steady": {
            "list": since(last_day, last_frame, last),
            "year": since(year_day, year_frame, watch.published(year_day, year_frame, kind)),
        },
        "expectation": expectation(weighed.sides, weighed.worth),
        "points": {**account(inputs, weighed), "closed_before": _closed_before(before, kind, _text(last_day))},
    }
    key_figures = figures(parts)
    months = 1 if last_day is None else MONTHS_A_YEAR * (day.year - last_day.year) + day.month - last_day.month
    compared = series(kind, key_figures, before, day.isoformat(), months)
    return {
        "edition": law.id,
        "citations": citations(law),
        **parts,
        "figures": key_figures,
        "series": compared,
        "load": list(_loads(inputs, weighed)),
        "alarms": alarms(compared, parts["points"], _one_offs(parts["points"], before, kind, _text(year_day) or "")),
    }


def _loads(inputs: AccountInputs, weighed: WeighedGames) -> Iterator[dict[str, Any]]:
    """Name the players with more games than an article lets pass at their K, for each such article."""
    asked = answer(inputs.closed.law, K_LOAD, k=0, games=0)
    for name, (is_above, binding) in _LOADS.items():
        limit = asked[name]
        if limit != NO_LARGEST:
            (cited,) = asked.by(name).citations()
            (provision,) = cited.provisions
            yield {
                "provision": provision,
                "limit": limit,
                "binding": binding,
                "citation": citation_data(cited),
                "players": load(inputs, weighed.loads, is_above),
            }


def _left_out(now: Published) -> dict[str, int]:
    """Count the players with a rating in the book who are not on the published list, by reason."""
    counts = np.bincount(now.off[now.left_out()], minlength=max(CODES.values()) + 1).tolist()
    return {reason: counts[code] for reason, code in sorted(CODES.items()) if counts[code]}


def _closed_before(before: Sequence[Mapping[str, Any]], kind: str, last_day: str | None) -> int | None:
    """Give the sum with which the account of the last list closed, as it was published then."""
    return next(
        (report["kinds"][kind]["points"].get("closing") for report in before
         if str(report["list"]) == last_day and kind in report["kinds"] and "points" in report["kinds"][kind]), None
    )  # fmt: skip


def _one_offs(points: Mapping[str, Any], before: Sequence[Mapping[str, Any]], kind: str, since: str) -> list[str]:
    """Name the one-off adjustments of this list and of those after the list of a year ago."""
    earlier = [
        (str(report["list"]), each)
        for report in before
        if kind in report["kinds"] and str(report["list"]) > since
        for each in report["kinds"][kind]["points"]["adjustments"]
    ]
    return list(dict.fromkeys([*(each for _, each in sorted(earlier)), *points["adjustments"]]))


def _text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
