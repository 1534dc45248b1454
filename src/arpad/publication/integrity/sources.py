"""From where the account of points has its items: each from its own source, and none from the list it is to explain.

The list before, corrections and withdrawn events give the base; the rule of the edition, asked once more for the events
of the period, gives the change; one-off adjustments, first ratings and who is not listed come after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays
from arpad.engine.everybody import UNRATED
from arpad.engine.period.adjustments import adjusted, of_list
from arpad.engine.period.close_kind import rerated_bases
from arpad.engine.period.list_line import base_ratings, listed_after_floor
from arpad.model.period import ROUND_ROBIN, STANDARD
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.rules.rated_period import RATED_PERIOD
from arpad.regulations.workings.crosstable import has_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.book.view import Period
    from arpad.engine.period.close_kind import ClosedKind
    from arpad.publication.integrity.games import SidesOfGames
    from arpad.regulations.adjustments import Adjustment
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class AccountInputs:
    """What the account of one kind of chess is made from."""

    period: Period
    closed: ClosedKind
    rated: pl.DataFrame
    """fide_id, rating: everybody who has one in the book after this list, whether listed or not."""
    off: pl.DataFrame
    """fide_id, reason: the players who are not on the published list."""
    last: pl.DataFrame | None
    """The list before, all kinds of chess, as it stands in the book."""
    was_off: pl.DataFrame
    """fide_id, reason: the players who were not on the published list before."""


def one_offs(inputs: AccountInputs) -> Sequence[Adjustment]:
    """Give the one-off adjustments of the list."""
    return of_list(inputs.closed.law, inputs.period.list_date, inputs.period.adjustments)


def before(inputs: AccountInputs) -> pl.DataFrame:
    """Give the list before: fide_id, last, highest, standard (the standard rating, for other kinds of chess)."""
    if inputs.last is None:
        return pl.DataFrame(schema=dict.fromkeys(("fide_id", "last", "highest", "standard"), pl.Int64))
    kind = inputs.period.kind
    standard = pl.col("standard_rating") if kind != STANDARD else pl.lit(None)
    return inputs.last.select(
        pl.col("fide_id").cast(pl.Int64),
        last=pl.col(f"{kind}_rating").cast(pl.Int64),
        highest=pl.col(f"{kind}_highest").cast(pl.Int64),
        standard=standard.cast(pl.Int64),
    )


def corrected(inputs: AccountInputs) -> pl.DataFrame:
    """Give the bases that the rating office corrected by hand: fide_id, corrected."""
    own = (pl.col("kind") == inputs.period.kind) & (pl.col("list") == inputs.period.list_date)
    rows = inputs.period.table("corrections").filter(own)
    return rows.select(pl.col("fide_id").cast(pl.Int64), corrected=pl.col("rating").cast(pl.Int64))


def rerated(inputs: AccountInputs) -> pl.DataFrame:
    """Give the bases that withdrawn and re-rated events change, worked out from these events: fide_id, rerated."""
    nobody = pl.DataFrame(schema={"fide_id": pl.Int64, "rerated": pl.Int64})
    if not inputs.period.table("events").select((pl.col("withdrawn_for") == inputs.period.list_date).any()).item():
        return nobody
    bases_anew = rerated_bases(inputs.period)
    own = bases_anew.corrections.filter(
        (pl.col("kind") == inputs.period.kind) & (pl.col("list") == inputs.period.list_date)
    )
    bases = own.select(pl.col("fide_id").cast(pl.Int64), rerated=pl.col("rating").cast(pl.Int64))
    return bases.join(corrected(inputs), on="fide_id", how="anti")


def changes(inputs: AccountInputs) -> pl.DataFrame:
    """Ask the rule of the period for everybody who played: fide_id, unrounded and change, from the sums of events.

    Where the list was made from a table of all differences, this is another way to the same numbers.
    """
    events = inputs.closed.changes.events
    ids, owner = np.unique(events["fide_id"].to_numpy(), return_inverse=True)
    parts = {name: events[name].to_numpy().astype(np.int64) for name in ("k", "sum", "games")}
    rating = {"rating": np.zeros(len(ids), dtype=np.int64)}
    # K and games make the change; the base rating does not matter here.
    whole = Arrays(RATED_PERIOD, inputs.closed.law).run(rating, parts, owner).whole if len(ids) else {}
    nothing = np.zeros(0, dtype=np.int64)
    return pl.DataFrame(
        {
            "fide_id": ids,
            "unrounded": whole.get("unrounded", nothing),
            "change": whole.get("list_change", nothing),
        },
        schema=dict.fromkeys(("fide_id", "unrounded", "change"), pl.Int64),
    )


def players(inputs: AccountInputs, moved: pl.DataFrame) -> pl.DataFrame:
    """Give everybody whom the account concerns, step by step from the last rating to the one that must follow.

    `last`, then `start` after corrections, withdrawn events and standing in, `reached` after the games, `adjusted`
    after one-offs; or `published`, a first rating. `due` is what follows: the rating in the book, nothing below the
    floor. `rated` is what the list says; `reason` and `was_reason` why the player is, or was, not listed.
    """
    entered = inputs.closed.newcomers.filter(pl.col("published").is_not_null())
    causes = [
        moved.select("fide_id", "change"),
        entered.select(pl.col("fide_id").cast(pl.Int64), pl.col("published").cast(pl.Int64)),
        corrected(inputs),
        rerated(inputs),
    ]
    caused = causes[0]
    for cause in causes[1:]:
        caused = caused.join(cause, on="fide_id", how="full", coalesce=True)
    earlier = before(inputs)
    every = earlier.filter(pl.col("last").is_not_null()).select("fide_id", "last")
    every = every.join(inputs.rated.select("fide_id", rated="rating"), on="fide_id", how="full", coalesce=True)
    reasons = inputs.off.join(inputs.was_off.rename({"reason": "was_reason"}), on="fide_id", how="full", coalesce=True)
    if not one_offs(inputs):
        # Nobody else can move: other players are left out, and enter both sums of the account alike.
        shifted = reasons.filter(pl.col("reason").ne_missing(pl.col("was_reason")))["fide_id"]
        concerned = pl.col("fide_id").is_in(pl.concat([caused["fide_id"], shifted]).implode())
        every = every.filter(pl.col("last").ne_missing(pl.col("rated")) | concerned)
    every = every.join(caused, on="fide_id", how="full", coalesce=True).join(reasons, on="fide_id", how="left")
    history = earlier.join(every.select("fide_id"), on="fide_id", how="semi").select("fide_id", "highest", "standard")
    every = every.join(history, on="fide_id", how="left")
    every = every.with_columns(own=pl.coalesce("corrected", "rerated", "last"))
    own, standard = (every[name].fill_null(UNRATED).to_numpy() for name in ("own", "standard"))
    base = pl.Series(base_ratings(inputs.closed.law, own, standard), dtype=pl.Int64)
    # A player whose standard rating stands in enters the list by playing only.
    entered_by_playing = pl.when(pl.col("change").is_not_null() & (base != UNRATED)).then(base)
    every = every.with_columns(start=pl.coalesce("own", entered_by_playing)).drop("own")
    every = _adjusted(every.with_columns(reached=pl.col("start") + pl.col("change").fill_null(0)), inputs)
    listed = pl.Series(listed_after_floor(inputs.closed.law, every["adjusted"].fill_null(UNRATED).to_numpy()))
    after = pl.when(listed != UNRATED).then("adjusted")
    return every.with_columns(due=pl.when(pl.col("start").is_not_null()).then(after).otherwise("published"))


def _adjusted(every: pl.DataFrame, inputs: AccountInputs) -> pl.DataFrame:
    """Add what everybody has after the one-off adjustments of the list."""
    chosen = one_offs(inputs)
    if not chosen:
        return every.with_columns(adjusted=pl.col("reached"))
    reached, standard = (every[name].fill_null(UNRATED).to_numpy() for name in ("reached", "standard"))
    ratings = adjusted(inputs.closed.law, reached, standard, chosen)
    after = pl.when(pl.col("reached").is_not_null()).then(pl.Series(ratings, dtype=pl.Int64))
    return every.with_columns(adjusted=after)


def worked_out_as_a_whole(sides: SidesOfGames) -> pl.Series:
    """Give the events whose games an edition does not value one by one.

    These are the averages of 2003, the one upgrade of 2022, and the tables of round robins with unrated players.
    """
    whole = {place: _whole(law) for place, law in enumerate(sides.laws)}
    tables = {place: has_tables(law) for place, law in enumerate(sides.laws)}
    law = pl.col("law")
    by_law = law.replace_strict(whole, default=False, return_dtype=pl.Boolean) if whole else pl.lit(value=False)
    by_table = law.replace_strict(tables, default=False, return_dtype=pl.Boolean) if tables else pl.lit(value=False)
    rows = sides.frame.filter(by_law | (by_table & (pl.col("system") == ROUND_ROBIN)))
    return rows["event_id"].unique()


def _whole(law: Edition) -> bool:
    return any(RATED_EVENT.gives(law, quantity) for quantity in ("average", "upgraded_above"))
