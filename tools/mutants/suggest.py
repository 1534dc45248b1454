"""Looks for mutants of rows that have none: breaks each provision that cites a row until a test of the row fails.

What is found is printed as entries for the table. It is a beginning: whoever takes an entry over asks whether it
breaks what the row is about.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mutants.pool import Pool, job
from mutants.table import NONE, SECTION, Mutant, MutantError, missing, tested_rows

from arpad.regulations.keys import KEYS
from arpad.regulations.register import provisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.regulations.edition import Provision
    from arpad.regulations.keys import Key
    from arpad.regulations.register import RegisterRow

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
        left = set(rows)
        for mutant, caught in noticed(edition, rows, pool):
            print(entry(mutant, caught), flush=True)
            left -= set(caught)
        for row in rows:
            if row in left:
                keys = ", ".join(provision.key for provision in provisions(tested_rows(edition)[row]))
                print(f"# nothing found for {edition} {row}: {keys or 'no provision cites it'}", flush=True)
    return 0


def noticed(edition: str, rows: list[str], pool: Pool) -> Iterator[tuple[Mutant, dict[str, str]]]:
    """Break each provision that rows cite, in one way after the other, until a test of each row has failed."""
    known = tested_rows(edition)
    citing: dict[str, tuple[Provision, list[str]]] = {}
    for article in rows:
        for provision in provisions(known[article]):
            citing.setdefault(provision.key, (provision, []))[1].append(article)
    left = {key: articles for key, (_, articles) in citing.items()}
    ways = {key: list(candidates(edition, provision, known, left[key])) for key, (provision, _) in citing.items()}
    for turn in range(max(map(len, ways.values()), default=0)):
        tried = [replace(mutants[turn], rows=tuple(left[key])) for key, mutants in ways.items() if turn < len(mutants)]
        tried = [mutant for mutant in tried if mutant.rows]
        for mutant, answer in zip(tried, pool.answers(job(mutant) for mutant in tried), strict=True):
            caught = {} if "invalid" in answer else answer["caught"]
            left[mutant.provision or ""] = [row for row in mutant.rows if row not in caught]
            if caught:
                yield mutant, caught


def candidates(
    edition: str, provision: Provision, known: dict[str, RegisterRow], articles: list[str]
) -> Iterator[Mutant]:
    """Give the ways to break a provision, those that say most first."""
    named = {test for article in articles for test in known[article].tests}
    tests = tuple(sorted((test for test in named if not _OF_DATA_ALONE.search(test)), key=_cost))
    for value in others(KEYS[provision.key], provision.content):
        for section in _SECTIONS:
            mutant = Mutant(edition, tuple(articles), tests, provision.key, section, value)
            with suppress(MutantError):
                _ = mutant.text
                yield mutant
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
            values = [choice for choice in key.choices if choice != content]
        case "flag":
            values = [not content]
        case "months":
            values = [content[:-1] or [_LAST_MONTH], content[1:] or [1]]
        case "texts":
            return [[text for text in content if text != gone] for gone in reversed(content)]
        case "whole":
            values = [content + 1, max(content - 1, 0), content + 50, max(content - 50, 0)]
        case _:
            number = re.search(r"\d+(?:\.\d\d)?", content)
            values = [content.replace(number[0], larger, 1) for larger in _larger(number[0])] if number else []
    return [*values, NONE]


def _larger(number: str) -> list[str]:
    whole, point, decimals = number.partition(".")
    return [f"{int(whole) + more}{point}{decimals}" for more in (1, 60)]


def entry(mutant: Mutant, caught: dict[str, str]) -> str:
    """Write the entry of a mutant that was caught."""
    tests = sorted({test.partition("[")[0] for test in caught.values()})
    fields = {"rows": list(caught), "provision": mutant.provision, "section": mutant.section, "value": mutant.value}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in (fields | {"tests": tests}).items()]
    return "\n".join(["[[mutant]]", *(line for line in lines if line != f'section = "{SECTION}"'), ""])
