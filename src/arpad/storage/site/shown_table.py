"""The table of everybody who has a public page: on which lists they stood, and their places on the newest.

It is written with the index of names, beside the table that is in use, and then takes its place. It follows from the
archive and the tables and is no part of a backup. It has no birth date: the year is in the tables of the book, and that
a player is young is said until the end of the year in which a player comes of age, so that it tells no day.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from django.db import connection

from arpad.book.schema import LIST
from arpad.model.period import KINDS, STANDARD
from arpad.publication.listing import ANYWHERE, excluded_from, standing
from arpad.publication.name_order import as_they_stand
from arpad.publication.parts import LIST_PART
from arpad.publication.public_parts import PARTS, parts_of_list
from arpad.storage.archived_files import archive, read_frame
from arpad.storage.bulk.queries import quoted
from arpad.storage.models import ListVersion
from arpad.storage.site.age_groups import OF_AGE, narrowest_group
from arpad.storage.site.ranks import rank_columns, ranks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from arpad.storage.database_book import DatabaseBook
    from arpad.storage.models import RatingSystem

STATE = "shown_state"
"""The table that says which table is in use; like these it is no part of a backup."""
BEFORE = "_before"
"""So ends the name of a place on the list before."""
HIDDEN = "_hidden"
"""So ends the name of the table that says where a rating of the book was not published, or not as it is."""
WITHOUT_RATING = "_without_rating"
"""So ends the name of the table of those who have a number and no rating; there are more of them than of all others."""
LISTED, LEFT, DIED, UNRATED = "listed", "left", "died", "unrated"
_NOTHING_HIDDEN = pl.DataFrame(schema={"fide_id": pl.Int64, "list_date": pl.String, "kind": pl.String})
_NOBODY = pl.DataFrame(schema={"fide_id": pl.Int64})
_TEXTS = ("presence", "first_list", "last_list", "age_group")


class TableInUse(NamedTuple):
    """The table that is in use, and the version of the list it was written for."""

    table: str
    list_version: int


_KNOWN: set[str] = set()
"""The databases of which this process knows that they say which table is in use."""


def table_of(system: RatingSystem) -> TableInUse | None:
    """Give the table that is in use; None where none was written yet."""
    database = str(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        if database not in _KNOWN:
            if STATE not in connection.introspection.table_names(cursor):
                return None
            _KNOWN.add(database)
        cursor.execute(
            f"SELECT name, list_version FROM {STATE} WHERE rating_system = %s",  # noqa: S608 - our own name
            [system.number],
        )
        row = cursor.fetchone()
    return None if row is None else TableInUse(*row)


class ShownRows(NamedTuple):
    """Everybody who has a public page, for the table that is to be written."""

    rows: pl.DataFrame
    """A row for everybody who stood on some part of a published list, but for who is excluded from all lists."""
    hidden: pl.DataFrame
    """The ratings of these that the book has and a list did not publish: fide_id, list_date, kind."""
    unrated: pl.DataFrame
    """Who has a number and no rating, and is kept off the lists by nothing else."""

    @property
    def numbers(self) -> pl.Series:
        """The numbers of all of them."""
        return pl.concat([self.rows["fide_id"], self.unrated["fide_id"]])


class LinesOfLists:
    """The lines of lists as the archive has them; those of the newest two that were asked for are not read again."""

    def __init__(self) -> None:
        self._read: dict[str, pl.DataFrame] = {}

    def of(self, version: ListVersion) -> pl.DataFrame:
        """Give the lines of a version of a list."""
        lines = self._read.pop(version.list_file, None)
        lines = read_frame(version.list_file, LIST) if lines is None else lines
        self._read = {**dict(list(self._read.items())[-1:]), version.list_file: lines}
        return lines


def made_anew(system: RatingSystem, shown: ShownRows) -> tuple[TableInUse, dict[str, pl.DataFrame]]:
    """Make the table for the newest list beside the one that is in use; give it, and by table what is to be filled in.

    When the rows are there, it is `analyzed`; then it may take the place of the other.
    """
    before = table_of(system)
    table = f"shown_{system.number}_{'b' if before is not None and before.table.endswith('_a') else 'a'}"
    rows, hidden, unrated = shown
    columns = {name: "text" if name in _TEXTS else "integer" for name in rows.columns if name != "fide_id"}
    described = ", ".join(f"{quoted(name)} {kind}" for name, kind in columns.items())
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {quoted(table)}")
        cursor.execute(f"CREATE TABLE {quoted(table)} (fide_id {_own_key()}, {described})")
        cursor.execute(f"DROP TABLE IF EXISTS {quoted(table + HIDDEN)}")
        cursor.execute(
            f"CREATE TABLE {quoted(table + HIDDEN)} (fide_id bigint NOT NULL, list_date text NOT NULL,"
            " kind text NOT NULL, PRIMARY KEY (fide_id, list_date, kind))"
        )
        cursor.execute(f"DROP TABLE IF EXISTS {quoted(table + WITHOUT_RATING)}")
        cursor.execute(f"CREATE TABLE {quoted(table + WITHOUT_RATING)} (fide_id {_own_key()})")
    filled = {table: rows, table + HIDDEN: hidden, table + WITHOUT_RATING: unrated}
    return TableInUse(table, system.newest_id or 0), filled


def analyzed(written: TableInUse) -> None:
    """Tell PostgreSQL what the table holds."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {quoted(written.table)}")


