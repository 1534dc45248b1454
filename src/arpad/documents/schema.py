"""Checking JSON against our shipped schemas: every fault at once, each in a sentence a person can act on.

Only the words of JSON Schema that our schemas use are known; a schema with another word is a fault of ours and
refused. A property test compares the verdicts with those of an independent implementation.
"""

from __future__ import annotations

import json
import re
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from arpad.documents.wording import WORDS
from arpad.model.problems import ArpadError, Problem

_WORDS = {
    "$schema", "$id", "$ref", "$defs", "title", "description", "type", "properties", "required", "items", "enum",
    "additionalProperties", "pattern", "format", "minimum", "maximum", "minItems", "maxItems", "const",
}  # fmt: skip
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class InputError(ArpadError):
    """Input that does not parse or breaks its schema."""


@cache
def schema(name: str) -> dict[str, Any]:
    """Read a shipped schema."""
    text = files(__package__).joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def schema_names() -> list[str]:
    """Name the shipped schemas."""
    return sorted(
        file.name.removesuffix(".json")
        for file in files(__package__).joinpath("schemas").iterdir()
        if file.name.endswith(".json")
    )


def parsed(text: str, source: str) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON strictly: no key twice, no NaN; refuse with the place of the fault."""
    doubled: list[Problem] = []

    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        by_key: dict[str, Any] = {}
        for key, value in members:
            if key in by_key:
                doubled.append(Problem.of(WORDS, "key_twice", source, source=source, key=key))
            by_key[key] = value
        return by_key

    def constant(word: str) -> Any:  # noqa: ANN401 - never returns
        raise InputError.of(WORDS, "not_json", source, says="no_json_value", source=source, word=word)

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant, parse_float=_number)
    except json.JSONDecodeError as fault:
        raise InputError.of(
            WORDS, "not_json", source, source=source, why=fault.msg, line=fault.lineno, column=fault.colno
        ) from fault
    except RecursionError as fault:
        raise InputError.of(WORDS, "not_json", source, says="too_deep", source=source) from fault
    except ValueError as fault:  # a number of thousands of digits
        raise InputError.of(WORDS, "not_json", source, says="number_too_long", source=source) from fault
    if doubled:
        raise InputError(doubled)
    return value


def _number(text: str) -> int | float:
    """Read 2400.0 as the whole number it is."""
    value = float(text)
    return int(value) if value.is_integer() else value


def faults(value: Any, name: str) -> list[Problem]:  # noqa: ANN401 - any JSON
    """Give everything in which a value breaks a shipped schema."""
    whole = schema(name)
    return list(_faults(value, whole, whole, ""))


def _faults(value: Any, rule: dict[str, Any], whole: dict[str, Any], where: str) -> list[Problem]:  # noqa: ANN401 - any JSON
    unknown = set(rule) - _WORDS
    if unknown:
        raise LookupError(f"The schema uses {', '.join(sorted(unknown))}, which the checker does not know.")
    if "$ref" in rule:
        rule = whole["$defs"][rule["$ref"].removeprefix("#/$defs/")]
    types = rule.get("type", list(_TYPES))
    types = [types] if isinstance(types, str) else types
    if not any(_is(value, kind) for kind in types):
        choices = [json.dumps(choice, ensure_ascii=False) for choice in rule.get("enum", ())]
        return [
            Problem.of(
                WORDS, "wrong_type", where,
                place=where, value=_short(value), choices=choices, types=types, hint=_hint(rule),
            )
        ]  # fmt: skip
    if "enum" in rule and not any(type(value) is type(choice) and value == choice for choice in rule["enum"]):
        choices = [json.dumps(choice, ensure_ascii=False) for choice in rule["enum"]]
        return [
            Problem.of(
                WORDS, "wrong_value", where, says="wrong_choice", place=where, value=_short(value), choices=choices
            )
        ]
    if isinstance(value, dict):
        return _object_faults(value, rule, whole, where)
    if isinstance(value, list):
        return _list_faults(value, rule, whole, where)
    return _value_faults(value, rule, where)


def _object_faults(value: dict[str, Any], rule: dict[str, Any], whole: dict[str, Any], where: str) -> list[Problem]:
    known = rule.get("properties", {})
    problems: list[Problem] = []
    dot = f"{where}." if where else ""
    for key, part in value.items():
        if key in known:
            problems += _faults(part, known[key], whole, f"{dot}{key}")
        elif rule.get("additionalProperties") is False:
            problems.append(Problem.of(WORDS, "unknown_key", f"{dot}{key}", key=f"{dot}{key}", known=tuple(known)))
    for key in rule.get("required", ()):
        if key not in value:
            hint = _hint(_resolved(known[key], whole))
            problems.append(Problem.of(WORDS, "missing_key", f"{dot}{key}", key=f"{dot}{key}", hint=hint))
    return problems


def _list_faults(value: list[Any], rule: dict[str, Any], whole: dict[str, Any], where: str) -> list[Problem]:
    problems: list[Problem] = []
    if len(value) > rule.get("maxItems", len(value)):
        problems.append(Problem.of(WORDS, "too_many", where, place=where, items=len(value), most=rule["maxItems"]))
        return problems
    if len(value) < rule.get("minItems", 0):
        problems.append(Problem.of(WORDS, "too_few", where, place=where, items=len(value), least=rule["minItems"]))
    for index, part in enumerate(value):
        problems += _faults(part, rule.get("items", {}), whole, f"{where}[{index}]")
    return problems


def _value_faults(value: Any, rule: dict[str, Any], where: str) -> list[Problem]:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        if "pattern" in rule and not re.search(rule["pattern"], value):
            return [Problem.of(WORDS, "wrong_value", where, place=where, value=_short(value), hint=_hint(rule))]
        if rule.get("format") == "date" and not _is_date(value):
            return [Problem.of(WORDS, "wrong_date", where, place=where, value=_short(value))]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        low, high = rule.get("minimum", value), rule.get("maximum", value)
        if not low <= value <= high:
            return [
                Problem.of(WORDS, "out_of_range", where, place=where, value=value, low=low, high=high, hint=_hint(rule))
            ]
    return []


def _resolved(rule: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    return whole["$defs"][rule["$ref"].removeprefix("#/$defs/")] if "$ref" in rule else rule


def _is(value: Any, kind: str) -> bool:  # noqa: ANN401 - any JSON
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind])


def _hint(rule: dict[str, Any]) -> str:
    return str(rule.get("description", ""))


def _short(value: Any) -> str:  # noqa: ANN401 - any JSON
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"  # noqa: PLR2004 - as long as a person reads at a glance


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
