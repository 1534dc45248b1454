"""The shipped editions and a federation's own: found by id, by path, or by the day on which they are in force.

Shipped editions never change while arpad runs, and are kept. A file of a federation's own may be edited at any moment:
what was read of it is kept by a `Catalogue`, which lives as long as a path that refers to it, a `ReadPath`.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from arpad.model.bounded import day_of
from arpad.model.period import KINDS, STANDARD
from arpad.model.problems import EditionError
from arpad.regulations import package_data
from arpad.regulations.conversion import ConversionTable, own_table, shipped_table
from arpad.regulations.edition import Edition
from arpad.regulations.edition_file import NONE, EditionFile, read_edition_file
from arpad.regulations.merging import (
    Merged,
    ReadPath,
    effective_day,
    is_path,
    no_circle,
    parent_name,
    refuse_amendment,
    written_out,
)
from arpad.regulations.package_data import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

DEFAULT_AUTHORITY = "fide"
TWIN = "-print"
"""What the id of a printed twin ends with."""
MONTHLY = "-monthly"
"""What the id of an edition ends with that turns on the optional monthly lists of 2003 or 2009."""
_MONTHLY_FROM = f"{DEFAULT_AUTHORITY}{MONTHLY}@"

_MONTH_AT_END = re.compile(r"-\d{4}-\d{2}$", re.ASCII)


class NoEditionError(EditionError):
    """No edition on that day: `answer` is "none" (none then) or "unknown" (not known here)."""

    answer = NONE


@cache
def _authorities() -> Mapping[str, Any]:
    return tomllib.loads(package_data.text("editions", "authorities.toml"))


def authorities() -> tuple[str, ...]:
    """Name who makes regulations that are carried here."""
    return tuple(_authorities())


def authority_edition(authority: str) -> str | None:
    """Name the edition by which an authority's lists are made; None where its editions hold each for its days."""
    text: str | None = _authorities()[authority].get("edition")
    return text


@cache
def shipped_names() -> tuple[str, ...]:
    """Name the shipped editions. A file is named by its id; one that can be in force ends with its first month."""
    return tuple(name for name in package_data.names("editions", ".toml") if name != "authorities")


def shipped_files() -> Mapping[str, EditionFile]:
    """Read all edition files of the package, by id."""
    return {name: SHIPPED.file(name) for name in shipped_names()}


