"""A whole round robin: the crosstable that comes in as JSON, and the worked columns that go out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.documents.parts import SCORES, fraction, points, problem_data
from arpad.documents.schema import InputError, faults
from arpad.model.period import STANDARD
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.event_basis import governing
from arpad.regulations.workings.explained_lines import TEXT, ExplainedLine

if TYPE_CHECKING:
    from arpad.model.numbers import Hundredths
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.crosstable import CrosstableRow, RoundRobin


class Crosstable(NamedTuple):
    """A crosstable as it was given, and the edition that governs it."""

    law: Edition
    entrants: list[Entrant]
    results: list[list[list[Hundredths]]]
    cycles: int | None


def read_crosstable(document: Any) -> Crosstable:  # noqa: ANN401 - any JSON
    """Make a crosstable of parsed JSON; refuse what breaks the schema `roundrobin.input`."""
    broken = faults(document, "roundrobin.input")
    if broken:
        raise InputError(broken)
    entrants = [
        Entrant(player["id"], player["rating"], player.get("k"), player.get("part_result", False))
        for player in document["players"]
    ]
    results = [[[SCORES[score] for score in _scores(cell)] for cell in row] for row in document["results"]]
    return Crosstable(_law(document), entrants, results, document.get("cycles"))


def _law(document: dict[str, Any]) -> Edition:
    start = date.fromisoformat(document["start"]) if document.get("start") else None
    if document.get("edition"):
        law = edition(document["edition"], STANDARD, start)
        return law if start is None else governing(law, start)
    if start is None:
        raise InputError.of("missing_key", "Neither edition nor start is given; add one of them.", "edition")
    return governing(in_force(start), start)


def _scores(cell: str | list[str] | None) -> list[str]:
    if cell is None:
        return []
    return cell if isinstance(cell, list) else [cell]


def round_robin_data(result: RoundRobin) -> dict[str, Any]:
    """Give a worked round robin, without its explanation."""
    return {
        "edition": result.law.id,
        "method": result.method,
        "rar": fraction(result.rar),
        "dpa": fraction(result.dpa),
        "ra": result.ra,
        "players": [_player_data(row) for row in result.rows],
        "warnings": [problem_data(note) for note in result.notes],
    }


def _player_data(row: CrosstableRow) -> dict[str, Any]:
    return {
        "id": row.entrant.id,
        "rating": row.entrant.rating,
        "games": row.games,
        "score": points(row.score),
        "p": points(row.p),
        "dp": row.dp,
        "rc": row.rc,
        "ru": row.ru,
        "limited": dict(row.limited),
        "rc_new": row.rc_new,
        "ru_new": row.ru_new,
        "difference": row.difference,
        "pd": points(row.pd),
        "expected": points(row.expected),
        "sum": points(row.sum),
        "k": row.entrant.k,
        "change": points(row.change),
        "dropped": row.dropped is not None,
        "counts_for_player": row.counts_for_player,
    }


def round_robin_lines(result: RoundRobin) -> list[ExplainedLine]:
    """Cite the method and, for each column of the field, the article behind it."""
    law = result.law
    if result.ra is None:
        keys = ["expectation", "unrated_opponents", *(["average_counts"] if result.is_complete else [])]
        return [ExplainedLine("method", result.method, TEXT, citations(law, keys))]
    method = citations(law, ["round_robin_method", "percentage_table"])
    return [
        ExplainedLine("method", result.method, TEXT, method),
        ExplainedLine("rar", fraction(result.rar), TEXT, method),
        ExplainedLine("dpa", fraction(result.dpa), TEXT, method),
        ExplainedLine("ra", str(result.ra), TEXT, method),
        ExplainedLine("limit", str(law.value("difference_cap")), TEXT, citations(law, ["difference_cap"])),
    ]
