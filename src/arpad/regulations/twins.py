"""The documents as printed: the twin of an edition, where it departs, and what a number would be there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import MONTHLY, SHIPPED, TWIN, edition, shipped_names
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.event_basis import governing
from arpad.regulations.workings.explained_lines import TEXT, ExplainedLine
from arpad.regulations.workings.opponents import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from arpad.regulations.edition import Edition, Provision


_MONTHLY_KEYS = {
    "floor": "monthly_regime_floor",
    "report_closing": "monthly_regime_closing",
    "event_closing": "monthly_regime_closing",
}
"""What the optional monthly lists of a document change, and where the document says it."""


def twin(law: Edition) -> Edition:
    """Give the edition as printed, or the edition itself where no printed document is behind it.

    One of the five documents has its twin. An amendment of one of them stands over the same print: what it leaves
    alone is read there. What is only presumed unchanged is not: that print was not seen.
    """
    return law.kept("as printed", _twin)


def _twin(law: Edition) -> Edition:
    shipped = shipped_names()
    if f"{law.id}{TWIN}" in shipped:
        return SHIPPED.edition_over(f"{law.id}{TWIN}", law.kind, law.base)
    changed: dict[str, Provision] = {}
    tables = dict(law.tables)
    for key, provision in law.provisions.items():
        name = f"{provision.origin}{TWIN}"
        if provision.reconstructed or name not in shipped or law.id.endswith(TWIN):
            continue
        print_of_it = edition(name)
        if key in print_of_it.provisions and print_of_it.provisions[key].content != provision.content:
            changed[key] = print_of_it.provisions[key]
            tables |= print_of_it.tables
    changed |= _of_monthly_lists(law)
    if not changed:
        return law
    return replace(law, provisions={**law.provisions, **changed}, tables=tables)


def _of_monthly_lists(law: Edition) -> dict[str, Provision]:
    """Give what a document prints of its optional monthly lists, where a switch turns them on (9.3 of 2003)."""
    name = f"{law.id.removesuffix(MONTHLY)}{TWIN}"
    if not law.id.endswith(MONTHLY) or name not in shipped_names():
        return {}
    printed = edition(name)
    return {
        key: replace(printed.provisions[regime], key=key)
        for key, regime in _MONTHLY_KEYS.items()
        if printed.has(regime) and law.provisions[key].content != printed.value(regime)
    }


def departures(law: Edition) -> frozenset[str]:
    """Name the provisions in which an edition departs from its print."""
    return law.kept("departures from the print", _departures)


def _departures(law: Edition) -> frozenset[str]:
    other = twin(law).provisions
    return frozenset(key for key, provision in law.provisions.items() if other[key].content != provision.content)


def touched(lines: Iterable[ExplainedLine], law: Edition) -> bool:
    """Tell whether anything was consulted that the print says otherwise."""
    if twin(law) is law:
        return False
    departing = departures(law)
    # Lines that consulted the same share what they cite.
    cited = {id(line.citations): line.citations for line in lines}
    return any(not departing.isdisjoint(citation.provisions) for of_line in cited.values() for citation in of_line)


def is_of_another(law: Edition, start: date) -> bool:
    """Tell whether an event of that day is under another edition as printed: one that governs *later* events (E 36)."""
    printed = twin(law)
    return governing(printed, start) is not printed


def compared(lines: Iterable[ExplainedLine], printed: Iterable[ExplainedLine]) -> list[ExplainedLine]:
    """Mark the lines whose value would differ as printed."""
    as_printed = {(line.name, line.event, line.game): line for line in printed}

    def marked(line: ExplainedLine) -> ExplainedLine:
        other = as_printed.get((line.name, line.event, line.game))
        if other is None or other.value == line.value:
            return line
        return line._replace(printed=other.shown or "nothing")

    return [marked(line) for line in lines]


def explain_with_print(
    lines: list[ExplainedLine], law: Edition, work_out: Callable[[Edition], list[ExplainedLine]]
) -> list[ExplainedLine]:
    """Mark the lines of a single working that would differ as printed; `work_out` does it again under the print."""
    if not touched(lines, law):
        return lines
    try:
        return compared(lines, work_out(twin(law)))
    except RefusedError as fault:
        return [*lines, undecided(law, fault)]


def undecided(law: Edition, fault: RefusedError) -> ExplainedLine:
    """Say that the print contradicts itself, leaves a cell out, or cannot be read."""
    is_unreadable = any(problem.code == UNREADABLE for problem in fault.problems)
    keys = ("match_with_unrated",) if is_unreadable else ("expectation_table", "percentage_table")
    departing = [key for key in keys if key in departures(law)]
    return ExplainedLine("as_printed", str(fault), TEXT, citations(twin(law), departing))
