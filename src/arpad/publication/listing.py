"""Who is published with a list: deaths, exclusions, federations and exemptions, inactive players, over columns.

A decision about a person (a death, the word of a federation that a player must not be listed) is a table of the book;
what follows from it is the rule of the edition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.engine.arrays import Arrays, Column
from arpad.engine.everybody import day_number
from arpad.engine.ids import distinct
from arpad.model.period import STANDARD
from arpad.regulations.durations import shifted
from arpad.regulations.rules import listing as rule
from arpad.regulations.rules.activity import ACTIVITY
from arpad.regulations.workings.listing import REASONS

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from arpad.book.view import BookView
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

DIED, EXCLUDED, SUSPENDED, NO_FEDERATION, NO_ID, NO_LONGER_SHOWN = (
    REASONS[code]
    for code in (rule.DIED, rule.EXCLUDED, rule.SUSPENDED, rule.NO_FEDERATION, rule.NO_ID, rule.NO_LONGER_SHOWN)
)
ANYWHERE = "list"
"""The scope of an exclusion from every list."""


def with_persons(frame: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Put the lines of a list and what is known of the players side by side, by FIDE number."""
    people = players.drop("association", "died").with_columns(pl.col("fide_id").cast(pl.Int64))
    if frame["fide_id"].equals(people["fide_id"]):
        whole = frame.hstack(people.drop("fide_id"))
    else:
        whole = frame.join(people, on="fide_id", how="inner")
    return whole if whole["fide_id"].is_sorted() else whole.sort("fide_id")


