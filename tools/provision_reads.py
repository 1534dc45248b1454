"""Counts the reads of provisions outside the rules that nobody notes; the number may only fall, and each has a reason.

A rule notes what it reads, and so does a check that reads the edition through `Consulted`. Every other
`law.value("floor")` in Python is law outside `regulations/rules`: whoever changes that article has to find it by hand,
and no explanation cites it. What counts as a read: `get`, `has`, `value`, `rule`, `table`, `operand` or `cite`, asked
with the name of a provision, or asked of something called a law or an edition. What reads for the rules is not
counted: the interpreters, and the modules that put editions together.

Why a read must remain stands in `provision_reads.toml`, by file and function. A read without a reason fails, and so
does a reason without a read. The page `docs/explanation/provision-reads.md` shows them all.

    python tools/provision_reads.py             # the number of each room, compared with the one kept; the reasons
    python tools/provision_reads.py --places    # every place
    python tools/provision_reads.py --write     # write the table of the page
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.regulations.keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.joinpath("src", "arpad")
KEPT = HERE / "provision_reads.txt"
REASONS = HERE / "provision_reads.toml"
PAGE = HERE.parent.joinpath("docs", "explanation", "provision-reads.md")
BEGIN, END = "<!-- written by tools/provision_reads.py --write -->", "<!-- end of what is written -->"
READS = {"get", "has", "value", "rule", "table", "operand", "cite"}
LAWS = ("law", "edition")
NOTING = {"Consulted", "consulted", "citing", "with_", "by"}
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


@dataclass(frozen=True)
class Read:
    """A place where a provision is read and not noted."""

    file: str
    function: str
    line: int
    asked: str
    """The name of the provision, or the expression that stands for it."""

    @property
    def place(self) -> str:
        """What a reason is given for: the function, since lines move."""
        return f"{self.file}::{self.function}"


def _functions(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Give every node below with the function, and its class, in which it stands."""
    waiting = [(child, "") for child in ast.iter_child_nodes(tree)][::-1]
    while waiting:
        child, outside = waiting.pop()
        name = child.name if isinstance(child, ast.FunctionDef | ast.ClassDef) else ""
        inside = ".".join(part for part in (outside, name) if part)
        yield child, inside
        waiting += [(inner, inside) for inner in ast.iter_child_nodes(child)][::-1]


def reads(source: Path = SOURCE) -> list[Read]:
    """Give every read of a provision that is not noted, in the order of files and lines."""
    every = []
    for file in sorted(source.rglob("*.py")):
        name = file.relative_to(source).as_posix()
        if name.startswith(READERS):
            continue
        every += _reads_of(name, file.read_text(encoding="utf-8"))
    return sorted(every, key=lambda read: (read.file, read.line))


@cache
def _reads_of(name: str, text: str) -> tuple[Read, ...]:
    tree = ast.parse(text)
    noting = noting_names(tree)
    return tuple(
        Read(name, function or "<module>", node.lineno, _asked(node))
        for node, function in _functions(tree)
        if isinstance(node, ast.Call) and is_read(node, noting)
    )


def _asked(node: ast.Call) -> str:
    key = node.args[0]
    return str(key.value) if isinstance(key, ast.Constant) else f"({ast.unparse(key)})"


def places(source: Path = SOURCE) -> list[str]:
    """Give every place where a provision is read and not noted."""
    return [f"{read.file}:{read.line}" for read in reads(source)]


def reasons() -> dict[str, str]:
    """Give why each function that reads unnoted must: by place, the reason."""
    groups = tomllib.loads(REASONS.read_text(encoding="utf-8"))["kept"]
    return {place: " ".join(group["reason"].split()) for group in groups for place in group["places"]}


def unreasoned(every: list[Read], why: dict[str, str]) -> list[str]:
    """Say which reads have no reason, and which reasons no read."""
    read_places = dict.fromkeys(read.place for read in every)
    return [
        *(
            f"{place} reads a provision unnoted, and {REASONS.name} has no reason."
            for place in read_places
            if place not in why
        ),
        *(
            f"{REASONS.name} has a reason for {place}, which reads nothing unnoted."
            for place in why
            if place not in read_places
        ),
    ]


def table(every: list[Read], why: dict[str, str]) -> str:
    """Give the table of the page: reason by reason, its places with the provisions that are read there."""
    lines = []
    for reason in dict.fromkeys(why.values()):
        lines += ["", reason, "", "| where | reads |", "|---|---|"]
        for place in (place for place, its_reason in why.items() if its_reason == reason):
            asked = dict.fromkeys(f"`{read.asked}`" for read in every if read.place == place)
            file, function = place.split("::")
            lines.append(f"| `{file}`: `{function}` | {', '.join(asked)} |")
    return "\n".join([*lines, ""])


def with_table(page: str, text: str) -> str:
    """Give the page with the table between its marks."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}"


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
    every, why = reads(), reasons()
    page = PAGE.read_text(encoding="utf-8")
    fresh = with_table(page, table(every, why))
    if "--write" in arguments:
        PAGE.write_text(fresh, encoding="utf-8")
        return 0
    if "--places" in arguments:
        print("\n".join(f"{read.file}:{read.line}: {read.function} {read.asked}" for read in every))
    rooms = Counter(read.file.split("/")[0] for read in every)
    print(", ".join(f"{room} {count}" for room, count in sorted(rooms.items())))
    sentence, passes = judged(len(every), int(KEPT.read_text(encoding="utf-8")))
    faults = unreasoned(every, why)
    if not faults and page != fresh:
        faults = [f"{PAGE.name} is not as the reads are: run tools/provision_reads.py --write."]
    print("\n".join([sentence, *faults]))
    return 0 if passes and not faults else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
