"""The parts in which a list is published: in the order of names, by federation, and the lists that go with it.

Which of them there are, and which columns the list has, are provisions of the edition. Rows always stand in the same
order: by name, then by FIDE number, in plain order of characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from arpad.book.frames.columns import SCHEMA, completed
from arpad.book.frames.in_order import InOrder
from arpad.model.period import KINDS, STANDARD
from arpad.publication.listing import is_inactive, is_recent, list_parts, of_those
from arpad.publication.name_order import name_order
from arpad.regulations.rules.listing import AS_RATED
from arpad.regulations.workings.listing import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from arpad.publication.name_order import NamesInOrder
    from arpad.regulations.edition import Edition

ALPHABETICAL = ("name", "fide_id")
TOP = 100
"""Places of a top list; players who share the last one are on it too."""
DELISTED, UNRATED = "delisted", "unrated"
LIST_PART = "list"
"""The list itself among its parts."""
_OF_KIND = ("rating", "games", "k", "games_with_new_k")
_PERSON = ("fide_id", "name", "title", "womens_title", "federation", "sex")
_BORN = ("birth_date", "birth_year")


@dataclass(frozen=True)
class Shown:
    """Everybody of a list with what is shown; who may be listed, in the order of names; the laws by kind of chess."""

    lines: pl.DataFrame
    """In the order of FIDE numbers; of those who are kept off no rating is shown."""
    may_be_listed: pl.Series
    """Tells of which lines; the others are kept off."""
    laws: Mapping[str, Edition]
    delisted: Mapping[str, pl.DataFrame]
    """Of each kind: fide_id, before, reached."""
    idle: pl.DataFrame
    """The inactive who have a list of their own: fide_id, rating."""
    names: NamesInOrder | None = None
    """The players in the order of names, where that is known."""

    @cached_property
    def by_name(self) -> pl.Series:
        """The rows of everybody, by name and then by number; worked out only where it is asked for."""
        numbers = self.lines["fide_id"]
        if self.names is not None and self.names.numbers.equals(numbers):
            return self.names.rows
        return name_order(numbers, self.lines["name"], None)

    @cached_property
    def order(self) -> pl.Series:
        """The rows of those who may be listed, by name and then by number."""
        return self.by_name.filter(self.may_be_listed.gather(self.by_name))

    @property
    def frame(self) -> pl.DataFrame:
        """Everybody who may be listed, in the order of names."""
        return self.lines[self.order]

    def where(self, which: pl.Series, columns: Iterable[str] = ()) -> pl.DataFrame:
        """Give the lines of which something is true, in the order of names, as far as they may be listed."""
        lines = self.lines.select(columns) if columns else self.lines
        return lines[self.rows(which)]

    def rows(self, which: pl.Series) -> pl.Series:
        """Give the rows of the lines of which something is true, in the order of names."""
        return self.order.filter(which.gather(self.order))

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
    return _in_texts(shown.where(_mask(shown, is_in_list(shown)), list_columns(shown)))


def _in_texts(part: pl.DataFrame) -> pl.DataFrame:
    """Write out how players are shown, now that few are left."""
    return part.with_columns(pl.col(pl.Enum).cast(pl.String))


def list_columns(shown: Shown) -> list[str]:
    """Name the columns of the list."""
    law = shown.law
    columns: list[str] = []
    for field in law.value("list_fields"):
        columns += [f"{kind}_{field}" for kind in shown.laws] if field in _OF_KIND else [field]
    columns += [] if parts_of(law, is_idle=True)["is_in_list_of_inactive"] else ["flag"]
    if parts_of(law, has_fallen=True)["shown_as"] != AS_RATED:
        columns += [f"{kind}_status" for kind in shown.laws]
    return columns


def _mask(shown: Shown, holds: pl.Expr) -> pl.Series:
    """Tell of which lines something is true."""
    return shown.lines.select(holds.fill_null(value=False)).to_series()


def is_in_list(shown: Shown) -> pl.Expr:
    """Tell where a player is in the list itself, also as unrated, in editions that say so (2024 7.2.1)."""
    unrated_now = pl.any_horizontal(pl.col(f"{kind}_status") == UNRATED for kind in shown.laws)
    return is_shown(shown.laws) | unrated_now


def is_in_part_by_federation(shown: Shown, suspended: Sequence[str]) -> pl.Series | None:
    """Tell who is in the part by federation: not the suspended, and in 2009 not the inactive; None without one."""
    law = shown.law
    if not parts_of(law, is_rated=True)["is_in_part_by_federation"]:
        return None
    facts = shown.lines.select(
        is_rated=pl.any_horizontal(pl.col(f"{kind}_rating").is_not_null() for kind in shown.laws),
        is_idle=is_inactive(pl.col("flag")),
        is_of_suspended=pl.col("federation").is_in(suspended),
    )
    return list_parts(law, shown.lines, ["is_in_part_by_federation"], **facts.to_dict())["is_in_part_by_federation"]


def by_federation(shown: Shown, suspended: Sequence[str]) -> pl.DataFrame | None:
    """Give the part by federation, where the edition has one."""
    kept = is_in_part_by_federation(shown, suspended)
    if kept is None:
        return None
    columns = [name for name in list_columns(shown) if name != "federation"]
    rows = _in_texts(shown.where(kept, ["federation", *columns]))
    # By name they stand already; numbers that follow the codes are sorted sooner than the codes.
    codes = pl.Enum(rows["federation"].unique().sort())
    return rows.sort(pl.col("federation").cast(codes), maintain_order=True)


def inactive(shown: Shown) -> pl.DataFrame | None:
    """Give the list of the inactive, where they have one of their own (2003 9.2.3b)."""
    if not parts_of(shown.law, is_idle=True)["is_in_list_of_inactive"]:
        return None
    rows = shown.where(shown.lines["fide_id"].is_in(shown.idle["fide_id"].implode()), (*_PERSON, *_BORN))
    rated = rows.join(shown.idle, on="fide_id", how="inner", maintain_order="left")
    return rated.rename({"idle_rating": "standard_rating"})


def is_in_list_of_titled(shown: Shown) -> pl.Series | None:
    """Tell who is titled and has no standard rating; None where these have no list of their own."""
    if not parts_of(shown.law, is_titled=True)["is_in_list_of_titled"]:
        return None
    titled = (pl.col("title") != "") | (pl.col("womens_title") != "")
    facts = shown.lines.select("is_rated", is_titled=titled)
    return list_parts(shown.law, shown.lines, ["is_in_list_of_titled"], **facts.to_dict())["is_in_list_of_titled"]


def titled_unrated(shown: Shown) -> pl.DataFrame | None:
    """Give the titled players without a standard rating, where they have a list of their own."""
    kept = is_in_list_of_titled(shown)
    return None if kept is None else shown.where(kept, (*_PERSON, *_BORN))


def delisted(shown: Shown) -> pl.DataFrame | None:
    """Give those who fell below the floor on this list, in editions that show them as delisted."""
    if not parts_of(shown.law, has_fallen=True)["is_in_list_of_delisted"]:
        return None
    rows = [
        fallen.join(of_those(shown.lines.select(_PERSON), fallen), on="fide_id", how="inner").select(
            pl.lit(kind).alias("kind"), *_PERSON, "before", "reached"
        )
        for kind, fallen in shown.delisted.items()
    ]
    return pl.concat(rows).sort("kind", *ALPHABETICAL)


def is_in_top_list(shown: Shown, since: Mapping[str, date]) -> dict[str, pl.Series] | None:
    """Tell by kind of chess who is rated and not inactive; None in editions without a top list."""
    if not parts_of(shown.law, is_rated=True)["is_in_top_list"]:
        return None
    kept = {}
    for kind, law in shown.laws.items():
        # Only standard chess marks the inactive; elsewhere the last game tells.
        last = shown.lines[f"{kind}_last"]
        idle = is_inactive(pl.col("flag")) if kind == STANDARD else pl.lit(~is_recent(law, last, since[kind]))
        facts = shown.lines.select(is_rated=pl.col(f"{kind}_full").is_not_null(), is_idle=idle.fill_null(value=True))
        kept[kind] = list_parts(shown.law, shown.lines, ["is_in_top_list"], **facts.to_dict())["is_in_top_list"]
    return kept


def top(shown: Shown, since: Mapping[str, date]) -> pl.DataFrame | None:
    """Give the top players of each kind of chess, without the inactive, in editions that have such a list."""
    kept = is_in_top_list(shown, since)
    if kept is None:
        return None
    tables = []
    for kind, of_kind in kept.items():
        rows = shown.where(of_kind)
        ranked = rows.with_columns(rank=pl.col(f"{kind}_full").rank("min", descending=True).cast(pl.Int32))
        tables.append(
            ranked.filter(pl.col("rank") <= TOP).select(
                "rank", *_PERSON, pl.lit(kind).alias("kind"),
                rating=pl.col(f"{kind}_rating"), games=pl.col(f"{kind}_games"),
            )
        )  # fmt: skip
    return pl.concat(tables).select("kind", "rank", *_PERSON, "rating", "games").sort("kind", "rank", *ALPHABETICAL)


def file_lines(shown: Shown, kinds: Sequence[str], *, everybody: bool, readers: int = 1) -> InOrder:
    """Give the lines from which FIDE's TXT and XML are written: everybody who may be listed, or who is shown only.

    `readers` go through them at the same time.
    """
    rows = shown.order if everybody else shown.rows(_mask(shown, is_shown(kinds)))
    wanted = {f"{kind}_{part}" for kind in kinds for part in ("rating", "games", "k")}
    others = {f"{kind}_{part}" for kind in KINDS for part in ("rating", "games", "k")} - wanted
    columns = [name for name in SCHEMA if name in shown.lines.columns and name not in others]
    lines = completed(shown.lines.select(pl.col(name).cast(SCHEMA[name]) for name in columns))
    return InOrder(lines, rows, readers)
