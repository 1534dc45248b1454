"""What an edition holds: its own entries over those of the edition below it, provision by provision."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.model.problems import EditionError
from arpad.regulations.edition import Held, Provision
from arpad.regulations.edition_file import NONE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.regulations.catalogue import Catalogue
    from arpad.regulations.conversion import ConversionTable
    from arpad.regulations.edition_file import EditionFile

    FindTable = Callable[[EditionFile, str, ConversionTable | None], ConversionTable]
    """Finds a conversion table that an edition file names; the last argument is the one known from below."""

_FIRST_WORD = re.compile(r"^\S+ ")


def is_path(name: str) -> bool:
    """Tell whether an edition is named by a path to a TOML file instead of an id."""
    return name.endswith(".toml") or "/" in name or "\\" in name


class ReadPath(str):
    """The path of an edition file together with what was read there: one run goes by one law, from beginning to end.

    A plain path means what the file says at the moment, and so does this one in another process.
    """

    __slots__ = ("catalogue",)
    catalogue: Catalogue

    @classmethod
    def of(cls, path: str, catalogue: Catalogue) -> ReadPath:
        """Name a file as it stands in a catalogue."""
        read_path = cls(path)
        read_path.catalogue = catalogue
        return read_path

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def effective_day(file: EditionFile) -> date:
    """Give the first day of an edition; refuse a file that names none."""
    if file.effective is None:
        raise EditionError.of("no_date", f"The edition {file.id} has no first day; give it effective = YYYY-MM-DD.")
    return file.effective


def parent_name(file: EditionFile) -> str | None:
    """Give the name of a fixed parent; a path is meant from the file's own folder."""
    if file.relation not in ("amends", "derives") or file.parent is None:
        return None
    if is_path(file.parent) and file.folder is not None:
        return os.path.abspath(os.path.join(file.folder, file.parent))  # noqa: PTH100, PTH118 - see package_data.py
    return file.parent


def no_circle(trail: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Give the way that was gone through the parents with one more; refuse to go in a circle."""
    if name in trail:
        raise EditionError.of(
            "circle", f"{' → '.join((*trail, name))} goes in a circle; an edition cannot be its own parent."
        )
    return (*trail, name)


def refuse_amendment(file: EditionFile, above: EditionFile) -> None:
    """Refuse an amendment of another authority's edition, or of one that is not older."""
    if file.authority != above.authority:
        raise EditionError.of(
            "other_authority",
            f"{file.id} amends {above.id} of another authority; use derives = {file.parent!r} instead.",
        )
    if effective_day(file) <= effective_day(above):
        raise EditionError.of(
            "older_than_parent",
            f"{file.id} is in force from {effective_day(file)}, not later than {above.id}, which it amends "
            f"({effective_day(above)}); give it a later day.",
        )


class Merged:
    """What an edition holds, its own and what it has from below, before it is written out."""

    def __init__(self, file: EditionFile, below: Merged | None) -> None:
        self.authority: str = file.authority or (below.authority if below else "")
        self.status: str = file.status or (below.status if below else "text")
        self.held: dict[str, Held] = dict(below.held) if below else {}
        self.tables: dict[str, ConversionTable] = dict(below.tables) if below else {}

    def amend(self, file: EditionFile, above: str) -> None:
        """Carry what an amendment leaves alone into its text; what comes from under an overlay stays that line's."""
        self.held = {
            key: held.amended(file.id, presumed=file.presumes) if held.edition == above else held
            for key, held in self.held.items()
        }

    def enter(self, file: EditionFile, kind: str, base: str | None, find_table: FindTable) -> None:
        """Put the file's own entries for a kind of chess in the place of what was there."""
        entries = dict(file.provisions) | file.of_kind.get(kind, {}) | file.while_base.get(base or "", {})
        for key, entry in entries.items():
            self.held[key] = Held(_provision(file, self.status, key, entry, self.held.get(key)), file.id)
            table = entry.get("table")
            if table:
                self.tables[table] = find_table(file, table, self.tables.get(table))


def written_out(held: Mapping[str, Held]) -> dict[str, Provision]:
    """Write provisions out as they stand in an edition; one that is the same as another has the content of that."""
    provisions = {key: entry.provision_here() for key, entry in held.items()}
    for key, provision in provisions.items():
        other = provisions.get(provision.same_as or "")
        if other is not None and other.present:
            provisions[key] = replace(provision, value=other.value, table=other.table, rule=other.rule)
    return provisions


def _provision(file: EditionFile, status: str, key: str, entry: dict[str, Any], inherited: Held | None) -> Provision:
    reconstructed = "after" in entry or (status == "reconstructed" and file.relation != "derives")
    article = entry.get("article") or _FIRST_WORD.sub("", entry.get("after", ""))
    notes = {part: entry.get(part) for part in ("confidence", "source", "after", "reading", "erratum", "note")}
    if "silent" not in entry and {"value", "table", "rule"} & set(entry):
        value = entry.get("value")
        content: dict[str, Any] = {
            "value": None if value == NONE else tuple(value) if isinstance(value, list) else value
        }
        content |= {"table": entry.get("table"), "rule": entry.get("rule")}
        return Provision(key, article, file.id, file.id, reconstructed=reconstructed, **content, **notes)
    if inherited is None:
        raise EditionError.of(
            "nothing_to_renumber",
            f"{file.id}: {key} has no value, and there is none in its parent to renumber; give it a value.",
        )
    kept = inherited.provision
    return Provision(
        key,
        article or kept.article,
        file.id,
        file.id,
        value=kept.value,
        table=kept.table,
        rule=kept.rule,
        reconstructed=reconstructed,
        silent=entry.get("silent"),
        same_as=entry.get("same_as"),
        **{part: note if note is not None else getattr(kept, part) for part, note in notes.items()},
    )
