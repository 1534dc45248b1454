"""Writes the tables of the law as plain files for programs in other languages; with --check it says what is stale.

`conformance/law` has everything that an edition holds as numbers and choices, resolved through its parents: no TOML, no
inheritance, no arpad is needed to read it. Each file is CSV with a head line; its README tells the columns.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal
from arpad.model.period import KINDS
from arpad.regulations.adjustments import every_adjustment
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import NoEditionError, edition, in_force, shipped_files, shipped_names
from arpad.regulations.conversion import shipped_table
from arpad.regulations.durations import shifted_months
from arpad.regulations.keys import KEYS
from arpad.regulations.package_data import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arpad.regulations.edition import Edition

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT.joinpath("conformance")
FOLDER = VECTORS.joinpath("law")
FIRST_LIST, LAST_LIST = date(2003, 7, 1), date(2027, 12, 1)
"""The lists of the calendar; the edition in force today is taken to go on."""
K_KEYS = (
    "coefficient", "k_for_all", "k_top", "k_top_from", "k_top_games", "k_junior", "k_junior_age", "k_junior_until",
    "k_junior_below", "k_junior_measure", "k_new", "k_new_games", "k_established", "k_when", "k_load_limit",
)  # fmt: skip
"""Everything that decides K, in the order in which it is asked."""


def laws() -> Iterator[Edition]:
    """Give every shipped edition for each of its kinds of chess, as it stands by itself."""
    for name in shipped_names():
        for kind in KINDS:
            if kind in edition(name).kinds:
                yield edition(name, kind)


def editions() -> Iterator[Sequence[object]]:
    """List the editions."""
    yield "edition", "authority", "kinds", "effective", "status", "builds_on", "relation", "title"
    for name in shipped_names():
        law = edition(name)
        kinds = " ".join(law.kinds)
        yield law.id, law.authority, kinds, law.effective, law.status, law.builds_on, law.relation, law.title


def days_in_force() -> Iterator[Sequence[object]]:
    """Say from which day to which each edition holds, by authority and kind of chess."""
    yield "authority", "kind", "from", "edition"
    authorities = sorted({file.authority for file in shipped_files().values() if file.authority})
    for authority in authorities:
        for kind in KINDS:
            before = None
            for day in _days(authority, kind):
                name = _in_force(day, kind, authority)
                if name != before:
                    yield authority, kind, day, name or "none"
                before = name


def _days(authority: str, kind: str) -> list[date]:
    effective = {edition(name).effective for name in shipped_names()}
    days = sorted(day for day in effective if day is not None)
    first = next((day for day in days if _in_force(day, kind, authority)), None)
    return [] if first is None else [day for day in days if day >= first]


def _in_force(day: date, kind: str, authority: str) -> str | None:
    try:
        return in_force(day, kind, authority).id
    except NoEditionError:
        return None


def provisions() -> Iterator[Sequence[object]]:
    """List every provision of every edition, with its article."""
    yield "edition", "kind", "provision", "form", "value", "article", "origin", "status", "reading", "erratum"
    for law in laws():
        for key, provision in sorted(law.provisions.items()):
            status = "reconstructed" if provision.reconstructed else "text"
            marks = provision.reading, provision.erratum
            cited = provision.article, provision.origin, status
            yield law.id, law.kind, key, KEYS[key].form, _written(law.get(key)), *cited, *marks


def meanings() -> Iterator[Sequence[object]]:
    """Say what each provision means, and what may stand in it."""
    yield "provision", "form", "meaning", "choices"
    for name, key in sorted(KEYS.items()):
        yield name, key.form, words("provision", name), " ".join(key.choices)


def coefficients() -> Iterator[Sequence[object]]:
    """Put everything that decides K of an edition into a row."""
    yield "edition", "kind", *K_KEYS
    for law in laws():
        yield law.id, law.kind, *(_written(law.get(key)) for key in K_KEYS)


def difference_table(name: str) -> Iterator[Sequence[object]]:
    """Give a table from differences to expected scores, a row for each span of equal ones; the last has no end."""
    yield "difference_from", "difference_to", "higher", "lower"
    table = shipped_table(name, name)
    cells = table.cells()
    spans: list[tuple[int, int, int, int]] = []
    for difference in sorted(key for key in cells if key >= 0):
        higher, lower = cells[difference], cells[-difference]
        if spans and spans[-1][1:] == (difference - 1, higher, lower):
            spans[-1] = (spans[-1][0], difference, higher, lower)
        else:
            spans.append((difference, difference, higher, lower))
    for place, (first, last, higher, lower) in enumerate(spans, 1):
        is_open = place == len(spans) and table.open_ended()
        yield first, "" if is_open else last, decimal(higher), decimal(lower)


def percentage_table(name: str) -> Iterator[Sequence[object]]:
    """Give a table from percentages to differences."""
    yield "p", "dp"
    for percentage, difference in sorted(shipped_table(name, name).cells().items(), reverse=True):
        yield decimal(percentage), difference


def one_offs() -> Iterator[Sequence[object]]:
    """List the one-off adjustments of whole lists."""
    yield "id", "authority", "list", "kinds", "rule", "below", "per_cent", "within", "meaning"
    for each in every_adjustment():
        numbers = (number or "" for number in (each.below, each.per_cent, each.within))
        yield each.id, each.authority, each.list, " ".join(each.kinds), each.rule, *numbers, each.words


def lists() -> Iterator[Sequence[object]]:
    """List the days of FIDE's lists, and until when an event must have ended to be on them."""
    yield "kind", "list", "edition", "events_end_by"
    for kind in KINDS:
        days = calendar(kind)
        month = FIRST_LIST
        while month <= LAST_LIST:
            if _in_force(month, kind, "fide") is not None and days.is_list_date(month):
                yield kind, month, days.edition(month).id, days.event_closing(month)
            month = shifted_months(month, 1)