def _own_key() -> str:
    """Name the kind of column by which a table is in the order of its numbers, and has no second index of them."""
    return "integer PRIMARY KEY" if connection.vendor == "sqlite" else "bigint PRIMARY KEY"


def use_table(system: RatingSystem, written: TableInUse) -> None:
    """Let a table take the place of the one before, within the transaction; that goes."""
    before = table_of(system)
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TABLE IF NOT EXISTS {STATE}"
            " (rating_system bigint PRIMARY KEY, name text NOT NULL, list_version bigint NOT NULL)"
        )
        cursor.execute(f"DELETE FROM {STATE} WHERE rating_system = %s", [system.number])  # noqa: S608 - our own name
        cursor.execute(
            f"INSERT INTO {STATE} VALUES (%s, %s, %s)",  # noqa: S608 - the same
            [system.number, written.table, written.list_version],
        )
        if before is not None and before.table != written.table:
            cursor.execute(f"DROP TABLE IF EXISTS {quoted(before.table)}")
            for more in (HIDDEN, WITHOUT_RATING):
                cursor.execute(f"DROP TABLE IF EXISTS {quoted(before.table + more)}")


def shown_rows(system: RatingSystem, book: DatabaseBook, lists: LinesOfLists) -> ShownRows:
    """Give everybody who has a public page."""
    versions = list(ListVersion.objects.filter(rating_system=system, stage=ListVersion.PUBLISHED).order_by("list_date"))
    if not versions:
        return ShownRows(pl.DataFrame(schema={"fide_id": pl.Int64, "presence": pl.String}), _NOTHING_HIDDEN, _NOBODY)
    stood, hidden, newest_parts = _lists_stood_on(book, versions, lists)
    newest = versions[-1]
    day = newest.list_date
    barred = excluded_from(book, ANYWHERE, day)
    people = book.table("players").select(
        pl.col("fide_id").cast(pl.Int64), "birth_year", has_died=pl.col("died") <= day
    )
    rows = stood.filter(~pl.col("fide_id").is_in(barred.implode())).join(
        people, on="fide_id", how="inner", maintain_order="left"
    )
    presence = (
        pl.when(pl.col("last_list") == day).then(pl.lit(LISTED))
        .when(pl.col("has_died")).then(pl.lit(DIED)).otherwise(pl.lit(LEFT))
    )  # fmt: skip
    rows = rows.select(
        "fide_id",
        pl.col("first_list", "last_list").dt.to_string("%Y-%m-%d"),
        presence=presence,
        is_minor=(pl.lit(day.year) - pl.col("birth_year") <= OF_AGE).fill_null(value=False).cast(pl.Int64),
        age_group=narrowest_group("birth_year", day),
    )
    rows = rows.join(published_ratings(newest_parts[0]), on="fide_id", how="left", maintain_order="left")
    for version, parts, suffix in zip(reversed(versions), newest_parts, ("", BEFORE), strict=False):
        placed = ranks(book, version, parts, lists.of(version))
        rows = rows.join(
            placed.rename({name: f"{name}{suffix}" for name in rank_columns()}),
            on="fide_id", how="left", maintain_order="left",
        )  # fmt: skip
    lacking = [name for name in rank_columns(BEFORE) if name not in rows.columns]
    rows = rows.with_columns(pl.lit(None, pl.Int32).alias(name) for name in lacking).sort("fide_id")
    unrated = _unrated(book, newest.list_date, lists.of(newest), stood["fide_id"])
    return ShownRows(rows, hidden.join(rows.select("fide_id"), on="fide_id", how="semi"), unrated)


