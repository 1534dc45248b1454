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
_NAMES = {
    "object": "an object",
    "array": "a list",
    "string": "text in quotes",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
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
                doubled.append(
                    Problem.stated("key_twice", source, f"{source}: the key {key!r} stands twice in one object; keep one.")
                )
            by_key[key] = value
        return by_key

    def constant(word: str) -> Any:  # noqa: ANN401 - never returns
        raise InputError.stated("not_json", f"{source}: {word} is not a JSON value; write a number or null.", source)

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant, parse_float=_number)
    except json.JSONDecodeError as fault:
        raise InputError.stated(
            "not_json",
            f"{source} is not JSON: {fault.msg} at line {fault.lineno}, column {fault.colno}. Mend that place.",
            source,
        ) from fault
    except (RecursionError, ValueError) as fault:
        raise InputError.stated(
            "not_json", f"{source} is nested too deeply or holds a number too long to read.", source
        ) from fault
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
    place = where or "the input"
    types = rule.get("type", list(_TYPES))
    types = [types] if isinstance(types, str) else types
    if not any(_is(value, kind) for kind in types):
        choices = ", ".join(json.dumps(choice) for choice in rule.get("enum", ()))
        wanted = f"one of: {choices}" if choices else " or ".join(_NAMES[kind] for kind in types)
        return [Problem.stated("wrong_type", where, f"{place} is {_short(value)}; write {wanted}{_hint(rule)}.")]
    if "enum" in rule and not any(type(value) is type(choice) and value == choice for choice in rule["enum"]):
        choices = ", ".join(json.dumps(choice) for choice in rule["enum"])
        return [Problem.stated("wrong_value", where, f"{place} is {_short(value)}; write one of: {choices}.")]
    if isinstance(value, dict):
        return _object_faults(value, rule, whole, where)
    if isinstance(value, list):
        return _list_faults(value, rule, whole, where)
    return _value_faults(value, rule, where, place)


def _object_faults(value: dict[str, Any], rule: dict[str, Any], whole: dict[str, Any], where: str) -> list[Problem]:
    known = rule.get("properties", {})
    problems: list[Problem] = []
    dot = f"{where}." if where else ""
    for key, part in value.items():
        if key in known:
            problems += _faults(part, known[key], whole, f"{dot}{key}")
        elif rule.get("additionalProperties") is False:
            problems.append(
                Problem.stated(
                    "unknown_key",
                    f"{dot}{key}",
                    f"{dot}{key} is not a known key; known are: {', '.join(known)}. Remove or rename it.",
                )
            )
    for key in rule.get("required", ()):
        if key not in value:
            hint = _hint(_resolved(known[key], whole))
            problems.append(Problem.stated("missing_key", f"{dot}{key}", f"{dot}{key} is missing; add it{hint}."))
    return problems


def _list_faults(value: list[Any], rule: dict[str, Any], whole: dict[str, Any], where: str) -> list[Problem]:
    problems: list[Problem] = []
    if len(value) > rule.get("maxItems", len(value)):
        problems.append(
            Problem.stated("too_many", where, f"{where} holds {len(value)} items; at most {rule['maxItems']} are read.")
        )
        return problems
    if len(value) < rule.get("minItems", 0):
        problems.append(
            Problem.stated("too_few", where, f"{where} holds {len(value)} items; at least {rule['minItems']} are needed.")
        )
    for index, part in enumerate(value):
        problems += _faults(part, rule.get("items", {}), whole, f"{where}[{index}]")
    return problems


def _value_faults(value: Any, rule: dict[str, Any], where: str, place: str) -> list[Problem]:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        if "pattern" in rule and not re.search(rule["pattern"], value):
            return [
                Problem.stated("wrong_value", where, f"{place} is {_short(value)}; write{_hint(rule) or ' another value'}.")
            ]
        if rule.get("format") == "date" and not _is_date(value):
            return [Problem.stated("wrong_date", where, f"{place} is {_short(value)}; write a date as YYYY-MM-DD.")]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        low, high = rule.get("minimum", value), rule.get("maximum", value)
        if not low <= value <= high:
            return [
                Problem.stated("out_of_range", where, f"{place} is {value}; write a number from {low} to {high}{_hint(rule)}.")
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
    return f" ({rule['description']})" if "description" in rule else ""


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
