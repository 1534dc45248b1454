"""Arrays: the columnar interpreter. The steps of a calculation over NumPy columns of int64, many wholes at once.

It evaluates the same terms as `Ints`. All choices are worked out for every row and then picked; what an edition does
not have is left out before. Absent values (an unrated opponent) are a column of their own in the inputs, and a step
that is worked out only *among* some rows leaves the others undefined.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.columns import raise_to
from arpad.engine.wording import WORDS
from arpad.model.numbers import ENDING, HALF_AWAY
from arpad.model.problems import RefusedError
from arpad.regulations.durations import shifted_day
from arpad.regulations.terms.vocabulary import NO_PART

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from arpad.regulations.conversion import ConversionTable
    from arpad.regulations.edition import Edition
    from arpad.regulations.terms.calculation import Calculation, Step
    from arpad.regulations.terms.vocabulary import Term

Column = np.ndarray[Any, Any]
"""A column of numbers, one for each row."""

BLOCK = 1 << 15
"""So many rows at a time, where each stands alone."""

_OPERATORS = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


@dataclass(frozen=True, slots=True)
class Columns:
    """What a calculation gave: the columns of the wholes and those of the parts."""

    whole: dict[str, Column]
    parts: dict[str, Column]


class Arrays:
    """A calculation under an edition, over columns."""

    def __init__(self, calculation: Calculation, edition: Edition) -> None:
        self._calculation = calculation
        self._edition = edition
        self._steps = calculation.steps(edition)

    def run(
        self,
        whole: Mapping[str, Column],
        parts: Mapping[str, Column],
        owner: Column | None,
        wanted: Collection[str] | None = None,
    ) -> Columns:
        """Work everything out, or only what is `wanted`; `owner` gives, for each part, the row of its whole.

        Without owners every whole has exactly one part, in the same order.
        """
        steps = self._steps if wanted is None else self._calculation.steps_to(self._edition, wanted)
        sizes = [len(column) for column in whole.values()]
        if not sizes:
            sizes = [0 if owner is None else int(owner.max(initial=-1)) + 1]
        if owner is None and sizes[0] > BLOCK:
            return self._in_blocks(steps, whole, parts, sizes[0], wanted)
        return self._worked_out(steps, whole, parts, owner, sizes[0])

    def _worked_out(
        self,
        steps: Sequence[tuple[Step, Term]],
        whole: Mapping[str, Column],
        parts: Mapping[str, Column],
        owner: Column | None,
        size: int,
    ) -> Columns:
        run = _Run(self._calculation, self._edition, _widened(whole), _widened(parts), owner, size)
        worked_out = Columns({}, {})
        for step, formula in steps:
            column = run.step(step, formula)
            (worked_out.whole if step.level == self._calculation.wide else worked_out.parts)[step.name] = column
        return worked_out

    def _in_blocks(
        self,
        steps: Sequence[tuple[Step, Term]],
        whole: Mapping[str, Column],
        parts: Mapping[str, Column],
        size: int,
        wanted: Collection[str] | None,
    ) -> Columns:
        """Work rows that stand alone out block by block, so that columns stay in the cache of the processor."""
        together = Columns({}, {})
        for start in range(0, size, BLOCK):
            rows = slice(start, start + BLOCK)
            worked_out = self._worked_out(
                steps,
                {name: column[rows] for name, column in whole.items()},
                {name: column[rows] for name, column in parts.items()},
                None,
                min(BLOCK, size - start),
            )
            for kept, columns in ((together.whole, worked_out.whole), (together.parts, worked_out.parts)):
                for name, column in columns.items():
                    if wanted is not None and name not in wanted:
                        continue
                    if name not in kept:
                        kept[name] = np.empty(size, dtype=column.dtype)
                    kept[name][rows] = column
        return together


def _widened(columns: Mapping[str, Column]) -> dict[str, Column]:
    """Give whole numbers as int64: kept they may be narrower, worked out they never are."""
    return {
        name: column if column.dtype == bool else column.astype(np.int64, copy=False)
        for name, column in columns.items()
    }


class _Run:
    """One run over the columns; keeps what was worked out so far."""

    def __init__(  # noqa: PLR0913, PLR0917 - the whole state of a run
        self,
        calculation: Calculation,
        edition: Edition,
        whole: dict[str, Column],
        parts: dict[str, Column],
        owner: Column | None,
        size: int,
    ) -> None:
        self._calculation = calculation
        self._edition = edition
        self._whole = whole
        self._parts = parts
        self._owner = owner
        self._size = size
        self._rows = size if owner is None else len(owner)
        self._kept: Column | None = None

    def step(self, step: Step, formula: Term) -> Column:
        narrow = step.level == self._calculation.narrow
        self._kept = (self._parts if narrow else self._whole)[step.among] if step.among else None
        rows = self._rows if narrow else self._size
        value = self._value(formula, narrow=narrow)
        column = np.broadcast_to(np.asarray(value), (rows,))
        self._kept = None
        (self._parts if narrow else self._whole)[step.name] = column
        return column

    def _value(self, formula: Term, *, narrow: bool) -> Any:  # noqa: ANN401, C901, PLR0911, PLR0912 - one branch for each word
        def inner(part: Term) -> Any:  # noqa: ANN401 - a column or a constant
            return self._value(part, narrow=narrow)

        operation, parts = formula.operation, formula.parts
        if operation in _OPERATORS:
            left, right = inner(parts[0]), inner(parts[1])
            if isinstance(left, str):
                return (left == right) == (operation == "==")
            return _OPERATORS[operation](left, right)
        match operation:
            case "constant":
                return parts[0]
            case "field":
                if formula.level == self._calculation.narrow:
                    if parts[0] not in self._parts and parts[0] in self._calculation.optional:
                        return False
                    return self._parts[parts[0]]
                column = self._whole[parts[0]]
                return column if not narrow or self._owner is None else column[self._owner]
            case "provision":
                return self._edition.operand(parts[0])
            case "has":
                return self._edition.has(parts[0])
            case "names":
                return parts[1] in (self._edition.get(parts[0]) or ())
            case "negative":
                return -inner(parts[0])
            case "absolute":
                return np.abs(inner(parts[0]))
            case "negated":
                truth = inner(parts[0])
                return not truth if isinstance(truth, bool) else np.logical_not(truth)
            case "all_of":
                return self._joined(parts, narrow=narrow, stop=False)
            case "any_of":
                return self._joined(parts, narrow=narrow, stop=True)
            case "first_of":
                return self._chosen(parts, narrow=narrow)
            case "clip":
                return np.clip(inner(parts[0]), inner(parts[1]), inner(parts[2]))
            case "lookup":
                return self._looked_up(inner(parts[0]), np.asarray(inner(parts[1])))
            case "quotient":
                return _quotient(inner(parts[0]), inner(parts[1]), inner(parts[2]))
            case "whole_part":
                divisor = np.asarray(inner(parts[1]))
                return np.where(divisor == 0, 0, inner(parts[0]) // np.where(divisor == 0, 1, divisor))
            case "shifted_day":
                return _shifted_days(inner(parts[0]), inner(parts[1]))
            case "by":
                return inner(parts[1])
            case "total":
                return self._total(*parts)
            case "first_largest":
                return self._first_largest(*parts)
        raise LookupError(f"The word {operation!r} is not known to Arrays; teach it in ints.py and arrays.py.")

    def _joined(self, parts: tuple[Term, ...], *, narrow: bool, stop: bool) -> Any:  # noqa: ANN401 - a column or a constant
        joined: Any = not stop
        for part in parts:
            value = self._value(part, narrow=narrow)
            if isinstance(value, bool):
                if value is stop:
                    return stop
                continue
            join = np.logical_or if stop else np.logical_and
            joined = value if isinstance(joined, bool) else join(joined, value)
        return joined

    def _chosen(self, choices: tuple[Any, ...], *, narrow: bool) -> Any:  # noqa: ANN401 - a column or a constant
        kept: list[tuple[Any, Any]] = []
        for condition, value in choices:
            holds = self._value(condition, narrow=narrow)
            # What holds for no row need not be worked out; after what holds for all, nothing need be.
            if not np.any(holds):
                continue
            kept.append((holds, self._value(value, narrow=narrow)))
            if np.all(holds):
                break
        chosen = kept[-1][1]
        for condition, value in reversed(kept[:-1]):
            chosen = np.where(condition, value, chosen)
        return chosen

    def _looked_up(self, table: ConversionTable, keys: Column) -> Column:
        low, high = table.range()
        values, is_complete = _laid_out(table)
        if table.open_ended() and is_complete:
            clipped: Column = values[np.clip(keys, low, high) - low]
            return clipped
        asked = keys if self._kept is None else np.where(self._kept, keys, low)
        outside = np.zeros(asked.shape, dtype=bool) if table.open_ended() else (asked < low) | (asked > high)
        looked_up: Column = values[np.where(outside, low, np.clip(asked, low, high)) - low]
        refused = outside | (looked_up == _UNDEFINED)
        if self._kept is not None:
            refused &= self._kept
        if refused.any():
            key = int(asked[refused][0])
            table.at(key)
            raise RefusedError.of(WORDS, "table_cell", table=table.name, key=key)
        return looked_up

    def _total(self, value: Term, among: Term) -> Column:
        values = np.broadcast_to(np.asarray(self._value(value, narrow=True)), (self._rows,))
        kept = self._value(among, narrow=True)
        owner = self._owner
        if owner is None:
            # The sum of one is itself; of none it is 0.
            return values.astype(np.int64, copy=False) if isinstance(kept, bool) else np.where(kept, values, 0)
        if not isinstance(kept, bool):
            values, owner = values[kept], owner[kept]
        total = np.zeros(self._size, dtype=np.int64)
        np.add.at(total, owner, values)
        return total

    def _first_largest(self, value: Term, among: Term, order: Term) -> Column:
        """Pack value and order into one number, the value above: of equal values the smallest order is the largest."""
        values, orders = (self._value(term, narrow=True) for term in (value, order))
        kept = np.broadcast_to(self._value(among, narrow=True), (self._rows,))
        if self._owner is None:
            return np.where(kept, orders, NO_PART)
        largest = np.full(self._size, _UNDEFINED)
        raise_to(largest, self._owner[kept], ((values << _ORDER_BITS) + (_LARGEST_ORDER - orders))[kept])
        return np.where(largest == _UNDEFINED, NO_PART, _LARGEST_ORDER - (largest & _LARGEST_ORDER))


def _shifted_days(days: Any, length: str) -> Column:  # noqa: ANN401 - a column or a constant
    """Shift each day once; a column has few different ones."""
    different, places = np.unique(np.asarray(days), return_inverse=True)
    shifted: Column = np.array([shifted_day(int(day), length) for day in different], dtype=np.int64)
    return shifted[places]


_UNDEFINED = np.iinfo(np.int64).min
_ORDER_BITS = 32
_LARGEST_ORDER = (1 << _ORDER_BITS) - 1


@lru_cache(maxsize=256)
def _laid_out(table: ConversionTable) -> tuple[Column, bool]:
    """Give the cells of a table in a row, and whether all are defined; what the table does not define is marked."""
    low, high = table.range()
    cells = table.cells()
    return np.array([cells.get(key, _UNDEFINED) for key in range(low, high + 1)], dtype=np.int64), table.is_complete()


def _quotient(dividend: Any, divisor: Any, half: str) -> Any:  # noqa: ANN401 - columns or constants
    if half == HALF_AWAY and isinstance(divisor, int) and divisor > 0:
        # The usual case, with one division instead of two.
        size = (2 * np.abs(dividend) + divisor) // (2 * divisor)
        return np.where(np.asarray(dividend) < 0, -size, size)
    by = np.where(np.asarray(divisor) == 0, 1, divisor)
    up = (2 * dividend + by) // (2 * by)
    away = -((-2 * dividend + by) // (2 * by))
    rounded = np.where(np.asarray(dividend) < 0, away, up) if half == HALF_AWAY else up
    if half == ENDING:
        ten = dividend // (10 * by) * 10
        over = 2 * (dividend - ten * by)
        rounded = ten + np.where(over < by, 0, np.where(over < 11 * by, 1, 10))
    return np.where(np.asarray(divisor) == 0, 0, rounded)
