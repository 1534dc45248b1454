"""Two lists beside each other: the players new or gone, and what changed; and the text by which lists are equal."""

from __future__ import annotations

import hashlib
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
CANONICAL = "arpad rating list 1\n"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


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


def canonical_line(values: dict[str, Value]) -> str:
    r"""Give the canonical text of a player: every column, tabs between them.

    >>> canonical_line({"fide_id": 7, "name": "Nobody, N", "standard_rating": 1500}).split("\t")[:3]
    ['7', 'Nobody, N', '']
    """
    return "\t".join(str("" if values.get(name) is None else values[name]).translate(_ESCAPES) for name in COLUMNS)


def canonical_hash(players: Iterable[Listed]) -> str:
    """Give the SHA-256 of the canonical text: equal for equal lists, whatever their files are."""
    lines = sorted((player.fide_id, canonical_line(values_of(player))) for player in players)
    digest = hashlib.sha256(CANONICAL.encode())
    for _, line in lines:
        digest.update(f"{line}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
