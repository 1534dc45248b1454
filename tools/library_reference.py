"""The reference of the library: every public name with its signature, what it gives, and an example that runs."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import pairwise
from typing import Any, NewType

import arpad

INTRODUCTION = """Everything public is in `arpad` itself. Ratings are whole numbers; scores are given in points or by
name, and come back in hundredths of a point, so that nothing is ever a float: `arpad.decimal` writes them. A request
that cannot be carried out raises `arpad.ArpadError` with a sentence. Names are loaded when they are first asked for,
and only books need more than the standard library.

"""
GROUPS = {
    "Single questions": ("expected", "performance", "change", "needed", "coefficient", "round_robin"),
    "One player's period": (
        "Player", "Born", "Game", "Score", "WIN", "DRAW", "LOSS", "Event", "RatingPeriod",
        "rate_player", "first_rating", "explain", "notices",
    ),
    "Reports": ("read_report", "check", "rate"),
    "Lists and books": ("read_list", "Book", "close"),
    "The regulations": ("edition", "in_force", "calendar", "adjustments"),
    "What comes back": (
        "ExpectedScore", "PerformanceRating", "Needed", "PlayerResult", "FirstRating", "Explanation", "ExplainedLine",
        "Citation", "Coefficient", "Facts", "Entrant", "RoundRobin", "ReadReport", "Verdict", "Finding",
        "RatedReports", "PublishedList", "Listed", "ClosedList", "Edition", "Provision",
    ),
    "Numbers": ("decimal", "hundredths", "Rating", "Hundredths"),
    "Faults": ("ArpadError", "RefusedError", "EditionError", "NoEditionError", "Problem", "FileProblem", "Notice"),
}  # fmt: skip
BOOK = """A book is a folder; see [how to keep one](../how-to/keep-a-book.md). Here one is made up:

```console
$ arpad book world office --players 60 --months 1 --seed 7
...
```

```python
>>> import arpad
>>> book = arpad.Book.open("office")
>>> closed = arpad.close(book, "2026-11")
>>> closed.list_date == book.list_dates[-1]
True
>>> player = closed.frame["fide_id"][0]
>>> book.explain(player, "2026-11").agrees
True

```

"""
BAR = r"\|"
Row = tuple[str, str, str]
_EXAMPLE = re.compile(r"^>>> import arpad\n.*\Z", re.MULTILINE | re.DOTALL)


def library_page(note: str) -> str:
    """Write the page."""
    named = [name for names in GROUPS.values() for name in names]
    if sorted(named) != sorted(arpad.__all__):
        odd = sorted(set(named) ^ set(arpad.__all__))
        message = f"the reference and the public names differ: {', '.join(odd)}"
        raise ValueError(message)
    text = f"# The library\n\n{note}{INTRODUCTION}"
    for group, names in GROUPS.items():
        text += f"## {group}\n\n{BOOK if 'Book' in names else ''}"
        for name in names:
            text += f"### arpad.{name}\n\n{_entry(name, getattr(arpad, name))}"
    return text.rstrip("\n") + "\n"


def _entry(name: str, public: Any) -> str:  # noqa: ANN401 - any public name
    if isinstance(public, NewType):
        sentence = "A published rating" if name == "Rating" else "Points or probability times one hundred"
        return f"{sentence}: an `{public.__supertype__.__name__}` by another name. A plain whole number does.\n\n"
    if isinstance(public, Enum):
        return f"The number {int(public.value)}, a member of `arpad.{type(public).__name__}`.\n\n"
    words = inspect.cleandoc(public.__doc__ or "")
    example = _EXAMPLE.search(words)
    words = words.partition("\n>>> ")[0].strip()
    text = f"```text\n{_signature(name, public)}\n```\n\n" if _is_called(public) else ""
    text += f"{words}\n\n{_attributes(public) if isinstance(public, type) else ''}"
    return text + (f"```python\n{example[0].rstrip()}\n\n```\n\n" if example else "")


def _is_called(public: Any) -> bool:  # noqa: ANN401 - any public name
    """Tell whether a program calls it: a function, or a class that is given and not only got."""
    return not isinstance(public, type) or public.__name__ in {*GROUPS["One player's period"], "Facts", "Entrant"} - {
        "Score"
    }


def _signature(name: str, public: Any) -> str:  # noqa: ANN401 - any public name
    """Write how it is called, each parameter on a line of its own where there are many."""
    signature = inspect.signature(public)
    parameters = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
    written, is_keyword = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            written.append("*")
            is_keyword = True
        value = parameter.default
        default = "" if value is parameter.empty else f" = {getattr(value, '__name__', repr(value))}"
        written.append(f"{parameter.name}: {_type(parameter.annotation)}{default}")
    returned = "" if isinstance(public, type) else f" -> {_type(signature.return_annotation)}"
    short = f"arpad.{name}({', '.join(written)}){returned}"
    if len(short) <= 110:  # noqa: PLR2004 - what fits on a line of the page
        return short
    return f"arpad.{name}(\n" + "".join(f"    {parameter},\n" for parameter in written) + f"){returned}"


def _type(annotation: Any) -> str:  # noqa: ANN401 - a type, or its text
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return text.replace("model.", "")


def _attributes(public_class: type) -> str:
    """List what an object has: fields, properties, methods."""
    rows = [*_fields(public_class), *_members(public_class)]
    if not rows or issubclass(public_class, (Enum, Exception)):
        return ""
    lines = ["| has | type | what it is |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(cell.replace('|', BAR) for cell in row)} |" for row in rows)]) + "\n\n"


def _fields(public_class: type) -> list[Row]:
    if not is_dataclass(public_class) and not hasattr(public_class, "_fields"):
        return []
    kinds: dict[str, Any] = {}
    for base in reversed(public_class.__mro__):
        kinds |= vars(base).get("__annotations__", {})
    names = [field.name for field in fields(public_class)] if is_dataclass(public_class) else public_class._fields
    words = _words_of_fields(public_class)
    return [(f"`{name}`", f"`{_type(kinds[name])}`", words.get(name, "")) for name in names]


def _words_of_fields(public_class: type) -> dict[str, str]:
    """Give the strings that stand below the fields of a class and say what they are."""
    words: dict[str, str] = {}
    for base in public_class.__mro__:
        if not base.__module__.startswith("arpad"):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        for field, below in pairwise(body.body if isinstance(body, ast.ClassDef) else []):
            if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
                sentence = " ".join(inspect.cleandoc(ast.literal_eval(below.value)).split())
                words.setdefault(ast.unparse(field.target), sentence)
    return words


def _members(public_class: type) -> list[Row]:
    members: dict[str, Any] = {}
    for base in reversed(public_class.__mro__):
        members |= vars(base) if base.__module__.startswith("arpad") else {}
    rows = []
    for name, value in members.items():
        call = value.fget if isinstance(value, property) else value
        call = call.__func__ if isinstance(call, classmethod) else call
        if name.startswith("_") or not inspect.isfunction(call):
            continue
        given = [parameter for parameter in inspect.signature(call).parameters if parameter not in {"self", "cls"}]
        shown = name if isinstance(value, property) else f"{name}({', '.join(given)})"
        rows.append((f"`{shown}`", f"`{_type(call.__annotations__.get('return', ''))}`", _first(call)))
    return rows


def _first(public: Any) -> str:  # noqa: ANN401 - what has a docstring
    return (public.__doc__ or "").partition("\n")[0]
