"""What there is to say about a list in numbers: counts, biggest changes, who came and went, by which articles."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.model.period import STANDARD
from arpad.publication.listing import DIED, EXCLUDED, NO_FEDERATION, SUSPENDED, of_those
from arpad.publication.movements import BECAME_INACTIVE, BELOW_FLOOR, NEW, RETURNED
from arpad.publication.parts import TOP
from arpad.publication.summary_rows import IDLE, LISTED, PART, TOP_PART, TOP_RATING, WOMEN
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.listing import digits_shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.parts import Shown
    from arpad.publication.publication import Deciding
    from arpad.publication.summary_rows import SummaryRows
    from arpad.regulations.edition import Edition

SHOWN = 20
"""How many of the biggest changes, and of each kind of movement, a summary names; files have all of them."""
MOVEMENTS = (NEW, BELOW_FLOOR, EXCLUDED, DIED, SUSPENDED, NO_FEDERATION, BECAME_INACTIVE, RETURNED)
_ARTICLES = {
    "fields": ("list_fields",),
    "listed": ("floor", "list_entry_from", "list_membership", "list_exemption"),
    "played": ("event_closing",),
    "changes": ("period_change", "rounding"),
    "federations": ("rating_officer", "suspended_federations", "list_parts"),
    "inactive": ("inactive_below", "inactive_listing", "inactive_listed_for"),
    NEW: ("initial_games", "floor"),
    BELOW_FLOOR: ("below_floor", "delisted_shown"),
    EXCLUDED: ("exclusion_reported_by",),
    DIED: ("death_reported_by",),
    SUSPENDED: ("suspended_federations",),
    NO_FEDERATION: ("list_membership",),
    BECAME_INACTIVE: ("inactive_below", "inactive_window"),
    RETURNED: ("active_again_from",),
    "digits": ("display_digits",),
}
"""Which provisions rule what is said."""


def federations(closed: Closed, shown: Shown, view: BookView, suspended: Sequence[str]) -> pl.DataFrame:
    """Give every federation of the book or the list with its rating officer, and how many of its players are listed."""
    of_kind = [pl.col(f"{kind}_rating").is_not_null().sum().alias(f"{kind}_listed") for kind in shown.laws]
    people = shown.lines.select("fide_id", "federation")
    kept_off = people.filter(~shown.may_be_listed)
    off = kept_off.group_by("federation").agg(off=pl.len())
    everybody = shown.lines.group_by("federation").agg(*of_kind, pl.len())
    # Who is kept off is not counted above, but makes no federation one of the list.
    is_there = pl.col("len") > pl.col("off").fill_null(0)
    counts = everybody.join(off, on="federation", how="left").filter(is_there).drop("len", "off")
    for kind, closed_kind in closed.kinds.items():
        entered = closed_kind.newcomers.filter(pl.col("published").is_not_null()).select(
            pl.col("fide_id").cast(pl.Int64)
        )
        entered = entered.join(kept_off, on="fide_id", how="anti")
        new = of_those(people, entered).group_by("federation").agg(pl.len().alias(f"{kind}_new"))
        counts = counts.join(new, on="federation", how="left")
    known = view.table("federations").select("federation", "name", "officer", "contact")
    rows = known.join(counts, on="federation", how="full", coalesce=True)
    numbers = [f"{kind}_{part}" for kind in shown.laws for part in ("listed", "new")]
    return rows.select(
        "federation",
        pl.col("name", "officer", "contact").fill_null(""),
        pl.col("federation").is_in(list(suspended)).alias("suspended"),
        pl.col(numbers).fill_null(0).cast(pl.Int64),
    ).sort("federation")


def summary(rows: SummaryRows, list_date: date, deciding: Deciding, events: Mapping[str, int]) -> dict[str, Any]:
    """Put the numbers of a list together, as data; `events` are the numbers of events that it rates."""
    laws, sums = deciding.laws, rows.shown.sums
    moved = {kind: rows.moved[kind].whole() for kind in laws}
    movements = rows.movements.whole()
    return {
        "list": list_date.isoformat(),
        "before": {
            kind: None if last_list.day is None else last_list.day.isoformat()
            for kind, last_list in deciding.last.items()
        },
        "editions": {kind: {"id": law.id, "title": law.title} for kind, law in laws.items()},
        "articles": {kind: articles(law) for kind, law in laws.items()},
        "parts": _parts(rows, sums),
        "kinds": {kind: _counts(rows, sums, moved[kind], kind, events[kind]) for kind in laws},
        "gains": {kind: _biggest(moved[kind], law, gains=True) for kind, law in laws.items()},
        "losses": {kind: _biggest(moved[kind], law, gains=False) for kind, law in laws.items()},
        "movements": {what: _movement(movements, laws, what) for what in MOVEMENTS},
    }


def _parts(rows: SummaryRows, sums: Mapping[str, int]) -> dict[str, int]:
    """Count the lines of the parts in which a list is published."""
    counts = {name.removeprefix(PART): total for name, total in sums.items() if name.startswith(PART)}
    ratings = [name for name in rows.shown.first.columns if name.endswith(TOP_RATING)]
    if ratings:
        rated = rows.shown.whole().select(ratings)
        counts[TOP_PART] = sum(_among_the_top(rated[name].drop_nulls()) for name in ratings)
    return counts


def _among_the_top(ratings: pl.Series) -> int:
    """Count a top list: as many as it has places, and those who share the last one."""
    return int((ratings >= ratings.top_k(TOP).min()).sum()) if len(ratings) else 0


@lru_cache(maxsize=64)
def articles(law: Edition) -> dict[str, str]:
    """Give the articles that rule each subject, as they are cited."""
    cited_by_subject = {
        subject: "; ".join(dict.fromkeys(str(cited) for key in keys for cited in citations(law, (key,))))
        for subject, keys in _ARTICLES.items()
    }
    return {subject: cited for subject, cited in cited_by_subject.items() if cited}


def _counts(
    rows: SummaryRows, sums: Mapping[str, int], moved: pl.DataFrame, kind: str, events: int
) -> dict[str, int | None]:
    """Count a kind of chess; whether somebody is inactive is judged for standard chess only."""
    return {
        "listed": sums[f"{kind}{LISTED}"],
        "women": sums[f"{kind}{WOMEN}"],
        "inactive": sums[f"{kind}{IDLE}"] if kind == STANDARD else None,
        "events": events,
        "played": moved.height,
        "games": int(moved["games"].sum()),
        "points": int(moved["change"].sum()),
        "entered": rows.newcomers[kind].whole()["first_published"].count(),
    }


def _biggest(moved: pl.DataFrame, law: Edition, *, gains: bool) -> list[dict[str, Any]]:
    """Give the biggest gains or losses of those who are listed; equal ones by name and number."""
    size = pl.col("change") if gains else -pl.col("change")
    listed = moved.filter("is_listed", size > 0)
    # Only those who may be among the first are put into order.
    least = listed.select(size.top_k(SHOWN).min()).item()
    first = listed.filter(size >= least) if least is not None else listed
    first = first.sort("change", "name", "fide_id", descending=[gains, False, False]).head(SHOWN)
    columns = first.select("fide_id", "name", "federation", "games", "change", before="base", after="published")
    return [_shortened(row, law) for row in columns.to_dicts()]


def _movement(rows: pl.DataFrame, laws: Mapping[str, Edition], what: str) -> dict[str, Any]:
    """Count a movement by kind of chess, and name the highest rated of each."""
    own = rows.filter(pl.col("what") == what).with_columns(height=pl.coalesce("after", "before"))
    movement: dict[str, Any] = {}
    for kind, law in laws.items():
        of_kind = own.filter(pl.col("kind") == kind)
        if of_kind.height:
            first = of_kind.sort("height", "name", "fide_id", descending=[True, False, False]).head(SHOWN)
            named = first.select("fide_id", "name", "federation", "before", "after").to_dicts()
            movement[kind] = {"count": of_kind.height, "first": [_shortened(row, law) for row in named]}
    return movement


def _shortened(row: dict[str, Any], law: Edition) -> dict[str, Any]:
    """Show ratings with as many digits as the edition does."""
    digits = digits_shown(law) or None
    short = {name: int(str(row[name])[:digits]) for name in ("before", "after") if row[name] is not None}
    return row | short
