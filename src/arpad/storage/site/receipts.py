"""Receipts of published lines: each is computed again before it is given, and none that comes to another number is."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.documents.period import read_period
from arpad.documents.receipt import outcome_of, period_document, with_signs, without_k
from arpad.model.period import KINDS, Born
from arpad.model.problems import ArpadError
from arpad.regulations.periods import outcome
from arpad.storage.archived_files import archive
from arpad.storage.site.shown import may_be_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.engine.reference.explain import LineExplained
    from arpad.model.period import RatingPeriod
    from arpad.regulations.workings.first_rating import FirstRating
    from arpad.regulations.workings.period import PlayerResult
    from arpad.storage.models import ListVersion, PlayerRow, RatingSystem

_JUNIOR = "junior"


def receipt(line: LineExplained, row: PlayerRow, version: ListVersion, office: str) -> dict[str, Any] | None:
    """Give the receipt of a line; None where what everybody may know does not come to the number.

    K is derived where it can be: of a junior from what the office attests, of others from the year of birth. Where
    neither gives the K that was used, K is given.
    """
    result = line.explanation.result
    wanted = outcome_of(result)
    about = {
        "office": office,
        "list": version.list_date.isoformat(),
        "revision": version.revision,
        "list_hash": version.list_hash,
        "hash_version": version.hash_version,
        "fingerprint": version.fingerprint,
        "player": row.fide_id,
        "name": row.name,
        **wanted,
    }
    for period in _forms(line, row.birth_year):
        document = with_signs(period_document(period, line.names), period)
        if _comes_to(document, result):
            return {**document, "receipt": about}
    return None


def _forms(line: LineExplained, birth_year: int | None) -> Iterator[RatingPeriod]:
    """Give the period in the forms in which it may be handed out, the one with the least taken on trust first."""
    period = line.explanation.result.period
    own = replace(period, player=replace(period.player, association=None, born=None))
    juniors = tuple(reason is not None and reason.code == _JUNIOR for reason in line.k_reasons)
    if any(juniors):
        derived = without_k(own)
        flags = zip(derived.events, juniors, strict=True)
        yield replace(derived, events=tuple(replace(event, is_junior=is_junior) for event, is_junior in flags))
    elif birth_year:
        yield without_k(replace(own, player=replace(own.player, born=Born(birth_year))))
    yield own


def _comes_to(document: dict[str, Any], wanted: PlayerResult | FirstRating) -> bool:
    """Tell whether a document comes to the same number by the same K, as whoever reads it will compute it."""
    try:
        result = outcome(read_period(document))
    except (ArpadError, ValueError):
        return False
    if outcome_of(result) != outcome_of(wanted) or type(result) is not type(wanted):
        return False
    return [getattr(event, "k", None) for event in result.events] == [
        getattr(event, "k", None) for event in wanted.events
    ]


def played_lines(system: RatingSystem, version: ListVersion) -> list[tuple[int, str]]:
    """Give everybody who played for a list or entered it, with the kind of chess, as far as the list shows the rating.

    Of each of them there should be a receipt.
    """
    lines: list[tuple[int, str]] = []
    for kind in KINDS:
        digest = version.files.get(f"working_{kind}.parquet")
        if digest is None:
            continue
        rows = pl.read_parquet(io.BytesIO(archive().read(digest)), columns=["fide_id", "published"])
        numbers = rows.filter(pl.col("published").is_not_null())["fide_id"].to_list()
        named = may_be_named(system, numbers)
        lines += [(number, kind) for number in numbers if number in named]
    return lines
