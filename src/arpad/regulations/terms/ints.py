"""Ints: the reference interpreter. Exact Python integers, one whole with its parts at a time.

The steps of a calculation are turned into the text of one Python function and compiled, once per edition. Two forms
are made of the same terms: a plain one, in which provisions stand as constants, and a noting one, in which every
provision that is read on the way is noted, in order. Choices become conditional expressions, which read from left to
right and stop: so a line of the explanation cites its own provision and exactly what was consulted to reach it.

Only names from our own terms reach the text; values of an edition are passed in, never written into it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.numbers import rounded_quotient
from arpad.model.problems import EditionError
from arpad.regulations.durations import shifted_day
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
        self._plain: Callable[..., Working] | None = None
        self._noting: Callable[..., Working] | None = None

    def run(self, whole: Mapping[str, Any], parts: Mapping[str, Sequence[Any]]) -> Working:
        """Work everything out, without the explanation."""
        if self._plain is None:
            self._plain = _Writer(self._calculation, self._edition, self.reads, noting=False).compiled()
        return self._plain(whole, parts)

    def explain(self, whole: Mapping[str, Any], parts: Mapping[str, Sequence[Any]]) -> Working:
        """Work everything out, with a line for each quantity; aids and the reason of a counted game have none."""
        if self._noting is None:
            self._noting = _Writer(self._calculation, self._edition, self.reads, noting=True).compiled()
        return self._noting(whole, parts)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The inputs and quantities that the steps of this edition read; what is not among them need not be given."""
        steps = self._calculation.steps(self._edition)
        return frozenset(name for _, formula in steps for _, name in fields_of(formula))


def ints(calculation: Calculation, edition: Edition) -> Ints:
    """Give the interpreter of a calculation under an edition; it is made once and kept with the edition."""
    return edition.kept(calculation.name, Ints, calculation)


class _Citations(dict[tuple[str, ...], tuple["Citation", ...]]):
    """What an edition cites for provisions that were consulted, in their order; each made when first asked for."""

    def __init__(self, edition: Edition) -> None:
        super().__init__()
        self._edition = edition

    def __missing__(self, keys: tuple[str, ...]) -> tuple[Citation, ...]:
        cited: dict[tuple[str, str], Citation] = {}
        for key in keys:
            if self._edition.has(key):
                citation = self._edition.cite(key)
                place = (citation.edition, citation.article)
                cited[place] = cited[place].with_(citation) if place in cited else citation
        self[keys] = tuple(cited.values())
        return self[keys]


def citations(edition: Edition, keys: Sequence[str]) -> tuple[Citation, ...]:
    """Cite provisions, each article once, in the order in which they were consulted."""
    return edition.kept("citations", _Citations)[tuple(keys)]


