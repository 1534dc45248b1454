"""Steps and calculations: which quantities are worked out, in which order, by which variant of an edition."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arpad.regulations.terms.vocabulary import EVENT, GAME, PLAYER, Law, Level, Term, View, term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from arpad.regulations.edition import Edition

POINTS = "points"
"""Unit of hundredths: scores, probabilities, changes before they are rounded."""
WHOLE = "whole"
"""Unit of ratings, differences, counts and coefficients."""
CODE = "code"
"""Unit of a reason: a small number with words."""
INTERNAL = "internal"
"""Unit of a rank or other aid that is no quantity of the regulations; it is not shown."""

_VIEWS: Mapping[str, Law | View] = {"p": Law(), "game": View(GAME), "event": View(EVENT), "player": View(PLAYER)}


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One quantity of a calculation: its name, its level, the provision it carries out, and the rule that yields it."""

    name: str
    level: Level
    provision: str
    unit: str
    among: str | None
    rule: Callable[..., Term]

    @property
    def sentence(self) -> str:
        """What the law says, in our words: the first paragraph of what the rule says of itself."""
        return " ".join((self.rule.__doc__ or "").partition("\n\n")[0].split())

    def written(self) -> Term:
        """Write the rule down as a term, by calling it with views."""
        names = self.rule.__code__.co_varnames[: self.rule.__code__.co_argcount]
        return term(self.rule(*(_VIEWS[name] for name in names)))


def step(
    level: Level, provision: str = "", *, unit: str = WHOLE, among: str | None = None, name: str | None = None
) -> Callable[[Callable[..., Term]], Step]:
    """Make a rule a step: the quantity is named by the function (or by `name`), the step cites `provision`.

    Without a provision of its own a step cites what it consults. `among` names a quantity of the same level; the step
    is worked out only where that one holds.
    """

    def step_of(rule: Callable[..., Term]) -> Step:
        return Step(name or rule.__name__, level, provision, unit, among, rule)

    return step_of


def aid(level: Level, *, name: str | None = None) -> Callable[[Callable[..., Term]], Step]:
    """Make a rule an aid: a step that helps others and is no quantity of the regulations, so it is never shown."""
    return step(level, unit=INTERNAL, name=name)


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """Steps of which an edition picks one list by the name it gives in the provision `key`."""

    key: str
    lists: Mapping[str, tuple[Step, ...]]

    def of(self, edition: Edition) -> tuple[Step, ...]:
        """Give the steps the edition picks."""
        return self.lists[edition.rule(self.key)]


@dataclass(frozen=True, slots=True, eq=False)
class Calculation:
    """An ordered list of steps on a wide level (the whole) and, where there is one, a narrow level (the parts)."""

    name: str
    wide: Level
    wide_inputs: tuple[str, ...]
    template: tuple[Step | Variants, ...]
    narrow: Level | None = None
    narrow_inputs: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    """Narrow inputs that need not be given: nothing holds there then."""
    _written: dict[str, tuple[tuple[Step, Term], ...]] = field(default_factory=dict, repr=False)
    _leading: dict[tuple[str, frozenset[str]], tuple[tuple[Step, Term], ...]] = field(default_factory=dict, repr=False)

    def steps(self, edition: Edition) -> tuple[tuple[Step, Term], ...]:
        """Give the steps of this calculation under an edition, written down as terms."""
        chosen = self._chosen(edition)
        if chosen not in self._written:
            self._written[chosen] = self._write(edition)
        return self._written[chosen]

    def steps_to(self, edition: Edition, wanted: Collection[str]) -> tuple[tuple[Step, Term], ...]:
        """Give only the steps that lead to some quantities."""
        asked = self._chosen(edition), frozenset(wanted)
        if asked not in self._leading:
            self._leading[asked] = self._leading_to(edition, wanted)
        return self._leading[asked]

    def _chosen(self, edition: Edition) -> str:
        """Name the variants that an edition picks."""
        return ",".join(edition.rule(entry.key) for entry in self.template if isinstance(entry, Variants))

    def _leading_to(self, edition: Edition, wanted: Collection[str]) -> tuple[tuple[Step, Term], ...]:
        needed, kept = set(wanted), []
        for step, formula in reversed(self.steps(edition)):
            if step.name in needed:
                kept.append((step, formula))
                needed |= {name for _, name in fields_of(formula)} | ({step.among} if step.among else set())
        return tuple(reversed(kept))

    def gives(self, edition: Edition, quantity: str) -> bool:
        """Tell whether a quantity is worked out under an edition: only the variants that it picks give theirs."""
        return any(step.name == quantity for step, _ in self.steps(edition))

    def _write(self, edition: Edition) -> tuple[tuple[Step, Term], ...]:
        known = {(self.wide, name) for name in self.wide_inputs}
        if self.narrow is not None:
            known |= {(self.narrow, name) for name in self.narrow_inputs}
        written: list[tuple[Step, Term]] = []
        for entry in self.template:
            for step in entry.of(edition) if isinstance(entry, Variants) else (entry,):
                formula = step.written()
                for level, name in sorted(fields_of(formula), key=lambda field: field[1]):
                    if (level, name) not in known:
                        raise LookupError(
                            f"The step {step.name} of {self.name} reads {level.name}.{name}, which is neither an input "
                            "nor an earlier step; put its step before this one."
                        )
                known.add((step.level, step.name))
                written.append((step, formula))
        return tuple(written)


def fields_of(formula: Term) -> set[tuple[Level, str]]:
    """Collect the quantities a term reads."""
    if formula.operation == "field":
        return {(formula.level, formula.parts[0])}
    return {field for part in inner_terms(formula) for field in fields_of(part)}


def provisions_of(formula: Term) -> set[str]:
    """Collect the provisions a term may consult."""
    own = {formula.parts[0]} if formula.operation in {"provision", "has", "by", "names"} else set()
    return own.union(*(provisions_of(part) for part in inner_terms(formula)))


def inner_terms(formula: Term) -> list[Term]:
    """Give the terms of which a term is directly made."""
    parts = formula.parts
    if formula.operation == "first_of":
        parts = tuple(piece for pair in parts for piece in pair)
    return [part for part in parts if isinstance(part, Term)]
