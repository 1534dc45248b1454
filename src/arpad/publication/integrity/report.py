"""The watch over the scale, made with every list: who is on it, how steady adults moved, what games and points did.

A pure function of a closed list, of the tables of its book and of the lists before; data that can be written as JSON,
all of it whole numbers: means, points and percentages are hundredths.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.view import Period
from arpad.model.period import KINDS, STANDARD
from arpad.model.problems import EditionError
from arpad.publication.integrity.alarms import alarms, figures, series
from arpad.publication.integrity.games import expectation, sides
from arpad.publication.integrity.law import citation_data, citations
from arpad.publication.integrity.people import distribution, of_kind, people, steady
from arpad.publication.integrity.points import account, load, weighed_games
from arpad.publication.integrity.sources import AccountInputs
from arpad.publication.listing import no_longer_shown, standing, unlisted
from arpad.regulations.consulted import answer
from arpad.regulations.durations import MONTHS_A_YEAR, shifted_months
from arpad.regulations.rules.rated_period import K_LOAD, NO_LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.integrity.points import WeighedGames
    from arpad.regulations.edition import Edition

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
    rated = people(closed.frame, view.table("players"), closed.list_date)
    off = _Unlisted(closed, view)
    kinds = {
        kind: _of_kind(closed, rated, Period(view, kind, closed.list_date), before, off)
        for kind in KINDS
        if kind in closed.kinds
    }
    return {"format": FORMAT, "list": closed.list_date.isoformat(), "units": UNITS, "kinds": kinds}


class _Unlisted:
    """Says who is on no published list of a day, by the publication's own rules; asked once for each list."""

    def __init__(self, closed: Closed, view: BookView) -> None:
        self._view = view
        # Which players may be listed is decided by the edition of standard chess, where there is a list of it.
        first = STANDARD if STANDARD in closed.kinds else next(iter(closed.kinds))
        self._days = view.rulebook.calendar(first, closed.list_date)
        self._known: dict[date, tuple[pl.DataFrame, pl.Series]] = {}

    def on(self, day: date, frame: pl.DataFrame | None, kind: str) -> pl.DataFrame:
        """Give fide_id and reason; nobody where there is no list, or nothing is known of its rules."""
        if frame is None or not self._is_ruled(day):
            return pl.DataFrame(schema={"fide_id": pl.Int64, "reason": pl.String})
        if day not in self._known:
            law = self._days.edition(day)
            gone = no_longer_shown(frame, law, self._days, self._view, day)
            self._known[day] = standing(self._view, law, day), gone
        return unlisted(self._view, self._days.edition(day), kind, day, *self._known[day])

    def _is_ruled(self, day: date) -> bool:
        try:
            self._days.edition(day)
        except EditionError:
            return False
        return True


def write_integrity(folder: Path, data: Mapping[str, Any]) -> None:
    """Write the data into a folder; the same data give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    folder.joinpath(DATA).write_bytes(f"{text}\n".encode())


def _of_kind(
    closed: Closed,
    everybody: pl.DataFrame,
    period: Period,
    before: Sequence[Mapping[str, Any]],
    unlisted: _Unlisted,
) -> dict[str, Any]:
    kind, day, days, closed_kind = period.kind, period.list_date, period.calendar, closed.kinds[period.kind]
    law = closed_kind.law
    last_day, year_day = days.list_before(day), days.list_in_force(shifted_months(day, -MONTHS_A_YEAR))
    last = period.rating_list(last_day) if last_day else None
    year = period.rating_list(year_day) if year_day else None
    off = unlisted.on(day, closed.frame, kind)
    was_off = unlisted.on(last_day or day, last, kind)
    in_book = of_kind(everybody, kind)
    rated = in_book.join(off, on="fide_id", how="anti")

    def at_hand(day: date) -> pl.DataFrame | None:
        """Give a list; where it is missing, the last one, as when the list was made."""
        rating_list = period.rating_list(day)
        return last if rating_list is None else rating_list

    def shown(then: date | None, frame: pl.DataFrame | None) -> pl.DataFrame | None:
        """Give an earlier list as it was published."""
        if frame is None or then is None:
            return None
        return frame.join(unlisted.on(then, frame, kind), on="fide_id", how="anti")

    inputs = AccountInputs(period, closed_kind, in_book.select("fide_id", "rating"), off, last, was_off)
    weighed = weighed_games(inputs, sides(period, closed_kind, at_hand))
    parts: dict[str, Any] = {
        "left_out": _left_out(in_book, off),
        "players": distribution(rated, law, days.inactive_from(day)),
        "steady": {
            "list": _steady(rated, last_day, shown(last_day, last), kind, law),
            "year": _steady(rated, year_day, shown(year_day, year), kind, law),
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
        "load": list(_loads(law, weighed)),
        "alarms": alarms(compared, parts["points"], _one_offs(parts["points"], before, kind, _text(year_day) or "")),
    }


def _loads(law: Edition, weighed: WeighedGames) -> Iterator[dict[str, Any]]:
    """Name the players with more games than an article lets pass at their K, for each such article."""
    asked = answer(law, K_LOAD, k=0, games=0)
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
                "players": load(weighed, law, is_above),
            }


def _steady(
    rated: pl.DataFrame, then: date | None, frame: pl.DataFrame | None, kind: str, law: Edition
) -> dict[str, Any]:
    return {"since": _text(then if frame is not None else None), **steady(rated, frame, kind, law)}


def _left_out(in_book: pl.DataFrame, off: pl.DataFrame) -> dict[str, int]:
    """Count the players with a rating in the book who are not on the published list, by reason."""
    counts = in_book.join(off, on="fide_id", how="inner").group_by("reason").agg(pl.len()).sort("reason")
    return dict(counts.iter_rows())


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
