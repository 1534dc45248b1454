"""What a revised list changed: lines of two versions of the same list, beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.schema import LIST
from arpad.model.period import KINDS, STANDARD
from arpad.storage.archived_files import read_frame
from arpad.storage.queries.players import player_names

if TYPE_CHECKING:
    from arpad.storage.models import ListVersion, RatingSystem

_BESIDES = ("games", "played", "highest", "last")
"""What a line says of a kind of chess besides rating and K."""
_FLAG = "flag"
"""Whether somebody is inactive; judged by standard chess, and told with it."""


def differences(system: RatingSystem, before: ListVersion, after: ListVersion) -> list[dict[str, Any]]:
    """Give every line that differs, by kind of chess: the biggest changes first."""
    was, now = (read_frame(version.list_file, LIST) for version in (before, after))
    rows: list[dict[str, Any]] = []
    for kind in KINDS:
        rows += _of_kind(was, now, kind)
    names = player_names(system, [row["player"] for row in rows])
    named = [
        {"kind": row["kind"], "player": row["player"], "name": names.get(row["player"], ""), **row} for row in rows
    ]
    return sorted(named, key=lambda row: (-abs(row["change"] or 0), row["kind"], row["player"]))


def _of_kind(was: pl.DataFrame, now: pl.DataFrame, kind: str) -> list[dict[str, Any]]:
    columns = {name: f"{kind}_{name}" for name in ("rating", "k", *_BESIDES)}
    columns |= {_FLAG: _FLAG} if kind == STANDARD else {}
    both = was.select("fide_id", **columns).join(
        now.select("fide_id", **columns), on="fide_id", how="full", coalesce=True, suffix="_now"
    )
    differs = {name: pl.col(name).ne_missing(pl.col(f"{name}_now")) for name in columns}
    rows = both.filter(pl.any_horizontal(differs.values())).with_columns(
        **{f"{name}_differs": differs[name] for name in columns}
    )
    return [
        {
            "kind": kind, "player": row["fide_id"], "before": row["rating"], "after": row["rating_now"],
            "change": _less(row["rating_now"], row["rating"]), "k_before": row["k"], "k_after": row["k_now"],
            "besides": [name for name in (*_BESIDES, _FLAG) if row.get(f"{name}_differs")],
        }
        for row in rows.iter_rows(named=True)
    ]  # fmt: skip


def _less(after: int | None, before: int | None) -> int | None:
    return None if after is None or before is None else after - before
