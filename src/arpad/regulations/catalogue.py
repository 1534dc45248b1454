"""The shipped editions and a federation's own: found by id, by path, or by the day on which they are in force."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.model.period import KINDS
from arpad.model.problems import EditionError
from arpad.regulations.conversion import Table, read_table
from arpad.regulations.edition import Edition, Provision, presumed
from arpad.regulations.edition_file import NONE, EditionFile, read_edition_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

DEFAULT_AUTHORITY = "fide"
TWIN = "-print"
"""What the id of a printed twin ends with."""

_IN_AFTER = re.compile(r"^\S+ ")


class NoEditionError(EditionError):
    """No edition on that day: `answer` is "none" (none then) or "unknown" (not known here)."""

    answer = NONE


@cache
def _authorities() -> Mapping[str, Any]:
    import tomllib  # noqa: PLC0415 - only this question needs it

    return tomllib.loads(files(__package__).joinpath("editions", "authorities.toml").read_text(encoding="utf-8"))


@cache
def shipped_files() -> Mapping[str, EditionFile]:
    """Read the edition files of the package, by id."""
    found: dict[str, EditionFile] = {}
    for place in sorted(files(__package__).joinpath("editions").iterdir(), key=lambda one: one.name):
        if place.name.endswith(".toml") and place.name != "authorities.toml":
            one = read_edition_file(place, place.name)
            found[one.id] = one
    return found


def is_path(name: str) -> bool:
    """Tell whether an edition is named by a path to a TOML file instead of an id."""
    return name.endswith(".toml") or "/" in name or "\\" in name


@cache
def _file(name: str) -> EditionFile:
    if is_path(name):
        return read_edition_file(Path(name), name)
    known = shipped_files()
    if name not in known:
        raise EditionError.of(
            "unknown_edition",
            f"No edition is called {name!r}. Known are: {', '.join(known)}; or give the path of a TOML file.",
        )
    return known[name]


@cache
def edition(name: str, kind: str | None = None, on: date | None = None) -> Edition:
    """Give an edition by id or path, for a kind of chess, as it stands on a day (needed for overlays only).

    >>> edition("fide-2025-10").value("cap_exempt_from")
    2650
    """
    one = _file(name)
    kinds = _kinds(one)
    chosen = kind or (kinds[0] if kinds else KINDS[0])
    if chosen not in kinds:
        raise EditionError.of(
            "wrong_kind",
            f"The edition {one.id} is for {' and '.join(kinds)}, not for {chosen}; "
            f"see `arpad editions on DATE --kind {chosen}`.",
        )
    day = on if _overlaid(one) else None
    return _edition(name, chosen, day)


@cache
def in_force(on: date, kind: str = "standard", authority: str = DEFAULT_AUTHORITY) -> Edition:
    """Give the one edition of an authority that is in force on a day for a kind of chess.

    Raise `NoEditionError` where there was none then, or where it is not known here.

    >>> from datetime import date
    >>> in_force(date(2015, 5, 1)).id
    'fide-2014-07'
    """
    return edition(_name_in_force(on, kind, authority), kind, on)


@cache
def _lines(kind: str, authority: str) -> tuple[EditionFile, ...]:
    """Give the files of an authority that start or end a kind of chess, in order of their first day."""
    line = [
        one
        for one in shipped_files().values()
        if one.authority == authority and one.relation != "derives" and kind in one.kinds + one.ends
    ]
    return tuple(sorted(line, key=_effective))


@cache
def _name_in_force(on: date, kind: str, authority: str) -> str:
    if authority not in _authorities():
        raise EditionError.of(
            "unknown_authority",
            f"No authority is called {authority!r}; known are: {', '.join(_authorities())}.",
        )
    if kind not in KINDS:
        raise EditionError.of("unknown_kind", f"No kind of chess is called {kind!r}; there are: {', '.join(KINDS)}.")
    line = _lines(kind, authority)
    started = [one for one in line if _effective(one) <= on]
    if started and kind in started[-1].kinds:
        return started[-1].id
    raise _nothing(on, kind, authority, started, line)


def _nothing(
    on: date, kind: str, authority: str, started: list[EditionFile], line: tuple[EditionFile, ...]
) -> NoEditionError:
    name = str(_authorities()[authority]["name"])
    later = [one for one in line if _effective(one) > on and kind in one.kinds]
    next_one = f" The next is {later[0].id}, from {_effective(later[0])} on." if later else ""
    if started:
        answer, words = NONE, f"{started[-1].id} ended it on {_effective(started[-1])}"
    else:
        before = _authorities()[authority]["before"][kind]
        answer, words = str(before["answer"]), str(before["words"])
    said = "there were none then" if answer == NONE else "they are not known here"
    fault = NoEditionError.of(
        f"edition_{answer}",
        f"No edition of {name} for {kind} chess on {on}: {said}; {words}.{next_one} "
        "Choose another day or name an edition.",
    )
    fault.answer = answer
    return fault


def _effective(one: EditionFile) -> date:
    if one.effective is None:
        raise EditionError.of("no_date", f"The edition {one.id} has no first day; give it effective = YYYY-MM-DD.")
    return one.effective


def _parent_name(one: EditionFile) -> str | None:
    """Give the name of a fixed parent; a path is meant from the file's own folder."""
    if one.relation not in ("amends", "derives") or one.parent is None:
        return None
    if is_path(one.parent) and isinstance(one.place, Path):
        return str(one.place.parent.joinpath(one.parent))
    return one.parent