class Catalogue:
    """Editions as they were read: those of the package, and files of a federation's own with all they build on.

    Asked twice, it gives the same edition, even if a file has changed in between; `is_current` tells whether one has.
    """

    def __init__(self) -> None:
        self.asked: dict[tuple[str, str | None, date | None], Edition] = {}
        """What was asked before, by name, kind of chess and day."""
        self._files: dict[str, EditionFile] = {}
        self._states: dict[str, package_data.FileState] = {}
        self._editions: dict[tuple[str, str, str | None], Edition] = {}
        self._merged: dict[tuple[str, str, str | None], Merged] = {}
        self.calendars: dict[tuple[str, str], Any] = {}
        """The calendars of its editions, by name and kind of chess: made by `calendar`, and kept as long."""

    def is_current(self) -> bool:
        """Tell whether the files that were read are still the same."""
        return all(package_data.state(place) == state for place, state in self._states.items())

    def sources(self) -> tuple[str, ...]:
        """Give the paths of all files that were read, without those of the package: editions and their tables."""
        return tuple(sorted(place for place, state in self._states.items() if state is not None))

    def edition(self, name: str, kind: str | None = None, on: date | None = None) -> Edition:
        """Give an edition by id or path, for a kind of chess, as it stands on a day (needed for overlays only)."""
        known = self.asked.get((name, kind, on))
        if known is None:
            known = self.asked[name, kind, on] = self._edition_by_name(name, kind, on)
        return known

    def _edition_by_name(self, name: str, kind: str | None, on: date | None) -> Edition:
        if name.startswith(_MONTHLY_FROM):
            days = _days_of_name(name)
            return _with_monthly_lists(days, kind or KINDS[0], on or days[0])
        name = os.path.abspath(name) if is_path(name) else name  # noqa: PTH100 - see package_data.py
        file = self.file(name)
        kinds = self.kinds(file, (name,))
        chosen = kind or (kinds[0] if kinds else KINDS[0])
        if chosen not in kinds:
            raise EditionError.of(WORDS, "wrong_kind", edition=file.id, kinds=kinds, kind=chosen)
        return self.edition_over(name, chosen, self._base(file, on, (name,)))

    def file(self, name: str) -> EditionFile:
        """Read an edition file, by id or by its whole path."""
        if name not in self._files:
            self._files[name] = self._read(name)
        return self._files[name]

    def _read(self, name: str) -> EditionFile:
        if is_path(name):
            self._states[name] = package_data.state(name)
            shown = min(name, os.path.relpath(name), key=len)
            return read_edition_file(name, shown, os.path.dirname(name))  # noqa: PTH120 - see package_data.py
        if self is not SHIPPED:
            return SHIPPED.file(name)
        if name not in shipped_names():
            from difflib import get_close_matches  # noqa: PLC0415 - only where nothing has that name

            close = get_close_matches(name, shipped_names(), 1)
            raise EditionError.of(WORDS, "unknown_edition", name=name, close=close, known=shipped_names())
        return read_edition_file(package_data.path("editions", f"{name}.toml"), f"{name}.toml", None)

    def edition_over(self, name: str, kind: str, base: str | None) -> Edition:
        """Give an edition for a kind of chess as it stands over another one, where it stands over one at all."""
        if self is not SHIPPED and not is_path(name):
            return SHIPPED.edition_over(name, kind, base)
        if (name, kind, base) not in self._editions:
            self._editions[name, kind, base] = self._resolved(name, kind, base)
        return self._editions[name, kind, base]

    def _resolved(self, name: str, kind: str, base: str | None) -> Edition:
        file = self.file(name)
        merged = self._merge(name, kind, base)
        dated = self._dated(file)
        return Edition(
            id=file.id,
            authority=merged.authority,
            kind=kind,
            kinds=self.kinds(file),
            effective=file.effective,
            status=merged.status,
            title=file.title,
            relation=file.relation,
            parent=file.parent,
            base=base,
            unknown=file.unknown,
            seen_in_force=file.seen_in_force,
            provisions=written_out(merged.held),
            tables=merged.tables,
            first_day=dated.effective,
            follows=self._name_here(parent_name(dated)),
            builds_on=self._name_here(parent_name(file)),
        )

    def _name_here(self, name: str | None) -> str | None:
        """Give the name of an edition that means, wherever it is used, what this catalogue has of it."""
        return name if name is None or not is_path(name) else ReadPath.of(name, self)

    def kinds_of(self, name: str) -> tuple[str, ...]:
        """Name the kinds of chess that an edition is for; optional monthly lists are about standard chess only."""
        return KINDS[:1] if name.startswith(_MONTHLY_FROM) else self.kinds(self.file(name), (name,))

    def kinds(self, file: EditionFile, trail: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Name the kinds of chess that an edition file is for: its own, or those of the edition it builds on."""
        parent = parent_name(file)
        if file.kinds or parent is None:
            return file.kinds
        return self.kinds(self.file(parent), no_circle(trail, parent))

    def _base(self, file: EditionFile, on: date | None, trail: tuple[str, ...]) -> str | None:
        """Name the edition over which this one stands on a day, itself or through its parents; None if over none."""
        day = on or file.effective
        if file.relation == "overlays":
            authority, _, line = str(file.parent).partition("/")
            return in_force(day or effective_day(file), line, authority).id
        parent = parent_name(file)
        return None if parent is None else self._base(self.file(parent), day, no_circle(trail, parent))

    def _dated(self, file: EditionFile, trail: tuple[str, ...] = ()) -> EditionFile:
        """Give the file that says from which day an edition holds: its own, or one from which it derives."""
        parent = parent_name(file)
        if file.effective is not None or file.relation != "derives" or parent is None:
            return file
        return self._dated(self.file(parent), no_circle(trail, parent))

    def _merge(self, name: str, kind: str, base: str | None) -> Merged:
        if self is not SHIPPED and not is_path(name):
            return SHIPPED._merge(name, kind, base)
        if (name, kind, base) not in self._merged:
            file = self.file(name)
            if file.relation == "overlays":
                line = str(file.parent).partition("/")[2]
                merged = Merged(file, self._merge(str(base), line, None))
            else:
                merged = Merged(file, self._merged_parent(file, kind, base))
            if file.relation == "amends":
                merged.amend(file, self.file(str(parent_name(file))).id)
            merged.enter(file, kind, base, self._table)
            self._merged[name, kind, base] = merged
        return self._merged[name, kind, base]

    def _merged_parent(self, file: EditionFile, kind: str, base: str | None) -> Merged | None:
        """Give what stays in force of a fixed parent where this edition says nothing."""
        parent = parent_name(file)
        if parent is None:
            return None
        above = self.file(parent)
        if file.relation == "amends":
            refuse_amendment(file, above)
        kinds = self.kinds(above)
        return self._merge(parent, kind if kind in kinds else kinds[0], base)

    def _table(self, file: EditionFile, name: str, known: ConversionTable | None) -> ConversionTable:
        """Find a conversion table: beside a federation's own file, or among the shipped ones."""
        if file.folder is not None:
            beside = os.path.join(file.folder, f"{name}.csv")  # noqa: PTH118 - see package_data.py
            self._states[beside] = package_data.state(beside)
            if os.path.isfile(beside):  # noqa: PTH113 - the same
                return own_table(beside, name)
        return known or shipped_table(file.id, name)


SHIPPED = Catalogue()
"""The editions of the package. They never change while arpad runs."""
_FILES_KEPT = 8
_last_read: dict[str, Catalogue] = {}
"""What was read of the files that were named last, a few of them; they are looked at again before every answer."""


def read_now(name: str) -> str:
    """Give the name of an edition that means the same as long as it is used: an id, or a path with what is read there.

    >>> read_now("fide-2025-10")
    'fide-2025-10'
    """
    return ReadPath.of(name, catalogue_of(name)) if is_path(name) else name


def catalogue_of(name: str) -> Catalogue:
    """Give the catalogue in which an edition stands: that of the package, or what its files say.

    What a path refers to holds. The files of a plain path are looked at again, and read anew if one has changed.
    """
    if isinstance(name, ReadPath):
        return name.catalogue
    if not is_path(name):
        return SHIPPED
    place = os.path.abspath(name)  # noqa: PTH100 - see package_data.py
    known = _last_read.pop(place, None)
    if known is None or not known.is_current():
        known = Catalogue()
    _last_read[place] = known
    for oldest in list(_last_read)[:-_FILES_KEPT]:
        _last_read.pop(oldest, None)
    return known


def edition(name: str, kind: str | None = None, on: date | None = None) -> Edition:
    """Give an edition by id or path, for a kind of chess, as it stands on a day (needed for overlays only).

    >>> edition("fide-2025-10").value("cap_exempt_from")
    2650
    """
    known = SHIPPED.asked.get((name, kind, on))
    return catalogue_of(name).edition(name, kind, on) if known is None else known


def monthly_from(days: Iterable[date]) -> str:
    """Name the editions in force with the optional monthly lists from some days on; a name like that of an edition.

    >>> from datetime import date
    >>> name = monthly_from([date(2005, 7, 1)])
    >>> name, edition(name, on=date(2005, 6, 1)).id, edition(name, on=date(2009, 6, 1)).id
    ('fide-monthly@2005-07-01', 'fide-2003-07', 'fide-2003-07-monthly')
    """
    return _MONTHLY_FROM + "@".join(day.isoformat() for day in sorted(days))


def _days_of_name(name: str) -> list[date]:
    try:
        return [day_of(day) for day in name.removeprefix(_MONTHLY_FROM).split("@")]
    except ValueError as fault:
        raise EditionError.of(WORDS, "unknown_edition", says="no_days", name=name, begins=_MONTHLY_FROM) from fault


def _with_monthly_lists(days: list[date], kind: str, on: date) -> Edition:
    """Give the edition of a day: with monthly lists where they began under the same text, else the one in force."""
    law = in_force(on, kind)
    text = monthly_text(on)
    if kind != KINDS[0] or text is None or not any(day <= on and monthly_text(day) == text for day in days):
        return law
    return SHIPPED.edition(f"{text}{MONTHLY}", kind, on)


def monthly_text(on: date) -> str | None:
    """Name the text whose optional monthly lists may be turned on for a day (2003 9.3, 2009 7.3); None if none."""
    try:
        law = in_force(on)
    except NoEditionError:
        return None
    return law.provisions["monthly_lists_begin"].origin if law.has("monthly_lists_begin") else None


@cache
def in_force(on: date, kind: str = STANDARD, authority: str = DEFAULT_AUTHORITY) -> Edition:
    """Give the one edition of an authority that is in force on a day for a kind of chess.

    Raise `NoEditionError` where there was none then, or where it is not known here.

    >>> from datetime import date
    >>> in_force(date(2015, 5, 1)).id
    'fide-2014-07'
    """
    if authority not in _authorities():
        raise EditionError.of(WORDS, "unknown_authority", authority=authority, known=tuple(_authorities()))
    if kind not in KINDS:
        raise EditionError.of(WORDS, "unknown_kind", kind=kind, kinds=KINDS)
    month = f"{on.year:04d}-{on.month:02d}"
    for name in _newest_first(authority):
        if name[-len(month) :] > month:
            continue  # an edition's file is not read before its time has come
        file = SHIPPED.file(name)
        if effective_day(file) <= on and kind in file.kinds + file.ends:
            if kind in file.kinds:
                return SHIPPED.edition(name, kind, on)
            raise _nothing(on, kind, authority, ended_by=file)
    raise _nothing(on, kind, authority, ended_by=None)


@cache
def _newest_first(authority: str) -> tuple[str, ...]:
    """Name an authority's own editions, the newest first, by the month in their ids.

    What ends otherwise, a printed twin or a switch, is used where it is named and never in force by itself.
    """
    own = [name for name in shipped_names() if name.startswith(f"{authority}-") and _MONTH_AT_END.search(name)]
    return tuple(sorted(own, key=lambda name: name[-7:], reverse=True))


def _nothing(on: date, kind: str, authority: str, ended_by: EditionFile | None) -> NoEditionError:
    name = str(_authorities()[authority]["name"])
    later = [
        file
        for file in map(SHIPPED.file, reversed(_newest_first(authority)))
        if kind in file.kinds and effective_day(file) > on
    ]
    before = _authorities()[authority]["before"][kind]
    answer = str(before["answer"]) if ended_by is None else NONE
    fault = NoEditionError.of(
        WORDS, f"edition_{answer}", says="no_edition",
        authority=name, kind=kind, day=on, is_none=answer == NONE, why=before["why"],
        ended_by="" if ended_by is None else ended_by.id, ended_on=ended_by and effective_day(ended_by),
        next=later[0].id if later else "", next_from=later and effective_day(later[0]),
    )  # fmt: skip
    fault.answer = answer
    return fault
