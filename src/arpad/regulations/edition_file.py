"""Reading an edition's TOML file: every key checked, all faults named at once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from arpad.model.bounded import MOST_IN_TOML, YEARS, TomlError, day_of, read_whole, toml_of
from arpad.model.numbers import hundredths
from arpad.model.period import KINDS
from arpad.model.problems import EditionError, Problem
from arpad.regulations.durations import CLOSING, DURATION
from arpad.regulations.keys import KEYS, Key
from arpad.regulations.package_data import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

NONE = "none"

_HEAD = {
    "id": str,
    "authority": str,
    "kinds": list,
    "ends": list,
    "amends": str,
    "derives": str,
    "overlays": str,
    "effective": date,
    "status": str,
    "inherits": str,
    "title": str,
    "document": str,
    "unknown": list,
    "seen_in_force": date,
    "provisions": dict,
    "kind": dict,
    "while": dict,
}
_ENTRY = {
    "article", "value", "table", "rule", "same_as", "after", "confidence", "source", "reading", "erratum", "note",
    "silent",
}  # fmt: skip
_RELATIONS = ("amends", "derives", "overlays")
_STATUSES = ("text", "reconstructed")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
"""An id names folders and files, so it is a name and no path."""
MOST_WHOLE = 1_000_000_000
"""No provision is a larger number; what is computed from it stays within 64 bits."""


@dataclass(frozen=True, slots=True)
class EditionFile:
    """One TOML file as written: what it says of itself, and only the provisions it changes."""

    id: str
    folder: str | None
    """Where a federation's own file lies; None for a shipped one."""
    authority: str | None
    kinds: tuple[str, ...]
    ends: tuple[str, ...]
    relation: str
    parent: str | None
    effective: date | None
    status: str | None
    presumes: bool
    title: str
    document: str | None
    unknown: tuple[str, ...]
    seen_in_force: date | None
    provisions: dict[str, dict[str, Any]]
    of_kind: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    while_base: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)


def read_edition_file(place: str, name: str, folder: str | None) -> EditionFile:
    """Read and check one edition file; refuse it with every fault that was found."""
    try:
        content = toml_of(read_whole(place, MOST_IN_TOML).decode("utf-8"))
    except OSError as fault:
        raise EditionError.of(WORDS, "edition_not_readable", file=name, why=fault.strerror) from fault
    except (TomlError, UnicodeDecodeError) as fault:
        raise EditionError.of(WORDS, "edition_not_toml", file=name, why=str(fault)) from fault
    except ValueError as fault:
        raise EditionError.of(
            WORDS, "edition_not_readable", says="edition_no_name", file=name, why=str(fault)
        ) from fault
    problems = _head_problems(content, name)
    relation = next((word for word in _RELATIONS if word in content), "first")
    provisions = _table(content, "provisions")
    of_kind = {kind: _table(part, "provisions") for kind, part in _table(content, "kind").items()}
    while_base = {base: _table(part, "provisions") for base, part in _table(content, "while").items()}
    needs_article = content.get("status", "text") == "text" and relation != "derives"
    for section in (provisions, *of_kind.values(), *while_base.values()):
        for key, entry in section.items():
            problems += _entry_problems(name, key, entry, needs_article=needs_article)
    if problems:
        raise EditionError(problems)
    return EditionFile(
        id=content["id"],
        folder=folder,
        authority=content.get("authority"),
        kinds=tuple(content.get("kinds", ())),
        ends=tuple(content.get("ends", ())),
        relation=relation,
        parent=content.get(relation),
        effective=content.get("effective"),
        status=content.get("status"),
        presumes=content.get("inherits") == "presumed",
        title=content.get("title", content["id"]),
        document=content.get("document"),
        unknown=tuple(content.get("unknown", ())),
        seen_in_force=content.get("seen_in_force"),
        provisions=provisions,
        of_kind=of_kind,
        while_base=while_base,
    )


def _table(content: Any, key: str) -> dict[str, Any]:  # noqa: ANN401 - whatever stands in the file
    """Give a table of the file; what is no table was already found to be a fault."""
    table = content.get(key, {}) if isinstance(content, dict) else {}
    return table if isinstance(table, dict) else {}


def _is_table(inner: dict[str, Any]) -> bool:
    return isinstance(inner.get("provisions", {}), dict)


def _head_problems(content: dict[str, Any], name: str) -> list[Problem]:
    parts = (_key_problems, _relation_problems, _word_problems, _section_problems)
    return [fault for problems_of in parts for fault in problems_of(content, name)]


def _key_problems(content: dict[str, Any], name: str) -> Iterator[Problem]:
    for key, value in content.items():
        if key not in _HEAD:
            yield Problem.of(WORDS, "unknown_key", name, file=name, key=key, known=tuple(_HEAD))
        elif not isinstance(value, _HEAD[key]) or not _is_of_these_times(value):
            asked = _HEAD[key].__name__
            yield Problem.of(WORDS, "wrong_type", name, file=name, key=key, value=repr(value), asked=asked)
    if not isinstance(content.get("id"), str) or not content.get("id"):
        yield Problem.of(WORDS, "no_id", name, file=name)
    elif not _ID.fullmatch(content["id"]):
        yield Problem.of(WORDS, "bad_id", name, file=name, id=content["id"])


def _is_of_these_times(value: object) -> bool:
    """Tell whether a value is no day, or a day that can be meant."""
    return not isinstance(value, date) or (not isinstance(value, datetime) and value.year in YEARS)