def coefficient_cases() -> Iterator[Sequence[object]]:
    """Put the vectors about K into rows."""
    names = ("rating", "highest", "games", "born", "on", "kind")
    yield "id", "edition", *names, "k", "article"
    for vector in _vectors("coefficient.json", "coefficient"):
        inputs, expected = vector["inputs"], vector["expected"]
        k = "refused" if expected.get("refused") else expected.get("k")
        given = {"kind": "standard", **inputs}
        yield vector["id"], vector["edition"], *(given.get(name) for name in names), k, vector["article"]


def expected_cases() -> Iterator[Sequence[object]]:
    """Put the vectors about the expected score of a game into rows."""
    yield "id", "edition", "player", "opponent", "expected", "expected_of_opponent", "article"
    for vector in _vectors("expected.json", "expected"):
        own, other = vector["expected"].get("player", {}), vector["expected"].get("opponent", {})
        inputs = vector["inputs"]
        scores = own.get("expected"), other.get("expected")
        yield vector["id"], vector["edition"], inputs["player"], inputs["opponent"], *scores, vector["article"]


def _vectors(file: str, command: str) -> list[dict[str, Any]]:
    content = json.loads(VECTORS.joinpath(file).read_text(encoding="utf-8"))
    return [vector for vector in content["vectors"] if vector["command"] == command]


def _written(value: object) -> object:
    """Write a value of a provision: switched off is none, several stand with blanks between them."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


def files() -> dict[str, str]:
    """Give the content of every file."""
    keys = ("expectation_table", "percentage_table")
    tables = {law.provisions[key].table for law in laws() for key in keys if law.has(key)}
    written: dict[str, Iterable[Sequence[object]]] = {
        "editions.csv": editions(),
        "in-force.csv": days_in_force(),
        "provisions.csv": provisions(),
        "meanings.csv": meanings(),
        "k.csv": coefficients(),
        "one-offs.csv": one_offs(),
        "lists.csv": lists(),
        "cases-k.csv": coefficient_cases(),
        "cases-expected.csv": expected_cases(),
    }
    for name in sorted(filter(None, tables)):
        of = difference_table if name.startswith("difference") else percentage_table
        written[f"table-{name}.csv"] = of(name)
    return {name: _csv(rows) for name, rows in written.items()}


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(["" if cell is None else cell for cell in row] for row in rows)
    return out.getvalue()


def main() -> int:
    """Write the files, or say which are stale."""
    wanted = files()
    there = {place.name for place in FOLDER.glob("*.csv")} if FOLDER.is_dir() else set()
    stale = [
        name
        for name, text in wanted.items()
        if name not in there or FOLDER.joinpath(name).read_text(encoding="utf-8") != text
    ]
    stale += sorted(there - wanted.keys())
    if "--check" in sys.argv:
        for name in stale:
            print(f"Stale: conformance/law/{name}. Run `make docs` and commit what it writes.")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        if name in wanted:
            FOLDER.joinpath(name).write_text(wanted[name], encoding="utf-8")
        else:
            FOLDER.joinpath(name).unlink()
    print(f"Written: {', '.join(stale)}." if stale else "The tables of the law are fresh.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
