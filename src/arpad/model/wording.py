"""Words for data: a sentence is made last, from a template of a language file and the facts of what it is about.

Each room has a folder `words` with a file for each language, `en.toml` for English; what all of them share, the grammar
of a language, stands in `model/words`. Another language is another file beside each, with the same sections and names.
A template is text with places for facts:

| place | what is written there |
|---|---|
| `{name}` | the fact, which may have a sentence of its own (a problem, a refusal); of several, all with commas |
| `{name!r}`, `{name!u}` | in quotes; with a capital letter, at the beginning of a sentence |
| `{name:is|are}` | the form for a number, or for as many as there are: the forms of a language in its own order |
| `{name:?text|otherwise}` | the text where the fact is given, is not 0 and not empty; otherwise the other, or nothing |
| `{name:list}`, `{name:list phrase}` | several with the word for *and*; of many the first, and how many more |
| `{name:with '; '}`, `{name:with '; ' phrase}` | several with this in between |
| `{name:as phrase}` | a phrase, with the facts of a record |
| `{name:in section}` | the words that a section has for a code |
| `{name:minutes}`, `{name:hours}` | a length of time, given in seconds |

Places may stand in the texts of a place. A *phrase* is a template of the section `phrase`; it is written for each of
several facts, which it calls `it`, or by their own names where each is a record. Which form a number takes is said by
`plural` in the grammar: one entry for each form but the last, with the `numbers` that take it, and the last digits
(`ends`) that do unless the last two are among `but_not`. English has one entry, the number 1; Polish would add the
ends 2, 3 and 4 but not 12, 13 and 14, and write `{games:partia|partie|partii}`.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LANGUAGE = "en"
SHOWN = 8
"""Of a long list so many are named."""

_NAME = re.compile(r"(\w+)(?:!([ru]))?(?::(.*))?", re.DOTALL)
_WITH = re.compile(r"with '([^']*)'(?: (\w+))?")
_UNITS = (("hours", 3600), ("minutes", 60), ("seconds", 1))


class Field(NamedTuple):
    """A place for a fact: its name, how it begins, what is done with it, and the texts among which it chooses."""

    name: str
    conversion: str | None = None
    word: str = ""
    phrase: str = ""
    between: str = ", "
    texts: tuple[Template, ...] = ()


Template = tuple[str | Field, ...]


@cache
def parsed(text: str) -> Template:
    """Take a template apart into texts and places.

    >>> parsed("{games} {games:game|games}")[1:]
    (' ', Field(name='games', conversion=None, word='number', phrase='', between=', ', texts=(('game',), ('games',))))
    """
    parts: list[str | Field] = []
    at = 0
    while (start := text.find("{", at)) >= 0:
        if start > at:
            parts.append(text[at:start])
        at = _closing(text, start) + 1
        parts.append(_field(text[start + 1 : at - 1]))
    return (*parts, text[at:]) if at < len(text) else tuple(parts)


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    raise ValueError(f"A place is not closed: {text[start:]!r}")


def _field(inside: str) -> Field:
    matched = _NAME.fullmatch(inside)
    if matched is None:
        raise ValueError(f"This is no place for a fact: {{{inside}}}")
    name, conversion, given = matched.groups()
    if given is None:
        return Field(name, conversion)
    texts = tuple(parsed(text) for text in _split(given.removeprefix("?")))
    if given.startswith("?"):
        return Field(name, conversion, "if", texts=texts)
    if len(texts) > 1:
        return Field(name, conversion, "number", texts=texts)
    between = _WITH.fullmatch(given)
    if between is not None:
        return Field(name, conversion, "with", between[2] or "", between[1])
    word, _, phrase = given.partition(" ")
    if word not in {"list", "as", "in", "minutes", "hours"}:
        raise ValueError(f"A place does not know what to do: {{{inside}}}")
    return Field(name, conversion, word, phrase)


def _split(text: str) -> list[str]:
    """Part a text at each bar that is not within a place."""
    parts, depth = [""], 0
    for sign in text:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


@cache
def _file(folder: str, language: str) -> dict[str, Any]:
    with open(os.path.join(folder, f"{language}.toml"), "rb") as file:  # noqa: PTH118, PTH123 - pathlib is slow to load
        return tomllib.load(file)


def words_folder(beside: str) -> str:
    """Give the folder of words beside a module."""
    return os.path.join(os.path.dirname(os.path.abspath(beside)), "words")  # noqa: PTH100, PTH118, PTH120 - as above


_GRAMMAR = words_folder(__file__)


class Wording:
    """The words of a room, in all its languages."""

    def __init__(self, beside: str) -> None:
        """Find the words beside a module."""
        self.folder = words_folder(beside)

    def sections(self, language: str = LANGUAGE) -> Mapping[str, Mapping[str, str]]:
        """Give everything that the file of a language says."""
        return _file(self.folder, language)

    def say(self, section: str, name: str, facts: Mapping[str, Any], language: str = LANGUAGE) -> str:
        """Give the words for something, with the facts put in."""
        template = parsed(self.sections(language)[section][name])
        if len(template) == 1 and isinstance(template[0], str):
            return template[0]
        return _Speech(self.sections(language), _file(_GRAMMAR, language), language).text(template, facts)


class _Speech:
    """Puts facts into templates of one language."""

    def __init__(self, sections: Mapping[str, Mapping[str, str]], grammar: Mapping[str, Any], language: str) -> None:
        self._sections = sections
        self._grammar = grammar
        self._language = language

    def text(self, template: Template, facts: Mapping[str, Any]) -> str:
        return "".join(part if isinstance(part, str) else self._written(part, facts) for part in template)

    def _written(self, field: Field, facts: Mapping[str, Any]) -> str:
        value = facts[field.name]
        match field.word:
            case "if":
                given = self.text(field.texts[0] if value else (field.texts[1:] or ((),))[0], facts)
            case "number":
                given = self.text(field.texts[self._form(value)], facts)
            case "list":
                given = self._listed([*self._each(field, value, facts)])
            case "as":
                given = next(self._each(field, [value], facts))
            case "in":
                given = self.text(parsed(self._sections[field.phrase][str(value)]), facts)
            case "minutes" | "hours":
                given = self._duration(value, field.word)
            case _ if isinstance(value, tuple | list):
                given = field.between.join(self._each(field, value, facts))
            case _:
                given = self._plain(field, value)
        return given[:1].upper() + given[1:] if field.conversion == "u" else given

    def _each(self, field: Field, values: Sequence[Any], facts: Mapping[str, Any]) -> Iterator[str]:
        if not field.phrase:
            yield from (self._plain(field, value) for value in values)
            return
        phrase = parsed(self._sections["phrase"][field.phrase])
        for value in values:
            yield self.text(phrase, {**facts, **(value if isinstance(value, dict) else {"it": value})})

    def _plain(self, field: Field, value: Any) -> str:  # noqa: ANN401 - a fact, or one of several
        if field.conversion == "r":
            return repr(value)
        return str(value.sentence(self._language) if hasattr(value, "sentence") else value)

    def _listed(self, names: Sequence[str]) -> str:
        names = list(dict.fromkeys(names))
        if len(names) <= 1:
            return "".join(names)
        last, shown = names[-1], names[:-1]
        if len(names) > SHOWN + 1:
            shown, last = names[:SHOWN], self.text(parsed(self._grammar["list"]["more"]), {"n": len(names) - SHOWN})
        return self.text(parsed(self._grammar["list"]["last"]), {"shown": ", ".join(shown), "last": last})

    def _form(self, value: Any) -> int:  # noqa: ANN401 - a number, or several things
        number = value if isinstance(value, int) else len(value)
        forms = self._grammar["plural"]
        for place, form in enumerate(forms):
            ends = number % 10 in form.get("ends", ()) and number % 100 not in form.get("but_not", ())
            if number in form.get("numbers", ()) or ends:
                return place
        return len(forms)

    def _duration(self, seconds: int, largest: str) -> str:
        """Write a length of time in units of which there are some; minutes are written where nothing else is."""
        parts: list[str] = []
        for unit, length in _UNITS:
            if unit == "hours" and largest != "hours":
                continue
            count, seconds = divmod(seconds, length)
            if count or (unit == "minutes" and (largest == "minutes" or not (parts or seconds))):
                parts.append(self.text(parsed(self._grammar["unit"][unit]), {"n": count}))
        return " ".join(parts)
