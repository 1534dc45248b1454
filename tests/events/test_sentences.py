"""No sentence stands in a check: a finding names sentences of the language file, and gives them their facts."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import arpad.events.check.event as events_check
from arpad.events.verdict import SEVERITIES
from arpad.events.wording import WORDS, Source
from arpad.model.wording import Field, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.model.wording import Template

CHECKS = sorted(place for place in Path(events_check.__file__).parent.glob("*.py") if place.stem != "__init__")
EVENTS = Path(events_check.__file__).parents[1]
_BESIDE = ("checked_event.py", "checked_report.py", "number_doubts.py", "questions.py", "thinking_time/rounds.py")
TELLING = (*CHECKS, *(EVENTS / name for name in _BESIDE))
NO_CODES = {
    "answer",
    "defaults",
    "group",
    "state",
    "phrase",
    "fix",
    "note",
    "system",
    "approver",
    "counting",
    "event_class",
    "reporter",
    "exception",
    "limit",
    "source",
    "form",
    "problem",
    "statement",
    "verdict",
    "doing",
}
"""Sections of the language file that are no codes of findings."""


def constants(tree: ast.AST) -> set[str]:
    """Give the texts that stand in a part of a program, docstrings and the keys of its facts included."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def docstrings(tree: ast.AST) -> set[str]:
    """Give the texts that stand alone: docstrings, and what is said about a constant."""
    alone = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {node.value for node in alone if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def parsed_file(place: Path) -> ast.Module:
    """Read a module."""
    return ast.parse(place.read_text(encoding="utf-8"))


class Scope:
    """What names can mean in a function: the texts of everything that is ever assigned to them."""

    def __init__(self, function: ast.AST, module: ast.Module) -> None:
        self.assigned: dict[str, set[str]] = {}
        self.function, self.module = function, module
        self.parameters = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        for node in (*ast.walk(function), *module.body):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    for name in (node.id for node in ast.walk(target) if isinstance(node, ast.Name)):
                        self.assigned.setdefault(name, set()).update(constants(node.value))

    def texts(self, node: ast.AST) -> set[str]:
        """Give the texts that an expression can be; those that are no names of sentences do no harm."""
        names = {node.id for node in ast.walk(node) if isinstance(node, ast.Name)}
        return constants(node).union(*(self.assigned.get(name, set()) for name in names))


def keys_of(tree: ast.AST) -> set[str]:
    """Give the keys of the dictionaries that are written out in a part of a program."""
    keys = (key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys)
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)}


def facts_of(call: ast.Call, scope: Scope) -> set[str] | None:
    """Give the names of the facts that a finding is made with; None where they come from elsewhere."""
    names = {keyword.arg for keyword in call.keywords if keyword.arg is not None} | {"players", "rounds"}
    for more in (keyword.value for keyword in call.keywords if keyword.arg is None):
        functions = {node.name: node for node in ast.walk(scope.module) if isinstance(node, ast.FunctionDef)}
        if isinstance(more, ast.Call) and isinstance(more.func, ast.Name) and more.func.id in functions:
            names |= keys_of(functions[more.func.id])
        elif isinstance(more, ast.Name) and more.id in scope.assigned and more.id not in scope.parameters:
            for node in ast.walk(scope.function):
                target = getattr(node, "target", None) or next(iter(getattr(node, "targets", ())), None)
                if isinstance(target, ast.Name) and target.id == more.id and isinstance(node.value, ast.Dict):  # type: ignore[attr-defined]
                    if any(key is None for key in node.value.keys):  # type: ignore[attr-defined]
                        return None
                    names |= keys_of(node.value)  # type: ignore[attr-defined]
                elif isinstance(target, ast.Name) and target.id == more.id:
                    return None
                elif isinstance(target, ast.Subscript) and ast.unparse(target.value) == more.id:
                    names |= constants(target.slice)
        else:
            return None
    return names


def calls(place: Path) -> Iterator[tuple[ast.Call, Scope]]:
    """Give each place where a finding is made."""
    module = parsed_file(place)
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            scope = Scope(function, module)
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "finding":
                    yield node, scope


def fields(template: Template) -> Iterator[Field]:
    """Give the places of a template, those within places too."""
    for part in template:
        if isinstance(part, Field):
            yield part
            for text in part.texts:
                yield from fields(text)


def sentences() -> list[tuple[str, str, str]]:
    """Give every sentence of the language file with its section and name."""
    return [(section, name, text) for section, of in WORDS.sections().items() for name, text in of.items()]