def _unrated(book: DatabaseBook, day: date, lines: pl.DataFrame, stood: pl.Series) -> pl.DataFrame:
    """Give who has a number and stood on no list, because no rating came of what was played yet, if anything was."""
    kept_off = standing(book, book.rulebook.law(STANDARD, day), day)["fide_id"]
    is_rated = pl.any_horizontal(pl.col(f"{kind}_rating").is_not_null() for kind in KINDS)
    elsewhere = pl.concat([stood, kept_off, lines.filter(is_rated)["fide_id"].cast(pl.Int64)])
    people = book.table("players").select(pl.col("fide_id").cast(pl.Int64))
    return people.filter(~pl.col("fide_id").is_in(elsewhere.implode())).sort("fide_id")


def _lists_stood_on(
    book: DatabaseBook, versions: Sequence[ListVersion], lists: LinesOfLists
) -> tuple[pl.DataFrame, pl.DataFrame, list[Mapping[str, pl.DataFrame]]]:
    """Give of everybody the first and the last list on which the player stood, and which ratings were not published.

    Beside it the parts of the newest list and of the one before.
    """
    newest_parts: list[Mapping[str, pl.DataFrame]] = []
    stood = pl.DataFrame(schema={"fide_id": pl.Int64, "first_list": pl.Date, "last_list": pl.Date})
    hidden = [_NOTHING_HIDDEN]
    for version in versions:
        lines = lists.of(version)
        parts = parts_of(book, version, lines)
        day = pl.lit(version.list_date)
        then = pl.DataFrame({"fide_id": numbers_on(parts)}).with_columns(first_list=day, last_list=day)
        stood = pl.concat([stood, then]).group_by("fide_id").agg(pl.col("first_list").min(), pl.col("last_list").max())
        hidden.append(_not_published(lines, parts, version.list_date))
        newest_parts = [parts, *newest_parts[:1]]
    return stood.sort("fide_id"), pl.concat(hidden), newest_parts


def numbers_on(parts: Mapping[str, pl.DataFrame]) -> pl.Series:
    """Give who stands on some part of a published list."""
    return pl.concat([part["fide_id"].cast(pl.Int64) for part in parts.values()]).unique().sort()


def published_ratings(parts: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Give the ratings of everybody as they were published; those of the inactive stand in a part of their own."""
    names = [f"{kind}_rating" for kind in KINDS]
    every = [part for name, part in parts.items() if name in {LIST_PART, "inactive"}]
    rows = pl.concat([_with_ratings(part, names) for part in every])
    return rows.group_by("fide_id").agg(pl.col(name).max() for name in names)


def _with_ratings(part: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    ratings = [(pl.col(name) if name in part.columns else pl.lit(None)).cast(pl.Int64).alias(name) for name in names]
    return part.select(pl.col("fide_id").cast(pl.Int64), *ratings)


def _not_published(lines: pl.DataFrame, parts: Mapping[str, pl.DataFrame], day: date) -> pl.DataFrame:
    """Give the ratings that the book has on a list and that it did not publish, or not whole."""
    own = lines.select(pl.col("fide_id").cast(pl.Int64), *(pl.col(f"{kind}_rating").cast(pl.Int64) for kind in KINDS))
    both = own.join(published_ratings(parts), on="fide_id", how="left", suffix="_shown")
    rows = [
        both.filter(
            pl.col(f"{kind}_rating").is_not_null() & pl.col(f"{kind}_rating").ne_missing(pl.col(f"{kind}_rating_shown"))
        ).select("fide_id", list_date=pl.lit(day.isoformat()), kind=pl.lit(kind))
        for kind in KINDS
    ]
    return pl.concat(rows)


def parts_of(book: DatabaseBook, version: ListVersion, lines: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Give the parts of a published list, in any order: what was published, or what its edition would have."""
    kept = {name: digest for name in PARTS if (digest := version.files.get(f"{name}.parquet"))}
    if LIST_PART in kept:
        return {name: pl.read_parquet(io.BytesIO(archive().read(digest))) for name, digest in kept.items()}
    return parts_of_list(book, version.list_date, lines, as_they_stand(lines))
