"""Walks the syntax trees of the house: what must not stand there does not.

In `model` and `regulations`: no float literal, no `/`, no name `float`. In `regulations/rules` besides: none of
`and or not ~ // if`, for there choices are written with the vocabulary, so that every interpreter can read them.
Nowhere, the tests included, a name that says nothing about what it stands for. Nobody but `model/clock.py` asks the
machine which day or what time it is.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT.joinpath("src", "arpad")
EXACT = ("model", "regulations")
RULES = ("regulations", "rules")
HOUSE = ("src", "tools", "bench", "tests")
CLOCK = ("model", "clock.py")
EMPTY_NAMES = frozenset({"one", "found", "made", "said", "told", "who"})


def in_exact_rooms(node: ast.AST) -> str | None:
    """Say what is wrong with a node in an exact room."""
    match node:
        case ast.Constant(value=float()):
            return f"the float literal {node.value!r}; count in hundredths or whole numbers"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return "the operator /; use rounded_quotient, // or joinpath"
        case ast.Name(id="float"):
            return "the name float; use int or hundredths"
    return None


def in_rules(node: ast.AST) -> str | None:
    """Say what is wrong with a node in a rule."""
    match node:
        case ast.BoolOp():
            return "and/or; use all_of or any_of"
        case ast.UnaryOp(op=ast.Not() | ast.Invert()):
            return "not or ~; use negated"
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
            return "// or %; use quotient or whole_part"
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return None
        case ast.If() | ast.IfExp() | ast.While() | ast.Match():
            return "a branch; use first_of"
    return None


def clock_asked(node: ast.AST) -> str | None:
    """Give the words with which a node asks the machine for the day or the time."""
    match node:
        case ast.Attribute(attr="today" | "utcnow" as asked):
            return asked
        case ast.Attribute(value=ast.Name(id="datetime") | ast.Attribute(attr="datetime"), attr="now"):
            return "now"
        case ast.Attribute(value=ast.Name(id="time"), attr="time" | "time_ns" | "localtime" | "gmtime" as asked):
            return asked
    return None


def bound_name(node: ast.AST) -> str | None:
    """Give the name that a node gives to something."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            return name
        case ast.MatchMapping(rest=name):
            return name
        case ast.alias(name=name, asname=other):
            return other or name
    return None


def problems(source: Path = SOURCE) -> list[str]:
    """Give every place where something stands that must not."""
    faults = []
    for room in EXACT:
        for place in sorted(source.joinpath(room).rglob("*.py")):
            is_rule = place.is_relative_to(source.joinpath(*RULES))
            for node in ast.walk(ast.parse(place.read_text(encoding="utf-8"))):
                for check in (in_exact_rooms, in_rules) if is_rule else (in_exact_rooms,):
                    fault = check(node)
                    if fault:
                        faults.append(f"{place.relative_to(source)}:{getattr(node, 'lineno', 0)}: {fault}")
    return faults


def other_clocks(source: Path = SOURCE) -> list[str]:
    """Give every place that asks the machine for the day or the time, and is not the clock."""
    return [
        f"{place.relative_to(source).as_posix()}:{getattr(node, 'lineno', 0)}: {asked}(); ask model/clock.py"
        for place in sorted(source.rglob("*.py"))
        if place != source.joinpath(*CLOCK)
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8")))
        if (asked := clock_asked(node)) is not None
    ]


def empty_names(root: Path = ROOT) -> list[str]:
    """Give every place where a name says nothing."""
    return [
        f"{place.relative_to(root).as_posix()}:{getattr(node, 'lineno', 0)}: the name {name}, which says nothing; "
        "name it for what it is"
        for folder in HOUSE
        for place in sorted(root.joinpath(folder).rglob("*.py"))
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8")))
        if (name := bound_name(node)) in EMPTY_NAMES
    ]


if __name__ == "__main__":
    faults = problems() + other_clocks() + empty_names()
    sound = (
        "The exact rooms are exact, the rules use the vocabulary only, there is one clock, every name says something."
    )
    print("\n".join(faults) or sound)
    sys.exit(bool(faults))
