"""What an edition leaves to an office, put into its book: K of the officer, monthly lists, one-off adjustments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.change import Change, changed
from arpad.book.decisions.correct_player import person_of
from arpad.book.law import kept_law
from arpad.book.log import LogEntry, with_rows
from arpad.book.schema import ADJUSTMENTS, COEFFICIENTS
from arpad.model.period import KINDS
from arpad.regulations.adjustments import every_adjustment
from arpad.regulations.rulebook import Rulebook
from arpad.regulations.workings.coefficient import is_by_officer

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.about import About
    from arpad.book.view import BookView


@dataclass(frozen=True, slots=True)
class SetCoefficient:
    """K of a kind of chess from a list on: of a player, or of everybody where none is named."""

    kind: str
    since: date
    k: int
    why: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class SetAdjustment:
    """A one-off adjustment that is applied to a list of a kind of chess."""

    list_date: date
    kind: str
    adjustment: str
    why: str


@dataclass(frozen=True, slots=True)
class SetMonthlyLists:
    """The days on which the optional monthly lists began."""

    days: tuple[date, ...]
    why: str


def with_coefficient(view: BookView, request: SetCoefficient) -> Change:
    """Give the change that sets K; what was set for the same list before is replaced."""
    if request.player is not None:
        person_of(view, request.player)
    table, row = view.table("coefficients"), (request.kind, request.player, request.since, request.k)
    is_same = (pl.col("kind") == request.kind) & (pl.col("since") == request.since)
    is_same &= pl.col("fide_id").eq_missing(pl.lit(request.player, dtype=pl.Int64))
    own = pl.DataFrame([row], schema=COEFFICIENTS.schema, orient="row")
    after = pl.concat([table.filter(~is_same), own]).sort("kind", "fide_id", "since", nulls_last=False)
    facts = {"what": "coefficient", "kind": request.kind, "since": request.since, "k": request.k}
    entry = LogEntry("decide", request.why, request.since, {**facts, "player": request.player})
    return with_rows(changed(view, {"coefficients": after}), entry)


def with_adjustment(view: BookView, request: SetAdjustment) -> Change:
    """Give the change that names a one-off adjustment; those that held without being named are named with it."""
    table = view.table("adjustments") if view.has("adjustments") else _of_authority(view.rulebook)
    row = (request.list_date, request.kind, request.adjustment)
    own = pl.DataFrame([row], schema=ADJUSTMENTS.schema, orient="row")
    after = pl.concat([table, own]).unique(maintain_order=True).sort("list", "kind", "id")
    facts = {"what": "adjustment", "kind": request.kind, "id": request.adjustment}
    entry = LogEntry("decide", request.why, request.list_date, facts)
    return with_rows(changed(view, {"adjustments": after}), entry)


def _of_authority(rulebook: Rulebook) -> pl.DataFrame:
    """Give the adjustments that hold where a book names none: those of its authority."""
    rows = [
        (adjustment.list, kind, adjustment.id)
        for adjustment in every_adjustment()
        for kind in adjustment.kinds
        if adjustment.authority == rulebook.authority
    ]
    return pl.DataFrame(rows, schema=ADJUSTMENTS.schema, orient="row")


def with_monthly_lists(rulebook: Rulebook, about: About, request: SetMonthlyLists) -> Change:
    """Give the change by which the monthly lists begin on some days; no table is changed by it."""
    days = tuple(sorted(request.days))
    about = replace(about, monthly_regime=days)
    law = kept_law(about, Rulebook(rulebook.authority, rulebook.edition, days))
    entry = LogEntry("decide", request.why, days[-1], {"what": "monthly", "days": list(days)})
    return Change({}, law=law, entry=entry)


def article_of_coefficient(rulebook: Rulebook, kind: str, since: date) -> str:
    """Cite the article that leaves K to the officer, for a list; empty where none does."""
    law = rulebook.law(kind, since) if kind in KINDS else None
    if law is None or not is_by_officer(law):
        return ""
    provision = law.provisions["coefficient"]
    return f"{provision.edition} {provision.article}"


def article_of_monthly_lists(rulebook: Rulebook, days: tuple[date, ...]) -> str:
    """Cite the articles that leave open when monthly lists begin; empty where one of the days has none."""
    cited = []
    for day in days:
        law = rulebook.law(KINDS[0], day)
        if not law.has("monthly_lists_begin"):
            return ""
        provision = law.provisions["monthly_lists_begin"]
        cited.append(f"{provision.edition} {provision.article}")
    return "; ".join(dict.fromkeys(cited))
