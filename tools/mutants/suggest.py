"""Looks for mutants of rows that have none: breaks each provision that cites a row until a test of the row fails.

What is found is printed as entries for the table. It is a beginning: whoever takes an entry over asks whether it
breaks what the row is about.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mutants.pool import Pool, job
from mutants.table import NONE, SECTION, Mutant, MutantError, missing, tested_rows

from arpad.regulations.provision_keys import KEYS
from arpad.regulations.register import provisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.regulations.edition import Provision
    from arpad.regulations.provision_keys import Key

_SECTIONS = (SECTION, "kind.rapid", "while.fide-2014-07")
_LAST_MONTH = 12
_INSTEAD_OF_NONE = {"whole": [1, 1000], "duration": ["7 days"], "window": ["12 months"], "points": ["1.00"]}
_OF_DATA_ALONE = re.compile(
    "test_recorded_provisions|test_each_number_cites|test_the_days_lie_in|test_the_case_is_under_its_edition"
)
"""Tests that hold an edition against itself: they say nothing of what arpad does with it."""


def suggested(editions: Iterable[str], only: str | None, pool: Pool) -> int:
    """Print entries for the rows without a mutant, and name those for which none was found."""
    for edition in editions:
        rows = [row for row in missing(edition) if only in (None, row)]
        found: set[str] = set()
        for entry in pool_entries(edition, rows, pool):
            print(entry["toml"], flush=True)
            found |= set(entry["rows"])
        for row in rows:
            if row not in found:
                keys = ", ".join(one.key for one in provisions(tested_rows(edition)[row]))
                print(f"# nothing found for {edition} {row}: {keys or 'no provision cites it'}", flush=True)
    return 0


def pool_entries(edition: str, rows: list[str], pool: Pool) -> Iterator[dict[str, Any]]:
    """Give an entry for each provision that could be broken so that rows notice."""
    known = tested_rows(edition)
    cited: dict[str, tuple[Provision, list[str]]] = {}
    for article in rows:
        for one in provisions(known[article]):
            cited.setdefault(one.key, (one, []))[1].append(article)
    tries = [list(candidates(edition, one, known, articles)) for one, articles in cited.values()]
    for turn in range(max(map(len, tries), default=0)):
        now = [(place, found[turn]) for place, found in enumerate(tries) if turn < len(found)]
        answers = pool.answers(job(one) for _, one in now)
        for (place, one), answer in zip(now, answers, strict=True):
            caught = answer.get("caught", {}) if "invalid" not in answer else {}
            left = [row for row in one.rows if row not in caught]
            if caught:
                yield entry(one, caught)
            tries[place] = [
                replace(later, rows=tuple(left)) if after > turn else later
                for after, later in enumerate(tries[place])
                if left or after <= turn
            ]


def candidates(edition: str, one: Provision, known: dict[str, Any], articles: list[str]) -> Iterator[Mutant]:
    """Give the ways to break a provision, those that say most first."""
    tests = tuple(
        sorted(
            {test for article in articles for test in known[article].tests if not _OF_DATA_ALONE.search(test)},
            key=_cost,
        )
    )
    for value in others(KEYS[one.key], one.content):
        for section in _SECTIONS:
            made = Mutant(edition, tuple(articles), tests, one.key, section, value)
            try:
                _ = made.text
            except MutantError:
                continue
            yield made
            break


def _cost(test: str) -> tuple[int, str]:
    order = ("conformance/", "tests/regulations/test_second", "tests/regulations", "tests/events", "tests/formats")
    places = (0, 4, 1, 2, 3)
    return next((place for start, place in zip(order, places, strict=True) if test.startswith(start)), 5), test


def others(key: Key, content: Any) -> list[Any]:  # noqa: ANN401 - whatever a provision holds
    """Give other contents for a provision."""
    if content is None:
        return [*key.choices, *_INSTEAD_OF_NONE.get(key.form, ())]
    match key.form:
        case "choice" | "rule":
            found = [one for one in key.choices if one != content]
        case "flag":
            found = [not content]
        case "months":
            found = [content[:-1] or [_LAST_MONTH], content[1:] or [1]]
        case "texts":
            return [[one for one in content if one != gone] for gone in reversed(content)]
        case "whole":
            found = [content + 1, max(content - 1, 0), content + 50, max(content - 50, 0)]
        case _:
            number = re.search(r"\d+(?:\.\d\d)?", content)
            found = [content.replace(number[0], larger, 1) for larger in _larger(number[0])] if number else []
    return [*found, NONE]


def _larger(number: str) -> list[str]:
    whole, point, decimals = number.partition(".")
    return [f"{int(whole) + more}{point}{decimals}" for more in (1, 60)]


def entry(one: Mutant, caught: dict[str, str]) -> dict[str, Any]:
    """Write the entry of a mutant that was caught."""
    rows = [row for row in one.rows if row in caught]
    tests = sorted({caught[row].partition("[")[0] for row in rows})
    lines = ["[[mutant]]", f"rows = {json.dumps(rows, ensure_ascii=False)}", f'provision = "{one.provision}"']
    if one.section != SECTION:
        lines.append(f'section = "{one.section}"')
    lines += [f"value = {json.dumps(one.value, ensure_ascii=False)}", f"tests = {json.dumps(tests)}"]
    return {"rows": rows, "toml": "\n".join(lines) + "\n"}
