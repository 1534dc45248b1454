"""A season of events from a table: the first line names the facts, each line is an event; all faults at once."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem, RefusedError
from arpad.office.registration_facts import GIVEN, NEEDED, OWN
from arpad.office.registration_text import text_of_value, values_of_texts
from arpad.office.table_file import table_lines
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST_EVENTS = 2000


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """An event of a season: its line in the file, its facts, and what is wrong with them."""

    line: int
    values: Mapping[str, Any]
    problems: Sequence[Problem] = ()


def season_bytes(events: Sequence[Mapping[str, Any]]) -> bytes:
    """Write events as such a table, each with everything that is registered of it; it is read as it was written."""
    columns = [name for name in (*OWN, *GIVEN) if any(values.get(name) is not None for values in events)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([text_of_value(values.get(name)) for name in columns] for values in events)
    return text.getvalue().encode()


def season_rows(data: bytes, name: str) -> list[SeasonRow]:
    """Read the events of a season; refused with every fault in it, each with line and column."""
    rows = season_lines(data, name)
    problems = [problem for row in rows for problem in row.problems]
    if problems:
        raise RefusedError(problems)
    return rows


def season_lines(data: bytes, name: str) -> list[SeasonRow]:
    """Read the events of a season, each with its faults; refused where it is no season at all."""
    lines = table_lines(data, name)
    header = next(lines, (1, []))[1]
    problems = list(_of_header(header, name))
    rows = [] if problems else [_row(line, header, cells, name) for line, cells in lines if any(cells)]
    if not problems and (not rows or len(rows) > MOST_EVENTS):
        problems.append(Problem.of(WORDS, "season_size", name, file=name, events=len(rows), most=MOST_EVENTS))
    if problems:
        raise RefusedError(problems)
    return rows


def _row(line: int, header: Sequence[str], cells: Sequence[str], name: str) -> SeasonRow:
    where = f"{name}, line {line}"
    if len(cells) != len(header):
        fault = Problem.of(WORDS, "season_cells", where, line=line, cells=len(cells), columns=len(header))
        return SeasonRow(line, {}, [fault])
    values, faults = values_of_texts(dict(zip(header, cells, strict=True)), where)
    problems = [Problem.of(WORDS, "season_line", fault.where, line=line, fault=fault) for fault in faults]
    missing = [fact for fact in NEEDED if fact not in values and fact in header] if not faults else []
    if missing:
        fault = Problem.of(WORDS, "registration_facts_missing", names=missing)
        problems.append(Problem.of(WORDS, "season_line", where, line=line, fault=fault))
    return SeasonRow(line, values, problems)


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
