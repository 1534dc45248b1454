"""The parts in which a list is published: in the order of names, by federation, and the lists that go with it.

Which of them there are, and which columns the list has, are provisions of the edition. Rows always stand in the same
order: by name, then by FIDE number, in plain order of characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.frames.columns import SCHEMA, completed
from arpad.model.period import KINDS, STANDARD
from arpad.publication.listing import is_inactive, is_recent, list_parts
from arpad.regulations.rules.listing import AS_RATED
from arpad.regulations.workings.listing import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from arpad.regulations.edition import Edition

ALPHABETICAL = ("name", "fide_id")
TOP = 100
"""Places of a top list; players who share the last one are on it too."""
DELISTED, UNRATED = "delisted", "unrated"
_OF_KIND = ("rating", "games", "k", "games_with_new_k")
_PERSON = ("fide_id", "name", "title", "womens_title", "federation", "sex")


@dataclass(frozen=True, slots=True)
class Shown:
    """Everybody who may be listed, in the order of names, with what is shown; and the laws by kind of chess."""

    frame: pl.DataFrame
    laws: Mapping[str, Edition]
    delisted: Mapping[str, pl.DataFrame]
    """Of each kind: fide_id, before, reached."""
    idle: pl.DataFrame
    """The inactive who have a list of their own: fide_id, rating."""

    @property
    def law(self) -> Edition:
        """The law that decides what is published of a person: that of standard chess, where a list of it is made."""
        return next(iter(self.laws.values()))


def is_shown(kinds: Iterable[str]) -> pl.Expr:
    """Tell where a player is on the list of a kind of chess, or was until this one and is shown as delisted."""
    return pl.any_horizontal(
        pl.col(f"{kind}_rating").is_not_null() | (pl.col(f"{kind}_status") == DELISTED) for kind in kinds
    )


def alphabetical(shown: Shown) -> pl.DataFrame:
    """Give the list itself: the fields that the edition names, in its order, for every kind of chess."""
    law = shown.law
    columns: list[str] = []
    for field in law.value("list_fields"):
        columns += [f"{kind}_{field}" for kind in shown.laws] if field in _OF_KIND else [field]
    columns += [] if parts_of(law, is_idle=True)["is_in_list_of_inactive"] else ["flag"]
    if parts_of(law, has_fallen=True)["shown_as"] != AS_RATED:
        columns += [f"{kind}_status" for kind in shown.laws]
    return shown.frame.filter(is_in_list(shown)).select(columns)


def is_in_list(shown: Shown) -> pl.Expr:
    """Tell where a player is in the list itself, also as unrated, in editions that say so (2024 7.2.1)."""
    unrated_now = pl.any_horizontal(pl.col(f"{kind}_status") == UNRATED for kind in shown.laws)
    return is_shown(shown.laws) | unrated_now


def is_in_part_by_federation(shown: Shown, suspended: Sequence[str]) -> pl.Series | None:
    """Tell who is in the part by federation: not the suspended, and in 2009 not the inactive; None without one."""
    law = shown.law
    if not parts_of(law, is_rated=True)["is_in_part_by_federation"]:
        return None
    facts = shown.frame.select(
        is_rated=pl.any_horizontal(pl.col(f"{kind}_rating").is_not_null() for kind in shown.laws),
        is_idle=is_inactive(pl.col("flag")),
        is_of_suspended=pl.col("federation").is_in(suspended),
    )
    return list_parts(law, shown.frame, **facts.to_dict())["is_in_part_by_federation"]


def by_federation(shown: Shown, suspended: Sequence[str]) -> pl.DataFrame | None:
    """Give the part by federation, where the edition has one."""
    kept = is_in_part_by_federation(shown, suspended)
    if kept is None:
        return None
    columns = alphabetical(shown).columns
    rows = shown.frame.filter(kept).sort("federation", *ALPHABETICAL)
    return rows.select("federation", *(name for name in columns if name != "federation"))


def inactive(shown: Shown) -> pl.DataFrame | None:
    """Give the list of the inactive, where they have one of their own (2003 9.2.3b)."""
    if not parts_of(shown.law, is_idle=True)["is_in_list_of_inactive"]:
        return None
    rows = shown.frame.join(shown.idle, on="fide_id", how="inner").sort(*ALPHABETICAL)
    return rows.select(*_PERSON, "birth_date", "birth_year", pl.col("idle_rating").alias("standard_rating"))


def is_in_list_of_titled(shown: Shown) -> pl.Series | None:
    """Tell who is titled and has no standard rating; None where these have no list of their own."""
    if not parts_of(shown.law, is_titled=True)["is_in_list_of_titled"]:
        return None
    titled = (pl.col("title") != "") | (pl.col("womens_title") != "")
    facts = shown.frame.select("is_rated", is_titled=titled)
    return list_parts(shown.law, shown.frame, **facts.to_dict())["is_in_list_of_titled"]


def titled_unrated(shown: Shown) -> pl.DataFrame | None:
    """Give the titled players without a standard rating, where they have a list of their own."""
    kept = is_in_list_of_titled(shown)
    return None if kept is None else shown.frame.filter(kept).select(*_PERSON, "birth_date", "birth_year")


def delisted(shown: Shown) -> pl.DataFrame | None:
    """Give those who fell below the floor on this list, in editions that show them as delisted."""
    if not parts_of(shown.law, has_fallen=True)["is_in_list_of_delisted"]:
        return None
    rows = [
        fallen.join(shown.frame.select(_PERSON), on="fide_id", how="inner").select(pl.lit(kind).alias("kind"), *_PERSON,
                                                                                 "before", "reached")
        for kind, fallen in shown.delisted.items()
    ]  # fmt: skip
    return pl.concat(rows).sort("kind", *ALPHABETICAL)


def is_in_top_list(shown: Shown, since: Mapping[str, date]) -> dict[str, pl.Series] | None:
    """Tell by kind of chess who is rated and not inactive; None in editions without a top list."""
    if not parts_of(shown.law, is_rated=True)["is_in_top_list"]:
        return None
    kept = {}
    for kind, law in shown.laws.items():
        # Only standard chess marks the inactive; elsewhere the last game tells.
        last = shown.frame[f"{kind}_last"]
        idle = is_inactive(pl.col("flag")) if kind == STANDARD else pl.lit(~is_recent(law, last, since[kind]))
        facts = shown.frame.select(is_rated=pl.col(f"{kind}_full").is_not_null(), is_idle=idle.fill_null(value=True))
        kept[kind] = list_parts(shown.law, shown.frame, **facts.to_dict())["is_in_top_list"]
    return kept


def top(shown: Shown, since: Mapping[str, date]) -> pl.DataFrame | None:
    """Give the top players of each kind of chess, without the inactive, in editions that have such a list."""
    kept = is_in_top_list(shown, since)
    if kept is None:
        return None
    tables = []
    for kind, of_kind in kept.items():
        rows = shown.frame.filter(of_kind)
        ranked = rows.with_columns(rank=pl.col(f"{kind}_full").rank("min", descending=True).cast(pl.Int32))
        tables.append(
            ranked.filter(pl.col("rank") <= TOP).select(
                "rank", *_PERSON, pl.lit(kind).alias("kind"),
                rating=pl.col(f"{kind}_rating"), games=pl.col(f"{kind}_games"),
            )
        )  # fmt: skip
    return pl.concat(tables).select("kind", "rank", *_PERSON, "rating", "games").sort("kind", "rank", *ALPHABETICAL)


def file_frame(shown: Shown, kinds: Sequence[str], *, everybody: bool) -> pl.DataFrame:
    """Give the frame from which FIDE's TXT and XML are written: everybody who may be listed, or who is shown only."""
    rows = shown.frame if everybody else shown.frame.filter(is_shown(kinds))
    wanted = {f"{kind}_{part}" for kind in kinds for part in ("rating", "games", "k")}
    others = {f"{kind}_{part}" for kind in KINDS for part in ("rating", "games", "k")} - wanted
    return completed(
        rows.select(
            pl.col(name).cast(dtype) for name, dtype in SCHEMA.items() if name in rows.columns and name not in others
        )
    )
