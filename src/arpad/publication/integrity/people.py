"""Who is on a list, and how steady adults moved: numbers, means and percentiles, in whole numbers throughout.

Everything is worked out from counts of equal ratings, so the order of rows cannot matter: a mean is a quotient of two
sums, rounded once, and a percentile is the rating at its nearest rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.model.period import KINDS
from arpad.publication.integrity.measures import BAND, PERCENTILES, STEADY_FROM, STEADY_TO
from arpad.publication.listing import is_recent
from arpad.regulations.workings.coefficient import newcomers_k

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition

AGES = ((0, "to 11"), (12, "12-15"), (16, "16-19"), (20, "20-29"), (30, "30-38"), (39, "39-49"), (50, "50-64"),
        (65, "65 on"))  # fmt: skip
"""The first age of each group."""
_NOT_KNOWN = 1000
"""An age beyond all others, for players of whom none is known."""
_NOBODY = {"group": "all", "number": 0, "active": 0, "mean": None, "active_mean": None} | {
    f"p{percentile}": None for percentile in PERCENTILES
}
_OF_KIND = ("rating", "k", "played", "last")


def people(frame: pl.DataFrame, players: pl.DataFrame, list_date: date) -> pl.DataFrame:
    """Give everybody who is rated in some kind of chess, with federation, sex and age in the year of the list."""
    ratings = [f"{kind}_rating" for kind in KINDS]
    columns = [f"{kind}_{part}" for kind in KINDS for part in _OF_KIND]
    rated = frame.select("fide_id", *columns).filter(pl.any_horizontal(pl.col(ratings).is_not_null()))
    born = pl.coalesce(pl.col("birth_date").dt.year(), pl.col("birth_year")).cast(pl.Int64)
    known = players.select("fide_id", "federation", "sex", age=pl.lit(list_date.year, pl.Int64) - born)
    return rated.join(known, on="fide_id", how="left").with_columns(
        pl.col("federation", "sex").fill_null(""), pl.col("age").fill_null(_NOT_KNOWN)
    )


def of_kind(listed: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Give those rated in one kind of chess, with its columns under short names."""
    rest = [name for name in ("fide_id", "federation", "sex", "age") if name in listed.columns]
    columns = listed.select(*rest, **{part: pl.col(f"{kind}_{part}") for part in _OF_KIND})
    return columns.filter(pl.col("rating").is_not_null()).with_columns(pl.col("rating", "k", "played").cast(pl.Int64))


def distribution(rated: pl.DataFrame, law: Edition, inactive_from: date) -> dict[str, Any]:
    """Give number, active ones, mean and percentiles: of all, and by band, age, sex and federation."""
    known = rated.select(
        "federation",
        "sex",
        "rating",
        age=_age_group(),
        active=is_recent(law, rated["last"], inactive_from),
    )
    counted = _counted(known, "sex", "age").with_columns(band=pl.col("rating") // BAND * BAND, all=pl.lit("all"))
    every = described(counted, "all")
    ages = dict(AGES) | {_NOT_KNOWN: "?"}
    return {
        "all": every[0] if every else _NOBODY,
        "bands": described(counted, "band"),
        "ages": [{**group, "group": ages[group["group"]]} for group in described(counted, "age")],
        "sexes": described(counted, "sex"),
        "federations": described(_counted(known, "federation"), "federation"),
    }


def _counted(known: pl.DataFrame, *by: str) -> pl.DataFrame:
    """Count equal ratings within groups; everything else is worked out from these few rows."""
    return known.group_by(*by, "rating").agg(
        number=pl.len().cast(pl.Int64), active=pl.col("active").sum().cast(pl.Int64)
    )


def described(counted: pl.DataFrame, by: str) -> list[dict[str, Any]]:
    """Describe groups of counted ratings (rating, number, active), in the order of the groups."""
    active = "active" if "active" in counted.columns else pl.lit(0, pl.Int64)
    ranks = (
        counted.select(by, "rating", "number", active=active)
        .group_by(by, "rating")
        .agg(pl.col("number", "active").sum())
        .sort(by, "rating")
        .with_columns(upto=pl.col("number").cum_sum().over(by), of=pl.col("number").sum().over(by))
    )
    percentiles = {
        _name(percentile): pl.col("rating").filter(pl.col("upto") * 100 >= pl.col("of") * percentile).min()
        for percentile in PERCENTILES
    }
    groups = ranks.group_by(by).agg(
        pl.col("number", "active").sum(),
        points=(pl.col("rating") * pl.col("number")).sum(),
        active_points=(pl.col("rating") * pl.col("active")).sum(),
        **percentiles,
    )
    return [
        {
            "group": row.pop(by),
            "number": row["number"],
            "active": row["active"],
            "mean": hundredths_mean(row.pop("points"), row["number"]),
            "active_mean": hundredths_mean(row.pop("active_points"), row["active"]),
            **{_name(percentile): row[_name(percentile)] for percentile in PERCENTILES},
        }
        for row in groups.sort(by).iter_rows(named=True)
    ]


def hundredths_mean(points: int, number: int) -> int | None:
    """Give a mean in hundredths, a half up; None of nothing.

    >>> hundredths_mean(4003, 2), hundredths_mean(-1, 3), hundredths_mean(0, 0)
    (200150, -33, None)
    """
    return rounded_quotient(100 * points, number, HALF_UP) if number else None


def steady(rated: pl.DataFrame, before: pl.DataFrame | None, kind: str, law: Edition) -> dict[str, Any]:
    """Give how adults of stable strength moved from a list before to this one.

    Counted are those of 20 to 38 years who are rated on both lists, played rated games in between, and were no longer
    new on the first of them: a player with the K of a newcomer is still finding a level.
    """
    if before is None:
        return {"number": None, "mean": None, "up": None, "down": None, "still": None}
    then = of_kind(before, kind).select("fide_id", was="rating", was_k="k", had_played="played")
    adults = rated.filter(pl.col("age").is_between(STEADY_FROM, STEADY_TO))
    both = adults.join(then, on="fide_id", how="inner").filter(pl.col("played") > pl.col("had_played"))
    if newcomers_k(law):
        both = both.filter(pl.col("was_k").is_null() | (pl.col("was_k") < newcomers_k(law)))
    change = both["rating"] - both["was"]
    return {
        "number": both.height,
        "mean": hundredths_mean(int(change.sum()), both.height),
        "up": int((change > 0).sum()),
        "down": int((change < 0).sum()),
        "still": int((change == 0).sum()),
    }


def _name(percentile: int) -> str:
    return f"p{percentile}"


def _age_group() -> pl.Expr:
    """Give the first age of the group; players of unknown age stay apart."""
    age_group = pl.lit(0, pl.Int64)
    for first in (*(age for age, _ in AGES), _NOT_KNOWN):
        age_group = pl.when(pl.col("age") >= first).then(pl.lit(first, pl.Int64)).otherwise(age_group)
    return age_group