class _Writer:
    """Writes the text of the function for a calculation under an edition."""

    def __init__(self, calculation: Calculation, edition: Edition, reads: frozenset[str], *, noting: bool) -> None:
        self._calculation = calculation
        self._edition = edition
        self._reads = reads
        self._explains = noting
        self._notes = False
        """True while a formula is written whose provisions note their names."""
        # Most of the time of an explanation goes into making lines: a call of the tuple's own maker is the shortest.
        self._given: dict[str, Any] = {"_new": tuple.__new__, "_Line": WorkingLine, "_Working": Working}
        self._given |= {"_cited": edition.kept("citations", _Citations)}
        self._given |= {"_quotient": _quotient, "_whole_part": _whole_part, "_absent": _absent}
        self._given |= {"_shifted_day": shifted_day}
        self._body: list[str] = []

    def compiled(self) -> Callable[..., Working]:
        calculation, used = self._calculation, self._reads
        narrow = [name for name in calculation.narrow_inputs if name in used or name == calculation.narrow_inputs[0]]
        self._body += [f"w_{name} = whole[{name!r}]" for name in calculation.wide_inputs if name in used]
        for name in narrow:
            given = f"parts[{name!r}]"
            if name in calculation.optional:
                given += f" if {name!r} in parts else [False] * len(c_{narrow[0]})"
            self._body.append(f"c_{name} = {given}")
        if self._explains:
            self._body += ["lines = []", "notes = []", f"size = len(c_{narrow[0]})" if narrow else "size = 0"]
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
        lines = "tuple(lines)" if self._explains else "()"
        self._body.append(f"return _new(_Working, ({{{give_whole}}}, {{{give_parts}}}, {lines}))")
        text = "def run(whole, parts):\n" + "".join(f"    {line}\n" for line in self._body)
        code = compile(text, f"<{calculation.name} under {self._edition.id}>", "exec")
        exec(code, self._given)  # nosec B102 # noqa: S102 - made of our own terms only, see above
        return self._given["run"]  # type: ignore[no-any-return]

    def _wide_step(self, index: int, step: Step, formula: Term) -> None:
        text, noted = self._formula(step, formula, narrow=False)
        if noted:
            self._body.append("notes.clear()")
        condition = f" if w_{step.among} else None" if step.among else ""
        self._body.append(f"w_{step.name} = ({text}){condition}")
        if self._explains and step.unit != INTERNAL:
            shown = f"if w_{step.among}: " if step.among else ""
            line = self._line(index, step, "None", f"w_{step.name}", noted=noted)
            self._body.append(f"{shown}lines.append({line})")

    def _narrow_step(self, index: int, step: Step, formula: Term) -> None:
        narrow = self._calculation.narrow
        read = {name for level, name in fields_of(formula) if level == narrow}
        names = sorted(read | {step.among} if step.among else read)
        text, noted = self._formula(step, formula, narrow=True)
        condition = f" if n_{step.among} else None" if step.among else ""
        # Aids are not shown; a reason is, where there is one; a quantity, where it was worked out.
        shown = f"n_{step.among}" if step.among else "True"
        shown = "value" if step.unit == CODE else shown
        line = self._line(index, step, "i", "value", noted=noted)
        if not noted:
            loop = _loop(names) if names else f"for _ in c_{self._calculation.narrow_inputs[0]}"
            self._body.append(f"c_{step.name} = [({text}){condition} {loop}]")
            if self._explains and step.unit != INTERNAL:
                among = (f"n_{step.among}", f"c_{step.among}") if step.among else ("_", "c_" + step.name)
                over = f"for i, value, {among[0]} in zip(range(size), c_{step.name}, {among[1]})"
                self._body.append(f"lines += [{line} {over} if {shown}]")
            return
        zipped = "".join(f", c_{name}" for name in names)
        variables = "".join(f"n_{name}, " for name in names)
        self._body.append(f"c_{step.name} = []")
        self._body.append(f"for i, {variables} in zip(range(size){zipped}):")
        self._body.append("    notes.clear()")
        self._body.append(f"    value = ({text}){condition}")
        self._body.append(f"    c_{step.name}.append(value)")
        self._body.append(f"    if {shown}: lines.append({line})")

    def _formula(self, step: Step, formula: Term, *, narrow: bool) -> tuple[str, bool]:
        """Give the text of a formula, and whether it notes what it reads: for the line of a step that reads any."""
        if self._explains and step.unit != INTERNAL:
            self._notes = True
            text = self._text(formula, narrow=narrow)
            self._notes = False
            if "notes." in text:
                return text, True
        return self._text(formula, narrow=narrow), False

    def _line(self, index: int, step: Step, part: str, value: str, *, noted: bool) -> str:
        """Give the text that makes a line: it cites the step's own provision and what was noted."""
        self._given[f"_step_{index}"] = step
        if noted:
            return f"_new(_Line, (_step_{index}, {part}, {value}, _cited[{step.provision!r}, *notes]))"
        self._given[f"_cited_{index}"] = citations(self._edition, (step.provision,))
        return f"_new(_Line, (_step_{index}, {part}, {value}, _cited_{index}))"

    def _text(self, formula: Term, *, narrow: bool) -> str:  # noqa: C901, PLR0911, PLR0912 - one branch for each word
        def inner(part: Term) -> str:
            return self._text(part, narrow=narrow)

        operation, parts = formula.operation, formula.parts
        if operation in _INFIX:
            settled = None if self._notes else self._settled(formula)
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
                return self._joined(" and ", [inner(part) for part in parts], stop="False", skip="True")
            case "any_of":
                return self._joined(" or ", [inner(part) for part in parts], stop="True", skip="False")
            case "first_of":
                return _chosen([(inner(condition), inner(value)) for condition, value in parts])
            case "clip":
                value, low, high = (inner(part) for part in parts)
                if value.isidentifier():
                    return f"({low} if {value} < {low} else {high} if {value} > {high} else {value})"
                return f"min(max({value}, {low}), {high})"
            case "lookup":
                return f"{inner(parts[0])}.at({inner(parts[1])})"
            case "quotient" | "whole_part" | "shifted_day":
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
        if not kept and names and text == f"n_{names[0]}":
            return f"sum(c_{names[0]})"
        return f"sum([{text} {_loop(names)}{kept}])"

    def _provision(self, key: str) -> str:
        edition = self._edition
        if not edition.has(key):
            return f"_absent({key!r})"
        content = edition.operand(key)
        if not self._notes:
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
        if not self._notes or not self._edition.has(key):
            return value
        return f"({value} if notes.append({key!r}) is None else None)"

    def _names(self, key: str, entry: str | int) -> str:
        if not self._edition.has(key):
            return "False"
        is_named = repr(entry in self._edition.value(key))
        return f"({is_named} if notes.append({key!r}) is None else None)" if self._notes else is_named

    def _has(self, key: str) -> str:
        if not self._edition.has(key):
            return "False"
        return f"(notes.append({key!r}) or True)" if self._notes else "True"

    def _joined(self, word: str, parts: list[str], *, stop: str, skip: str) -> str:
        if stop in parts and not self._notes:
            return stop
        kept: list[str] = []
        for part in parts:
            if part == stop:
                return f"({word.join([*kept, stop])})" if kept else stop
            if part != skip:
                kept.append(part)
        return f"({word.join(kept)})" if kept else skip


def _loop(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"for n_{names[0]} in c_{names[0]}"
    variables = ", ".join(f"n_{name}" for name in names)
    return f"for {variables} in zip({', '.join(f'c_{name}' for name in names)})"


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
