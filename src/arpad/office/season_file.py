"""A season of events from a table: the first line names the facts, each line is an event; all faults at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem, RefusedError
from arpad.office.registration_facts import GIVEN, NEEDED, OWN
from arpad.office.registration_text import values_of_texts
from arpad.office.table_file import table_lines
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST_EVENTS = 2000


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """An event of a season: its line in the file, and its facts."""

    line: int
    values: Mapping[str, Any]


def season_rows(data: bytes, name: str) -> list[SeasonRow]:
    """Read the events of a season; refused with every fault in it, each with line and column."""
    lines = table_lines(data, name)
    header = next(lines, (1, []))[1]
    problems = list(_of_header(header, name))
    if problems:
        raise RefusedError(problems)
    rows = []
    for line, cells in lines:
        if not any(cells):
            continue
        if len(cells) != len(header):
            problems.append(
                Problem.of(
                    WORDS, "season_cells", f"{name}, line {line}", line=line, cells=len(cells), columns=len(header)
                )
            )
            continue
        values, faults = values_of_texts(dict(zip(header, cells, strict=True)), f"{name}, line {line}")
        missing = [fact for fact in NEEDED if fact not in values and fact in header] if not faults else []
        problems += [Problem.of(WORDS, "season_line", fault.where, line=line, fault=fault) for fault in faults]
        if missing:
            fault = Problem.of(WORDS, "registration_facts_missing", names=missing)
            problems.append(Problem.of(WORDS, "season_line", f"{name}, line {line}", line=line, fault=fault))
        rows.append(SeasonRow(line, values))
    if not rows or len(rows) > MOST_EVENTS:
        problems.append(Problem.of(WORDS, "season_size", name, file=name, events=len(rows), most=MOST_EVENTS))
    if problems:
        raise RefusedError(problems)
    return rows


def _of_header(header: Sequence[str], name: str) -> Iterator[Problem]:
    known = (*GIVEN, *OWN)
    unknown = [column for column in header if column not in known]
    missing = [column for column in NEEDED if column not in header]
    twice = sorted({column for column in header if header.count(column) > 1})
    if unknown:
        yield Problem.of(WORDS, "season_columns", name, file=name, names=unknown[:20], known=list(known))
    if missing:
        yield Problem.of(WORDS, "season_columns_missing", name, file=name, names=missing)
    if twice:
        yield Problem.of(WORDS, "season_columns_twice", name, file=name, names=twice)