@pytest.mark.parametrize("place", [place for place in CHECKS if place.stem != "event"], ids=lambda place: place.stem)
def test_no_sentence_stands_in_a_check(place: Path) -> None:
    """A text of more than one word is a sentence, and so is a text with something put into it."""
    tree = parsed_file(place)
    put_in = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and any(" " in text or text.endswith(".") for text in constants(node))
    ]

    assert [text for text in constants(tree) - docstrings(tree) if " " in text.strip()] == []
    assert put_in == []


@pytest.mark.parametrize("place", CHECKS, ids=lambda place: place.stem)
def test_every_finding_names_sentences_that_are_there(place: Path) -> None:
    """In the section of its code, or in another one that it names; what is to be done, in the section for that."""
    words = WORDS.sections()
    for call, scope in calls(place):
        where = f"{place.name}:{call.lineno}"
        codes = scope.texts(call.args[0]) & words.keys() - NO_CODES if call.args else set()
        says = {text for part in call.args[3:] for text in scope.texts(part)} - {*SEVERITIES}
        named = {text for text in says if "." in text}
        own = {text for text in says - named if any(text in words[code] for code in codes or words.keys() - NO_CODES)}
        plain = {part.value for part in call.args[3:] if isinstance(part, ast.Constant)}
        fixes = {text for keyword in call.keywords if keyword.arg == "fix" for text in constants(keyword.value)}

        assert all(text.split(".")[1] in words[text.split(".")[0]] for text in named), where
        assert own or named or not says, f"{where}: none of {says} is a sentence of {codes}"
        assert plain <= own | named, f"{where}: {plain} are not all sentences of {codes}"
        assert fixes <= words["fix"].keys(), f"{where}: nothing to be done is called {fixes}"


@pytest.mark.parametrize("place", CHECKS, ids=lambda place: place.stem)
def test_every_finding_tells_its_sentences_what_they_say(place: Path) -> None:
    """Where a finding names a sentence of its own code outright, it gives every fact for which that has a place."""
    words = WORDS.sections()
    for call, scope in calls(place):
        facts = facts_of(call, scope)
        codes = scope.texts(call.args[0]) & words.keys() - NO_CODES if call.args else set()
        plain = {part.value for part in call.args[3:] if isinstance(part, ast.Constant) and "." not in str(part.value)}
        fixes = {text for keyword in call.keywords if keyword.arg == "fix" for text in constants(keyword.value)}
        texts = [words[code].get(str(name), "") for code in codes for name in plain] + [
            words["fix"][name] for name in fixes
        ]
        wanted = {field.name for text in texts for field in fields(parsed(text))}

        assert facts is None or wanted <= facts, f"{place.name}:{call.lineno}: {wanted - facts}"


def test_every_sentence_is_said_by_a_check() -> None:
    """Nothing stands in the language file that no check names."""
    spoken = {text for place in (*TELLING, EVENTS / "notes.py") for text in constants(parsed_file(place))}
    spoken |= {text.split(".")[1] for text in spoken if text.count(".") == 1}
    of_findings = [(section, name) for section, name, _ in sentences() if section not in NO_CODES or section == "fix"]

    assert [place for place in of_findings if place[1] not in spoken] == []


def test_every_place_in_a_sentence_has_its_fact() -> None:
    """A fact is named where a finding is made, or is a part of a record that is."""
    given = {"players", "rounds", "it", *Source._fields}
    for place in TELLING:
        for node in ast.walk(parsed_file(place)):
            given |= (
                {key.value for key in getattr(node, "keys", ()) if isinstance(key, ast.Constant)}
                if isinstance(node, ast.Dict)
                else set()
            )
            given |= {node.arg} if isinstance(node, ast.keyword) and node.arg else set()
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                given.add(str(node.slice.value))
    unknown = {
        (section, name, field.name)
        for section, name, text in sentences()
        for field in fields(parsed(text))
        if field.name not in given and section not in {"defaults", "form", "problem", "statement", "verdict"}
    }

    assert unknown == set()


def test_every_phrase_and_section_that_a_sentence_names_is_there() -> None:
    """A phrase stands in its section; the words for codes in theirs."""
    words: Any = WORDS.sections()
    wrong = [
        (section, name, field.phrase)
        for section, name, text in sentences()
        for field in fields(parsed(text))
        if (field.word == "in" and field.phrase not in words)
        or (field.word in {"as", "list", "with"} and field.phrase and field.phrase not in words["phrase"])
    ]

    assert wrong == []
