"""Reading an edition's TOML file: every key checked, all faults named at once."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import hundredths
from arpad.model.period import KINDS
from arpad.model.problems import EditionError, Problem
from arpad.regulations.durations import CLOSING, DURATION, MONTH_BEFORE_LAST
from arpad.regulations.keys import KEYS, Key
from arpad.regulations.package_data import read

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
        content = tomllib.loads(read(place))
    except OSError as fault:
        raise EditionError.of(
            "edition_not_readable", f"The edition file {name} cannot be opened ({fault.strerror}); check its path."
        ) from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise EditionError.of(
            "edition_not_toml", f"The edition file {name} is not valid TOML: {fault}. Mend that place."
        ) from fault
    except ValueError as fault:
        raise EditionError.of("edition_not_readable", f"{name!r} is no name of a file ({fault}); check it.") from fault
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
    faults = [*_key_faults(content), *_relation_faults(content), *_word_faults(content), *_section_faults(content)]
    return [Problem(code, name, f"{name}: {message}") for code, message in faults]


def _key_faults(content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in content.items():
        if key not in _HEAD:
            yield "unknown_key", f"the key {key!r} is not known; known are: {', '.join(_HEAD)}."
        elif not isinstance(value, _HEAD[key]) or isinstance(value, datetime):
            yield "wrong_type", f"{key} holds {value!r}; it has to be of type {_HEAD[key].__name__}."
    if not isinstance(content.get("id"), str) or not content.get("id"):
        yield "no_id", "there is no id; give the edition a name, such as id = 'club-2026'."


def _relation_faults(content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    relations = [word for word in _RELATIONS if word in content]
    if len(relations) > 1:
        yield "two_relations", f"{' and '.join(relations)} stand together; an edition has one parent."
    if "overlays" in content and "/" not in str(content["overlays"]):
        yield "bad_overlay", f"overlays is {content['overlays']!r}; write authority/kind, as in fide/standard."
    if "derives" not in content:
        for key in ("authority", "kinds", "effective", "status"):
            if key not in content:
                yield "missing_key", f"{key} is missing; only an edition that derives another may leave it out."


def _word_faults(content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if content.get("status", "text") not in _STATUSES:
        yield "bad_status", f"status is {content['status']!r}; write one of: {', '.join(_STATUSES)}."
    if content.get("inherits", "presumed") != "presumed":
        yield "bad_inherits", f"inherits is {content['inherits']!r}; the only word for it is 'presumed'."
    if content.get("kinds") == []:
        yield "no_kinds", f"kinds is empty; name one or more of: {', '.join(KINDS)}."
    for key in ("kinds", "ends", "kind"):
        named = content.get(key, ())
        for kind in named if isinstance(named, list | dict) else ():
            if kind not in KINDS:
                yield "unknown_kind", f"{key} names {kind!r}; the kinds are: {', '.join(KINDS)}."


def _section_faults(content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for section in ("kind", "while"):
        parts = content.get(section, {})
        for part, inner in parts.items() if isinstance(parts, dict) else ():
            if not isinstance(inner, dict) or set(inner) - {"provisions"} or not _is_table(inner):
                yield "bad_section", f"[{section}.{part}] may hold only [{section}.{part}.provisions]."


def _entry_problems(name: str, key: str, entry: object, *, needs_article: bool) -> list[Problem]:
    where = f"{name}: {key}"
    if key not in KEYS:
        return [
            Problem(
                "unknown_provision",
                where,
                f"{where} is not a provision arpad knows; `arpad editions show fide-2024-03` names them.",
            )
        ]
    if not isinstance(entry, dict):
        return [Problem("no_article", where, f'{where} holds {entry!r}; write {{ article = "…", value = {entry!r} }}.')]
    entry_problems: list[Problem] = []
    for part in entry:
        if part not in _ENTRY:
            entry_problems.append(
                Problem("unknown_key", where, f"{where} holds {part!r}; known are: {', '.join(sorted(_ENTRY))}.")
            )
        elif part != "value" and not isinstance(entry[part], str):
            entry_problems.append(
                Problem("wrong_type", where, f"{where}: {part} holds {entry[part]!r}; it has to be text.")
            )
    contents = [part for part in ("value", "table", "rule", "same_as") if part in entry]
    if len(contents) > 1:
        entry_problems.append(
            Problem("two_contents", where, f"{where} has {' and '.join(contents)}; a provision has one of them.")
        )
    entry_problems += _source_problems(where, entry, needs_article=needs_article)
    if not entry_problems:
        entry_problems += _content_problems(where, KEYS[key], entry)
    return entry_problems


def _source_problems(where: str, entry: dict[str, Any], *, needs_article: bool) -> list[Problem]:
    if "article" in entry or "silent" in entry:
        return []
    if needs_article:
        sentence = f"{where} has no article; an edition with status 'text' cites one everywhere."
        return [Problem("no_article", where, sentence)]
    if "after" not in entry:
        return [Problem("no_article", where, f"{where} has neither article nor after; say where this is written.")]
    return []


def _content_problems(where: str, key: Key, entry: dict[str, Any]) -> list[Problem]:
    other = entry.get("same_as")
    if other is not None and (other not in KEYS or KEYS[other].form != key.form or KEYS[other].choices != key.choices):
        sentence = f"{where} is the same as {other!r}, which is no provision that holds the same kind of value."
        return [Problem("wrong_value", where, sentence)]
    if entry.get("value") == NONE or not {"value", "table", "rule"} & set(entry):
        return []
    expected = key.form if key.form in ("table", "rule") else "value"
    if expected not in entry:
        return [Problem("wrong_form", where, f"{where} needs {expected} = …, for it is {key.words}.")]
    content = entry[expected]
    if not _fits(key, content):
        some = "a list of some of" if key.form == "texts" else "one of"
        form = f"{some}: {', '.join(key.choices)}" if key.choices else _FORMS[key.form]
        return [Problem("wrong_value", where, f"{where} holds {content!r}; it has to be {form}.")]
    return []


_FORMS = {
    "whole": "a whole number, not below 0",
    "flag": "true or false",
    "points": 'a decimal in quotes with at most two places, such as "12.50"',
    "months": "a list of months, such as [1, 4, 7, 10]",
    "duration": 'a number and a unit, such as "7 days" or "1 month"',
    "window": 'a number and a unit, such as "7 days", "1 month" or "8 periods"',
    "closing": f'a duration and a side, such as "3 days before", or "{MONTH_BEFORE_LAST}"',
    "date": 'a date in quotes, such as "2012-07-01"',
    "texts": "a list of texts",
    "table": "the name of a table",
}
_LAST_MONTH = 12


def _fits(key: Key, content: Any) -> bool:  # noqa: ANN401, PLR0911 - one return for each form
    match key.form:
        case "whole":
            return isinstance(content, int) and not isinstance(content, bool) and content >= 0
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
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
