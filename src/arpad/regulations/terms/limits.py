"""What can be read off a rule without running it: where a quantity meets a limit, and what the rule can give.

A rule is a term, so it can be asked with which values a quantity is compared. Between two limits the rule cannot tell
one value from another: to know everything that it can answer, one value on each side of every limit is enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.problems import EditionError
from arpad.regulations.terms.calculation import INTERNAL, Calculation, Step, Variants, fields_of, inner_terms
from arpad.regulations.terms.ints import Ints
from arpad.regulations.terms.vocabulary import PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.regulations.edition import Edition
    from arpad.regulations.terms.vocabulary import Term

_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_FROM_THE_NEXT = {"<=", ">"}
"""Comparisons that come out otherwise not at the limit, but from the next whole number on."""


def limits(calculation: Calculation, law: Edition, quantity: str) -> set[int]:
    """Give the values of a quantity from which on a comparison of a calculation comes out otherwise.

    Comparisons of two quantities have no limit that the edition names, and give none. They are kept with the edition.
    """
    return law.kept(f"limits of {calculation.name}.{quantity}", _limits, calculation, quantity)


def _limits(calculation: Calculation, quantity: str, law: Edition) -> set[int]:
    values = {
        value + (operation in _FROM_THE_NEXT)
        for _, formula in calculation.steps(law)
        for operation, compared, limit in _comparisons(formula)
        if quantity in {name for _, name in fields_of(compared)}
        for value in _values(limit, law)
    }
    return {value for value in values if isinstance(value, int)}


def _comparisons(formula: Term) -> Iterator[tuple[str, Term, Term]]:
    """Give each comparison of a quantity with a limit that no quantity stands in, the quantity first."""
    if formula.operation in _MIRRORED:
        left, right = formula.parts
        if fields_of(left) and not fields_of(right):
            yield formula.operation, left, right
        elif fields_of(right) and not fields_of(left):
            yield _MIRRORED[formula.operation], right, left
    for part in inner_terms(formula):
        yield from _comparisons(part)


def outcomes(calculation: Calculation, law: Edition, quantity: str) -> set[int]:
    """Give every value that a quantity can have by the rules of a calculation, also by variants that are not picked.

    They are kept with the edition.
    """
    return law.kept(f"outcomes of {calculation.name}.{quantity}", _outcomes, calculation, quantity)


def _outcomes(calculation: Calculation, quantity: str, law: Edition) -> set[int]:
    steps = [
        step
        for entry in calculation.template
        for step in (sum(entry.lists.values(), ()) if isinstance(entry, Variants) else (entry,))
        if step.name == quantity
    ]
    return {value for step in steps for choice in _choices(step.written()) for value in _values(choice, law)}


def _choices(formula: Term) -> list[Term]:
    """Give the terms between which a formula chooses: itself, where it does not choose."""
    if formula.operation != "first_of":
        return [formula]
    return [choice for _, value in formula.parts for choice in _choices(value)]


def _values(formula: Term, law: Edition) -> list[Any]:
    """Give what a term in which no quantity stands comes to: no value, where the edition lacks the provision."""
    alone = Step("value", PLAYER, "", INTERNAL, None, lambda: formula)
    try:
        return [
            Ints(Calculation("value", wide=PLAYER, wide_inputs=(), template=(alone,)), law).run({}, {}).whole["value"]
        ]
    except EditionError:
        return []
