"""`arpad roundrobin FILE`: a whole round robin with unrated players, all columns of the worked examples."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import SCORES
from arpad.cli.player import read
from arpad.documents.parts import fraction, points, problem_data
from arpad.documents.schema import InputError, faults, parsed
from arpad.regulations.catalogue import edition, governing, in_force
from arpad.regulations.ints import citations
from arpad.regulations.round_robin import Entrant, RoundRobin, Row, round_robin
from arpad.regulations.working import TEXT, ExplainedLine

if TYPE_CHECKING:
    import argparse

    from arpad.regulations.edition import Edition

_COLUMNS = ("score", "p", "dp", "rc", "ru", "rc_new", "ru_new", "difference", "pd", "expected", "k", "change")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a JSON file, or - for standard input; see `arpad schema roundrobin.input`"
    )


def answer(given: argparse.Namespace) -> Answer:
    """Read a crosstable, work it out, give every column."""
    name = "standard input" if given.file == "-" else given.file
    content = parsed(read(given.file), name)
    broken = faults(content, "roundrobin.input")
    if broken:
        raise InputError(broken)
    law = _law(content)
    entrants = [
        Entrant(one["id"], one["rating"], one.get("k"), one.get("part_result", False)) for one in content["players"]
    ]
    results = [[[SCORES[score] for score in _games(cell)] for cell in line] for line in content["results"]]
    made = round_robin(law, entrants, results, content.get("cycles"))
    data = round_robin_data(made)
    return Answer(data, _text(data), _lines(made), made.notes)


def _law(content: dict[str, Any]) -> Edition:
    start = date.fromisoformat(content["start"]) if content.get("start") else None
    if content.get("edition"):
        law = edition(content["edition"], "standard", start)
        return law if start is None else governing(law, start)
    if start is None:
        raise InputError.of("missing_key", "Neither edition nor start is given; add one of them.", "edition")
    return governing(in_force(start), start)


def _games(cell: Any) -> list[str]:  # noqa: ANN401 - null, a score, or a list of scores
    if cell is None:
        return []
    return cell if isinstance(cell, list) else [cell]


def round_robin_data(made: RoundRobin) -> dict[str, Any]:
    """Give a worked round robin as the documented JSON."""
    return {
        "edition": made.law.id,
        "method": made.method,
        "rar": fraction(made.rar),
        "dpa": fraction(made.dpa),
        "ra": made.ra,
        "players": [_row(one) for one in made.rows],
        "warnings": [problem_data(one) for one in made.notes],
    }


def _row(one: Row) -> dict[str, Any]:
    return {
        "id": one.entrant.id,
        "rating": one.entrant.rating,
        "games": one.games,
        "score": points(one.score),
        "p": points(one.p),
        "dp": one.dp,
        "rc": one.rc,
        "ru": one.ru,
        "limited": dict(one.limited),
        "rc_new": one.rc_new,
        "ru_new": one.ru_new,
        "difference": one.difference,
        "pd": points(one.pd),
        "expected": points(one.expected),
        "sum": points(one.sum),
        "k": one.entrant.k,
        "change": points(one.change),
        "dropped": one.dropped is not None,
        "counts_for_player": one.counts_for_player,
    }


def _lines(made: RoundRobin) -> list[ExplainedLine]:
    """Cite the method and, for each column of the field, the article behind it."""
    law = made.law
    if made.ra is None:
        keys = ["expectation", "unrated_opponents", *(["average_counts"] if made.is_complete else [])]
        return [ExplainedLine("method", made.method, TEXT, citations(law, keys))]
    method = citations(law, ["round_robin_method", "percentage_table"])
    return [
        ExplainedLine("method", made.method, TEXT, method),
        ExplainedLine("rar", fraction(made.rar), TEXT, method),
        ExplainedLine("dpa", fraction(made.dpa), TEXT, method),
        ExplainedLine("ra", str(made.ra), TEXT, method),
        ExplainedLine("limit", str(law.value("difference_cap")), TEXT, citations(law, ["difference_cap"])),
    ]


def _text(data: dict[str, Any]) -> str:
    head = ["player", "R", "W", "p", "dp", "Rc", "Ru", "Rc(new)", "Ru(new)", "D", "PD", "We", "K", "change"]
    rows = [
        (one["id"], "unrated" if one["rating"] is None else one["rating"], *(one[column] for column in _COLUMNS))
        for one in data["players"]
    ]
    said = [f"{data['edition']}, worked out as a {'round robin' if data['method'] == 'roundrobin' else 'Swiss event'}"]
    if data["ra"] is not None:
        said.append(f"Rar {data['rar']}, dpa {data['dpa']}, Ra {data['ra']}")
    said.append(table(head, rows))
    said += [
        f"{one['id']} is left out for the opponents: the score is too low. There is an earlier result, so the games "
        "count for the player."
        if one["counts_for_player"]
        else f"{one['id']} is left out for both sides: the score is too low."
        for one in data["players"]
        if one["dropped"]
    ]
    return "\n".join(said)
