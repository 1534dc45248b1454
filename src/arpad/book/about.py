"""What a book says of itself in `book.toml`: its title, its law, and in which form it is written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import arpad
from arpad.book.problems import problem
from arpad.book.schema import ABOUT, ABOUT_KEYS, EDITIONS, FORMAT, FORMATS, NEEDS
from arpad.model.bounded import MOST_IN_TOML, YEARS, TomlError, read_whole, toml_of
from arpad.model.period import KINDS
from arpad.model.problems import EditionError
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, NoEditionError, in_force
from arpad.regulations.merging import is_path
from arpad.regulations.rulebook import MONTHLY_AT_ONCE, Rulebook, monthly_fault

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.model.problems import FileProblem

_DELETE = "\x7f"
_MONTHLY = "monthly_regime"
_OF_FORM = ("format", "needs")
"""What says in which form the rest is written."""


@dataclass(frozen=True, slots=True)
class About:
    """What `book.toml` says."""

    title: str = ""
    authority: str = DEFAULT_AUTHORITY
    monthly_regime: bool | tuple[date, ...] = False
    """Whether the optional monthly lists had begun, or on which days."""
    seed: int | None = None
    edition: str | None = None
    """The edition by which all lists are made: an id, or the name of a file in the folder `editions` of the book."""

    @property
    def monthly_days(self) -> tuple[date, ...]:
        """The days on which the optional monthly lists began: as they are named, or as early as can be."""
        if isinstance(self.monthly_regime, bool):
            return MONTHLY_AT_ONCE if self.monthly_regime else ()
        return self.monthly_regime

    def rulebook(self, folder: Path | None = None) -> Rulebook:
        """Give the rulebook by which the lists of the book in a folder are made."""
        name = self.edition
        if name is not None and folder is not None and is_path(name):
            name = str(folder.joinpath(EDITIONS, name))
        return Rulebook(self.authority, name, self.monthly_days)

    def text(self) -> str:
        """Write it as TOML."""
        monthly = self.monthly_regime
        days = _toml(monthly) if isinstance(monthly, bool) else f"[{', '.join(map(str, monthly))}]"
        lines = [
            f"format = {FORMAT}",
            f"needs = {_toml(NEEDS)}",
            f"title = {_toml(self.title)}",
            f"authority = {_toml(self.authority)}",
            *([] if self.edition is None else [f"edition = {_toml(self.edition)}"]),
            f"monthly_regime = {days}",
            *([] if self.seed is None else [f"seed = {self.seed}"]),
        ]
        return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Write a value; the strings of JSON are strings of TOML, but for one character."""
    return json.dumps(value, ensure_ascii=False).replace(_DELETE, "\\u007f")


def read_about(folder: Path) -> tuple[About | None, bool, list[FileProblem]]:
    """Read what a book says of itself: None where it is no book, whether it is written anew, and what is wrong."""
    place = folder.joinpath(ABOUT)
    if not place.is_file():
        return None, False, [problem("no_book", folder=folder.name, file=ABOUT)]
    try:
        settings = toml_of(read_whole(place, MOST_IN_TOML).decode("utf-8-sig"))
    except (TomlError, UnicodeDecodeError, OSError) as fault:
        why = getattr(fault, "strerror", None) or str(fault)
        return None, False, [problem("book_toml", file=ABOUT, why=why)]
    form = settings.get("format")
    if type(form) is int and form not in FORMATS:
        return None, False, [_other_form(form, settings.get("needs"))]
    faults = {key: _fault(key, value, folder) for key, value in settings.items()}
    problems = [fault for fault in faults.values() if fault is not None]
    if form is None:
        problems.append(problem("book_toml", says="no_format", file=ABOUT, format=FORMAT))
    accepted = {key: value for key, value in settings.items() if faults[key] is None and key not in _OF_FORM}
    accepted |= {key: tuple(value) for key, value in accepted.items() if isinstance(value, list)}
    return About(**accepted), form != FORMAT, problems


def _other_form(form: int, needs: object) -> FileProblem:
    """Say which version of arpad reads a book of another form; that is all that is known of it here."""
    version = needs if isinstance(needs, str) else ""
    return problem(
        "book_format", format=form, known=FORMATS, newer=form > FORMAT, needs=version, version=arpad.__version__
    )


def _fault(key: str, value: Any, folder: Path) -> FileProblem | None:  # noqa: ANN401 - anything that TOML can hold
    if key not in ABOUT_KEYS:
        close = get_close_matches(key, ABOUT_KEYS, 1)
        return problem("book_toml", says="unknown_key", file=ABOUT, key=key, close=close, known=tuple(ABOUT_KEYS))
    kind = ABOUT_KEYS[key][0]
    if key == _MONTHLY and type(value) is not kind:
        return _fault_of_days(key, value)
    if type(value) is not kind:
        return problem("book_toml", says="wrong_kind", file=ABOUT, key=key, value=repr(value), asked=kind.__name__)
    if key == "edition":
        return _unknown_edition(str(value), folder)
    refusal = unknown_authority(str(value)) if key == "authority" else None
    return None if refusal is None else problem("book_toml", says="refused", file=ABOUT, fault=refusal)


def _fault_of_days(key: str, value: Any) -> FileProblem | None:  # noqa: ANN401 - as above
    if not isinstance(value, list) or not value or any(type(day) is not date or day.year not in YEARS for day in value):
        return problem("book_toml", says="wrong_days", file=ABOUT, key=key, value=_shown(value))
    fault = monthly_fault(value)
    if fault is None:
        return None
    return problem("book_toml", says="impossible_days", file=ABOUT, key=key, days=value, fault=fault)


def _shown(value: object) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else repr(value)


def unknown_authority(name: str) -> EditionError | None:
    """Give the refusal of an authority that is not known; None where it is."""
    try:
        in_force(date(2025, 1, 1), KINDS[0], name)
    except NoEditionError:
        return None
    except EditionError as fault:
        return fault
    return None


def _unknown_edition(name: str, folder: Path) -> FileProblem | None:
    """Say why an edition cannot be the law of a book; None where it can."""
    if is_path(name) and ("/" in name or "\\" in name):
        return problem("book_toml", says="edition_outside", file=ABOUT, edition=name, editions=EDITIONS)
    try:
        _ = About(edition=name).rulebook(folder).kinds
    except EditionError as fault:
        return problem("book_toml", says="refused", file=ABOUT, fault=fault)
    return None
