"""Which rules and functions carry an article out: found from its provisions, so that nobody has to keep a list.

A rule is found by the provisions it cites or consults under the article's edition. A function is found in the files
that the register names, by the provisions it asks for by name.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.problems import EditionError
from arpad.regulations.catalogue import edition
from arpad.regulations.every_rule import CALCULATIONS
from arpad.regulations.register import provisions
from arpad.regulations.terms.calculation import provisions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from arpad.regulations.register import RegisterRow
    from arpad.regulations.terms.calculation import Calculation, Step
    from arpad.regulations.terms.vocabulary import Term

_PACKAGE = Path(__file__).parents[1]
_RULES = "regulations/rules/"


class Place(NamedTuple):
    """Where something stands in the package: in which file, from which line on, and its name."""

    file: str
    line: int
    name: str


def rules_of(row: RegisterRow) -> tuple[Place, ...]:
    """Give the rules that cite or consult a provision of an article, as its edition has them.

    Those of the files that the register names come first; the others only take it into account.

    >>> from arpad.regulations.register import row
    >>> [(place.file, place.name) for place in rules_of(row("fide-2014", "8.54"))][0]
    ('regulations/rules/rated_event.py', 'counted_difference')
    """
    keys = {provision.key for provision in provisions(row)}
    rules = [
        step.rule
        for kind in edition(row.edition).kinds
        for calculation in CALCULATIONS
        for step, formula in _steps(calculation, row.edition, kind)
        if keys & {step.provision, *provisions_of(formula)}
    ]
    places = {_place_of(rule) for rule in rules}
    return tuple(sorted(places, key=lambda place: (place.file not in row.where, place)))


def functions_of(row: RegisterRow) -> tuple[Place, ...]:
    """Give the functions of the files named for an article that ask for a provision of it, without the rules."""
    keys = {provision.key for provision in provisions(row)}
    files = [file for file in row.where if file.endswith(".py") and not file.startswith(_RULES)]
    return tuple(place for file in files for place in _asking(file, keys))


def _steps(calculation: Calculation, name: str, kind: str) -> tuple[tuple[Step, Term], ...]:
    """Give the steps of a calculation under an edition; none where it has no such calculation."""
    try:
        return calculation.steps(edition(name, kind))
    except EditionError:
        return ()


def _place_of(rule: Callable[..., Term]) -> Place:
    file = rule.__module__.removeprefix("arpad.").replace(".", "/") + ".py"
    return Place(file, rule.__code__.co_firstlineno, rule.__name__)


def _asking(file: str, keys: Collection[str]) -> Iterator[Place]:
    """Give the functions of a file in which the name of a provision stands, methods with their class."""
    for owner in ast.walk(ast.parse(_PACKAGE.joinpath(file).read_text(encoding="utf-8"))):
        for node in getattr(owner, "body", ()) if isinstance(owner, ast.Module | ast.ClassDef) else ():
            if isinstance(node, ast.FunctionDef) and _names_one(node, keys):
                yield Place(
                    file, node.lineno, f"{owner.name}.{node.name}" if isinstance(owner, ast.ClassDef) else node.name
                )


def _names_one(node: ast.FunctionDef, keys: Collection[str]) -> bool:
    return any(isinstance(part, ast.Constant) and part.value in keys for part in ast.walk(node))
