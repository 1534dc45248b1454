"""The shipped editions and a federation's own: found by id, by path, or by the day on which they are in force."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import replace
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from arpad.model.period import KINDS
from arpad.model.problems import EditionError
from arpad.regulations import shipped
from arpad.regulations.conversion import Table, read_table
from arpad.regulations.edition import Edition, Held, Provision
from arpad.regulations.edition_file import NONE, EditionFile, read_edition_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DEFAULT_AUTHORITY = "fide"
TWIN = "-print"
"""What the id of a printed twin ends with."""
MONTHLY = "-monthly"
"""What the id of an edition ends with that turns on the optional monthly lists of 2003 or 2009."""
_MONTHLY_FROM = f"{DEFAULT_AUTHORITY}{MONTHLY}@"

_FIRST_WORD = re.compile(r"^\S+ ")
_MONTH_AT_END = re.compile(r"-\d{4}-\d{2}$", re.ASCII)


class NoEditionError(EditionError):
    """No edition on that day: `answer` is "none" (none then) or "unknown" (not known here)."""

    answer = NONE


@cache
def _authorities() -> Mapping[str, Any]:
    return tomllib.loads(shipped.text("editions", "authorities.toml"))


@cache
def shipped_names() -> tuple[str, ...]:
    """Name the shipped editions. A file is named by its id; one that can be in force ends with its first month."""
    return tuple(name for name in shipped.names("editions", ".toml") if name != "authorities")


def shipped_files() -> Mapping[str, EditionFile]:
    """Read all edition files of the package, by id."""
    return {name: _file(name) for name in shipped_names()}


def is_path(name: str) -> bool:
    """Tell whether an edition is named by a path to a TOML file instead of an id."""
    return name.endswith(".toml") or "/" in name or "\\" in name


@cache
def _file(name: str) -> EditionFile:
    if is_path(name):
        shown = min(name, os.path.relpath(name), key=len)
        return read_edition_file(name, shown, os.path.dirname(name))  # noqa: PTH120 - see shipped.py
    if name not in shipped_names():
        raise EditionError.of(
            "unknown_edition",
            f"No edition is called {name!r}. Known are: {', '.join(shipped_names())}; or give the path of a TOML file.",
        )
    return read_edition_file(shipped.path("editions", f"{name}.toml"), f"{name}.toml", None)


@cache
def edition(name: str, kind: str | None = None, on: date | None = None) -> Edition:
    """Give an edition by id or path, for a kind of chess, as it stands on a day (needed for overlays only).

    >>> edition("fide-2025-10").value("cap_exempt_from")
    2650
    """
    if name.startswith(_MONTHLY_FROM):
        days = _days_of_name(name)
        return _with_monthly_lists(days, kind or KINDS[0], on or days[0])
    name = os.path.abspath(name) if is_path(name) else name  # noqa: PTH100 - see shipped.py
    one = _file(name)
    kinds = _kinds(one, (name,))
    chosen = kind or (kinds[0] if kinds else KINDS[0])
    if chosen not in kinds:
        raise EditionError.of(
            "wrong_kind",
            f"The edition {one.id} is for {' and '.join(kinds)}, not for {chosen}; "
            f"see `arpad editions on DATE --kind {chosen}`.",
        )
    return edition_over(name, chosen, _base(one, on, (name,)))


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
        return [date.fromisoformat(day) for day in name.removeprefix(_MONTHLY_FROM).split("@")]
    except ValueError as fault:
        raise EditionError.of(
            "unknown_edition", f"{name!r} does not name days; write them as in {_MONTHLY_FROM}2005-07-01."
        ) from fault


def _with_monthly_lists(days: list[date], kind: str, on: date) -> Edition:
    """Give the edition of a day: with monthly lists where they began under the same text, else the one in force."""
    law = in_force(on, kind)
    text = monthly_text(on)
    if kind != KINDS[0] or text is None or not any(day <= on and monthly_text(day) == text for day in days):
        return law
    return edition(f"{text}{MONTHLY}", kind, on)


def monthly_text(on: date) -> str | None:
    """Name the text whose optional monthly lists may be turned on for a day (2003 9.3, 2009 7.3); None if none."""
    try:
        law = in_force(on)
    except NoEditionError:
        return None
    return law.provisions["monthly_lists_begin"].origin if law.has("monthly_lists_begin") else None


@cache
def in_force(on: date, kind: str = "standard", authority: str = DEFAULT_AUTHORITY) -> Edition:
    """Give the one edition of an authority that is in force on a day for a kind of chess.

    Raise `NoEditionError` where there was none then, or where it is not known here.

    >>> from datetime import date
    >>> in_force(date(2015, 5, 1)).id
    'fide-2014-07'
    """
    if authority not in _authorities():
        raise EditionError.of(
            "unknown_authority", f"No authority is called {authority!r}; known are: {', '.join(_authorities())}."
        )
    if kind not in KINDS:
        raise EditionError.of("unknown_kind", f"No kind of chess is called {kind!r}; there are: {', '.join(KINDS)}.")
    month = f"{on.year:04d}-{on.month:02d}"
    for name in _newest_first(authority):
        if name[-len(month) :] > month:
            continue  # an edition's file is not read before its time has come
        one = _file(name)
        if _effective(one) <= on and kind in one.kinds + one.ends:
            if kind in one.kinds:
                return edition(name, kind, on)
            raise _nothing(on, kind, authority, ended_by=one)
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
    line = [one for one in map(_file, reversed(_newest_first(authority))) if kind in one.kinds and _effective(one) > on]
    next_one = f" The next is {line[0].id}, from {_effective(line[0])} on." if line else ""
    if ended_by is not None:
        answer, words = NONE, f"{ended_by.id} ended it on {_effective(ended_by)}"
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
    if is_path(one.parent) and one.folder is not None:
        return os.path.abspath(os.path.join(one.folder, one.parent))  # noqa: PTH100, PTH118 - see shipped.py
    return one.parent


def _kinds(one: EditionFile, trail: tuple[str, ...] = ()) -> tuple[str, ...]:
    parent = _parent_name(one)
    if one.kinds or parent is None:
        return one.kinds
    return _kinds(_file(parent), _no_circle(trail, parent))


def _base(one: EditionFile, on: date | None, trail: tuple[str, ...]) -> str | None:
    """Name the edition over which this one stands on a day, itself or through its parents; None if over none."""
    day = on or one.effective
    if one.relation == "overlays":
        authority, _, line = str(one.parent).partition("/")
        return in_force(day or _effective(one), line, authority).id
    parent = _parent_name(one)
    return None if parent is None else _base(_file(parent), day, _no_circle(trail, parent))


def _no_circle(trail: tuple[str, ...], name: str) -> tuple[str, ...]:
    if name in trail:
        raise EditionError.of(
            "circle", f"{' → '.join((*trail, name))} goes in a circle; an edition cannot be its own parent."
        )
    return (*trail, name)


@cache
def edition_over(name: str, kind: str, base: str | None) -> Edition:
    """Give an edition for a kind of chess as it stands over another one, where it stands over one at all."""
    one = _file(name)
    merged = _merged(name, kind, base)
    return Edition(
        id=one.id,
        authority=merged.authority,
        kind=kind,
        kinds=_kinds(one),
        effective=one.effective,
        status=merged.status,
        title=one.title,
        relation=one.relation,
        parent=one.parent,
        base=base,
        unknown=one.unknown,
        seen_in_force=one.seen_in_force,
        provisions=_written_out(merged.held),
        tables=merged.tables,
        first_day=_dated(one).effective,
        follows=_parent_name(_dated(one)),
    )


def _dated(one: EditionFile, trail: tuple[str, ...] = ()) -> EditionFile:
    """Give the file that says from which day an edition holds: its own, or one from which it derives."""
    parent = _parent_name(one)
    if one.effective is not None or one.relation != "derives" or parent is None:
        return one
    return _dated(_file(parent), _no_circle(trail, parent))


def governing(law: Edition, start: date) -> Edition:
    """Give the edition of an event that starts on a day, where this one holds on that day.

    An edition may govern only events that start *after* its first day (the print of 2014, E 36). An event of that very
    day is then still under the edition before.
    """
    is_excepted = start == law.first_day and _is_of_edition_before(law)
    if not is_excepted or law.follows is None or law.kind not in _kinds(_file(law.follows)):
        return law
    return edition(law.follows, law.kind, start)


def _is_of_edition_before(law: Edition) -> bool:
    """Ask whether an event of the first day of an edition is still under the one before."""
    from arpad.regulations.ints import ints  # noqa: PLC0415 - only for events of that day
    from arpad.regulations.rules.event_basis import GOVERNED  # noqa: PLC0415 - the same

    return bool(ints(GOVERNED, law).run({"is_of_first_day": True}, {}).whole["is_of_edition_before"])


def _written_out(held: Mapping[str, Held]) -> dict[str, Provision]:
    """Write provisions out as they stand in an edition; one that is the same as another has the content of that."""
    made = {key: one.provision_here() for key, one in held.items()}
    for key, one in made.items():
        other = made.get(one.same_as or "")
        if other is not None and other.present:
            made[key] = replace(one, value=other.value, table=other.table, rule=other.rule)
    return made


class _Merged:
    """What an edition holds, its own and what it has from below, before it is written out."""

    def __init__(self, one: EditionFile, below: _Merged | None) -> None:
        self.authority: str = one.authority or (below.authority if below else "")
        self.status: str = one.status or (below.status if below else "text")
        self.held: dict[str, Held] = dict(below.held) if below else {}
        self.tables: dict[str, Table] = dict(below.tables) if below else {}


@cache
def _merged(name: str, kind: str, base: str | None) -> _Merged:
    one = _file(name)
    if one.relation == "overlays":
        line = str(one.parent).partition("/")[2]
        below = _merged(str(base), line, None)
    else:
        below = _merged_parent(one, kind, base)
    made = _Merged(one, below)
    if one.relation == "amends":
        # What comes from the line under an overlay stays that line's own text.
        above = _file(str(_parent_name(one))).id
        made.held = {
            key: held.amended(one.id, presumed=one.presumes) if held.edition == above else held
            for key, held in made.held.items()
        }
    entries = dict(one.provisions) | one.of_kind.get(kind, {}) | one.while_base.get(base or "", {})
    for key, entry in entries.items():
        made.held[key] = Held(_provision(one, made.status, key, entry, made.held.get(key)), one.id)
        table = entry.get("table")
        if table:
            made.tables[table] = _table(one, table, made.tables.get(table))
    return made


def _merged_parent(one: EditionFile, kind: str, base: str | None) -> Any:  # noqa: ANN401 - a _Merged or None
    """Give what stays in force of a fixed parent where this edition says nothing."""
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
    return _merged(parent, kind if kind in kinds else kinds[0], base)


def _provision(one: EditionFile, status: str, key: str, entry: dict[str, Any], inherited: Held | None) -> Provision:
    reconstructed = "after" in entry or (status == "reconstructed" and one.relation != "derives")
    article = entry.get("article") or _FIRST_WORD.sub("", entry.get("after", ""))
    notes = {part: entry.get(part) for part in ("confidence", "source", "after", "reading", "erratum", "note")}
    if "silent" not in entry and {"value", "table", "rule"} & set(entry):
        value = entry.get("value")
        content: dict[str, Any] = {
            "value": None if value == NONE else tuple(value) if isinstance(value, list) else value
        }
        content |= {"table": entry.get("table"), "rule": entry.get("rule")}
        return Provision(key, article, one.id, one.id, reconstructed=reconstructed, **content, **notes)
    if inherited is None:
        raise EditionError.of(
            "nothing_to_renumber",
            f"{one.id}: {key} has no value, and there is none in its parent to renumber; give it a value.",
        )
    kept = inherited.provision
    return Provision(
        key,
        article or kept.article,
        one.id,
        one.id,
        value=kept.value,
        table=kept.table,
        rule=kept.rule,
        reconstructed=reconstructed,
        silent=entry.get("silent"),
        same_as=entry.get("same_as"),
        **{part: said if said is not None else getattr(kept, part) for part, said in notes.items()},
    )


def _table(one: EditionFile, name: str, known: Table | None) -> Table:
    """Find a conversion table: beside a federation's own file, or among the shipped ones."""
    if one.folder is not None:
        beside = os.path.join(one.folder, f"{name}.csv")  # noqa: PTH118 - see shipped.py
        if os.path.isfile(beside):  # noqa: PTH113 - the same
            return read_table(_own_table(beside, name), name)
    return known or _shipped_table(one.id, name)


def _own_table(place: str, name: str) -> str:
    try:
        return shipped.read(place)
    except (OSError, UnicodeDecodeError) as fault:
        raise EditionError.of(
            "table_not_readable", f"The table {name}.csv cannot be read as UTF-8 text ({fault}); mend the file."
        ) from fault


@cache
def _shipped_table(by: str, name: str) -> Table:
    if name not in shipped.names("tables", ".csv"):
        raise EditionError.of(
            "missing_table", f"{by} names the table {name!r}, but there is no {name}.csv; put it beside the edition."
        )
    return read_table(shipped.text("tables", f"{name}.csv"), name)
