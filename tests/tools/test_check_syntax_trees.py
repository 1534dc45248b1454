"""The check of the syntax trees sees a name that carries nothing wherever something is named."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest
from check_syntax_trees import EMPTY_NAMES, HOUSE, bound_name, empty_names, other_clocks

if TYPE_CHECKING:
    from pathlib import Path

BINDINGS = [
    "{name} = 1",
    "{name}: int = 1",
    "(first, *{name}) = games",
    "for {name} in games: pass",
    "[game for {name} in games]",
    "if ({name} := games): pass",
    "lambda {name}: games",
    "def rate(*, {name}): pass",
    "def rate(**{name}): pass",
    "def {name}(): pass",
    "async def {name}(): pass",
    "class {name}: pass",
    "with games as {name}: pass",
    "import {name}",
    "from arpad import game as {name}",
    "player.{name} = 1",
    "try: pass\nexcept OSError as {name}: pass",
    "match games:\n    case [*{name}]: pass",
    "match games:\n    case {{**{name}}}: pass",
    "match games:\n    case int() as {name}: pass",
]
"""Every way in which Python gives something a name."""


def bound(text: str) -> set[str]:
    """Give the names that a text binds."""
    return {name for node in ast.walk(ast.parse(text)) if (name := bound_name(node)) is not None}


@pytest.mark.parametrize("binding", BINDINGS)
@pytest.mark.parametrize("name", sorted(EMPTY_NAMES))
def test_every_binding_is_seen(binding: str, name: str) -> None:
    """Whatever binds it, the name is seen."""
    assert name in bound(binding.format(name=name))


def test_what_is_only_used_binds_nothing() -> None:
    """A name of others that is read, called or handed on is not ours to choose."""
    assert bound("found(who.made, said=one[told])") == set()


def test_a_place_is_named_with_its_line(tmp_path: Path) -> None:
    """In every folder of the house, with the line; what says something passes."""
    for folder in HOUSE:
        tmp_path.joinpath(folder).mkdir()
        tmp_path.joinpath(folder, "rated.py").write_text("player = 1\nfound = player\n", encoding="utf-8")

    assert empty_names(tmp_path) == [
        f"{folder}/rated.py:2: the name found, which says nothing; name it for what it is" for folder in HOUSE
    ]


@pytest.mark.parametrize(
    "asked", ["date.today()", "datetime.now(UTC)", "datetime.datetime.now()", "datetime.utcnow()", "time.time()"]
)
def test_there_is_one_clock(asked: str, tmp_path: Path) -> None:
    """Whoever else asks the machine for the day or the time is named; how long something takes may be measured."""
    for name in ("model/clock.py", "book/log.py"):
        tmp_path.joinpath(name).parent.mkdir()
        tmp_path.joinpath(name).write_text(f"start = time.monotonic()\nat = {asked}\n", encoding="utf-8")

    words = asked.partition("(")[0].rpartition(".")[2]
    assert other_clocks(tmp_path) == [f"book/log.py:2: {words}(); ask model/clock.py"]


def test_the_house_has_one_clock() -> None:
    """No module but the clock asks for the time."""
    assert other_clocks() == []