def _relation_problems(content: dict[str, Any], name: str) -> Iterator[Problem]:
    relations = [word for word in _RELATIONS if word in content]
    if len(relations) > 1:
        yield Problem.of(WORDS, "two_relations", name, file=name, relations=relations)
    if "overlays" in content and "/" not in str(content["overlays"]):
        yield Problem.of(WORDS, "bad_overlay", name, file=name, value=repr(content["overlays"]))
    if "derives" not in content:
        for key in ("authority", "kinds", "effective", "status"):
            if key not in content:
                yield Problem.of(WORDS, "missing_key", name, file=name, key=key)


def _word_problems(content: dict[str, Any], name: str) -> Iterator[Problem]:
    if content.get("status", "text") not in _STATUSES:
        yield Problem.of(WORDS, "bad_status", name, file=name, status=repr(content["status"]), known=tuple(_STATUSES))
    if content.get("inherits", "presumed") != "presumed":
        yield Problem.of(WORDS, "bad_inherits", name, file=name, value=repr(content["inherits"]))
    if content.get("kinds") == []:
        yield Problem.of(WORDS, "no_kinds", name, file=name, kinds=KINDS)
    for key in ("kinds", "ends", "kind"):
        named = content.get(key, ())
        for kind in named if isinstance(named, list | dict) else ():
            if kind not in KINDS:
                yield Problem.of(
                    WORDS, "unknown_kind", name, says="unknown_kind_in_file",
                    file=name, key=key, kind=repr(kind), kinds=KINDS,
                )  # fmt: skip


def _section_problems(content: dict[str, Any], name: str) -> Iterator[Problem]:
    for section in ("kind", "while"):
        parts = content.get(section, {})
        for part, inner in parts.items() if isinstance(parts, dict) else ():
            if not isinstance(inner, dict) or set(inner) - {"provisions"} or not _is_table(inner):
                yield Problem.of(WORDS, "bad_section", name, file=name, section=f"{section}.{part}")


def _entry_problems(name: str, key: str, entry: object, *, needs_article: bool) -> list[Problem]:
    where = f"{name}: {key}"
    if key not in KEYS:
        from difflib import get_close_matches  # noqa: PLC0415 - only where something is not known

        return [Problem.of(WORDS, "unknown_provision", where, place=where, close=get_close_matches(key, KEYS, 1))]
    if not isinstance(entry, dict):
        example = f'{{ article = "…", value = {entry!r} }}'
        return [
            Problem.of(WORDS, "no_article", where, says="bare_value", place=where, value=repr(entry), example=example)
        ]
    entry_problems: list[Problem] = []
    for part in entry:
        if part not in _ENTRY:
            known = tuple(sorted(_ENTRY))
            entry_problems.append(
                Problem.of(WORDS, "unknown_key", where, says="unknown_part", place=where, part=part, known=known)
            )
        elif part != "value" and not isinstance(entry[part], str):
            value = repr(entry[part])
            entry_problems.append(
                Problem.of(WORDS, "wrong_type", where, says="part_is_no_text", place=where, part=part, value=value)
            )
    contents = [part for part in ("value", "table", "rule", "same_as") if part in entry]
    if len(contents) > 1:
        entry_problems.append(Problem.of(WORDS, "two_contents", where, place=where, contents=contents))
    entry_problems += _source_problems(where, entry, needs_article=needs_article)
    if not entry_problems:
        entry_problems += _content_problems(where, key, entry)
    return entry_problems


def _source_problems(where: str, entry: dict[str, Any], *, needs_article: bool) -> list[Problem]:
    if "article" in entry or "silent" in entry:
        return []
    if needs_article:
        return [Problem.of(WORDS, "no_article", where, place=where)]
    if "after" not in entry:
        return [Problem.of(WORDS, "no_article", where, says="no_source", place=where)]
    return []


def _content_problems(where: str, name: str, entry: dict[str, Any]) -> list[Problem]:
    key, other = KEYS[name], entry.get("same_as")
    if other is not None and (other not in KEYS or KEYS[other].form != key.form or KEYS[other].choices != key.choices):
        return [Problem.of(WORDS, "wrong_value", where, says="same_as_another_kind", place=where, other=repr(other))]
    if entry.get("value") == NONE or not {"value", "table", "rule"} & set(entry):
        return []
    expected = key.form if key.form in ("table", "rule") else "value"
    if expected not in entry:
        return [Problem.of(WORDS, "wrong_form", where, place=where, asked=expected, meaning=name)]
    content = entry[expected]
    if not _fits(key, content):
        return [
            Problem.of(
                WORDS, "wrong_value", where,
                place=where, value=repr(content), form=key.form, choices=key.choices, several=key.form == "texts",
            )
        ]  # fmt: skip
    return []


_LAST_MONTH = 12


def _fits(key: Key, content: Any) -> bool:  # noqa: ANN401, PLR0911 - one return for each form
    match key.form:
        case "whole":
            return type(content) is int and 0 <= content <= MOST_WHOLE
        case "flag":
            return isinstance(content, bool)
        case "points":
            return isinstance(content, str) and _is_points(content)
        case "months":
            return (
                isinstance(content, list)
                and bool(content)
                and all(type(month) is int and 1 <= month <= _LAST_MONTH for month in content)
            )
        case "duration" | "window":
            matched = DURATION.fullmatch(content) if isinstance(content, str) else None
            return matched is not None and (key.form == "window" or matched[2] != "period")
        case "closing":
            return isinstance(content, str) and CLOSING.fullmatch(content) is not None
        case "date":
            return isinstance(content, str) and _is_date(content)
        case "texts":
            return isinstance(content, list) and all(
                isinstance(text, str) and (not key.choices or text in key.choices) for text in content
            )
        case "choice" | "rule":
            return content in key.choices
        case _:
            return isinstance(content, str)


def _is_points(text: str) -> bool:
    try:
        hundredths(text)
    except ValueError:
        return False
    return True


def _is_date(text: str) -> bool:
    try:
        day_of(text)
    except ValueError:
        return False
    return True
