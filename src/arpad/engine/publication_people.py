"""Who is published with a list, and what of him: deaths, exclusions, federations and exemptions, inactive players.

A decision about a person (he died, his federation told that he must not be listed) is an input, a table of the book;
what follows from it on a list is the edition's business, and stands here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from arpad.model.period import KINDS
from arpad.regulations.durations import shifted

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.book_view import BookView
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

DIED, EXCLUDED, SUSPENDED, NO_FEDERATION, NO_ID = "died", "excluded", "suspended", "no_federation", "no_fide_id"
NO_LONGER_SHOWN = "no_longer_shown"
"""Of an inactive player: his time on the lists is over."""
ANYWHERE = "list"
"""The scope of an exclusion from every list."""
STANDARD = KINDS[0]


def with_persons(frame: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Put the lines of a list and what is known of the players side by side, by FIDE number."""
    people = players.drop("association", "died").with_columns(pl.col("fide_id").cast(pl.Int64))
    if frame["fide_id"].equals(people["fide_id"]):
        whole = frame.hstack(people.drop("fide_id"))
    else:
        whole = frame.join(people, on="fide_id", how="inner")
    return whole if whole["fide_id"].is_sorted() else whole.sort("fide_id")


def of_those(big: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Give the rows of a big table that are about some players; a join with them is then a small one."""
    return big.join(rows.select("fide_id"), on="fide_id", how="semi")


def standing(view: BookView, law: Edition, day: date) -> pl.DataFrame:
    """Say of every player who is kept off the lists of a day why: fide_id, reason. Who may be listed is not in it.

    An exemption is one from belonging to a federation (2003 16.3, 2014 13.3, 2024 10.1), and from nothing else: it
    lists nobody who died, whom his federation had excluded, or who has no FIDE number yet.
    """
    people = view.table("players").select(pl.col("fide_id").cast(pl.Int64), "federation", "died")
    excluded = of_day(view.table("exclusions"), day).filter(pl.col("scope") == ANYWHERE)["fide_id"]
    suspended = suspended_federations(view, day) if law.get("suspended_federations") == "not_listed" else []
    no_federation = (pl.col("federation") == "") & law.has("list_membership")
    needs_none, needs_no_member = _exempt(view, law, day)
    reason = (
        pl.when(pl.col("died") <= day)
        .then(pl.lit(DIED))
        .when(pl.col("fide_id").is_in(excluded.cast(pl.Int64).implode()))
        .then(pl.lit(EXCLUDED))
        .when(pl.col("federation").is_in(suspended) & ~needs_no_member)
        .then(pl.lit(SUSPENDED))
        .when(no_federation & ~needs_none)
        .then(pl.lit(NO_FEDERATION))
        .when(pl.col("fide_id") <= 0)
        .then(pl.lit(NO_ID))
    )
    return people.select("fide_id", reason=reason).filter(pl.col("reason").is_not_null()).sort("fide_id")


def _exempt(view: BookView, law: Edition, day: date) -> tuple[pl.Expr, pl.Expr]:
    """Tell who need not have a federation, and whose federation need not be a member (reading R-030)."""
    reach = law.get("list_exemption")
    granted = of_day(view.table("exemptions"), day)["fide_id"]
    nobody, has_one = pl.lit(value=False), pl.col("fide_id").is_in(granted.cast(pl.Int64).implode())
    return nobody if reach is None else has_one, has_one if reach == "no_member_federation" else nobody


def of_day(table: pl.DataFrame, day: date) -> pl.DataFrame:
    """Give the rows of a table with `since` and `until` that hold on a day."""
    return table.filter((pl.col("since") <= day) & (pl.col("until").is_null() | (pl.col("until") >= day)))


def suspended_federations(view: BookView, day: date) -> list[str]:
    """Name the federations that are suspended on a day."""
    found: list[str] = of_day(view.table("suspensions"), day)["federation"].unique().sort().to_list()
    return found


def excluded_from(view: BookView, kind: str, day: date) -> pl.Series:
    """Give the players who are kept off the list of one kind of chess."""
    found = of_day(view.table("exclusions"), day).filter(pl.col("scope") == kind)["fide_id"]
    return found.cast(pl.Int64).unique().sort()


def unlisted(view: BookView, kind: str, day: date, kept_off: pl.DataFrame, gone: pl.Series) -> pl.DataFrame:
    """Say of everybody who is on no published list of a kind of chess why: fide_id, reason.

    `kept_off` are those who are on no list at all (see `standing`), and `gone` the inactive who are no longer shown,
    which is said of standard chess only. An inactive player who has a list of his own is published on that.
    """
    of_kind = excluded_from(view, kind, day).to_frame().select("fide_id", reason=pl.lit(EXCLUDED))
    rested = gone.head(len(gone) if kind == STANDARD else 0).cast(pl.Int64).to_frame("fide_id")
    found = pl.concat([kept_off, of_kind, rested.with_columns(reason=pl.lit(NO_LONGER_SHOWN))])
    return found.unique("fide_id", keep="first", maintain_order=True)


def is_inactive(flag: pl.Expr) -> pl.Expr:
    """Tell where a flag says inactive."""
    return flag.is_in(["i", "wi"])


def no_longer_shown(frame: pl.DataFrame, law: Edition, days: Calendar, view: BookView, day: date) -> pl.Series:
    """Give the inactive players whose time on the lists is over.

    A time in lists (2003 9.2.3b) is counted back over the lists: gone is who was inactive on that many before this one.
    A time in months (2009 7.23(b)) is counted from the last game. What is not known keeps nobody off a list.
    """
    idle = frame.filter(is_inactive(pl.col("flag")))
    length = law.get("inactive_listed_for")
    nobody = idle["fide_id"].head(0)
    if length is None:
        return nobody
    number, unit = length.split(" ")
    if not unit.startswith("period"):
        before = shifted(day, length, -1)
        return idle.filter(pl.col(f"{STANDARD}_last") < days.inactive_from(before))["fide_id"]
    gone = idle.select("fide_id")
    for _ in range(int(number)):
        earlier = days.list_before(day)
        found = view.rating_list(earlier) if earlier is not None else None
        if earlier is None or found is None:
            return nobody
        flagged = found.filter(is_inactive(pl.col("flag"))).select(pl.col("fide_id").cast(pl.Int64))
        gone, day = gone.join(flagged, on="fide_id", how="semi"), earlier
    return gone["fide_id"]
