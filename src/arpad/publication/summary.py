"""What there is to say about a list in numbers: counts, biggest changes, who came and went, by which articles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.model.period import STANDARD
from arpad.publication.listing import DIED, EXCLUDED, NO_FEDERATION, SUSPENDED, is_inactive, of_those
from arpad.publication.movements import BECAME_INACTIVE, BELOW_FLOOR, NEW, RETURNED
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.listing import digits_shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.movements import Last
    from arpad.publication.parts import Shown

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


def summary(
    closed: Closed,
    shown: Shown,
    parts: Mapping[str, pl.DataFrame],
    workings: Mapping[str, pl.DataFrame],
    last: Mapping[str, Last],
) -> dict[str, Any]:
    """Put the numbers of a list together, as data."""
    return {
        "list": closed.list_date.isoformat(),
        "before": {
            kind: None if last_list.day is None else last_list.day.isoformat() for kind, last_list in last.items()
        },
        "editions": {kind: {"id": law.id, "title": law.title} for kind, law in shown.laws.items()},
        "articles": {kind: articles(shown, kind) for kind in shown.laws},
        "parts": {name: frame.height for name, frame in parts.items() if name not in {"movements", "federations"}},
        "kinds": {kind: _counts(closed, shown, kind) for kind in shown.laws},
        "gains": {kind: _biggest(workings[kind], shown, kind, gains=True) for kind in shown.laws},
        "losses": {kind: _biggest(workings[kind], shown, kind, gains=False) for kind in shown.laws},
        "movements": {what: _movement(parts["movements"], shown, what) for what in MOVEMENTS},
        "federations": parts["federations"].to_dicts(),
    }


def articles(shown: Shown, kind: str) -> dict[str, str]:
    """Give the articles that rule each subject, as they are cited."""
    law = shown.laws[kind]
    cited_by_subject = {
        subject: "; ".join(dict.fromkeys(str(cited) for key in keys for cited in citations(law, (key,))))
        for subject, keys in _ARTICLES.items()
    }
    return {subject: cited for subject, cited in cited_by_subject.items() if cited}


def _counts(closed: Closed, shown: Shown, kind: str) -> dict[str, int | None]:
    """Count a kind of chess; whether somebody is inactive is judged for standard chess only."""
    closed_kind = closed.kinds[kind]
    is_listed = pl.col(f"{kind}_rating").is_not_null()
    listed, women, idle = shown.lines.select(
        listed=is_listed.sum(), women=(is_listed & (pl.col("sex") == "F")).sum(),
        idle=(is_listed & is_inactive(pl.col("flag"))).sum(),
    ).row(0)  # fmt: skip
    changed = closed_kind.changes.players
    return {
        "listed": int(listed),
        "women": int(women),
        "inactive": int(idle) if kind == STANDARD else None,
        "events": closed_kind.events.height,
        "played": changed.height,
        "games": int(changed["games"].sum()),
        "points": int(changed["change"].sum()),
        "entered": int(closed_kind.newcomers["published"].is_not_null().sum()),
    }


def _biggest(rows: pl.DataFrame, shown: Shown, kind: str, *, gains: bool) -> list[dict[str, Any]]:
    """Give the biggest gains or losses of those who are listed; equal ones by name and number."""
    moved = rows.filter(pl.col("change") > 0 if gains else pl.col("change") < 0)
    lines = of_those(shown.lines.select("fide_id", f"{kind}_rating"), moved)
    listed = moved.join(lines.filter(pl.col(f"{kind}_rating").is_not_null()), on="fide_id", how="semi")
    first = listed.sort("change", "name", "fide_id", descending=[gains, False, False]).head(SHOWN)
    columns = first.select("fide_id", "name", "federation", "games", "change", before="base", after="published")
    return [_shortened(row, shown, kind) for row in columns.to_dicts()]


def _movement(rows: pl.DataFrame, shown: Shown, what: str) -> dict[str, Any]:
    """Count a movement by kind of chess, and name the highest rated of each."""
    own = rows.filter(pl.col("what") == what).with_columns(height=pl.coalesce("after", "before"))
    movement: dict[str, Any] = {}
    for kind in shown.laws:
        of_kind = own.filter(pl.col("kind") == kind)
        if of_kind.height:
            first = of_kind.sort("height", "name", "fide_id", descending=[True, False, False]).head(SHOWN)
            named = first.select("fide_id", "name", "federation", "before", "after").to_dicts()
            movement[kind] = {"count": of_kind.height, "first": [_shortened(row, shown, kind) for row in named]}
    return movement


def _shortened(row: dict[str, Any], shown: Shown, kind: str) -> dict[str, Any]:
    """Show ratings with as many digits as the edition does."""
    digits = digits_shown(shown.laws[kind]) or None
    short = {name: int(str(row[name])[:digits]) for name in ("before", "after") if row[name] is not None}
    return row | short