def of_those(big: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Give the rows of a big table that are about some players; a join with them is then a small one.

    Tables have everybody once, in the order of FIDE numbers, as a rule. Then each player is looked up.
    """
    if rows.is_empty():
        return big.clear()
    wanted = rows["fide_id"]
    places = _places(big["fide_id"], wanted)
    if places is None:
        return big.join(wanted.unique().to_frame(), on="fide_id", how="semi", maintain_order="left")
    return big[pl.Series(places, dtype=pl.UInt32)]


def _places(numbers: pl.Series, wanted: pl.Series) -> Column | None:
    """Give where some players stand among rising FIDE numbers, in their order, each once; None where these fall."""
    given = numbers.to_numpy()
    if not len(given) or not np.all(given[1:] > given[:-1]):
        return None
    asked = distinct(wanted.drop_nulls().to_numpy())
    places: Column = np.minimum(np.searchsorted(given, asked), len(given) - 1)
    known: Column = places[given[places] == asked]
    return known


def standing(view: BookView, law: Edition, day: date) -> pl.DataFrame:
    """Say of every player who is kept off the lists of a day why: fide_id, reason. Listed players are not in it.

    An exemption is one from belonging to a federation (2003 16.3, 2014 13.3, 2024 10.1), and from nothing else: it
    lists nobody who died, whom a federation had excluded, or who has no FIDE number yet.
    """
    people = view.table("players").select(pl.col("fide_id").cast(pl.Int64), "federation", "died")
    excluded = of_day(view.table("exclusions"), day).filter(pl.col("scope") == ANYWHERE)["fide_id"]
    granted = of_day(view.table("exemptions"), day)["fide_id"]
    facts = people.select(
        has_died=(pl.col("died") <= day).fill_null(value=False),
        is_excluded=pl.col("fide_id").is_in(excluded.cast(pl.Int64).implode()),
        is_of_suspended=pl.col("federation").is_in(suspended_federations(view, day)),
        has_federation=pl.col("federation") != "",
        is_exempt=pl.col("fide_id").is_in(granted.cast(pl.Int64).implode()),
        has_number=pl.col("fide_id") > 0,
    )
    codes = Arrays(rule.KEPT_OFF, law).run({name: facts[name].to_numpy() for name in facts.columns}, {}, None)
    return _reasons(people["fide_id"], codes.whole["kept_off"])


def _reasons(players: pl.Series, codes: Column) -> pl.DataFrame:
    """Give a row for everybody who is not listed: fide_id, reason."""
    rows = np.flatnonzero(codes != rule.LISTED)
    reason = pl.Series("reason", [REASONS[code] for code in codes[rows].tolist()], dtype=pl.String)
    return pl.DataFrame([players.gather(rows).alias("fide_id"), reason]).sort("fide_id")


def of_day(table: pl.DataFrame, day: date) -> pl.DataFrame:
    """Give the rows of a table with `since` and `until` that hold on a day."""
    if table.is_empty():
        return table
    return table.filter((pl.col("since") <= day) & (pl.col("until").is_null() | (pl.col("until") >= day)))


def suspended_federations(view: BookView, day: date) -> list[str]:
    """Name the federations that are suspended on a day."""
    federations: list[str] = of_day(view.table("suspensions"), day)["federation"].unique().sort().to_list()
    return federations


def excluded_from(view: BookView, kind: str, day: date) -> pl.Series:
    """Give the players who are kept off the list of one kind of chess."""
    exclusions = view.table("exclusions")
    if exclusions.is_empty():
        return exclusions["fide_id"].cast(pl.Int64)
    return of_day(exclusions, day).filter(pl.col("scope") == kind)["fide_id"].cast(pl.Int64).unique().sort()


def unlisted(  # noqa: PLR0913, PLR0917 - everything that keeps a player off a list
    view: BookView, law: Edition, kind: str, day: date, kept_off: pl.DataFrame, gone: pl.Series
) -> pl.DataFrame:
    """Say of everybody who is on no published list of a kind of chess why: fide_id, reason.

    `kept_off` are those who are on no list at all (see `standing`), and `gone` the inactive who are no longer shown,
    which is said of standard chess only. An inactive player with a list of inactive players is published on that.
    """
    barred = excluded_from(view, kind, day)
    everybody = pl.concat([kept_off["fide_id"], barred, gone.cast(pl.Int64)]).unique().sort()
    codes = {reason: code for code, reason in REASONS.items()}
    off = everybody.to_frame("fide_id").join(kept_off, on="fide_id", how="left", maintain_order="left")
    facts = {
        "kept_off": off["reason"].replace_strict(codes, default=rule.LISTED, return_dtype=pl.Int64).to_numpy(),
        "is_excluded_here": everybody.is_in(barred.implode()).to_numpy(),
        "is_standard": np.broadcast_to(np.bool_(kind == STANDARD), (len(everybody),)),
        "is_gone": everybody.is_in(gone.cast(pl.Int64).implode()).to_numpy(),
    }
    return _reasons(everybody, Arrays(rule.LISTING, law).run(facts, {}, None).whole["unlisted"])


def list_parts(
    law: Edition, frame: pl.DataFrame, wanted: Collection[str], **facts: pl.Series | bool
) -> dict[str, pl.Series]:
    """Ask for each row of a frame whether it is in parts of a list, or how; what is not given does not hold."""
    whole = {}
    for name in rule.LIST_PARTS.wide_inputs:
        given = facts.get(name, False)
        flags = np.bool_(given) if isinstance(given, bool) else given.fill_null(value=False).to_numpy()
        whole[name] = np.broadcast_to(flags, (frame.height,))
    shown_in = Arrays(rule.LIST_PARTS, law).run(whole, {}, None, wanted).whole
    return {name: pl.Series(name, shown_in[name]) for name in wanted}


def among(frame: pl.DataFrame, players: pl.Series) -> pl.Series | bool:
    """Tell which rows of a frame are about some players; False where there are none of these."""
    return is_about(frame, players) if len(players) else False


def is_about(frame: pl.DataFrame, players: pl.Series) -> pl.Series:
    """Tell which rows of a frame are about some players."""
    wanted = players.cast(pl.Int64)
    places = _places(frame["fide_id"], wanted)
    if places is None:
        return frame["fide_id"].is_in(wanted.implode())
    holds = np.zeros(frame.height, dtype=bool)
    holds[places] = True
    return pl.Series("fide_id", holds)


def is_recent(law: Edition, last: pl.Series, since: date) -> pl.Series:
    """Tell where a last game lies within the window of activity; where none is known, it does not."""
    facts = {
        "has_last": last.is_not_null().to_numpy(),
        "last": last.to_physical().fill_null(0).to_numpy(),
        "window_from": np.broadcast_to(np.int64(day_number(since)), (len(last),)),
        "has_list_before": np.broadcast_to(np.bool_(False), (len(last),)),
        "was_idle": np.broadcast_to(np.bool_(False), (len(last),)),
    }
    return pl.Series("is_recent", Arrays(ACTIVITY, law).run(facts, {}, None, ("is_recent",)).whole["is_recent"])


def is_idle(law: Edition, last: pl.Series, since: date, flagged: pl.Series) -> pl.Series:
    """Tell who is inactive in a kind of chess: by the last game, or where none is known by the flag of the list."""
    return (~is_recent(law, last, since)).zip_with(last.is_not_null(), flagged.fill_null(value=False))


def is_inactive(flag: pl.Expr) -> pl.Expr:
    """Tell where a flag says inactive."""
    return (flag == "i") | (flag == "wi")  # asked of everybody several times: quicker than `is_in`


def no_longer_shown(frame: pl.DataFrame, law: Edition, days: Calendar, view: BookView, day: date) -> pl.Series:
    """Give the inactive players whose time on the lists is over.

    A time in lists (2003 9.2.3b) is counted back over the lists: gone are players inactive on that many before this.
    A time in months (2009 7.23(b)) is counted from the last game. What is not known keeps nobody off a list.
    """
    length = law.get("inactive_listed_for")
    nobody = frame["fide_id"].head(0)
    if length is None:
        return nobody
    # Only what is asked is copied.
    idle = frame.select("fide_id", "flag", f"{STANDARD}_last").filter(is_inactive(pl.col("flag")))
    number, unit = length.split(" ")
    if not unit.startswith("period"):
        before = shifted(day, length, -1)
        return idle.filter(pl.col(f"{STANDARD}_last") < days.inactive_from(before))["fide_id"]
    gone = idle.select("fide_id")
    for _ in range(int(number)):
        earlier = days.list_before(day)
        earlier_list = view.rating_list(earlier) if earlier is not None else None
        if earlier is None or earlier_list is None:
            return nobody
        flagged = earlier_list.filter(is_inactive(pl.col("flag"))).select(pl.col("fide_id").cast(pl.Int64))
        gone, day = gone.join(flagged, on="fide_id", how="semi"), earlier
    return gone["fide_id"]
