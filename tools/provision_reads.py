"""Counts the reads of provisions outside the rules that nobody notes; the number may only fall.

A rule notes what it reads, and so does a check that reads the edition through `Consulted`. Every other
`law.value("floor")` in Python is law outside `regulations/rules`: whoever changes that article has to find it by hand,
and no explanation cites it. What counts as a read: `get`, `has`, `value`, `rule`, `table`, `operand` or `cite`, asked
with the name of a provision, or asked of something called a law or an edition. What reads for the rules is not
counted: the interpreters, and the modules that put editions together.

    python tools/provision_reads.py             # the number of each room, compared with the one kept
    python tools/provision_reads.py --places    # every place
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

from arpad.regulations.keys import KEYS

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.joinpath("src", "arpad")
KEPT = HERE / "provision_reads.txt"
READS = {"get", "has", "value", "rule", "table", "operand", "cite"}
LAWS = ("law", "edition")
NOTING = {"Consulted", "consulted", "citing", "with_"}
"""What gives something that notes its reads."""
READERS = (
    "regulations/rules/",
    "regulations/terms/vocabulary.py",
    "regulations/terms/calculation.py",
    "regulations/terms/ints.py",
    "regulations/consulted.py",
    "regulations/edition.py",
    "regulations/edition_file.py",
    "regulations/catalogue.py",
    "regulations/twins.py",
    "engine/arrays.py",
)
"""The rules, and what reads for them or puts editions together."""


def last_name(node: ast.AST) -> str:
    """Give the last name of an expression: `law` of `subject.law`, `edition` of `days.edition(day)`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return last_name(function)
    return ""


def noting_names(tree: ast.Module) -> set[str]:
    """Give the names of a module that stand for notes: annotated as such, or assigned from what gives them."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.Name(id="Consulted")):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="Consulted")):
                names.add(name)
            case ast.Assign(targets=[target], value=value):
                names |= _assigned(target, value)
    return names


def _assigned(target: ast.expr, value: ast.expr) -> set[str]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return {name for pair in zip(target.elts, value.elts, strict=True) for name in _assigned(*pair)}
    gives = isinstance(value, ast.Call) and last_name(value.func) in NOTING
    return {target.id} if gives and isinstance(target, ast.Name) else set()


def is_read(node: ast.AST, noting: set[str]) -> bool:
    """Tell whether a node asks an edition something without noting it."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return False
    asked = node.func.value
    if node.func.attr not in READS or last_name(asked) in noting | NOTING:
        return False
    key = node.args[0]
    named = isinstance(key, ast.Constant) and key.value in KEYS
    return named or last_name(asked).lstrip("_").endswith(LAWS)


def places(source: Path = SOURCE) -> list[str]:
    """Give every place where a provision is read and not noted."""
    every = []
    for file in sorted(source.rglob("*.py")):
        name = file.relative_to(source).as_posix()
        if name.startswith(READERS):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        noting = noting_names(tree)
        lines = sorted(getattr(node, "lineno", 0) for node in ast.walk(tree) if is_read(node, noting))
        every += [f"{name}:{line}" for line in lines]
    return every


def noted_keys(source: Path = SOURCE) -> set[str]:
    """Give the provisions that checks read, or cite, through what notes it."""
    keys: set[str] = set()
    for file in sorted(source.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        noting = noting_names(tree) | NOTING
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=asked), args=asked_for) if last_name(asked) in noting:
                    keys |= {key.value for key in asked_for if isinstance(key, ast.Constant) and key.value in KEYS}
                case ast.Call(func=ast.Attribute(attr="consulted" | "citing"), args=asked_for):
                    keys |= {key.value for key in asked_for if isinstance(key, ast.Constant) and key.value in KEYS}
    return keys


def judged(number: int, kept: int) -> tuple[str, bool]:
    """Say how a number stands to the one that is kept, and whether it may.

    >>> judged(3, 3)[1], judged(4, 3)[1], judged(2, 3)[1]
    (True, False, True)
    """
    if number > kept:
        return (
            f"{number} reads of provisions are not noted, {number - kept} more than before: write them as terms.",
            False,
        )
    if number < kept:
        return (
            f"{number} reads of provisions are not noted, {kept - number} fewer: write {number} into {KEPT.name}.",
            True,
        )
    return f"{number} reads of provisions are not noted, as many as before.", True


def main(arguments: list[str]) -> int:
    """Count, compare, and say."""
    every = places()
    if "--places" in arguments:
        print("\n".join(every))
    rooms = Counter(place.split("/")[0] for place in every)
    print(", ".join(f"{room} {count}" for room, count in sorted(rooms.items())))
    sentence, passes = judged(len(every), int(KEPT.read_text(encoding="utf-8")))
    print(sentence)
    return 0 if passes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
