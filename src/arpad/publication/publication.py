"""Everything that is published with a list, as frames: a pure function of the closed list and the tables of a book.

The list of the book holds every rating there is. What of it is shown, to whom and in which parts, is for the edition of
the list's date to say (settled reading 12); the numbers themselves are never changed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from arpad.book.schema import PLAYERS
from arpad.engine.period.list_line import is_high_enough
from arpad.model.period import STANDARD
from arpad.publication.corrections import causes_of_list, corrections
from arpad.publication.listing import (
    among,
    excluded_from,
    is_about,
    is_inactive,
    list_parts,
    no_longer_shown,
    standing,
    suspended_federations,
    with_persons,
)
from arpad.publication.movements import Last, movements
from arpad.publication.parts import (
    DELISTED,
    LIST_PART,
    UNRATED,
    Shown,
    alphabetical,
    by_federation,
    delisted,
    inactive,
    titled_unrated,
    top,
)
from arpad.publication.player_rows import working
from arpad.publication.summary import federations, summary
from arpad.publication.summary_rows import summary_rows
from arpad.regulations.rules.listing import ALL_DIGITS, AS_DELISTED, AS_RATED, AS_UNRATED
from arpad.regulations.workings.coefficient import newcomers_k
from arpad.regulations.workings.listing import digits_shown, parts_of, shows_games_with_new_k

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.publication.name_order import NamesInOrder
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

_SHOWN_AS = {AS_RATED: "", AS_DELISTED: DELISTED, AS_UNRATED: UNRATED}
_WRITTEN = [_SHOWN_AS[way] for way in range(len(_SHOWN_AS))]
_STATUS = pl.Series(_WRITTEN, dtype=pl.Enum(_WRITTEN))
"""By how a player is shown, what is written of it; as texts, those of everybody would need much room."""


@dataclass(frozen=True, slots=True)
class Publication:
    """What is published with a list."""

    list_date: date
    shown: Shown
    """Everybody who may be listed, with what is shown of each."""
    parts: Mapping[str, pl.DataFrame]
    """The list and its other parts, by the names of their files; only those that the edition has."""
    working: Mapping[str, pl.DataFrame]
    """By kind of chess, how the rating of everybody who played or entered came about."""
    summary: Mapping[str, Any]
    """Counts, biggest changes, who came and went, and the articles: the content of the page and of the JSON."""


class Deciding(NamedTuple):
    """What decides, besides the lines themselves, about what is shown of a list."""

    calendars: Mapping[str, Calendar]
    last: Mapping[str, Last]
    laws: Mapping[str, Edition]
    kept_off: pl.DataFrame
    fallen: Mapping[str, pl.DataFrame]
    gone: pl.Series
    suspended: Sequence[str]


def deciding_for(closed: Closed, view: BookView) -> Deciding:
    """Find what decides about what is shown of the players of a list."""
    day = closed.list_date
    calendars = {kind: view.rulebook.calendar(kind, day) for kind in closed.kinds}
    last = {
        kind: Last(before, view.rating_list(before) if before is not None else None)
        for kind, before in ((kind, days.list_before(day)) for kind, days in calendars.items())
    }
    laws = {kind: closed_kind.law for kind, closed_kind in closed.kinds.items()}
    law = next(iter(laws.values()))
    kept_off = standing(view, law, day)
    fallen = {kind: _fallen(closed, kind, last_list, kept_off, view) for kind, last_list in last.items()}
    gone = no_longer_shown(closed.frame, law, calendars.get(STANDARD) or next(iter(calendars.values())), view, day)
    return Deciding(calendars, last, laws, kept_off, fallen, gone, suspended_federations(view, day))


def publication(
    closed: Closed, view: BookView, decided: tuple[Deciding, Shown] | None = None, *, with_list: bool = True
) -> Publication:
    """Make what the edition of a list's date says is published with it; `decided` is what is shown, if known.

    Without the list itself where somebody has written that already: it is large.
    """
    day = closed.list_date
    if decided is None:
        deciding = deciding_for(closed, view)
        decided = deciding, shown_of(closed, view, deciding)
    deciding, shown = decided
    # What needs room for a moment comes first, the list itself, which is large, last.
    moved = movements(closed, view, deciding.last, deciding.kept_off, deciding.fallen)
    of_federations = federations(closed, shown, view, deciding.suspended)
    causes = causes_of_list(view, day, closed.kinds)
    workings = {kind: working(closed_kind, view.table("players"), day) for kind, closed_kind in closed.kinds.items()}
    rows = summary_rows(closed, view.table("players"), shown, moved, deciding, causes)
    events = {kind: closed_kind.events.height for kind, closed_kind in closed.kinds.items()}
    numbers = {
        **summary(rows, day, deciding, events),
        "federations": of_federations.to_dicts(),
        "corrections": corrections({kind: kept.whole() for kind, kept in rows.corrected.items()}, causes),
    }
    del rows
    every_part = {
        LIST_PART: alphabetical(shown) if with_list else None,
        "by_federation": by_federation(shown, deciding.suspended),
        "inactive": inactive(shown),
        "titled_unrated": titled_unrated(shown),
        "delisted": delisted(shown),
        "top": top(shown, {kind: days.inactive_from(day) for kind, days in deciding.calendars.items()}),
        "movements": moved,
        "federations": of_federations,
    }
    parts = {key: frame for key, frame in every_part.items() if frame is not None}
    return Publication(day, shown, parts, workings, numbers)


def _fallen(closed: Closed, kind: str, last: Last, kept_off: pl.DataFrame, view: BookView) -> pl.DataFrame:
    """Give the players with a rating on the last list and none any more, because it fell below the floor."""
    reached = closed.kinds[kind].changes.players.select(
        pl.col("fide_id").cast(pl.Int64), reached=pl.col("new_rating").cast(pl.Int64)
    )
    lost = pl.col("before").is_not_null() & pl.col("after").is_null()
    unrated_now = last.beside(closed.frame, kind).filter(lost).join(kept_off, on="fide_id", how="anti")
    barred = excluded_from(view, kind, closed.list_date)
    listed = unrated_now.filter(~pl.col("fide_id").is_in(barred.implode()))
    rows = listed.join(reached, on="fide_id", how="left")
    return rows.select("fide_id", pl.col("before").cast(pl.Int64), "reached").sort("fide_id")


def shown_of(closed: Closed, view: BookView, deciding: Deciding, names: NamesInOrder | None = None) -> Shown:
    """Take away what is not shown: people first, then single ratings; `full` keeps a rating that is shown shortened.

    `names` are the players in the order of names, where that is known; it saves time and changes nothing.
    """
    whole, day = with_persons(closed.frame, view.table("players")), closed.list_date
    laws, kept_off, fallen, gone = deciding.laws, deciding.kept_off, deciding.fallen, deciding.gone
    law = next(iter(laws.values()))
    counts_games = shows_games_with_new_k(law)
    has_top_list = parts_of(law, is_rated=True)["is_in_top_list"]
    may_be_listed = ~is_about(whole, kept_off["fide_id"])
    idle = whole.select(is_inactive(pl.col("flag"))).to_series()
    has_own_list = parts_of(law, is_idle=True)["is_in_list_of_inactive"]
    columns: dict[str, pl.Expr] = {
        "is_rated": pl.col(f"{STANDARD}_rating").is_not_null() if STANDARD in laws else pl.lit(value=False),
        "flag": pl.col("flag").str.replace("i", "", literal=True) if has_own_list else pl.col("flag"),
    }
    is_gone = among(whole, gone)
    for kind, kind_law in laws.items():
        rating = whole[f"{kind}_rating"]
        shown_in = list_parts(
            law,
            whole,
            ("is_in_list", "shown_as"),
            is_rated=rating.is_not_null() & is_high_enough(kind_law, rating.fill_null(0).to_numpy()),
            is_standard=kind == STANDARD,
            is_idle=idle,
            is_gone=is_gone,
            is_excluded_here=among(whole, excluded_from(view, kind, day)),
            has_fallen=among(whole, fallen[kind]["fide_id"]),
        )
        visible = pl.lit(shown_in["is_in_list"] & may_be_listed)
        columns |= {
            f"{kind}_full": pl.when(visible).then(f"{kind}_rating"),
            f"{kind}_games": pl.when(visible).then(f"{kind}_games"),
            f"{kind}_k": pl.when(visible).then(f"{kind}_k"),
            **({f"{kind}_games_with_new_k": _games_with_new_k(kind_law, kind, visible)} if counts_games else {}),
            **({f"{kind}_last": pl.col(f"{kind}_last")} if has_top_list else {}),
            f"{kind}_status": _status(shown_in["shown_as"]),
        }
    rested = pl.DataFrame(schema={"fide_id": pl.Int64, "idle_rating": pl.Int32})
    if has_own_list:
        in_own_list = "is_in_list_of_inactive"
        still = list_parts(law, whole, [in_own_list], is_idle=idle, is_gone=is_gone)[in_own_list]
        rested = whole.filter(still).select("fide_id", idle_rating=f"{STANDARD}_rating")
    lines = whole.select(*(pl.col(name) for name in PLAYERS.columns if name in whole.columns), **columns)
    # A rating that is shown whole is the same column once more, and needs no room.
    lines = lines.with_columns(
        _shortened(pl.col(f"{kind}_full"), digits_shown(kind_law)).alias(f"{kind}_rating")
        for kind, kind_law in laws.items()
    )
    return Shown(lines, may_be_listed, laws, fallen, rested, names)


def _shortened(rating: pl.Expr, digits: int) -> pl.Expr:
    """Give the first digits of a rating, where an edition shows no more (rapid chess of 2003)."""
    return rating if digits == ALL_DIGITS else rating.cast(pl.String).str.head(digits).cast(pl.Int32)


def _games_with_new_k(law: Edition, kind: str, visible: pl.Expr) -> pl.Expr:
    """Give the games played so far with the K of a newcomer, as long as it holds (2003 9.1.2a)."""
    has_it = pl.col(f"{kind}_k") == newcomers_k(law)
    return pl.when(visible & has_it).then(f"{kind}_played")


def _status(shown_as: pl.Series) -> pl.Expr:
    """Write how those are shown who fell below the floor on this list."""
    if not (shown_as != AS_RATED).any():
        return pl.lit("", dtype=_STATUS.dtype)
    return pl.lit(_STATUS.gather(shown_as))