def _kinds(one: EditionFile) -> tuple[str, ...]:
    parent = _parent_name(one)
    if one.kinds or parent is None:
        return one.kinds
    return _kinds(_file(parent))


def _overlaid(one: EditionFile) -> bool:
    """Tell whether an edition stands, itself or through its parents, over another line."""
    parent = _parent_name(one)
    return one.relation == "overlays" or (parent is not None and _overlaid(_file(parent)))


@cache
def _edition(name: str, kind: str, on: date | None, trail: tuple[str, ...] = ()) -> Edition:
    one = _file(name)
    if name in trail:
        raise EditionError.of(
            "circle", f"{' → '.join((*trail, name))} goes in a circle; an edition cannot be its own parent."
        )
    below = _below(one, kind, on, (*trail, name))
    inherited = dict(below.provisions) if below else {}
    if one.presumes:
        inherited = {key: presumed(found) for key, found in inherited.items()}
    if one.relation == "amends":
        inherited = {key: replace(found, edition=one.id) for key, found in inherited.items()}
    base = below.base if below and one.relation != "overlays" else (below.id if below else None)
    status = one.status or (below.status if below else "text")
    entries = dict(one.provisions) | one.of_kind.get(kind, {})
    if base:
        entries |= one.while_base.get(base, {})
    tables = dict(below.tables) if below else {}
    provisions = dict(inherited)
    for key, entry in entries.items():
        provisions[key] = _provision(one, status, key, entry, inherited.get(key))
        table = provisions[key].table
        if table:
            tables[table] = _table(one, table, tables.get(table))
    return Edition(
        id=one.id,
        authority=one.authority or (below.authority if below else ""),
        kind=kind,
        kinds=_kinds(one),
        effective=one.effective,
        status=status,
        title=one.title,
        relation=one.relation,
        parent=one.parent,
        base=base,
        day=on,
        unknown=one.unknown,
        seen_in_force=one.seen_in_force,
        provisions=provisions,
        tables=tables,
    )


def _below(one: EditionFile, kind: str, on: date | None, trail: tuple[str, ...]) -> Edition | None:
    """Give the edition whose provisions stay in force where this one says nothing."""
    if one.relation == "overlays":
        authority, _, line = str(one.parent).partition("/")
        return in_force(on or _effective(one), line, authority)
    parent = _parent_name(one)
    if parent is None:
        return None
    above = _file(parent)
    if one.relation == "amends":
        if one.authority != above.authority:
            raise EditionError.of(
                "other_authority",
                f"{one.id} amends {above.id} of another authority; use derives = {one.parent!r} instead.",
            )
        if _effective(one) <= _effective(above):
            raise EditionError.of(
                "older_than_parent",
                f"{one.id} is in force from {_effective(one)}, not later than {above.id}, which it amends "
                f"({_effective(above)}); give it a later day.",
            )
    kinds = _kinds(above)
    day = (on or _effective(one) if one.effective else on) if _overlaid(above) else None
    return _edition(parent, kind if kind in kinds else kinds[0], day, trail)


def _provision(
    one: EditionFile, status: str, key: str, entry: dict[str, Any], inherited: Provision | None
) -> Provision:
    reconstructed = "after" in entry or (status == "reconstructed" and one.relation != "derives")
    article = entry.get("article") or _IN_AFTER.sub("", entry.get("after", ""))
    notes = {part: entry.get(part) for part in ("confidence", "source", "after", "reading", "erratum", "note")}
    if "silent" in entry or not {"value", "table", "rule"} & set(entry):
        if inherited is None:
            raise EditionError.of(
                "nothing_to_renumber",
                f"{one.id}: {key} has no value, and there is none in its parent to renumber; give it a value.",
            )
        article = article or inherited.article
        kept = replace(
            inherited,
            article=article,
            origin=one.id,
            edition=one.id,
            reconstructed=reconstructed,
            silent=entry.get("silent"),
        )
        return replace(kept, **{part: said for part, said in notes.items() if said is not None})
    value = entry.get("value")
    if isinstance(value, list):
        value = tuple(value)
    return Provision(
        key,
        article,
        one.id,
        one.id,
        value=None if value == NONE else value,
        table=entry.get("table"),
        rule=entry.get("rule"),
        reconstructed=reconstructed,
        **notes,
    )


def _table(one: EditionFile, name: str, known: Table | None) -> Table:
    """Find a conversion table: beside a federation's own file, or among the shipped ones."""
    if isinstance(one.place, Path):
        beside = one.place.parent.joinpath(f"{name}.csv")
        if beside.is_file():
            return read_table(beside)
    if known is not None:
        return known
    return _shipped_table(one.id, name)


@cache
def _shipped_table(by: str, name: str) -> Table:
    place = files(__package__).joinpath("tables", f"{name}.csv")
    if not place.is_file():
        raise EditionError.of(
            "missing_table", f"{by} names the table {name!r}, but there is no {name}.csv; put it beside the edition."
        )
    return read_table(place)
