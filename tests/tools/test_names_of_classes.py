"""A name means one thing in the whole house: no two classes, and no two names of types, are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import arpad

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(arpad.__file__).parent
FRONT_DOOR = "library"
"""Its classes are called like those of the rooms below that they stand for."""
OF_DJANGO = {"Meta", "Migration"}
"""What Django looks for under just these names, in every model and every step of the tables."""


def names_of_types(text: str) -> Iterator[str]:
    """Give the names of the classes in a module, and of the types that it puts together, such as `dict[str, int]`."""
    tree = ast.parse(text)
    yield from (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            yield from (name for name in names if name[0].isupper() and not name.isupper())


def shared_names() -> dict[str, list[str]]:
    """Give the names that stand in several modules, with these; the front door is left out."""
    modules = defaultdict(set)
    for place in SOURCE.rglob("*.py"):
        module = place.relative_to(SOURCE)
        if module.parts[0] != FRONT_DOOR:
            for name in names_of_types(place.read_text(encoding="utf-8")):
                modules[name].add(module.as_posix())
    return {name: sorted(places) for name, places in modules.items() if len(places) > 1 and name not in OF_DJANGO}


def test_what_names_a_type() -> None:
    """A class anywhere, and an alias at the top of a module; a constant names none."""
    text = "class Sum: ...\ndef f():\n    class Inner: ...\nColumn = list[int]\nLarge = int | None\nFIRST = rows[0]\n"
    assert sorted(names_of_types(text)) == ["Column", "Inner", "Large", "Sum"]


def test_no_two_types_have_the_same_name() -> None:
    """The reader of a name need not ask which of them is meant."""
    assert shared_names() == {}
