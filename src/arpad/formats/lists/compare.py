"""Two lists beside each other: the players new or gone, and what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.formats.lists.values import COLUMNS, Value, values_of
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.rating_list import Listed, RatingList

NEW, GONE = "new", "gone"
SUBJECTS = {
    **{f"{kind}_rating": "rating" for kind in KINDS},
    **{f"{kind}_k": "k" for kind in KINDS},
    "title": "title", "womens_title": "title", "other_titles": "title", "foa_title": "title",
    "federation": "federation",
    "flag": "flag",
    "name": "person", "sex": "person", "birth_year": "person",
}  # fmt: skip
"""Of every column that is compared, what a change of it is a change of. Games are of the period, and not compared."""
CHANGES = (NEW, GONE, *dict.fromkeys(SUBJECTS.values()))


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two lists: of which player, what changed, and from what to what."""

    fide_id: int
    name: str
    change: str
    column: str = ""
    """The column that changed; empty for a player that is new or gone."""
    before: Value = None
    after: Value = None


def carried(about: RatingList) -> frozenset[str]:
    """Name the columns that a list has; two lists are compared in those that both have."""
    if about.dialect is not None and about.dialect.columns:
        return frozenset(column.name for column in about.dialect.columns if column.name)
    absent = {f"{kind}_{part}" for kind in KINDS if kind not in about.kinds for part in ("rating", "games", "k")}
    return frozenset(COLUMNS) - absent


def differences(old: Iterable[Listed], new: Iterable[Listed], columns: frozenset[str]) -> list[Difference]:
    """Give the differences between two lists, by FIDE ID; where an ID stands twice, its first line counts."""
    before: dict[int, Listed] = {}
    for listed in old:
        before.setdefault(listed.fide_id, listed)
    after: dict[int, Listed] = {}
    for listed in new:
        after.setdefault(listed.fide_id, listed)
    compared = [name for name in COLUMNS if name in columns and name in SUBJECTS]
    changes = []
    for fide_id in sorted({*before, *after}):
        if fide_id not in after:
            changes.append(Difference(fide_id, before[fide_id].name, GONE))
        elif fide_id not in before:
            changes.append(Difference(fide_id, after[fide_id].name, NEW))
        elif before[fide_id] != after[fide_id]:
            first, second = values_of(before[fide_id]), values_of(after[fide_id])
            changes += [
                Difference(fide_id, after[fide_id].name, SUBJECTS[name], name, first[name], second[name])
                for name in compared
                if first[name] != second[name]
            ]
    return changes
