"""What the rooms say: where problems are made in code, the sentences of their language files, and another language."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import arpad
from arpad.model.wording import Field, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.model.wording import Template

HOME = Path(arpad.__file__).parent
ROOMS = sorted(
    place.parent.parent.relative_to(HOME).as_posix()
    for place in HOME.glob("*/words/en.toml")
    if place.parent.parent.name != "model"
)
"""Every room that has words of its own."""
NO_FACTS = frozenset(("where", "says", "severity"))


class ProblemPlace(NamedTuple):
    """A place in the code where a problem is made: the names its sentence can have, and those of its facts."""

    place: str
    says: frozenset[str]
    facts: frozenset[str]
    texts: frozenset[str]
    """The texts that its facts can be, as far as they stand in the function."""


def sections(room: str) -> dict[str, Any]:
    """Give what the English file of a room says."""
    return tomllib.loads((HOME / room / "words" / "en.toml").read_text(encoding="utf-8"))


def fields(template: Template) -> Iterator[Field]:
    """Give the places of a template, those within places too."""
    for part in template:
        if isinstance(part, Field):
            yield part
            for text in part.texts:
                yield from fields(text)


def facts_asked(words: Mapping[str, Any], text: str) -> tuple[set[str], set[str]]:
    """Give the facts that a sentence needs, and those that its phrases may speak of besides."""
    asked = list(fields(parsed(text)))
    inner: set[str] = set()
    for field in asked:
        texts = []
        if field.word in {"as", "list", "with"} and field.phrase:
            texts = [words["phrase"][field.phrase]]
        elif field.word == "in":
            texts = list(words[field.phrase].values())
        for more in texts:
            inner |= set().union(*facts_asked(words, more))
    return {field.name for field in asked}, inner


@cache
def modules() -> dict[Path, ast.Module]:
    """Read all of the code."""
    return {place: ast.parse(place.read_text(encoding="utf-8")) for place in sorted(HOME.rglob("*.py"))}


def texts_in(tree: ast.AST) -> set[str]:
    """Give the texts that stand in a part of a program."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def _room_of_words(tree: ast.Module) -> str | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(name.name == "WORDS" for name in node.names):
            return str(node.module).split(".")[1]
    return None


def _functions(tree: ast.Module) -> Iterator[ast.AST]:
    inside = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    yield from inside


def _assigned(function: ast.AST) -> dict[str, set[str]]:
    """Give the texts that the names of a function are ever made of."""
    texts: dict[str, set[str]] = {}
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and value is not None:
            for name in (
                part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)
            ):
                texts.setdefault(name, set()).update(texts_in(value))
    return texts


@cache
def made_in(room: str) -> tuple[ProblemPlace, ...]:
    """Find every place where a problem or a refusal is made with the words of a room."""
    places: dict[str, ProblemPlace] = {}
    for place, tree in modules().items():
        if _room_of_words(tree) != room:
            continue
        for function in _functions(tree):
            assigned = _assigned(function)
            for call in ast.walk(function):
                if not (isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "of" and call.args):
                    continue
                if getattr(call.args[0], "id", "") != "WORDS":
                    continue
                where = f"{place.relative_to(HOME).as_posix()}:{call.lineno}"
                given = {keyword.arg: keyword.value for keyword in call.keywords}
                says = texts_in(given.get("says", call.args[1]))
                facts = {name or "**" for name in given} - NO_FACTS
                values = [value for name, value in given.items() if name not in NO_FACTS]
                names = {node.id for value in values for node in ast.walk(value) if isinstance(node, ast.Name)}
                texts = set().union(*map(texts_in, values), *(assigned.get(name, set()) for name in names))
                places[where] = ProblemPlace(where, frozenset(says), frozenset(facts), frozenset(texts))
    return tuple(places.values())


def foreign(text: str) -> str:
    """Write a template in a language that has no letter but x; places for facts stay as they are."""
    return "".join(_foreign(part) for part in parsed(text))


def _foreign(part: str | Field) -> str:
    if isinstance(part, str):
        return re.sub(r"[^\W\d_]", "x", part)
    name = part.name if part.conversion is None else f"{part.name}!{part.conversion}"
    match part.word:
        case "":
            return f"{{{name}}}"
        case "if" | "number":
            texts = "|".join("".join(map(_foreign, text)) for text in part.texts)
            return f"{{{name}:{'?' if part.word == 'if' else ''}{texts}}}"
        case "with":
            between = re.sub(r"[^\W\d_]", "x", part.between)
            return f"{{{name}:with '{between}'{f' {part.phrase}' if part.phrase else ''}}}"
        case _:
            return f"{{{name}:{part.word}{f' {part.phrase}' if part.phrase else ''}}}"


def in_x(content: Any) -> Any:  # noqa: ANN401 - whatever a language file holds
    """Translate a language file."""
    if isinstance(content, dict):
        return {name: value if name == "plural" else in_x(value) for name, value in content.items()}
    return foreign(content)
