"""Ints: the reference interpreter. Exact Python integers, one whole with its parts at a time.

The steps of a calculation are turned into the text of one Python function and compiled, once per edition. Two forms
are made of the same terms: a plain one, in which provisions stand as constants, and a noting one, in which every
provision that is read on the way is noted, in order. Choices become conditional expressions, which read from left to
right and stop: so a line of the explanation cites its own provision and exactly what was consulted to reach it.

Only names from our own terms reach the text; values of an edition are passed in, never written into it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.numbers import rounded_quotient
from arpad.model.problems import EditionError
from arpad.regulations.package_data import WORDS
from arpad.regulations.terms.calculation import CODE, INTERNAL, fields_of
from arpad.regulations.terms.vocabulary import NO_PART

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arpad.regulations.edition import Citation, Edition
    from arpad.regulations.terms.calculation import Calculation, Step
    from arpad.regulations.terms.vocabulary import Term

_NEGATED = {"True": "False", "False": "True"}
_INFIX = ("+", "-", "*", "<", "<=", ">", ">=", "==", "!=")


class WorkingLine(NamedTuple):
    """One line of the working: which step, of which part (None: of the whole), its value, what it cites."""

    step: Step
    part: int | None
    value: Any
    citations: tuple[Citation, ...]


class Working(NamedTuple):
    """What a calculation gave: the quantities of the whole and of the parts, and the lines if they were asked for."""

    whole: dict[str, Any]
    parts: dict[str, list[Any]]
    lines: tuple[WorkingLine, ...] = ()


class Ints:
    """A calculation under an edition, ready to run."""

    def __init__(self, calculation: Calculation, edition: Edition) -> None:
        self._calculation = calculation
        self._edition = edition
        self._steps = calculation.steps(edition)
        self._plain: Callable[..., Any] | None = None
        self._noting: Callable[..., Any] | None = None
        self._cited: dict[tuple[int, tuple[str, ...]], tuple[Citation, ...]] = {}

    def run(self, whole: Mapping[str, Any], parts: Mapping[str, Sequence[Any]]) -> Working:
        """Work everything out, without the explanation."""
        if self._plain is None:
            self._plain = _Writer(self._calculation, self._edition, noting=False).compiled()
        return Working(*self._plain(whole, parts))

    def explain(self, whole: Mapping[str, Any], parts: Mapping[str, Sequence[Any]]) -> Working:
        """Work everything out, with a line for each quantity; aids and the reason of a counted game have none."""
        if self._noting is None:
            self._noting = _Writer(self._calculation, self._edition, noting=True).compiled()
        values, columns, notes = self._noting(whole, parts)
        return Working(values, columns, tuple(self._line(*note) for note in notes))

    def _line(self, index: int, part: int | None, value: Any, notes: list[str]) -> WorkingLine:  # noqa: ANN401 - any value
        key = (index, tuple(notes))
        cited = self._cited.get(key)
        if cited is None:
            own = self._steps[index][0].provision
            cited = self._cited[key] = citations(self._edition, (own, *notes))
        return WorkingLine(self._steps[index][0], part, value, cited)


def ints(calculation: Calculation, edition: Edition) -> Ints:
    """Give the interpreter of a calculation under an edition; it is made once and kept with the edition."""
    return edition.kept(calculation.name, Ints, calculation)


def citations(edition: Edition, keys: Sequence[str]) -> tuple[Citation, ...]:
    """Cite provisions, each article once, in the order in which they were consulted."""
    cited: dict[tuple[str, str], Citation] = {}
    for key in keys:
        if edition.has(key):
            citation = edition.cite(key)
            place = (citation.edition, citation.article)
            cited[place] = cited[place].with_(citation) if place in cited else citation
    return tuple(cited.values())


class _Writer:
    """Writes the text of the function for a calculation under an edition."""

    def __init__(self, calculation: Calculation, edition: Edition, *, noting: bool) -> None:
        self._calculation = calculation
        self._edition = edition
        self._noting = noting
        self._given: dict[str, Any] = {"_quotient": _quotient, "_whole_part": _whole_part, "_absent": _absent}
        self._body: list[str] = []

    def compiled(self) -> Callable[..., Any]:
        calculation = self._calculation
        used = {name for _, formula in calculation.steps(self._edition) for _, name in fields_of(formula)}
        narrow = [name for name in calculation.narrow_inputs if name in used or name == calculation.narrow_inputs[0]]
        self._body += [f"w_{name} = whole[{name!r}]" for name in calculation.wide_inputs if name in used]
        for name in narrow:
            given = f"parts[{name!r}]"
            if name in calculation.optional:
                given += f" if {name!r} in parts else [False] * len(c_{narrow[0]})"
            self._body.append(f"c_{name} = {given}")
        if self._noting:
            self._body += ["raw = []", "size = len(next(iter(parts.values()), ()))"]
        whole, parts = [], []
        for index, (step, formula) in enumerate(calculation.steps(self._edition)):
            if step.level == calculation.wide:
                self._wide_step(index, step, formula)
                whole.append(step.name)
            else:
                self._narrow_step(index, step, formula)
                parts.append(step.name)
        give_whole = ", ".join(f"{name!r}: w_{name}" for name in whole)
        give_parts = ", ".join(f"{name!r}: c_{name}" for name in parts)
        self._body.append(f"return {{{give_whole}}}, {{{give_parts}}}{', raw' if self._noting else ''}")
        text = "def run(whole, parts):\n" + "".join(f"    {line}\n" for line in self._body)
        code = compile(text, f"<{calculation.name} under {self._edition.id}>", "exec")
        exec(code, self._given)  # noqa: S102 - the text is made of our own terms only, see above
        return self._given["run"]  # type: ignore[no-any-return]

    def _wide_step(self, index: int, step: Step, formula: Term) -> None:
        noted = self._noting and step.unit != INTERNAL
        if self._noting:
            self._body.append("notes = []")
        condition = f" if w_{step.among} else None" if step.among else ""
        self._body.append(f"w_{step.name} = ({self._text(formula, narrow=False)}){condition}")
        if noted:
            shown = f"if w_{step.among}: " if step.among else ""
            self._body.append(f"{shown}raw.append(({index}, None, w_{step.name}, notes))")

    def _narrow_step(self, index: int, step: Step, formula: Term) -> None:
        narrow = self._calculation.narrow
        read = {name for level, name in fields_of(formula) if level == narrow}
        names = sorted(read | {step.among} if step.among else read)
        text = self._text(formula, narrow=True)
        condition = f" if n_{step.among} else None" if step.among else ""
        if not self._noting:
            loop = _loop(names) if names else f"for _ in c_{self._calculation.narrow_inputs[0]}"
            self._body.append(f"c_{step.name} = [({text}){condition} {loop}]")
            return
        zipped = ", ".join(f"c_{name}" for name in names)
        variables = "".join(f"n_{name}, " for name in names)
        self._body.append(f"c_{step.name} = []")
        self._body.append(f"for i, {variables} in zip(range(size), {zipped}):" if names else "for i in range(size):")
        self._body.append("    notes = []")
        self._body.append(f"    value = ({text}){condition}")
        self._body.append(f"    c_{step.name}.append(value)")
        # Aids are not shown; a reason is, where there is one; a quantity, where it was worked out.
        shown = {INTERNAL: "False", CODE: "value"}.get(step.unit) or (f"n_{step.among}" if step.among else "True")
        if shown != "False":
            self._body.append(f"    if {shown}: raw.append(({index}, i, value, notes))")

    def _text(self, formula: Term, *, narrow: bool) -> str:  # noqa: C901, PLR0911, PLR0912 - one branch for each word
        def inner(part: Term) -> str:
            return self._text(part, narrow=narrow)

        operation, parts = formula.operation, formula.parts
        if operation in _INFIX:
            settled = None if self._noting else self._settled(formula)
            return settled or f"({inner(parts[0])} {operation} {inner(parts[1])})"
        match operation:
            case "constant":
                return repr(parts[0])
            case "field":
                return f"{'n' if formula.level == self._calculation.narrow else 'w'}_{parts[0]}"
            case "provision":
                return self._provision(parts[0])
            case "has":
                return self._has(parts[0])
            case "names":
                return self._names(parts[0], parts[1])
            case "negative":
                return f"(-{inner(parts[0])})"
            case "absolute":
                return f"abs({inner(parts[0])})"
            case "negated":
                return _NEGATED.get(inner(parts[0])) or f"(not {inner(parts[0])})"
            case "all_of":
                return _joined(" and ", [inner(part) for part in parts], stop="False", skip="True")
            case "any_of":
                return _joined(" or ", [inner(part) for part in parts], stop="True", skip="False")
            case "first_of":
                return _chosen([(inner(condition), inner(value)) for condition, value in parts])
            case "clip":
                value, low, high = (inner(part) for part in parts)
                if value.isidentifier():
                    return f"({low} if {value} < {low} else {high} if {value} > {high} else {value})"
                return f"min(max({value}, {low}), {high})"
            case "lookup":
                return f"{inner(parts[0])}.at({inner(parts[1])})"
            case "quotient" | "whole_part":
                return f"_{operation}({', '.join(inner(part) for part in parts)})"
            case "by":
                return self._by(parts[0], inner(parts[1]))
            case "total" | "first_largest":
                return self._over(*parts)
        raise LookupError(f"The word {operation!r} is not known to Ints; teach it in ints.py and arrays.py.")

    def _over(self, value: Term, among: Term, order: Term | None = None) -> str:
        read = fields_of(value) | fields_of(among) | (fields_of(order) if order is not None else set())
        names = sorted(name for level, name in read if level == self._calculation.narrow)
        condition = self._text(among, narrow=True)
        kept = "" if condition == "True" else f" if {condition}"
        text = self._text(value, narrow=True)
        if order is not None:
            # Of equal values the smallest order is the largest pair.
            pairs = f"({text}, -{self._text(order, narrow=True)}) {_loop(names)}{kept}"
            return f"(-max(({pairs}), default=(0, {-NO_PART}))[1])"
        return f"sum({text} {_loop(names)}{kept})"

    def _provision(self, key: str) -> str:
        edition = self._edition
        if not edition.has(key):
            return f"_absent({key!r})"
        content = edition.operand(key)
        if not self._noting:
            if isinstance(content, int):
                return repr(content)
            self._given[f"_p_{key}"] = content
            return f"_p_{key}"
        self._given[f"_p_{key}"] = content
        return f"(notes.append({key!r}) or _p_{key})"

    def _settled(self, formula: Term) -> str | None:
        """Compare a choice of the edition with a word once, where nothing is noted; None for any other comparison."""
        left, right = formula.parts
        if left.operation != "provision" or right.operation != "constant" or not isinstance(right.parts[0], str):
            return None
        if not self._edition.has(left.parts[0]):
            return None
        return repr((self._edition.operand(left.parts[0]) == right.parts[0]) == (formula.operation == "=="))

    def _by(self, key: str, value: str) -> str:
        if not self._noting or not self._edition.has(key):
            return value
        return f"({value} if notes.append({key!r}) is None else None)"

    def _names(self, key: str, text: str) -> str:
        if not self._edition.has(key):
            return "False"
        is_named = repr(text in self._edition.value(key))
        return f"({is_named} if notes.append({key!r}) is None else None)" if self._noting else is_named

    def _has(self, key: str) -> str:
        if not self._edition.has(key):
            return "False"
        return f"(notes.append({key!r}) or True)" if self._noting else "True"


def _loop(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"for n_{names[0]} in c_{names[0]}"
    variables = ", ".join(f"n_{name}" for name in names)
    return f"for {variables} in zip({', '.join(f'c_{name}' for name in names)})"


def _joined(word: str, parts: list[str], *, stop: str, skip: str) -> str:
    kept: list[str] = []
    for part in parts:
        if part == stop:
            return f"({word.join([*kept, stop])})" if kept else stop
        if part != skip:
            kept.append(part)
    return f"({word.join(kept)})" if kept else skip


def _chosen(choices: list[tuple[str, str]]) -> str:
    text = ""
    for condition, value in choices:
        if condition == "True":
            return f"({text}{value})"
        if condition != "False":
            text += f"{value} if {condition} else "
    raise LookupError("The choices of first_of end without otherwise(value).")


def _quotient(dividend: int, divisor: int, half: str) -> int:
    return rounded_quotient(dividend, divisor, half) if divisor else 0


def _whole_part(dividend: int, divisor: int) -> int:
    return dividend // divisor if divisor else 0


def _absent(key: str) -> Any:  # noqa: ANN401 - never returns
    raise EditionError.of(WORDS, "no_provision", says="provision_not_asked_for", key=key)
