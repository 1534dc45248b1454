"""The vocabulary in which a rule is written: terms over levels, provisions and tables.

A rule is a Python function that is called once, with views instead of numbers, and so writes down a *term*: the
formula in the regulation's words. Interpreters evaluate terms: `Ints` for one player with the explanation, `Arrays`
over columns. A term never decides anything while it is built, so rules use none of `and or not ~ / // if`; choices
are written with `first_of`, `all_of`, `any_of`, `negated`, which every interpreter reads from left to right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Level:
    """What a quantity belongs to: a game, a player's event, or the player in the period; `breadth` orders them."""

    name: str
    breadth: int


GAME = Level("game", 0)
EVENT = Level("event", 1)
PLAYER = Level("player", 2)
EVERYWHERE = Level("everywhere", 9)
"""The level of constants and provisions."""


class Term:
    """A quantity as a formula: an operation over parts. Comparing terms gives a term, never a truth value."""

    __slots__ = ("level", "operation", "parts")

    level: Level

    def __init__(self, operation: str, *parts: Any, level: Level | None = None) -> None:  # noqa: ANN401 - terms, names or constants
        self.operation = operation
        self.parts = parts
        inner = [part.level for part in parts if isinstance(part, Term)]
        self.level = level or min(inner, key=lambda part_level: part_level.breadth, default=EVERYWHERE)

    def __add__(self, other: Term | int) -> Term:
        return Term("+", self, term(other))

    def __radd__(self, other: int) -> Term:
        return Term("+", term(other), self)

    def __sub__(self, other: Term | int) -> Term:
        return Term("-", self, term(other))

    def __rsub__(self, other: int) -> Term:
        return Term("-", term(other), self)

    def __mul__(self, other: Term | int) -> Term:
        return Term("*", self, term(other))

    def __rmul__(self, other: int) -> Term:
        return Term("*", term(other), self)

    def __neg__(self) -> Term:
        return Term("negative", self)

    def __lt__(self, other: Term | int) -> Term:
        return Term("<", self, term(other))

    def __le__(self, other: Term | int) -> Term:
        return Term("<=", self, term(other))

    def __gt__(self, other: Term | int) -> Term:
        return Term(">", self, term(other))

    def __ge__(self, other: Term | int) -> Term:
        return Term(">=", self, term(other))

    def __eq__(self, other: object) -> Term:  # type: ignore[override]
        return Term("==", self, term(other))

    def __ne__(self, other: object) -> Term:  # type: ignore[override]
        return Term("!=", self, term(other))

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError("A term is not true or false while a rule is written; use first_of, all_of, any_of or negated.")


def term(value: object) -> Term:
    """Make a constant a term; a term stays what it is."""
    return value if isinstance(value, Term) else Term("constant", value)


class View:
    """What a rule sees of a level: `game.difference` is the quantity `difference` of a game."""

    __slots__ = ("_level",)

    def __init__(self, level: Level) -> None:
        self._level = level

    def __getattr__(self, name: str) -> Term:
        return Term("field", name, level=self._level)


class Law:
    """What a rule sees of an edition: `p.difference_cap` reads a provision, `p.has("…")` asks whether there is one."""

    __slots__ = ()

    def __getattr__(self, key: str) -> Term:
        return Term("provision", key)

    def has(self, key: str) -> Term:
        """Ask whether the edition has this provision; noted like a read."""
        return Term("has", key)

    def says(self, key: str, choice: str) -> Term:
        """Ask whether the edition has this provision, and whether this is its choice."""
        return all_of(self.has(key), Term("provision", key) == choice)

    def names(self, key: str, entry: str | int) -> Term:
        """Ask whether the edition has this provision, and whether its list names this; noted like a read."""
        return Term("names", key, entry)

    def or_else(self, key: str, value: Term | int) -> Term:
        """Give what the provision says, or the value where the edition has none."""
        return first_of((self.has(key), Term("provision", key)), otherwise(value))


_ALWAYS = Term("constant", True)


def otherwise(value: Term | int) -> tuple[Term, Term | int]:
    """The last choice of `first_of`: what holds where no condition before it does."""
    return _ALWAYS, value


def first_of(*choices: tuple[Term, Term | int]) -> Term:
    """Give the value of the first choice whose condition holds; the last one is `otherwise(value)`."""
    if choices[-1][0] is not _ALWAYS:
        raise ValueError("The last choice of first_of must be otherwise(value), so that there always is one.")
    pairs = [(condition, term(value)) for condition, value in choices]
    level = min((piece.level for pair in pairs for piece in pair), key=lambda piece_level: piece_level.breadth)
    return Term("first_of", *pairs, level=level)


def all_of(*conditions: Term) -> Term:
    """All conditions hold; read from left to right, up to the first that does not."""
    return Term("all_of", *conditions)


def any_of(*conditions: Term) -> Term:
    """At least one condition holds; read from left to right, up to the first that does."""
    return Term("any_of", *conditions)


def by(provision: str, value: Term | int) -> Term:
    """The value, settled by a provision that leaves nothing to compare: that is noted, where the edition has it."""
    return Term("by", provision, term(value))


def negated(condition: Term) -> Term:
    """The condition does not hold."""
    return Term("negated", condition)


def clip(value: Term, low: Term, high: Term) -> Term:
    """The value, but not below `low` and not above `high`."""
    return Term("clip", value, low, high)


def absolute(value: Term) -> Term:
    """The value without its sign."""
    return Term("absolute", value)


def lookup(table: Term, key: Term) -> Term:
    """The cell of a printed table; refuses a key the table does not have."""
    return Term("lookup", table, key)


def quotient(dividend: Term, divisor: Term | int, half: Term | str) -> Term:
    """Exact division, rounded to the nearest whole number; a half goes where `half` says. Divided by 0 it is 0."""
    return Term("quotient", dividend, term(divisor), term(half))


def whole_part(dividend: Term | int, divisor: Term | int) -> Term:
    """The largest whole number whose product with the divisor does not exceed the dividend. Divided by 0 it is 0."""
    return Term("whole_part", term(dividend), term(divisor))


def shifted_day(day: Term, length: Term) -> Term:
    """The day to which a length of the edition leads from a day yyyymmdd: after it, or as a closing says, before it."""
    return Term("shifted_day", day, length)


def total(value: Term, among: Term | bool = True) -> Term:
    """The sum of a narrower level's values, among those for which the condition holds."""
    return _over("total", value, among)


def count(among: Term) -> Term:
    """How many of the narrower level the condition holds for."""
    return _over("total", term(1), among)


def first_largest(value: Term, order: Term, among: Term | bool = True) -> Term:
    """The order of the part with the largest value, of equal ones the first; `NO_PART` when there is none."""
    return _over("first_largest", value, among, order)


NO_PART = -1
"""No part has this order."""


def _over(operation: str, value: Term, among: Term | bool, *more: Term) -> Term:
    condition = term(among)
    narrow = min(value.level, condition.level, key=lambda level: level.breadth)
    wider = {GAME: EVENT, EVENT: PLAYER}[narrow]
    return Term(operation, value, condition, *more, level=wider)
